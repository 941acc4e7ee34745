"""The request to remove superfluous clues from a puzzle, checked in one place, and its results.

A clue is a given digit or a constraint that is no house: a cage, a line, a dot … Kinds of clues are named by words:
`givens`, the word of a kind of constraint, or a word for several kinds, such as `dots`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeAlias

from cpgen.answers import made_answers as answers
from cpgen.answers.answer_base import Recorded, joined
from cpgen.board_display import Shown
from cpgen.constraints.base import OPEN, Constraint
from cpgen.constraints.kind_table import HOUSE_KINDS, KINDS
from cpgen.digging.dig_spec import CheckField, CheckingOracle, TwoOracles
from cpgen.digging.strategies import DIRECT, LADDER, Check
from cpgen.errors import InputError
from cpgen.messages import Message, shown
from cpgen.notation import cell_name, line, symbol
from cpgen.oracles import require_exact
from cpgen.puzzle import Grid, Puzzle
from cpgen.requests.request_fields import GradeField, LadderField, ModelField, Symmetry
from cpgen.schema import Record, field
from cpgen.suggestions import one_of
from cpgen.synonyms import names_among

if TYPE_CHECKING:
    from cpgen.difficulty import GradedPuzzle, GradeModel
    from cpgen.layout import Layout
    from cpgen.rater.ladder import Ladder

GIVEN = "given"
"""Name of the kind of clues that are given digits"""
ALL = "all"
ALL_SHOWN = "all-shown"
"""Word for rules such as `all dots shown`; their kind is called `all`, which stands for all kinds of clues here"""
MARKS = ("odd", "even", "allowed", "minimum", "maximum")
"""Kinds of marks in single cells; a text may list several on one line"""
CONSTRAINTS = tuple(kind for kind in KINDS if not kind.endswith(OPEN))
"""Kinds of constraints without open values"""
WORDS: dict[str, tuple[str, ...]] = {
    ALL: (GIVEN, *CONSTRAINTS),
    "everything": (GIVEN, *CONSTRAINTS),
    "givens": (GIVEN,),
    "constraints": CONSTRAINTS,
    "dots": ("white", "black"),
    "signs": ("less", "xv"),
    "thermometers": ("thermo", "slow-thermo"),
    ALL_SHOWN: ("all",),
    **{kind: (kind,) for kind in (GIVEN, *CONSTRAINTS) if kind != "all"},
}
"""Kinds of clues by word; a plural ending may be added"""


@dataclass(frozen=True)
class Given:
    """Given digit in a cell, as a clue that may be superfluous."""

    kind: ClassVar[str] = GIVEN
    cell: int
    digit: int

    def text(self, size: int) -> str:
        """Return the clue as text, as in `r1c1=5`, on a board of side `size`."""
        return f"{cell_name(self.cell, size)}={symbol(self.digit)}"

    def as_json(self, size: int) -> dict[str, Any]:
        """Return the clue as a JSON object, on a board of side `size`."""
        return {"kind": self.kind, "cell": cell_name(self.cell, size), "digit": self.digit}


Clue: TypeAlias = Given | Constraint


def clues_of(puzzle: Puzzle) -> list[Clue]:
    """Return all clues of a puzzle: its given digits, then its constraints, split into single marks such as dots."""
    givens = [Given(cell, digit) for cell, digit in enumerate(puzzle.clues) if digit]
    return [*givens, *dict.fromkeys(part for constraint in puzzle.layout.further for part in constraint.parts)]


@dataclass(frozen=True)
class ClueKinds:
    """Kinds of clues to remove, as words of the user such as `givens` or `cages`, in the order of removal."""

    words: tuple[str, ...]

    @classmethod
    def parse(cls, words: str | list[str]) -> ClueKinds:
        """Parse a list of words, or a text with commas or blanks between them; raise InputError for an unknown word."""
        parts = re.split(r"[,;\s]+", words.lower()) if isinstance(words, str) else [str(word).lower() for word in words]
        made = cls(tuple(filter(None, parts)))
        if not made.words:
            raise InputError(Message("drop-none"))
        _ = made.stages
        return made

    @cached_property
    def stages(self) -> tuple[frozenset[str], ...]:
        """Kinds of clues that each word stands for, in the order of removal."""
        return tuple(frozenset(_kinds_of(word)) for word in self.words)

    def stage_of(self, kind: str) -> int | None:
        """Return the index of the first word that stands for a kind of clue; None if there is none."""
        return next((index for index, kinds in enumerate(self.stages) if kind in kinds), None)

    def __str__(self) -> str:
        return ",".join(self.words)


def _kinds_of(word: str) -> tuple[str, ...]:
    for singular in (word, word.removesuffix("s"), word.removesuffix("es")):
        if singular in WORDS:
            return WORDS[singular]
        if singular in HOUSE_KINDS:
            raise InputError(Message("drop-house", word=shown(word)))
    if meant := names_among(word, WORDS):
        return tuple(kind for name in meant for kind in WORDS[name])
    raise one_of(list(WORDS), word, "a kind of clue")


class DropRequest(Record, TwoOracles, frozen=True, kw_only=True):
    """Request to remove superfluous clues: which kinds, in which groups, and what must hold afterwards.

    Raises:
        InputError: Fields contradict each other.
    """

    drop: Annotated[
        ClueKinds,
        field(
            "Remove superfluous clues of the given puzzles instead of making new ones: givens, a kind of constraint "
            "such as cages, or dots, signs, constraints, all; several with commas between them, which are removed in "
            "this order.",
            "WORDS",
            read=ClueKinds.parse,
        ),
    ] = ClueKinds((ALL,))
    symmetry: Symmetry | None = None
    check: CheckField | None = None
    grade: GradeField | None = None
    model: ModelField | None = None
    ladder: LadderField | None = None
    oracle: CheckingOracle = ""

    def __post_init__(self) -> None:
        from cpgen.difficulty import model_or_ladder

        super().__post_init__()
        require_exact(self.verifier)
        if self.check and self.check.code == DIRECT:
            raise InputError(Message("drop-check", check=str(self.check)))
        model_or_ladder(self.model, self.ladder)

    def model_on(self, layout: Layout) -> GradeModel:
        """Return the grade model that rates the puzzle.

        Raises InputError if it lacks the grade or is for other layouts.
        """
        from cpgen.difficulty import model_for_grade, model_or_ladder

        model = model_or_ladder(self.model, self.ladder) or model_for_grade(layout, str(self.grade or ""))
        model.require_for(layout)
        return model

    def rules_on(self, layout: Layout) -> Ladder | None:
        """Return the ladder that must still solve the puzzle; None if one solution is enough.

        It goes up to the level of the check, or else to the highest level of the grade. A ladder without either is
        taken whole.
        """
        model = self.model_on(layout)
        check: Check = self.check or Check()
        if check.code == LADDER:
            return check.ladder(model.ladder)
        if self.grade:
            grade = model.grade(str(self.grade))
            return grade.full_ladder.up_to(grade.levels[-1])
        return model.ladder if self.ladder and not self.check else None


@dataclass(frozen=True)
class Dropped(Recorded, Shown):
    """Puzzle after the removal of superfluous clues.

    Attributes:
        original: The puzzle before anything was removed.
        puzzle: The puzzle that is left.
        solution: The only solution of both.
        removed: The clues removed, in the order of their removal.
        undecided: Clues that are left although it is not known that they are needed, because of a time limit.
        oracle: Name of the oracle that has proven the single solution.
        model: Model that rates the puzzle.
        request: The request.
        seed: Seed of the order of removal.
    """

    original: Puzzle
    puzzle: Puzzle
    solution: Grid
    removed: tuple[Clue, ...]
    undecided: tuple[Clue, ...]
    oracle: str
    model: GradeModel
    request: DropRequest
    seed: int

    @property
    def minimal(self) -> bool:
        """True if nothing more can be removed: every clue of the requested kinds, or every orbit of them, is needed."""
        return not self.undecided

    @cached_property
    def graded(self) -> GradedPuzzle:
        """The puzzle with its rating and grade model."""
        from cpgen.difficulty import GradedPuzzle
        from cpgen.rater.rating import rate_puzzle

        return GradedPuzzle(self.puzzle, rate_puzzle(self.puzzle, self.model.ladder), self.model)

    @property
    def summary(self) -> Message:
        """Number of clues removed of each kind, as in `removed 3 givens and 2 cages`."""
        parts = counted_clues(self.removed)
        return Message("drop-removed", parts=parts) if parts else Message("drop-removed-none")

    def __repr__(self) -> str:
        return f"<Dropped {self.puzzle!r}: {self.summary}>"

    def as_record(self) -> answers.DroppedRecord:
        """Return the JSON record of the puzzle, its rating and the clues removed."""
        size = self.puzzle.layout.size
        return joined(
            answers.DroppedRecord,
            self.graded.as_record(),
            solution=line(self.solution),
            removed=tuple(clue.as_json(size) for clue in self.removed),
            undecided=tuple(clue.as_json(size) for clue in self.undecided),
            minimal=self.minimal,
            method=answers.DropMethod(
                drop=str(self.request.drop),
                symmetry=self.request.symmetry or "none",
                oracle=self.oracle,
                seed=self.seed,
            ),
        )


@dataclass(frozen=True)
class SuperfluousClues(Recorded, Shown):
    """Clues of a puzzle each of which it can do without, if all others stay.

    Attributes:
        puzzle: The puzzle.
        solution: Its only solution.
        clues: The clues that are superfluous on their own.
        asked: Number of clues that were tested: those of the kinds asked about.
        undecided: Clues that were not decided within the time limit.
        together: True if all of `clues` can be removed together, False if not, None if it is not known.
    """

    puzzle: Puzzle
    solution: Grid
    clues: tuple[Clue, ...]
    asked: int
    undecided: tuple[Clue, ...]
    together: bool | None = None

    def __repr__(self) -> str:
        return f"<SuperfluousClues of {self.puzzle!r}: {len(self.clues)} of {self.asked}>"

    def as_record(self) -> answers.SuperfluousCluesRecord:
        """Return the JSON record of the puzzle and the superfluous clues."""
        size = self.puzzle.layout.size
        return joined(
            answers.SuperfluousCluesRecord,
            self.puzzle.as_record(),
            superfluous=tuple(clue.as_json(size) for clue in self.clues),
            undecided=tuple(clue.as_json(size) for clue in self.undecided),
            together=self.together,
        )


def counted_clues(clues: Iterable[Clue]) -> tuple[Message, ...]:
    """Return the number of clues of each kind, as in `3 givens`, `2 cages`."""
    counts = Counter(f"cell-{clue.kind}" if clue.kind in MARKS else clue.kind for clue in clues)
    order = (GIVEN, *KINDS, *(f"cell-{kind}" for kind in MARKS))
    return tuple(Message(f"counted-{kind}", count=counts[kind]) for kind in order if kind in counts)
