"""Puzzles in plain symbols: one per line, drawn in rows, or a jigsaw with its regions as letters.

A line has n² symbols, then, each after a blank and each optional: the solution; the layout, unless it is the default
one (with its constraints, as in `3x3+cage 15: r1c1 r1c2`); and `#` with a comment. A line of n³ symbols lists the
candidates of all cells (see `pencil_marks`). A jigsaw line has n² symbols of clues, then n² symbols of regions: n
different ones, n times each.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import lru_cache, partial
from math import isqrt

from cpgen.errors import InputError
from cpgen.formats import pencil_marks
from cpgen.formats.checks import (
    DIGIT_OF,
    agreed_layout,
    default_layout,
    digits_of,
    has_no_repeats,
    placed_in,
    puzzle_of,
    solution_for,
    text_of,
)
from cpgen.formats.clue_lines import is_clue_line
from cpgen.formats.digit_symbols import line_in, signs_of
from cpgen.formats.entry import Entry, one_line
from cpgen.formats.pasted import damaged_puzzle, puzzle_among_words
from cpgen.layout import Layout
from cpgen.messages import Message
from cpgen.notation import (
    BLANKS,
    MAX_DIGIT,
    REGION_LETTERS,
    split_unquoted,
    to_halfwidth,
    with_digits_from_1,
    without_hollow,
)
from cpgen.puzzle import Puzzle
from cpgen.regions import is_prime, relabel

LAYOUT = re.compile(r"latin-\d|\d+x\d|.*/")
"""Start of a layout at the end of a line"""


def read(text: str, layout: Layout | None = None) -> Entry:
    """Read a puzzle on one line: clues, then optionally solution, layout and comment; raise InputError if it is wrong.

    `layout` is the board; None for the one on the line, or else the default of the size.
    """
    comment = ""
    if "#" in text:
        text, _, comment = text.partition("#")
        text, comment = text.rstrip(), comment.strip()
    text, own = split_layout(without_hollow(text))
    layout = agreed_layout(layout_of(own), layout) if own else layout
    puzzle = fast_puzzle(text, layout)
    if puzzle is not None:
        return Entry(puzzle, comment=comment)
    return _read_slowly(text, layout, comment)


def split_layout(text: str) -> tuple[str, str]:
    """Split a line into the text before the layout at its end, and the text of this layout, "" if there is none."""
    words = text.split()
    for count in (1, 2):
        if len(words) > count and LAYOUT.match(words[count]):
            spec = " ".join(words[count:])
            if _fits(spec, len(words[0])):
                return " ".join(words[:count]), spec
    return text, ""


def _fits(spec: str, cells: int) -> bool:
    """Return True if a text is meant as a layout with this number of cells; its constraints may have mistakes."""
    houses = "+".join(part for part in split_unquoted(spec, "+") if not is_clue_line(part.strip(), below_board=True))
    try:
        return layout_of(houses).cell_count == cells
    except InputError:
        return False


@lru_cache(maxsize=256)
def layout_of(spec: str) -> Layout:
    """Parse the text of a layout; cached, so that equal texts give the same object."""
    return Layout.parse(spec)


def fast_puzzle(text: str, layout: Layout | None) -> Puzzle | None:
    """Return the puzzle in a text of n² symbols; None if a symbol is wrong or the text may be of another form."""
    layout = layout or _default_layout(len(text))
    if layout is None or layout.cell_count != len(text) or not text.isascii():
        return None
    digits = with_digits_from_1(text, layout.size).encode().translate(DIGIT_OF)
    is_right = max(digits) <= layout.size and has_no_repeats(digits, layout)
    return Puzzle(layout, tuple(digits)) if is_right else None


@lru_cache(maxsize=256)
def _default_layout(length: int) -> Layout | None:
    """Return the default layout with this number of cells, if there is one.

    Cubes give None, because a text of that length may list candidates instead.
    """
    side = isqrt(length)
    if side * side != length or not 2 <= side <= MAX_DIGIT or is_prime(side) or round(length ** (1 / 3)) ** 3 == length:
        return None
    return default_layout(side)


def _read_slowly(text: str, layout: Layout | None, comment: str) -> Entry:
    if (listed := pencil_marks.read_list(text, layout)) is not None:
        return replace(listed, comment=comment)
    if found := puzzle_among_words(text, layout):
        text, others = found
        comment = f"{others} {comment}".strip()
    else:
        text = damaged_puzzle(text, layout)
    if "-" in text and not {"|", "+", *BLANKS} & set(text):
        text = text.replace("-", ".")  # the blank of some other programs
    words = text.split()
    if len(words) == 2 and len(words[0]) == len(words[1]) == isqrt(len(words[0])) ** 2 > 1:
        one, other = sorted(words, key=_is_full)  # the solution may come first
        return replace(_read_pair(one, other, layout), comment=comment)
    return Entry(Puzzle.parse(text, layout), comment=comment)


def _is_full(text: str) -> bool:
    return not set(BLANKS) & set(with_digits_from_1(text, isqrt(len(text))))


def _read_pair(clues: str, other: str, layout: Layout | None) -> Entry:
    """Read a puzzle and a second grid, which is its solution, or the same puzzle with placed digits."""
    puzzle = Puzzle.parse(clues, layout)
    grid = digits_of(other, puzzle.layout, "solution")
    if _is_full(other):
        return Entry(puzzle, solution_for(puzzle, grid))
    if any(clue not in (0, digit) for clue, digit in zip(puzzle.clues, grid, strict=True)):
        raise InputError(Message("two-puzzles"))
    return Entry(puzzle, placed=placed_in(puzzle, grid))


def write(entry: Entry, symbols: str = "") -> str:
    """Return an entry as a line: clues, solution, layout and comment; `symbols` are the user's own, or ""."""
    line_of, between = text_of, " "
    if symbols:
        signs = signs_of(symbols, entry.puzzle.layout.size)
        line_of, between = partial(line_in, signs), " " * min(2, max(map(len, signs)))
    solution = f"{between}{line_of(entry.solution)}" if entry.solution else ""
    return f"{line_of(entry.puzzle.clues)}{solution}{layout_after(entry.puzzle.layout)}{_comment(entry)}\n"


@lru_cache(maxsize=256)
def layout_after(layout: Layout) -> str:
    """Return the layout for the end of a line: a blank and its text, or "" for default boxes.

    >>> layout_after(Layout.latin(5)), layout_after(Layout.boxes(2, 2))
    (' latin-5', '')
    """
    is_default = not is_prime(layout.size) and layout == Layout.default(layout.size)
    return "" if is_default else f" {layout.spec}"


def write_sdm(entry: Entry) -> str:
    """Return an entry as a line with the clues and the comment."""
    return f"{text_of(entry.puzzle.clues)}{_comment(entry)}\n"


def write_digits(entry: Entry) -> str:
    """Return the clues as a line of digits, 0 for a blank."""
    return f"{text_of(entry.puzzle.clues, '0')}\n"


def _comment(entry: Entry) -> str:
    return f" # {one_line(entry.comment)}" if entry.comment else ""


def read_rows(text: str, layout: Layout | None = None) -> Entry:
    """Read a puzzle drawn in n rows, with or without a frame; `layout` is its board, None for the default."""
    return Entry(Puzzle.parse(text, layout))


def write_rows(entry: Entry, symbols: str = "") -> str:
    """Return a puzzle as n rows of n symbols, its constraints, and an empty line.

    `symbols` are the user's own, or "".
    """
    puzzle, size = entry.puzzle, entry.puzzle.layout.size
    if not symbols:
        return f"{puzzle.text}\n\n"
    signs = signs_of(symbols, size)
    rows = [line_in(signs, puzzle.clues[first : first + size]) for first in range(0, size * size, size)]
    return "\n".join([*rows, *puzzle.text.splitlines()[size:], "", ""])


def looks_like_jigsaw(text: str) -> bool:
    """Return True if a text is meant as a jigsaw line, even if it is damaged.

    It has 2n² symbols, with at most n + 1 different ones in the second half.
    """
    half = len(text) // 2
    side = isqrt(half)
    if side < 3 or side * side * 2 != len(text) or side > 100 or " " in text:
        return False
    return len(set(text[half:])) <= side + 1


def read_jigsaw(text: str, layout: Layout | None = None) -> Entry:
    """Read a jigsaw line: n² symbols of clues, then n² symbols of regions; it must fit `layout` if given."""
    text = to_halfwidth(text.strip())
    side = isqrt(len(text) // 2)
    if side * side * 2 != len(text) or side < 2:
        raise InputError(Message("jigsaw-line", symbols=len(text)))
    layout = agreed_layout(_drawn_layout(text[side * side :], side), layout)
    return Entry(puzzle_of(digits_of(without_hollow(text[: side * side]), layout, "puzzle"), layout))


@lru_cache(maxsize=256)
def _drawn_layout(drawn: str, side: int) -> Layout:
    """Return the layout of a side n whose regions are drawn by n² symbols, n of each."""
    for symbol, count in Counter(drawn).items():
        if count != side:
            raise InputError(Message("region-symbol", sign=repr(symbol), cells=count, side=side))
    return Layout(side, relabel(drawn))


def write_jigsaw(entry: Entry) -> str:
    """Return an entry as a jigsaw line, with letters for regions."""
    regions = "".join(REGION_LETTERS[region] for region in entry.puzzle.layout.regions)
    return f"{text_of(entry.puzzle.clues)}{regions}\n"
