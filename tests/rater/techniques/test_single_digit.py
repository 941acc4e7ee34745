"""Skyscrapers, kites, turbot fish and empty rectangles against their definitions, read plainly."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

import pytest

from cpgen.constraints.house import COLUMN, REGION, ROW, House
from cpgen.layout import Layout
from cpgen.puzzle import Grid
from cpgen.rater.explain import Finding, Part
from cpgen.render.sentences import Narrator
from cpgen.state import State
from cpgen.translations import words_of
from tests.conftest import SHAPES
from tests.rater.techniques.boards import (
    Candidate,
    assert_sound,
    candidates_of,
    found,
    pencilled,
    removals,
    states,
)

Links = list[tuple[tuple[int, int], set[str]]]
"""Pairs of cells that are the only ones for a digit in a house, and the kinds of such houses"""
EACH = (
    "skyscraper",
    "two-string-kite",
    "turbot-fish",
    "empty-rectangle",
    "dual-two-string-kite",
    "dual-empty-rectangle",
)


class Places:
    """Where a digit can go."""

    def __init__(self, state: State, digit: int) -> None:
        self.layout, self.digit, self.size = state.layout, digit, state.layout.size
        self.cells = {cell for cell, digits in candidates_of(state).items() if digit in digits}

    def of(self, house: House) -> set[int]:
        return self.cells.intersection(house.cells)

    def see(self, cells: set[int]) -> set[int]:
        """The places that see all of some cells."""
        return {place for place in self.cells if all(cell in self.layout.peers[place] for cell in cells)}

    def effects(self, cells: set[int]) -> frozenset[Candidate]:
        return frozenset((cell, self.digit) for cell in cells)

    def links(self) -> Links:
        kinds: dict[tuple[int, ...], set[str]] = {}
        for house in self.layout.houses:
            if len(self.of(house)) == 2:
                kinds.setdefault(tuple(sorted(self.of(house))), set()).add(house.kind)
        return [((first, second), kind) for (first, second), kind in kinds.items()]

    def share(self, one: int, two: int, kind: str) -> bool:
        return one // self.size == two // self.size if kind == ROW else one % self.size == two % self.size

    def chains(self) -> Iterator[tuple[str, tuple[int, ...], set[int]]]:
        """The name, the cells and the consequences of two links with ends that see each other."""
        for (one, here), (two, there) in permutations(self.links(), 2):
            for (far, near), (joint, last) in ((a, b) for a in (one, one[::-1]) for b in (two, two[::-1])):
                if len({far, near, joint, last}) == 4 and joint in self.layout.peers[near]:
                    gone = self.see({far, last}) - self.see({far, near}) - self.see({joint, last})
                    name = self.name(far, near, joint, last, here, there)
                    if gone and name:
                        yield name, (far, near, joint, last), gone

    def name(self, far: int, near: int, joint: int, last: int, here: set[str], there: set[str]) -> str:
        for along, across in ((ROW, COLUMN), (COLUMN, ROW)):
            if along in here & there and self.share(near, joint, across):
                return "" if self.share(far, last, across) else "skyscraper"
        apart = not self.share(near, joint, ROW) and not self.share(near, joint, COLUMN)
        crossed = (ROW in here and COLUMN in there) or (COLUMN in here and ROW in there)
        return "two-string-kite" if crossed and apart else "turbot-fish"

    def kites(self) -> Iterator[frozenset[Candidate]]:
        """Yield what two kites with the same inner cells eliminate, where their eliminations differ."""
        kites = [(set(cells[1:3]), gone) for name, cells, gone in self.chains() if name == "two-string-kite"]
        for (one, here), (two, there) in combinations(kites, 2):
            if one == two and here != there:
                yield self.effects(here | there)

    def rectangles(self) -> Iterator[tuple[int, int, int, frozenset[Candidate]]]:
        """Region, row and column of an empty rectangle, and what a link removes with it."""
        houses = list(enumerate(self.layout.houses))
        regions = [(r, self.of(house)) for r, house in houses if house.kind == REGION and len(self.of(house)) > 2]
        for (r, inside), (i, row), (j, column) in (
            (a, b, c) for a in regions for b in houses[: self.size] for c in houses[self.size : 2 * self.size]
        ):
            across, down = inside.intersection(row.cells), inside.intersection(column.cells)
            if inside != across | down or inside in (across, down):
                continue
            for line, arm, kind in ((row, inside - across, COLUMN), (column, inside - down, ROW)):
                for pair, kinds in self.links():
                    for near, far in (pair, pair[::-1]):
                        if kind in kinds and near in line.cells and near not in inside and far not in inside:
                            gone = self.see({far} | arm) - self.see(inside) - self.see({near, far})
                            if gone:
                                yield r, i, j, self.effects(gone)


def there_is(state: State, name: str) -> set[frozenset[Candidate]]:
    effects: set[frozenset[Candidate]] = set()
    for digit in range(1, state.layout.size + 1):
        places = Places(state, digit)
        if name == "dual-two-string-kite":
            effects |= set(places.kites())
        elif name == "empty-rectangle":
            effects |= {gone for *_, gone in places.rectangles()}
        elif name == "dual-empty-rectangle":
            pairs = combinations(places.rectangles(), 2)
            effects |= {one[3] | two[3] for one, two in pairs if one[:3] == two[:3] and one[3] != two[3]}
        else:
            effects |= {places.effects(gone) for one, _, gone in places.chains() if one == name}
    return effects


def assert_links(state: State, finding: Finding) -> None:
    """Assert that strong links leave no other place in a house, and that ends of weak links see each other."""
    (digit,) = finding.digits
    places = Places(state, digit)
    figures = finding.with_role("figure")
    for part in finding.parts:
        if part.source is not None:
            before = finding.parts[part.source]
            together = set(part.cells) | set(before.cells)
            if part.role == "strong":
                assert any(together == places.of(house) for house in state.layout.houses)
            else:
                assert all(two in state.layout.peers[one] for one in part.cells for two in before.cells)
    for region in figures:
        assert region.house
        assert set(region.cells) == places.of(region.house)
        covers = [set(part.house.cells) for part in finding.with_role("cover") if part.house]
        assert len(covers) == 2
        assert set(region.cells) <= set.union(*covers)


def chains_of(finding: Finding) -> list[list[Part]]:
    """The links of each chain in a finding."""
    chains: list[list[Part]] = []
    for part in finding.parts:
        if part.role == "start":
            chains.append([part])
        elif part.role in ("strong", "weak"):
            chains[-1].append(part)
    return chains


def check(state: State, grid: Grid, technique: str) -> bool:
    """Assert that the findings of a technique are those of a plain search; return True if there are any."""
    findings = found(state, technique)
    assert removals(findings) == there_is(state, technique)
    for finding in findings:
        assert_sound(finding, grid)
        assert_links(state, finding)
        chains = chains_of(finding)
        links = ["start", "strong", "weak", "strong"]
        assert [[part.role for part in chain] for chain in chains] == [links] * (1 + technique.startswith("dual"))
        for cell, _ in finding.removed:
            ends = [{*chain[0].cells, *chain[-1].cells} for chain in chains]
            assert any(set(state.layout.peers[cell]) >= both for both in ends)
    return bool(findings)


@pytest.mark.parametrize("name", EACH)
def test_each_is_found_and_there(name: str) -> None:
    seen = 0
    for shape in ("6x6", "9x9", "9x9 jigsaw", "9x9 diagonals", "9x9 windoku", "6x6 latin diagonals", "5x5 pentominoes"):
        for state, grid in states(Layout.parse(SHAPES[shape]), 25, 35 if name == "dual-two-string-kite" else 2):
            seen += check(state, grid, name)
    assert seen >= (1 if name.startswith("dual") else 10)


EXAMPLES = [
    ("skyscraper", {"column 6": "r1c6 r5c6", "column 9": "r3c9 r5c9"}, "r1c7 r1c8 r3c4 r3c5"),
    ("two-string-kite", {"row 1": "r1c3 r1c7", "column 1": "r3c1 r7c1"}, "r7c7"),
    ("two-string-kite", {"row 8": "r8c4 r8c9", "column 7": "r2c7 r9c7"}, "r2c4"),
    ("two-string-kite", {"row 6": "r6c1 r6c6", "column 2": "r4c2 r7c2"}, "r7c6"),
    ("empty-rectangle", {"row 2": "r2c2 r2c8", "region 9": "r7c8 r8c7 r8c9 r9c8"}, "r8c2"),
    (
        "dual-empty-rectangle",
        {"column 1": "r1c1 r9c1", "row 9": "r9c1 r9c6", "region 2": "r1c4 r1c5 r1c6 r2c6 r3c6"},
        "r1c1 r9c6",
    ),
]
"""As HoDoKu's and Sudopedia's pages describe them; the last one is from a forum. 1 can go anywhere else."""


@pytest.mark.parametrize(("name", "confined", "removed"), EXAMPLES)
def test_examples(name: str, confined: dict[str, str], removed: str) -> None:
    layout = Layout.boxes(3, 3)
    names = [layout.cell_name(cell) for cell in range(81)]
    cells = set(range(81))
    for house in layout.houses:
        if str(house) in confined:
            cells -= set(house.cells) - {names.index(one) for one in confined[str(house)].split()}
    state = pencilled(" ".join("123456789" if cell in cells else "23456789" for cell in range(81)))
    effects = [" ".join(names[cell] for cell, _ in sorted(finding.removed)) for finding in found(state, name)]
    assert effects == [removed]


def test_sentences_have_the_chains() -> None:
    state, _ = next(one for one in states(Layout.boxes(3, 3), 400, 1) if found(one[0], "dual-empty-rectangle"))
    sentence = Narrator(words_of("en")).sentence(found(state, "dual-empty-rectangle")[0])
    assert sentence == (
        "In the top-right block, 4 can only go in row 3 and column 7, so at least one end of each of these chains is"
        " true: 4 in r6c9 = 4 in r6c7 − 4 in r2c7 and r3c7 = 4 in r3c9; 4 in r2c6 = 4 in r3c6 − 4 in r3c7 and r3c9 = 4"
        " in r2c7, so 4 can be removed from r2c3 and r7c9."
    )
