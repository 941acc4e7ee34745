"""Loops within one process for scripts/bench: each prepares, warms up for a while, and prints its seconds per puzzle.

The loops use public calls that cpgen has had since version 0.1, so that two checkouts can be compared.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from itertools import count, islice
from pathlib import Path

PUZZLE = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
PATTERN = "kamio-a"
WARM_SECONDS, SECONDS = 3.0, 2.0
"""Times for which a loop warms up, so that it is compiled, and for which it is measured"""

Work = Callable[[], object]


def plain_python() -> tuple[Work, int]:
    return lambda: sum(number * number % 7 for number in range(1_000_000)), 1


def rating(ladder: str = "") -> tuple[Work, int]:
    import cpgen

    puzzles = listed("sparse")[:200]
    options = {"ladder": ladder} if ladder else {}
    return lambda: [cpgen.rate(one, **options) for one in puzzles], len(puzzles)


def uniqueness(name: str, oracle: str, most: int = 2000) -> tuple[Work, int]:
    from cpgen import open_oracle

    puzzles, solver = listed(name)[:most], open_oracle(oracle)
    return lambda: [solver.uniqueness(one) for one in puzzles], len(puzzles)


def variants(oracle: str) -> tuple[Work, int]:
    from cpgen import Layout, Puzzle, open_oracle

    text = (Path(__file__).parents[1] / "tests" / "constraints" / "variants.json").read_text(encoding="utf-8")
    puzzles = [
        Puzzle.parse(one["puzzle"], Layout.parse(one["layout"]).with_constraints(*one["constraints"]))
        for one in json.loads(text).values()
    ]
    return lambda: [open_oracle(oracle).uniqueness(one) for one in puzzles], len(puzzles)


def many_from_one(grade: str, oracle: str) -> tuple[Work, int]:
    import cpgen

    stream = cpgen.generate_many(10**7, PATTERN, grade, oracle=oracle, seed=1, budget=float("inf"))
    return lambda: list(islice(stream, 20)), 20


def each_from_a_start(grade: str, oracle: str) -> tuple[Work, int]:
    import cpgen

    seeds = count(1)
    return lambda: cpgen.generate(PATTERN, grade, oracle=oracle, seed=next(seeds)), 1


def digging(**options: str) -> tuple[Work, int]:
    import cpgen

    stream = cpgen.dig_many(10**7, **options, seed=1, budget=float("inf"))
    return lambda: list(islice(stream, 20)), 20


def canonical_forms() -> tuple[Work, int]:
    from cpgen.symmetry.canonical import canonical

    puzzles = listed("sparse")[:500]
    return lambda: [canonical(one) for one in puzzles], len(puzzles)


LOOPS: dict[str, Callable[[], tuple[Work, int]]] = {
    "plain Python": plain_python,
    "rate": rating,
    "rate, ladder hodoku": lambda: rating("hodoku"),
    "uniqueness of 17 clues, bitset": lambda: uniqueness("sparse", "bitset"),
    "uniqueness of the hardest, bitset": lambda: uniqueness("hardest", "bitset"),
    "uniqueness of 17 clues, cpsat": lambda: uniqueness("sparse", "cpsat", 100),
    "uniqueness of 40 variants, bitset": lambda: variants("bitset"),
    "uniqueness of 40 variants, cpsat": lambda: variants("cpsat"),
    **{
        f"many from one pattern, {grade}, bitset": lambda grade=grade: many_from_one(grade, "bitset")
        for grade in ("beginner", "intermediate", "advanced", "expert")
    },
    "many from one pattern, expert, cpsat": lambda: many_from_one("expert", "cpsat"),
    "a start per puzzle, expert, bitset": lambda: each_from_a_start("expert", "bitset"),
    "digging, minimal": lambda: digging(oracle="bitset"),
    "digging, half-turn": lambda: digging(oracle="bitset", symmetry="rot180"),
    "digging, half-turn, cpsat": lambda: digging(symmetry="rot180"),
    "digging, 16×16": lambda: digging(oracle="bitset", symmetry="rot180", layout="4x4"),
    "canonical form": canonical_forms,
}


def listed(name: str) -> list:
    """Return the puzzles of a shipped list, read from this checkout so that two checkouts get the same."""
    from cpgen import Puzzle

    text = (Path(__file__).resolve().parent.parent / "models" / "puzzles" / f"{name}.txt").read_text(encoding="utf-8")
    return [Puzzle.parse(line) for line in text.splitlines() if line and not line.startswith("#")]


def seconds_of(work: Work, per: int, seconds: float) -> float:
    """Return the seconds per puzzle of as many calls as fit into a time."""
    begun, calls = time.perf_counter(), 0
    while calls == 0 or time.perf_counter() - begun < seconds:
        work()
        calls += 1
    return (time.perf_counter() - begun) / (calls * per)


def check_plainly(file: str) -> None:
    """Check the puzzles of a file for one solution with CP-SAT in the obvious way: two new models per puzzle."""
    for line in Path(file).read_text().split():
        first = solution(line, [])
        assert first
        assert not solution(line, first)


def solution(line: str, forbidden: list[int]) -> list[int]:
    """Return a solution of a 9×9 puzzle other than the forbidden one, or an empty list."""
    from ortools.sat.python import cp_model

    model, solver = cp_model.CpModel(), cp_model.CpSolver()
    cells = [
        model.new_int_var(int(symbol), int(symbol), "") if symbol in "123456789" else model.new_int_var(1, 9, "")
        for symbol in line
    ]
    for k in range(9):
        model.add_all_different(cells[9 * k : 9 * k + 9])
        model.add_all_different(cells[k::9])
        corner = 27 * (k // 3) + 3 * (k % 3)
        model.add_all_different([cells[corner + 9 * row + column] for row in range(3) for column in range(3)])
    if forbidden:
        model.add_forbidden_assignments(cells, [tuple(forbidden)])
    solver.parameters.num_workers = 1
    return [solver.value(cell) for cell in cells] if solver.solve(model) == cp_model.OPTIMAL else []


def main() -> None:
    os.environ.setdefault("CPGEN_COMPILE", "now")
    if sys.argv[1] == "--plain-cpsat":
        check_plainly(sys.argv[2])
        return
    work, per = LOOPS[sys.argv[1]]()
    seconds_of(work, per, WARM_SECONDS)
    print(seconds_of(work, per, SECONDS))


if __name__ == "__main__":
    main()
