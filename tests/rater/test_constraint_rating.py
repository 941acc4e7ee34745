"""Ratings of boards with constraints agree with the plain reference rater, and those without stay as they are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from cpgen.difficulty import shipped_ladder
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.explain import explain_puzzle, find_in
from cpgen.rater.impossible_rules import OF_CONSTRAINTS
from cpgen.rater.ladder import HIGHEST, Ladder
from cpgen.rater.rating import STOPPED, Rater, rate_puzzle
from cpgen.rater.techniques import FAMILIES
from tests import reference_rater
from tests.brute import completions
from tests.rater.techniques.boards import LAYOUTS, alone, states

SHIPPED = shipped_ladder("variants").ladder
NEW = [technique.name for family in OF_CONSTRAINTS for technique in FAMILIES[family]]
KNOWN = (
    "hidden-single-region",
    "link",
    "sum-bounds",
    "hidden-single-line",
    "naked-single",
    "locked-pointing",
    "locked-claiming",
    "fork",
    "combination",
    "rule-of-45",
    "must-have",
    "forcing",
    "naked-pair",
    "naked-triple",
    "x-wing",
    "rule-of-45-wide",
    "two-clues",
)
"""Techniques of the ladder that the reference rater knows, too"""
LADDER = Ladder.of((name, place) for place, name in enumerate(KNOWN, 1))
BOARDS = {"4": Layout.boxes(2, 2), "6": Layout.boxes(2, 3), "5": Layout.latin(5)}


def clues_of(layout: Layout, grid: Grid, rng: np.random.Generator) -> list[str]:
    """Return lines of random cages, thermometers and dots that a grid satisfies."""
    near, free, lines = neighbours(layout), set(range(layout.cell_count)), []
    for start in rng.permutation(layout.cell_count).tolist():
        path = [start]
        for _ in range(int(rng.integers(1, 4))):
            further = [cell for cell in near[path[-1]] if cell in free and cell not in path]
            if further and start in free:
                path.append(int(rng.choice(further)))
        digits = [grid[cell] for cell in path]
        if len(path) < 2 or len(set(digits)) < len(digits):
            continue
        line = line_of(layout, path, digits, int(rng.integers(6)))
        if line:
            free -= {*path} if line.startswith("cage") else {start}
            lines.append(line)
    return lines


def line_of(layout: Layout, path: list[int], digits: list[int], choice: int) -> str:
    """Return one clue on a path of cells, or nothing where the choice does not fit its digits."""
    cells = " ".join(name_of(layout, cell) for cell in path)
    first, second, *_ = cells.split()
    if choice < 3:
        return f"cage {sum(digits)}: {cells}"
    if choice < 5:
        order = [name_of(layout, cell) for cell in path]
        if digits == sorted(digits, reverse=True):
            order.reverse()
        return f"thermo: {' '.join(order)}" if digits in (sorted(digits), sorted(digits, reverse=True)) else ""
    if abs(digits[0] - digits[1]) == 1:
        return f"white: {first} {second}"
    return f"black: {first} {second}" if max(digits[:2]) == 2 * min(digits[:2]) else ""


def neighbours(layout: Layout) -> list[list[int]]:
    n = layout.size
    return [
        [other for other in range(n * n) if abs(other // n - cell // n) + abs(other % n - cell % n) == 1]
        for cell in range(n * n)
    ]


def name_of(layout: Layout, cell: int) -> str:
    return f"r{cell // layout.size + 1}c{cell % layout.size + 1}"


def drawn(name: str, count: int, seed: int) -> list[tuple[Puzzle, Grid]]:
    """Return puzzles with constraints and few given digits, and a solution of each."""
    plain, rng, oracle = BOARDS[name], np.random.default_rng([seed, int(name)]), open_oracle("bitset")
    found = []
    for _ in range(count):
        grid = oracle.complete(Puzzle(plain, (0,) * plain.cell_count), rng)
        assert grid is not None
        layout = plain.with_constraints(*clues_of(plain, grid, rng))
        share = rng.choice([0.0, 0.05, 0.15])
        clues = tuple(digit if rng.random() < share else 0 for digit in grid)
        found.append((Puzzle(layout, clues), grid))
    return found


def differences(puzzle: Puzzle, ladder: Ladder) -> dict[str, tuple[object, object]]:
    """Return what the two raters disagree on."""
    rating, other = rate_puzzle(puzzle, ladder), reference_rater.rate(puzzle.layout, puzzle.clues, ladder.pairs)
    candidates = tuple(rating.candidates_of(cell) for cell in range(len(rating.candidates)))
    pairs = {
        "outcome": (rating.outcome, other.outcome),
        "level": (rating.level, other.level),
        "steps": (rating.steps, other.steps),
        "rules": (dict(rating.rules), other.rules),
        "digits": (rating.digits, other.digits),
        "candidates": (candidates, other.candidates),
    }
    return {key: pair for key, pair in pairs.items() if pair[0] != pair[1]}


@pytest.mark.parametrize("name", BOARDS)
def test_ratings_agree_with_the_reference(name: str) -> None:
    used: set[str] = set()
    for puzzle, grid in drawn(name, 30, 1):
        rating = rate_puzzle(puzzle, LADDER)
        assert not differences(puzzle, LADDER), puzzle.text
        assert all(digit in rating.candidates_of(cell) for cell, digit in enumerate(grid))
        used |= {*rating.rules}
    assert used >= {"link", "sum-bounds", "combination"}


MORE = {
    "house-combination": ("4", "5", "6"),
    "wide-combination": ("4",),
    "joint-combination": ("4",),
    "digit-count": ("4", "6"),
    "joint-count": ("4",),
}
"""Techniques that the reference rater takes long for, with the boards on which it is asked"""


@pytest.mark.parametrize("technique", MORE)
def test_ratings_agree_with_a_technique_of_whole_houses(technique: str) -> None:
    rules = {"hidden-single-region": 1, "hidden-single-line": 2, "link": 3, technique: 4}
    ladder, used = replace(Ladder.of(rules.items()), bounds=HIGHEST), 0
    for name in MORE[technique]:
        for puzzle, grid in drawn(name, 4 if name == "6" else 12, 4):
            further = COUNTING[technique](puzzle.layout, grid) if technique in COUNTING else []
            asked = Puzzle(puzzle.layout.with_constraints(*further), puzzle.clues)
            assert not differences(asked, ladder), asked.text
            used += technique in rate_puzzle(asked, ladder).rules
    assert used


def quadruples(layout: Layout, grid: Grid) -> list[str]:
    """Return lines that say of every third square of four cells that it contains the digit of its first cell."""
    n = layout.size
    corners = [cell for cell in range(n * (n - 1)) if cell % n < n - 1][::3]
    squares = [[cell, cell + 1, cell + n, cell + n + 1] for cell in corners]
    return [f"quad {grid[cells[0]]}: {' '.join(name_of(layout, cell) for cell in cells)}" for cells in squares]


def circles(layout: Layout, grid: Grid) -> list[str]:
    """Return a line of counting circles: one with a 1 and three with 3s."""
    cells = [grid.index(1), *(cell for cell, digit in enumerate(grid) if digit == 3)][:4]
    return [f"counting circles: {' '.join(name_of(layout, cell) for cell in cells)}"]


COUNTING = {"digit-count": quadruples, "joint-count": circles}
"""Functions that return lines about counts of digits, for techniques that need some"""


def test_refutation_acts_where_there_is_one_solution() -> None:
    """By trying all digits of all cells: it eliminates only what is in no solution, and nothing if there are two."""
    layout, rng = BOARDS["4"], np.random.default_rng(5)
    outcomes = set()
    for puzzle, grid in drawn("4", 40, 5):
        clues = tuple(digit if rng.random() < 0.2 else 0 for digit in grid)
        solutions = [
            found
            for found in completions(layout, clues)
            if all(one.is_satisfied(found, layout) for one in puzzle.layout.further)
        ]
        findings = find_in(Puzzle(puzzle.layout, clues), alone("refutation"))
        removed = {effect for one in findings for effect in one.removed}
        assert all(found[cell] != digit for found in solutions for cell, digit in removed)
        assert bool(removed) == (len(solutions) == 1)
        outcomes.add(len(solutions) == 1)
    assert outcomes == {True, False}


@pytest.mark.parametrize(
    "technique", ["link", "sum-bounds", "fork", "combination", "must-have", "forcing", "set-equation"]
)
def test_ratings_agree_with_singles_and_one_technique(technique: str) -> None:
    ladder = Ladder.of({"hidden-single-region": 1, "hidden-single-line": 2, "naked-single": 3, technique: 4}.items())
    used = 0
    for name in BOARDS:
        for puzzle, _ in drawn(name, 6, 2):
            assert not differences(puzzle, ladder), puzzle.text
            used += technique in rate_puzzle(puzzle, ladder).rules
    assert used


def test_a_traced_rating_is_the_same() -> None:
    for name in BOARDS:
        for puzzle, _ in drawn(name, 6, 3):
            rating, explanation = rate_puzzle(puzzle, SHIPPED), explain_puzzle(puzzle, SHIPPED)
            assert explanation.rating == rating, puzzle.text
            assert len(explanation) == rating.steps


@pytest.mark.parametrize("technique", NEW)
def test_boards_without_constraints_have_no_findings(technique: str) -> None:
    for layout in LAYOUTS.values():
        for state, _ in states(layout, 8, 1):
            assert find_in(state, alone(technique)) == ()


@pytest.mark.parametrize("technique", NEW)
def test_ratings_of_boards_without_constraints_stay(technique: str) -> None:
    """The ladder rates them as it does without a technique of constraints."""
    ladder = SHIPPED if technique in ("suppose", "refutation") else SHIPPED.without("suppose")
    for name in ("2x3", "3x3", "jigsaw-9"):
        for state, _ in states(LAYOUTS[name], 8, 2):
            with_it, without_it = (rate_puzzle(state.puzzle, one) for one in (ladder, ladder.without(technique)))
            assert with_it == without_it, state.puzzle.line


def test_a_rating_does_not_depend_on_those_before() -> None:
    for name in BOARDS:
        for puzzle, grid in drawn(name, 12, 1):
            rater, other = Rater(puzzle.layout, LADDER), tuple(d if k % 4 == 0 else 0 for k, d in enumerate(grid))
            ratings = [rater.rate(clues) for clues in (puzzle.clues, puzzle.clues, other, puzzle.clues, other)]
            assert ratings[0] == ratings[1] == ratings[3], puzzle.text
            assert ratings[2] == ratings[4], puzzle.text


def test_a_rating_stops_when_it_is_told_to() -> None:
    puzzle = next(one for one, _ in drawn("6", 30, 1) if rate_puzzle(one, SHIPPED).level > 5)
    whole, asked = rate_puzzle(puzzle, SHIPPED), 0

    def stop_later() -> bool:
        nonlocal asked
        asked += 1
        return asked > 2

    rating = rate_puzzle(puzzle, SHIPPED, stop_later)
    assert (rating.outcome, asked) == (STOPPED, 3)
    assert rating.level <= whole.level
    assert rating.steps < whole.steps
    assert rate_puzzle(puzzle, SHIPPED, lambda: False) == whole
