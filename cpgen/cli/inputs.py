"""Puzzles from arguments, files and standard input."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from math import isqrt

from cpgen.cli.options import text_of_file
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle, text_rows

FILE_NAME = re.compile(r"\.[A-Za-z]{2,4}$")
"""What ends like the name of a file; so may a line of a 16×16 puzzle, which is only missed when it is wrong"""


@dataclass(frozen=True)
class Source:
    """A text that should spell a puzzle, and where it stands."""

    where: str
    text: str
    problem: InputError | None = None
    """What kept the text from being read"""

    def puzzle(self, layout: Layout | None) -> Puzzle:
        """The puzzle; raises InputError with the place in front."""
        if self.problem:
            raise self.problem
        try:
            return Puzzle.parse(self.text, layout)
        except InputError as error:
            raise InputError(f"{self.where}{error}") from None


def sources(arguments: list[str] | None) -> Iterator[Source]:
    """The puzzles' texts in the order given, with the problem in the place of a file that has none."""
    for argument in arguments or ["-"]:
        try:
            yield from _sources(argument)
        except InputError as error:
            yield Source("", "", error)


def _sources(argument: str) -> Iterator[Source]:
    if argument == "-":
        yield from split("standard input", _standard_input())
        return
    text = text_of_file(argument)
    if text is None:
        missing = f"There is no file {argument}, and as a puzzle: " if FILE_NAME.search(argument) else ""
        yield Source(missing, argument)
    else:
        yield from split(argument, text)


def _standard_input() -> str:
    if sys.stdin.isatty():
        raise InputError("There is no puzzle: give one as an argument, a file's name, or standard input.")
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError("Standard input is not a text in UTF-8.") from error


def split(name: str, text: str) -> Iterator[Source]:
    """The puzzles of a file: one a line, or one drawn in rows; blank lines part them, `#` begins a comment."""
    lines = [(number, line.partition("#")[0].strip()) for number, line in enumerate(text.splitlines(), 1)]
    found = False
    for filled, group in groupby(lines, key=lambda pair: bool(pair[1])):
        if not filled:
            continue
        block = list(group)
        found = True
        if _drawn_in_rows([line for _, line in block]):
            yield Source(f"{name}, line {block[0][0]}: ", "\n".join(line for _, line in block))
        else:
            yield from (Source(f"{name}, line {number}: ", line) for number, line in block)
    if not found:
        raise InputError(f"There is no puzzle in {name}.")


def _drawn_in_rows(lines: list[str]) -> bool:
    """Whether lines are the rows of one board: together a square, each a side long (frames left out)."""
    rows = text_rows("\n".join(lines))
    side = isqrt(sum(map(len, rows)))
    return len(lines) > 1 and len(rows) == side and all(len(row) == side for row in rows)
