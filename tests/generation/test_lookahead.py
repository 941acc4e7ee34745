"""The lookahead agrees with the rater and the oracle."""

from __future__ import annotations

import numpy as np
import pytest

from cpgen.difficulty import shipped_model
from cpgen.engine.board import excess_candidates
from cpgen.engine.propagation import CONTRADICTION as CONTRADICTORY
from cpgen.engine.propagation import SOLVED
from cpgen.generation.lookahead import Lookahead, has_one_solution, load, lookahead_of, propagate_rules
from cpgen.kernel import compiled_at_once
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.rater.ladder import Ladder
from cpgen.rater.rating import CONTRADICTION, rater_for


@compiled_at_once
def propagated(lookahead: Lookahead, clues: np.ndarray) -> int:
    load(lookahead, clues)
    return propagate_rules(lookahead)


@compiled_at_once
def is_proven_unique(lookahead: Lookahead, clues: np.ndarray) -> bool:
    load(lookahead, clues)
    return has_one_solution(lookahead)


excess = compiled_at_once(excess_candidates)
WHOLE = shipped_model("nikoli100").ladder
LADDERS = {
    "2x3": WHOLE.up_to(1),
    "3x3": WHOLE.up_to(2),
    "4x4": WHOLE.up_to(2),
    "latin-5": WHOLE.up_to(2),
    "AAABB/AACBB/DCCCB/DDCEE/DDEEE": Ladder.of([("hidden-single-region", 1), ("hidden-single-line", 2)]),
    "3x3+diagonals": Ladder.of(rung for rung in WHOLE.pairs if rung[1] in (1, 2, 3, 5)),
}
"""Ladders of simple rules, each for another kind of board"""


@pytest.mark.parametrize(("spec", "ladder"), LADDERS.items())
def test_propagating_simple_rules_agrees_with_the_rater(spec: str, ladder: Ladder) -> None:
    """Boards from a grid, some with a changed clue, end alike and with equal candidates."""
    layout, rng = Layout.parse(spec), np.random.default_rng(1)
    grid = open_oracle("bitset").complete(Puzzle(layout, (0,) * layout.cell_count), rng) or ()
    lookahead, rater = lookahead_of(layout, ladder), rater_for(layout, ladder)
    outcomes = set()
    for changed in (0, 0, 1) * 10:
        clues = np.where(rng.random(layout.cell_count) < rng.uniform(0.2, 0.8), grid, 0).astype(np.uint8)
        for cell in rng.permutation(layout.cell_count)[:changed]:
            clues[cell] = rng.integers(1, layout.size + 1)
        rating = rater.rate(clues)
        outcome = propagated(lookahead, clues)
        assert (outcome == CONTRADICTORY) == (rating.outcome == CONTRADICTION)
        assert (outcome == SOLVED) == rating.solved
        if outcome != CONTRADICTORY:
            assert excess(lookahead.rules, lookahead.search.board) == sum(
                mask.bit_count() - 1 for mask in rating.candidates
            )
        outcomes.add(rating.outcome)
    assert len(outcomes) >= 2


def test_a_short_search_proves_only_unique_puzzles() -> None:
    layout = Layout.boxes(2, 3)
    lookahead, oracle = lookahead_of(layout, WHOLE), open_oracle("bitset")
    rng, answers = np.random.default_rng(2), set()
    grid = oracle.complete(Puzzle(layout, (0,) * 36), rng) or ()
    for _ in range(40):
        clues = np.where(rng.random(36) < 0.35, grid, 0).astype(np.uint8)
        shown = is_proven_unique(lookahead, clues)
        assert shown == oracle.uniqueness(Puzzle(layout, tuple(clues.tolist()))).unique
        answers.add(shown)
    assert answers == {True, False}
