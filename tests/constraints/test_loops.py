"""Lines that return to a cell: loops, crossings and repeated constraints."""

from __future__ import annotations

import itertools

import pytest

from cpgen.constraints import parse_constraint
from cpgen.errors import InputError, RepeatWarning
from cpgen.formats import read
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle

BOARD = Layout.boxes(2, 2)
RING = "r2c2 r2c3 r3c3 r3c2 r2c2"
TRIANGLE = "r1c1 r1c2 r2c2 r1c1"
CROSSING = "r1c1 r2c2 r2c3 r1c3 r2c2 r3c1"
SHAPES = (RING, TRIANGLE)
LINES = [
    *(f"{kind}: {line}" for kind in ("whisper 1", "whisper 2", "renban", "parity-line") for line in SHAPES),
    *(f"{kind}: {line}" for kind in ("modular 2", "modular 3", "region-sum", "nabner") for line in SHAPES),
    *(f"{kind}: {line}" for kind in ("palindrome", "zipper", "double-arrow", "slow-thermo") for line in SHAPES),
    *(f"{kind}: {CROSSING}" for kind in ("whisper 1", "renban", "palindrome", "zipper", "between", "lockout 1")),
    f"sum-line 5: {RING}",
    "sum-line 5: r1c1 r1c2 r1c3 r1c4 r2c4 r3c4 r3c3 r3c2 r2c2 r2c1 r1c1",
    f"sum-line 10: {RING}",
    f'rule "abs(a - b) >= 2": {RING}',
    f'rule "a + b + c > 6" neighbours: {RING} r2c3',
    *(f'rule "a + b + c > 6" neighbours: {line}' for line in SHAPES),
    f'rule "a < c or b < d" neighbours: {RING}',
    *(f'rule "sum(x) % 3 == 0" cells: {line}' for line in SHAPES),
    *(f'rule "a + b != 5" pairs: {line}' for line in SHAPES),
    *(f'rule "start 0; step s + d if s + d < 12 else stop; accept s > 7" along: {line}' for line in SHAPES),
]


def grids():
    """Return all grids of the 4×4 board."""
    oracle = open_oracle("bitset")
    found, parts = [], [Puzzle(BOARD, (0,) * 16)]
    while parts:
        part = parts.pop()
        witness = oracle.uniqueness(part)
        if len(witness.grids) < 2:
            found += witness.grids
            continue
        cell = witness.differing[0]
        parts += [Puzzle(BOARD, (*part.clues[:cell], digit, *part.clues[cell + 1 :])) for digit in range(1, 5)]
    return found


GRIDS = grids()


def fits(line):
    """Return True unless a line is refused, as a set of more cells than digits is."""
    try:
        return BOARD.with_constraints(*parse_constraint(line, 4, BOARD.regions))
    except InputError:
        return False


@pytest.mark.parametrize("oracle", ["bitset", "cpsat", "sat"])
@pytest.mark.parametrize("line", list(filter(fits, LINES)))
def test_solvers_count_the_grids_of_a_loop(line, oracle):
    (one,) = parse_constraint(line, 4, BOARD.regions)
    board = BOARD.with_constraints(one)
    expected = sum(one.is_satisfied(grid, BOARD) for grid in GRIDS)
    assert open_oracle(oracle).count(Puzzle(board, (0,) * 16), None) == expected


def test_loop_of_sums_may_be_cut_anywhere():
    (one,) = parse_constraint("sum-line 5: r1c1 r1c2 r2c2 r2c1 r1c1", 4)
    for digits in itertools.product(range(1, 5), repeat=4):
        grid = (digits[0], digits[1], 1, 1, digits[3], digits[2], *(1,) * 10)
        first, second, third, fourth = digits
        ahead, behind = first + second == third + fourth == 5, second + third == fourth + first == 5
        assert one.is_satisfied(grid, BOARD) == (ahead or behind or sum(digits) == 5)


@pytest.mark.parametrize("form", ["neighbours", "cells", "pairs"])
def test_every_start_of_a_loop_means_the_same(form):
    rule = {"neighbours": "a + 2 * b != c", "cells": "sum(x) % 3 == 1", "pairs": "a + b != 5"}[form]
    cells = RING.split()[:-1]
    turns = [" ".join([*cells[k:], *cells[: k + 1]]) for k in range(4)]
    loops = [parse_constraint(f'rule "{rule}" {form}: {turn}', 4)[0] for turn in turns]
    assert len({one.normal() for one in loops}) == 1
    for grid in GRIDS[::7]:
        assert len({one.is_satisfied(grid, BOARD) for one in loops}) == 1


def test_three_cells_are_compared_across_the_start_of_a_loop():
    (one,) = parse_constraint(f'rule "max(a, b, c) > 2" neighbours: {RING}', 4)
    grid = [1] * 16
    for cell, digit in ((5, 1), (6, 1), (10, 3), (9, 2)):  # 2 1 1 across the start
        grid[cell] = digit
    assert not one.is_satisfied(grid, BOARD)


@pytest.mark.parametrize("kind", ["whisper 1", "renban", "sum-line 5", "region-sum", 'rule "abs(a - b) >= 2"'])
def test_loops_are_equal_whichever_cell_is_first(kind):
    cells = RING.split()[:-1]
    loops = {
        parse_constraint(f"{kind}: {' '.join([*turned, turned[0]])}", 4)[0].normal()
        for k in range(4)
        for turned in (cells[k:] + cells[:k], (cells[k:] + cells[:k])[::-1])
    }
    assert len(loops) == 1


@pytest.mark.parametrize(
    "line",
    [
        "thermo: r1c1 r1c2 r1c1",
        "between: r1c1 r1c2 r2c2 r1c1",
        "lockout 1: r1c1 r1c2 r2c2 r1c1",
        "renban: r1c1 r1c1",
        "sum-line 5: r1c1 r1c2 r2c2 r1c2 r1c1",
        "cage: r1c1 r1c2 r1c1",
        f'rule "max(runs(x)) < 3" cells: {RING}',
        f'rule "a <= b" pairs: {RING}',
    ],
)
def test_other_cells_are_listed_once(line):
    with pytest.raises(InputError, match="listed twice"):
        BOARD.with_constraints(*parse_constraint(line, 4))


def test_large_sum_of_a_loop_is_refused():
    with pytest.raises(InputError, match="needs a sum of 10 or less"):
        Layout.boxes(3, 3).with_constraints(*parse_constraint("sum-line 11: r1c1 r1c2 r2c2 r1c1", 9))


def test_iss_string_may_have_loops():
    for text in (".Renban~LOOP~R1C1~R1C2~R2C2~R2C1.", ".Renban~R1C1~R1C2~R2C2~R2C1~LOOP"):
        (entry,) = read(text)
        assert entry.puzzle.layout.constraint_lines == ["renban: r1c1 r1c2 r2c2 r2c1 r1c1"]
    (entry,) = read(".SumLine~10~R1C1~R1C2~R2C2~R2C1~LOOP.Whisper~R1C1~R1C2~R2C2~LOOP")
    assert entry.puzzle.layout.constraint_lines == [
        "sum-line 10: r1c1 r1c2 r2c2 r2c1 r1c1",
        "whisper 5: r1c1 r1c2 r2c2 r1c1",
    ]


def test_repeated_constraint_counts_once_with_a_warning():
    cage = parse_constraint("cage 3: r1c1 r1c2", 4)[0]
    with pytest.warns(RepeatWarning, match=r"'cage 3: r1c1 r1c2' is there twice; it counts once\."):
        assert BOARD.with_constraints(cage, cage) == BOARD.with_constraints(cage)
