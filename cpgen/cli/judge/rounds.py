"""`cpgen rounds`: a table of solving."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.drawing import in_digits, signs_of
from cpgen.cli.inputs import PuzzleOptions, opened
from cpgen.cli.judge.faults import judged
from cpgen.cli.naming import text_of_file
from cpgen.cli.options import GradingOptions, Json, Symbols
from cpgen.cli.output import STANDARD, print_json, show


@command
def rounds(*, given: PuzzleOptions, symbols: Symbols = "", grading: GradingOptions, as_json: Json = False) -> None:
    """Tabulate solving: open cells, rule and placed digits.

    The table has a row for every round.

    \b
    Example: cpgen rounds .31...2......4..
    """

    def show(state: api.State) -> None:
        grades = grading.on(state.layout)
        if state.begun:
            judged(state, api.rate(state, grades), api.Narrator(api.words_of("en")))
        rows = api.round_rows(state, grades.ladder)
        show_rounds(state.puzzle, rows, signs_of(symbols, state.layout.size), as_json)

    if symbols:
        for state in _in_symbols(given, symbols):
            show(state)
    else:
        given.show_each(show)


def _in_symbols(given: PuzzleOptions, symbols: str) -> Iterator[api.State]:
    """The puzzles that are given, written in the user's symbols."""
    layout = given.reading.layout_for(9)
    signs = signs_of(symbols, layout.size)
    for argument in given.puzzles or [STANDARD]:
        text = text_of_file(argument) if argument != STANDARD else None
        if argument == STANDARD:
            with opened(argument) as (_, stream):
                text = stream.read().decode("utf-8-sig", "surrogateescape")
        digits = in_digits(argument if text is None else text, signs)
        yield from (excerpt.read(layout).state for excerpt in api.puzzle_texts(digits, layout))


def show_rounds(puzzle: api.Puzzle, rows: Sequence[api.RoundRow], signs: Sequence[str], as_json: bool) -> None:
    """Shows the table: for every round the open cells before it, the rule, and the digits that it places."""
    name = puzzle.layout.cell_name
    for row in rows:
        placed = [(name(cell), signs[digit - 1]) for cell, digit in row.placed]
        if as_json:
            print_json(row.as_json(puzzle))
        else:
            digits = " ".join(f"{cell}={sign}" for cell, sign in placed) or "-"
            show(f"{row.number:>3}  {row.open_cells:>4} open  {api.title_of(row.rule):<27}  {digits}")
