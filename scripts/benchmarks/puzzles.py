"""The puzzles that several measurements share."""

from __future__ import annotations

from functools import cache

import numpy as np

import cpgen
from cpgen import Puzzle, resources
from cpgen.notation import without_comments

PATTERN = "kamio-a"
GRADES = ("beginner", "intermediate", "advanced", "expert")
LEFT = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."


@cache
def graded(grade: str) -> list[tuple[int, ...]]:
    """The clues of 50 puzzles of a grade."""
    made = cpgen.generate_many(50, PATTERN, grade, oracle="bitset", seed=3)
    return [one.puzzle.clues for one in made]


@cache
def listed(name: str) -> list[Puzzle]:
    """The puzzles of a shipped list."""
    return [Puzzle.parse(line) for line in without_comments(resources.text("puzzles", name))]


@cache
def minimal() -> list[tuple[int, ...]]:
    """The clues of 500 minimal puzzles, dug one by one."""
    return [one.puzzle.clues for one in cpgen.dig_many(500, oracle="bitset", seed=3)]


@cache
def solvable() -> list[Puzzle]:
    """Two hundred different puzzles of all grades."""
    layout = cpgen.Layout.boxes(3, 3)
    return [Puzzle(layout, clues) for grade in GRADES for clues in graded(grade)]


@cache
def many_lines(count: int) -> str:
    """So many puzzles, a line each, made of others by renaming digits at random: the same work as so many puzzles."""
    rng, clues = np.random.default_rng(1), [np.array(one.clues) for one in solvable()]
    names = [np.array([".", *rng.permutation([*"123456789"])]) for _ in range(count)]
    return "".join("".join(names[k][clues[k % len(clues)]]) + "\n" for k in range(count))
