"""Boards and ratings as text, with any symbols for the digits, of any width."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import TYPE_CHECKING

from cpgen.cli.output import BOLD, PLAIN, REVERSE, for_people, in_colour, require_writable
from cpgen.errors import InputError, counted
from cpgen.notation import BLANKS, FRAME, MAX_DIGIT, SYMBOLS

if TYPE_CHECKING:
    from cpgen.difficulty import GradedPuzzle
    from cpgen.layout import Layout
    from cpgen.puzzle import Puzzle

PICTURES_PER_ROW = 8
"""Number of small pictures next to each other"""


def signs_of(symbols: str, size: int) -> tuple[str, ...]:
    """Return the signs for the digits: the user's symbols, the default ones, or numbers if `size` is above 36.

    Raises:
        InputError: There are too few or too many symbols, one occurs twice, or one marks an open cell or a frame.
    """
    if not symbols.strip():
        return tuple(SYMBOLS[:size]) if size <= MAX_DIGIT else tuple(map(str, range(1, size + 1)))
    from cpgen.render.picture import read_symbols

    signs = read_symbols(symbols, size)
    if len(signs) > size:
        raise InputError(f"There are {counted(len(signs), 'symbol')}, but this board has {size} digits.")
    require_writable(signs)
    for sign in signs:
        if sign in BLANKS or set(sign) & FRAME:
            raise InputError(f"{sign!r} cannot be used for a digit: it marks an open cell or a frame.")
    return signs


def in_digits(text: str, signs: Sequence[str]) -> str:
    """Replace the user's symbols in a text by the default ones; raise InputError for an unknown symbol."""
    if list(signs) == list(SYMBOLS[: len(signs)]):
        return text
    longest_first = sorted(signs, key=len, reverse=True)
    out, place = "", 0
    while place < len(text):
        sign = next((sign for sign in longest_first if text.startswith(sign, place)), text[place])
        if sign in signs:
            out += SYMBOLS[signs.index(sign)]
        elif sign.isspace() or sign == "/" or sign in BLANKS or sign in FRAME:
            out += sign
        else:
            raise InputError(f"{sign!r} is not one of the symbols {' '.join(signs)}, and not a mark of an open cell.")
        place += len(sign)
    return out


def cells_in(signs: Sequence[str], digits: Sequence[int]) -> list[str]:
    """Return the sign of each digit, a dot for an open cell."""
    sign_of = (".", *signs)
    return [sign_of[digit] for digit in digits]


def line_in(signs: Sequence[str], digits: Sequence[int]) -> str:
    """Return the digits on one line, separated by blanks if a sign has several characters."""
    return (" " if max(map(len, signs)) > 1 else "").join(cells_in(signs, digits))


def draw_puzzle(
    puzzle: Puzzle, digits: Sequence[int] = (), marked: Container[int] = (), signs: Sequence[str] = SYMBOLS
) -> str:
    """Draw the board of a puzzle with these digits, by default its clues; clues are bold, marked cells in reverse."""
    clues = {cell for cell, digit in enumerate(puzzle.clues) if digit}
    return draw_cells(puzzle.layout, cells_in(signs, digits or puzzle.clues), clues, marked)


def draw_cells(layout: Layout, cells: Sequence[str], bold: Container[int] = (), marked: Container[int] = ()) -> str:
    """Draw the board with a text of any width in each cell, right-aligned; some cells are bold or in reverse."""
    from cpgen.render.terminal import draw_board

    width = max(map(width_of, cells))
    texts = []
    for cell, text in enumerate(cells):
        code = (REVERSE if cell in marked else BOLD if cell in bold else "") if in_colour() else ""
        texts.append(" " * (width - width_of(text)) + (f"{code}{text}{PLAIN}" if code else text))
    return draw_board(layout, texts, width)


def layout_after_line(layout: Layout) -> str:
    """Return what follows a puzzle's line: the layout unless it is the default one.

    People see the number of further constraints instead of the constraints.
    """
    from cpgen.formats.lines import layout_after

    return f" ({layout.title})" if layout.further and for_people() else layout_after(layout)


def puzzle_name(puzzle: Puzzle) -> str:
    """Return the line of a puzzle, to name it in a sentence, with the title of its layout if that has constraints."""
    return f"{puzzle.line} ({puzzle.layout.title})" if puzzle.layout.further else puzzle.line


def width_of(text: str) -> int:
    """Return the columns that a text takes on a terminal; a sign of several code points takes two.

    >>> width_of("12"), width_of("〇"), width_of("☆️")
    (2, 2, 2)
    """
    from rich.cells import cell_len

    joined = len(text) > 1 and any(mark in text for mark in "\u200d\ufe0f")
    return 2 if joined else cell_len(text)


def side_by_side(pictures: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the lines of several pictures of one height in rows, each picture below its caption."""
    captioned = [[caption, *rows] for caption, rows in pictures.items()]
    width = max(4, *(len(row) for column in captioned for row in column)) + 2
    lines = []
    for first in range(0, len(captioned), PICTURES_PER_ROW):
        group = captioned[first : first + PICTURES_PER_ROW]
        lines += ["".join(f"{part:<{width}}" for part in parts).rstrip() for parts in zip(*group, strict=True)]
        lines.append("")
    return lines


def rating_sentence(graded: GradedPuzzle) -> str:
    """Return the rating of a puzzle on one line, with its grade on both scales."""
    from cpgen.difficulty.scales import both_scales
    from cpgen.rater.explain import title_of
    from cpgen.state import State
    from cpgen.translations import words_of

    rating = graded.rating
    hardest = f" ({title_of(rating.hardest)})" if rating.score else ""
    scored = [f"score {rating.score}"] if rating.score else []
    counts = (counted(rating.steps, "step"), counted(State.of(graded.puzzle).puzzle.clue_count, "clue"))
    return " · ".join([both_scales(graded, words_of("en")), f"level {rating.level}{hardest}", *scored, *counts])
