"""Generation phase `sample`: the pattern's digits are read off a random grid."""

from __future__ import annotations

from cpgen.errors import ImpossibleError
from cpgen.generate.workbench import Workbench


def fill(bench: Workbench) -> list[int]:
    """Clues for the whole pattern from a grid that the oracle completes; raises ImpossibleError when there is none."""
    grid = bench.random_completion(bench.pattern.fixed_clues())
    if grid is None:
        raise ImpossibleError(
            "The fixed digits of the pattern leave no grid: no filling of the board has all of them."
            if any(bench.pattern.fixed)
            else "This layout has no grid: no filling of the board keeps to all of its houses."
        )
    clues = [0] * len(grid)
    for cell in bench.pattern.cells:
        clues[cell] = grid[cell]
    return clues
