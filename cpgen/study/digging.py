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

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from cpgen.difficulty import model_for
from cpgen.errors import InputError
from cpgen.generation.digging.checks import Check
from cpgen.generation.digging.digger import Digger
from cpgen.generation.digging.request import DigRequest
from cpgen.generation.grids import GridSource, class_mark
from cpgen.generation.workbench import Clock
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Grid
from cpgen.study.journal import Journal
from cpgen.study.plots import picture, pyplot
from cpgen.symmetry import SYMMETRIES
from cpgen.tables import csv_text, markdown

CHECKS = ("apart", "direct", "unique")
SOURCES = ("oracle", "shuffle")
ARTICLE = {"single": 42.7, "orbits": 47.8, "two-stage": 42.5}
"""The means of the article, the two of symmetric sets for the half turn"""
NAMES = {"single": "one by one", "orbits": "orbits", "two-stage": "orbits, then one by one", "balanced": "balanced"}

Tell = Callable[[str], object]


@dataclass(frozen=True)
class Row:
    """What one way of digging left on the grids of one source."""

    source: str
    check: str
    way: str
    symmetry: str
    clues: tuple[int, ...]

    @property
    def figures(self) -> dict[str, Any]:
        """Mean, spread and quartiles, and the article's mean where it has one."""
        low, lower, middle, upper, high = np.percentile(self.clues, (0, 25, 50, 75, 100)).tolist()
        return {
            "source": self.source,
            "check": self.check,
            "way": NAMES[self.way],
            "symmetry": self.symmetry,
            "grids": len(self.clues),
            "mean": round(float(np.mean(self.clues)), 2),
            "sd": round(float(np.std(self.clues, ddof=1)) if len(self.clues) > 1 else 0.0, 2),
            "least": low,
            "quartile 1": lower,
            "median": middle,
            "quartile 3": upper,
            "most": high,
            "article": self._article,
        }

    @property
    def _article(self) -> float | str:
        told = self.check == "apart" and self.symmetry in ("none", "rot180")
        return ARTICLE.get(self.way, "") if told else ""


@dataclass(frozen=True)
class SourceRow:
    """How many classes of grids a source gave, at least."""

    source: str
    grids: int
    classes: int

    @property
    def figures(self) -> dict[str, Any]:
        """The row as a row of a table."""
        return {"source": self.source, "grids": self.grids, "classes of grids, at least": self.classes}


@dataclass(frozen=True)
class Study:
    """The rows of the study, and what was found about the sources of grids."""

    layout: Layout
    rows: tuple[Row, ...]
    sources: tuple[SourceRow, ...]

    def csv(self) -> str:
        """The rows as comma-separated values, with a heading."""
        return csv_text([row.figures for row in self.rows])

    def markdown(self) -> str:
        """The rows and the sources as two tables."""
        return "\n\n".join(markdown([row.figures for row in rows]) for rows in (self.rows, self.sources))


def study(
    grids: int = 300,
    seed: int = 1,
    layout: Layout | None = None,
    symmetries: Sequence[str] = tuple(SYMMETRIES),
    tell: Tell = lambda text: None,
    path: str = "",
) -> Study:
    """Digs in so many grids of each source by every way, check and symmetry; `tell` is told how far it is.

    With a path, the rows are kept there as they are done, and those that are there are not made again.
    """
    layout = layout or Layout.boxes(3, 3)
    request = {"study": "digging", "layout": layout.spec, "grids": grids, "seed": seed}
    with Journal(path, request, ("source", "check", "way", "symmetry")) as journal:
        return _study(grids, seed, layout, symmetries, journal, tell)


def _study(grids: int, seed: int, layout: Layout, symmetries: Sequence[str], journal: Journal, tell: Tell) -> Study:
    rows, found = [], []
    for source in _sources(layout):
        draw = GridSource(source, "bitset").open(layout, open_oracle("bitset") if source == "oracle" else None)
        drawn = [draw(np.random.default_rng([seed, index])).grid for index in range(grids)]
        found.append(SourceRow(source, grids, len({class_mark(layout, grid) for grid in drawn})))
        for check, way, symmetry in _cases(symmetries):
            case = source, check, way, symmetry
            if case not in journal:
                tell(f"{source} · {check} · {NAMES[way]} · {symmetry}")
                journal.add(asdict(Row(*case, _left(layout, drawn, check, way, symmetry, seed))))
            rows.append(Row(*case, tuple(journal[case]["clues"])))
    return Study(layout, tuple(rows), tuple(found))


def _sources(layout: Layout) -> tuple[str, ...]:
    """The sources that have grids for the layout."""
    try:
        GridSource("shift").open(layout)
    except InputError:
        return SOURCES[:1]
    return SOURCES


def _cases(symmetries: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Check, way and symmetry of every row."""
    for check in CHECKS:
        yield check, "single", "none"
        yield check, "balanced", "none"
        for symmetry in symmetries:
            if symmetry != "none":
                yield check, "orbits", symmetry
                yield check, "two-stage", symmetry


def _left(layout: Layout, grids: Sequence[Grid], check: str, way: str, symmetry: str, seed: int) -> tuple[int, ...]:
    """The clues left in each grid."""
    request = DigRequest(layout, model_for(layout).ladder, Check(check), way, symmetry)
    digger = Digger(request, Clock())
    dug = (digger.dig(np.array(grid, np.uint8), np.random.default_rng([seed, k])) for k, grid in enumerate(grids))
    return tuple(int(np.count_nonzero(clues)) for clues in dug if clues is not None)


def plot(done: Study, kind: str) -> bytes:
    """A picture (png, svg or pdf) of the clues left by every row on grids of the first source.

    Raises InputError without matplotlib.
    """
    rows = [row for row in done.rows if row.source == done.sources[0].source]
    figure, axes = pyplot().subplots(1, len(CHECKS), figsize=(16, 7), sharey=True, layout="constrained")
    for axis, check in zip(axes, CHECKS, strict=True):
        _boxes(axis, check, [row for row in rows if row.check == check][::-1])
    return picture(figure, kind)


def _boxes(axis: Any, check: str, rows: Sequence[Row]) -> None:
    """A box a row: quartiles, median, mean, and what lies beyond."""
    axis.boxplot([row.clues for row in rows], orientation="horizontal", showmeans=True)
    axis.set_yticks(range(1, len(rows) + 1), [f"{NAMES[row.way]} · {row.symmetry}" for row in rows])
    axis.set_title(f"check {check}")
    axis.set_xlabel("clues left")
