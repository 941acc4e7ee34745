"""Requests for generated puzzles: `resolve` turns what a caller said (`GenerateSpec`) into what runs (`Request`).

A spec has the values that a caller gave, and None for the rest. A request has all values: `resolve` fills in the
default ones, and makes sure that they agree. The functions below `resolve` are its steps, in the order of their use.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from msgspec import structs

from cpgen.answers.made_answers import Phases
from cpgen.errors import InputError, NotFoundError
from cpgen.layout import Layout
from cpgen.messages import Message, field_named
from cpgen.oracles import LADDER, OracleLike, require_known, verifier_for
from cpgen.pattern import Pattern
from cpgen.puzzle import Grid
from cpgen.requests.drawing_source import DrawingSource
from cpgen.requests.drawing_text import DrawingText
from cpgen.requests.generate_spec import HARDEST_WORDS, NOT_DRAWN, SharedSpec
from cpgen.requests.impossible_requests import (
    most_open,
    require_enough_steps,
    require_reachable_steps,
    require_region_clues,
    require_region_room,
    require_rules,
)
from cpgen.requests.pattern_defaults import default_clues, default_symmetry, region_count
from cpgen.requests.puzzle_spec import (
    clues_before_adding,
    nearest_count,
    not_symmetric,
    require_board,
    require_some_open,
    scale_of,
)
from cpgen.requests.request_fields import METHODS

if TYPE_CHECKING:
    import numpy as np

    from cpgen.difficulty import Grade, GradeModel, Span, Target
    from cpgen.drawings.style import Style

ORDER_TRIES = 100
"""Random patterns (and runs in them) that are tried before putting digits in order is given up"""
WIDE_LADDER = "hodoku"
"""Ladder used for techniques that the layout's own ladder lacks"""
USUAL_LEVEL = 7
"""Highest level of puzzles on a drawing, on the ladder for constraints, unless a grade or level decides it"""
PHASES_ON_DRAWINGS = ("drawing", "local-search")
"""Names of both phases of puzzles with drawn constraints: find a grid on which they can be drawn, then search which of
them, and which digits, are shown"""

Goal = Literal["match", "hardest"]
"""Puzzles that match the target, or ever harder ones among those that do"""


@dataclass(frozen=True)
class Request:
    """Complete request for generated puzzles; `resolve` makes it.

    Attributes:
        spec: What the caller said; it does not count when requests are compared.
        layout: The board, without constraints that are drawn.
        model: Grade model of the puzzles.
        grade: Grade of the puzzles.
        target: Grade together with all further requirements on the rating.
        goal: What is looked for among the puzzles that the target accepts.
        oracle: Solver for both phases.
        pattern: Cells of the given digits; None for random patterns or, with drawn constraints,
            any cells.
        clue_count: Number of clues of a puzzle; 0 with drawn constraints and no pattern.
        symmetry: Symmetry of random patterns; None without them.
        region_clues: Minimum number of clues in every region.
        in_order: True for digits in order along a run of clues.
        along: Names of the runs whose digits are in order; empty for any run.
        generation, replacement: Names of the methods of both phases.
        until_match: True if only puzzles that match the target are accepted; Kamio (2022) accepts any result.
        drawing_source: Source of the constraints to draw; None for puzzles whose clues are all given digits.
    """

    spec: SharedSpec = field(compare=False)
    layout: Layout
    model: GradeModel
    grade: Grade
    target: Target
    goal: Goal
    oracle: OracleLike
    pattern: Pattern | None
    clue_count: int
    symmetry: str | None
    region_clues: int
    in_order: bool
    along: tuple[str, ...]
    generation: str
    replacement: str
    until_match: bool
    drawing_source: DrawingSource | None

    def __repr__(self) -> str:
        return f"<Request: {self.target} on {self.layout}>"

    def changed(self, **fields: Any) -> Request:
        """Return the request for this one's specification with some fields changed; raise the errors of `resolve`."""
        return resolve(structs.replace(self.spec, **fields))

    @property
    def verifier(self) -> OracleLike:
        """Oracle that proves that a puzzle has one solution."""
        return verifier_for(self.oracle)

    @property
    def is_fast_method(self) -> bool:
        """True if both phases are those of the default method."""
        return (self.generation, self.replacement) == METHODS["fast"]

    @property
    def phases(self) -> tuple[str, str]:
        """Names of the methods of both phases; on drawn constraints those for drawings, whatever the request names."""
        return PHASES_ON_DRAWINGS if self.drawing_source else (self.generation, self.replacement)

    @property
    def clue_cells(self) -> tuple[int, ...]:
        """Cells that may hold a given digit."""
        return self.pattern.cells if self.pattern else tuple(range(self.layout.cell_count))

    @property
    def fixed_clues(self) -> Grid:
        """Digits that the pattern fixes, 0 in all other cells."""
        return self.pattern.fixed_clues() if self.pattern else (0,) * self.layout.cell_count

    @cached_property
    def first_clues(self) -> int:
        """Number of clues of an attempt's first puzzle; fewer than `clue_count` if clues are added later."""
        if self.pattern or self.in_order or not (self.is_fast_method and self.until_match):
            return self.clue_count
        return clues_before_adding(self.layout, self.symmetry or "none", self.region_clues, self.clue_count)

    @property
    def orbits(self) -> Sequence[Sequence[int]]:
        """Groups of cells that the symmetry maps to each other; a random pattern has all cells of a group or none."""
        from cpgen.symmetry.square import orbits

        return orbits(self.layout.size, self.symmetry or "none")

    @property
    def is_dense(self) -> bool:
        """True if puzzles get their many clues by adding some to a puzzle with fewer; see `cpgen.requests.dense`."""
        return self.first_clues < self.clue_count

    def phases_as_record(self) -> Phases:
        """Return the JSON record of the methods of both phases and the oracle."""
        generation, replacement = self.phases
        return Phases(
            generation=generation, replacement=replacement, oracle=str(self.oracle), until_match=self.until_match
        )

    def choose_pattern(self, rng: np.random.Generator, adds_clues: bool = False) -> Pattern:
        """Return the pattern for one attempt, a random one unless the request has a pattern.

        With `in_order`, digits in order are fixed along a random run of its cells.

        Args:
            rng: The source of randomness.
            adds_clues: True for a random pattern of `first_clues`, to which clues will be added.

        Raises:
            NotFoundError: if none of `ORDER_TRIES` random patterns has a run that can be in order.
        """
        from cpgen.requests.clue_runs import random_ordered_pattern

        if not self.in_order:
            return self.pattern or self._random_pattern(rng, adds_clues)
        for _ in range(ORDER_TRIES):
            pattern = self.pattern or self._random_pattern(rng)
            ordered = random_ordered_pattern(self.layout, pattern, self.along, rng)
            if ordered is not None:
                return ordered
        raise NotFoundError(Message("no-order", tries=ORDER_TRIES))

    def _random_pattern(self, rng: np.random.Generator, adds_clues: bool = False) -> Pattern:
        """Return a random pattern with the request's symmetry and number of clues, or `first_clues` if `adds_clues`."""
        from cpgen.symmetry.square import random_pattern

        clues = self.first_clues if adds_clues else self.clue_count
        layout, symmetry = self.layout, self.symmetry or "none"
        return random_pattern(layout.size, clues, symmetry, rng, layout.regions, self.region_clues)


def resolve(spec: SharedSpec) -> Request:
    """Return the request for a specification, with defaults for everything that the caller left out.

    Raises:
        InputError: Fields contradict each other.
        ImpossibleError: No such puzzle can exist, as far as this can be seen without a search.
    """
    goal: Goal = "hardest" if is_hardest(spec.grade) else "match"
    said = structs.replace(spec, grade="any") if goal == "hardest" else spec
    default_generation, default_replacement = METHODS[said.method]
    generation, replacement = said.generation or default_generation, said.replacement or default_replacement
    _require_able_oracle(said.oracle, generation, replacement)
    _require_fields_of_one_kind(said, (generation, replacement) == METHODS["fast"])
    style = _style(said)
    pattern = said.pattern or (said.drawing.pattern if said.drawing else None)
    techniques = _named_techniques(said)
    layout, drawing = _board_and_drawing(said, pattern)
    require_board(layout, pattern, "pattern", said.region_clues)
    # The grade model is that of the constraints which puzzles will have; a random drawing is an example of them.
    rated = _rated_layout(layout, drawing, style)
    ladder = said.ladder or _ladder_with(techniques, said, rated) or _ladder_of_drawing(said, rated)
    model, named_grade = scale_of(said, rated, ladder)
    source = DrawingSource(drawing, style, _givens(said, layout, pattern, style)) if drawing or style else None
    grade, target = _grade_and_target(said, techniques, model, named_grade, layout, pattern, source)
    clues, symmetry = _clues_and_symmetry(said, layout, pattern, source)
    request = Request(
        spec=spec,
        layout=layout,
        model=model,
        grade=grade,
        target=target,
        goal=goal,
        oracle=said.oracle,
        pattern=pattern,
        clue_count=clues,
        symmetry=symmetry,
        region_clues=said.region_clues,
        in_order=said.in_order or bool(said.along),
        along=said.along,
        generation=generation,
        replacement=replacement,
        until_match=said.method != "paper",
        drawing_source=source,
    )
    if not source:
        _require_ordered_runs(request)
        _require_counts(request)
    elif goal == "hardest":
        raise InputError(Message("hardest-drawn"))
    return request


def is_hardest(grade: Grade | str | None) -> bool:
    """Return True if a grade is a word, such as `hardest`, that asks for ever harder puzzles."""
    return isinstance(grade, str) and grade.strip().casefold() in HARDEST_WORDS


def _require_able_oracle(oracle: OracleLike, generation: str, replacement: str) -> None:
    """Raise InputError if a method, given by name for each phase, asks the oracle for something that it cannot do."""
    require_known(oracle)
    if phase := unsupported_phase(generation, replacement, oracle):
        raise InputError(Message("oracle-ladder", phase=phase))


def unsupported_phase(generation: str, replacement: str, oracle: OracleLike) -> str:
    """Return the first method, given by name for each of two phases, that asks the oracle for what it cannot do, or "".

    The methods of `fast` ask for grids; the oracle `ladder` only detects contradictions.
    """
    if str(oracle) != LADDER:
        return ""
    return next((method for method in (generation, replacement) if method in METHODS["fast"]), "")


def _require_fields_of_one_kind(spec: SharedSpec, is_fast: bool) -> None:
    """Raise InputError if fields that exclude each other are used: for drawings, for styles, for given digits only.

    Args:
        spec: What the caller said.
        is_fast: True if both phases are those of the default method.
    """
    if spec.drawing and spec.kind:
        raise InputError(Message("drawing-or-kind"))
    of_style = [name for name, value in spec.style_options.items() if value not in (None, False)]
    if of_style and not spec.kind:
        raise InputError(Message("needs-kind", option=field_named(of_style[0]), kind=field_named("kind")))
    if not (spec.drawing or spec.kind):
        if spec.givens:
            raise InputError(Message("givens-drawn", givens=field_named("givens"), clues=field_named("clues")))
        return
    of_digits = [name for name in NOT_DRAWN if getattr(spec, name)]
    if spec.method != "fast" or not is_fast:
        of_digits.append("method")
    if spec.drawing and spec.symmetry:
        of_digits.append("symmetry")
    if of_digits:
        raise InputError(Message("not-drawn", option=field_named(of_digits[0])))


def _style(spec: SharedSpec) -> Style | None:
    """Return the style that the specification names, with its options; None if it names none.

    Raises InputError for an option that the style does not have.
    """
    return spec.kind and spec.kind.with_options(**spec.style_options, symmetry=spec.symmetry)


def _board_and_drawing(spec: SharedSpec, pattern: Pattern | None) -> tuple[Layout, DrawingText | None]:
    """Return the board, and the caller's drawing, or None if there is none or if it has become part of the board.

    A drawing without open values becomes part of the board if the cells of all given digits are fixed: the replacement
    phase, which changes digits, then finds puzzles with far fewer clues than random grids show.
    """
    layout, drawing = spec.layout_for(pattern.size if pattern else 9), spec.drawing
    if drawing and pattern and not spec.givens and not spec.constraints:
        with_constraints = drawing.on(layout)
        if not with_constraints.is_drawing:
            return with_constraints, None
    return layout, drawing


def rated_layout(spec: SharedSpec) -> Layout:
    """Return the layout for which the grade model is chosen: the board with the drawing, or an example of the style."""
    pattern = spec.pattern or (spec.drawing.pattern if spec.drawing else None)
    return _rated_layout(*_board_and_drawing(spec, pattern), _style(spec))


def _rated_layout(layout: Layout, drawing: DrawingText | None, style: Style | None) -> Layout:
    """Return the layout for which the grade model is chosen: the board with the drawing, or an example of the style."""
    if not style:
        return drawing.on(layout) if drawing else layout
    import numpy as np

    from cpgen.drawings.random_drawings import draw

    return draw(style, layout, np.random.default_rng(0)).layout


class _NamedTechniques(NamedTuple):
    """Techniques that a specification names, spelt as ladders do.

    `needs` must be used and `without` must not; `hardest_technique` is the hardest allowed one, and `only` the only one
    besides singles.
    """

    needs: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    hardest_technique: str = ""
    only: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Names in all fields."""
        return (*self.needs, *self.without, *filter(None, (self.hardest_technique, self.only)))


def _named_techniques(spec: SharedSpec) -> _NamedTechniques:
    """Return the techniques that a specification names in any spelling; raise InputError for an unknown one."""
    if not (spec.needs or spec.without or spec.hardest or spec.only):
        return _NamedTechniques()
    from cpgen.rater.explain import technique_named

    needs, without = (tuple(map(technique_named, names)) for names in (spec.needs, spec.without))
    hardest, only = (name and technique_named(name) for name in (spec.hardest, spec.only))
    return _NamedTechniques(needs, without, hardest, only)


def _ladder_with(techniques: _NamedTechniques, spec: SharedSpec, rated: Layout) -> GradeModel | None:
    """Return the ladder with all techniques if the own ladder of the layout `rated` lacks a named one.

    Its levels are the grades. Returns None if the own ladder has them, or if the caller chose a model or a grade.
    """
    if spec.model or not techniques.names:
        return None
    from cpgen.difficulty import ladder_named, model_for

    own = model_for(rated)
    is_decided = spec.grade and not own.any_grade.is_called(str(spec.grade))
    is_enough = not techniques.only and set(own.ladder.rules).issuperset(techniques.names)
    return None if is_decided or is_enough else ladder_named(WIDE_LADDER)


def _ladder_of_drawing(spec: SharedSpec, rated: Layout) -> GradeModel | None:
    """Return the ladder `one-scale` for a grade on a drawing (the layout `rated`) to which no model was fitted.

    Its levels are the grades. Returns None otherwise.
    """
    if spec.model or not spec.drawing or not spec.grade:
        return None
    from cpgen.difficulty import model_for_drawing

    return model_for_drawing(rated, spec.grade)


def _givens(spec: SharedSpec, layout: Layout, pattern: Pattern | None, style: Style | None) -> Span:
    """Return the least and the greatest number of given digits; raise InputError if they do not fit the pattern."""
    from cpgen.difficulty import Span

    cells = len(pattern.cells) if pattern else layout.cell_count
    default = Span(cells, cells) if pattern else style.givens if style else Span(0, None)
    least, most = (spec.givens or default).within(0, cells)
    if least > cells:
        raise InputError(Message("givens-many", givens=least, cells=cells))
    return Span(least, min(most, cells))


def _grade_and_target(
    spec: SharedSpec,
    techniques: _NamedTechniques,
    model: GradeModel,
    named: Grade | None,
    layout: Layout,
    pattern: Pattern | None,
    source: DrawingSource | None,
) -> tuple[Grade, Target]:
    """Return the grade (`named`, else the default one) and the target: this grade with all further requirements."""
    from cpgen.difficulty import Span, Target

    level, steps, score = spec.level or Span(), spec.steps or Span(), spec.score or Span()
    has_more = any(span != Span() for span in (level, steps, score)) or bool(techniques.names)
    # Puzzles in which more than half of the cells are clues are easier than the grades, and a drawing of the caller
    # need not have puzzles of the default grade.
    clues = len(pattern) if pattern is not None else spec.clues or 0
    is_free = has_more or (source and source.text) or 2 * clues > layout.cell_count
    grade = named or model.grade("any" if is_free else model.default)
    if source and not (has_more or named) and grade.takes_any:
        # The techniques beyond take long to make sure that they find nothing.
        level = Span(None, USUAL_LEVEL if USUAL_LEVEL in model.ladder.complexities else None)
    needs = tuple(dict.fromkeys((*techniques.needs, *filter(None, (techniques.hardest_technique, techniques.only)))))
    ladder = grade.full_ladder
    for name in needs:
        ladder = ladder.with_technique(name)
    if techniques.only:
        ladder = ladder.singles_and(techniques.only)
        for name in needs:
            if name not in ladder.rules:
                raise InputError(Message("only-one", technique=techniques.only, rule=name))
    if techniques.hardest_technique:
        most = ladder.complexity_of(techniques.hardest_technique)
        level = Span(level.least, most if level.most is None else min(most, level.most))
    # Kamio (2022) accepts a puzzle that another grade fits better.
    own = grade if ladder == grade.full_ladder else grade.on(ladder)
    rivals = () if spec.method == "paper" else model.rivals(own)
    return grade, Target(own, level, steps, needs, techniques.without, spec.typical, score, rivals)


def _clues_and_symmetry(
    spec: SharedSpec, layout: Layout, pattern: Pattern | None, source: DrawingSource | None
) -> tuple[int, str | None]:
    """Return the number of clues (0 if drawings decide it) and the symmetry of random patterns or drawings, or None."""
    if source:
        return len(pattern) if pattern else 0, spec.symmetry
    if pattern is not None:
        if spec.clues or spec.symmetry:
            raise InputError(Message("pattern-or-random", clues=field_named("clues"), symmetry=field_named("symmetry")))
        return len(pattern), None
    from cpgen.symmetry.square import clue_counts

    symmetry = spec.symmetry or default_symmetry(layout)
    needed = spec.region_clues * region_count(layout)
    clues = spec.clues or default_clues(layout, symmetry, needed)
    require_some_open(layout, clues)
    counts = clue_counts(layout.size, symmetry)
    if clues not in counts:
        enough = [count for count in counts if count >= needed]
        clues = nearest_count(layout, symmetry, clues, enough, not_symmetric(layout, symmetry, clues))
    return clues, symmetry


def _require_ordered_runs(request: Request) -> None:
    """Raise ImpossibleError if digits cannot be in order as requested.

    InputError if runs are named without a pattern.
    """
    from cpgen.requests.clue_runs import require_order

    if request.along and request.pattern is None:
        raise InputError(Message("along-pattern", along=field_named("along")))
    if request.in_order and request.pattern is not None:
        require_order(request.layout, request.pattern, request.along)


def _require_counts(request: Request) -> None:
    """Raise ImpossibleError if counting clues, open cells and steps shows that no such puzzle exists."""
    target, layout, clues, pattern = request.target, request.layout, request.clue_count, request.pattern
    require_region_room(region_count(layout), request.region_clues, clues)
    if pattern is not None and request.region_clues:
        require_region_clues(layout, pattern, request.region_clues)
    require_rules(target, layout, most_open(layout, clues, pattern))
    require_reachable_steps(target, layout, clues, pattern)
    if request.until_match:
        require_enough_steps(target, layout, clues, pattern)
