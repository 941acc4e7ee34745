"""Entries (a puzzle with everything that a file says about it), and the parts of a text that entries are read from."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from cpgen.board_display import Shown
from cpgen.errors import InputError
from cpgen.formats.checks import text_of
from cpgen.layout import Layout
from cpgen.messages import Message, counts, field_named
from cpgen.puzzle import Grid, Puzzle
from cpgen.rules_text import own_rules
from cpgen.state import Marks, State

LOOKS = ("cosmetics", "fog", "message")
"""Fields about how a puzzle looks and is played; tables keep them in the column `more`"""
SIGNS = "symbols"
"""Field with the symbols of the digits, which tables keep in that column, too"""
TEXTS = ("title", "author", "grade", "comment", "instructions", "date", "source", "url", *LOOKS, SIGNS)
OWN_KEYS = ("puzzle", "solution", "layout", "constraints", "clues", *TEXTS, "placed", "marks")
"""Keys that `Entry.as_json` writes for its own fields, so that `more` cannot have them"""


@dataclass(frozen=True, slots=True)
class Entry(Shown):
    """Puzzle with everything that a file may say about it; unknown fields are empty.

    Attributes:
        placed: n² digits entered in cells without a clue, 0 elsewhere; () if there are none.
        marks: Noted candidates, as in `State`.
        instructions: The rules, for solvers.
        cosmetics: Drawings that are no constraints, as text (see `cpgen.cosmetics`).
        fog: The cells that are lit from the start on a board under fog, as in `r1c1 r5c5`; empty without fog.
        message: A text for the solver when the puzzle is solved.
        symbols: The author's symbols for the digits, with blanks between; empty for the default ones.
        more: Further JSON values that cpgen itself writes, such as level, steps and provenance.
        drawings: Number of drawings that may be constraints, by kind; they are kept as cosmetics, or ignored.
    """

    puzzle: Puzzle
    solution: Grid = ()
    placed: Grid = ()
    marks: Marks = ()
    title: str = ""
    author: str = ""
    grade: str = ""
    comment: str = ""
    instructions: str = ""
    date: str = ""
    source: str = ""
    url: str = ""
    cosmetics: str = ""
    fog: str = ""
    message: str = ""
    symbols: str = ""
    more: Mapping[str, Any] = field(default_factory=dict, hash=False)
    drawings: Mapping[str, int] = field(default_factory=dict, hash=False)

    @property
    def board(self) -> State:
        """The puzzle with placed digits and candidates, which `print` and notebooks show."""
        return self.state

    def __repr__(self) -> str:
        return f"<Entry {self.title!r}: {self.puzzle!r}>"

    def with_own_rules(self) -> Entry:
        """Return the entry without its rules text if that is cpgen's own text for the board, in any language."""
        return replace(self, instructions=own_rules(self.instructions, self.puzzle.layout))

    def keeping(self, names: Iterable[str]) -> Entry:
        """Return a copy with the puzzle and the fields of these names; all other fields are empty."""
        return Entry(self.puzzle, **{name: getattr(self, name) for name in names})

    @property
    def state(self) -> State:
        """The puzzle with the placed digits and noted candidates."""
        return State(self.puzzle, self.placed, self.marks)

    def as_json(self) -> dict[str, Any]:
        """Return the entry as a JSON object, which `schema.json` describes."""
        texts = {name: text for name in TEXTS if (text := getattr(self, name))}
        layout = self.puzzle.layout
        constraints = [one.as_json(layout.size) for one in layout.further]
        return {
            "puzzle": text_of(self.puzzle.clues),
            "solution": text_of(self.solution) if self.solution else None,
            "layout": layout.base.spec,
            **({"constraints": constraints} if constraints else {}),
            "clues": self.puzzle.clue_count,
            **texts,
            **self.state.as_record().as_json(),
            **{key: value for key, value in self.more.items() if key not in OWN_KEYS},
        }


@dataclass(frozen=True, slots=True)
class Problem:
    """Part of a file that cannot be read as a puzzle: the line where it begins (0: unknown), and the error."""

    line: int
    error: InputError

    def __str__(self) -> str:
        return f"line {self.line}: {self.error}" if self.line else str(self.error)


class DrawingsError(InputError):
    """Raised for a puzzle with drawings that may be constraints; `entry` is the puzzle without them."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(Message("drawings", drawings=counts(entry.drawings), option=field_named("ignore_drawings")))
        self.entry = entry


def require_no_drawings(entry: Entry) -> Entry:
    """Return the entry; raise DrawingsError if it has drawings that may be constraints and could not be kept."""
    if entry.drawings and not entry.cosmetics:
        raise DrawingsError(entry)
    return entry


Reader = Callable[[str, Layout | None], Entry]
NOT_UTF_8 = re.compile("[\udc80-\udcff]")
"""Characters that stand for bytes that are not UTF-8 (Python's `surrogateescape`)"""


class PuzzleText(NamedTuple):
    """Part of a text that should be one puzzle: its first line, the text, and the function that reads it."""

    line: int
    text: str
    reader: Reader

    def read(self, layout: Layout | None = None, ignore_drawings: bool = False) -> Entry:
        """Read the text as an entry.

        Args:
            layout: The board; None for the one that the text describes, or else the default of its size.
            ignore_drawings: Leave out drawings that may be constraints.

        Raises:
            DrawingsError: The puzzle has drawings and they are not ignored.
            InputError: The text is not a puzzle, or does not fit the layout.
        """
        if not self.text.isascii() and (wrong := NOT_UTF_8.search(self.text)):
            raise InputError(Message("no-utf-8", byte=f"{ord(wrong[0]) - 0xDC00:02X}"))
        try:
            entry = self.reader(self.text, layout)
            return replace(entry, cosmetics="") if ignore_drawings and entry.drawings else entry
        except DrawingsError as error:
            if not ignore_drawings:
                raise
            return error.entry


def damaged(line: int, why: Message | str) -> PuzzleText:
    """Return a part of a text, beginning at a line, whose reader always raises InputError with this reason."""

    def refuse(text: str, layout: Layout | None) -> Entry:
        raise InputError(why)

    return PuzzleText(line, "", refuse)


def one_line(text: str) -> str:
    """Return the text on one line, with single blanks for white space.

    >>> one_line(" two\\n lines ")
    'two lines'
    """
    return " ".join(text.split())
