"""Answers for the page that plays a puzzle: a walkthrough or an exercise, with constraints as conditions."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from cpgen.answers.answer_base import Also, Answer, Ignored, InWords, OnPuzzle
from cpgen.web.records.drawing_answers import PictureRecord


class HouseCells(Answer, frozen=True):
    """A house and its cells."""

    cells: tuple[int, ...]


class WalkthroughPart(Answer, frozen=True):
    """Part of a finding: a house, cells or digits with their role in it, such as a link of a chain.

    A link names the part from which it starts by its position among the parts.
    """

    role: str
    house: HouseCells | None
    cells: tuple[int, ...]
    digits: tuple[int, ...]
    source: int | None


class WalkthroughFinding(Answer, frozen=True):
    """One use of a rule; cells are numbered from 0, `placed` and `removed` are pairs of cell and digit."""

    cells: tuple[int, ...]
    houses: tuple[tuple[int, ...], ...]
    placed: tuple[tuple[int, int], ...]
    removed: tuple[tuple[int, int], ...]
    where: Annotated[InWords, Meta(description="Where to look, and nothing else.")]
    look: InWords
    sentence: InWords
    parts: tuple[WalkthroughPart, ...]


class WalkthroughRound(Answer, frozen=True):
    """A round of solving, for the page that plays a puzzle: its rule, and each use of the rule."""

    rule: str
    complexity: int
    title: InWords
    findings: tuple[WalkthroughFinding, ...]


class ConditionsRecord(Answer, frozen=True):
    """A constraint as primitive conditions, with which a page checks the digits entered so far."""

    name: InWords
    primitives: Annotated[
        tuple[list[Any], ...],
        Meta(
            description="Each is a form, its cells and its values: `different`; `domain` with a mask of digits; `pair`"
            " with a mask for each digit of the first cell; `linear` with coefficients, relation and total; `automaton`"
            " with transitions by state and digit, and accepting states."
        ),
    ]


class BoardConstraints(PictureRecord, frozen=True, kw_only=True):
    """Constraints besides houses: drawing, rules and conditions."""

    sight: Annotated[
        tuple[tuple[int, int], ...], Meta(description="Pairs of cells in no common house that must differ.")
    ]
    rules: Annotated[dict[str, tuple[str, ...]], Meta(description="The rules of the puzzle, by language.")]
    conditions: tuple[ConditionsRecord, ...]


class Walkthrough(OnPuzzle, frozen=True, kw_only=True):
    """Data of a playable puzzle; sentences are given in every language, with each digit in braces, as in `{4}`."""

    ignored: Ignored = UNSET
    board: Annotated[dict[str, str], Meta(description="The size and the kinds of the board, by language.")]
    solution: str
    title: str
    author: str
    instructions: Annotated[str, Meta(description="The author's rules text; empty for the rules of the board.")]
    cosmetics: Annotated[str, Meta(description="Drawings without a meaning, one per line.")]
    fog: Annotated[
        str, Meta(description="Lamps, and cells that light others, on a board under fog; empty without fog.")
    ]
    symbols: Annotated[str, Meta(description="The author's symbols for the digits, with blanks between, or empty.")]
    message: Annotated[str, Meta(description="The author's message for the solved puzzle.")]
    level: int
    steps: int
    outcome: Literal["solved", "stuck"]
    grade: Annotated[str | None, Meta(description="The grade for which it was made, else the nearest; or null.")]
    ladder: Annotated[tuple[tuple[str, int], ...], Meta(description="Rules and complexities, in order.")]
    rounds: tuple[WalkthroughRound, ...]
    elsewhere: Annotated[tuple[tuple[str, str], ...], Meta(description="Sites that play it, each with the address.")]
    also: Also = UNSET
    constraints: BoardConstraints | UnsetType = UNSET


class Start(Answer, frozen=True, kw_only=True):
    """Board at the start of an exercise: its digits and candidates."""

    digits: Annotated[str, Meta(description="Clues and digits placed: n² symbols, dots elsewhere.")]
    marks: Annotated[tuple[str, ...], Meta(description="The candidates of each cell.")]


class ExerciseRecord(OnPuzzle, frozen=True, kw_only=True):
    """A board on which a technique is the next useful step, with all its uses on that board."""

    solution: str
    start: Start
    sought: WalkthroughRound
    constraints: BoardConstraints | UnsetType = UNSET
