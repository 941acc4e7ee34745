"""Progress of compiling: reports for users, and the time spent, which time limits do not count."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic


def _report_on_stderr(number: int, of: int) -> None:
    if number == 1:
        name, seconds = progress.subject
        once = " (once; the result is cached)" if progress.is_kept else ""
        print(
            f"note: compiling {name}, some {max(seconds, 1):.0f} s{once} …",
            file=sys.stderr,
            flush=True,
        )


class CompileProgress:
    """Number and time of the compilations in this process; numba's lock admits one thread at a time."""

    report: Callable[[int, int], None] = staticmethod(_report_on_stderr)
    seconds = 0.0
    subject = "", 0.0
    """Name of the function that its caller waits for, and the seconds that compiling it is expected to take"""
    expected = 0
    """Number of functions that are known to need compiling, unless they are cached"""
    is_kept = True
    """True if the machine code can be cached"""
    _count = _depth = 0  # of the compilations so far, and of those under way, each for the one before
    _begun = 0.0

    @property
    def is_compiling(self) -> bool:
        """True if a compilation is under way."""
        return self._depth > 0

    def begin(self) -> None:
        """Count and report a function whose compilation begins, on its own or for a function that calls it."""
        if self._depth == 0:
            self._begun = monotonic()
        self._depth += 1
        self._count += 1
        self.report(self._count, max(self._count, self.expected))

    def end(self) -> None:
        """Record the end of the compilation that began last."""
        self._depth -= 1
        if self._depth == 0:
            self.seconds += monotonic() - self._begun


progress = CompileProgress()


@contextmanager
def report_compiling(report: Callable[[int, int], None]) -> Iterator[None]:
    """Call `report(number, of)` when a function begins to be compiled, instead of one message on standard error.

    `number` counts the functions so far, and `of` is the largest number that is expected so far.
    """
    before, progress.report = progress.report, report
    try:
        yield
    finally:
        progress.report = before


def compiling_seconds() -> float:
    """Return the seconds that this process has spent compiling, which time limits do not count."""
    return progress.seconds


def working_seconds() -> float:
    """Return the seconds since some fixed moment, without those spent compiling; a clock for time limits."""
    return monotonic() - compiling_seconds()
