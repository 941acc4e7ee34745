"""Study of difficulty: compare several measures on the same puzzles and show where they differ most."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from cpgen.difficulty import ONE_SCALE, WITH_CONSTRAINTS, GradeModel, model_for, shipped_ladder
from cpgen.digging.dig_request import resolve_dig
from cpgen.digging.dig_spec import DigSpec
from cpgen.digging.digger import Digger
from cpgen.errors import InputError
from cpgen.generation.two_phase import puzzles_from
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import explain_puzzle
from cpgen.rater.rating import Rating, rate_puzzle
from cpgen.requests.clock import Clock
from cpgen.requests.generation_request import Request
from cpgen.requests.grid_sources import GridSource
from cpgen.state import State
from cpgen.study.guessing import Guesser
from cpgen.study.measuring import canvas, ranks
from cpgen.study.pelanek import dependency, refutation_sum
from cpgen.study.runner import Journal, Progress, Study, Tables, fingerprint, for_people
from cpgen.tabular import Row

MEASURES = (
    *("level", "steps", "grade", "one_scale", "hodoku_score", "hodoku_level", "explainer"),
    *("refutation", "dependency", "guesses", "bivalue", "clues"),
)
PUT_BACK = 6
"""Largest number of clues put back into a minimal puzzle, so that the sample also has easy puzzles"""
RUNS = 10
"""Number of random backtracking searches whose guesses are averaged"""
LARGEST = 10
"""Largest side of a board, in cells; backtracking may take hours above it"""
AT_ONCE = 100
"""Number of puzzles per journal row; a puzzle on a drawing takes a second or so, and has a row of its own"""
RANGES = (1.2, 1.5, 2.3, 2.8, 4.0, 5.6)
"""Upper ends of the ranges of Sudoku Explainer's rating that a balanced sample distinguishes; the seventh is above"""
MOST_OF_RANGE = 60
"""Largest number of puzzles of each range in a balanced sample"""
QUARTILES = ("least", "quarter", "median", "three_quarters", "most")


@dataclass(frozen=True)
class DifficultyStudy(Study):
    """Study that applies every measure of difficulty to the same puzzles: made for it, or given.

    Attributes:
        layout: Board of the puzzles that are made.
        count: Number of puzzles that are made.
        seed: Seed of the puzzles that are made, and of the backtracking searches.
        given: Puzzles on any boards, measured instead of new ones.
        requests: Requests for puzzles on drawings, which are made in turn and measured instead of those of the layout.

    Raises:
        InputError: A board has more than 10 cells a side, or there are fewer than two puzzles.
    """

    layout: Layout
    count: int = 10_000
    seed: int = 1
    given: tuple[Puzzle, ...] = ()
    requests: tuple[Request, ...] = ()

    name = "difficulty"
    key = ("block",)
    timed = False
    title = "What makes a puzzle hard, by several measures"
    reading = """\
The puzzles are dug from random grids until they are minimal, and then 0 to 6 clues (with equal chance) are put back, so
that there are easy and hard ones; those on drawings are made by `cpgen generate --grade any`. *Level*, *steps* and
*grade* are Kamio's (2022), *hodoku* and *explainer* those of the programs of that name, *guesses* the digits that a
backtracking search tries where it has a choice (mean of ten runs), *bivalue* the share of the open cells with exactly
two candidates before the first step. *One scale* is the score on the ladder `one-scale`; *refutation* and *dependency*
are Pelánek's (2014). On boards with constraints, level and steps are those of the ladder `variants`, and *hodoku*,
*explainer* and *guesses* are not defined."""
    captions = {"agreement": "Rank correlations of the measures (Spearman)"}  # noqa: RUF012

    def __post_init__(self) -> None:
        largest = max((puzzle.layout.size for puzzle in self.given), default=self.layout.size)
        if largest > LARGEST:
            raise InputError(
                f"A backtracking search takes too long on boards with sides above {LARGEST}; this one has {largest}."
            )
        if min(self.count, len(self.given) or self.count) < 2:
            raise InputError("A comparison of measures needs two puzzles or more; give a higher --count.")

    @property
    def conditions(self) -> Row:
        """Settings that a resumed study must share: seed, and layout and drawings or a hash of the puzzles."""
        if not self.given:
            drawn = {"of": [fingerprint(request) for request in self.requests]} if self.requests else {}
            return {"layout": self.layout.spec, "seed": self.seed, **drawn}
        lines = "\n".join(f"{puzzle.layout.spec} {puzzle.line}" for puzzle in self.given)
        return {"puzzles": hashlib.sha256(lines.encode()).hexdigest(), "seed": self.seed}

    def measure(self, journal: Journal, progress: Progress) -> Iterator[Row]:
        """Yield the journal rows that are missing, each with the measures of a block of puzzles."""
        judge = Judge(self.layout)
        for block in range(-(-self.total // self.at_once)):
            if (block,) not in journal:
                progress(f"{block * self.at_once} of {self.total} puzzles")
                rng = np.random.default_rng([self.seed, block])
                puzzles = self._block(block, judge, rng)
                yield {"block": block, "puzzles": [judge.judged(puzzle, rng) for puzzle in puzzles]}

    def _block(self, block: int, judge: Judge, rng: np.random.Generator) -> Iterable[Puzzle]:
        """Return the puzzles of journal row number `block`: given ones, or newly made ones.

        Raises ImpossibleError if no puzzle exists on a requested drawing.
        """
        if self.given:
            return self.given[block * self.at_once :][: self.at_once]
        if self.requests:
            request = self.requests[block % len(self.requests)]
            return [next(puzzles_from(request, open_oracle(request.verifier), self.seed, block, Clock())).puzzle]
        return (judge.puzzle(rng) for _ in range(self.at_once))

    @property
    def at_once(self) -> int:
        """Number of puzzles per journal row."""
        return 1 if self.requests else AT_ONCE

    @property
    def total(self) -> int:
        """Number of puzzles that are measured."""
        return len(self.given) or self.count

    @cached_property
    def puzzles(self) -> list[Row]:
        """Table with a row per puzzle: its line and the value of each measure."""
        rows = sorted(self.rows, key=lambda row: row["block"])
        return [puzzle for row in rows for puzzle in row["puzzles"]][: self.total]

    @cached_property
    def values(self) -> Mapping[str, np.ndarray]:
        """Values of each measure, one per puzzle (NaN where undefined); measures that are constant are left out."""
        values = {name: np.array([row[name] for row in self.puzzles], np.float64) for name in MEASURES}
        return {name: some for name, some in values.items() if len(np.unique(some[~np.isnan(some)])) > 1}

    @property
    def so_far(self) -> str:
        """Progress of the study in words, as shown while it runs."""
        return f"{len(self.puzzles)} of {self.total} puzzles"

    @cached_property
    def pairs(self) -> list[Row]:
        """Table with a row per pair of measures: rank correlation, and the puzzle on which their ranks differ most."""
        return [row for names in combinations(self.values, 2) for row in self._pair(*names)]

    def _pair(self, one: str, other: str) -> Iterator[Row]:
        """Yield the table row that compares two measures, named `one` and `other`, on the puzzles that both measure.

        Yields nothing if one of them is constant there.
        """
        both = np.flatnonzero(~np.isnan(self.values[one]) & ~np.isnan(self.values[other]))
        first, second = (ranks(self.values[name][both]) for name in (one, other))
        agreement = _agreement(first, second)
        if agreement is None:
            return
        if agreement < 0:
            second = len(both) - 1 - second  # read the second measure from its other end
        most = int(np.argmax(np.abs(first - second)))
        example = self.puzzles[both[most]]
        yield {
            "one": one,
            "other": other,
            "puzzles": len(both),
            "spearman": round(agreement, 3),
            "example": example["puzzle"],
            "by_one": example[one],
            "above_by_one": f"{100 * first[most] / (len(both) - 1):.0f} %",
            "by_other": example[other],
            "above_by_other": f"{100 * second[most] / (len(both) - 1):.0f} %",
        }

    @cached_property
    def agreement(self) -> list[Row]:
        """Matrix of the rank correlations as a table, with one row and one column per measure."""
        known = {(name, name): 1.0 for name in self.values}
        for row in self.pairs:
            known[row["one"], row["other"]] = known[row["other"], row["one"]] = row["spearman"]
        return [{"measure": one} | {name: known.get((one, name)) for name in self.values} for one in self.values]

    @cached_property
    def balanced(self) -> list[Row]:
        """Table of the rank correlations with HoDoKu's score and Explainer's rating in a balanced sample.

        The sample has at most MOST_OF_RANGE puzzles of each range of Explainer's rating, so that hard puzzles count as
        much as easy ones.
        """
        references = [name for name in ("hodoku_score", "explainer") if name in self.values]
        if "explainer" not in references:
            return []
        ranges = np.searchsorted(RANGES, self.values["explainer"])
        members = [np.flatnonzero(ranges == one)[:MOST_OF_RANGE] for one in range(len(RANGES) + 1)]
        sample = np.sort(np.concatenate(members))
        return [self._balanced_row(name, references, sample) for name in self.values]

    def _balanced_row(self, measure: str, references: Sequence[str], sample: np.ndarray) -> Row:
        """Return the rank correlations of a measure with others on the puzzles of a sample that both measure."""
        row: dict[str, Any] = {"measure": measure, "puzzles": int((~np.isnan(self.values[measure][sample])).sum())}
        for other in references:
            pair = [self.values[name][sample] for name in (measure, other)]
            is_known = ~np.isnan(pair[0]) & ~np.isnan(pair[1])
            agreement = _agreement(*(ranks(values[is_known]) for values in pair))
            row[other] = None if agreement is None else round(agreement, 3)
        return row

    def tables(self) -> Tables:
        """Return rank correlations as a matrix and in a balanced sample, quartiles of each measure, and pairs."""
        spread = []
        for name, some in self.values.items():
            quartiles = np.round(np.nanpercentile(some, (0, 25, 50, 75, 100)), 3).tolist()
            row = {"measure": name, "puzzles": int((~np.isnan(some)).sum())}
            spread.append(row | dict(zip(QUARTILES, quartiles, strict=True)))
        return {"figures": self.agreement, "balanced": self.balanced, "spread": spread, "pairs": self.pairs}

    def measured(self) -> Tables:
        """Return one table, `rows`, with a row per puzzle."""
        return {"rows": self.puzzles}

    def sections(self, drawn: Collection[str]) -> Iterator[str]:
        """Yield the tables and the plot."""
        yield "## How the measures are distributed"
        yield for_people(self.tables()["spread"])
        yield "## How well they agree"
        yield "Spearman's rank correlation, on the puzzles that both measures rate."
        yield self.summary()
        yield self.picture("agreement", drawn)
        if self.balanced:
            yield (
                f"The same in a sample with at most {MOST_OF_RANGE} puzzles of each of seven ranges of Explainer's "
                f"rating: up to {', '.join(map(str, RANGES))}, and above."
            )
            yield for_people(self.balanced)
        yield "## Where they disagree"
        yield (
            "For each pair of measures, the puzzle on which they disagree most, with both values and their "
            "percentiles. Where the correlation is negative, the second measure is read from its end."
        )
        yield for_people(self.pairs)

    def plots(self) -> dict[str, Any]:
        """Return the rank correlations as a heat map."""
        names = [name.replace("_", " ") for name in self.values]
        table = np.array([[row[name] for name in self.values] for row in self.agreement], np.float64)
        figure, axis = canvas(7, 6)
        figure.colorbar(axis.imshow(table, cmap="RdBu_r", vmin=-1, vmax=1), ax=axis)
        axis.set_xticks(range(len(names)), names, rotation=45, ha="right")
        axis.set_yticks(range(len(names)), names)
        for row, column in np.ndindex(table.shape):
            axis.text(column, row, f"{table[row, column]:.2f}", ha="center", va="center", fontsize=8)
        return {"agreement": figure}


def _agreement(first: np.ndarray, second: np.ndarray) -> float | None:
    """Return Spearman's rank correlation, which is Pearson's of the ranks; None if one of them is constant."""
    if len(first) < 2 or not np.ptp(first) or not np.ptp(second):
        return None
    return float(np.corrcoef(first, second)[0, 1])


class Judge:
    """Maker of random puzzles on `layout`, which also computes all measures for puzzles of any layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.digger = Digger(resolve_dig(DigSpec(layout=layout)), Clock())
        self.draw = GridSource("oracle", "bitset").open(layout, open_oracle("bitset"))

    def puzzle(self, rng: np.random.Generator) -> Puzzle:
        """Return a puzzle dug from a random grid until it is minimal, with 0 to 6 of the removed clues put back."""
        grid = np.array(self.draw(rng).grid, np.uint8)
        clues = self.digger.dig(grid, rng)
        assert clues is not None
        again = rng.permutation(np.flatnonzero(clues == 0))[: rng.integers(PUT_BACK + 1)]
        clues[again] = grid[again]
        return Puzzle(self.layout, tuple(clues.tolist()))

    def judged(self, puzzle: Puzzle, rng: np.random.Generator) -> Row:
        """Return a table row: the puzzle's line, its layout unless it is the judge's, and each measure or None."""
        rated = {**_rated(puzzle), **({} if puzzle.layout.further else _classic(puzzle, rng))}
        board = {} if puzzle.layout == self.layout else {"layout": puzzle.layout.spec}
        return {"puzzle": puzzle.line, **board, **{name: rated.get(name) for name in MEASURES}}


def _rated(puzzle: Puzzle) -> Row:
    """Return, by name, the measures that are defined on every board; None for those of an unsolved puzzle."""
    model = model_for(puzzle.layout)
    ladder = shipped_ladder(WITH_CONSTRAINTS).ladder if puzzle.layout.further else model.ladder
    rating = rate_puzzle(puzzle, ladder)
    one_scale = explain_puzzle(puzzle, shipped_ladder(ONE_SCALE).ladder)
    is_solved = one_scale.rating.solved
    return {
        "level": rating.level if rating.solved else ladder.span[1] + 1,
        "steps": rating.steps if rating.solved else None,
        "grade": round(_grade(model, rate_puzzle(puzzle, model.ladder)), 3) if rating.solved else None,
        "one_scale": one_scale.rating.score if is_solved else None,
        "refutation": refutation_sum(puzzle, one_scale.rating.digits) if is_solved else None,
        "dependency": round(dependency(one_scale), 3) if is_solved else None,
        "bivalue": round(bivalue(puzzle), 3),
        "clues": puzzle.clue_count,
    }


def _classic(puzzle: Puzzle, rng: np.random.Generator) -> Row:
    """Return, by name, the measures that are defined only on boards without constraints besides houses."""
    ladders = [shipped_ladder(name).ladder for name in ("hodoku", "explainer")]
    hodoku, explainer = (rate_puzzle(puzzle, ladder) for ladder in ladders)
    names = [level.name for level in ladders[0].levels]
    guesser = Guesser(puzzle.layout, rng)
    return {
        "hodoku_score": hodoku.score if hodoku.solved else None,
        "hodoku_level": names.index(hodoku.level_name) + 1 if hodoku.solved else None,
        "explainer": explainer.level / 10 if explainer.solved else None,
        "guesses": sum(guesser.guesses(puzzle) for _ in range(RUNS)) / RUNS,
    }


def _grade(model: GradeModel, rating: Rating) -> float:
    """Return the grade of a solved puzzle as a number: the mean of 1 (easiest), 2, ..., weighted by appropriateness.

    Appropriateness (Kamio 2022, from 0 to 1) says how typical the rating is of a grade. Models without distributions of
    level and steps give the number of the nearest grade.
    """
    if not any(grade.level for grade in model.grades):
        return model.grades.index(model.nearest(rating)) + 1.0
    away = np.array([grade.distance(rating.level, rating.steps) for grade in model.grades])
    weights = np.exp(away.min() - away)  # the minimum is subtracted so that not all weights vanish
    return float(weights @ np.arange(1, len(away) + 1) / weights.sum())


def bivalue(puzzle: Puzzle) -> float:
    """Return the share (0 to 1) of the open cells that have exactly two candidates; 0 when no cell is open."""
    state = State.of(puzzle)
    counts = [len(state.candidates[cell]) for cell in state.open_cells]
    return counts.count(2) / max(len(counts), 1)
