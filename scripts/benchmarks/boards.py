"""How fast are boards made and studied? Pentominoes, all partitions of a side, fresh jigsaws."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import cpgen
from benchmarks.measuring import Row, Take, repeated, timed
from cpgen import Method, RandomPattern
from cpgen.boards.catalogue import catalogue, layouts
from cpgen.boards.every import boards
from cpgen.boards.jigsaw import random_boards
from cpgen.boards.sets import SetRequest, puzzle_set


def rows() -> Iterator[Row]:
    yield Row("catalogue of all 515 pentomino boards", all_boards, 1, "s")
    yield Row("1,000 pentomino puzzles of four clues", four_clues, 1, "s")
    yield Row("fresh jigsaw-9 and a puzzle on it", fresh_jigsaw, 15, "ms")
    yield Row("all boards of side 6", side_six, 1, "s", quick=False)


def all_boards() -> Take:
    wanted = layouts()
    catalogue(wanted[:2])
    return timed(lambda: catalogue(wanted))


def four_clues() -> Take:
    request, seeds = SetRequest(layouts=tuple(layouts())), count(1)
    next(puzzle_set(request, 1, 0))
    return timed(lambda: list(puzzle_set(request, 1000, next(seeds))))


def fresh_jigsaw() -> Take:
    """A random board and a matching puzzle on a random pattern of it, the proofs by the bitset oracle."""
    seeds, wish = count(1), RandomPattern(30, "none")

    def make() -> None:
        seed = next(seeds)
        board = next(random_boards(9, seed, oracle="bitset"))
        cpgen.generate(wish, layout=board, method=Method(oracle="bitset"), seed=seed)

    return repeated(make)


def side_six() -> Take:
    boards(4)
    return timed(lambda: boards(6))
