"""Grades: the paper's formulas, matching puzzles, names of grades, and invalid model files."""

from __future__ import annotations

from itertools import islice
from math import exp, isclose, log10
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpgen import api
from cpgen.boards.jigsaw import random_boards
from cpgen.difficulty import (
    GradedPuzzle,
    GradeModel,
    Normal,
    Target,
    ladders_with,
    model_for,
    model_from,
    model_named,
    read_model,
    shipped_ladder,
    shipped_model,
)
from cpgen.difficulty.scales import both_scales, other_scale
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.rater.ladder import RULES
from cpgen.rater.rating import SOLVED, STUCK, Rating, rate_puzzle
from cpgen.translations import words_of
from tests.request_helpers import asked

NIKOLI = shipped_model("nikoli100")
BY_RULE, ONE_SCALE = shipped_model("by-rule"), shipped_ladder("one-scale")
NINE = Layout.boxes(3, 3)


def rated(level: int, steps: int, outcome: str = SOLVED) -> Rating:
    return Rating(outcome, level, steps, {}, (), ())


# Table 2 and the formulas that the paper prints

TABLE_2 = {
    "beginner": ((1.000, 0), (14.52, 4.140), 0),
    "intermediate": ((2.286, 0.7954), (27.18, 5.113), 0.5494),
    "advanced": ((3.781, 1.023), (32.53, 5.397), 0.004070),
    "expert": ((5.538, 1.865), (32.62, 4.954), 0.1639),
}
PRINTED = {
    "beginner": ((1.0, 14.5), (0.0, 0.0292, 0.0)),
    "intermediate": ((2.29, 27.2), (1.13, 0.0274, 0.194)),
    "advanced": ((3.78, 32.5), (0.478, 0.0172, 0.000737)),
    "expert": ((5.54, 32.6), (0.148, 0.0209, 0.0182)),
}


TABLE_ROUNDING = 0.00035
"""Relative error of the formulas' numbers that comes from the four digits in the table"""


def to_three_digits(value: float) -> float:
    return round(value, 2 - int(np.floor(log10(value)))) if value else 0.0


@pytest.mark.parametrize("name", TABLE_2)
def test_shipped_grades_equal_table_2(name: str) -> None:
    grade = NIKOLI.grade(name)
    level, steps, correlation = TABLE_2[name]
    assert (grade.level, grade.steps, grade.correlation) == (Normal(*level), Normal(*steps), correlation)
    assert grade.threshold == 0.7
    assert grade.full_ladder.rules == RULES[:13]


@pytest.mark.parametrize("name", PRINTED)
def test_printed_formulas_follow_from_table_2(name: str) -> None:
    """Compare exp(−a(L − m)² − b(S − n)² + c(L − m)(S − n)), printed with three digits."""
    (level_mean, steps_mean), weights = PRINTED[name]
    numbers = NIKOLI.grade(name).numbers
    found = (numbers.level_weight, numbers.steps_weight, numbers.cross_weight)
    for value, printed in zip(found, weights, strict=True):
        assert printed in {to_three_digits(value * slack) for slack in (1 - TABLE_ROUNDING, 1, 1 + TABLE_ROUNDING)}
    assert to_three_digits(numbers.steps_mean) == steps_mean
    assert name == "beginner" or to_three_digits(numbers.level_mean) == level_mean


@pytest.mark.parametrize("name", PRINTED)
@given(level=st.integers(1, 13), steps=st.integers(0, 80))
def test_appropriateness_equals_the_printed_formula(name: str, level: int, steps: int) -> None:
    """Allow for the rounding of the printed numbers."""
    if name == "beginner" and level > 1:
        assert NIKOLI.grade(name).appropriateness(level, steps) == 0
        return
    (m, n), (a, b, c) = PRINTED[name]
    printed = exp(-a * (level - m) ** 2 - b * (steps - n) ** 2 + c * (level - m) * (steps - n))
    assert NIKOLI.grade(name).appropriateness(level, steps) == pytest.approx(printed, abs=0.01)


@pytest.mark.parametrize("name", TABLE_2)
@given(level=st.integers(1, 13), steps=st.integers(0, 100))
def test_appropriateness_is_a_scaled_normal_density(name: str, level: int, steps: int) -> None:
    (level_mean, level_sd), (steps_mean, steps_sd), rho = TABLE_2[name]
    s = (steps - steps_mean) / steps_sd
    if level_sd:
        z = (level - level_mean) / level_sd
        expected = exp(-0.5 * (z * z - 2 * rho * z * s + s * s) / (1 - rho * rho))
    else:
        expected = exp(-0.5 * s * s) if level == 1 else 0.0
    value = NIKOLI.grade(name).appropriateness(level, steps)
    assert isclose(value, expected, rel_tol=1e-9, abs_tol=1e-300)
    assert 0 <= value <= 1
    assert isclose(exp(-NIKOLI.grade(name).distance(level, steps)), value, abs_tol=1e-12)


def test_figure_3_of_the_paper_matches_its_grades() -> None:
    assert NIKOLI.grade("expert").matches(rated(6, 34))
    assert NIKOLI.grade("beginner").matches(rated(1, 17))
    assert NIKOLI.nearest(rated(6, 34)).name == "expert"
    assert NIKOLI.nearest(rated(1, 17)).name == "beginner"


# What matches


def test_steps_that_match_beginner() -> None:
    grade = NIKOLI.grade("beginner")
    assert [steps for steps in range(100) if grade.matches(rated(1, steps))] == [12, 13, 14, 15, 16, 17, 18]


@pytest.mark.parametrize("outcome", [STUCK, "contradiction"])
def test_only_a_solved_puzzle_matches(outcome: str) -> None:
    assert NIKOLI.grade("advanced").matches(rated(4, 32))
    assert not NIKOLI.grade("advanced").matches(rated(4, 32, outcome))
    assert not NIKOLI.any_grade.matches(rated(4, 32, outcome))


def test_appropriateness_at_the_threshold_does_not_match() -> None:
    at = BY_RULE.grade("beginner").appropriateness(1, 10)
    text = MODEL.replace("threshold = 0.7", f"threshold = {NIKOLI.grade('beginner').appropriateness(1, 12)!r}")
    grade = read_model("m", text).grade("gentle")
    assert at == 1
    assert not grade.matches(rated(1, 12))
    assert grade.matches(rated(1, 13))


@pytest.mark.parametrize(
    ("name", "levels"),
    [("beginner", {1}), ("intermediate", {2, 3}), ("advanced", {4, 5, 6, 7}), ("expert", {8, 9, 10, 11, 12, 13})],
)
def test_grades_by_rule_depend_on_the_level_alone(name: str, levels: set[int]) -> None:
    grade = BY_RULE.grade(name)
    for steps in (1, 30, 300):
        assert {level for level in range(1, 14) if grade.matches(rated(level, steps))} == levels


@given(level=st.integers(1, 13), steps=st.integers(0, 10_000))
def test_any_grade_matches_every_solved_puzzle(level: int, steps: int) -> None:
    assert NIKOLI.any_grade.matches(rated(level, steps))
    assert NIKOLI.any_grade.appropriateness(level, steps) == 1


def test_any_grade_matches_a_full_grid() -> None:
    assert NIKOLI.any_grade.matches(rated(0, 0))


def test_thresholds_separate_stuck_boards() -> None:
    """Searches take energies below −ln(threshold) for matches; stuck boards begin at 16."""
    for model in (NIKOLI, BY_RULE):
        for grade in (*model.grades, model.any_grade):
            assert exp(-16) < grade.threshold < 1


@pytest.mark.parametrize("model", [NIKOLI, BY_RULE], ids=["nikoli100", "by-rule"])
def test_truncated_ladder_rates_matching_puzzles_equally(model: GradeModel) -> None:
    rng, oracle = np.random.default_rng(1), open_oracle("bitset")
    matched = set()
    for _ in range(60):
        clues = list(oracle.complete(Puzzle(NINE, (0,) * 81), rng) or ())
        most = rng.integers(45, 59)
        for cell in rng.permutation(81).tolist():
            digit, clues[cell] = clues[cell], 0
            if clues.count(0) > most or oracle.count(Puzzle(NINE, tuple(clues))) > 1:
                clues[cell] = digit
        puzzle = Puzzle(NINE, tuple(clues))
        full = rate_puzzle(puzzle, model.ladder)
        for grade in model.grades:
            short = rate_puzzle(puzzle, Target(grade).ladder)
            assert grade.matches(short) == grade.matches(full)
            if grade.matches(full):
                matched.add(grade.name)
                assert short == full
    assert matched == {grade.name for grade in model.grades}


def test_truncated_ladders_end_at_the_last_possible_level() -> None:
    assert [Target(grade).ladder.span[1] for grade in BY_RULE.grades] == [1, 3, 7, 13]
    assert [Target(grade).ladder.span[1] for grade in NIKOLI.grades] == [1, 2, 4, 7]
    for grade in NIKOLI.grades:
        reached = {level for level in range(1, 14) for s in range(1, 200) if grade.matches(rated(level, s))}
        assert max(reached) == Target(grade).ladder.span[1]


def test_only_single_level_grades_shorten_the_paper_ladder() -> None:
    assert [len(grade.paper_ladder.rules) for grade in NIKOLI.grades] == [1, 13, 13, 13]


# Words for grades


def test_grades_have_names_in_two_languages() -> None:
    for word, name in [
        ("beginner", "beginner"),
        ("初級", "beginner"),
        ("中級", "intermediate"),
        ("上級", "advanced"),
        ("超上級", "expert"),
        (" Expert ", "expert"),
        ("ADVANCED", "advanced"),
        ("any", "any"),
        ("不問", "any"),
    ]:
        for model in [NIKOLI, BY_RULE]:
            assert model.grade(word).name == str(model.grade(word)) == name


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("expret", "'expret' is not a grade of the model nikoli100. Did you mean 'expert'?"),
        ("Begginer", "Did you mean 'beginner'?"),
        ("", "'' is not a grade of the model nikoli100. Known: beginner, 初級, "),
        ("超初級", "Did you mean '初級'?"),
        ("x" * 10_000, "Known: beginner"),
    ],
)
def test_an_unknown_grade_is_refused_with_a_suggestion(word: str, sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        NIKOLI.grade(word)
    assert sentence in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("word", "model"),
    [
        ("expert", "nikoli100"),
        ("超上級", "nikoli100"),
        ("any", "nikoli100"),
        ("Medium", "hodoku"),
        ("難しい", "hodoku"),
        ("extreme", "hodoku"),
        ("fiendish", "explainer"),
    ],
)
def test_the_word_of_a_grade_decides_the_ladder(word: str, model: str) -> None:
    request = asked({"grade": word})
    assert request.model.name == model
    assert request.grade.is_called(word)


def test_a_given_ladder_decides_what_a_word_means() -> None:
    assert asked({"grade": "hard", "ladder": "explainer"}).model.name == "explainer"
    assert [ladder.name for ladder in ladders_with("hard")] == ["hodoku", "explainer"]
    with pytest.raises(InputError, match="not a grade of the model nikoli100"):
        asked({"grade": "hard", "model": "nikoli100"})


EXPERT = Puzzle.parse(".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8.")
HARD = Puzzle.parse("...7.382.3..4..........835.8....913.....1.....573....8.356..........4..3.269.5...")


@pytest.mark.parametrize(
    ("puzzle", "model", "language", "text"),
    [
        (EXPERT, NIKOLI, "en", "expert on Nikoli's scale (0.94); HoDoKu: easy, 322"),
        (EXPERT, shipped_ladder("hodoku"), "en", "easy on HoDoKu's scale; Nikoli's scale: expert"),
        (EXPERT, NIKOLI, "ja", "ニコリの段階で超上級（0.94）、HoDoKu：易しい、322点"),
        (HARD, NIKOLI, "en", "the ladder gets stuck; HoDoKu: hard, 556"),
        (HARD, shipped_ladder("hodoku"), "en", "hard on HoDoKu's scale; beyond Nikoli's scale"),
    ],
)
def test_a_puzzle_is_described_on_both_scales(puzzle: Puzzle, model: GradeModel, language: str, text: str) -> None:
    assert both_scales(GradedPuzzle(puzzle, rate_puzzle(puzzle, model.ladder), model), words_of(language)) == text


@pytest.mark.parametrize(("steps", "text"), [(27, "intermediate on Nikoli's"), (37, "fits "), (99, "not on this")])
def test_labels_say_how_well_a_grade_fits(steps: int, text: str) -> None:
    rating = rated(2, steps)
    assert both_scales(GradedPuzzle(EXPERT, rating, NIKOLI), words_of("en")).startswith(text)


def test_each_layout_has_its_model() -> None:
    assert model_for(NINE) is NIKOLI
    for spec in ("2x2+diagonals", "3x3+diagonals", "latin-9", "2x4"):
        assert model_for(Layout.parse(spec)) is ONE_SCALE
    for spec, name in (("2x2", "2x2"), ("2x3", "2x3"), ("3x2", "2x3"), ("4x4", "4x4")):
        assert model_for(Layout.parse(spec)) is shipped_model(name)


@pytest.mark.parametrize(("side", "name"), [(9, "jigsaw-9"), (5, "pentomino-5"), (7, "one-scale")])
def test_boards_of_a_kind_have_one_model(side: int, name: str) -> None:
    for board in islice(random_boards(side, 3, oracle="bitset"), 3):
        assert model_for(board) is model_named(name)
        assert model_for(board.with_diagonals()) is ONE_SCALE


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("3x3+cage 15: r1c1 r1c2", "killer"),
        ("3x3+thermo r1c1 r2c1 r3c1", "thermo"),
        ("3x3+all dots shown+white r1c1 r1c2+black r5c5 r5c6", "kropki"),
        ("3x3+cage 15: r1c1 r1c2+thermo r4c1 r5c1", "mixed"),
        ("3x3+global-entropy", "mixed"),
        ("AABBC/AABBC/DABCC/DDEEC/DDEEE+cage 5: r1c1 r1c2", "killer-pentomino-5"),
    ],
)
def test_constraints_decide_the_model(spec: str, name: str) -> None:
    model = model_for(Layout.parse(spec))
    assert model is shipped_model(name)
    assert [grade.name for grade in model.grades] == [grade.name for grade in NIKOLI.grades]
    assert [grade.japanese for grade in model.grades] == [grade.japanese for grade in NIKOLI.grades]


@pytest.mark.parametrize("spec", ["2x3+thermo r1c1 r2c1", "3x3+diagonals+cage 15: r1c1 r1c2", "latin-6+odd: r1c1"])
def test_other_constraints_are_graded_by_the_one_scale(spec: str) -> None:
    assert model_for(Layout.parse(spec)) is ONE_SCALE


def test_grade_of_a_drawing_without_its_own_model_is_of_the_one_scale() -> None:
    """Models for the kinds of the drawing stay, as do those for all kinds where no grade, or a model, is named."""
    mixed, killer = "thermo r1c1-r1c4; cage ?: r5c5 r5c6", "cage ?: r5c5 r5c6"
    assert asked({"drawing": mixed, "grade": "expert"}).model is ONE_SCALE
    assert asked({"drawing": killer, "grade": "expert"}).model.name == "killer"
    assert asked({"drawing": mixed}).model.name == "mixed"
    assert asked({"drawing": mixed, "grade": "expert", "model": "mixed"}).model.name == "mixed"


def test_rating_with_constraints_is_also_on_the_one_scale() -> None:
    puzzle = Puzzle(Layout.parse("2x2+cage 3: r1c1 r1c2"), tuple(map(int, "0034341201434321")))
    assert other_scale(puzzle, ONE_SCALE) is None
    killer = Puzzle(Layout.parse("2x3+cage 3: r1c1 r1c2"), (0,) * 36)
    assert other_scale(killer, model_for(killer.layout)).model is ONE_SCALE
    assert other_scale(killer, ONE_SCALE).model.name == "killer-2x3"


@pytest.mark.parametrize("word", ["hard", "難しい"])
def test_level_names_of_killers_are_those_of_their_ladder(word: str) -> None:
    request = asked({"kind": "killer", "grade": word})
    assert request.model is shipped_ladder("variants")
    assert request.grade.name == "hard"


def test_the_default_grade_of_a_kind_is_that_of_its_model() -> None:
    assert asked({"kind": "killer"}).grade is shipped_model("killer").grade("intermediate")
    assert asked({"kind": "killer", "level": "..5"}).grade.takes_any
    drawing = asked({"drawing": "cage ?: r1c1 r1c2"})
    assert drawing.model is shipped_model("killer")
    assert drawing.grade.takes_any
    assert drawing.target.level.most == 7


# Model files

MODEL = """
title = "mine"
layouts = ["3x3"]
threshold = 0.7

[ladder]
hidden-single-region = 1
naked-single = 2
locked-pointing = 5

[[grade]]
name = "gentle"
japanese = "やさしい"
problems = 9
level = { mean = 1.0, sd = 0.0 }
steps = { mean = 14.52, sd = 4.140 }

[[grade]]
name = "Rough"
level = { mean = 3.5, sd = 1.5 }
steps = { mean = 30, sd = 5 }
correlation = -0.25
"""


def test_user_model_is_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(MODEL, encoding="utf-8")
    model = model_from(str(path))
    assert (model.name, model.title, model.layouts) == ("mine", "mine", ("3x3",))
    assert model.ladder.rules == ("hidden-single-region", "naked-single", "locked-pointing")
    assert model.ladder.complexities == (1, 2, 5)
    assert model.grade("やさしい").name == "gentle"
    assert model.grade("rough").name == model.grade("Rough").name == "Rough"
    assert model.grade("rough").japanese == "Rough"
    assert model.grade("rough").correlation == -0.25
    assert model.grade("rough").appropriateness(5, 30) == pytest.approx(exp(-0.5 / (1 - 0.25**2)))


def test_default_grade_belongs_to_the_model() -> None:
    assert (NIKOLI.default, BY_RULE.default) == ("intermediate", "any")
    for word in ("gentle", "Rough", "やさしい", "any"):
        assert read_model("mine", f'default = "{word}"\n{MODEL}').default == word
    with pytest.raises(InputError, match=r"'gentel' is not a grade of the model mine\. Did you mean 'gentle'"):
        read_model("mine", f'default = "gentel"\n{MODEL}')


def test_model_file_may_have_bom_and_crlf(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xef\xbb\xbf" + MODEL.replace("\n", "\r\n").encode())
    assert model_from(str(path)) == read_model("mine", MODEL)


def test_model_file_may_reorder_the_rules() -> None:
    """Rules are sorted by complexity, not by line."""
    lines = "".join(f"{rule} = {15 - k if k > 1 else 1}\n" for k, rule in enumerate(NIKOLI.ladder.rules, 1))
    text = f'[ladder]\n{lines}[[grade]]\nname = "all"\nlevel = {{ from = 1 }}\n'
    model = read_model("mine", text)
    assert model.ladder.rules == (RULES[0], *reversed(NIKOLI.ladder.rules[1:]))
    assert (model.title, model.layouts, model.grades[0].threshold) == ("mine", (), 0.7)
    puzzle = Puzzle.parse(".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8.")
    rating = rate_puzzle(puzzle, model.ladder)
    assert rating.solved
    assert rating.rules.keys() & {"naked-quadruple", "naked-triple", "naked-pair"}
    assert rating.level == max(
        dict(zip(model.ladder.rules, model.ladder.complexities, strict=True))[r] for r in rating.rules
    )


GENTLE = "level = { mean = 1.0, sd = 0.0 }"
ROUGH = "level = { mean = 3.5, sd = 1.5 }"
STEPS = "steps = { mean = 30, sd = 5 }"

WRONG = {
    # broken TOML
    "not TOML": ("title =", "title", "not valid TOML"),
    "a key twice": ('title = "mine"', 'title = "a"\ntitle = "b"', "not valid TOML"),
    "nested without end": ("threshold = 0.7", "threshold = " + "[" * 5000, "not valid TOML"),
    # the whole
    "no ladder": ("[ladder]", "[lader]", "'lader' is not a key of the model. Did you mean 'ladder'?"),
    "threshold is a text": ("0.7", '"high"', "'threshold' of the model must be a number"),
    "threshold is true": ("0.7", "true", "'threshold' of the model must be a number"),
    "threshold 0": ("0.7", "0", "'threshold' of the model must be a number from 1e-06"),
    "threshold 1": ("0.7", "1.0", "up to, not including, 1, but is 1.0"),
    "threshold nan": ("0.7", "nan", "'threshold' of the model must be"),
    "title is a number": ('"mine"', "7", "'title' of the model must be a text in quotes, but is 7"),
    "layouts are a text": ('["3x3"]', '"3x3"', "'layouts' of the model must be a list of texts, as in [\"2x3\""),
    "layouts are numbers": ('"3x3"', "9", "'layouts' of the model must be a list of texts"),
    "a layout is unknown": ('"3x3"', '"3y3"', "'3y3' is not a layout"),
    "a kind without a side": ('"3x3"', '"jigsaw nine"', "'nine' is not a whole number; the side of a board"),
    "a kind of another name": (
        '"3x3"',
        '"jigsaw 5"',
        "'jigsaw 5' is not a kind of layout; boards of side 5 are 'pentom",
    ),
    "the key of one layout": ("layouts", "layout", "'layout' is not a key of the model. Did you mean 'layouts'?"),
    "made is a text": ("threshold = 0.7", 'made = "so"', "the table 'made' must be a table with about, problems"),
    "made of nothing": ("threshold = 0.7", "made = {}", "'about' of the table 'made' is missing"),
    # the ladder
    "unknown rule": ("naked-single", "nakd-single", "'nakd-single' is not a key of the ladder. Did you mean 'naked-"),
    "first rule missing": ("hidden-single-region = 1\n", "", "A ladder begins with 'hidden-single-region'"),
    "first rule later": ("region = 1", "region = 3", "A ladder begins with 'hidden-single-region'"),
    "complexity 0": ("region = 1", "region = 0", "'hidden-single-region' of the ladder must be a whole number from 1"),
    "broken complexity": ("single = 2", "single = 2.5", "'naked-single' of the ladder must be a whole number"),
    "complexity is a text": ("single = 2", 'single = "2"', "'naked-single' of the ladder must be a whole number"),
    "complexity is huge": ("single = 2", "single = 99999999999999999999", "must be a whole number from 1 to 1000"),
    # the grades
    "no name": ('name = "gentle"\n', "", "'name' of grade 1 is missing"),
    "empty name": ('"gentle"', '" "', "'name' of grade 1 must be a text in quotes"),
    "name is a number": ('"gentle"', "3", "'name' of grade 1 must be a text in quotes, but is 3"),
    "japanese is a number": ('"やさしい"', "3", "'japanese' of grade 1 must be a text in quotes"),
    "two of a name": ('"Rough"', '"GENTLE"', "Two grades are called 'gentle'"),
    "two of a Japanese name": ('"Rough"', '"やさしい"', "Two grades are called 'やさしい'"),
    "called any": ('"Rough"', '"Any"', "Two grades are called 'any'"),
    "no level": (ROUGH + "\n", "", "'level' of grade 2 is missing"),
    "level is a number": (ROUGH, "level = 3", "the level of grade 'Rough' must be a table"),
    "no mean": (ROUGH, "level = { sd = 1.5 }", "'mean' of the level of grade 'Rough' is missing"),
    "no sd": (ROUGH, "level = { mean = 1.5 }", "'sd' of the level of grade 'Rough' is missing"),
    "mean is a text": ("mean = 3.5", 'mean = "3.5"', "'mean' of the level of grade 'Rough' must be a number"),
    "mean is infinite": ("mean = 30", "mean = inf", "'mean' of the steps of grade 'Rough' must be a number"),
    "negative sd": ("sd = 1.5", "sd = -1.5", "'sd' of the level of grade 'Rough' must be 0, or a number from 0.001"),
    "sd too small": ("sd = 1.5", "sd = 1e-200", "'sd' of the level of grade 'Rough' must be 0, or a number"),
    "sd 0 between levels": ("sd = 1.5", "sd = 0", "must be a whole level where the sd is 0, but is 3.5"),
    "sd 0 on no level": ("mean = 1.0, sd = 0.0", "mean = 3, sd = 0", "goes from level 3 to 3, but no rule"),
    "steps sd 0": ("sd = 5 ", "sd = 0 ", "'sd' of the steps of grade 'Rough' must be a number from 0.001"),
    "steps without sd": (STEPS, "steps = { mean = 30 }", "'sd' of the steps of grade 'Rough' is missing"),
    "steps is a number": (STEPS, "steps = 30", "the steps of grade 'Rough' must be a table with mean, sd"),
    "mean without steps": (STEPS + "\n", "", "'mean' is not a key of the level of grade 'Rough'"),
    "correlation 1": ("-0.25", "1", "'correlation' of grade 2 must be a number between -1 and 1"),
    "correlation nan": ("-0.25", "nan", "'correlation' of grade 2 must be a number between -1 and 1"),
    "correlation misspelt": ("correlation", "corelation", "'corelation' is not a key of grade 2. Did you mean 'correl"),
    "from above to": (ROUGH, "level = { mean = 3, sd = 1, from = 2, to = 1 }", "goes from level 2 to 1, but no rule"),
    "from is broken": (
        ROUGH,
        "level = { mean = 3, sd = 1, from = 1.5 }",
        "'from' of the level of grade 'Rough' must be",
    ),
    "to is a text": (ROUGH, 'level = { mean = 3, sd = 1, to = "2" }', "'to' of the level of grade 'Rough' must be"),
}


def test_invalid_model_is_refused_with_a_reason() -> None:
    for old, new, sentence in WRONG.values():
        assert old in MODEL
        with pytest.raises(InputError) as caught:
            read_model("mine", MODEL.replace(old, new, 1))
        message = str(caught.value)
        assert message.startswith("The grade model mine")
        assert sentence in message
        assert message.endswith((".", "?"))
        assert "\n" not in message


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "'ladder' of the model is missing"),
        ("ladder = 3", "the ladder must be a table with hidden-single-region"),
        ("[ladder]\n[[grade]]\nname = 'x'", "A ladder begins with 'hidden-single-region'"),
        ("[ladder]\nhidden-single-region = 1", "'grade' of the model is missing"),
        (
            "grade = []\n[ladder]\nhidden-single-region = 1",
            "'grade' of the model must be a list of one [[grade]] or more",
        ),
        ("grade = [3]\n[ladder]\nhidden-single-region = 1", "grade 1 must be a table"),
        ("[ladder]\nhidden-single-region = 1\n[grade]\nname = 'x'", "'grade' of the model must be a list"),
    ],
)
def test_incomplete_model_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        read_model("mine", text)
    assert sentence in str(caught.value)


def test_unreadable_model_file_is_refused(tmp_path: Path) -> None:
    latin = tmp_path / "latin.toml"
    latin.write_bytes('title = "schön"'.encode("latin-1"))
    for path, sentence in [
        (tmp_path / "none.toml", "No such file"),
        (tmp_path, "cannot be read"),
        (latin, "not text in UTF-8 or UTF-16"),
        ("a\0b.toml", "cannot be read"),
    ]:
        with pytest.raises(InputError, match="cannot be read") as caught:
            model_from(str(path))
        assert sentence in str(caught.value)


def test_model_of_another_layout_is_refused() -> None:
    for request in ({"layout": "2x3", "model": "nikoli100"}, {"layout": "3x3+diagonals", "model": "nikoli100"}):
        with pytest.raises(InputError, match=r"The model nikoli100 is for 3x3, not for .*; leave the model out"):
            asked(request)
    with pytest.raises(InputError, match="The model 2x2 is for 2x2, not for 3x3"):
        api.rate("." * 81, model="2x2")
    assert api.rate("." * 36, model="by-rule").steps == 0


@pytest.mark.parametrize("name", ["nikoli100", "2x3", "jigsaw-9", "by-rule"])
def test_the_ladder_of_a_model_is_named_as_it_is_shipped(name: str) -> None:
    assert shipped_model(name).ladder.name == "nikoli100"
