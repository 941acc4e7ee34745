"""What a file says about one puzzle, and the parts of a text that spell one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple

from cpgen.errors import InputError, counts
from cpgen.formats.checks import text_of
from cpgen.layout import Layout
from cpgen.puzzle import Grid, Puzzle
from cpgen.state import Marks, State

TEXTS = ("title", "author", "grade", "comment", "instructions", "date", "source", "url")
OWN_KEYS = ("puzzle", "solution", "layout", "clues", *TEXTS, "placed", "marks")
"""The keys of an entry's JSON object that `more` cannot have"""


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle with all that formats can hold of it; what is unknown is empty.

    `placed` has the digits entered in cells that are no clues (n² digits, 0 elsewhere), `instructions` are the rules
    for the solver, and `more` has what cpgen itself knows beyond that (level, steps, how it was made), as JSON values
    by key. `drawings` says how many there were of each kind of drawing, which were left out on demand.
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
    more: Mapping[str, Any] = field(default_factory=dict, hash=False)
    drawings: Mapping[str, int] = field(default_factory=dict, hash=False)

    def keeping(self, names: Iterable[str]) -> Entry:
        """The entry with nothing but its puzzle and the fields of these names."""
        lost = {one.name for one in fields(self)} - {"puzzle", *names}
        empty: dict[str, Any] = {
            name: {} if name in ("more", "drawings") else "" if name in TEXTS else () for name in lost
        }
        return replace(self, **empty)

    @property
    def state(self) -> State:
        """The puzzle with the digits entered and the candidates noted."""
        return State(self.puzzle, self.placed, self.marks)

    def as_json(self) -> dict[str, Any]:
        """The entry as an object for JSON, with everything in it; `schema.json` describes it."""
        texts = {name: text for name in TEXTS if (text := getattr(self, name))}
        return {
            "puzzle": text_of(self.puzzle.clues),
            "solution": text_of(self.solution) if self.solution else None,
            "layout": self.puzzle.layout.spec,
            "clues": self.puzzle.clue_count,
            **texts,
            **self.state.as_json(),
            **{key: value for key, value in self.more.items() if key not in OWN_KEYS},
        }


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a file that is no puzzle: the line where it begins (0: unknown), and what is wrong with it."""

    line: int
    error: InputError

    def __str__(self) -> str:
        return f"line {self.line}: {self.error}" if self.line else str(self.error)


class DrawingsError(InputError):
    """The puzzle has drawings that may be rules; `entry` is what is read without them, and says how many they are."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(
            f"The puzzle has {counts(entry.drawings)} drawn, which may be rules that cpgen's boards do not have; "
            "to read it without, ignore drawings (--ignore-drawings)."
        )
        self.entry = entry


def refusing_drawings(entry: Entry) -> Entry:
    """The entry, if nothing was drawn; raises DrawingsError."""
    if entry.drawings:
        raise DrawingsError(entry)
    return entry


Reader = Callable[[str, Layout | None], Entry]
NO_TEXT = re.compile("[\udc80-\udcff]")
"""What stands for a byte that is no text in UTF-8 (Python's surrogateescape)"""


class PuzzleText(NamedTuple):
    """A part of a text that should spell a puzzle: the line it begins on, its text, and the reader for it."""

    line: int
    text: str
    reader: Reader

    def read(self, layout: Layout | None = None, ignore_drawings: bool = False) -> Entry:
        """The entry, on the given layout (None: its own, or the default boxes); raises InputError.

        Raises DrawingsError, if drawings are not to be ignored.
        """
        if not self.text.isascii() and (wrong := NO_TEXT.search(self.text)):
            byte = ord(wrong[0]) - 0xDC00
            raise InputError(f"There is a byte here that is no text in UTF-8: {byte:02X}, in hexadecimal figures.")
        try:
            return self.reader(self.text, layout)
        except DrawingsError as error:
            if not ignore_drawings:
                raise
            return error.entry


def damaged(line: int, why: str) -> PuzzleText:
    """An excerpt that cannot be read at all, for this reason."""

    def refuse(text: str, layout: Layout | None) -> Entry:
        raise InputError(why)

    return PuzzleText(line, "", refuse)


def one_line(text: str) -> str:
    """The text on one line, white space run together.

    >>> one_line(" two\\n lines ")
    'two lines'
    """
    return " ".join(text.split())
