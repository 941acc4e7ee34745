"""Targets accept what they describe, guide searches consistently, and refuse impossible demands immediately."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from cpgen.difficulty import Span, Target, model_for, shipped_ladder, shipped_model
from cpgen.difficulty.target import (
    LEVEL_PENALTY,
    RULE_PENALTY,
    STEP_PENALTY,
    lead_of_rivals,
    penalty_of_level,
    penalty_of_rules,
    penalty_of_steps,
    span_of,
)
from cpgen.errors import ImpossibleError, InputError
from cpgen.generation.energy import energy_for
from cpgen.generation.two_phase import generate_many
from cpgen.layout import Layout
from cpgen.pattern import Pattern
from cpgen.rater.ladder import RULES
from cpgen.rater.rating import SOLVED, Rating, as_array, rate_puzzle
from cpgen.requests.clock import Clock
from cpgen.schema import plain
from tests.request_helpers import asked, method_of, request_of

NINE = Layout.boxes(3, 3)
NIKOLI = shipped_model("nikoli100")
ANY = NIKOLI.any_grade
EXPERT = NIKOLI.grade("expert")
QUICK = {"oracle": "bitset"}
KAMIO_A = Pattern.parse(".x.....x.x..xx...x.....x.....xx...x..x..x..x..x...xx.....x.....x...xx..x.x.....x.")
TARGETS = [
    Target(ANY, level=Span(4, 4)),
    Target(ANY, level=Span(3, 5), steps=Span(28, 34)),
    Target(ANY, level=Span(None, 2)),
    Target(ANY, steps=Span(36, None)),
    Target(ANY, needs=("x-wing",)),
    Target(ANY, needs=("hidden-pair-region", "naked-single"), without=("locked-claiming",)),
    Target(EXPERT, typical=0.9),
    Target(EXPERT, steps=Span(None, 33), without=("hidden-single-line",)),
]
WISHES = pytest.mark.parametrize("target", TARGETS, ids=str)


def by_the_words(target: Target, rating: Rating) -> bool:
    """Decide acceptance independently, from the ladder's own data."""
    fits = rating.solved and target.grade.appropriateness(rating.level, rating.steps) > target.threshold
    least, most = target.level
    fewest, many = target.steps
    return (
        fits
        and (least or 0) <= rating.level <= (most or 99)
        and (fewest or 0) <= rating.steps <= (many or 999)
        and all(rule in rating.rules for rule in target.needs)
        and not any(rule in rating.rules for rule in target.without)
    )


@pytest.fixture(scope="module")
def ratings() -> list[tuple[tuple[int, ...], Rating]]:
    """Return varied puzzles on one pattern with their ratings."""
    found = []
    for grade in (*NIKOLI.grades, ANY):
        for made in generate_many(request_of(NINE, KAMIO_A, Target(grade), QUICK), 12, 3):
            for cell in (*KAMIO_A.cells[:2], None):
                clues = tuple(0 if k == cell else digit for k, digit in enumerate(made.puzzle.clues))
                found.append((clues, rate_puzzle(type(made.puzzle)(NINE, clues), NIKOLI.ladder)))
    return found


@WISHES
def test_generated_puzzles_meet_the_target(target: Target) -> None:
    request = request_of(NINE, KAMIO_A, target, QUICK)
    for made in generate_many(request, 2, 1, Clock(300)):
        full = rate_puzzle(made.puzzle, NIKOLI.ladder)
        assert made.rating == full
        assert by_the_words(target, full)
        assert made.matches


@WISHES
def test_search_accepts_exactly_what_the_target_accepts(target: Target, ratings: list) -> None:
    """Accepted puzzles have energies below −ln(threshold), which is at most 16."""
    energy, seen = energy_for(NINE, target), set()
    for clues, rating in ratings:
        accepted = bool(energy.rated(as_array(clues), Clock()) < energy.function.bound)
        assert accepted == target.accepts(rating) == by_the_words(target, rating)
        seen.add(accepted)
    assert False in seen


@pytest.mark.parametrize(("generation", "replacement"), [("kamio", "kamio"), ("zama", "zama-open"), ("sample", "zama")])
def test_every_method_meets_the_target(generation: str, replacement: str) -> None:
    target = Target(ANY, level=Span(2, 3), steps=Span(18, None), without=("naked-single",))
    request = request_of(NINE, (32, "rot180"), target, method_of(generation, replacement, "bitset"))
    for made in generate_many(request, 2, 1, Clock(300)):
        assert by_the_words(target, made.rating)


@pytest.mark.parametrize("layout", [Layout.boxes(2, 3), Layout.latin(6)], ids=str)
def test_target_on_other_boards(layout: Layout) -> None:
    target = Target(model_for(layout).any_grade, steps=Span(10, 12))
    for made in generate_many(request_of(layout, (14, "rot180"), target, QUICK), 2, 1, Clock(300)):
        assert 10 <= made.rating.steps <= 12


def test_target_checks_level_steps_and_rules() -> None:
    for level, steps, rules, accepted in [
        (7, 20, {"x-wing": 1}, True),
        (9, 30, {"x-wing": 2, "naked-pair": 1}, True),
        (6, 20, {"x-wing": 1}, False),
        (10, 20, {"x-wing": 1}, False),
        (7, 19, {"x-wing": 1}, False),
        (7, 31, {"x-wing": 1}, False),
        (7, 20, {"naked-pair": 1}, False),
        (7, 20, {"x-wing": 1, "naked-single": 1}, False),
    ]:
        target = Target(ANY, Span(7, 9), Span(20, 30), ("x-wing",), ("naked-single",))
        assert target.accepts(Rating("solved", level, steps, rules, (1,) * 81, (1,) * 81)) == accepted


def test_span_is_parsed_and_printed() -> None:
    for text, found, printed in [
        ("30..", Span(30, None), "30.."),
        ("..40", Span(None, 40), "..40"),
        (" 30 .. 40 ", Span(30, 40), "30..40"),
        ("35", Span(35, 35), "35"),
        ("35..35", Span(35, 35), "35"),
        ("0..", Span(0, None), "0.."),
    ]:
        assert span_of(text) == found
        assert str(found) == printed


def test_invalid_span_is_refused() -> None:
    for text in ["", "..", " . ", "40..30", "a..b", "1..2..3", "-1..", "３..", "1" * 10, "2.5"]:
        with pytest.raises(InputError, match=r"is not a span of numbers; write 30\.\., \.\.40, 30\.\.40 or 35\."):
            span_of(text)


def test_penalties_count_rules_levels_and_steps() -> None:
    numbers = Target(ANY, Span(8, None), Span(20, 30), ("x-wing",), ("naked-single",)).numbers
    wing, single = (np.eye(13, dtype=np.int64)[RULES.index(rule)] for rule in ("x-wing", "naked-single"))
    assert [penalty_of_rules(numbers, uses) for uses in (wing, wing + single, single)] == [
        0,
        RULE_PENALTY,
        2 * RULE_PENALTY,
    ]
    assert [penalty_of_level(numbers, level) for level in (9, 8, 7, 5)] == [
        *(0, 0),
        *(RULE_PENALTY + LEVEL_PENALTY, RULE_PENALTY + 3 * LEVEL_PENALTY),
    ]
    assert [penalty_of_steps(numbers, steps) for steps in (18, 20, 30, 31)] == [2 * STEP_PENALTY, 0, 0, STEP_PENALTY]


def test_target_in_words() -> None:
    assert str(Target(EXPERT)) == "grade expert"
    assert str(Target(ANY)) == "grade any"
    wanted = Target(EXPERT, Span(3, 7), Span(30, None), ("x-wing",), ("naked-pair",), 0.72)
    assert (
        str(wanted)
        == "grade expert, level 3..7, 30.. steps, with x-wing, without naked-pair, appropriateness above 0.72"
    )
    request = request_of(NINE, KAMIO_A, wanted)
    assert replace(asked(plain(request.spec)).target, rivals=()) == wanted


# What cannot be

IMPOSSIBLE = {
    "No rule of the ladder has level 14": {"level": Span(14, 14)},
    "needs x-wing has level 7 or more, not ..3": {"level": Span(None, 3), "needs": ("x-wing",)},
    "does without hidden-single-region": {"without": ("hidden-single-region",)},
    "each of level 7 uses x-wing": {"level": Span(7, 7), "without": ("x-wing",)},
    "takes a step or more": {"steps": Span(None, 0)},
}


@pytest.mark.parametrize("message", IMPOSSIBLE)
def test_target_of_no_level_is_impossible(message: str) -> None:
    with pytest.raises(ImpossibleError, match=message):
        Target(ANY, **IMPOSSIBLE[message])


def test_huge_span_of_steps_is_judged_quickly() -> None:
    assert Target(EXPERT, steps=Span(1, 10**9)).levels == Target(EXPERT).levels


def test_contradicting_grade_and_spans_are_impossible() -> None:
    for wish in ({"level": Span(4, 4)}, {"steps": Span(60, None)}, {"typical": 0.9999}):
        with pytest.raises(ImpossibleError, match="appropriateness is at most"):
            Target(NIKOLI.grade("beginner"), **wish)


def test_unknown_or_contradicting_rules_are_refused() -> None:
    with pytest.raises(InputError, match="Did you mean 'x-wing'"):
        Target(ANY, needs=("xwing",))
    with pytest.raises(InputError, match="both needed and excluded"):
        Target(ANY, needs=("x-wing",), without=("x-wing",))
    with pytest.raises(InputError, match="only spans levels"):
        Target(ANY, typical=0.9)
    for typical in (0.0, 1.0, 7.0, float("nan")):
        with pytest.raises(InputError, match="between 0 and 1"):
            Target(EXPERT, typical=typical)


def test_full_pattern_cannot_meet_a_target() -> None:
    with pytest.raises(ImpossibleError, match=r"with 9 open cells or more.* no house has more than 8"):
        request_of(NINE, KAMIO_A, Target(ANY, needs=("naked-quadruple",)), QUICK)
    with pytest.raises(ImpossibleError, match="naked-quadruple cannot occur because"):
        request_of(NINE, KAMIO_A, Target(ANY, level=Span(13, 13)), QUICK)
    request_of(NINE, (30, "rot180"), Target(ANY, needs=("naked-quadruple",)), QUICK)
    with pytest.raises(ImpossibleError, match="58 open cells, and there are 348"):
        request_of(NINE, KAMIO_A, Target(ANY, steps=Span(523, None)), QUICK)


# Rivals: no other grade of the model may fit better

SHARED = Rating(SOLVED, 4, 32, {}, (), ())
"""A rating that is above the thresholds of two grades: expert (0.71) and advanced (0.97)"""


def test_a_rating_matches_only_the_grade_that_fits_best() -> None:
    advanced, expert = NIKOLI.grade("advanced"), NIKOLI.grade("expert")
    assert advanced.matches(SHARED)
    assert expert.matches(SHARED)
    accepting = [grade for grade in NIKOLI.grades if Target(grade, rivals=NIKOLI.rivals(grade)).accepts(SHARED)]
    assert accepting == [grade for grade in NIKOLI.grades if NIKOLI.is_of(grade, SHARED)] == [advanced]
    assert lead_of_rivals(Target(expert, rivals=NIKOLI.rivals(expert)).numbers, 4, 32) > 0


def test_method_paper_accepts_what_another_grade_fits_better() -> None:
    assert asked({"grade": "expert", "method": "paper"}).target.accepts(SHARED)
    assert not asked({"grade": "expert"}).target.accepts(SHARED)


def test_level_that_another_grade_fits_better_is_impossible() -> None:
    with pytest.raises(ImpossibleError, match=r"level 4 with 32 steps comes nearest, but the grade advanced fits it"):
        asked({"grade": "expert", "level": "4"})


@pytest.mark.parametrize(
    ("ladder", "grade", "levels"),
    [("nikoli100", "expert", range(8, 14)), ("nikoli100", "advanced", range(4, 8)), ("nikoli100", "beginner", (1,))],
)
def test_a_level_name_implies_its_levels(ladder, grade, levels):
    target = Target(shipped_ladder(ladder).grade(grade))
    assert target.levels == tuple(levels)
    assert target.least_level == levels[0]


def test_a_high_score_raises_lower_levels_to_a_name():
    hard = Target(shipped_ladder("hodoku").grade("hard"))
    assert hard.levels[0] == shipped_ladder("hodoku").ladder.span[0]


def test_a_target_says_on_which_side_of_it_a_puzzle_lies() -> None:
    target = Target(EXPERT)
    assert [target.exceeds(5, steps) for steps in (20, 50)] == [True, False]
    assert target.exceeds(1, 60)
    assert Target(EXPERT, needs=("x-wing",)).exceeds(1, 20) is None
