"""Generation phase `sample`: the pattern's digits are read off a random grid."""

from __future__ import annotations

from cpgen.generation.run import Run


def fill(run: Run) -> list[int] | None:
    """Clues for the whole pattern from a grid that the oracle completes; None when there is none."""
    grid = run.random_completion(run.pattern.fixed_clues())
    if grid is None:
        return None
    clues = [0] * len(grid)
    for cell in run.pattern.cells:
        clues[cell] = grid[cell]
    return clues
