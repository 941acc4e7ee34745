"""Figures from the replies of oracles: times against each other, and whether all can be true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from statistics import geometric_mean, median
from typing import NamedTuple

import numpy as np

from cpgen.notation import MAX_DIGIT
from cpgen.study.measuring import rounded
from cpgen.study.oracles.contest import ASKED
from cpgen.study.oracles.queries import ANSWERED, FAILED, UNDECIDED
from cpgen.study.oracles.workloads import Workload
from cpgen.tabular import Row


def query_rows(journal: Sequence[Row], workloads: Sequence[Workload], part: str = ASKED) -> list[Row]:
    """A row for each time a query was put, with the query's puzzle."""
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
POINTS = 80
"""Points that a curve is drawn with at most"""
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


def generation_figures(method: str, name: str, rows: Sequence[Row]) -> Row:
    """The figures of an oracle's runs of a generation."""
    made = sum(row["outcome"] == ANSWERED for row in rows)
    seconds = sum(row["seconds"] for row in rows)
    return {
        "workload": method,
        "oracle": name,
        "puzzles": made,
        "seconds": rounded(seconds),
        "puzzles_a_second": rounded(made / seconds),
        "oracle_calls": sum(row["oracle_calls"] for row in rows),
        "oracle_percent": rounded(100 * sum(row["oracle_seconds"] for row in rows) / seconds),
    }


def cactus_curve(asked: Sequence[tuple[float, bool]]) -> Curve:
    """The percentage of queries answered, and the seconds that these take; given seconds and whether answered."""
    seconds = sorted(time for time, answered in asked if answered)
    places = sorted({round(place) for place in np.linspace(0, max(0, len(seconds) - 1), POINTS)}) if seconds else []
    return [100 * (place + 1) / len(asked) for place in places], [seconds[place] for place in places]


class Disagreement(NamedTuple):
    """A puzzle about which not all answers can be true, or an answer that is wrong by itself; a row of a table."""

    workload: str
    query: int
    layout: str
    puzzle: str
    what: str


def disagreements(rows: Iterable[Row]) -> list[Disagreement]:
    """What cannot be true, puzzle by puzzle, over all workloads, questions and repetitions."""
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
    """The answers that cannot be true if the judges' are, one for each query and oracle."""
    rows = [row for row in rows if row["outcome"] != UNDECIDED]
    truth: dict[tuple[str, str], tuple[int, float]] = {}
    for row in rows:
        if row["oracle"] in judges:
            least, most = truth.get(_about(row), (0, inf))
            truth[_about(row)] = max(least, row["least"]), min(most, inf if row["most"] is None else row["most"])
    found = {(row["oracle"], row["workload"], row["query"]): row for row in rows if _is_mistake(row, truth)}
    return list(found.values())


def _is_mistake(row: Row, truth: Mapping[tuple[str, str], tuple[int, float]]) -> bool:
    least, most = truth.get(_about(row), (0, inf))
    return bool(row["problem"]) or row["least"] > most or (row["most"] is not None and row["most"] < least)


def _about(row: Row) -> tuple[str, str]:
    """What identifies the puzzle of a row."""
    return row["layout"], row["puzzle"] or f"{row['workload']} {row['query']}"


def _wrong(rows: Sequence[Row]) -> list[str]:
    """What is wrong by itself, once for each oracle and question."""
    wrong = (
        f"{row['oracle']} {'broke down' if row['outcome'] == FAILED else 'shows'} ({row['question']}): {row['problem']}"
        for row in rows
        if row["problem"]
    )
    return list(dict.fromkeys(wrong))


def _contrary(rows: Sequence[Row]) -> list[str]:
    """The answers side by side, when no number of completions fits them and the different grids that were shown."""
    if not rows:
        return []
    shown = {grid for row in rows for grid in row["grids"].split()}
    least = max(len(shown), *(row["least"] for row in rows))
    most = min((row["most"] for row in rows if row["most"] is not None), default=least)
    if least <= most:
        return []
    answers = sorted({f"{row['oracle']} {completions_in(row)} ({row['question']})" for row in rows})
    return [f"{len(shown)} different grids shown; {', '.join(answers)}"]


def completions_in(row: Row) -> str:
    """The number of completions by an answer, as in `≥ 2`."""
    if row["most"] is None:
        return f"≥ {row['least']}"
    return str(row["least"])


def gathered(wrong: Sequence[Disagreement]) -> list[Row]:
    """A row for each kind of disagreement, with how many puzzles it is about, and the first of them."""
    first: dict[str, Disagreement] = {}
    for one in wrong:
        first.setdefault(one.what, one)
    times = Counter(one.what for one in wrong)
    return [{"puzzles": times[problem], **one._asdict()} for problem, one in first.items()]
