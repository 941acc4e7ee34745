"""A ladder is the rules in the order of their complexities; a bad one is refused with a clear sentence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cpgen.difficulty import shipped_ladder, shipped_model
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import explain_puzzle, find_in
from cpgen.rater.ladder import LAST_RESORTS, RULES, Ladder, Rung
from cpgen.rater.rating import rate_puzzle
from cpgen.state import State

SINGLE = "hidden-single-region"
LEVEL_6 = Puzzle.parse(".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8.")
LEVEL_1 = Puzzle.parse(".9.....8.8..76...2.....3.....73...1..6..9..4..4...25.....8.....2...49..7.5.....3.")


def test_the_shipped_ladder_is_table_1_of_the_paper() -> None:
    ladder = shipped_model("nikoli100").ladder
    assert ladder.rules == RULES[:13]
    assert ladder.complexities == tuple(range(1, 14))
    assert ladder.span == (1, 13)


def test_rules_are_put_in_order_of_complexity() -> None:
    ladder = Ladder.of([("x-wing", 20), (SINGLE, 2), ("naked-single", 7)])
    assert ladder.rules == (SINGLE, "naked-single", "x-wing")
    assert ladder.complexities == (2, 7, 20)
    assert ladder.span == (2, 20)


def test_the_codes_are_places_among_all_rules_and_complexities() -> None:
    assert Ladder.of([("x-wing", 20), (SINGLE, 2)]).codes[["technique", "complexity", "mode", "places"]].tolist() == [
        (0, 2, 0, False),
        (6, 20, 0, False),
    ]


def test_up_to_leaves_out_what_is_more_complex() -> None:
    ladder = shipped_model("nikoli100").ladder
    assert ladder.up_to(3).rules == RULES[:3]
    assert ladder.up_to(13) == ladder
    assert ladder.up_to(1) == Ladder.of([(SINGLE, 1)], "nikoli100")


def test_a_technique_is_added_before_the_last_resorts() -> None:
    ladder = shipped_ladder("hodoku").ladder.with_technique("template-delete")
    place = ladder.rules.index("template-delete")
    assert set(ladder.rules[place + 1 :]) == set(LAST_RESORTS)


def test_the_same_rules_are_the_same_ladder() -> None:
    one, other = Ladder.of([(SINGLE, 1), ("x-wing", 2)]), Ladder.of([("x-wing", 2), (SINGLE, 1)])
    assert one == other
    assert hash(one) == hash(other)


def test_a_bad_ladder_is_refused() -> None:
    for rules, complexities, sentence in [
        ((SINGLE, "nakd-single"), (1, 2), r"'nakd-single' is not a rule of the ladder. Did you mean 'naked-single'"),
        ((SINGLE, ""), (1, 2), "'' is not a rule of the ladder. Known: hidden-single-region, "),
        ((), (), "A ladder begins with 'hidden-single-region', the only rule that places digits."),
        (("naked-single",), (1,), "A ladder begins with 'hidden-single-region'"),
        (("naked-single", SINGLE), (1, 2), "A ladder begins with 'hidden-single-region'"),
        ((SINGLE, "x-wing", "x-wing"), (1, 2, 3), "A rule appears twice in the ladder"),
        ((SINGLE, SINGLE), (1, 2), "A rule appears twice in the ladder"),
        ((SINGLE, "x-wing"), (2, 1), "whole numbers from 1 that do not fall from rule to rule"),
        ((SINGLE, "x-wing"), (0, 1), "whole numbers from 1 that do not fall from rule to rule"),
        ((SINGLE, "x-wing"), (-1, 1), "whole numbers from 1 that do not fall from rule to rule"),
    ]:
        with pytest.raises(InputError, match=sentence):
            Ladder(tuple(map(Rung, rules, complexities)))


def test_a_ladder_without_its_first_rule_is_refused() -> None:
    with pytest.raises(InputError, match="A ladder begins with"):
        shipped_model("nikoli100").ladder.up_to(0)


def test_levels_are_the_complexities_of_the_ladder() -> None:
    """With other complexities, the rounds stay the same and the level is the number given."""
    ladder = shipped_model("nikoli100").ladder
    other = Ladder.of(
        (rule, 10 * complexity) for rule, complexity in zip(ladder.rules, ladder.complexities, strict=True)
    )
    assert rate_puzzle(LEVEL_6, other).level == 60
    assert rate_puzzle(LEVEL_6, other).steps == 34
    assert rate_puzzle(LEVEL_6, other).rules == rate_puzzle(LEVEL_6, ladder).rules


def test_the_order_of_the_ladder_is_the_order_of_the_rounds() -> None:
    """With claiming before all other narrowing rules, it acts where pointing did before."""
    shipped = shipped_model("nikoli100").ladder
    rules = (SINGLE, "locked-claiming", *(rule for rule in RULES[1:] if rule != "locked-claiming"))
    rounds = [
        [r.rule for r in explain_puzzle(LEVEL_6, ladder)]
        for ladder in (shipped, Ladder.of((rule, k) for k, rule in enumerate(rules, 1)))
    ]
    assert rounds[0][:5] == [SINGLE, SINGLE, SINGLE, "locked-pointing", SINGLE]
    assert rounds[1][:5] == [SINGLE, SINGLE, SINGLE, "locked-claiming", "locked-pointing"]


def test_rule_1_alone_solves_a_puzzle_of_level_1_and_no_other() -> None:
    alone = Ladder.of([(SINGLE, 1)])
    assert rate_puzzle(LEVEL_1, alone) == rate_puzzle(LEVEL_1, shipped_model("nikoli100").ladder)
    assert rate_puzzle(LEVEL_6, alone).outcome == "stuck"


def test_an_explanation_is_told_a_round_a_line() -> None:
    explanation = explain_puzzle(Puzzle.parse("1... ..3. .1.. ...2"), shipped_model("nikoli100").ladder)
    told = str(explanation).splitlines()
    assert len(told) == len(explanation) == explanation.rating.steps
    assert [line.partition(". ")[0] for line in told] == [str(k) for k in range(1, len(told) + 1)]
    assert told[0].startswith("1. Hidden Single (region): 3 in r1c2 (region 1): placed | 1 in r2c4 (region 2): placed")


@pytest.mark.parametrize(
    ("technique", "low", "board"),
    [
        ("house-combination", {"outside": 0}, "sum 4: r1c1 r1c2 r4c3"),
        ("house-combination", {"fillings": 3}, "sum 4: r1c1 r1c2 r4c3"),
        ("wide-combination", {"outside": 0}, "sum 3: r1c1 r4c4; sum 8: r1c2 r1c4 r5c1; sum 3: r1c1 r1c2 r4c4"),
        ("digit-count", {"placements": 3}, "quad 4: r1c1 r1c2 r2c1 r2c2; quad 4: r3c1 r3c2 r4c1 r4c2"),
        ("joint-combination", {"outside": 0}, "sum 4: r1c1 r2c2 r5c3; sum 4: r1c2 r2c1 r6c4"),
        ("set-equation", {"equations": 1}, "sum 4: r1c1 r2c2; sum 8: r4c1 r5c1 r6c2"),
        ("constraint-chain", {"links": 1}, "cage 5: r1c1 r1c2; cage 5: r1c3 r1c4"),
        ("constraint-contradiction", {"fillings": 1}, "cage 5: r1c1 r1c2; cage 5: r1c3 r1c4"),
        ("house-contradiction", {"outside": 0}, "sum 4: r1c1 r1c2 r4c3"),
    ],
)
def test_bounds_limit_what_is_found(technique: str, low: dict[str, int], board: str) -> None:
    layout, ladder = Layout.boxes(2, 3).with_constraints(*board.split("; ")), Ladder.alone(technique)
    state = State(Puzzle(layout, (0,) * 36))
    bounded = replace(ladder, bounds=ladder.bounds._replace(**low))
    few, all_found = ({effect for one in find_in(state, each) for effect in one.removed} for each in (bounded, ladder))
    assert few < all_found
