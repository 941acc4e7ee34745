"""A book that is being made, and its sections: each has a name, and draws its pages one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from cpgen.render.item import Item
from cpgen.render.paper import Paper
from cpgen.render.picture import MARGIN, Look, Scene, picture_of
from cpgen.render.render_requests import BookRequest
from cpgen.render.shapes import Picture
from cpgen.render.svg import PRINT, Theme
from cpgen.render.trim import MM
from cpgen.translations import Words

GUTTER = 8 * MM
BOOK: Theme = {**PRINT, "thin": "#000000", "digit": "#000000"}
"""Lines and digits of pure black: a press makes dots of grey ones"""
STAR = tuple(
    (sin(k * pi / 5) * (1 if k % 2 == 0 else 0.42), -cos(k * pi / 5) * (1 if k % 2 == 0 else 0.42)) for k in range(10)
)


@dataclass(frozen=True)
class Book:
    """The puzzles of a book in their order, how they are to be printed, and the paper for it."""

    items: Sequence[Item]
    request: BookRequest
    paper: Paper

    @property
    def words(self) -> Words:
        """The texts of its language."""
        return self.request.words


@dataclass(frozen=True)
class Section:
    """A part of a book: its name for the contents and for PDF viewers, and what draws each of its pages.

    `items` are the puzzles that the contents name with it.
    """

    name: str
    sheets: Sequence[Callable[[], object]]
    items: Sequence[Item] = ()
    is_listed: bool = True


def puzzle_picture(item: Item, request: BookRequest) -> Picture:
    """The picture of a puzzle as a book has it."""
    return picture_of(Scene.of(item.puzzle), Look(request.signs, request.colours))


def solution_picture(item: Item, request: BookRequest) -> Picture:
    """The picture of its solution."""
    scene = Scene(item.puzzle.layout, item.puzzle.clues, item.solution)
    return picture_of(scene, Look(request.signs, request.colours))


def put_board(paper: Paper, picture: Picture, x: float, y: float, width: float) -> None:
    """Draws a board of this width, its frame (not its margin) in line with x and y."""
    unit = width / (picture.width - 2 * MARGIN)
    paper.picture(picture, x - MARGIN * unit, y - MARGIN * unit, unit, BOOK)


def put_stars(paper: Paper, x: float, y: float, item: Item, size: float) -> float:
    """Draws a star for each grade, filled as far as the item's, around y; where the row ends."""
    radius = size * 0.5
    for k in range(item.grades if item.grade else 0):
        middle = x + radius + k * size * 1.12
        paper.polygon([(middle + px * radius, y + py * radius) for px, py in STAR], filled=k < item.grade)
    return x + item.grades * size * 1.12
