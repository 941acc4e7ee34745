"""The command line, a thin layer over `cpgen.api`."""

from __future__ import annotations

import io
import os
import sys


def main() -> None:
    """The `cpgen` command."""
    try:
        from cpgen.cli.app import app

        _mend_streams()
        app()
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        from cpgen.cli.output import close_quietly

        close_quietly()
        sys.exit(f"cpgen: the output cannot be written: {error.strerror or error}.")


def _mend_streams() -> None:
    """Gives a closed standard stream a place to go, and replaces what the terminal's encoding lacks by `?`."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
