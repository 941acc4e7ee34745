"""Fish: each finding is there, and none is missed, by a search that goes through all bases and covers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import pytest

from cpgen.layout import COLUMN, ROW, Layout
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.explain import Finding
from cpgen.render.sentences import Narrator
from cpgen.state import State
from cpgen.words import words_of
from tests.conftest import SHAPES
from tests.rater.techniques.boards import Candidate, assert_sound, candidates_of, found, removals, states

SIZES = {"x-wing": 2, "swordfish": 3, "jellyfish": 4, "squirmbag": 5, "whale": 6, "leviathan": 7}
NAMES = {size: name for name, size in SIZES.items()}
LINES = ((ROW,), (COLUMN,))
BASIC = ("", "finned-", "sashimi-")
COMPLEX = ("franken-", "finned-franken-", "mutant-", "finned-mutant-")


@dataclass(frozen=True)
class Fish:
    """A digit in the houses of a layout, by their places in the layout: its bases, covers and fins; what goes."""

    digit: int
    bases: tuple[int, ...]
    covers: tuple[int, ...]
    fins: tuple[int, ...]
    removed: tuple[int, ...]
    shape: str
    """basic, sashimi, franken or mutant"""

    @property
    def kind(self) -> str:
        """How its name begins."""
        shape = "" if self.shape == "basic" else self.shape + "-"
        return f"finned-{shape}" if self.fins and self.shape != "sashimi" else shape

    @property
    def effects(self) -> frozenset[Candidate]:
        """Cells and digits."""
        return frozenset((cell, self.digit) for cell in self.removed)


class Water:
    """Where a digit can go, house by house; sets of cells are the bits of a number."""

    def __init__(self, state: State, digit: int) -> None:
        self.layout, self.digit = state.layout, digit
        cells = [cell for cell, digits in candidates_of(state).items() if digit in digits]
        self.all = sum(1 << cell for cell in cells)
        self.places = [self.all & sum(1 << cell for cell in house.cells) for house in state.layout.houses]
        self.seen = {cell: sum(1 << peer for peer in state.layout.peers[cell]) for cell in cells}

    def fish(self, bases: tuple[int, ...], covers: tuple[int, ...]) -> Fish | None:
        """The fish with these bases and covers, if something follows from it.

        Fins are places of bases outside the covers, or in two bases. What goes is in a cover and no base, or in two
        covers and one base, and sees all fins; unless the fish is a basic one, no base alone excludes it, and something
        goes that is in one cover alone.
        """
        based = overlap = covered = twice = 0
        for base in bases:
            overlap |= based & self.places[base]
            based |= self.places[base]
        for cover in covers:
            if not self.places[cover] & based:
                return None
            twice |= covered & self.places[cover]
            covered |= self.places[cover]
        fins = based & ~covered | overlap
        shape = self.shape(bases, covers)
        basic = shape == "basic" and not fins
        removed = tuple(
            cell
            for cell in cells_of(covered & ~based | twice & based & ~overlap)
            if basic or (not fins & ~self.seen[cell] and not any(self.excludes(base, cell) for base in bases))
        )
        if shape == "basic" and fins and any((self.places[base] & covered).bit_count() == 1 for base in bases):
            shape = "sashimi"
        alone = [cell for cell in removed if sum(self.places[cover] >> cell & 1 for cover in covers) == 1]
        if not (removed if basic else alone):
            return None
        return Fish(self.digit, bases, covers, cells_of(fins), removed, shape)

    def excludes(self, base: int, cell: int) -> bool:
        """Whether a cell sees all places of a base."""
        return not self.places[base] >> cell & 1 and not self.places[base] & ~self.seen[cell]

    def shape(self, bases: tuple[int, ...], covers: tuple[int, ...]) -> str:
        """What bases and covers make the fish, regions and extra houses being alike: basic, franken or mutant."""
        here, there = ({self.layout.houses[house].kind for house in houses} for houses in (bases, covers))
        for one, other in ((ROW, COLUMN), (COLUMN, ROW)):
            if other not in here and one not in there:
                return "basic" if (here, there) == ({one}, {other}) else "franken"
        return "mutant"

    def of_kinds(self, kinds: tuple[str, ...], least: int = 0) -> list[int]:
        """The houses of some kinds with at least so many places."""
        houses = enumerate(self.layout.houses)
        return [k for k, house in houses if house.kind in kinds and self.places[k].bit_count() >= least]


def cells_of(bits: int) -> tuple[int, ...]:
    return tuple(cell for cell in range(bits.bit_length()) if bits >> cell & 1)


def waters(state: State) -> Iterator[Water]:
    return (Water(state, digit) for digit in range(1, state.layout.size + 1))


def line_fish(state: State, k: int) -> Iterator[Fish]:
    """All fish of k rows and k columns, with fins and without."""
    for water in waters(state):
        for here, there in (LINES, LINES[::-1]):
            for bases in combinations(water.of_kinds(here, 2), k):
                for covers in combinations(water.of_kinds(there, 1), k):
                    if fish := water.fish(bases, covers):
                        yield fish


def read(state: State, finding: Finding) -> Fish | None:
    """The fish that a finding says it is."""
    houses = list(state.layout.houses)
    (digit,) = finding.digits
    bases, covers = (
        tuple(houses.index(part.house) for part in finding.with_role(role) if part.house)
        for role in ("figure", "cover")
    )
    return Water(state, digit).fish(bases, covers)


def assert_there(state: State, finding: Finding, k: int) -> None:
    """That a finding is the fish that it says: its kind, bases with all of their places, covers, fins, effects."""
    fish = read(state, finding)
    assert fish
    assert fish.kind == finding.rule.removesuffix(NAMES[k])
    assert len(fish.bases) == len(fish.covers) == k
    for part in finding.with_role("figure"):
        assert part.house
        assert part.cells == tuple(
            cell for cell in part.house.cells if fish.digit in candidates_of(state).get(cell, ())
        )
    assert fish.fins == tuple(sorted(cell for part in finding.with_role("fin") for cell in part.cells))
    assert fish.effects == frozenset(finding.removed)


def complex_fish(state: State, k: int) -> Iterator[Fish]:
    """All fish of any houses that are not of rows and columns alone."""
    for water in waters(state):
        houses = range(len(state.layout.houses))
        covering = [house for house in houses if water.places[house]]
        for bases in combinations([house for house in houses if water.places[house].bit_count() > 1], k):
            for covers in combinations([house for house in covering if house not in bases], k):
                if water.shape(bases, covers) != "basic" and (fish := water.fish(bases, covers)):
                    yield fish


@lru_cache(maxsize=2)
def every_fish(state: State, k: int, of_lines: bool) -> tuple[Fish, ...]:
    return tuple((line_fish if of_lines else complex_fish)(state, k))


def check(state: State, grid: Grid, technique: str) -> bool:
    """That all there is of a technique in a state is found, and nothing else; whether there is any."""
    name = next(name for name in SIZES if technique.endswith(name))
    kind = technique.removesuffix(name)
    there = every_fish(state, SIZES[name], "franken" not in kind and "mutant" not in kind)
    wanted, findings = {fish.effects for fish in there if fish.kind == kind}, found(state, technique)
    for finding in findings:
        assert_sound(finding, grid)
        if technique != "x-wing":  # which notes no covers
            assert_there(state, finding, SIZES[name])
    assert {frozenset(finding.removed) for finding in findings} == wanted
    return bool(wanted)


@pytest.mark.parametrize(
    ("name", "shapes", "count"),
    [
        ("x-wing", ["6x6", "9x9", "9x9 jigsaw", "9x9 diagonals", "9x9 windoku", "6x6 latin diagonals"], 20),
        ("swordfish", ["6x6", "9x9 jigsaw", "9x9 windoku", "6x6 latin diagonals"], 8),
        ("jellyfish", ["9x9", "9x9 jigsaw", "latin-8"], 6),
        ("squirmbag", ["9x9", "latin-8"], 7),
        ("whale", ["latin-8"], 20),
    ],
)
def test_lines_cross_lines(name: str, shapes: list[str], count: int) -> None:
    """Basic fish, which may have bases that exclude something alone, are looked for without their fins."""
    seen = dict.fromkeys(BASIC, 0)
    for shape in shapes:
        for state, grid in states(Layout.parse(SHAPES.get(shape, shape)), count, 1):
            for kind in seen:
                seen[kind] += check(state, grid, kind + name)
    assert seen[""]
    assert name == "whale" or all(seen.values()), seen


@pytest.mark.parametrize(
    ("name", "shape", "count"),
    [
        ("x-wing", "6x6", 20),
        ("x-wing", "5x5 pentominoes", 20),
        ("x-wing", "6x6 latin diagonals", 10),
        ("x-wing", "9x9 windoku", 1),
        ("swordfish", "4x4", 30),
        ("swordfish", "5x5 winding pentominoes", 5),
    ],
)
def test_regions_among_the_houses(name: str, shape: str, count: int) -> None:
    seen = dict.fromkeys(COMPLEX, 0)
    for state, grid in states(Layout.parse(SHAPES[shape]), count, 1):
        for kind in seen:
            seen[kind] += check(state, grid, kind + name)
    assert seen["finned-franken-"]
    assert seen["finned-mutant-"]


@pytest.mark.parametrize("kind", COMPLEX)
def test_four_bases_are_there(kind: str) -> None:
    seen = 0
    for shape in ("6x6", "9x9"):
        for state, grid in states(Layout.parse(SHAPES[shape]), 3, 2):
            for finding in found(state, f"{kind}jellyfish"):
                assert_sound(finding, grid)
                assert_there(state, finding, 4)
                seen += 1
    assert seen


def test_a_fish_whose_first_base_meets_those_of_one_before_it() -> None:
    """Row 4 and regions 2 and 3 come after regions 2, 3 and others that have the same covers and remove nothing."""
    clues = "........2..32..5...2.2..."
    layout = Layout.parse(SHAPES["5x5 winding pentominoes"])
    noted = {1: "14", 2: "13", 4: "134", 7: "4", 9: "14", 10: "14", 13: "14", 16: "14", 17: "34", 18: "14", 20: "14"}
    noted |= {23: "134", 24: "134"}
    state = State(
        Puzzle(layout, tuple(int(clue) if clue != "." else 0 for clue in clues)),
        tuple({0: 2, 3: 5, 5: 3, 6: 5, 14: 5, 22: 5}.get(cell, 0) for cell in range(25)),
        tuple(tuple(map(int, noted.get(cell, ""))) for cell in range(25)),
    )
    assert frozenset({(10, 1), (23, 1)}) in removals(found(state, "mutant-swordfish"))


def test_a_fish_in_words() -> None:
    state, _ = next(one for one in states(Layout.boxes(3, 3), 50, 1) if found(one[0], "finned-swordfish"))
    finding = found(state, "finned-swordfish")[0]
    assert Narrator(words_of("en")).sentence(finding) == (
        "In row 1, row 7 and row 9, 6 can only go in column 3, column 5 and column 6, or else in r1c2 as fins; either"
        " way it leaves the cells there that see every fin, so 6 can be removed from r2c3."
    )
