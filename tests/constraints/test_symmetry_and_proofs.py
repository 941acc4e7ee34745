"""Symmetry and proofs where constraints restrict them: canonical forms, patterns, grids, digging, swaps of digits."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cpgen.api import dig_many
from cpgen.collection.store import Store
from cpgen.constraints.base import Constraint
from cpgen.constraints.kind_table import KINDS
from cpgen.constraints.primitives import PRIMITIVES
from cpgen.digging.random_grids import has_random_grids
from cpgen.errors import InputError
from cpgen.feasibility.infeasible import least_clues, reason_against
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.oracles.bases import Deadline, EnumeratingOracle
from cpgen.oracles.bitset import all_grids
from cpgen.pattern import Pattern
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.explain import find_in
from cpgen.rater.techniques import NAMED
from cpgen.requests.grid_sources import is_shiftable
from cpgen.state import State
from cpgen.symmetry.automorphisms import automorphism_fixing
from cpgen.symmetry.canonical import Forms, canonical
from cpgen.symmetry.layout_images import (
    canonical_image,
    canonical_layout,
    moved_layout,
    orientations,
    require_symmetry,
    symmetries_of,
)
from cpgen.symmetry.square import maps
from tests.collection.making import record
from tests.constraints.examples import EXAMPLES, board
from tests.rater.techniques.boards import ladder_of
from tests.variant_puzzles import VARIANTS, puzzle_of

TELLING = re.compile(r"indexing|row\(|2 \* b")
"""Lines that tell rows from columns, or the two ends of a line"""
KINDS_ONCE = list({line.partition(" ")[0].rstrip(":"): (size, line) for size, line in EXAMPLES}.values())


def layout_of(size: int, line: str) -> Layout:
    return board(size).with_constraints(line)


def random_clues(size: int, rng: np.random.Generator) -> Grid:
    return tuple(int(digit) if rng.random() < 0.4 else 0 for digit in rng.integers(1, size + 1, size * size))


def images(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Yield the images of a puzzle under the symmetries of the square that its constraints have images under."""
    for source in maps(puzzle.layout.size).tolist():
        layout = moved_layout(puzzle.layout, source)
        if layout is not None:
            yield Puzzle(layout, tuple(puzzle.clues[cell] for cell in source))


def test_every_kind_has_an_example() -> None:
    assert {line.partition(" ")[0].rstrip(":") for _, line in EXAMPLES} == set(KINDS) - {"dot?", "less?", "parity?"}


@pytest.mark.parametrize(("size", "line"), EXAMPLES)
def test_turned_images_share_the_canonical_form(size: int, line: str) -> None:
    rng, layout = np.random.default_rng(1), layout_of(size, line)
    for _ in range(5):
        puzzle = Puzzle(layout, random_clues(size, rng))
        turned = list(images(puzzle))
        assert len(turned) == 8 or TELLING.search(line)
        assert {canonical(one) for one in turned} == {canonical(puzzle)}
        assert canonical(puzzle).layout == canonical_layout(layout)


@pytest.mark.parametrize(("size", "line"), EXAMPLES)
def test_other_puzzles_have_other_forms(size: int, line: str) -> None:
    """Two puzzles with one form are images of each other, perhaps with other names of digits."""
    rng, layout = np.random.default_rng(2), layout_of(size, line)
    for _ in range(20):
        clues = [0] * size**2
        for cell in rng.permutation(size**2)[:2].tolist():
            clues[cell] = int(rng.integers(1, size + 1))
        one = Puzzle(layout, tuple(clues))
        clues[int(rng.integers(size**2))] = int(rng.integers(1, size + 1))
        other = Puzzle(layout, tuple(clues))
        known = [pattern_of(image, layout) for image in images(one) if image.layout == canonical_layout(layout)]
        wanted = [pattern_of(image, layout) for image in images(other) if image.layout == canonical_layout(layout)]
        assert (canonical(one) == canonical(other)) == (not set(known).isdisjoint(wanted))


def pattern_of(puzzle: Puzzle, layout: Layout) -> Grid:
    """Return the clues, with digits renamed by first appearance where they are interchangeable."""
    names = {0: 0}
    for digit in puzzle.clues:
        names.setdefault(digit, len(names) if layout.digits_interchangeable else digit)
    return tuple(names[digit] for digit in puzzle.clues)


def test_digits_are_renamed_only_where_constraints_allow_it() -> None:
    clues, renamed = "1.../..2./..../...3", "3.../..1./..../...2"
    for line, expected in ("cage: r1c1 r2c3", True), ("cage 3: r1c1 r1c2", False), ("thermo r1c2 r1c3", False):
        layout = Layout.boxes(2, 2).with_constraints(line)
        one, other = (Puzzle.parse(text, layout) for text in (clues, renamed))
        assert (canonical(one) == canonical(other)) == expected
        forms = Forms(layout)
        assert forms.add(one.clues)
        assert forms.add(other.clues) == (not expected)


def test_forms_recognise_repeats_on_any_layout() -> None:
    forms = Forms(Layout.boxes(3, 3))
    puzzles = [puzzle_of(name) for name in VARIANTS]
    turned = [list(images(puzzle))[-1] for puzzle in puzzles]
    assert all(map(forms.add_puzzle, puzzles))
    assert not any(map(forms.add_puzzle, turned))
    assert not any(map(forms.add_puzzle, puzzles))
    killer = next(puzzle for puzzle in puzzles if len(puzzle.layout.further) > 20)
    fewer = replace(killer.layout, further=killer.layout.further[1:])
    assert forms.add_puzzle(Puzzle(fewer, killer.clues))
    assert forms.add(killer.clues)
    assert not forms.add_puzzle(Puzzle(Layout.boxes(3, 3), killer.clues))


def test_symmetric_constraints_have_one_canonical_form() -> None:
    """The marks of cells do not tell the orientations of these apart, but the sums do."""
    layout = Layout.boxes(2, 2).with_constraints("cage 3: r1c1 r1c2", "cage 4: r4c3 r4c4", "cage 5: r1c4 r2c4")
    boards = [image.layout for image in images(Puzzle(layout, (0,) * 16))]
    assert len(set(boards)) == 8
    for one in boards:
        assert canonical_image(one)[0] == canonical_layout(layout)
        assert [moved_layout(one, source) for source in canonical_image(one)[1]] == [canonical_layout(layout)]
    again = Layout.boxes(2, 2).with_constraints("cage 3: r1c1 r1c2", "cage 3: r4c3 r4c4")
    assert len(canonical_image(again)[1]) == 2


def test_order_of_cells_and_lines_does_not_matter() -> None:
    one = Layout.boxes(2, 2).with_constraints("cage 3: r1c1 r1c2", "thermo r4c1 r3c1", "zipper r1c3 r2c3 r3c3")
    other = Layout.boxes(2, 2).with_constraints("zipper r3c3 r2c3 r1c3", "cage 3: r1c2 r1c1", "thermo r4c1 r3c1")
    reverse = Layout.boxes(2, 2).with_constraints("zipper r3c3 r2c3 r1c3", "cage 3: r1c2 r1c1", "thermo r3c1 r4c1")
    assert canonical_layout(one) == canonical_layout(other) != canonical_layout(reverse)


def test_symmetries_of_a_board_include_its_constraints() -> None:
    plain = Layout.boxes(2, 2)
    assert symmetries_of(plain.with_constraints("cage 3: r1c1 r1c2", "cage 3: r1c3 r1c4"))[0] == "left-right"
    assert symmetries_of(plain.with_constraints("cage 3: r1c1 r1c2", "cage 4: r1c3 r1c4"))[0] == "none"
    layout = plain.with_constraints("thermo r1c1 r1c2")
    with pytest.raises(InputError, match="carries 'thermo: r1c1 r1c2' to no constraint"):
        require_symmetry(layout, "left-right")
    assert list(orientations(Puzzle(plain.with_constraints("indexing column r1c1"), (0,) * 16))) == [
        "as given",
        "diagonal",
    ]


@pytest.mark.parametrize(("size", "line"), KINDS_ONCE)
def test_lines_and_digits_stay_in_place(size: int, line: str) -> None:
    layout = layout_of(size, line)
    assert layout.twin_lines == ()
    assert not is_shiftable(layout)
    assert not has_random_grids(layout)
    assert automorphism_fixing(layout, ()) is None
    assert (least_clues(layout) == 0) == (not layout.digits_interchangeable)


@pytest.mark.parametrize(("size", "line"), [(size, line) for size, line in EXAMPLES if size == 4])
def test_no_possible_pattern_is_refused(size: int, line: str) -> None:
    """A pattern is possible if no other grid has the digits of some grid in its cells."""
    rng, layout = np.random.default_rng(3), layout_of(size, line)
    grids = all_grids(layout)
    refused = 0
    for count in range(9):
        for _ in range(8):
            cells = tuple(sorted(rng.permutation(16)[:count].tolist()))
            fixed = tuple(int(grids[0][cell]) if rng.random() < 0.2 else 0 for cell in cells)
            fitting = [grid for grid in grids if all(d in (0, grid[c]) for c, d in zip(cells, fixed, strict=True))]
            shown = Counter(tuple(grid[list(cells)].tolist()) for grid in fitting)
            if reason_against(layout, Pattern(4, cells, fixed)):
                refused += 1
                assert 1 not in shown.values(), (cells, fixed)
    assert refused or len(grids) == 1


class Listing(EnumeratingOracle):
    """An oracle that lists grids in their order."""

    name = "listing"
    supports = frozenset(PRIMITIVES)

    def completions(self, puzzle: Puzzle, deadline: Deadline) -> Iterator[Grid]:
        for grid in all_grids(puzzle.layout).tolist():
            if all(clue in (0, digit) for clue, digit in zip(puzzle.clues, grid, strict=True)):
                yield tuple(grid)


@pytest.mark.parametrize(("size", "line"), [(size, line) for size, line in KINDS_ONCE if size == 4])
def test_random_completions_satisfy_the_constraint(size: int, line: str) -> None:
    layout = layout_of(size, line)
    for oracle in (Listing(), open_oracle("bitset")):
        for seed in range(5):
            grid = oracle.complete(Puzzle(layout, (0,) * 16), np.random.default_rng(seed))
            assert grid is not None
            assert Puzzle(layout, grid).is_solved_by(grid)


def test_swaps_that_a_constraint_forbids_prove_nothing() -> None:
    """A rectangle of two digits, whose two fillings a thermometer tells apart."""
    layout = Layout.boxes(2, 2)
    pair, other = (1, 2), (3, 4)
    marks = [
        pair,
        (1, 2, 3),
        other,
        other,
        other,
        other,
        pair,
        pair,
        pair,
        pair,
        other,
        other,
        other,
        other,
        pair,
        pair,
    ]
    assumed = [name for name, technique in NAMED.items() if technique.assumes_one_solution]
    plain = State(Puzzle(layout, (0,) * 16), marks=tuple(marks))
    further = State(Puzzle(layout.with_constraints("thermo r1c1 r1c2"), (0,) * 16), marks=tuple(marks))
    assert find_in(plain, ladder_of(*assumed))
    assert not find_in(further, ladder_of(*assumed))


def test_normal_form_is_a_constraint_of_the_same_meaning() -> None:
    rng = np.random.default_rng(4)
    for size, line in EXAMPLES:
        layout = layout_of(size, line)
        (constraint,) = layout.further
        normal: Constraint = constraint.normal()
        assert normal.normal() == normal
        for _ in range(100):
            grid = rng.integers(1, size + 1, size * size).tolist()
            assert normal.is_satisfied(grid, layout) == constraint.is_satisfied(grid, layout)


@pytest.mark.parametrize(("size", "line"), EXAMPLES)
def test_renaming_digits_keeps_a_grid_if_constraints_say_so(size: int, line: str) -> None:
    rng, layout, oracle = np.random.default_rng(5), layout_of(size, line), open_oracle("bitset")
    kept = []
    for _ in range(40):
        grid = oracle.complete(Puzzle(layout, (0,) * size**2), rng)
        assert grid is not None
        names = [0, *(rng.permutation(size) + 1).tolist()]
        kept.append(layout.further[0].is_satisfied([names[digit] for digit in grid], layout))
    assert all(kept) == layout.digits_interchangeable


def test_collection_knows_turned_images(tmp_path: Path) -> None:
    layout = Layout.boxes(2, 2).with_constraints("cage 5: r1c1 r1c2", "thermo r4c1 r3c1 r3c2")
    puzzle = Puzzle.parse("...1 .... .... ..24", layout)
    with Store(tmp_path / "set.db") as store:
        store.add_all([record(puzzle.line, layout)])
        turned = [state.puzzle for state in orientations(puzzle).values()]
        assert all(map(store.has, turned))
        assert store.add_all(record(one.line, one.layout) for one in turned) == 0
        assert not store.has(Puzzle(layout.base, puzzle.clues))


@pytest.mark.parametrize(("size", "line"), KINDS_ONCE)
def test_dug_puzzles_have_one_solution_and_no_spare_clue(size: int, line: str) -> None:
    oracle = open_oracle("bitset")
    for dug in dig_many(count=2, layout=layout_of(size, line), oracle="bitset", seed=1, symmetry="none"):
        puzzle = dug.puzzle
        assert oracle.uniqueness(puzzle).grids == (dug.solution,)
        assert puzzle.is_solved_by(dug.solution)
        for cell in [cell for cell, clue in enumerate(puzzle.clues) if clue]:
            fewer = Puzzle(puzzle.layout, (*puzzle.clues[:cell], 0, *puzzle.clues[cell + 1 :]))
            assert oracle.count(fewer) == 2
