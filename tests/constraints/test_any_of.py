"""Alternatives: what all options agree on, which techniques for single clues use."""

from __future__ import annotations

import pytest

from cpgen.constraints.primitives import AllDifferent, Alternatives, Domain, Pair, Primitive
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import explain_puzzle
from cpgen.rater.ladder import Ladder
from cpgen.state import State

BOARD = Layout.boxes(2, 3)
NEAR = tuple(sum(1 << b for b in range(6) if abs(a - b) < 4) for a in range(6))
FAR = tuple(sum(1 << b for b in range(6) if abs(a - b) > 2) for a in range(6))


@pytest.mark.parametrize(
    ("line", "agreed"),
    [
        (
            "any-of: (palindrome: r1c1 r1c2 r2c3 r3c3) or (renban: r1c1 r1c2 r2c3 r3c3)",
            [Pair(0, 14, NEAR), Pair(1, 8, NEAR)],
        ),
        ("any-of: (whisper 3: r1c1 r1c2) or (whisper 4: r1c2 r1c1 r2c1)", [Pair(0, 1, FAR)]),
        ("any-of: (cage 9: r1c1 r1c2 r2c2) or (renban: r1c1 r1c2 r2c2 r2c3)", [AllDifferent((0, 1, 7))]),
        ("any-of: (odd: r1c1) or (allowed 1 3 4: r1c1)", [Domain(0, 0b11101)]),
        ("any-of: (odd: r1c1) or (even: r1c1)", []),
        ("any-of: (odd: r1c1) or (odd: r1c2)", []),
    ],
)
def test_what_all_options_say_is_a_condition(line: str, agreed: list[Primitive]) -> None:
    found = BOARD.with_constraints(line).primitives_of[-1]
    assert [one for one in found if not isinstance(one, Alternatives)] == agreed


def test_link_works_on_what_all_options_agree_on() -> None:
    layout = BOARD.with_constraints("any-of: (whisper 3: r1c1 r1c2) or (whisper 4: r1c2 r1c1 r2c1)")
    state = State(Puzzle(layout, (0,) * 36), marks=((1, 2), *((),) * 35))
    first, *_ = explain_puzzle(state, Ladder.of({"hidden-single-region": 1, "link": 2}.items()))
    assert first.rule == "link"
    assert set(first.removed) == {(1, digit) for digit in (1, 2, 3)}
