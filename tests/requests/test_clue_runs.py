"""Digits in order: the runs of a pattern by plain reading, and puzzles that hold consecutive digits along them."""

from __future__ import annotations

from functools import cache
from itertools import pairwise, permutations, product
from math import isclose

import numpy as np
import pytest

from cpgen.errors import ImpossibleError, InputError
from cpgen.feasibility.infeasible import require_possible
from cpgen.generation.run_probabilities import chances, run_rows
from cpgen.generation.two_phase import generate_many, make_again
from cpgen.layout import Layout
from cpgen.library import pattern_named
from cpgen.oracles import open_oracle
from cpgen.pattern import Pattern
from cpgen.requests.clue_runs import (
    ClueRun,
    likely_runs,
    named_runs,
    ordered_runs,
    pattern_of_ordered,
    put_in_order,
    runs_of,
)
from cpgen.requests.results import Generated
from tests.request_helpers import asked, clock_of

NINE, FOUR = Layout.boxes(3, 3), Layout.boxes(2, 2)
SPIRAL = pattern_named("spiral")
LOOP = Pattern.parse("..... .xxx. .x.x. .xxx. .....")


def in_order(digits: list[int]) -> bool:
    return digits in (list(range(digits[0], digits[0] + step * len(digits), step)) for step in (1, -1))


def test_runs_are_the_lines_that_a_person_reads():
    runs = {run.name: run.cells for run in runs_of(NINE, SPIRAL)}
    for k in range(9):
        row = tuple(cell for cell in SPIRAL.cells if cell // 9 == k)
        column = tuple(cell for cell in SPIRAL.cells if cell % 9 == k)
        assert runs.get(f"row {k + 1}", ()) == (row if len(row) >= 3 else ())
        assert runs.get(f"column {k + 1}", ()) == (column if len(column) >= 3 else ())
    assert runs["antidiagonal r1c9"] == (16, 32, 40, 48, 64)
    assert runs["region 5"] == (31, 32, 40, 48, 49)
    assert runs["ring 4"] == (31, 32, 49, 48)
    assert runs["shape 1"] == (26, 16, 6, 5, 4, 3, 11, 19, 28, 37)
    assert runs["reading"] == SPIRAL.cells
    assert len(set(runs.values())) == len(runs)


def test_a_closed_shape_is_read_clockwise_from_its_first_cell():
    (shape,) = named_runs(Layout.latin(5), LOOP, ["ring 2"])
    assert shape.cells == (6, 7, 8, 13, 18, 17, 16, 11)
    assert {run.name for run in runs_of(Layout.latin(5), LOOP)} == {"row 2", "row 4", "column 2", "column 4", "ring 2",
                                                                     "reading"}  # fmt: skip
    corner = Pattern.parse("....... ..x.... .x.x... ..x.... ....... ....... .......")
    runs = {run.name: run.cells for run in runs_of(Layout.latin(7), corner)}
    assert runs["shape 1"] == (9, 17, 23, 15)


def test_the_outline_of_other_shapes_is_read_clockwise():
    runs = {run.name: run for run in runs_of(NINE, pattern_named("stairs"))}
    assert runs["shape 1"].cells[:8] == (0, 1, 2, 11, 21, 22, 31, 41)
    assert (len(runs["shape 1"].cells), runs["shape 1"].stretches) == (26, 26)
    rng = np.random.default_rng(1)
    for size, clues in product((4, 5, 6, 9, 16), range(3, 60, 3)):
        cells = sorted(rng.permutation(size * size)[:clues].tolist())
        pattern = Pattern(size, tuple(cells), (0,) * len(cells))
        for run in runs_of(Layout.latin(size), pattern):
            assert len(set(run.cells)) == len(run.cells) >= 3
            assert set(run.cells) <= set(cells)
            if run.name.startswith("shape"):
                places = [divmod(cell, size) for cell in run.cells]
                steps = [max(abs(r - s), abs(c - d)) for (r, c), (s, d) in pairwise(places)]
                assert set(steps) == {1}, (pattern.line, run)


def test_a_run_rises_or_falls_and_never_repeats_a_digit():
    short, long = ClueRun("row 1", (0, 1, 3)), ClueRun("ring 1", tuple(range(12)), 12)
    told = [[digit for _, digit in filling] for filling in short.fillings(4)]
    assert sorted(told) == [list(digits) for digits in product(range(1, 5), repeat=3) if in_order(list(digits))]
    stretches = list(long.fillings(4))
    assert len(stretches) == 12 * 2
    assert {tuple(cell for cell, _ in one) for one in stretches} == {
        tuple((first + k) % 12 for k in range(4)) for first in range(12)
    }
    assert all(sorted(digit for _, digit in one) == [1, 2, 3, 4] for one in stretches)


def test_filled_patterns_repeat_no_digit_in_a_house():
    """All ways for two runs that cross, against all digits tried."""
    pattern = Pattern.parse("xxx. x... x... ...x")
    row, column = named_runs(FOUR, pattern, ["row 1", "column 1"])
    found = {one.fixed for one in put_in_order(FOUR, pattern, (row, column))}
    tried = set()
    for digits in product(range(1, 5), repeat=5):
        a, b, c, d, e = digits
        clues = [a, b, c, 0, d, 0, 0, 0, e, *[0] * 7]
        repeats = any(
            len(shown) > len(set(shown)) for shown in ([clues[k] for k in h.cells if clues[k]] for h in FOUR.houses)
        )
        if in_order([a, b, c]) and in_order([a, d, e]) and not repeats:
            tried.add((*digits, 0))
    assert found == tried


on_patterns = pytest.mark.parametrize("name", ["heart", "kamio-a", "spiral", "frame", "16x16-point", "6x6-wave", "pi"])


@cache
def made_on(name: str) -> list[Generated]:
    """Return three puzzles with digits in order on a pattern."""
    request = asked(pattern=pattern_named(name), in_order=True, oracle="bitset")
    return list(generate_many(request, 3, 1, clock_of(20_000)))


@on_patterns
def test_puzzles_with_digits_in_order_match_their_grade(name):
    assert [one.matches for one in made_on(name)] == [True] * 3


@on_patterns
def test_puzzles_with_digits_in_order_are_unique(name):
    assert all(open_oracle("bitset").uniqueness(one.puzzle).unique for one in made_on(name))


@on_patterns
def test_each_puzzle_has_digits_in_order_on_a_long_run(name):
    """A long run has half the cells that a run of the pattern could have."""
    for one in made_on(name):
        longest = max(len(run.cells) for run in likely_runs(one.puzzle.layout, pattern_named(name)))
        assert 2 * max(len(run.cells) for run in one.runs) >= min(one.puzzle.layout.size, longest)


def test_json_names_the_runs_with_digits_in_order():
    for one in made_on("heart"):
        assert one.as_json()["in_order"] == [run.name for run in one.runs]


def test_puzzles_with_digits_in_order_are_the_same_again():
    request = asked(pattern=pattern_named("kamio-a"), in_order=True, oracle="bitset")
    again = generate_many(request, 3, 1, clock_of(20_000))
    assert [one.puzzle for one in again] == [one.puzzle for one in made_on("kamio-a")]


def test_one_puzzle_with_digits_in_order_is_made_again():
    request = asked(pattern=pattern_named("spiral"), in_order=True, oracle="bitset")
    third = made_on("spiral")[2]
    assert make_again(request, 1, third.index, clock_of(20_000)).puzzle == third.puzzle


def test_runs_that_are_named_hold_digits_in_order_together():
    request = asked(pattern=pattern_named("kamio-a"), along=("row 2", "column 2"), grade="advanced", oracle="bitset")
    assert request.in_order
    for one in generate_many(request, 15, 2, clock_of(50_000)):
        clues = one.puzzle.clues
        for cells in ((9, 12, 13, 17), (1, 37, 46, 73)):
            assert in_order([clues[cell] for cell in cells]), one.puzzle.line


def test_random_patterns_have_runs_too():
    request = asked(clues=26, in_order=True, oracle="bitset")
    assert all(one.runs for one in generate_many(request, 4, 1, clock_of(50_000)))


def test_the_search_for_the_hardest_keeps_the_digits_in_order():
    one = next(generate_many(asked(pattern=SPIRAL, in_order=True, oracle="bitset"), 1, 1, clock_of(20_000)))
    kept = pattern_of_ordered(NINE, one.puzzle.clues, SPIRAL)
    assert kept.cells == SPIRAL.cells
    shown = {cell for run in ordered_runs(NINE, one.puzzle.clues) if len(run.cells) <= 9 for cell in run.cells}
    assert {cell for cell, digit in enumerate(kept.fixed_clues()) if digit} >= shown


def test_without_it_nothing_changes():
    plain, ordered = (asked(pattern=SPIRAL, in_order=wanted, oracle="bitset") for wanted in (False, True))
    first, other = (next(generate_many(one, 1, 5, clock_of(20_000))) for one in (plain, ordered))
    assert "in_order" not in first.as_json()
    assert first.puzzle != other.puzzle


@pytest.mark.parametrize(
    ("wanted", "error", "sentence"),
    [
        ({"along": "row 2"}, InputError, "along names the runs of a pattern; give a pattern, or leave it out."),
        ({"pattern": SPIRAL, "along": "row 2"}, InputError, "'row 2' is not a run of the pattern. Did you mean"),
        (
            {"pattern": Pattern.parse("x... .... .... ...x"), "along": "row 1"},
            InputError,
            "The pattern has no run of 3",
        ),
        (
            {"pattern": Pattern.parse("x... .... .... ...x"), "in_order": True},
            ImpossibleError,
            "No 3 clues of the pattern",
        ),
        (
            {"pattern": pattern_named("pi"), "along": "reading"},
            ImpossibleError,
            "reading cannot hold digits in order with the digits that the pattern fixes: with 1 2 3 4 5 6 7 8 9, "
            "r1c1 would be 1, but is 3.",
        ),
        (
            {"pattern": Pattern.parse("xxxx .... xxxx xxx."), "along": "row 1, row 3, row 4, column 1, column 2"},
            ImpossibleError,
            "No way was found to put digits in order along row 1, row 3, row 4, column 1 and column 2",
        ),
    ],
)
def test_impossible_runs_are_refused_with_the_reason(wanted, error, sentence):
    with pytest.raises(error) as caught:
        asked(**wanted)
    assert str(caught.value).startswith(sentence)


def test_an_order_that_leaves_no_grid_is_impossible():
    request = asked(pattern=Pattern.parse("xxx. .... x..1 .x.4"), along="row 1")
    with pytest.raises(ImpossibleError, match=r"^No filling of the board has these digits in order\.$"):
        require_possible(request, open_oracle("bitset"), 1)


def test_chances_on_a_small_board_against_all_grids():
    """Each run's chance, counted over all 288 grids of 4×4."""
    grids = [sum(rows, ()) for rows in product(permutations((1, 2, 3, 4)), repeat=4) if _is_grid(sum(rows, ()))]
    assert len(grids) == 288
    runs = runs_of(FOUR, Pattern.parse("xxx. xx.. .x.x xx.x"))
    for run, (chance, _) in zip(runs, chances(FOUR, runs), strict=True):
        in_grids = sum(
            sum(all(grid[cell] == digit for cell, digit in one) for one in run.fillings(4)) for grid in grids
        )
        inside = any(set(house.cells).issuperset(run.cells) for house in FOUR.houses)
        assert isclose(chance, in_grids / 288, rel_tol=1e-9 if inside else 0.35, abs_tol=0 if inside else 0.02), run


def _is_grid(grid: tuple[int, ...]) -> bool:
    return all(len({grid[cell] for cell in house.cells}) == 4 for house in FOUR.houses)


def test_rows_say_how_often_a_puzzle_was_found():
    request = asked(pattern=pattern_named("6x6-wave"), grade="any")
    rows = run_rows(request, measured=True)
    assert rows == run_rows(request, measured=True)
    assert all(0 <= row["found"] <= row["starts"] for row in rows)
    assert any(row["found"] == row["starts"] for row in rows)
