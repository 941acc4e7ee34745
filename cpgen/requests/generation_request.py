"""The request for generated puzzles, checked in one place.

Command-line options, plan files, rows of a store, bodies sent to the server and Python keywords all use the field names
of `Request`; `cpgen.schema.build` turns any of them into the same checked record.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any

from cpgen.board_request import UNSET
from cpgen.errors import InputError, Message, NotFoundError, field_named
from cpgen.oracles import LADDER, OracleLike, require_known, verifier_for
from cpgen.pattern import Pattern
from cpgen.requests.drawn_request import DrawnRequest
from cpgen.requests.impossible_requests import (
    most_open,
    require_enough_steps,
    require_few_steps,
    require_region_clues,
    require_region_room,
    require_rules,
)
from cpgen.requests.pattern_defaults import default_clues, default_symmetry, region_count
from cpgen.requests.request_fields import (
    METHODS,
    Along,
    Generation,
    Level,
    MethodName,
    Needs,
    Replacement,
    Steps,
    Without,
)
from cpgen.schema import field

if TYPE_CHECKING:
    import numpy as np

    from cpgen.difficulty import Target

ORDER_TRIES = 100
"""Random patterns (and runs in them) that are tried before putting digits in order is given up"""
WIDE_LADDER = "hodoku"
"""Ladder used for techniques that the layout's own ladder lacks"""
USUAL_LEVEL = 7
"""Highest level of puzzles on a drawing, on the ladder for constraints, unless a grade or level decides it"""
DRAWN_PHASES = ("drawing", "local-search")
"""Names of the phases of puzzles on drawings: a grid that can have the drawing, and a search for what is shown of it"""
NOT_DRAWN = ("clues", "in_order", "along", "region_clues")
"""Fields that do not apply to puzzles with drawn constraints"""


class Request(DrawnRequest, frozen=True, kw_only=True):
    """Request for generated puzzles: a board, a pattern or random patterns, a target and a method.

    Fields left out are filled in: layout, grade, model, spans, both phases and, without a pattern, clues and symmetry
    are always set.

    Raises:
        InputError: if fields contradict each other.
        ImpossibleError: if no such puzzle can exist, as far as this can be seen without a search.
    """

    clues: Annotated[int, field("Number of clues of a random pattern.", "N", least=1)] | None = None
    in_order: Annotated[
        bool, field("Digits in order (1 2 3 …, rising or falling) along a run of clues, see `cpgen patterns --runs`.")
    ] = False
    along: Along = ()
    level: Level = UNSET
    steps: Steps = UNSET
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

    def __post_init__(self) -> None:
        super().__post_init__()
        generation, replacement = METHODS[self.method]
        self._resolve(generation=self.generation or generation, replacement=self.replacement or replacement)
        self._require_oracle()
        self._require_drawn_fields()
        self._require_fields_of_drawings()
        self._resolve_drawing()
        self._resolve_ladder()
        self._resolve_board(self.pattern, "pattern")
        self._resolve_target()
        if self.is_drawn:
            self._resolve_givens()
            return
        if self.pattern is None:
            self._resolve_random_pattern()
        elif self.clues or self.symmetry:
            raise InputError(Message("pattern-or-random", clues=field_named("clues"), symmetry=field_named("symmetry")))
        else:
            self._resolve(clues=None)
        self._resolve_order()
        self._require_possible()

    @property
    def techniques(self) -> tuple[str, ...]:
        """All techniques that the request names."""
        return (*self.needs, *self.without, *filter(None, (self.hardest, self.only)))

    def _require_oracle(self) -> None:
        """Raise InputError if a phase asks questions that the oracle does not support."""
        require_known(self.oracle)
        if phase := unsupported_phase(self.generation, self.replacement, self.oracle):
            raise InputError(Message("oracle-ladder", phase=phase))

    def _require_fields_of_drawings(self) -> None:
        """Raise InputError if a field does not apply to puzzles with drawn constraints."""
        if not self.is_drawn:
            return
        given: Any = self
        others = [name for name in NOT_DRAWN if getattr(self, name)]
        if self.method != "fast" or not self.is_fast_method:
            others.append("method")
        if given.drawing and self.symmetry:
            others.append("symmetry")
        if others:
            raise InputError(Message("not-drawn", option=field_named(others[0])))

    def _resolve_ladder(self) -> None:
        """Choose the wide ladder if a named technique is missing from the layout's own, unless something decides it."""
        from cpgen.difficulty import ladder_named, model_for

        if self.techniques:
            from cpgen.rater.explain import technique_named

            self._resolve(
                needs=tuple(map(technique_named, self.needs)),
                without=tuple(map(technique_named, self.without)),
                hardest=self.hardest and technique_named(self.hardest),
                only=self.only and technique_named(self.only),
            )
        given: Any = self
        if self.techniques and not given.ladder and not given.model:
            own = model_for(self._rated_layout(self.layout_for(self.pattern.size if self.pattern else 9)))
            decided = given.grade and not own.any_grade.is_called(str(given.grade))
            if not decided and (self.only or not set(own.ladder.rules).issuperset(self.techniques)):
                self._resolve(ladder=ladder_named(WIDE_LADDER))

    def _require_technique(self, technique: str) -> None:
        """Add a needed technique, and choose the wide ladder if neither a ladder nor a model is given.

        Boards with constraints keep their own ladder if it has the technique.
        """
        from cpgen.difficulty import ladder_named

        given: Any = self
        layout = self._rated_layout(self.layout_for(self.pattern.size if self.pattern else 9))
        ladder = given.ladder or (None if given.model or layout.further else ladder_named(WIDE_LADDER))
        self._resolve(needs=tuple(dict.fromkeys((*self.needs, technique))), ladder=ladder)

    def _resolve_target(self) -> None:
        from cpgen.difficulty import Span

        given: Any = self
        spans = (given.level or Span(), given.steps or Span(), self.score)
        more = any(span != Span() for span in spans) or self.techniques
        # A drawing of the user need not have puzzles of the default grade.
        is_free = more or given.drawing or self._is_mostly_clues
        grade = given.grade or self.model.grade("any" if is_free else self.model.default)
        if self.is_drawn and not (more or given.grade) and grade.takes_any:
            # The techniques beyond take long to make sure that they find nothing.
            spans = (Span(None, USUAL_LEVEL if USUAL_LEVEL in self.model.ladder.complexities else None), *spans[1:])
        self._resolve(
            level=spans[0],
            steps=spans[1],
            grade=grade,
        )
        _ = self.target

    @property
    def _is_mostly_clues(self) -> bool:
        """True if more than half of the cells hold clues: such puzzles are easier than the grades."""
        return 2 * self.clue_count > self.layout.cell_count

    def _resolve_random_pattern(self) -> None:
        from cpgen.symmetry.square import clue_counts

        symmetry = self.symmetry or default_symmetry(self.layout)
        clues = self.clues or default_clues(self.layout, symmetry, self.region_clues * region_count(self.layout))
        if clues > self.layout.cell_count:
            raise InputError(Message("does-not-fit", clues=clues, cells=self.layout.cell_count))
        if clues == self.layout.cell_count:
            raise InputError(Message("nothing-open", cells=clues))
        self._resolve(symmetry=symmetry)
        counts = clue_counts(self.layout.size, symmetry)
        if clues not in counts:
            needed = self.region_clues * region_count(self.layout)
            enough = [count for count in counts if count >= needed]
            clues = self._nearest(clues, enough, self._no_symmetric(clues))
        self._resolve(clues=clues)

    def _resolve_order(self) -> None:
        """Set `in_order` if a run is named; raise ImpossibleError if the pattern's runs cannot be in order."""
        from cpgen.requests.clue_runs import require_order

        if self.along and self.pattern is None:
            raise InputError(Message("along-pattern", along=field_named("along")))
        self._resolve(in_order=self.in_order or bool(self.along))
        if self.in_order and self.pattern is not None:
            require_order(self.layout, self.pattern, self.along)

    @cached_property
    def target(self) -> Target:
        """Grade together with all further requirements on the rating."""
        from cpgen.difficulty import Span, Target

        needs = tuple(dict.fromkeys((*self.needs, *filter(None, (self.hardest, self.only)))))
        ladder, level = self.grade.full_ladder, self.level
        for name in needs:
            ladder = ladder.with_technique(name)
        if self.only:
            ladder = ladder.singles_and(self.only)
            for name in needs:
                if name not in ladder.rules:
                    raise InputError(Message("only-one", technique=self.only, rule=name))
        if self.hardest:
            most = ladder.complexity_of(self.hardest)
            level = Span(level.least, most if level.most is None else min(most, level.most))
        grade = self.grade if ladder == self.grade.full_ladder else self.grade.on(ladder)
        # Kamio (2022) accepts a puzzle that another grade fits better.
        rivals = self.model.rivals(grade) if self.until_match else ()
        return Target(grade, level, self.steps, needs, self.without, self.typical, self.score, rivals)

    @property
    def verifier(self) -> OracleLike:
        """Name of the oracle that proves that a puzzle has one solution."""
        return verifier_for(self.oracle)

    @property
    def until_match(self) -> bool:
        """True if only puzzles that match the target are accepted; False for Kamio (2022), who accepts any result."""
        return self.method != "paper"

    @property
    def is_fast_method(self) -> bool:
        """True if both phases are those of the default method."""
        return (self.generation, self.replacement) == METHODS["fast"]

    @property
    def phases(self) -> tuple[str, str]:
        """Names of what is done in the generation phase and in the replacement phase."""
        return DRAWN_PHASES if self.is_drawn else (self.generation, self.replacement)

    @property
    def clue_count(self) -> int:
        """Number of clues of the requested puzzle."""
        return len(self.pattern) if self.pattern is not None else self.clues or 0

    @cached_property
    def first_clues(self) -> int:
        """Number of clues of the puzzles that an attempt begins with."""
        if self.pattern or self.in_order or not (self.is_fast_method and self.until_match):
            return self.clue_count
        return self._before_adding(self.clue_count, self.symmetry or "none")

    @property
    def orbits(self) -> Sequence[Sequence[int]]:
        """Groups of cells that a random pattern has together."""
        from cpgen.symmetry.square import orbits

        return orbits(self.layout.size, self.symmetry or "none")

    @property
    def is_dense(self) -> bool:
        """True if clues are added to puzzles with fewer clues, see `cpgen.requests.dense`."""
        return self.first_clues < self.clue_count

    def _require_possible(self) -> None:
        """Raise ImpossibleError if no such puzzle can exist, as far as counting shows it."""
        target, layout, clues, pattern = self.target, self.layout, self.clue_count, self.pattern
        require_region_room(region_count(layout), self.region_clues, clues)
        if pattern is not None and self.region_clues:
            require_region_clues(layout, pattern, self.region_clues)
        require_rules(target, layout, most_open(layout, clues, pattern))
        require_few_steps(target, layout, clues, pattern)
        if self.until_match:
            require_enough_steps(target, layout, clues, pattern)

    def method_as_json(self) -> dict[str, Any]:
        """Return the method as an object for JSON."""
        generation, replacement = self.phases
        return {
            "generation": generation,
            "replacement": replacement,
            "oracle": str(self.oracle),
            "until_match": self.until_match,
        }

    def draw_pattern(self, rng: np.random.Generator, adds_clues: bool = False) -> Pattern:
        """Return the pattern or a random one, with digits fixed along a random run if they are to be in order.

        Args:
            rng: the source of randomness.
            adds_clues: True for a random pattern of `first_clues`, to which clues will be added.

        Raises:
            NotFoundError: if none of `ORDER_TRIES` random patterns has a run that can be in order.
        """
        from cpgen.requests.clue_runs import random_ordered_pattern

        if not self.in_order:
            return self.pattern or self._random_pattern(rng, adds_clues)
        for _ in range(ORDER_TRIES):
            drawn = self.pattern or self._random_pattern(rng)
            pattern = random_ordered_pattern(self.layout, drawn, self.along, rng)
            if pattern is not None:
                return pattern
        raise NotFoundError(Message("no-order", tries=ORDER_TRIES))

    def _random_pattern(self, rng: np.random.Generator, adds_clues: bool = False) -> Pattern:
        from cpgen.symmetry.square import random_pattern

        size, symmetry, clues = self.layout.size, self.symmetry or "none", self.clue_count
        if adds_clues:
            clues = self.first_clues
        return random_pattern(size, clues, symmetry, rng, self.layout.regions, self.region_clues)


def unsupported_phase(generation: str, replacement: str, oracle: OracleLike) -> str:
    """Return the method of a phase that asks questions which the oracle does not support, or an empty string.

    The methods of `fast` ask for grids; the oracle `ladder` only detects contradictions.
    """
    if str(oracle) != LADDER:
        return ""
    return next((method for method in (generation, replacement) if method in METHODS["fast"]), "")
