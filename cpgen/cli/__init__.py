"""How does a person ask? The command line, a thin layer over `cpgen.api`."""

from __future__ import annotations


def main() -> None:
    """The `cpgen` command."""
    from cpgen.cli.app import app

    app()
