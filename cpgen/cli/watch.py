"""How far a long command is, for people who watch."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rich.status import Status

    from cpgen.generation.request import Progress


class Watch:
    """A line on standard error that says how far the work is, when somebody watches there."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.best = ""
        """What the best found so far is, where one is looked for"""
        self.status: Status | None = None
        if sys.stderr.isatty():
            from rich.console import Console

            self.status = Console(stderr=True).status("making puzzles …")

    def __enter__(self) -> Watch:
        if self.status:
            self.status.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.status:
            self.status.stop()

    def __call__(self, now: Progress) -> None:
        """Brings the line up to date."""
        if self.status:
            reached = self.best or f"{now.found} of {self.count} found"
            self.status.update(f"{reached} · {now.attempts} attempts · {now.ratings} ratings · {now.seconds:.1f} s")

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Takes the line away while something else is shown."""
        self.__exit__()
        yield
        self.__enter__()


def tell_watchers(text: str) -> None:
    """Writes a line on standard error, when somebody watches there."""
    if sys.stderr.isatty():
        typer.echo(text, err=True)
