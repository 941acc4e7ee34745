"""Answers about a puzzle that is being made: its outlook, its faults, and values for what is open."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta

from cpgen.answers.answer_base import Also, Answer, InWords, OnPuzzle


class NamedConstraint(Answer, frozen=True):
    """A constraint: its line of text, its name in each language, and its cells."""

    line: str
    name: InWords
    cells: tuple[int, ...]
    instead: Annotated[str, Meta(description="The line that it would replace; or empty.")] = ""


class DecidingDigit(Answer, frozen=True):
    """A digit that, as a further clue, would leave a puzzle with exactly one solution."""

    cell: int
    digit: str


class Reasons(Answer, frozen=True):
    """Reasons for which a puzzle does not have exactly one solution, and changes that would give it one."""

    solutions: Annotated[int | None, Meta(description="None, one or several (2); null where the time was not enough.")]
    complete: Annotated[bool, Meta(description="True if all digits and values are listed.")]
    clues: Annotated[tuple[int, ...], Meta(description="Cells of clues that contradict each other.")] = ()
    constraints: Annotated[tuple[NamedConstraint, ...], Meta(description="Constraints that take part in that.")] = ()
    deciding: tuple[DecidingDigit, ...] = ()
    values: Annotated[tuple[NamedConstraint, ...], Meta(description="Open constraints with a value filled in.")] = ()


class OccurrencesRecord(Answer, frozen=True):
    """Number of solutions in which each cell has each digit."""

    counts: Annotated[
        tuple[tuple[int, ...], ...], Meta(description="For each cell, the number of solutions with each digit, from 1.")
    ]
    solutions: Annotated[int, Meta(description="Number of solutions that were looked at.")]
    exact: Annotated[bool, Meta(description="True if these are all solutions; otherwise they are random ones.")]


class Superfluous(Answer, frozen=True):
    """Given digits and constraints that a puzzle can do without, each on its own."""

    clues: Annotated[tuple[int, ...], Meta(description="Cells of given digits.")]
    constraints: tuple[NamedConstraint, ...]
    complete: Annotated[bool, Meta(description="True if all were tried in time.")]
    together: Annotated[bool | None, Meta(description="True if all can be left out together; null if unknown.")]


class Filled(Answer, frozen=True):
    """Constraints whose open values were filled in from a random grid."""

    constraints: Annotated[tuple[str, ...], Meta(description="Lines of text.")]
    left_out: Annotated[int, Meta(description="Number of constraints of which the grid shows nothing.")]


class DigitChoice(Answer, frozen=True):
    """A digit that a cell may hold as a clue, and the number of solutions that the puzzle would then have."""

    digit: str
    solutions: Annotated[int | None, Meta(description="0, 1, 2 for several; null where the time was not enough.")]


class OutlookRecord(OnPuzzle, frozen=True, kw_only=True):
    """Analysis of the clues so far: solutions, consequences, clues in conflict, possible digits of a cell."""

    clues: int
    solutions: Annotated[int | None, Meta(description="Counted up to 100; null where the time was not enough.")]
    conflict: Annotated[
        tuple[int, ...], Meta(description="Cells of clues that contradict each other, all needed.")
    ] = ()
    blamed: Annotated[
        tuple[int, ...], Meta(description="Cells of clues without which, one alone, it has a solution.")
    ] = ()
    outcome: Literal["solved", "stuck", "contradiction"]
    placed: Annotated[str, Meta(description="The digits that follow by logic: n² symbols, dots elsewhere.")]
    marks: Annotated[tuple[str, ...], Meta(description="The candidates that logic leaves in each open cell.")]
    level: int = 0
    steps: int = 0
    hardest: str | None = None
    grade: Annotated[str | None, Meta(description="The grade, null unless logic solves it.")] = None
    appropriateness: float | None = None
    choices: tuple[DigitChoice, ...] = ()
    also: Also = UNSET
