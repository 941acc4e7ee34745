"""One puzzle of a collection, with all that is kept of it."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import isqrt
from operator import eq
from typing import Any, NamedTuple

from cpgen.difficulty import GradeModel
from cpgen.notation import line
from cpgen.oracles import Oracle, Uniqueness
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.ladder import TECHNIQUES
from cpgen.rater.rating import Rating, rate_puzzle
from cpgen.requests.puzzle_request import Generated
from cpgen.symmetry.canonical import canonical
from cpgen.symmetry.square import symmetry_of


class Making(NamedTuple):
    """How a puzzle was made: cpgen's version, the method, the oracle, the grade model, and from what."""

    version: str
    method: str
    oracle: str
    model: str
    source: str


@dataclass(frozen=True, slots=True)
class Record:
    """A puzzle as the store keeps it; the texts are lines of n² symbols."""

    layout: str
    puzzle: str
    solution: str
    kind: str
    """The layout of the canonical form"""
    canonical: str
    clues: int
    level: int
    steps: int
    solved: bool
    rules: tuple[str, ...]
    grade: str
    appropriateness: float
    symmetry: str
    minimal: bool | None
    making: Making
    seed: int | None = None
    number: int | None = None
    ladder: str = ""
    """What it was rated with"""
    score: int = 0
    level_name: str = ""
    """The ladder's name for the level; empty where it has none"""
    id: int = field(default=0, compare=False)

    @property
    def pattern(self) -> str:
        """The cells of the clues, `x` for each and a dot elsewhere."""
        return "".join("." if symbol == "." else "x" for symbol in self.puzzle)

    @property
    def chance(self) -> int:
        """62 bits that depend on the canonical form alone."""
        digest = hashlib.blake2b(f"{self.kind}:{self.canonical}".encode(), digest_size=8).digest()
        return int.from_bytes(digest) >> 2

    @property
    def checksum(self) -> int:
        """32 bits that depend on all that is kept of the puzzle."""
        plain = (self.puzzle, self.solution, self.kind, self.canonical, self.clues, self.level, self.steps)
        more = (self.symmetry, self.minimal, self.seed, self.number, self.ladder, self.score, self.level_name)
        graded = (bool(self.solved), sorted(self.rules), self.grade, float(self.appropriateness))
        return zlib.crc32(repr((self.layout, *plain, *graded, *more, *self.making)).encode())

    @property
    def is_plausible(self) -> bool:
        """Whether the solution has all clues and each digit as often as the others, and there are so many clues."""
        cells, clues = len(self.solution), len(self.puzzle) - self.puzzle.count(".")
        times = {self.solution.count(digit) for digit in set(self.solution)}
        agreeing = sum(map(eq, self.puzzle, self.solution))
        return self.clues == clues == agreeing and len(self.puzzle) == cells and times == {isqrt(cells)}

    def as_json(self) -> dict[str, Any]:
        """The puzzle as an object for JSON; a collection keeps which rules a puzzle uses but not how often."""
        return {
            "puzzle": self.puzzle,
            "solution": self.solution,
            "layout": self.layout,
            "clues": self.clues,
            "level": self.level,
            "steps": self.steps,
            "solved": self.solved,
            "ladder": self.ladder,
            "score": self.score,
            "level_name": self.level_name or None,
            "uses": list(self.rules),
            "grade": self.grade or None,
            "appropriateness": round(self.appropriateness, 4),
            "model": self.making.model,
            "symmetry": self.symmetry,
            "minimal": self.minimal,
            "canonical": self.canonical,
            "method": {
                "name": self.making.method,
                "oracle": self.making.oracle,
                "source": self.making.source,
                "seed": self.seed,
                "index": self.number,
                "version": self.making.version,
            },
        }


def in_order(rules: Iterable[str]) -> tuple[str, ...]:
    """The rules in the order of all techniques.

    >>> in_order(["x-wing", "locked-pointing"])
    ('locked-pointing', 'x-wing')
    """
    return tuple(sorted(rules, key=TECHNIQUES.index))


def record_of_generated(made: Generated, making: Making, oracle: Oracle) -> Record:
    """The record of a generated puzzle, in the grade of its request."""
    return _record(
        *(made.puzzle, made.solution, made.rating, made.grade.name, made.appropriateness, making),
        minimal=is_minimal(made.puzzle, oracle),
        seed=made.seed,
        number=made.index,
    )


def record_of_puzzle(
    puzzle: Puzzle, witness: Uniqueness, model: GradeModel, making: Making, minimal: bool | None
) -> Record:
    """The record of a puzzle from elsewhere, in the grade that it is most typical of."""
    rating = rate_puzzle(puzzle, model.ladder)
    nearest = model.nearest(rating) if rating.solved else None
    grade = (nearest.name, nearest.fit(rating)) if nearest else ("", 0.0)
    return _record(puzzle, witness.grids[0], rating, *grade, making, minimal=minimal)


def _record(
    puzzle: Puzzle, solution: Grid, rating: Rating, grade: str, appropriateness: float, making: Making, **more: Any
) -> Record:
    form = canonical(puzzle)
    return Record(
        layout=puzzle.layout.spec,
        puzzle=puzzle.line,
        solution=line(solution),
        kind=form.layout.spec,
        canonical=form.line,
        clues=puzzle.clue_count,
        level=rating.level,
        steps=rating.steps,
        solved=rating.solved,
        rules=in_order(rating.rules),
        grade=grade,
        appropriateness=appropriateness,
        symmetry=symmetry_of(puzzle.layout.size, [cell for cell, digit in enumerate(puzzle.clues) if digit]),
        making=making,
        ladder=rating.ladder,
        score=rating.score,
        level_name=rating.level_name,
        **more,
    )


def is_minimal(puzzle: Puzzle, oracle: Oracle) -> bool:
    """Whether a puzzle with one solution needs every one of its clues."""
    for cell, digit in enumerate(puzzle.clues):
        if digit:
            fewer = Puzzle(puzzle.layout, (*puzzle.clues[:cell], 0, *puzzle.clues[cell + 1 :]))
            if oracle.count(fewer, 2) == 1:
                return False
    return True
