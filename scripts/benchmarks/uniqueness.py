"""How fast is one solution shown? By oracle, puzzle and list, and in the plain way that one would write at first."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from benchmarks import plain_cpsat
from benchmarks.measuring import Row, Take, repeated
from benchmarks.puzzles import HARDEST, LEFT, RIGHT, listed
from cpgen import Puzzle, open_oracle
from cpgen.kernel import compiled
from cpgen.oracles.bitset import search_state, search_tables
from cpgen.oracles.bitset_search import count_completions

PUZZLES = {"figure 3, left": (LEFT, 500), "figure 3, right": (RIGHT, 500), "hardest": (HARDEST, 50)}
"""Each with how often it is asked in a sample"""
SOLVERS = ("sat", "sat-cadical153", "sat-minisat22")
PLAIN = {"integers": plain_cpsat.integers, "Booleans": plain_cpsat.booleans}


def rows() -> Iterator[Row]:
    for name, (line, times) in PUZZLES.items():
        yield Row(f"unique bitset, {name}", partial(of_one, "bitset", line, times), 15, "µs")
    yield Row("unique sat, figure 3, left", partial(of_one, "sat", LEFT, 100), 15, "ms")
    ours = "unique cpsat, figure 3, left"
    yield Row(ours, partial(of_one, "cpsat", LEFT, 20), 15, "ms")
    for name, build in PLAIN.items():
        yield Row(f"unique plain cpsat, {name}", partial(plainly, build), 15, "ms", against=ours)
    for name in ("sparse", "hardest"):
        yield Row(f"unique bitset, list {name}, compiled loop", partial(compiled_loop, name), 15, "µs")
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


def compiled_loop(name: str) -> Take:
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


def plainly(build: plain_cpsat.Build) -> Take:
    puzzle = Puzzle.parse(LEFT)
    assert plain_cpsat.is_unique(puzzle, build)
    return repeated(lambda: plain_cpsat.is_unique(puzzle, build), 2)
