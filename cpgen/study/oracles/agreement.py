"""Do all oracles say the same? Answers about one puzzle must leave a number of completions that fits all of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from cpgen.formats.tabular import Row
from cpgen.study.oracles.asking import ANSWERED, FAILED, UNDECIDED


@dataclass(frozen=True)
class Disagreement:
    """A puzzle about which not all answers can be true, or an answer that is wrong by itself."""

    workload: str
    query: int
    layout: str
    puzzle: str
    told: str

    @property
    def figures(self) -> Row:
        """The disagreement as a row of a table."""
        return {
            "workload": self.workload,
            "query": self.query,
            "layout": self.layout,
            "puzzle": self.puzzle,
            "what": self.told,
        }


def disagreements(rows: Iterable[Row]) -> list[Disagreement]:
    """Whatever cannot be true, puzzle by puzzle, over all workloads, questions and repetitions."""
    about: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        if row["outcome"] != UNDECIDED:
            about.setdefault(_about(row), []).append(row)
    return [
        Disagreement(group[0]["workload"], group[0]["query"], layout, group[0]["puzzle"], told)
        for (layout, _), group in about.items()
        for told in (*_wrong(group), *_contrary([row for row in group if row["outcome"] == ANSWERED]))
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
    return bool(row["told"]) or row["least"] > most or (row["most"] is not None and row["most"] < least)


def _about(row: Row) -> tuple[str, str]:
    """What tells the puzzle of a row from others."""
    return row["layout"], row["puzzle"] or f"{row['workload']} {row['query']}"


def _wrong(rows: Sequence[Row]) -> list[str]:
    """What is wrong by itself, once for each oracle and question."""
    told = (
        f"{row['oracle']} {'broke down' if row['outcome'] == FAILED else 'shows'} ({row['question']}): {row['told']}"
        for row in rows
        if row["told"]
    )
    return list(dict.fromkeys(told))


def _contrary(rows: Sequence[Row]) -> list[str]:
    """The answers side by side, when no number of completions fits them and the different grids that were shown."""
    if not rows:
        return []
    shown = {grid for row in rows for grid in row["grids"].split()}
    least = max(len(shown), *(row["least"] for row in rows))
    most = min((row["most"] for row in rows if row["most"] is not None), default=least)
    if least <= most:
        return []
    answers = sorted({f"{row['oracle']} {said(row)} ({row['question']})" for row in rows})
    return [f"{len(shown)} different grids shown; {', '.join(answers)}"]


def said(row: Row) -> str:
    """What an answer says of the number of completions."""
    if row["most"] is None:
        return f"≥ {row['least']}"
    return str(row["least"])
