"""A booklet of puzzles: title page, rules and contents, puzzles, hints, solutions apart at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil

from cpgen import formats
from cpgen.difficulty import GradeModel
from cpgen.errors import CpgenError, InputError
from cpgen.notation import SYMBOLS
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.explain import Explanation
from cpgen.render.paper import BLACK, GREY, MM, PALE, Frame, Paper, head_and_foot, qr_rows
from cpgen.render.picture import MARGIN, Look, Scene, is_diagonal, picture_of
from cpgen.render.requests import PER_PAGE, BookRequest
from cpgen.render.sentences import Narrator
from cpgen.render.shapes import Picture
from cpgen.render.svg import PRINT
from cpgen.words import Words

PLAYERS = ("puzzlink", "sudokupad")
"""The formats that are links, the one with the shorter address first: its QR code is easier to read"""
SOLUTIONS_ACROSS = {1: 2, 2: 3, 4: 4, 6: 4, 9: 5}
"""Solutions beside each other, by the puzzles on a page; fewer when the boards are large"""
LEAST_CELL = 7.0
"""The side of a solution's cell in points that can be read"""
HINT_ROUNDS = 3
TITLE = 46.0
"""The size of the title in points, where it fits"""
LEAST_SQUARE = 0.26 * MM
"""The smallest side of a square in a QR code that telephones can read"""
HEADINGS = {1: 24.0, 2: 20.0, 4: 17.0, 6: 15.0, 9: 13.0}
"""The size of a puzzle's number, by the puzzles on a page"""
CODES = {1: 26 * MM, 2: 22 * MM, 4: 19 * MM, 6: 15 * MM, 9: 14 * MM}
"""The side of a QR code, by the puzzles on a page"""
BODY = 9.0
LINE, ABOVE, INDENT = BODY * 1.5, BODY * 1.1, 11 * MM


def play_link(puzzle: Puzzle) -> str:
    """The address where the puzzle can be played, empty when no player takes it."""
    for player in PLAYERS:
        try:
            return "".join(formats.write([formats.Entry(puzzle)], player)).strip()
        except CpgenError:
            continue
    return ""


@dataclass(frozen=True)
class Item:
    """A puzzle in a book with all that is printed of it; `grade` counts from 1 among `grades`, 0 for none."""

    number: int
    puzzle: Puzzle
    solution: Grid
    grade_name: str
    grade: int
    grades: int
    hints: tuple[str, ...] = ()
    link: str = ""


def item_of(
    number: int, puzzle: Puzzle, solution: Grid, model: GradeModel, explanation: Explanation, request: BookRequest
) -> Item:
    """The puzzle with its grade, hints and link, as the request wants them."""
    rating = explanation.rating
    grade = model.nearest(rating) if rating.solved else None
    names = {"ja": grade.japanese, "en": grade.name} if grade else {}
    narrator = Narrator(request.words, request.signs)
    return Item(
        number,
        puzzle,
        solution,
        names.get(request.words.language, request.words("book.ungraded")),
        model.grades.index(grade) + 1 if grade else 0,
        len(model.grades),
        hints_of(explanation, narrator) if request.hints else (),
        play_link(puzzle) if request.qr else "",
    )


def hints_of(explanation: Explanation, narrator: Narrator) -> tuple[str, ...]:
    """The first rounds in words, the first finding of each."""
    return tuple(narrator.sentence(one.findings[0]) for one in explanation.rounds[:HINT_ROUNDS])


def book_pdf(items: Sequence[Item], request: BookRequest, font: str = "") -> bytes:
    """The whole PDF file, with the TrueType font of a file for what the others lack."""
    paper = Paper(request.paper_size, request.name, request.author, font)
    frame = Frame.of(paper, request.name)
    sections = sections_of(items, request, frame, paper)
    title_page(paper, frame, items, request)
    contents_page(paper, frame, items, request, sections)
    for section in sections:
        section.draw(section.first)
    return paper.finished()


def sections_of(items: Sequence[Item], request: BookRequest, frame: Frame, paper: Paper) -> list[Section]:
    """The parts of the book after its front, each with the number of its first page."""
    parts = [puzzle_section(paper, frame, items, request, PER_PAGE[request.per_page])]
    if request.hints:
        parts.append(hint_section(paper, frame, items, request))
    parts.append(solution_section(paper, frame, items, request, solutions_across(items, request, frame)))
    first = 3
    for part in parts:
        part.first = first
        first += part.pages
    return parts


def solutions_across(items: Sequence[Item], request: BookRequest, frame: Frame) -> int:
    """How many solutions to put beside each other: as many as leave the largest board readable."""
    largest = max(item.puzzle.layout.size for item in items)
    readable = int((frame.width + frame.gutter) / (LEAST_CELL * largest + frame.gutter))
    return max(1, min(SOLUTIONS_ACROSS[request.per_page], readable, ceil(len(items))))


def title_page(paper: Paper, frame: Frame, items: Sequence[Item], request: BookRequest) -> None:
    """The title large above a board of the book, the author below it."""
    y = 44 * MM
    size = min(TITLE, TITLE * frame.width / max(paper.fonts.width(request.name, TITLE, True), 1) * 2)
    for line in paper.fonts.lines(request.name, size, frame.width, True):
        paper.text(frame.left, y, line, size, strong=True)
        y += size * 1.15
    y += 1 * MM
    for line in paper.fonts.lines(request.subtitle or _subtitle(items, request.words), 14, frame.width):
        paper.text(frame.left, y - 12, line, 14, colour=GREY)
        y += 20
    board = min(frame.width, paper.height - y - 58 * MM)
    top = paper.height - 34 * MM - board
    item = cover(items)
    put_board(paper, picture_of(Scene.of(item.puzzle), Look(request.signs, True)), frame.left, top, board)
    if request.author:
        paper.text(frame.left, paper.height - 20 * MM, request.author, 12)


def cover(items: Sequence[Item]) -> Item:
    """The puzzle on the title page: the first of those whose boards are neither tiny nor crowded."""
    return next((item for item in items if 6 <= item.puzzle.layout.size <= 12), items[0])


def _subtitle(items: Sequence[Item], words: Words) -> str:
    if len(items) == 1:
        return words("book.subtitle-one" if items[0].grade else "book.subtitle-plain-one")
    graded = all(item.grade for item in items)
    return words("book.subtitle" if graded else "book.subtitle-plain", number=len(items))


def contents_page(
    paper: Paper, frame: Frame, items: Sequence[Item], request: BookRequest, sections: Sequence[Section]
) -> None:
    """What to do, which puzzles are how hard, and where everything is."""
    paper.next_page()
    words, y = request.words, frame.top + 12 * MM
    y = heading(paper, frame, y, words("how.title"))
    for rule in rules(items, request):
        for line in paper.fonts.lines(rule, 11, frame.width * 0.86):
            paper.text(frame.left, y, line, 11)
            y += 17
        y += 5
    y += 9 * MM
    for section in sections:
        row(paper, frame, y, section.name, str(section.first), strong=True)
        y += 8.5 * MM
        if section is sections[0]:
            for name, numbers in by_grade(items):
                row(paper, frame, y - 1.5 * MM, name, numbers)
                y += 6.5 * MM
            y += 1.5 * MM


def heading(paper: Paper, frame: Frame, y: float, text: str) -> float:
    """A heading; where the text below it begins."""
    paper.text(frame.left, y, text, 20, strong=True)
    return y + 11 * MM


def row(paper: Paper, frame: Frame, y: float, name: str, value: str, strong: bool = False) -> None:
    """A line of the contents: a name, and a value at the right margin; below a hairline when it is strong."""
    if strong:
        paper.rule(frame.left, y - 5.4 * MM, frame.width)
    indent, colour = (0.0, BLACK) if strong else (6 * MM, GREY)
    paper.text(frame.left + indent, y, name, 11, strong=strong, colour=colour)
    paper.text(frame.left + frame.width, y, value, 11, strong=strong, colour=colour, align=1)


def rules(items: Sequence[Item], request: BookRequest) -> list[str]:
    """The rules that hold for the boards of the book."""
    words = request.words
    layouts = {item.puzzle.layout: None for item in items}
    what = words("how.digit" if request.signs[0] == "1" else "how.symbol")
    sentences = [words("how.regions" if any(one.regions for one in layouts) else "how.latin", what=what)]
    extras = [is_diagonal(layout, cells) for layout in layouts for cells in layout.extras]
    if True in extras:
        sentences.append(words("how.diagonals", what=what))
    if False in extras:
        sentences.append(words("how.extras", what=what))
    sides = sorted({layout.size for layout in layouts})
    if sides != [9] or request.signs[0] != "1":
        sentences.append(
            words("how.sides", examples=words("how.semicolon").join(_used(side, request) for side in sides))
        )
    sentences.append(words("how.one" if all(item.grade for item in items) else "how.one-some"))
    return sentences


def _used(side: int, request: BookRequest) -> str:
    """The symbols of a board of that side, as in `9×9: 1–9`."""
    used = request.signs[:side]
    if request.signs == tuple(SYMBOLS):
        letters = f", A–{used[-1]}" if side > 10 else ", A" * (side == 10)
        listed = f"1–{min(side, 9)}{letters}"
    else:
        listed = " ".join(used)
    return f"{side}×{side}: {listed}"


def by_grade(items: Sequence[Item]) -> list[tuple[str, str]]:
    """Each grade that occurs, the easiest first, with the numbers of its puzzles."""
    numbers: dict[tuple[int, int, str], list[int]] = {}
    for item in items:
        numbers.setdefault((not item.grade, item.grade, item.grade_name), []).append(item.number)
    return [(name, ranges(found)) for (_, _, name), found in sorted(numbers.items())]


def ranges(numbers: Sequence[int], most: int = 12) -> str:
    """Ascending numbers with runs drawn together; when there are many runs, how many numbers there are.

    >>> ranges([1, 2, 3, 5, 8, 9])
    '1–3, 5, 8–9'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    listed = [str(first) if first == last else f"{first}–{last}" for first, last in runs]
    return ", ".join(listed) if len(listed) <= most else f"× {len(numbers)}"


@dataclass
class Section:
    """A part of the book: its name, how many pages it takes, and what draws it, given the number of its first page."""

    name: str
    pages: int
    draw: Callable[[int], None]
    first: int = 0


def puzzle_section(
    paper: Paper, frame: Frame, items: Sequence[Item], request: BookRequest, grid: tuple[int, int]
) -> Section:
    """The puzzles, so many across and down a page."""
    columns, rows = grid
    name = request.words("book.puzzles")
    pages = ceil(len(items) / (columns * rows))
    room = 0.42 * min(next(iter(frame.slots(columns, rows)))[2:])

    def draw(first: int) -> None:
        codes = {item.number: QrCode.of(item.link, CODES[request.per_page], room) for item in items if item.link}
        reserve = max((code.side for code in codes.values()), default=0.0)
        for k in range(pages):
            paper.next_page()
            head_and_foot(paper, frame, name)
            if paper.number == first:
                paper.mark(name)
            chosen = items[k * columns * rows : (k + 1) * columns * rows]
            for item, slot in zip(chosen, frame.slots(columns, rows), strict=False):
                at = placement(slot, HEADINGS[request.per_page], reserve)
                put_puzzle(paper, at, item, request, codes.get(item.number))

    return Section(name, pages, draw)


@dataclass(frozen=True)
class QrCode:
    """The QR code of an address, and the side it is printed with; 0 when it could not be read at any fitting size."""

    link: str
    rows: tuple[list[bool], ...]
    side: float

    @classmethod
    def of(cls, link: str, default: float, most: float) -> QrCode:
        """The code of the default side, or larger as far as its squares need it and there is room."""
        try:
            rows = qr_rows(link)
        except InputError:
            return cls(link, (), 0.0)
        needed = max(default, len(rows) * LEAST_SQUARE)
        return cls(link, tuple(rows), needed if needed <= most else 0.0)


@dataclass(frozen=True)
class Placement:
    """The places of the parts of a puzzle: the board, the line above it, the QR code."""

    left: float
    top: float
    board: float
    base: float
    code_left: float
    code_top: float
    code: float
    is_beside: bool


def placement(slot: tuple[float, float, float, float], size: float, code: float) -> Placement:
    """The parts of a puzzle in their place: the code above the board or beside it, wherever the board is larger."""
    x, y, width, height = slot
    line, gap = size + 3 * MM, 4 * MM
    above = min(width, height - max(line, code + 3 * MM))
    beside = min(width - code - gap, height - line) if code else 0.0
    board = max(above, beside)
    is_beside = beside > above
    heading = line if is_beside or not code else max(line, code + 3 * MM)
    left = x + (width - board - (code + gap if is_beside else 0)) / 2
    start = y + max(0.0, (height - heading - board) * 0.35)
    top = start + heading
    code_left, code_top = (left + board + gap, top) if is_beside else (left + board - code, start)
    return Placement(left, top, board, top - 3.6 * MM, code_left, code_top, code, is_beside)


def put_puzzle(paper: Paper, at: Placement, item: Item, request: BookRequest, code: QrCode | None) -> None:
    """A puzzle in its place: number, grade and QR code at the board."""
    title_line(paper, at.left, at.base, item, HEADINGS[request.per_page])
    if code:
        put_code(paper, at, code, request)
    put_board(paper, picture_of(Scene.of(item.puzzle), Look(request.signs, request.colours)), at.left, at.top, at.board)


def title_line(paper: Paper, x: float, base: float, item: Item, size: float) -> None:
    """The number of a puzzle, its grade, and a dot for each grade up to it."""
    number = str(item.number)
    paper.text(x, base, number, size, strong=True)
    x += paper.fonts.width(number, size, True) + size * 0.5
    small = max(size * 0.52, 7.5)
    paper.text(x, base, item.grade_name, small, colour=GREY)
    x += paper.fonts.width(item.grade_name, small) + small * 0.75
    for k in range(item.grades):
        radius = small * 0.2
        paper.dot(x + k * radius * 3.2 + radius, base - small * 0.34, radius, BLACK if k < item.grade else PALE)


def put_code(paper: Paper, at: Placement, code: QrCode, request: BookRequest) -> None:
    """The QR code, or the words alone where there is no room for a code that can be read; both can be clicked."""
    if code.side:
        x, y = (at.code_left if at.is_beside else at.left + at.board - code.side), at.code_top + at.code - code.side
        y = at.code_top if at.is_beside else y
        paper.dark_squares(list(code.rows), x, y, code.side)
        paper.link(code.link, x, y, code.side, code.side)
        return
    words = request.words("book.play")
    width = paper.fonts.width(words, 7.5)
    paper.text(at.left + at.board, at.base, words, 7.5, colour=GREY, align=1)
    paper.link(code.link, at.left + at.board - width, at.base - 8, width, 10)


def put_board(paper: Paper, picture: Picture, x: float, y: float, width: float) -> None:
    """Draws a board of this width, its frame (not its margin) in line with x and y."""
    unit = width / (picture.width - 2 * MARGIN)
    paper.picture(picture, x - MARGIN * unit, y - MARGIN * unit, unit, PRINT)


def solution_section(paper: Paper, frame: Frame, items: Sequence[Item], request: BookRequest, across: int) -> Section:
    """The solutions, small, clues strong and the rest grey."""
    name = request.words("book.solutions")
    size, gap = (11.0, 4.5 * MM) if across < 4 else (9.5, 4 * MM)
    gutter = frame.gutter if across < 4 else 6.5 * MM
    width = (frame.width - (across - 1) * gutter) / across
    down = max(1, int((frame.height + gutter * 0.6) / (width + gap + gutter * 0.6)))
    pages = ceil(len(items) / (across * down))

    def draw(first: int) -> None:
        for k, item in enumerate(items):
            place = k % (across * down)
            if place == 0:
                paper.next_page()
                head_and_foot(paper, frame, name)
            if k == 0:
                paper.mark(name)
            x = frame.left + place % across * (width + gutter)
            y = frame.top + place // across * (width + gap + gutter * 0.6)
            paper.text(x, y + size * 0.72, str(item.number), size, strong=True)
            scene = Scene(item.puzzle.layout, item.puzzle.clues, item.solution)
            put_board(paper, picture_of(scene, Look(request.signs, request.colours)), x, y + gap, width)

    return Section(name, pages, draw)


def hint_section(paper: Paper, frame: Frame, items: Sequence[Item], request: BookRequest) -> Section:
    """The hints in two columns, a puzzle after the other."""
    name = request.words("book.hints")
    blocks = [_hint_lines(paper, frame, item) for item in items]
    pages = _columns_of(frame, blocks)

    def draw(_: int) -> None:
        for k, columns in enumerate(pages):
            paper.next_page()
            head_and_foot(paper, frame, name)
            if k == 0:
                paper.mark(name)
                paper.text(frame.left, frame.top + 3, request.words("book.hints-about"), BODY, colour=GREY)
            for column, chosen in enumerate(columns):
                _draw_hints(paper, frame, column, [(items[number], blocks[number]) for number in chosen])

    return Section(name, len(pages), draw)


def _hint_lines(paper: Paper, frame: Frame, item: Item) -> list[str]:
    width = (frame.width - frame.gutter) / 2 - INDENT
    return [line for hint in item.hints for line in paper.fonts.lines(hint, BODY, width)]


def _columns_of(frame: Frame, blocks: Sequence[list[str]]) -> list[list[list[int]]]:
    """The numbers of the blocks in each column of each page."""
    pages: list[list[list[int]]] = []
    room = 0.0
    for number, lines in enumerate(blocks):
        need = len(lines) * LINE + ABOVE
        if not pages or need > room:
            if not pages or len(pages[-1]) == 2:
                pages.append([])
            pages[-1].append([])
            room = frame.height - 2 * LINE
        pages[-1][-1].append(number)
        room -= need
    return pages


def _draw_hints(paper: Paper, frame: Frame, column: int, chosen: list[tuple[Item, list[str]]]) -> None:
    x = frame.left + column * (frame.width + frame.gutter) / 2
    y = frame.top + 2 * LINE
    for item, lines in chosen:
        paper.text(x, y + BODY, str(item.number), BODY + 1.5, strong=True)
        for line in lines:
            paper.text(x + INDENT, y + BODY, line, BODY)
            y += LINE
        y += ABOVE
