"""How are grids and dug puzzles shown, with any symbols for digits, however wide?"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from cpgen.cli import shown
from cpgen.cli.options import ShowOptions
from cpgen.cli.symbols import cells_in, line_in
from cpgen.errors import counted
from cpgen.generation.digging.centre import CentrePattern
from cpgen.generation.digging.request import Dug
from cpgen.generation.digging.rounds import RoundRow
from cpgen.layout import Layout
from cpgen.objects import dug_object, table_object
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import title_of
from cpgen.render.terminal import draw_board

HOLE = "\0"
"""Stands for a cell in a board that is drawn before its texts are known to be wide"""
PICTURES = 8
"""Pictures of centre patterns in a row"""


def width_of(text: str) -> int:
    """How many columns a text takes on a terminal; what is made of several code points takes two.

    >>> width_of("12"), width_of("〇"), width_of("☆️")
    (2, 2, 2)
    """
    from rich.cells import cell_len

    joined = len(text) > 1 and any(mark in text for mark in "\u200d\ufe0f")
    return 2 if joined else cell_len(text)


def drawn(layout: Layout, cells: Sequence[str], strong: Collection[int] = ()) -> str:
    """The board with one text a cell, right-aligned, however wide; those of the strong cells in bold."""
    width = max(map(width_of, cells))
    texts = iter([_padded(text, width, cell in strong) for cell, text in enumerate(cells)])
    rows = draw_board(layout, [HOLE] * len(cells)).splitlines()
    first = next(row for row in rows if HOLE in row)
    places = {place for place, character in enumerate(first) if character == HOLE}
    return "\n".join(_widened(row, places, width, texts) for row in rows)


def _padded(text: str, width: int, strong: bool) -> str:
    blanks = " " * (width - width_of(text))
    return blanks + (f"{shown.BOLD}{text}{shown.PLAIN}" if strong and shown.in_colour() else text)


def _widened(row: str, places: set[int], width: int, texts: Iterable[str]) -> str:
    """The row with the next texts in its holes, or, in a row without, the lines drawn on over their width."""
    source = iter(texts)
    return "".join(
        next(source) if character == HOLE else character * width if place in places else character
        for place, character in enumerate(row)
    )


def dug_sentence(made: Dug) -> str:
    """What is to be known of a dug puzzle, in one line."""
    kept = "minimal" if made.minimal else f"no {made.symmetry} orbit can go" if made.orbit_minimal else "not minimal"
    rating = made.rating
    solved = f"level {rating.level}, {rating.steps} steps" if rating.solved else "the ladder gets stuck"
    return f"{counted(made.puzzle.clue_count, 'clue')} · {kept} · {solved} · one solution, shown by CP-SAT"


def show_dug(made: Dug, signs: Sequence[str], showing: ShowOptions) -> None:
    """Shows a dug puzzle: an object, a drawn board for people, or a line for a pipe."""
    puzzle = made.puzzle
    if showing.as_json:
        shown.tell_json(dug_object(made))
        return
    given = line_in(signs, puzzle.clues)
    if not shown.for_people():
        shown.tell(f"{given}\t{line_in(signs, made.solution)}" if showing.solution else given)
        return
    strong = {cell for cell, digit in enumerate(puzzle.clues) if digit}
    shown.tell(drawn(puzzle.layout, cells_in(signs, puzzle.clues), strong))
    shown.tell(dug_sentence(made))
    shown.tell(given)
    if showing.solution:
        shown.tell(drawn(puzzle.layout, cells_in(signs, made.solution), strong))


def show_rounds(puzzle: Puzzle, rows: Sequence[RoundRow], signs: Sequence[str], as_json: bool) -> None:
    """Shows the round table: a row a round with the cells open before it, the rule, the digits placed."""
    name = puzzle.layout.cell_name
    for row in rows:
        placed = [(name(cell), signs[digit - 1]) for cell, digit in row.placed]
        if as_json:
            shown.tell_json(table_object(puzzle, row))
        else:
            digits = " ".join(f"{cell}={sign}" for cell, sign in placed) or "-"
            shown.tell(f"{row.number:>3}  {row.open_cells:>4} open  {title_of(row.rule):<27}  {digits}")


def picture_lines(layout: Layout, patterns: Sequence[CentrePattern]) -> list[str]:
    """The pictures of centre patterns, several in a row, each under its number."""
    lines = []
    for first in range(0, len(patterns), PICTURES):
        group = [(one.number, one.picture(layout)) for one in patterns[first : first + PICTURES]]
        width = max(4, len(group[0][1][0])) + 2
        lines.append("".join(f"{number:<{width}}" for number, _ in group).rstrip())
        lines += [
            "".join(f"{part:<{width}}" for part in parts).rstrip() for parts in zip(*(p for _, p in group), strict=True)
        ]
        lines.append("")
    return lines
