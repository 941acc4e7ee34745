"""In lanes a rating is what it is rule by rule: the rounds of all boards, and what is left of stuck ones."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

import numpy as np
import pytest

from cpgen.difficulty import model_for, shipped_ladder
from cpgen.kernel import compiled_at_once, compiler
from cpgen.kernel.compiler import Entry
from cpgen.lanes.tables import IN_LANES, ON_NINE, ON_SIXTEEN, way_in_lanes
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.rater import lane_climb
from cpgen.rater.ladder import Ladder
from cpgen.rater.lane_climb import RULE_BY_RULE, ManyRater, at_work, many_rater, rate_one, rate_wholly
from cpgen.rater.lane_rules import NO_BOARD
from cpgen.rater.techniques import RULES

ALL = [rule.name for rule in RULES]
LADDERS = {
    "all": ALL,
    **{rule: ["hidden-single-region", rule] for rule in ALL[1:6]},
    "wide": [*ALL[:2], "naked-single", "xy-wing", "als-xz", "als-xy-wing", "avoidable-rectangle-1", "naked-pair"],
    "mixed": ["hidden-single-region", "naked-single", "locked-claiming", "x-wing", "hidden-single-line", "naked-pair"],
}
"""All in the paper's order; each with the first rule alone; with wider techniques, and with other rules between"""


@compiled_at_once
def rated(rater: ManyRater, clues: np.ndarray) -> None:
    rate_one(rater, clues)


@compiled_at_once
def rated_wholly(rater: ManyRater, clues: np.ndarray) -> None:
    rate_wholly(rater, clues)


def boards(layout: Layout, shares: tuple[float, float], count: int) -> Iterator[np.ndarray]:
    """Clues out of a grid, some with a few changed: solved, stuck and contradictory ones."""
    rng = np.random.default_rng(3)
    for number in range(count):
        if number % 10 == 0:
            grid = open_oracle("bitset").complete(Puzzle(layout, (0,) * layout.cell_count), rng) or ()
        clues = np.where(rng.random(layout.cell_count) < rng.uniform(*shares), grid, 0).astype(np.uint8)
        for cell in rng.permutation(layout.cell_count)[: rng.integers(0, 3)]:
            clues[cell] = rng.integers(1, layout.size + 1)
        yield clues


def counts(rater: ManyRater) -> tuple[object, ...]:
    state = rater.board.state[0]
    return state.open_cells > 0, state.level, state.steps, rater.board.uses.tolist()


def left(rater: ManyRater) -> list[object]:
    board = rater.board
    return [each.tolist() for each in (board.values, board.candidates, board.places, board.placed)]


@pytest.mark.parametrize(
    ("spec", "way", "shares"),
    [
        ("3x3", ON_NINE, (0.25, 0.4)),
        ("2x2", IN_LANES, (0.2, 0.5)),
        ("2x3", IN_LANES, (0.2, 0.4)),
        ("4x2", IN_LANES, (0.25, 0.5)),
        ("4x4", ON_SIXTEEN, (0.35, 0.7)),
    ],
)
@pytest.mark.parametrize("rules", LADDERS.values(), ids=LADDERS)
def test_a_rating_in_lanes_is_that_by_searches(
    spec: str, way: int, shares: tuple[float, float], rules: list[str]
) -> None:
    layout = Layout.parse(spec)
    ladder = Ladder.of((rule, level) for level, rule in enumerate(rules, 1))
    quick, plain = many_rater(layout, ladder), many_rater(layout, ladder)
    quick.way[0] = way
    assert way_in_lanes(quick.inside.lanes) == way
    seen = set()
    for clues in boards(layout, shares, 60):
        rated(quick, clues)
        rated(plain, clues)
        broken, is_open = bool(plain.board.state[0].broken), plain.board.state[0].open_cells > 0
        seen.add("contradictory" if broken else "stuck" if is_open else "solved")
        assert quick.board.state[0].broken == broken
        assert broken or counts(quick) == counts(plain)
        assert broken or not is_open or left(quick) == left(plain)
        rated_wholly(quick, clues)
        assert counts(quick) == counts(plain)
    assert seen >= {"contradictory", "stuck"}


@pytest.mark.parametrize(
    ("spec", "ladder"),
    [
        ("3x3+diagonals", model_for(Layout.parse("3x3")).ladder),
        ("latin-5", model_for(Layout.parse("3x3")).ladder),
        ("3x3", shipped_ladder("hodoku").ladder),
        ("3x3", Ladder.alone("hidden-single-region")),
    ],
)
def test_other_boards_and_ladders_go_by_searches(spec: str, ladder: Ladder) -> None:
    assert many_rater(Layout.parse(spec), ladder).inside is NO_BOARD


def test_where_much_is_to_be_rated_what_is_kept_of_the_lanes_is_taken_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rater = many_rater(Layout.boxes(2, 2), Ladder.of((rule, level) for level, rule in enumerate(ALL, 1)))
    rater.way[0] = IN_LANES
    rated(rater, np.zeros(16, np.uint8))
    fresh = Entry(lane_climb.rate_in_lanes.function, at_once=False)
    monkeypatch.setitem(lane_climb.ENTRIES, IN_LANES, fresh)
    much = Event()
    monkeypatch.setattr(compiler, "_much", much)
    with at_work(rater):
        assert rater.way[0] == RULE_BY_RULE
    much.set()
    with at_work(rater):
        assert rater.way[0] == IN_LANES
