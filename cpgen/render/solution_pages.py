"""Solutions of a book: small, on pages of their own, or upside down at the foot of the next page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from cpgen.render.item import Item
from cpgen.render.paper import GREY, Paper, head_and_foot
from cpgen.render.picture import digit_height
from cpgen.render.section import Book, Section, put_board, solution_picture
from cpgen.render.trim import MM

LEAST_DIGIT, LARGEST_DIGIT = 7.0, 9.0
"""Smallest and largest size of the digits of a solution, in points"""
ACROSS, DOWN, NUMBER, SCALE = 5 * MM, 4.5 * MM, 9.0, 6.5
"""Horizontal and vertical gaps between solutions; sizes of their numbers and of their second grade; all in points"""
STRIP = 5 * MM
"""Gap between puzzles and the solutions below them, in points"""


@dataclass(frozen=True)
class Spot:
    """Place of an item's solution on a page: upper left corner and side, in points."""

    item: Item
    x: float
    y: float
    side: float


def side_of(paper: Paper, size: int, least: bool = False) -> float:
    """Return the side of a solution in points, so that as many as are readable stand in a row as large as possible.

    `size` is the side of the board in cells; `least` asks for the smallest readable digits.
    """
    smallest, largest = (digit * size / digit_height(size) for digit in (LEAST_DIGIT, LARGEST_DIGIT))
    across = max(1, int((paper.width + ACROSS) / (smallest + ACROSS)))
    widest = (paper.width - (across - 1) * ACROSS) / across
    return min(smallest if least else largest, widest, paper.height - NUMBER - 2)


@dataclass
class _Rows:
    """Rows of solutions on a page being filled: the next free position, and the height of the last row, in points."""

    paper: Paper
    x: float = 0.0
    y: float = 0.0
    deepest: float = 0.0

    @property
    def bottom(self) -> float:
        """y at which the last row ends, in points."""
        return self.y + self.deepest

    def begin(self, side: float) -> float:
        """Move to the next row if a solution of this side does not fit in this one; return the y of its lower edge."""
        if self.x and self.x + side > self.paper.width + 0.1:
            self.x, self.y, self.deepest = 0.0, self.bottom + DOWN, 0.0
        return self.y + NUMBER + 2 + side

    def fill(self, side: float) -> None:
        """Reserve room for a solution of this side at the current position."""
        self.x += side + ACROSS
        self.deepest = max(self.deepest, side + NUMBER + 2)


def packed(paper: Paper, items: Sequence[Item], height: float, least: bool = False) -> Iterator[list[Spot]]:
    """Yield a list for each page, `height` points high, with the places of the solutions on it, row by row.

    `least` asks for the smallest readable digits.
    """
    page: list[Spot] = []
    rows = _Rows(paper)
    for item in items:
        side = side_of(paper, item.size, least)
        if rows.begin(side) > height + 0.1 and page:
            yield page
            page, rows = [], _Rows(paper)
        page.append(Spot(item, rows.x, rows.y, side))
        rows.fill(side)
    if page:
        yield page


def solution_section(book: Book, items: Sequence[Item]) -> Section:
    """Return the section of a book with the solutions of these items."""
    name = book.words("book.solutions")

    def draw(page: list[Spot]) -> None:
        head_and_foot(book.paper, book.request.name, name)
        for spot in page:
            _put_solution(book, spot)

    return Section(name, [partial(draw, page) for page in packed(book.paper, items, book.paper.height)])


@dataclass(frozen=True)
class Strip:
    """Foot of a page that shows, upside down, the solutions of the page before."""

    book: Book

    def height(self, sizes: Sequence[int]) -> float:
        """Return the height in points of a strip with solutions of boards of these sides (in cells)."""
        rows = _Rows(self.book.paper)
        for size in sizes:
            side = side_of(self.book.paper, size, least=True)
            rows.begin(side)
            rows.fill(side)
        return rows.bottom + STRIP if sizes else 0.0

    def draw(self, items: Sequence[Item]) -> None:
        """Draw the solutions of the items upside down at the foot of the current page."""
        paper = self.book.paper
        with paper.upside_down(paper.width, paper.height):
            for page in packed(paper, items, paper.height, least=True):
                for spot in page:
                    _put_solution(self.book, spot)


def _put_solution(book: Book, spot: Spot) -> None:
    request, item = book.request, spot.item
    paper, number = book.paper, str(item.number)
    paper.text(spot.x, spot.y + NUMBER * 0.75, number, NUMBER, strong=True)
    room = spot.side - paper.fonts.width(number, NUMBER, True) - 6
    if paper.fonts.width(item.other_scale, SCALE) <= room:
        paper.text(spot.x + spot.side, spot.y + NUMBER * 0.75, item.other_scale, SCALE, colour=GREY, align=1)
    put_board(book.paper, solution_picture(item, request), spot.x, spot.y + NUMBER + 2, spot.side)
