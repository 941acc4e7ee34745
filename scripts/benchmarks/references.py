"""What cpgen is compared with, in the same run: Python itself, and programs for sudoku that many systems have."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from functools import partial

from benchmarks.commands import NUMPY, process, quietly
from benchmarks.measuring import Row, Take, interpreted, program, repeated, timed_by_clock
from benchmarks.puzzles import listed, many_lines

N, W = "start import numpy", "plain Python"
N_CLOCK, W_CLOCK = f"{N}, by the clock", f"{W}, by the clock"
QQWING, SOLO = "qqwing", "sgt-solo"
RATED = 2_000
GENERATORS = {
    "qqwing, minimal": (QQWING, 300, "--generate 300 --one-line"),
    "qqwing, half-turn": (QQWING, 300, "--generate 300 --symmetry rotate180 --one-line"),
    "sgt-solo, jigsaws": (SOLO, 50, "--generate 50 9j"),
    "sgt-solo, 16×16": (SOLO, 20, "--generate 20 4x4"),
}
"""By row: the program, how many puzzles, the words that ask for them"""


def reference_rows() -> Iterator[Row]:
    yield Row(N, partial(process, NUMPY), 25, "ms")
    yield Row(W, lambda: repeated(interpreted), 25, "ms")
    yield Row(N_CLOCK, lambda: lambda: timed_by_clock(lambda: quietly(NUMPY)), 15, "ms")
    yield Row(W_CLOCK, lambda: lambda: timed_by_clock(interpreted), 15, "ms")
    for name, (maker, many, words) in GENERATORS.items():
        yield Row(name, partial(run, maker, words, many), 7, "µs", needs=maker)
    yield Row("qqwing, solved and rated", rated, 7, "µs", needs=QQWING)
    for name in ("sparse", "hardest"):
        yield Row(f"qqwing, list {name}", partial(counted, name), 7, "µs", needs=QQWING)


def run(name: str, words: str, each: int, text: str = "") -> Take:
    """The time of a program for each of so many puzzles, its start included."""
    command = [program(name), *words.split()]
    return repeated(lambda: subprocess.run(command, input=text, text=True, check=True, capture_output=True), 1, each)


def rated() -> Take:
    return run(QQWING, "--solve --stats --csv", RATED, many_lines(RATED))


def counted(name: str) -> Take:
    """How many solutions the puzzles of a shipped list have."""
    lines = ["".join(str(digit or ".") for digit in one.clues) for one in listed(name)]
    return run(QQWING, "--solve --count-solutions --csv", len(lines), "\n".join([*lines, ""]))


def versions() -> dict[str, str]:
    """The programs that are installed, with what they say of their version."""
    found = {name: program(name) for name in (QQWING, SOLO)}
    return {name: _version(path) for name, path in found.items() if path}


def _version(path: str) -> str:
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout.split()
    return next((word for word in said if word[0].isdigit()), "of an unknown version")
