"""Answers about one puzzle: its rating, explanation, hints, deductions and solutions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from cpgen.web.records.answer_base import Also, Answer, Cells, OnPuzzle, OnState, Pairs

BoardState = Literal["open", "already-solved", "no-solution", "many-solutions"]


class Mistake(Answer, frozen=True):
    """A cell whose digit does not match the solution, or whose noted candidates exclude the solution's digit."""

    cell: str
    placed: Annotated[str | None, Meta(description="The digit placed; null where a candidate is missing.")]
    right: Annotated[str, Meta(description="The digit of the solution.")]
    sentence: str


class Rated(OnState, frozen=True):
    """A puzzle with its rating; `state` and `mistakes` are given if digits or candidates were entered,
    and if the rating used techniques that assume one solution."""

    solution: Annotated[str | None, Meta(description="The solution, null unless the rules find it.")]
    clues: int
    level: int
    steps: int
    solved: bool
    outcome: Annotated[
        Literal["solved", "stuck", "contradiction", "stopped"],
        Meta(description="`stopped` where rating takes long: it is harder than the level so far."),
    ]
    ladder: str
    score: Annotated[int, Meta(description="The sum of the scores of all rounds, on a ladder that has scores.")]
    level_name: Annotated[str | None, Meta(description="The ladder's name for the level, null where it has none.")]
    hardest: Annotated[str | None, Meta(description="The hardest rule that was used.")]
    rules: Annotated[Mapping[str, int], Meta(description="The number of rounds by rule.")]
    grade: str | None
    appropriateness: float | None
    matches: bool
    model: str
    also: Also = UNSET
    state: BoardState | UnsetType = UNSET
    mistakes: tuple[Mistake, ...] | UnsetType = UNSET


class FindingPart(Answer, frozen=True):
    """Part of a finding, by role: houses that contain or lose its digits, cells, fins, links of a chain."""

    role: Annotated[str, Meta(description="As in `start`, `strong`, `weak`: a chain's first candidates and its links.")]
    house: str | None
    cells: Cells
    digits: tuple[str, ...]
    source: Annotated[int | None, Meta(description="The part that a link comes from, numbered from 0.")]
    constraint: Annotated[dict[str, Any], Meta(description="The constraint that it is about.")] | UnsetType = UNSET
    total: Annotated[int, Meta(description="The total of a sum that follows from others.")] | UnsetType = UNSET


class Finding(Answer, frozen=True):
    """One use of a rule; `cells` are the cells to highlight."""

    houses: tuple[str, ...]
    cells: Cells
    digits: tuple[str, ...]
    placed: Pairs
    removed: Pairs
    sentence: str
    look: Annotated[str, Meta(description="Where to look, in a hint.")] | UnsetType = UNSET
    parts: tuple[FindingPart, ...] | UnsetType = UNSET


class Round(Answer, frozen=True):
    """A round of the rater, as data and as sentences."""

    round: Annotated[int, Meta(ge=1)]
    rule: str
    complexity: int
    title: Annotated[str, Meta(description="The rule's name in the language of the request.")]
    look: Annotated[str, Meta(description="Where to look, without saying what is there.")]
    sentence: str
    findings: tuple[Finding, ...]


class Explained(Rated, frozen=True, kw_only=True):
    """A rated puzzle with the rounds that solve it."""

    rounds: tuple[Round, ...]


class Hint(OnState, frozen=True):
    """Help with a puzzle: its mistakes or the next round."""

    state: BoardState
    mistakes: tuple[Mistake, ...]
    sentence: Annotated[str, Meta(description="What the round does, or the state of the board if there is none.")]
    round: Annotated[int, Meta(ge=1)] | UnsetType = UNSET
    rule: str | UnsetType = UNSET
    complexity: int | UnsetType = UNSET
    title: str | UnsetType = UNSET
    look: Annotated[str, Meta(description="Where to look.")] | UnsetType = UNSET
    findings: tuple[Finding, ...] | UnsetType = UNSET


class FoundFinding(Answer, frozen=True):
    """A deduction possible on the current board; `cells` are the cells to highlight."""

    technique: str
    code: Annotated[str, Meta(description="HoDoKu's number for the technique, empty where it has none.")]
    placed: Pairs
    removed: Pairs
    cells: Cells
    sentence: str
    assumes_one_solution: bool
    parts: tuple[FindingPart, ...] | UnsetType = UNSET


class Found(OnState, frozen=True):
    """All deductions possible on the current board, and its mistakes."""

    state: BoardState
    mistakes: tuple[Mistake, ...]
    findings: tuple[FoundFinding, ...]


class Solved(OnPuzzle, frozen=True):
    """A solution of a puzzle."""

    solution: str
    unique: Annotated[bool, Meta(description="Whether it is the only one.")]


class Checked(OnPuzzle, frozen=True):
    """Result of a uniqueness check, with the solutions that prove it."""

    clues: int
    unique: bool
    solution: str | None
    solutions: Annotated[tuple[str, ...], Meta(max_length=2)]
    differing: Annotated[tuple[str, ...], Meta(description="The cells in which two solutions differ.")]
    mistakes: tuple[Mistake, ...] | UnsetType = UNSET
