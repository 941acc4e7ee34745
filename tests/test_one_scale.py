"""The one scale: a sum of costs, the same for every orientation of a board, with HoDoKu's costs."""

from math import sqrt

import numpy as np
import pytest

import cpgen
from cpgen.difficulty import shipped_ladder
from cpgen.difficulty.one_scale import difficulty, rate_on_one_scale
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import explain_puzzle
from cpgen.symmetry.layout_images import orientations

SCALE, HODOKU = shipped_ladder("one-scale").ladder, shipped_ladder("hodoku").ladder
CLASSIC = Puzzle.parse(".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8.")
SUBSETS = Puzzle.parse("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")
SMALL = Layout.parse("2x3").with_constraints("cage 7: r1c1 r1c2", "cage 5: r5c5 r5c6", "thermo r6c1-r6c4")
MIXED = Puzzle(SMALL, tuple(0 if cell % 4 else digit for cell, digit in enumerate(cpgen.grid(SMALL, seed=1))))


@pytest.mark.parametrize("puzzle", [CLASSIC, SUBSETS, MIXED], ids=["classic", "subsets", "mixed"])
def test_scale_is_the_sum_of_costs_times_roots(puzzle):
    costs = {rung.technique: rung.score for rung in SCALE.rungs}
    rounds = explain_puzzle(puzzle, SCALE)
    roots = (costs[one.rule] * sqrt(max(len({cell for cell, _ in one.placed}), 1)) for one in rounds)
    assert rate_on_one_scale(puzzle).score == sum(int(cost + 0.5) for cost in roots)


def test_scale_is_the_same_turned_and_renamed():
    names = np.array([0, *np.random.default_rng(1).permutation(9) + 1])
    renamed = Puzzle(CLASSIC.layout, tuple(names[list(CLASSIC.clues)].tolist()))
    assert len({difficulty(one) for one in (CLASSIC, *orientations(renamed).values())}) == 1


def test_scale_of_a_board_with_constraints_is_the_same_turned():
    images = orientations(MIXED)
    assert len(images) > 1
    assert len({difficulty(one) for one in images.values()}) == 1


def test_costs_of_classic_techniques_are_hodokus():
    hodoku = {rung.technique: rung.score for rung in HODOKU.rungs}
    assert all(rung.score == hodoku.get(rung.technique, rung.score) for rung in SCALE.rungs)


def test_digits_found_together_cost_less_than_one_by_one():
    (solution,) = cpgen.solutions(CLASSIC)
    together = Puzzle(CLASSIC.layout, tuple(0 if k in (0, 40, 80) else digit for k, digit in enumerate(solution)))
    assert difficulty(together) == round(4 * sqrt(3))


def test_unsolved_puzzle_has_no_difficulty():
    assert difficulty(Puzzle.parse("." * 81)) is None


def test_hardest_technique_sets_the_lowest_grade():
    assert rate_on_one_scale(CLASSIC).level_name == "beginner"
    grade = shipped_ladder("one-scale").grade("expert")
    assert set(grade.levels) == {*SCALE.complexities} - {
        SCALE.complexity_of(name) for name in ("suppose", "refutation")
    }
