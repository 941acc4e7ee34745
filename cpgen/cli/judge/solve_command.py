"""`cpgen solve`: show the solution of puzzles, all solutions, or their number."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Annotated

import click
from msgspec import UNSET

from cpgen.answers.answer_base import joined
from cpgen.answers.puzzle_answers import Mistakes
from cpgen.answers.solution_answers import Counted, Grid
from cpgen.cli.board_text import draw_puzzle, line_here, puzzle_name
from cpgen.cli.command import command
from cpgen.cli.judge.faults import reported_mistakes
from cpgen.cli.judge.witness import WitnessOptions
from cpgen.cli.options import flag, option
from cpgen.cli.output import for_people, print_json, show, show_error, warn
from cpgen.cli.progress import INTERRUPTED, watching
from cpgen.constraints.any_of import alternatives_held
from cpgen.errors import ImpossibleError, InputError, NotFoundError
from cpgen.formats import Entry
from cpgen.messages import Message, counted
from cpgen.notation import line
from cpgen.oracles import Oracle, UndecidedError, Uniqueness
from cpgen.puzzle import Puzzle

CountOnly = Annotated[bool, flag("Print the number of solutions, without showing any.", "--count")]
All = Annotated[bool, flag("Show all solutions.", "--all")]
First = Annotated[int | None, option("N", "Show the first N solutions.", "--first", least=1)]


@command
def solve(*, asked: WitnessOptions, count: CountOnly = False, every: All = False, first: First = None) -> None:
    """Solve puzzles, with a warning when the solution is not unique.

    --all shows every solution, --first some of them, --count only their number; unless --oracle names another solver,
    bitset finds them. They are shown as they are found, and --time-limit holds for the whole command: when it or Ctrl-C
    ends --count, the number so far is shown, and the exit code is 3.

    --why shows what contradicts what in a puzzle without a solution, and which digits would leave one of several.

    The exit code is 4 when a puzzle has no solution.

    \b
    Example: cpgen solve 1....2....3....4
    Example: cpgen solve --count 1....2....3.....
    Example: cpgen solve --first 3 1....2....3.....
    """
    if count + every + bool(first) + asked.why > 1:
        raise InputError("Give only one of --count, --all, --first and --why.")
    if count or every or first:
        worst = _solve_many(asked, count, first)
    else:
        worst = asked.each(lambda puzzle, witness, _: _show_solution(puzzle, witness, asked.as_json))
    if worst:
        raise click.exceptions.Exit(worst)


def _show_solution(puzzle: Puzzle, witness: Uniqueness, as_json: bool) -> None:
    if not witness.grids:
        raise _none(puzzle)
    if as_json:
        return
    show(draw_puzzle(puzzle, witness.grids[0]) if for_people() else line_here(witness.grids[0]))
    for held in alternatives_held(puzzle.layout, witness.grids[0]) if for_people() else ():
        show(f"of the alternatives holds: {'; '.join(held)}")
    if not witness.unique:
        warn(f"{puzzle_name(puzzle)} has more than one solution; --all shows all, --count their number.")


def _solve_many(asked: WitnessOptions, count: bool, first: int | None) -> int:
    """Show the solutions of each puzzle, or their number if `count`; return the highest exit code of all errors.

    `first` limits the number of solutions; None for all.
    """
    from cpgen.requests.clock import Clock, OutOfTimeError

    # One clock for all puzzles: the time limit holds for the whole command.
    clock = Clock(asked.limit)
    try:
        oracle = asked.for_many_questions(clock.left)
    except OutOfTimeError:
        raise NotFoundError(Message("more-solutions", seconds=f"{asked.limit:g}", found=0)) from None

    def show_many(_: int, entry: Entry) -> None:
        puzzle, found, ended = entry.puzzle, 0, ""
        # `found` counts along, so that the number so far is known however the search ends.
        try:
            for found in _counted(oracle, puzzle) if count else _shown(oracle, puzzle, first, asked.as_json):  # noqa: B007
                pass
        except (OutOfTimeError, UndecidedError):
            ended, code = f"the time limit of {asked.limit:g} s has passed", NotFoundError.exit_code
        except KeyboardInterrupt:
            ended, code = "interrupted", NotFoundError.exit_code if count else INTERRUPTED
        if count:
            _show_count(oracle, entry, found, bool(ended), asked.as_json)
        if ended:
            show_error(f"{puzzle_name(puzzle)}: {ended}; there are at least {counted(found, 'solution')}.")
            raise click.exceptions.Exit(code)
        if not found and not count:
            raise _none(puzzle)

    return asked.inputs.each(show_many)


def _show_count(oracle: Oracle, entry: Entry, solutions: int, at_least: bool, as_json: bool) -> None:
    mistakes: Mistakes = UNSET
    if entry.state.begun and solutions == 1 and not at_least:
        mistakes = reported_mistakes(entry.state, oracle.uniqueness(entry.puzzle))
    if as_json:
        numbers = {"solution_count": solutions, "at_least": at_least}
        print_json(joined(Counted, entry.puzzle.as_record(), **numbers, mistakes=mistakes))
    else:
        show(f"{'at least ' * at_least}{solutions}")


def _counted(oracle: Oracle, puzzle: Puzzle) -> Iterator[int]:
    """Yield the number of solutions found so far, and show it on a line of progress."""
    return watching(oracle.counts(puzzle), lambda found: f"{counted(found, 'solution')} so far")


def _shown(oracle: Oracle, puzzle: Puzzle, first: int | None, as_json: bool) -> Iterator[int]:
    """Show the first solutions (None for all) as they are found, and yield their number so far."""
    for found, grid in enumerate(islice(oracle.solutions(puzzle), first), 1):
        if as_json:
            print_json(joined(Grid, puzzle.as_record(), solution=line(grid)))
        else:
            show(draw_puzzle(puzzle, grid) if for_people() else line_here(grid))
        yield found


def _none(puzzle: Puzzle) -> ImpossibleError:
    return ImpossibleError(f"{puzzle_name(puzzle)} has no solution.")
