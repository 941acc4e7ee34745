"""What does a study of patterns report? Which patterns suit which grade, and what explains it, as a Markdown text."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from statistics import median
from typing import Any

from cpgen.formats.tabular import Row, markdown
from cpgen.study.patterns.explaining import explained, in_short
from cpgen.study.patterns.figures import Work, works
from cpgen.study.patterns.plan import Findings
from cpgen.study.report import pictured, setting
from cpgen.symmetry.square import symmetry_of

BAND = 3
"""Clue counts that share a row of the table of bands"""
READING = """\
Every cell is one pattern and one grade. Its effort is the number of *ratings* (boards that the ladder is climbed on)
that the default method takes for a puzzle that matches: all ratings of the cell over the puzzles met. That is the same
on any machine. A cell ends with its puzzles or when its ratings are spent; one that met nothing by then is *not met*,
which says that it takes more, not that it is impossible. Random patterns are of many symmetries, and of every three
with a symmetry one is the most even of some, one the least even, and one between. Patterns with two empty lines that
could change places are left out: no puzzle of theirs has one solution."""
CAPTIONS = {
    "heat": "Ratings a puzzle by pattern and grade; hatched cells were not met",
    "predicted": "Predicted against measured; filled marks are fresh patterns",
}
"""The plots that go with a report"""


def report(findings: Findings, drawn: Collection[str]) -> str:
    """The whole report, with the plots that were drawn."""
    given = works(findings)
    parts = [
        "# Patterns and grades",
        READING,
        setting(_asked(findings)),
        *in_short(findings, given),
        *pictured("heat", CAPTIONS, drawn),
        "## Which clue counts suit which grade",
        "The median of ratings a puzzle, and in brackets how many of the cells were not met.",
        markdown(list(_band_rows(findings, given))),
        _easiest(findings, given),
        *explained(findings, given),
        *pictured("predicted", CAPTIONS, drawn),
        "## Pattern by pattern",
        "Ratings a puzzle; *>* where none was met with so many. The last column is the grade that takes fewest.",
        markdown(list(_by_pattern(findings, given))),
    ]
    return "\n\n".join(parts) + "\n"


def summary(findings: Findings) -> str:
    """Ratings a puzzle by pattern and grade as a table."""
    return markdown(list(_by_pattern(findings, works(findings))))


def _asked(findings: Findings) -> dict[str, Any]:
    plan = findings.plan
    return {
        "patterns": f"{len(plan.patterns)}, and {len(plan.fresh)} fresh ones",
        "layout": plan.layout.spec,
        "grades": ", ".join(grade.name for grade in plan.wanted),
        "puzzles a cell": plan.count,
        "ratings a cell, at most": plan.ratings,
        "seed": plan.seed,
        "ratings together": sum(row["ratings"] for row in findings.rows),
        "processor seconds together": round(sum(row["cpu_seconds"] for row in findings.rows)),
    }


def _bands(findings: Findings) -> Iterator[tuple[str, set[str]]]:
    """Every few clue counts, as in `20–22`, with their patterns."""
    patterns = findings.plan.all_patterns
    ordered = sorted(patterns, key=lambda name: len(patterns[name]))
    for _, names in groupby(ordered, key=lambda name: (len(patterns[name]) - 2) // BAND):
        inside = list(names)
        yield f"{len(patterns[inside[0]])}–{len(patterns[inside[-1]])}", set(inside)


def _band_rows(findings: Findings, given: Sequence[Work]) -> Iterator[Row]:
    """Of every few clue counts, the middle of each grade's cells."""
    for clues, names in _bands(findings):
        grades = {
            grade.name: _middle([work for work in given if work.grade == grade.name and work.pattern in names])
            for grade in findings.plan.wanted
        }
        yield {"clues": clues, "patterns": len(names), **grades}


def _easiest(findings: Findings, given: Sequence[Work]) -> str:
    """With how many clues each grade is easiest."""
    told = []
    for grade in findings.plan.wanted:
        mine = [work for work in given if work.grade == grade.name]
        middles = [
            (median(some), clues)
            for clues, names in _bands(findings)
            if (some := [work.log_ratings for work in mine if work.pattern in names])
        ]
        told += [f"{grade.name} with {min(middles)[1]} clues"] if middles else []
    return f"In the middle of their cells these are easiest: {', '.join(told)}."


def _middle(some: Sequence[Work]) -> str | None:
    if not some:
        return None
    unmet = sum(not work.met for work in some)
    middle = 10 ** median(work.log_ratings for work in some)
    sign = ">" if 2 * unmet > len(some) else ""
    return f"{sign}{middle:.0f} ({unmet})"


def _by_pattern(findings: Findings, given: Sequence[Work]) -> Iterator[Row]:
    by_key = {(work.pattern, work.grade): work for work in given}
    patterns = findings.plan.all_patterns
    for name in sorted(patterns, key=lambda name: len(patterns[name])):
        mine = [work for grade in findings.plan.wanted if (work := by_key.get((name, grade.name)))]
        met = [work for work in mine if work.met]
        yield {
            "pattern": f"`{name}`",
            "clues": len(patterns[name]),
            "symmetry": symmetry_of(patterns[name].size, patterns[name].cells),
            **dict.fromkeys(grade.name for grade in findings.plan.wanted),
            **{work.grade: f"{'' if work.met else '>'}{10**work.log_ratings:.0f}" for work in mine},
            "suits": min(met, key=lambda work: work.log_ratings).grade if met else "none",
        }
