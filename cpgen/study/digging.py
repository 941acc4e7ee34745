"""The study of digging: how many clues are left, by check, way and symmetry, and by where the grid comes from.

It reproduces the table of an article on a generator in Ruby, which took numbers out of a grid one by one (42.7 clues
left on average), in symmetric sets (47.8), and in symmetric sets and then one by one (42.5). What its code does:

- Its check, `uniq_solution?` of a cell, is whether the digits given in the cell's row, column and box leave only one
  for it. That is much weaker than that the puzzle still has one solution: it is the check `direct` here. It stops
  at about 42 clues where `unique` continues to about 24.
- Its "sets of four" are pairs: cell i and its image 80 − i under a half turn, the middle cell alone. The line that was
  to keep the first cell to a quarter of the board calls `find` and drops the answer.
- It checks both cells while both are still given, then removes both: the check called `apart` here. Two cells that
  see each other may so go together, though each needed the other. `direct` checks with both removed, which is safe, and
  leaves a few tenths of a clue more.
- It does not say where its grids came from, so shuffles of one constructed grid and random completions are both here;
  they differ by less than half a clue, though the shuffles are all of one class of grids.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from cpgen.digging.dig_request import DigRequest
from cpgen.digging.digger import Digger
from cpgen.digging.strategies import Check
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Grid
from cpgen.requests.clock import Clock
from cpgen.requests.grid_sources import GridSource, class_invariant
from cpgen.study.engine import Findings, Journal, Progress, Study, Tables, for_people
from cpgen.study.plots import pyplot
from cpgen.symmetry.square import SYMMETRIES, orbits
from cpgen.tabular import Row

CHECKS = ("apart", "direct", "unique")
SOURCES = ("oracle", "shuffle")
ARTICLE = {"single": 42.7, "orbits": 47.8, "two-stage": 42.5}
"""The means of the article, the two of symmetric sets for the half turn"""
NAMES = {"single": "one by one", "orbits": "orbits", "two-stage": "orbits, then one by one", "balanced": "balanced"}
CASE = ("source", "check", "way", "symmetry")
"""The columns that identify a case"""


@dataclass(frozen=True)
class DiggingStudy(Study):
    """How many grids of each source, of which seed and layout, and which symmetries; raises InputError for others."""

    layout: Layout
    count: int = 300
    seed: int = 1
    symmetries: tuple[str, ...] = tuple(SYMMETRIES)

    name = "digging"
    key = CASE
    timed = False

    def __post_init__(self) -> None:
        for symmetry in self.symmetries:
            orbits(self.layout.size, symmetry)

    @property
    def conditions(self) -> Row:
        """Layout, grids and seed; with more symmetries the study goes further."""
        return {"layout": self.layout.spec, "count": self.count, "seed": self.seed}

    @property
    def sources(self) -> tuple[str, ...]:
        """The sources that have grids for the layout."""
        try:
            GridSource("shift").open(self.layout)
        except InputError:
            return SOURCES[:1]
        return SOURCES

    @property
    def cases(self) -> list[tuple[str, str, str, str]]:
        """Source, check, way and symmetry of every case, source by source."""
        return [(source, *case) for source in self.sources for case in self._cases()]

    def _cases(self) -> Iterator[tuple[str, str, str]]:
        """Check, way and symmetry of every case of a source."""
        for check in CHECKS:
            yield check, "single", "none"
            yield check, "balanced", "none"
            for symmetry in self.symmetries:
                if symmetry != "none":
                    yield check, "orbits", symmetry
                    yield check, "two-stage", symmetry

    def measure(self, journal: Journal, progress: Progress) -> Iterator[Row]:
        """The clues left in all grids of a source, a row a case."""
        for source in self.sources:
            lacking = [case for case in self.cases if case[0] == source and case not in journal]
            grids = self._grids(source) if lacking else []
            classes = len({class_invariant(self.layout, grid) for grid in grids})
            for case in lacking:
                progress(f"{len(journal.rows)} of {len(self.cases)} cases · {' · '.join(case)}")
                clues = self._left(grids, *case[1:])
                yield {**dict(zip(CASE, case, strict=True)), "classes": classes, "clues": clues}

    def _grids(self, source: str) -> list[Grid]:
        """The grids of a source."""
        draw = GridSource(source, "bitset").open(self.layout, open_oracle("bitset") if source == "oracle" else None)
        return [draw(np.random.default_rng([self.seed, index])).grid for index in range(self.count)]

    def _left(self, grids: Sequence[Grid], check: str, way: str, symmetry: str) -> list[int]:
        """The clues left in each grid."""
        request = DigRequest(layout=self.layout, check=Check(check), way=way, symmetry=symmetry)
        digger, seed = Digger(request, Clock()), self.seed
        dug = (digger.dig(np.array(grid, np.uint8), np.random.default_rng([seed, k])) for k, grid in enumerate(grids))
        return [int(np.count_nonzero(clues)) for clues in dug if clues is not None]

    def findings(self, rows: Sequence[Row]) -> DiggingFindings:
        """How many clues are left, case by case."""
        return DiggingFindings(self, rows)


@dataclass(frozen=True)
class DiggingFindings(Findings[DiggingStudy]):
    """Mean, spread and quartiles of the clues that each case left, and how many classes of grids there were."""

    title = "Clues that digging leaves"
    reading = """\
Numbers are taken out of the same grids of each source by every check, way and symmetry; the figures are of the clues
that are left. *Apart* is the check of an article on a generator in Ruby, whose means are in the last column."""
    captions = {  # noqa: RUF012
        "clues": "Clues left on grids of the first source, by check: quartiles, median, mean, and what lies beyond"
    }

    @cached_property
    def cases(self) -> list[Row]:
        """The rows of the study's cases, in their order; the journal may hold more."""
        by_case = {tuple(row[name] for name in CASE): row for row in self.rows}
        return [by_case[case] for case in self.study.cases if case in by_case]

    @property
    def so_far(self) -> str:
        """How far the study is."""
        return f"{len(self.cases)} of {len(self.study.cases)} cases"

    def tables(self) -> Tables:
        """The figures of every case, and at least how many classes of grids each source gave."""
        article = ARTICLE if self.study.layout == Layout.boxes(3, 3) else {}
        classes = {case["source"]: case["classes"] for case in self.cases}
        return {
            "figures": [_figures(case, article) for case in self.cases],
            "sources": [
                {"source": source, "grids": self.study.count, "classes_at_least": number}
                for source, number in classes.items()
            ],
        }

    def measured(self) -> Tables:
        """A row for each grid and case."""
        return {
            "rows": [
                {**_names(case), "index": index, "clues": clues}
                for case in self.cases
                for index, clues in enumerate(case["clues"])
            ]
        }

    @property
    def settings(self) -> Row:
        """The settings of the study, in words."""
        study = self.study
        return {"layout": study.layout.spec, "grids of each source": study.count, "seed": study.seed}

    def sections(self, drawn: Collection[str]) -> Iterator[str]:
        """The figures, the plot, and the sources."""
        tables = self.tables()
        yield for_people(tables["figures"])
        yield self.picture("clues", drawn)
        yield for_people(tables["sources"])

    def summary(self) -> str:
        """Both tables."""
        return "\n\n".join(map(for_people, self.tables().values()))

    def plots(self) -> dict[str, Any]:
        """The clues left by every case on grids of the first source, a panel a check."""
        figure, axes = pyplot().subplots(1, len(CHECKS), figsize=(16, 7), sharey=True, layout="constrained")
        for axis, check in zip(axes, CHECKS, strict=True):
            _boxes(axis, check, [case for case in self.cases if (case["source"], case["check"]) == (SOURCES[0], check)])
        return {"clues": figure}


def _names(case: Row) -> Row:
    return {name: case[name] for name in CASE}


def _figures(case: Row, article: Mapping[str, float]) -> Row:
    """Mean, spread and quartiles of the clues that a case left, and the article's mean where it has one."""
    clues = case["clues"]
    low, lower, middle, upper, high = np.percentile(clues, (0, 25, 50, 75, 100)).tolist()
    published = case["check"] == "apart" and case["symmetry"] in ("none", "rot180")
    return {
        **_names(case),
        "grids": len(clues),
        "clues_mean": round(float(np.mean(clues)), 2),
        "clues_sd": round(float(np.std(clues, ddof=1)) if len(clues) > 1 else 0.0, 2),
        "clues_least": low,
        "clues_quarter": lower,
        "clues_median": middle,
        "clues_three_quarters": upper,
        "clues_most": high,
        "article": article.get(case["way"]) if published else None,
    }


def _boxes(axis: Any, check: str, cases: Sequence[Row]) -> None:
    """A box a case, the first on top: quartiles, median, mean, and what lies beyond."""
    upwards = cases[::-1]
    axis.boxplot([case["clues"] for case in upwards], orientation="horizontal", showmeans=True)
    axis.set_yticks(range(1, len(cases) + 1), [f"{NAMES[case['way']]} · {case['symmetry']}" for case in upwards])
    axis.set_title(f"check {check}")
    axis.set_xlabel("clues left")
