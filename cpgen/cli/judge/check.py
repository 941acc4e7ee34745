"""`cpgen check`: whether puzzles have one solution."""

from __future__ import annotations

from typing import Annotated

import typer

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.drawing import draw_puzzle
from cpgen.cli.judge.witness import WitnessOptions
from cpgen.cli.output import for_people, show
from cpgen.errors import ImpossibleError

NONE, SEVERAL, WRONG = ImpossibleError.exit_code, 5, 6
"""The exit codes for a puzzle with no solution, with several, and for one with mistakes on its board"""

ExitZero = Annotated[
    bool, typer.Option("--exit-zero", help="End with exit code 0 whatever the puzzles turn out to be.")
]


@command
def check(*, given: WitnessOptions, exit_zero: ExitZero = False) -> None:
    """Check whether puzzles have exactly one solution.

    When there are several, two of them are shown, and where they differ.

    The exit code is 0 for exactly one solution, 4 for none, 5 for several, and 6 when a digit placed or a candidate is
    wrong. For several puzzles it is the highest, that of invalid ones (2) and of a time limit (3) included.

    \b
    Example: cpgen check 1....2....3....4 --exit-zero
    """
    verdicts = [0]

    def tell(puzzle: api.Puzzle, witness: api.Uniqueness, wrong: bool) -> None:
        if not given.as_json:
            show(witness_text(puzzle, witness))
        verdicts.append(verdict_on(witness, wrong))

    worst = given.each(tell)
    if code := worst if exit_zero else max(worst, *verdicts):
        raise typer.Exit(code)


def verdict_on(witness: api.Uniqueness, wrong: bool) -> int:
    """The exit code for a puzzle, which may have mistakes on its board."""
    if len(witness.grids) != 1:
        return SEVERAL if witness.grids else NONE
    return WRONG if wrong else 0


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
