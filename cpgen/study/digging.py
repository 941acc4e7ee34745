"""How many clues does digging leave? By check, way and symmetry, and by where the grid comes from.

It reproduces the table of an article on a generator in Ruby, which took numbers out of a grid one by one (42.7 clues
left on average), in symmetric sets (47.8), and in symmetric sets and then one by one (42.5). What its code does:

- Its check, `uniq_solution?` of a cell, asks whether the digits given in the cell's row, column and box leave only one
  for it. That is far from asking whether the puzzle still has one solution: the check here called `direct`. It stops at
  about 42 clues where `unique` goes on to about 24.
- Its "sets of four" are pairs: cell i and its image 80 − i under a half turn, the middle cell alone. The line that was
  to keep the first cell to a quarter of the board calls `find` and drops the answer.
- It asks of both cells while both are still given, then removes both: the check here called `apart`. Two cells that
  see each other may so go together, though each needed the other. `direct` asks with both removed, which is safe, and
  leaves a few tenths of a clue more.
- It does not say where its grids came from, so shuffles of one constructed grid and random completions are both here;
  they differ by less than half a clue, though the shuffles are all of one class of grids.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from cpgen.difficulty import model_for
from cpgen.errors import InputError
from cpgen.formats.tabular import Row
from cpgen.generation.clock import Clock
from cpgen.generation.dig_request import DigRequest
from cpgen.generation.dig_ways import Check
from cpgen.generation.digging import Digger
from cpgen.generation.grids import GridSource, class_mark
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Grid
from cpgen.study.journal import Journal
from cpgen.study.plots import pyplot, svg
from cpgen.study.report import for_people, pictured, setting
from cpgen.study.study import Results, Study, Tell
from cpgen.symmetry.square import SYMMETRIES, orbits

CHECKS = ("apart", "direct", "unique")
SOURCES = ("oracle", "shuffle")
ARTICLE = {"single": 42.7, "orbits": 47.8, "two-stage": 42.5}
"""The means of the article, the two of symmetric sets for the half turn"""
NAMES = {"single": "one by one", "orbits": "orbits", "two-stage": "orbits, then one by one", "balanced": "balanced"}
CASE = ("source", "check", "way", "symmetry")
"""The columns that tell the cases apart"""
READING = """\
Numbers are taken out of the same grids of each source by every check, way and symmetry; the figures are of the clues
that are left. *Apart* is the check of an article on a generator in Ruby, whose means stand in the last column."""
CAPTIONS = {"clues": "Clues left on grids of the first source, by check: quartiles, median, mean, and what lies beyond"}


@dataclass(frozen=True)
class Plan:
    """How many grids of each source, of which seed and layout, and which symmetries; raises InputError for others."""

    layout: Layout
    count: int = 300
    seed: int = 1
    symmetries: tuple[str, ...] = tuple(SYMMETRIES)

    def __post_init__(self) -> None:
        for symmetry in self.symmetries:
            orbits(self.layout.size, symmetry)

    @property
    def heading(self) -> Mapping[str, Any]:
        """What the rows depend on, the symmetries apart: a study can be gone on with for more of them."""
        return {"study": "digging", "layout": self.layout.spec, "count": self.count, "seed": self.seed}

    @property
    def cases(self) -> list[tuple[str, str, str, str]]:
        """Source, check, way and symmetry of every case, source by source."""
        return [(source, *case) for source in _sources(self.layout) for case in _cases(self.symmetries)]


def study(plan: Plan) -> Study:
    """The study of a plan."""
    return Study(plan.heading, CASE, partial(carry_out, plan), partial(_results, plan))


def carry_out(plan: Plan, journal: Journal, tell: Tell = lambda text: None) -> None:
    """Digs in the grids by every case that the journal lacks; `tell` is told how far it is."""
    for source in _sources(plan.layout):
        lacking = [case for case in plan.cases if case[0] == source and case not in journal]
        grids = _grids(plan, source) if lacking else []
        classes = len({class_mark(plan.layout, grid) for grid in grids})
        for case in lacking:
            tell(f"{len(journal.rows)} of {len(plan.cases)} cases · {' · '.join(case)}")
            clues = _left(plan, grids, *case[1:])
            journal.add({**dict(zip(CASE, case, strict=True)), "classes": classes, "clues": clues})


def _sources(layout: Layout) -> tuple[str, ...]:
    """The sources that have grids for the layout."""
    try:
        GridSource("shift").open(layout)
    except InputError:
        return SOURCES[:1]
    return SOURCES


def _cases(symmetries: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Check, way and symmetry of every case of a source."""
    for check in CHECKS:
        yield check, "single", "none"
        yield check, "balanced", "none"
        for symmetry in symmetries:
            if symmetry != "none":
                yield check, "orbits", symmetry
                yield check, "two-stage", symmetry


def _grids(plan: Plan, source: str) -> list[Grid]:
    """The grids of a source."""
    draw = GridSource(source, "bitset").open(plan.layout, open_oracle("bitset") if source == "oracle" else None)
    return [draw(np.random.default_rng([plan.seed, index])).grid for index in range(plan.count)]


def _left(plan: Plan, grids: Sequence[Grid], check: str, way: str, symmetry: str) -> list[int]:
    """The clues left in each grid."""
    request = DigRequest(plan.layout, model_for(plan.layout).ladder, Check(check), way, symmetry)
    digger = Digger(request, Clock())
    dug = (digger.dig(np.array(grid, np.uint8), np.random.default_rng([plan.seed, k])) for k, grid in enumerate(grids))
    return [int(np.count_nonzero(clues)) for clues in dug if clues is not None]


def _results(plan: Plan, journal: Journal) -> Results:
    found = [journal[case] for case in plan.cases if case in journal]
    article = ARTICLE if plan.layout == Layout.boxes(3, 3) else {}
    tables = {"figures": [figures(case, article) for case in found], "sources": _source_rows(plan, found)}
    return Results(
        so_far=f"{len(found)} of {len(plan.cases)} cases",
        tables=lambda: tables,
        rows=lambda: {"rows": [row for case in found for row in _rows(case)]},
        summary=lambda: "\n\n".join(map(for_people, tables.values())),
        report=partial(_report, plan, tables),
        plots=partial(_plots, found),
    )


def figures(case: Row, article: Mapping[str, float]) -> Row:
    """Mean, spread and quartiles of the clues that a case left, and the article's mean where it has one."""
    clues = case["clues"]
    low, lower, middle, upper, high = np.percentile(clues, (0, 25, 50, 75, 100)).tolist()
    told = case["check"] == "apart" and case["symmetry"] in ("none", "rot180")
    return {
        **{name: case[name] for name in CASE},
        "grids": len(clues),
        "clues_mean": round(float(np.mean(clues)), 2),
        "clues_sd": round(float(np.std(clues, ddof=1)) if len(clues) > 1 else 0.0, 2),
        "clues_least": low,
        "clues_quarter": lower,
        "clues_median": middle,
        "clues_three_quarters": upper,
        "clues_most": high,
        "article": article.get(case["way"]) if told else None,
    }


def _source_rows(plan: Plan, found: Sequence[Row]) -> list[Row]:
    """How many classes of grids each source gave, at least."""
    classes = {case["source"]: case["classes"] for case in found}
    return [{"source": source, "grids": plan.count, "classes_at_least": number} for source, number in classes.items()]


def _rows(case: Row) -> Iterator[Row]:
    for index, clues in enumerate(case["clues"]):
        yield {**{name: case[name] for name in CASE}, "index": index, "clues": clues}


def _report(plan: Plan, tables: Mapping[str, Sequence[Row]], drawn: Collection[str]) -> str:
    asked = {"layout": plan.layout.spec, "grids of each source": plan.count, "seed": plan.seed}
    parts = [READING, setting(asked), for_people(tables["figures"]), *pictured("clues", CAPTIONS, drawn)]
    return "\n\n".join(["# Clues that digging leaves", *parts, for_people(tables["sources"])]) + "\n"


def _plots(found: Sequence[Row]) -> dict[str, bytes]:
    """The clues left by every case on grids of the first source, a panel a check."""
    rows = [case for case in found if case["source"] == SOURCES[0]]
    figure, axes = pyplot().subplots(1, len(CHECKS), figsize=(16, 7), sharey=True, layout="constrained")
    for axis, check in zip(axes, CHECKS, strict=True):
        _boxes(axis, check, [case for case in rows if case["check"] == check][::-1])
    return {"clues": svg(figure)}


def _boxes(axis: Any, check: str, cases: Sequence[Row]) -> None:
    """A box a case: quartiles, median, mean, and what lies beyond."""
    axis.boxplot([case["clues"] for case in cases], orientation="horizontal", showmeans=True)
    axis.set_yticks(range(1, len(cases) + 1), [f"{NAMES[case['way']]} · {case['symmetry']}" for case in cases])
    axis.set_title(f"check {check}")
    axis.set_xlabel("clues left")
