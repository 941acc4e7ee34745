"""Study of digging: the number of clues left, by check, strategy, symmetry and source of the grids.

It reproduces the table of an article on a generator in Ruby, which removed digits from a grid one by one (42.7 clues
left on average), in symmetric sets (47.8), and in symmetric sets and then one by one (42.5). Reading its code shows:

- Its check, `uniq_solution?` of a cell, tests if the digits given in the cell's row, column and box leave only one for
  it. That is much weaker than uniqueness of the puzzle: it is the check `direct` here. It stops at about 42 clues where
  `unique` continues to about 24.
- Its "sets of four" are pairs: cell i and its image 80 - i under a half turn, the middle cell alone. The line that was
  to keep the first cell to a quarter of the board calls `find` and drops the result.
- It checks both cells while both are still given, then removes both: the check `apart` here. Two cells that see each
  other may be removed together although each needed the other. `direct` checks with both removed, which is safe, and
  leaves a few tenths of a clue more.
- It does not say where its grids came from, so both shuffles of one constructed grid and random completions are tried;
  they differ by less than half a clue, although the shuffles all belong to one equivalence class of grids.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from cpgen.digging.dig_request import resolve_dig
from cpgen.digging.dig_spec import DigSpec
from cpgen.digging.digger import Digger
from cpgen.digging.strategies import Check
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Grid
from cpgen.requests.clock import Clock
from cpgen.requests.grid_sources import GridSource, class_invariant
from cpgen.study.measuring import canvas
from cpgen.study.runner import Journal, Progress, Study, Tables
from cpgen.symmetry.square import SYMMETRIES, orbits
from cpgen.tabular import Row

CHECKS = ("apart", "direct", "unique")
SOURCES = ("oracle", "shuffle")
ARTICLE = {"single": 42.7, "orbits": 47.8, "two-stage": 42.5}
"""Mean clue counts reported in the article, by strategy; where cells are removed in sets, by half-turn symmetry"""
NAMES = {"single": "one by one", "orbits": "orbits", "two-stage": "orbits, then one by one", "balanced": "balanced"}
CASE = ("source", "check", "way", "symmetry")
"""Columns that identify a case: a combination of grid source, check, strategy and symmetry"""


@dataclass(frozen=True)
class DiggingStudy(Study):
    """Study that digs `count` grids of each source by every check, strategy and symmetry, and counts the clues left.

    Raises InputError for a symmetry that the board cannot have.
    """

    layout: Layout
    count: int = 300
    seed: int = 1
    symmetries: tuple[str, ...] = tuple(SYMMETRIES)

    name = "digging"
    key = CASE
    timed = False
    title = "Clues that digging leaves"
    reading = """\
Digits are removed from the same grids of each source by every check, strategy (*way*) and symmetry; the figures are the
numbers of clues that are left. *Apart* is the check of an article on a generator in Ruby, whose means are in the last
column."""
    captions = {  # noqa: RUF012
        "clues": "Clues left on grids of the first source, by check: quartiles, median, mean and outliers"
    }

    def __post_init__(self) -> None:
        for symmetry in self.symmetries:
            orbits(self.layout.size, symmetry)

    @property
    def conditions(self) -> Row:
        """Settings that a resumed study must share: layout, number of grids and seed; its symmetries may differ."""
        return {"layout": self.layout.spec, "count": self.count, "seed": self.seed}

    @property
    def sources(self) -> tuple[str, ...]:
        """Names of the sources of grids: `oracle` (random completions) and, if the layout allows it, `shuffle`."""
        try:
            GridSource("shift").open(self.layout)
        except InputError:
            return SOURCES[:1]
        return SOURCES

    @property
    def cases(self) -> list[tuple[str, str, str, str]]:
        """Source, check, strategy and symmetry of every case, grouped by source."""
        symmetric = [(way, one) for one in self.symmetries if one != "none" for way in ("orbits", "two-stage")]
        ways = [("single", "none"), ("balanced", "none"), *symmetric]
        return [(source, check, *way) for source in self.sources for check in CHECKS for way in ways]

    def measure(self, journal: Journal, progress: Progress) -> Iterator[Row]:
        """Yield a journal row per missing case, with the number of clues left in each grid of the source."""
        for source in self.sources:
            lacking = [case for case in self.cases if case[0] == source and case not in journal]
            grids = self._grids(source) if lacking else []
            classes = len({class_invariant(self.layout, grid) for grid in grids})
            for case in lacking:
                progress(f"{len(journal.rows)} of {len(self.cases)} cases · {' · '.join(case)}")
                clues = self._left(grids, *case[1:])
                yield {**dict(zip(CASE, case, strict=True)), "classes": classes, "clues": clues}

    def _grids(self, source: str) -> list[Grid]:
        draw = GridSource(source, "bitset").open(self.layout, open_oracle("bitset") if source == "oracle" else None)
        return [draw(np.random.default_rng([self.seed, index])).grid for index in range(self.count)]

    def _left(self, grids: Sequence[Grid], check: str, way: str, symmetry: str) -> list[int]:
        """Return the number of clues left after digging each grid with a check, a strategy (`way`) and a symmetry."""
        request = resolve_dig(DigSpec(layout=self.layout, check=Check(check), way=way, symmetry=symmetry))
        digger, seed = Digger(request, Clock()), self.seed
        dug = (digger.dig(np.array(grid, np.uint8), np.random.default_rng([seed, k])) for k, grid in enumerate(grids))
        return [int(np.count_nonzero(clues)) for clues in dug if clues is not None]

    @cached_property
    def measured_cases(self) -> list[Row]:
        """Rows of the study's cases, in order; the journal may hold further cases."""
        by_case = {tuple(row[name] for name in CASE): row for row in self.rows}
        return [by_case[case] for case in self.cases if case in by_case]

    @property
    def so_far(self) -> str:
        """Progress of the study in words, as shown while it runs."""
        return f"{len(self.measured_cases)} of {len(self.cases)} cases"

    def tables(self) -> Tables:
        """Return two tables: the clues left in every case, and the number of different grids of each source.

        Grids are counted as different if an invariant of their equivalence class tells them apart, which is a lower
        bound.
        """
        classes = {case["source"]: case["classes"] for case in self.measured_cases}
        sources = [
            {"source": source, "grids": self.count, "classes_at_least": number} for source, number in classes.items()
        ]
        return {"figures": [self._figures(case) for case in self.measured_cases], "sources": sources}

    def _figures(self, case: Row) -> Row:
        """Return mean, spread and quartiles of the clues left in a case, and the article's mean if it reports one."""
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
            "article": ARTICLE.get(case["way"]) if published and self.layout == Layout.boxes(3, 3) else None,
        }

    def measured(self) -> Tables:
        """Return one table, `rows`, with the clue count left in each grid by each case."""
        return {
            "rows": [
                {**_names(case), "index": index, "clues": clues}
                for case in self.measured_cases
                for index, clues in enumerate(case["clues"])
            ]
        }

    def plots(self) -> dict[str, Any]:
        """Return box plots of the clues left on grids of the first source, one panel per check."""
        figure, axes = canvas(16, 7, 1, len(CHECKS), sharey=True)
        for axis, check in zip(axes, CHECKS, strict=True):
            mine = [case for case in self.measured_cases if (case["source"], case["check"]) == (SOURCES[0], check)]
            upwards = mine[::-1]  # the first case on top
            axis.boxplot([case["clues"] for case in upwards], orientation="horizontal", showmeans=True)
            axis.set_yticks(range(1, len(mine) + 1), [f"{NAMES[case['way']]} · {case['symmetry']}" for case in upwards])
            axis.set_title(f"check {check}")
            axis.set_xlabel("clues left")
        return {"clues": figure}


def _names(case: Row) -> Row:
    return {name: case[name] for name in CASE}
