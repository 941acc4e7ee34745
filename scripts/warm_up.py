"""Compiles the inner loops that tests and benchmarks call, once, before many processes need them."""

from __future__ import annotations

from itertools import islice

import numpy as np

import cpgen
from cpgen import Layout, Pattern, Puzzle, dig, generate_many, model_for, open_oracle
from cpgen.api import find
from cpgen.boards.all_boards import boards
from cpgen.boards.jigsaw import random_boards
from cpgen.boards.pentomino_catalogue import catalogue, layouts
from cpgen.boards.pentomino_sets import puzzle_set
from cpgen.boards.set_request import SetRequest
from cpgen.collection.bulk import BulkRater
from cpgen.feasibility.infeasible import no_filling
from cpgen.kernel import compiler
from cpgen.symmetry.canonical import canonical

LINE = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
EASIER = ".9.....8.8..76...2.....3.....73...1..6..9..4..4...25.....8.....2...49..7.5.....3."
EMPTY = "." * 16


def compile_at_first_call() -> None:
    """Lets no loop be interpreted until it is hot, by saying that compiling takes no time."""
    compiler.IMPORTING = compiler.COMPILING = compiler.LINKING = compiler.LOADING = compiler.LOOKING = 0.0


def main() -> None:
    compile_at_first_call()
    rating()
    uniqueness()
    generation()
    digging()
    irregular_boards()


def rating() -> None:
    """Every technique of the widest ladder, too: each is compiled when it first looks."""
    cpgen.explain(LINE)
    for line in (LINE, EASIER):
        find(line)
    layout = Layout.boxes(3, 3)
    list(BulkRater(layout, model_for(layout)).rate([LINE.encode()]))


def uniqueness() -> None:
    for name in ("bitset", "exact-cover"):
        oracle = open_oracle(name)
        oracle.count(Puzzle.parse(EMPTY), 3)
        oracle.complete(Puzzle.parse(EMPTY), np.random.default_rng(1))


def generation() -> None:
    """So many puzzles that the walk from one to the next begins."""
    *_, last = generate_many(12, "kamio-a", "expert", oracle="bitset", seed=1)
    canonical(last.puzzle)
    no_filling(Layout.boxes(2, 2), Pattern.parse("x.x. .x.x .... ...."))


def digging() -> None:
    for clues in (None, 22):
        dig(symmetry="rot180", clues=clues, seed=1)


def irregular_boards() -> None:
    boards(3)
    next(random_boards(5, 1, oracle="bitset"))
    catalogue(islice(layouts(), 1, 2))
    next(puzzle_set(SetRequest(boards="pinwheel-5", oracle="bitset"), 1, 1))


if __name__ == "__main__":
    main()
