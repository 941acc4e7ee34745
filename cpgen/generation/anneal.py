"""Replacement method `anneal`: a walk over the pattern's digits, led out of contradictions by the oracle.

From time to time the walk pauses, and the oracle says whether its clues still have a completion. If not, the walk
continues from the last clues that had one, with some of them replaced by the digits of a random completion of the
others: a large neighbourhood search (Shaw 1998).
"""

from __future__ import annotations

from collections.abc import Iterator

from cpgen.generation.gibbs import Walk
from cpgen.generation.session import Session
from cpgen.notation import MAX_DIGIT
from cpgen.pattern import Pattern

FIRST_QUERY = (12, 100, 1_000), (16, 500, 2_000), (MAX_DIGIT, 100, 250)
"""Steps before the first query, doubled after each query whose answer is not no

Rows: largest side, steps for a quick oracle, steps for any other.
"""
REPLACED_SHARE = 0.05, 0.3
"""Least and greatest share of the free clues that a completion replaces; at least two are"""


def repair(session: Session, pattern: Pattern, clues: list[int]) -> list[int] | None:
    """Walk from clues that have a completion until a puzzle is accepted; None when the walk's patience ends."""
    if not pattern.free_cells:
        return None
    # `consistent` are the last clues that the oracle has found a completion for.
    consistent, first = clues, steps_to_query(session)
    pause, walk = first, Walk.of(session, pattern)
    walk.go_to(clues)
    left = walk.patience
    while left:
        steps = min(pause, left)
        found = walk.find(steps)
        if found:
            return found
        clues, left = walk.clues, left - steps
        # Query rarely: wait twice as long after each answer that the walk is fine, or that costs too much.
        answer = session.has_completion_if_known(clues) if left else None
        pause = first if answer is False else 2 * pause
        if answer is False:
            walk.go_to(replace_some(session, pattern, consistent))
        elif answer:
            consistent = clues
    return None


def matches_from(session: Session, pattern: Pattern, clues: list[int]) -> Iterator[list[int]]:
    """Yield the clues of puzzles that match, on a walk from such a puzzle; each differs enough from the one before.

    Ends when no puzzle is found for long. That each has one solution is shown by the ladder, not by the oracle.
    """
    if not pattern.free_cells:
        return
    walk = Walk.of(session, pattern)
    walk.leave(clues)
    # Where the first puzzle took long, so may the next.
    patience = max(walk.patience, session.ratings)
    while found := walk.find(patience):
        yield found


def steps_to_query(session: Session) -> int:
    """Return the steps of a walk before the first query."""
    size, is_quick = session.layout.size, session.has_quick_oracle
    return next(quick if is_quick else other for side, quick, other in FIRST_QUERY if size <= side)


def replace_some(session: Session, pattern: Pattern, clues: list[int]) -> list[int]:
    """Replace a few random clues by the digits of a random completion of the others, if the oracle finds one."""
    # Without a completion that is found in time, the clues stay as they are.
    cells = session.shuffled(pattern.free_cells)
    few = set(cells[: max(2, round(session.rng.uniform(*REPLACED_SHARE) * len(cells)))])
    grid = session.completion_if_found([0 if cell in few else digit for cell, digit in enumerate(clues)]) or clues
    return [digit and grid[cell] for cell, digit in enumerate(clues)]
