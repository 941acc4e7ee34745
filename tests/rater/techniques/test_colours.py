"""Simple Colours and Multi-Colours against their definitions, read plainly."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

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
    states,
)

Cluster = tuple[frozenset[int], frozenset[int]]
Coloured = tuple[tuple[frozenset[int], ...], frozenset[Candidate]]
"""The cells of each colour, and what is removed"""
TECHNIQUES = ("simple-colours-trap", "simple-colours-wrap", "multi-colours-1", "multi-colours-2")


def clusters(layout: Layout, cells: dict[int, set[int]], digit: int) -> list[Cluster]:
    """The clusters of a digit, each with the cells of its two colours."""
    links: dict[int, set[int]] = {}
    for house in layout.houses:
        places = [cell for cell in house.cells if digit in cells.get(cell, ())]
        if len(places) == 2:
            links.setdefault(places[0], set()).add(places[1])
            links.setdefault(places[1], set()).add(places[0])
    done: set[int] = set()
    result = []
    for start in links:
        if start not in done:
            sides, here = [{start}, set[int]()], 0
            while new := {other for cell in sides[here] for other in links[cell]} - sides[1 - here]:
                here = 1 - here
                sides[here] |= new
            done |= sides[0] | sides[1]
            result.append((frozenset(sides[0]), frozenset(sides[1])))
    return result


def plain(state: State, technique: str) -> set[Coloured]:
    """Return the findings of a technique in a state."""
    cells = candidates_of(state)
    found_there = {
        (colours, frozenset((cell, digit) for cell in victims))
        for digit in range(1, state.layout.size + 1)
        for colours, victims in coloured(state.layout, cells, digit, technique)
    }
    return {one for one in found_there if one[1]}


def coloured(
    layout: Layout, cells: dict[int, set[int]], digit: int, technique: str
) -> Iterator[tuple[tuple[frozenset[int], ...], set[int]]]:
    all_clusters = clusters(layout, cells, digit)
    peers = layout.peers
    places = {cell for cell, candidates in cells.items() if digit in candidates}

    def seeing(colour: frozenset[int], among: set[int] | frozenset[int]) -> set[int]:
        return {cell for cell in among if not colour.isdisjoint(peers[cell])}

    if technique == "simple-colours-trap":
        for a, b in all_clusters:
            yield (a, b), (seeing(a, places) & seeing(b, places)) - a - b
    elif technique == "simple-colours-wrap":
        for cluster in all_clusters:
            for a, b in permutations(cluster):
                yield (a, b), set(a) if seeing(a, a) else set()
    elif technique == "multi-colours-1":
        for one, two in combinations(all_clusters, 2):
            for a, b in permutations(one):
                for c, d in permutations(two):
                    if seeing(b, c):
                        yield (a, b, c, d), seeing(a, places) & seeing(d, places)
    else:
        for one, two in permutations(all_clusters, 2):
            for a, b in permutations(one):
                if seeing(two[0], a) and seeing(two[1], a):
                    yield (a, b, *two), set(a)


def colours_of(finding: Finding) -> Coloured:
    roles = ("colour-1", "colour-2", "colour-3", "colour-4")
    colours = [frozenset(cell for part in finding.with_role(role) for cell in part.cells) for role in roles]
    return tuple(colour for colour in colours if colour), frozenset(finding.removed)


def unordered(one: Coloured) -> tuple[frozenset[frozenset[int]], frozenset[Candidate]]:
    return frozenset(one[0]), one[1]


def check(state: State, grid: Grid, technique: str) -> bool:
    """Assert that the findings of a technique are those of a plain search; return True if there are any."""
    findings, expected = found(state, technique), plain(state, technique)
    for finding in findings:
        assert_sound(finding, grid)
        clash = finding.with_role("fin")
        assert not clash or clash[1].cells[0] in state.layout.peers[clash[0].cells[0]]
    assert {unordered(colours_of(finding)) for finding in findings} <= set(map(unordered, expected))
    assert removals(findings) == {effects for _, effects in expected}
    return bool(expected)


@pytest.mark.parametrize("technique", TECHNIQUES)
@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_all_colours_are_found_and_those_found_are_there(layout: Layout, technique: str) -> None:
    for state, grid in states(layout, 25, 12):
        check(state, grid, technique)
