"""`cpgen rounds`: show the solution path as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cpgen.cli.command import command
from cpgen.cli.drawing import in_digits, signs_of
from cpgen.cli.inputs import PuzzleOptions, opened
from cpgen.cli.judge.faults import report_mistakes
from cpgen.cli.naming import text_of_file
from cpgen.cli.options import GradingOptions, Json, Symbols
from cpgen.cli.output import STANDARD, print_json, show
from cpgen.puzzle import Puzzle
from cpgen.state import State

if TYPE_CHECKING:
    from cpgen.rater.explain import RoundRow


@command
def rounds(*, given: PuzzleOptions, symbols: Symbols = "", grading: GradingOptions, as_json: Json = False) -> None:
    """Show the solution path as a table, one row per round.

    A row has the number of open cells, the rule, and the digits placed.

    \b
    Example: cpgen rounds .31...2......4..
    """
    from cpgen.rater.explain import round_rows

    def show(state: State) -> None:
        grades = grading.on(state.layout)
        report_mistakes(state, None)
        rows = round_rows(state, grades.ladder)
        show_rounds(state.puzzle, rows, signs_of(symbols, state.layout.size), as_json)

    if symbols:
        for state in _in_symbols(given, symbols):
            show(state)
    else:
        given.show_each(show)


def _in_symbols(given: PuzzleOptions, symbols: str) -> Iterator[State]:
    """Yield the given puzzles, which are written in the user's symbols."""
    from cpgen.formats import puzzle_texts

    layout = given.reading.layout_for(9)
    signs = signs_of(symbols, layout.size)
    for argument in given.puzzles or [STANDARD]:
        text = text_of_file(argument) if argument != STANDARD else None
        if argument == STANDARD:
            with opened(argument) as (_, stream):
                text = stream.read().decode("utf-8-sig", "surrogateescape")
        digits = in_digits(argument if text is None else text, signs)
        yield from (excerpt.read(layout).state for excerpt in puzzle_texts(digits, layout))


def show_rounds(puzzle: Puzzle, rows: Sequence[RoundRow], signs: Sequence[str], as_json: bool) -> None:
    """Show the table: for every round the open cells before it, the rule, and the digits that it places."""
    from cpgen.rater.explain import title_of

    name = puzzle.layout.cell_name
    for row in rows:
        placed = [(name(cell), signs[digit - 1]) for cell, digit in row.placed]
        if as_json:
            print_json(row.as_json(puzzle))
        else:
            digits = " ".join(f"{cell}={sign}" for cell, sign in placed) or "-"
            show(f"{row.number:>3}  {row.open_cells:>4} open  {title_of(row.rule):<27}  {digits}")
