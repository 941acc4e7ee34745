"""Judging: ratings, uniqueness by oracle and in the plain way of CP-SAT, canonical forms."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy as np
from ortools.sat.python import cp_model

from benchmarks.measuring import Row, Take, repeated
from benchmarks.puzzles import GRADES, HARDEST, LEFT, RIGHT, graded, listed, many_lines, solvable
from benchmarks.starting import CPGEN
from cpgen import Layout, Puzzle, open_oracle, shipped
from cpgen.collection.bulk import rate_many
from cpgen.difficulty import model_for
from cpgen.kernel import compiled
from cpgen.oracles.bitset import search_state, search_tables
from cpgen.oracles.bitset_search import count_completions
from cpgen.rater.board import empty_board
from cpgen.rater.rating import Rater
from cpgen.symmetry.canonical import Canoniser, canonical

BULK = 100_000


def rating_rows() -> Iterator[Row]:
    for grade in GRADES:
        yield Row(f"rate {grade}", partial(calls, grade), 15, "µs")
        yield Row(f"rate {grade}, compiled loop", partial(rating_loop, grade), 15, "µs")
    yield Row("rate FILE of 100,000 lines, one process", in_bulk, 2, "s")


def rater() -> Rater:
    layout = Layout.boxes(3, 3)
    return Rater(layout, model_for(layout).ladder)


def calls(grade: str) -> Take:
    """The mean over 50 puzzles, through the Python call."""
    one, puzzles = rater(), graded(grade)
    return repeated(lambda: [one.rate(clues) for clues in puzzles], 4, len(puzzles))


def rating_loop(grade: str) -> Take:
    """The same without Python in between, as `cpgen rate FILE` does it."""
    one, clues = rater(), np.array(graded(grade), np.uint8)
    board, found = empty_board(one.tables), np.zeros((len(clues), 64), np.int64)
    return repeated(lambda: rate_many(one.tables, board, one.ladder.codes, clues, found), 4, len(clues))


def in_bulk() -> Take:
    """The installed command on a file, start-up, reading and writing CSV included."""
    file = Path(mkdtemp(prefix="cpgen-"), "puzzles.txt")
    file.write_text(many_lines(BULK), encoding="utf-8")
    command = [CPGEN, "rate", str(file), "--jobs", "1", "--out", str(file.with_suffix(".csv"))]
    return repeated(lambda: subprocess.run(command, check=True, capture_output=True))


PUZZLES = {"figure 3, left": (LEFT, 500), "figure 3, right": (RIGHT, 500), "hardest": (HARDEST, 50)}
"""Each with how often it is asked in a sample"""
SOLVERS = ("sat", "sat-cadical153", "sat-minisat22")


def uniqueness_rows() -> Iterator[Row]:
    for name, (line, times) in PUZZLES.items():
        yield Row(f"unique bitset, {name}", partial(of_one, "bitset", line, times), 15, "µs")
    yield Row("unique sat, figure 3, left", partial(of_one, "sat", LEFT, 100), 15, "ms")
    ours = "unique cpsat, figure 3, left"
    yield Row(ours, partial(of_one, "cpsat", LEFT, 20), 15, "ms")
    for name, build in (("integers", integers), ("Booleans", booleans)):
        yield Row(f"unique plain cpsat, {name}", partial(plainly, build), 15, "ms", against=ours)
    for name in ("sparse", "hardest"):
        yield Row(f"unique bitset, list {name}, compiled loop", partial(solving_loop, name), 15, "µs")
        yield Row(f"unique bitset, list {name}", partial(of_all, "bitset", name), 5, "µs")
        for oracle in SOLVERS:
            yield Row(f"unique {oracle}, list {name}", partial(of_all, oracle, name), 5, "ms", quick=oracle == "sat")


def of_one(oracle: str, line: str, times: int) -> Take:
    solver, puzzle = open_oracle(oracle), Puzzle.parse(line)
    assert solver.uniqueness(puzzle).unique
    return repeated(lambda: solver.uniqueness(puzzle), times)


def of_all(oracle: str, name: str) -> Take:
    """The mean over a shipped list, each puzzle asked once a sample."""
    solver, puzzles = open_oracle(oracle), listed(name)
    assert all(solver.uniqueness(puzzle).unique for puzzle in puzzles)
    return repeated(lambda: [solver.uniqueness(puzzle) for puzzle in puzzles], 1, len(puzzles))


def solving_loop(name: str) -> Take:
    """The same by the bitset oracle, without Python in between."""
    puzzles = listed(name)
    tables, state = search_tables(puzzles[0].layout), search_state(puzzles[0].layout)
    clues = np.array([puzzle.clues for puzzle in puzzles], np.uint8)
    assert count_unique(tables, state, clues) == len(puzzles)
    return repeated(lambda: count_unique(tables, state, clues), 1, len(puzzles))


@compiled
def count_unique(tables, state, puzzles):
    unique = 0
    for number in range(len(puzzles)):
        unique += count_completions(tables, state, puzzles[number], 2, 1_000_000) == 1
    return unique


def plainly(build: Build) -> Take:
    puzzle = Puzzle.parse(LEFT)
    assert is_unique(puzzle, build)
    return repeated(lambda: is_unique(puzzle, build), 2)


Digits = list[int]
Build = Callable[[cp_model.CpModel, Puzzle, Digits], Callable[[cp_model.CpSolver], Digits]]


def is_unique(puzzle: Puzzle, build: Build) -> bool:
    """Uniqueness by CP-SAT as one would write it at first, to compare with: a new model for each of the two solves."""
    first = solution(puzzle, build, [])
    return bool(first) and not solution(puzzle, build, first)


def solution(puzzle: Puzzle, build: Build, forbidden: Digits) -> Digits:
    """A solution other than the forbidden one, or nothing; default parameters but for the one worker."""
    model, solver = cp_model.CpModel(), cp_model.CpSolver()
    read = build(model, puzzle, forbidden)
    solver.parameters.num_workers = 1
    return read(solver) if solver.solve(model) == cp_model.OPTIMAL else []


def integers(model: cp_model.CpModel, puzzle: Puzzle, forbidden: Digits) -> Callable[[Any], Digits]:
    size = puzzle.layout.size
    cells = [model.new_int_var(digit or 1, digit or size, "") for digit in puzzle.clues]
    for house in puzzle.layout.houses:
        model.add_all_different([cells[cell] for cell in house.cells])
    if forbidden:
        model.add_forbidden_assignments(cells, [forbidden])
    return lambda solver: [solver.value(cell) for cell in cells]


def booleans(model: cp_model.CpModel, puzzle: Puzzle, forbidden: Digits) -> Callable[[Any], Digits]:
    digits = range(puzzle.layout.size)
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
    return lambda solver: [1 + [solver.value(one) for one in literals].index(1) for literals in chosen]


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
