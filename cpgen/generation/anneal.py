"""Replacement phase `anneal`: walks over the pattern's digits, led out of contradictions by the oracle.

Now and then a walk pauses, and the oracle says whether its clues still have a completion. If not, it continues from the
last clues that had one, of which a few are drawn anew from a completion of the others: a large neighbourhood search
(Shaw 1998).
"""

from __future__ import annotations

from collections.abc import Iterator

from cpgen.generation.gibbs import SMALL, GibbsWalk
from cpgen.generation.metropolis import MetropolisWalk
from cpgen.generation.session import Session
from cpgen.lanes.parts import is_in_lanes
from cpgen.lanes.tables import lane_tables
from cpgen.notation import MAX_DIGIT

FIRST_QUESTION = (12, 100, 1_000), (16, 500, 2_000), (MAX_DIGIT, 100, 250)
"""Moves of a walk before the oracle is first asked for a completion, twice as many after each time but a no.

Each row has the side of the largest boards that it is for, the moves for a quick oracle, and for any other."""
RATINGS = 2_000, 5_000
"""Ratings after which a walk that rates each board is given up, on a small board and on a larger one"""
LARGEST = 16
"""The side of the largest boards on which looking ahead takes less time than rating"""
ANEW = 0.05, 0.3
"""The least and the largest share of the free clues that are drawn anew, and at least two"""


def repair(session: Session, clues: list[int]) -> list[int] | None:
    """Walks from clues that have a completion until a puzzle is accepted; None after the patience of its walks."""
    if not session.free_cells:
        return None
    consistent, first = clues, moves_to_question(session)
    pause, walk = first, walk_of(session)
    walk.go_to(clues)
    left = walk.patience
    while left:
        moves = min(pause, left)
        found = walk.go_on(session.clock, moves)
        if found:
            return found
        clues, left = walk.clues, left - moves
        answer = session.has_completion_if_known(clues) if left else None
        pause = first if answer is False else 2 * pause
        if answer is False:
            walk.go_to(partly_anew(session, consistent))
        elif answer:
            consistent = clues
    return None


def walk_of(session: Session) -> MetropolisWalk | GibbsWalk:
    """The walk of a repair.

    One that rates each board is soon compiled, and enough for small patterns. On larger boards in lanes, one that looks
    ahead finds a puzzle in a third of the time. So it does on a ladder of techniques: a rating costs a search for each
    of them, and it rates hardly a board but those with one solution.
    """
    side = session.layout.size
    if session.target.ladder.is_wide or (SMALL < side <= LARGEST and is_in_lanes(lane_tables(session.layout))):
        return GibbsWalk.of(session)
    return MetropolisWalk.of(session, RATINGS[side > SMALL])


def matches_from(session: Session, clues: list[int]) -> Iterator[list[int]]:
    """The puzzles that match on a walk from a match, each some clues away from the one before it.

    Ends when it finds none for long. That each has one solution is shown by the ladder, not by the oracle.
    """
    if not session.free_cells:
        return
    walk = GibbsWalk.of(session)
    walk.leave(clues)
    patience = max(walk.patience, session.ratings)
    while found := walk.go_on(session.clock, patience):
        yield found


def moves_to_question(session: Session) -> int:
    """Moves of a walk before the oracle is first asked."""
    return next(
        quick if session.has_quick_oracle else other
        for side, quick, other in FIRST_QUESTION
        if session.layout.size <= side
    )


def partly_anew(session: Session, clues: list[int]) -> list[int]:
    """The clues with a random few of them taken from a random completion of the others, if one is found."""
    cells = session.shuffled_cells()
    few = set(cells[: max(2, round(session.rng.uniform(*ANEW) * len(cells)))])
    grid = session.completion_if_found([0 if cell in few else digit for cell, digit in enumerate(clues)]) or clues
    return [digit and grid[cell] for cell, digit in enumerate(clues)]
