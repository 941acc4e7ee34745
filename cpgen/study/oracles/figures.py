"""What do the times of an oracle come to? Medians, tails, PAR2, answers a second, and against the reference."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import geometric_mean, median

import numpy as np

from cpgen.formats.tabular import Row
from cpgen.study.oracles.asking import ANSWERED, UNDECIDED


@dataclass(frozen=True)
class Timed:
    """One query to one oracle: the median seconds of its repetitions, and whether all of them were answered."""

    seconds: float
    outcome: str

    @property
    def answered(self) -> bool:
        """Whether every repetition was answered, and not wrong by itself."""
        return self.outcome == ANSWERED


Times = Mapping[str, Mapping[int, Timed]]
"""For each oracle its queries, by number"""


def times_of(rows: Sequence[Row]) -> Times:
    """The queries of one workload's rows, oracle by oracle, repetitions taken together."""
    seconds: dict[str, dict[int, list[Row]]] = {}
    for row in rows:
        seconds.setdefault(row["oracle"], {}).setdefault(row["query"], []).append(row)
    return {name: {query: _timed(group) for query, group in asked.items()} for name, asked in seconds.items()}


def _timed(rows: Sequence[Row]) -> Timed:
    outcome = next((row["outcome"] for row in rows if row["outcome"] != ANSWERED), ANSWERED)
    return Timed(median(row["seconds"] for row in rows), outcome)


def par2(asked: Sequence[Timed], limit: float) -> float:
    """The mean seconds of the queries, each that was not answered taken for twice the limit (SAT competitions)."""
    return sum(one.seconds if one.answered else 2 * limit for one in asked) / len(asked)


def against(times: Times, name: str, reference: str) -> float | None:
    """How many times as long as the reference the oracle takes: geometric mean over queries that both answered."""
    other = times.get(reference, {})
    pairs = [
        (one.seconds, other[query].seconds)
        for query, one in times[name].items()
        if query in other and one.answered and other[query].answered
    ]
    return geometric_mean(ours / theirs for ours, theirs in pairs) if pairs else None


def figures_of(workload: str, times: Times, limit: float, reference: str) -> list[Row]:
    """A row of figures for each oracle on a workload; `times_reference` is its time in times of the reference's."""
    return [
        {"workload": workload, "oracle": name, **_figures(list(asked.values()), limit)}
        | {"reference": reference, "times_reference": rounded(against(times, name, reference))}
        for name, asked in times.items()
    ]


def _figures(asked: Sequence[Timed], limit: float) -> Row:
    seconds = [one.seconds for one in asked]
    answered = sum(one.answered for one in asked)
    undecided = sum(one.outcome == UNDECIDED for one in asked)
    middle, late, last = (float(np.percentile(seconds, part)) for part in (50, 95, 99))
    return {
        "queries": len(asked),
        "answered": answered,
        "undecided": undecided,
        "wrong": len(asked) - answered - undecided,
        "seconds_median": rounded(middle),
        "seconds_95th": rounded(late),
        "seconds_99th": rounded(last),
        "seconds_par2": rounded(par2(asked, limit)),
        "answered_a_second": rounded(answered / sum(seconds)),
    }


Curve = tuple[list[float], list[float]]
"""Places, ascending, and the value at each"""
BINS = 27
"""Steps of the share of cells filled, so that a step is three cells of a 9×9 board"""


def medians(rows: Sequence[Row], place: Callable[[Row], float]) -> dict[str, Curve]:
    """For each oracle the median seconds of its rows at each place."""
    seconds: dict[str, dict[float, list[float]]] = {}
    for row in rows:
        seconds.setdefault(row["oracle"], {}).setdefault(place(row), []).append(row["seconds"])
    return {name: (sorted(at), [median(at[x]) for x in sorted(at)]) for name, at in seconds.items()}


def filling(row: Row) -> float:
    """The share of the row's cells that are filled, in steps."""
    share: float = row["filled"]
    return round(BINS * share) / BINS


def hardest(curve: Curve) -> float:
    """The place where the value is greatest."""
    places, values = curve
    return places[values.index(max(values))]


def milliseconds(seconds: float | None) -> float | None:
    """Seconds in milliseconds, to three digits that count."""
    return None if seconds is None else rounded(1e3 * seconds)


def rounded(value: float | None) -> float | None:
    """The value to three digits that count.

    >>> rounded(1234.5), rounded(0.012345), rounded(None)
    (1230, 0.0123, None)
    """
    if value is None:
        return None
    short = float(f"{value:.3g}")
    return int(short) if abs(short) >= 100 else short
