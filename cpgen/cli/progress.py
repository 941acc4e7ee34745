"""Progress of a long command on standard error, if that is a terminal, and the message on Ctrl-C."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from functools import cache
from time import monotonic
from typing import TYPE_CHECKING, Self, TypeVar

import typer

from cpgen import api
from cpgen.cli.output import warn
from cpgen.errors import counted

if TYPE_CHECKING:
    from rich.status import Status


T = TypeVar("T")
EVERY = 0.1
"""Seconds between two updates of a line that counts"""
LONG = 25
"""Characters of a layout's kind above which it is a drawing rather than a name"""


class ProgressLine:
    """A line on standard error that shows progress if standard error is a terminal."""

    def __init__(self, count: int = 0, attempt: str = "attempt", rating: str = "rating") -> None:
        self.count, self.attempt, self.rating = count, attempt, rating
        self.best = ""
        """The best result so far, shown in place of how many were found"""
        self.status: Status | None = None
        self.entered = ExitStack()
        if sys.stderr.isatty():
            from rich.console import Console

            self.status = Console(stderr=True).status("starting …")

    def __enter__(self) -> Self:
        if self.status:
            self.entered.enter_context(_streams_restored())
            self.entered.enter_context(self.status)
            self.entered.enter_context(api.report_compiling(self._show_compiling))
        return self

    def __exit__(self, *_: object) -> None:
        self.entered.close()

    def _show_compiling(self, number: int, of: int) -> None:
        self.update(f"compiling {number} of {of}, this first time")

    def update(self, text: str) -> None:
        """Replaces the line."""
        if self.status:
            self.status.update(text)

    def __call__(self, now: api.Progress) -> None:
        """Shows the progress of a search."""
        reached = self.best or f"{now.found} of {self.count} found"
        attempts, ratings = counted(now.attempts, self.attempt), counted(now.ratings, self.rating)
        self.update(f"{reached} · {attempts} · {ratings} · {now.seconds:.1f} s")

    def drawing(self, done: int, of: int) -> None:
        """Shows how many pages, pictures or files are drawn."""
        self.update(f"drawing {done} of {of}")

    def hidden(self) -> AbstractContextManager[None]:
        """Hides the line while something else is printed."""
        return self._gone() if self.status else nullcontext()

    @contextmanager
    def _gone(self) -> Iterator[None]:
        self.__exit__()
        yield
        self.__enter__()


@contextmanager
def _streams_restored() -> Iterator[None]:
    """Takes back at its end what rich redirects to the terminal, which a Ctrl-C while it begins would leave so."""
    before = sys.stdout, sys.stderr
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def counting(items: Iterable[T], size: Callable[[T], int] = lambda item: 1) -> Iterator[T]:
    """The items as they come, with a line that counts their puzzles, as in `20000 puzzles · 1.5 s`."""
    done, start, updated = 0, monotonic(), 0.0
    with ProgressLine() as line:
        for item in items:
            yield item
            done += size(item)
            if monotonic() - updated > EVERY:
                updated = monotonic()
                line.update(f"{counted(done, 'puzzle')} · {updated - start:.1f} s")


@contextmanager
def progress_bars(parts: Sequence[tuple[str, int, int]]) -> Iterator[Callable[[Sequence[int | None]], object]]:
    """A bar for each part (title, number wanted, number found), with its rate and the time left.

    Yields a function that updates them: it takes how many were found of each part, None for one that has not begun.
    """
    if not sys.stderr.isatty():
        yield lambda found: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"))
    with _streams_restored(), Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True)) as bars:
        tasks = [bars.add_task(title, total=of, completed=now, rate="", start=False) for title, of, now in parts]

        def update(found: Sequence[int | None]) -> None:
            for task, now in zip(tasks, found, strict=True):
                if now is not None:
                    bars.start_task(task)
                    speed = bars.tasks[task].speed
                    bars.update(task, completed=now, rate=f"{speed:.1f}/s" if speed else "")

        yield update


@contextmanager
def report_interrupt(so_far: Callable[[], str]) -> Iterator[None]:
    """On Ctrl-C, ends the command with exit code 130 and a sentence that says how far it got."""
    try:
        yield
    except KeyboardInterrupt:
        warn(f"interrupted{so_far()}.")
        raise typer.Exit(130) from None


def note(text: str) -> None:
    """Writes a line on standard error if that is a terminal."""
    if sys.stderr.isatty():
        typer.echo(text, err=True)


@cache
def note_if_unfitted(layout: api.Layout) -> None:
    """Notes, once for each layout, that no grade model was fitted to it."""
    if not api.model_for(layout).layouts:
        board = layout.kind if len(layout.kind) < LONG else f"this {layout.size}×{layout.size} board"
        note(
            f"cpgen: no grade model has been fitted to {board}, so its grades only limit the level. --level and "
            "--steps narrow it further; `cpgen calibrate` fits a model."
        )
