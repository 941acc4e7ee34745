"""What shapes can a board have, and which cells see each other?

A layout is n×n cells, numbered row by row from 0, and its houses: sets of n cells that hold each digit once.
Houses come in a fixed order that everything else relies on: rows from the top, columns from the left, regions
by number, then extra houses. A *box of 2×3* is 2 rows high and 3 columns wide.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from cpgen.errors import InputError

MAX_SIZE = 100
REGION_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

ROW, COLUMN, REGION, EXTRA = "row", "column", "region", "extra"


@dataclass(frozen=True)
class House:
    """n cells, ascending, that hold each digit once; `number` counts from 1 within its kind."""

    kind: str
    number: int
    cells: tuple[int, ...]

    def __str__(self) -> str:
        return f"{'extra house' if self.kind == EXTRA else self.kind} {self.number}"


@dataclass(frozen=True)
class Layout:
    """The board's shape: `size` n, the region number of each cell (empty: a Latin square), extra houses.

    Raises InputError when a region has the wrong size or lies in several pieces, or an extra house is not
    n different cells.
    """

    size: int
    regions: tuple[int, ...] = ()
    extras: tuple[tuple[int, ...], ...] = ()

    def __post_init__(self) -> None:
        if not 2 <= self.size <= MAX_SIZE:
            raise InputError(f"A board of side {self.size} cannot be made; the side goes from 2 to {MAX_SIZE}.")
        if self.regions:
            _check_regions(self.size, self.regions)
        for number, cells in enumerate(self.extras, 1):
            if len(set(cells)) != self.size or len(cells) != self.size:
                raise InputError(f"Extra house {number} has {len(cells)} cells; it needs {self.size}.")

    @classmethod
    def boxes(cls, height: int, width: int) -> Layout:
        """The board whose regions are boxes `height` rows high and `width` columns wide, n = height·width."""
        if height < 2 or width < 2:
            raise InputError(
                f"A box of {height}x{width} is too small; both sides are 2 or more (a board without boxes "
                "is a Latin square)."
            )
        if height * width > MAX_SIZE:
            raise InputError(f"Boxes of {height}x{width} make a side of {height * width}; {MAX_SIZE} is the most.")
        n = height * width
        return cls(n, tuple((r // height) * height + c // width for r in range(n) for c in range(n)))

    @classmethod
    def latin(cls, size: int) -> Layout:
        """The board of side `size` with rows and columns only."""
        return cls(size)

    @classmethod
    def from_regions(cls, text: str) -> Layout:
        """The board whose regions are drawn in `text`, a symbol a cell, rows apart by line ends, `/` or blanks.

        >>> Layout.from_regions("AABB/AABB/CCDD/CCDD") == Layout.boxes(2, 2)
        True
        """
        symbols = _square(text, "the regions")
        n = len(symbols)
        flat = "".join(symbols)
        order = {symbol: number for number, symbol in enumerate(dict.fromkeys(flat))}
        if len(order) != n:
            raise InputError(f"The regions use {len(order)} different symbols; a board of side {n} has {n} regions.")
        return cls(n, tuple(order[symbol] for symbol in flat))

    @classmethod
    def parse(cls, spec: str) -> Layout:
        """The layout that `spec` names: `3x3`, `latin-5`, drawn regions, each with `+diagonals` or drawn extra houses.

        In drawn extra houses a dot belongs to none. It reads back what `Layout.spec` writes.
        """
        base, *additions = spec.strip().split("+")
        layout = cls._parse_base(base.strip())
        for addition in additions:
            word = addition.strip()
            layout = layout.with_diagonals() if word == "diagonals" else layout.with_drawn_extras(word)
        return layout

    @classmethod
    def _parse_base(cls, base: str) -> Layout:
        if base.startswith("latin-"):
            return cls.latin(whole_number(base.removeprefix("latin-"), "the side of a Latin square"))
        height, times, width = base.partition("x")
        if times and height.isascii() and height.isdigit() and len(base) < 8:
            return cls.boxes(whole_number(height, "a box's height"), whole_number(width, "a box's width"))
        return cls.from_regions(base)

    def with_diagonals(self) -> Layout:
        """This layout with the two main diagonals as extra houses."""
        return Layout(self.size, self.regions, self.extras + _diagonals(self.size))

    def with_drawn_extras(self, text: str) -> Layout:
        """This layout with the extra houses that are drawn in `text`: a symbol a house, dots for no house."""
        rows = _square(text, "the extra houses")
        if len(rows) != self.size:
            raise InputError(f"The extra houses are drawn on {len(rows)} rows; the board has {self.size}.")
        flat = "".join(rows)
        houses = tuple(
            tuple(cell for cell, other in enumerate(flat) if other == symbol)
            for symbol in dict.fromkeys(flat)
            if symbol != "."
        )
        return Layout(self.size, self.regions, self.extras + houses)

    @cached_property
    def spec(self) -> str:
        """A one-line text that `Layout.parse` reads back."""
        return "+".join([self._base_spec(), *self._extra_specs()])

    def _base_spec(self) -> str:
        n = self.size
        if not self.regions:
            return f"latin-{n}"
        for height in range(2, n // 2 + 1):
            if n % height == 0 and Layout.boxes(height, n // height).regions == self.regions:
                return f"{height}x{n // height}"
        return "/".join(self.draw(REGION_LETTERS[region] for region in self.regions))

    def _extra_specs(self) -> list[str]:
        specs, rest = [], list(self.extras)
        if set(_diagonals(self.size)) <= set(rest):
            specs.append("diagonals")
            rest = [cells for cells in rest if cells not in _diagonals(self.size)]
        for cells in rest:
            specs.append("/".join(self.draw("A" if cell in cells else "." for cell in range(self.cell_count))))
        return specs

    @property
    def cell_count(self) -> int:
        """The number of cells, n²."""
        return self.size * self.size

    @cached_property
    def houses(self) -> tuple[House, ...]:
        """All houses: rows, columns, regions, extra houses."""
        n = self.size
        rows = [House(ROW, r + 1, tuple(range(r * n, r * n + n))) for r in range(n)]
        columns = [House(COLUMN, c + 1, tuple(range(c, n * n, n))) for c in range(n)]
        members: list[list[int]] = [[] for _ in range(n)]
        for cell, region in enumerate(self.regions):
            members[region].append(cell)
        regions = [House(REGION, k + 1, tuple(cells)) for k, cells in enumerate(members) if cells]
        extras = [House(EXTRA, k + 1, tuple(sorted(cells))) for k, cells in enumerate(self.extras)]
        return (*rows, *columns, *regions, *extras)

    @cached_property
    def houses_of(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the indices of the houses it lies in, ascending."""
        lying: list[list[int]] = [[] for _ in range(self.cell_count)]
        for index, house in enumerate(self.houses):
            for cell in house.cells:
                lying[cell].append(index)
        return tuple(map(tuple, lying))

    @cached_property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the cells that it sees, ascending."""
        seen = [{c for h in lying for c in self.houses[h].cells} for lying in self.houses_of]
        return tuple(tuple(sorted(cells - {cell})) for cell, cells in enumerate(seen))

    def cell_name(self, cell: int) -> str:
        """The short name of a cell, as in `r5c2`."""
        return f"r{cell // self.size + 1}c{cell % self.size + 1}"

    def where(self, cell: int) -> str:
        """The place of a cell in words, as in `row 5, column 2`."""
        return f"row {cell // self.size + 1}, column {cell % self.size + 1}"

    def draw(self, symbols: Iterable[str]) -> list[str]:
        """The n² symbols as n rows of text."""
        flat = list(symbols)
        return ["".join(flat[r * self.size : (r + 1) * self.size]) for r in range(self.size)]

    def __str__(self) -> str:
        return self.spec


def whole_number(text: str, what: str) -> int:
    """The number that plain ASCII digits spell; raises InputError naming `what`."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise InputError(f"{text!r} is not a whole number; {what} is written in digits, as in 3.")
    return int(text)


def _diagonals(n: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(range(0, n * n, n + 1)), tuple(range(n - 1, n * n - 1, n - 1))


def _square(text: str, what: str) -> list[str]:
    """The rows of a drawn square: as many as each has symbols; raises InputError saying which row is wrong."""
    rows = text.replace("/", " ").split()
    if len(rows) == 1 and round(len(rows[0]) ** 0.5) ** 2 == len(rows[0]):
        n = round(len(rows[0]) ** 0.5)
        rows = [rows[0][k : k + n] for k in range(0, n * n, n)]
    if not rows:
        raise InputError(f"There is nothing in the text of {what}; draw one symbol a cell, row by row.")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows):
            raise InputError(
                f"Row {number} of {what} has {len(row)} symbols, but there are {len(rows)} rows; "
                "a board has as many columns as rows."
            )
    return rows


def _check_regions(n: int, regions: Sequence[int]) -> None:
    if len(regions) != n * n:
        raise InputError(f"The regions cover {len(regions)} cells; a board of side {n} has {n * n}.")
    for region, members in groupby(sorted(range(n * n), key=lambda c: (regions[c], c)), key=lambda c: regions[c]):
        cells = list(members)
        first = f"the region that begins at row {cells[0] // n + 1}, column {cells[0] % n + 1}"
        if not 0 <= region < n or len(cells) != n:
            raise InputError(f"{first.capitalize()} has {len(cells)} cells; each region needs {n}.")
        stray = set(cells) - _connected(n, cells)
        if stray:
            apart = min(stray)
            raise InputError(
                f"{first.capitalize()} is in two pieces: row {apart // n + 1}, column {apart % n + 1} "
                "does not touch the rest."
            )


def _connected(n: int, cells: Sequence[int]) -> set[int]:
    """The cells that can be reached from the first of `cells` by steps to a neighbour inside `cells`."""
    inside, reached, frontier = set(cells), {cells[0]}, [cells[0]]
    while frontier:
        cell = frontier.pop()
        row, column = divmod(cell, n)
        near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        fresh = {r * n + c for r, c in near if 0 <= r < n and 0 <= c < n} & inside - reached
        reached |= fresh
        frontier.extend(fresh)
    return reached
