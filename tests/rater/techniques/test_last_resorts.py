"""Templates, forcing chains and nets, and brute force, against plain readings of what they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import takewhile

import pytest

from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.explain import Finding, explain_puzzle
from cpgen.rater.rating import rate_puzzle
from cpgen.render.sentences import Narrator
from cpgen.state import State
from cpgen.translations import words_of
from tests.conftest import SHAPES
from tests.rater.techniques.boards import BASICS, Candidate, assert_sound, found, ladder_of, states

LAYOUTS = [
    Layout.parse(SHAPES[name])
    for name in ("6x6", "9x9", "9x9 jigsaw", "9x9 diagonals", "5x5 pentominoes", "6x6 latin diagonals")
]
FORCING = ("forcing-chain-contradiction", "forcing-chain-verity", "forcing-net-contradiction", "forcing-net-verity")
HARD = ("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",)
"""A puzzle of 17 clues that was made against solvers that guess (Wikipedia, Sudoku solving algorithms)"""
NINE_CLUES = "............8.....19.........5.......6..........2............3.........1....4...."
"""Puzzles of so few clues take the longest to search; this one has the regions of jigsaw-9 and diagonals"""


class Plain:
    """A state as plain sets, and what follows from an assumption there."""

    def __init__(self, state: State, most: int) -> None:
        self.layout, self.most = state.layout, most
        self.left = {(cell, digit) for cell in state.open_cells for digit in state.candidates[cell]}
        cells = [[one for one in self.left if one[0] == cell] for cell in state.open_cells]
        placed = state.digits
        self.houses = [
            [one for one in self.left if one[0] in house.cells and one[1] == digit]
            for house in state.layout.houses
            for digit in range(1, state.layout.size + 1)
            if digit not in {placed[cell] for cell in house.cells}
        ]
        self.cells = cells
        self.all = [frozenset(group) for group in cells + self.houses]
        self.follow = cache(self._follow)

    def _follow(self, one: Candidate, on: bool) -> tuple[set[Candidate], set[Candidate]] | None:
        """Return what is on and what is off then; None for a contradiction."""
        lit, dark = ({one}, set()) if on else (set(), {one})
        size = -1
        while size < len(lit) + len(dark):
            size = len(lit) + len(dark)
            for group in self.all:
                for other in group & lit:
                    dark |= group - {other}
                rest = group - dark
                if not rest:
                    return None
                if len(rest) == 1 < len(group) <= self.most:
                    lit |= rest
            if lit & dark:
                return None
        return lit, dark

    def contradictions(self) -> set[tuple[str, Candidate]]:
        """Return what is assigned and eliminated because its opposite is contradictory."""
        found = {("removed", one) for one in self.left if self.follow(one, True) is None}
        return found | {
            ("placed", one) for one in self.left if ("removed", one) not in found and self.follow(one, False) is None
        }

    def verities(self) -> set[tuple[str, Candidate]]:
        """Return what follows from every member of a cell or a house, where all of them are possible."""
        effects: set[tuple[str, Candidate]] = set()
        for group in self.all:
            ways = [self.follow(one, True) for one in group]
            if len(group) > 1 and None not in ways:
                effects |= {("placed", one) for one in set.intersection(*(way[0] for way in ways if way))}
                effects |= {("removed", one) for one in set.intersection(*(way[1] for way in ways if way))}
        return effects


def effects(findings: Sequence[Finding]) -> set[tuple[str, Candidate]]:
    placed = {("placed", effect) for one in findings for effect in one.placed}
    return placed | {("removed", effect) for one in findings for effect in one.removed}


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
@pytest.mark.parametrize("technique", FORCING)
def test_forcing_finds_what_a_plain_reading_finds(layout: Layout, technique: str) -> None:
    assert sum(check_forcing(state, grid, technique) for state, grid in states(layout, 16, 1))


def check_forcing(state: State, grid: Grid, technique: str) -> bool:
    """Assert that forcing finds what a plain search finds; return True if there is anything."""
    findings, plain = found(state, technique), Plain(state, state.layout.size if "net" in technique else 2)
    assert effects(findings) == (plain.contradictions() if "contra" in technique else plain.verities())
    for one in findings:
        assert_sound(one, grid)
        assert_followed(one, plain)
    return bool(findings)


def assert_followed(finding: Finding, plain: Plain) -> None:
    """Each link follows from its sources: off, as something on shares a group; on, as all others of a group are off."""
    known: dict[int, tuple[bool, Candidate]] = {}
    for place, part in enumerate(finding.parts):
        (cell,), (digit,) = part.cells, part.digits
        if part.role == "start":
            following = [link.role for link in finding.parts if link.source == place]
            known[place] = ("strong" not in following and not (not following and finding.placed), (cell, digit))
        elif part.role in ("strong", "weak"):
            sources = [known[source] for source in sources_of(finding, place)]
            groups = [group for group in plain.all if (cell, digit) in group]
            if part.role == "weak":
                assert any(on and any(one in group for group in groups) for on, one in sources)
            else:
                dark = {one for on, one in sources if not on}
                assert any(group - {(cell, digit)} <= dark and len(group) <= plain.most for group in groups)
            known[place] = (part.role == "strong", (cell, digit))


def sources_of(finding: Finding, place: int) -> Iterator[int]:
    """The places of the parts that a link comes from: its own, and those of the parts after it that add to it."""
    more = takewhile(lambda part: part.role == "also", finding.parts[place + 1 :])
    return (part.source for part in (finding.parts[place], *more) if part.source is not None)


def templates(state: State, digit: int) -> Iterator[set[int]]:
    """Yield all templates of a digit: sets of cells, one in each house."""
    size, open_cells = state.layout.size, set(state.open_cells)
    may = [
        (cell in open_cells and digit in state.candidates[cell]) or state.digits[cell] == digit
        for cell in range(size * size)
    ]

    def placed(row: int, chosen: tuple[int, ...]) -> Iterator[set[int]]:
        if row == size:
            if all(set(house.cells) & set(chosen) for house in state.layout.houses):
                yield set(chosen)
            return
        for cell in range(row * size, row * size + size):
            if may[cell] and not set(state.layout.peers[cell]) & set(chosen):
                yield from placed(row + 1, (*chosen, cell))

    return placed(0, ())


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_templates_are_what_all_placements_of_a_digit_say(layout: Layout) -> None:
    for technique in ("template-set", "template-delete"):
        assert sum(check_templates(state, grid, technique) for state, grid in states(layout, 5, 2))


def check_templates(state: State, grid: Grid, technique: str) -> bool:
    """Assert that templates find what a plain search finds; return True if there is anything."""
    findings, expected = found(state, technique), set()
    for digit in range(1, state.layout.size + 1):
        every = list(templates(state, digit))
        may = {cell for cell in state.open_cells if digit in state.candidates[cell]}
        if technique == "template-set":
            expected |= {("placed", (cell, digit)) for cell in set.intersection(*every) & may}
        else:
            expected |= {("removed", (cell, digit)) for cell in may - set.union(*every)}
    assert effects(findings) == expected
    for one in findings:
        assert_sound(one, grid)
    return bool(findings)


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_brute_force_places_only_what_is_certain(layout: Layout) -> None:
    for state, grid in states(layout, 5, 3, unique=True):
        (one,) = found(state, "brute-force")
        assert len(one.placed) == 1
        assert_sound(one, grid)
    assert not found(State(Puzzle(layout, (0,) * layout.cell_count)), "brute-force")


def test_brute_force_ends_a_puzzle_of_nine_clues() -> None:
    layout = Layout.parse(layout_named("jigsaw-9").spec + "+diagonals")
    rating = rate_puzzle(Puzzle.parse(NINE_CLUES, layout), ladder_of(*BASICS, *FORCING, "brute-force"))
    assert rating.solved
    assert rating.hardest == "brute-force"


@pytest.mark.parametrize("line", HARD)
def test_the_last_resorts_end_every_puzzle(line: str) -> None:
    explanation = explain_puzzle(Puzzle.parse(line), ladder_of(*BASICS, *FORCING, "brute-force"))
    assert explanation.rating.solved
    for language in ("en", "ja"):
        narrator = Narrator(words_of(language))
        assert all(narrator.sentence(one.findings[0]) for one in explanation)
