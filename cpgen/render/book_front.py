"""The front of a booklet: title page, then rules and contents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cpgen.notation import SYMBOLS
from cpgen.render.board import Look, Scene, is_diagonal, picture_of
from cpgen.render.book_pages import Frame, Section, put
from cpgen.render.paper import BLACK, GREY, MM, Paper
from cpgen.words import Words

if TYPE_CHECKING:
    from cpgen.render.book import Item, Style

TITLE = 46.0


def title_page(paper: Paper, frame: Frame, items: Sequence[Item], style: Style) -> None:
    """The title large above a board of the book, the author below it."""
    y = 44 * MM
    size = min(TITLE, TITLE * frame.width / max(paper.faces.width(style.name, TITLE, True), 1) * 2)
    for line in paper.faces.lines(style.name, size, frame.width, True):
        paper.text(frame.left, y, line, size, strong=True)
        y += size * 1.15
    y += 1 * MM
    for line in paper.faces.lines(style.subtitle or _subtitle(items, style.words), 14, frame.width):
        paper.text(frame.left, y - 12, line, 14, colour=GREY)
        y += 20
    board = min(frame.width, paper.height - y - 58 * MM)
    top = paper.height - 34 * MM - board
    item = cover(items)
    put(paper, picture_of(Scene.of(item.puzzle), Look(style.symbols, True)), frame.left, top, board)
    if style.author:
        paper.text(frame.left, paper.height - 20 * MM, style.author, 12)


def cover(items: Sequence[Item]) -> Item:
    """The puzzle on the title page: the first of those whose boards are neither tiny nor crowded."""
    return next((item for item in items if 6 <= item.puzzle.layout.size <= 12), items[0])


def _subtitle(items: Sequence[Item], words: Words) -> str:
    if len(items) == 1:
        return words("book.subtitle-one" if items[0].grade else "book.subtitle-plain-one")
    graded = all(item.grade for item in items)
    return words("book.subtitle" if graded else "book.subtitle-plain", number=len(items))


def contents_page(paper: Paper, frame: Frame, items: Sequence[Item], style: Style, sections: Sequence[Section]) -> None:
    """What to do, which puzzles are how hard, and where everything is."""
    paper.next_sheet()
    words, y = style.words, frame.top + 12 * MM
    y = heading(paper, frame, y, words("how.title"))
    for rule in rules(items, style):
        for line in paper.faces.lines(rule, 11, frame.width * 0.86):
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


def row(paper: Paper, frame: Frame, y: float, name: str, told: str, strong: bool = False) -> None:
    """A line of the contents: a name, and what is told of it at the right margin, over a hairline when it is strong."""
    if strong:
        paper.rule(frame.left, y - 5.4 * MM, frame.width)
    indent, colour = (0.0, BLACK) if strong else (6 * MM, GREY)
    paper.text(frame.left + indent, y, name, 11, strong=strong, colour=colour)
    paper.text(frame.left + frame.width, y, told, 11, strong=strong, colour=colour, align=1)


def rules(items: Sequence[Item], style: Style) -> list[str]:
    """The rules that hold for the boards of the book."""
    words = style.words
    layouts = {item.puzzle.layout: None for item in items}
    what = words("how.digit" if style.symbols[0] == "1" else "how.symbol")
    told = [words("how.regions" if any(one.regions for one in layouts) else "how.latin", what=what)]
    extras = [is_diagonal(layout, cells) for layout in layouts for cells in layout.extras]
    if True in extras:
        told.append(words("how.diagonals", what=what))
    if False in extras:
        told.append(words("how.extras", what=what))
    sides = sorted({layout.size for layout in layouts})
    if sides != [9] or style.symbols[0] != "1":
        told.append(words("how.sides", examples=words("how.semicolon").join(_used(side, style) for side in sides)))
    told.append(words("how.one" if all(item.grade for item in items) else "how.one-some"))
    return told


def _used(side: int, style: Style) -> str:
    """The symbols of a board of that side, as in `9×9: 1–9`."""
    used = style.symbols[:side]
    if style.symbols == tuple(SYMBOLS):
        letters = f", A–{used[-1]}" if side > 10 else ", A" * (side == 10)
        told = f"1–{min(side, 9)}{letters}"
    else:
        told = " ".join(used)
    return f"{side}×{side}: {told}"


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
    told = [str(first) if first == last else f"{first}–{last}" for first, last in runs]
    return ", ".join(told) if len(told) <= most else f"× {len(numbers)}"
