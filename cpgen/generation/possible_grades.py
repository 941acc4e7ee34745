"""Outlook: which grades the puzzles of a request can have.

With a pattern the effort of each grade is predicted by a fit. With a drawing nothing is fitted, so each grade is tried:
a grade is likely if two of a few attempts of the search itself find a puzzle. A grade that was not tried before a
time limit, where there is one, is neither likely nor unlikely.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from cpgen.difficulty import ONE_SCALE, Grade, GradeModel, model_for_drawing
from cpgen.errors import ImpossibleError
from cpgen.feasibility.effort import effort_for
from cpgen.generation.draft_moves import source_of
from cpgen.generation.drawn_puzzles import attempt_on_drawing, grid_of
from cpgen.messages import Message
from cpgen.oracles import UndecidedError, open_oracle
from cpgen.requests.clock import Clock, OutOfTimeError
from cpgen.requests.generation_request import Request, rated_layout

ATTEMPTS, NEEDED = 5, 2
"""Attempts at a grade, each on its own grid, and those that have to succeed; an easy one takes 0.1 to 0.3 s on 9×9.
With one success of six, two of 18 grades took a search longer than ten seconds: one attempt in ten succeeded."""
MOST_WORK = 11_000 * 81**2
"""Effort for the attempts at a grade: some 250 ratings on 9×9 by 44 techniques, where an attempt needs 10 to 100.
A rating takes time in proportion to the techniques of the grade and the square of the cells. The answer does not depend
on a clock."""
SEED = 20221119
"""Seed of the attempts"""


@dataclass(frozen=True)
class Outlook:
    """Grades that the puzzles of a request are likely to have, and those that are not.

    Attributes:
        likely: Names of the grades that a search is likely to find.
        unlikely: Names of the grades that it is not likely to find.
        givens: Median number of given digits of the puzzles found on a drawing; None for a pattern and without puzzles.
        model: Name of the model whose grades these are.
    """

    likely: tuple[str, ...]
    unlikely: tuple[str, ...]
    givens: int | None = None
    model: str = ""

    @property
    def sentence(self) -> Message:
        """Sentence that says which grades are likely, and what helps to get others."""
        likely, unlikely = ", ".join(self.likely) or "–", ", ".join(self.unlikely) or "–"
        if not self.model:
            return Message("outlook-pattern", likely=likely, unlikely=unlikely)
        scale = "drawing" if self.model == ONE_SCALE else "model"
        if self.givens is None:
            return Message(f"outlook-{scale}-none", unlikely=unlikely, model=self.model)
        return Message(f"outlook-{scale}", likely=likely, unlikely=unlikely, givens=self.givens, model=self.model)


def outlook(request: Request, clock: Clock | None = None) -> Outlook | None:
    """Return the grades that puzzles of a request are likely to have; None if a limited effort does not tell.

    Args:
        request: What to generate; its grade and other targets do not matter.
        clock: A time limit in addition; by default, there is none.
    """
    if request.drawing_source:
        model = _model_of(request)
        return _tried(request, model, model.grades, clock or Clock())
    effort = effort_for(request)
    if effort is None:
        return None
    hard = tuple(grade for grade in effort.ratings if effort.is_hard(grade))
    return Outlook(tuple(grade for grade in effort.ratings if grade not in hard), hard)


def doubt(request: Request, clock: Clock | None = None) -> Outlook | None:
    """Return which grades are likely, if the grade of a request on a drawing is not among them.

    None if it is likely, or if that is not known. If the grade is likely, only attempts at this grade are made; the
    others are not tried.
    """
    if not (request.drawing_source and request.drawing_source.text) or request.grade == request.model.any_grade:
        return None
    clock = clock or Clock()
    own = _tried(request, request.model, [request.grade], clock)
    if not own or not own.unlikely:
        return None
    others = _tried(request, request.model, [grade for grade in request.model.grades if grade != request.grade], clock)
    if not others:
        return own
    names = (*others.unlikely, *own.unlikely)
    unlikely = tuple(grade.name for grade in request.model.grades if grade.name in names)
    return Outlook(others.likely, unlikely, others.givens, others.model)


def _model_of(request: Request) -> GradeModel:
    """Return the model of a request, or that of its drawing if neither a model nor a grade is named."""
    spec = request.spec
    if spec.model or spec.ladder or not spec.drawing or request.grade != request.model.any_grade:
        return request.model
    return model_for_drawing(rated_layout(spec), "beginner") or request.model


def _tried(request: Request, model: GradeModel, grades: Iterable[Grade], clock: Clock) -> Outlook | None:
    """Try some grades of a model on the drawing of a request; return which are likely.

    None if time ended before the first, or if no grid can have the drawing.
    """
    likely, unlikely, givens = list[str](), list[str](), list[int]()
    with suppress(OutOfTimeError, UndecidedError):
        if not _has_grid(request, clock):
            return None
        for grade in grades:
            number = _givens_of(request, model, grade, clock)
            (unlikely if number is None else likely).append(grade.name)
            givens += [] if number is None else [number]
    median = sorted(givens)[len(givens) // 2] if givens else None
    return Outlook(tuple(likely), tuple(unlikely), median, model.name) if likely or unlikely else None


def _has_grid(request: Request, clock: Clock) -> bool:
    """Return True if some grid satisfies the drawing; random drawings always pass, since another draw may succeed."""
    source, rng = source_of(request), np.random.default_rng(SEED)
    oracle, drawing = open_oracle(request.verifier, clock.left), source.draw(request.layout, rng)
    return not source.text or grid_of(request, drawing, oracle, rng, clock) is not None


def _givens_of(request: Request, model: GradeModel, grade: Grade, clock: Clock) -> int | None:
    """Return the number of given digits in a puzzle of a grade, found by a few attempts.

    None if fewer of the attempts than required find a puzzle.
    """
    try:
        graded = request.changed(model=model, ladder=None, grade=grade, level=None, steps=None, score=None)
    except ImpossibleError:
        return None
    most = MOST_WORK // (request.layout.cell_count**2 * len(graded.target.ladder.rungs))
    limited = Clock(clock.budget - clock.seconds, stop=lambda: limited.ratings > most or clock.is_over())
    opened = open_oracle(graded.verifier, clock.left)
    oracle = opened.with_effort_limit() or opened
    found = list[int]()
    for index in range(ATTEMPTS):
        try:
            made = attempt_on_drawing(graded, oracle, np.random.default_rng([SEED, index]), limited)
        except OutOfTimeError:
            clock.check()
            return None
        found += [made.puzzle.clue_count] if made else []
        if len(found) == NEEDED:
            return found[0]
        if len(found) + ATTEMPTS - index <= NEEDED:
            return None
    return None
