"""Book of puzzles as a PDF or as page pictures: its sections in order, with margins for its number of pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar
from unicodedata import bidirectional
from warnings import warn

from msgspec import structs

from cpgen.errors import InputError, NearestWarning
from cpgen.messages import Message, shown
from cpgen.render.back_pages import certificate_section, hint_section
from cpgen.render.front_pages import contents_section, imprint_section, play_section, title_section
from cpgen.render.item import Item, chapters_of, in_order
from cpgen.render.lesson_pages import lesson_section
from cpgen.render.lettering import Fonts
from cpgen.render.page_grids import PageGrids, rules_at_foot
from cpgen.render.page_pictures import PagePictures
from cpgen.render.paper import Paper, require_reportlab
from cpgen.render.puzzle_pages import puzzle_sections
from cpgen.render.render_requests import MOST_PER_PAGE, BookSettings
from cpgen.render.section import Book, Section
from cpgen.render.solution_pages import Strip, solution_section
from cpgen.render.trim import TrimmedSheet

P = TypeVar("P", bound=Paper)
FEWEST_PAGES = 24
"""Number of pages with which the search for the margins begins"""
KDP_PAGES = range(FEWEST_PAGES, 829, 2)
"""Numbers of pages of the paperbacks that Amazon KDP prints"""
TRIES = 4
"""Largest number of attempts to find margins that are wide enough for the resulting number of pages"""


def book_pdf(
    items: Sequence[Item], request: BookSettings, font: str = "", progress: Callable[[int, int], object] | None = None
) -> bytes:
    """Return the PDF file of a book.

    Args:
        items: Puzzles of the book, in any order.
        request: Settings of the book.
        font: Path of a font for characters that the other fonts lack, or "".
        progress: Function that is called with the number of pages drawn and of all pages.

    Raises:
        InputError: A package, a font or a character is missing, or a text is written from right to left.
    """
    require_reportlab()
    fonts = Fonts(font, request.colours)

    def paper_of(sheet: TrimmedSheet) -> Paper:
        return Paper(sheet, request.name, request.author, fonts, coloured=request.colours, pdf_x=request.pdf_x)

    book, paper, sections = planned(items, request, paper_of)
    pages = sum(len(section.sheets) for section in sections)
    for warning in PageGrids.of(book, Strip(book) if request.solutions == "overleaf" else None).warnings():
        warn(warning, stacklevel=2)
    if pages not in KDP_PAGES and (request.paper_size.endswith("in") or request.bleed or request.isbn):
        warn(NearestWarning(Message("kdp-pages", pages=pages)), stacklevel=2)
    for section in sections:
        for place, draw in enumerate(section.sheets):
            paper.next_page()
            if section.name and place == 0:
                paper.mark(section.name)
            draw()
            if progress:
                progress(paper.number, pages)
    return paper.finished()


def book_pages(
    items: Sequence[Item], request: BookSettings, first: int, count: int, font: str = ""
) -> tuple[list[bytes], int]:
    """Return `count` pages as PNG files, from number `first` (counted from 1) on, and the number of all pages."""
    require_reportlab()
    fonts = Fonts(font, request.colours)

    def paper_of(sheet: TrimmedSheet) -> PagePictures:
        return PagePictures(sheet, request.name, fonts=fonts, coloured=request.colours, outlined=True)

    _, paper, sections = planned(items, request, paper_of)
    sheets = [draw for section in sections for draw in section.sheets]
    wanted = enumerate(sheets[first - 1 : first - 1 + count], first)
    return [paper.picture_of(number, draw) for number, draw in wanted], len(sheets)


def planned(
    items: Sequence[Item], request: BookSettings, paper_of: Callable[[TrimmedSheet], P]
) -> tuple[Book, P, list[Section]]:
    """Lay out a book; return it with its paper, which `paper_of` creates for a sheet, and its sections in order.

    Puzzles that fit on one page are one sheet without chapters and front pages, unless the request says otherwise.
    """
    _require_left_to_right(request)
    ordered = [_without_right_to_left(item) for item in in_order(items, request)]
    if request.front is None and not request.needs_front and len(ordered) <= MOST_PER_PAGE:
        sheet = _planned(ordered, structs.replace(request, front=False, sort=False), paper_of)
        if sum(len(section.sheets) for section in sheet[2] if section.items) == 1:
            return sheet
    return _planned(ordered, structs.replace(request, front=request.front is not False), paper_of)


def _planned(
    ordered: Sequence[Item], request: BookSettings, paper_of: Callable[[TrimmedSheet], P]
) -> tuple[Book, P, list[Section]]:
    """Lay out a book whose puzzles are in order, with margins as wide as its number of pages needs.

    `paper_of` makes the paper for a size and its margins. More pages need a wider inner margin, which may in turn need
    more pages, so the layout is repeated until it fits.
    """
    pages = FEWEST_PAGES
    for _ in range(TRIES):
        sheet = TrimmedSheet.bound(request.paper_size, pages, request.bleed_points)
        paper = paper_of(sheet)
        book = Book(ordered, request, paper)
        sections = sections_of(book)
        pages = sum(len(section.sheets) for section in sections)
        # The layout fits if its pages need no wider margin than they have.
        if TrimmedSheet.bound(request.paper_size, pages, request.bleed_points).inner <= sheet.inner:
            break
    return book, paper, sections


def _require_left_to_right(request: BookSettings) -> None:
    """Raise InputError if a text of the request, such as the title, is written from right to left.

    `Paper` cannot draw it.
    """
    for name in ("title", "subtitle", "author", "publisher", "rights", "introduction"):
        if is_right_to_left(text := getattr(request, name)):
            raise InputError(Message("right-to-left", name=name, text=shown(text)))


def _without_right_to_left(item: Item) -> Item:
    """Return the item without title and author, or own rules, if they are written from right to left; warn of it."""
    for text in filter(is_right_to_left, (item.credit, item.own_rules)):
        warn(NearestWarning(Message("right-to-left-left-out", number=item.number, text=shown(text))), stacklevel=2)
    if is_right_to_left(item.credit):
        item = replace(item, title="", author="")
    return replace(item, own_rules="") if is_right_to_left(item.own_rules) else item


def is_right_to_left(text: str) -> bool:
    """Return True if a text has letters of Hebrew, Arabic or another script that is written from right to left."""
    return any(bidirectional(character) in ("R", "AL") for character in text)


def sections_of(book: Book) -> list[Section]:
    """Return the sections of a book in printing order, from front pages and puzzles to solutions and certificate."""
    request, sections = book.request, list[Section]()
    chapters = chapters_of(book.items, request)
    if request.front:
        rows = 3 + len(chapters) + request.hints + request.certificate
        contents = contents_section(book, rows, lambda: list(numbered(sections)))
        sections += [title_section(book), imprint_section(book), contents, play_section(book), lesson_section(book)]
    elif any(item.kinds for item in book.items) and not rules_at_foot(book):
        sections.append(play_section(book))
    overleaf = Strip(book) if request.solutions == "overleaf" else None
    puzzles, last = puzzle_sections(book, chapters, overleaf)
    sections += puzzles
    if request.hints:
        sections.append(hint_section(book))
    sections.append(solution_section(book, last if overleaf else book.items))
    if request.certificate:
        sections.append(certificate_section(book))
    return sections


def numbered(sections: Sequence[Section]) -> Iterator[tuple[Section, int]]:
    """Yield the sections that have pages, each with the number of its first page."""
    first = 1
    for section in sections:
        if section.sheets:
            yield section, first
        first += len(section.sheets)
