"""Answers about collections: their puzzles, the cells of batches, and repairs."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from cpgen.answers.answer_base import Answer
from cpgen.answers.made_answers import Demands, Phases


class ProvenanceRecord(Answer, frozen=True, kw_only=True):
    """Origin of a puzzle in a collection: method, source, and the seed and index with which it can be made again."""

    name: Annotated[str, Meta(description="The name of the method.")]
    oracle: str
    source: str
    seed: int | None
    index: int | None
    version: str


class StoredPuzzleRecord(Answer, frozen=True, kw_only=True):
    """A puzzle of a collection, which keeps the rules used, but not how often."""

    puzzle: str
    solution: str
    layout: str
    clues: int
    level: int
    steps: int
    solved: bool
    ladder: str
    score: int
    level_name: str | None
    uses: tuple[str, ...]
    grade: str | None
    appropriateness: float
    model: str
    symmetry: str
    minimal: bool | None
    canonical: str
    method: ProvenanceRecord


class ListedPuzzle(StoredPuzzleRecord, frozen=True, kw_only=True):
    """A puzzle of a collection with its row, the date and the batch that added it, and the names that mark it."""

    row: int
    added: str | None
    batch: int | None
    marked: tuple[str, ...]


class DrawnRecord(Answer, frozen=True, kw_only=True):
    """Constraints of the puzzles of a batch cell: a style (`kind`) or a drawing; the other one is null."""

    kind: str | None
    drawing: str | None


class CellMethod(Phases, frozen=True, kw_only=True):
    """Method by which the puzzles of a batch cell are generated, with the seed and version that reproduce them."""

    seed: int
    version: str


class CellRecord(Answer, frozen=True, kw_only=True):
    """A batch cell, that is a pattern with a grade, and the number of its puzzles that are found."""

    layout: str
    pattern: str | None
    clues: int
    symmetry: str
    kind: str | UnsetType | None = UNSET
    drawing: str | UnsetType | None = UNSET
    grade: str
    model: str
    count: int
    target: Demands | None
    method: CellMethod
    found: int
    repeats: int
    looked_at: int


class LostRow(Answer, frozen=True, kw_only=True):
    """Number of a row of a damaged collection that is lost, and the reason."""

    row: int
    why: str


class RepairedRecord(Answer, frozen=True, kw_only=True):
    """Result of the repair of a damaged collection: what was saved, made again, and lost."""

    puzzles: int
    again: Annotated[tuple[int, ...], Meta(description="Rows that were made again.")]
    lost: tuple[LostRow, ...]
    least_lost: int
    truncated: bool
    unfinished_cells: int
    kept: str | None
