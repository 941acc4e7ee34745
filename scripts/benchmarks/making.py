"""Making: puzzles on a pattern, by digging, and on irregular boards, and the boards themselves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count, islice
from math import inf
from typing import Any

import cpgen
from benchmarks.measuring import Row, Sample, Take, repeated, seconds, timed
from benchmarks.puzzles import GRADES, PATTERN
from cpgen import DigRequest, Request, dig
from cpgen.boards.jigsaw import random_boards
from cpgen.boards.pentomino_catalogue import catalogue, layouts
from cpgen.boards.pentomino_sets import puzzle_set
from cpgen.boards.set_request import SetRequest
from cpgen.digging.dig_batch import handful_of
from cpgen.digging.digger import HANDFUL, Digger
from cpgen.generation.two_phase import generate_many
from cpgen.kernel.seeds import first_words
from cpgen.requests.clock import Clock
from cpgen.schema import build


def generation_rows() -> Iterator[Row]:
    for grade in GRADES:
        for oracle in ("cpsat", "bitset"):
            row = partial(puzzles_of, oracle=oracle, grade=grade)
            yield Row(f"generate {grade}, {oracle}", row, 40, "ms", search=True)
            yield Row(f"many from one, {grade}, {oracle}", partial(many_of, grade, oracle), 5, "ms")
        papers = partial(puzzles_of, grade=grade, method="paper")
        yield Row(f"paper's method {grade}, cpsat", papers, 10, "s", quick=grade == "expert", search=True)
    for clues in (110, 90):
        yield Row(f"generate 16×16, {clues} clues", partial(large, 4, clues), 5, "ms")


def puzzles_of(**wishes: Any) -> Take:
    """One puzzle a sample, each from a start of its own; the puzzle of another seed warms everything up."""
    request = build(Request, {"pattern": PATTERN, "grade": "any", **wishes})
    next(generate_many(request, 1, 2))
    seeds = count(3)

    def take() -> Sample:
        started = seconds()
        made = next(generate_many(request, 1, next(seeds)))
        return Sample(seconds() - started, made.matches)

    return take


def many_of(grade: str, oracle: str) -> Take:
    """A hundred puzzles a sample, of one long call: its first starts give one puzzle each and are passed over."""
    stream = cpgen.generate_many(10**6, PATTERN, grade, oracle=oracle, seed=1, budget=inf)
    next(islice(stream, 100, None))
    return repeated(lambda: list(islice(stream, 100)), 1, 100)


def large(side: int, clues: int) -> Take:
    """Puzzles on random point-symmetric patterns of boxes of that side, the proof by the bitset oracle included."""
    wishes = {"layout": f"{side}x{side}", "clues": clues, "symmetry": "rot180", "oracle": "bitset"}
    made = cpgen.generate_many(10**6, None, "any", **wishes, seed=1, budget=inf)
    return repeated(lambda: next(made), 5)


def digging_rows() -> Iterator[Row]:
    yield Row("dig, minimal", partial(digging, "3x3", "single", "none"), 5, "ms")
    yield Row("dig, half-turn", partial(digging, "3x3", "orbits", "rot180"), 5, "ms")
    yield Row("dig, jigsaws", partial(digging, "jigsaw-9", "single", "none"), 5, "ms")
    yield Row("dig, 16×16", partial(digging, "4x4", "orbits", "rot180"), 5, "ms")
    for clues in (20, 19, 18):
        yield Row(f"dig, half-turn, {clues} clues", partial(few_clues, clues), 9, "s", search=True)


def digging(layout: str, way: str, symmetry: str) -> Take:
    """Digs in a handful of random grids at once, the grids included, the final proof left out."""
    request = build(DigRequest, {"layout": layout, "way": way, "symmetry": symmetry, "oracle": "bitset"})
    digger, seeds = Digger(request, Clock()), count()

    def dig_next() -> None:
        handful = handful_of(first_words(next(seeds), range(HANDFUL)), request.layout.cell_count)
        for _ in digger.dig_handful(handful):
            pass

    return repeated(dig_next, 1, HANDFUL)


def few_clues(clues: int) -> Take:
    """Finds a 9×9 puzzle with half-turn symmetry and so many clues, proof by CP-SAT included, by seed after seed."""
    seeds = count()
    return repeated(lambda: dig(symmetry="rot180", clues=clues, seed=next(seeds)))


def board_rows() -> Iterator[Row]:
    yield Row("catalogue of all 515 pentomino boards", all_boards, 3, "s")
    yield Row("1,000 pentomino puzzles of four clues", four_clues, 3, "s")
    yield Row("fresh jigsaw-9 and a puzzle on it", fresh_jigsaw, 15, "ms")


def all_boards() -> Take:
    wanted = layouts()
    catalogue(wanted[:2])
    return lambda: timed(lambda: catalogue(wanted))


def four_clues() -> Take:
    request, seeds = SetRequest(), count(1)
    next(puzzle_set(request, 1, 0))
    return lambda: timed(lambda: list(puzzle_set(request, 1000, next(seeds))))


def fresh_jigsaw() -> Take:
    """A random board and a matching puzzle on a random pattern of it, the proofs by the bitset oracle."""
    seeds = count(1)

    def make() -> None:
        seed = next(seeds)
        board = next(random_boards(9, seed, oracle="bitset"))
        cpgen.generate(layout=board, clues=30, symmetry="none", oracle="bitset", seed=seed)

    return repeated(make)
