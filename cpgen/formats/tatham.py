"""Game IDs of Simon Tatham's Solo: `params:grid`, and `,blocks` for drawn regions.

In `CxR` a box has C rows and R columns. In the grid a letter is a run of open cells, and in the blocks a run of pairs
of neighbours without an edge between them; `z` is 26 of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from string import ascii_lowercase

from cpgen.errors import InputError, Message, shown
from cpgen.formats.checks import agreed_layout, puzzle_of, regions_of
from cpgen.formats.entry import Entry
from cpgen.layout import Layout, require_side

PARAMS = re.compile(r"(?:(\d{1,3})x(\d{1,3})|(\d{1,3})j)([a-z0-9]*)", re.ASCII)
TOKEN = re.compile(r"([a-z])|(\d+)|_", re.ASCII)
LETTERS = ascii_lowercase
LEAST_WITH_DIAGONALS = 4


def read(text: str, layout: Layout | None = None) -> Entry:
    """Read a game ID."""
    params, _, body = text.strip().partition(":")
    grid, comma, blocks = body.partition(",")
    layout = agreed_layout(_layout(params, blocks if comma else None), layout)
    return Entry(puzzle_of(_digits(grid, layout), layout))


@lru_cache(maxsize=256)
def _layout(params: str, blocks: str | None) -> Layout:
    match = PARAMS.fullmatch(params)
    if not match:
        raise InputError(Message("game-id-board", text=shown(params)))
    height, width, side, options = match.groups()
    diagonal = options.startswith("x")
    if "k" in re.sub("d[a-z]", "", options[diagonal:]):
        raise InputError(Message("game-id-killer"))
    base = _jigsaw(int(side), blocks) if side else Layout.boxes(int(height), int(width))
    return base.with_diagonals() if diagonal else base


def _jigsaw(side: int, blocks: str | None) -> Layout:
    if blocks is None:
        raise InputError(Message("game-id-regions"))
    require_side(side)
    edges = _edges(blocks, 2 * side * (side - 1))
    pairs = zip(_neighbours(side), edges, strict=True)
    return Layout(side, regions_of(side, (cells for cells, edge in pairs if not edge)))


def _edges(blocks: str, count: int) -> list[bool]:
    """Return True for each of `count` pairs of neighbours with an edge between them.

    Each letter is a run of pairs without an edge, followed by one pair with an edge: `_` is no pair, `a` 1 to `y` 25.
    After `z`, 26 pairs, no edge follows.
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
    if len(edges) != count + 1 or not edges[-1]:
        raise InputError(Message("game-id-short" if len(edges) < count + 1 else "game-id-long", edges=count))
    return edges[:-1]


def _neighbours(side: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs of neighbours: side by side in reading order, then one above the other column by column."""
    for row in range(side):
        for column in range(side - 1):
            yield row * side + column, row * side + column + 1
    for column in range(side):
        for row in range(side - 1):
            yield row * side + column, (row + 1) * side + column


def _digits(grid: str, layout: Layout) -> list[int]:
    """Return the digits of a grid: numbers, runs of a = 1 to z = 26 open cells, and `_` between two numbers."""
    digits: list[int] = []
    position = 0
    while position < len(grid):
        token = TOKEN.match(grid, position)
        if not token or len(digits) > layout.cell_count:
            break
        run, number = token.groups()
        if run:
            digits += [0] * (LETTERS.index(run) + 1)
        elif number:
            if len(number) > 3 or not 1 <= int(number) <= layout.size:
                raise InputError(Message("game-id-digit", text=shown(number, 9), most=layout.size))
            digits.append(int(number))
        position = token.end()
    if position < len(grid) and len(digits) <= layout.cell_count:
        raise InputError(Message("game-id-sign", sign=repr(grid[position])))
    if len(digits) != layout.cell_count:
        found = "more" if len(digits) > layout.cell_count else f"only {len(digits)}"
        raise InputError(Message("game-id-cells", cells=layout.cell_count, found=found))
    return digits


def write(entry: Entry) -> str:
    """Write a game ID on a line."""
    layout = entry.puzzle.layout
    params = _params(layout)
    blocks = f",{_blocks(layout)}" if "j" in params else ""
    return f"{params}:{_grid(entry.puzzle.clues)}{blocks}\n"


@lru_cache(maxsize=256)
def _params(layout: Layout) -> str:
    """Return the parameters of a layout, as in `2x3`, `9jx`."""
    if layout.size < LEAST_WITH_DIAGONALS and layout.extras:
        raise InputError(Message("game-id-diagonals", least=LEAST_WITH_DIAGONALS, side=layout.size))
    spec = Layout(layout.size, layout.regions).spec
    base = spec if "/" not in spec else f"{layout.size}j"
    return base + ("x" if layout.extras else "")


def _grid(clues: Sequence[int]) -> str:
    parts: list[str] = []
    run = 0
    for digit in (*clues, None):
        if digit == 0:
            run += 1
            continue
        parts += ["z"] * (run // 26) + ([LETTERS[run % 26 - 1]] if run % 26 else [])
        if digit:
            parts += ["_"] if parts and not run else []
            parts.append(str(digit))
        run = 0
    return "".join(parts)


@lru_cache(maxsize=256)
def _blocks(layout: Layout) -> str:
    parts, run = [], 0
    edges = [layout.regions[one] != layout.regions[other] for one, other in _neighbours(layout.size)]
    for edge in [*edges, True]:
        if not edge:
            run += 1
            continue
        parts.append("z" * (run // 26) + f"_{LETTERS}"[run % 26])
        run = 0
    return "".join(parts)
