"""All kinds of constraints: text, JSON, moves, bad input, and the same meaning in both forms."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
import pytest

from cpgen.constraints import constraint_from_json, parse_constraint
from cpgen.constraints.base import Constraint
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.oracles.bitset import BitsetOracle
from cpgen.puzzle import Puzzle
from tests.constraints.examples import EXAMPLES, board
from tests.constraints.meaning import cells_of, holds

OPEN_EXAMPLES = [
    (4, "cage ?: r1c1 r1c2"),
    (4, "little ? from r3c1 se"),
    (4, "white ?: r1c1 r1c2"),
    (4, "black ?: r1c1 r1c2"),
    (4, "xv ?: r1c1 r1c2"),
    (4, "quad ? at r1c2"),
    (6, "sandwich ? row 1"),
    (4, "x-sum ? column 1"),
    (4, "skyscraper ? row 3 reversed"),
    (4, "numbered-room ? column 2"),
    (4, "full-rank ? column 2"),
    (4, "sum ?: r1c1 r2c2 r1c1"),
    (6, "lunchbox ?: r1c1 r1c2 r2c2 r2c3"),
]
WRONG = [
    (9, "cage 3: r1c1 r1c2 r1c3", "3 cells with different digits add up to 6 at least"),
    (4, "cage: row 1 r2c1", "only 4 digits"),
    (4, "thermo: row 1 r2c1", "only 4 digits"),
    (9, "thermo: r1c1", "needs 2 or more"),
    (9, "arrow r1c1 r1c2", "written with its circle, the sign >"),
    (9, "arrow r1c1 >", "0 cells"),
    (4, "arrow r1c1 > row 2 row 3", "4 is the most"),
    (9, "arrow r1c1 r1c2 > r1c3", "The sum of 1 cell is 9 at most; the number in the circle is 11 or more"),
    (9, "arrow r1c1 > r1c2 r1c1", "r1c1 is listed twice"),
    (9, "white r1c1 r2c2", "side by side"),
    (9, "white 9 r1c1 r1c2", "from 1 to 8"),
    (9, "black 1 r1c1 r1c2", "from 2 to 9"),
    (9, "xv 19 r1c1 r1c2", "from 2 to 18"),
    (9, "xv r1c1 r1c2", "lacks its total"),
    (9, "xv 5 r1c1 r1c2 r1c3", "side by side"),
    (9, "all cages shown", "Expected dots, white, black, xv"),
    (9, "little 1 from r1c3 se", "from 7 to 63"),
    (9, "little 20 from r1c3 s", "Expected"),
    (9, "little 20 from r3c3 se", "from border to border"),
    (9, "little 20: r1c3 r2c4", "first cell and its direction"),
    (9, "leaps", "lacks its pieces"),
    (9, "leaps queen", "is not a leap"),
    (4, "leaps 1-5", "too long"),
    (4, "non-consecutive 4", "from 1 to 3"),
    (4, "whisper: r1c1 r1c2", "from 1 to 3, not 5"),
    (4, "renban: row 1 r2c1", "only 4 digits"),
    (9, "palindrome: r1c1", "needs 2 or more"),
    (9, "clone: r1c1 r1c2 = r3c3", "different numbers of cells"),
    (9, "odd:", "0 cells"),
    (9, "allowed 10: r1c1", "from 1 to 9"),
    (9, "allowed: r1c1", "lacks its digits"),
    (9, "less r1c1 r2c2", "side by side"),
    (9, "less? r1c1 r2c2", "side by side"),
    (9, "parity? r1c1 r1c2", "1 is the most"),
    (4, "less row 1 r2c4", "only 4 digits"),
    (9, "quad 1 2 3 4 5 at r1c1", "four at most"),
    (9, "quad 1 at r9c9", "two rows and two columns"),
    (4, "quad 5 at r1c1", "from 1 to 4"),
    (9, "between: r1c1 r1c2", "needs 3 or more"),
    (5, "region-sum: r1c1 r1c2", "needs a board with regions"),
    (4, "region-sum: r1c2 r1c3 r1c4 r2c4", "1 cell in one region and 3 in another"),
    (9, "sandwich row 1", "lacks its total"),
    (9, "sandwich 1 row 1", "1 cannot be the value of this sandwich: no digits give it"),
    (9, "sandwich 36 row 1", "0 to 35"),
    (9, "sandwich 1 row 1", "no digits"),
    (9, "sandwich 5: r1c1 r1c2 r1c3", "whole row or column"),
    (9, "x-sum 2 row 1", "no digits"),
    (9, "x-sum 46 row 1", "from 1 to 45"),
    (9, "skyscraper 10 row 1", "from 1 to 9"),
    (9, "skyscraper 0 row 1", "from 1 to 9"),
    (9, "numbered-room 12 row 1", "from 1 to 9"),
    (9, "full-rank 37 row 1", "from 1 to 36"),
    (9, "skyscraper 3 row 10", "no row 10"),
    (9, "zipper: r1c1 r1c2", "needs 3 or more"),
    (9, "zipper: r1c1 r1c2 r1c1", "listed twice"),
    (4, "double-arrow: row 1 row 2 row 3", "10 is the most"),
    (4, "entropic: r1c1 r1c2", "needs a side of 3, 6"),
    (4, "global-entropy", "needs a side of 3, 6"),
    (4, "modular 5: r1c1 r1c2", "from 2 to 4"),
    (4, "lockout: r1c1 r1c2", "from 1 to 3, not 4"),
    (4, "lockout 3: r1c1 r1c2 r1c3", "from 1 to 2, not 3"),
    (4, "indexing: r1c1", "Expected column, row or region"),
    (5, "indexing region: r1c1", "no indexing"),
    (9, "sum 3: row 1", "from 9 to 81"),
    (9, "sum: r1c1", "lacks its total"),
    (9, "sum-line: r1c1", "from 1 to 9, not 10"),
    (9, "sum-line ?: r1c1 r1c2", r"from 1 to 18, not '\?'"),
    (4, "counting-circles: row 1 row 2 row 3", "10 is the most"),
    (4, "equal-sums: r1c1 r1c2", "at least two"),
    (4, "equal-sums: r1c1 = row 2 row 3", "4 is the most"),
    (4, "same-values: r1c1 = r1c2 r1c3", "different numbers of cells"),
    (4, "look-and-say 2: r1c1 r1c2", "not a look-and-say clue"),
    (4, "look-and-say 15: r1c1 r1c2", "not a look-and-say clue"),
    (4, "look-and-say 1313: r1c1 r1c2", "not a look-and-say clue"),
    (4, "look-and-say 33: r1c1 r1c2", "more digits"),
    (4, "look-and-say: r1c1 r1c2", "not a look-and-say clue"),
    (4, "lunchbox 6: r1c1 r1c2 r1c3", "0 to 3"),
    (4, "lunchbox 2: row 1 r2c1", "only 4 digits"),
    (4, "nabner: r1c1 r1c2 r1c3", "2 is the most"),
]


def parsed(size: int, line: str) -> tuple[Layout, Constraint]:
    layout = board(size).with_constraints(line)
    return layout, layout.further[0]


def fillings(layout: Layout, cells: Sequence[int]) -> Iterator[list[int]]:
    """Yield grids with all digits in a few cells, or random digits in many."""
    n, rng = layout.size, random.Random(1)
    grid = [1] * layout.cell_count
    few = n ** len(cells) <= 5000
    for digits in product(range(1, n + 1), repeat=len(cells)) if few else range(5000):
        chosen = digits if isinstance(digits, tuple) else [rng.randint(1, n) for _ in cells]
        for cell, digit in zip(cells, chosen, strict=True):
            grid[cell] = digit
        yield grid


def repeats_in_a_house(layout: Layout, grid: Sequence[int], cells: Sequence[int]) -> bool:
    """Return True if cells that share a house have the same digit; primitives may rely on houses."""
    return any(grid[one] == grid[other] for one in cells for other in layout.base.peers[one] if other in cells)


@pytest.mark.parametrize(("size", "line"), EXAMPLES)
def test_both_forms_mean_the_same(size: int, line: str) -> None:
    layout, constraint = parsed(size, line)
    primitives = list(constraint.decompose(layout))
    cells = sorted({cell for primitive in primitives for cell in cells_of(primitive)})
    found = set()
    for grid in fillings(layout, cells):
        meant = constraint.is_satisfied(grid, layout)
        if all(holds(primitive, grid) for primitive in primitives) != meant:
            assert repeats_in_a_house(layout, grid, cells), [grid[cell] for cell in cells]
        found.add(meant)
    assert found == {True, False} or not constraint.cells


def test_global_entropy_of_a_grid() -> None:
    layout, constraint = parsed(6, "global-entropy")
    row = [1, 3, 5, 2, 4, 6]
    grid = [row[(place + shift) % 6] for shift in (0, 2, 1, 3, 5, 4) for place in range(6)]
    for _ in range(30):
        assert constraint.is_satisfied(grid, layout) == all(holds(one, grid) for one in constraint.decompose(layout))
        grid = grid[1:] + grid[:1]
    assert constraint.is_satisfied([*(1, 3, 5) * 2, *(5, 1, 3) * 2] * 3, layout)


@pytest.mark.parametrize(("size", "line"), EXAMPLES)
def test_solutions_satisfy_both_forms(size: int, line: str) -> None:
    layout, constraint = parsed(size, line)
    oracle = BitsetOracle()
    for seed in range(5):
        grid = oracle.complete(Puzzle(layout, (0,) * size**2), np.random.default_rng(seed))
        assert grid
        assert constraint.is_satisfied(grid, layout)
        assert all(holds(one, grid) for one in constraint.decompose(layout))


@pytest.mark.parametrize(("size", "line"), EXAMPLES + OPEN_EXAMPLES)
def test_text_and_json_are_read_back(size: int, line: str) -> None:
    layout, constraint = parsed(size, line)
    assert constraint.text(size) == line
    assert parse_constraint(line, size, layout.regions) == [constraint]
    assert constraint_from_json(constraint.as_json(size), size, layout.regions) == [constraint]
    assert Layout.parse(layout.spec) == layout
    assert list(constraint.shapes(layout)) or not constraint.cells


@pytest.mark.parametrize(("size", "line"), OPEN_EXAMPLES)
def test_open_value_is_read_from_a_grid(size: int, line: str) -> None:
    layout, constraint = parsed(size, line)
    assert constraint.is_open
    shown = 0
    for grid in fillings(layout, constraint.cells):
        filled = constraint.read_from(grid, layout)
        assert (filled is not None) == constraint.is_satisfied(grid, layout)
        if filled is not None:
            shown += 1
            assert not filled.is_open
            assert filled.is_satisfied(grid, layout)
            if len({grid[cell] for cell in constraint.cells}) == len(constraint.cells):
                filled.require_fits(layout)
            assert filled.read_from(grid, layout) == filled
    assert shown


def turned(n: int) -> list[list[int]]:
    """Return the maps of cells of the eight symmetries of the square."""
    transpose = [cell % n * n + cell // n for cell in range(n * n)]
    mirror = [cell // n * n + n - 1 - cell % n for cell in range(n * n)]
    maps = [list(range(n * n))]
    for _ in range(3):
        maps.append([mirror[transpose[cell]] for cell in maps[-1]])
    return maps + [[transpose[cell] for cell in one] for one in maps]


IMAGES = {
    "indexing region": 1,
    "indexing row": 2,
    "indexing column": 2,
    'rule "a <= 2 * b" everywhere diagonals': 2,
    'rule "a + row(a) != 5" neighbours': 2,
}
"""Images under the symmetries of the square of constraints that have fewer than eight"""


@pytest.mark.parametrize(("size", "line"), EXAMPLES)
def test_moved_constraint_means_the_moved_grid(size: int, line: str) -> None:
    layout = Layout.latin(size) if "region" not in line else board(size)
    constraint = layout.with_constraints(line).further[0]
    rng, moves = random.Random(2), 0
    for cell_map in turned(size):
        image = constraint.moved(cell_map)
        if image is None:
            continue
        moves += 1
        image.require_fits(layout)
        for _ in range(200):
            grid = [rng.randint(1, size) for _ in range(size * size)]
            moved = [0] * len(grid)
            for cell, digit in enumerate(grid):
                moved[cell_map[cell]] = digit
            assert image.is_satisfied(moved, layout) == constraint.is_satisfied(grid, layout)
    assert moves == IMAGES.get(line.partition(":")[0], 8)


@pytest.mark.parametrize(("size", "line", "message"), WRONG)
def test_impossible_constraint_is_refused(size: int, line: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        board(size).with_constraints(line)


@pytest.mark.parametrize(
    "data",
    [
        {"kind": "sandwich", "cells": ["r1c1"]},
        {"kind": "sandwich", "total": [3], "cells": ["r1c1"]},
        {"kind": "look-and-say", "clue": 2.5, "cells": ["r1c1"]},
        {"kind": "equal-sums", "groups": ["r1c1", "r1c2"]},
        {"kind": "equal-sums", "groups": [["r1c1"], "r1c2"]},
        {"kind": "equal-sums", "groups": []},
        {"kind": "indexing", "axis": "box", "cells": ["r1c1"]},
        {"kind": "x-sum", "total": "many", "cells": ["r1c1", "r1c2", "r1c3", "r1c4"]},
        {"kind": "modular", "modulus": True, "cells": ["r1c1", "r1c2"]},
        {"kind": "allowed", "digits": 1, "cells": ["r1c1"]},
        {"kind": "allowed", "digits": [[1]], "cells": ["r1c1"]},
        {"kind": "allowed", "digits": "?", "cells": ["r1c1"]},
        {"kind": "quad", "digits": 1, "cells": ["r1c1", "r1c2", "r2c1", "r2c2"]},
        {"kind": "quad", "digits": [1], "cells": ["r1c1", "r1c2", "r2c1", "r2c3"]},
        {"kind": "leaps", "pieces": "knight"},
        {"kind": "leaps", "pieces": [1]},
        {"kind": "all", "what": ["dots"]},
        {"kind": "white", "difference": "2", "cells": ["r1c1", "r1c2"]},
        {"kind": "arrow", "cells": ["r1c1"]},
        {"kind": "clone", "groups": [["r1c1", "r1c2"], ["r3c3"]]},
    ],
)
def test_wrong_object_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(InputError):
        board(4).with_constraints(*constraint_from_json(data, 4))
