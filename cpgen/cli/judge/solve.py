"""`cpgen solve`: show the solution of puzzles."""

from __future__ import annotations

import click

from cpgen.cli.command import command
from cpgen.cli.drawing import draw_puzzle
from cpgen.cli.judge.witness import WitnessOptions
from cpgen.cli.output import for_people, show, warn
from cpgen.errors import ImpossibleError
from cpgen.notation import line
from cpgen.oracles import Uniqueness
from cpgen.puzzle import Puzzle


@command
def solve(*, given: WitnessOptions) -> None:
    """Solve puzzles, with a warning when the solution is not unique.

    The exit code is 4 when a puzzle has no solution.

    \b
    Example: cpgen solve 1....2....3....4
    """

    def show_solution(puzzle: Puzzle, witness: Uniqueness, wrong: bool) -> None:
        if not witness.grids:
            raise ImpossibleError(f"{puzzle.line} has no solution.")
        if given.as_json:
            return
        show(draw_puzzle(puzzle, witness.grids[0]) if for_people() else line(witness.grids[0]))
        if not witness.unique:
            warn(f"{puzzle.line} has more than one solution; `cpgen check` shows two.")

    if worst := given.each(show_solution):
        raise click.exceptions.Exit(worst)
