"""Published figures of Kamio (2022) and our measurements of the paper's method and of cpgen's default."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cpgen.messages import counted
from cpgen.study.factorial import (
    FAST,
    PAPER,
    StudyMethod,
    figures_of,
    method_title,
    percent_text,
    seconds_text,
    times_faster,
)
from cpgen.tabular import Row, markdown

MODEL = "nikoli100"
"""The grade model of the paper"""
ALL = "all"


class Published(NamedTuple):
    """Figures of the paper for one grade: matching puzzles in percent, and mean seconds per puzzle."""

    match_percent: float
    seconds: float


TABLES = {
    "kamio-a": {
        "beginner": Published(96, 10.64),
        "intermediate": Published(32, 25.39),
        "advanced": Published(68, 10.92),
        "expert": Published(24, 22.65),
        ALL: Published(55, 17.39),
    },
    "kamio-b": {
        "beginner": Published(96, 0.7131),
        "intermediate": Published(80, 9.430),
        "advanced": Published(36, 18.52),
        "expert": Published(16, 14.78),
        ALL: Published(57, 10.86),
    },
}
"""Tables 3 and 4: 25 puzzles per grade on the first pattern (23 clues) and on the second (four clues more)"""
TITLES = {"kamio-a": "Table 3", "kamio-b": "Table 4"}
READING = """\
The published columns are Tables 3 and 4 of T. Kamio, *Automatic Generation of Sudoku Puzzles by Considering Initial
Placement and Difficulty* (Hosei University, 2022): 25 puzzles per grade on a machine that the paper does not name.
*Rerun* is the paper's method in cpgen, *default* is cpgen's own, both in this run and with the oracle named.
*× rerun* is the time that the rerun takes per matching puzzle (all time divided by the puzzles that match), divided by
the default's; *× published* compares with the paper's figures instead, across machines. The paper's second pattern is
not legible in print: `kamio-b`, the first pattern and four more cells, can be compared in kind only."""


def table_for(study: Any, pattern: str) -> Mapping[str, Published]:
    """Return the published figures by grade; empty unless pattern, board and grade model are the paper's."""
    same = (study.layout is None or study.layout.spec == "3x3") and (study.model is None or study.model.name == MODEL)
    return TABLES.get(pattern, {}) if same else {}


def published_part(study: Any) -> Iterator[str]:
    """Yield the report's section that compares the paper's tables with ours; nothing if no study cell is comparable."""
    compared = {name: measured for name in study.patterns if (measured := pairs(study, name))}
    if compared:
        yield "## The paper's Tables 3 and 4, next to ours"
        yield READING
    for name, measured in compared.items():
        yield f"### {TITLES[name]}: `{name}`, {counted(len(study.patterns[name]), 'clue')}"
        yield markdown([pair.row for pair in measured])


class RowPair(NamedTuple):
    """Journal rows of the paper's method (`rerun`) and of the default, for one pattern, grade (or `all`) and oracle."""

    pattern: str
    grade: str
    oracle: str
    rerun: Sequence[Row]
    default: Sequence[Row]

    @property
    def published(self) -> Published:
        """Published figures for this pattern and grade."""
        return TABLES[self.pattern][self.grade]

    @property
    def row(self) -> Row:
        """Row of the report's table: published figures, our figures for both methods, and the ratios of times."""
        rerun, default, published = figures_of(self.rerun), figures_of(self.default), self.published
        ratio, ours = times_faster(self.rerun, self.default), default["seconds_a_match"]
        theirs = published.seconds / published.match_percent * 100
        return {
            "grade": self.grade,
            "oracle": self.oracle,
            "published %": published.match_percent,
            "published s": published.seconds,
            "rerun %": percent_text(rerun),
            "rerun s": seconds_text(rerun),
            "default %": percent_text(default),
            "default s": seconds_text(default),
            "default, matches a second": default["matches_a_second"],
            "× rerun": "{:.3g} ({:.3g}–{:.3g})".format(*ratio) if ratio else None,
            "× published": f"{theirs / ours:.0f}" if ours else None,
        }


def pairs(study: Any, pattern: str) -> list[RowPair]:
    """Return the pairs of a pattern: one per oracle and grade, and one for all four grades together.

    Pairs without any journal row are left out.
    """
    made = []
    for oracle in dict.fromkeys(method.oracle for method in study.methods):
        for grade in table_for(study, pattern):
            rerun, default = (_rows(study, pattern, grade, oracle, method) for method in (PAPER, FAST))
            made.append(RowPair(pattern, grade, oracle, rerun, default))
    return [pair for pair in made if pair.rerun or pair.default]


def _rows(study: Any, pattern: str, grade: str, oracle: str, method: StudyMethod) -> list[Row]:
    """Return the journal rows of one grade and method; for `all`, those of the four grades.

    For `all` there are none unless each of the four grades has some.
    """
    if grade == ALL:
        each = [_rows(study, pattern, one, oracle, method) for one in TABLES[pattern] if one != ALL]
        return [row for rows in each for row in rows] if all(each) else []
    wanted = (pattern, grade, method_title(method), oracle)
    return [
        row
        for cell in study.cells
        if (cell.pattern, cell.grade.name, cell.method_title, cell.method.oracle) == wanted
        for row in study.rows_of(cell)
    ]
