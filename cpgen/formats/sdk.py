"""`.sdk` files of SadMan Software and SudoCue: texts after `#` and a letter, then sections `[Puzzle]` and `[State]`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from cpgen.errors import InputError
from cpgen.formats.checks import digits_of, placed_in, text_of
from cpgen.formats.entry import Entry, PuzzleText, one_line
from cpgen.layout import Layout
from cpgen.messages import Message
from cpgen.puzzle import Puzzle

LETTERS = {"A": "author", "D": "title", "C": "comment", "B": "date", "S": "source", "L": "grade", "U": "url"}
OTHER_LETTERS = {"N": "title", "T": "comment", "H": "comment"}
"""Letters of header lines that cpgen reads but does not write"""
PUZZLE, STATE = "[puzzle]", "[state]"


def read(text: str, layout: Layout | None = None) -> Entry:
    """Read one puzzle of an .sdk file; raise InputError for an unknown section or a wrong board.

    `layout` is the board, None for the default.
    """
    texts: dict[str, list[str]] = {}
    sections: dict[str, list[str]] = {PUZZLE: [], STATE: []}
    section = PUZZLE
    for row in filter(None, map(str.strip, text.splitlines())):
        if row.startswith("#"):
            _note(row, texts)
        elif row.startswith("["):
            section = _section(row)
        else:
            sections[section].append(row)
    puzzle = Puzzle.parse("\n".join(sections[PUZZLE]), layout)
    state = "".join(sections[STATE])
    placed = digits_of(state, puzzle.layout, "state") if state else ()
    joined: dict[str, Any] = {name: "\n".join(rows) for name, rows in texts.items()}
    return Entry(puzzle, placed=placed_in(puzzle, placed), **joined)


def _section(row: str) -> str:
    if row.lower() not in (PUZZLE, STATE):
        raise InputError(Message("sdk-section", text=repr(row[:40])))
    return row.lower()


def _note(row: str, texts: dict[str, list[str]]) -> None:
    """Add the text of a header line to `texts`, under its field of `Entry`; a second title becomes a comment."""
    name = (LETTERS | OTHER_LETTERS).get(row[1:2].upper(), "")
    note = row[2:].strip()
    if name == "title" and name in texts:
        name = "comment"
    if name and note:
        texts.setdefault(name, []).append(note)


def write(entry: Entry) -> str:
    """Return an entry as the text of an .sdk file."""
    notes = []
    for letter, name in LETTERS.items():
        text = getattr(entry, name)
        rows = text.splitlines() if name == "comment" else [text]
        notes += [f"#{letter}{one_line(row)}" for row in rows if row.strip()]
    layout, clues = entry.puzzle.layout, entry.puzzle.clues
    parts = [*notes, "[Puzzle]", *layout.draw(text_of(clues))]
    if entry.placed:
        state = [clue or digit for clue, digit in zip(clues, entry.placed, strict=True)]
        parts += ["[State]", *layout.draw(text_of(state))]
    return "\n".join(parts) + "\n"


def puzzle_texts(stream: Iterable[str]) -> Iterator[PuzzleText]:
    """Yield the puzzles of an .sdk file; a header line or `[Puzzle]` after rows begins the next one."""
    begun, rows, has_rows, after_blank = 1, [""], False, False
    for number, row in enumerate(stream, 1):
        text = row.strip()
        header = text.startswith("#") or text.lower() == PUZZLE
        if has_rows and text and (header or (after_blank and not text.startswith("["))):
            yield PuzzleText(begun, "\n".join(rows), read)
            begun, rows, has_rows = number, [], False
        has_rows = has_rows or (bool(text) and not header)
        after_blank = not text
        rows.append(text)
    yield PuzzleText(begun, "\n".join(rows) or PUZZLE, read)
