"""Puzzles as people paste them: a puzzle among other words on a line, tables of cells, and boards without gaps."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isqrt

from cpgen.formats.entry import Entry
from cpgen.layout import Layout
from cpgen.notation import BLANKS, MAX_DIGIT, SYMBOLS, text_rows, to_halfwidth, without_hollow
from cpgen.puzzle import Puzzle

LEAST_CELLS = 16
"""Cells of the smallest board that is recognised among other words"""
SEPARATOR = re.compile(r"[\s,;|\"]|//")
"""Sign between a puzzle and its number, rating or comment, or around one of them"""
HEADING = re.compile(r"[^\W\d_]{3,}(?:\W+[^\W\d_]{3,})*\W*\d*\W*")
"""A title above a board, as in `Grid 01`"""
LONGEST_HEADING = 60
RULE_CELL = re.compile(r":?-{2,}:?")
"""A cell of the line below the head of a Markdown table"""


def puzzle_among_words(text: str, layout: Layout | None) -> tuple[str, str] | None:
    """Split a line into a puzzle, perhaps with its solution, and the other words; None unless that is clear.

    >>> puzzle_among_words("7f03 1.3.4..2.1...432 1.2", None)
    ('1.3.4..2.1...432', '7f03 1.2')
    """
    words = [word for word in SEPARATOR.split(without_hollow(text).strip()) if word]
    boards = [word for word in words if _is_board(word, layout)]
    boards = [word for word in boards if len(word) == len(max(boards, key=len))]
    others = [word for word in words if word not in boards]
    if (
        not (others or '"' in text)
        or len(boards) not in (1, 2)
        or any(_is_damaged_board(word, len(boards[0])) for word in others)
    ):
        return None
    return " ".join(boards), " ".join(others)


def damaged_puzzle(text: str, layout: Layout | None) -> str:
    """Return the word that fills most of a line without a puzzle, which is rather a damaged one, or else the line."""
    words = SEPARATOR.split(text)
    longest = max(words, key=len)
    return text if 2 * len(longest) < len(text) or any(_is_board(word, layout) for word in words) else longest


def _is_board(word: str, layout: Layout | None) -> bool:
    side = layout.size if layout else isqrt(len(word))
    if len(word) < LEAST_CELLS or len(word) != side * side or side > MAX_DIGIT:
        return False
    return not set(word.upper()) - set(f"{SYMBOLS[:side]}{BLANKS}-")


def _is_damaged_board(word: str, cells: int) -> bool:
    """Return True if a word is rather a damaged solution or list of candidates: long, with hardly any other signs."""
    known = SYMBOLS[: isqrt(cells)] + BLANKS + "-"
    return len(word) > cells // 2 and sum(map(known.__contains__, word.upper())) >= 0.9 * len(word)


def is_heading(text: str, following: str) -> bool:
    """Return True if a line is a title: words that are not as long as the row below, with an optional number."""
    return 0 < len(following) != len(text) < LONGEST_HEADING and HEADING.fullmatch(text) is not None


def boards_in_rows(rows: Sequence[tuple[int, str]]) -> list[list[tuple[int, str]]]:
    """Divide numbered lines into boards of n rows of n symbols without gaps; [] if they are anything else.

    There is more than one. The last board may be incomplete. Lines of frames belong to the board above them.
    """
    boards: list[list[tuple[int, str]]] = []
    side = drawn = 0
    for number, text in rows:
        symbols = "".join(text_rows(text.partition("#")[0]))
        side = side or len(symbols)
        if symbols and len(symbols) != side:
            return []
        if symbols and drawn % side == 0:
            boards.append([])
        drawn += bool(symbols)
        if boards:
            boards[-1].append((number, text))
    return boards if 2 < side <= MAX_DIGIT and drawn > side else []


def is_table(texts: Sequence[str]) -> bool:
    """Return True if lines are a table of n rows of n cells with blank ones, and perhaps a head."""
    return _cells_of(texts) is not None


def read_table(text: str, layout: Layout | None = None) -> Entry:
    """Read a table of cells."""
    rows = _cells_of(text.split("\n")) or []
    return Entry(Puzzle.parse("\n".join("".join(row) for row in rows), layout))


def _cells_of(texts: Sequence[str]) -> list[list[str]] | None:
    """Return the symbols in the cells of a table, a dot for a blank one; None if the lines are no table."""
    lines = [to_halfwidth(text) for text in texts]
    mark = max("\t;,|", key=lambda sign: min(line.count(sign) for line in lines))
    rows = [[cell.strip() for cell in line.split(mark)] for line in lines]
    if mark == "|" and all(len(row) > 1 and not row[0] and not row[-1] for row in rows):
        rows = [row[1:-1] for row in rows]  # the frame of a Markdown table
    rules = [number for number, row in enumerate(rows, 1) if all(map(RULE_CELL.fullmatch, row))]
    rows = rows[rules[-1] if rules else 0 :]  # without a head
    side = len(rows)
    if not 3 < side == len(rows) <= MAX_DIGIT or any(len(row) != side for row in rows):
        return None
    symbols = [[_symbol(cell, side) for cell in row] for row in rows]
    return symbols if all(map(all, symbols)) else None


def _symbol(cell: str, side: int) -> str:
    """Return the symbol in a cell of a table, a dot if it is blank, or "" if it is neither."""
    if cell in ("", "-", *BLANKS):
        return "."
    if cell.isascii() and cell.isdigit() and int(cell) <= side:
        return SYMBOLS[int(cell) - 1]
    return cell if len(cell) == 1 and cell.upper() in SYMBOLS[:side] else ""
