"""Puzzles as people paste them: among other words on a line, as tables of cells, and as boards without gaps."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isqrt

from cpgen.formats.entry import Entry
from cpgen.layout import Layout
from cpgen.notation import BLANKS, MAX_DIGIT, SYMBOLS, is_rule, text_rows, to_halfwidth, without_hollow
from cpgen.puzzle import Puzzle

LEAST_CELLS = 16
"""Number of cells of the smallest board that is recognised among other words"""
SEPARATOR = re.compile(r"(?:[\s,:;|\"'()\[\]{}<>]|//)++")
"""Signs between a puzzle and its number, rating or comment, and signs around one of them"""
BAR = re.compile("[|│┃║]")
"""Vertical line of a frame"""
STEPS = range(1, 7)
"""Possible distances between the symbols of neighbouring cells in a frame, in characters"""
HEADING = re.compile(r"[^\W\d_]{3,}(?:\W+[^\W\d_]{3,})*\W*\d*\W*")
"""Title above a board, as in `Grid 01`"""
LONGEST_HEADING = 60
RULE_CELL = re.compile(r":?-{2,}:?")
"""Cell of the line below the head of a Markdown table"""


def puzzle_among_words(text: str, layout: Layout | None) -> tuple[str, str] | None:
    """Split a line into the puzzle (with its solution, if it is there) and other words; None if that is unclear.

    >>> puzzle_among_words("7f03 1.3.4..2.1...432 1.2", None)
    ('1.3.4..2.1...432', '7f03 1.2')
    """
    plain = without_hollow(text)
    words = [word for word in SEPARATOR.split(plain) if word]
    boards = [word for word in words if _is_board(word, layout)]
    # A short number, such as a rating of 16 digits, also looks like a board; the longest words are meant.
    boards = [word for word in boards if len(word) == len(max(boards, key=len))]
    others = [word for word in words if word not in boards]
    if (
        len(boards) not in (1, 2)
        or boards == plain.split()
        or any(_is_damaged_board(word, len(boards[0])) for word in others)
    ):
        return None
    return " ".join(boards), " ".join(others)


def puzzle_in_comment(text: str) -> str:
    """Return the text after `#` if a comment holds a whole puzzle, else "".

    >>> puzzle_in_comment("#57. 1.3.4..2.1...432"), puzzle_in_comment("# 16 of 20")
    ('57. 1.3.4..2.1...432', '')
    """
    rest = text.lstrip("#").strip()
    found = puzzle_among_words(rest, None) if rest and "#" not in rest else None
    board = found[0].split()[0] if found else rest
    is_puzzle = _is_board(board, None) and any(one not in f"{BLANKS}-" for one in board)
    return rest if is_puzzle else ""


def damaged_puzzle(text: str, layout: Layout | None) -> str:
    """Return the word of a line that is probably a damaged puzzle, since it fills most of it, else the whole line."""
    words = SEPARATOR.split(text)
    longest = max(words, key=len)
    # An error message about the damaged word helps more than one about the whole line.
    return text if 2 * len(longest) < len(text) or any(_is_board(word, layout) for word in words) else longest


def _is_board(word: str, layout: Layout | None) -> bool:
    side = layout.size if layout else isqrt(len(word))
    if len(word) < LEAST_CELLS or len(word) != side * side or side > MAX_DIGIT:
        return False
    return not set(word.upper()) - set(f"{SYMBOLS[:side]}{BLANKS}-")


def _is_damaged_board(word: str, cells: int) -> bool:
    """Return True if a word is probably a damaged solution or list of candidates: long, with hardly any other signs."""
    known = SYMBOLS[: isqrt(cells)] + BLANKS + "-"
    return len(word) > cells // 2 and sum(map(known.__contains__, word.upper())) >= 0.9 * len(word)


def is_heading(text: str, following: str) -> bool:
    """Return True if a line is a title: words, perhaps with a number, and shorter than the row `following` it."""
    return 0 < len(following) != len(text) < LONGEST_HEADING and HEADING.fullmatch(text) is not None


def boards_in_rows(rows: Sequence[tuple[int, str]]) -> list[list[tuple[int, str]]]:
    """Divide numbered lines into boards of n rows of n symbols that follow each other without a gap.

    Returns [] unless there are two or more. The last board may be incomplete. Lines of frames belong to the board above
    them.
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


def framed_rows(texts: Sequence[str]) -> list[str]:
    """Return the rows of a framed board with a dot for each open cell, which is a blank there; [] for other lines.

    The parts between vertical lines have equal numbers of cells, and the symbols of a column are below each other. The
    outer lines may be missing.

    >>> framed_rows(["| 3 1 | 2   |", "|   4 | 3   |", "|     |   2 |", "| 1   |     |"])
    ['312.', '.43.', '...2', '1...']
    >>> framed_rows(["3 1 | 2", "4 | 3", "|   2", "1   |"])
    ['312.', '.43.', '...2', '1...']
    """
    rows = [BAR.split(without_hollow(text).strip()) for text in texts if not is_rule(text)]
    side, count = len(rows), min(map(len, rows), default=0)
    if any(row[0] or row[-1] for row in rows):
        inner = _with_outer_bars(rows)
    else:
        inner, count = [row[1:-1] for row in rows], count - 2
    if not 3 < side <= MAX_DIGIT or count < 1 or side % count:
        return []
    widths = {len(part) for row in inner for part in row}
    if len(widths) != 1 or max(widths) > LONGEST_HEADING or any(len(row) != count for row in inner):
        return []
    columns = _columns(side // count, widths.pop(), {k for row in inner for part in row for k in _filled(part)})
    cells = [[part[k] for part in row for k in columns] for row in inner]
    return ["".join(cell.replace(" ", ".") for cell in row) for row in cells if columns]


def _with_outer_bars(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return rows, split at vertical lines, as if their outer vertical lines were there: blanks cut off are restored.

    Return [] if open cells have a sign, or there are hardly any: then a part that is too short lacks a cell. Blanks at
    the ends of the rows are gone: the first part was cut on its left, the last one on its right. Outside there is as
    much room as inside, next to the first line.
    """
    signs = [sign for row in rows for part in row for sign in part if not sign.isspace()]
    if set(BLANKS) & set(signs) or len(rows) * (len(rows) - 1) < len(signs):
        return []
    beside = min((len(row[0]) - len(row[0].rstrip()) for row in rows if row[0].strip()), default=0)
    inside = [len(part) for row in rows for part in row[1:-1]]
    width = max(inside, default=max(len(row[0]) for row in rows) + beside)
    return [[row[0].rjust(width), *row[1:-1], row[-1].ljust(width)] for row in rows]


def _filled(part: str) -> list[int]:
    return [place for place, sign in enumerate(part) if not sign.isspace()]


def _columns(cells: int, width: int, filled: set[int]) -> range:
    """Return the offsets of `cells` cells in a part of a frame that is `width` characters wide.

    They are equally far apart, and include all those in `filled`.
    """
    # A wrong step would read blanks as cells, so all symbols must lie on the columns, and in the middle.
    for step in STEPS:
        spare = width - 1 - step * (cells - 1)
        for begin in sorted(range(spare + 1), key=lambda begin: abs(spare - 2 * begin)):
            places = range(begin, begin + step * (cells - 1) + 1, step)
            if filled <= set(places) and (spare < 2 * step or cells == 1):
                return places
    return range(0)


def read_framed(text: str, layout: Layout | None = None) -> Entry:
    """Read a framed board with blanks for open cells; `layout` is the board, None for the default."""
    return Entry(Puzzle.parse("\n".join(framed_rows(text.split("\n"))), layout))


def is_table(texts: Sequence[str]) -> bool:
    """Return True if the lines are a table of n rows of n cells (blank or a symbol), perhaps with a head."""
    return _cells_of(texts) is not None


def read_table(text: str, layout: Layout | None = None) -> Entry:
    """Read a board from a table of cells; `layout` is the board, None for the default."""
    rows = _cells_of(text.split("\n")) or []
    return Entry(Puzzle.parse("\n".join("".join(row) for row in rows), layout))


def _cells_of(texts: Sequence[str]) -> list[list[str]] | None:
    """Return the symbols in the cells of a table, a dot for a blank; None if the lines are not a table."""
    lines = [to_halfwidth(text) for text in texts]
    # The separator is the sign that every line has most often.
    mark = max("\t;,|", key=lambda sign: min(line.count(sign) for line in lines))
    rows = [[cell.strip() for cell in line.split(mark)] for line in lines]
    if mark == "|" and all(len(row) > 1 and not row[0] and not row[-1] for row in rows):
        rows = [row[1:-1] for row in rows]  # the frame of a Markdown table
    rules = [number for number, row in enumerate(rows, 1) if all(map(RULE_CELL.fullmatch, row))]
    rows = rows[rules[-1] if rules else 0 :]  # leave out the head of the table
    side = len(rows)
    if not 3 < side == len(rows) <= MAX_DIGIT or any(len(row) != side for row in rows):
        return None
    symbols = [[_symbol(cell, side) for cell in row] for row in rows]
    return symbols if all(map(all, symbols)) else None


def _symbol(cell: str, side: int) -> str:
    """Return the symbol in a cell of a table, a dot if it is blank, or "" if it is no digit of a board of this side."""
    if cell in ("", "-", *BLANKS):
        return "."
    if cell.isascii() and cell.isdigit() and int(cell) <= side:
        return SYMBOLS[int(cell) - 1]
    return cell if len(cell) == 1 and cell.upper() in SYMBOLS[:side] else ""
