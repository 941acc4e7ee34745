"""Boards and ratings as text, with any symbols for the digits, however wide."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Annotated, Any

from cpgen.cli.options import option
from cpgen.cli.output import BOLD, PLAIN, REVERSE, in_colour
from cpgen.errors import InputError, counted
from cpgen.layout import Layout
from cpgen.notation import BLANKS, FRAME, MAX_DIGIT, SYMBOLS, line
from cpgen.puzzle import Puzzle

Symbols = Annotated[
    str, option("TEXT", "Symbols for the digits: single characters, or separated by blanks.", "--symbols")
]


def signs_of(symbols: str, size: int) -> tuple[str, ...]:
    """The signs for the digits: the user's symbols, else the default ones, or numbers on boards larger than 36.

    Raises InputError when there are too few or too many, one occurs twice, or one marks an open cell or a frame.
    """
    from cpgen.render.board import read_symbols

    if not symbols.strip():
        return tuple(SYMBOLS[:size]) if size <= MAX_DIGIT else tuple(map(str, range(1, size + 1)))
    signs = read_symbols(symbols, size)
    if len(signs) > size:
        raise InputError(f"There are {counted(len(signs), 'symbol')}, but this board has {size} digits.")
    for sign in signs:
        if sign in BLANKS or set(sign) & FRAME:
            raise InputError(f"{sign!r} cannot be used for a digit: it marks an open cell or a frame.")
    return signs


def in_digits(text: str, signs: Sequence[str]) -> str:
    """A text with the user's symbols replaced by the default ones; raises InputError for an unknown symbol."""
    if list(signs) == list(SYMBOLS[: len(signs)]):
        return text
    longest = sorted(signs, key=len, reverse=True)
    out, place = "", 0
    while place < len(text):
        sign = next((sign for sign in longest if text.startswith(sign, place)), text[place])
        if sign in signs:
            out += SYMBOLS[signs.index(sign)]
        elif sign.isspace() or sign == "/" or sign in BLANKS or sign in FRAME:
            out += sign
        else:
            raise InputError(f"{sign!r} is not one of the symbols {' '.join(signs)}, and not a mark of an open cell.")
        place += len(sign)
    return out


def cells_in(signs: Sequence[str], digits: Sequence[int]) -> list[str]:
    """The sign of each digit, a dot for an open cell."""
    return [signs[digit - 1] if digit else "." for digit in digits]


def line_in(signs: Sequence[str], digits: Sequence[int]) -> str:
    """The digits on one line, separated by blanks if a sign has several characters."""
    apart = " " if any(len(sign) > 1 for sign in signs) else ""
    return apart.join(cells_in(signs, digits))


HOLE = "\0"
"""Marks the cells of a drawn board until their texts are filled in"""


def width_of(text: str) -> int:
    """The columns that a text takes on a terminal; a sign of several code points takes two.

    >>> width_of("12"), width_of("〇"), width_of("☆️")
    (2, 2, 2)
    """
    from rich.cells import cell_len

    joined = len(text) > 1 and any(mark in text for mark in "\u200d\ufe0f")
    return 2 if joined else cell_len(text)


def drawn(layout: Layout, cells: Sequence[str], strong: Collection[int] = ()) -> str:
    """The board with a text of any width in each cell, right-aligned; those of the strong cells in bold."""
    from cpgen.render.terminal import draw_board

    width = max(map(width_of, cells))
    texts = iter([_padded(text, width, cell in strong) for cell, text in enumerate(cells)])
    rows = draw_board(layout, [HOLE] * len(cells)).splitlines()
    first = next(row for row in rows if HOLE in row)
    places = {place for place, character in enumerate(first) if character == HOLE}
    return "\n".join(_widened(row, places, width, texts) for row in rows)


def _padded(text: str, width: int, strong: bool) -> str:
    blanks = " " * (width - width_of(text))
    return blanks + (f"{BOLD}{text}{PLAIN}" if strong and in_colour() else text)


def _widened(row: str, places: set[int], width: int, texts: Iterable[str]) -> str:
    """The row with the next texts in its holes; in a row of lines, the lines extended to their width."""
    source = iter(texts)
    return "".join(
        next(source) if character == HOLE else character * width if place in places else character
        for place, character in enumerate(row)
    )


def draw_puzzle(puzzle: Puzzle, digits: Sequence[int] = (), marked: Iterable[int] = ()) -> str:
    """The board drawn with its clues in bold, other digits plain, and marked cells in reverse."""
    from cpgen.render.terminal import draw_board

    cells = list(line(digits or puzzle.clues))
    if in_colour():
        codes = {cell: BOLD for cell, digit in enumerate(puzzle.clues) if digit} | dict.fromkeys(marked, REVERSE)
        for cell, code in codes.items():
            cells[cell] = f"{code}{cells[cell]}{PLAIN}"
    return draw_board(puzzle.layout, cells)


def rating_sentence(data: Mapping[str, Any]) -> str:
    """The rating in the object of a puzzle, on one line."""
    parts = [f"level {data['level']}", f"{data['steps']} steps", f"{data['clues']} clues"]
    if data["outcome"] == "stuck":
        return " · ".join(["the ladder gets stuck", *parts])
    if data["outcome"] == "contradiction":
        return " · ".join(["contradictory: it has no solution", *parts])
    fit = f"{data['appropriateness']:.2f}" + ("" if data["matches"] else ", no match")
    return " · ".join([f"{data['grade']} ({fit})", *parts])
