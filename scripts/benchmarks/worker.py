"""The work of one checkout when two are compared: a sample of a kind for each line on standard input.

It is run as a program, once for each checkout, and uses only public names that cpgen has had for long.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path
from time import perf_counter

import cpgen
from cpgen import Puzzle, dig_many, generate_many, open_oracle

LEFT = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
SPARSE = Path(__file__).parents[2] / "models" / "puzzles" / "sparse.txt"
"""The same list for both, that of this checkout"""
GRADES = ("beginner", "intermediate", "advanced", "expert")
Work = Callable[[], object]


def rating() -> Work:
    made = [one.puzzle for grade in GRADES for one in generate_many(25, "kamio-a", grade, oracle="bitset", seed=3)]
    return lambda: [cpgen.rate(puzzle) for _ in range(8) for puzzle in made]


def uniqueness(oracle: str, times: int) -> Work:
    solver, puzzle = open_oracle(oracle), Puzzle.parse(LEFT)
    return lambda: [solver.uniqueness(puzzle) for _ in range(times)]


def sparse() -> Work:
    solver = open_oracle("bitset")
    lines = SPARSE.read_text(encoding="utf-8").splitlines()
    puzzles = [Puzzle.parse(line) for line in lines if line and not line.startswith("#")]
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
    """Prepares all kinds, says which it can measure, and then answers each name on standard input with seconds."""
    works = dict(prepared())
    print(json.dumps(list(works)), flush=True)
    for line in sys.stdin:
        work = works[line.rstrip("\n")]
        started = perf_counter()
        work()
        print(perf_counter() - started, flush=True)


def prepared() -> Iterator[tuple[str, Work]]:
    """The kinds whose calls this checkout has, each called once."""
    for name, prepare in KINDS.items():
        try:
            work = prepare()
            work()
        except (AttributeError, ImportError, TypeError, ValueError) as error:
            print(f"bench: left out: {name}; {Path(cpgen.__file__).parent} cannot do it: {error}", file=sys.stderr)
        else:
            yield name, work


if __name__ == "__main__":
    main()
