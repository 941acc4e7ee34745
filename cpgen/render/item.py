"""The puzzles of a book with everything printed about them, in order and in chapters."""

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
"""Formats that are links, the shortest address first, since its QR code is easier to read"""
HINT_ROUNDS = 3
"""Number of rounds that are printed as hints"""
GUESS = "brute-force"
"""Rule that tries digits"""


@dataclass(frozen=True)
class Item:
    """A puzzle of a book; `grade` counts from 1 to `grades`, 0 for an ungraded puzzle."""

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
    """Rules that the solution uses"""
    hints: tuple[str, ...] = ()
    link: str = ""
    title: str = ""
    author: str = ""
    other_scale: str = ""
    """Its grade on the other scale, as in `HoDoKu: easy, 322`"""
    kinds: tuple[str, ...] = ()
    """Titles of the kinds of constraints that its board has, besides houses"""
    own_rules: str = ""
    """The author's rules text; "" if the rules of its board are written"""
    cosmetics: str = ""
    """Drawings without a meaning"""

    @property
    def size(self) -> int:
        """The side of its board in cells."""
        return self.puzzle.layout.size

    @cached_property
    def span(self) -> int:
        """The side of its picture in cells: more than that of the board if there are clues outside."""
        drawn = with_cosmetics(drawing_of(self.puzzle.layout), self.cosmetics, self.size)
        left, top, right, bottom = drawn.reach
        return self.size + ceil(max(left + right, top + bottom) - 0.01)

    @property
    def is_logical(self) -> bool:
        """True if it is solved without guessing."""
        return bool(self.grade) and GUESS not in self.rules

    @cached_property
    def credit(self) -> str:
        """Title, author and kinds of constraints in one line, empty if it has none of them."""
        return " · ".join(part for part in (self.title, self.author, *self.kinds) if part)


def titled(request: BookSettings, items: Sequence[Item]) -> BookSettings:
    """Return the request with a title that names the kinds of constraints that all puzzles have, unless it has one."""
    kinds = {item.kinds for item in items}
    if request.title or len(kinds) != 1 or not (names := kinds.pop()):
        return request
    return structs.replace(request, title=" · ".join((request.name, *names)))


def item_of(
    entry: formats.Entry, solution: Grid, model: GradeModel, explanation: Explanation, request: BookSettings
) -> Item:
    """Return the item of a puzzle, with hints and link as requested; it is numbered later.

    Its grade is the one for which it was made, if the entry names a grade of the model, else the nearest.
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
    """Return the rules of some puzzles: those of their boards, then the authors' texts with the puzzles' numbers.

    A text that belongs to all puzzles has no numbers. The other arguments are those of `rules_of`.
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
    """Return an address at which the puzzle can be played, or "" if no player supports it.

    The rules are left out, since the book has them: with them, its QR code would have a third more squares.
    """
    for player in PLAYERS:
        try:
            writer = formats.Writer(formats.format_named(player), writing=formats.WritingRequest(plain=True))
            return writer.add(formats.Entry(puzzle)).strip()
        except CpgenError:
            continue
    return ""


def in_order(items: Iterable[Item], request: BookSettings) -> list[Item]:
    """Number the items, sorted by grade, size, level and steps if the request says so."""
    if request.sort:
        items = sorted(items, key=lambda item: (not item.grade, item.grade, item.size, item.level, item.steps))
    return [replace(item, number=number) for number, item in enumerate(items, 1)]


@dataclass(frozen=True)
class Chapter:
    """Puzzles of one grade, or all puzzles of an unsorted book (`grade` is −1)."""

    name: str
    grade: int
    items: tuple[Item, ...]


def chapters_of(items: Sequence[Item], request: BookSettings) -> list[Chapter]:
    """Return the chapters of a book whose items are in order."""
    if not request.sort:
        return [Chapter(request.words("book.puzzles"), -1, tuple(items))]
    grouped = groupby(items, key=lambda item: (item.grade, item.grade_name))
    return [Chapter(name[:1].upper() + name[1:], grade, tuple(chosen)) for (grade, name), chosen in grouped]
