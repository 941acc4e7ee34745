"""The study of difficulty: the same puzzles by several measures, how far these agree, and where they do not."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from cpgen.difficulty import GradeModel, model_for, shipped_ladder
from cpgen.digging.dig_request import DigRequest
from cpgen.digging.digger import Digger
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.rater.rating import Rater, Rating
from cpgen.requests.clock import Clock
from cpgen.requests.grid_sources import GridSource
from cpgen.state import State
from cpgen.study.engine import Findings, Journal, Progress, Study, Tables, for_people
from cpgen.study.guessing import Guesser
from cpgen.study.plots import pyplot
from cpgen.tabular import Row

MEASURES = ("level", "steps", "grade", "hodoku_score", "hodoku_level", "explainer", "guesses", "bivalue", "clues")
PUT_BACK = 6
"""The most clues that a puzzle gets back"""
RUNS = 10
"""Of the backtracking search, whose mean counts"""
LARGEST = 10
"""The longest side of a board"""
AT_ONCE = 100
"""Puzzles in a row of the journal"""


@dataclass(frozen=True)
class DifficultyStudy(Study):
    """The layout, how many puzzles, and the seed; raises InputError for a large board or a single puzzle."""

    layout: Layout
    count: int = 10_000
    seed: int = 1

    name = "difficulty"
    key = ("block",)
    timed = False

    def __post_init__(self) -> None:
        if self.layout.size > LARGEST:
            raise InputError(
                f"A backtracking search takes too long on boards with sides above {LARGEST}; this one has "
                f"{self.layout.size}."
            )
        if self.count < 2:
            raise InputError("A comparison of measures needs two puzzles or more; give a higher --count.")

    @property
    def conditions(self) -> Row:
        """The layout and the seed."""
        return {"layout": self.layout.spec, "seed": self.seed}

    def measure(self, journal: Journal, progress: Progress) -> Iterator[Row]:
        """The puzzles that the journal lacks, some a row."""
        judge = Judge(self.layout)
        for block in range(-(-self.count // AT_ONCE)):
            if (block,) not in journal:
                progress(f"{block * AT_ONCE} of {self.count} puzzles")
                rng = np.random.default_rng([self.seed, block])
                yield {"block": block, "puzzles": [judge.judged(judge.puzzle(rng), rng) for _ in range(AT_ONCE)]}

    def findings(self, rows: Sequence[Row]) -> DifficultyFindings:
        """How far the measures agree."""
        return DifficultyFindings(self, rows)


class Judge:
    """Makes puzzles of a layout and measures how hard they are."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.model: GradeModel = model_for(layout)
        self.digger = Digger(DigRequest(layout=layout), Clock())
        self.draw = GridSource("oracle", "bitset").open(layout, open_oracle("bitset"))
        names = ("hodoku", "explainer")
        self.rater, self.hodoku, self.explainer = (
            Rater(layout, ladder) for ladder in (self.model.ladder, *(shipped_ladder(name).ladder for name in names))
        )

    def puzzle(self, rng: np.random.Generator) -> Puzzle:
        """A random puzzle: no clue can go from it, or some have been put back."""
        grid = np.array(self.draw(rng).grid, np.uint8)
        clues = self.digger.dig(grid, rng)
        assert clues is not None
        again = rng.permutation(np.flatnonzero(clues == 0))[: rng.integers(PUT_BACK + 1)]
        clues[again] = grid[again]
        return Puzzle(self.layout, tuple(clues.tolist()))

    def judged(self, puzzle: Puzzle, rng: np.random.Generator) -> Row:
        """The puzzle's line and what each measure says of it."""
        rating, hodoku, explainer = (one.rate(puzzle.clues) for one in (self.rater, self.hodoku, self.explainer))
        guesser = Guesser(self.layout, rng)
        return {
            "puzzle": puzzle.line,
            "level": rating.level if rating.solved else self.model.ladder.span[1] + 1,
            "steps": rating.steps if rating.solved else None,
            "grade": round(self._grade(rating), 3) if rating.solved else None,
            "hodoku_score": hodoku.score if hodoku.solved else None,
            "hodoku_level": self._level(hodoku) if hodoku.solved else None,
            "explainer": explainer.level / 10 if explainer.solved else None,
            "guesses": sum(guesser.guesses(puzzle) for _ in range(RUNS)) / RUNS,
            "bivalue": round(bivalue(puzzle), 3),
            "clues": puzzle.clue_count,
        }

    def _level(self, rating: Rating) -> int:
        """The place of the level name on HoDoKu's ladder."""
        return [level.name for level in self.hodoku.ladder.levels].index(rating.level_name) + 1

    def _grade(self, rating: Rating) -> float:
        """The mean place of the grades, weighted by how typical a solved puzzle is of each."""
        away = np.array([grade.distance(rating.level, rating.steps) for grade in self.model.grades])
        weights = np.exp(away.min() - away)
        return float(weights @ np.arange(1, len(away) + 1) / weights.sum())


def bivalue(puzzle: Puzzle) -> float:
    """The share of the open cells that just two digits can go into; 0 when there is none."""
    state = State.of(puzzle)
    counts = [len(state.candidates[cell]) for cell in state.open_cells]
    return counts.count(2) / max(len(counts), 1)


@dataclass(frozen=True)
class DifficultyFindings(Findings[DifficultyStudy]):
    """How the measures are spread, how far each two agree, and the puzzle on which they differ most."""

    title = "What makes a puzzle hard, by several measures"
    reading = """\
The puzzles are dug from random grids until no clue can go, and get back so many clues, 0 to 6 with equal chance, so
that there are easy and hard ones. Every measure has a public definition:

- *level*, *steps* and *grade*: Kamio (2022), 4.1; the grade is the mean place of the model's grades (1 for the
  easiest), weighted by how typical the puzzle is of each. A puzzle beyond the rules has the level above the highest,
  and no steps or grade.
- *hodoku score* and *hodoku level*: the sum of the scores of all steps, and the place of the level name (1 for the
  easiest), by HoDoKu's order and scores.
- *explainer*: the rating of the hardest step, by Sudoku Explainer's order and ratings.
- *guesses*: how many digits a backtracking search tries where there is a choice, on the way to the solution: it goes on
  in a cell with fewest digits left, ties and digits at random; the mean of ten runs.
- *bivalue*: the share of the open cells that just two digits can go into, before the first step.
- *clues*: how many there are."""
    captions = {"agreement": "Rank correlations of the measures (Spearman)"}  # noqa: RUF012

    @cached_property
    def puzzles(self) -> list[Row]:
        """The puzzles with what each measure says."""
        rows = sorted(self.rows, key=lambda row: row["block"])
        return [one for row in rows for one in row["puzzles"]][: self.study.count]

    @cached_property
    def values(self) -> Mapping[str, np.ndarray]:
        """For each measure that differs at all, what it says of the puzzles, NaN where that is nothing."""
        values = {name: np.array([one[name] for one in self.puzzles], np.float64) for name in MEASURES}
        return {name: some for name, some in values.items() if len(np.unique(some[~np.isnan(some)])) > 1}

    @property
    def so_far(self) -> str:
        """How far the study is."""
        return f"{len(self.puzzles)} of {self.study.count} puzzles"

    @cached_property
    def pairs(self) -> list[Row]:
        """For each two measures the agreement, and the puzzle that is hard by one and easy by the other."""
        return [row for names in combinations(self.values, 2) for row in self._pair(*names)]

    def _pair(self, one: str, other: str) -> Iterator[Row]:
        """A row, if both measures differ on the puzzles that both speak of."""
        both = np.flatnonzero(~np.isnan(self.values[one]) & ~np.isnan(self.values[other]))
        first, second = (ranks(self.values[name][both]) for name in (one, other))
        if not np.ptp(first) or not np.ptp(second):
            return
        agreement = float(np.corrcoef(first, second)[0, 1])
        if agreement < 0:
            second = len(both) - 1 - second
        most = int(np.argmax(np.abs(first - second)))
        place = both[most]
        yield {
            "one": one,
            "other": other,
            "puzzles": len(both),
            "spearman": round(agreement, 3),
            "example": self.puzzles[place]["puzzle"],
            "by_one": self.puzzles[place][one],
            "above_by_one": f"{100 * first[most] / (len(both) - 1):.0f} %",
            "by_other": self.puzzles[place][other],
            "above_by_other": f"{100 * second[most] / (len(both) - 1):.0f} %",
        }

    @cached_property
    def agreement(self) -> list[Row]:
        """The rank correlations, a row and a column a measure."""
        found = {(name, name): 1.0 for name in self.values}
        found |= {(row["one"], row["other"]): row["spearman"] for row in self.pairs}
        return [
            {"measure": one} | {name: found.get((one, name), found.get((name, one))) for name in self.values}
            for one in self.values
        ]

    @cached_property
    def spread(self) -> list[Row]:
        """How each measure is spread."""
        return [
            {"measure": name, "puzzles": int((~np.isnan(some)).sum())}
            | dict(zip(("least", "quarter", "median", "three_quarters", "most"), _quartiles(some), strict=True))
            for name, some in self.values.items()
        ]

    def tables(self) -> Tables:
        """The rank correlations, the spread, and a row for each two measures."""
        return {"figures": self.agreement, "spread": self.spread, "pairs": self.pairs}

    def measured(self) -> Tables:
        """A row for each puzzle."""
        return {"rows": self.puzzles}

    @property
    def settings(self) -> Row:
        """The settings of the study, in words."""
        study = self.study
        model = model_for(study.layout).name
        return {"layout": study.layout.spec, "puzzles": len(self.puzzles), "model": model, "seed": study.seed}

    def summary(self) -> str:
        """The rank correlations."""
        return for_people(self.agreement)

    def sections(self, drawn: Collection[str]) -> Iterator[str]:
        """The tables and the plot."""
        yield "## How the measures are spread"
        yield for_people(self.spread)
        yield "## How far they agree"
        yield f"Spearman's rank correlation, on the puzzles that both measures speak of. {self._extremes}"
        yield self.summary()
        yield self.picture("agreement", drawn)
        yield "## Where they do not"
        yield (
            "For each two measures the puzzle on which they differ most: what each says, and how many of the puzzles "
            "it is above by that. Where the correlation is negative, the second measure is read from its end."
        )
        yield for_people(self.pairs)

    @property
    def _extremes(self) -> str:
        """Which measures agree most and least, in a sentence."""
        if not self.pairs:
            return ""
        by_agreement = sorted(self.pairs, key=lambda row: abs(row["spearman"]))
        least, most = (
            f"{row['one']} and {row['other']} ({row['spearman']})".replace("_", " ")
            for row in (by_agreement[0], by_agreement[-1])
        )
        return f"The closest are {most}, the furthest apart {least}."

    def plots(self) -> dict[str, Any]:
        """The rank correlations in colours."""
        names = [name.replace("_", " ") for name in self.values]
        table = np.array([[row[name] for name in self.values] for row in self.agreement], np.float64)
        figure, axis = pyplot().subplots(figsize=(7, 6), layout="constrained")
        figure.colorbar(axis.imshow(table, cmap="RdBu_r", vmin=-1, vmax=1), ax=axis)
        axis.set_xticks(range(len(names)), names, rotation=45, ha="right")
        axis.set_yticks(range(len(names)), names)
        for row, column in np.ndindex(table.shape):
            axis.text(column, row, f"{table[row, column]:.2f}", ha="center", va="center", fontsize=8)
        return {"agreement": figure}


def ranks(values: np.ndarray) -> np.ndarray:
    """The rank of each value, from 0; equal ones share the mean of their ranks.

    >>> ranks(np.array([3.0, 1.0, 3.0, 2.0])).tolist()
    [2.5, 0.0, 2.5, 1.0]
    """
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return (ends - (counts + 1) / 2)[places]


def _quartiles(values: np.ndarray) -> list[float]:
    return np.round(np.nanpercentile(values, (0, 25, 50, 75, 100)), 3).tolist()  # type: ignore[no-any-return]
