"""Study of patterns: the work that each grade takes on each pattern, and the grade that suits each pattern best.

Work is counted in ratings (solutions of a puzzle by the ladder), which are the same on any machine, not in seconds. If
starts succeed independently, with equal chance per rating, the maximum likelihood estimate of the ratings per puzzle is
the sum of all ratings, failed starts included, divided by the number of puzzles made.
"""

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

from cpgen.difficulty import Grade, GradeModel
from cpgen.feasibility.effort import Features, features_of
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.pattern import Pattern
from cpgen.requests.clock import Clock
from cpgen.study.factorial import CELL, CellStudy, StudyCell, StudyMethod, run_start, study_cell
from cpgen.study.measuring import canvas, pyplot
from cpgen.study.pattern_fit import LEAST_PATTERNS, Key, Work, Works, explanation, fit_text
from cpgen.study.runner import Journal, Progress, Tables, fingerprint
from cpgen.symmetry.square import symmetry_of
from cpgen.tabular import Row, markdown

METHOD = StudyMethod(oracle="bitset")
"""Default phases with the oracle that starts fastest; the number of ratings does not depend on the oracle"""
FIT = "fit.toml"
BAND = 3
"""Number of consecutive clue counts per row in the table of bands"""


@dataclass(frozen=True)
class PatternStudy(CellStudy):
    """Study that makes up to `count` puzzles for each pair of pattern and grade, with at most `ratings` ratings.

    The patterns in `fresh` are measured like the others, but nothing is fitted to them.
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
    title = "Patterns and grades"
    reading = """\
Every cell is one pattern and one grade. Its effort is the number of *ratings* (climbs of the ladder) that the default
method takes for a puzzle that matches: all ratings of the cell divided by the puzzles met. That is the same on any
machine. A cell ends with its puzzles or when its ratings are spent; a cell without a puzzle by then is *not met*, which
means that it takes more, not that it is impossible."""
    captions = {"heat": "Ratings per puzzle by pattern and grade; hatched cells were not met"}  # noqa: RUF012

    @cached_property
    def wanted(self) -> tuple[Grade, ...]:
        """Grades to study, by default all of the model's; raises InputError for a name that the model lacks."""
        return tuple(dict.fromkeys(map(self.model.grade, self.grades))) if self.grades else self.model.grades

    @cached_property
    def all_patterns(self) -> Mapping[str, Pattern]:
        """Patterns by name, the fresh ones last."""
        return {**self.patterns, **self.fresh}

    @cached_property
    def cells(self) -> tuple[StudyCell, ...]:
        """All study cells, pattern by pattern; raises InputError for an invalid combination."""
        return tuple(
            study_cell(name, {"pattern": pattern}, grade, self.layout, METHOD, self.model)
            for name, pattern in self.all_patterns.items()
            for grade in self.wanted
        )

    @property
    def conditions(self) -> Row:
        """Settings that a resumed study must share: all of them except the number of puzzles."""
        return {
            "layout": self.layout.spec,
            "grades": [grade.name for grade in self.wanted],
            "meaning": fingerprint(self.wanted),
            "patterns": {name: pattern.line for name, pattern in self.all_patterns.items()},
            "ratings": self.ratings,
            "seed": self.seed,
        }

    def measure(self, journal: Journal, progress: Progress) -> Iterator[Row]:
        """Yield the journal row of each missing start, as long as its study cell has ratings left."""
        oracle = open_oracle(METHOD.oracle)
        spent: dict[Key, int] = defaultdict(int)
        for row in journal.rows:
            spent[row["pattern"], row["grade"]] += row["ratings"]
        for cell, request, index in self.lacking(self.cells, journal, progress):
            left = self.ratings - spent[cell.pattern, cell.grade.name]
            if left > 0:
                made = run_start(request, oracle, self.seed, index, _clock(left))
                spent[cell.pattern, cell.grade.name] += made["ratings"]
                yield self.row(cell, index, made)

    @cached_property
    def features(self) -> dict[str, Features]:
        """Features of every pattern (clue share, evenness, ...), by the pattern's name."""
        return {name: features_of(pattern, self.layout) for name, pattern in self.all_patterns.items()}

    @cached_property
    def works(self) -> list[Work]:
        """Measured work of every study cell that was tried."""
        tried = [(cell, rows) for cell in self.cells if _ratings(rows := self.rows_of(cell))]
        return [
            Work(
                cell.pattern,
                cell.grade.name,
                self.features[cell.pattern],
                log10(_ratings(rows) / max(_met(rows), 1)),
                _met(rows) > 0,
                cell.pattern in self.fresh,
            )
            for cell, rows in tried
        ]

    @cached_property
    def fitted(self) -> Works | None:
        """Work of all study cells with its fits; None if one was not tried or there are too few patterns."""
        tried = all(self.rows_of(cell) for cell in self.cells if cell.request)
        if len(self.patterns) < LEAST_PATTERNS or not tried:
            return None
        speeds = {work.grade: self._ratings_a_second(work.grade) for work in self.works}
        return Works(self.model.name, self.layout.spec, self.ratings, speeds, self.works)

    def _ratings_a_second(self, grade: str) -> float:
        """Return the ratings per second of processor time, over all starts of a grade."""
        rows = [row for cell in self.cells if cell.grade.name == grade for row in self.rows_of(cell)]
        return _ratings(rows) / float(sum(row["cpu_seconds"] for row in rows))

    def tables(self) -> Tables:
        """Return one table with a row per study cell: cost, predicted ratings (if there is a fit) and features."""
        return {"figures": [self._figures(cell) for cell in self.cells]}

    def _figures(self, cell: StudyCell) -> Row:
        pattern = self.all_patterns[cell.pattern]
        predicted = (self.fitted.predictions if self.fitted else {}).get((cell.pattern, cell.grade.name))
        return {
            **cell.names,
            "fresh": cell.pattern in self.fresh,
            "pattern_line": pattern.line,
            "clues": len(pattern),
            "symmetry": symmetry_of(pattern.size, pattern.cells),
            **_effort(self.rows_of(cell)),
            "predicted_ratings": None if predicted is None else round(10**predicted),
            **{f"feature_{name}": round(value, 4) for name, value in self.features[cell.pattern]._asdict().items()},
            "why_not": cell.why,
        }

    def sections(self, drawn: Collection[str]) -> Iterator[str]:
        """Yield the work by clue count, the section on the fit, and the work by pattern."""
        seconds = sum(row["cpu_seconds"] for row in self.rows)
        yield f"All cells together took {_ratings(self.rows)} ratings and {seconds:.0f} seconds of processor time."
        yield self.picture("heat", drawn)
        yield "## Which clue counts suit which grade"
        yield "The median of the ratings per puzzle, and in brackets the number of cells that were not met."
        yield markdown(list(self._band_rows()))
        if self.fitted:
            yield from explanation(self.fitted)
        yield "## Pattern by pattern"
        yield "Ratings per puzzle; *>* where none was met with that many. The last column is the easiest grade."
        yield self.summary()

    def summary(self) -> str:
        """Return a Markdown table of the ratings per puzzle, by pattern and grade."""
        return markdown(list(self._by_pattern()))

    def more_files(self) -> Mapping[str, bytes]:
        """Return the file of the fit, with which `cpgen generate` predicts effort; {} if there is no fit."""
        return {FIT: fit_text(self.fitted.fit).encode()} if self.fitted else {}

    def _band_rows(self) -> Iterator[Row]:
        """Yield a table row per range of clue counts: each grade's median work and number of unmet study cells."""
        patterns = self.all_patterns
        ordered = sorted(patterns, key=lambda name: len(patterns[name]))
        for _, names in groupby(ordered, key=lambda name: (len(patterns[name]) - 2) // BAND):
            inside = list(names)
            row = {"clues": f"{len(patterns[inside[0]])}–{len(patterns[inside[-1]])}", "patterns": len(inside)}
            for grade in self.wanted:
                mine = [work for work in self.works if work.grade == grade.name and work.pattern in inside]
                row[grade.name] = _middle(mine) if mine else None
            yield row

    def _by_pattern(self) -> Iterator[Row]:
        by_key = {work.key: work for work in self.works}
        grades, patterns = [grade.name for grade in self.wanted], self.all_patterns
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
        """Return one plot, a heat map of the work by grade and pattern."""
        return {"heat": _heat_map(self)}


def _clock(ratings: int) -> Clock:
    """Return a clock that expires after a number of ratings."""
    clock = Clock()
    clock.stop = lambda: clock.ratings >= ratings
    return clock


def _effort(rows: Sequence[Row]) -> dict[str, Any]:
    """Return statistics of starts: puzzles, ratings and processor seconds (total, per puzzle), mean level and steps."""
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


def _middle(works: Sequence[Work]) -> str:
    unmet = sum(not work.met for work in works)
    middle = 10 ** median(work.log_ratings for work in works)
    return f"{'>' if 2 * unmet > len(works) else ''}{middle:.0f} ({unmet})"


def _heat_map(study: PatternStudy) -> Any:
    """Return a heat map of log10 of the ratings by grade and pattern; study cells without a puzzle are hatched."""
    works = study.works
    patterns = {
        work.pattern: (round(work.features.clues * study.layout.cell_count), work.features.twin_gaps) for work in works
    }
    ordered = sorted(patterns, key=patterns.__getitem__)
    grades = [grade.name for grade in study.wanted]
    values = np.full((len(grades), len(ordered)), np.nan)
    figure, axis = canvas(12, 1.2 + 0.5 * len(grades))
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
    axis.set_xlabel("clues; one column per pattern, equal clue counts ordered by twin gaps")
    figure.colorbar(mesh, ax=axis, label="log10 of ratings per puzzle")
    return figure
