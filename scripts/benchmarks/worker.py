"""The work of one checkout when two are compared: a sample of a kind for each line on standard input.

It is run as a program, once for each checkout, and uses only what the public API has had for long.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from itertools import count, islice
from time import perf_counter

import cpgen
from cpgen import Layout, Puzzle, dig_many, generate_many, model_for, open_oracle
from cpgen.notation import without_comments
from cpgen.rater.rating import Rater

LEFT = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
GRADES = ("beginner", "intermediate", "advanced", "expert")
Work = Callable[[], object]


def rating() -> Work:
    made = [
        one.puzzle.clues for grade in GRADES for one in generate_many(25, "kamio-a", grade, oracle="bitset", seed=3)
    ]
    layout = Layout.boxes(3, 3)
    rater = Rater(layout, model_for(layout).ladder)
    return lambda: [rater.rate(clues) for _ in range(8) for clues in made]


def uniqueness(oracle: str, times: int) -> Work:
    solver, puzzle = open_oracle(oracle), Puzzle.parse(LEFT)
    return lambda: [solver.uniqueness(puzzle) for _ in range(times)]


def sparse() -> Work:
    solver = open_oracle("bitset")
    puzzles = [Puzzle.parse(line) for line in without_comments(cpgen.shipped.text("puzzles", "sparse"))]
    return lambda: [solver.uniqueness(puzzle) for puzzle in puzzles]


def generation(oracle: str) -> Work:
    """The same puzzles for the same seeds, as long as neither checkout has changed what a seed gives."""
    seeds = count(1)

    def make() -> None:
        seed = next(seeds)
        for grade in GRADES:
            cpgen.generate("kamio-a", grade, oracle=oracle, seed=seed)

    return make


def many() -> Work:
    stream = generate_many(10**6, "kamio-a", "expert", oracle="bitset", seed=1, budget=float("inf"))
    list(islice(stream, 50))
    return lambda: list(islice(stream, 50))


def digging() -> Work:
    seeds = count(1)
    return lambda: list(dig_many(10, symmetry="rot180", seed=next(seeds)))


KINDS: dict[str, Callable[[], Work]] = {
    "rating, 800 puzzles": rating,
    "uniqueness by bitset": lambda: uniqueness("bitset", 2000),
    "uniqueness by bitset, sparse list": sparse,
    "uniqueness by cpsat": lambda: uniqueness("cpsat", 20),
    "generation, four grades, bitset": lambda: generation("bitset"),
    "generation, four grades, cpsat": lambda: generation("cpsat"),
    "many from one, expert, bitset": many,
    "digging, rot180, with proof": digging,
}


def main() -> None:
    """Prepares all kinds, says so, and then answers each name on standard input with seconds."""
    works = {name: prepare() for name, prepare in KINDS.items()}
    for work in works.values():
        work()
    print(json.dumps(list(works)), flush=True)
    for line in sys.stdin:
        work = works[line.rstrip("\n")]
        started = perf_counter()
        work()
        print(perf_counter() - started, flush=True)


if __name__ == "__main__":
    main()
