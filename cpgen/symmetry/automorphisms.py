"""Automorphisms: symmetries of a layout that fix given cells, and their description in words.

An automorphism is any permutation of the cells that maps houses to houses, whatever their kind; a list `images` has the
image of each cell. The search keeps two colourings of the board, `here` and `there`. Both are refined (`refinement`)
until no more cells can be told apart; while several cells share a colour, a cell is singled out here and each cell of
its colour in turn there, and both colourings are refined again (McKay, Practical graph isomorphism, Congressus
Numerantium 30, 1981). When all cells have different colours, equal colours define the only possible map, which is then
verified.
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
"""Colour of all houses before the refinement, an arbitrary number"""
MOST_REFINEMENTS = 2_000
"""Number of refinements after which a search gives up; no shipped layout needs nearly as many"""
OF_THE_SQUARE = {
    LEFT_RIGHT: Message("mirror-left-right"),
    TOP_BOTTOM: Message("mirror-top-bottom"),
    DIAGONAL: Message("mirror-falling"),
    ANTIDIAGONAL: Message("mirror-rising"),
    HALF_TURN: Message("half-turn"),
    QUARTER_TURN: Message("quarter-turn"),
}
"""Descriptions of the symmetries of the square"""

FEW = 10
"""Number of automorphisms that are found at most; the one that moves the fewest cells is returned"""


def automorphism_fixing(layout: Layout, still: Sequence[int]) -> list[int] | None:
    """Find an automorphism that fixes the cells of `still` and maps some cell to a cell that it sees.

    Returns:
        The image of each cell, for the map that moves the fewest cells among the first few; None if there is none, or
        if the layout has constraints besides houses, which the search does not know.
    """
    if layout.further:
        return None
    search = _Search(layout)
    colours = search.begin(still)
    automorphisms = (images for pairs in _pairs(layout, colours) if (images := _first(search, colours, pairs)))
    return min(islice(automorphisms, FEW), key=lambda images: len(moved(images)), default=None)


def _pairs(layout: Layout, colours: _Colouring) -> Iterator[list[tuple[int, int]]]:
    """Yield, for each colour, the pairs of cells of this colour that see each other; colours of few cells come first.

    An automorphism may map one cell of such a pair to the other.
    """
    classes = [np.flatnonzero(colours.cells == colour).tolist() for colour in np.unique(colours.cells)]
    for alike in sorted(classes, key=lambda alike: (len(alike), alike)):
        yield [(one, other) for one, other in combinations(alike, 2) if other in layout.peers[one]]


def _first(search: _Search, colours: _Colouring, pairs: list[tuple[int, int]]) -> list[int] | None:
    candidates = (search.carrying(colours, *pair) for pair in pairs if search.left > 0)
    return next((images for images in candidates if images), None)


@dataclass(frozen=True)
class _Colouring:
    """Colouring of a board: the colours of houses [H] and cells [N] after refinement (see `cpgen.symmetry.refinement`).

    `own` [N] are the cells' colours before it. Only cells of equal colour can be mapped to each other.
    """

    houses: np.ndarray
    own: np.ndarray
    cells: np.ndarray


class _Search:
    """Search for automorphisms that map each cell to one of its colour, with a limit on the number of refinements."""

    def __init__(self, layout: Layout) -> None:
        houses = list(dict.fromkeys(house.cells for house in layout.houses))
        lying = [[h for h, cells in enumerate(houses) if cell in cells] for cell in range(layout.cell_count)]
        self._families = frozenset(map(frozenset, houses))
        self._incidence = Incidence(np.array([*[HOUSE_COLOUR] * len(houses), 0], np.uint64), padded(lying), len(houses))
        self._memory = colours_for(self._incidence, 0, 1)
        self._no_clues = np.zeros(layout.cell_count, np.uint8)
        self.left = MOST_REFINEMENTS

    def begin(self, still: Iterable[int]) -> _Colouring:
        """Return the refined colouring in which each cell of `still` has a colour of its own, which fixes it."""
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

    def carrying(self, colours: _Colouring, cell: int, image: int) -> list[int] | None:
        """Return an automorphism that keeps colours and maps `cell` to `image`; None if there is none.

        It is a list with the image of each cell. Other cells are mapped to themselves where possible, so that few move.
        """
        return self._matched(self._chosen(colours, cell), self._chosen(colours, image))

    def _chosen(self, colours: _Colouring, cell: int) -> _Colouring:
        self.left -= 1
        own = colours.own.copy()
        own[cell] ^= CHOSEN
        return self._refined(colours.houses, own)

    def _matched(self, here: _Colouring, there: _Colouring) -> list[int] | None:
        """Return an automorphism that maps each cell to one whose colour in `there` equals its own in `here`.

        It is a list with the image of each cell; None if there is none.
        """
        if not np.array_equal(np.sort(here.cells), np.sort(there.cells)):
            return None
        cell = _first_alike(here, there)
        if cell is None:
            # All colours differ: each cell maps to the one cell of its colour.
            order = np.argsort(there.cells)
            images = order[np.searchsorted(there.cells[order], here.cells)].tolist()
            return images if self._is_automorphism(images) else None
        chosen = self._chosen(here, cell)
        candidates = (self._matched(chosen, self._chosen(there, image)) for image in self._images(here, there, cell))
        return next((images for images in candidates if images), None)

    def _images(self, here: _Colouring, there: _Colouring, cell: int) -> Iterator[int]:
        """Yield the cells of equal colour in `there`, to which `cell` may be mapped, itself first, up to a limit."""
        images = np.flatnonzero(there.cells == here.cells[cell]).tolist()
        for image in sorted(images, key=lambda image: image != cell):
            if self.left > 0:
                yield image

    def _is_automorphism(self, images: list[int]) -> bool:
        """Return True if `images`, the image of each cell, is a permutation that maps houses to houses."""
        if sorted(images) != list(range(len(images))):
            return False
        return all(frozenset(images[cell] for cell in family) in self._families for family in self._families)


def _first_alike(here: _Colouring, there: _Colouring) -> int | None:
    """Return a cell that shares its colour in `here` with another cell; None if all colours differ.

    A cell that has the same colour in `there` is preferred.
    """
    _, colour, number = np.unique(here.cells, return_inverse=True, return_counts=True)
    alike = number[colour] > 1
    staying = np.flatnonzero(alike & (here.cells == there.cells))
    cells = staying if len(staying) else np.flatnonzero(alike)
    return int(cells[0]) if len(cells) else None


def moved(images: Sequence[int]) -> list[int]:
    """Return the indices k with `images[k]` other than k."""
    return [cell for cell, image in enumerate(images) if image != cell]


def describe_automorphism(n: int, images: Sequence[int]) -> Message:
    """Describe an automorphism, given by the image of each cell, as in `rows 1 and 2 can change places`.

    `n` is the side of the board.
    """
    for move, words in OF_THE_SQUARE.items():
        if all(divmod(image, n) == move(n, *divmod(cell, n)) for cell, image in enumerate(images)):
            return words
    rows, columns = [image // n for image in images[::n]], [image % n for image in images[:n]]
    if all(image == rows[cell // n] * n + columns[cell % n] for cell, image in enumerate(images)):
        return Message("moves", moves=(*_exchanged("rows", rows), *_exchanged("columns", columns)))
    return Message("cells-swap")


def _exchanged(lines_name: str, images: Sequence[int]) -> list[Message]:
    """Describe a permutation of `rows` or `columns`, given by the image of each line.

    Return one message in a list; an empty list if no line moves.
    """
    away = moved(images)
    if not away:
        return []
    if any(images[images[line]] != line for line in away):
        lines = tuple(line + 1 for line in away)
        return [Message("rows-rearranged" if lines_name == "rows" else "columns-rearranged", lines=lines)]
    pairs = tuple(Message("pair", one=line + 1, other=images[line] + 1) for line in away if line < images[line])
    return [Message("rows-swap" if lines_name == "rows" else "columns-swap", pairs=pairs)]
