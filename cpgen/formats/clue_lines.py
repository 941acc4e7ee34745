"""Constraints in plain text: one per line, below the grid that they belong to.

    53..7....
    …
    cage 15: r1c1 r1c2 r2c1
    thermo r9c4 r8c3 r7c2

Empty lines and comments may stand between the grid and its constraints, and between these. A text of
constraints only is a puzzle without clues.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from cpgen.constraints import is_constraint_line, parse_constraint, read_constraints
from cpgen.errors import InputError
from cpgen.formats.checks import puzzle_of, solution_for, with_further
from cpgen.formats.entry import Entry, PuzzleText, Reader
from cpgen.layout import Layout
from cpgen.messages import Message, shown
from cpgen.notation import to_halfwidth
from cpgen.puzzle import Puzzle
from cpgen.regions import MAX_SIZE

CELLS_ONLY = re.compile(
    r"([a-z]{3,}\d++(?=\s*:)|[a-z]+(-[a-z]+)*\??(\s++[\d?]+)*)\s*+:?"
    r"(\s*+([-,;>=]\s*+)?(r\d+c\d+|[a-z]\d{1,2}(?!\w)))+\s*+",
    re.IGNORECASE,
)
"""A word, numbers and cells: the form of a constraint, even if the name of its kind is misspelt"""
WITH_COLON = re.compile(r"[a-z-]+\??(\s+[\w?]+){0,4}\s*:", re.IGNORECASE)


def is_clue_line(text: str, below_board: bool) -> bool:
    """Return True if a line is meant as a constraint, even if it has mistakes.

    Some words for constraints, such as `all`, may begin a sentence. Unless the line is directly below a board
    (`below_board`), the rest of the line has to look like a constraint, too.
    """
    if not text[:1].isalpha():
        return False
    text = to_halfwidth(text)
    if not is_constraint_line(text):
        return CELLS_ONLY.fullmatch(text) is not None
    return below_board or WITH_COLON.match(text) is not None or CELLS_ONLY.fullmatch(text) is not None or _parses(text)


def parts_of(row: str) -> list[str]:
    """Split a line at semicolons into the puzzle and the constraints that follow it.

    >>> parts_of("1234341221434321; cage 3: r1c1 r1c2")
    ['1234341221434321', ' cage 3: r1c1 r1c2']
    """
    first, *others = row.partition("#")[0].split(";")
    groups = [[first]]  # the pieces of each part
    below_clue = is_clue_line(first.strip(), below_board=True)
    for piece in others:
        if is_clue_line(piece.strip(), below_board=below_clue):
            groups.append([piece])
            below_clue = True
        else:
            groups[-1].append(piece)
    parts = [";".join(pieces) for pieces in groups]
    return parts if len(parts) > 1 else [row]


def _parses(text: str) -> bool:
    try:
        parse_constraint(text.partition("#")[0], MAX_SIZE)
    except InputError:
        return False
    return True


def clue_line(number: int, text: str) -> PuzzleText:
    """Return a constraint line as a part of a text; `with_clue_lines` later attaches it to the puzzle above it.

    `number` is the number of the line.
    """
    return PuzzleText(number, text.partition("#")[0], _read_alone)


def _read_alone(text: str, layout: Layout | None) -> Entry:
    raise InputError(Message("clues-alone", line=shown(text.strip())))


def with_clue_lines(texts: Iterable[PuzzleText]) -> Iterator[PuzzleText]:
    """Join the parts of a text: yield each puzzle together with the constraint lines that follow it.

    Constraint lines without any puzzle count as a puzzle without clues.
    """
    puzzle: PuzzleText | None = None
    lines: list[str] = []
    for text in texts:
        if puzzle and text.reader is _read_alone:
            lines.append(text.text)
            continue
        if puzzle:
            yield _attached(puzzle, lines)
        puzzle, lines = text, []
    if puzzle and puzzle.reader is _read_alone:  # there are constraints only
        yield PuzzleText(puzzle.line, "\n".join([puzzle.text, *lines]), _read_without_grid)
    elif puzzle:
        yield _attached(puzzle, lines)


def _read_without_grid(text: str, layout: Layout | None) -> Entry:
    return Entry(Puzzle.parse(text, layout))


def _attached(puzzle: PuzzleText, lines: list[str]) -> PuzzleText:
    return puzzle._replace(reader=partial(_read, puzzle.reader, "\n".join(lines))) if lines else puzzle


def _read(reader: Reader, lines: str, text: str, layout: Layout | None) -> Entry:
    """Read a puzzle by its reader, and add the constraints in `lines` to its board."""
    entry = reader(text, layout)
    board = entry.puzzle.layout
    return on_layout(entry, with_further(board, read_constraints(lines, board.size, board.regions)))


def on_layout(entry: Entry, layout: Layout) -> Entry:
    """Return the entry with its puzzle on another layout of the same size.

    Raises InputError if the clues or the solution violate the layout's constraints.
    """
    if layout == entry.puzzle.layout:
        return entry
    puzzle = puzzle_of(entry.puzzle.clues, layout)
    return replace(entry, puzzle=puzzle, solution=solution_for(puzzle, entry.solution))
