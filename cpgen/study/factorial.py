"""Cells: the cases that a study compares, with so many starts of a method in each, made in turn.

A busy moment of the machine so falls on all cells.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from time import process_time
from typing import Any, Protocol, TypeVar

import numpy as np
from msgspec.structs import force_setattr

from cpgen.difficulty import Grade, GradeModel
from cpgen.errors import ImpossibleError
from cpgen.feasibility.infeasible import require_possible
from cpgen.generation.two_phase import puzzles_from
from cpgen.layout import Layout
from cpgen.oracles import DEFAULT, Oracle, UndecidedError, open_oracle
from cpgen.pattern import Pattern
from cpgen.requests.clock import Clock, OutOfTimeError, Phase
from cpgen.requests.puzzle_request import (
    METHODS,
    Generation,
    MethodName,
    OracleName,
    Replacement,
    Request,
    unsupported_phase,
)
from cpgen.schema import Record, plain
from cpgen.study.engine import Findings, Journal, Progress, Study
from cpgen.study.measuring import bootstrap, wilson
from cpgen.tabular import Row

CELL = ("pattern", "grade", "generation", "replacement", "until_match", "oracle")
TURNS = ("generation_backups", "generation_restarts", "replacement_backups", "replacement_restarts")
"""How often each phase went back, and how often the work began again after it"""
ASKED = tuple(f"{stage}_oracle_{what}" for what in ("calls", "seconds") for stage in Phase)
"""How often each phase, and the proof, asked the oracle, and the time of the answers"""
COUNTS = ("attempts", "ratings", "lookaheads", "oracle_calls", *TURNS, *ASKED)
WARM_UP = 2.0
"""Seconds that a method may take to load what it needs, before anything is measured"""


class Case(Protocol):
    """A case by the columns that identify it; without a request when no puzzle can meet it."""

    @property
    def names(self) -> Row:
        """The columns."""

    @property
    def request(self) -> Request | None:
        """What each start is to make."""


C = TypeVar("C", bound=Case)


class Method(Record, frozen=True, kw_only=True):
    """The fields of a request that say how its puzzles are made."""

    method: MethodName = "fast"
    generation: Generation = ""
    replacement: Replacement = ""
    oracle: OracleName = DEFAULT

    def __post_init__(self) -> None:
        super().__post_init__()
        generation, replacement = METHODS[self.method]
        force_setattr(self, "generation", self.generation or generation)
        force_setattr(self, "replacement", self.replacement or replacement)

    @property
    def asks_what_is_known(self) -> bool:
        """Whether the oracle can answer what the phases ask it."""
        return not unsupported_phase(self.generation, self.replacement, self.oracle)

    @property
    def until_match(self) -> bool:
        """Whether only puzzles that match are accepted."""
        return self.method != "paper"


FAST, PAPER = Method(), Method(method="paper")


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
        """The columns that identify the cell."""
        method = self.method
        phases = (method.generation, method.replacement, method.until_match, method.oracle)
        return dict(zip(CELL, (self.pattern, self.grade.name, *phases), strict=True))

    def __str__(self) -> str:
        return f"{self.pattern} · {self.grade} · {method_title(self.method)} · {self.method.oracle}"


def method_title(method: Method) -> str:
    """The name of a method, whatever its oracle.

    >>> method_title(Method(method="paper", replacement="anneal"))
    'kamio × anneal, unchecked'
    """
    return f"{method.generation} × {method.replacement}{'' if method.until_match else ', unchecked'}"


def cell_of(
    name: str, pattern: Pattern, grade: Grade, layout: Layout, method: Method, model: GradeModel, limit: float = 60.0
) -> Cell:
    """The cell, with so many seconds for the oracle to show it impossible; raises InputError for a wrong request."""
    try:
        request = Request(layout=layout, pattern=pattern, grade=grade, model=model, **plain(method))
        with suppress(UndecidedError):
            require_possible(request, open_oracle(request.verifier, limit), 1)
    except ImpossibleError as error:
        return Cell(name, grade, method, None, str(error))
    return Cell(name, grade, method, request)


class CellStudy(Study):
    """A study of `count` starts, of one seed, in each of its cells."""

    count: int
    seed: int

    @property
    @abstractmethod
    def cells(self) -> Sequence[Case]:
        """All cells."""

    @property
    def total(self) -> int:
        """The starts of all cells that can be met."""
        return self.count * sum(cell.request is not None for cell in self.cells)

    def lacking(self, cells: Sequence[C], journal: Journal, progress: Progress) -> Iterator[tuple[C, Request, int]]:
        """Cell, request and index of each start that the journal lacks, the cells taking turns."""
        wanted = ((cell, cell.request, index) for index in range(self.count) for cell in cells if cell.request)
        for number, (cell, request, index) in enumerate(wanted, 1):
            if (*cell.names.values(), index) not in journal:
                progress(f"{number} of {self.total} puzzles · {cell}")
                yield cell, request, index

    def row(self, cell: Case, index: int, made: Row) -> Row:
        """The row of one start of a cell."""
        return {**cell.names, "index": index, "seed": self.seed, **made}

    def timed_rows(self, journal: Journal, progress: Progress, limit: float) -> Iterator[Row]:
        """The lacking rows, each start given so many seconds; one that takes more counts with the limit.

        A method loads what it needs in a start that is not measured.
        """
        oracles: dict[tuple[object, ...], Oracle] = {}
        for cell, request, index in self.lacking(self.cells, journal, progress):
            warm = request.layout, request.generation, request.replacement, request.method, request.oracle
            if warm not in oracles:
                oracles[warm] = open_oracle(request.verifier, limit)
                start(request, oracles[warm], self.seed, self.count, Clock(WARM_UP))
            made = start(request, oracles[warm], self.seed, index, Clock(limit))
            yield self.row(cell, index, made if made["puzzle"] else {**made, "seconds": limit})


def start(request: Request, oracle: Oracle, seed: int, index: int, clock: Clock) -> dict[str, Any]:
    """The first puzzle of that start of a seed, and what it took; when the clock ended it, what was tried by then.

    `seconds` are elapsed, `cpu_seconds` those of the processor, which a busy machine does not make longer.
    """
    began = process_time()
    try:
        made = next(puzzles_from(request, oracle, seed, index, clock))
    except (OutOfTimeError, UndecidedError):
        return {
            **dict.fromkeys(("puzzle", "solved", "matches", "appropriateness", "level", "steps")),
            "matches": False,
            **clock.spent.as_json(),
            **dict.fromkeys(("oracle_calls", *ASKED)),
            "cpu_seconds": round(process_time() - began, 6),
        }
    return {
        "puzzle": made.puzzle.line,
        "solved": made.rating.solved,
        "matches": made.matches,
        "appropriateness": round(made.appropriateness, 4),
        "level": made.rating.level,
        "steps": made.rating.steps,
        **made.stats.as_json(),
        "cpu_seconds": round(process_time() - began, 6),
    }


S = TypeVar("S", bound=CellStudy)


@dataclass(frozen=True)
class CellFindings(Findings[S]):
    """The rows of a study of cells, as many starts of each as it counts; a journal may hold more."""

    def of(self, cell: Case) -> list[Row]:
        """The rows of a cell."""
        return self._by_cell[tuple(cell.names.values())]

    @property
    def so_far(self) -> str:
        """How far the study is."""
        return f"{len(self.rows)} of {self.study.total} puzzles"

    @cached_property
    def _by_cell(self) -> Mapping[tuple[Any, ...], list[Row]]:
        names = list(self.study.cells[0].names)
        rows = defaultdict(list)
        for row in self.rows:
            rows[tuple(row[name] for name in names)].append(row)
        return rows

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", [row for row in self.rows if row["index"] < self.study.count])


FIGURES = (
    *("puzzles", "matched", "match_percent", "match_percent_from", "match_percent_to"),
    *("seconds", "seconds_from", "seconds_to", "seconds_median", "seconds_95th"),
    *("seconds_a_match", "matches_a_second"),
    *(*COUNTS, "level", "steps", "cpu_seconds"),
    "out_of_time",
)


def figures_of(rows: Sequence[Row]) -> dict[str, Any]:
    """Match rate in percent, seconds a puzzle, both with their 95 % intervals, and the means of what it took.

    `seconds_a_match` is all time divided by the puzzles that match, None when none do. Level and steps are means
    over the puzzles that the ladder solves. Without rows all figures are None.
    """
    if not rows:
        return dict.fromkeys(FIGURES)
    matched = sum(row["matches"] for row in rows)
    seconds = np.array([row["seconds"] for row in rows])
    low, high = wilson(matched, len(rows))
    quick, slow = bootstrap(np.ndarray.mean, seconds)
    values = (
        *(len(rows), matched, 100 * matched / len(rows), 100 * low, 100 * high),
        *(seconds.mean(), quick, slow, np.median(seconds), np.percentile(seconds, 95)),
        *((seconds.sum() / matched, matched / seconds.sum()) if matched else (None, 0.0)),
        *(_mean(rows, name) for name in (*COUNTS, "level", "steps", "cpu_seconds")),
        sum(row["puzzle"] is None for row in rows),
    )
    return named_figures(FIGURES, values)


def _mean(rows: Sequence[Row], name: str) -> float | None:
    """The mean of what is known; a journal of an earlier version lacks some columns."""
    counted = [row for row in rows if row["solved"] or name not in ("level", "steps")]
    known = [row[name] for row in counted if row.get(name) is not None]
    return float(np.mean(known)) if known else None


def named_figures(names: Sequence[str], values: Sequence[Any]) -> dict[str, Any]:
    """The values by their names, numbers that are not whole to four digits that count."""
    numbers = (float(f"{value:.4g}") if isinstance(value, float) else value for value in values)
    return dict(zip(names, numbers, strict=True))


def percent_text(row: Row) -> str | None:
    """The match rate among some figures with its interval, in percent."""
    if not row["puzzles"]:
        return None
    return f"{row['match_percent']:.0f} ({row['match_percent_from']:.0f}–{row['match_percent_to']:.0f})"


def seconds_text(row: Row) -> str | None:
    """The mean seconds a puzzle among some figures with their interval."""
    if not row["puzzles"]:
        return None
    return f"{row['seconds']:.3g} ({row['seconds_from']:.3g}–{row['seconds_to']:.3g})"


def times_faster(slow: Sequence[Row], fast: Sequence[Row]) -> tuple[float, float, float] | None:
    """How many times less time a matching puzzle takes, with the 95 % interval; None when one side has no match."""
    one, other = (np.array([(row["seconds"], row["matches"]) for row in rows]) for rows in (slow, fast))
    if not (len(one) and len(other) and one[:, 1].any() and other[:, 1].any()):
        return None
    return _times(one, other), *bootstrap(_times, one, other)


def _times(slow: np.ndarray, fast: np.ndarray) -> float:
    with np.errstate(divide="ignore", invalid="ignore"):
        (seconds, matches), (our_seconds, our_matches) = slow.sum(0), fast.sum(0)
        return float(seconds / matches * (our_matches / our_seconds))
