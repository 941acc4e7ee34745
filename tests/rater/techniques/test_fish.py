"""Fish: each finding is there, and none is missed, by a search that goes through all bases and covers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import combinations, product
from operator import or_

import pytest

from cpgen.constraints.house import COLUMN, EXTRA, REGION, ROW
from cpgen.layout import Layout
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.explain import Finding
from cpgen.render.sentences import Narrator
from cpgen.state import State
from cpgen.translations import words_of
from tests.conftest import SHAPES
from tests.rater.techniques.boards import Candidate, assert_sound, candidates_of, found, removals, sparse, states

SIZES = {"x-wing": 2, "swordfish": 3, "jellyfish": 4, "squirmbag": 5, "whale": 6, "leviathan": 7}
NAMES = {size: name for name, size in SIZES.items()}
LINES = ((ROW,), (COLUMN,))
KINDS = (ROW, COLUMN, REGION, EXTRA)
BASIC = ("", "finned-", "sashimi-")
COMPLEX = ("franken-", "finned-franken-", "mutant-", "finned-mutant-")
Houses = tuple[int, ...]
"""Their places in the layout"""


@dataclass(frozen=True)
class Fish:
    """A digit in houses of a layout: its bases, covers and fins, and what goes."""

    digit: int
    bases: Houses
    covers: Houses
    fins: tuple[int, ...]
    removed: tuple[int, ...]
    shape: str
    """basic, sashimi, franken or mutant"""

    @property
    def kind(self) -> str:
        """Prefix of the technique's name."""
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

    def fish(self, bases: Houses, covers: Houses) -> Fish | None:
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
        """Return True if a cell sees all places of a base."""
        return not self.places[base] >> cell & 1 and not self.places[base] & ~self.seen[cell]

    def shape(self, bases: Houses, covers: Houses) -> str:
        """Return the kind of the fish by its houses: basic, franken or mutant; extra houses count as regions."""
        here, there = ({self.layout.houses[house].kind for house in houses} for houses in (bases, covers))
        for one, other in ((ROW, COLUMN), (COLUMN, ROW)):
            if other not in here and one not in there:
                return "basic" if (here, there) == ({one}, {other}) else "franken"
        return "mutant"

    def of_kinds(self, kinds: tuple[str, ...], least: int = 1) -> list[int]:
        """The houses of some kinds with at least so many places."""
        houses = enumerate(self.layout.houses)
        return [k for k, house in houses if house.kind in kinds and self.places[k].bit_count() >= least]

    def through(self, cell: int | None) -> list[int]:
        """The houses that have a cell; none without one."""
        return [k for k, places in enumerate(self.places) if cell is not None and places >> cell & 1]

    def together(self, houses: Iterable[int]) -> int:
        """The places of some houses."""
        return reduce(or_, (self.places[house] for house in houses), 0)


def cells_of(bits: int) -> tuple[int, ...]:
    return tuple(cell for cell in range(bits.bit_length()) if bits >> cell & 1)


def waters(state: State) -> Iterator[Water]:
    return (Water(state, digit) for digit in range(1, state.layout.size + 1))


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
    """Assert that a finding is a fish of its kind, with all places of its bases, its covers, fins and effects."""
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


def line_fish(water: Water, k: int, finned: bool) -> Iterator[Fish]:
    """Yield all fish of k rows and k columns, with fins or without."""
    for here, there in (LINES, LINES[::-1]):
        yield from fish_of(water, water.of_kinds(here, 2), water.of_kinds(there), k, finned)


def complex_fish(water: Water, k: int, finned: bool) -> Iterator[Fish]:
    """Yield all fish of k houses, not of rows and columns alone, with fins or without."""
    for fish in fish_of(water, water.of_kinds(KINDS, 2), water.of_kinds(KINDS), k, finned):
        if fish.shape not in ("basic", "sashimi"):
            yield fish


def fish_of(water: Water, bases: list[int], covers: list[int], k: int, finned: bool) -> Iterator[Fish]:
    """Yield all fish with k of some houses as bases and k of some as covers, with fins or without."""
    for here, there in set(choices(water, bases, covers, k, finned)):
        if (fish := water.fish(here, there)) and bool(fish.fins) == finned:
            yield fish


def choices(water: Water, bases: list[int], covers: list[int], k: int, finned: bool) -> Iterator[tuple[Houses, Houses]]:
    """The bases and covers that may be a fish, perhaps several times, without most of those that cannot be.

    Without fins, the bases share no places and the covers have all of theirs. With fins a cell goes that is in no base
    and in one cover, and sees all fins: then the same holds for the places that it does not see, some in each base.
    """
    for cell in cells_of(water.all) if finned else (None,):
        through = water.through(cell)
        unseen = water.all & ~(0 if cell is None else water.seen[cell])
        firsts = [(cover,) for cover in covers if cover in through] or [()]
        for here in disjoint(water, [base for base in bases if base not in through], k, unseen):
            based = water.together(here)
            others = [one for one in covers if one not in (*here, *through) and water.places[one] & based]
            for first in firsts:
                left = based & unseen & ~water.together(first)
                for more in covering(water, others, k - len(first), left):
                    yield here, tuple(sorted((*first, *more)))


def disjoint(water: Water, houses: list[int], k: int, cells: int) -> Iterator[Houses]:
    """The choices of k houses that each have some of the cells, and share none of them."""
    here = [(number, house) for number, house in enumerate(houses) if water.places[house] & cells]
    if k == 1:
        yield from ((house,) for _, house in here)
        return
    for number, house in here:
        for more in disjoint(water, houses[number + 1 :], k - 1, cells & ~water.places[house]):
            yield (house, *more)


def covering(water: Water, houses: list[int], k: int, cells: int) -> Iterator[Houses]:
    """The choices of k houses that have all of the cells."""
    if not cells:
        yield from combinations(houses, k)
    elif k == 1:
        yield from ((house,) for house in houses if not cells & ~water.places[house])
    elif k:
        for house in houses:
            if water.places[house] & cells & -cells:
                others = [other for other in houses if other != house]
                for more in covering(water, others, k - 1, cells & ~water.places[house]):
                    yield (house, *more)


@lru_cache(maxsize=2)
def every_fish(state: State, k: int, of_lines: bool, finned: bool) -> tuple[Fish, ...]:
    search = line_fish if of_lines else complex_fish
    return tuple(fish for water in waters(state) for fish in search(water, k, finned))


@pytest.mark.parametrize(("shape", "k"), [("4x4", 2), ("4x4", 3), ("5x5 pentominoes", 2), ("6x6 latin diagonals", 2)])
def test_no_fish_is_left_out_by_the_plain_search(shape: str, k: int) -> None:
    for state, _ in states(Layout.parse(SHAPES[shape]), 3, 5):
        for water in waters(state):
            bases, covers = water.of_kinds(KINDS, 2), water.of_kinds(KINDS)
            pairs = product(combinations(bases, k), combinations(covers, k))
            every = {water.fish(here, there) for here, there in pairs if not {*here} & {*there}}
            found_so = {fish for finned in (False, True) for fish in fish_of(water, bases, covers, k, finned)}
            assert found_so == every - {None}


def check(state: State, grid: Grid, technique: str) -> bool:
    """Assert that the findings of a technique are those of a plain search; return True if there are any."""
    name = next(name for name in SIZES if technique.endswith(name))
    kind = technique.removesuffix(name)
    there = every_fish(state, SIZES[name], kind in BASIC, "finned" in kind or "sashimi" in kind)
    wanted, findings = {fish.effects for fish in there if fish.kind == kind}, found(state, technique)
    for finding in findings:
        assert_sound(finding, grid)
        if technique != "x-wing":  # which notes no covers
            assert_there(state, finding, SIZES[name])
    assert {frozenset(finding.removed) for finding in findings} == wanted
    return bool(wanted)


@pytest.mark.parametrize(
    ("name", "shapes", "count", "seed"),
    [
        ("x-wing", ["6x6", "9x9", "9x9 jigsaw", "9x9 diagonals", "9x9 windoku", "6x6 latin diagonals"], 20, 1),
        ("swordfish", ["6x6", "9x9 jigsaw", "9x9 windoku", "6x6 latin diagonals"], 6, 1),
        ("jellyfish", ["9x9", "9x9 jigsaw", "latin-8"], 18, 1),
        ("squirmbag", ["9x9", "latin-8"], 8, 16),
        ("whale", ["latin-8"], 14, 1),
    ],
)
def test_lines_cross_lines(name: str, shapes: list[str], count: int, seed: int) -> None:
    """Basic fish, which may have bases that exclude something alone, are looked for without their fins."""
    seen = dict.fromkeys(BASIC, 0)
    for shape in shapes:
        for state, grid in states(Layout.parse(SHAPES.get(shape, shape)), count, seed):
            for kind in seen:
                seen[kind] += check(state, grid, kind + name)
    assert seen[""]
    assert name == "whale" or all(seen.values()), seen


@pytest.mark.parametrize(
    ("name", "shape", "count"),
    [
        ("x-wing", "6x6", 20),
        ("x-wing", "5x5 pentominoes", 14),
        ("x-wing", "6x6 latin diagonals", 7),
        ("x-wing", "9x9 windoku", 4),
        ("swordfish", "4x4", 40),
        ("swordfish", "5x5 winding pentominoes", 4),
    ],
)
def test_regions_among_the_houses(name: str, shape: str, count: int) -> None:
    seen = dict.fromkeys(COMPLEX, 0)
    for state, grid in states(Layout.parse(SHAPES[shape]), count, 1):
        for kind in seen:
            seen[kind] += check(state, grid, kind + name)
    assert seen["finned-franken-"]
    assert seen["finned-mutant-"]


@pytest.mark.parametrize(
    ("name", "shape", "kinds", "count"),
    [
        ("jellyfish", "2x3", COMPLEX, 8),
        ("squirmbag", "3x3", BASIC, 11),
        ("squirmbag", "latin-6+diagonals", COMPLEX, 14),
        ("whale", "3x3", BASIC, 11),
        ("whale", "latin-7+diagonals", COMPLEX, 4),
        ("leviathan", "3x3", BASIC, 11),
        ("leviathan", "latin-8+diagonals", COMPLEX, 2),
    ],
)
def test_many_houses(name: str, shape: str, kinds: tuple[str, ...], count: int) -> None:
    seen = dict.fromkeys(kinds, 0)
    for state, grid in sparse(Layout.parse(shape), count, 1, digits=1):
        for kind in seen:
            seen[kind] += check(state, grid, kind + name)
    assert sum(map(bool, seen.values())) > 1, seen


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
        "In column 3, column 5 and column 8, 2 can only go in row 4, row 5 and row 9, except for the fins in r7c5;"
        " either way, it is impossible in the other cells there that see every fin, so 2 can be removed from r9c6."
    )
