"""Requests for dug puzzles: `resolve_dig` turns what a caller said (`DigSpec`) into what runs (`DigRequest`)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from cpgen.answers import made_answers as answers
from cpgen.answers.answer_base import Recorded, joined
from cpgen.board_display import Shown
from cpgen.digging.dig_spec import CENTRE_CLUES, TRIES, DigSpec, TwoOracles
from cpgen.digging.strategies import STRATEGIES, Check, centre_pattern
from cpgen.errors import ImpossibleError, InputError
from cpgen.layout import Layout
from cpgen.messages import Message, counted, field_named
from cpgen.notation import line, symbol
from cpgen.oracles import OracleLike, require_exact
from cpgen.pattern import Pattern
from cpgen.puzzle import Grid, Puzzle
from cpgen.requests.grid_sources import GridSource
from cpgen.requests.impossible_requests import require_enough_steps, require_region_room
from cpgen.requests.pattern_defaults import region_count
from cpgen.requests.puzzle_spec import (
    clues_before_adding,
    nearest_count,
    not_symmetric,
    require_board,
    require_some_open,
    scale_of,
)
from cpgen.requests.request_fields import ClueCount
from cpgen.requests.results import Stats, origin_of

if TYPE_CHECKING:
    from cpgen.difficulty import Grade, GradedPuzzle, GradeModel, Target
    from cpgen.rater.rating import Rating


@dataclass(frozen=True)
class DigRequest(TwoOracles):
    """Complete request for dug puzzles; `resolve_dig` makes it.

    Attributes:
        spec: What the caller said; it does not count when requests are compared.
        layout: The board.
        model: Grade model of the puzzles.
        grade: Grade that the puzzles must have; None for any rating.
        target: Requirements on the rating; None if every rating is accepted.
        oracle: The oracle that was named, or an empty text.
        symmetry: Symmetry of the groups of clues that are removed together.
        region_clues: Minimum number of clues in every region.
        way: Name of the strategy, which says which groups of clues are removed, in which order.
        check: What must hold while clues are removed.
        clues: Number of clues to leave, or the fewest; None if the number is open.
        centre: Number of the pattern around the middle cell, from 1; None unless the strategy is `centre`.
        tries: Number of digs with the strategy `centre` before a search for few clues begins; None for others.
        source: Name of the source of full grids, see `GridSource`.
        full_grid: Grid to dig in; None to take grids from the source.
        keep: Pattern whose clues are never removed.
    """

    spec: DigSpec = field(compare=False)
    layout: Layout
    model: GradeModel
    grade: Grade | None
    target: Target | None
    oracle: OracleLike
    symmetry: str | None
    region_clues: int
    way: str
    check: Check
    clues: ClueCount | None
    centre: int | None
    tries: int | None
    source: str
    full_grid: Grid | None
    keep: Pattern | None

    def __repr__(self) -> str:
        return f"<DigRequest: {self.check}, {self.way} on {self.layout}>"

    @property
    def fewest(self) -> bool:
        """True if as few clues as can be found are wanted."""
        return self.clues is not None and self.clues.is_fewest

    @property
    def wanted(self) -> int | None:
        """Exact number of clues; None if the number is open or the fewest are wanted."""
        return None if self.clues is None or self.clues.is_fewest else int(self.clues)

    @cached_property
    def first_clues(self) -> int:
        """Number of clues at which a dig stops.

        It is less than the requested number if that is large and a rating is required: clues are then added again, as
        long as the rating allows (see `cpgen.requests.dense`).
        """
        wanted = self.wanted or 0
        if self.target is None or self.centre or not wanted:
            return wanted
        usual = clues_before_adding(self.layout, self.kept_symmetry, self.region_clues, wanted)
        return max(usual, min(len(self.kept), wanted))

    @property
    def is_dense(self) -> bool:
        """True if puzzles get their many clues by adding some to a puzzle with fewer; see `cpgen.requests.dense`."""
        return self.first_clues < (self.wanted or 0)

    @property
    def grids(self) -> GridSource:
        """Source of the full grids that puzzles are dug in."""
        return GridSource(self.source, "bitset")

    @property
    def kept_symmetry(self) -> str:
        """Symmetry of the final puzzle; `none` if the strategy, such as `two-stage`, ends by removing single clues."""
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
        """True if each puzzle is dug in a random grid: no grid, source of grids or digit is given."""
        return self.full_grid is None and self.fixed is None and self.source == "oracle"

    @property
    def source_name(self) -> str:
        """Provenance of the grids: the name of the source, or `given`."""
        return "given" if self.full_grid else self.source

    @property
    def reachable(self) -> frozenset[int]:
        """Numbers of clues that the strategy and the symmetry can leave, whatever the grid."""
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
        return min(self.possible_counts)

    @property
    def possible_counts(self) -> list[int]:
        """Reachable clue counts that are not proven impossible."""
        from cpgen.feasibility.infeasible import least_clues

        # Both a proven minimum of the layout and the minimum per region bound the count from below.
        least = max(least_clues(self.layout), self.region_clues * region_count(self.layout))
        return [count for count in self.reachable if count >= least]


def resolve_dig(spec: DigSpec) -> DigRequest:
    """Return the request for a specification, with defaults for everything that the caller left out.

    Raises:
        InputError: Fields contradict each other.
        ImpossibleError: No puzzle can have so few clues.
    """
    layout = spec.layout_for(spec.keep.size if spec.keep else 9)
    require_board(layout, spec.keep, "pattern to keep", spec.region_clues)
    model, grade = scale_of(spec, layout, spec.ladder)
    require_exact(spec.verifier)
    way, symmetry, centre, tries, clues = _strategy(spec, layout)
    target = _target(spec, model, grade)
    request = DigRequest(
        spec=spec,
        layout=layout,
        model=model,
        grade=grade,
        target=target,
        oracle=spec.oracle,
        symmetry=symmetry,
        region_clues=spec.region_clues,
        way=way,
        # A puzzle of a grade must be solvable by the rules of the grade.
        check=spec.check or (Check("ladder", grade.levels[-1]) if grade else Check()),
        clues=clues,
        centre=centre,
        tries=tries,
        source=spec.source,
        full_grid=Puzzle.parse(spec.grid, layout).clues if spec.grid else None,
        keep=spec.keep,
    )
    _require_check(request)
    _require_sources(request)
    if request.wanted is not None:
        request = replace(request, clues=ClueCount(_possible_count(request, request.wanted)))
        if target:
            require_enough_steps(target, layout, request.wanted or 0)
    _require_regions(request)
    return request


def _strategy(spec: DigSpec, layout: Layout) -> tuple[str, str | None, int | None, int | None, ClueCount | None]:
    """Return the strategy's name, and the fields `symmetry`, `centre`, `tries` and `clues` of the request.

    Defaults of the strategy are filled in.
    """
    symmetric = spec.symmetry not in (None, "none")
    strategy = STRATEGIES[spec.way or ("centre" if spec.centre else "orbits" if symmetric else "single")]
    symmetry = strategy.symmetry(spec.symmetry)
    if not strategy.centre:
        if spec.centre:
            raise InputError("A pattern of the centre belongs to the way 'centre'.")
        if spec.tries:
            raise InputError(Message("tries-centre", tries=field_named("tries")))
        return strategy.name, symmetry, None, None, spec.clues
    if spec.keep is not None:
        raise InputError("The way 'centre' has a pattern of its own; leave out the one to keep, or the way.")
    number = spec.centre or 1
    centre_pattern(layout, number)
    default = ClueCount(CENTRE_CLUES + number % 2) if layout.size == 9 else None
    clues = default if spec.clues is None else spec.clues
    return strategy.name, symmetry, number, spec.tries or TRIES, clues


def _target(spec: DigSpec, model: GradeModel, grade: Grade | None) -> Target | None:
    """Return the requirements on the rating; None if the caller has none."""
    from cpgen.difficulty import Span, Target

    score = spec.score or Span()
    if grade is None and score == Span():
        return None
    wanted = grade or model.any_grade
    return Target(wanted, score=score, rivals=model.rivals(wanted))


def _require_check(request: DigRequest) -> None:
    """Raise InputError if the check does not suit the ladder, the oracle or the number of clues."""
    request.check.ladder(request.model.ladder)
    if request.checker != "bitset" and (request.check != Check() or request.fewest):
        raise InputError("Only the oracle bitset supports checks other than 'unique' and the fewest clues.")
    if request.target and request.fewest:
        what = "grade" if request.grade else "score"
        raise InputError(f"The fewest clues leave no choice of a {what}; give a number of clues, or no {what}.")


def _require_sources(request: DigRequest) -> None:
    """Raise InputError if the grid to dig in is not full, or breaks the rules, the pattern to keep or other fields."""
    grid, keep, layout = request.full_grid, request.keep, request.layout
    if grid is None:
        return
    if request.source != "oracle":
        raise InputError("Give a grid or a source of grids, not both.")
    Puzzle(layout, grid).require_no_repeats()
    if 0 in grid:
        raise InputError(f"The grid is not full: {layout.where(grid.index(0))} is open.")
    for cell, digit in enumerate(keep.fixed_clues() if keep else ()):
        if digit and grid[cell] != digit:
            raise InputError(
                f"The grid has {symbol(grid[cell])} at {layout.where(cell)}, where the pattern to keep has "
                f"{symbol(digit)}."
            )


def _require_regions(request: DigRequest) -> None:
    """Raise ImpossibleError if the requested number of clues, or the centre pattern, leaves a region too few clues."""
    layout, least = request.layout, request.region_clues
    require_region_room(region_count(layout), least, layout.cell_count if request.wanted is None else request.wanted)
    if request.centre:
        shown = len(centre_pattern(layout, request.centre).open)
        if shown < least:
            raise ImpossibleError(
                f"The centre's pattern {request.centre} has {counted(shown, 'clue')}; every region is to have {least} "
                "or more."
            )


def _possible_count(request: DigRequest, clues: int) -> int:
    """Return the clue count if the strategy and the symmetry can leave it; else the nearest one, with a warning.

    Raises an error if none is near, or if the count is too low.
    """
    from cpgen.feasibility.infeasible import least_clues, least_clues_reason

    require_some_open(request.layout, clues)
    if clues < least_clues(request.layout):
        raise ImpossibleError(f"{clues} clues are too few: {least_clues_reason(request.layout)}")
    if clues < len(request.kept):
        raise InputError(f"Cannot reach {counted(clues, 'clue')}: {len(request.kept)} are marked to keep.")
    if clues in request.reachable:
        return clues
    symmetry, why = request.symmetry or "none", _why_unreachable(request, clues)
    return nearest_count(request.layout, symmetry, clues, request.possible_counts, why)


def _why_unreachable(request: DigRequest, clues: int) -> str:
    """Return the reason why a clue count is not reachable, as a sentence without a full stop."""
    if not request.centre:
        sentence = not_symmetric(request.layout, request.symmetry or "none", clues)
        return f"{sentence}{' with those to keep' if request.kept else ''}"
    shown, parity = ("given", "odd") if request.centre % 2 else ("open", "even")
    return f"With the middle cell {shown} the number of clues is {parity}, not {clues}"


@dataclass(frozen=True)
class Dug(Recorded, Shown):
    """Dug puzzle, proven to have one solution, with its provenance."""

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
    """Statistics; `attempts` counts the grids dug in, `ratings` the checks, or the steps of a search for few clues"""

    def __repr__(self) -> str:
        return f"<Dug {self.puzzle!r}: {self.puzzle.clue_count} clues, seed {self.seed}>"

    @cached_property
    def rating(self) -> Rating:
        """Rating of the puzzle on the ladder of its model."""
        from cpgen.rater.rating import rate_puzzle

        return rate_puzzle(self.puzzle, self.model.ladder)

    @property
    def graded(self) -> GradedPuzzle:
        """The puzzle with its rating and grade model."""
        from cpgen.difficulty import GradedPuzzle

        return GradedPuzzle(self.puzzle, self.rating, self.model)

    @cached_property
    def minimal(self) -> bool:
        """True if every clue is needed: without any one of them there are several solutions."""
        return self._is_minimal("none")

    @cached_property
    def orbit_minimal(self) -> bool:
        """True if every orbit (clues that the symmetry maps to each other) is needed for a single solution."""
        return self.minimal or self._is_minimal(self.symmetry)

    def _is_minimal(self, symmetry: str) -> bool:
        from cpgen.digging.minimality import needs_every_orbit

        return needs_every_orbit(self.puzzle, self.solution, symmetry)

    def as_record(self) -> answers.DugRecord:
        """Return the JSON record of the puzzle with its rating and provenance."""
        return joined(
            answers.DugRecord,
            self.graded.as_record(),
            solution=line(self.solution),
            minimal=self.minimal,
            orbit_minimal=self.orbit_minimal,
            method=joined(
                answers.DigMethod,
                origin_of(self.seed, self.index),
                check=str(self.check),
                way=self.way,
                symmetry=self.symmetry,
                source=self.source,
                oracle=self.oracle,
            ),
            stats=answers.DigStats(
                attempts=self.stats.attempts,
                checks=self.stats.ratings,
                oracle_calls=self.stats.oracle_calls,
                seconds=round(self.stats.seconds, 4),
            ),
        )
