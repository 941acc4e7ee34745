"""Uniqueness: rectangles and BUG+1 against their definitions, read plainly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import Finding
from cpgen.state import State
from tests.rater.techniques.boards import (
    LAYOUTS,
    Candidate,
    assert_sound,
    candidates_of,
    found,
    pencilled,
    removals,
    seen_by_all,
    states,
)

RECTANGLES = (*(f"unique-rectangle-{kind}" for kind in range(1, 7)), "hidden-rectangle")
AVOIDABLE = ("avoidable-rectangle-1", "avoidable-rectangle-2")
Corners = tuple[int, int, int, int]
"""Two cells in a row and two in another, in the same columns, so that the first is opposite the last"""
Use = tuple[frozenset[int], frozenset[int], frozenset[int], frozenset[Candidate]]
"""The corners, their two digits, other cells of a subset, and what is removed"""


@cache
def rectangles(layout: Layout) -> tuple[Corners, ...]:
    """Yield the rectangles whose digits can be swapped: each house has no corner or two adjacent ones."""
    n, found = layout.size, []
    for (r, s), (k, m) in ((rows, columns) for rows in lines(layout) for columns in lines(layout)):
        a, b, c, d = corners = (r * n + k, r * n + m, s * n + k, s * n + m)
        sides = ({a, b}, {c, d}, {a, c}, {b, d})
        if all(not (inside := set(house.cells) & set(corners)) or inside in sides for house in layout.houses):
            found.append(corners)
    return tuple(found)


def lines(layout: Layout) -> list[tuple[int, int]]:
    return list(combinations(range(layout.size), 2))


def uses(state: State, technique: str) -> set[Use]:
    """Yield the uses of a kind of unique rectangles that eliminate something."""
    cells, layout, found = candidates_of(state), state.layout, set()
    for corners in rectangles(layout):
        if not all(corner in cells for corner in corners):
            continue
        for pair in {frozenset(cells[corner]) for corner in corners if len(cells[corner]) == 2}:
            if all(pair & cells[corner] for corner in corners):
                for subset, removed in removals_of(layout, cells, corners, pair, technique):
                    if removed:
                        found.add((frozenset(corners), pair, frozenset(subset), frozenset(removed)))
    return found


def removals_of(
    layout: Layout, cells: dict[int, set[int]], corners: Corners, pair: frozenset[int], technique: str
) -> Iterator[tuple[tuple[int, ...], set[Candidate]]]:
    a, b, c, d = corners
    beside = {a: (b, c), b: (a, d), c: (a, d), d: (b, c)}
    opposite = {a: d, b: c, c: b, d: a}
    plain = [corner for corner in corners if cells[corner] <= pair]
    rest = [corner for corner in corners if corner not in plain]
    extra = {frozenset(cells[corner] - pair) for corner in rest}
    adjacent = len(plain) == 2 and plain[1] in beside[plain[0]]
    across = len(plain) == 1 or (len(plain) == 2 and not adjacent)
    match technique:
        case "unique-rectangle-1" if len(plain) == 3:
            yield (), {(rest[0], digit) for digit in pair & cells[rest[0]]}
        case "unique-rectangle-2" | "unique-rectangle-5" if len(extra) == 1 and len(plain) in (1, 2):
            (digits,) = extra
            if len(digits) == 1 and adjacent == (technique == "unique-rectangle-2"):
                yield (), seen_by_all(layout, cells, min(digits), rest)
        case "unique-rectangle-3" if adjacent:
            union = frozenset().union(*extra)
            for house in (house for house in layout.houses if set(rest) <= set(house.cells)):
                others = [cell for cell in house.cells if cell in cells and cell not in rest]
                for k in range(1, min(6, len(others)) + 1) if len(union) > 1 else ():
                    for subset in combinations(others, k):
                        digits = union.union(*(cells[cell] for cell in subset))
                        if len(digits) == k + 1:
                            seeing = (*rest, *subset)
                            yield (
                                subset,
                                {each for digit in digits for each in seen_by_all(layout, cells, digit, seeing)},
                            )
        case "unique-rectangle-4" if adjacent:
            for digit in pair:
                if is_confined(layout, cells, digit, *rest):
                    yield (), {(corner, other) for corner in rest for other in (pair - {digit}) & cells[corner]}
        case "unique-rectangle-6" if across and len(plain) == 2:
            for digit in pair:
                if any(
                    all(is_confined(layout, cells, digit, *side) for side in sides)
                    for sides in (((a, b), (c, d)), ((a, c), (b, d)))
                ):
                    yield (), {(corner, digit) for corner in rest if digit in cells[corner]}
        case "hidden-rectangle" if across:
            for digit in pair:
                for last in (opposite[corner] for corner in plain):
                    if all(is_confined(layout, cells, digit, last, corner) for corner in beside[last]):
                        yield (), {(last, other) for other in (pair - {digit}) & cells[last]}


def is_confined(layout: Layout, cells: dict[int, set[int]], digit: int, one: int, other: int) -> bool:
    """Return True if the digit has only two cells of a house."""
    return digit in cells[one] | cells[other] and any(
        all(digit not in cells.get(cell, ()) or cell in (one, other) for cell in house.cells)
        for house in layout.houses
        if one in house.cells and other in house.cells
    )


def avoidable_uses(state: State, technique: str) -> set[Use]:
    """Assert that the avoidable rectangles found are those of a plain search; return True if there are any."""
    cells, layout, digits, found = candidates_of(state), state.layout, state.digits, set()
    for a, b, c, d in rectangles(layout):
        if any(state.puzzle.clues[corner] for corner in (a, b, c, d)):
            continue
        if technique == "avoidable-rectangle-1":
            for one, other, third, last in ((a, b, c, d), (b, a, d, c), (c, d, a, b), (d, c, b, a)):
                if digits[one] and digits[other] and digits[other] == digits[third] and not digits[last]:
                    removed = {(last, digits[one])} & {(last, digit) for digit in cells[last]}
                    found.add((frozenset((a, b, c, d)), frozenset((digits[one], digits[other])), frozenset(removed)))
            continue
        for one, other, under, last in ((a, b, c, d), (c, d, a, b), (a, c, b, d), (b, d, a, c)):
            x, y = digits[one], digits[other]
            if not (x and y) or digits[under] or digits[last]:
                continue
            if y in cells[under] and x in cells[last] and len(cells[under]) == len(cells[last]) == 2:
                extra = cells[under] - {y}
                if extra == cells[last] - {x}:
                    removed = seen_by_all(layout, cells, min(extra), (under, last))
                    found.add((frozenset((a, b, c, d)), frozenset((x, y)), frozenset(removed)))
    return {(corners, pair, frozenset(), removed) for corners, pair, removed in found if removed}


def use_of(finding: Finding) -> Use:
    figure = finding.with_role("figure") or finding.with_role("cells")
    corners = frozenset(cell for part in figure for cell in part.cells)
    subset = frozenset(cell for part in finding.with_role("set") for cell in part.cells)
    return corners, frozenset(figure[0].digits), subset, frozenset(finding.removed)


def planted(state: State, rng: np.random.Generator, technique: str) -> State:
    """The state with candidates as a rectangle has them in some of its cells; there may be no solution."""
    cells, kind = candidates_of(state), technique[-1]
    fitting = [corners for corners in rectangles(state.layout) if all(corner in cells for corner in corners)]
    for _ in range(8 if fitting else 0):
        corners = rng.permutation(fitting[rng.integers(len(fitting))]).tolist()
        x, y, *more = rng.permutation(state.layout.size)[: 5 if kind in "34e" else 3].tolist()
        extra = {"1": 1, "5": 3 if rng.random() < 0.5 else 2}.get(kind, 2)
        marks = [set(noted) for noted in state.marks]
        for k, corner in enumerate(corners):
            marks[corner] = {x + 1, y + 1} | ({digit + 1 for digit in more} if k < extra else set())
        tried = replace(state, marks=tuple(tuple(sorted(noted)) for noted in marks))
        state = state if is_broken(tried) else tried
    return state


def is_broken(state: State) -> bool:
    """Return True if a cell has no candidate, or a house no place for a digit."""
    cells, digits = candidates_of(state), state.digits
    possible = [cells.get(cell, {digit}) for cell, digit in enumerate(digits)]
    return not all(cells.values()) or any(
        len(set().union(*(possible[cell] for cell in house.cells))) < state.layout.size for house in state.layout.houses
    )


def check(state: State, technique: str) -> bool:
    """Assert that the findings of a technique are those of a plain search; return True if there are any."""
    if technique == "bug-plus-1":
        expected = bug_uses(state)
    else:
        expected = (avoidable_uses if technique in AVOIDABLE else uses)(state, technique)
    here = {use_of(finding) for finding in found(state, technique)}
    assert here <= expected
    assert {use[-1] for use in here} == {use[-1] for use in expected}
    return bool(expected)


@pytest.mark.parametrize("technique", RECTANGLES)
def test_unique_rectangles_match_a_plain_search(technique: str) -> None:
    seen = sum(
        check(state, technique) for layout in LAYOUTS.values() for state in with_planted(layout, 26, 1, technique)
    )
    assert seen >= 10, seen


def with_planted(layout: Layout, count: int, seed: int, technique: str) -> Iterator[State]:
    """Random states, and each with candidates as a kind of rectangles has them."""
    rng = np.random.default_rng(seed)
    for state, _ in states(layout, count, 20 + seed):
        yield from (state, planted(state, rng, technique))


def partly_clues(layout: Layout, count: int, seed: int) -> Iterator[State]:
    """Grids of which some digits are clues, some are placed and some are missing."""
    rng, oracle = np.random.default_rng(seed), open_oracle("bitset")
    for _ in range(count):
        grid = oracle.complete(Puzzle(layout, (0,) * layout.cell_count), rng)
        kinds = rng.random(layout.cell_count)
        clues = tuple(digit if kind < 0.1 else 0 for digit, kind in zip(grid, kinds, strict=True))
        placed = tuple(digit if 0.1 <= kind < 0.7 else 0 for digit, kind in zip(grid, kinds, strict=True))
        yield State(Puzzle(layout, clues), placed)


@pytest.mark.parametrize("technique", AVOIDABLE)
def test_avoidable_rectangles_match_a_plain_search(technique: str) -> None:
    seen = sum(check(state, technique) for layout in LAYOUTS.values() for state in partly_clues(layout, 40, 2))
    assert seen >= 10, seen


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_they_are_sound_where_there_is_one_solution(layout: Layout) -> None:
    for state, grid in states(layout, 20, 23, unique=True):
        for technique in (*RECTANGLES, *AVOIDABLE, "bug-plus-1"):
            for finding in found(state, technique):
                assert_sound(finding, grid)


def bugs(layout: Layout, count: int, seed: int) -> Iterator[State]:
    """States in which three digits can take each other's places everywhere: as they are, with one or two more."""
    rng, oracle, after = np.random.default_rng(seed), open_oracle("bitset"), {1: 2, 2: 3, 3: 1}
    for number in range(count):
        grid = oracle.complete(Puzzle(layout, (0,) * layout.cell_count), rng)
        assert grid is not None
        marks = [tuple(sorted((digit, after[digit]))) if digit in after else () for digit in grid]
        for cell in rng.choice([cell for cell, noted in enumerate(marks) if noted], number % 3, replace=False).tolist():
            marks[cell] = (1, 2, 3)
        yield State(Puzzle(layout, tuple(0 if digit in after else digit for digit in grid)), marks=tuple(marks))


def bug_uses(state: State) -> set[Use]:
    """Return the candidate that prevents a BUG, if every other digit has two places in each house."""
    cells, found = candidates_of(state), set()
    for cell in (cell for cell, digits in cells.items() if len(digits) == 3):
        for extra in cells[cell]:
            left = cells | {cell: cells[cell] - {extra}}
            if all(len(digits) == 2 for digits in left.values()) and all(
                sum(digit in left.get(place, ()) for place in house.cells) in (0, 2)
                for house in state.layout.houses
                for digit in range(1, state.layout.size + 1)
            ):
                gone = frozenset((cell, digit) for digit in left[cell])
                found.add((frozenset((cell,)), frozenset((extra,)), frozenset(), gone))
    return found


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_a_bug_has_one_candidate_more(layout: Layout) -> None:
    assert sum(check(state, "bug-plus-1") for state in bugs(layout, 30, 3)) == 10


def test_the_first_published_rectangle_of_type_6() -> None:
    """From Ruud's post in the Sudoku players' forum, 31 March 2006: the X-Wing of 9 in r79c15."""
    state = pencilled(
        """2 5 1 7 4 8 9 6 3  3 9 4 6 5 2 7 18 18  6 7 8 1 3 9 4 5 2
        5 26 267 9 8 3 12 4 17  1 8 3 4 2 7 5 9 6  9 4 27 5 1 6 28 3 78
        8 3 69 2 679 4 16 17 5  4 26 5 8 67 1 3 27 9  7 1 269 3 69 5 68 28 4"""
    )
    assert frozenset({(58, 9), (74, 9)}) in removals(found(state, "unique-rectangle-6"))
