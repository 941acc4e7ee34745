"""Catalogue of the 5×5 boards: exact numbers of grids, fewest clues that fix a grid, and all four-clue puzzles.

Grids that differ only in the names of the digits form a class of 5! = 120. There are 1344 classes of Latin squares,
each represented by the square whose first row is 1 2 3 4 5; a board has the classes in which each of its regions
holds every digit once. That is few enough to test choices of cells exhaustively: clues fix a grid if no other class
has the same clues up to renaming and at least four digits are shown (with three, the other two can be exchanged).

Four clues with four different digits look alike in all classes, so they fix a grid if in only one class the four cells
hold different digits. For each pair of cells a mask over the classes marks those in which they differ; six ANDs
of masks then answer the question for 64 classes simultaneously.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, permutations
from math import factorial
from statistics import median
from typing import Any

import numpy as np

from cpgen.boards.all_boards import boards, have_corners_apart
from cpgen.boards.pentomino_pieces import SIDE, letter_of, name_of, reflection, rotations, spelled
from cpgen.kernel import compiled, compiled_at_once, count_bits, lowest
from cpgen.layout import Layout
from cpgen.symmetry.layout_images import symmetries_of

CELLS, DIGITS_SHOWN = SIDE * SIDE, 4
NAMES = factorial(SIDE)
"""Number of grids in a class, that is, of grids that differ only in the names of the digits"""
CHOICES = 10_000
"""Number of choices of cells tested between two checks for Ctrl-C"""

Row = dict[str, Any]
"""Values of a board in the catalogue, by column"""


@dataclass(frozen=True)
class Analysis:
    """Exact numbers of grids and of four-clue puzzles of a 5×5 board."""

    layout: Layout
    classes: np.ndarray
    """[m, 25] one grid per class, with digits 0 to 4"""
    four_clue_cells: np.ndarray
    """[p, 4] cells in which four different digits determine a grid uniquely"""
    four_clue_classes: np.ndarray
    """[p] index of the class of the grid that these clues determine"""

    @property
    def grids(self) -> int:
        """Number of grids of the board."""
        return NAMES * len(self.classes)

    @property
    def grids_fixed_by_four(self) -> int:
        """Number of grids that some four clues determine uniquely."""
        return NAMES * len(np.unique(self.four_clue_classes))

    @property
    def four_clue_puzzles(self) -> int:
        """Number of four-clue puzzles, where puzzles that differ only in the names of the digits count as one."""
        return len(self.four_clue_cells)

    @cached_property
    def fewest_clues(self) -> int | None:
        """Smallest number of clues that determine some grid of the board uniquely, or None if it has no grid."""
        if not len(self.classes):
            return None
        clues = DIGITS_SHOWN
        while not (self.four_clue_puzzles if clues == DIGITS_SHOWN else fixes_any(self.classes, clues)):
            clues += 1
        return clues

    @cached_property
    def pieces(self) -> str:
        """Letters of the board's pentominoes in alphabetical order, as in `LLPVX`."""
        return "".join(sorted(letter_of(house.cells) for house in self.layout.houses[2 * SIDE :]))


@cache
def analyse(layout: Layout) -> Analysis:
    """Return the analysis of a 5×5 board."""
    fitting = classes_of(layout)
    fixed = np.full(len(four_cells()), -1, np.int64)
    if len(fitting):
        _find_unique_fours(_differing(fitting), fixed)
    unique = fixed >= 0
    return Analysis(layout, fitting, four_cells()[unique], fixed[unique])


@cache
def latin_squares() -> np.ndarray:
    """Return the Latin squares of side 5 whose first row is 0 1 2 3 4, as an array [1344, 25] uint8."""
    rows = [
        (row, sum(1 << SIDE * column + digit for column, digit in enumerate(row))) for row in permutations(range(SIDE))
    ]
    squares = rows[:1]
    for _ in range(SIDE - 1):
        # A row fits if it shares no (column, digit) pair, one bit each, with the rows above.
        squares = [(above + row, used | own) for above, used in squares for row, own in rows if not used & own]
    return np.array([square for square, _ in squares], np.uint8)


@cache
def four_cells() -> np.ndarray:
    """Return all choices of four of the 25 cells in ascending order, as an array [12650, 4]."""
    return np.array(list(combinations(range(CELLS), DIGITS_SHOWN)), np.int64)


def classes_of(layout: Layout) -> np.ndarray:
    """Return a board's grids whose first row is 0 1 2 3 4, one per class, as an array [m, 25] uint8."""
    squares = latin_squares()
    digits = np.uint8(1) << squares
    good = np.ones(len(squares), bool)
    for house in layout.houses[2 * SIDE :]:
        good &= digits[:, list(house.cells)].sum(axis=1) == (1 << SIDE) - 1
    return squares[good]


def _differing(classes: np.ndarray) -> np.ndarray:
    """Return, for each pair of cells, a bit mask of the classes in which they hold different digits: [25, 25, W]."""
    words = -(-len(classes) // 64)
    differing = np.zeros((CELLS, CELLS, 64 * words), bool)
    differing[:, :, : len(classes)] = (classes.T[:, None] != classes.T[None]).reshape(CELLS, CELLS, -1)
    return np.packbits(differing, axis=2, bitorder="little").view("<u8").astype(np.uint64)


@compiled_at_once
def _find_unique_fours(differing: np.ndarray, fixed: np.ndarray) -> None:
    """Write into `fixed`, for each choice of four cells, the only class in which these hold different digits, or −1.

    `differing` [n², n², words] is, for two cells, the bit set of the classes in which they hold different digits.
    """
    number = 0
    for a in range(CELLS):
        for b in range(a + 1, CELLS):
            for c in range(b + 1, CELLS):
                for d in range(c + 1, CELLS):
                    fixed[number] = _unique_class(differing, a, b, c, d)
                    number += 1


@compiled
def _unique_class(differing: np.ndarray, a: int, b: int, c: int, d: int) -> int:
    """Return the index of the only class in which the cells `a`, `b`, `c` and `d` hold four different digits, or −1.

    `differing` is as in `_find_unique_fours`.
    """
    only = -1
    for word in range(differing.shape[2]):
        both = differing[a, b, word] & differing[a, c, word] & differing[a, d, word]
        # Now a bit is set for each class in which the four cells hold four digits.
        both &= differing[b, c, word] & differing[b, d, word] & differing[c, d, word]
        if both:
            if only >= 0 or count_bits(both) > 1:
                return -1
            only = 64 * word + lowest(both)
    return only


def fixes_any(classes: np.ndarray, clues: int) -> bool:
    """Return True if, for some choice of cells, the clues there determine one of the grids uniquely.

    Args:
        classes: [m, 25] all grids of a board, one per class of grids that differ only by renaming digits.
        clues: Number of cells to choose, at most 8.
    """
    seen, codes = np.zeros(SIDE**clues, np.int64), np.zeros((2, len(classes)), np.int64)
    cells = np.arange(clues)
    while cells[-1] < CELLS:
        if _some_fix(classes, cells, seen, codes, CHOICES):
            return True
    return False


@compiled_at_once
def _some_fix(classes: np.ndarray, cells: np.ndarray, seen: np.ndarray, codes: np.ndarray, most: int) -> bool:
    """Test up to `most` choices of cells, from `cells` on; return True at the first whose clues determine a grid.

    Afterwards `cells` is the choice that was tested last if it determines a grid, else the next one to test. The other
    arrays are as in `fixed_by`.
    """
    for _ in range(most):
        if cells[-1] == CELLS:
            return False
        if fixed_by(classes, cells, seen, codes):
            return True
        _advance(cells)
    return False


@compiled
def _advance(cells: np.ndarray) -> None:
    """Change `cells` to the next choice in lexicographic order; after the last, its last cell is off the board."""
    index = len(cells) - 1
    # Find the last cell that can still move on; the cells after it follow it closely.
    while index > 0 and cells[index] == CELLS - len(cells) + index:
        index -= 1
    cells[index] += 1
    for later in range(index + 1, len(cells)):
        cells[later] = cells[later - 1] + 1


@compiled_at_once
def fixed_by(classes: np.ndarray, cells: np.ndarray, seen: np.ndarray, codes: np.ndarray) -> int:
    """Return the number of grids that their clues in these cells determine uniquely; store their indices in `codes[1]`.

    The code of a class is the clues in the cells, digits renamed by first appearance, read in base 5.

    Args:
        classes: [m, 25] one grid per class.
        cells: The cells with clues, ascending.
        seen: [5^clues] number of classes per code; all 0 between calls.
        codes: [2, m] scratch memory.
    """
    for k in range(len(classes)):
        codes[0, k] = _code(classes, k, cells)
        seen[codes[0, k]] += 1 if codes[0, k] else 0
    number = 0
    for k in range(len(classes)):
        if codes[0, k] and seen[codes[0, k]] == 1:
            codes[1, number] = k
            number += 1
    for k in range(len(classes)):
        seen[codes[0, k]] = 0
    return number


@compiled
def _code(classes: np.ndarray, k: int, cells: np.ndarray) -> int:
    """Return the code (see `fixed_by`) of class `k`, or 0 if the cells hold fewer than four different digits."""
    names, shown, code = 0, 0, 0
    for cell in cells:
        # Three bits per digit hold its new name, 0 if it has none yet.
        shift = 3 * int(classes[k, cell])
        name = (names >> shift) & 7
        if name == 0:
            shown += 1
            name = shown
            names |= name << shift
        code = 5 * code + name - 1
    return code if shown >= DIGITS_SHOWN else 0


def layouts(up_to: str = "symmetry", corners_apart: bool = False) -> list[Layout]:
    """Return one 5×5 board of each class that counts as equal; the arguments are those of `all_boards.boards`."""
    return [Layout(SIDE, tuple(regions)) for regions in boards(SIDE, up_to, corners_apart).tolist()]


def catalogue(wanted: Iterable[Layout]) -> list[Row]:
    """Return the row of the catalogue for each of the wanted 5×5 boards, with its number from 1."""
    return [_row(number, analyse(layout)) for number, layout in enumerate(wanted, 1)]


def _row(number: int, analysis: Analysis) -> Row:
    return {
        "number": number,
        "board": analysis.layout.spec,
        "corners": spelled(name_of(analysis.layout)),
        "pieces": analysis.pieces,
        "symmetry": symmetries_of(analysis.layout)[0],
        "corners_apart": bool(have_corners_apart(np.array([analysis.layout.regions]))[0]),
        "grids": analysis.grids,
        "fewest_clues": analysis.fewest_clues,
        "grids_fixed_by_four": analysis.grids_fixed_by_four,
        "four_clue_puzzles": analysis.four_clue_puzzles,
    }


def figures_of(layout: Layout) -> Row:
    """Return the row of the catalogue for a board: analysis, and the names of its rotations and its mirror image."""
    row, name = _row(0, analyse(layout)), name_of(layout)
    del row["number"]
    turned = [spelled(other) for other in rotations(name)[1:]]
    return {**row, "rotations": turned, "mirrored": spelled(reflection(name))}


def summary(rows: Sequence[Row], title: str) -> str:
    """Return a Markdown text with a title and a table of statistics on the catalogue's rows."""
    filled = [row for row in rows if row["grids"]]
    grids = [row["grids"] for row in filled]
    common = Counter(grids).most_common(1)
    fewest = sorted(Counter(row["fewest_clues"] for row in filled).items())
    figures = [
        ("boards", len(rows)),
        ("without a grid", len(rows) - len(filled)),
        ("with grids, but none that four clues fix", sum(not row["four_clue_puzzles"] for row in filled)),
        ("where four clues fix every grid", sum(row["grids_fixed_by_four"] == row["grids"] for row in filled)),
        ("fewest grids of a board that has any", min(grids, default=0)),
        ("median number of grids", int(median(grids or [0]))),
        ("most grids", max(grids, default=0)),
        ("most common number of grids", " ".join(f"{value} ({times} boards)" for value, times in common)),
        ("boards with 720 grids", grids.count(720)),
        ("boards with 1800 grids", grids.count(1800)),
        ("four-clue puzzles up to relabelling", sum(row["four_clue_puzzles"] for row in rows)),
        *((f"boards that need {clues} clues", count) for clues, count in fewest),
    ]
    lines = [f"# {title}", "", "| what | number |", "|---|---|", *(f"| {what} | {value} |" for what, value in figures)]
    named = {
        "Without a grid": [row for row in rows if not row["grids"]],
        "With grids, but none that four clues fix": [row for row in filled if not row["four_clue_puzzles"]],
    }
    return "\n".join([*lines, *(line for what, some in named.items() for line in _names(what, some))]) + "\n"


def _names(what: str, rows: Sequence[Row]) -> Iterator[str]:
    """Yield the lines of a paragraph that lists boards by the names of their corners, after the words `what`."""
    names = (tuple(map(int, row["corners"].split(","))) for row in rows if row["corners"])
    first = sorted(min(rotations(name)) for name in names)
    if first:
        yield from ("", f"{what}, by the numbers of `cpgen layouts corners`: {'; '.join(map(spelled, first))}.")


def title(up_to: str, corners_apart: bool) -> str:
    """Return the heading of a catalogue.

    >>> title("rotation", True)
    '5×5 boards, corners apart, up to rotation'
    """
    same = {"nothing": "all different", "rotation": "up to rotation", "symmetry": "up to rotation and reflection"}
    return ", ".join(["5×5 boards", *(["corners apart"] if corners_apart else []), same[up_to]])
