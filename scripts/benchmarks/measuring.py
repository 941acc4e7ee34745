"""Measurements: a row prepares a function that takes one sample; the rows' samples are spread over the run."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import mean, median
from time import perf_counter
from typing import NamedTuple

import numpy as np

from cpgen import Generated

UNITS = {"s": 1.0, "ms": 1e3, "µs": 1e6, "MB": 1e-6, "bytes": 1.0}
"""How many of a unit make a second or a byte"""
PROCESSORS = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
"""Those that this process may use outside of `one_core`"""


class Sample(NamedTuple):
    """Seconds that one sample took (or bytes), and the puzzle it made, if it made one."""

    amount: float
    made: Generated | None = None


Take = Callable[[], Sample]
Figures = dict[str, float]


@dataclass(frozen=True)
class Row:
    """A measurement: its name, how to prepare it, how many samples, the unit in which they are shown.

    A row that is not `quick` is measured only when everything is. `against` names the row whose median this one's is
    divided by.
    """

    name: str
    prepare: Callable[[], Take]
    samples: int
    unit: str
    quick: bool = True
    against: str = ""

    def figures(self, samples: list[Sample]) -> Figures:
        amounts = [sample.amount * UNITS[self.unit] for sample in samples]
        figures = {"min": min(amounts), "median": median(amounts)}
        if self.unit in ("µs", "ms", "s"):
            figures["a second"] = UNITS[self.unit] / figures["median"]
        return figures | self._of_puzzles(amounts, [sample.made for sample in samples if sample.made])

    def _of_puzzles(self, amounts: list[float], made: list[Generated]) -> Figures:
        if not made:
            return {}
        matched = sum(one.matches for one in made)
        return {
            "mean": mean(amounts),
            "95th": float(np.percentile(amounts, 95)),
            "matched a second": matched / sum(amounts) * UNITS[self.unit],
            "matched %": 100 * matched / len(made),
            "ratings": mean(one.stats.ratings for one in made),
        }


def repeated(work: Callable[[], object], times: int = 1, each: int = 1) -> Take:
    """A sample is the mean time of so many calls, each of which does `each` pieces of work; one call warms up."""
    work()

    def take() -> Sample:
        started = perf_counter()
        for _ in range(times):
            work()
        return Sample((perf_counter() - started) / (times * each))

    return take


def timed(work: Callable[[], object]) -> Take:
    """A sample is the time of one call; nothing is called before."""

    def take() -> Sample:
        started = perf_counter()
        work()
        return Sample(perf_counter() - started)

    return take


def measured(chosen: list[Row]) -> Iterator[tuple[Row, Sample]]:
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
    progress("")


def progress(text: str) -> None:
    """A line on standard error that is overwritten, on a terminal."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def on_all_cores() -> None:
    """Gives a process that was just started all processors, whatever `one_core` does; a `preexec_fn`."""
    if PROCESSORS:
        os.sched_setaffinity(0, PROCESSORS)
