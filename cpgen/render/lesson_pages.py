"""Lessons: the solving rules that the puzzles of a book need, each with an example.

The examples must not give away the book's own puzzles, so they are disguised puzzles of the book: digits, and rows and
columns where the board allows it, are exchanged at random, or the board is turned.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from math import ceil

import numpy as np

from cpgen.puzzle import Puzzle
from cpgen.rater.explain import Round, explain_puzzle
from cpgen.render.explanation import labelled, scenes_of
from cpgen.render.front_pages import BODY, put_heading
from cpgen.render.item import Item
from cpgen.render.paper import head_and_foot
from cpgen.render.picture import Scene
from cpgen.render.picture_shapes import Picture
from cpgen.render.section import BOOK, Book, Section
from cpgen.render.sentences import Narrator
from cpgen.render.trim import MM
from cpgen.requests.grid_sources import OPERATIONS, is_shiftable, shuffled
from cpgen.symmetry.layout_images import orientations

WIDTH = 0.42
"""Share of the page width that an example takes"""
LARGEST = 67 * MM
"""Greatest height of a lesson in points; the page is divided evenly among the lessons that fit"""
LABELLED = 1.07
"""Height of a labelled picture relative to its width"""
LINE = BODY * 1.42
DISGUISES = 8
"""Number of disguises of a puzzle that are tried for an example"""
GAP = 5 * MM


@dataclass(frozen=True)
class Lesson:
    """Lesson about a solving rule: its name, lines of text (where to look, the example's finding) and a picture."""

    title: tuple[str, ...]
    lines: tuple[str, ...]
    picture: Picture
    width: float

    @property
    def height(self) -> float:
        """Height that the lesson takes on a page, in points."""
        return (
            max(self.width * self.picture.height / self.picture.width, (len(self.lines) + len(self.title) + 1) * LINE)
            + GAP
        )


def lesson_section(book: Book) -> Section:
    """Return the section with the lessons of all rules in use, the simplest first."""
    name = book.words("book.lessons")
    pages: list[list[Lesson]] = []
    room = 0.0
    for lesson in lessons(book):
        if not pages or lesson.height - GAP > room:
            room = book.paper.height - (0 if pages else 18.5 * MM)
            pages.append([])
        pages[-1].append(lesson)
        room -= lesson.height

    def draw(page: int, chosen: Sequence[Lesson]) -> None:
        head_and_foot(book.paper, book.request.name, name)
        y = 0.0
        if page == 0:
            y = put_heading(book.paper, name)
            book.paper.text(0, y - 2 * MM, book.words("explanation.cells"), BODY)
            y += 4 * MM
        for lesson in chosen:
            _draw_lesson(book, lesson, y)
            y += lesson.height

    return Section(name, [partial(draw, page, chosen) for page, chosen in enumerate(pages)])


def _draw_lesson(book: Book, lesson: Lesson, y: float) -> None:
    book.paper.picture(lesson.picture, 0, y, lesson.width / lesson.picture.width, BOOK)
    x = lesson.width + GAP
    y += 4 * MM
    for k, line in enumerate(lesson.title):
        book.paper.text(x, y + k * LINE, line, 12, strong=True)
    for k, line in enumerate(lesson.lines, len(lesson.title)):
        book.paper.text(x, y + (k + 0.35) * LINE, line, BODY)


def lessons(book: Book) -> Iterator[Lesson]:
    """Yield a lesson per rule; its example is the rule's first use in a puzzle with the smallest board, in disguise."""
    examples: dict[str, Item] = {}
    for item in book.items:
        for rule in item.rules:
            if rule not in examples or item.size < examples[rule].size:
                examples[rule] = item
    narrator = Narrator(book.words, book.request.signs)
    across, down = book.paper.width, book.paper.height
    # Divide the height evenly among as many lessons as fit, and derive the width of a picture from it.
    width = min(WIDTH * across, (down / ceil(down / LARGEST) - GAP) / LABELLED)
    room = across - width - GAP
    order = {rule: item.ladder.rules.index(rule) for rule, item in examples.items()}
    for rule in sorted(examples, key=lambda name: order[name]):
        item = examples[rule]
        one, scene = _example(item, rule)
        texts = [narrator.where_to_look(one), narrator.sentence(one.findings[0])]
        lines = tuple(line for text in texts for line in book.paper.fonts.lines(text, BODY, room))
        title = tuple(book.paper.fonts.lines(narrator.title(one), 12, room, True))
        yield Lesson(title, lines, labelled(scene, narrator), width)


def _example(item: Item, rule: str) -> tuple[Round, Scene]:
    """Return a round that uses the rule, from a disguised copy of the item's puzzle, and the content of its picture.

    The order in which a ladder finds things depends on the orientation, so some disguises are solved without the rule.
    """
    for puzzle in chain(_disguises(item.puzzle), [item.puzzle]):
        for one, scene in scenes_of(puzzle, explain_puzzle(puzzle, item.ladder)):
            if one.rule == rule:
                return one, scene
    raise AssertionError(f"{rule} is not used")


def _disguises(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Yield equivalent puzzles with exchanged digits and, where the board allows it, exchanged rows and columns.

    If the digits must not be exchanged, as in cages with sums, the board is turned or reflected instead.
    """
    if not puzzle.layout.digits_interchangeable:
        _, *images = orientations(puzzle).values()
        yield from (image.puzzle for image in reversed(images))
        return
    operations = OPERATIONS if is_shiftable(puzzle.layout) else ("digits",)
    for seed in range(DISGUISES):
        rng = np.random.default_rng([seed, *puzzle.clues])
        yield Puzzle(puzzle.layout, shuffled(puzzle.layout, puzzle.clues, rng, operations).grid)
