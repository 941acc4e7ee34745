"""The request for dug puzzles, checked in one place, and its result."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from cpgen.board_request import UNSET
from cpgen.digging.strategies import STRATEGIES, Check, centre_pattern
from cpgen.errors import ImpossibleError, InputError, Message, counted, field_named
from cpgen.library import pattern_named
from cpgen.notation import MAX_DIGIT, line, symbol
from cpgen.oracles import DEFAULT, require_exact
from cpgen.pattern import Pattern
from cpgen.puzzle import Grid, Puzzle, Shown
from cpgen.requests.grid_sources import SOURCES, GridSource
from cpgen.requests.impossible_requests import require_enough_steps, require_region_room
from cpgen.requests.pattern_defaults import region_count
from cpgen.requests.puzzle_request import PuzzleRequest
from cpgen.requests.request_fields import ClueCount, ClueField
from cpgen.requests.results import Stats, origin_as_json
from cpgen.schema import field

if TYPE_CHECKING:
    from cpgen.difficulty import Grade, GradedPuzzle, GradeModel, Target
    from cpgen.oracles import OracleLike
    from cpgen.rater.rating import Rating
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
    field("Use this solution grid instead of generating one.", "TEXT", read=f"{__name__}:grid_text", file=True),
]


class TwoOracles:
    """The oracles of a request to remove clues: a quick one and the reference, or the one that is named for both."""

    oracle: OracleLike

    @property
    def checker(self) -> OracleLike:
        """Oracle that checks whether clues can be removed."""
        return self.oracle or "bitset"

    @property
    def verifier(self) -> OracleLike:
        """Oracle that proves that a puzzle has one solution."""
        return self.oracle or DEFAULT


class DigRequest(PuzzleRequest, TwoOracles, frozen=True, kw_only=True):
    """Request for dug puzzles: a board, the check that must hold, the strategy, and the number of clues to leave.

    Fields left out are filled in: layout, model, symmetry, way and check are always set. Without `clues`, clues are
    removed until none can be removed; for the fewest, the search lasts until the time limit.

    Raises:
        InputError: if fields contradict each other.
        ImpossibleError: if no puzzle can have so few clues.
    """

    check: CheckField = UNSET
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

    def __post_init__(self) -> None:
        super().__post_init__()
        self._resolve_board(self.keep, "pattern to keep")
        require_exact(self.verifier)
        self._resolve_way()
        self._resolve_check()
        self._require_sources()
        if self.wanted is not None:
            self._require_count(self.wanted)
            if self.target:
                require_enough_steps(self.target, self.layout, self.wanted)
        self._require_regions()

    def _resolve_way(self) -> None:
        symmetric = self.symmetry not in (None, "none")
        strategy = STRATEGIES[self.way or ("centre" if self.centre else "orbits" if symmetric else "single")]
        self._resolve(way=strategy.name, symmetry=strategy.symmetry(self.symmetry))
        if strategy.centre:
            self._resolve_centre()
        elif self.centre:
            raise InputError("A pattern of the centre belongs to the way 'centre'.")
        elif self.tries:
            raise InputError(Message("tries-centre", tries=field_named("tries")))

    def _resolve_centre(self) -> None:
        if self.keep is not None:
            raise InputError("The way 'centre' has a pattern of its own; leave out the one to keep, or the way.")
        number = self.centre or 1
        centre_pattern(self.layout, number)
        default = ClueCount(CENTRE_CLUES + number % 2) if self.layout.size == 9 else None
        clues = default if self.clues is None else self.clues
        self._resolve(centre=number, tries=self.tries or TRIES, clues=clues)

    def _resolve_check(self) -> None:
        """Set the default check: the ladder up to the highest level of the grade, or `unique` without a grade."""
        # A puzzle of a grade must be solvable by the rules of the grade.
        grade, given = self.wanted_grade, self.check
        self._resolve(check=given or (Check("ladder", grade.levels[-1]) if grade else Check()))
        self.check.ladder(self.model.ladder)
        if self.checker != "bitset" and (self.check != Check() or self.fewest):
            raise InputError("Only the oracle bitset supports checks other than 'unique' and the fewest clues.")
        if self.target and self.fewest:
            what = "grade" if grade else "score"
            raise InputError(f"The fewest clues leave no choice of a {what}; give a number of clues, or no {what}.")

    def _require_sources(self) -> None:
        grid = self.full_grid
        if grid is None:
            return
        if self.source != "oracle":
            raise InputError("Give a grid or a source of grids, not both.")
        Puzzle(self.layout, grid).require_no_repeats()
        if 0 in grid:
            raise InputError(f"The grid is not full: {self.layout.where(grid.index(0))} is open.")
        for cell, digit in enumerate(self.keep.fixed_clues() if self.keep else ()):
            if digit and grid[cell] != digit:
                raise InputError(
                    f"The grid has {symbol(grid[cell])} at {self.layout.where(cell)}, where the pattern to keep "
                    f"has {symbol(digit)}."
                )

    def _require_regions(self) -> None:
        """Raise ImpossibleError if the requested clues, or those of the centre, give a region too few."""
        most = self.layout.cell_count if self.wanted is None else self.wanted
        require_region_room(region_count(self.layout), self.region_clues, most)
        if self.centre:
            found = len(centre_pattern(self.layout, self.centre).open)
            if found < self.region_clues:
                raise ImpossibleError(
                    f"The centre's pattern {self.centre} has {counted(found, 'clue')}; every region is to have "
                    f"{self.region_clues} or more."
                )

    def _require_count(self, clues: int) -> None:
        from cpgen.feasibility.infeasible import least_clues, least_clues_reason

        cells = self.layout.cell_count
        if clues > cells:
            raise InputError(f"A puzzle of {counted(clues, 'clue')} does not fit on {cells} cells.")
        if clues == cells:
            raise InputError(Message("nothing-open", cells=cells))
        if clues < least_clues(self.layout):
            raise ImpossibleError(f"{clues} clues are too few: {least_clues_reason(self.layout)}")
        if clues < len(self.kept):
            raise InputError(f"Cannot reach {counted(clues, 'clue')}: {len(self.kept)} are marked to keep.")
        if clues not in self.reachable:
            self._resolve(clues=ClueCount(self._nearest(clues, self._possible, self._why_unreachable(clues))))

    @property
    def wanted_grade(self) -> Grade | None:
        """Grade that the puzzles must have; None for any rating."""
        given: Any = self
        return given.grade  # type: ignore[no-any-return]

    @cached_property
    def target(self) -> Target | None:
        """Requirements on the rating; None if every rating is accepted."""
        from cpgen.difficulty import Span, Target

        grade = self.wanted_grade
        if grade is None and self.score == Span():
            return None
        grade = grade or self.model.any_grade
        return Target(grade, score=self.score, rivals=self.model.rivals(grade))

    @property
    def fewest(self) -> bool:
        """True if the fewest clues that can be found are wanted."""
        return self.clues is not None and self.clues.is_fewest

    @property
    def wanted(self) -> int | None:
        """Exact number of clues; None if the number is open or the fewest are wanted."""
        return None if self.clues is None or self.clues.is_fewest else int(self.clues)

    @cached_property
    def first_clues(self) -> int:
        """Number of clues at which a dig stops; for a rating with many clues, others are added afterwards."""
        wanted = self.wanted or 0
        if self.target is None or self.centre or not wanted:
            return wanted
        return max(self._before_adding(wanted, self.kept_symmetry), min(len(self.kept), wanted))

    @property
    def is_dense(self) -> bool:
        """True if clues are added to puzzles with fewer clues, see `cpgen.requests.dense`."""
        return self.first_clues < (self.wanted or 0)

    @property
    def grids(self) -> GridSource:
        """Source of grids."""
        return GridSource(self.source, "bitset")

    @cached_property
    def full_grid(self) -> Grid | None:
        """Grid to dig in; None to take grids from the source."""
        return Puzzle.parse(self.grid, self.layout).clues if self.grid else None

    @property
    def kept_symmetry(self) -> str:
        """Symmetry of the final puzzle; the second stage of `two-stage` breaks it."""
        return "none" if STRATEGIES[self.way].then_cells else self.symmetry or "none"

    @property
    def kept(self) -> frozenset[int]:
        """Cells whose clues are never removed."""
        return frozenset(self.keep.cells if self.keep else ())

    @property
    def fixed(self) -> Grid | None:
        """Digits that the pattern to keep fixes; None if it fixes none."""
        return self.keep.fixed_clues() if self.keep and any(self.keep.fixed) else None

    @property
    def takes_any_grid(self) -> bool:
        """True if any random grid may be dug in."""
        return self.grid is None and self.fixed is None and self.source == "oracle"

    @property
    def source_name(self) -> str:
        """Provenance of the grids: the name of the source, or `given`."""
        return "given" if self.grid else self.source

    @property
    def reachable(self) -> frozenset[int]:
        """Clue counts that the strategy and the symmetry can leave."""
        from cpgen.symmetry.square import clue_counts, orbits

        size = self.layout.size
        if self.centre:
            # The open cells of the centre stay; outside it, pairs of cells come and go.
            pattern = centre_pattern(self.layout, self.centre)
            movable = [orbit for orbit in orbits(size, "rot180") if orbit[0] not in pattern.region]
            return frozenset(len(pattern.open) + 2 * count for count in range(len(movable) + 1))
        return clue_counts(size, self.kept_symmetry, self.kept)

    @property
    def least(self) -> int:
        """Smallest reachable clue count that is not proven impossible."""
        return min(self._possible)

    @property
    def _possible(self) -> list[int]:
        from cpgen.feasibility.infeasible import least_clues

        # Both a proven minimum of the layout and the minimum per region bound the count from below.
        least = max(least_clues(self.layout), self.region_clues * region_count(self.layout))
        return [count for count in self.reachable if count >= least]

    def _why_unreachable(self, clues: int) -> str:
        """Return the reason why a clue count is not reachable, as a sentence without a full stop."""
        if not self.centre:
            return f"{self._no_symmetric(clues)}{' with those to keep' if self.kept else ''}"
        shown, parity = ("given", "odd") if self.centre % 2 else ("open", "even")
        return f"With the middle cell {shown} the number of clues is {parity}, not {clues}"


def grid_text(grid: str | tuple[Annotated[int, Meta(ge=0, le=MAX_DIGIT)], ...]) -> str:
    """Return the text of a grid that is given as a text or as its digits in reading order."""
    return grid if isinstance(grid, str) else line(grid)


@dataclass(frozen=True)
class Dug(Shown):
    """Dug puzzle with a proven single solution and its provenance."""

    puzzle: Puzzle
    solution: Grid
    source: str
    """Provenance of the grid: a source of grids, `given`, or `walk` if the search for few clues changed it"""
    check: Check
    way: str
    symmetry: str
    oracle: str
    """Name of the oracle that has proven the single solution"""
    model: GradeModel
    """Model that rates and grades the puzzle"""
    seed: int
    index: int
    """Index of the puzzle among those of the seed, from 0"""
    stats: Stats
    """`attempts` counts grids dug, `ratings` counts checks or steps of the walk"""

    def __repr__(self) -> str:
        return f"<Dug {self.puzzle!r}: {self.puzzle.clue_count} clues, seed {self.seed}>"

    @cached_property
    def rating(self) -> Rating:
        """Rating of the puzzle on the ladder of its model."""
        from cpgen.rater.rating import rate_puzzle

        return rate_puzzle(self.puzzle, self.model.ladder)

    @property
    def graded(self) -> GradedPuzzle:
        """The puzzle with its rating and model."""
        from cpgen.difficulty import GradedPuzzle

        return GradedPuzzle(self.puzzle, self.rating, self.model)

    @cached_property
    def minimal(self) -> bool:
        """True if every clue is needed: without any one of them there are several solutions."""
        return self._is_minimal("none")

    @cached_property
    def orbit_minimal(self) -> bool:
        """True if every orbit of the symmetry is needed."""
        return self.minimal or self._is_minimal(self.symmetry)

    def _is_minimal(self, symmetry: str) -> bool:
        from cpgen.digging.minimality import needs_every_orbit

        return needs_every_orbit(self.puzzle, self.solution, symmetry)

    def as_json(self) -> dict[str, Any]:
        """Return the puzzle, its rating and its provenance as an object for JSON."""
        return {
            **self.graded.as_json(),
            "solution": line(self.solution),
            "minimal": self.minimal,
            "orbit_minimal": self.orbit_minimal,
            "method": {
                "check": str(self.check),
                "way": self.way,
                "symmetry": self.symmetry,
                "source": self.source,
                "oracle": self.oracle,
                **origin_as_json(self.seed, self.index),
            },
            "stats": {
                "attempts": self.stats.attempts,
                "checks": self.stats.ratings,
                "oracle_calls": self.stats.oracle_calls,
                "seconds": round(self.stats.seconds, 4),
            },
        }
