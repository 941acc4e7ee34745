"""The request for puzzles, checked in one place, and what comes back.

Command-line options, plan files, rows of a store, bodies sent to the server and Python keywords all have the names of
the fields here, and `cpgen.schema.build` makes the same request of them.
"""

from __future__ import annotations

import secrets
import warnings
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from operator import sub
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from msgspec.structs import force_setattr

from cpgen._version import __version__
from cpgen.board_request import RESOLVED, BoardRequest
from cpgen.errors import ImpossibleError, InputError, Message, NearestWarning, NotFoundError, one_of, shown
from cpgen.layout import REGION, Layout
from cpgen.library import pattern_named
from cpgen.notation import MAX_DIGIT, line, whole_number
from cpgen.oracles import DEFAULT, LADDER, require_known, verifier_for
from cpgen.pattern import Pattern
from cpgen.puzzle import Grid, Puzzle
from cpgen.schema import Record, field

if TYPE_CHECKING:
    import numpy as np

    from cpgen.difficulty import Grade, GradeModel, Span, Target
    from cpgen.rater.rating import Rating
    from cpgen.requests.clue_runs import ClueRun
else:  # help and completion read the fields; they need not wait for the compiler that these import
    Grade = GradeModel = Span = Any

GENERATION = ("sample", "zama", "zama-open", "kamio")
REPLACEMENT = ("anneal", "zama", "zama-open", "kamio")
PHASES = {"fast": ("sample", "anneal"), "paper": ("kamio", "kamio")}
"""The methods, each with its generation phase and its replacement phase"""
DEFAULT_BUDGET = 60.0
ORDERED = 100
"""Tries to draw a pattern, and the runs in it, before it is given up to put digits in order"""
FEWEST = "fewest"
"""In place of a number of clues: as few as can be found"""

MethodName = Annotated[
    str,
    field(
        "fast: from a random grid, annealed until it matches; paper: as in Kamio (2022), both phases kamio, without a "
        "check of the grade at the end.",
        "fast|paper",
        among=tuple(PHASES),
    ),
]
Generation = Annotated[
    str, field("How a pattern is filled: sample (the default), zama, zama-open, kamio.", "NAME", among=GENERATION)
]
Replacement = Annotated[
    str, field("How the filling is repaired: anneal (the default), zama, zama-open, kamio.", "NAME", among=REPLACEMENT)
]
GradeWish = Annotated[
    Grade,
    field("Difficulty, in English or Japanese: see `cpgen grades`.", "GRADE", "-g", read="cpgen.difficulty:grade_word"),
]
LadderWish = Annotated[
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
        "A run that holds digits in order, by its name, as in 'row 5'; repeatable.",
        "RUN",
        read=f"{__name__}:rule_names",
    ),
]
WIDE_LADDER = "hodoku"
"""The ladder for techniques that are not on the layout's own"""
RegionClues = Annotated[int, field("At least so many clues in every region.", "N", least=0)]
HOW_MANY, WHICH_SEED = (
    "How many to make, show or measure.",
    "A whole number from 0; the same seed gives the same result.",
)
Count = Annotated[int, field(HOW_MANY, "N", "-n", least=1)]
Seed = Annotated[int, field(WHICH_SEED, "S", least=0)]
Budget = Annotated[float, field("Time limit for the whole command.", "SECONDS", above=0)]


class ClueCount(int):
    """A number of clues; 0 is the fewest that can be found, written `fewest`."""

    @classmethod
    def parse(cls, wish: str | int) -> ClueCount:
        """The number of clues in a text or a number from 1; raises InputError for anything else."""
        if str(wish).strip().lower() == FEWEST:
            return cls(0)
        if not str(wish).strip().isdigit():
            raise InputError(f"{shown(str(wish))} is not a number of clues; give a number, or {FEWEST}.")
        clues = whole_number(str(wish).strip(), "a number of clues")
        if clues == 0:
            raise InputError(f"0 clues are too few; give a number from 1, or {FEWEST}.")
        return cls(clues)

    def __str__(self) -> str:
        return int.__repr__(self) if self else FEWEST


ClueWish = Annotated[
    ClueCount, field("The exact number of clues, or the fewest that can be found.", "N|fewest", read=ClueCount.parse)
]


class PuzzleRequest(BoardRequest, frozen=True, kw_only=True):
    """What a request for puzzles says however they are made: the board, the grade and the oracle."""

    symmetry: Symmetry | None = None
    region_clues: RegionClues = 0
    grade: GradeWish = RESOLVED
    model: Annotated[
        GradeModel,
        field("Grade model: see `cpgen grades`, or a TOML file.", "NAME|FILE", read="cpgen.difficulty:model_named"),
    ] = RESOLVED
    ladder: LadderWish | None = None
    score: Score = RESOLVED
    oracle: OracleName = DEFAULT

    def _resolve_board(self, drawn: Pattern | None, what: str) -> None:
        """Fills in layout, grade model and grade; raises InputError when the drawn pattern does not fit."""
        from cpgen.difficulty import Span, model_for

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
        model = given.ladder or given.model or model_for(layout)
        grade = model.grade(str(given.grade)) if given.grade else None
        if grade and not isinstance(given.grade, str) and given.grade != grade:
            raise InputError(Message("grade-of-model", grade=str(grade), model=str(model)))
        score = given.score or Span()
        self._resolve(layout=layout, diagonals=False, model=model, grade=grade, score=score)

    def _resolve(self, **values: Any) -> None:
        for name, value in values.items():
            force_setattr(self, name, value)

    def _nearest(self, clues: int, counts: Collection[int], why: Message | str) -> int:
        """The nearest of the possible numbers of clues, of two the larger, with a warning that says why.

        Raises InputError when none is less than an orbit of the symmetry away.
        """
        from cpgen.symmetry.square import orbits

        most = max(map(len, orbits(self.layout.size, self.symmetry or "none")))
        near = sorted(counts, key=lambda count: (abs(count - clues), -count))[:2]
        if not near or abs(near[0] - clues) >= most:
            raise InputError(Message("number-near" if near else "number-none", why=why, others=tuple(sorted(near))))
        warnings.warn(f"{why}; {near[0]} are taken.", NearestWarning, stacklevel=2)
        return near[0]

    def _no_symmetric(self, clues: int) -> Message:
        """Why the symmetry forbids a number of clues, without a full stop."""
        return Message("no-symmetric", clues=clues, side=self.layout.size, symmetry=self.symmetry or "none")

    def _require_region_room(self, clues: int) -> None:
        """Raises ImpossibleError when so many clues cannot give every region its number."""
        regions = region_count(self.layout)
        needed = self.region_clues * regions
        if needed > clues:
            least = self.region_clues
            raise ImpossibleError(Message("region-room", regions=regions, least=least, needed=needed, clues=clues))


class Request(PuzzleRequest, frozen=True, kw_only=True):
    """A request for generated puzzles: a board, a pattern or random ones, a target and a method.

    What is left out is filled in, so that layout, grade, model, spans, phases and, without a pattern, clues and
    symmetry are always there. Raises InputError when fields do not go together, ImpossibleError when it can be seen
    that there is no such puzzle.
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
    level: Level = RESOLVED
    steps: Steps = RESOLVED
    needs: Needs = ()
    without: Without = ()
    hardest: Annotated[str, field("The hardest technique that solving uses, as in xy-chain.", "NAME")] = ""
    only: Annotated[str, field("The one technique that solving uses beside singles, as in swordfish.", "NAME")] = ""
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
        generation, replacement = PHASES[self.method]
        self._resolve(generation=self.generation or generation, replacement=self.replacement or replacement)
        self._require_oracle()
        self._resolve_ladder()
        self._resolve_board(self.pattern, "pattern")
        self._resolve_target()
        if self.pattern is None:
            self._resolve_random_pattern()
        elif self.clues or self.symmetry:
            raise InputError(Message("pattern-or-random"))
        else:
            self._resolve(clues=None)
        self._resolve_order()
        self._require_region_clues()
        self._require_rules()
        self._require_steps()

    @property
    def techniques(self) -> tuple[str, ...]:
        """The techniques that are named."""
        return (*self.needs, *self.without, *filter(None, (self.hardest, self.only)))

    def _require_oracle(self) -> None:
        """Raises InputError when a phase asks the oracle more than it knows."""
        if phase := asked_too_much(self.generation, self.replacement, self.oracle):
            raise InputError(Message("oracle-ladder", phase=phase))

    def _resolve_ladder(self) -> None:
        """Names the wide ladder when no ladder is given and techniques are wanted that the layout's own has not."""
        from cpgen.difficulty import ladder_named, model_for
        from cpgen.rater.ladder import TECHNIQUES

        for name in self.techniques:
            if name not in TECHNIQUES:
                raise one_of(TECHNIQUES, name, "a technique")
        given: Any = self
        if self.techniques and not given.ladder and not given.model:
            own = model_for(self.layout_for(self.pattern.size if self.pattern else 9)).ladder
            if self.only or not set(own.rules).issuperset(self.techniques):
                self._resolve(ladder=ladder_named(WIDE_LADDER))

    def _seek(self, technique: str) -> None:
        """Adds a technique to those needed, and the wide ladder where neither a ladder nor a model is named."""
        from cpgen.difficulty import ladder_named

        given: Any = self
        ladder = given.ladder or (None if given.model else ladder_named(WIDE_LADDER))
        self._resolve(needs=tuple(dict.fromkeys((*self.needs, technique))), ladder=ladder)

    def _resolve_target(self) -> None:
        from cpgen.difficulty import Span

        given: Any = self
        spans = (given.level or Span(), given.steps or Span(), self.score)
        more = any(span != Span() for span in spans) or self.techniques
        self._resolve(
            level=given.level or Span(),
            steps=given.steps or Span(),
            grade=given.grade or self.model.grade("any" if more else self.model.default),
        )
        _ = self.target

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
        """A run that is named is in order; raises ImpossibleError when the pattern's runs cannot be."""
        from cpgen.requests.clue_runs import require_order

        if self.along and self.pattern is None:
            raise InputError(Message("along-pattern"))
        self._resolve(in_order=self.in_order or bool(self.along))
        if self.in_order and self.pattern is not None:
            require_order(self.layout, self.pattern, self.along)

    @cached_property
    def target(self) -> Target:
        """The grade with all that is wanted besides."""
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
        return Target(grade, level, self.steps, needs, self.without, self.typical, self.score)

    @property
    def verifier(self) -> str:
        """The oracle that proves that a puzzle has one solution."""
        return verifier_for(self.oracle)

    @property
    def until_match(self) -> bool:
        """Whether only puzzles that match are accepted; else, as in Kamio (2022), whatever the replacement left."""
        return self.method != "paper"

    @property
    def clue_count(self) -> int:
        """How many clues the puzzle is to have."""
        return len(self.pattern) if self.pattern is not None else self.clues or 0

    def _require_region_clues(self) -> None:
        self._require_region_room(self.clue_count)
        if self.pattern is None or not self.region_clues:
            return
        given = set(self.pattern.cells)
        for house in self.layout.houses:
            found = len(given.intersection(house.cells))
            if house.kind == REGION and found < self.region_clues:
                place, least = self.layout.where(house.cells[0]), self.region_clues
                raise ImpossibleError(
                    Message("region-clues", clues=found, house=house.message, place=place, least=least)
                )

    def _require_rules(self) -> None:
        for rule in self.target.needs:
            if why := self.why_idle(rule):
                raise ImpossibleError(Message("none-needs", rule=rule, why=why))
        rungs = self.target.grade.full_ladder.pairs
        idle = [(rule, self.why_idle(rule)) for rule, level in rungs if level in self.target.levels]
        rule, reason = idle[0]
        if reason and all(why for _, why in idle):
            more = Message("rules-idle", rules=len(idle) - 1) if len(idle) > 1 else ""
            target = self.target.message
            raise ImpossibleError(Message("rule-idle", target=target, rule=rule, why=reason, more=more))

    def _require_steps(self) -> None:
        opened = self.layout.cell_count - self.clue_count
        most = opened * self.layout.size
        if (self.steps.least or 0) > most:
            raise ImpossibleError(Message("too-many-steps", steps=str(self.steps), cells=opened, most=most))

    def why_idle(self, rule: str) -> Message | None:
        """Why the ladder can never use the rule on a puzzle of this kind; empty when that cannot be shown."""
        from cpgen.rater.impossible_rules import why_idle

        return why_idle(rule, self.target.grade.full_ladder, self.layout, self._most_open())

    def _most_open(self) -> list[int]:
        """For each house, how many of its cells are without a clue, at most."""
        if self.pattern is not None:
            given = set(self.pattern.cells)
            return [len(set(house.cells) - given) for house in self.layout.houses]
        return [min(self.layout.size, self.layout.cell_count - self.clue_count)] * len(self.layout.houses)

    def method_as_json(self) -> dict[str, Any]:
        """How the puzzles are made, as an object for JSON."""
        return {
            "generation": self.generation,
            "replacement": self.replacement,
            "oracle": self.oracle,
            "until_match": self.until_match,
        }

    def draw_pattern(self, rng: np.random.Generator) -> Pattern:
        """The pattern, or a fresh random one; with digits in order, if wanted, along runs that are drawn, too."""
        from cpgen.requests.clue_runs import ordered

        if not self.in_order:
            return self.pattern or self._random_pattern(rng)
        for _ in range(ORDERED):
            pattern = ordered(self.layout, self.pattern or self._random_pattern(rng), self.along, rng)
            if pattern is not None:
                return pattern
        raise NotFoundError(Message("no-order", tries=ORDERED))

    def _random_pattern(self, rng: np.random.Generator) -> Pattern:
        from cpgen.symmetry.square import random_pattern

        size, symmetry = self.layout.size, self.symmetry or "none"
        return random_pattern(size, self.clue_count, symmetry, rng, self.layout.regions, self.region_clues)


class Series(Record, frozen=True, kw_only=True):
    """How many are wanted, and from which seed (None: a fresh one)."""

    count: Count = 1
    seed: Seed | None = None

    def first_seed(self) -> int:
        """The seed, a fresh one from the system's own source of randomness for None."""
        return secrets.randbelow(2**32) if self.seed is None else self.seed


class TimedSeries(Series, frozen=True, kw_only=True):
    """The same, and how long it may take."""

    budget: Budget = DEFAULT_BUDGET


def rule_names(names: str | tuple[str, ...]) -> tuple[str, ...]:
    """The names of rules in a list, or in a text with commas between them."""
    return tuple(names) if not isinstance(names, str) else tuple(filter(None, map(str.strip, names.split(","))))


def asked_too_much(generation: str, replacement: str, oracle: str) -> str:
    """The phase that asks the oracle for more than it knows; empty when none does."""
    asking = (phase for phase in (generation, replacement) if phase in PHASES["fast"] and oracle == LADDER)
    return next(asking, "")


def region_count(layout: Layout) -> int:
    """How many regions a layout has; none on a Latin square."""
    return layout.size if layout.regions else 0


def default_symmetry(layout: Layout) -> str:
    """The symmetry of a random pattern when none is given: a half turn, which leaves too little choice on 4×4."""
    return "rot180" if layout.size > 4 else "none"


def default_clues(layout: Layout, symmetry: str, least: int = 0) -> int:
    """How many clues a random pattern has by default: a third of a 9×9 board, half of a 25×25 one, but `least`.

    A Latin square, with fewer houses, needs more.
    """
    from cpgen.symmetry.square import clue_counts

    size = layout.size
    share = (0.30 if layout.regions else 0.38) + 0.0105 * max(0, size - 6)
    counts = [count for count in clue_counts(size, symmetry) if count >= least]
    return min(counts or [least], key=lambda count: (abs(count - share * size * size), -count))


class Stats(NamedTuple):
    """What a puzzle, or a call so far, cost."""

    attempts: int
    """Times the pattern was filled anew"""
    ratings: int
    oracle_calls: int
    seconds: float
    lookaheads: int = 0
    """Steps of a walk that rest on what bitset concludes at once, whichever oracle is named"""
    generation_backups: int = 0
    """Times the generation phase went back to the cell before, since none of a cell's candidates was left"""
    generation_restarts: int = 0
    """Attempts that ended in the generation phase: it was stuck, or what it made was not wanted"""
    replacement_backups: int = 0
    """Times the replacement phase took an exchange back, since no other could follow it"""
    replacement_restarts: int = 0
    """Attempts that ended in the replacement phase"""
    generation_oracle_calls: int = 0
    """Questions that each phase put to the oracle, and those for the proof; then the seconds that it took for them"""
    replacement_oracle_calls: int = 0
    proof_oracle_calls: int = 0
    generation_oracle_seconds: float = 0.0
    replacement_oracle_seconds: float = 0.0
    proof_oracle_seconds: float = 0.0

    def __sub__(self, before: Stats) -> Stats:
        """What was spent since less was."""
        return Stats._make(map(sub, self, before))

    def as_json(self) -> dict[str, Any]:
        """The cost as an object for JSON."""
        return {name: round(spent, 6) if "seconds" in name else spent for name, spent in self._asdict().items()}


def origin_as_json(seed: int, index: int) -> dict[str, Any]:
    """What makes the same again: the seed, which one of it, and the version of cpgen."""
    return {"seed": seed, "index": index, "version": __version__}


@dataclass(frozen=True)
class Generated:
    """A puzzle that the oracle has shown to have one solution, how it rates, and how it was made."""

    puzzle: Puzzle
    solution: Grid
    rating: Rating
    request: Request
    seed: int
    index: int
    """Which puzzle of the seed this is, from 0"""
    stats: Stats

    @property
    def grade(self) -> Grade:
        """The grade wanted."""
        return self.request.grade

    @property
    def appropriateness(self) -> float:
        """How typical the puzzle is of the grade wanted, 0 to 1; 0 when the ladder does not solve it."""
        if not self.rating.solved:
            return 0.0
        return self.grade.fit(self.rating)

    @property
    def runs(self) -> tuple[ClueRun, ...]:
        """The runs of its clues that hold digits in order, longest first."""
        from cpgen.requests.clue_runs import runs_shown

        return runs_shown(self.puzzle.layout, self.puzzle.clues)

    @property
    def matches(self) -> bool:
        """Whether the puzzle is what the request wants."""
        return self.request.target.accepts(self.rating)

    def as_json(self) -> dict[str, Any]:
        """The puzzle as an object for JSON, with how it rates and how it was made."""
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
    """How far a long call is."""

    found: int
    attempts: int
    ratings: int
    seconds: float
