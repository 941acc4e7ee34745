"""Outlook: which grades the puzzles of a request can have, told before a search.

With a pattern the effort of each grade is predicted by a fit. With a drawing nothing is fitted, so a few puzzles are
sampled: on a random grid, as few digits in random order are given as the ladder needs, which bisection finds. Such a
puzzle is about as hard as the drawing allows, and giving more digits makes it easier. A grade is likely if it accepts
some level and number of steps up to the hardest samples.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from cpgen.difficulty import Grade
from cpgen.errors import Message
from cpgen.feasibility.effort import effort_for
from cpgen.generation.drawn_puzzles import DraftSearch, drawn_of, grid_of
from cpgen.oracles import UndecidedError, open_oracle
from cpgen.rater.rating import Rating, rate_puzzle
from cpgen.requests.clock import Clock, OutOfTimeError
from cpgen.requests.generation_request import Request

SAMPLES = 2
"""Puzzles that are sampled on a drawing, at a second each on 9×9"""
MOST_WORK = 200 * 81**2
"""Effort for the samples: 200 ratings on 9×9, where they need 40 to 100, and fewer on larger boards, as a rating takes
time in proportion to the square of the cells. The answer does not depend on a clock."""
SPARE = 1.25
"""Factor by which a search may exceed the steps of the samples, whose digits are given without any choice"""
SEED = 20221119
"""Seed of the samples"""


@dataclass(frozen=True)
class Outlook:
    """Grades that the puzzles of a request are likely to have, and those that are not.

    Attributes:
        likely: Names of the grades that a search is likely to find.
        unlikely: Names of the other grades of the model.
        givens: Median number of given digits of the samples on a drawing; None for a pattern.
        steps: Largest number of steps of the samples; None for a pattern.
    """

    likely: tuple[str, ...]
    unlikely: tuple[str, ...]
    givens: int | None = None
    steps: int | None = None

    @property
    def sentence(self) -> Message:
        """Sentence that says which grades are likely, and why others are not."""
        likely, unlikely = ", ".join(self.likely) or "–", ", ".join(self.unlikely) or "–"
        if self.steps is None:
            return Message("outlook-pattern", likely=likely, unlikely=unlikely)
        name = "outlook-drawing" if self.likely else "outlook-none"
        return Message(name, likely=likely, unlikely=unlikely, givens=self.givens or 0, steps=self.steps)


def outlook(request: Request, clock: Clock | None = None) -> Outlook | None:
    """Say which grades of its model the puzzles of a request can have; None if a limited effort tells nothing.

    Args:
        request: what to generate; its grade and other targets do not matter.
        clock: a time limit in addition; by default, there is none.
    """
    if not request.drawn:
        effort = effort_for(request)
        if effort is None:
            return None
        hard = tuple(grade for grade in effort.ratings if effort.is_hard(grade))
        return Outlook(tuple(grade for grade in effort.ratings if grade not in hard), hard)
    found = _sampled(request, _limited(request, clock or Clock()))
    if not found:
        return None
    level, steps = max(one.level for one, _ in found), max(one.steps for one, _ in found)
    places = [name for one, _ in found if (name := one.level_name)]
    names = [grade.name for grade in request.model.grades]
    top = max((names.index(name) for name in places if name in names), default=len(names))

    def is_likely(grade: Grade) -> bool:
        if grade.place is not None:
            return names.index(grade.name) <= top
        most = range(round(SPARE * steps) + 1)
        return any(grade.appropriateness(low, few) > grade.threshold for low in range(level + 1) for few in most)

    likely = tuple(grade.name for grade in request.model.grades if is_likely(grade))
    givens = sorted(count for _, count in found)[len(found) // 2]
    return Outlook(likely, tuple(name for name in names if name not in likely), givens, steps)


def _limited(request: Request, clock: Clock) -> Clock:
    """Return a clock that also ends after the effort for samples, in ratings."""
    most = MOST_WORK // request.layout.cell_count**2
    limited = Clock(clock.budget - clock.seconds, stop=lambda: limited.ratings > most or clock.is_over())
    return limited


def _sampled(request: Request, clock: Clock) -> list[tuple[Rating, int]]:
    """Return ratings of puzzles on the drawing that are as hard as their grid allows, with their given digits."""
    easy = request.changed(grade=request.model.any_grade)
    opened, found = open_oracle(request.verifier, clock.left), list[tuple[Rating, int]]()
    oracle = opened.with_effort_limit() or opened
    with suppress(OutOfTimeError, UndecidedError):
        for index in range(SAMPLES):
            rng = np.random.default_rng([SEED, index])
            drawing = drawn_of(easy).draw(easy.layout, rng)
            grid = grid_of(easy, drawing, oracle, rng, clock)
            if grid and (sample := DraftSearch(easy, drawing, grid, rng, clock).sample()):
                rating = rate_puzzle(sample.puzzle, request.model.ladder, clock.is_over)
                found.append((rating, sample.puzzle.clue_count))
    return [one for one in found if one[0].solved]
