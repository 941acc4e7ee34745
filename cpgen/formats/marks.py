"""Pencil marks: a grid of candidates as forums and HoDoKu print it, framed or not, and a list of n³ characters.

A cell with a single candidate shows a digit: a clue, unless the line of clues comes first, which tells digits placed
later from them. Where others have candidates, a blank cell has none left. In the list each cell has n characters, each
digit in its place or a blank.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cpgen.errors import InputError, counted
from cpgen.formats.checks import Checker, checker_for, digits_of, text_of
from cpgen.formats.entry import Entry
from cpgen.layout import Layout
from cpgen.notation import BLANKS, FRAME, SYMBOLS, is_rule, read_symbol, symbol
from cpgen.state import NONE_LEFT, Marks

GRID_SIDES = range(4, 10)
PLAIN = str.maketrans(dict.fromkeys(FRAME, " "))
"""Frames as blanks"""


def looks_like_grid(texts: Sequence[str]) -> bool:
    """Whether lines are a grid of candidates, perhaps damaged: as many cells as lines, most of them ascending."""
    rows = [text.translate(PLAIN).split() for text in texts if not is_rule(text)]
    clues, rows = (rows[0][0], rows[1:]) if rows and len(rows[0]) == 1 else ("", rows)
    tokens = [token for row in rows for token in row]
    if len(rows) not in GRID_SIDES or not (any(len(token) > 1 for token in tokens) or _fills(clues, tokens)):
        return False
    (length, _), *_ = Counter(map(len, rows)).most_common()
    return length in GRID_SIDES and sum(map(_is_cell, tokens)) * 4 >= len(tokens) * 3


def _fills(clues: str, tokens: Sequence[str]) -> bool:
    """Whether the tokens are a digit for each cell of a line of clues, and the clue where there is one."""
    pairs = zip(clues, tokens, strict=False)
    return len(clues) == len(tokens) and all(clue in BLANKS or clue == token for clue, token in pairs)


def _is_cell(token: str) -> bool:
    ascending = "".join(sorted(set(token)))
    return token in BLANKS or (token.isascii() and token.isdigit() and token == ascending and "0" not in token)


def read_grid(text: str, layout: Layout | None = None) -> Entry:
    """The entry of a grid of candidates, perhaps below the line of its clues; raises InputError naming the place."""
    rows = [row.translate(PLAIN).split() for row in text.splitlines() if not is_rule(row)]
    rows = [row for row in rows if row]
    clues = rows.pop(0)[0] if rows and len(rows[0]) == 1 else ""
    checker = checker_for(layout, len(rows))
    n = checker.layout.size
    if len(rows) != n:
        raise InputError(f"The pencil marks have {counted(len(rows), 'row')}; this board has {n}.")
    for number, row in enumerate(rows, 1):
        if len(row) != n:
            raise InputError(f"Row {number} of the pencil marks has {counted(len(row), 'cell')}; each row needs {n}.")
    tokens = [token for row in rows for token in row]
    cells = ({read_symbol(one, cell, n) for one in token} for cell, token in enumerate(tokens))
    return _entry(tuple(tuple(sorted(digits - {0})) for digits in cells), clues, checker)


def listed(text: str, layout: Layout | None = None) -> Entry | None:
    """The entry of a list of candidates, perhaps behind the clues; None when the text is something else."""
    *before, text = text.split() or [""]
    cells = _cells(text)
    side = round(len(cells) ** 0.5)
    fits = layout is None or layout.size == side
    if not cells or not fits or (before and [len(one) for one in before] != [side * side]):
        return None
    return _entry(cells, "".join(before), checker_for(layout, side)) if _are_most(cells) or layout or before else None


def is_list(text: str) -> bool:
    """Whether a text is a list of the candidates of all cells."""
    cells = _cells(text)
    return len(cells) > 0 and _are_most(cells)


def _are_most(cells: Marks) -> bool:
    """Whether at least three in four cells have a candidate: with fewer, they are a large board's clues by chance."""
    return sum(map(bool, cells)) * 4 >= len(cells) * 3


def _cells(text: str) -> Marks:
    """The candidates of each cell in n³ characters; nothing when one of these is not in its place."""
    side = round(len(text) ** (1 / 3))
    places = zip(text.upper(), SYMBOLS[:side] * side * side, strict=False)
    if side < 2 or side**3 != len(text) or any(one != place and one not in BLANKS for one, place in places):
        return ()
    cells = (text[k : k + side] for k in range(0, len(text), side))
    return tuple(tuple(digit for digit, one in enumerate(cell, 1) if one not in BLANKS) for cell in cells)


def _entry(cells: Marks, clues: str, checker: Checker) -> Entry:
    """The entry of the candidates of all cells; those alone in their cells are clues where no clues are known."""
    digits = [noted[0] if len(noted) == 1 else 0 for noted in cells]
    puzzle = checker.puzzle(digits_of(clues, checker.layout, "line of clues") if clues else digits)
    for cell, clue in enumerate(puzzle.clues):
        if clue and digits[cell] != clue:
            where = checker.layout.where(cell)
            raise InputError(f"The clue at {where} is {symbol(clue)}, but the pencil marks show {_text(cells[cell])}.")
    marks = tuple(() if len(noted) == 1 else noted or NONE_LEFT for noted in cells)
    has_candidates = any(len(noted) > 1 for noted in cells)
    return Entry(puzzle, placed=checker.placed(digits, puzzle.clues), marks=marks if has_candidates else ())


def _shown(entry: Entry) -> Marks:
    """What each cell shows: its digit alone, the candidates noted in it, or those that sight leaves."""
    state = entry.state
    noted = state.marks or state.sight
    cells = zip(state.digits, noted, state.sight, strict=True)
    return tuple((digit,) if digit else some or seen for digit, some, seen in cells)


def _clues_before(entry: Entry, shown: Marks, end: str) -> str:
    """The line of clues where they are not all the digits shown, nothing otherwise."""
    alone = [len(noted) == 1 and noted != NONE_LEFT for noted in shown]
    return "" if alone == [clue > 0 for clue in entry.puzzle.clues] else text_of(entry.puzzle.clues) + end


def write_list(entry: Entry) -> str:
    """The entry as a list of n³ characters on a line."""
    shown, every = _shown(entry), range(1, entry.puzzle.layout.size + 1)
    cells = ("".join(symbol(digit if digit in noted else 0) for digit in every) for noted in shown)
    return f"{_clues_before(entry, shown, ' ')}{''.join(cells)}\n"


def write_grid(entry: Entry) -> str:
    """The entry as a framed grid, ruled between regions where lines part them, and an empty line behind it."""
    layout, shown = entry.puzzle.layout, _shown(entry)
    n = layout.size
    texts = [_text(noted) for noted in shown]
    widths = [max(map(len, texts[column::n])) for column in range(n)]
    parts = _parted(layout, [range(column, n * n, n) for column in range(n)])
    rule = ["-" * (sum(widths[k] + 1 for k in part) + 1) for part in parts]
    lines = [f".{'.'.join(rule)}."]
    for band in _parted(layout, [range(row * n, row * n + n) for row in range(n)]):
        for row in band:
            cells = (" ".join(texts[row * n + k].ljust(widths[k]) for k in part) for part in parts)
            lines.append(f"| {' | '.join(cells)} |")
        lines.append(f":{'+'.join(rule)}:")
    lines[-1] = f"'{chr(39).join(rule)}'"
    return _clues_before(entry, shown, "\n") + "\n".join(lines) + "\n\n"


def _text(noted: Sequence[int]) -> str:
    return "".join(map(symbol, noted)) or "."


def _parted(layout: Layout, lines: list[range]) -> list[list[int]]:
    """The numbers of rows or columns, put together as long as some region goes on from one to the next."""
    parts = [[0]]
    for number in range(1, len(lines)):
        beside = zip(lines[number - 1], lines[number], strict=True)
        goes_on = not layout.regions or any(layout.regions[one] == layout.regions[other] for one, other in beside)
        parts[-1].append(number) if goes_on else parts.append([number])
    return parts
