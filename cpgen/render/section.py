"""Book under construction and its sections; each section has a name and draws its pages one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import cos, pi, sin

from cpgen.render.item import Item
from cpgen.render.paper import Paper
from cpgen.render.picture import MARGIN, Look, Scene, picture_of
from cpgen.render.picture_shapes import Picture
from cpgen.render.render_requests import BookSettings
from cpgen.render.svg import LIGHT, PRINT, Theme
from cpgen.render.trim import MM
from cpgen.translations import Translations

GUTTER = 8 * MM
BOOK: Theme = {**PRINT, "thin": "#000000", "digit": "#000000"}
"""Theme with pure black lines and digits, since a press would print grey ones as dots"""
COLOURED_BOOK: Theme = {**BOOK, **{role: LIGHT[role] for role in LIGHT if role.startswith(("ink-", "pen-"))}}
"""Theme of a book in colours: that of other books, with the colours of constraints"""
STAR = tuple(
    (sin(k * pi / 5) * (1 if k % 2 == 0 else 0.42), -cos(k * pi / 5) * (1 if k % 2 == 0 else 0.42)) for k in range(10)
)
"""Corners of a five-pointed star of radius 1"""


@dataclass(frozen=True)
class Book:
    """Book under construction: its items in order, the requested options, and the paper."""

    items: Sequence[Item]
    request: BookSettings
    paper: Paper

    @property
    def words(self) -> Translations:
        """Texts in the language of the book."""
        return self.request.words


@dataclass(frozen=True)
class Section:
    """Part of a book: its name in the contents and the outline, and a function that draws each page.

    `items` are the puzzles that the contents list with it; a section that is not `is_listed` is missing there.
    """

    name: str
    sheets: Sequence[Callable[[], object]]
    items: Sequence[Item] = ()
    is_listed: bool = True


def puzzle_picture(item: Item, request: BookSettings) -> Picture:
    """Return the picture of a puzzle as a book shows it, with its cosmetic drawings."""
    return picture_of(replace(Scene.of(item.puzzle), cosmetics=item.cosmetics), Look(request.signs, request.colours))


def solution_picture(item: Item, request: BookSettings) -> Picture:
    """Return the picture of a puzzle's solution, without constraints, which would hide its small digits."""
    scene = Scene(item.puzzle.layout.base, item.puzzle.clues, item.solution)
    return picture_of(scene, Look(request.signs, request.colours))


def put_board(paper: Paper, picture: Picture, x: float, y: float, width: float) -> None:
    """Draw a board as large as fits in the middle of a square whose upper left corner is (x, y); `width` is its side.

    The square takes the board with its frame and outside clues, but not the picture's margin. Lengths are in points.
    """
    unit = width / (max(picture.width, picture.height) - 2 * MARGIN)
    left, top = (x + (width - picture.width * unit) / 2, y + (width - picture.height * unit) / 2)
    paper.picture(picture, left, top, unit, theme_of(paper.coloured))


def theme_of(coloured: bool) -> Theme:
    """Return the colours of a book's pictures: with coloured constraints, or black and grey."""
    return COLOURED_BOOK if coloured else BOOK


def put_stars(paper: Paper, x: float, y: float, item: Item, size: float) -> float:
    """Draw as many stars as there are grades, filled up to the item's grade; return the x where they end, in points.

    `size` is the width of a star; an ungraded item has none.
    """
    radius = size * 0.5
    for k in range(item.grades if item.grade else 0):
        middle = x + radius + k * size * 1.12
        paper.polygon([(middle + px * radius, y + py * radius) for px, py in STAR], filled=k < item.grade)
    return x + item.grades * size * 1.12
