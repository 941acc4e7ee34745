"""Replacement method `anneal`: a walk over the pattern's digits, led out of contradictions by the oracle.

`gibbs.Walk` walks; each of its steps propagates clues with the engine. From time to time it pauses, and
the oracle says whether its clues still have a completion. If not, the walk continues from the last clues that had one,
with some of them replaced by the digits of a random completion of the others: a large neighbourhood search (Shaw 1998).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cpgen.generation.gibbs import Walk
from cpgen.generation.session import Session
from cpgen.notation import MAX_DIGIT
from cpgen.pattern import Pattern


class FirstPause(NamedTuple):
    """Steps of a walk before the oracle is queried for the first time, on boards up to a side.

    There is one number for a quick oracle and one for all others.
    """

    largest_side: int
    with_quick_oracle: int
    with_other_oracle: int


FIRST_PAUSES = FirstPause(12, 100, 1_000), FirstPause(16, 500, 2_000), FirstPause(MAX_DIGIT, 100, 250)
"""By side, the smallest first. The pause doubles after each query unless the answer is that there is no completion"""
PATIENCE = 5_000
"""Steps without a puzzle after which a walk is given up"""
REPLACED_SHARE = 0.05, 0.3
"""Least and greatest share of the free clues that a completion replaces; at least two are"""


def repair(session: Session, pattern: Pattern, clues: list[int]) -> list[int] | None:
    """Walk from clues with a completion until the target accepts a puzzle; return its clues.

    None if none is found within the number of steps that the method allows.
    """
    if not pattern.free_cells:
        return None
    walk, steps_left = Walk(session, pattern, clues), PATIENCE
    consistent, pause = clues, _first_pause(session)
    while steps_left:
        steps = min(pause, steps_left)
        if puzzle := walk.find(steps):
            return puzzle
        steps_left -= steps
        has_completion = session.has_completion_within_effort(walk.clues) if steps_left else None
        if has_completion is False:
            pause = _first_pause(session)
            walk.begin(replace_some(session, pattern, consistent))
        else:
            # Query rarely: wait twice as long after each answer that all is well, or that it takes too much effort.
            pause *= 2
            consistent = walk.clues if has_completion else consistent
    return None


def _first_pause(session: Session) -> int:
    """Return the number of steps before the first query, which depends on the board and the oracle of the session."""
    row = next(row for row in FIRST_PAUSES if session.layout.size <= row.largest_side)
    return row.with_quick_oracle if session.has_quick_oracle else row.with_other_oracle


def replace_some(session: Session, pattern: Pattern, clues: list[int]) -> list[int]:
    """Replace a few random clues by the digits of a random completion of the others, if the oracle finds one.

    Args:
        session: The start that the walk belongs to.
        pattern: Its free cells hold the clues that may be replaced.
        clues: Digits by cell, 0 for an open cell.

    Returns:
        New clues in the same cells; the given ones if no completion is found within the effort limit.
    """
    cells = session.shuffled(pattern.free_cells)
    few = set(cells[: max(2, round(session.rng.uniform(*REPLACED_SHARE) * len(cells)))])
    others = [0 if cell in few else digit for cell, digit in enumerate(clues)]
    grid = session.random_completion_within_effort(others) or clues
    return [digit and grid[cell] for cell, digit in enumerate(clues)]


def matches_from(session: Session, pattern: Pattern, clues: list[int]) -> Iterator[list[int]]:
    """Yield the clues of puzzles that match, on a walk from such a puzzle; each differs enough from the one before.

    The walk ends when it finds no puzzle for long. The ladder solves each, and `Session.prove`
    confirms with the oracle that it has one solution.
    """
    if not pattern.free_cells:
        return
    walk = Walk(session, pattern, clues)
    walk.note_match()
    # Where the first puzzle took long, so may the next.
    patience = max(PATIENCE, session.ratings)
    while puzzle := walk.find(patience):
        yield puzzle
