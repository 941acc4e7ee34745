"""Automorphisms: symmetries of a layout that fix given cells, and their description in words.

An automorphism is any permutation of the cells that maps houses to houses, whatever their kind. The search keeps two
colourings of the board, `here` and `there`. Both are refined (`refinement`) until equal colours are consistent; while
several cells share a colour, a cell is singled out here and each cell of its colour in turn there, and both colourings
are refined again (McKay, Practical graph isomorphism, Congressus Numerantium 30, 1981). When all cells differ, equal
colours define the only possible map, which is then verified.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

import numpy as np

from cpgen.kernel.record_arrays import padded
from cpgen.layout import Layout
from cpgen.messages import Message
from cpgen.symmetry.refinement import CHOSEN, OPEN_COLOUR, Incidence, colours_for, refine
from cpgen.symmetry.square import ANTIDIAGONAL, DIAGONAL, HALF_TURN, LEFT_RIGHT, QUARTER_TURN, TOP_BOTTOM

HOUSE_COLOUR = 0x9E3779B97F4A7C15
"""Initial colour of all houses"""
MOST_REFINEMENTS = 2_000
"""Refinements after which a search gives up; no shipped layout needs nearly as many"""
OF_THE_SQUARE = {
    LEFT_RIGHT: Message("mirror-left-right"),
    TOP_BOTTOM: Message("mirror-top-bottom"),
    DIAGONAL: Message("mirror-falling"),
    ANTIDIAGONAL: Message("mirror-rising"),
    HALF_TURN: Message("half-turn"),
    QUARTER_TURN: Message("quarter-turn"),
}
"""Symmetries of the square with their descriptions"""

FEW = 10
"""Number of automorphisms from which the one that moves the fewest cells is chosen"""


def automorphism_fixing(layout: Layout, still: Sequence[int]) -> list[int] | None:
    """Find an automorphism that fixes the cells of `still` and maps some cell to one that it sees.

    Returns:
        The image of each cell, for the map that moves the fewest cells among the first few; None if there is none, or
        if the layout has further constraints, of which the search knows nothing.
    """
    if layout.further:
        return None
    search = _Search(layout)
    colours = search.begin(still)
    found = (places for pairs in _pairs(layout, colours) if (places := _first(search, colours, pairs)))
    return min(islice(found, FEW), key=lambda places: len(moved(places)), default=None)


def _pairs(layout: Layout, colours: _Colouring) -> Iterator[list[tuple[int, int]]]:
    """Yield, per colour and smallest class first, the pairs of cells of that colour that see each other."""
    kinds = [np.flatnonzero(colours.cells == colour).tolist() for colour in np.unique(colours.cells)]
    for alike in sorted(kinds, key=lambda alike: (len(alike), alike)):
        yield [(one, other) for one, other in combinations(alike, 2) if other in layout.peers[one]]


def _first(search: _Search, colours: _Colouring, pairs: list[tuple[int, int]]) -> list[int] | None:
    tries = (search.carrying(colours, *pair) for pair in pairs if search.left > 0)
    return next((places for places in tries if places), None)


@dataclass(frozen=True)
class _Colouring:
    """Refined colours of houses [H] and cells [N]; `own` [N] is what a cell adds to those of its houses."""

    houses: np.ndarray
    own: np.ndarray
    cells: np.ndarray


class _Search:
    """A search for colour-preserving automorphisms within a budget of refinements."""

    def __init__(self, layout: Layout) -> None:
        houses = list(dict.fromkeys(house.cells for house in layout.houses))
        lying = [[h for h, cells in enumerate(houses) if cell in cells] for cell in range(layout.cell_count)]
        self._families = frozenset(map(frozenset, houses))
        self._incidence = Incidence(np.array([*[HOUSE_COLOUR] * len(houses), 0], np.uint64), padded(lying), len(houses))
        self._memory = colours_for(self._incidence, 0, 1)
        self._no_clues = np.zeros(layout.cell_count, np.uint8)
        self.left = MOST_REFINEMENTS

    def begin(self, still: Iterable[int]) -> _Colouring:
        """Return the colours if each cell of `still` differs from all others."""
        own = np.full(len(self._no_clues), OPEN_COLOUR)
        for number, cell in enumerate(still, 1):
            own[cell] = number
        return self._refined(self._incidence.first, own)

    def _refined(self, houses: np.ndarray, own: np.ndarray) -> _Colouring:
        self._memory.of[0], self._memory.own[:], self._memory.begins[:] = houses, own, False
        refine(self._incidence, self._memory, 0, self._no_clues)
        refined = self._memory.of[0].copy()
        seen = np.append(refined, np.uint64(0))[self._incidence.houses_of]
        return _Colouring(refined, own, own + seen.sum(axis=1))

    def carrying(self, colours: _Colouring, one: int, other: int) -> list[int] | None:
        """Return an automorphism that preserves colours and maps `one` to `other`, or None.

        Cells are mapped to themselves where possible, so that few move.
        """
        return self._matched(self._chosen(colours, one), self._chosen(colours, other))

    def _chosen(self, colours: _Colouring, cell: int) -> _Colouring:
        self.left -= 1
        own = colours.own.copy()
        own[cell] ^= CHOSEN
        return self._refined(colours.houses, own)

    def _matched(self, here: _Colouring, there: _Colouring) -> list[int] | None:
        """Return an automorphism that maps each cell to one of its colour, or None."""
        if not np.array_equal(np.sort(here.cells), np.sort(there.cells)):
            return None
        cell = _first_alike(here, there)
        if cell is None:
            # All colours differ: each cell maps to the one cell of its colour.
            order = np.argsort(there.cells)
            places = order[np.searchsorted(there.cells[order], here.cells)].tolist()
            return places if self._is_automorphism(places) else None
        chosen = self._chosen(here, cell)
        tries = (self._matched(chosen, self._chosen(there, place)) for place in self._places(here, there, cell))
        return next((found for found in tries if found), None)

    def _places(self, here: _Colouring, there: _Colouring, cell: int) -> Iterator[int]:
        places = np.flatnonzero(there.cells == here.cells[cell]).tolist()
        for place in sorted(places, key=lambda place: place != cell):
            if self.left > 0:
                yield place

    def _is_automorphism(self, places: list[int]) -> bool:
        """Return True if a map of the cells is a permutation that maps houses to houses."""
        if sorted(places) != list(range(len(places))):
            return False
        return all(frozenset(places[cell] for cell in family) in self._families for family in self._families)


def _first_alike(here: _Colouring, there: _Colouring) -> int | None:
    """Return a cell that shares its colour with another, preferably a fixed one; None if all colours differ."""
    _, kind, number = np.unique(here.cells, return_inverse=True, return_counts=True)
    alike = number[kind] > 1
    staying = np.flatnonzero(alike & (here.cells == there.cells))
    cells = staying if len(staying) else np.flatnonzero(alike)
    return int(cells[0]) if len(cells) else None


def moved(places: Sequence[int]) -> list[int]:
    """Return the cells that a map does not fix."""
    return [cell for cell, place in enumerate(places) if place != cell]


def describe_automorphism(n: int, places: Sequence[int]) -> Message:
    """Describe an automorphism of a board of side n, as in `rows 1 and 2 can change places`."""
    for move, words in OF_THE_SQUARE.items():
        if all(divmod(place, n) == move(n, *divmod(cell, n)) for cell, place in enumerate(places)):
            return words
    rows, columns = [place // n for place in places[::n]], [place % n for place in places[:n]]
    if all(place == rows[cell // n] * n + columns[cell % n] for cell, place in enumerate(places)):
        return Message("moves", moves=(*_exchanged("rows", rows), *_exchanged("columns", columns)))
    return Message("cells-swap")


def _exchanged(kind: str, places: Sequence[int]) -> list[Message]:
    """Describe a permutation of rows or columns in at most one phrase."""
    away = moved(places)
    if not away:
        return []
    if any(places[places[line]] != line for line in away):
        lines = tuple(line + 1 for line in away)
        return [Message("rows-rearranged" if kind == "rows" else "columns-rearranged", lines=lines)]
    pairs = tuple(Message("pair", one=line + 1, other=places[line] + 1) for line in away if line < places[line])
    return [Message("rows-swap" if kind == "rows" else "columns-swap", pairs=pairs)]
