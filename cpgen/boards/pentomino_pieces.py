"""Pentominoes on the 5×5 board: their letters, those that fit into a corner by number, and the boards that four make.

Numbers and names are those of the poster that began with these boards, and of its program, github.com/zon95/5x5sudoku.
A board is named by the placements in its corners, clockwise from the top left; the five cells left are its fifth
pentomino. A placement has one number in all four corners, where it is turned by quarter turns.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np

from cpgen.errors import InputError, shown
from cpgen.layout import Layout, connected, neighbours, relabel
from cpgen.notation import place_name
from cpgen.symmetry.square import DIAGONAL, QUARTER_TURN, Move

SIDE = 5
PIECES = {
    "F": (1, 2, 5, 6, 11),
    "I": (0, 1, 2, 3, 4),
    "L": (0, 5, 10, 15, 16),
    "N": (1, 6, 10, 11, 15),
    "P": (0, 1, 5, 6, 10),
    "T": (0, 1, 2, 6, 11),
    "U": (0, 2, 5, 6, 7),
    "V": (0, 5, 10, 11, 12),
    "W": (0, 5, 6, 11, 12),
    "X": (1, 5, 6, 7, 11),
    "Y": (1, 5, 6, 11, 16),
    "Z": (0, 1, 6, 11, 12),
}
"""The twelve pentominoes by their customary letters, each on some cells of a 5×5 board"""
CORNERS = {"top left": 0, "top right": 4, "bottom right": 24, "bottom left": 20}
"""The cells in the corners, clockwise"""

Cells = tuple[int, ...]
Name = tuple[int, ...]
"""The numbers of the placements in the four corners of a board, clockwise from the top left"""


@dataclass(frozen=True)
class Placement:
    """A pentomino in a corner, by its number."""

    number: int
    cells: tuple[Cells, ...]
    """Its cells in each of the four corners"""
    mirrored: int
    """The number of its mirror image in the diagonal"""

    @property
    def letter(self) -> str:
        """The letter of the pentomino."""
        return letter_of(self.cells[0])

    def as_json(self) -> dict[str, Any]:
        """The placement as an object for JSON."""
        cells = {corner.replace(" ", "_"): cells for corner, cells in zip(CORNERS, self.cells, strict=True)}
        return {"number": self.number, "letter": self.letter, "mirrored": self.mirrored, "cells": cells}


@cache
def placements() -> tuple[Placement, ...]:
    """The placements in a corner by number; they reach no other corner and cut no cell off.

    The one that is its own mirror image is 0, then come those before their mirror images in the order of their cells,
    then the mirror images in the same order.
    """
    found = {cells for cells in _pieces_at(0) if len(set(CORNERS.values()) & set(cells)) == 1 and _cuts_none_off(cells)}
    own = [cells for cells in found if cells == _moved(cells, DIAGONAL)]
    first = sorted(cells for cells in found if cells < _moved(cells, DIAGONAL))
    ordered = [*own, *first, *(_moved(cells, DIAGONAL) for cells in first)]
    return tuple(
        Placement(number, _in_all_corners(cells), ordered.index(_moved(cells, DIAGONAL)))
        for number, cells in enumerate(ordered)
    )


def placements_named(text: str) -> tuple[Placement, ...]:
    """The placements by the numbers in a text, with commas between them; raises InputError."""
    known = placements()
    parts = [part.strip() for part in text.split(",")]
    for part in parts:
        if part not in map(str, range(len(known))):
            raise InputError(f"{shown(part)} is not a placement in a corner; they go from 0 to {len(known) - 1}.")
    return tuple(known[int(part)] for part in parts)


def corner_board(text: str) -> Layout:
    """The board of four placements, as in `0,1,2,12`; raises InputError when there is none."""
    chosen = placements_named(text)
    if len(chosen) != len(CORNERS):
        raise InputError(f"{shown(text)} names no board; give the numbers of its four corners, as in 0,1,2,12.")
    pieces = [one.cells[corner] for corner, one in enumerate(chosen)]
    for one, other in combinations(range(len(CORNERS)), 2):
        if both := set(pieces[one]) & set(pieces[other]):
            first, second = (f"{chosen[corner].number} at the {list(CORNERS)[corner]}" for corner in (one, other))
            raise InputError(f"No board is {text}: {first} and {second} overlap at {place_name(min(both), SIDE)}.")
    region = {cell: corner for corner, cells in enumerate(pieces) for cell in cells}
    left = _others(region)
    if len(connected(SIDE, left)) < len(left):
        raise InputError(f"No board is {text}: the five cells left are not connected.")
    return Layout(SIDE, relabel([region.get(cell, len(CORNERS)) for cell in range(SIDE * SIDE)]))


def name_of(layout: Layout) -> Name:
    """The numbers of the placements in the corners of a 5×5 board; empty when two corners are in one pentomino."""
    pieces = [_region_of(layout, cell) for cell in CORNERS.values()]
    if len(set(pieces)) < len(CORNERS):
        return ()
    return tuple(
        next(one.number for one in placements() if one.cells[corner] == cells) for corner, cells in enumerate(pieces)
    )


def rotations(name: Name) -> list[Name]:
    """The names of a board and of the same board turned clockwise by one, two and three quarters."""
    return [name[len(name) - turns :] + name[: len(name) - turns] for turns in range(len(name))]


def reflection(name: Name) -> Name:
    """The name of the board's mirror image in the diagonal."""
    return tuple(placements()[name[-corner]].mirrored for corner in range(len(name)))


def spelled(name: Name) -> str:
    """The name as text, as in `0,1,2,12`."""
    return ",".join(map(str, name))


@cache
def _letters() -> dict[Cells, str]:
    return {_shape(cells): letter for letter, cells in PIECES.items()}


def letter_of(cells: Sequence[int]) -> str:
    """The letter of the pentomino that the five cells of a 5×5 board form."""
    return _letters()[_shape(cells)]


def _shape(cells: Sequence[int]) -> tuple[int, ...]:
    """The same numbers for equal pentominoes, however they are turned, reflected and moved."""
    places = np.array([divmod(cell, SIDE) for cell in cells])
    images = [places[:, [0, 1]] * signs for signs in _SIGNS] + [places[:, [1, 0]] * signs for signs in _SIGNS]
    return min(tuple(sorted(((image - image.min(axis=0)) @ (SIDE, 1)).tolist())) for image in images)


_SIGNS = tuple(np.array(signs) for signs in ((1, 1), (1, -1), (-1, 1), (-1, -1)))


def _region_of(layout: Layout, cell: int) -> Cells:
    return tuple(other for other, region in enumerate(layout.regions) if region == layout.regions[cell])


def _pieces_at(cell: int) -> set[Cells]:
    """All connected sets of five cells that have the cell."""
    found = {frozenset({cell})}
    for _ in range(SIDE - 1):
        found = {cells | {beside} for cells in found for one in cells for beside in set(neighbours(one, SIDE)) - cells}
    return {tuple(sorted(cells)) for cells in found}


def _cuts_none_off(cells: Cells) -> bool:
    left = _others(cells)
    return len(connected(SIDE, left)) == len(left)


def _others(cells: Collection[int]) -> list[int]:
    return [cell for cell in range(SIDE * SIDE) if cell not in cells]


def _in_all_corners(cells: Cells) -> tuple[Cells, ...]:
    found = [cells]
    for _ in range(len(CORNERS) - 1):
        found.append(_moved(found[-1], QUARTER_TURN))
    return tuple(found)


def _moved(cells: Cells, move: Move) -> Cells:
    places = (move(SIDE, *divmod(cell, SIDE)) for cell in cells)
    return tuple(sorted(row * SIDE + column for row, column in places))
