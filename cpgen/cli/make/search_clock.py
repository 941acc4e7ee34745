"""Clock of a search by `generate`: it shows the progress, and warns once if the puzzles seem hard to find."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cpgen.cli.output import warn
from cpgen.errors import NotFoundError
from cpgen.messages import Message

if TYPE_CHECKING:
    from cpgen.cli.progress import ProgressLine
    from cpgen.requests.clock import Clock
    from cpgen.requests.generation_request import Request
    from cpgen.requests.results import Progress

LONG = 1.0
"""Seconds after which a search is long: a trial then finds out whether its puzzles are hard to find"""
TRIAL_SHARE = 1 / 3
"""Part of the time limit that trials of the grades of a drawing may take"""


@contextmanager
def searching(request: Request, count: int, budget: float, progress: ProgressLine) -> Iterator[Clock]:
    """Yield the clock of a search for `count` puzzles; warn once if it gets long or fails, and a trial finds it hard.

    A trial costs more than most puzzles, so a search that soon finds what it wants does not pay for it.

    Args:
        request: The request.
        count: Number of puzzles.
        budget: Time limit in seconds.
        progress: Line that shows the progress of the search; it is hidden for the warning.
    """
    from cpgen.requests.clock import Clock

    tried = False

    def warn_if_hard(stop: Callable[[], bool]) -> None:
        nonlocal tried
        if not tried and (sentence := _why_hard(request, count, TRIAL_SHARE * budget, stop)):
            with progress.hidden():
                warn(str(sentence))
        tried = True

    def report(now: Progress) -> None:
        progress(now)
        if now.seconds >= LONG and not clock.is_over():
            warn_if_hard(clock.is_over)

    clock = Clock(budget, report)
    try:
        yield clock
    except NotFoundError:
        warn_if_hard(lambda: False)
        raise


def _why_hard(request: Request, count: int, seconds: float, stop: Callable[[], bool]) -> Message | None:
    """Return a sentence that says how hard the puzzles of a request are to find; None if a trial finds some.

    With drawn constraints, each grade is tried, for `seconds` altogether; a trial on a pattern has a limit of its own.
    """
    from cpgen.generation.possible_grades import doubt
    from cpgen.generation.probe import how_hard
    from cpgen.requests.clock import Clock

    if not request.drawing_source:
        return how_hard(request, count, stop)
    outlook = doubt(request, Clock(seconds, stop=stop))
    return outlook.sentence if outlook else None
