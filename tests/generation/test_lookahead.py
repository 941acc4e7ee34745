"""What is foreseen of clues, in lanes and on planes, is what the rater says of them."""

from __future__ import annotations

import numpy as np
import pytest

from cpgen.difficulty import shipped_model
from cpgen.generation import lookahead as compiled
from cpgen.generation.lookahead import lookahead_of
from cpgen.kernel import compiled_at_once
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.oracles.plane_search import DEAD, SETTLED
from cpgen.puzzle import Puzzle
from cpgen.rater.ladder import Ladder
from cpgen.rater.rating import CONTRADICTION, rater_for

conclude, excess, has_one_solution, set_out = map(
    compiled_at_once, (compiled.conclude, compiled.excess, compiled.has_one_solution, compiled.set_out)
)

WHOLE = shipped_model("nikoli100").ladder
LADDERS = {
    "2x3": WHOLE.up_to(1),
    "3x3": WHOLE.up_to(2),
    "4x4": WHOLE.up_to(2),
    "latin-5": WHOLE.up_to(2),
    "AAABB/AACBB/DCCCB/DDCEE/DDEEE": Ladder.of([("hidden-single-region", 1), ("hidden-single-line", 2)]),
    "3x3+diagonals": Ladder.of(rung for rung in WHOLE.pairs if rung[1] in (1, 2, 3, 5)),
}
"""Ladders of simple rules, each on a board of another kind"""


@pytest.mark.parametrize(("spec", "ladder"), LADDERS.items())
def test_simple_rules_get_as_far_as_is_foreseen(spec: str, ladder: Ladder) -> None:
    """On boards out of a grid, some with a clue changed: solved, stuck or contradictory, with as many candidates."""
    layout, rng = Layout.parse(spec), np.random.default_rng(1)
    grid = open_oracle("bitset").complete(Puzzle(layout, (0,) * layout.cell_count), rng) or ()
    lookahead, rater = lookahead_of(layout, ladder), rater_for(layout, ladder)
    assert len(lookahead.rules) == len(ladder.rules)
    outcomes = set()
    for changed in (0, 0, 1) * 10:
        clues = np.where(rng.random(layout.cell_count) < rng.uniform(0.2, 0.8), grid, 0).astype(np.uint8)
        for cell in rng.permutation(layout.cell_count)[:changed]:
            clues[cell] = rng.integers(1, layout.size + 1)
        rating = rater.rate(clues)
        set_out(lookahead, clues)
        outcome = conclude(lookahead)
        assert (outcome == DEAD) == (rating.outcome == CONTRADICTION)
        assert (outcome == SETTLED) == rating.solved
        if outcome != DEAD:
            assert excess(lookahead) == sum(mask.bit_count() - 1 for mask in rating.candidates)
        outcomes.add(rating.outcome)
    assert len(outcomes) >= 2


def test_a_short_search_shows_one_solution_and_no_more() -> None:
    layout = Layout.boxes(2, 3)
    lookahead, oracle = lookahead_of(layout, WHOLE), open_oracle("bitset")
    rng, answers = np.random.default_rng(2), set()
    grid = oracle.complete(Puzzle(layout, (0,) * 36), rng) or ()
    for _ in range(40):
        clues = np.where(rng.random(36) < 0.35, grid, 0).astype(np.uint8)
        set_out(lookahead, clues)
        shown = has_one_solution(lookahead)
        assert shown == oracle.uniqueness(Puzzle(layout, tuple(clues.tolist()))).unique
        answers.add(shown)
    assert answers == {True, False}
