"""A book of puzzles as a PDF: what its sections are, and how wide its margins become with its pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar
from warnings import warn

from cpgen.render.back_pages import certificate_section, hint_section
from cpgen.render.front_pages import contents_section, imprint_section, play_section, title_section
from cpgen.render.grids import Grids
from cpgen.render.item import Item, chapters_of, in_order
from cpgen.render.lesson_pages import lesson_section
from cpgen.render.lettering import Fonts
from cpgen.render.page_pictures import PagePictures
from cpgen.render.paper import Paper, require_reportlab
from cpgen.render.puzzle_pages import puzzle_sections
from cpgen.render.render_requests import BookRequest
from cpgen.render.section import Book, Section
from cpgen.render.solution_pages import Strip, solution_section
from cpgen.render.trim import Sheet

P = TypeVar("P", bound=Paper)
FEWEST_PAGES = 24
TRIES = 4


def book_pdf(
    items: Sequence[Item], request: BookRequest, font: str = "", progress: Callable[[int, int], object] | None = None
) -> bytes:
    """The whole PDF file, with the font of a file for what the others lack.

    `progress` is called with the number of pages drawn, and of all.
    """
    require_reportlab()
    fonts = Fonts(font, request.colours)

    def paper_of(sheet: Sheet) -> Paper:
        return Paper(sheet, request.name, request.author, fonts, coloured=request.colours, pdf_x=request.pdf_x)

    book, paper, sections = planned(items, request, paper_of)
    pages = sum(len(section.sheets) for section in sections)
    for warning in Grids.of(book, Strip(book) if request.solutions == "overleaf" else None).warnings():
        warn(warning, stacklevel=2)
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
    items: Sequence[Item], request: BookRequest, first: int, count: int, font: str = ""
) -> tuple[list[bytes], int]:
    """So many pages from the first, numbered from 1, as PNG files, and how many pages the book has."""
    require_reportlab()
    fonts = Fonts(font, request.colours)

    def paper_of(sheet: Sheet) -> PagePictures:
        return PagePictures(sheet, request.name, fonts=fonts, coloured=request.colours, outlined=True)

    _, paper, sections = planned(items, request, paper_of)
    sheets = [draw for section in sections for draw in section.sheets]
    wanted = enumerate(sheets[first - 1 : first - 1 + count], first)
    return [paper.picture_of(number, draw) for number, draw in wanted], len(sheets)


def planned(
    items: Sequence[Item], request: BookRequest, paper_of: Callable[[Sheet], P]
) -> tuple[Book, P, list[Section]]:
    """The book, its paper and its sections, with margins as wide as its pages need."""
    ordered, pages = in_order(items, request), FEWEST_PAGES
    for _ in range(TRIES):
        sheet = Sheet.bound(request.paper_size, pages, request.bleed_points)
        paper = paper_of(sheet)
        book = Book(ordered, request, paper)
        sections = sections_of(book)
        pages = sum(len(section.sheets) for section in sections)
        if Sheet.bound(request.paper_size, pages, request.bleed_points).inner <= sheet.inner:
            break
    return book, paper, sections


def sections_of(book: Book) -> list[Section]:
    """The sections of a book in their order."""
    request, sections = book.request, list[Section]()
    chapters = chapters_of(book.items, request)
    if request.front:
        rows = 3 + len(chapters) + request.hints + request.certificate
        contents = contents_section(book, rows, lambda: list(numbered(sections)))
        sections += [title_section(book), imprint_section(book), contents, play_section(book), lesson_section(book)]
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
    """The sections that have pages, each with the number of its first page."""
    first = 1
    for section in sections:
        if section.sheets:
            yield section, first
        first += len(section.sheets)
