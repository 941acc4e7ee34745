"""Judging: ratings, uniqueness by oracle and in the plain way of CP-SAT, canonical forms."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial

import numpy as np
from ortools.sat.python import cp_model

from benchmarks.measuring import Row, Take, repeated
from benchmarks.puzzles import GRADES, LEFT, graded, listed, minimal, solvable
from cpgen import Layout, Puzzle, open_oracle, resources
from cpgen.collection.bulk import rate_many
from cpgen.difficulty import model_for, shipped_ladder
from cpgen.kernel import compiled_at_once
from cpgen.lanes.tables import way_in_lanes
from cpgen.oracles.bitset import search_state, search_tables
from cpgen.oracles.bitset_search import count_completions
from cpgen.rater.lane_climb import many_rater
from cpgen.rater.rating import Rater
from cpgen.symmetry.canonical import Canoniser, canonical


def rating_rows() -> Iterator[Row]:
    for grade in GRADES:
        yield Row(f"rate {grade}", partial(calls, grade), 15, "µs")
        yield Row(f"rate {grade}, compiled loop", partial(rating_loop, partial(graded, grade)), 15, "µs")
    for name, puzzles in WIDE.items():
        yield Row(f"rate {name} on hodoku, compiled loop", partial(rating_loop, puzzles, "hodoku"), 7, "µs")


@cache
def rater(ladder: str = "") -> Rater:
    layout = Layout.boxes(3, 3)
    return Rater(layout, (shipped_ladder(ladder) if ladder else model_for(layout)).ladder)


def calls(grade: str) -> Take:
    """The mean over 50 puzzles, through the Python call."""
    one, puzzles = rater(), graded(grade)
    return repeated(lambda: [one.rate(clues) for clues in puzzles], 4, len(puzzles))


def rating_loop(puzzles: Callable[[], list[tuple[int, ...]]], ladder: str = "") -> Take:
    """The same without Python in between, as `cpgen rate FILE` does it."""
    one, clues = many_rater(rater(ladder).layout, rater(ladder).ladder), np.array(puzzles(), np.uint8)
    one.way[0] = way_in_lanes(one.inside.lanes)
    found = np.zeros((len(clues), 64), np.int64)
    return repeated(lambda: rate_many(one, clues, found), 4, len(clues))


def needs_chain(clues: tuple[int, ...]) -> bool:
    """Whether the hardest technique of a puzzle is a chain or a loop, or harder but not a last resort."""
    rating, rules = rater("hodoku").rate(clues), rater("hodoku").ladder.rules
    return rules.index("x-chain") <= rules.index(rating.hardest) < rules.index("forcing-chain-contradiction")


WIDE = {
    "sparse puzzles": lambda: [one.clues for one in listed("sparse")],
    "minimal puzzles": minimal,
    "minimal puzzles that need a chain": lambda: [clues for clues in minimal() if needs_chain(clues)],
    "the hardest": lambda: [one.clues for one in listed("hardest")],
}


def uniqueness_rows() -> Iterator[Row]:
    yield Row("one solution, bitset", partial(of_one, "bitset", 500), 15, "µs")
    yield Row("one solution, cpsat", partial(of_one, "cpsat", 20), 15, "ms")
    yield Row("one solution, plain cpsat", plainly, 15, "ms")
    yield Row("grid 16×16, cpsat", random_grids, 15, "ms")
    yield Row("grid 16×16, plain cpsat", plain_grid, 5, "ms")
    for name in ("sparse", "hardest"):
        yield Row(f"bitset, list {name}", partial(solving_loop, name), 7, "µs")


def of_one(oracle: str, times: int) -> Take:
    solver, puzzle = open_oracle(oracle), Puzzle.parse(LEFT)
    assert solver.uniqueness(puzzle).unique
    return repeated(lambda: solver.uniqueness(puzzle), times)


def solving_loop(name: str) -> Take:
    """The mean over a shipped list, by the bitset oracle without Python in between."""
    puzzles = listed(name)
    tables, state = search_tables(puzzles[0].layout), search_state(puzzles[0].layout)
    clues = np.array([puzzle.clues for puzzle in puzzles], np.uint8)
    assert count_unique(tables, state, clues) == len(puzzles)
    return repeated(lambda: count_unique(tables, state, clues), 1, len(puzzles))


@compiled_at_once
def count_unique(tables, state, puzzles):
    unique = 0
    for number in range(len(puzzles)):
        unique += count_completions(tables, state, puzzles[number], 2, 1_000_000) == 1
    return unique


def plainly() -> Take:
    puzzle = Puzzle.parse(LEFT)
    assert is_unique(puzzle)
    return repeated(lambda: is_unique(puzzle), 2)


EMPTY = Puzzle(Layout.boxes(4, 4), (0,) * 256)


def random_grids() -> Take:
    oracle, rng = open_oracle("cpsat"), np.random.default_rng(1)
    return repeated(lambda: oracle.complete(EMPTY, rng), 10)


def plain_grid() -> Take:
    """Any completion of an empty board, to compare with."""
    return repeated(lambda: solution(EMPTY, []))


def is_unique(puzzle: Puzzle) -> bool:
    """Uniqueness by CP-SAT as one would write it at first, to compare with: a new model for each of the two solves."""
    first = solution(puzzle, [])
    return bool(first) and not solution(puzzle, first)


def solution(puzzle: Puzzle, forbidden: list[int]) -> list[int]:
    """A solution other than the forbidden one, or nothing; default parameters but for the one worker."""
    model, solver, digits = cp_model.CpModel(), cp_model.CpSolver(), range(puzzle.layout.size)
    chosen = [[model.new_bool_var("") for _ in digits] for _ in puzzle.clues]
    for literals, clue in zip(chosen, puzzle.clues, strict=True):
        model.add_exactly_one(literals)
        if clue:
            model.add_bool_and(literals[clue - 1])
    for house in puzzle.layout.houses:
        for digit in digits:
            model.add_exactly_one([chosen[cell][digit] for cell in house.cells])
    if forbidden:
        model.add_bool_or([~literals[digit - 1] for literals, digit in zip(chosen, forbidden, strict=True)])
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False  # Ctrl-C is for this program, also after it
    if solver.solve(model) != cp_model.OPTIMAL:
        return []
    return [1 + [solver.value(one) for one in literals].index(1) for literals in chosen]


MOST_SYMMETRIC = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
"""The grid that most of the board's symmetries leave as it is, but for the digits' names"""


def canonical_rows() -> Iterator[Row]:
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
    text = resources.text("layouts", spec) if spec in resources.names("layouts") else spec
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
