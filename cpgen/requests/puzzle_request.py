"""The request for generated puzzles, checked in one place, and its result.

Command-line options, plan files, rows of a store, bodies sent to the server and Python keywords all use the field names
of `Request`; `cpgen.schema.build` turns any of them into the same checked record.
"""

from __future__ import annotations

import secrets
import warnings
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import sub
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from msgspec.structs import force_setattr

from cpgen._version import __version__
from cpgen.board_request import UNSET, BoardRequest
from cpgen.errors import InputError, Message, NearestWarning, NotFoundError, shown
from cpgen.layout import Layout
from cpgen.library import pattern_named
from cpgen.notation import MAX_DIGIT, line, whole_number
from cpgen.oracles import DEFAULT, LADDER, require_known, verifier_for
from cpgen.pattern import Pattern
from cpgen.puzzle import Grid, Puzzle, Shown
from cpgen.requests.drawing_text import DrawingText, drawing_text
from cpgen.requests.impossible_requests import (
    most_open,
    require_enough_steps,
    require_few_steps,
    require_region_clues,
    require_region_room,
    require_rules,
)
from cpgen.schema import Record, field

if TYPE_CHECKING:
    import numpy as np

    from cpgen.difficulty import Grade, GradedPuzzle, GradeModel, Span, Target
    from cpgen.drawings.draw import Drawing
    from cpgen.drawings.style import Style
    from cpgen.rater.rating import Rating
    from cpgen.requests.clue_runs import ClueRun
else:  # help and completion only read the fields; they should not wait for the imports of these modules
    Grade = GradeModel = Span = Style = Any

GENERATION_METHODS = ("sample", "zama", "zama-open", "kamio")
REPLACEMENT_METHODS = ("anneal", "zama", "zama-open", "kamio")
METHODS = {"fast": ("sample", "anneal"), "paper": ("kamio", "kamio")}
"""Generation method and replacement method that each value of `method` stands for"""
DEFAULT_BUDGET = 60.0
"""Default time limit of a command, in seconds"""
ORDER_TRIES = 100
"""Random patterns (and runs in them) that are tried before putting digits in order is given up"""
DENSE = 1.25
"""Multiple of the usual number of clues above which clues are added to puzzles with the usual number"""
FEWEST = "fewest"
"""Clue count that stands for as few clues as can be found"""

MethodName = Annotated[
    str,
    field(
        "fast: from a random grid, annealed until it matches; paper: as in Kamio (2022), both phases kamio, without a "
        "check of the grade at the end.",
        "fast|paper",
        among=tuple(METHODS),
    ),
]
Generation = Annotated[
    str,
    field("How a pattern is filled: sample (the default), zama, zama-open, kamio.", "NAME", among=GENERATION_METHODS),
]
Replacement = Annotated[
    str,
    field(
        "How the filling is repaired: anneal (the default), zama, zama-open, kamio.", "NAME", among=REPLACEMENT_METHODS
    ),
]
GradeField = Annotated[
    Grade,
    field(
        "Difficulty, in English or Japanese: beginner, intermediate, advanced or expert on Nikoli's scale (that of the "
        "layout); easy, medium, hard, unfair or extreme on HoDoKu's, where most experts are easy; or any. See `cpgen "
        "grades`.",
        "GRADE",
        "-g",
        read="cpgen.difficulty:grade_word",
    ),
]
ModelField = Annotated[
    GradeModel,
    field("Grade model: see `cpgen grades`, or a TOML file.", "NAME|FILE", read="cpgen.difficulty:model_named"),
]
LadderField = Annotated[
    GradeModel,
    field(
        "The ladder of techniques, whose level names are the grades: hodoku, explainer, nikoli100, or a TOML file.",
        "NAME|FILE",
        read="cpgen.difficulty:ladder_named",
    ),
]
OracleName = Annotated[str, field("The solver to use, see `cpgen oracles`.", "NAME")]
Symmetry = Annotated[
    str,
    field(
        "The symmetry: rot180, rot90, left-right, top-bottom, mirrors, diagonal, antidiagonal, diagonals, full, none.",
        "NAME",
        among="cpgen.symmetry.square:SYMMETRIES",
    ),
]
_SPAN = {
    "read": "cpgen.difficulty:span_of",
    "document": {
        "pattern": r"^ *([0-9]{1,9} *(\.\. *([0-9]{1,9} *)?)?|\.\. *[0-9]{1,9} *)?$",
        "minimum": 0,
        "maximum": 999_999_999,
    },
}
Level = Annotated[Span, field("Complexity of the hardest rule, as in 3.., ..6, 2..4 or 5.", "SPAN", **_SPAN)]
Steps = Annotated[Span, field("Number of rounds that solving takes, as in 30.. or 25..30.", "SPAN", **_SPAN)]
Score = Annotated[
    Span, field("Sum of the scores of all rounds, on a ladder that has scores, as in 1000..1500.", "SPAN", **_SPAN)
]
Needs = Annotated[
    tuple[str, ...],
    field("A technique that solving must use, as in xy-wing; repeatable.", "NAME", read=f"{__name__}:rule_names"),
]
Without = Annotated[
    tuple[str, ...], field("A technique that solving must not use; repeatable.", "NAME", read=f"{__name__}:rule_names")
]
Along = Annotated[
    tuple[str, ...],
    field(
        "A run whose digits are in order, by its name, as in 'row 5'; repeatable.",
        "RUN",
        read=f"{__name__}:rule_names",
    ),
]
WIDE_LADDER = "hodoku"
"""Ladder used for techniques that the layout's own ladder lacks"""
RegionClues = Annotated[int, field("Minimum number of clues in every region.", "N", least=0)]
HOW_MANY, WHICH_SEED = (
    "How many to make, show or measure.",
    "A whole number from 0; the same seed gives the same result.",
)
MOST_COUNT = 10**12
"""Greatest number of puzzles that may be asked for"""
Count = Annotated[int, field(HOW_MANY, "N", "-n", least=1, most=MOST_COUNT)]
Seed = Annotated[int, field(WHICH_SEED, "S", least=0)]
Budget = Annotated[float, field("Time limit for the whole command.", "SECONDS", above=0, option="time-limit")]


class ClueCount(int):
    """Number of clues; −1 stands for the fewest that can be found and is written `fewest`."""

    @classmethod
    def parse(cls, value: str | int) -> ClueCount:
        """Parse a number, or `fewest`; raise InputError for anything else."""
        text = str(value).strip()
        if text.lower() == FEWEST:
            return cls(-1)
        if not text.isdigit():
            raise InputError(Message("no-clues", text=shown(str(value)), fewest=FEWEST))
        return cls(whole_number(text, "a number of clues"))

    @property
    def is_fewest(self) -> bool:
        """True if it stands for the fewest clues."""
        return self < 0

    def __str__(self) -> str:
        return FEWEST if self.is_fewest else int.__repr__(self)


ClueField = Annotated[
    ClueCount, field("The exact number of clues, or the fewest that can be found.", "N|fewest", read=ClueCount.parse)
]


STYLE_FIELDS = ("cages", "one_cell", "length", "elements", "all_shown")
"""Fields that change the style of a kind"""
USUAL_LEVEL = 7
"""Highest level of puzzles on a drawing, on the ladder for constraints, unless a grade or level decides it"""
NOT_DRAWN = ("clues", "in_order", "along", "region_clues")
"""Fields that do not apply to puzzles with drawn constraints"""


class PuzzleRequest(BoardRequest, frozen=True, kw_only=True):
    """Fields that generating and digging have in common: the board, the grade and the oracle.

    A subclass calls `_resolve_board` in its `__post_init__`; afterwards layout, model and score are always set.
    """

    symmetry: Symmetry | None = None
    region_clues: RegionClues = 0
    grade: GradeField = UNSET
    model: ModelField = UNSET
    ladder: LadderField | None = None
    score: Score = UNSET
    oracle: OracleName = DEFAULT

    def _resolve_board(self, drawn: Pattern | None, what: str) -> None:
        """Set layout, model, grade and score; raise InputError if a pattern does not fit the board.

        Args:
            drawn: the pattern given by the user, if any.
            what: the name of that pattern in messages.
        """
        from cpgen.difficulty import Span, model_for_grade

        if self.oracle:
            require_known(self.oracle)
        given: Any = self
        layout = self.layout_for(drawn.size if drawn else 9)
        size = layout.size
        if size > MAX_DIGIT:
            raise InputError(Message("made-up-to", most=MAX_DIGIT, side=size))
        if drawn and drawn.size != size:
            raise InputError(Message("drawn-size", what=what, drawn=drawn.size, side=size))
        if drawn:
            Puzzle(layout, drawn.fixed_clues()).require_no_repeats()
        if self.region_clues and not layout.regions:
            raise InputError(Message("latin-region-clues"))
        if given.ladder and given.model and given.model.name != given.ladder.name:
            raise InputError(Message("model-or-ladder", model=str(given.model), ladder=str(given.ladder)))
        rated = self._rated_layout(layout)
        model = given.ladder or given.model or model_for_grade(rated, str(given.grade or ""))
        grade = model.grade(str(given.grade)) if given.grade else None
        if grade and not isinstance(given.grade, str) and given.grade != grade:
            raise InputError(Message("grade-of-model", grade=str(grade), model=str(model)))
        score = given.score or Span()
        model.require_for(rated)
        self._resolve(layout=layout, diagonals=False, constraints=None, model=model, grade=grade, score=score)

    def _rated_layout(self, layout: Layout) -> Layout:
        """Return the layout of the puzzles, which decides on the grade model."""
        return layout

    def _resolve(self, **values: Any) -> None:
        """Set fields of this frozen record."""
        for name, value in values.items():
            force_setattr(self, name, value)

    def _nearest(self, clues: int, counts: Collection[int], why: Message | str) -> int:
        """Return the possible clue count nearest to the requested one, preferring the larger, and warn about it.

        Raises:
            InputError: if every possible count is at least one orbit of the symmetry away.
        """
        from cpgen.symmetry.square import orbits

        most = max(map(len, orbits(self.layout.size, self.symmetry or "none")))
        near = sorted(counts, key=lambda count: (abs(count - clues), -count))[:2]
        if not near or abs(near[0] - clues) >= most:
            raise InputError(Message("number-near" if near else "number-none", why=why, others=tuple(sorted(near))))
        warnings.warn(f"{why}; {near[0]} are taken.", NearestWarning, stacklevel=2)
        return near[0]

    def _no_symmetric(self, clues: int) -> Message:
        """Return a sentence, without a full stop, saying that the symmetry rules out a number of clues."""
        return Message("no-symmetric", clues=clues, side=self.layout.size, symmetry=self.symmetry or "none")

    def _before_adding(self, clues: int, symmetry: str) -> int:
        """Return a usual number of clues from which additions reach a large one; numbers that are not large as is."""
        from cpgen.symmetry.square import clue_counts, orbits

        size, needed = self.layout.size, self.region_clues * region_count(self.layout)
        usual = default_clues(self.layout, symmetry, needed)
        if clues <= DENSE * usual:
            return clues
        # Clues are added by orbits. Only the middle cell may be an orbit of one, so it should not be needed.
        step = min((len(orbit) for orbit in orbits(size, symmetry) if len(orbit) > 1), default=1)
        counts = [count for count in clue_counts(size, symmetry) if count >= needed and (clues - count) % step == 0]
        return min(counts, key=lambda count: abs(count - usual))


class Request(PuzzleRequest, frozen=True, kw_only=True):
    """Request for generated puzzles: a board, a pattern or random patterns, a target and a method.

    Fields left out are filled in: layout, grade, model, spans, both phases and, without a pattern, clues and symmetry
    are always set.

    Raises:
        InputError: if fields contradict each other.
        ImpossibleError: if no such puzzle can exist, as far as this can be seen without a search.
    """

    pattern: (
        Annotated[
            Pattern,
            field(
                "Which cells hold clues: a name from `cpgen patterns`, or rows of x and dots (a digit: that cell's "
                "digit is fixed).",
                "NAME|TEXT",
                "-p",
                read=pattern_named,
                folder="patterns",
            ),
        ]
        | None
    ) = None
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
    drawing: Annotated[
        DrawingText,
        field(
            "Constraints to draw, one per line or after a semicolon; values written as ? are chosen, as in 'cage ?: "
            "r1c1 r1c2'. A file may begin with a pattern of the given digits.",
            "LINES",
            read=drawing_text,
            file=DrawingText,
        ),
    ] = UNSET
    kind: Annotated[
        Style,
        field(
            "Draw constraints of a kind at random: killer, kropki, thermo, arrow … (see `cpgen styles`), or a TOML "
            "file.",
            "NAME|FILE",
            read="cpgen.drawings.style:style_named",
        ),
    ] = UNSET
    cages: Annotated[Span, field("Cells of each drawn cage, as in 2..5.", "SPAN", **_SPAN)] = UNSET
    one_cell: Annotated[int, field("Most drawn cages of a single cell.", "N", least=0)] | None = None
    length: Annotated[Span, field("Cells of each drawn line, as in 4..6.", "SPAN", **_SPAN)] = UNSET
    elements: Annotated[Span, field("How many lines, cages or signs to draw, as in 8 or 6..8.", "SPAN", **_SPAN)] = (
        UNSET
    )
    all_shown: Annotated[bool, field("All dots, or all X and V, are shown: where none is drawn, none holds.")] = False
    givens: Annotated[Span, field("Number of given digits besides what is drawn, as in 0..6.", "SPAN", **_SPAN)] = UNSET
    method: MethodName = "fast"
    generation: Generation = ""
    replacement: Replacement = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        generation, replacement = METHODS[self.method]
        self._resolve(generation=self.generation or generation, replacement=self.replacement or replacement)
        self._require_oracle()
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
            raise InputError(Message("pattern-or-random"))
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

    @property
    def is_drawn(self) -> bool:
        """True if constraints are drawn at random, or have values to be chosen."""
        given: Any = self
        return bool(given.drawing or given.kind)

    def _resolve_drawing(self) -> None:
        """Apply the options about what is drawn; raise InputError for those that do not apply."""
        given: Any = self
        if given.drawing and given.kind:
            raise InputError(Message("drawing-or-kind"))
        options = {name: getattr(self, name) for name in STYLE_FIELDS}
        named = [name for name, value in options.items() if value not in (None, False)]
        if named and not given.kind:
            raise InputError(Message("needs-kind", option=named[0]))
        if given.givens and not self.is_drawn:
            raise InputError(Message("givens-drawn"))
        if not self.is_drawn:
            return
        others = [name for name in NOT_DRAWN if getattr(self, name)]
        if self.method != "fast" or not self.is_fast_method:
            others.append("method")
        if given.drawing and self.symmetry:
            others.append("symmetry")
        if others:
            raise InputError(Message("not-drawn", option=others[0]))
        if given.kind:
            self._resolve(kind=self.kind.with_options(**options, symmetry=self.symmetry))
        else:
            self._resolve(pattern=self.pattern or self.drawing.pattern)
            self._resolve_closed_drawing()

    def _resolve_closed_drawing(self) -> None:
        """Turn a drawing without open values into constraints if the cells of all given digits are fixed.

        The replacement phase, which changes digits, then finds puzzles with far fewer clues than random grids show.
        """
        given: Any = self
        if self.pattern and not given.givens and not given.constraints:
            board = self.layout_for(self.pattern.size)
            if not self.drawing.on(board).is_drawing:
                self._resolve(layout=self.drawing.on(board), diagonals=False, drawing=UNSET)

    def _rated_layout(self, layout: Layout) -> Layout:
        """Return the layout with its drawing, of a kind with an example."""
        import numpy as np

        from cpgen.drawings.draw import draw

        given: Any = self
        if given.drawing:
            return self.drawing.on(layout)
        return draw(self.kind, layout, np.random.default_rng(0)).layout if given.kind else layout

    def _resolve_givens(self) -> None:
        """Set the least and the greatest number of given digits; raise InputError if they do not fit the pattern."""
        from cpgen.difficulty import Span

        given: Any = self
        cells = len(self.given_cells)
        default = Span(cells, cells) if self.pattern else self.kind.givens if given.kind else Span(0, None)
        span = given.givens or default
        least, most = span.within(0, cells)
        if least > cells:
            raise InputError(Message("givens-many", givens=least, cells=cells))
        self._resolve(givens=Span(least, min(most, cells)))

    @property
    def given_cells(self) -> tuple[int, ...]:
        """Cells that may hold a given digit of a drawn puzzle."""
        return self.pattern.cells if self.pattern else tuple(range(self.layout.cell_count))

    @property
    def fixed_clues(self) -> Grid:
        """The digits that the pattern fixes, 0 in all other cells."""
        return self.pattern.fixed_clues() if self.pattern else (0,) * self.layout.cell_count

    def draw(self, rng: np.random.Generator) -> Drawing:
        """Return the drawing, or a random one of the requested kind."""
        from cpgen.drawings.draw import Drawing, draw

        given: Any = self
        if given.kind:
            return draw(self.kind, self.layout, rng)
        return Drawing(self.drawing.on(self.layout), (), "none")

    def _resolve_random_pattern(self) -> None:
        from cpgen.symmetry.square import clue_counts

        symmetry = self.symmetry or default_symmetry(self.layout)
        clues = self.clues or default_clues(self.layout, symmetry, self.region_clues * region_count(self.layout))
        if clues > self.layout.cell_count:
            raise InputError(Message("does-not-fit", clues=clues, cells=self.layout.cell_count))
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
            raise InputError(Message("along-pattern"))
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
    def verifier(self) -> str:
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
        return {
            "generation": self.generation,
            "replacement": self.replacement,
            "oracle": self.oracle,
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


class Series(Record, frozen=True, kw_only=True):
    """Number of results, and the seed that determines them (None for a random seed)."""

    count: Count = 1
    seed: Seed | None = None

    def first_seed(self) -> int:
        """Return the seed, or a random one from the operating system if none is given."""
        return secrets.randbelow(2**32) if self.seed is None else self.seed


class TimedSeries(Series, frozen=True, kw_only=True):
    """Series of puzzles with a time limit."""

    count: Annotated[
        int,
        field(
            "How many to make; no two are equal up to symmetry and the names of the digits.",
            "N",
            "-n",
            least=1,
            most=MOST_COUNT,
        ),
    ] = 1
    budget: Budget = DEFAULT_BUDGET


def rule_names(names: str | tuple[str, ...]) -> tuple[str, ...]:
    """Return the names in a sequence, or in a text that separates them by commas."""
    return tuple(names) if not isinstance(names, str) else tuple(filter(None, map(str.strip, names.split(","))))


def unsupported_phase(generation: str, replacement: str, oracle: str) -> str:
    """Return the method of a phase that asks questions which the oracle does not support, or an empty string.

    The methods of `fast` ask for grids; the oracle `ladder` only detects contradictions.
    """
    if oracle != LADDER:
        return ""
    return next((method for method in (generation, replacement) if method in METHODS["fast"]), "")


def region_count(layout: Layout) -> int:
    """Return the number of regions; 0 on a Latin square."""
    return layout.size if layout.regions else 0


def default_symmetry(layout: Layout) -> str:
    """Return the default symmetry of random patterns: a half turn, or none on 4×4, where it leaves too few patterns."""
    return "rot180" if layout.size > 4 else "none"


def default_clues(layout: Layout, symmetry: str, least: int = 0) -> int:
    """Return the default clue count of random patterns, at least `least`.

    It is a third of the cells on 9×9 and grows to half of them on 25×25. A Latin square has fewer houses and needs
    more clues.
    """
    from cpgen.symmetry.square import clue_counts

    size = layout.size
    share = (0.30 if layout.regions else 0.38) + 0.0105 * max(0, size - 6)
    counts = [count for count in clue_counts(size, symmetry) if count >= least]
    return min(counts or [least], key=lambda count: (abs(count - share * size * size), -count))


class Stats(NamedTuple):
    """Search statistics of one puzzle, or of a call so far."""

    attempts: int
    """Number of times the pattern was filled"""
    ratings: int
    oracle_calls: int
    seconds: float
    lookaheads: int = 0
    """Steps of the walk; each propagates clues with the engine, whichever oracle is chosen"""
    generation_backups: int = 0
    """Times the generation phase backtracked because a cell had no candidate left"""
    generation_restarts: int = 0
    """Attempts that ended in the generation phase: it was stuck, or its result was rejected"""
    replacement_backups: int = 0
    """Times the replacement phase backtracked because no replacement was acceptable"""
    replacement_restarts: int = 0
    """Attempts that ended in the replacement phase"""
    generation_oracle_calls: int = 0
    """Oracle queries of the generation phase; the following fields count the other phases, then the seconds"""
    replacement_oracle_calls: int = 0
    proof_oracle_calls: int = 0
    generation_oracle_seconds: float = 0.0
    replacement_oracle_seconds: float = 0.0
    proof_oracle_seconds: float = 0.0

    def __sub__(self, before: Stats) -> Stats:
        """Return the difference to earlier statistics of the same call."""
        return Stats._make(map(sub, self, before))

    def as_json(self) -> dict[str, Any]:
        """Return the statistics as an object for JSON."""
        return {name: round(spent, 6) if "seconds" in name else spent for name, spent in self._asdict().items()}


def origin_as_json(seed: int, index: int) -> dict[str, Any]:
    """Return the provenance needed to reproduce a result: the seed, its index there and cpgen's version."""
    return {"seed": seed, "index": index, "version": __version__}


@dataclass(frozen=True)
class Generated(Shown):
    """Puzzle with a proven single solution, its rating and its provenance."""

    puzzle: Puzzle
    solution: Grid
    rating: Rating
    request: Request
    seed: int
    index: int
    """Index of the puzzle among those of the seed, from 0"""
    stats: Stats

    def __repr__(self) -> str:
        return f"<Generated {self.puzzle!r}: {self.grade.name}, {self.rating!r}, seed {self.seed}>"

    @property
    def grade(self) -> Grade:
        """Requested grade."""
        return self.request.grade

    @property
    def appropriateness(self) -> float:
        """Appropriateness to the requested grade, 0 to 1; 0 if the ladder does not solve the puzzle."""
        if not self.rating.solved:
            return 0.0
        return self.grade.fit(self.rating)

    @property
    def graded(self) -> GradedPuzzle:
        """The puzzle with its rating and the model of the request."""
        from cpgen.difficulty import GradedPuzzle

        return GradedPuzzle(self.puzzle, self.rating, self.request.model)

    @property
    def runs(self) -> tuple[ClueRun, ...]:
        """Runs of the clues whose digits are in order, longest first."""
        from cpgen.requests.clue_runs import ordered_runs

        return ordered_runs(self.puzzle.layout, self.puzzle.clues)

    @property
    def matches(self) -> bool:
        """True if the puzzle meets the request's target."""
        return self.request.target.accepts(self.rating)

    def as_json(self) -> dict[str, Any]:
        """Return the puzzle, its rating and its provenance as an object for JSON."""
        return {
            **self.rating.as_json(self.puzzle),
            "solution": line(self.solution),
            "grade": self.grade.name,
            "target": self.request.target.as_json(),
            "appropriateness": round(self.appropriateness, 4),
            "matches": self.matches,
            **({"in_order": [run.name for run in self.runs]} if self.request.in_order else {}),
            "method": {**self.request.method_as_json(), **origin_as_json(self.seed, self.index)},
            "stats": self.stats.as_json(),
        }


@dataclass(frozen=True)
class Progress:
    """Progress of a long-running call."""

    found: int
    attempts: int
    ratings: int
    seconds: float
