"""Set equations: examples, what the equations of random boards say, and agreement with trying all digits."""

from __future__ import annotations

from itertools import product

import pytest

from cpgen.layout import Layout
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.equations import MOST_CELLS, MOST_HEAVY, MOST_WEIGHT, Equation, set_equations
from cpgen.rater.explain import find_in
from cpgen.render.sentences import Narrator
from cpgen.translations import words_of
from tests.published import published
from tests.rater.techniques.boards import alone, states
from tests.rater.techniques.test_clue_logic import found
from tests.rater.test_constraint_rating import BOARDS, drawn

JIGSAW = "AAAAAB CCCCAB CCDBBB DDDDEB DEEEEE FFFFFF"


def equations_of(lines: str, size: int = 6) -> list[Equation]:
    return list(set_equations(Layout.default(size).with_constraints(*lines.split("; "))))


def test_difference_of_two_sums_is_the_sum_of_one_cell() -> None:
    lines = "sum 9: r1c1 r1c2 r2c1; sum 3: r1c1 r1c2"
    assert {"r2c1": "12345"} in found(6, lines, "set-equation")


def test_odd_total_makes_the_only_odd_cell_odd() -> None:
    lines = "sum 11: r1c1 r1c1 r3c2 r3c2 r5c3"
    assert {"r5c3": "246"} in found(6, lines, "set-equation", {"r1c1": "123", "r3c2": "1234"})


def test_cells_left_over_from_a_line_and_a_region_are_equal() -> None:
    """Region 1 has all cells of row 1 but r1c6, and r2c5 in its place."""
    layout = Layout.parse(JIGSAW).with_constraints("less r5c1 r5c2")
    equal = [one for one in set_equations(layout) if not one.constraints and len(one.linear.cells) == 2]
    assert (5, 10) in [one.linear.cells for one in equal]
    assert all(one.linear.total == 0 and sorted(one.linear.coefficients) == [-1, 1] for one in equal)


def test_sums_are_taken_from_houses() -> None:
    """Row 1 has the total 21, of which two sums leave 5 for r1c6."""
    (left,) = [one for one in equations_of("sum 6: r1c1 r1c2; sum 10: r1c3 r1c4 r1c5") if one.linear.cells == (5,)]
    assert left.linear.total == 5
    assert [(str(house), abs(times)) for house, times in left.houses] == [("row 1", 1)]


def test_houses_are_taken_from_a_sum_of_many_cells() -> None:
    """A sum has all cells of rows 1 to 5 but r5c6, which is 105 less the sum."""
    cells = " ".join(f"r{row}c{column}" for row in range(1, 6) for column in range(1, 7))
    (left,) = [one for one in equations_of(f"sum 103: {cells.removesuffix(' r5c6')}") if one.linear.cells == (29,)]
    assert (left.linear.total, len(left.houses)) == (2, 5)


def test_number_that_is_the_sum_of_all_other_cells_is_known() -> None:
    """The number abc in the circle is 405 − a − b − c, so 101 a + 11 b + 2 c is 405."""
    others = [f"r{row}c{column}" for row in range(1, 10) for column in range(1, 10)][3:]
    removed = found(9, f"arrow r1c1 r1c2 r1c3 > {' '.join(others)}", "set-equation", {"r1c1": "3", "r1c2": "89"})
    assert {"r1c2": "9", "r1c3": "12345689"} in removed


def test_sentence_names_all_rows_together() -> None:
    layout = Layout.boxes(2, 3)
    cells = " ".join(layout.cell_name(cell) for cell in range(35))
    finding = find_in(Puzzle(layout.with_constraints(f"sum 120: {cells}"), (0,) * 36), alone("set-equation"))[0]
    assert "The sums of all rows and the outline of 120 " in Narrator(words_of("en")).sentence(finding)


def test_layout_without_constraints_has_no_equations() -> None:
    assert set_equations(Layout.parse(JIGSAW)) == ()


def test_digits_of_links_can_have_a_sum() -> None:
    """An X and a palindrome are links of pairs whose sum, or difference, is always the same."""
    equations = [one.linear for one in equations_of("xv 10: r1c1 r1c2; palindrome: r1c2 r4c3", 9)]
    assert (1, 29) in [one.cells for one in equations]
    assert [one.total for one in equations if one.cells == (0, 29)] == [10]


@pytest.mark.parametrize("name", ["variant-14", "variant-25", "variant-32", "rule-10"])
def test_equations_of_published_puzzles_hold(name: str) -> None:
    _, puzzle, solution = published(name)
    assert_true(puzzle.layout, solution)


@pytest.mark.parametrize("name", BOARDS)
def test_equations_of_random_boards_hold(name: str) -> None:
    for puzzle, grid in drawn(name, 5, 6):
        assert_true(puzzle.layout, grid)


def assert_true(layout: Layout, grid: Grid) -> None:
    """Assert that a solution satisfies all equations of a layout, and that these are within their limits."""
    assert set_equations(layout)
    for one in set_equations(layout):
        terms = list(zip(one.linear.cells, one.linear.coefficients, strict=True))
        assert sum(weight * grid[cell] for cell, weight in terms) == one.linear.total
        assert 1 <= len(terms) <= MOST_CELLS
        assert sum(abs(weight) > MOST_WEIGHT for _, weight in terms) <= MOST_HEAVY


def test_small_equation_excludes_what_no_digits_fit() -> None:
    """All digits of r1c1, r2c3 and r3c5, which do not see each other, are tried: 2 · r1c1 + r2c3 − r3c5 = 4."""
    layout = Layout.boxes(2, 3).with_constraints("sum 9: r1c1 r1c1 r2c3 r6c6", "sum 5: r3c5 r6c6")
    cells, acted = (0, 8, 16), 0
    (number,) = [k for k, one in enumerate(set_equations(layout)) if one.linear.cells == cells]
    for state, _ in states(layout, 12, 1):
        candidates = [set(state.candidates[cell]) or {state.digits[cell]} for cell in cells]
        fitting = [digits for digits in product(*candidates) if 2 * digits[0] + digits[1] - digits[2] == 4]
        gone = {
            (cell, digit)
            for place, cell in enumerate(cells)
            for digit in candidates[place] - {digits[place] for digits in fitting}
            if not state.digits[cell]
        }
        removed = {effect for one in find_in(state, alone("set-equation")) for effect in one.removed}
        assert gone <= removed, number
        acted += bool(gone)
    assert acted


def test_sentence_names_the_sums_and_what_is_left() -> None:
    layout = Layout.boxes(2, 3).with_constraints("sum 9: r1c1 r1c2 r2c1", "sum 3: r1c1 r1c2")
    findings = find_in(Puzzle(layout, (0,) * 36), alone("set-equation"))
    sentences = [Narrator(words_of("en")).sentence(one) for one in findings]
    assert any("leave r2c1 = 6, which" in sentence for sentence in sentences), sentences
