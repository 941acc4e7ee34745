"""Pages before the puzzles of a book: title, imprint, contents, how to play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from cpgen._version import __version__
from cpgen.notation import SYMBOLS
from cpgen.render.item import Item, rules_of_items
from cpgen.render.paper import GREY, HAIRLINE, Paper, head_and_foot
from cpgen.render.render_requests import BookSettings
from cpgen.render.section import Book, Section, put_board, put_stars, puzzle_picture
from cpgen.render.trim import MM

TITLE, SMALL_TITLE = 46.0, 18.0
"""Size of a title that fits in two lines, and smallest size, in points"""
BODY, HEADING = 10.5, 20.0
LINE = BODY * 1.5
ROW = 7.5 * MM
"""Height of a row of the contents, in points"""


def title_section(book: Book) -> Section:
    """Return the section of the title page: title, a board of the book, author."""
    return Section(book.request.name, [partial(_draw_title, book)], is_listed=False)


def _draw_title(book: Book) -> None:
    paper, request, fonts = book.paper, book.request, book.paper.fonts
    y = 0.1 * paper.height
    two_lines = TITLE * paper.width / max(fonts.width(request.name, TITLE, True), 1) * 2
    size = max(SMALL_TITLE, min(TITLE, paper.width / 9, two_lines))
    for line in fonts.balanced(request.name, size, paper.width, True):
        paper.text(0, y, line, size, strong=True)
        y += size * 1.15
    y += 4 + size * 0.25
    for line in fonts.lines(request.subtitle or subtitle(book), 13, paper.width):
        paper.text(0, y - 8, line, 13)
        y += 19
    below = [line for line in (request.author, request.publisher) if line]
    room = paper.height - y - 12 * MM - 20 * len(below)
    board = min(paper.width, room)
    if board > paper.width / 3:
        picture = puzzle_picture(cover(book.items), request)
        put_board(paper, picture, 0, y + 6 * MM + (room - board) * 0.6, board)
    for place, line in enumerate(below, 1 - len(below)):
        paper.text(0, paper.height + 20 * place, fonts.fitted(line, 12, paper.width), 12)


def cover(items: Sequence[Item]) -> Item:
    """Return the puzzle whose board is shown on the title page: the first of side 6 to 12, else the first."""
    return next((item for item in items if 6 <= item.size <= 12), items[0])


def subtitle(book: Book) -> str:
    """Return the default subtitle: the number of puzzles and, if it is true of all, that they need no guessing."""
    items, words = book.items, book.words
    if len(items) == 1:
        return words("book.subtitle-one" if items[0].is_logical else "book.subtitle-plain-one")
    logical = all(item.is_logical for item in items)
    return words("book.subtitle" if logical else "book.subtitle-plain", number=len(items))


def imprint_section(book: Book) -> Section:
    """Return the section of the imprint (publisher, rights, ISBN), at the foot of the back of the title page."""
    return Section("", [partial(_draw_imprint, book)], is_listed=False)


def _draw_imprint(book: Book) -> None:
    request, words, paper = book.request, book.words, book.paper
    texts = [
        request.name,
        request.author,
        "",
        request.publisher,
        f"ISBN {request.isbn}" if request.isbn else "",
        *request.rights.splitlines(),
        "",
        words("book.made", number=len(book.items), version=__version__),
        words("book.fonts"),
    ]
    lines = [line for text in texts for line in (paper.fonts.lines(text, 9, paper.width) if text else [""])]
    kept = [line for k, line in enumerate(lines) if line or (k and lines[k - 1])]
    for place, line in enumerate(kept, 1 - len(kept)):
        paper.text(0, paper.height + place * 13.5, line, 9)


def contents_section(book: Book, count: int, find: Callable[[], Sequence[tuple[Section, int]]]) -> Section:
    """Return the section with the table of contents.

    Args:
        book: The book.
        count: Number of rows, for which pages are reserved.
        find: Function that returns all sections with their first pages; called while drawing, when these are known.
    """
    name = book.words("book.contents")
    fitting = int((book.paper.height - 18 * MM) / ROW)

    def draw(page: int) -> None:
        rows = [row for row in find() if row[0].is_listed]
        chosen = rows[page * fitting : (page + 1) * fitting]
        y = put_heading(book.paper, name)
        if page == 0:
            book.paper.text(book.paper.width * 0.62, y, book.words("book.puzzles"), 8.5, colour=GREY)
            book.paper.text(book.paper.width, y, book.words("book.page"), 8.5, colour=GREY, align=1)
        for section, first in chosen:
            y += ROW
            _put_row(book.paper, y, section, first)

    return Section(name, [partial(draw, page) for page in range(-(-count // fitting))], is_listed=False)


def _put_row(paper: Paper, y: float, section: Section, first: int) -> None:
    """Draw a row of the table of contents at height y: name, stars, numbers of the puzzles, first page."""
    paper.rule(0, y - ROW + 2.2 * MM, paper.width, HAIRLINE)
    stars = paper.width * 0.38
    paper.text(0, y, paper.fonts.fitted(section.name, 10.5, stars - 6), 10.5, strong=True)
    if section.items:
        item, last = section.items[0], section.items[-1]
        if all(one.grade == item.grade for one in section.items):
            put_stars(paper, stars, y - 3.8, item, 9)
        numbers = f"{item.number}–{last.number}" if last != item else str(item.number)
        paper.text(paper.width * 0.62, y, numbers, 10.5)
    paper.text(paper.width, y, str(first), 10.5, align=1)


def put_heading(paper: Paper, text: str) -> float:
    """Draw a heading at the top of a page; return the y (in points) at which text continues."""
    for k, line in enumerate(paper.fonts.lines(text, HEADING, paper.width, True)):
        paper.text(0, 5 * MM + k * HEADING * 1.2, line, HEADING, strong=True)
    return 5 * MM + k * HEADING * 1.2 + 9 * MM


def play_section(book: Book) -> Section:
    """Return the section with the introduction, if there is one, and the rules of play."""
    name, paper = book.words("how.title"), book.paper
    texts = [*book.request.introduction.splitlines(), *([""] if book.request.introduction else []), *rules(book)]
    lines = [line for text in texts for line in (*paper.fonts.lines(text, BODY, paper.width), "")]
    fitting = int((paper.height - 22 * MM) / LINE)

    def draw(begin: int) -> None:
        head_and_foot(paper, book.request.name, name)
        y = 5 * MM if begin else put_heading(paper, name)
        for line in lines[begin : begin + fitting]:
            paper.text(0, y, line, BODY)
            y += LINE if line else LINE * 0.5

    return Section(name, [partial(draw, begin) for begin in range(0, len(lines), fitting)])


def rules(book: Book) -> list[str]:
    """Return the rules that apply to the boards of a book, one sentence each."""
    words, request = book.words, book.request
    layouts = {item.puzzle.layout: None for item in book.items}
    what = words("how.digit" if request.signs[0] == "1" else "how.symbol")
    sentences = rules_of_items(book.items, words, what, titled=True)
    sides = sorted({layout.size for layout in layouts})
    if sides != [9] or request.signs[0] != "1":
        sentences.append(
            words("how.sides", examples=words("how.semicolon").join(_used(side, request) for side in sides))
        )
    sentences.append(words("how.one" if all(item.is_logical for item in book.items) else "how.one-some"))
    if any(item.grade for item in book.items):
        sentences += [words("how.stars"), *_scale(book)]
    if any(item.link for item in book.items):
        sentences.append(words("how.codes"))
    return sentences


def _scale(book: Book) -> list[str]:
    """Return a list with a sentence about the other scale of difficulty, empty if no puzzle has a grade on it."""
    rated = [bool(item.other_scale) for item in book.items]
    if not any(rated):
        return []
    return [book.words("how.scale" if all(rated) else "how.scale-some")]


def _used(side: int, request: BookSettings) -> str:
    """Return the symbols that a board of this side uses, as in `9×9: 1–9`."""
    used = request.signs[:side]
    if request.signs == tuple(SYMBOLS):
        letters = f", A–{used[-1]}" if side > 10 else ", A" * (side == 10)
        listed = f"1–{min(side, 9)}{letters}"
    else:
        listed = " ".join(used)
    return f"{side}×{side}: {listed}"
