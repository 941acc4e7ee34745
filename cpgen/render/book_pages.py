"""The pages of a booklet that repeat: puzzles, hints, solutions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from cpgen.errors import InputError
from cpgen.render.board import MARGIN, Look, Scene, picture_of
from cpgen.render.colours import PRINT
from cpgen.render.paper import BLACK, GREY, MM, PALE, Paper, qr_rows
from cpgen.render.shapes import Picture

if TYPE_CHECKING:
    from cpgen.render.book import Item, Style

LEAST_MODULE = 0.26 * MM
"""The side of a square in a QR code that telephones still read"""
HEADINGS = {1: 24.0, 2: 20.0, 4: 17.0, 6: 15.0, 9: 13.0}
"""The size of a puzzle's number, by the puzzles on a page"""
CODES = {1: 26 * MM, 2: 22 * MM, 4: 19 * MM, 6: 15 * MM, 9: 14 * MM}
"""The side of a QR code, by the puzzles on a page"""
BODY = 9.0


@dataclass(frozen=True)
class Frame:
    """The part of a sheet between the margins, and what stands above it on every sheet."""

    left: float
    top: float
    width: float
    height: float
    title: str
    gutter: float = 9 * MM

    @classmethod
    def of(cls, paper: Paper, title: str) -> Frame:
        """The usual margins of a sheet."""
        side, top, bottom = 19 * MM, 25 * MM, 23 * MM
        return cls(side, top, paper.width - 2 * side, paper.height - top - bottom, title)

    def slots(self, columns: int, rows: int) -> Iterator[tuple[float, float, float, float]]:
        """The places on a sheet, row by row: x, y, width, height."""
        width = (self.width - (columns - 1) * self.gutter) / columns
        height = (self.height - (rows - 1) * self.gutter) / rows
        for row in range(rows):
            for column in range(columns):
                yield self.left + column * (width + self.gutter), self.top + row * (height + self.gutter), width, height


@dataclass
class Section:
    """A part of the book: its name, how many sheets it takes, and who draws it from a sheet's number on."""

    name: str
    sheets: int
    draw: Callable[[int], None]
    first: int = 0


def dress(paper: Paper, frame: Frame, name: str) -> None:
    """Puts the running head and the page number on a sheet."""
    y = frame.top - 10 * MM
    paper.text(frame.left, y, frame.title, 8, colour=GREY)
    paper.text(frame.left + frame.width, y, name, 8, colour=GREY, align=1)
    paper.rule(frame.left, y + 2.2 * MM, frame.width)
    paper.text(paper.width / 2, paper.height - 12 * MM, str(paper.number), 9, colour=GREY, align=0.5)


def puzzles(paper: Paper, frame: Frame, items: Sequence[Item], style: Style, grid: tuple[int, int]) -> Section:
    """The puzzles, so many across and down a sheet."""
    columns, rows = grid
    name = style.words("book.puzzles")
    sheets = ceil(len(items) / (columns * rows))
    room = 0.42 * min(next(iter(frame.slots(columns, rows)))[2:])

    def draw(first: int) -> None:
        codes = {item.number: Code.of(item.link, CODES[style.per_page], room) for item in items if item.link}
        reserve = max((code.side for code in codes.values()), default=0.0)
        for k in range(sheets):
            paper.next_sheet()
            dress(paper, frame, name)
            if paper.number == first:
                paper.mark(name)
            chosen = items[k * columns * rows : (k + 1) * columns * rows]
            for item, slot in zip(chosen, frame.slots(columns, rows), strict=False):
                at = spot(slot, HEADINGS[style.per_page], reserve)
                puzzle(paper, at, item, style, codes.get(item.number))

    return Section(name, sheets, draw)


@dataclass(frozen=True)
class Code:
    """The QR code of an address, and the side it is printed with; 0 when it could not be read at any fitting size."""

    link: str
    rows: tuple[list[bool], ...]
    side: float

    @classmethod
    def of(cls, link: str, usual: float, most: float) -> Code:
        """The code of the usual side, or larger as far as its squares need it and there is room."""
        try:
            rows = qr_rows(link)
        except InputError:
            return cls(link, (), 0.0)
        needed = max(usual, len(rows) * LEAST_MODULE)
        return cls(link, tuple(rows), needed if needed <= most else 0.0)


@dataclass(frozen=True)
class Spot:
    """Where the parts of a puzzle stand in its place: the board, the line above it, the QR code."""

    left: float
    top: float
    board: float
    base: float
    code_left: float
    code_top: float
    code: float
    is_beside: bool


def spot(slot: tuple[float, float, float, float], size: float, code: float) -> Spot:
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
    return Spot(left, top, board, top - 3.6 * MM, code_left, code_top, code, is_beside)


def puzzle(paper: Paper, at: Spot, item: Item, style: Style, code: Code | None) -> None:
    """A puzzle in its place: number, grade and QR code at the board."""
    title_line(paper, at.left, at.base, item, HEADINGS[style.per_page])
    if code:
        invitation(paper, at, code, style)
    put(paper, picture_of(Scene.of(item.puzzle), Look(style.symbols, style.coloured)), at.left, at.top, at.board)


def title_line(paper: Paper, x: float, base: float, item: Item, size: float) -> None:
    """The number of a puzzle, its grade, and a dot for each grade up to it."""
    number = str(item.number)
    paper.text(x, base, number, size, strong=True)
    x += paper.faces.width(number, size, True) + size * 0.5
    small = max(size * 0.52, 7.5)
    paper.text(x, base, item.grade_name, small, colour=GREY)
    x += paper.faces.width(item.grade_name, small) + small * 0.75
    for k in range(item.grades):
        radius = small * 0.2
        paper.dot(x + k * radius * 3.2 + radius, base - small * 0.34, radius, BLACK if k < item.grade else PALE)


def invitation(paper: Paper, at: Spot, code: Code, style: Style) -> None:
    """The QR code, or the words alone where there is no room for a code that can be read; both can be clicked."""
    if code.side:
        x, y = (at.code_left if at.is_beside else at.left + at.board - code.side), at.code_top + at.code - code.side
        y = at.code_top if at.is_beside else y
        paper.dark_squares(list(code.rows), x, y, code.side)
        paper.link(code.link, x, y, code.side, code.side)
        return
    words = style.words("book.play")
    width = paper.faces.width(words, 7.5)
    paper.text(at.left + at.board, at.base, words, 7.5, colour=GREY, align=1)
    paper.link(code.link, at.left + at.board - width, at.base - 8, width, 10)


def put(paper: Paper, picture: Picture, x: float, y: float, width: float) -> None:
    """Draws a board of this width, its frame (not its margin) in line with x and y."""
    unit = width / (picture.width - 2 * MARGIN)
    paper.picture(picture, x - MARGIN * unit, y - MARGIN * unit, unit, PRINT)


def solutions(paper: Paper, frame: Frame, items: Sequence[Item], style: Style, across: int) -> Section:
    """The solutions, small, clues strong and the rest grey."""
    name = style.words("book.solutions")
    size, gap = (11.0, 4.5 * MM) if across < 4 else (9.5, 4 * MM)
    gutter = frame.gutter if across < 4 else 6.5 * MM
    width = (frame.width - (across - 1) * gutter) / across
    down = max(1, int((frame.height + gutter * 0.6) / (width + gap + gutter * 0.6)))
    sheets = ceil(len(items) / (across * down))

    def draw(first: int) -> None:
        for k, item in enumerate(items):
            place = k % (across * down)
            if place == 0:
                paper.next_sheet()
                dress(paper, frame, name)
            if k == 0:
                paper.mark(name)
            x = frame.left + place % across * (width + gutter)
            y = frame.top + place // across * (width + gap + gutter * 0.6)
            paper.text(x, y + size * 0.72, str(item.number), size, strong=True)
            scene = Scene(item.puzzle.layout, item.puzzle.clues, item.solution)
            put(paper, picture_of(scene, Look(style.symbols, style.coloured)), x, y + gap, width)

    return Section(name, sheets, draw)


def hints(paper: Paper, frame: Frame, items: Sequence[Item], style: Style) -> Section:
    """The hints in two columns, a puzzle after the other."""
    name = style.words("book.hints")
    blocks = [_hint_lines(paper, frame, item) for item in items]
    sheets = _poured(frame, blocks)

    def draw(_: int) -> None:
        for k, columns in enumerate(sheets):
            paper.next_sheet()
            dress(paper, frame, name)
            if k == 0:
                paper.mark(name)
                paper.text(frame.left, frame.top + 3, style.words("book.hints-about"), BODY, colour=GREY)
            for column, chosen in enumerate(columns):
                _draw_hints(paper, frame, column, [(items[number], blocks[number]) for number in chosen])

    return Section(name, len(sheets), draw)


LINE, ABOVE, INDENT = BODY * 1.5, BODY * 1.1, 11 * MM


def _hint_lines(paper: Paper, frame: Frame, item: Item) -> list[str]:
    width = (frame.width - frame.gutter) / 2 - INDENT
    return [line for hint in item.hints for line in paper.faces.lines(hint, BODY, width)]


def _poured(frame: Frame, blocks: Sequence[list[str]]) -> list[list[list[int]]]:
    """The numbers of the blocks in each column of each sheet."""
    sheets: list[list[list[int]]] = []
    room = 0.0
    for number, lines in enumerate(blocks):
        need = len(lines) * LINE + ABOVE
        if not sheets or need > room:
            if not sheets or len(sheets[-1]) == 2:
                sheets.append([])
            sheets[-1].append([])
            room = frame.height - 2 * LINE
        sheets[-1][-1].append(number)
        room -= need
    return sheets


def _draw_hints(paper: Paper, frame: Frame, column: int, chosen: list[tuple[Item, list[str]]]) -> None:
    x = frame.left + column * (frame.width + frame.gutter) / 2
    y = frame.top + 2 * LINE
    for item, lines in chosen:
        paper.text(x, y + BODY, str(item.number), BODY + 1.5, strong=True)
        for line in lines:
            paper.text(x + INDENT, y + BODY, line, BODY)
            y += LINE
        y += ABOVE
