"""Pentominoes on the 5×5 board: letters, numbered placements in a corner, and the boards that four placements make.

Numbers and names follow the poster of all 5×5 boards with four placements and its program,
github.com/zon95/5x5sudoku. A board is named by the placements in its four corners, clockwise from the top left; the
five remaining cells are its fifth pentomino. A placement has the same number in all four corners, turned by quarter
turns.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

import numpy as np

from cpgen.answers import made_answers as answers
from cpgen.constraints.geometry import neighbours
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.messages import shown
from cpgen.notation import place_name
from cpgen.regions import connected, relabel
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
"""Cells of the twelve pentominoes on a 5×5 board, by their customary letters"""
CORNERS = {"top left": 0, "top right": 4, "bottom right": 24, "bottom left": 20}
"""Corner cells of the 5×5 board, clockwise"""

Cells = tuple[int, ...]
Name = tuple[int, ...]
"""Numbers of the placements in the four corners of a board, clockwise from the top left"""


@dataclass(frozen=True)
class Placement:
    """Pentomino in a corner of the 5×5 board."""

    number: int
    cells: tuple[Cells, ...]
    """Cells of the pentomino in each of the four corners"""
    mirrored: int
    """Number of the placement's mirror image in the diagonal"""

    @property
    def letter(self) -> str:
        """Letter of the pentomino."""
        return letter_of(self.cells[0])

    def as_record(self) -> answers.PlacementRecord:
        """Return the JSON record of the placement."""
        cells = {corner.replace(" ", "_"): cells for corner, cells in zip(CORNERS, self.cells, strict=True)}
        return answers.PlacementRecord(number=self.number, letter=self.letter, mirrored=self.mirrored, cells=cells)


@cache
def placements() -> tuple[Placement, ...]:
    """Return all placements in a corner, by number; they contain no other corner and cut no cell off.

    Number 0 is its own mirror image. Next come those that sort before their mirror images, then the mirror images in
    the same order.
    """
    corners = {
        cells for cells in _pieces_at(0) if len({*CORNERS.values()} & {*cells}) == 1 and _is_connected(_others(cells))
    }
    own = [cells for cells in corners if cells == _moved(cells, DIAGONAL)]
    first = sorted(cells for cells in corners if cells < _moved(cells, DIAGONAL))
    ordered = [*own, *first, *(_moved(cells, DIAGONAL) for cells in first)]
    turned = [tuple(_turned(cells, turns) for turns in range(len(CORNERS))) for cells in ordered]
    mirrored = [ordered.index(_moved(cells, DIAGONAL)) for cells in ordered]
    return tuple(map(Placement, range(len(ordered)), turned, mirrored))


def placements_named(text: str) -> tuple[Placement, ...]:
    """Return the placements whose numbers a text lists, with commas; raise InputError for an unknown number."""
    known = placements()
    parts = [part.strip() for part in text.split(",")]
    for part in parts:
        if part not in map(str, range(len(known))):
            raise InputError(f"{shown(part)} is not a placement in a corner; they go from 0 to {len(known) - 1}.")
    return tuple(known[int(part)] for part in parts)


def corner_board(text: str) -> Layout:
    """Return the board with four placements in its corners, as in `0,1,2,12`; raise InputError if they make none."""
    chosen = placements_named(text)
    if len(chosen) != len(CORNERS):
        raise InputError(f"{shown(text)} names no board; give the numbers of its four corners, as in 0,1,2,12.")
    pieces = [one.cells[corner] for corner, one in enumerate(chosen)]
    for one, other in combinations(range(len(CORNERS)), 2):
        if both := set(pieces[one]) & set(pieces[other]):
            first, second = (f"{chosen[corner].number} at the {list(CORNERS)[corner]}" for corner in (one, other))
            raise InputError(f"No board is {text}: {first} and {second} overlap at {place_name(min(both), SIDE)}.")
    region = {cell: corner for corner, cells in enumerate(pieces) for cell in cells}
    if not _is_connected(_others(region)):
        raise InputError(f"No board is {text}: the five cells left are not connected.")
    return Layout(SIDE, relabel([region.get(cell, len(CORNERS)) for cell in range(SIDE * SIDE)]))


def name_of(layout: Layout) -> Name:
    """Return the name of a 5×5 board: the placements' numbers in its corners; () if a pentomino has two corners."""
    pieces = [_region_of(layout, cell) for cell in CORNERS.values()]
    if len(set(pieces)) < len(CORNERS):
        return ()
    return tuple(
        next(placement.number for placement in placements() if placement.cells[corner] == cells)
        for corner, cells in enumerate(pieces)
    )


def rotations(name: Name) -> list[Name]:
    """Return the names of a board after 0 to 3 clockwise quarter turns."""
    return [name[len(name) - turns :] + name[: len(name) - turns] for turns in range(len(name))]


def reflection(name: Name) -> Name:
    """Return the name of a board's mirror image in the falling diagonal."""
    return tuple(placements()[name[-corner]].mirrored for corner in range(len(name)))


def spelled(name: Name) -> str:
    """Return a board's name as text, as in `0,1,2,12`."""
    return ",".join(map(str, name))


def letter_of(cells: Cells) -> str:
    """Return the letter of the pentomino that five cells of a 5×5 board form."""
    shape = _shape(cells)
    return next(letter for letter, piece in PIECES.items() if _shape(piece) == shape)


@cache
def _shape(cells: Cells) -> tuple[int, ...]:
    """Return a tuple that is the same for all rotations, reflections and translations of the cells."""
    places = np.array([divmod(cell, SIDE) for cell in cells])
    images = [places[:, axes] * signs for axes in ([0, 1], [1, 0]) for signs in product((1, -1), repeat=2)]
    return min(tuple(sorted(((image - image.min(axis=0)) @ (SIDE, 1)).tolist())) for image in images)


def _region_of(layout: Layout, cell: int) -> Cells:
    return tuple(other for other, region in enumerate(layout.regions) if region == layout.regions[cell])


def _pieces_at(cell: int) -> set[Cells]:
    """Return all connected sets of five cells that contain a cell."""
    pieces = {frozenset({cell})}
    for _ in range(SIDE - 1):
        pieces = {
            cells | {near} for cells in pieces for member in cells for near in set(neighbours(member, SIDE)) - cells
        }
    return {tuple(sorted(cells)) for cells in pieces}


def _is_connected(cells: list[int]) -> bool:
    return len(connected(SIDE, cells)) == len(cells)


def _others(cells: Collection[int]) -> list[int]:
    return [cell for cell in range(SIDE * SIDE) if cell not in cells]


def _moved(cells: Cells, move: Move) -> Cells:
    places = (move(SIDE, *divmod(cell, SIDE)) for cell in cells)
    return tuple(sorted(row * SIDE + column for row, column in places))


def _turned(cells: Cells, quarters: int) -> Cells:
    for _ in range(quarters):
        cells = _moved(cells, QUARTER_TURN)
    return cells
