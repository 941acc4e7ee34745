"""A rule reported as impossible never acts, on boards of every layout and with any order of rules."""

from __future__ import annotations

import numpy as np
import pytest

from cpgen import resources
from cpgen.difficulty import shipped_ladder, shipped_model
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.rater.impossible_rules import why_impossible
from cpgen.rater.ladder import Ladder
from cpgen.rater.rating import CONTRADICTION, Rater

LADDER = shipped_model("nikoli100").ladder
RULES = (*LADDER.rules[1:], "swordfish", "jellyfish", "squirmbag")
LAYOUTS = {
    "2x2": Layout.boxes(2, 2),
    "2x3": Layout.boxes(2, 3),
    "3x3": Layout.boxes(3, 3),
    "3x3+diagonals": Layout.boxes(3, 3).with_diagonals(),
    "2x3+cages": Layout.boxes(2, 3).with_constraints(
        "cage: r2c1 r3c2 r4c3 r5c4", "cage: r2c6 r3c5 r4c4", "cage: r1c3 r2c4 r3c6 r5c1", "cage: r6c1 r4c2 r1c4"
    ),
    "latin-6+diagonals": Layout.latin(6).with_diagonals(),
    "jigsaw-7": Layout.parse(resources.text("layouts", "jigsaw-7")),
    "pentomino-1": Layout.parse(resources.text("layouts", "pentomino-1")),
}


def opened(layout: Layout, clues: list[int]) -> list[int]:
    return [sum(not clues[cell] for cell in house.cells) for house in layout.houses]


@pytest.mark.parametrize("name", LAYOUTS)
def test_an_impossible_rule_never_acts(name: str) -> None:
    """Clues out of a grid, so that there is a solution; ladders in random orders, naked before hidden and after."""
    layout, oracle, rng = LAYOUTS[name], open_oracle("bitset"), np.random.default_rng(1)
    used, idle = set(), set()
    for _ in range(25):
        others = rng.permutation(RULES)[: rng.integers(4, 16)].tolist()
        ladder = (
            LADDER
            if rng.random() < 0.3
            else Ladder.of((rule, k) for k, rule in enumerate((LADDER.rules[0], *others), 1))
        )
        rater = Rater(layout, ladder)
        grid = oracle.complete(Puzzle(layout, (0,) * layout.cell_count), rng) or ()
        for _ in range(20):
            shown = rng.random(layout.cell_count) < rng.uniform(0.1, 0.6)
            clues = [digit if keep else 0 for digit, keep in zip(grid, shown, strict=True)]
            rating = rater.rate(clues)
            assert rating.outcome != CONTRADICTION
            wrong = [rule for rule in rating.rules if why_impossible(rule, ladder, layout, opened(layout, clues))]
            assert not wrong, (Puzzle(layout, tuple(clues)).line, ladder)
            used |= set(rating.rules)
        idle |= {rule for rule in ladder.rules if why_impossible(rule, ladder, layout, opened(layout, clues))}
    assert len(used) >= 4
    assert idle


@pytest.mark.parametrize(
    ("rule", "least"), [("naked-pair", 7), ("naked-triple", 8), ("naked-quadruple", 9), ("hidden-quadruple", 6)]
)
def test_the_open_cells_that_a_subset_takes_on_the_papers_ladder(rule: str, least: int) -> None:
    nine = LAYOUTS["3x3"]
    for most in range(1, 10):
        why = why_impossible(rule, LADDER, nine, [most] * len(nine.houses))
        assert bool(why) == (most < least)
        assert not why or f"with {least} open cells or more" in str(why)


def test_rules_without_a_place() -> None:
    latin, square = Layout.latin(5), [5] * 10
    told = {rule for rule in LADDER.rules if "needs regions" in str(why_impossible(rule, LADDER, latin, square))}
    assert told == {"locked-pointing", "locked-claiming", "hidden-pair-region", "hidden-single-line"}


def test_fish_that_smaller_ones_leave_nothing() -> None:
    wide = shipped_ladder("hodoku").ladder
    fish = ("x-wing", "swordfish", "jellyfish", "squirmbag", "whale", "leviathan")
    for layout, idle in [(LAYOUTS["3x3"], fish[3:]), (LAYOUTS["2x3"], fish[2:]), (LAYOUTS["2x2"], fish[1:])]:
        most = [layout.size] * len(layout.houses)
        assert tuple(one for one in fish if why_impossible(one, wide.with_technique(one), layout, most)) == idle
    assert why_impossible("squirmbag", Ladder.alone("squirmbag"), LAYOUTS["3x3"], [9] * 27) is None
