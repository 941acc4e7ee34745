"""Wings: XY-Wing, XYZ-Wing and W-Wing against their definitions, read plainly."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from cpgen.layout import Layout
from cpgen.puzzle import Grid
from cpgen.rater.explain import Finding
from cpgen.state import State
from tests.rater.techniques.boards import (
    LAYOUTS,
    Candidate,
    assert_sound,
    candidates_of,
    found,
    removals,
    seen_by_all,
    states,
)

Wing = tuple[frozenset[int], frozenset[Candidate]]
"""The cells of a wing, and what it removes"""
TECHNIQUES = ("xy-wing", "xyz-wing", "w-wing")


def xy_wings(layout: Layout, cells: dict[int, set[int]], size: int) -> Iterator[Wing]:
    for pivot, own in cells.items():
        if len(own) != size:
            continue
        pairs = [cell for cell in layout.peers[pivot] if len(cells.get(cell, ())) == 2]
        for first, second in combinations(sorted(pairs), 2):
            for digit in cells[first] & cells[second]:
                x, y = cells[first] - {digit}, cells[second] - {digit}
                if x != y and own == (x | y | {digit} if size == 3 else x | y):
                    corners = (first, second, pivot) if size == 3 else (first, second)
                    yield frozenset((pivot, first, second)), frozenset(seen_by_all(layout, cells, digit, corners))


def w_wings(layout: Layout, cells: dict[int, set[int]]) -> Iterator[Wing]:
    for first, second in combinations(cells, 2):
        if len(cells[first]) != 2 or cells[first] != cells[second] or second in layout.peers[first]:
            continue
        for digit in cells[first]:
            (other,) = cells[first] - {digit}
            for house in layout.houses:
                places = [cell for cell in house.cells if digit in cells.get(cell, ())]
                if len(places) == 2 and any(
                    a in layout.peers[first] and b in layout.peers[second] for a, b in (places, places[::-1])
                ):
                    victims = seen_by_all(layout, cells, other, (first, second))
                    yield frozenset((first, second, *places)), frozenset(victims)


def plain(state: State, technique: str) -> set[Wing]:
    """Yield the wings that eliminate something."""
    cells = candidates_of(state)
    layout = state.layout
    wings = w_wings(layout, cells) if technique == "w-wing" else xy_wings(layout, cells, 2 + (technique == "xyz-wing"))
    return {wing for wing in wings if wing[1]}


def wing_of(finding: Finding) -> Wing:
    return frozenset(finding.cells), frozenset(finding.removed)


def check(state: State, grid: Grid, technique: str) -> bool:
    """Assert that the findings of a technique are those of a plain search; return True if there are any."""
    wings, expected = found(state, technique), plain(state, technique)
    for finding in wings:
        assert_sound(finding, grid)
    assert {wing_of(finding) for finding in wings} <= expected
    assert removals(wings) == {effects for _, effects in expected}
    return bool(expected)


@pytest.mark.parametrize("technique", TECHNIQUES)
@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_all_wings_are_found_and_those_found_are_there(layout: Layout, technique: str) -> None:
    for state, grid in states(layout, 25, 11):
        check(state, grid, technique)
