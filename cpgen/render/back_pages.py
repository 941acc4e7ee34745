"""Pages after the puzzles of a book: hints in words, and a certificate of what was checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

from cpgen._version import __version__
from cpgen.oracles import open_oracle
from cpgen.render.front_pages import put_heading
from cpgen.render.paper import GREY, head_and_foot
from cpgen.render.section import GUTTER, Book, Section
from cpgen.render.trim import MM
from cpgen.symmetry.canonical import canonical

BODY = 9.0
LINE, ABOVE, INDENT = BODY * 1.45, BODY * 1.1, 10 * MM
NARROW = 300.0
"""Page width in points below which the hints have one column instead of two"""


def hint_section(book: Book) -> Section:
    """Return the section of hints: for each puzzle, in order, the first findings in words."""
    name, paper = book.words("book.hints"), book.paper
    columns = 1 if paper.width < NARROW else 2
    width = (paper.width - (columns - 1) * GUTTER) / columns
    about = paper.fonts.lines(book.words("book.hints-about"), BODY, paper.width)
    lines = partial(paper.fonts.lines, size=BODY, width=width - INDENT)
    blocks = [[line for hint in item.hints for line in lines(hint)] for item in book.items]

    def draw(page: int, chosen: list[list[int]]) -> None:
        head_and_foot(paper, book.request.name, name)
        for k, line in enumerate(about if page == 0 else ()):
            paper.text(0, 4 + (k + 1 - len(about)) * LINE * 0.8, line, BODY, colour=GREY)
        for column, numbers in enumerate(chosen):
            y = 2 * LINE
            for number in numbers:
                x = column * (width + GUTTER)
                paper.text(x, y + BODY, str(book.items[number].number), BODY + 1.5, strong=True)
                for line in blocks[number]:
                    paper.text(x + INDENT, y + BODY, line, BODY)
                    y += LINE
                y += ABOVE

    pages = _columns_of(paper.height, blocks, columns)
    return Section(name, [partial(draw, page, chosen) for page, chosen in enumerate(pages)])


def _columns_of(height: float, blocks: Sequence[list[str]], columns: int) -> list[list[list[int]]]:
    """Return, for each page, its columns, each a list of indices of blocks; a block (a list of lines) is not divided.

    `height` is the room in points.
    """
    pages: list[list[list[int]]] = []
    room = 0.0
    for number, lines in enumerate(blocks):
        need = len(lines) * LINE + ABOVE
        if not pages or need > room:
            if not pages or len(pages[-1]) == columns:
                pages.append([])
            pages[-1].append([])
            room = height - 2 * LINE
        pages[-1][-1].append(number)
        room -= need
    return pages


def certificate_section(book: Book) -> Section:
    """Return the section with the certificate, a page that says what was checked."""
    name, paper = book.words("book.certificate"), book.paper

    def draw() -> None:
        head_and_foot(paper, book.request.name, name)
        y = put_heading(paper, name)
        for sentence in checked(book):
            for line in paper.fonts.lines(sentence, 10.5, paper.width):
                paper.text(0, y, line, 10.5)
                y += 16
            y += 6

    return Section(name, [draw])


def checked(book: Book) -> list[str]:
    """Check all puzzles of a book with an oracle, and return the sentences of the certificate.

    The oracle solves every puzzle again without any of the ladder's techniques.
    """
    words, items = book.words, book.items
    oracle = open_oracle("bitset")
    unique = sum(oracle.uniqueness(item.puzzle).grids == (item.solution,) for item in items)
    different = len({canonical(item.puzzle) for item in items})
    solved = sum(item.is_logical for item in items)
    grades = Counter((item.grade or 99, item.grade_name) for item in items)
    listed = words.listed([f"{name} {count}" for (_, name), count in sorted(grades.items())])
    return [
        words("certificate.unique", number=unique, all=len(items)),
        words("certificate.solved", number=solved, all=len(items)),
        words("certificate.different", number=different, all=len(items)),
        words("certificate.grades", grades=listed),
        words("certificate.version", version=__version__),
    ]
