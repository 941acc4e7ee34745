"""What did Kamio (2022) measure, and how do his method and the default fare beside it, in the same study?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from cpgen.errors import counted
from cpgen.formats.tabular import Row, markdown
from cpgen.generation.request import FAST, PAPER, Method
from cpgen.study.cells import titled
from cpgen.study.methods.figures import figures, percent_text, seconds_text, times_faster
from cpgen.study.methods.plan import Findings, Plan

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
and with the oracle named; an oracle only says yes or no to the rerun, which so makes the same puzzles with any.
*× rerun* says how many times less time the default takes for a puzzle that matches (all time divided by the puzzles
that match), *× published* the same against the paper's figures, across machines.

The paper's second pattern is not legible in print. `kamio-b` stands in for it: the first pattern and four more cells,
the half turn kept. So its rows compare the two methods, but with Table 4 only in kind."""


def table_for(plan: Plan, pattern: str) -> Mapping[str, Published]:
    """The paper's table of a pattern; empty where the plan has another board or grades of another model."""
    usual = plan.layout is None or plan.layout.spec == "3x3"
    return TABLES.get(pattern, {}) if usual and (plan.model is None or plan.model.name == MODEL) else {}


def published_part(findings: Findings) -> Iterator[str]:
    """The paper's tables beside ours, where the study has something to set beside them."""
    told = {name: found for name in findings.plan.patterns if (found := pairs(findings, name))}
    if told:
        yield "## The paper's Tables 3 and 4, beside ours"
        yield READING
    for name, found in told.items():
        yield f"### {TITLES[name]}: `{name}`, {counted(len(findings.plan.patterns[name]), 'clue')}"
        yield markdown([pair.row for pair in found])
    yield from _in_short([pair for found in told.values() for pair in found])


class Pair(NamedTuple):
    """The rows of the paper's method and of the default for one pattern, grade (or `all`) and oracle."""

    pattern: str
    grade: str
    oracle: str
    rerun: Sequence[Row]
    default: Sequence[Row]

    @property
    def published(self) -> Published:
        """What the paper tells of the pattern and the grade."""
        return TABLES[self.pattern][self.grade]

    @property
    def row(self) -> Row:
        """The pair as a row of the paper's table, made longer."""
        rerun, default, published = figures(self.rerun), figures(self.default), self.published
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
        told = figures(self.rerun)
        return bool(told["match_percent_from"] <= self.published.match_percent <= told["match_percent_to"])


def pairs(findings: Findings, pattern: str) -> list[Pair]:
    """A pair for each oracle and grade of the paper's that has rows, and for all four grades together."""
    oracles = dict.fromkeys(method.oracle for method in findings.plan.methods)
    made = (
        _pair(findings, pattern, grade, oracle) for oracle in oracles for grade in table_for(findings.plan, pattern)
    )
    return [pair for pair in made if pair.rerun or pair.default]


def _pair(findings: Findings, pattern: str, grade: str, oracle: str) -> Pair:
    return Pair(pattern, grade, oracle, *(_rows(findings, pattern, grade, oracle, method) for method in (PAPER, FAST)))


def _rows(findings: Findings, pattern: str, grade: str, oracle: str, method: Method) -> list[Row]:
    """The rows of a cell; of all four grades only where there are some of each."""
    if grade == ALL:
        each = [_rows(findings, pattern, one, oracle, method) for one in TABLES[pattern] if one != ALL]
        return [row for rows in each for row in rows] if all(each) else []
    wanted = (pattern, grade, titled(method), oracle)
    return [
        row
        for cell in findings.plan.cells
        if (cell.pattern, cell.grade.name, titled(cell.method), cell.method.oracle) == wanted
        for row in findings.of(cell)
    ]


def _in_short(told: Sequence[Pair]) -> Iterator[str]:
    """The outcome in a few sentences."""
    single = [pair for pair in told if pair.grade != ALL]
    for pattern in dict.fromkeys(pair.pattern for pair in single):
        yield from _nearness(pattern, [pair for pair in single if pair.pattern == pattern and pair.rerun])
    yield from _least([pair for pair in single if pair.default])


def _nearness(pattern: str, told: Sequence[Pair]) -> Iterator[str]:
    """For how many grades the rerun is as the paper tells."""
    near = {pair.grade: pair.published_is_near for pair in told}
    if near:
        grades = f"{sum(near.values())} of {counted(len(near), 'grade')}"
        yield f"On `{pattern}` the published match rate lies in the rerun's interval for {grades}."


def _least(told: Sequence[Pair]) -> Iterator[str]:
    """What the default gives in any case: matches, puzzles a second, and its advantage."""
    rows = [row for pair in told for row in pair.default]
    if rows:
        rate, where = min((figures(pair.default)["matches_a_second"], _place(pair)) for pair in told)
        matched = sum(row["matches"] for row in rows)
        yield (
            f"Of {counted(len(rows), 'puzzle')} by the default, {matched} match; where it is "
            f"slowest ({where}) it makes {rate:.3g} matching puzzles a second on one core."
        )
    ratios = [(times[0], _place(pair)) for pair in told if (times := times_faster(pair.rerun, pair.default))]
    if ratios:
        least, where = min(ratios)
        yield f"For a matching puzzle the default takes {least:.3g} times less time than the rerun or better ({where})."


def _place(pair: Pair) -> str:
    return f"`{pair.pattern}`, {pair.grade}, {pair.oracle}"
