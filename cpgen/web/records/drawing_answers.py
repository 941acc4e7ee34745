"""Answers about constraints that are drawn on a board: their kinds, pictures and faults."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from cpgen.answers.answer_base import Answer, InWords, Stated
from cpgen.constraints.base import Gesture

SvgElement = tuple[str, dict[str, str], str, list[Any]]


class PictureRecord(Answer, frozen=True):
    """Drawing of constraints besides houses as SVG elements: name, attributes, text, and the elements inside."""

    under: Annotated[tuple[SvgElement, ...], Meta(description="Elements below the lines of the board.")]
    over: Annotated[tuple[SvgElement, ...], Meta(description="Elements above the lines of the board.")]
    unit: Annotated[int, Meta(description="Side of a cell in the drawing.")]
    reach: Annotated[
        tuple[float, float, float, float],
        Meta(description="Reach of the drawing beyond the board to the left, above, right and below, in cells."),
    ]
    cornered: Annotated[bool, Meta(description="True if there are texts in corners of cells, as in cages.")]


class ConstraintValue(Answer, frozen=True):
    """Description of a parameter of a constraint, such as the sum of a cage: its type, choices and default."""

    name: str
    type: Literal["number", "digits", "word", "words", "text"]
    choices: Annotated[tuple[str, ...], Meta(description="The words to choose from.")] = ()
    open: Annotated[bool, Meta(description="True if it may be left open, as ?.")] = False
    optional: Annotated[bool, Meta(description="True if it may be absent.")] = False
    default: int | str | UnsetType | None = UNSET


class Glyph(Answer, frozen=True):
    """The picture of a small example of a kind of constraint, for the button of its tool."""

    shapes: tuple[SvgElement, ...]
    unit: Annotated[int, Meta(description="Side of a cell in the drawing.")]
    window: Annotated[
        tuple[float, float, float, float],
        Meta(description="The part of the board that it shows: left, top, width and height in cells."),
    ]


class ConstraintKind(Answer, frozen=True):
    """A kind of constraint and how a person draws it."""

    kind: str
    title: InWords
    synonyms: Annotated[dict[str, tuple[str, ...]], Meta(description="Other words for it, by language.")]
    drawn: Annotated[Gesture, Meta(description="What a person draws: cells in any order, a path …")]
    cells: Annotated[tuple[str, ...], Meta(description="Its fields for cells; `groups` holds groups of cells.")]
    least: Annotated[int, Meta(description="The smallest number of cells, or of groups.")]
    values: tuple[ConstraintValue, ...]
    glyph: Annotated[Glyph | None, Meta(description="Its picture, if it is drawn on cells.")] = None


class DrawnProblem(Stated, frozen=True, kw_only=True):
    """A sentence about a fault of a constraint, or a warning about it."""


class KindsRecord(Answer, frozen=True):
    """The user's own kinds of constraints in files that were sent, as tools, and the faults of wrong files."""

    kinds: tuple[ConstraintKind, ...]
    problems: tuple[DrawnProblem, ...]


class RulePreview(Answer, frozen=True):
    """Digits that a rule written by the user allows."""

    form: Annotated[str, Meta(description="What the names in the expression stand for.")]
    pairs: Annotated[
        tuple[tuple[bool, ...], ...],
        Meta(description="For each first digit, which second digits are allowed; empty if it is not about pairs."),
    ] = ()
    allowed: Annotated[
        int | None, Meta(description="Number of fillings that it allows; null if they are too many.")
    ] = None
    fillings: Annotated[int | None, Meta(description="Number of fillings of as many cells as were asked about.")] = None
    problem: DrawnProblem | None = None


class DrawnConstraint(Answer, frozen=True):
    """A constraint that was sent with a drawing: its forms, its cells, and the faults found in it."""

    line: Annotated[str, Meta(description="The constraint as a line of text.")]
    given: Annotated[dict[str, Any], Meta(description="The constraint as an object; empty if it cannot be read.")]
    cells: Annotated[tuple[int, ...], Meta(description="Its cells, numbered from 0.")]
    name: InWords
    problem: DrawnProblem | None
    ranges: Annotated[
        dict[str, tuple[int, int]],
        Meta(description="The smallest and the largest number of each value that its cells allow, by name."),
    ]
    warning: Annotated[DrawnProblem | None, Meta(description="A warning, if it is there twice and counts once.")] = None


class DrawingRecord(PictureRecord, frozen=True, kw_only=True):
    """Constraints on a board, their picture, and the layout with those that fit."""

    spec: str
    is_open: Annotated[bool, Meta(description="True if a value is left open.")]
    constraints: tuple[DrawnConstraint, ...]
    rules: Annotated[dict[str, tuple[str, ...]], Meta(description="The rules of the puzzle, by language.")]
