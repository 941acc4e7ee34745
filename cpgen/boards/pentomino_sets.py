"""Sets of pentomino puzzles (5×5 boards): few clues, a proven unique solution, and no two equal puzzles.

Puzzles that differ only by symmetry and by the names of the digits count as equal. Each round takes one new puzzle from
every board, in a random order, so the puzzles of the first round have distinct boards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from cpgen.answers.answer_base import Recorded, joined
from cpgen.answers.made_answers import PentominoPuzzle
from cpgen.board_display import Shown
from cpgen.boards.pentomino_catalogue import CELLS, DIGITS_SHOWN, NAMES, analyse, classes_of, fixed_by
from cpgen.boards.pentomino_pieces import SIDE
from cpgen.boards.set_request import SetRequest
from cpgen.difficulty import GradedPuzzle, GradeModel, model_for_grade
from cpgen.errors import ImpossibleError, NotFoundError
from cpgen.layout import Layout
from cpgen.messages import counted
from cpgen.notation import line
from cpgen.oracles import Oracle, open_oracle
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.rating import Rating, rate_puzzle
from cpgen.requests.results import origin_of
from cpgen.symmetry.layout_images import canonical_layout, smallest_image
from cpgen.symmetry.square import maps

MISSES = 2000
"""Number of draws without a new puzzle after which a board is considered exhausted"""


@dataclass(frozen=True)
class SetPuzzle(Recorded, Shown):
    """Pentomino puzzle of a set, with its solution, rating and provenance."""

    puzzle: Puzzle
    solution: Grid
    rating: Rating
    model: GradeModel
    seed: int
    index: int
    """Index in the set, from 0"""

    def __repr__(self) -> str:
        return f"<SetPuzzle {self.index} {self.puzzle!r}: {self.rating!r}>"

    @property
    def graded(self) -> GradedPuzzle:
        """The puzzle with its rating and the grade model."""
        return GradedPuzzle(self.puzzle, self.rating, self.model)

    @property
    def grids(self) -> int:
        """Number of grids of the puzzle's board."""
        return NAMES * len(classes_of(self.puzzle.layout))

    def as_record(self) -> PentominoPuzzle:
        """Return the JSON record of the puzzle, with its rating and provenance."""
        return joined(
            PentominoPuzzle,
            self.graded.as_record(),
            solution=line(self.solution),
            grids=self.grids,
            method=origin_of(self.seed, self.index),
        )


@dataclass
class _Pool:
    """Supply of random puzzles on one board, with `wanted` clues (None: the fewest that the board allows)."""

    layout: Layout
    wanted: int | None
    rng: np.random.Generator
    exhaustive: bool = field(init=False)

    def __post_init__(self) -> None:
        analysis = analyse(self.layout)
        self.classes = analysis.classes
        self.clues = self.wanted or analysis.fewest_clues or DIGITS_SHOWN
        self.exhaustive = self.clues == DIGITS_SHOWN or not analysis.grids
        order = self.rng.permutation(analysis.four_clue_puzzles)
        self._left = zip(analysis.four_clue_cells[order], analysis.four_clue_classes[order], strict=True)
        self._seen = np.zeros(1 if self.exhaustive else SIDE**self.clues, np.int64)
        self._codes = np.zeros((2, len(self.classes)), np.int64)

    def draw(self) -> tuple[np.ndarray, np.ndarray] | None:
        """Return random cells, and the grid (digits 0 to 4) that its clues there determine; None if all were drawn."""
        if self.exhaustive:
            cells, k = next(self._left, (None, 0))
            return None if cells is None else (cells, self.classes[k])
        for _ in range(MISSES):
            cells = np.sort(self.rng.permutation(CELLS)[: self.clues])
            number = fixed_by(self.classes, cells, self._seen, self._codes)
            if number:
                return cells, self.classes[self._codes[1, self.rng.integers(number)]]
        return None


def puzzle_set(request: SetRequest, count: int, seed: int) -> Iterator[SetPuzzle]:
    """Yield `count` puzzles, determined by the request and the seed alone.

    Raises:
        ImpossibleError: There are fewer puzzles that meet the request.
        NotFoundError: No more were found.
    """
    maker = _Maker(request, seed)
    boards = maker.boards()
    if request.distinct_boards and count > len(boards):
        raise ImpossibleError(f"{count} puzzles on different boards need {count} boards; there are {len(boards)}.")
    number, dry = 0, False
    while number < count and not dry:
        dry = True
        for pool in boards:
            puzzle = maker.fresh(pool, number)
            if puzzle:
                number, dry = number + 1, False
                yield puzzle
            if number == count:
                return
        dry = dry or request.distinct_boards
    if number < count:
        raise _too_few(request, number, count, all(pool.exhaustive for pool in boards))


def _too_few(request: SetRequest, found: int, count: int, exhaustive: bool) -> Exception:
    clues = f"{request.wanted} clues" if request.wanted else "as few clues as each board needs"
    what = f"with {clues}" if request.with_stuck else f"of grade {request.grade} with {clues}"
    once = ", one a board" if request.distinct_boards else ""
    if exhaustive:
        return ImpossibleError(f"Only {counted(found, 'such puzzle')} of {count}: all {what}{once} are shown.")
    return NotFoundError(f"Found {found} of {count} puzzles {what}{once}; {MISSES} draws a board gave no more.")


class _Maker:
    """Maker of different puzzles that meet the request, from those that the pools of boards supply."""

    def __init__(self, request: SetRequest, seed: int) -> None:
        self.request, self.seed = request, seed
        self.rng = np.random.default_rng(seed)
        self.oracle: Oracle = open_oracle(request.oracle)
        self.seen: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()

    def boards(self) -> list[_Pool]:
        """Return the pools of the boards, in random order; with `distinct_boards`, one per class of equal boards."""
        layouts: Sequence[Layout] = self.request.layouts
        if self.request.distinct_boards:
            layouts = list({canonical_layout(layout): layout for layout in layouts}.values())
        pools = [_Pool(layouts[k], self.request.wanted, self.rng) for k in self.rng.permutation(len(layouts))]
        return [pool for pool in pools if len(pool.classes)]

    def fresh(self, pool: _Pool, index: int) -> SetPuzzle | None:
        """Return a new puzzle from a pool that meets the request, or None if none was found.

        `index` is the puzzle's number in the set, part of its provenance.
        """
        misses = 0
        while (misses < MISSES or pool.exhaustive) and (drawn := pool.draw()):
            if puzzle := self._made(pool.layout, *drawn, index):
                return puzzle
            misses += 1
        return None

    def _made(self, layout: Layout, cells: np.ndarray, grid: np.ndarray, index: int) -> SetPuzzle | None:
        """Return the puzzle with clues in these cells, disguised.

        None if it is not new, not unique or not of the grade.
        """
        puzzle, solution = self._disguised(layout, set(cells.tolist()), grid)
        form, model = smallest_image(puzzle), model_for_grade(puzzle.layout, self.request.grade.name)
        if form in self.seen:
            return None
        self.seen.add(form)
        rating = rate_puzzle(puzzle, model.ladder)
        if not self.request.with_stuck and not model.is_of(self.request.grade, rating):
            return None
        if not self.oracle.prove(puzzle, solution).unique:
            return None
        return SetPuzzle(puzzle, solution, rating, model, self.seed, index)

    def _disguised(self, layout: Layout, cells: set[int], grid: np.ndarray) -> tuple[Puzzle, Grid]:
        """Return the puzzle with digits renamed and, if requested, the board turned at random; and its solution."""
        names = self.rng.permutation(SIDE) + 1
        source = maps(SIDE)[self.rng.integers(8) if self.request.turned else 0]
        solution = tuple(names[grid[source]].tolist())
        clues = tuple(digit if cell in cells else 0 for digit, cell in zip(solution, source.tolist(), strict=True))
        return Puzzle(Layout(SIDE, tuple(layout.regions[cell] for cell in source.tolist())), clues), solution
