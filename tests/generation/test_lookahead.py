"""Lookahead: simple rules lead as far as the rater says, and a short search proves single solutions."""

from __future__ import annotations

import numpy as np
import pytest

from cpgen.difficulty import Target, shipped_model
from cpgen.difficulty.grade import Grade
from cpgen.engine import mask_board, propagation, search
from cpgen.generation import lookahead as module
from cpgen.generation.lookahead import lookahead_for
from cpgen.kernel import compiled_at_once
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.rater.ladder import Ladder
from cpgen.rater.rating import CONTRADICTION, rater_for

excess_candidates, proves_one_solution, propagate_clues = map(
    compiled_at_once, (mask_board.excess_candidates, module.proves_one_solution, search.propagate_clues)
)
WHOLE = shipped_model("nikoli100").ladder
LADDERS = {
    "2x3": WHOLE.up_to(1),
    "3x3": WHOLE.up_to(2),
    "4x4": WHOLE.up_to(2),
    "latin-5": WHOLE.up_to(2),
    "latin-5+diagonals": WHOLE.up_to(2),
    "latin-12": WHOLE.up_to(2),
    "AAABB/AACBB/DCCCB/DDCEE/DDEEE": Ladder.of([("hidden-single-region", 1), ("hidden-single-line", 2)]),
    "3x3+diagonals": Ladder.of(rung for rung in WHOLE.pairs if rung[1] in (1, 2, 3, 5)),
}
"""Ladders of simple rules, each on a board of another kind"""


def target_on(ladder: Ladder) -> Target:
    return Target(Grade("any", "", ladder, 0.5, *ladder.span))


@pytest.mark.parametrize(("spec", "ladder"), LADDERS.items())
def test_simple_rules_lead_as_far_as_the_rater(spec: str, ladder: Ladder) -> None:
    """Boards from a grid, some with a clue changed, have the same outcome and number of candidates."""
    layout, rng = Layout.parse(spec), np.random.default_rng(1)
    grid = open_oracle("bitset").complete(Puzzle(layout, (0,) * layout.cell_count), rng) or ()
    ahead, rater = lookahead_for(layout, target_on(ladder)), rater_for(layout, ladder)
    assert not ahead.search.tables.shape[0].naked
    outcomes = set()
    for changed in (0, 0, 1) * 10:
        clues = np.where(rng.random(layout.cell_count) < rng.uniform(0.2, 0.8), grid, 0).astype(np.uint8)
        for cell in rng.permutation(layout.cell_count)[:changed]:
            clues[cell] = rng.integers(1, layout.size + 1)
        rating = rater.rate(clues)
        outcome = propagate_clues(ahead.search, clues)
        assert (outcome == propagation.REFUTED) == (rating.outcome == CONTRADICTION)
        assert (outcome == propagation.COMPLETE) == rating.solved
        if outcome != propagation.REFUTED:
            excess = sum(mask.bit_count() - 1 for mask in rating.candidates)
            assert excess_candidates(ahead.search.tables, ahead.search.board) == excess
        outcomes.add(rating.outcome)
    assert len(outcomes) >= 2


def test_a_short_search_proves_one_solution() -> None:
    layout = Layout.boxes(2, 3)
    ahead, oracle = lookahead_for(layout, target_on(WHOLE)), open_oracle("bitset")
    rng, answers = np.random.default_rng(2), set()
    grid = oracle.complete(Puzzle(layout, (0,) * 36), rng) or ()
    for _ in range(40):
        clues = np.where(rng.random(36) < 0.35, grid, 0).astype(np.uint8)
        propagate_clues(ahead.search, clues)
        proven = proves_one_solution(ahead)
        assert proven == oracle.uniqueness(Puzzle(layout, tuple(clues.tolist()))).unique
        answers.add(proven)
    assert answers == {True, False}
