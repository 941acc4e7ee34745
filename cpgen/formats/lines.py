"""Puzzles in plain symbols: one a line, drawn in rows, or a jigsaw with its regions as letters.

A line has n² symbols, then perhaps a space and the solution, perhaps a space and the layout unless it is the default
one, and perhaps `#` and a comment. A line of n³ symbols
lists the candidates, n places a cell: cells with one candidate are clues, the rest marks. A jigsaw line has n² clues,
then n² region symbols, any n different symbols n times each. `.ss` is the frame of Simple Sudoku around rows.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from math import isqrt

from cpgen.errors import InputError, counted
from cpgen.formats import marks
from cpgen.formats.checks import Checker, agreed_layout, checker_for, checker_of, digits_of, text_of
from cpgen.formats.entry import Entry, one_line
from cpgen.layout import Layout
from cpgen.notation import BLANKS, REGION_LETTERS, to_halfwidth, without_hollow
from cpgen.puzzle import Puzzle

LAYOUT = re.compile(r"latin-\d|\d+x\d|.*/")
"""How a layout at the end of a line begins"""


def read(text: str, layout: Layout | None = None) -> Entry:
    """The entry on a line."""
    comment = ""
    if "#" in text:
        text, _, comment = text.partition("#")
        text, comment = text.rstrip(), comment.strip()
    text, own = split_layout(without_hollow(text))
    layout = agreed_layout(own, layout) if own else layout
    puzzle = fast_puzzle(text, layout)
    if puzzle is not None:
        return Entry(puzzle, comment=comment) if comment else Entry(puzzle)
    return _read_slowly(text, layout, comment)


def split_layout(text: str) -> tuple[str, Layout | None]:
    """The text before the layout at the end of a line, and that layout; None when there is none."""
    *words, last = text.split() or [""]
    layout = _layout_in(last) if len(words) in (1, 2) and LAYOUT.match(last) else None
    return (" ".join(words), layout) if layout and len(words[0]) == layout.cell_count else (text, None)


@lru_cache(maxsize=256)
def _layout_in(spec: str) -> Layout | None:
    try:
        return Layout.parse(spec)
    except InputError:
        return None


def fast_puzzle(text: str, layout: Layout | None) -> Puzzle | None:
    """The puzzle that n² symbols spell; None when it takes another look."""
    board = _board_for(len(text), layout)
    if board is None or not text.isascii():
        return None
    return board.fast_puzzle(text.encode())


def _board_for(length: int, layout: Layout | None) -> Checker | None:
    if layout is not None:
        return checker_of(layout) if layout.cell_count == length else None
    return _default_for(length)


@lru_cache(maxsize=256)
def _default_for(length: int) -> Checker | None:
    """The checker of so many cells on the default layout; None when there is none, or it may list candidates."""
    side = isqrt(length)
    if side * side != length or not 2 <= side <= 36 or _without_boxes(side) or length in _CUBES:
        return None
    return checker_for(None, side)


def _without_boxes(side: int) -> bool:
    return all(side % height for height in range(2, isqrt(side) + 1))


_CUBES = {side**3 for side in range(2, 37)}


def _read_slowly(text: str, layout: Layout | None, comment: str) -> Entry:
    listed = marks.listed(text, layout)
    if listed is not None:
        return replace(listed, comment=comment)
    text = _with_dots(text)
    words = text.split()
    if len(words) == 2 and len(words[0]) == len(words[1]) > 1 and not set(BLANKS) & set(words[1]):
        entry = _read_solved(words, layout)
        if entry is not None:
            return Entry(entry.puzzle, entry.solution, comment=comment)
    return Entry(Puzzle.parse(text, layout), comment=comment)


def _with_dots(text: str) -> str:
    """The text with the blanks of other programs as dots, when it has no other blanks and no frame."""
    if "-" in text and "|" not in text and "+" not in text and not set(BLANKS) & set(text):
        return text.replace("-", ".")
    return text


def _read_solved(words: list[str], layout: Layout | None) -> Entry | None:
    """The puzzle and its solution, when that is what the two words are."""
    side = isqrt(len(words[0]))
    if side * side != len(words[0]) or side < 2:
        return None
    puzzle = Puzzle.parse(words[0], layout)
    grid = digits_of(words[1], puzzle.layout, "solution")
    return Entry(puzzle, checker_of(puzzle.layout).solution(grid, puzzle.clues))


def write(entry: Entry) -> str:
    """The entry on a line, with its solution, layout and comment."""
    solution = f" {text_of(entry.solution)}" if entry.solution else ""
    return f"{text_of(entry.puzzle.clues)}{solution}{layout_after(entry.puzzle.layout)}{_comment(entry)}\n"


@lru_cache(maxsize=256)
def layout_after(layout: Layout) -> str:
    """What follows a line of this layout for readers to know it: nothing after the default boxes, else its spec.

    >>> layout_after(Layout.latin(5)), layout_after(Layout.boxes(2, 2))
    (' latin-5', '')
    """
    boxed = not _without_boxes(layout.size)
    return "" if boxed and layout == Layout.default(layout.size) else f" {layout.spec}"


def write_sdm(entry: Entry) -> str:
    """The entry on a line, with its comment."""
    return f"{text_of(entry.puzzle.clues)}{_comment(entry)}\n"


def write_digits(entry: Entry) -> str:
    """The entry as digits alone on a line, 0 for a blank."""
    return f"{text_of(entry.puzzle.clues, '0')}\n"


def _comment(entry: Entry) -> str:
    return f" # {one_line(entry.comment)}" if entry.comment else ""


def read_rows(text: str, layout: Layout | None = None) -> Entry:
    """The entry drawn in rows."""
    return Entry(Puzzle.parse(text, layout))


def write_rows(entry: Entry) -> str:
    """The entry as n rows of n symbols, and an empty line to part it from the next."""
    return "\n".join(entry.puzzle.layout.draw(text_of(entry.puzzle.clues))) + "\n\n"


def looks_like_jigsaw(text: str) -> bool:
    """Whether a text can be a jigsaw line, damaged or not: twice a square of symbols, few in its second half."""
    half = len(text) // 2
    side = isqrt(half)
    if side < 3 or side * side * 2 != len(text) or side > 100 or " " in text:
        return False
    return len(set(text[half:])) <= side + 1


def read_jigsaw(text: str, layout: Layout | None = None) -> Entry:
    """The entry on a line."""
    text = to_halfwidth(text.strip())
    side = isqrt(len(text) // 2)
    if side * side * 2 != len(text) or side < 2:
        raise InputError(f"A jigsaw line of {counted(len(text), 'symbol')} fits no board (162 fit 9×9, 50 fit 5×5).")
    layout = agreed_layout(_drawn_layout(text[side * side :], side), layout)
    return Entry(checker_of(layout).puzzle(digits_of(without_hollow(text[: side * side]), layout, "puzzle")))


@lru_cache(maxsize=256)
def _drawn_layout(drawn: str, side: int) -> Layout:
    """The layout whose regions are drawn in n² symbols."""
    for symbol, count in Counter(drawn).items():
        if count != side:
            raise InputError(f"The region {symbol!r} has {counted(count, 'cell')}; each of the {side} needs {side}.")
    number = {symbol: k for k, symbol in enumerate(dict.fromkeys(drawn))}
    return Layout(side, tuple(number[symbol] for symbol in drawn))


def write_jigsaw(entry: Entry) -> str:
    """The entry as a jigsaw line, regions as letters."""
    regions = "".join(REGION_LETTERS[region] for region in entry.puzzle.layout.regions)
    return f"{text_of(entry.puzzle.clues)}{regions}\n"
