"""`.ss` files of Simple Sudoku: a framed board, and below it records of the moves.

`I405` places a 5 in cell 40, and `E40005` removes the candidate 5 from it. Cells are counted from 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cpgen.errors import InputError
from cpgen.formats.checks import placed_in, text_of
from cpgen.formats.entry import Entry, PuzzleText
from cpgen.formats.hodoku import marks_without, removed
from cpgen.layout import Layout
from cpgen.messages import Message, shown
from cpgen.notation import is_rule
from cpgen.puzzle import Puzzle
from cpgen.state import State

END, MIDDLE = "*-----------*", "|---+---+---|"
RECORD = re.compile(r"([IE])([0-7]\d|80)(00)?([1-9])", re.ASCII)


def read(text: str, layout: Layout | None = None) -> Entry:
    """Read one board of an .ss file with its moves; raise InputError if they are damaged.

    `layout` is the board, None for the default.
    """
    rows = text.splitlines()
    done = [row.strip() for row in rows if row.strip()[:1] in ("I", "E")]
    puzzle = Puzzle.parse("\n".join(row for row in rows if row.strip() not in done), layout)
    placed = [0] * puzzle.layout.cell_count
    gone = set()
    for row in done:
        match = RECORD.fullmatch(row)
        if not match or (match[1] == "E") != bool(match[3]) or int(match[2]) >= len(placed):
            raise InputError(Message("ss-record", text=shown(row, 20)))
        cell, digit = int(match[2]), int(match[4])
        if match[1] == "I":
            placed[cell] = digit
        else:
            gone.add((cell, digit))
    digits = placed_in(puzzle, placed)
    return Entry(puzzle, placed=digits, marks=marks_without(gone, State(puzzle, digits)))


def write(entry: Entry) -> str:
    """Return an entry as the text of an .ss file: framed board, placed digits and removed candidates."""
    rows = [f"|{row[:3]}|{row[3:6]}|{row[6:]}|" for row in entry.puzzle.layout.draw(text_of(entry.puzzle.clues))]
    done = [f"I{cell:02}{digit}" for cell, digit in enumerate(entry.placed) if digit]
    done += [f"E{cell:02}{digit:03}" for cell, digit in removed(entry)]
    return "\n".join([END, *rows[:3], MIDDLE, *rows[3:6], MIDDLE, *rows[6:], END, *[""] * bool(done), *done]) + "\n"


def puzzle_texts(stream: Iterable[str]) -> Iterator[PuzzleText]:
    """Yield the puzzles of an .ss file; a frame after a record of a move begins the next one."""
    begun, rows = 1, [""]
    for number, row in enumerate(stream, 1):
        if is_rule(row.strip()) and RECORD.fullmatch(rows[-1]):
            yield PuzzleText(begun, "\n".join(rows), read)
            begun, rows = number, [""]
        if row.strip():
            rows.append(row.strip())
    yield PuzzleText(begun, "\n".join(rows), read)
