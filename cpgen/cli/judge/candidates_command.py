"""`cpgen candidates`: show the digits that each cell has in some solution."""

from __future__ import annotations

from typing import Annotated

import click
from msgspec import UNSET
from msgspec.structs import replace

from cpgen.answers.puzzle_answers import Mistakes
from cpgen.cli.board_text import draw_cells, puzzle_name, signs_here
from cpgen.cli.command import command
from cpgen.cli.inputs import PuzzleOptions
from cpgen.cli.judge.faults import reported_mistakes
from cpgen.cli.options import Json, Limit, OracleName, option
from cpgen.cli.output import for_people, print_json, show, show_error
from cpgen.cli.progress import watching
from cpgen.errors import ImpossibleError
from cpgen.feasibility.true_candidates import LIMIT, TrueCandidates, find_true_candidates
from cpgen.messages import counted
from cpgen.oracles import Oracle, Uniqueness, open_oracle
from cpgen.state import State

CountLimit = Annotated[int, option("N", "Count the solutions up to this number.", "--limit", least=1)]


@command
def candidates(
    *,
    inputs: PuzzleOptions,
    limit: CountLimit = LIMIT,
    oracle: OracleName = "bitset",
    seconds: Limit = 60.0,
    as_json: Json = False,
) -> None:
    """Show the digits that each cell has in some solution.

    The number of solutions follows, counted up to --limit. Ctrl-C ends the search and shows what is known; a question
    mark follows the digits of a cell that may have more, and the exit code is 130. Placed digits and noted candidates
    are compared with the only solution, but do not count as clues.

    The exit code is 4 when a puzzle has no solution.

    \b
    Example: cpgen candidates 1....2....3.....
    """
    solver = open_oracle(oracle, seconds)
    worst = inputs.each(lambda _, entry: _show_candidates(entry.state, solver, limit, as_json))
    if worst:
        raise click.exceptions.Exit(worst)


def _show_candidates(state: State, oracle: Oracle, limit: int, as_json: bool) -> None:
    puzzle = state.puzzle
    found: list[TrueCandidates] = []
    try:
        for one in watching(find_true_candidates(puzzle, oracle, limit), _left):
            found[:] = [one]
    except KeyboardInterrupt:
        for one in found:
            _show(one, UNSET, as_json)
        show_error(f"interrupted: {_left(found[0])}." if found else "interrupted.")
        raise click.exceptions.Exit(130) from None
    _show(found[0], reported_mistakes(state, Uniqueness(found[0].only_solution)), as_json)
    if found[0].is_complete and not found[0].solutions:
        raise ImpossibleError(f"{puzzle_name(puzzle)} has no solution.")


def _left(candidates: TrueCandidates) -> str:
    """Return words for what is still unknown in a search for true candidates, as in `7 candidates undecided`."""
    if candidates.open_questions:
        return f"{counted(candidates.open_questions, 'candidate')} undecided"
    return "all candidates decided" if candidates.is_counted else "the solutions are not yet counted"


def _show(candidates: TrueCandidates, mistakes: Mistakes, as_json: bool) -> None:
    if as_json:
        print_json(replace(candidates.as_record(), mistakes=mistakes))
        return
    if candidates.is_complete and not candidates.solutions:
        return
    layout = candidates.puzzle.layout
    signs = signs_here(layout.size)
    between = "" if max(map(len, signs)) == 1 else ","
    texts = [
        (between.join(signs[digit - 1] for digit in digits) + "?" * bool(unknown)) or "."
        for digits, unknown in zip(candidates.digits, candidates.unknown, strict=True)
    ]
    if for_people():
        clues = {cell for cell, clue in enumerate(candidates.puzzle.clues) if clue}
        show(draw_cells(layout, texts, clues))
        show(_counted_solutions(candidates))
    else:
        for row in range(layout.size):
            show(" ".join(texts[row * layout.size : (row + 1) * layout.size]))
        show(f"# {_counted_solutions(candidates)}")


def _counted_solutions(candidates: TrueCandidates) -> str:
    number = counted(candidates.solutions, "solution")
    rest = "" if candidates.is_complete else f"; incomplete: {_left(candidates)}"
    return f"{number if candidates.is_exact else f'at least {number}'}{rest}"
