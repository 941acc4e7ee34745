"""Killer strings of SumoCue: `3x3:d:k:` and 81 numbers, one for each cell. The `d` is for diagonals, and optional.

The number of a cell is 256 · sum + number of its cage, or less than 256 if it is in no cage. There are no given digits.
"""

from __future__ import annotations

from collections.abc import Sequence

from cpgen.constraints.base import Constraint
from cpgen.constraints.cage import Cage
from cpgen.errors import InputError
from cpgen.formats.checks import agreed_layout
from cpgen.formats.entry import Entry
from cpgen.layout import Layout
from cpgen.messages import Message, shown
from cpgen.puzzle import Puzzle

UNIT = 256
BOARDS = {"": (), "d": ("diagonals",)}
"""Letters for boards, with their extra houses"""


def read(text: str, layout: Layout | None = None) -> Entry:
    """Read a killer string of SumoCue, which must fit `layout` if given; raise InputError if it is damaged."""
    _, board, _, *words = text.strip().rstrip(":").split(":")
    if board not in BOARDS:
        raise InputError(Message("sumocue-board", text=shown(board, 20)))
    numbers = [_number(word) for word in words]
    if len(numbers) != 81:
        raise InputError(Message("sumocue-cells", cells=len(numbers)))
    cages: dict[int, list[int]] = {}
    for cell, number in enumerate(numbers):
        if number >= UNIT:
            cages.setdefault(number, []).append(cell)
    constraints = [Cage(tuple(cells), number // UNIT) for number, cells in cages.items()]
    own = Layout.boxes(3, 3).with_constraints(*BOARDS[board], *constraints)
    return Entry(Puzzle(agreed_layout(own, layout), (0,) * 81))


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 9):
        raise InputError(Message("sumocue-number", text=shown(word, 20)))
    return int(word)


def unheld(layout: Layout) -> Sequence[Constraint]:
    """Return the constraints that a killer string cannot hold: all but cages with sums that do not overlap."""
    taken: set[int] = set()
    refused = []
    for constraint in layout.further:
        if not isinstance(constraint, Cage) or not isinstance(constraint.total, int) or taken & {*constraint.cells}:
            refused.append(constraint)
        else:
            taken.update(constraint.cells)
    return refused


def write(entry: Entry) -> str:
    """Return the killer string of an entry, with a line end."""
    layout = entry.puzzle.layout
    numbers = [0] * layout.cell_count
    cages = sorted((one for one in layout.further if isinstance(one, Cage)), key=lambda one: min(one.cells))
    for number, cage in enumerate(cages):
        for cell in cage.cells:
            numbers[cell] = UNIT * int(cage.total or 0) + number
    return f"3x3:{'d' if layout.extras else ''}:k:{':'.join(map(str, numbers))}\n"
