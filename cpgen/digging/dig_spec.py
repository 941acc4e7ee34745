"""Spec of dug puzzles: a record whose fields are checked alone and may be left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from cpgen.digging.strategies import STRATEGIES, Check
from cpgen.library import pattern_named
from cpgen.notation import MAX_DIGIT, line
from cpgen.oracles import DEFAULT
from cpgen.pattern import Pattern
from cpgen.requests.grid_sources import SOURCES
from cpgen.requests.puzzle_spec import PuzzleSpec
from cpgen.requests.request_fields import ClueField, LadderField, ModelField
from cpgen.schema import field

if TYPE_CHECKING:
    from cpgen.oracles import OracleLike
else:  # a type that the checks of records leave to the reader of the field
    OracleLike = Any

TRIES = 299
"""Default number of digs with the strategy `centre` before the search for few clues takes over"""
CENTRE_CLUES = 26
"""Default clue count of the strategy `centre` on 9×9 with the middle cell closed"""

StrategyName = Annotated[
    str,
    field(", ".join(f"{one.name} ({one.about})" for one in STRATEGIES.values()) + ".", "NAME", among=tuple(STRATEGIES)),
]
CheckField = Annotated[
    Check,
    field(
        "What must hold: unique (one solution), ladder:K (a person solves it with rules up to level K), direct "
        "(the houses of a cell leave one digit).",
        "CHECK",
        read=Check.parse,
    ),
]
Tries = Annotated[
    int, field(f"Tries of the way centre ({TRIES}); then the search for few clues takes over.", "N", least=1)
]
CheckingOracle = Annotated[
    OracleLike,
    field(
        "The solver to use for the checks and for the proof, see `cpgen oracles`; left out, bitset checks and cpsat "
        "proves.",
        "NAME",
        read="cpgen.oracles:oracle_word",
    ),
]
GridText = Annotated[
    str,
    field(
        "Use this solution grid instead of generating one.",
        "TEXT",
        read=f"{__name__}:grid_text",
        file=lambda text, name: text or name,
    ),
]


class TwoOracles:
    """Base of requests to remove clues, which use two oracles.

    A quick one checks each removal, and the reference proves the finished puzzle; an oracle that is named does both.
    """

    oracle: OracleLike

    @property
    def checker(self) -> OracleLike:
        """Oracle that checks whether clues can be removed."""
        return self.oracle or "bitset"

    @property
    def verifier(self) -> OracleLike:
        """Oracle that proves that a puzzle has one solution."""
        return self.oracle or DEFAULT


class DigSpec(PuzzleSpec, TwoOracles, frozen=True, kw_only=True):
    """Specification of dug puzzles: the board, the check that must hold, the strategy, and the clues to leave.

    Without `clues`, clues are removed until none can be removed; for the fewest, the search lasts until the time limit.
    """

    model: ModelField | None = None
    ladder: LadderField | None = None
    check: CheckField | None = None
    way: StrategyName = ""
    clues: ClueField | None = None
    centre: Annotated[int, field("The centre's pattern, from `cpgen centres`.", "K", least=1)] | None = None
    tries: Tries | None = None
    source: Annotated[
        str,
        field(
            "shift (one constructed grid), shuffle (that grid shuffled) or oracle (random completions: any grid of the "
            "layout). 300 shuffles all belong to one class of grids, 300 completions to 300 classes; see `cpgen study "
            "digging`.",
            "NAME",
            among=SOURCES,
        ),
    ] = "oracle"
    grid: GridText | None = None
    keep: (
        Annotated[
            Pattern,
            field(
                "A pattern whose clues are never removed: its digits are fixed, an x keeps what the grid has.",
                "NAME|TEXT",
                read=pattern_named,
                folder="patterns",
            ),
        ]
        | None
    ) = None
    oracle: CheckingOracle = ""


def grid_text(grid: str | tuple[Annotated[int, Meta(ge=0, le=MAX_DIGIT)], ...]) -> str:
    """Return the text of a grid, given as text or as its digits in reading order."""
    return grid if isinstance(grid, str) else line(grid)
