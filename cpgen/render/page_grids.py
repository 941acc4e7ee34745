"""Number of puzzles on a page and their places: as many as stay readable, each board as large as fits.

A *slot* is the rectangle of a page that one puzzle gets with its number, QR code and other texts.
"""

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
"""Smallest size of the digits of a puzzle in points, in normal and in large print"""
LARGEST_CELL, LARGE_CELL = 34.0, 62.0
"""Largest side of a cell in points, in normal and in large print, so that small boards are not blown up"""
FEW, CELL_OF_FEW = 2, 46.0
"""Up to this number of puzzles per page cells may be larger, and their largest side in points"""
MOST_LARGE = 2
LEAST_SQUARE = 0.26 * MM
"""Smallest square of a QR code that phones can read, in points"""
CODE, LARGEST_CODE = 15 * MM, 0.42
"""Side of a QR code next to a board of side 9 or more, in points, and its largest share of a slot's shorter side"""
RULES, RULES_LINE, MOST_RULES = 8.0, 11.0, 0.3
"""Size and line height of rules at the foot of a page, and the largest share of the page that they may take"""
COLUMN, GAP = 20 * MM, 4 * MM
"""Width of the text to the right of a board, and its distance from the board"""


def qr_rows(text: str) -> list[list[bool]]:
    """Return the squares of a text's QR code, row by row, True if dark; raise InputError if the text is too long."""
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
    """QR code of an address: its squares, and its printed side in points, 0 if there is no room for it."""

    link: str
    rows: tuple[list[bool], ...]
    side: float

    @classmethod
    def of(cls, link: str, size: int) -> QrCode:
        """Return the code of an address in the usual size for a board of side `size`; larger if it has many squares."""
        try:
            rows = qr_rows(link)
        except InputError:
            return cls(link, (), 0.0)
        return cls(link, tuple(rows), max(CODE * min(1.0, size / 9), len(rows) * LEAST_SQUARE))


@dataclass(frozen=True)
class PageStyle:
    """Settings for all pages of puzzles: limits on digits, cells and puzzles per page, sizes of texts; in points."""

    least: float
    most: int
    cell: float
    heading: float
    """Size of a puzzle's number in points"""
    lines: int
    """Number of small lines above a board: 1 for the time, 1 for title and author"""

    @classmethod
    def of(cls, book: Book) -> PageStyle:
        """Return the settings that follow from a book's request."""
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
        """Return the largest side of a cell, in points, on a page with this many columns and rows of puzzles."""
        return self.cell if columns * rows > FEW else max(self.cell, CELL_OF_FEW)

    @property
    def above(self) -> float:
        """Height of the text above a board without a QR code, in points."""
        return self.heading + self.small * (1.5 if self.lines > 1 else 0) + 8

    @property
    def small(self) -> float:
        """Font size of small lines, in points."""
        return max(8.0, self.heading * 0.58)


@dataclass(frozen=True)
class BoardPlace:
    """Place of a puzzle on a page, in points.

    Attributes:
        x: Left edge of the board.
        y: Upper edge of the puzzle with its text.
        board: Side of the board.
        text_at_right: True if the text is to the right of the board instead of above it.
        above: Height of the text above the board.
    """

    x: float
    y: float
    board: float
    text_at_right: bool
    above: float

    @classmethod
    def within(
        cls, slot: tuple[float, float, float, float], size: int, code: float, style: PageStyle, cell: float
    ) -> BoardPlace:
        """Return the place in a slot (x, y, width, height) that makes the board largest; all lengths are in points.

        The text goes above the board or to its right, whichever leaves more room. `size` is the side of the board in
        cells, `code` the side of the QR code (0 without one), and `cell` the largest side of a cell.
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
    """Yield the slots (x, y, width, height) of a page with this many columns and rows, row by row, in points."""
    wide = (width - (columns - 1) * GUTTER) / columns
    high = (height - (rows - 1) * GUTTER) / rows
    for row in range(rows):
        for column in range(columns):
            yield column * (wide + GUTTER), row * (high + GUTTER), wide, high


def rules_at_foot(book: Book) -> list[str]:
    """Return the lines of rules at the foot of each page, in a book without a page of rules.

    There are none if no puzzle has constraints or an author's rules, if solutions are at the foot, or if the lines
    would take too much of the page.
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
    """Choice of the number of columns and rows of puzzles per page, for each size of board in a book."""

    book: Book
    style: PageStyle
    strip: Strip | None
    """Foot of the page with the solutions of the page before, None if they are at the end of the book"""
    codes: dict[int, float]
    """Side of the QR codes for each size of board, in points; clues outside a board count as part of its size"""
    most: dict[int, int]
    """Largest number of puzzles in a chapter that contains boards of the size"""
    rules: tuple[str, ...] = ()
    """Lines of rules at the foot of each page"""

    @property
    def foot(self) -> float:
        """Height of the rules at the foot of a page, in points."""
        return len(self.rules) * RULES_LINE + GAP if self.rules else 0.0

    @classmethod
    def of(cls, book: Book, strip: Strip | None) -> PageGrids:
        """Return the choice for a book.

        `strip` is the foot of a page with the solutions of the page before, or None.
        """
        longest: dict[int, str] = {}
        for item in book.items:
            longest[item.span] = max(longest.get(item.span, ""), item.link, key=len)
        codes = {size: QrCode.of(link, size).side if link else 0.0 for size, link in longest.items()}
        counts = [Counter(item.span for item in chapter.items) for chapter in chapters_of(book.items, book.request)]
        most = {size: max(count.total() for count in counts if count[size]) for size in codes}
        return cls(book, PageStyle.of(book), strip, codes, most, tuple(rules_at_foot(book)))

    def chosen(self, size: int) -> tuple[int, int]:
        """Return the columns and rows of a page of boards of side `size`; (1, 1) if no digits would be readable.

        The smallest grid that takes a whole chapter, or one puzzle more, is preferred, else the largest grid. Among
        equal ones the boards should be large.
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
        """Yield grids with readable digits: puzzles per page, side of a board in points, and (columns, rows)."""
        for columns, rows in product(range(1, 5), range(1, 7)):
            if columns * rows <= self.style.most:
                board = self.board(size, columns, rows)
                if board * digit_height(size) / size >= self.style.least - 0.05:
                    yield columns * rows, board, (columns, rows)

    def board(self, size: int, columns: int, rows: int) -> float:
        """Return the side, in points, of a board of `size` cells on a page with this many columns and rows."""
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
