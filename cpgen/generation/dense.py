"""Dense puzzles: more clues than random puzzles usually have.

With many clues a random filling is solved in a few rounds, and a walk hardly ever reaches the steps of a grade. A
puzzle with a usual number of clues is found quickly, though. So an attempt makes such a puzzle, and adds clues of its
solution, orbit by orbit of the symmetry, as long as the target accepts the puzzle.
"""

from __future__ import annotations

from cpgen.generation.session import Session
from cpgen.requests.puzzle_request import Request
from cpgen.symmetry.square import orbits

ORDERS = 10
"""Random orders in which clues are added to one puzzle; together they take about as long as finding the puzzle"""
ATTEMPTS = 300
"""Attempts without a puzzle after which a start is given up, some seconds on 9×9"""


def add_clues(session: Session, request: Request, clues: list[int]) -> list[int] | None:
    """Add clues to an accepted puzzle until it has the requested number; None if the target rules that out."""
    rating = session.rate(clues)
    grid = rating.digits if rating.solved else session.random_completion(clues)
    if grid is None:
        return None
    groups = [orbit for orbit in orbits(request.layout.size, request.symmetry or "none") if not clues[orbit[0]]]
    for _ in range(ORDERS):
        added, missing = list(clues), request.clue_count - sum(map(bool, clues))
        for place in session.rng.permutation(len(groups)).tolist():
            # Larger orbits may not fit any more; smaller ones can still complete the number.
            if len(groups[place]) > missing:
                continue
            trial = list(added)
            for cell in groups[place]:
                trial[cell] = grid[cell]
            if session.target.accepts(session.rate(trial)):
                added, missing = trial, missing - len(groups[place])
                if missing == 0:
                    return added
    return None
