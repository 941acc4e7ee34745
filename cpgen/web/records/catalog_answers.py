"""Answers about what can be chosen: boards, patterns, methods, techniques and texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from cpgen.answers.answer_base import Answer, InWords, Stated
from cpgen.web.records.drawing_answers import ConstraintKind


class Verdict(Stated, frozen=True, kw_only=True):
    """Result of a feasibility check of a request."""

    ok: bool
    kind: Literal["hard", "impossible", "input"] | None
    likely: Annotated[tuple[str, ...], Meta(description="Grades that a drawing is likely to have.")] | UnsetType = UNSET
    unlikely: Annotated[tuple[str, ...], Meta(description="The other grades of its model.")] | UnsetType = UNSET
    marked: Annotated[tuple[int, ...], Meta(description="Cells that the sentence speaks of.")] | UnsetType = UNSET
    efforts: (
        Annotated[
            tuple[GradeEffort, ...], Meta(description="Predicted for the pattern; absent where nothing is known.")
        ]
        | UnsetType
    ) = UNSET


class GradeEffort(Answer, frozen=True):
    """Predicted effort of making a puzzle of a grade on a pattern."""

    grade: str
    times: Annotated[float, Meta(description="The work, as a multiple of the typical one.")]
    hard: bool
    beyond: Annotated[bool, Meta(description="True if there may be no such puzzle at all.")]


class GradeRecord(Answer, frozen=True):
    """A grade available for a layout."""

    name: str
    japanese: str
    default: bool


class LayoutRecord(Answer, frozen=True):
    """A layout, with its grade model and the grades of that model."""

    spec: Annotated[str, Meta(description="The layout as requests take it, without constraints besides houses.")]
    size: int
    regions: Annotated[tuple[int, ...], Meta(description="The region of each cell, from 0; empty for a Latin square.")]
    extras: Annotated[
        tuple[tuple[int, ...], ...], Meta(description="The cells of each extra house, diagonals included.")
    ]
    diagonals: Annotated[bool, Meta(description="True if both diagonals are among the extra houses.")]
    constraints: Annotated[tuple[str, ...], Meta(description="Its constraints besides houses, as lines of text.")]
    model: str
    grades: tuple[GradeRecord, ...]
    name: str | UnsetType = UNSET
    title: InWords | UnsetType = UNSET
    seed: Annotated[int, Meta(description="The seed that brings a random board back.")] | UnsetType = UNSET


class ClueRunRecord(Answer, frozen=True):
    """A run: clues that a person reads one after another, along a line or a shape, and that may be in order."""

    run: Annotated[str, Meta(description="Its name, as a request takes it in `along`.")]
    cells: tuple[int, ...]
    against: Annotated[str | None, Meta(description="Why it cannot hold digits in order.")]
    chance: Annotated[float | None, Meta(description="The chance that a random grid holds digits in order along it.")]


class Runs(Answer, frozen=True):
    """Runs of a pattern's clues that may hold digits in order."""

    runs: tuple[ClueRunRecord, ...]


class PatternRecord(Answer, frozen=True):
    """A pattern: the cells of a board that will hold clues."""

    line: Annotated[str, Meta(description="n² characters: x for a clue, a dot for none, a digit that is fixed.")]
    size: int
    clues: int
    symmetry: str
    name: str | UnsetType = UNSET
    title: InWords | UnsetType = UNSET
    seed: int | UnsetType = UNSET


class Methods(Answer, frozen=True):
    """Names of the methods to choose from, for the generation phase and the replacement phase."""

    generation: tuple[str, ...]
    replacement: tuple[str, ...]


class OracleChoice(Answer, frozen=True):
    """An oracle: a solver that proves solutions."""

    name: str
    about: str
    title: InWords
    available: Annotated[bool, Meta(description="True if what it needs is installed.")]


class FormatChoice(Answer, frozen=True):
    """A format of puzzles, or a type of file that is only written, such as a picture."""

    name: str
    title: InWords
    ending: str
    reads: Annotated[bool, Meta(description="True if it can be read as well; all can be written.")]
    many: Annotated[bool, Meta(description="True if it holds several puzzles.")]


class TechniqueChoice(Answer, frozen=True):
    """A solving technique, by its name in requests and its title."""

    name: str
    title: InWords


class Family(Answer, frozen=True):
    """A family of similar techniques."""

    title: InWords
    techniques: tuple[TechniqueChoice, ...]


class LadderChoice(Answer, frozen=True):
    """A ladder: its techniques, and its levels as grades."""

    name: str
    title: str
    techniques: tuple[str, ...]
    scores: Annotated[bool, Meta(description="True if its techniques have scores.")]
    grades: tuple[GradeRecord, ...]


class Defaults(Answer, frozen=True):
    """Values that a request has by default."""

    oracle: str
    generation: str
    replacement: str
    layout: str


class StyleChoice(Answer, frozen=True):
    """A style, in which constraints are drawn on a board at random."""

    name: str
    title: Mapping[str, str]
    sizes: Annotated[str, Meta(description="The field of a request for the cells of each: `cages`, `length` or none.")]
    counted: Annotated[bool, Meta(description="True if the number of elements can be chosen.")]


class Choices(Answer, frozen=True):
    """Everything that can be chosen in a request."""

    layouts: tuple[LayoutRecord, ...]
    patterns: tuple[PatternRecord, ...]
    methods: Methods
    oracles: tuple[OracleChoice, ...]
    formats: tuple[FormatChoice, ...]
    symmetries: tuple[str, ...]
    families: tuple[Family, ...]
    models: tuple[str, ...]
    ladders: tuple[LadderChoice, ...]
    constraints: tuple[ConstraintKind, ...]
    cosmetics: Annotated[tuple[ConstraintKind, ...], Meta(description="Tools for drawings without a meaning.")]
    fog: Annotated[tuple[ConstraintKind, ...], Meta(description="Tools for fog over the board.")]
    colours: Annotated[dict[str, str], Meta(description="Colours that pictures tell apart, by name.")]
    styles: tuple[StyleChoice, ...]
    defaults: Defaults


class WordsRecord(Answer, frozen=True):
    """Texts of the pages, by language and key."""

    play: Mapping[str, Mapping[str, str]]
    studio: Mapping[str, Mapping[str, str]]
    errors: Annotated[
        Mapping[str, Mapping[str, str]], Meta(description="Sentences of the server, by the keys in its answers.")
    ]
