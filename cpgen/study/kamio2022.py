"""The figures of Kamio (2022), next to his method and the default as measured here, both in the same study."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cpgen.errors import counted
from cpgen.study.factorial import (
    FAST,
    PAPER,
    TURNS,
    CellFindings,
    Method,
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
    """The puzzles that matched, in percent, and the mean seconds a puzzle."""

    match_percent: float
    seconds: float


FIRST = {
    "beginner": Published(96, 10.64),
    "intermediate": Published(32, 25.39),
    "advanced": Published(68, 10.92),
    "expert": Published(24, 22.65),
    ALL: Published(55, 17.39),
}
"""Table 3: 25 puzzles a grade on the first pattern, of 23 clues"""
SECOND = {
    "beginner": Published(96, 0.7131),
    "intermediate": Published(80, 9.430),
    "advanced": Published(36, 18.52),
    "expert": Published(16, 14.78),
    ALL: Published(57, 10.86),
}
"""Table 4: the same on the second pattern, the first and four more clues"""
TABLES = {"kamio-a": FIRST, "kamio-b": SECOND}
TITLES = {"kamio-a": "Table 3", "kamio-b": "Table 4"}
READING = """\
The published columns are Tables 3 and 4 of T. Kamio, *Automatic Generation of Sudoku Puzzles by Considering Initial
Placement and Difficulty* (Hosei University, 2022): 25 puzzles a grade, by a program in C++ on a machine that the paper
does not name. *Rerun* is the paper's method in cpgen as the paper behaves, *default* is cpgen's own, both in this run
and with the oracle named; the rerun only asks it for yes or no, so that it makes the same puzzles with any solver.
The paper does not name a solver: with `ladder` a board is contradictory only when the rules find so, and has one
solution only when they solve it; cpsat proves that each puzzle has one all the same.
*× rerun* is how many times as long the rerun takes for a puzzle that matches (all time divided by the puzzles
that match), *× published* the same against the paper's figures, across machines.

The paper's second pattern is not legible in print. `kamio-b` takes its place: the first pattern and four more cells,
the half turn kept. So its rows compare the two methods, but with Table 4 only in kind."""

TURNS_READING = """\
Means over the puzzles of a cell, of the paper's method. In the generation phase, *backups* are returns to the cell
before, since a cell had no candidate left, and *restarts* attempts that ended there: nothing could be filled, or the
filling had one solution off the grade. In the replacement phase, *backups* are exchanges that were taken back, since
none could follow them, and *restarts* attempts that it could not repair."""


def table_for(study: Any, pattern: str) -> Mapping[str, Published]:
    """The paper's table of a pattern; empty where a study has another board or grades of another model."""
    same = (study.layout is None or study.layout.spec == "3x3") and (study.model is None or study.model.name == MODEL)
    return TABLES.get(pattern, {}) if same else {}


def published_part(findings: CellFindings[Any]) -> Iterator[str]:
    """The paper's tables next to ours, where a study of methods has something to compare with them."""
    compared = {name: found for name in findings.study.patterns if (found := pairs(findings, name))}
    if compared:
        yield "## The paper's Tables 3 and 4, next to ours"
        yield READING
    for name, found in compared.items():
        yield f"### {TITLES[name]}: `{name}`, {counted(len(findings.study.patterns[name]), 'clue')}"
        yield markdown([pair.row for pair in found])
    counts = {name: rows for name in compared if (rows := _turns(findings, name))}
    if counts:
        yield "### How often the search went back"
        yield TURNS_READING
    for name, rows in counts.items():
        yield f"`{name}`:"
        yield markdown(rows)
    single = [pair for found in compared.values() for pair in found if pair.grade != ALL]
    for name in compared:
        yield from _nearness(name, [pair for pair in single if pair.pattern == name and pair.rerun])
    yield from _least([pair for pair in single if pair.default])


class Pair(NamedTuple):
    """The rows of the paper's method and of the default for one pattern, grade (or `all`) and oracle."""

    pattern: str
    grade: str
    oracle: str
    rerun: Sequence[Row]
    default: Sequence[Row]

    @property
    def published(self) -> Published:
        """The paper's figures for the pattern and the grade."""
        return TABLES[self.pattern][self.grade]

    @property
    def place(self) -> str:
        """What the pair is about, in words."""
        return f"`{self.pattern}`, {self.grade}, {self.oracle}"

    @property
    def row(self) -> Row:
        """The pair as a row of the paper's table, made longer."""
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

    @property
    def published_is_near(self) -> bool:
        """Whether the published match rate lies in the rerun's interval."""
        rerun = figures_of(self.rerun)
        return bool(rerun["match_percent_from"] <= self.published.match_percent <= rerun["match_percent_to"])


def pairs(findings: CellFindings[Any], pattern: str) -> list[Pair]:
    """A pair for each oracle and grade of the paper's that has rows, and for all four grades together."""
    made = []
    for oracle in dict.fromkeys(method.oracle for method in findings.study.methods):
        for grade in table_for(findings.study, pattern):
            rerun, default = (_rows(findings, pattern, grade, oracle, method) for method in (PAPER, FAST))
            made.append(Pair(pattern, grade, oracle, rerun, default))
    return [pair for pair in made if pair.rerun or pair.default]


def _turns(findings: CellFindings[Any], pattern: str) -> list[Row]:
    """How often the paper's method went back: a row for each cell of a pattern that has counts."""
    table = table_for(findings.study, pattern)
    title, cells = method_title(PAPER), findings.study.cells
    figures = {cell: figures_of(findings.of(cell)) for cell in cells if method_title(cell.method) == title}
    return [
        {
            "grade": cell.grade.name,
            "oracle": cell.method.oracle,
            "published %": table[cell.grade.name].match_percent,
            "matched %": percent_text(found),
            "seconds": seconds_text(found),
            **{name.replace("_", ": "): found[name] for name in TURNS},
        }
        for cell, found in figures.items()
        if cell.pattern == pattern and cell.grade.name in table and found[TURNS[0]] is not None
    ]


def _rows(findings: CellFindings[Any], pattern: str, grade: str, oracle: str, method: Method) -> list[Row]:
    """The rows of a cell; of all four grades only where there are some of each."""
    if grade == ALL:
        each = [_rows(findings, pattern, one, oracle, method) for one in TABLES[pattern] if one != ALL]
        return [row for rows in each for row in rows] if all(each) else []
    wanted = (pattern, grade, method_title(method), oracle)
    return [
        row
        for cell in findings.study.cells
        if (cell.pattern, cell.grade.name, method_title(cell.method), cell.method.oracle) == wanted
        for row in findings.of(cell)
    ]


def _nearness(pattern: str, reruns: Sequence[Pair]) -> Iterator[str]:
    """For how many grades the rerun agrees with the paper."""
    near = {pair.grade: pair.published_is_near for pair in reruns}
    if near:
        grades = f"{sum(near.values())} of {counted(len(near), 'grade')}"
        yield f"On `{pattern}` the published match rate lies in the rerun's interval for {grades}."


def _least(defaults: Sequence[Pair]) -> Iterator[str]:
    """What the default gives in any case: matches, and its advantage."""
    rows = [row for pair in defaults for row in pair.default]
    if rows:
        yield f"Of {counted(len(rows), 'puzzle')} by the default, {sum(row['matches'] for row in rows)} match."
    ratios = [(times[0], pair.place) for pair in defaults if (times := times_faster(pair.rerun, pair.default))]
    if ratios:
        least, where = min(ratios)
        yield f"For a matching puzzle the default takes {least:.3g} times less time than the rerun or better ({where})."
