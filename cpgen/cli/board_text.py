"""Boards and ratings as text, with any symbols for the digits, of any width."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from math import isqrt
from typing import TYPE_CHECKING

import click

from cpgen.cli.output import BOLD, PLAIN, REVERSE, for_people, in_colour, require_writable
from cpgen.formats.digit_symbols import cells_in, line_in, signs_of
from cpgen.formats.lines import layout_after
from cpgen.messages import counted
from cpgen.state import State
from cpgen.translations import words_of

if TYPE_CHECKING:
    from cpgen.difficulty import GradedPuzzle
    from cpgen.layout import Layout
    from cpgen.puzzle import Puzzle

PICTURES_PER_ROW = 8
"""Number of pictures that `side_by_side` puts in a row"""


def symbols_here() -> str:
    """Return the value of --symbols of the command that runs, or ""."""
    context = click.get_current_context(silent=True)
    return (context.params.get("symbols") or "") if context else ""


def signs_here(size: int) -> tuple[str, ...]:
    """Return the signs of the digits 1 to `size`: those of --symbols of the command that runs, or the usual ones.

    Raises:
        InputError: They do not fit the board, or standard output cannot show them.
    """
    signs = signs_of(symbols_here(), size)
    require_writable(signs)
    return signs


def line_here(digits: Sequence[int]) -> str:
    """Return the digits of a whole board on one line, in the symbols of the command that runs."""
    return line_in(signs_here(isqrt(len(digits))), digits)


def draw_puzzle(puzzle: Puzzle, digits: Sequence[int] = (), marked: Container[int] = ()) -> str:
    """Draw the board of a puzzle; at a terminal with colours, clues are bold and marked cells in reverse.

    `digits` are n² digits, 0 in open cells; by default the clues.
    """
    clues = {cell for cell, digit in enumerate(puzzle.clues) if digit}
    signs = signs_here(puzzle.layout.size)
    return draw_cells(puzzle.layout, cells_in(signs, digits or puzzle.clues), clues, marked)


def draw_cells(layout: Layout, cells: Sequence[str], bold: Container[int] = (), marked: Container[int] = ()) -> str:
    """Draw a board with the n² texts `cells`, of any width, right-aligned in its cells.

    At a terminal with colours, the cells of `bold` are bold and those of `marked` in reverse.
    """
    from cpgen.render.terminal import draw_board

    width = max(map(width_of, cells))
    texts = []
    for cell, text in enumerate(cells):
        code = (REVERSE if cell in marked else BOLD if cell in bold else "") if in_colour() else ""
        texts.append(" " * (width - width_of(text)) + (f"{code}{text}{PLAIN}" if code else text))
    return draw_board(layout, texts, width)


def layout_after_line(layout: Layout) -> str:
    """Return the text of a layout that follows a puzzle on its line; "" for the default boxes of its side.

    People see the numbers of cages and other constraints instead of the constraints.
    """
    return f" ({layout.title})" if layout.further and for_people() else layout_after(layout)


def puzzle_name(puzzle: Puzzle) -> str:
    """Return the line of a puzzle, to name it in a sentence, with the title of its layout if that has constraints."""
    name = line_here(puzzle.clues)
    return f"{name} ({puzzle.layout.title})" if puzzle.layout.further else name


def width_of(text: str) -> int:
    """Return the number of columns that a text takes on a terminal; a sign of several code points takes two.

    >>> width_of("12"), width_of("〇"), width_of("☆️")
    (2, 2, 2)
    """
    from rich.cells import cell_len

    joined = len(text) > 1 and any(mark in text for mark in "\u200d\ufe0f")
    return 2 if joined else cell_len(text)


def side_by_side(pictures: Mapping[str, Sequence[str]]) -> list[str]:
    """Arrange pictures of one height in rows, each below its caption, and return the lines.

    `pictures` maps each caption to the lines of its picture.
    """
    captioned = [[caption, *rows] for caption, rows in pictures.items()]
    width = max(4, *(len(row) for column in captioned for row in column)) + 2
    lines = []
    for first in range(0, len(captioned), PICTURES_PER_ROW):
        group = captioned[first : first + PICTURES_PER_ROW]
        lines += ["".join(f"{part:<{width}}" for part in parts).rstrip() for parts in zip(*group, strict=True)]
        lines.append("")
    return lines


def rating_sentence(graded: GradedPuzzle) -> str:
    """Return one line with the grades of a puzzle on the paper's scale and HoDoKu's, its level, steps and clues."""
    from cpgen.difficulty.scales import both_scales
    from cpgen.rater.explain import title_of

    rating = graded.rating
    hardest = f" ({title_of(rating.hardest)})" if rating.score else ""
    scored = [f"score {rating.score}"] if rating.score else []
    counts = (counted(rating.steps, "step"), counted(State.of(graded.puzzle).puzzle.clue_count, "clue"))
    return " · ".join([both_scales(graded, words_of("en")), f"level {rating.level}{hardest}", *scored, *counts])
