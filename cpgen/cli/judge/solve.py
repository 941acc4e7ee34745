"""`cpgen solve`: the solution of puzzles."""

from __future__ import annotations

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.drawing import draw_puzzle
from cpgen.cli.judge.witness import WitnessOptions
from cpgen.cli.output import for_people, show, warn


@command
def solve(*, given: WitnessOptions) -> None:
    """Solve puzzles, with a warning when the solution is not unique.

    The exit code is 4 when a puzzle has no solution.

    \b
    Example: cpgen solve 1....2....3....4
    """
    given.show_each(_show_solution, must_solve=True)


def _show_solution(puzzle: api.Puzzle, witness: api.Uniqueness) -> None:
    show(draw_puzzle(puzzle, witness.grids[0]) if for_people() else api.line(witness.grids[0]))
    if not witness.unique:
        warn(f"{puzzle.line} has more than one solution; `cpgen check` shows two.")
