"""Measurements: a row prepares a function that takes one sample; the rows' samples are spread over the run."""

from __future__ import annotations

import os
import resource
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import NamedTuple

UNITS = {"s": 1.0, "ms": 1e3, "µs": 1e6, "MB": 1e-6, "bytes": 1.0}
"""How many of a unit make a second or a byte"""
PROCESSORS = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
"""Those that this process may use outside of `one_core`"""


class Sample(NamedTuple):
    """Seconds that one sample took (or bytes), and whether it made what was asked for."""

    amount: float
    matches: bool = True


Take = Callable[[], Sample]
Samples = dict[str, list[Sample]]
Values = dict[str, float]


@dataclass(frozen=True)
class Row:
    """A measurement: its name, how to prepare it, how many samples, the unit in which it is shown.

    A row that is not `quick` is measured only when everything is, and one that needs a program only where that is. The
    value is the median of the samples; of a search, whose times are spread widely, the mean for each that succeeds.
    """

    name: str
    prepare: Callable[[], Take]
    samples: int
    unit: str
    quick: bool = True
    search: bool = False
    needs: str = ""

    def value(self, samples: list[Sample]) -> float:
        """Seconds or bytes."""
        amounts = [sample.amount for sample in samples]
        return sum(amounts) / max(sum(one.matches for one in samples), 1e-9) if self.search else median(amounts)

    @property
    def is_possible(self) -> bool:
        """Whether the program that it needs is installed."""
        return not self.needs or bool(program(self.needs))


def program(name: str) -> str | None:
    """Where a program is; Debian keeps some in a folder for games."""
    return shutil.which(name, path=f"{os.environ.get('PATH', os.defpath)}:/usr/games")


def seconds() -> float:
    """Seconds of the processor used so far by this process and by those that it has waited for.

    On one core that is the time on a clock if nothing else runs; the clock itself, on a busy machine, favours what is
    over soon.
    """
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def interpreted() -> int:
    """A million steps of a loop that nothing compiles: how quick the machine and its Python are."""
    return sum(number * number % 7 for number in range(1_000_000))


def repeated(work: Callable[[], object], times: int = 1, each: int = 1) -> Take:
    """A sample is the mean time of so many calls, each of which does `each` pieces of work; one call warms up."""
    work()

    def take() -> Sample:
        started = seconds()
        for _ in range(times):
            work()
        return Sample((seconds() - started) / (times * each))

    return take


def timed(work: Callable[[], object]) -> Sample:
    """The time of one call, for which it may start processes."""
    started = seconds()
    work()
    return Sample(seconds() - started)


def timed_by_clock(work: Callable[[], object]) -> Sample:
    """The time of one call by the clock, on all processors: of what many processes do, or one that also waits."""
    with all_cores():
        started = perf_counter()
        work()
        return Sample(perf_counter() - started)


def measure(chosen: list[Row]) -> tuple[Samples, bool]:
    """The samples of the rows, and whether Ctrl-C cut them short."""
    samples: Samples = {row.name: [] for row in chosen}
    try:
        for row, sample in _spread(chosen):
            samples[row.name].append(sample)
    except KeyboardInterrupt:
        return samples, True
    finally:
        progress("")
    return samples, False


def _spread(chosen: list[Row]) -> Iterator[tuple[Row, Sample]]:
    """The samples of all rows, spread evenly over the run, so that a busy moment falls on all of them."""
    takes = {}
    for number, row in enumerate(chosen, 1):
        progress(f"preparing {number} of {len(chosen)}: {row.name}")
        takes[row.name] = row.prepare()
    schedule = sorted(((k + 0.5) / row.samples, place) for place, row in enumerate(chosen) for k in range(row.samples))
    for number, (_, place) in enumerate(schedule, 1):
        row = chosen[place]
        progress(f"sample {number} of {len(schedule)}: {row.name}")
        yield row, takes[row.name]()


def progress(text: str) -> None:
    """A line on standard error that is overwritten, on a terminal."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


@contextmanager
def all_cores() -> Iterator[None]:
    """Gives processes that are started meanwhile all processors, whatever `one_core` does."""
    if not PROCESSORS:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, PROCESSORS)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
