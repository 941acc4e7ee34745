"""Answers about the solutions of a puzzle: their number, its candidates in them, and why there is not exactly one."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from cpgen.answers.answer_base import Answer, Cells, OnPuzzle
from cpgen.answers.puzzle_answers import Checked, Mistakes

Constraint = Annotated[dict[str, Any], Meta(description="A constraint as an object.")]
Digits = Annotated[tuple[tuple[int, ...], ...], Meta(description="Digits of each cell.")]


class ConflictRecord(Answer, frozen=True, kw_only=True):
    """Clues and constraints that contradict each other."""

    clues: Cells
    constraints: tuple[Constraint, ...]
    smallest: Annotated[bool, Meta(description="True if no conflict has fewer of them; false if unknown.")]
    minimal: Annotated[bool, Meta(description="True if all are needed; false if unknown.")]


class Candidate(Answer, frozen=True, kw_only=True):
    """A candidate: a digit that is possible in a cell."""

    cell: str
    digit: int


class Diagnosed(Checked, frozen=True, kw_only=True):
    """Result of a uniqueness check, with the reasons for no solution or several."""

    conflict: ConflictRecord | UnsetType = UNSET
    deciding: (
        Annotated[tuple[Candidate, ...], Meta(description="Clues, each of which would make the puzzle unique.")]
        | UnsetType
    ) = UNSET
    values: (
        Annotated[
            tuple[Constraint, ...],
            Meta(description="Open constraints with a value that would make the puzzle unique."),
        ]
        | UnsetType
    ) = UNSET
    complete: Annotated[bool, Meta(description="True if all digits and values are listed.")] | UnsetType = UNSET


class Grid(OnPuzzle, frozen=True, kw_only=True):
    """A puzzle and one of its solutions."""

    solution: str


class Counted(OnPuzzle, frozen=True, kw_only=True):
    """A puzzle and the number of its solutions."""

    solution_count: int
    at_least: Annotated[bool, Meta(description="True if there may be more.")]
    mistakes: Mistakes = UNSET


class Undecided(OnPuzzle, frozen=True, kw_only=True):
    """A puzzle about which the oracle did not answer in time."""

    undecided: Annotated[str, Meta(description="The reason.")]


class Candidates(OnPuzzle, frozen=True, kw_only=True):
    """The digits that each cell has in some solution."""

    candidates: Digits
    unknown: Annotated[Digits, Meta(description="Digits that are not decided.")] | UnsetType = UNSET
    solution_count: int
    at_least: Annotated[bool, Meta(description="True if there may be more solutions.")]
    complete: bool
    mistakes: Mistakes = UNSET
