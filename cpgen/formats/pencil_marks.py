"""Grids of candidates as forums and programs print them, with or without a frame, and lists of n³ characters.

Without clues, the candidates are the puzzle (a pencil-mark sudoku, or Sukaku): a single candidate is a clue, and where
several exclude digits that the clues do not, only these digits are allowed. Such a puzzle has constraints of the kind
`allowed`.

If a line of clues precedes the grid, or if placed digits are marked by a `u`, as in SudoCue's files, the puzzle is
these clues, and the candidates are notes on it: other single candidates are placed digits, and a blank cell has no
candidate left. In a list each cell has n characters, each of them its digit or a blank.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache

from cpgen.constraints.base import Constraint
from cpgen.constraints.parity import Allowed
from cpgen.errors import InputError
from cpgen.formats.checks import (
    default_layout,
    digits_of,
    given_candidates,
    placed_in,
    puzzle_of,
    text_of,
    with_further,
)
from cpgen.formats.entry import Entry
from cpgen.layout import Layout
from cpgen.messages import Message
from cpgen.notation import BLANKS, FRAME, SYMBOLS, read_symbol, symbol, to_halfwidth
from cpgen.puzzle import Puzzle
from cpgen.state import NONE_LEFT, Marks, State

GRID_SIDES = range(4, 10)
TO_BLANKS = str.maketrans(dict.fromkeys([*FRAME, ">"], " "))
"""Translation table from frames, and the sign of a quoted line, to blanks"""
RULE = re.compile(rf"(?=.*([-─━═=])\1\1)[{re.escape(''.join(sorted(FRAME)))} *.:'`,=>]+")
"""Horizontal line of a frame, as in `:------+------:`"""
PLACED = "u"
"""Prefix of a placed digit in .sdx files"""
CLUE_LINE = re.compile(rf"[{re.escape(BLANKS)}1-9]{{16,81}}")


@lru_cache(maxsize=128)
def row_of(text: str) -> tuple[str, ...]:
    """Return the cells on a line of a grid, () for a horizontal line of a frame."""
    text = to_halfwidth(text)
    return () if RULE.fullmatch(text) else tuple(text.translate(TO_BLANKS).split())


def looks_like_grid(texts: Sequence[str]) -> bool:
    """Return True if texts, one per line, are meant as a grid of candidates, even if it is damaged.

    It has as many cells per line as lines, and in most cells ascending digits.
    """
    rows = list(filter(None, map(row_of, texts)))
    clues, rows = (rows[0][0], rows[1:]) if rows and len(rows[0]) == 1 else ("", rows)
    tokens = [token for row in rows for token in row]
    if len(rows) not in GRID_SIDES or not (any(len(token) > 1 for token in tokens) or _fills(clues, tokens)):
        return False
    (length, _), *_ = Counter(map(len, rows)).most_common()
    return length in GRID_SIDES and sum(map(_is_cell, tokens)) * 4 >= len(tokens) * 3


def _fills(clues: str, tokens: Sequence[str]) -> bool:
    """Return True if a line of clues fits the cells of a grid of candidates: one per clue, with the clue in it."""
    pairs = zip(clues, tokens, strict=False)
    return len(clues) == len(tokens) and all(clue in BLANKS or clue == token for clue, token in pairs)


def _is_cell(token: str) -> bool:
    token = token.removeprefix(PLACED)
    ascending = "".join(sorted(set(token)))
    return token in BLANKS or (token.isascii() and token.isdigit() and token == ascending and "0" not in token)


def _is_row(cells: Sequence[str]) -> bool:
    return len(cells) in GRID_SIDES and all(map(_is_cell, cells))


def grids_in(texts: Sequence[str]) -> list[tuple[int, int]]:
    """Return the slice (begin, end) of the lines of each complete grid of candidates among `texts`.

    A grid may begin with a line of clues or of a frame, and ends with its last row, or with the frame below that. Empty
    lines do not interrupt it.
    """
    grids: list[tuple[int, int]] = []
    start, side, rows = -1, 0, 0  # of the current grid; -1 if there is none
    for place, text in enumerate(texts):
        cells = row_of(text)
        if not text:
            continue
        if not cells and grids and grids[-1][1] == place and not row_of(texts[grids[-1][0]]):
            grids[-1] = (grids[-1][0], place + 1)  # the end of the frame around the last grid
        elif not cells:
            start = start if rows or (start >= 0 and CLUE_LINE.fullmatch(texts[place - 1])) else place
        elif _is_row(cells) and len(cells) == (side if rows else len(cells)):
            start, side, rows = start if start >= 0 else place, len(cells), rows + 1
            if rows == side:
                grids.append((start, place + 1))
                start, rows = -1, 0
        else:
            start, rows = place if CLUE_LINE.fullmatch(text) else -1, 0
    return [(first, end) for first, end in grids if looks_like_grid(texts[first:end])]


def is_unfinished_grid(texts: Sequence[str]) -> bool:
    """Return True if lines are the beginning of a grid that has empty lines between its bands of equal height."""
    parts = [[row for row in map(row_of, part.split("\n")) if row] for part in "\n".join(texts).split("\n\n")]
    counts = {len(part) for part in parts if part}
    rows = [row for part in parts for row in part]
    if not rows:
        return len(texts) == 1 and RULE.fullmatch(to_halfwidth(texts[0])) is not None
    side = len(rows[0])
    is_grid = all(_is_row(row) and len(row) == side for row in rows)
    has_candidates = any(len(cell) > 1 for row in rows for cell in row)
    return is_grid and has_candidates and len(rows) < side and len(counts) == 1 and side % counts.pop() == 0


def read_grid(text: str, layout: Layout | None = None) -> Entry:
    """Read a grid of candidates, perhaps with a line of clues above it; raise InputError if it is wrong.

    `layout` is the board, None for the default.
    """
    rows = list(filter(None, map(row_of, text.splitlines())))
    clues = rows.pop(0)[0] if rows and len(rows[0]) == 1 else ""
    layout = layout or default_layout(len(rows))
    n = layout.size
    if len(rows) != n:
        raise InputError(Message("marks-rows", rows=len(rows), side=n))
    for number, row in enumerate(rows, 1):
        if len(row) != n:
            raise InputError(Message("row-cells", row=number, what="pencil marks", cells=len(row), side=n))
    tokens = [token for row in rows for token in row]
    # With prefixes for placed digits, the single digits without a prefix are the clues.
    if any(token.startswith(PLACED) for token in tokens):
        clues = clues or "".join(token if len(token) == 1 else "." for token in tokens)
        tokens = [token.removeprefix(PLACED) for token in tokens]
    cells = ({read_symbol(one, cell, n) for one in token} for cell, token in enumerate(tokens))
    return _entry(tuple(tuple(sorted(digits - {0})) for digits in cells), clues, layout)


def read_list(text: str, layout: Layout | None = None) -> Entry | None:
    """Read a list of candidates, perhaps with the clues before it; return None for any other text.

    `layout` is the board, None for the default.
    """
    *before, text = text.split() or [""]
    cells = _cells(text)
    side = round(len(cells) ** 0.5)
    fits = layout is None or layout.size == side
    if not cells or not fits or (before and [len(one) for one in before] != [side * side]):
        return None
    if not (_are_most(cells) or layout or before):
        return None
    return _entry(cells, "".join(before), layout or default_layout(side))


def is_list(text: str) -> bool:
    """Return True if a text of n³ characters lists the candidates of all cells."""
    cells = _cells(text)
    return len(cells) > 0 and _are_most(cells)


def _are_most(cells: Marks) -> bool:
    """Return True if at least three in four cells have a candidate.

    With fewer, the text is rather a larger board with few clues, which fits the form of a list by chance.
    """
    return sum(map(bool, cells)) * 4 >= len(cells) * 3


def _cells(text: str) -> Marks:
    """Parse n³ characters to the candidates of each cell; return () if a digit is in the position of another."""
    side = round(len(text) ** (1 / 3))
    places = zip(text.upper(), SYMBOLS[:side] * side * side, strict=False)
    if side < 2 or side**3 != len(text) or any(one != place and one not in BLANKS for one, place in places):
        return ()
    cells = (text[k : k + side] for k in range(0, len(text), side))
    return tuple(tuple(digit for digit, one in enumerate(cell, 1) if one not in BLANKS) for cell in cells)


def _entry(cells: Marks, clues: str, layout: Layout) -> Entry:
    """Return the entry for the candidates of each cell, which are notes; if `clues` is "", they are the puzzle."""
    digits = [noted[0] if len(noted) == 1 else 0 for noted in cells]
    puzzle = puzzle_of(digits_of(clues, layout, "line of clues") if clues else digits, layout)
    for cell, clue in enumerate(puzzle.clues):
        if clue and digits[cell] != clue:
            where = layout.where(cell)
            raise InputError(Message("marks-clue", place=where, clue=symbol(clue), marks=_text(cells[cell])))
    marks = tuple(() if len(noted) == 1 else noted or NONE_LEFT for noted in cells)
    if not any(len(noted) > 1 for noted in cells):
        marks = ()
    if not clues and (own := with_given_candidates(puzzle, marks)) != puzzle:
        return Entry(own)
    return Entry(puzzle, placed=placed_in(puzzle, digits), marks=marks)


def with_given_candidates(puzzle: Puzzle, marks: Marks) -> Puzzle:
    """Return the puzzle with constraints `allowed` for the marked digits of each cell that has marks.

    Marks that exclude no more than the clues do are left out.

    Raises:
        InputError: A cell has no candidate; the message names it.
    """
    cells_of: dict[tuple[int, ...], list[int]] = {}
    for cell, (noted, seen) in enumerate(zip(marks, State(puzzle).sight, strict=True) if marks else ()):
        if noted and not set(seen) & set(noted) and not puzzle.clues[cell]:
            raise InputError(Message("no-candidate", place=puzzle.layout.where(cell)))
        if noted and not set(seen) <= set(noted):
            cells_of.setdefault(noted, []).append(cell)
    allowed = [Allowed(tuple(cells), digits) for digits, cells in cells_of.items()]
    return Puzzle(with_further(puzzle.layout, allowed), puzzle.clues) if allowed else puzzle


def unheld(layout: Layout) -> Sequence[Constraint]:
    """Return the further constraints that candidates cannot express: all but those of the kind `allowed`."""
    return [one for one in layout.further if not isinstance(one, Allowed)]


def can_hold_notes(entry: Entry) -> bool:
    """Return True if candidates of an entry can be written as notes, because they are not the puzzle itself."""
    return not given_candidates(entry.puzzle.layout)


def can_hold_notes_on_placed(entry: Entry) -> bool:
    """Return True if candidates can be notes in a .sdx file, where only placed digits mark them as notes."""
    return any(entry.placed) and can_hold_notes(entry)


def _shown(entry: Entry, can_hold: Callable[[Entry], bool] = can_hold_notes) -> Marks:
    """Return the digits to show in each cell: its own, the noted candidates, or those that its peers leave.

    Candidates count as noted only if `can_hold` is True. If they are part of the puzzle, a cell without a clue shows
    those, or all digits.
    """
    if given := given_candidates(entry.puzzle.layout):
        every = tuple(range(1, entry.puzzle.layout.size + 1))
        return tuple((clue,) if clue else given.get(cell, every) for cell, clue in enumerate(entry.puzzle.clues))
    state = entry.state if can_hold(entry) else State(entry.puzzle)
    noted = state.marks or state.sight
    cells = zip(state.digits, noted, state.sight, strict=True)
    return tuple((digit,) if digit else some or seen for digit, some, seen in cells)


def _clues_before(entry: Entry, shown: Marks, end: str) -> str:
    """Return the line of clues, ended by `end`; "" if the shown candidates are the puzzle, or follow from the clues."""
    if not can_hold_notes(entry):
        return ""
    clues = entry.puzzle.clues
    cells = zip(clues, shown, entry.state.sight, strict=True)
    follow = all(clue or (noted != NONE_LEFT and {*seen} <= {*noted}) for clue, noted, seen in cells)
    alone = [len(noted) == 1 and noted != NONE_LEFT for noted in shown]
    return "" if follow and alone == [clue > 0 for clue in clues] else text_of(clues) + end


def write_list(entry: Entry) -> str:
    """Return the candidates of an entry as a line of n³ characters."""
    shown, every = _shown(entry), range(1, entry.puzzle.layout.size + 1)
    cells = ("".join(symbol(digit if digit in noted else 0) for digit in every) for noted in shown)
    return f"{_clues_before(entry, shown, ' ')}{''.join(cells)}\n"


def write_grid(entry: Entry) -> str:
    """Return the candidates of an entry as a framed grid, with lines between bands and stacks, and an empty line."""
    layout, shown = entry.puzzle.layout, _shown(entry)
    n = layout.size
    texts = [_text(noted) for noted in shown]
    widths = [max(map(len, texts[column::n])) for column in range(n)]
    parts = _groups(layout, [range(column, n * n, n) for column in range(n)])
    rule = ["-" * (sum(widths[k] + 1 for k in part) + 1) for part in parts]
    lines = [f".{'.'.join(rule)}."]
    for band in _groups(layout, [range(row * n, row * n + n) for row in range(n)]):
        for row in band:
            cells = (" ".join(texts[row * n + k].ljust(widths[k]) for k in part) for part in parts)
            lines.append(f"| {' | '.join(cells)} |")
        lines.append(f":{'+'.join(rule)}:")
    lines[-1] = f"'{chr(39).join(rule)}'"
    return _clues_before(entry, shown, "\n") + "\n".join(lines) + "\n\n"


def write_sdx(entry: Entry) -> str:
    """Return an entry as the rows of a .sdx file: cells separated by blanks, with `u` before placed digits."""
    layout, clues = entry.puzzle.layout, entry.puzzle.clues
    pairs = zip(_shown(entry, can_hold_notes_on_placed), clues, strict=True)
    cells = [
        f"{PLACED}{_text(noted)}" if len(noted) == 1 and noted != NONE_LEFT and not clue else _text(noted)
        for noted, clue in pairs
    ]
    return "".join(" ".join(cells[k : k + layout.size]) + "\n" for k in range(0, len(cells), layout.size))


def _text(noted: Sequence[int]) -> str:
    return "".join(map(symbol, noted)) or "."


def _groups(layout: Layout, lines: list[range]) -> list[list[int]]:
    """Group rows, or columns, given as ranges of cells: neighbouring ones belong together if a region spans both."""
    parts = [[0]]
    for number in range(1, len(lines)):
        pairs = zip(lines[number - 1], lines[number], strict=True)
        if not layout.regions or any(layout.regions[one] == layout.regions[other] for one, other in pairs):
            parts[-1].append(number)
        else:
            parts.append([number])
    return parts
