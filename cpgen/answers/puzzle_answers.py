"""Answers about one puzzle: its rating, explanation, hints, deductions and solutions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from cpgen.answers.answer_base import Also, Answer, BoardState, Cells, Ignored, Marks, OnPuzzle, OnState, Pairs, Placed


class MistakeRecord(Answer, frozen=True, kw_only=True):
    """A cell whose digit does not match the solution, or whose noted candidates exclude the solution's digit."""

    cell: str
    placed: Annotated[str | None, Meta(description="The digit placed; null where a candidate is missing.")]
    right: Annotated[str, Meta(description="The digit of the solution.")]
    sentence: str


Mistakes = tuple[MistakeRecord, ...] | UnsetType


class Judged(Answer, frozen=True, kw_only=True):
    """The verdict on a state: the status of the board, and the mistakes."""

    state: BoardState
    mistakes: tuple[MistakeRecord, ...]


class Unjudged(Answer, frozen=True, kw_only=True):
    """A state that could not be judged in time."""

    undecided: Annotated[str, Meta(description="Why it is not known whether the position has mistakes.")]


class RatingRecord(Answer, frozen=True, kw_only=True):
    """A puzzle with its rating; `placed` and `marks` are given if something was entered."""

    puzzle: str
    solution: Annotated[str | None, Meta(description="The solution, null unless the rules find it.")]
    layout: str
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
    placed: Placed = UNSET
    marks: Marks = UNSET


class Graded(RatingRecord, frozen=True, kw_only=True):
    """A puzzle with its rating, its grade, and how typical the rating is of that grade."""

    grade: str | None
    appropriateness: float | None
    matches: bool
    model: str


class RatedRecord(Graded, frozen=True, kw_only=True):
    """A graded puzzle; `state` and `mistakes` are given for a state and for a rating that assumes one solution."""

    ignored: Ignored = UNSET
    also: Also = UNSET
    state: BoardState | UnsetType = UNSET
    mistakes: Mistakes = UNSET
    undecided: (
        Annotated[str, Meta(description="Why it is not known whether the position has mistakes.")] | UnsetType
    ) = UNSET


class Orientation(Answer, frozen=True, kw_only=True):
    """The rating of a puzzle in one of its eight orientations, by rotation and reflection."""

    orientation: str
    puzzle: str
    layout: str
    level: int
    steps: int
    score: int
    outcome: str
    grade: str | None


class RatedInOrientations(RatedRecord, frozen=True, kw_only=True):
    """A rated puzzle with its ratings in all eight orientations, if they were requested."""

    orientations: tuple[Orientation, ...] | UnsetType = UNSET


class FindingPart(Answer, frozen=True, kw_only=True):
    """Part of a finding, by its role in the technique: a house that contains or loses its digits, a fin, a link …"""

    role: Annotated[str, Meta(description="As in `start`, `strong`, `weak`: a chain's first candidates and its links.")]
    house: str | None
    cells: Cells
    digits: tuple[str, ...]
    source: Annotated[int | None, Meta(description="The part that a link comes from, numbered from 0.")]
    constraint: Annotated[dict[str, Any], Meta(description="The constraint that it is about.")] | UnsetType = UNSET
    total: Annotated[int, Meta(description="The total of a sum that follows from others.")] | UnsetType = UNSET
    weights: (
        Annotated[tuple[int, ...], Meta(description="Of an equation, the weights of its cells or a house.")] | UnsetType
    ) = UNSET


class PlainFinding(Answer, frozen=True, kw_only=True):
    """One use of a rule as data, without sentences; `parts` are absent if the other fields say everything."""

    houses: tuple[str, ...]
    cells: Annotated[Cells, Meta(description="The cells to highlight.")]
    digits: tuple[str, ...]
    placed: Pairs
    removed: Pairs
    parts: tuple[FindingPart, ...] | UnsetType = UNSET
    clues: (
        Annotated[
            tuple[str, ...],
            Meta(description="In a data set with `clue_sets`: a minimal set of clues that imply it."),
        ]
        | UnsetType
    ) = UNSET


class FindingRecord(PlainFinding, frozen=True, kw_only=True):
    """One use of a rule as data and as a sentence, in a hint also with where to look for it."""

    sentence: str
    where: Annotated[str, Meta(description="Where to look, and nothing else, in a hint.")] | UnsetType = UNSET
    look: Annotated[str, Meta(description="Where to look, and for what, in a hint.")] | UnsetType = UNSET


class PlainRound(Answer, frozen=True, kw_only=True):
    """A round of an explanation, as data: its rule, and each use of the rule in it."""

    round: Annotated[int, Meta(ge=1)]
    rule: str
    complexity: int
    findings: tuple[PlainFinding, ...]


class RoundRecord(PlainRound, frozen=True, kw_only=True):
    """A round of an explanation, as data and as sentences."""

    findings: tuple[FindingRecord, ...]
    sentence: str
    title: Annotated[str, Meta(description="The rule's name in the language of the request.")]
    look: Annotated[str, Meta(description="Where to look, without saying what is there.")]


class Explained(RatedRecord, frozen=True, kw_only=True):
    """A rated puzzle with the rounds that solve it."""

    rounds: tuple[RoundRecord, ...]


class RoundRowRecord(Answer, frozen=True, kw_only=True):
    """Row of a table of rounds: the rule of one round, and the digits that it places."""

    puzzle: str
    round: Annotated[int, Meta(ge=1)]
    open: Annotated[int, Meta(description="The number of cells open before the round.")]
    rule: str
    complexity: int
    placed: Pairs


class ShortHint(OnState, frozen=True, kw_only=True):
    """Hint for a puzzle in play: its mistakes, and the next round or only where to look for it."""

    state: BoardState
    mistakes: tuple[MistakeRecord, ...]
    rule: str | UnsetType = UNSET
    complexity: int | UnsetType = UNSET
    title: str | UnsetType = UNSET
    look: Annotated[str, Meta(description="Where to look.")] | UnsetType = UNSET
    round: Annotated[int, Meta(ge=1)] | UnsetType = UNSET
    findings: tuple[FindingRecord, ...] | UnsetType = UNSET
    sentence: str | UnsetType = UNSET


class HintRecord(ShortHint, frozen=True, kw_only=True):
    """Hint for a puzzle in play, with the whole next round and a sentence; without a round if it has mistakes."""

    ignored: Ignored = UNSET
    sentence: Annotated[str, Meta(description="The action of the round, or the state of the board if there is none.")]


class FoundFinding(Answer, frozen=True, kw_only=True):
    """A deduction possible on the current board; `cells` are the cells to highlight."""

    state: (
        Annotated[int, Meta(description="The number of the board among several, on the command line.")] | UnsetType
    ) = UNSET
    technique: str
    code: Annotated[str, Meta(description="HoDoKu's number for the technique, empty where it has none.")]
    placed: Pairs
    removed: Pairs
    cells: Cells
    parts: tuple[FindingPart, ...] | UnsetType = UNSET
    sentence: str
    assumes_one_solution: bool


class FoundRecord(OnState, frozen=True, kw_only=True):
    """All deductions possible on the current board, and its mistakes."""

    ignored: Ignored = UNSET
    state: BoardState
    mistakes: tuple[MistakeRecord, ...]
    findings: tuple[FoundFinding, ...]


class RefutedRecord(OnState, frozen=True, kw_only=True):
    """Answer to the question why a cell cannot hold a digit: the shortest refutation that the techniques find."""

    ignored: Ignored = UNSET
    cell: str
    digit: str
    reason: Annotated[
        Literal["given", "right", "seen", "eliminated", "assumed", "open"],
        Meta(
            description="`given`: the cell has a clue; `right`: it is the digit of the solution; `seen`: a cell in"
            " sight has it; `eliminated`: the steps eliminate it; `assumed`: the steps refute it by contradiction; "
            "`open`: the techniques do not decide it."
        ),
    ]
    steps: tuple[FoundFinding, ...]
    contradiction: Annotated[
        Cells, Meta(description="The cell without candidates, or those of the house without a place for a digit.")
    ]
    sentences: Annotated[tuple[str, ...], Meta(description="The whole refutation in sentences.")]


class Solved(OnPuzzle, frozen=True, kw_only=True):
    """A solution of a puzzle."""

    ignored: Ignored = UNSET
    solution: str
    unique: Annotated[bool, Meta(description="True if it is the only one.")]


class Checked(OnPuzzle, frozen=True, kw_only=True):
    """Result of a uniqueness check, with the solutions that prove it."""

    ignored: Ignored = UNSET
    clues: int
    unique: bool
    solution: str | None
    solutions: Annotated[tuple[str, ...], Meta(max_length=2)]
    differing: Annotated[tuple[str, ...], Meta(description="The cells in which two solutions differ.")]
    held: (
        Annotated[
            tuple[tuple[str, ...], ...],
            Meta(description="For each alternatives on the board, the options that the only solution satisfies."),
        ]
        | UnsetType
    ) = UNSET
    mistakes: Mistakes = UNSET
