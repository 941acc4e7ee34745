"""Making: puzzles on a pattern, by digging, and on irregular boards, and the boards themselves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count, islice
from math import inf
from time import perf_counter
from typing import Any

import numpy as np

import cpgen
from benchmarks.measuring import Row, Sample, Take, repeated, timed
from benchmarks.puzzles import GRADES, PATTERN
from cpgen import DigRequest, Generated, Request, dig, open_oracle
from cpgen.boards.every import boards
from cpgen.boards.jigsaw import random_boards
from cpgen.boards.pentomino import catalogue, layouts
from cpgen.boards.set_request import SetRequest
from cpgen.boards.sets import puzzle_set
from cpgen.generation.clock import Clock
from cpgen.generation.digging import Digger
from cpgen.generation.two_phase import generate_many
from cpgen.schema import build

ZAMA = {"method": "paper", "generation": "zama", "replacement": "zama"}
TARGETS = {
    "x-wing": {"needs": ["x-wing"]},
    "hidden-triple": {"needs": ["hidden-triple"]},
    "level 4..7, steps 28..34": {"level": "4..7", "steps": "28..34"},
    "typical 0.9": {"grade": "expert", "typical": 0.9},
}


def generation_rows() -> Iterator[Row]:
    for grade in GRADES:
        for oracle in ("cpsat", "bitset"):
            yield Row(f"generate {grade}, {oracle}", partial(puzzles_of, oracle=oracle, grade=grade), 100, "ms")
    for grade in GRADES:
        for oracle in ("bitset", "cpsat"):
            yield Row(f"many from one, {grade}, {oracle}", partial(many_of, grade, oracle), 5, "ms")
    for name, wishes in TARGETS.items():
        yield Row(f"target {name}", partial(puzzles_of, oracle="bitset", **wishes), 30, "ms")
    yield Row("hardest, to level 10", hardest, 3, "s", quick=False)
    for grade in GRADES:
        ours = f"generate {grade}, cpsat"
        for name, method, samples in (("kamio", {"method": "paper"}, 10), ("zama", ZAMA, 4)):
            work = partial(puzzles_of, grade=grade, **method)
            yield Row(f"paper's {name} {grade}, cpsat", work, samples, "s", quick=False, against=ours)
    for clues in (110, 90):
        yield Row(f"generate 16×16, {clues} clues", partial(large, 4, clues), 5, "ms")
    yield Row("generate 25×25, 300 clues", partial(large, 5, 300), 3, "ms", quick=False)


def puzzles_of(**wishes: Any) -> Take:
    """One puzzle a sample, each from a start of its own; the puzzle of another seed warms everything up."""
    request = build(Request, {"pattern": PATTERN, "grade": "any", **wishes})
    next(generate_many(request, 1, 2))
    seeds = count(3)

    def take() -> Sample:
        started = perf_counter()
        made = next(generate_many(request, 1, next(seeds)))
        return Sample(perf_counter() - started, made)

    return take


def many_of(grade: str, oracle: str) -> Take:
    """A hundred puzzles a sample, of one long call: its first starts give one puzzle each and are passed over."""
    stream = cpgen.generate_many(10**6, PATTERN, grade, oracle=oracle, seed=1, budget=inf)
    next(islice(stream, 100, None))
    return lambda: hundred(stream)


def hundred(stream: Iterator[Generated]) -> Sample:
    """The mean time of a hundred more puzzles."""
    started = perf_counter()
    *_, last = islice(stream, 100)
    return Sample((perf_counter() - started) / 100, last)


def hardest() -> Take:
    """Until the search for the hardest has come to level 10, by seed after seed."""
    seeds = count(1)

    def reach() -> None:
        climb = cpgen.hardest(PATTERN, oracle="bitset", seed=next(seeds), budget=120)
        next(made for made in climb if made.rating.level >= 10)

    return repeated(reach)


def large(side: int, clues: int) -> Take:
    """Puzzles on random point-symmetric patterns of boxes of that side, the proof by the bitset oracle included."""
    wishes = {"layout": f"{side}x{side}", "clues": clues, "symmetry": "rot180", "oracle": "bitset"}
    made = cpgen.generate_many(10**6, None, "any", **wishes, seed=1, budget=inf)
    return repeated(lambda: next(made), 5)


def digging_rows() -> Iterator[Row]:
    for way, symmetry in (("single", "none"), ("orbits", "rot180")):
        ours = f"dig 9×9 {way}, {symmetry}"
        yield Row(ours, partial(digging, "3x3", way, symmetry, 50), 5, "ms")
        theirs = partial(digging, "3x3", way, symmetry, 1, "cpsat")
        yield Row(f"{ours}, by cpsat", theirs, 5, "ms", quick=False, against=ours)
    yield Row("dig jigsaw-9, none", partial(digging, "jigsaw-9", "single", "none", 20), 5, "ms")
    yield Row("dig 16×16, rot180", partial(digging, "4x4", "orbits", "rot180", 5), 5, "ms")
    yield Row("dig 25×25, rot180", partial(digging, "5x5", "orbits", "rot180", 1), 1, "s", quick=False)
    for clues in (20, 19, 18):
        yield Row(f"dig 9×9 rot180 to {clues} clues", partial(few_clues, clues), 9, "s")


def digging(layout: str, way: str, symmetry: str, times: int, oracle: str = "bitset") -> Take:
    """Digs in one random grid after another, the grid included, the final proof by CP-SAT left out."""
    request = build(DigRequest, {"layout": layout, "way": way, "symmetry": symmetry, "oracle": oracle})
    digger, rng = Digger(request, Clock()), np.random.default_rng(1)
    draw = request.grids.open(request.layout, open_oracle("bitset"))
    return repeated(lambda: digger.dig(np.array(draw(rng).grid, np.uint8), rng), times)


def few_clues(clues: int) -> Take:
    """Finds a 9×9 puzzle with half-turn symmetry and so many clues, proof by CP-SAT included, by seed after seed."""
    seeds = count()
    return repeated(lambda: dig(symmetry="rot180", clues=clues, seed=next(seeds)))


def board_rows() -> Iterator[Row]:
    yield Row("catalogue of all 515 pentomino boards", all_boards, 1, "s")
    yield Row("1,000 pentomino puzzles of four clues", four_clues, 1, "s")
    yield Row("fresh jigsaw-9 and a puzzle on it", fresh_jigsaw, 15, "ms")
    yield Row("all boards of side 6", side_six, 1, "s", quick=False)


def all_boards() -> Take:
    wanted = layouts()
    catalogue(wanted[:2])
    return timed(lambda: catalogue(wanted))


def four_clues() -> Take:
    request, seeds = SetRequest(), count(1)
    next(puzzle_set(request, 1, 0))
    return timed(lambda: list(puzzle_set(request, 1000, next(seeds))))


def fresh_jigsaw() -> Take:
    """A random board and a matching puzzle on a random pattern of it, the proofs by the bitset oracle."""
    seeds = count(1)

    def make() -> None:
        seed = next(seeds)
        board = next(random_boards(9, seed, oracle="bitset"))
        cpgen.generate(layout=board, clues=30, symmetry="none", oracle="bitset", seed=seed)

    return repeated(make)


def side_six() -> Take:
    boards(4)
    return timed(lambda: boards(6))
