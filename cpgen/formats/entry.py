"""What does a file say about one puzzle?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from cpgen.errors import InputError
from cpgen.puzzle import Grid, Puzzle

Marks = tuple[tuple[int, ...], ...]
"""For each cell, the candidates noted in it, ascending"""

TEXTS = ("title", "author", "grade", "comment", "instructions", "date", "source", "url")


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle with all that formats can tell of it; what is empty was not told.

    `placed` has the digits entered in cells that are no clues (n² digits, 0 elsewhere), `instructions` tells the
    solver what holds, and `more` has what cpgen itself knows beyond that (level, steps, how it was made), as JSON
    values by key.
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

    def keeping(self, names: Iterable[str]) -> Entry:
        """The entry with nothing but its puzzle and the fields of these names."""
        lost = {one.name for one in fields(self)} - {"puzzle", *names}
        empty: dict[str, Any] = {name: {} if name == "more" else "" if name in TEXTS else () for name in lost}
        return replace(self, **empty)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a file that is no puzzle: the line where it begins (0: unknown), and what is wrong with it."""

    line: int
    error: InputError

    def __str__(self) -> str:
        return f"line {self.line}: {self.error}" if self.line else str(self.error)


def one_line(text: str) -> str:
    """The text on one line, white space run together.

    >>> one_line(" two\\n lines ")
    'two lines'
    """
    return " ".join(text.split())
