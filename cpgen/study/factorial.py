"""Factorial studies: every combination of factors is a cell, and every cell gets the same number of starts.

A start is one attempt to make a puzzle, from a seed and its index. Starts of all cells are interleaved (start 0 of each
cell, then start 1, ...), so that background load affects all cells equally, and a stopped study is complete up to some
index. A start that reaches the time limit counts as unmatched, with the limit as its time, so its true time is
underestimated."""

from __future__ import annotations

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from time import process_time
from typing import Any, Protocol, Self, TypeVar

import numpy as np

from cpgen.difficulty import Grade, GradeModel
from cpgen.errors import ImpossibleError
from cpgen.feasibility.infeasible import require_possible
from cpgen.formats.lines import layout_after
from cpgen.generation.two_phase import puzzles_from
from cpgen.layout import Layout
from cpgen.oracles import DEFAULT, Oracle, UndecidedError, open_oracle
from cpgen.requests.clock import Clock, OutOfTimeError, Phase
from cpgen.requests.generate_spec import GenerateSpec
from cpgen.requests.generation_request import Request, resolve, unsupported_phase
from cpgen.requests.request_fields import METHODS, Generation, OracleField, Replacement
from cpgen.schema import Record
from cpgen.study.measuring import bootstrap, wilson
from cpgen.study.runner import Journal, Progress, Study
from cpgen.tabular import Row

CELL = ("pattern", "grade", "generation", "replacement", "until_match", "oracle")
TURNS = ("generation_backups", "generation_restarts", "replacement_backups", "replacement_restarts")
"""Columns with the number of backtracking steps and of restarts in each phase"""
ASKED = tuple(f"{stage}_oracle_{what}" for what in ("calls", "seconds") for stage in Phase)
"""Columns with the number of oracle calls, and the seconds they took, in each phase and in the proof of uniqueness"""
COUNTS = ("attempts", "ratings", "lookaheads", "oracle_calls", *TURNS, *ASKED)
RESULT = ("puzzle", "solved", "matches", "appropriateness", "level", "steps")
WARM_UP = 2.0
"""Seconds given to an unmeasured start of each method, so that imports and compilation are not measured"""


class Case(Protocol):
    """Interface of a study cell: a combination of factors for which puzzles are made, such as pattern × grade."""

    @property
    def names(self) -> Row:
        """Values that identify the cell, by column of the journal."""

    @property
    def request(self) -> Request | None:
        """Request for puzzles that every start of the cell runs; None if it was proven impossible."""


C = TypeVar("C", bound=Case)


class StudyMethod(Record, frozen=True, kw_only=True):
    """Method under study: the fields of a generation request that choose the two phases and the oracle.

    Attributes:
        until_match: True to continue until a puzzle matches the grade; False to take the first unique one.
    """

    generation: Generation = METHODS["fast"][0]
    replacement: Replacement = METHODS["fast"][1]
    until_match: bool = True
    oracle: OracleField = DEFAULT

    @property
    def is_supported(self) -> bool:
        """True if the oracle supports the queries of both phases; a probabilistic oracle may not."""
        return not unsupported_phase(self.generation, self.replacement, self.oracle)

    @property
    def options(self) -> dict[str, Any]:
        """Fields of a `GenerateSpec` that request this method."""
        method = "fast" if self.until_match else "paper"
        phases = {"generation": self.generation, "replacement": self.replacement}
        return {"method": method, **phases, "oracle": self.oracle}

    def __str__(self) -> str:
        return f"{method_title(self)}, {self.oracle}"


FAST = StudyMethod()
PAPER = StudyMethod(generation=METHODS["paper"][0], replacement=METHODS["paper"][1], until_match=False)


@dataclass(frozen=True)
class StudyCell:
    """Study cell: a pattern or drawing (named by `pattern`), a grade and a method.

    Without a `request` the combination is impossible, and `why` is the reason.
    """

    pattern: str
    grade: Grade
    method: StudyMethod
    request: Request | None
    why: str = ""

    @property
    def names(self) -> dict[str, Any]:
        """Values that identify the cell, by column of the journal."""
        values = (self.pattern, self.grade.name, *self.phases, self.method.until_match, self.method.oracle)
        return dict(zip(CELL, values, strict=True))

    @property
    def phases(self) -> tuple[str, str]:
        """Names of the generation and replacement phase; on a drawing those for drawings, whatever the method says."""
        return self.request.phases if self.request else (self.method.generation, self.method.replacement)

    @property
    def method_title(self) -> str:
        """Names of both phases as one title, without the oracle."""
        return _phases_title(self.phases, self.method.until_match)

    def __str__(self) -> str:
        return f"{self.pattern} · {self.grade} · {self.method_title} · {self.method.oracle}"


def method_title(method: StudyMethod) -> str:
    """Return the two phases of a method as a title, without its oracle; a method that takes any grade is `unchecked`.

    >>> method_title(StudyMethod(generation="kamio", until_match=False))
    'kamio × anneal, unchecked'
    """
    return _phases_title((method.generation, method.replacement), method.until_match)


def _phases_title(phases: tuple[str, str], until_match: bool) -> str:
    return " × ".join(phases) + ("" if until_match else ", unchecked")


def study_cell(
    name: str,
    what: Mapping[str, Any],
    grade: Grade,
    layout: Layout,
    method: StudyMethod,
    model: GradeModel,
    limit: float = 60.0,
) -> StudyCell:
    """Return the cell of a pattern or drawing, a grade and a method; raise InputError for an invalid request.

    Args:
        what: Fields of the request: `pattern`, `kind` or `drawing`.
        limit: Seconds for the oracle to prove that no puzzle can meet the request.
    """
    try:
        request = resolve(GenerateSpec(layout=layout, grade=grade, model=model, **what, **method.options))
        with suppress(UndecidedError):
            require_possible(request, open_oracle(request.verifier, limit), 1)
    except ImpossibleError as error:
        return StudyCell(name, grade, method, None, str(error))
    return StudyCell(name, grade, method, request)


class CellStudy(Study):
    """Base class of studies that make `count` starts (attempts at one puzzle) in each of their cells, from one seed."""

    count: int
    seed: int

    @property
    @abstractmethod
    def cells(self) -> Sequence[Case]:
        """Cells of the study, including impossible ones."""

    @property
    def total(self) -> int:
        """Number of starts in all cells that have a request."""
        return self.count * sum(cell.request is not None for cell in self.cells)

    def lacking(self, cells: Sequence[C], journal: Journal, progress: Progress) -> Iterator[tuple[C, Request, int]]:
        """Yield cell, request and index of each start that the journal lacks, cycling through the cells."""
        wanted = ((cell, cell.request, index) for index in range(self.count) for cell in cells if cell.request)
        for number, (cell, request, index) in enumerate(wanted, 1):
            if (*cell.names.values(), index) not in journal:
                progress(f"{number} of {self.total} puzzles · {cell}")
                yield cell, request, index

    def row(self, cell: Case, index: int, made: Row) -> Row:
        """Return the journal row of start number `index` of a cell; `made` holds the columns of its result."""
        return {**cell.names, "index": index, "seed": self.seed, **made}

    def timed_rows(self, journal: Journal, progress: Progress, limit: float) -> Iterator[Row]:
        """Yield the journal row of each missing start, which may take `limit` seconds; compilation is not timed."""
        oracles: dict[tuple[Any, ...], Oracle] = {}
        for cell, request, index in self.lacking(self.cells, journal, progress):
            warm: tuple[Any, ...]
            warm = request.layout, request.generation, request.replacement, request.until_match, request.oracle
            if request.drawing_source:  # other constraints run other compiled code, which needs its own warm-up
                warm = (*warm, next(iter(cell.names.values())))
            if warm not in oracles:
                oracles[warm] = open_oracle(request.verifier, limit)
                run_start(request, oracles[warm], self.seed, self.count, Clock(WARM_UP))
            made = run_start(request, oracles[warm], self.seed, index, Clock(limit))
            yield self.row(cell, index, made if made["puzzle"] else {**made, "seconds": limit})

    def with_rows(self, rows: Sequence[Row]) -> Self:
        """Return a copy of the study that reports on these journal rows, leaving out starts from index `count` on."""
        return super().with_rows([row for row in rows if row["index"] < self.count])

    def rows_of(self, cell: Case) -> list[Row]:
        """Return the journal rows of a cell."""
        return self._by_cell[tuple(cell.names.values())]

    @cached_property
    def _by_cell(self) -> Mapping[tuple[Any, ...], list[Row]]:
        names = list(self.cells[0].names)
        rows = defaultdict(list)
        for row in self.rows:
            rows[tuple(row[name] for name in names)].append(row)
        return rows

    @property
    def so_far(self) -> str:
        """Progress of the study in words, as shown while it runs."""
        return f"{len(self.rows)} of {self.total} puzzles"


def run_start(request: Request, oracle: Oracle, seed: int, index: int, clock: Clock) -> dict[str, Any]:
    """Make the first puzzle of start number `index`; return the journal columns of its result and cost.

    The column `puzzle` is None if the clock expired first. `seconds` is elapsed time; `cpu_seconds` is processor time,
    which other processes do not lengthen.
    """
    began = process_time()
    try:
        made = next(puzzles_from(request, oracle, seed, index, clock))
    except (OutOfTimeError, UndecidedError):
        # The row counts as a start without a match; without it, slow methods would look better than they are.
        cost = {**clock.spent.as_json(), **dict.fromkeys(("oracle_calls", *ASKED))}
        result: dict[str, Any] = {**dict.fromkeys(RESULT), "matches": False, **cost}
    else:
        rating = made.rating
        line = made.puzzle.line + (layout_after(made.puzzle.layout) if request.drawing_source else "")
        values = (line, rating.solved, made.matches, round(made.appropriateness, 4))
        result = {**dict(zip(RESULT, (*values, rating.level, rating.steps), strict=True)), **made.stats.as_json()}
    return {**result, "cpu_seconds": round(process_time() - began, 6)}


def figures_of(rows: Sequence[Row]) -> dict[str, Any]:
    """Return statistics of starts: match rate in percent, seconds per puzzle (both with 95 % intervals), mean costs.

    `seconds_a_match` is the total time divided by the puzzles that match, None when none does. Level and steps are
    means over the puzzles that the ladder solves. Without rows every statistic is None.
    """
    if not rows:
        return dict.fromkeys(FIGURES)
    matched, total = sum(row["matches"] for row in rows), len(rows)
    seconds = np.array([row["seconds"] for row in rows])
    spent = float(seconds.sum())
    low, high = wilson(matched, total)
    quick, slow = bootstrap(np.ndarray.mean, seconds)
    values: dict[str, Any] = {
        "puzzles": total,
        "matched": matched,
        "match_percent": 100 * matched / total,
        "match_percent_from": 100 * low,
        "match_percent_to": 100 * high,
        "seconds": spent / total,
        "seconds_from": quick,
        "seconds_to": slow,
        "seconds_median": float(np.median(seconds)),
        "seconds_95th": float(np.percentile(seconds, 95)),
        "seconds_a_match": spent / matched if matched else None,
        "matches_a_second": matched / spent if matched else 0.0,
        **{name: _mean(rows, name) for name in MEANS},
        "out_of_time": sum(row["puzzle"] is None for row in rows),
    }
    return four_digits(values)


MEANS = (*COUNTS, "level", "steps", "cpu_seconds")
FIGURES = (
    *("puzzles", "matched", "match_percent", "match_percent_from", "match_percent_to"),
    *("seconds", "seconds_from", "seconds_to", "seconds_median", "seconds_95th"),
    *("seconds_a_match", "matches_a_second", *MEANS, "out_of_time"),
)


def _mean(rows: Sequence[Row], name: str) -> float | None:
    """Return the mean of column `name` over the rows that have a value, None without any.

    Level and steps are averaged over solved puzzles only.
    """
    counted = [row for row in rows if row["solved"] or name not in ("level", "steps")]
    known = [row[name] for row in counted if row.get(name) is not None]
    return float(np.mean(known)) if known else None


def four_digits(row: Row) -> dict[str, Any]:
    """Return a row with its floats rounded to four significant digits."""
    return {name: float(f"{value:.4g}") if isinstance(value, float) else value for name, value in row.items()}


def percent_text(row: Row) -> str | None:
    """Return match rate and interval from a row of `figures_of`, as in `96 (80–99)`; None without puzzles."""
    if not row["puzzles"]:
        return None
    return f"{row['match_percent']:.0f} ({row['match_percent_from']:.0f}–{row['match_percent_to']:.0f})"


def seconds_text(row: Row) -> str | None:
    """Return mean seconds and interval from a row of `figures_of`, as in `1.2 (1.1–1.4)`; None without puzzles."""
    if not row["puzzles"]:
        return None
    return f"{row['seconds']:.3g} ({row['seconds_from']:.3g}–{row['seconds_to']:.3g})"


def times_faster(slow: Sequence[Row], fast: Sequence[Row]) -> tuple[float, float, float] | None:
    """Return the time per matching puzzle of `slow` divided by that of `fast`, and the bounds of its 95 % interval.

    Both are journal rows of starts. Returns None if one of them has no matching puzzle.
    """
    one, other = (np.array([(row["seconds"], row["matches"]) for row in rows]) for rows in (slow, fast))
    if not (len(one) and len(other) and one[:, 1].any() and other[:, 1].any()):
        return None
    return _times(one, other), *bootstrap(_times, one, other)


def _times(slow: np.ndarray, fast: np.ndarray) -> float:
    # A resample may have no match: its ratio is infinite, or 0/0, and belongs to the interval as it is.
    with np.errstate(divide="ignore", invalid="ignore"):
        (seconds, matches), (our_seconds, our_matches) = slow.sum(0), fast.sum(0)
        return float(seconds / matches * (our_matches / our_seconds))
