"""`cpgen solve`: show the solution of puzzles, all solutions, or their number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import click

from cpgen.cli.command import command
from cpgen.cli.drawing import draw_puzzle, puzzle_name
from cpgen.cli.judge.witness import WitnessOptions
from cpgen.cli.options import flag
from cpgen.cli.output import for_people, print_json, show, warn
from cpgen.errors import ImpossibleError, InputError
from cpgen.notation import line
from cpgen.oracles import Oracle, Uniqueness
from cpgen.puzzle import Grid, Puzzle

CountOnly = Annotated[bool, flag("Print the number of solutions, without showing any.", "--count")]
All = Annotated[bool, flag("Show all solutions.", "--all")]


@command
def solve(*, given: WitnessOptions, count: CountOnly = False, every: All = False) -> None:
    """Solve puzzles, with a warning when the solution is not unique.

    --all shows every solution, --count only their number; unless --oracle names another solver, bitset finds them.
    --why shows what contradicts what in a puzzle without a solution, and which digits would leave one of several.

    The exit code is 4 when a puzzle has no solution.

    \b
    Example: cpgen solve 1....2....3....4
    Example: cpgen solve --count 1....2....3.....
    """
    if count + every + given.why > 1:
        raise InputError("Give only one of --count, --all and --why.")
    if count or every:
        oracle = given.for_many_questions(given.limit)
        show_many = _show_count if count else _show_all
        worst = given.given.each(lambda _, entry: show_many(oracle, entry.puzzle, given.as_json))
    else:
        worst = given.each(lambda puzzle, witness, _: _show_solution(puzzle, witness, given.as_json))
    if worst:
        raise click.exceptions.Exit(worst)


def _show_solution(puzzle: Puzzle, witness: Uniqueness, as_json: bool) -> None:
    if not witness.grids:
        raise _none(puzzle)
    if as_json:
        return
    show(draw_puzzle(puzzle, witness.grids[0]) if for_people() else line(witness.grids[0]))
    if not witness.unique:
        warn(f"{puzzle_name(puzzle)} has more than one solution; --all shows all, --count their number.")


def _show_count(oracle: Oracle, puzzle: Puzzle, as_json: bool) -> None:
    found = oracle.count(puzzle, None)
    if as_json:
        print_json({"puzzle": puzzle.line, "layout": puzzle.layout.spec, "solution_count": found})
    else:
        show(str(found))


def _show_all(oracle: Oracle, puzzle: Puzzle, as_json: bool) -> None:
    found = 0
    for found, grid in enumerate(solutions(oracle, puzzle), 1):  # noqa: B007
        if as_json:
            print_json({"puzzle": puzzle.line, "layout": puzzle.layout.spec, "solution": line(grid)})
        else:
            show(draw_puzzle(puzzle, grid) if for_people() else line(grid))
    if not found:
        raise _none(puzzle)


def solutions(oracle: Oracle, puzzle: Puzzle) -> Iterator[Grid]:
    """Yield all solutions: where two differ in a cell, those with each digit in it."""
    parts = [puzzle]
    while parts:
        part = parts.pop()
        witness = oracle.uniqueness(part)
        if len(witness.grids) < 2:
            yield from witness.grids
            continue
        cell = witness.differing[0]
        before, after = part.clues[:cell], part.clues[cell + 1 :]
        parts += [Puzzle(part.layout, (*before, digit, *after)) for digit in range(part.layout.size, 0, -1)]


def _none(puzzle: Puzzle) -> ImpossibleError:
    return ImpossibleError(f"{puzzle_name(puzzle)} has no solution.")
