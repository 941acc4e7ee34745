"""Progress of long commands on standard error, if that is a terminal, and the message after Ctrl-C."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from functools import cache
from time import monotonic
from typing import TYPE_CHECKING, Self, TypeVar

import click

from cpgen.cli.output import is_quiet, note, show_error
from cpgen.messages import counted

if TYPE_CHECKING:
    from rich.status import Status

    from cpgen.layout import Layout
    from cpgen.requests.generate_spec import GenerateSpec
    from cpgen.requests.generation_request import Request
    from cpgen.requests.results import Progress


T = TypeVar("T")
INTERRUPTED = 130
"""The exit code after Ctrl-C"""
LONGEST_NAME = 24
"""Number of characters up to which the title of a layout is used in a note instead of its size"""


class ProgressLine:
    """A line on standard error that shows progress if standard error is a terminal.

    Args:
        count: Number of results that a search is to find; 0 if it is not a search.
        attempt, rating: Nouns for the numbers of attempts and ratings of the search.
    """

    def __init__(self, count: int = 0, attempt: str = "attempt", rating: str = "rating") -> None:
        self.count, self.attempt, self.rating = count, attempt, rating
        self.best = ""
        """The best result so far, shown instead of the number found"""
        self.status: Status | None = None
        self.entered = ExitStack()
        if sys.stderr.isatty() and not is_quiet():
            # rich takes some 0.1 s to import, for which a pipe or --quiet need not wait.
            from rich.console import Console

            self.status = Console(stderr=True).status("preparing …")

    def __enter__(self) -> Self:
        if self.status:
            from cpgen.kernel import report_compiling

            self.entered.enter_context(_streams_restored())
            self.entered.enter_context(self.status)
            self.entered.enter_context(
                report_compiling(lambda number, of: self.update(f"compiling: {number} of {of} functions"))
            )
        return self

    def __exit__(self, *_: object) -> None:
        self.entered.close()

    def update(self, text: str) -> None:
        """Replace the text of the line."""
        if self.status:
            self.status.update(text)

    def __call__(self, now: Progress) -> None:
        """Show the progress of a search."""
        reached = self.best or (f"{now.found} of {self.count} found" if self.count > 1 else "searching")
        attempts, ratings = counted(now.attempts, self.attempt), counted(now.ratings, self.rating)
        self.update(f"{reached} · {attempts} · {ratings} · {now.seconds:.1f} s")

    def drawing(self, done: int, of: int) -> None:
        """Show how many pages, pictures or files are drawn: `done` of them, out of `of`."""
        self.update(f"drawing {done} of {of}")

    def hidden(self) -> AbstractContextManager[None]:
        """Hide the line while something else is printed."""
        return self._hidden() if self.status else nullcontext()

    @contextmanager
    def _hidden(self) -> Iterator[None]:
        # rich cannot pause a line: it is ended, and a new one begins below what was printed.
        self.__exit__()
        yield
        self.__enter__()


@contextmanager
def _streams_restored() -> Iterator[None]:
    """Restore the streams that rich redirects; it leaves them redirected if Ctrl-C comes while it starts."""
    before = sys.stdout, sys.stderr
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def watching(results: Iterable[T], words: Callable[[T], str]) -> Iterator[T]:
    """Yield results; meanwhile show a line with `words` of the last one and the seconds so far."""
    start = monotonic()
    with ProgressLine() as line:
        for result in results:
            yield result  # first, so that Ctrl-C during the update loses nothing
            if line.status:  # which is drawn some times a second, however often it is updated
                line.update(f"{words(result)} · {monotonic() - start:.1f} s")


def counting(items: Iterable[T], size: Callable[[T], int] = lambda item: 1) -> Iterator[T]:
    """Yield items; meanwhile show a line that counts puzzles, as in `20000 puzzles · 1.5 s`.

    Args:
        items: The items.
        size: Returns the number of puzzles in an item.
    """

    def with_total() -> Iterator[tuple[T, int]]:
        done = 0
        for item in items:
            done += size(item)
            yield item, done

    for item, _ in watching(with_total(), lambda now: counted(now[1], "puzzle")):
        yield item


@contextmanager
def progress_bars(parts: Sequence[tuple[str, int, int]]) -> Iterator[Callable[[Sequence[int | None]], object]]:
    """Show a bar for each part, with its rate and the time left.

    Args:
        parts: The title, the number wanted and the number found of each part.

    Yields:
        A function that takes the number found of each part (None if it has not begun) and updates the bars.
    """
    if not sys.stderr.isatty() or is_quiet():
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
                    # The clock of a bar starts with its part, or the rates of later parts would count the waiting.
                    bars.start_task(task)
                    speed = bars.tasks[task].speed
                    bars.update(task, completed=now, rate=f"{speed:.1f}/s" if speed else "")

        yield update


@contextmanager
def report_interrupt(so_far: Callable[[], str]) -> Iterator[None]:
    """Within the block, let Ctrl-C end the command with exit code 130, and a sentence that ends with `so_far()`."""
    try:
        yield
    except KeyboardInterrupt:
        show_error(f"interrupted{so_far()}.")
        raise click.exceptions.Exit(INTERRUPTED) from None


def note_grade(spec: GenerateSpec, request: Request) -> None:
    """Print a note if a grade that the user has named may not mean what they expect.

    The reason is that no grade model was fitted to the layout, or that several ladders have a level of this name.
    """
    from cpgen.difficulty import ladders_with, model_for

    word = str(spec.grade or "")
    if not word or spec.model or spec.ladder or request.grade.name == "any" or request.drawing_source:
        return
    # The default model was meant, so there is nothing to tell but that it may be unfitted.
    if request.model == model_for(request.layout):
        note_if_unfitted(request.layout)
        return
    first, *others = (ladder.name for ladder in ladders_with(word, request.layout))
    if others:
        note(f"note: {word} is taken from the ladder {first}; for another meaning, use --ladder {' or '.join(others)}.")


@cache
def note_if_unfitted(layout: Layout) -> None:
    """Note, once for each layout, that no grade model has been fitted to it."""
    from cpgen.difficulty import model_for

    if not model_for(layout).layouts:
        title = str(layout.title)
        board = title if len(title) <= LONGEST_NAME else f"this {layout.size}×{layout.size} board"
        note(
            f"note: no grade model has been fitted to {board}, so its grades are those of the one scale, which mean "
            "the same on every board. --score narrows it further; `cpgen calibrate` fits a model."
        )
