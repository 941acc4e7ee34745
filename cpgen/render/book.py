"""A booklet of puzzles: title page, rules and contents, puzzles, hints, solutions apart at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import ceil

from cpgen.difficulty import GradeModel
from cpgen.errors import InputError
from cpgen.notation import SYMBOLS
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.explain import Explanation
from cpgen.render import book_front, book_pages
from cpgen.render.book_pages import Frame, Section
from cpgen.render.links import play_link
from cpgen.render.paper import Paper, size_of
from cpgen.render.sentences import Narrator
from cpgen.words import Words

PER_PAGE = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3)}
"""Columns and rows of a page by its puzzles"""
SOLUTIONS_ACROSS = {1: 2, 2: 3, 4: 4, 6: 4, 9: 5}
"""Solutions beside each other, by the puzzles on a page; fewer when the boards are large"""
LEAST_CELL = 7.0
"""The side of a solution's cell in points that can be read"""
HINT_ROUNDS = 3


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


@dataclass(frozen=True)
class Style:
    """How a book is to look."""

    words: Words
    title: str = ""
    subtitle: str = ""
    author: str = ""
    paper: str = "a4"
    per_page: int = 4
    symbols: tuple[str, ...] = tuple(SYMBOLS)
    coloured: bool = False
    hints: bool = False
    link: Callable[[Puzzle], str] | None = field(default=play_link)
    """Where a puzzle is played online, empty for nowhere; None leaves the QR codes out"""
    font: str = ""

    def __post_init__(self) -> None:
        size_of(self.paper)
        if self.per_page not in PER_PAGE:
            raise InputError(f"A page cannot have {self.per_page} puzzles; choose 1, 2, 4, 6 or 9.")

    @property
    def name(self) -> str:
        """The title, or the usual one."""
        return self.title or self.words("book.title")


def item_of(
    number: int, puzzle: Puzzle, solution: Grid, model: GradeModel, explanation: Explanation, style: Style
) -> Item:
    """The puzzle with its grade, hints and link, as the style wants them."""
    rating = explanation.rating
    grade = model.nearest(rating) if rating.solved else None
    names = {"ja": grade.japanese, "en": grade.name} if grade else {}
    narrator = Narrator(style.words, style.symbols)
    return Item(
        number,
        puzzle,
        solution,
        names.get(style.words.language, style.words("book.ungraded")),
        model.grades.index(grade) + 1 if grade else 0,
        len(model.grades),
        hints_of(explanation, narrator) if style.hints else (),
        style.link(puzzle) if style.link else "",
    )


def hints_of(explanation: Explanation, narrator: Narrator) -> tuple[str, ...]:
    """The first rounds in words, the first finding of each."""
    return tuple(narrator.sentence(one.findings[0]) for one in explanation.rounds[:HINT_ROUNDS])


def book_pdf(items: Sequence[Item], style: Style) -> bytes:
    """The whole PDF file."""
    paper = Paper(style.paper, style.name, style.author, style.font)
    frame = Frame.of(paper, style.name)
    sections = planned(items, style, frame, paper)
    book_front.title_page(paper, frame, items, style)
    book_front.contents_page(paper, frame, items, style, sections)
    for section in sections:
        section.draw(section.first)
    return paper.finished()


def planned(items: Sequence[Item], style: Style, frame: Frame, paper: Paper) -> list[Section]:
    """The parts of the book after its front, each with the number of its first sheet."""
    parts = [book_pages.puzzles(paper, frame, items, style, PER_PAGE[style.per_page])]
    if style.hints:
        parts.append(book_pages.hints(paper, frame, items, style))
    parts.append(book_pages.solutions(paper, frame, items, style, across(items, style, frame)))
    first = 3
    for part in parts:
        part.first = first
        first += part.sheets
    return parts


def across(items: Sequence[Item], style: Style, frame: Frame) -> int:
    """How many solutions stand beside each other: no more than leave the largest board readable."""
    largest = max(item.puzzle.layout.size for item in items)
    readable = int((frame.width + frame.gutter) / (LEAST_CELL * largest + frame.gutter))
    return max(1, min(SOLUTIONS_ACROSS[style.per_page], readable, ceil(len(items))))
