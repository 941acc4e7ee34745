"""Which symmetry of a layout carries one cell to another? A search by colours of cells and houses.

A *symmetry* is here any permutation of the cells that carries houses into houses, whatever their kind. Cells and
houses get colours that are refined until they tell no more; where some cells still look alike, one is chosen on both
sides and the colours are refined again (McKay, Practical graph isomorphism, Congressus Numerantium 30, 1981).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice
from typing import NamedTuple

import numpy as np

from cpgen.layout import Layout
from cpgen.symmetry.square import ANTIDIAGONAL, DIAGONAL, HALF_TURN, LEFT_RIGHT, QUARTER_TURN, TOP_BOTTOM

CHOSEN = 0x9E3779B97F4A7C15
MOST_REFINEMENTS = 2_000
"""Colourings that a search may refine before it gives up, which no shipped layout comes near"""


OF_THE_SQUARE = {
    LEFT_RIGHT: "left and right can be mirrored",
    TOP_BOTTOM: "top and bottom can be mirrored",
    DIAGONAL: "the board can be reflected at its falling diagonal",
    ANTIDIAGONAL: "the board can be reflected at its rising diagonal",
    HALF_TURN: "the board can be given a half turn",
    QUARTER_TURN: "the board can be given a quarter turn",
}


FEW = 10
"""Symmetries that are looked at for the one that moves fewest cells"""


class Incidence(NamedTuple):
    """Which cells lie in which houses; of houses with the same cells only one counts."""

    cells_of: np.ndarray
    """[H, n] the cells of each house"""
    houses_of: np.ndarray
    """[N, K] the houses of each cell, then H"""
    families: frozenset[frozenset[int]]


class Colours(NamedTuple):
    """What tells cells [N] and houses [H + 1] apart, 64 bits each; the last house is none."""

    cells: np.ndarray
    houses: np.ndarray


@lru_cache(maxsize=16)
def incidence_of(layout: Layout) -> Incidence:
    """The incidence of a layout."""
    houses = list(dict.fromkeys(house.cells for house in layout.houses))
    lying = [[h for h, cells in enumerate(houses) if cell in cells] for cell in range(layout.cell_count)]
    width = max(map(len, lying))
    return Incidence(
        np.array(houses, np.int64),
        np.array([[*some, *[len(houses)] * (width - len(some))] for some in lying], np.int64),
        frozenset(map(frozenset, houses)),
    )


def begin(incidence: Incidence, told_apart: Iterable[int]) -> Colours:
    """The refined colours when some cells are told apart from all others."""
    cells = np.zeros(len(incidence.houses_of), np.uint64)
    for number, cell in enumerate(told_apart, 1):
        cells[cell] = number
    return refined(incidence, Colours(cells, np.zeros(len(incidence.cells_of) + 1, np.uint64)))


def refined(incidence: Incidence, colours: Colours) -> Colours:
    """The colours after as many rounds as make more of them: each round adds what is seen of houses, then of cells."""
    before, now = 0, _kinds(colours)
    while now > before:
        seen = _mixed(colours.houses)
        seen[-1] = 0
        cells = _mixed(colours.cells + _mixed(seen[incidence.houses_of].sum(axis=1)))
        houses = _mixed(cells)[incidence.cells_of].sum(axis=1)
        colours = Colours(cells, np.append(_mixed(colours.houses[:-1] + _mixed(houses)), np.uint64(0)))
        before, now = now, _kinds(colours)
    return colours


def _kinds(colours: Colours) -> int:
    return len(np.unique(colours.cells)) + len(np.unique(colours.houses))


def _mixed(bits: np.ndarray) -> np.ndarray:
    """The bits well mixed (the finaliser of splitmix64)."""
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):
        bits = (bits ^ (bits >> np.uint64(shift))) * np.uint64(factor)
    return bits


class Search:
    """Looks for symmetries that keep colours, within one allowance of refinements."""

    def __init__(self, layout: Layout) -> None:
        self.incidence = incidence_of(layout)
        self.left = MOST_REFINEMENTS

    def carrying(self, colours: Colours, one: int, other: int) -> list[int] | None:
        """Where the cells go in a symmetry that keeps the colours and carries `one` to `other`; None if there is none.

        Cells stay in place where they can, so that it moves few.
        """
        return self._matched(self._chosen(colours, one), self._chosen(colours, other))

    def _chosen(self, colours: Colours, cell: int) -> Colours:
        self.left -= 1
        cells = colours.cells.copy()
        cells[cell] ^= np.uint64(CHOSEN)
        return refined(self.incidence, Colours(cells, colours.houses))

    def _matched(self, here: Colours, there: Colours) -> list[int] | None:
        """A symmetry that carries each cell to one of its colour."""
        if not np.array_equal(np.sort(here.cells), np.sort(there.cells)):
            return None
        cell = _first_alike(here, there)
        if cell is None:
            order = np.argsort(there.cells)
            places = order[np.searchsorted(there.cells[order], here.cells)].tolist()
            return places if is_symmetry(self.incidence, places) else None
        chosen = self._chosen(here, cell)
        tries = (self._matched(chosen, self._chosen(there, place)) for place in self._places(here, there, cell))
        return next((found for found in tries if found), None)

    def _places(self, here: Colours, there: Colours, cell: int) -> Iterator[int]:
        places = np.flatnonzero(there.cells == here.cells[cell]).tolist()
        for place in sorted(places, key=lambda place: place != cell):
            if self.left > 0:
                yield place


def _first_alike(here: Colours, there: Colours) -> int | None:
    """A cell that shares its colour with another, best one that can stay; None when all colours differ."""
    _, kind, number = np.unique(here.cells, return_inverse=True, return_counts=True)
    alike = number[kind] > 1
    staying = np.flatnonzero(alike & (here.cells == there.cells))
    cells = staying if len(staying) else np.flatnonzero(alike)
    return int(cells[0]) if len(cells) else None


def is_symmetry(incidence: Incidence, places: list[int]) -> bool:
    """Whether a map of the cells is a permutation that carries houses into houses."""
    if sorted(places) != list(range(len(places))):
        return False
    return all(frozenset(places[cell] for cell in family) in incidence.families for family in incidence.families)


def still_symmetry(layout: Layout, still: Sequence[int]) -> list[int] | None:
    """Where the cells go in a symmetry that leaves those of `still` in place and some cell to one that it sees.

    Of the first few that are found it is the one that moves fewest; None when there is none.
    """
    search = Search(layout)
    colours = begin(search.incidence, still)
    found = (places for pairs in _pairs(layout, colours) if (places := _first(search, colours, pairs)))
    return min(islice(found, FEW), key=lambda places: len(moved(places)), default=None)


def _pairs(layout: Layout, colours: Colours) -> Iterator[list[tuple[int, int]]]:
    """For each colour, those of few cells first, the pairs of cells of that colour that see each other."""
    kinds = [np.flatnonzero(colours.cells == colour).tolist() for colour in np.unique(colours.cells)]
    for alike in sorted(kinds, key=lambda alike: (len(alike), alike)):
        yield [(one, other) for one, other in combinations(alike, 2) if other in layout.peers[one]]


def _first(search: Search, colours: Colours, pairs: list[tuple[int, int]]) -> list[int] | None:
    tries = (search.carrying(colours, *pair) for pair in pairs if search.left > 0)
    return next((places for places in tries if places), None)


def moved(places: Sequence[int]) -> list[int]:
    """The cells that do not stay."""
    return [cell for cell, place in enumerate(places) if place != cell]


def in_words(n: int, places: Sequence[int]) -> str:
    """What a symmetry of a board of side n does, as in `rows 1 and 2 can change places`."""
    for move, words in OF_THE_SQUARE.items():
        if all(divmod(place, n) == move(n, *divmod(cell, n)) for cell, place in enumerate(places)):
            return words
    rows, columns = [place // n for place in places[::n]], [place % n for place in places[:n]]
    if all(place == rows[cell // n] * n + columns[cell % n] for cell, place in enumerate(places)):
        return " and ".join([*_exchanged("rows", rows), *_exchanged("columns", columns)])
    return "some cells can change places"


def _exchanged(kind: str, places: Sequence[int]) -> list[str]:
    """What happens to rows or to columns: nothing, or one phrase."""
    away = moved(places)
    if not away:
        return []
    if any(places[places[line]] != line for line in away):
        return [f"{kind} {', '.join(str(line + 1) for line in away)} can be rearranged"]
    pairs = [f"{line + 1} and {places[line] + 1}" for line in away if line < places[line]]
    return [f"{kind} {', '.join(pairs)} can change places"]
