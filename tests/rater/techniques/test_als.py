"""Almost locked sets and Sue de Coq against their definitions, read plainly."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from itertools import combinations, pairwise

import pytest

from cpgen.puzzle import Grid
from cpgen.rater.explain import Finding
from cpgen.rater.techniques.als import LONGEST, MOST
from cpgen.state import State
from tests.rater.techniques.boards import (
    LAYOUTS,
    Candidate,
    assert_sound,
    candidates_of,
    found,
    pencilled,
    removals,
    states,
)

Cells = frozenset[int]
Links = dict[Cells, list[tuple[int, Cells]]]


class Plain:
    """Almost locked sets of a state, with their links, by plain sets."""

    def __init__(self, state: State) -> None:
        self.layout, self.cells = state.layout, candidates_of(state)
        self.digits, self.holding = cache(self._digits), cache(self._holding)
        self.seen, self.victims = cache(self._seen), cache(self._victims)

    @cached_property
    def sets(self) -> list[Cells]:
        return sorted(set(self._sets()), key=sorted)

    def _sets(self) -> Iterator[Cells]:
        for house in self.layout.houses:
            inside = [cell for cell in house.cells if cell in self.cells]
            for k in range(1, len(inside) + 1):
                for chosen in combinations(inside, k):
                    if len(self.digits(chosen)) == k + 1:
                        yield frozenset(chosen)

    def _digits(self, chosen: Cells | tuple[int, ...]) -> set[int]:
        return set().union(*(self.cells[cell] for cell in chosen))

    def _holding(self, digit: int, one: Cells) -> list[int]:
        return [cell for cell in one if digit in self.cells[cell]]

    def _seen(self, digit: int, one: Cells) -> Cells:
        """The open cells that see every cell of a set that has the digit."""
        return frozenset(self.cells).intersection(*(self.layout.peers[cell] for cell in self.holding(digit, one)))

    def common(self, one: Cells, other: Cells) -> list[int]:
        """The restricted common digits of two sets, ascending."""
        return [
            digit
            for digit in sorted(self.digits(one) & self.digits(other))
            if self.seen(digit, one).issuperset(self.holding(digit, other))
        ]

    def _victims(self, digit: int, *sets: Cells) -> set[Candidate]:
        seen = frozenset.intersection(*(self.seen(digit, one) for one in sets))
        return {(cell, digit) for cell in seen if digit in self.cells[cell]}

    def shared(self, one: Cells, other: Cells, *without: int) -> set[Candidate]:
        """Return what is eliminated when one of two sets has each digit that they share, without some digits."""
        digits = (self.digits(one) & self.digits(other)) - set(without)
        return set().union(*(self.victims(digit, one, other) for digit in digits))

    @cached_property
    def links(self) -> Links:
        """For each set those that are linked to it, with the digit."""
        links: Links = {one: [] for one in self.sets}
        for one, other in combinations(self.sets, 2):
            for digit in self.common(one, other):
                links[one].append((digit, other))
                links[other].append((digit, one))
        return links

    @property
    def is_small(self) -> bool:
        """True if the state has few enough links to enumerate all chains."""
        links = sum(map(len, self.links.values()))
        return bool(links) and len(self.sets) * (links / len(self.sets)) ** 5 < 50_000


def xz(plain: Plain) -> Iterator[set[Candidate]]:
    for one, other in combinations(plain.sets, 2):
        match plain.common(one, other):
            case [digit]:
                yield plain.shared(one, other, digit)
            case [first, second, *_]:
                rest = [(each, digit) for each in (one, other) for digit in plain.digits(each) - {first, second}]
                own = [plain.victims(digit, each) for each, digit in rest]
                yield set().union(*own, plain.victims(first, one, other), plain.victims(second, one, other))


def xy_wings(plain: Plain) -> Iterator[set[Candidate]]:
    for linked in plain.links.values():
        for (x, one), (y, other) in combinations(linked, 2):
            if x != y and one != other:
                yield plain.shared(one, other, x, y)


def chains(plain: Plain) -> Iterator[set[Candidate]]:
    links, longest = plain.links, LONGEST if plain.is_small else 4
    waiting = [((one, other), (digit,)) for one, linked in links.items() for digit, other in linked]
    while waiting:
        sets, digits = waiting.pop()
        if len(sets) >= 4:
            yield plain.shared(sets[0], sets[-1], digits[0], digits[-1])
        if len(sets) < longest:
            for digit, other in links[sets[-1]]:
                if digit != digits[-1] and other not in sets:
                    waiting.append(((*sets, other), (*digits, digit)))


def blossoms(plain: Plain) -> Iterator[set[Candidate]]:
    """Each candidate that a death blossom takes away."""
    for stem, own in plain.cells.items():
        fits = {
            digit: [
                one for one in plain.sets if (stem, digit) in plain.victims(digit, one) and digit in plain.digits(one)
            ]
            for digit in own
        }
        for cell, candidates in plain.cells.items():
            for digit in candidates - own:
                here = (cell, digit)
                if all(
                    any(digit in plain.digits(one) and here in plain.victims(digit, one) for one in fits[each])
                    for each in own
                ):
                    yield {here}


def sues(plain: Plain) -> Iterator[set[Candidate]]:
    layout, cells = plain.layout, plain.cells
    for region, line in ((a, b) for a in layout.houses for b in layout.houses if a.kind == "region" != b.kind):
        both = set(region.cells) & set(line.cells)
        meeting = [cell for cell in region.cells if cell in both and cell in cells]
        beside = [
            [
                (chosen, plain.digits(chosen))
                for k in range(1, 10)
                for chosen in combinations([cell for cell in house.cells if cell in cells and cell not in both], k)
                if 1 <= len(plain.digits(chosen)) - k <= 3
            ]
            for house in (region, line)
        ]
        for k in range(2, min(4, len(meeting)) + 1) if len(both) > 1 else ():
            for inside in combinations(meeting, k):
                v = plain.digits(inside)
                for (own, d), (across, e) in ((a, b) for a in beside[0] for b in beside[1]) if len(v) >= k + 2 else ():
                    gains = len(own) - len(d - v), len(across) - len(e - v)
                    if not d & e and min(gains) >= 1 and k + len(own) + len(across) == len(v | d | e):
                        yield {
                            (cell, digit)
                            for house, taken, digits in ((region, own, (v | d) - e), (line, across, (v | e) - d))
                            for cell in house.cells
                            for digit in digits & cells.get(cell, set())
                            if cell not in (*inside, *taken)
                        }


DEFINITIONS = {
    "als-xz": xz,
    "als-xy-wing": xy_wings,
    "als-chain": chains,
    "death-blossom": blossoms,
    "sue-de-coq": sues,
}
BY_CANDIDATE = ("als-chain", "death-blossom")
"""Techniques that find one use per eliminated candidate, not every use"""


def assert_there(plain: Plain, finding: Finding) -> None:
    """Assert that the parts of a finding fit their roles."""
    sets = [frozenset(part.cells) for part in finding.with_role("set")]
    common = [part.digits for part in finding.with_role("common")]
    for part, chosen in zip(finding.with_role("set"), sets, strict=True):
        assert set(part.digits) == plain.digits(chosen)
        assert part.house
        assert chosen <= set(part.house.cells)
        assert finding.rule == "sue-de-coq" or len(part.digits) == len(chosen) + 1
    if finding.rule == "sue-de-coq":
        (figure,) = finding.with_role("figure")
        digits = set(figure.digits).union(*(plain.digits(chosen) for chosen in sets))
        assert len(figure.cells) + len(sets[0]) + len(sets[1]) == len(digits)
        assert not plain.digits(sets[0]) & plain.digits(sets[1])
        return
    if finding.rule == "death-blossom":
        (stem,) = finding.with_role("cells")
        assert stem.digits == tuple(sorted(plain.cells[stem.cells[0]])) == tuple(digit for (digit,) in common)
        assert all(
            (*stem.cells, digit) in plain.victims(digit, one) for (digit,), one in zip(common, sets, strict=True)
        )
        assert all((cell, digit) in plain.victims(digit, *sets) for cell, digit in finding.removed)
        return
    assert len(set(sets)) == len(sets) == len(common) + 1
    for one, digits, other in zip(sets, common, sets[1:], strict=False):
        assert set(digits) <= set(plain.common(one, other))
    if finding.rule != "als-xz":
        assert all(len(digits) == 1 for digits in common)
        assert all(one != other for one, other in pairwise(common))
        assert set(finding.removed) == plain.shared(sets[0], sets[-1], *common[0], *common[-1])


def is_short(plain: Plain, technique: str) -> bool:
    """Return True if a state has few enough sets for a plain search."""
    if technique == "als-chain":
        return len(plain.sets) < 30
    return technique == "sue-de-coq" or len(plain.sets) < (MOST if plain.layout.size > 7 else 70)


def check(state: State, grid: Grid, technique: str) -> bool:
    """Assert that the findings of a technique are those of a plain search; return True if there are any."""
    plain = Plain(state)
    if not is_short(plain, technique):
        return False
    findings = found(state, technique)
    for finding in findings:
        assert_sound(finding, grid)
        assert_there(plain, finding)
    uses = [frozenset(each) for each in DEFINITIONS[technique](plain) if each]
    here, expected = removals(findings), set(uses)
    if technique in BY_CANDIDATE:
        here, expected = {frozenset().union(*here)}, {frozenset().union(*expected)}
    if technique == "als-chain" and not plain.is_small:
        assert expected.pop() <= here.pop()
    elif technique in BY_CANDIDATE or sum(map(len, uses)) < 20 * state.layout.cell_count * state.layout.size:
        assert here == expected
    else:  # more than are listed
        assert here <= expected
    return bool(findings)


@pytest.mark.parametrize("technique", DEFINITIONS)
def test_all_are_found_and_those_found_are_there(technique: str) -> None:
    seen = 0
    for layout in LAYOUTS.values():
        count = 30 if technique == "sue-de-coq" else 20 if layout.size < 8 else 2
        seen += sum(check(state, grid, technique) for state, grid in states(layout, count, 32))
    assert seen >= (5 if technique == "als-chain" else 10), seen


def test_a_published_link_of_two_sets() -> None:
    """From the Sudoku players' forum, thread 32070: X = 5, Z = 4 in r1c78 and in r1c2, r2c23."""
    state = pencilled(
        """2345 245 1 9 23 7 56 456 8  6 249 29 1 8 5 7 3 249  23589 2589 7 4 6 23 1 59 259
        1258 3 4 267 9 268 568 1567 156  1289 26789 2689 5 23 4 368 1679 1369  589 56789 689 367 1 368 4 2 3569
        248 2468 5 236 7 1 9 48 36  29 1 2369 8 4 236 356 56 7  7 468 368 36 5 9 2 148 14"""
    )
    assert frozenset({(0, 4)}) in removals(found(state, "als-xz"))
