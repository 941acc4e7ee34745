"""Drawings: every shipped style on several boards, lines that can be read, symmetry, and refusals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest

from cpgen import resources
from cpgen.constraints.base import Constraint
from cpgen.difficulty import Span
from cpgen.drawings import Drawing, Element, Style, draw, style_named
from cpgen.drawings.mark_places import BOTH_WAYS
from cpgen.drawings.random_lines import CONDITIONS, crossings_of
from cpgen.drawings.sheet import moves_of
from cpgen.errors import InputError, NotFoundError
from cpgen.layout import Layout
from cpgen.library import layout_named

STYLES = resources.names("styles")
BOARDS = ["2x3", "jigsaw-9", "latin-5", "pentomino-1", "2x2", "4x4"]
LINES = sorted(CONDITIONS)


def drawn(style: Style, board: str = "3x3", seed: int = 1) -> Drawing:
    return draw(style, layout_named(board), np.random.default_rng(seed))


def of_kind(kind: str, **values: object) -> Style:
    return Style("test", "Test", "Test", (Element(kind, **values),))  # type: ignore[arg-type]


def cells_of(line: Constraint) -> tuple[int, ...]:
    return (*getattr(line, "circle", ()), *line.cells)


def places(drawing: Drawing) -> Iterator[tuple[str, object]]:
    """Yield the kind and the cells of each constraint; the order of cells counts for clues seen from outside."""
    for one in drawing.layout.further:
        yield one.kind, cells_of(one) if one.kind in BOTH_WAYS else frozenset(cells_of(one))


@pytest.mark.parametrize("name", STYLES)
def test_every_style_is_drawn_on_9x9(name: str) -> None:
    drawings = [drawn(style_named(name), seed=seed) for seed in range(5)]
    assert all(drawing.layout.further for drawing in drawings)
    for drawing in drawings:
        positions = [position for group in drawing.optional for position in group]
        assert len(positions) == len(set(positions))
        assert set(positions) <= set(range(len(drawing.layout.further)))


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("name", STYLES)
def test_every_style_is_drawn_or_refused_elsewhere(name: str, board: str) -> None:
    if name == "region-sum" and not layout_named(board).regions:
        with pytest.raises(InputError, match="needs a board with regions"):
            drawn(style_named(name), board)
    else:
        assert drawn(style_named(name), board).layout.further


@pytest.mark.parametrize("symmetry", ["rot180", "rot90", "left-right", "diagonal", "full"])
@pytest.mark.parametrize("name", ["killer", "kropki-some", "thermo", "arrow", "palindrome", "skyscraper", "sandwich"])
def test_drawings_have_their_symmetry(name: str, symmetry: str) -> None:
    drawing = drawn(style_named(name).with_options(symmetry=symmetry))
    found = set(places(drawing))
    assert drawing.symmetry == symmetry
    for move in moves_of(9, symmetry):
        turned = drawing.layout.further
        images = [one.moved(move) for one in turned]
        assert {
            (one.kind, cells_of(one) if one.kind in BOTH_WAYS else frozenset(cells_of(one))) for one in images if one
        } == found


def test_optional_groups_are_orbits() -> None:
    drawing = drawn(style_named("kropki-some").with_options(symmetry="rot90"))
    assert {len(group) for group in drawing.optional} == {4}
    for group in drawing.optional:
        cells = {cell for position in group for cell in drawing.layout.further[position].cells}
        assert all(move[cell] in cells for move in moves_of(9, "rot90") for cell in cells)


@pytest.mark.parametrize("name", ["mixed", "kropki", "thermo"])
def test_drawings_are_determined_by_the_seed(name: str) -> None:
    assert drawn(style_named(name), seed=3) == drawn(style_named(name), seed=3)
    assert drawn(style_named(name), seed=3) != drawn(style_named(name), seed=4) or name == "kropki"


@pytest.mark.parametrize("kind", LINES)
def test_lines_are_apart_and_can_be_read(kind: str) -> None:
    layout = layout_named("3x3")
    for seed in range(5):
        lines = [cells_of(one) for one in drawn(of_kind(kind, count=Span(5, 5)), seed=seed).layout.further]
        assert len(lines) == 5
        assert all(set(one).isdisjoint(other) for one, other in combinations(lines, 2))
        crossed = [corner for line in lines for corner in crossings_of(line, 9)]
        assert len(crossed) == len(set(crossed))
        for line in lines:
            assert len(set(line)) == len(line) >= 2
            steps = [(b // 9 - a // 9, b % 9 - a % 9) for a, b in pairwise(line)]
            assert all(max(map(abs, step)) == 1 for step in steps)
            assert all(a[0] * b[0] + a[1] * b[1] >= 0 for a, b in pairwise(steps))  # no sharp turn
            assert CONDITIONS[kind](line, layout)


def test_palindromes_do_not_repeat_a_digit_in_sight() -> None:
    peers = layout_named("3x3").peers
    for seed in range(10):
        for line in drawn(style_named("palindrome"), seed=seed).layout.further:
            assert not any(line.cells[-1 - k] in peers[line.cells[k]] for k in range(len(line.cells) // 2))


def test_visits_of_region_sums_do_not_repeat_a_digit_in_sight() -> None:
    layout = layout_named("3x3")
    assert not CONDITIONS["region-sum"]((2, 3), layout)  # neighbours in a row, which would be equal
    assert CONDITIONS["region-sum"]((2, 3, 4), layout)
    assert not CONDITIONS["region-sum"]((0, 1, 2), layout)


def test_sums_of_arrows_fit_their_circles() -> None:
    layout = layout_named("3x3")
    assert CONDITIONS["arrow"]((0, 1, 2, 3), layout)
    assert not CONDITIONS["arrow"]((0, 1, 2, 3, 4), layout)  # four cells of a row have 10 at least
    assert not CONDITIONS["arrow"]((0, 1), layout)
    assert CONDITIONS["double-arrow"]((0, 1, 2, 3, 4, 5, 6), layout)
    assert not CONDITIONS["double-arrow"]((0, 1, 2, 3, 4, 5, 6, 7), layout)


def test_clues_of_diagonals_stand_apart() -> None:
    """Each side of the board has the clues of one direction."""
    further = drawn(style_named("little-killer")).layout.further
    ways = {(one.cells[0], one.cells[1] - one.cells[0]) for one in further}
    assert {way for cell, way in ways if 0 < cell < 8} == {10}
    assert {way for cell, way in ways if cell % 9 == 0 and cell not in (0, 72)} == {-8}


def test_mixed_drawings_keep_lines_cages_and_dots_apart() -> None:
    for seed in range(10):
        further = drawn(style_named("mixed"), seed=seed).layout.further
        shapes = [set(cells_of(one)) for one in further if one.kind != "dot?"]
        dots = [set(one.cells) for one in further if one.kind == "dot?"]
        assert all(one.isdisjoint(other) for one, other in combinations(shapes, 2))
        assert all(dot.isdisjoint(shape) for dot in dots for shape in shapes)
        assert {one.kind for one in further} == {"thermo", "arrow", "cage", "dot?"}


def test_constraints_of_the_board_stay_first() -> None:
    board = layout_named("3x3").with_constraints("thermo: r1c1-r1c5", "diagonals")
    drawing = draw(style_named("quad"), board, np.random.default_rng(1))
    assert drawing.layout.further[0] == board.further[0]
    assert drawing.layout.extras == board.extras
    assert min(position for group in drawing.optional for position in group) == 1


def test_values_are_open_unless_the_style_has_them() -> None:
    assert {one.text(9).partition(":")[0] for one in drawn(style_named("killer")).layout.further} == {"cage ?"}
    assert drawn(style_named("killer")).layout.further[0].is_open
    assert {one.values["difference"] for one in drawn(style_named("whisper")).layout.further} == {5}
    assert {one.values["difference"] for one in drawn(style_named("whisper"), "2x3").layout.further} == {3}
    wide = of_kind("white", count=Span(4, 4), values=(("difference", 3),))
    assert {one.values["difference"] for one in drawn(wide).layout.further} == {3}


def test_counts_are_scaled_to_the_board() -> None:
    counts = {board: len(drawn(style_named("thermo"), board).layout.further) for board in ("2x2", "2x3", "3x3", "4x4")}
    assert counts["2x2"] < counts["2x3"] < counts["3x3"] == 8 < counts["4x4"]
    asked = style_named("thermo").with_options(elements=Span(3, 3), length=Span(5, 5))
    assert [len(one.cells) for one in drawn(asked, "2x3").layout.further] == [5, 5, 5]


@pytest.mark.parametrize("ends", [(None, 2), (None, 0), (2, None), (3, 4)])
def test_open_ends_of_counts(ends: tuple[int, int]) -> None:
    count = Span(*ends)
    for kind in ("cage", "thermo", "quad"):
        further = drawn(of_kind(kind, count=count, exact=frozenset({"count"}))).layout.further
        assert count.holds(len(further))


def test_open_ends_of_lengths() -> None:
    for length in (Span(None, 2), Span(6)):
        lines = drawn(of_kind("renban", count=Span(2, 2), length=length)).layout.further
        assert all(length.holds(len(one.cells)) for one in lines)
    cages = drawn(of_kind("cage", length=Span(None, 1))).layout.further
    assert len(cages) == 81


def test_all_diagonals_are_clues_of_little_killers() -> None:
    assert len(drawn(style_named("little-killer")).layout.further) == 30


def test_too_many_lines_are_refused() -> None:
    style = style_named("thermo").with_options(elements=Span(8, 8), length=Span(4, 4))
    with pytest.raises(NotFoundError, match=r"Only \d of 8 elements of the kind thermo find room"):
        drawn(style, "2x2")


def test_lines_longer_than_the_digits_are_refused() -> None:
    with pytest.raises(InputError, match="A thermo has from 2 to 4 cells on a board of side 4"):
        drawn(style_named("thermo").with_options(length=Span(6, 6)), "2x2")


def test_kinds_that_need_another_side_are_refused() -> None:
    with pytest.raises(InputError, match="needs a side of 3, 6"):
        drawn(of_kind("entropic", count=Span(2, 2)), "2x2")


def test_lines_of_a_style_are_part_of_the_layout() -> None:
    style = replace(of_kind("cage"), elements=(Element(line="windoku"), Element(line="leaps king")))
    drawing = draw(style, Layout.boxes(3, 3), np.random.default_rng(1))
    assert len(drawing.layout.extras) == 4
    assert drawing.layout.kind.endswith("+leaps")


def test_region_sums_need_regions() -> None:
    with pytest.raises(InputError, match=r"^The region-sum needs a board with regions"):
        draw(style_named("region-sum"), layout_named("latin-6"), np.random.default_rng(1))
