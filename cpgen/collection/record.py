"""Puzzle of a collection, with everything that is stored about it.

Two numbers are derived from it. The *sample key*, a hash of the canonical form, places puzzles in a pseudo-random order
that does not depend on when they were added, so that random samples are reproducible. The *checksum* covers all stored
values; it shows damage that SQLite does not notice.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import isqrt
from operator import eq
from typing import Any, NamedTuple

from cpgen.answers import collection_answers as answers
from cpgen.answers.answer_base import Recorded
from cpgen.difficulty import GradeModel
from cpgen.notation import line
from cpgen.oracles import Oracle, Uniqueness
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.ladder import TECHNIQUES
from cpgen.rater.rating import Rating, rate_puzzle
from cpgen.requests.results import Generated
from cpgen.symmetry.canonical import canonical
from cpgen.symmetry.layout_images import symmetry_of_drawing


class Provenance(NamedTuple):
    """Provenance of a puzzle: cpgen's version, method, oracle, grade model, and source (`batch` or imported file)."""

    version: str
    method: str
    oracle: str
    model: str
    source: str


@dataclass(frozen=True, slots=True)
class StoredPuzzle(Recorded):
    """Puzzle as the store keeps it; `puzzle`, `solution` and `canonical` are lines of n² symbols."""

    layout: str
    puzzle: str
    solution: str
    kind: str
    """Layout of the canonical form, as text"""
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
    provenance: Provenance
    seed: int | None = None
    number: int | None = None
    ladder: str = ""
    """Name of the ladder of the rating"""
    score: int = 0
    level_name: str = ""
    """Name that the ladder gives to the level, empty if it has none"""
    id: int = field(default=0, compare=False)

    @property
    def pattern(self) -> str:
        """Pattern of the clues: a line with `x` for each clue and a dot elsewhere."""
        return "".join("." if symbol == "." else "x" for symbol in self.puzzle)

    @property
    def sample_key(self) -> int:
        """Sample key, 0 to 2⁶² - 1, which depends on the canonical form alone (column `chance`)."""
        return sample_key_of(self.kind, self.canonical)

    @property
    def checksum(self) -> int:
        """Checksum of 32 bits over all stored values (column `sum`)."""
        # Values that SQLite returns in another type (1 for True) or order are made equal before they are hashed.
        plain = (self.puzzle, self.solution, self.kind, self.canonical, self.clues, self.level, self.steps)
        more = (self.symmetry, self.minimal, self.seed, self.number, self.ladder, self.score, self.level_name)
        graded = (bool(self.solved), sorted(self.rules), self.grade, float(self.appropriateness))
        return zlib.crc32(repr((self.layout, *plain, *graded, *more, *self.provenance)).encode())

    @property
    def is_plausible(self) -> bool:
        """True if the solution agrees with the clues and has each digit n times, and the clue count is right."""
        cells, clues = len(self.solution), len(self.puzzle) - self.puzzle.count(".")
        times = {self.solution.count(digit) for digit in set(self.solution)}
        agreeing = sum(map(eq, self.puzzle, self.solution))  # a dot equals no digit of the solution
        return self.clues == clues == agreeing and len(self.puzzle) == cells and times == {isqrt(cells)}

    def as_record(self) -> answers.StoredPuzzleRecord:
        """Return the record that is the puzzle's form in JSON."""
        return answers.StoredPuzzleRecord(
            puzzle=self.puzzle,
            solution=self.solution,
            layout=self.layout,
            clues=self.clues,
            level=self.level,
            steps=self.steps,
            solved=self.solved,
            ladder=self.ladder,
            score=self.score,
            level_name=self.level_name or None,
            uses=self.rules,
            grade=self.grade or None,
            appropriateness=round(self.appropriateness, 4),
            model=self.provenance.model,
            symmetry=self.symmetry,
            minimal=self.minimal,
            canonical=self.canonical,
            method=answers.ProvenanceRecord(
                name=self.provenance.method,
                oracle=self.provenance.oracle,
                source=self.provenance.source,
                seed=self.seed,
                index=self.number,
                version=self.provenance.version,
            ),
        )


def sample_key_of(kind: str, form: str) -> int:
    """Return the sample key, 0 to 2⁶² - 1, of a canonical form and its layout, both as text."""
    return int.from_bytes(hashlib.blake2b(f"{kind}:{form}".encode(), digest_size=8).digest()) >> 2


def in_order(rules: Iterable[str]) -> tuple[str, ...]:
    """Sort the names of rules by their order in TECHNIQUES.

    >>> in_order(["x-wing", "locked-pointing"])
    ('locked-pointing', 'x-wing')
    """
    return tuple(sorted(rules, key=TECHNIQUES.index))


def record_of_generated(made: Generated, provenance: Provenance, oracle: Oracle) -> StoredPuzzle:
    """Return the stored form of a generated puzzle, with the grade of its request.

    `oracle` is the solver that tests whether every clue is needed.
    """
    return _record(
        *(made.puzzle, made.solution, made.rating, made.grade.name, made.appropriateness, provenance),
        minimal=is_minimal(made.puzzle, oracle),
        seed=made.seed,
        number=made.index,
    )


def record_of_puzzle(
    puzzle: Puzzle, witness: Uniqueness, model: GradeModel, provenance: Provenance, minimal: bool | None
) -> StoredPuzzle:
    """Return the stored form of a puzzle that was not generated here, with the grade that it is most typical of.

    Args:
        puzzle: The puzzle.
        witness: Proof that it has one solution, with that solution.
        model: Grade model that rates it.
        provenance: Where the puzzle comes from.
        minimal: True if every clue is needed; None if that was not tested.
    """
    rating = rate_puzzle(puzzle, model.ladder)
    nearest = model.nearest(rating) if rating.solved else None
    grade = (nearest.name, nearest.fit(rating)) if nearest else ("", 0.0)
    return _record(puzzle, witness.grids[0], rating, *grade, provenance, minimal=minimal)


def _record(
    puzzle: Puzzle,
    solution: Grid,
    rating: Rating,
    grade: str,
    appropriateness: float,
    provenance: Provenance,
    **more: Any,
) -> StoredPuzzle:
    form = canonical(puzzle)
    return StoredPuzzle(
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
        symmetry=symmetry_of_drawing(puzzle),
        provenance=provenance,
        ladder=rating.ladder,
        score=rating.score,
        level_name=rating.level_name,
        **more,
    )


def is_minimal(puzzle: Puzzle, oracle: Oracle) -> bool:
    """Return True if every clue of a puzzle with one solution is needed: without it there are several solutions."""
    for cell, digit in enumerate(puzzle.clues):
        if digit:
            fewer = Puzzle(puzzle.layout, (*puzzle.clues[:cell], 0, *puzzle.clues[cell + 1 :]))
            if oracle.count(fewer, 2) == 1:
                return False
    return True
