"""Game IDs of Simon Tatham's Solo: `params:grid`, `,blocks` for drawn regions, and `,cages,sums` for killer puzzles.

In `CxR` a box has C rows and R columns. In the grid a letter is a run of open cells (`a` 1 to `z` 26), and in the
blocks a run of pairs of neighbours without an edge between them. The cages are like blocks, and cover the board; the
sums are like a grid, with the sum of each cage in its first cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from string import ascii_lowercase

from cpgen.constraints.base import Constraint
from cpgen.constraints.cage import Cage
from cpgen.errors import InputError
from cpgen.formats.checks import agreed_layout, puzzle_of, regions_of
from cpgen.formats.entry import Entry
from cpgen.layout import Layout
from cpgen.messages import Message, shown
from cpgen.regions import connected, require_side

PARAMS = re.compile(r"(?:(\d{1,3})x(\d{1,3})|(\d{1,3})j)([a-z0-9]*)", re.ASCII)
TOKEN = re.compile(r"([a-z])|(\d+)|_", re.ASCII)
LETTERS = ascii_lowercase
LEAST_WITH_DIAGONALS = 4
MOST_WITH_CAGES = 9


def read(text: str, layout: Layout | None = None) -> Entry:
    """Read a game ID of Solo, which must fit `layout` if given; raise InputError if it is damaged."""
    params, _, body = text.strip().partition(":")
    grid, *rest = body.split(",")
    killer = _is_killer(params)
    if killer and len(rest) < 2:
        raise InputError(Message("game-id-killer"))
    blocks, cages = (rest[:-2], rest[-2:]) if killer else (rest, [])
    own = _layout(params, ",".join(blocks) if blocks else None)
    layout = agreed_layout(own.with_constraints(*_cages(cages, own)) if killer else own, layout)
    return Entry(puzzle_of(_digits(grid, layout, layout.size), layout))


def _is_killer(params: str) -> bool:
    match = PARAMS.fullmatch(params)
    return bool(match) and "k" in re.sub("d[a-z]", "", match[4])  # type: ignore[index]


def _cages(texts: Sequence[str], board: Layout) -> list[Cage]:
    """Parse the texts of cages and sums to cages; a cage has the sum that stands in one of its cells, if any."""
    cages, sums = texts
    totals = _digits(sums, board, board.size * (board.size + 1) // 2)
    members: dict[int, list[int]] = {}
    for cell, cage in enumerate(_parts(board.size, cages)):
        members.setdefault(cage, []).append(cell)
    return [Cage(tuple(cells), max(totals[cell] for cell in cells) or None) for cells in members.values()]


@lru_cache(maxsize=256)
def _layout(params: str, blocks: str | None) -> Layout:
    match = PARAMS.fullmatch(params)
    if not match:
        raise InputError(Message("game-id-board", text=shown(params)))
    height, width, side, options = match.groups()
    diagonal = "x" in re.sub("d[a-z]", "", options)
    base = _jigsaw(int(side), blocks) if side else Layout.boxes(int(height), int(width))
    return base.with_diagonals() if diagonal else base


def _jigsaw(side: int, blocks: str | None) -> Layout:
    if blocks is None:
        raise InputError(Message("game-id-regions"))
    require_side(side)
    return Layout(side, _parts(side, blocks))


def _parts(side: int, blocks: str) -> tuple[int, ...]:
    """Return the number of the block or cage of each cell of a board, given Tatham's text of the edges between them."""
    pairs = zip(_neighbours(side), _edges(blocks, 2 * side * (side - 1)), strict=True)
    return regions_of(side, (cells for cells, edge in pairs if not edge))


def _edges(blocks: str, count: int) -> list[bool]:
    """Parse the text `blocks` of edges: return True for each of `count` pairs of neighbours with an edge between them.

    Each letter is a run of pairs without an edge, followed by one pair with an edge: `_` is an empty run, `a` 1 to `y`
    25. After `z`, 26 pairs, no edge follows.
    """
    edges: list[bool] = []
    for symbol in blocks:
        run = LETTERS.find(symbol) + 1
        if not run and symbol != "_":
            raise InputError(Message("game-id-region-sign", sign=repr(symbol)))
        edges += [False] * run
        if symbol != "z":
            edges.append(True)
        if len(edges) > count + 1:
            break
    # The last run ends with an edge after the last pair, which marks the end.
    if len(edges) != count + 1 or not edges[-1]:
        raise InputError(Message("game-id-short" if len(edges) < count + 1 else "game-id-long", edges=count))
    return edges[:-1]


def _neighbours(side: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs of neighbours: in each row from left to right, then in each column from top to bottom."""
    for row in range(side):
        for column in range(side - 1):
            yield row * side + column, row * side + column + 1
    for column in range(side):
        for row in range(side - 1):
            yield row * side + column, (row + 1) * side + column


def _digits(grid: str, layout: Layout, most: int) -> list[int]:
    """Parse a grid of numbers up to `most` to n² numbers; letters are runs of open cells, `_` separates numbers."""
    digits: list[int] = []
    position = 0
    while position < len(grid):
        token = TOKEN.match(grid, position)
        # Stop early: a short text of letters can stand for many cells.
        if not token or len(digits) > layout.cell_count:
            break
        run, number = token.groups()
        if run:
            digits += [0] * (LETTERS.index(run) + 1)
        elif number:
            if len(number) > 3 or not 1 <= int(number) <= most:
                raise InputError(Message("game-id-digit", text=shown(number, 9), most=most))
            digits.append(int(number))
        position = token.end()
    if position < len(grid) and len(digits) <= layout.cell_count:
        raise InputError(Message("game-id-sign", sign=repr(grid[position])))
    if len(digits) != layout.cell_count:
        found = "more" if len(digits) > layout.cell_count else f"only {len(digits)}"
        raise InputError(Message("game-id-cells", cells=layout.cell_count, found=found))
    return digits


def write(entry: Entry) -> str:
    """Return the game ID of an entry, with a line end."""
    layout = entry.puzzle.layout
    params = _params(layout)
    blocks = f",{_blocks(layout.size, layout.regions)}" if "j" in params else ""
    cages = f",{_cages_text(layout)}" if layout.further else ""
    return f"{params}:{_grid(entry.puzzle.clues)}{blocks}{cages}\n"


def unheld(layout: Layout) -> Sequence[Constraint]:
    """Return the constraints that a game ID cannot hold: all, or none if they are cages as it needs them.

    Cages must have sums, be connected, and cover the board once.
    """
    cages = [one for one in layout.further if isinstance(one, Cage) and isinstance(one.total, int)]
    covered = sorted(cell for cage in cages for cell in cage.cells) == list(range(layout.cell_count))
    connected_all = all(connected(layout.size, cage.cells) == {*cage.cells} for cage in cages)
    is_held = len(cages) == len(layout.further) and covered and connected_all and layout.size <= MOST_WITH_CAGES
    return () if is_held else layout.further


def _cages_text(layout: Layout) -> str:
    """Return the cages of a layout as Tatham's blocks, a comma, and their sums as a grid."""
    numbers, totals = [0] * layout.cell_count, [0] * layout.cell_count
    for number, cage in enumerate(one for one in layout.further if isinstance(one, Cage)):
        # As in the game IDs of Solo, the sum stands in the first cell of its cage.
        totals[min(cage.cells)] = int(cage.total or 0)
        for cell in cage.cells:
            numbers[cell] = number
    return f"{_blocks(layout.size, tuple(numbers))},{_grid(totals)}"


@lru_cache(maxsize=256)
def _params(layout: Layout) -> str:
    """Return the parameters of a layout in a game ID, as in `2x3` or `9jx`."""
    if layout.size < LEAST_WITH_DIAGONALS and layout.extras:
        raise InputError(Message("game-id-diagonals", least=LEAST_WITH_DIAGONALS, side=layout.size))
    spec = Layout(layout.size, layout.regions).spec
    base = spec if "/" not in spec else f"{layout.size}j"
    return base + ("x" if layout.extras else "") + ("k" if layout.further else "")


def _grid(clues: Sequence[int]) -> str:
    parts: list[str] = []
    run = 0
    for digit in (*clues, None):
        if digit == 0:
            run += 1
            continue
        # `z` has no number after it, so a longer run of open cells is several letters.
        parts += ["z"] * (run // 26) + ([LETTERS[run % 26 - 1]] if run % 26 else [])
        if digit:
            parts += ["_"] if parts and not run else []
            parts.append(str(digit))
        run = 0
    return "".join(parts)


@lru_cache(maxsize=256)
def _blocks(side: int, numbers: tuple[int, ...]) -> str:
    """Return the text of the edges, given the number of the block or cage of each cell."""
    parts, run = [], 0
    edges = [numbers[one] != numbers[other] for one, other in _neighbours(side)]
    for edge in [*edges, True]:
        if not edge:
            run += 1
            continue
        parts.append("z" * (run // 26) + f"_{LETTERS}"[run % 26])
        run = 0
    return "".join(parts)
