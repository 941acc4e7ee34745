"""Random states with their solution, and helpers for the tests of techniques."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

import numpy as np

from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.oracles import open_oracle
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.explain import Finding, find_in
from cpgen.rater.ladder import ONE, Ladder, Rung
from cpgen.rater.rating import rate_puzzle
from cpgen.state import State

BASICS = ("full-house", "naked-single", "hidden-single", "locked-pointing", "locked-claiming")
LAYOUTS = {name: layout_named(name) for name in ("3x3", "2x3", "jigsaw-9", "diagonal", "pentomino-1", "windoku")} | {
    "latin": Layout.latin(7)
}
Candidate = tuple[int, int]
"""A cell and a digit"""


def ladder_of(*techniques: str) -> Ladder:
    """Return the ladder of these techniques in this order: one finding per round, singles assign digits."""
    return Ladder(tuple(Rung(name, k) for k, name in enumerate(techniques, 1)), round=ONE, places="all")


@cache
def alone(technique: str) -> Ladder:
    """Return the ladder of one technique."""
    return ladder_of(technique)


def found(state: State, technique: str) -> tuple[Finding, ...]:
    """Return all that the technique finds in the state."""
    return find_in(state, alone(technique))


def states(layout: Layout, count: int, seed: int, unique: bool = False) -> Iterator[tuple[State, Grid]]:
    """Yield random states whose candidates allow a solution; with `unique` it is the only one.

    Half are puzzles as far as singles and locked candidates lead; from the others, wrong candidates are missing, too.
    """
    rng, oracle = np.random.default_rng([seed, layout.cell_count]), open_oracle("bitset")
    basics, empty = ladder_of(*BASICS), Puzzle(layout, (0,) * layout.cell_count)
    made = 0
    while made < count:
        grid = oracle.complete(empty, rng)
        assert grid is not None
        puzzle = _dug(layout, grid, rng, oracle) if unique else _thinned(layout, grid, rng)
        rating = rate_puzzle(puzzle, basics)
        if rating.solved:
            continue
        made += 1
        placed = tuple(0 if clue else digit for clue, digit in zip(puzzle.clues, rating.digits, strict=True))
        share = 0.0 if made % 2 else rng.random() * 0.5
        marks = tuple(
            tuple(d for d in rating.candidates_of(cell) if d == grid[cell] or rng.random() >= share)
            if not rating.digits[cell]
            else ()
            for cell in range(layout.cell_count)
        )
        yield State(puzzle, placed, marks), grid


def sparse(layout: Layout, count: int, seed: int, digits: int = 64, most: float = 0.25) -> Iterator[tuple[State, Grid]]:
    """Yield random states without clues in which cells have few candidates besides the digit of a solution.

    The candidates are of at most `digits` digits, the same ones in all cells, each with a chance of 0.1 to `most`.
    """
    rng, oracle = np.random.default_rng([seed, layout.cell_count]), open_oracle("bitset")
    empty = Puzzle(layout, (0,) * layout.cell_count)
    for _ in range(count):
        grid = oracle.complete(empty, rng)
        assert grid is not None
        others, share = rng.permutation(layout.size)[:digits] + 1, rng.uniform(0.1, most)
        kept = (others[rng.random(len(others)) < share].tolist() for _ in grid)
        yield State(empty, marks=tuple(tuple(sorted({own, *more})) for own, more in zip(grid, kept, strict=True))), grid


def _thinned(layout: Layout, grid: Grid, rng: np.random.Generator) -> Puzzle:
    share = rng.uniform(0.25, 0.5)
    return Puzzle(layout, tuple(digit if rng.random() < share else 0 for digit in grid))


def _dug(layout: Layout, grid: Grid, rng: np.random.Generator, oracle: object) -> Puzzle:
    """Remove clues from a grid in random order as long as the solution stays unique."""
    clues = list(grid)
    for cell in rng.permutation(layout.cell_count).tolist():
        kept, clues[cell] = clues[cell], 0
        if not oracle.uniqueness(Puzzle(layout, tuple(clues))).unique:  # type: ignore[attr-defined]
            clues[cell] = kept
    return Puzzle(layout, tuple(clues))


def assert_sound(finding: Finding, grid: Grid) -> None:
    """Assert that the finding eliminates no digit of the solution and assigns only such digits."""
    assert all(grid[cell] == digit for cell, digit in finding.placed), finding
    assert all(grid[cell] != digit for cell, digit in finding.removed), finding
    assert finding.placed or finding.removed, finding


def pencilled(grid: str) -> State:
    """Parse a 9×9 grid of pencil marks, as HoDoKu and forums print it."""
    cells = [tuple(map(int, cell)) for cell in re.findall(r"\d+", grid)]
    assert len(cells) == 81, len(cells)
    clues = tuple(cell[0] if len(cell) == 1 else 0 for cell in cells)
    marks = tuple(cell if len(cell) > 1 else () for cell in cells)
    return State(Puzzle(Layout.boxes(3, 3), clues), marks=marks)


def candidates_of(state: State) -> dict[int, set[int]]:
    """Return the candidates of each open cell with which the board begins."""
    layout, digits = state.layout, state.digits
    marks = state.marks or ((),) * layout.cell_count
    return {
        cell: set(marks[cell] or range(1, layout.size + 1)) - {digits[peer] for peer in layout.peers[cell]}
        for cell in range(layout.cell_count)
        if not digits[cell]
    }


def seen_by_all(layout: Layout, cells: dict[int, set[int]], digit: int, seeing: Iterable[int]) -> set[Candidate]:
    """Return the candidates of a digit in the cells that see all of some cells."""
    return {
        (cell, digit)
        for cell, candidates in cells.items()
        if digit in candidates and all(other in layout.peers[cell] for other in seeing)
    }


def removals(findings: Iterable[Finding]) -> set[frozenset[Candidate]]:
    """Return the eliminations of each finding."""
    return {frozenset(finding.removed) for finding in findings}
