"""Pages of puzzles, each puzzle with its number, stars, title, QR code and a line for the time; solutions overleaf."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from cpgen.render.item import Chapter, Item
from cpgen.render.page_grids import (
    COLUMN,
    GAP,
    LARGEST_CODE,
    RULES,
    RULES_LINE,
    BoardPlace,
    PageGrids,
    PageStyle,
    QrCode,
    slots,
)
from cpgen.render.paper import GREY, Paper, head_and_foot
from cpgen.render.section import Book, Section, put_board, put_stars, puzzle_picture
from cpgen.render.solution_pages import Strip
from cpgen.render.trim import MM

LEAST_LINE = 6 * MM
"""Shortest line to write a time on, in points"""
TAB = 5 * MM
"""Width of the chapter's mark at the outer edge, in points"""


@dataclass(frozen=True)
class Page:
    """Page of puzzles in a grid of (columns, rows); `before` are the puzzles whose solutions are at its foot."""

    items: tuple[Item, ...]
    grid: tuple[int, int]
    before: tuple[Item, ...] = ()


def pages_of(items: Sequence[Item], grids: PageGrids) -> list[Page]:
    """Divide items into pages, in order.

    On a page with boards of several sizes, the grid with the fewest slots applies.
    """
    known = {size: grids.chosen(size) for size in {item.span for item in items}}
    pages: list[Page] = []
    for item in items:
        grid = known[item.span]
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
    """Return a section per chapter, and the puzzles of the last page.

    With a `strip` (solutions at the foot of the next page), those of the last page still need a place elsewhere.
    """
    grids = PageGrids.of(book, strip)
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


def _draw(book: Book, grids: PageGrids, name: str, chapter: tuple[int, int], page: Page) -> None:
    paper = book.paper
    head_and_foot(paper, book.request.name, name)
    if paper.sheet.bleed and chapter[1] > 1:
        _put_tab(paper, *chapter)
    height = paper.height - grids.foot
    for row, line in enumerate(grids.rules, 1 - len(grids.rules)):
        paper.text(0, paper.height + row * RULES_LINE, line, RULES)
    if grids.strip:
        nominal = [item.size for item in page.items]
        height -= max(grids.strip.height(nominal), grids.strip.height([item.size for item in page.before]))
        grids.strip.draw(page.before)
    for item, slot in zip(page.items, slots(paper.width, height, *page.grid), strict=False):
        code = QrCode.of(item.link, item.size) if item.link else None
        if code and code.side > LARGEST_CODE * min(slot[2:]):
            code = QrCode(item.link, (), 0.0)
        place = BoardPlace.within(
            slot, item.span, code.side if code else 0.0, grids.style, grids.style.cell_of(*page.grid)
        )
        _put_puzzle(book, place, item, grids.style, code)


def _put_tab(paper: Paper, number: int, of: int) -> None:
    """Draw a black mark at the outer edge, over the bleed, that shows the chapter in the closed book.

    `number` is the index of the chapter, from 0, and `of` the number of chapters.
    """
    high = min(24 * MM, paper.height / of)
    outer, bleed = paper.sheet.outer, paper.sheet.bleed
    x = paper.width + outer - TAB if paper.number % 2 else -outer - bleed
    paper.block(x, number * paper.height / of, TAB + bleed, high * 0.8)


def _put_puzzle(book: Book, place: BoardPlace, item: Item, style: PageStyle, code: QrCode | None) -> None:
    """Draw a puzzle at its place, with its number, stars, title, QR code and line for the time."""
    top = place.y + place.above
    put_board(book.paper, puzzle_picture(item, book.request), place.x, top, place.board)
    if place.text_at_right:
        _put_text_at_right(book, place, item, style, code)
    else:
        _put_text_above(book, place, item, style, code)


def _put_text_above(book: Book, place: BoardPlace, item: Item, style: PageStyle, code: QrCode | None) -> None:
    paper, small = book.paper, style.small
    right = place.x + place.board
    room = place.board
    if code:
        _put_code(book, right - code.side, place.y, code, right)
        room -= code.side + GAP if code.side else 0.0
    base = place.y + place.above - 8
    if item.credit:
        paper.text(place.x, base, paper.fonts.fitted(item.credit, small, room), small)
    lowest = base - (small * 1.5 if item.credit or (book.request.time_line and code and code.side) else 0)
    ends = _put_number(paper, place.x, lowest, item, style)
    if book.request.time_line:
        if code and code.side and not item.credit:
            _put_time(book, place.x, base, room, small)
        elif not (code and not code.side):
            wide = min(paper.fonts.width(book.words("book.time"), small) + 16 * MM, place.x + room - ends - GAP / 2)
            _put_time(book, place.x + room - wide, lowest, wide, small)


def _put_text_at_right(book: Book, place: BoardPlace, item: Item, style: PageStyle, code: QrCode | None) -> None:
    paper, small = book.paper, style.small
    x, top = place.x + place.board + GAP, place.y + place.above
    y = top + style.heading * 0.75
    paper.text(x, y, str(item.number), style.heading * 1.2, strong=True)
    y += style.heading * 0.9
    put_stars(paper, x, y - small * 0.35, item, small * 0.95)
    for line in paper.fonts.lines(item.credit, small, COLUMN)[:6] if item.credit else ():
        y += small * 1.45
        paper.text(x, y, line, small)
    if book.request.time_line:
        y += small * 2.2
        paper.text(x, y, book.words("book.time"), small, colour=GREY)
        paper.rule(x, y + small * 2, COLUMN)
    if code and code.side:
        _put_code(book, x, top + place.board - code.side, code, x + code.side)
    elif code:
        _put_code(book, x, top + place.board - 12, code, x + COLUMN)


def _put_number(paper: Paper, x: float, base: float, item: Item, style: PageStyle) -> float:
    """Draw a puzzle's number from x on, and the stars of its grade; return the x where they end.

    `base` is the y of the baseline.
    """
    number = str(item.number)
    paper.text(x, base, number, style.heading, strong=True)
    x += paper.fonts.width(number, style.heading, True) + style.heading * 0.55
    return put_stars(paper, x, base - style.heading * 0.34, item, style.small)


def _put_time(book: Book, x: float, base: float, width: float, size: float) -> None:
    """Draw the word for time and a line to write it on, from x to x + `width`, unless there is too little room.

    `base` is the y of the baseline and `size` the font size.
    """
    word = book.words("book.time")
    begin = book.paper.fonts.width(word, size) + 3
    if width < begin + LEAST_LINE:
        return
    book.paper.text(x, base, word, size, colour=GREY)
    book.paper.rule(x + begin, base + 1.5, min(width, 30 * MM) - begin)


def _put_code(book: Book, x: float, y: float, code: QrCode, right: float) -> None:
    """Draw a QR code at (x, y), or a link in words that ends at `right` if the code is too large to be printed."""
    paper = book.paper
    if code.side:
        paper.dark_squares(code.rows, x, y, code.side)
        paper.link(code.link, x, y, code.side, code.side)
        return
    text = book.words("book.play")
    width = paper.fonts.width(text, 7.5)
    paper.text(right, y + 10, text, 7.5, colour=GREY, align=1)
    paper.link(code.link, right - width, y + 2, width, 10)
