"""`cpgen check`: whether puzzles have one solution."""

from __future__ import annotations

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.drawing import draw_puzzle
from cpgen.cli.judge.witness import WitnessOptions
from cpgen.cli.output import for_people, show


@command
def check(*, given: WitnessOptions) -> None:
    """Check whether puzzles have exactly one solution.

    When there are several, two of them are shown, and where they differ.

    \b
    Example: cpgen check 1....2....3....4
    """
    given.show_each(lambda puzzle, witness: show(witness_text(puzzle, witness)))


def witness_text(puzzle: api.Puzzle, witness: api.Uniqueness) -> str:
    """How many solutions a puzzle has; of several, two are shown with the cells that differ marked."""
    if not witness.grids:
        return f"{puzzle.line} has no solution."
    if witness.unique:
        return f"{puzzle.line} has exactly one solution."
    names = ", ".join(puzzle.layout.cell_name(cell) for cell in witness.differing)
    heading = f"{puzzle.line} has more than one solution; two differ in {len(witness.differing)} cells: {names}"
    draw = (lambda grid: draw_puzzle(puzzle, grid, witness.differing)) if for_people() else api.line
    return "\n".join([heading, *map(draw, witness.grids)])
