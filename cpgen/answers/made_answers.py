"""Answers about what was made: puzzles, exercises and grids, with what is needed to make them again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from cpgen.answers.answer_base import Also, Answer, OnPuzzle
from cpgen.answers.puzzle_answers import Graded, PlainRound, RatingRecord

Span = Annotated[tuple[int | None, int | None], Meta(description="The least and the greatest value; null for none.")]
Clue = Annotated[dict[str, Any], Meta(description="A given digit or a constraint as an object.")]


class Origin(Answer, frozen=True, kw_only=True):
    """Provenance of a result: the seed, index and cpgen version needed to reproduce it."""

    seed: int
    index: int
    version: str


class Phases(Answer, frozen=True, kw_only=True):
    """Method of generation: the names of the methods of both phases, and of the oracle that they query."""

    generation: str
    replacement: str
    oracle: str
    until_match: bool


class MethodRecord(Phases, frozen=True, kw_only=True):
    """Method by which a puzzle was generated, with its provenance."""

    seed: int
    index: int
    version: str


class Demands(Answer, frozen=True, kw_only=True):
    """Conditions that a request sets on the rating of a puzzle besides its grade; null or empty for none."""

    level: Span | None
    steps: Span | None
    needs: tuple[str, ...]
    without: tuple[str, ...]
    typical: float | None
    score: Span | None


class GeneratedRecord(RatingRecord, frozen=True, kw_only=True):
    """A generated puzzle with its rating, the requested grade, and the provenance with which it can be made again."""

    grade: Annotated[str, Meta(description="The grade that was requested.")]
    target: Demands | None
    appropriateness: float
    matches: bool
    in_order: Annotated[tuple[str, ...], Meta(description="Runs of clues whose digits are in order.")] | UnsetType = (
        UNSET
    )
    method: MethodRecord
    stats: Annotated[Mapping[str, float], Meta(description="Numbers of attempts and questions, and seconds.")]
    also: Also = UNSET


class DigMethod(Answer, frozen=True, kw_only=True):
    """Method by which a puzzle was dug, with its provenance."""

    check: str
    way: str
    symmetry: str
    source: str
    oracle: str
    seed: int
    index: int
    version: str


class DigStats(Answer, frozen=True, kw_only=True):
    """Statistics of digging a puzzle: numbers of attempts, checks and questions to the oracle, and seconds."""

    attempts: int
    checks: int
    oracle_calls: int
    seconds: float


class DugRecord(Graded, frozen=True, kw_only=True):
    """A puzzle made by removing clues from a full grid, with its rating and provenance."""

    minimal: Annotated[bool, Meta(description="True if every clue is needed.")]
    orbit_minimal: Annotated[bool, Meta(description="True if every orbit of the symmetry is needed.")]
    method: DigMethod
    stats: DigStats


class DropMethod(Answer, frozen=True, kw_only=True):
    """Method by which superfluous clues were removed: the kinds of clues, symmetry, oracle and seed."""

    drop: str
    symmetry: str
    oracle: str
    seed: int


class DroppedRecord(Graded, frozen=True, kw_only=True):
    """A puzzle from which superfluous clues were removed, with its rating and these clues."""

    removed: tuple[Clue, ...]
    undecided: Annotated[tuple[Clue, ...], Meta(description="Clues that may be superfluous.")]
    minimal: bool
    method: DropMethod


class SuperfluousCluesRecord(OnPuzzle, frozen=True, kw_only=True):
    """Clues of a puzzle each of which could be removed on its own; `undecided` ones were not checked in time."""

    superfluous: tuple[Clue, ...]
    undecided: tuple[Clue, ...]
    together: Annotated[bool | None, Meta(description="True if all can be left out together; null if unknown.")]


class PentominoPuzzle(Graded, frozen=True, kw_only=True):
    """A puzzle on a 5×5 board of five pentominoes, with its rating and provenance."""

    grids: Annotated[int, Meta(description="The number of grids of its board.")]
    method: Origin
    symbols: Annotated[tuple[str, ...], Meta(description="The symbols of the digits.")] | UnsetType = UNSET


class PlacementRecord(Answer, frozen=True, kw_only=True):
    """A placement of a pentomino in a corner of a 5×5 board."""

    number: int
    letter: str
    mirrored: Annotated[int, Meta(description="The number of its mirror image in the diagonal.")]
    cells: Annotated[Mapping[str, tuple[int, ...]], Meta(description="Its cells in each corner.")]


class GridMethod(Answer, frozen=True, kw_only=True):
    """Method by which a grid was made, with its provenance."""

    source: str
    operations: Annotated[Mapping[str, int], Meta(description="The number of applications of each, by name.")]
    seed: int
    index: int
    version: str


class FullGrid(Answer, frozen=True, kw_only=True):
    """A full grid; its rows are lists of numbers, because a board may have more digits than symbols."""

    layout: str
    grid: tuple[tuple[int, ...], ...]
    method: GridMethod


class PlainExercise(OnPuzzle, frozen=True, kw_only=True):
    """A board on which a technique is the next step, with the answer."""

    digits: Annotated[str, Meta(description="Clues and digits placed: n² symbols, dots elsewhere.")]
    marks: Annotated[tuple[str, ...], Meta(description="The candidates of each cell.")]
    answer: PlainRound
    seed: int | None
    index: int | None
    sentence: Annotated[str, Meta(description="The answer in words.")] | UnsetType = UNSET
