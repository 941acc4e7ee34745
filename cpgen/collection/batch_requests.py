"""Requests to a collection: the plan of a batch, and the filter that selects puzzles.

Help texts and shell completion read these fields, so this module imports nothing that loads the compiler.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from msgspec.structs import force_setattr

from cpgen.answers.collection_answers import DrawnRecord
from cpgen.board_spec import BoardSpec
from cpgen.constraints.kind_table import KINDS
from cpgen.errors import InputError
from cpgen.layout_kinds import kind_of_spec, read_kind
from cpgen.messages import shown
from cpgen.requests.generate_spec import GenerateSpec
from cpgen.requests.generation_request import Request, resolve
from cpgen.requests.request_fields import LadderField, Level, Needs, Score, Steps, Symmetry, Without
from cpgen.requests.series import WHICH_SEED, Count
from cpgen.schema import Record, build, field, plain
from cpgen.suggestions import one_of

if TYPE_CHECKING:
    from cpgen.difficulty import Span
else:
    Span = Any


LONGEST_NAME = 24
"""Largest length of a layout's text with which a cell's title shows it; otherwise the layout's title is shown"""


class BatchCell(GenerateSpec, frozen=True, kw_only=True):
    """Part of a batch's plan: a generation request, the number of puzzles, and the seed.

    Raises:
        InputError, ImpossibleError: The request is invalid, or no puzzle can meet it.
    """

    count: Count = 100
    seed: Annotated[int, field(WHICH_SEED, "S", least=0, most=10**18)]

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self.request  # an error is raised while this cell is read, so that it names the cell

    @cached_property
    def request(self) -> Request:
        """Resolved request of the batch cell; it is not sent to worker processes, which resolve it again."""
        return resolve(self)

    @property
    def title(self) -> str:
        """Short description of the batch cell, as in `expert on 3x3, 23 clues` or `hard on 3x3, killer`."""
        request = self.request
        spec, title = request.layout.spec, str(request.layout.title)
        board = spec if len(spec) <= LONGEST_NAME else title
        chosen = f" ({request.symmetry})" if request.pattern is None else ""
        drawings = [one.kind or "a drawing" for one in self.drawn_as_records()]
        (what,) = drawings or [f"{request.clue_count} clues{chosen}"]
        return f"{request.target} on {board}, {what}".removeprefix("grade ")

    def drawn_as_records(self) -> tuple[DrawnRecord, ...]:
        """Return a tuple of one record with the style or drawing of the constraints, or () if none are drawn."""
        source = self.request.drawing_source
        if not source:
            return ()
        kind, drawing = (str(one) if one else None for one in (source.style, source.text))
        return (DrawnRecord(kind=kind, drawing=drawing),)


def cells_of(data: Mapping[str, Any]) -> tuple[BatchCell, ...]:
    """Return a batch cell for each combination of a pattern and a grade, each with its own seed.

    Args:
        data: Fields of a `BatchCell`; `pattern` and `grade` may be lists. The seed counts up from the given one.

    Raises:
        InputError: A field is unknown or has a wrong value.
    """
    patterns, grades = (_listed(data.get(name, "")) for name in ("pattern", "grade"))
    rows = ({**data, "pattern": pattern, "grade": grade} for pattern, grade in product(patterns, grades))
    return tuple(build(BatchCell, {**row, "seed": data["seed"] + k}, "a cell") for k, row in enumerate(rows))


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) and value else [value]


class BatchPlan(Record, frozen=True, kw_only=True):
    """Plan of a batch: its batch cells (a request and a count each), in the order in which they are completed."""

    cells: Annotated[tuple[BatchCell, ...], field("What to make.")]

    @property
    def count(self) -> int:
        """Number of puzzles that all batch cells together make."""
        return sum(cell.count for cell in self.cells)

    def makes_the_same_as(self, other: BatchPlan) -> bool:
        """Return True if another plan makes the same puzzles, even if its fields are written in another way."""
        return self._made == other._made

    @property
    def _made(self) -> list[tuple[Request, int, int]]:
        return [(cell.request, cell.count, cell.seed) for cell in self.cells]

    @property
    def text(self) -> str:
        """Plan as JSON, for the store."""
        return json.dumps([plain(cell) for cell in self.cells], ensure_ascii=False, sort_keys=True)

    @classmethod
    def from_text(cls, text: str) -> BatchPlan:
        """Parse a plan from JSON, as `text` returns it."""
        return build(cls, {"cells": json.loads(text)})


DATE = r"\d{4}(-\d\d(-\d\d)?)?"


class Dates(NamedTuple):
    """Range of dates, both ends included; each is a date, the beginning of one (as in 2026-11), or empty (no bound)."""

    first: str
    last: str

    def __str__(self) -> str:
        return self.first if self.first == self.last else f"{self.first}..{self.last}"


def dates_of(text: str) -> Dates:
    """Parse a range of dates: a date, month or year, or two of them joined by two dots.

    >>> dates_of("2026-11..")
    Dates(first='2026-11', last='')
    """
    first, dots, last = text.strip().partition("..")
    dates = Dates(first, last if dots else first)
    if not (first or last) or any(date and not re.fullmatch(DATE, date) for date in dates):
        raise InputError(
            f"{shown(text)} is not a date; write 2026-11-30, 2026-11, or two of them as in 2026-10..2026-12."
        )
    return dates


def board_kind(text: str) -> str:
    """Parse a kind of boards: `jigsaw 9`, `3x3+cage`, or `cage`, which stands for all boards with cages.

    Returns the normalized text, with the kinds of constraints sorted; it begins with + for boards of any size.

    >>> board_kind("thermo+cage")
    '+cage+thermo'
    """
    parts = [part for one in text.split("+") if (part := one.strip())]
    houses = [part for part in parts if part not in KINDS]
    kinds = sorted({part for part in parts if part in KINDS})
    if houses and houses[0].isalpha():
        raise one_of(list(KINDS), houses[0], "a kind of constraint")
    return "+".join([read_kind("+".join(houses)) if houses else "", *kinds])


def is_of_kind(spec: str, kind: str) -> bool:
    """Return True if the layout with the text `spec` is of a kind of boards, in the form that `board_kind` returns."""
    own = kind_of_spec(spec)
    if kind.startswith("+"):
        return set(kind.split("+")[1:]) <= set(own.split("+")[1:])
    return own == kind


def board_group(spec: str) -> str:
    """Return the name under which statistics count a layout: its text, or its kind if it has constraints.

    Constraints usually differ from puzzle to puzzle, so each of these layouts would be a group of its own.
    """
    kind = kind_of_spec(spec)
    return spec if KINDS.keys().isdisjoint(kind.split("+")) else kind


class Filter(BoardSpec, frozen=True, kw_only=True):
    """Conditions on puzzles of a collection, all of which must hold; a field that is left out allows all values.

    Raises:
        InputError: A technique or kind of boards is unknown.
    """

    grade: Annotated[str, field("Difficulty, in English or Japanese: see `cpgen grades`.", "GRADE", "-g")] = ""
    level: Level | None = None
    steps: Steps | None = None
    score: Score | None = None
    ladder: LadderField | None = None
    kind: Annotated[str, field("Kind of boards, as in 3x3+cage; cage stands for all with cages.", "KIND")] = ""
    level_name: Annotated[str, field("The ladder's name for the level, as in unfair.", "NAME")] = ""
    clues: Annotated[Span, field("Number of clues, as in 22..24.", "SPAN", read="cpgen.difficulty:span_of")] | None = (
        None
    )
    needs: Needs = ()
    without: Without = ()
    symmetry: Symmetry | None = None
    minimal: Annotated[bool, field("Whether every clue is needed.", "", " /--not-minimal")] | None = None
    batch: Annotated[int, field("Number of the batch, see `cpgen collection stats`.", "N", least=1)] | None = None
    added: (
        Annotated[Dates, field("Date when it was added, as in 2026-11 or 2026-11-01..", "DATES", read=dates_of)] | None
    ) = None
    rows: (
        Annotated[Span, field("Numbers of the rows, as in 1..200.", "SPAN", read="cpgen.difficulty:span_of")] | None
    ) = None
    marked: Annotated[str, field("A mark that it has, set by --mark.", "NAME")] = ""
    unused: Annotated[bool, field("Only puzzles without any mark.")] = False
    matching: Annotated[float, field("Minimum appropriateness to the grade.", "A", least=0, most=1)] | None = None

    def __post_init__(self) -> None:
        from cpgen.rater.explain import technique_named

        super().__post_init__()
        force_setattr(self, "kind", board_kind(self.kind) if self.kind else "")
        for name in ("needs", "without"):
            force_setattr(self, name, tuple(map(technique_named, getattr(self, name))))
