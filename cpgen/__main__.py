"""Run the command line with `python -m cpgen`."""

from __future__ import annotations

from cpgen.cli import main

if __name__ == "__main__":
    main()
