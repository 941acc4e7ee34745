"""Replacement phase `anneal`: a walk over the pattern's digits that the oracle leads out of contradictions.

The walk pauses now and then, and the oracle is asked whether its clues still have a completion. If not, the walk
continues from the last clues that had one. A few of these are replaced by the digits of a random completion of the
others: a large neighbourhood search (Shaw 1998).
"""

from __future__ import annotations

from collections.abc import Iterator

from cpgen.generation.gibbs import GibbsWalk
from cpgen.generation.session import Session
from cpgen.notation import MAX_DIGIT

FIRST_QUESTION = (12, 100, 1_000), (16, 500, 2_000), (MAX_DIGIT, 100, 250)
"""Steps of a walk before the oracle is first asked: (largest side, steps with a quick oracle, steps with others).

The number doubles after each question, until the answer is that there is no completion."""
REPLACED_SHARE = 0.05, 0.3
"""Smallest and largest share of the free clues that are replaced; at least two are"""


def repair(session: Session, clues: list[int]) -> list[int] | None:
    """Walk from clues that have a completion to a match; return None if the walk runs out of patience."""
    if not session.free_cells:
        return None
    consistent, first = clues, steps_to_question(session)
    pause, walk = first, GibbsWalk.of(session)
    walk.go_to(clues)
    left = walk.patience
    while left:
        steps = min(pause, left)
        found = walk.go_on(session.clock, steps)
        if found:
            return found
        clues, left = walk.clues, left - steps
        answer = session.has_completion_if_known(clues) if left else None
        pause = first if answer is False else 2 * pause
        if answer is False:
            walk.go_to(replace_some(session, consistent))
        elif answer:
            consistent = clues
    return None


def matches_from(session: Session, clues: list[int]) -> Iterator[list[int]]:
    """Yield further matches on a walk from a match, each some clues away from the one before.

    The walk ends when it has not found a match for a long time. The ladder solves each match, which shows that it has
    one solution.
    """
    if not session.free_cells:
        return
    walk = GibbsWalk.of(session)
    walk.begin_at_match(clues)
    patience = max(walk.patience, session.ratings)
    while found := walk.go_on(session.clock, patience):
        yield found


def steps_to_question(session: Session) -> int:
    """Return the number of steps before the oracle is first asked."""
    return next(
        quick if session.has_quick_oracle else other
        for side, quick, other in FIRST_QUESTION
        if session.layout.size <= side
    )


def replace_some(session: Session, clues: list[int]) -> list[int]:
    """Return the clues with a random few of them replaced by a random completion of the others, if one is found."""
    cells = session.shuffled_cells()
    few = set(cells[: max(2, round(session.rng.uniform(*REPLACED_SHARE) * len(cells)))])
    grid = session.completion_if_found([0 if cell in few else digit for cell, digit in enumerate(clues)]) or clues
    return [digit and grid[cell] for cell, digit in enumerate(clues)]
