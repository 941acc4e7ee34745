"""`cpgen solve`: the solution of puzzles."""

from __future__ import annotations

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.drawing import draw_puzzle
from cpgen.cli.inputs import PuzzleOptions
from cpgen.cli.options import Json, SolverOptions
from cpgen.cli.output import for_people, print_json, show, warn
from cpgen.errors import ImpossibleError


@command
def solve(*, given: PuzzleOptions, by: SolverOptions, as_json: Json = False) -> None:
    """Solve puzzles, with a warning when the solution is not unique.

    The exit code is 4 when a puzzle has no solution.

    \b
    Example: cpgen solve 1....2....3....4
    """
    solver = by.solver
    given.show_each(lambda puzzle: _show_solution(puzzle, solver.uniqueness(puzzle), as_json))


def _show_solution(puzzle: api.Puzzle, witness: api.Uniqueness, as_json: bool) -> None:

    if as_json:
        print_json(witness.as_json(puzzle))
    if not witness.grids:
        raise ImpossibleError(f"{puzzle.line} has no solution.")
    if as_json:
        return
    show(draw_puzzle(puzzle, witness.grids[0]) if for_people() else api.line(witness.grids[0]))
    if not witness.unique:
        warn(f"{puzzle.line} has more than one solution; `cpgen check` shows two.")
