"""How far a long command is: a line or bars on standard error, for people who watch."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from time import monotonic
from typing import TYPE_CHECKING, Self, TypeVar

import typer

if TYPE_CHECKING:
    from rich.status import Status

    from cpgen.generation.request import Progress
    from cpgen.layout import Layout

T = TypeVar("T")


EVERY = 0.1
"""Seconds between two texts of a line that counts"""


class Watch:
    """A line on standard error that says how far the work is, when somebody watches there."""

    def __init__(self, count: int = 0, attempts: str = "attempts", ratings: str = "ratings") -> None:
        self.count, self.attempts, self.ratings = count, attempts, ratings
        self.best = ""
        """What the best found so far is, where one is looked for"""
        self.status: Status | None = None
        if sys.stderr.isatty():
            from rich.console import Console

            self.status = Console(stderr=True).status("beginning …")

    def __enter__(self) -> Self:
        if self.status:
            self.status.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.status:
            self.status.stop()

    def tell(self, text: str) -> None:
        """Brings the line up to date."""
        if self.status:
            self.status.update(text)

    def __call__(self, now: Progress) -> None:
        """Brings the line up to date with how far a search is."""
        reached = self.best or f"{now.found} of {self.count} found"
        self.tell(f"{reached} · {now.attempts} {self.attempts} · {now.ratings} {self.ratings} · {now.seconds:.1f} s")

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Takes the line away while something else is shown."""
        self.__exit__()
        yield
        self.__enter__()


def counted(items: Iterable[T], what: str, size: Callable[[T], int] = lambda item: 1) -> Iterator[T]:
    """The items as they come, with a line that counts them, as in `20000 puzzles · 1.5 s`."""
    done, began, told = 0, monotonic(), 0.0
    with Watch() as watch:
        for item in items:
            yield item
            done += size(item)
            if monotonic() - told > EVERY:
                told = monotonic()
                watch.tell(f"{done} {what} · {told - began:.1f} s")


@contextmanager
def bars(parts: Sequence[tuple[str, int, int]]) -> Iterator[Callable[[Sequence[int | None]], object]]:
    """A bar for each part (its title, how many are wanted and found), with its rate and the time left.

    Yields what brings them up to date: how many are found of each part, None for one that has not begun.
    """
    if not sys.stderr.isatty():
        yield lambda found: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"))
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True)) as shown:
        tasks = [shown.add_task(title, total=of, completed=now, rate="", start=False) for title, of, now in parts]

        def tell(found: Sequence[int | None]) -> None:
            for task, now in zip(tasks, found, strict=True):
                if now is not None:
                    shown.start_task(task)
                    speed = shown.tasks[task].speed
                    shown.update(task, completed=now, rate=f"{speed:.1f}/s" if speed else "")

        yield tell


@contextmanager
def interrupted(so_far: Callable[[], str]) -> Iterator[None]:
    """Ends the command with exit code 130 on Ctrl-C, and says how far it came."""
    try:
        yield
    except KeyboardInterrupt:
        typer.echo(f"cpgen: interrupted{so_far()}.", err=True)
        raise typer.Exit(130) from None


def tell_watchers(text: str) -> None:
    """Writes a line on standard error, when somebody watches there."""
    if sys.stderr.isatty():
        typer.echo(text, err=True)


LONG = 25
"""Letters of a kind of layout that is drawn, not named"""


@cache
def note_if_unfitted(layout: Layout) -> None:
    """Says to people who watch, once, that the layout's grades only span levels, where no model was fitted to it."""
    from cpgen.difficulty import model_for

    if not model_for(layout).layouts:
        board = layout.kind if len(layout.kind) < LONG else f"this {layout.size}×{layout.size} board"
        tell_watchers(
            f"cpgen: no grade model was fitted to {board}: its grades only span levels. --level and --steps ask for "
            "more, and `cpgen calibrate` makes a model."
        )
