"""Items of a book: its puzzles with everything printed about them, in order and in chapters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from math import ceil

from msgspec import structs

from cpgen import formats
from cpgen.difficulty import GradeModel
from cpgen.difficulty.scales import other_scale_in_words
from cpgen.errors import CpgenError
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.explain import Explanation
from cpgen.rater.ladder import Ladder
from cpgen.render.constraint_shapes import drawing_of
from cpgen.render.cosmetic_shapes import with_cosmetics
from cpgen.render.render_requests import BookSettings
from cpgen.render.sentences import Narrator
from cpgen.rules_text import own_rules, rules_of, title_of
from cpgen.translations import Translations

PLAYERS = ("puzzlink", "sudokupad")
"""Formats of play links, the shortest address first, since its QR code is easier to read"""
HINT_ROUNDS = 3
"""Number of rounds that are printed as hints"""
GUESS = "brute-force"
"""Rule of a ladder that tries digits, so that a puzzle which needs it is not solved logically"""


@dataclass(frozen=True)
class Item:
    """Puzzle of a book with its solution, its rating and all texts printed next to it.

    `grade` counts from 1, the easiest, to `grades`; it is 0 for an ungraded puzzle.
    """

    number: int
    puzzle: Puzzle
    solution: Grid
    ladder: Ladder
    grade_name: str
    grade: int
    grades: int
    level: int
    steps: int
    rules: tuple[str, ...]
    """Rules of the ladder that the solution uses"""
    hints: tuple[str, ...] = ()
    link: str = ""
    title: str = ""
    author: str = ""
    other_scale: str = ""
    """Grade on a second scale, in words, as in `HoDoKu: easy, 322`; empty if there is none"""
    kinds: tuple[str, ...] = ()
    """Titles of the kinds of constraints that the board has besides houses"""
    own_rules: str = ""
    """Rules text by the puzzle's author; "" to print cpgen's text for the board"""
    cosmetics: str = ""
    """Drawings that are no constraints, as text (see `cpgen.cosmetics`)"""

    @property
    def size(self) -> int:
        """Side of the board in cells."""
        return self.puzzle.layout.size

    @cached_property
    def span(self) -> int:
        """Side of the picture in cells: more than that of the board if there are clues outside."""
        drawn = with_cosmetics(drawing_of(self.puzzle.layout), self.cosmetics, self.size)
        left, top, right, bottom = drawn.reach
        return self.size + ceil(max(left + right, top + bottom) - 0.01)

    @property
    def is_logical(self) -> bool:
        """True if the ladder solves the puzzle without trying digits."""
        return bool(self.grade) and GUESS not in self.rules

    @cached_property
    def credit(self) -> str:
        """Title, author and kinds of constraints on one line; "" without any of them."""
        return " · ".join(part for part in (self.title, self.author, *self.kinds) if part)


def titled(request: BookSettings, items: Sequence[Item]) -> BookSettings:
    """Return the request with a default title that names the kinds of constraints that all puzzles share.

    The request is unchanged if it has a title, or if the puzzles do not all have the same kinds.
    """
    kinds = {item.kinds for item in items}
    if request.title or len(kinds) != 1 or not (names := kinds.pop()):
        return request
    return structs.replace(request, title=" · ".join((request.name, *names)))


def item_of(
    entry: formats.Entry, solution: Grid, model: GradeModel, explanation: Explanation, request: BookSettings
) -> Item:
    """Return the book item of a puzzle, with hints and play link if requested.

    Its number is 0 until `in_order` sets it. Its grade is the one for which it was made, if the entry names a grade of
    the model, else the nearest.
    """
    rating, puzzle = explanation.rating, entry.puzzle
    made_for = next((grade for grade in model.grades if grade.is_called(entry.grade)), None)
    grade = made_for or (model.nearest(rating) if rating.solved else None)
    name = request.words("book.ungraded")
    if grade:
        name = grade.japanese if request.words.language == "ja" else grade.name
    narrator, hinted = Narrator(request.words, request.signs), explanation.rounds[: HINT_ROUNDS if request.hints else 0]
    return Item(
        0,
        puzzle,
        solution,
        model.ladder,
        name,
        model.grades.index(grade) + 1 if grade else 0,
        len(model.grades),
        rating.level,
        rating.steps,
        tuple(rating.rules),
        tuple(narrator.sentence(one.findings[0]) for one in hinted),
        play_link(puzzle) if request.qr else "",
        entry.title,
        "" if entry.author == request.author else entry.author,
        other_scale_in_words(puzzle, model, request.words),
        tuple(dict.fromkeys(title_of(one, request.words) for one in puzzle.layout.further)),
        own_rules(entry.instructions, puzzle.layout),
        entry.cosmetics,
    )


def rules_of_items(items: Sequence[Item], words: Translations, what: str, titled: bool = False) -> list[str]:
    """Return rules in words: cpgen's for boards without an author's text, then the authors' texts with puzzle numbers.

    A text that belongs to all puzzles has no numbers. `words`, `what` and `titled` are passed on to `rules_of`.
    """
    layouts = {item.puzzle.layout: None for item in items if not item.own_rules}
    written = rules_of(layouts, words, what, titled) if layouts else []
    texts = dict.fromkeys(item.own_rules for item in items if item.own_rules)
    for text in texts:
        numbers = [str(item.number) for item in items if item.own_rules == text]
        lines = text.splitlines()
        if len(numbers) < len(items):
            lines[0] = words("how.titled", title=words("how.numbers", numbers=words.listed(numbers)), rule=lines[0])
        written += lines
    return written


def play_link(puzzle: Puzzle) -> str:
    """Return the shortest web address at which the puzzle can be played, or "" if no known player supports it.

    Rules are left out, since the book has them: they would make the QR code a third larger.
    """
    for player in PLAYERS:
        try:
            writer = formats.Writer(formats.format_named(player), writing=formats.WritingRequest(plain=True))
            return writer.add(formats.Entry(puzzle)).strip()
        except CpgenError:
            continue
    return ""


def in_order(items: Iterable[Item], request: BookSettings) -> list[Item]:
    """Return the items numbered from 1, sorted by grade, size, level and steps if `request.sort` is set."""
    if request.sort:
        items = sorted(items, key=lambda item: (not item.grade, item.grade, item.size, item.level, item.steps))
    return [replace(item, number=number) for number, item in enumerate(items, 1)]


@dataclass(frozen=True)
class Chapter:
    """Chapter of a book: the puzzles of one grade, or all puzzles of an unsorted book (`grade` is -1)."""

    name: str
    grade: int
    items: tuple[Item, ...]


def chapters_of(items: Sequence[Item], request: BookSettings) -> list[Chapter]:
    """Return the chapters of a book, whose items must be in order."""
    if not request.sort:
        return [Chapter(request.words("book.puzzles"), -1, tuple(items))]
    grouped = groupby(items, key=lambda item: (item.grade, item.grade_name))
    return [Chapter(name[:1].upper() + name[1:], grade, tuple(chosen)) for (grade, name), chosen in grouped]
