"""Dense puzzles: more clues than random puzzles usually have.

With many clues a random filling is solved in a few rounds, and neither a walk nor digging is likely to reach the steps
of a grade. A puzzle with a usual number of clues is found quickly, though. So an attempt makes such a puzzle, and adds
clues of its solution, orbit by orbit of the symmetry, as long as the puzzle is accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cpgen.messages import Message
from cpgen.requests.clock import GaveUpError

if TYPE_CHECKING:
    import numpy as np

ORDERS = 10
"""Random orders in which clues are added to one puzzle; together they take about as long as finding the puzzle"""
ALL_EVERY = 4
"""One in so many attempts begins with a pattern of all clues, instead of adding clues"""
ATTEMPTS = 300
"""Attempts without a puzzle after which the search is given up, some seconds on 9×9"""

Accepts = Callable[[list[int]], bool]


def adds_clues(number: int) -> bool:
    """Return True if the attempt of this number adds clues to a puzzle with fewer, False if it begins with all.

    Raises:
        GaveUpError: if there were enough attempts before it.
    """
    if number == ATTEMPTS:
        raise GaveUpError(Message("dense-none"))
    # On small boards there may be no puzzle with fewer clues, so some attempts begin with all of them.
    return number % ALL_EVERY < ALL_EVERY - 1


def add_clues(
    clues: Sequence[int],
    grid: Sequence[int],
    groups: Sequence[Sequence[int]],
    wanted: int,
    rng: np.random.Generator,
    accepts: Accepts,
) -> list[int] | None:
    """Add clues of the solution to a puzzle until it has the wanted number.

    Args:
        clues: The clues by cell, 0 for an open cell.
        grid: The solution.
        groups: Groups of cells that are given or open together.
        wanted: The number of clues to reach.
        rng: Random generator for the order in which groups are tried.
        accepts: Function that is called with the clues after each addition; False undoes it.

    Returns:
        The clues, or None if no order of `ORDERS` reaches the number.
    """
    open_groups = [group for group in groups if not clues[group[0]]]
    for _ in range(ORDERS):
        added, missing = list(clues), wanted - sum(map(bool, clues))
        for number in rng.permutation(len(open_groups)).tolist():
            group = open_groups[number]
            # Larger groups may not fit any more; smaller ones can still complete the number.
            if len(group) > missing:
                continue
            trial = list(added)
            for cell in group:
                trial[cell] = grid[cell]
            if accepts(trial):
                added, missing = trial, missing - len(group)
                if missing == 0:
                    return added
    return None
