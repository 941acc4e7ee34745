"""The number of puzzles on a page and their places: as many as stay readable, each board as large as fits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from cpgen.errors import InputError, NearestWarning
from cpgen.messages import Message
from cpgen.render.item import chapters_of, rules_of_items
from cpgen.render.picture import digit_height
from cpgen.render.render_requests import MOST_PER_PAGE
from cpgen.render.section import GUTTER, Book
from cpgen.render.solution_pages import Strip
from cpgen.render.trim import MM

LEAST_DIGIT, LARGE_DIGIT = 13.5, 24.0
"""Least size of the digits of a puzzle in points, in normal and in large print"""
LARGEST_CELL, LARGE_CELL = 34.0, 62.0
"""Largest side of a cell in points, so that small boards are not blown up, in normal and in large print"""
FEW, CELL_OF_FEW = 2, 46.0
"""Number of puzzles per page up to which cells may be larger, and their largest side"""
MOST_LARGE = 2
LEAST_SQUARE = 0.26 * MM
"""Smallest side of a square in a QR code that telephones can read"""
CODE, LARGEST_CODE = 15 * MM, 0.42
"""Side of a QR code next to a board of side 9 or more, and the largest share of a slot that it may take"""
RULES, RULES_LINE, MOST_RULES = 8.0, 11.0, 0.3
"""Size and line height of rules at the foot of a page, and the largest share of the page that they may take"""
COLUMN, GAP = 20 * MM, 4 * MM
"""Width of the text to the right of a board, and its distance from the board"""


def qr_rows(text: str) -> list[list[bool]]:
    """Return the dark squares of a text's QR code; raises InputError if the text is too long for one."""
    from reportlab.graphics.barcode import qrencoder

    try:
        code = qrencoder.QRCode(None, qrencoder.QRErrorCorrectLevel.L)
        code.addData(text)
        code.version = code.calculate_version()
        code.makeImpl(False, 3)
    except Exception as error:
        raise InputError(Message("qr-large", count=len(text))) from error
    return [[bool(dark) for dark in row] for row in code.modules]


@dataclass(frozen=True)
class QrCode:
    """The QR code of an address and its printed side, 0 if there is no room for one."""

    link: str
    rows: tuple[list[bool], ...]
    side: float

    @classmethod
    def of(cls, link: str, size: int) -> QrCode:
        """Return the code in the usual size for a board of that side, or larger if its squares need that."""
        try:
            rows = qr_rows(link)
        except InputError:
            return cls(link, (), 0.0)
        return cls(link, tuple(rows), max(CODE * min(1.0, size / 9), len(rows) * LEAST_SQUARE))


@dataclass(frozen=True)
class PageStyle:
    """Properties shared by all puzzles of a book: bounds of their size, and sizes of their text."""

    least: float
    most: int
    cell: float
    heading: float
    """Size of a puzzle's number"""
    lines: int
    """Number of small lines: the time, the title"""

    @classmethod
    def of(cls, book: Book) -> PageStyle:
        """Return the style of a book."""
        request = book.request
        large = request.large_print
        most = request.per_page or MOST_PER_PAGE
        lines = request.time_line + any(item.credit for item in book.items)
        one = request.per_page == 1
        return cls(
            LARGE_DIGIT if large else LEAST_DIGIT,
            min(most, MOST_LARGE) if large else most,
            LARGE_CELL if large or one else LARGEST_CELL,
            20.0 if large or one else 14.0,
            lines,
        )

    def cell_of(self, columns: int, rows: int) -> float:
        """Return the largest side of a cell on a page of this many puzzles."""
        return self.cell if columns * rows > FEW else max(self.cell, CELL_OF_FEW)

    @property
    def above(self) -> float:
        """The height of the text above a board without a code."""
        return self.heading + self.small * (1.5 if self.lines > 1 else 0) + 8

    @property
    def small(self) -> float:
        """The size of small lines."""
        return max(8.0, self.heading * 0.58)


@dataclass(frozen=True)
class BoardPlace:
    """The place of a puzzle: upper left corner, side of the board, and whether its text is to the right."""

    x: float
    y: float
    board: float
    text_at_right: bool
    above: float

    @classmethod
    def within(
        cls, slot: tuple[float, float, float, float], size: int, code: float, style: PageStyle, cell: float
    ) -> BoardPlace:
        """Return the place in a slot (x, y, width, height) that makes the board largest.

        The text goes above the board or to its right, whichever leaves more room; cells are at most `cell` wide.
        """
        x, y, width, height = slot
        text = max(style.above, code + 2 * MM if code else 0.0)
        column = max(code, COLUMN) + GAP
        above, at_right = min(width, height - text), min(width - column, height)
        text_at_right = at_right > above
        board = min(max(above, at_right), size * cell)
        used = board + column if text_at_right else board
        text = 0.0 if text_at_right else text
        return cls(x + (width - used) / 2, y + (height - text - board) / 2, board, text_at_right, text)


def slots(width: float, height: float, columns: int, rows: int) -> Iterator[tuple[float, float, float, float]]:
    """Yield the slots of a page, row by row: x, y, width, height."""
    wide = (width - (columns - 1) * GUTTER) / columns
    high = (height - (rows - 1) * GUTTER) / rows
    for row in range(rows):
        for column in range(columns):
            yield column * (wide + GUTTER), row * (high + GUTTER), wide, high


def rules_at_foot(book: Book) -> list[str]:
    """Return the lines of rules at the foot of each page, in a book without a page of rules.

    There are none if no puzzle has constraints or an author's rules, if solutions are there, or if the lines would take
    too much of the page.
    """
    request = book.request
    needs_rules = any(item.own_rules or item.puzzle.layout.further for item in book.items)
    if request.front or request.solutions == "overleaf" or not needs_rules:
        return []
    words, paper = book.words, book.paper
    what = words("how.digit" if request.signs[0] == "1" else "how.symbol")
    lines = paper.fonts.lines(words("lists.space").join(rules_of_items(book.items, words, what)), RULES, paper.width)
    return lines if len(lines) * RULES_LINE < MOST_RULES * paper.height else []


@dataclass(frozen=True)
class PageGrids:
    """The number of puzzles of each size on a page, across and down."""

    book: Book
    style: PageStyle
    strip: Strip | None
    """Draws the solutions of the page before, if these are overleaf"""
    codes: dict[int, float]
    """Side of the QR codes for boards of each size; clues outside a board count as part of its size"""
    most: dict[int, int]
    """Largest number of boards in a chapter that contains boards of the size"""
    rules: tuple[str, ...] = ()
    """Lines of rules at the foot of each page"""

    @property
    def foot(self) -> float:
        """The height of the rules at the foot of a page."""
        return len(self.rules) * RULES_LINE + GAP if self.rules else 0.0

    @classmethod
    def of(cls, book: Book, strip: Strip | None) -> PageGrids:
        """Return the grids of a book."""
        longest: dict[int, str] = {}
        for item in book.items:
            longest[item.span] = max(longest.get(item.span, ""), item.link, key=len)
        codes = {size: QrCode.of(link, size).side if link else 0.0 for size, link in longest.items()}
        counts = [Counter(item.span for item in chapter.items) for chapter in chapters_of(book.items, book.request)]
        most = {size: max(count.total() for count in counts if count[size]) for size in codes}
        return cls(book, PageStyle.of(book), strip, codes, most, tuple(rules_at_foot(book)))

    def chosen(self, size: int) -> tuple[int, int]:
        """Return the columns and rows for boards of a size; (1, 1) if none is readable.

        The smallest grid that takes a whole chapter, or one puzzle more, is preferred, else the largest one. Among
        equals the boards should be large.
        """
        readable = list(self._readable(size))
        # Grids that take the whole chapter on one page.
        enough = [one for one in readable if one[0] >= self.most[size]]
        most = min((count for count, *_ in enough), default=max((count for count, *_ in readable), default=0))
        near = [one for one in readable if one[0] in (most, most + len(enough[:1]))]
        # Large boards are better, then boards below each other rather than next to each other.
        best = max(near, key=lambda grid: (round(grid[1], 3), grid[2][1]), default=(1, 0.0, (1, 1)))
        return best[2]

    def _readable(self, size: int) -> Iterator[tuple[int, float, tuple[int, int]]]:
        """Yield the readable grids: number of places, side of a board, (columns, rows)."""
        for columns, rows in product(range(1, 5), range(1, 7)):
            if columns * rows <= self.style.most:
                board = self.board(size, columns, rows)
                if board * digit_height(size) / size >= self.style.least - 0.05:
                    yield columns * rows, board, (columns, rows)

    def board(self, size: int, columns: int, rows: int) -> float:
        """Return the side of boards of a size in a grid."""
        width, height = self.book.paper.width, self.book.paper.height - self.foot
        if self.strip:
            height -= self.strip.height([size] * (columns * rows))
        slot, cell = next(slots(width, height, columns, rows)), self.style.cell_of(columns, rows)
        return BoardPlace.within(slot, size, self.codes[size], self.style, cell).board

    def warnings(self) -> Iterator[NearestWarning]:
        """Yield a warning for each size of board whose digits are smaller than intended."""
        for size in sorted(self.codes):
            digit = digit_height(size) * self.board(size, *self.chosen(size)) / size
            if digit < self.style.least - 0.05:
                side = next(item.size for item in self.book.items if item.span == size)
                yield NearestWarning(
                    f"The digits of a {side}×{side} board are {digit:.1f} points high on this paper, less than the "
                    f"{self.style.least:g} that read well; larger paper has room for them."
                )
