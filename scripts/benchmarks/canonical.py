"""How fast is the canonical form found? By board, in bulk and one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from benchmarks.measuring import Row, Take, repeated
from benchmarks.puzzles import solvable
from cpgen import Layout, Puzzle, open_oracle, shipped
from cpgen.symmetry.canonical import Canoniser, canonical

MOST_SYMMETRIC = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
"""The grid that most of the board's symmetries leave as it is, but for the digits' names"""


def rows() -> Iterator[Row]:
    boards = {
        "9×9, 23 clues": solvable,
        "9×9 grids": lambda: grids("3x3"),
        "9×9 jigsaw grids with 27 clues": lambda: thinned("jigsaw-9", 27),
        "16×16 grids with 100 clues": lambda: thinned("4x4", 100),
        "5×5 Latin grids with 8 clues": lambda: thinned("latin-5", 8),
        "5×5 pentomino grids with 8 clues": lambda: thinned("pentomino-1", 8),
    }
    for name, puzzles in boards.items():
        yield Row(f"canonical {name}", partial(forms, puzzles), 7, "µs")
    yield Row("canonical most symmetric 9×9 grid", partial(forms, lambda: [Puzzle.parse(MOST_SYMMETRIC)]), 7, "ms")
    yield Row("canonical 9×9, 23 clues, one by one", one_by_one, 7, "µs")


def forms(puzzles: Callable[[], list[Puzzle]]) -> Take:
    some = puzzles()
    canoniser, clues = Canoniser(some[0].layout), np.array([one.clues for one in some], np.uint8)
    return repeated(lambda: canoniser.forms(clues), 1, len(some))


def one_by_one() -> Take:
    some = solvable()
    return repeated(lambda: [canonical(one) for one in some], 1, len(some))


def grids(spec: str) -> list[Puzzle]:
    """Two hundred random grids of a board."""
    text = shipped.text("layouts", spec) if spec in shipped.names("layouts") else spec
    layout, oracle, rng = Layout.parse(text), open_oracle("bitset"), np.random.default_rng(1)
    empty = Puzzle(layout, (0,) * layout.cell_count)
    return [Puzzle(layout, oracle.complete(empty, rng)) for _ in range(200)]


def thinned(spec: str, clues: int) -> list[Puzzle]:
    """The same with so many digits left at random."""
    rng = np.random.default_rng(2)

    def thin(one: Puzzle) -> Puzzle:
        left = set(rng.choice(len(one.clues), clues, replace=False).tolist())
        return Puzzle(one.layout, tuple(digit if cell in left else 0 for cell, digit in enumerate(one.clues)))

    return [thin(one) for one in grids(spec)]
