"""Spec of generated puzzles: a record whose fields are checked alone and may be left out.

Command-line options, plan files, rows of a store, bodies sent to the server and Python keywords all use these field
names; `cpgen.schema.build` turns any of them into a spec, and `resolve` a spec into the request that runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from cpgen.library import pattern_named
from cpgen.oracles import DEFAULT
from cpgen.pattern import Pattern
from cpgen.requests.drawing_text import DrawingText, drawing_text
from cpgen.requests.puzzle_spec import PuzzleSpec
from cpgen.requests.request_fields import (
    SPAN,
    Along,
    Generation,
    LadderField,
    Level,
    MethodName,
    ModelField,
    Needs,
    OracleField,
    Replacement,
    Steps,
    Without,
)
from cpgen.schema import field

if TYPE_CHECKING:
    from cpgen.difficulty import Span
    from cpgen.drawings.style import Style
else:  # help and completion only read the fields; they should not wait for the imports of these modules
    Span = Style = Any

STYLE_FIELDS = ("cages", "one_cell", "length", "elements", "all_shown")
"""Names of fields that change how the constraints of `kind` are drawn"""
NOT_DRAWN = ("clues", "in_order", "along", "region_clues")
"""Names of fields that do not apply to puzzles with drawn constraints"""
HARDEST_WORDS = ("hardest", "最難")
"""Words that may stand in the field `grade` to ask for ever harder puzzles"""

PatternField = Annotated[
    Pattern,
    field(
        "Which cells hold clues: a name from `cpgen patterns`, or rows of x and dots (a digit: that cell's digit is "
        "fixed).",
        "NAME|TEXT",
        "-p",
        read=pattern_named,
        folder="patterns",
    ),
]
DrawingField = Annotated[
    DrawingText,
    field(
        "Constraints to draw, one per line or after a semicolon; values written as ? are chosen, as in 'cage ?: r1c1 "
        "r1c2'. A file may begin with a pattern of the given digits.",
        "LINES",
        read=drawing_text,
        file=DrawingText,
    ),
]
KindField = Annotated[
    Style,
    field(
        "Draw constraints of a kind at random: killer, kropki, thermo, arrow … (see `cpgen styles`), or a TOML file; "
        "repeatable, or killer+thermo, for several on one board.",
        "NAME",
        is_file=True,
        joined="+",
        read="cpgen.drawings.style:style_named",
    ),
]


class SharedSpec(PuzzleSpec, frozen=True, kw_only=True):
    """Specification of puzzles to generate, with the fields that every caller may use, also over the network."""

    pattern: PatternField | None = None
    drawing: DrawingField | None = None
    cages: Annotated[Span, field("Cells of each drawn cage, as in 2..5.", "SPAN", **SPAN)] | None = None
    one_cell: Annotated[int, field("Most drawn cages of a single cell.", "N", least=0)] | None = None
    length: Annotated[Span, field("Cells of each drawn line, as in 4..6.", "SPAN", **SPAN)] | None = None
    elements: (
        Annotated[Span, field("How many lines, cages or signs to draw, as in 8 or 6..8.", "SPAN", **SPAN)] | None
    ) = None
    all_shown: Annotated[bool, field("All dots, or all X and V, are shown: where none is drawn, none holds.")] = False
    givens: (
        Annotated[Span, field("Number of given digits besides what is drawn, as in 0..6.", "SPAN", **SPAN)] | None
    ) = None
    clues: Annotated[int, field("Number of clues of a random pattern.", "N", least=1)] | None = None
    in_order: Annotated[
        bool, field("Digits in order (1 2 3 …, rising or falling) along a run of clues, see `cpgen patterns --runs`.")
    ] = False
    along: Along = ()
    level: Level | None = None
    steps: Steps | None = None
    needs: Needs = ()
    without: Without = ()
    hardest: Annotated[str, field("The hardest technique that solving uses, as in xy-chain.", "NAME")] = ""
    only: Annotated[str, field("The only technique besides singles that solving uses, as in swordfish.", "NAME")] = ""
    typical: (
        Annotated[
            float,
            field(
                "Minimum appropriateness to the grade, as in 0.9; by default 0.7.",
                "A",
                document={"exclusiveMinimum": 0, "exclusiveMaximum": 1},
            ),
        ]
        | None
    ) = None
    method: MethodName = "fast"
    generation: Generation = ""
    replacement: Replacement = ""

    if TYPE_CHECKING:

        @property
        def kind(self) -> Style | None:
            """Style in which constraints are drawn at random; None if they are not."""

    @property
    def style_options(self) -> dict[str, Any]:
        """Fields, by name, that change how a style draws constraints; None or False where the caller left them out."""
        return {name: getattr(self, name) for name in STYLE_FIELDS}


class GenerateSpec(SharedSpec, frozen=True, kw_only=True):
    """Specification of puzzles to generate for callers on this machine, who may name files of their own.

    Those are grade models, ladders and styles.
    """

    model: ModelField | None = None
    ladder: LadderField | None = None
    oracle: OracleField = DEFAULT
    kind: KindField | None = None
