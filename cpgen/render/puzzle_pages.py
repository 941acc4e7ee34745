"""The pages of puzzles: as many on each as stay readable, with what is said of them, and solutions overleaf."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from cpgen.errors import InputError, NearestWarning
from cpgen.render.item import Chapter, Item
from cpgen.render.paper import GREY, Paper, head_and_foot, qr_rows
from cpgen.render.picture import Look, Scene, digit_height, picture_of
from cpgen.render.requests import MOST_PER_PAGE
from cpgen.render.section import GUTTER, Book, Section, put_board, put_stars
from cpgen.render.solution_pages import Strip
from cpgen.render.trim import MM

LEAST_DIGIT, LARGE_DIGIT = 14.0, 24.0
"""The size of the digits of a puzzle in points, at least, and in large print"""
LARGEST_CELL, LARGE_CELL = 34.0, 62.0
"""The side of a cell in points, at most: small boards are not blown up"""
MOST_LARGE = 2
LEAST_SQUARE = 0.26 * MM
"""The smallest side of a square in a QR code that telephones can read"""
CODE, LARGEST_CODE = 15 * MM, 0.42
"""The side of a QR code, and the part of a place that it may take"""
COLUMN, GAP = 20 * MM, 4 * MM
"""The width of what is said beside a board, and how far from it"""
TAB = 5 * MM


@dataclass(frozen=True)
class Style:
    """What all puzzles of a book have in common: bounds for their size, and what is said at each."""

    least: float
    most: int
    cell: float
    heading: float
    """The size of a puzzle's number"""
    lines: int
    """The small lines below it: the time, the title"""

    @classmethod
    def of(cls, book: Book) -> Style:
        """The style that a request wants."""
        request = book.request
        large = request.large_print
        most = request.per_page or MOST_PER_PAGE
        lines = request.times + any(item.credit for item in book.items)
        one = request.per_page == 1
        return cls(
            LARGE_DIGIT if large else LEAST_DIGIT,
            min(most, MOST_LARGE) if large else most,
            LARGE_CELL if large or one else LARGEST_CELL,
            20.0 if large or one else 14.0,
            lines,
        )

    @property
    def above(self) -> float:
        """The height of what is said above a board that has no code."""
        return self.heading + self.small * (1.5 if self.lines > 1 else 0) + 8

    @property
    def small(self) -> float:
        """The size of small lines."""
        return max(8.0, self.heading * 0.58)


@dataclass(frozen=True)
class Place:
    """The place of a puzzle: its upper left corner, the side of its board, and whether its text is beside it."""

    x: float
    y: float
    board: float
    is_beside: bool
    above: float

    @classmethod
    def within(cls, slot: tuple[float, float, float, float], size: int, code: float, style: Style) -> Place:
        """The place in a slot (x, y, width, height) that makes a board of this size largest."""
        x, y, width, height = slot
        text = max(style.above, code + 3 * MM if code else 0.0)
        column = max(code, COLUMN) + GAP
        above, beside = min(width, height - text), min(width - column, height)
        is_beside = beside > above
        board = min(max(above, beside), size * style.cell)
        used = board + column if is_beside else board
        text = 0.0 if is_beside else text
        return cls(x + (width - used) / 2, y + (height - text - board) / 2, board, is_beside, text)


def slots(width: float, height: float, columns: int, rows: int) -> Iterator[tuple[float, float, float, float]]:
    """The places on a page, row by row: x, y, width, height."""
    wide = (width - (columns - 1) * GUTTER) / columns
    high = (height - (rows - 1) * GUTTER) / rows
    for row in range(rows):
        for column in range(columns):
            yield column * (wide + GUTTER), row * (high + GUTTER), wide, high


@dataclass(frozen=True)
class Grids:
    """How many puzzles of each size go on a page, across and down."""

    book: Book
    style: Style
    strip: Strip | None
    """Where solutions are overleaf: what takes them"""
    codes: dict[int, float]
    """The side of the QR codes for boards of each size"""

    @classmethod
    def of(cls, book: Book, strip: Strip | None) -> Grids:
        """The grids of a book."""
        longest: dict[int, str] = {}
        for item in book.items:
            longest[item.size] = max(longest.get(item.size, ""), item.link, key=len)
        codes = {size: QrCode.of(link).side if link else 0.0 for size, link in longest.items()}
        return cls(book, Style.of(book), strip, codes)

    def chosen(self, size: int) -> tuple[int, int]:
        """Columns and rows for boards of a size: most puzzles, then largest boards; one where none is readable."""
        best, found = (0, 0.0), (1, 1)
        for columns in range(1, 5):
            for rows in range(1, 7):
                count = columns * rows
                board = self.board(size, columns, rows) if count <= self.style.most else 0.0
                if board * digit_height(size) / size >= self.style.least - 0.05 and (count, board) > best:
                    best, found = (count, board), (columns, rows)
        return found

    def board(self, size: int, columns: int, rows: int) -> float:
        """The side of boards of a size, so many across and down."""
        width, height = self.book.paper.width, self.book.paper.height
        if self.strip:
            height -= self.strip.height([size] * (columns * rows))
        return Place.within(next(slots(width, height, columns, rows)), size, self.codes[size], self.style).board

    def warnings(self) -> Iterator[NearestWarning]:
        """A sentence for each size of board whose digits are smaller than they should be."""
        for size in sorted(self.codes):
            digit = digit_height(size) * self.board(size, *self.chosen(size)) / size
            if digit < self.style.least - 0.05:
                yield NearestWarning(
                    f"The digits of a {size}×{size} board are {digit:.1f} points high on this paper, less than the "
                    f"{self.style.least:g} that read well; larger paper has room for them."
                )


@dataclass(frozen=True)
class Page:
    """The puzzles of a page, how many fit across and down, and those whose solutions are at its foot."""

    items: tuple[Item, ...]
    grid: tuple[int, int]
    before: tuple[Item, ...] = ()


def pages_of(items: Sequence[Item], grids: Grids) -> list[Page]:
    """The items page by page; on a page of several sizes, the one that needs most room decides."""
    known = {size: grids.chosen(size) for size in {item.size for item in items}}
    pages: list[Page] = []
    for item in items:
        grid = known[item.size]
        if pages:
            strictest = min(pages[-1].grid, grid, key=lambda one: one[0] * one[1])
            if len(pages[-1].items) < strictest[0] * strictest[1]:
                pages[-1] = Page((*pages[-1].items, item), strictest)
                continue
        pages.append(Page((item,), grid))
    return pages


def puzzle_sections(
    book: Book, chapters: Sequence[Chapter], strip: Strip | None
) -> tuple[list[Section], tuple[Item, ...]]:
    """A section for each chapter, and the items of the last page."""
    grids = Grids.of(book, strip)
    sections: list[Section] = []
    before: tuple[Item, ...] = ()
    for number, chapter in enumerate(chapters):
        pages = []
        for page in pages_of(chapter.items, grids):
            pages.append(Page(page.items, page.grid, before if strip else ()))
            before = page.items
        place = (number, len(chapters))
        sheets = [partial(_draw, book, grids, chapter.name, place, page) for page in pages]
        sections.append(Section(chapter.name, sheets, chapter.items))
    return sections, before


def _draw(book: Book, grids: Grids, name: str, chapter: tuple[int, int], page: Page) -> None:
    paper = book.paper
    head_and_foot(paper, book.request.name, name)
    if paper.sheet.bleed and chapter[1] > 1:
        _put_tab(paper, *chapter)
    height = paper.height
    if grids.strip:
        nominal = [item.size for item in page.items]
        height -= max(grids.strip.height(nominal), grids.strip.height([item.size for item in page.before]))
        grids.strip.draw(page.before)
    for item, slot in zip(page.items, slots(paper.width, height, *page.grid), strict=False):
        code = QrCode.of(item.link) if item.link else None
        if code and code.side > LARGEST_CODE * min(slot[2:]):
            code = QrCode(item.link, (), 0.0)
        place = Place.within(slot, item.size, code.side if code else 0.0, grids.style)
        _put_puzzle(book, place, item, grids.style, code)


def _put_tab(paper: Paper, number: int, of: int) -> None:
    """A black mark at the outer edge, over the bleed, that shows in the closed book where a chapter is."""
    high = min(24 * MM, paper.height / of)
    outer, bleed = paper.sheet.outer, paper.sheet.bleed
    x = paper.width + outer - TAB if paper.number % 2 else -outer - bleed
    paper.block(x, number * paper.height / of, TAB + bleed, high * 0.8)


@dataclass(frozen=True)
class QrCode:
    """The QR code of an address, and the side it is printed with; 0 when there is none for it."""

    link: str
    rows: tuple[list[bool], ...]
    side: float

    @classmethod
    def of(cls, link: str) -> QrCode:
        """The code with the usual side, or larger as far as its squares need it."""
        try:
            rows = qr_rows(link)
        except InputError:
            return cls(link, (), 0.0)
        return cls(link, tuple(rows), max(CODE, len(rows) * LEAST_SQUARE))


def _put_puzzle(book: Book, place: Place, item: Item, style: Style, code: QrCode | None) -> None:
    """A puzzle in its place, with its number, stars, title and code, and a line for the time."""
    request = book.request
    look = Look(request.signs, request.colours)
    top = place.y + place.above
    put_board(book.paper, picture_of(Scene.of(item.puzzle), look), place.x, top, place.board)
    if place.is_beside:
        _say_beside(book, place.x + place.board + GAP, top, place.board, item, style, code)
    else:
        _say_above(book, place, item, style, code)


def _say_above(book: Book, place: Place, item: Item, style: Style, code: QrCode | None) -> None:
    paper, small = book.paper, style.small
    right = place.x + place.board
    room = place.board
    if code:
        _put_code(book, right - code.side, place.y, code, right)
        room -= code.side + GAP if code.side else 0.0
    base = place.y + place.above - 8
    if item.credit:
        paper.text(place.x, base, paper.fonts.fitted(item.credit, small, room), small)
    lowest = base - (small * 1.5 if item.credit or (book.request.times and code and code.side) else 0)
    if book.request.times:
        if code and code.side and not item.credit:
            _put_time(book, place.x, base, room, small)
        elif not (code and not code.side):
            wide = paper.fonts.width(book.words("book.time"), small) + 16 * MM
            _put_time(book, place.x + room - wide, lowest, wide, small)
    _put_number(paper, place.x, lowest, item, style)


def _say_beside(book: Book, x: float, top: float, board: float, item: Item, style: Style, code: QrCode | None) -> None:
    paper, small = book.paper, style.small
    y = top + style.heading * 0.75
    paper.text(x, y, str(item.number), style.heading * 1.2, strong=True)
    y += style.heading * 0.9
    put_stars(paper, x, y - small * 0.35, item, small * 0.95)
    for line in paper.fonts.lines(item.credit, small, COLUMN)[:6] if item.credit else ():
        y += small * 1.45
        paper.text(x, y, line, small)
    if book.request.times:
        y += small * 2.2
        paper.text(x, y, book.words("book.time"), small, colour=GREY)
        paper.rule(x, y + small * 2, COLUMN)
    if code and code.side:
        _put_code(book, x, top + board - code.side, code, x + code.side)
    elif code:
        _put_code(book, x, top + board - 12, code, x + COLUMN)


def _put_number(paper: Paper, x: float, base: float, item: Item, style: Style) -> None:
    """The number of a puzzle and the stars of its grade."""
    number = str(item.number)
    paper.text(x, base, number, style.heading, strong=True)
    x += paper.fonts.width(number, style.heading, True) + style.heading * 0.55
    put_stars(paper, x, base - style.heading * 0.34, item, style.small)


def _put_time(book: Book, x: float, base: float, width: float, size: float) -> None:
    """The word for the time and a line to write it on."""
    word = book.words("book.time")
    book.paper.text(x, base, word, size, colour=GREY)
    begin = book.paper.fonts.width(word, size) + 3
    book.paper.rule(x + begin, base + 1.5, min(width, 30 * MM) - begin)


def _put_code(book: Book, x: float, y: float, code: QrCode, right: float) -> None:
    """The QR code, or the words alone where there is no room for one that can be read; both can be clicked."""
    paper = book.paper
    if code.side:
        paper.dark_squares(code.rows, x, y, code.side)
        paper.link(code.link, x, y, code.side, code.side)
        return
    said = book.words("book.play")
    width = paper.fonts.width(said, 7.5)
    paper.text(right, y + 10, said, 7.5, colour=GREY, align=1)
    paper.link(code.link, right - width, y + 2, width, 10)
