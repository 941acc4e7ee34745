"""Is there a symmetry of the layout that leaves each clue in place, and makes a second solution of any solution?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

import numpy as np

from cpgen.generation.possible.colours import Colours, Search, begin
from cpgen.generation.possible.reason import Reason
from cpgen.layout import Layout
from cpgen.pattern import Pattern
from cpgen.symmetry import ANTIDIAGONAL, DIAGONAL, HALF_TURN, LEFT_RIGHT, QUARTER_TURN, TOP_BOTTOM

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


def moved_by_a_symmetry(layout: Layout, pattern: Pattern) -> Reason | None:
    """The proof by a symmetry that moves no clue, but some cell to one that it sees.

    It carries a solution to a solution with the same clues; a different one, for the two cells hold two digits.
    """
    places = still_symmetry(layout, pattern.cells)
    if places is None:
        return None
    return Reason(
        f"No puzzle has this pattern: in any solution {in_words(layout.size, places)} without moving a clue, which "
        "makes a second solution (o marks the cells that move).",
        pattern,
        frozenset(moved(places)),
    )


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
