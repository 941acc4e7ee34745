"""Rounds take one finding or all of a sweep; `find` returns everything on the board."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cpgen.difficulty import shipped_ladder
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import explain_puzzle, find_in
from cpgen.rater.ladder import ONE, SWEEP, Ladder, Rung
from cpgen.rater.rating import Rater, rate_puzzle
from cpgen.state import State
from tests.rater.techniques.boards import BASICS, assert_sound, found, ladder_of, removals, states

NINE = Layout.boxes(3, 3)


def test_a_round_has_one_finding_on_a_ladder_of_one() -> None:
    for state, grid in states(NINE, 10, 1):
        explanation = explain_puzzle(state, ladder_of(*BASICS, "naked-pair", "hidden-pair", "x-wing"))
        assert all(len(played.findings) == 1 for played in explanation)
        for played in explanation:
            assert_sound(played.findings[0], grid)
        assert explanation.rating == rate_puzzle(state, ladder_of(*BASICS, "naked-pair", "hidden-pair", "x-wing"))


@pytest.mark.parametrize("technique", ["naked-pair", "hidden-pair", "x-wing", "naked-triple"])
def test_one_finding_has_the_most_eliminations(technique: str) -> None:
    seen = 0
    for state, _ in states(NINE, 30, 2):
        if every := found(state, technique):
            one = explain_puzzle(state, ladder_of(technique)).rounds[0].findings[0]
            assert set(one.removed) in [set(finding.removed) for finding in every]
            assert len(one.removed) == max(len(finding.removed) for finding in every)
            seen += 1
    assert seen


def test_a_sweep_takes_all_findings_of_a_wide_technique() -> None:
    for state, _ in states(NINE, 10, 3):
        swept = Ladder((Rung("hidden-pair", 1),), round=SWEEP, places="all")
        if every := found(state, "hidden-pair"):
            played = explain_puzzle(state, swept).rounds[0]
            assert set(played.removed) == {effect for finding in every for effect in finding.removed}


def test_find_lists_all_of_each_technique_of_a_ladder() -> None:
    """Chains before the nets find so much here that a common memory would be full."""
    state = State(Puzzle.parse("....64.313.68......8........4152.3....57.34....3.4168........5......97.349.35...."))
    together = find_in(state, shipped_ladder("hodoku").ladder)
    for technique in ("forcing-net-contradiction", "forcing-net-verity"):
        assert removals(one for one in together if one.rule == technique) == removals(found(state, technique))


@pytest.mark.parametrize("round_", [ONE, SWEEP])
def test_techniques_are_searched_again_where_cells_changed(round_: str) -> None:
    techniques = ("hidden-pair", "naked-pair", "naked-triple", "sue-de-coq")
    ladder = replace(ladder_of(*techniques), round=round_)
    rater, used = Rater(NINE, ladder), 0
    for state, _ in states(NINE, 60, 4):
        rating = rater.rate_state(state)
        assert rater.rate_state(state) == rating
        marks = tuple(() if rating.digits[cell] else rating.candidates_of(cell) for cell in range(NINE.cell_count))
        left = State(state.puzzle, state.placed, marks)
        assert Rater(NINE, ladder).rate_state(left).steps == 0
        used += rating.steps
    assert used
