"""What is compared, and which puzzles does each case lack yet? Cells, and the starts that are made in each of them."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

from cpgen.difficulty import Grade, Target
from cpgen.errors import ImpossibleError
from cpgen.formats.tabular import Row
from cpgen.generation.refusals import require_possible
from cpgen.generation.request import Method, Request
from cpgen.layout import Layout
from cpgen.oracles import UndecidedError, open_oracle
from cpgen.pattern import Pattern
from cpgen.study.journal import Journal
from cpgen.study.study import Tell

CELL = ("pattern", "grade", "generation", "replacement", "until_match", "oracle")


class Named(Protocol):
    """A case by the columns that tell it from others; without a request when no puzzle can meet it."""

    @property
    def names(self) -> Row:
        """The columns."""

    @property
    def request(self) -> Request | None:
        """What is asked for in each start."""


@dataclass(frozen=True)
class Cell:
    """One pattern, grade and method; with the reason in `why` when no puzzle can meet them, and no request then."""

    pattern: str
    grade: Grade
    method: Method
    request: Request | None
    why: str = ""

    @property
    def names(self) -> dict[str, Any]:
        """The columns that tell the cell from others."""
        method = self.method
        ways = (method.generation, method.replacement, method.until_match, method.oracle)
        return dict(zip(CELL, (self.pattern, self.grade.name, *ways), strict=True))

    def __str__(self) -> str:
        return f"{self.pattern} · {self.grade} · {titled(self.method)} · {self.method.oracle}"


def titled(method: Method) -> str:
    """The name of a method, whatever its oracle.

    >>> titled(Method("kamio", "anneal", until_match=False))
    'kamio × anneal, unchecked'
    """
    return f"{method.generation} × {method.replacement}{'' if method.until_match else ', unchecked'}"


def cell(name: str, pattern: Pattern, grade: Grade, layout: Layout, method: Method, limit: float = 60.0) -> Cell:
    """The cell, the oracle given so many seconds to show it impossible; raises InputError for what cannot be asked."""
    try:
        request = Request(layout, pattern, Target(grade), method)
        with suppress(UndecidedError):
            require_possible(request, open_oracle(method.oracle, limit), 1)
    except ImpossibleError as error:
        return Cell(name, grade, method, None, str(error))
    return Cell(name, grade, method, request)


def meaning(what: object) -> str:
    """Sixteen hexadecimal digits that tell one thing from others, for headings."""
    return hashlib.sha256(repr(what).encode()).hexdigest()[:16]


C = TypeVar("C", bound=Named)


class CellPlan(Protocol):
    """Which cells, how many starts in each, and of which seed."""

    @property
    def cells(self) -> Sequence[Named]:
        """All cells."""

    @property
    def count(self) -> int:
        """Starts of each cell."""


def total(cells: Sequence[Named], count: int) -> int:
    """The starts of all cells that can be met."""
    return count * sum(one.request is not None for one in cells)


def lacking(cells: Sequence[C], count: int, journal: Journal, tell: Tell) -> Iterator[tuple[C, Request, int]]:
    """Cell, request and index of each start that the journal lacks.

    The cells take turns, so that a busy moment of the machine falls on all of them; `tell` is told how far it is.
    """
    asked = ((one, one.request, index) for index in range(count) for one in cells if one.request)
    for number, (one, request, index) in enumerate(asked, 1):
        if (*one.names.values(), index) not in journal:
            tell(f"{number} of {total(cells, count)} puzzles · {one}")
            yield one, request, index


P = TypeVar("P", bound=CellPlan)


@dataclass(frozen=True)
class Findings(Generic[P]):
    """A plan and the rows that there are of it."""

    plan: P
    rows: tuple[Row, ...]

    def of(self, one: Named) -> list[Row]:
        """The rows of a cell."""
        return self._by_cell[tuple(one.names.values())]

    @property
    def so_far(self) -> str:
        """How far the study came."""
        return f"{len(self.rows)} of {total(self.plan.cells, self.plan.count)} puzzles"

    @cached_property
    def _by_cell(self) -> Mapping[tuple[Any, ...], list[Row]]:
        names = list(self.plan.cells[0].names)
        rows = defaultdict(list)
        for row in self.rows:
            rows[tuple(row[name] for name in names)].append(row)
        return rows


def found(plan: P, journal: Journal) -> Findings[P]:
    """What the journal has of a plan."""
    return Findings(plan, tuple(row for row in journal.rows if row["index"] < plan.count))
