"""`cpgen check`: check whether puzzles have exactly one solution."""

from __future__ import annotations

from typing import Annotated

import click

from cpgen.cli.board_text import draw_puzzle, line_here, puzzle_name
from cpgen.cli.command import command
from cpgen.cli.judge.witness import WitnessOptions
from cpgen.cli.options import flag
from cpgen.cli.output import for_people, show
from cpgen.errors import ImpossibleError
from cpgen.oracles import Uniqueness
from cpgen.puzzle import Puzzle

NONE, SEVERAL, WRONG = ImpossibleError.exit_code, 5, 6
"""The exit codes for a puzzle with no solution, with several, and with mistakes on its board"""

ExitZero = Annotated[bool, flag("Always exit with code 0.", "--exit-zero")]


@command
def check(*, asked: WitnessOptions, exit_zero: ExitZero = False) -> None:
    """Check whether puzzles have exactly one solution.

    When there are several, two of them are shown, and where they differ. --why shows which digits, or values of
    constraints that are left open, would leave one of them, and, when there is none, what contradicts what.

    The exit code is 0 for exactly one solution, 4 for none, 5 for several, and 6 when a placed digit or a candidate is
    wrong. With several puzzles it is the highest, including 2 for an invalid puzzle and 3 for the time limit.

    \b
    Example: cpgen check 1....2....3....4 --exit-zero
    Example: cpgen check --why 12.....3........ --exit-zero
    """
    verdicts = [0]

    def show_witness(puzzle: Puzzle, witness: Uniqueness, wrong: bool) -> None:
        if not asked.as_json:
            show(witness_text(puzzle, witness))
        verdicts.append(verdict_on(witness, wrong))

    worst = asked.each(show_witness)
    if code := worst if exit_zero else max(worst, *verdicts):
        raise click.exceptions.Exit(code)


def verdict_on(witness: Uniqueness, wrong: bool) -> int:
    """Return the exit code of `cpgen check` for a puzzle.

    `witness` is the oracle's answer, and `wrong` is True if a placed digit or a candidate is wrong.
    """
    if len(witness.grids) != 1:
        return SEVERAL if witness.grids else NONE
    return WRONG if wrong else 0


def witness_text(puzzle: Puzzle, witness: Uniqueness) -> str:
    """Return a sentence on the number of solutions; of several, two are drawn with the differing cells marked."""
    if not witness.grids:
        return f"{puzzle_name(puzzle)} has no solution."
    if witness.unique:
        return f"{puzzle_name(puzzle)} has exactly one solution."
    names = ", ".join(puzzle.layout.cell_name(cell) for cell in witness.differing)
    heading = f"{puzzle_name(puzzle)} has more than one solution; two differ in {len(witness.differing)} cells: {names}"
    draw = (lambda grid: draw_puzzle(puzzle, grid, witness.differing)) if for_people() else line_here
    return "\n".join([heading, *map(draw, witness.grids)])
