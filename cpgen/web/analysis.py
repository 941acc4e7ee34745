"""Endpoints that help to set a puzzle by hand: its solutions, why there is not one, and open values filled in.

The search for solutions ends early when the client is gone, as it is once the page asks something else.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import MISSING, fields, replace

import numpy as np
from msgspec import UNSET

from cpgen import api
from cpgen.answers.answer_base import joined
from cpgen.constraints import parse_constraint
from cpgen.constraints.base import OPEN, Constraint
from cpgen.constraints.house import House
from cpgen.difficulty import GradedPuzzle
from cpgen.difficulty.scales import other_scale_as_record
from cpgen.digging.drop_request import DropRequest, Given
from cpgen.digging.superfluous import find_superfluous
from cpgen.errors import ImpossibleError, NotFoundError
from cpgen.feasibility.clue_analysis import MANY
from cpgen.feasibility.conflicts import Conflict
from cpgen.feasibility.diagnosis import QUICK, diagnose, without_open_values
from cpgen.feasibility.occurrences import find_occurrences
from cpgen.formats import digits_of
from cpgen.layout import Layout
from cpgen.messages import Message
from cpgen.notation import line
from cpgen.oracles import Oracle, UndecidedError, open_oracle
from cpgen.puzzle import Puzzle
from cpgen.rater.rating import Stop
from cpgen.requests.clock import Clock
from cpgen.requests.series import Series
from cpgen.rules_text import name_of
from cpgen.schema import build
from cpgen.translations import LANGUAGES, words_of
from cpgen.web.puzzles import layout_of, model_of
from cpgen.web.records.analysis_answers import (
    DecidingDigit,
    DigitChoice,
    Filled,
    NamedConstraint,
    OccurrencesRecord,
    OutlookRecord,
    Reasons,
    Superfluous,
)
from cpgen.web.records.request_records import DiagnosisRequest, FillRequest, OutlookRequest

SECONDS = 4.0
"""Time limit for all questions about the solutions"""
TRIES = 20
"""Random grids from which open values are read, until one shows them all"""


def puzzle_of(request: OutlookRequest | DiagnosisRequest) -> Puzzle:
    """Return the puzzle of a request: its clues on its layout, by default 9×9."""
    layout = layout_of(request.layout) or Layout.default(9)
    return Puzzle(layout, digits_of(request.clues, layout, "text of clues"))


def outlook(request: OutlookRequest, stop: Stop) -> OutlookRecord:
    """Analyse the clues of a puzzle being made by hand and the digits that a cell may hold."""
    layout = layout_of(request.layout) or Layout.default(9)
    if layout.further:
        return _outlook_with_constraints(request, stop)
    puzzle, model = Puzzle(layout, digits_of(request.clues, layout, "text of clues")), model_of(request, layout)
    found = api.analyse_clues(puzzle, request.cell, model, request.oracle, request.limit)
    rating = found.rating
    graded = GradedPuzzle(puzzle, rating, model).as_record()
    placed = rating.digits if request.candidates else puzzle.clues
    follows = tuple(0 if clue else digit for clue, digit in zip(puzzle.clues, placed, strict=True))
    open_cells = ((cell, request.candidates and not digit) for cell, digit in enumerate(rating.digits))
    return joined(
        OutlookRecord,
        graded,
        solutions=found.solutions,
        conflict=found.conflict,
        blamed=found.blamed,
        placed=line(follows),
        marks=tuple(line(rating.candidates_of(cell)) if is_open else "" for cell, is_open in open_cells),
        choices=tuple(DigitChoice(line((one.digit,)), one.solutions) for one in found.choices),
        also=other_scale_as_record(puzzle, model) if rating.solved else UNSET,
    )


def _outlook_with_constraints(request: OutlookRequest, stop: Stop) -> OutlookRecord:
    """Analyse the clues on a board with constraints, by the digits that each cell has in some solution.

    Open values are ignored. The digits that follow are those that all solutions share: the ladder, which finds them on
    other boards, may take long with constraints.
    """
    given = puzzle_of(request)
    puzzle = Puzzle(without_open_values(given.layout), given.clues)
    if not request.candidates:
        return _counted(puzzle, request, stop)
    is_over = Clock(SECONDS, stop=stop).is_over
    found = api.candidates(puzzle, request.oracle, MANY, request.limit, None, is_over)
    shown = zip(puzzle.clues, found.digits, found.unknown, strict=True)
    is_known = found.is_counted or not found.open_questions
    only = [digits[0] if len(digits) == 1 and not (unknown or clue) else 0 for clue, digits, unknown in shown]
    return joined(
        OutlookRecord,
        puzzle.as_record(),
        clues=puzzle.clue_count,
        solutions=found.solutions if found.is_counted else None,
        placed=line(only if is_known else [0] * len(only)),
        marks=tuple(
            "" if clue or placed else line(digits)
            for clue, placed, digits in zip(puzzle.clues, only, found.digits, strict=True)
        ),
        outcome="contradiction" if found.is_counted and not found.solutions else "stuck",
    )


def _counted(puzzle: Puzzle, request: OutlookRequest, stop: Stop) -> OutlookRecord:
    """Return an analysis of a puzzle that has only the number of solutions, None if it is not known in time."""
    try:
        solutions = _stopping(request.oracle, request.limit, stop).count(puzzle, MANY)
    except UndecidedError:
        solutions = None
    cells = puzzle.layout.cell_count
    return joined(
        OutlookRecord,
        puzzle.as_record(),
        clues=puzzle.clue_count,
        solutions=solutions,
        placed=line([0] * cells),
        marks=("",) * cells,
        outcome="contradiction" if solutions == 0 else "stuck",
    )


def why_not(request: DiagnosisRequest, stop: Stop) -> Reasons:
    """Say why a puzzle has no solution, or which digits and values would make one of several the only one."""
    oracle = _stopping(request.oracle, request.limit, stop)
    quick = _stopping(request.oracle, min(QUICK, request.limit), stop)
    try:
        found = diagnose(puzzle_of(request), oracle, quick)
    except UndecidedError:
        return Reasons(solutions=None, complete=False)
    layout = found.puzzle.layout
    return Reasons(
        solutions=len(found.witness.grids),
        complete=found.is_complete,
        clues=found.conflict.cells if found.conflict else (),
        constraints=tuple(_stated(one, layout) for one in _constraints_of(found.conflict)),
        deciding=tuple(DecidingDigit(cell=cell, digit=line((digit,))) for cell, digit in found.deciding),
        values=tuple(_value(one, layout) for one in found.values),
    )


def _stopping(name: str, limit: float, stop: Stop) -> Oracle:
    """Open an oracle with a time limit for each question, which gives up as soon as `stop` returns True."""

    def left() -> float:
        if stop():
            raise UndecidedError("Nobody waits for the answer.")
        return limit

    return open_oracle(name, left)


def _constraints_of(conflict: Conflict | None) -> tuple[Constraint, ...]:
    return conflict.constraints if conflict else ()


def _stated(one: Constraint, layout: Layout, instead: str = "") -> NamedConstraint:
    n = layout.size
    name = {language: name_of(one, n, words_of(language)) for language in LANGUAGES}
    return NamedConstraint(line=one.text(n), name=name, cells=one.cells, instead=instead)


def _value(one: Constraint, layout: Layout) -> NamedConstraint:
    """Return the record of a constraint whose open value has been filled in.

    The record names the constraint with the open value, which it would replace in the layout.
    """
    opened = [other for other in layout.further if other.is_open and set(other.cells) == set(one.cells)]
    alike = [other for other in opened if other.kind == one.kind] or opened
    return _stated(one, layout, alike[0].text(layout.size))


def occurrences(request: DiagnosisRequest, stop: Stop) -> OccurrencesRecord:
    """Count in how many solutions each cell has each digit; open values are ignored."""
    given, clock = puzzle_of(request), Clock(SECONDS, stop=stop)
    puzzle = Puzzle(without_open_values(given.layout), given.clues)
    found = find_occurrences(puzzle, _stopping(request.oracle, request.limit, stop), clock.is_over)
    return OccurrencesRecord(counts=found.counts, solutions=found.solutions, exact=found.is_exact)


def superfluous(request: DiagnosisRequest, stop: Stop) -> Superfluous:
    """List the given digits and constraints that a puzzle with one solution can do without, each on its own."""
    puzzle, clock = puzzle_of(request), Clock(SECONDS, stop=stop)
    *_, found = find_superfluous(puzzle, build(DropRequest, {"drop": "all", "oracle": request.oracle}), clock)
    layout = puzzle.layout
    return Superfluous(
        clues=tuple(one.cell for one in found.clues if isinstance(one, Given)),
        constraints=tuple(_stated(one, layout) for one in found.clues if isinstance(one, Constraint)),
        complete=not found.undecided,
        together=found.together,
    )


def fill(request: FillRequest, stop: Stop) -> Filled:
    """Fill in the open values of constraints from a random grid; with `again`, replace values that may be open, too."""
    base = layout_of(request.layout) or Layout.default(9)
    parsed = [(text, parse_constraint(text, base.size, base.regions)) for text in request.constraints]
    given = [one for _, constraints in parsed for one in constraints]
    houses = [text for text, constraints in parsed if any(isinstance(one, House) for one in constraints)]
    before = [one for one in given if not isinstance(one, House)]
    constraints = [_opened(one) if request.again else one for one in before]
    layout = base.with_constraints(*(one for one in given if isinstance(one, House)), *dict.fromkeys(constraints))
    puzzle = Puzzle(without_open_values(layout), digits_of(request.clues, layout, "text of clues"))
    rng = np.random.default_rng(Series(seed=request.seed).first_seed())
    read = _read(constraints, layout, puzzle, _stopping(request.oracle, request.limit, stop), rng)
    best = [_as_long(one, was, rng) if one else None for one, was in zip(read, before, strict=True)]
    lines = (one.text(layout.size) for one in dict.fromkeys(best) if one is not None)
    return Filled(constraints=(*houses, *lines), left_out=best.count(None))


def _read(
    constraints: Sequence[Constraint], layout: Layout, puzzle: Puzzle, oracle: Oracle, rng: np.random.Generator
) -> list[Constraint | None]:
    """Fill in the open values of constraints from a random grid with the clues of the puzzle.

    A constraint that the grid cannot have, with any value, becomes None. Of up to `TRIES` grids, the one with the
    fewest of these counts.

    Raises:
        ImpossibleError: The puzzle has no solution.
        NotFoundError: The oracle completed no grid in time.
    """
    best: list[Constraint | None] = []
    with suppress(UndecidedError):
        for _ in range(TRIES):
            grid = oracle.complete(puzzle, rng)
            if grid is None:
                raise ImpossibleError(Message("unsolvable"))
            read = [one.drawn_from(grid, layout, rng) if one.is_open else one for one in constraints]
            if not best or read.count(None) < best.count(None):
                best = read
            if None not in best:
                break
    if constraints and not best:
        raise NotFoundError(Message("no-grid-in-time"))
    return best


def _as_long(one: Constraint, before: Constraint, rng: np.random.Generator) -> Constraint:
    """Return a constraint whose lists of digits are cut at random to the lengths that they had before.

    A corner for which a setter chose two digits has two again, although a grid shows four there.
    """
    for name in one.list_fields:
        digits, old = getattr(one, name), getattr(before, name)
        if old != OPEN and len(digits) > len(old):
            kept = sorted(rng.choice(len(digits), len(old), replace=False))
            one = replace(one, **{name: tuple(digits[place] for place in kept)})  # type: ignore[type-var]
    return one


def _opened(one: Constraint) -> Constraint:
    """Return a copy of a constraint whose values are to be chosen again: those that may be left open are set to OPEN.

    Values with a default are kept, and so are optional ones that are None.
    """
    usual = {field.name: field.default for field in fields(one)}  # type: ignore[arg-type]
    names = [
        name for name in one.values_left_open() if usual[name] in (MISSING, None) and getattr(one, name) is not None
    ]
    return replace(one, **dict.fromkeys(names, OPEN)) if names else one  # type: ignore[type-var]
