"""Figures of a study of oracles: times compared, and answers checked against each other.

Times. The time of a query is the median of its repetitions. Oracles are compared by the geometric mean of their time
ratios over the queries that both answered, and by PAR2, the mean time with unanswered queries counted as twice the
limit (as in the SAT competitions).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import inf
from statistics import geometric_mean, median
from typing import NamedTuple

import numpy as np

from cpgen.notation import MAX_DIGIT
from cpgen.study.measuring import rounded
from cpgen.study.oracle_contest import ASKED
from cpgen.study.oracle_queries import ANSWERED, FAILED, UNDECIDED
from cpgen.study.oracle_workloads import Workload
from cpgen.tabular import Row


def query_rows(journal: Sequence[Row], workloads: Sequence[Workload], part: str = ASKED) -> list[Row]:
    """Return a table row per query and repetition in one part (`asked` or `setup`) of the journal.

    Each has the columns of the reply and of the query's puzzle.
    """
    named = {workload.name: workload for workload in workloads}
    return [
        {
            **{name: row[name] for name in ("workload", "oracle", "repeat")},
            **_query_columns(named[row["workload"]], row["block"] + place),
            **reply,
        }
        for row in journal
        if row["part"] == part and row["workload"] in named
        for place, reply in enumerate(row["replies"])
    ]


def _query_columns(workload: Workload, number: int) -> Row:
    query = workload.queries[number]
    layout, clues = query.puzzle.layout, query.puzzle.clue_count
    return {
        "query": number,
        "question": query.question,
        "number": query.number,
        "layout": layout.spec,
        "size": layout.size,
        "filled": clues / layout.cell_count,
        "puzzle": query.puzzle.line if layout.size <= MAX_DIGIT else "",
    }


class Timed(NamedTuple):
    """All repetitions of one query by one oracle: median seconds, and `answered` or the first other outcome."""

    seconds: float
    outcome: str

    @property
    def answered(self) -> bool:
        """True if all repetitions were answered."""
        return self.outcome == ANSWERED


Times = Mapping[str, Mapping[int, Timed]]
"""Combined queries of one workload, by oracle and number of the query"""


def times_of(rows: Sequence[Row]) -> Times:
    """Return the combined repetitions of each query, from the rows (of `query_rows`) of one workload."""
    groups: dict[str, dict[int, list[Row]]] = {}
    for row in rows:
        groups.setdefault(row["oracle"], {}).setdefault(row["query"], []).append(row)
    return {name: {query: _timed(group) for query, group in asked.items()} for name, asked in groups.items()}


def _timed(rows: Sequence[Row]) -> Timed:
    outcome = next((row["outcome"] for row in rows if row["outcome"] != ANSWERED), ANSWERED)
    return Timed(median(row["seconds"] for row in rows), outcome)


def figures_of(workload: str, times: Times, limit: float, reference: str) -> list[Row]:
    """Return a row of statistics per oracle for one workload.

    `times_reference` is the oracle's time divided by that of the oracle named `reference`. `limit` is the seconds per
    query, which PAR2 needs.
    """
    rows: list[Row] = []
    for name, asked in times.items():
        seconds = [query.seconds for query in asked.values()]
        answered = sum(query.answered for query in asked.values())
        undecided = sum(query.outcome == UNDECIDED for query in asked.values())
        middle, late, last = (float(np.percentile(seconds, part)) for part in (50, 95, 99))
        par2 = sum(query.seconds if query.answered else 2 * limit for query in asked.values()) / len(asked)
        rows.append(
            {
                "workload": workload,
                "oracle": name,
                "queries": len(asked),
                "answered": answered,
                "undecided": undecided,
                "wrong": len(asked) - answered - undecided,
                "seconds_median": rounded(middle),
                "seconds_95th": rounded(late),
                "seconds_99th": rounded(last),
                "seconds_par2": rounded(par2),
                "answered_a_second": rounded(answered / sum(seconds)),
                "reference": reference,
                "times_reference": rounded(_ratio(asked, times.get(reference, {}))),
            }
        )
    return rows


def _ratio(asked: Mapping[int, Timed], other: Mapping[int, Timed]) -> float | None:
    """Return the geometric mean of one oracle's time divided by another's over queries that both answered, or None.

    Both are keyed by the number of the query.
    """
    both = [(one, other[query]) for query, one in asked.items() if query in other]
    ratios = [ours.seconds / theirs.seconds for ours, theirs in both if ours.answered and theirs.answered]
    return geometric_mean(ratios) if ratios else None


Curve = tuple[list[float], list[float]]
"""Coordinates of a curve: ascending x values, and the y value at each"""
POINTS = 80
"""Largest number of points of a curve"""
BINS = 27
"""Number of intervals into which the share of filled cells is divided: three cells each on a 9×9 board"""


def medians(rows: Sequence[Row], abscissa: Callable[[Row], float]) -> dict[str, Curve]:
    """Return each oracle's curve of median seconds, from rows of `query_rows`; `abscissa` gives a row's x value."""
    seconds: dict[str, dict[float, list[float]]] = {}
    for row in rows:
        seconds.setdefault(row["oracle"], {}).setdefault(abscissa(row), []).append(row["seconds"])
    return {name: (sorted(at), [median(at[x]) for x in sorted(at)]) for name, at in seconds.items()}


def filling(row: Row) -> float:
    """Return the share (0 to 1) of filled cells of a row's puzzle, rounded to the nearest of 27 intervals."""
    share: float = row["filled"]
    return round(BINS * share) / BINS


def peak(curve: Curve) -> float:
    """Return the x value of a curve's maximum."""
    places, values = curve
    return places[values.index(max(values))]


def milliseconds(seconds: float | None) -> float | None:
    """Convert seconds to milliseconds with three significant digits; None stays None."""
    return None if seconds is None else rounded(1e3 * seconds)


def cactus_curve(asked: Sequence[tuple[float, bool]]) -> Curve:
    """Return a curve from the percentage of queries answered to the seconds within which each of them is answered.

    Args:
        asked: Seconds of each query, and True if it was answered.
    """
    seconds = sorted(time for time, answered in asked if answered)
    places = sorted({round(place) for place in np.linspace(0, max(0, len(seconds) - 1), POINTS)}) if seconds else []
    return [100 * (place + 1) / len(asked) for place in places], [seconds[place] for place in places]


class Disagreement(NamedTuple):
    """Contradiction about one puzzle: answers that cannot all be true, or one answer that is wrong by itself."""

    workload: str
    query: int
    layout: str
    puzzle: str
    what: str


def disagreements(rows: Iterable[Row]) -> list[Disagreement]:
    """Return all contradictions in rows of `query_rows`, comparing every answer about the same puzzle."""
    about: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        if row["outcome"] != UNDECIDED:
            about.setdefault(_about(row), []).append(row)
    return [
        Disagreement(group[0]["workload"], group[0]["query"], layout, group[0]["puzzle"], problem)
        for (layout, _), group in about.items()
        for problem in (*_wrong(group), *_contrary([row for row in group if row["outcome"] == ANSWERED]))
    ]


def mistakes(rows: Iterable[Row], judges: Collection[str]) -> list[Row]:
    """Return the rows (of `query_rows`) that contradict the answers of `judges`, one per query and oracle."""
    rows = [row for row in rows if row["outcome"] != UNDECIDED]
    truth: dict[tuple[str, str], tuple[int, float]] = {}
    for row in rows:
        if row["oracle"] in judges:
            least, most = truth.get(_about(row), (0, inf))
            truth[_about(row)] = max(least, row["least"]), min(most, _most(row))
    wrong = {}
    for row in rows:
        least, most = truth.get(_about(row), (0, inf))
        if row["problem"] or row["least"] > most or _most(row) < least:
            wrong[row["oracle"], row["workload"], row["query"]] = row
    return list(wrong.values())


def _most(row: Row) -> float:
    return inf if row["most"] is None else row["most"]


def _about(row: Row) -> tuple[str, str]:
    """Return a key that is equal for rows about the same puzzle: layout and puzzle line."""
    return row["layout"], row["puzzle"] or f"{row['workload']} {row['query']}"


def _wrong(rows: Sequence[Row]) -> list[str]:
    """Return a sentence for each row with a problem: a failed query or a grid that is wrong; each sentence once."""
    wrong = (
        f"{row['oracle']} {'broke down' if row['outcome'] == FAILED else 'shows'} ({row['question']}): {row['problem']}"
        for row in rows
        if row["problem"]
    )
    return list(dict.fromkeys(wrong))


def _contrary(rows: Sequence[Row]) -> list[str]:
    """Return one sentence that lists the answers about a puzzle if they contradict each other, else nothing."""
    if not rows:
        return []
    grids = {grid for row in rows for grid in row["grids"].split()}
    if max(len(grids), *(row["least"] for row in rows)) <= min(map(_most, rows)):
        return []
    answers = sorted({f"{row['oracle']} {completions_in(row)} ({row['question']})" for row in rows})
    return [f"{len(grids)} different grids shown; {', '.join(answers)}"]


def completions_in(row: Row) -> str:
    """Return the number of completions that a row's answer states, as in `1` or `≥ 2`."""
    return f"≥ {row['least']}" if row["most"] is None else str(row["least"])


def grouped_by_text(wrong: Sequence[Disagreement]) -> list[Row]:
    """Return a table row for each different text of a disagreement: its number of puzzles, and the first of them."""
    first = {one.what: one for one in reversed(wrong)}
    times = Counter(one.what for one in wrong)
    return [{"puzzles": times[what], **first[what]._asdict()} for what in times]
