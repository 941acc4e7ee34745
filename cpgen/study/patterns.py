"""The study of patterns: how much work each grade is on each pattern, and which grade a pattern suits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from math import log10
from statistics import fmean, median
from typing import Any

import numpy as np

from cpgen.difficulty import Grade, GradeModel, model_for
from cpgen.feasibility.effort import Features, features_of
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.pattern import Pattern
from cpgen.requests.clock import Clock
from cpgen.study.engine import Journal, Progress, Tables, fingerprint
from cpgen.study.factorial import CELL, Cell, CellFindings, CellStudy, Method, cell_of, start
from cpgen.study.pattern_fit import LEAST_PATTERNS, Key, Work, Works, explanation, fit_text, in_short
from cpgen.study.plots import pyplot
from cpgen.symmetry.square import symmetry_of
from cpgen.tabular import Row, markdown

METHOD = Method(oracle="bitset")
"""The default phases, with the oracle that loads at once: ratings are the same with any"""
FIT = "fit.toml"
BAND = 3
"""Clue counts that share a row of the table of bands"""
MARKS = ("o", "s", "D", "P", "X", "v", "*", "h")
"""One a grade"""


@dataclass(frozen=True)
class PatternStudy(CellStudy):
    """Which patterns and grades; so many puzzles a cell, but no more ratings together than `ratings`.

    The patterns in `fresh` are looked at like the others, but nothing is fitted to them.
    """

    layout: Layout
    model: GradeModel
    patterns: Mapping[str, Pattern]
    fresh: Mapping[str, Pattern]
    grades: tuple[str, ...] = ()
    count: int = 8
    ratings: int = 200_000
    seed: int = 1

    name = "patterns"
    key = (*CELL, "index")
    timed = False

    @cached_property
    def wanted(self) -> tuple[Grade, ...]:
        """The grades, all of the model's when none is named; raises InputError for one that the model lacks."""
        return tuple(dict.fromkeys(map(self.model.grade, self.grades))) if self.grades else self.model.grades

    @cached_property
    def all_patterns(self) -> Mapping[str, Pattern]:
        """The patterns by name, the fresh ones last."""
        return {**self.patterns, **self.fresh}

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells; raises InputError for what does not go together."""
        return tuple(
            cell_of(name, pattern, grade, self.layout, METHOD, model_for(self.layout))
            for name, pattern in self.all_patterns.items()
            for grade in self.wanted
        )

    @property
    def conditions(self) -> Row:
        """The cells, the ratings that one may spend, and the seed."""
        return {
            "layout": self.layout.spec,
            "grades": [grade.name for grade in self.wanted],
            "meaning": fingerprint(self.wanted),
            "patterns": {name: pattern.line for name, pattern in self.all_patterns.items()},
            "ratings": self.ratings,
            "seed": self.seed,
        }

    def measure(self, journal: Journal, progress: Progress) -> Iterator[Row]:
        """The puzzles that the journal lacks and the cells have ratings for; what was tried, when they are spent."""
        oracle = open_oracle(METHOD.oracle)
        spent: dict[Key, int] = defaultdict(int)
        for row in journal.rows:
            spent[row["pattern"], row["grade"]] += row["ratings"]
        for cell, request, index in self.lacking(self.cells, journal, progress):
            left = self.ratings - spent[cell.pattern, cell.grade.name]
            if left > 0:
                made = start(request, oracle, self.seed, index, _clock(left))
                spent[cell.pattern, cell.grade.name] += made["ratings"]
                yield self.row(cell, index, made)

    def findings(self, rows: Sequence[Row]) -> PatternFindings:
        """The work of every cell, and what explains it."""
        return PatternFindings(self, rows)


def _clock(ratings: int) -> Clock:
    """A clock that stops when so many ratings are spent."""
    clock = Clock()
    clock.stop = lambda: clock.ratings >= ratings
    return clock


@dataclass(frozen=True)
class PatternFindings(CellFindings[PatternStudy]):
    """The work of every cell: how many ratings a puzzle takes, or that none was met."""

    title = "Patterns and grades"
    reading = """\
Every cell is one pattern and one grade. Its effort is the number of *ratings* (boards that the ladder is climbed on)
that the default method takes for a puzzle that matches: all ratings of the cell over the puzzles met. That is the same
on any machine. A cell ends with its puzzles or when its ratings are spent; one that met nothing by then is *not met*,
which means that it takes more, not that it is impossible. Random patterns are of many symmetries, and of every three
with a symmetry one is the most even of some, one the least even, and one between. Patterns with two empty lines that
could change places are left out: no puzzle of theirs has one solution."""
    captions = {  # noqa: RUF012
        "heat": "Ratings a puzzle by pattern and grade; hatched cells were not met",
        "predicted": "Predicted against measured; filled marks are fresh patterns",
    }

    @cached_property
    def features(self) -> dict[str, Features]:
        """The features of every pattern."""
        return {name: features_of(pattern, self.study.layout) for name, pattern in self.study.all_patterns.items()}

    @cached_property
    def works(self) -> list[Work]:
        """The work of every cell that was tried.

        All ratings over the puzzles met is the likeliest mean where the wait for a puzzle has no memory, starts that
        were given up included.
        """
        tried = [(cell, rows) for cell in self.study.cells if _ratings(rows := self.of(cell))]
        return [
            Work(
                cell.pattern,
                cell.grade.name,
                self.features[cell.pattern],
                log10(_ratings(rows) / max(_met(rows), 1)),
                _met(rows) > 0,
                cell.pattern in self.study.fresh,
            )
            for cell, rows in tried
        ]

    @cached_property
    def fitted(self) -> Works | None:
        """The works with the fits to them; None unless every cell was tried and there are patterns enough."""
        study = self.study
        tried = all(self.of(cell) for cell in study.cells if cell.request)
        if len(study.patterns) < LEAST_PATTERNS or not tried:
            return None
        speeds = {work.grade: self._ratings_a_second(work.grade) for work in self.works}
        return Works(study.model.name, study.layout.spec, study.ratings, speeds, self.works)

    def _ratings_a_second(self, grade: str) -> float:
        """How many ratings a second of the processor the cells of a grade had."""
        rows = [row for cell in self.study.cells if cell.grade.name == grade for row in self.of(cell)]
        return _ratings(rows) / float(sum(row["cpu_seconds"] for row in rows))

    def tables(self) -> Tables:
        """The figures of every cell, with its predicted ratings, where they are, and its features."""
        return {"figures": [self._figures(cell) for cell in self.study.cells]}

    def _figures(self, cell: Cell) -> Row:
        pattern = self.study.all_patterns[cell.pattern]
        predicted = (self.fitted.predictions if self.fitted else {}).get((cell.pattern, cell.grade.name))
        return {
            **cell.names,
            "fresh": cell.pattern in self.study.fresh,
            "pattern_line": pattern.line,
            "clues": len(pattern),
            "symmetry": symmetry_of(pattern.size, pattern.cells),
            **_effort(self.of(cell)),
            "predicted_ratings": None if predicted is None else round(10**predicted),
            **{f"feature_{name}": round(value, 4) for name, value in self.features[cell.pattern]._asdict().items()},
            "why_not": cell.why,
        }

    @property
    def settings(self) -> Row:
        """The settings in words, and what the study took."""
        study = self.study
        return {
            "patterns": f"{len(study.patterns)}, and {len(study.fresh)} fresh ones",
            "layout": study.layout.spec,
            "grades": ", ".join(grade.name for grade in study.wanted),
            "puzzles a cell": study.count,
            "ratings a cell, at most": study.ratings,
            "seed": study.seed,
            "ratings together": _ratings(self.rows),
            "processor seconds together": round(sum(row["cpu_seconds"] for row in self.rows)),
        }

    def sections(self, drawn: Collection[str]) -> Iterator[str]:
        """The outcome in short, by clue counts, what explains it, and pattern by pattern."""
        if self.fitted:
            yield from in_short(self.fitted)
        yield self.picture("heat", drawn)
        yield "## Which clue counts suit which grade"
        yield "The median of ratings a puzzle, and in brackets how many of the cells were not met."
        yield markdown(list(self._band_rows()))
        yield self._easiest()
        if self.fitted:
            yield from explanation(self.fitted)
        yield self.picture("predicted", drawn)
        yield "## Pattern by pattern"
        yield "Ratings a puzzle; *>* where none was met with so many. The last column is the grade that takes fewest."
        yield self.summary()

    def summary(self) -> str:
        """Ratings a puzzle by pattern and grade as a table."""
        return markdown(list(self._by_pattern()))

    def more_files(self) -> Mapping[str, bytes]:
        """The file of the fit, by which `cpgen generate` warns; none where there are too few patterns."""
        return {FIT: fit_text(self.fitted.fit).encode()} if self.fitted else {}

    @cached_property
    def _bands(self) -> dict[str, set[str]]:
        """Every few clue counts, as in `20–22`, with their patterns."""
        patterns = self.study.all_patterns
        ordered = sorted(patterns, key=lambda name: len(patterns[name]))
        bands = {}
        for _, names in groupby(ordered, key=lambda name: (len(patterns[name]) - 2) // BAND):
            inside = list(names)
            bands[f"{len(patterns[inside[0]])}–{len(patterns[inside[-1]])}"] = set(inside)
        return bands

    def _in_band(self, grade: Grade, names: Collection[str]) -> list[Work]:
        return [work for work in self.works if work.grade == grade.name and work.pattern in names]

    def _band_rows(self) -> Iterator[Row]:
        """Of every few clue counts, the middle of each grade's cells."""
        for clues, names in self._bands.items():
            grades = {grade.name: _middle(self._in_band(grade, names)) for grade in self.study.wanted}
            yield {"clues": clues, "patterns": len(names), **grades}

    def _easiest(self) -> str:
        """With how many clues each grade is easiest."""
        easiest = []
        for grade in self.study.wanted:
            bands = ((clues, self._in_band(grade, names)) for clues, names in self._bands.items())
            middles = [(median(work.log_ratings for work in works), clues) for clues, works in bands if works]
            easiest += [f"{grade.name} with {min(middles)[1]} clues"] if middles else []
        return f"In the middle of their cells these are easiest: {', '.join(easiest)}."

    def _by_pattern(self) -> Iterator[Row]:
        by_key = {work.key: work for work in self.works}
        grades, patterns = [grade.name for grade in self.study.wanted], self.study.all_patterns
        for name in sorted(patterns, key=lambda name: len(patterns[name])):
            works = [work for grade in grades if (work := by_key.get((name, grade)))]
            met = [work for work in works if work.met]
            yield {
                "pattern": f"`{name}`",
                "clues": len(patterns[name]),
                "symmetry": symmetry_of(patterns[name].size, patterns[name].cells),
                **dict.fromkeys(grades),
                **{work.grade: f"{'' if work.met else '>'}{10**work.log_ratings:.0f}" for work in works},
                "suits": min(met, key=lambda work: work.log_ratings).grade if met else "none",
            }

    def plots(self) -> dict[str, Any]:
        """A heat map of grades and patterns, and the predicted against the measured."""
        plots = {"heat": _heat_map(self)}
        return plots | {"predicted": _predicted(self, self.fitted)} if self.fitted else plots


def _effort(rows: Sequence[Row]) -> dict[str, Any]:
    """Puzzles met, starts, ratings and processor seconds, together and a puzzle (None: not met), and the mean level."""
    met, ratings, seconds = _met(rows), _ratings(rows), sum(row["cpu_seconds"] for row in rows)
    made = [row for row in rows if row["puzzle"]]
    return {
        "met": met,
        "starts": len(rows),
        "ratings": ratings,
        "ratings_a_puzzle": round(ratings / met) if met else None,
        "cpu_seconds": round(seconds, 3),
        "cpu_seconds_a_puzzle": round(seconds / met, 4) if met else None,
        "level": round(fmean(row["level"] for row in made), 2) if made else None,
        "steps": round(fmean(row["steps"] for row in made), 2) if made else None,
    }


def _met(rows: Sequence[Row]) -> int:
    return sum(row["puzzle"] is not None for row in rows)


def _ratings(rows: Sequence[Row]) -> int:
    return sum(row["ratings"] for row in rows)


def _middle(works: Sequence[Work]) -> str | None:
    if not works:
        return None
    unmet = sum(not work.met for work in works)
    middle = 10 ** median(work.log_ratings for work in works)
    sign = ">" if 2 * unmet > len(works) else ""
    return f"{sign}{middle:.0f} ({unmet})"


def _heat_map(findings: PatternFindings) -> Any:
    """Grades by patterns, by clues and then by twin gaps; colour is log10 of the ratings, and hatched is not met."""
    works = findings.works
    patterns = {
        work.pattern: (round(work.features.clues * findings.study.layout.cell_count), work.features.twin_gaps)
        for work in works
    }
    ordered = sorted(patterns, key=patterns.__getitem__)
    grades = [grade.name for grade in findings.study.wanted]
    values = np.full((len(grades), len(ordered)), np.nan)
    figure, axis = pyplot().subplots(figsize=(12, 1.2 + 0.5 * len(grades)), layout="constrained")
    for work in works:
        row, column = grades.index(work.grade), ordered.index(work.pattern)
        values[row, column] = work.log_ratings
        if not work.met:
            axis.add_patch(
                pyplot().Rectangle((column, row), 1, 1, fill=False, hatch="////", edgecolor="w", lw=0, zorder=2)
            )
    mesh = axis.pcolormesh(values, cmap="viridis_r")
    axis.set_yticks(np.arange(len(grades)) + 0.5, grades)
    axis.invert_yaxis()
    counts = [patterns[name][0] for name in ordered]
    firsts = [column for column, count in enumerate(counts) if count not in counts[:column]]
    axis.set_xticks(firsts, [counts[column] for column in firsts], fontsize="x-small")
    axis.set_xlabel("clues; a column a pattern, those of the same count by their twin gaps")
    figure.colorbar(mesh, ax=axis, label="log10 of ratings a puzzle")
    return figure


def _predicted(findings: PatternFindings, works: Works) -> Any:
    """A point a cell, predicted along, measured up; fresh patterns filled, cells that were not met as arrows."""
    figure, axis = pyplot().subplots(figsize=(6, 5.5), layout="constrained")
    for number, grade in enumerate(findings.study.wanted):
        for fresh in (False, True):
            for met in (True, False):
                kind = grade.name, fresh, met
                some = [work for work in works.all if (work.grade, work.fresh, work.met) == kind]
                _points(axis, [(works.predictions[work.key], work.log_ratings) for work in some], number, *kind)
    low, high = axis.get_ylim()
    axis.plot([low, high], [low, high], "k:", lw=1)
    axis.set_xlabel("predicted log10 of ratings a puzzle")
    axis.set_ylabel("measured (arrow: not met, lies higher)")
    axis.legend(fontsize="small")
    return figure


def _points(axis: Any, places: Sequence[tuple[float, float]], number: int, grade: str, fresh: bool, met: bool) -> None:
    if places:
        axis.scatter(
            *zip(*places, strict=True),
            22,
            marker=MARKS[number % len(MARKS)] if met else "^",
            edgecolors=f"C{number}",
            facecolors=f"C{number}" if fresh else "none",
            label=grade if met and not fresh else None,
            alpha=0.8,
        )
