"""Boards and ratings as text, with any symbols for the digits, however wide."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any

from cpgen import api
from cpgen.cli.output import BOLD, PLAIN, REVERSE, in_colour, require_writable
from cpgen.errors import InputError, counted


def signs_of(symbols: str, size: int) -> tuple[str, ...]:
    """The signs for the digits: the user's symbols, else the default ones, or numbers on boards larger than 36.

    Raises InputError when there are too few or too many, one occurs twice, or one marks an open cell or a frame.
    """
    if not symbols.strip():
        return tuple(api.SYMBOLS[:size]) if size <= api.MAX_DIGIT else tuple(map(str, range(1, size + 1)))
    signs = api.read_symbols(symbols, size)
    if len(signs) > size:
        raise InputError(f"There are {counted(len(signs), 'symbol')}, but this board has {size} digits.")
    require_writable(signs)
    for sign in signs:
        if sign in api.BLANKS or set(sign) & api.FRAME:
            raise InputError(f"{sign!r} cannot be used for a digit: it marks an open cell or a frame.")
    return signs


def in_digits(text: str, signs: Sequence[str]) -> str:
    """A text with the user's symbols replaced by the default ones; raises InputError for an unknown symbol."""
    if list(signs) == list(api.SYMBOLS[: len(signs)]):
        return text
    longest = sorted(signs, key=len, reverse=True)
    out, place = "", 0
    while place < len(text):
        sign = next((sign for sign in longest if text.startswith(sign, place)), text[place])
        if sign in signs:
            out += api.SYMBOLS[signs.index(sign)]
        elif sign.isspace() or sign == "/" or sign in api.BLANKS or sign in api.FRAME:
            out += sign
        else:
            raise InputError(f"{sign!r} is not one of the symbols {' '.join(signs)}, and not a mark of an open cell.")
        place += len(sign)
    return out


def cells_in(signs: Sequence[str], digits: Sequence[int]) -> list[str]:
    """The sign of each digit, a dot for an open cell."""
    sign_of = (".", *signs)
    return [sign_of[digit] for digit in digits]


def line_in(signs: Sequence[str], digits: Sequence[int]) -> str:
    """The digits on one line, separated by blanks if a sign has several characters."""
    apart = " " if max(map(len, signs)) > 1 else ""
    return apart.join(cells_in(signs, digits))


def draw_puzzle(
    puzzle: api.Puzzle, digits: Sequence[int] = (), marked: Container[int] = (), signs: Sequence[str] = api.SYMBOLS
) -> str:
    """The board of a puzzle with these digits, by default its clues; clues are bold, and marked cells in reverse."""
    clues = {cell for cell, digit in enumerate(puzzle.clues) if digit}
    return draw_cells(puzzle.layout, cells_in(signs, digits or puzzle.clues), clues, marked)


def draw_cells(layout: api.Layout, cells: Sequence[str], bold: Container[int] = (), marked: Container[int] = ()) -> str:
    """The board with a text of any width in each cell, right-aligned; some cells are bold or in reverse."""
    width = max(map(width_of, cells))
    texts = []
    for cell, text in enumerate(cells):
        code = (REVERSE if cell in marked else BOLD if cell in bold else "") if in_colour() else ""
        texts.append(" " * (width - width_of(text)) + (f"{code}{text}{PLAIN}" if code else text))
    return api.draw_board(layout, texts, width)


def width_of(text: str) -> int:
    """The columns that a text takes on a terminal; a sign of several code points takes two.

    >>> width_of("12"), width_of("〇"), width_of("☆️")
    (2, 2, 2)
    """
    from rich.cells import cell_len

    joined = len(text) > 1 and any(mark in text for mark in "\u200d\ufe0f")
    return 2 if joined else cell_len(text)


SIDE_BY_SIDE = 8
"""Small pictures in a row"""


def side_by_side(pictures: Mapping[str, Sequence[str]]) -> list[str]:
    """Pictures of one height, given as rows, several side by side, each below its caption."""
    captioned = [[caption, *rows] for caption, rows in pictures.items()]
    width = max(4, *(len(row) for column in captioned for row in column)) + 2
    lines = []
    for first in range(0, len(captioned), SIDE_BY_SIDE):
        group = captioned[first : first + SIDE_BY_SIDE]
        lines += ["".join(f"{part:<{width}}" for part in parts).rstrip() for parts in zip(*group, strict=True)]
        lines.append("")
    return lines


def rating_sentence(data: Mapping[str, Any]) -> str:
    """The rating in the object of a puzzle, on one line."""
    hardest = f" ({api.title_of(data['hardest'])})" if data["score"] else ""
    scored = [f"score {data['score']}"] if data["score"] else []
    parts = [f"level {data['level']}{hardest}", *scored, counted(data["steps"], "step"), counted(data["clues"], "clue")]
    if data["outcome"] == "stuck":
        return " · ".join(["the ladder gets stuck", *parts])
    if data["outcome"] == "contradiction":
        return " · ".join(["contradictory: it has no solution", *parts])
    fit = f"{data['appropriateness']:.2f}" + ("" if data["matches"] else ", no match")
    return " · ".join([f"{data['grade']} ({fit})", *parts])
