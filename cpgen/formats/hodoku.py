"""Lines of HoDoKu's library: `:CODE:CANDIDATES:GIVENS:DELETED:ELIMINATED:PLACED:EXTRA`, for 9×9 boards.

In GIVENS a `+` precedes each placed digit; DELETED lists removed candidates as digit, row and column. A line with
placed digits or the code of a technique shows a position, and its removed candidates are notes. In any other line they
belong to the puzzle (see `pencil_marks`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from cpgen.errors import InputError
from cpgen.formats.checks import default_layout, digits_of, given_candidates, puzzle_and_placed, text_of
from cpgen.formats.entry import Entry
from cpgen.formats.pencil_marks import with_given_candidates
from cpgen.layout import Layout
from cpgen.messages import Message, shown
from cpgen.puzzle import Puzzle
from cpgen.state import NONE_LEFT, Marks, State

TECHNIQUE = "HoDoKu "


def read(text: str, layout: Layout | None = None) -> Entry:
    """Read a line of HoDoKu's library; the code of the technique that it is an example of becomes the comment.

    `layout` is the 9×9 board, None for boxes.
    """
    fields = text.strip().split(":")
    if len(fields) < 5:
        raise InputError(Message("hodoku-short", text=shown(text)))
    given = [follows != "+" for follows, one in zip(" " + fields[3], fields[3], strict=False) if one != "+"]
    layout = layout or default_layout(9)
    digits = digits_of(fields[3].replace("+", ""), layout, "puzzle")
    puzzle, placed = puzzle_and_placed(digits, given, layout)
    gone = {_candidate(word) for word in fields[4].split()}
    comment = TECHNIQUE + fields[1] if fields[1].strip("0 x") else ""
    marks = marks_without(gone, State(puzzle, placed))
    if not (placed or comment):
        return Entry(with_given_candidates(puzzle, marks))
    return Entry(puzzle, placed=placed, marks=marks, comment=comment)


def can_hold_notes(entry: Entry) -> bool:
    """Return True if the candidates of an entry can be written as notes on a position.

    It must have placed digits or a technique, which mark a position, and its candidates must not be part of the puzzle.
    """
    position = any(entry.placed) or entry.comment.startswith(TECHNIQUE)
    return position and not given_candidates(entry.puzzle.layout)


def marks_without(gone: Collection[tuple[int, int]], state: State) -> Marks:
    """Return the candidates of each cell of a state without the pairs (cell, digit) in `gone`; () if that is empty."""
    if not gone:
        return ()
    sight = state.sight
    left = (tuple(d for d in seen if (cell, d) not in gone) for cell, seen in enumerate(sight))
    return tuple(kept or NONE_LEFT if seen else () for kept, seen in zip(left, sight, strict=True))


def _candidate(word: str) -> tuple[int, int]:
    """Parse a removed candidate such as `436`, digit 4 at row 3, column 6, to (cell, digit)."""
    if len(word) != 3 or not (word.isascii() and word.isdigit()) or "0" in word:
        raise InputError(Message("hodoku-deleted", text=shown(word)))
    digit, row, column = map(int, word)
    return (row - 1) * 9 + column - 1, digit


def write(entry: Entry) -> str:
    """Return an entry as a line of HoDoKu's library; candidates excluded by its marks are listed as deleted."""
    layout = entry.puzzle.layout
    if given := given_candidates(layout):
        entry = Entry(Puzzle(layout.base, entry.puzzle.clues), marks=tuple(map(given.get, range(81), [()] * 81)))
    elif not can_hold_notes(entry):
        entry = replace(entry, marks=())
    placed = entry.placed or (0,) * entry.puzzle.layout.cell_count
    pairs = zip(entry.puzzle.clues, placed, strict=True)
    digits = "".join(f"+{digit}" if digit else text_of((clue,)) for clue, digit in pairs)
    technique = entry.comment.removeprefix(TECHNIQUE) if entry.comment.startswith(TECHNIQUE) else "0000"
    deleted = " ".join(f"{digit}{cell // 9 + 1}{cell % 9 + 1}" for cell, digit in removed(entry))
    return f":{technique}:x:{digits}:{deleted}::\n"


def removed(entry: Entry) -> list[tuple[int, int]]:
    """Return the candidates (cell, digit) that the entry's marks exclude, but not a digit that the cell sees."""
    left = enumerate(zip(entry.state.sight, entry.marks, strict=True)) if entry.marks else ()
    return [(cell, digit) for cell, (every, kept) in left if kept for digit in every if digit not in kept]
