"""Ladders as data: shipped ladders, invalid files, and level names as grades."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import cpgen
from cpgen import resources
from cpgen.difficulty import (
    Span,
    Target,
    ladder_named,
    model_named,
    read_ladder,
    shipped_ladder,
    shipped_model,
)
from cpgen.difficulty.toml_errors import line_of
from cpgen.errors import ImpossibleError, InputError
from cpgen.generation.energy import energy_for
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.rater.ladder import ALL_SINGLES, FIRST_ALONE, MOST_RUNGS, ONE, SWEEP, TECHNIQUES, USUAL
from cpgen.rater.rating import Rating, as_array, rate_puzzle
from cpgen.requests.clock import Clock
from cpgen.schema import plain
from cpgen.symmetry.layout_images import orientations
from tests.request_helpers import asked

NINE = Layout.boxes(3, 3)
HODOKU = shipped_ladder("hodoku")
EASY, HARD = (
    ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8.",
    ".4..2..8.8..54...7.....9.....81...2.73..5..16.9...83.....2.....3...67..2.8..9..3.",
)


# Shipped ladders


def test_paper_ladder_equals_that_of_its_model() -> None:
    """Only names and texts differ; ratings are equal."""
    ladder, model, by_rule = shipped_ladder("nikoli100"), shipped_model("nikoli100"), shipped_model("by-rule")
    assert ladder.ladder.pairs == model.ladder.pairs
    assert (ladder.ladder.round, ladder.ladder.places) == (SWEEP, FIRST_ALONE)
    assert rate_puzzle(Puzzle.parse(HARD), ladder.ladder).rules == rate_puzzle(Puzzle.parse(HARD), model.ladder).rules
    for complexity, place in zip(ladder.ladder.complexities, ladder.ladder.level_places, strict=True):
        grade = by_rule.grades[place]
        assert grade.level_from <= complexity <= grade.level_to
        assert (grade.name, grade.japanese) == ladder.ladder.levels[place][:2]


@pytest.mark.parametrize("name", ["hodoku", "explainer"])
def test_wide_ladders_take_one_finding_per_round(name: str) -> None:
    ladder = shipped_ladder(name).ladder
    assert (ladder.round, ladder.places, ladder.name) == (ONE, ALL_SINGLES, name)
    assert set(ladder.rules) <= set(TECHNIQUES)
    assert len(ladder.rules) <= MOST_RUNGS
    assert all(one <= other for one, other in pairwise(ladder.complexities))
    assert set(ladder.level_places) == set(range(len(ladder.levels)))


def test_hodoku_ladder_has_its_levels_and_limits() -> None:
    ladder = HODOKU.ladder
    assert all(one < other for one, other in pairwise(ladder.complexities))
    assert [level.most for level in ladder.levels] == [800, 1000, 1600, 1800, 0]
    scores = {rung.technique: (rung.complexity, rung.score, rung.level) for rung in ladder.rungs}
    assert scores["hidden-single"] == (300, 14, "easy")
    assert scores["locked-claiming"] == (1210, 50, "medium")
    assert scores["naked-quadruple"] == (2000, 120, "hard")
    assert all(rung.score for rung in ladder.rungs)


def test_ladder_can_be_named_like_a_model() -> None:
    assert model_named("hodoku") is ladder_named("hodoku") is HODOKU
    assert model_named("nikoli100") is shipped_model("nikoli100")
    assert cpgen.rate(EASY, "hodoku") == cpgen.rate(EASY, ladder="hodoku") == cpgen.rate(EASY, ladder=HODOKU)
    with pytest.raises(InputError, match="Give a model or a ladder, not both: nikoli100 and hodoku"):
        cpgen.rate(EASY, "nikoli100", "hodoku")
    for call in (ladder_named, model_named):
        with pytest.raises(InputError, match="Did you mean 'hodoku'"):
            call("hodoko")


# Sweeps


def test_simultaneous_sweeps_do_not_depend_on_orientation() -> None:
    text = resources.text("ladders", "nikoli100").replace('"ordered"', '"simultaneous"')
    ladders = {"ordered": shipped_ladder("nikoli100").ladder, "simultaneous": read_ladder("turned", text).ladder}
    images = orientations(Puzzle.parse(EASY)).values()
    found = {sweep: [rate_puzzle(image, ladder) for image in images] for sweep, ladder in ladders.items()}
    spans = {sweep: {(one.level, one.steps) for one in ratings} for sweep, ratings in found.items()}
    assert spans == {"ordered": {(6, 33), (6, 34), (6, 36)}, "simultaneous": {(6, 36)}}


TURNED = """
....8.6..21..3...5..84...2..7.....521...........594...6..9...1..2....4.6.956.....
..15.....8....1.......4.7...6.7..1...5..3.....2..8.965..7....5.9.5...8.7.8......3
..3...5.88....6.....7....3..5...2.....9......42..8.7.....8.365.........7946..52..
53..827..72..9.......4.7..9.....982...8........2....64...3..4...6......3.5...4.82
.....4....7.8.93.....5.......4...27.6....2....91.7...6...3...2..2...7..983....5..
..4......62.....9....9.51....5...8...4.71..3..1...27...6.8.....2....7.81......4.3
.6...8..7.2.4....5..5.138.....7.....178..4.......25..8.16.5.....8.3.....2......76
..47.8....8.....72.....2.367...56...1.2....9...5.2.....4......3.....19....7.6...5
48..3.5.67..1.9....3.45......8..54...5.64.......7.......7...35...25...49......2..
..7.92........3..22.98..6.1....3....58.7.63...6...48........91....5....3....8.7..
....6.73..5.8..2.........4.6...5.31.4...8...7...4.39..2.3..41..7..........69.....
...4.6.....8.7..24..2.1..7..8.5..9.14.....3.7..6............7...132874..6....4..8
.91.6...43..4..5.1......9....62.948.9.435.....5.........3......7..82....86....2..
..438.......694.28....7......9.1...7.......5..72....463...2.86........914.......2
..8..4.5.9..56.......9......6...1.79.....6..3.7....54...521.3..1...8......2..9...
....9....7.....98.....25.......7..351...58.....4...7.....9..4.2.8.......9...34.57
.....17..1.7...4....4......3.......98..43...5....87.......53.1.2.9.7......8....9.
6...725..2......6...3.5..1..1.4.....4....5....7......2.......4....648..9..8.3...7
..1........64..3...7.39.......8.1.....5....24.3..25.7.41.....362....9..1.6......7
.68..4..27.......553.....8.2.4..67......9.8...1.5........1...93......5.....8.3..1
"""
"""Puzzles of 22 to 26 clues that need locked candidates and more"""


def test_scores_hardly_depend_on_orientation() -> None:
    """Of these twenty, 15 would change their score if rounds took the first finding."""
    puzzles = [Puzzle.parse(line) for line in TURNED.split()]
    turned = [{rate_puzzle(image, HODOKU.ladder).score for image in orientations(one).values()} for one in puzzles]
    assert sum(len(scores) == 1 for scores in turned) >= 18


def test_simultaneous_sweep_needs_rounds_of_sweeps() -> None:
    with pytest.raises(InputError, match="needs rounds of sweeps; a round of this ladder takes one finding"):
        read_ladder("tiny", 'sweep = "simultaneous"\n' + TINY.replace("MOST", "9"))


# Scores and level names


def test_score_is_the_sum_over_rounds() -> None:
    rating = cpgen.rate(EASY, ladder="hodoku")
    scores = {rung.technique: rung.score for rung in HODOKU.ladder.rungs}
    assert rating.score == sum(scores[rule] * rounds for rule, rounds in rating.rules.items()) > 0
    assert (rating.level_name, rating.hardest, rating.ladder) == ("easy", "hidden-single", "hodoku")
    assert sum(rating.rules.values()) == rating.steps
    data = rating.as_json(Puzzle.parse(EASY))
    assert (data["ladder"], data["score"], data["level_name"], data["hardest"]) == (
        *("hodoku", rating.score),
        *("easy", "hidden-single"),
    )


def test_plain_ladder_has_no_level_names_or_scores() -> None:
    rating = cpgen.rate(EASY)
    assert (rating.score, rating.level_name, rating.ladder) == (0, "", "nikoli100")
    assert rating.as_json(Puzzle.parse(EASY))["level_name"] is None


def test_stuck_board_has_no_level_name() -> None:
    empty = cpgen.rate("." * 81, ladder="nikoli100")
    assert (empty.outcome, empty.level_name, empty.hardest) == ("stuck", "", "")


TINY = """
title = "two singles"
round = "one"
places = "all"

levels = [
  { name = "soft", japanese = "やわらか", most = MOST },
  { name = "firm", most = 100 },
  { name = "stiff" },
]

rungs = [
  # in order
  { technique = "naked-single", complexity = 3, score = 2, level = "soft" },
  { technique = "hidden-single", complexity = 7, score = 5, level = "firm" },
]
"""


@pytest.mark.parametrize(("most", "name"), [(60, "soft"), (59, "firm"), (1, "stiff")])
def test_high_score_raises_the_level_name(most: int, name: str) -> None:
    """Twelve open cells are twelve naked singles, worth 2 each, or 60 in total at 5 each."""
    text = TINY.replace("MOST", str(most)).replace("score = 2", "score = 5")
    text = text.replace("most = 100", "most = 50") if name == "stiff" else text
    ladder = read_ladder("tiny", text).ladder
    rating = rate_puzzle(Puzzle.parse("1... ..3. .1.. ...2"), ladder)
    if set(rating.rules) == {"naked-single"}:
        assert (rating.score, rating.level_name) == (60, name)
    else:
        assert rating.level_name in ("firm", "stiff")
    for place, score, raised in [(0, most, 0), (0, most + 1, 1), (1, 100, 1), (2, 10**9, 2)]:
        if "most = 100" in text:
            assert ladder.level_name(place, score) == ladder.levels[raised].name


def test_equal_complexities_are_one_level() -> None:
    ladder = read_ladder("tiny", TINY.replace("MOST", "9").replace("complexity = 7", "complexity = 3"))
    assert ladder.ladder.complexities == (3, 3)
    assert ladder.any_grade.levels == (3,)
    assert Target(ladder.any_grade, needs=("hidden-single",)).levels == (3,)


# Files that are wrong

WRONG = {
    '"soft", j': ('"any", j', 7, "Two levels are called 'any'"),
    '"firm", most': ('"soft", most', 8, "Two levels are called 'soft'"),
    "most = 100": ("most = -1", 8, "'most' of level 2 must be a whole number from 0 to 1000000, but is -1"),
    "japanese": ("japonese", 7, "'japonese' is not a key of level 1. Did you mean 'japanese'?"),
    '"one"': ('"two"', 3, "'two' is not a value for 'round' of the ladder. Known: sweep, one."),
    '"all"': ("7", 4, "'places' of the ladder must be a text in quotes, but is 7."),
    '"hidden-single"': (
        '"hiden-single"',
        15,
        "'hiden-single' is not a rule of the ladder. Did you mean 'hidden-single'",
    ),
    'technique = "hidden-single", ': ("", 15, "'technique' of rung 2 is missing"),
    "complexity = 7": ("complexity = 2", 15, "whole numbers from 1 that do not fall from rule to rule"),
    "complexity = 3": ("complexity = 0", 14, "'complexity' of rung 1 must be a whole number from 1"),
    "score = 5": ("score = 5.5", 15, "'score' of rung 2 must be a whole number from 0 to 1000000, but is 5.5"),
    'level = "firm"': ('level = "hard"', 15, "'hard' is not a level of the ladder"),
    "rungs": ("rugs", 12, "'rugs' is not a key of the ladder. Did you mean 'rungs'?"),
    'title = "two singles"': ("title = two", 2, "is not valid TOML"),
}


@pytest.mark.parametrize("old", WRONG)
def test_invalid_ladder_is_refused_with_line_and_key(old: str, tmp_path: Path) -> None:
    new, line, sentence = WRONG[old]
    path = tmp_path / "tiny.toml"
    text = TINY.replace("MOST", "9")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        ladder_named(str(path))
    message = str(caught.value)
    assert message.startswith("The ladder tiny")
    assert sentence in message
    assert f"line {line}" in message


def test_repeated_technique_and_empty_ladder_are_refused() -> None:
    text = TINY.replace("MOST", "9")
    with pytest.raises(InputError, match="line 15: A rule appears twice"):
        read_ladder("tiny", text.replace('"hidden-single"', '"naked-single"'))
    with pytest.raises(InputError, match="a rule that places digits"):
        read_ladder("tiny", 'places = "all"\nrungs = []')
    with pytest.raises(InputError, match=r"line 1: 'rungs' of the ladder must be a list of tables"):
        read_ladder("tiny", "rungs = 3")


def test_bounds_are_read_and_checked() -> None:
    text = TINY.replace("MOST", "9").replace('places = "all"', "places = 'all'\nlinks = 3\noutside = 0")
    bounds = read_ladder("tiny", text).ladder.bounds
    assert bounds == USUAL._replace(links=3, outside=0)
    with pytest.raises(InputError, match="a whole number from 0 to 6"):
        read_ladder("tiny", text.replace("outside = 0", "outside = 7"))


@pytest.mark.parametrize(
    ("text", "place", "line"),
    [
        ("a = 1\n[b]\nc = 2\n", ("b", "c"), 3),
        ("[[r]]\na = 1\n\n[[r]]\na = 2", ("r", 1, "a"), 5),
        ("[[r]]\na = 1\n[[r]]\nb = 2", ("r", 1, "a"), 3),
        ("r = [ { a = 1 }, { a = 2 },\n { a = '}' } , {\n } ]", ("r", 3, "a"), 2),
        ('# r = 1\nt = """\nr = 1\n"""\nr = 2', ("r",), 5),
        ("a = 1", ("b",), 0),
    ],
)
def test_line_of_a_toml_value(text: str, place: tuple[str | int, ...], line: int) -> None:
    assert line_of(text, place) == line


def test_user_ladder_file_is_a_model(tmp_path: Path) -> None:
    path = tmp_path / "tiny.toml"
    path.write_text(TINY.replace("MOST", "9"), encoding="utf-8")
    ladder = ladder_named(str(path))
    assert ladder == model_named(str(path))
    assert str(ladder) == str(path)
    assert [(grade.name, grade.japanese) for grade in ladder.grades] == [
        ("soft", "やわらか"),
        ("firm", "firm"),
        ("stiff", "stiff"),
    ]
    request = asked({"ladder": str(path), "grade": "firm"})
    assert asked(plain(request.spec)).target == request.target


# Level names as grades


def test_ladder_named_like_a_model_stays_a_ladder() -> None:
    request = asked({"ladder": "nikoli100", "grade": "expert"})
    assert request.grade.level_index == 3
    again = asked(plain(request.spec))
    assert again.grade == request.grade
    with pytest.raises(InputError, match="Give a model or a ladder, not both"):
        asked({"ladder": "hodoku", "model": "nikoli100"})


def test_score_target_needs_a_ladder_with_scores() -> None:
    with pytest.raises(InputError, match="The ladder nikoli100 has no scores"):
        asked({"score": "100.."})
    with pytest.raises(ImpossibleError, match="the rules of this grade have levels up to 300"):
        Target(HODOKU.grade("easy"), level=Span(1200, None))


def test_level_name_allows_rules_of_easier_levels() -> None:
    """A puzzle with easier rules can reach the level name by its score."""
    assert HODOKU.grade("easy").levels == (100, 200, 300)
    assert HODOKU.grade("易しい") == HODOKU.grade("easy")
    assert set(HODOKU.grade("medium").levels) > {100, 1200, 1600}
    assert HODOKU.grade("extreme").levels == HODOKU.ladder.complexities
    assert Target(HODOKU.grade("medium")).ladder.span[1] == 1600


def test_search_accepts_exactly_what_the_target_accepts() -> None:
    """Accepted puzzles have energies below −ln(threshold), which is at most 16."""
    text = TINY.replace("MOST", "60")
    model = read_ladder("tiny", text)
    layout = Layout.boxes(2, 2)
    rng, seen = np.random.default_rng(1), set()
    grid = np.array([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
    for target in [
        *map(Target, (*model.grades[:2], model.any_grade)),
        Target(model.any_grade, score=Span(30, 36)),
        Target(model.grade("firm"), score=Span(None, 40)),
    ]:
        energy = energy_for(layout, target)
        for _ in range(60):
            clues = tuple(np.where(rng.random(16) < 0.35, grid, 0).tolist())
            rating = rate_puzzle(Puzzle(layout, clues), model.ladder)
            accepted = bool(energy.rated(as_array(clues), Clock()) < energy.function.bound)
            assert accepted == target.accepts(rating), (str(target), rating)
            wanted = target.grade.level_index is None or rating.level_name == target.grade.name
            assert accepted == (rating.solved and wanted and target.score.holds(rating.score))
            seen.add(accepted)
    assert seen == {True, False}


def test_puzzles_of_a_level_name_and_score_are_generated() -> None:
    wish = {"ladder": "hodoku", "oracle": "bitset", "seed": 1}
    made = cpgen.generate(pattern="kamio-b", grade="medium", **wish)
    assert (made.rating.level_name, made.grade.name, made.appropriateness, made.matches) == (
        "medium",
        "medium",
        1.0,
        True,
    )
    assert made.rating == cpgen.rate(made.puzzle, ladder="hodoku")
    scored = cpgen.generate(pattern="kamio-b", score="400..600", **wish)
    assert 400 <= scored.rating.score <= 600
    assert scored.as_json()["target"]["score"] == [400, 600]


def test_dug_puzzles_have_the_level_name_and_the_score() -> None:
    dug = cpgen.dig(ladder="hodoku", grade="easy", seed=1)
    assert dug.rating.level_name == "easy"
    scored = cpgen.dig(ladder="hodoku", score="300..500", layout="3x3", clues=30, seed=1)
    assert 300 <= scored.rating.score <= 500
    with pytest.raises(InputError, match="leave no choice of a score"):
        cpgen.dig(ladder="hodoku", score="300..500", clues="fewest")


def test_hardest_puzzle_respects_the_score() -> None:
    found = next(cpgen.hardest("kamio-b", ladder="hodoku", score="..400", oracle="bitset", seed=1))
    assert found.rating.score <= 400


def test_every_layout_can_be_rated_on_the_wide_ladders() -> None:
    for spec in ("2x3", "latin-5", "3x3+diagonals"):
        layout = Layout.parse(spec)
        made = cpgen.generate(layout=layout, oracle="bitset", seed=1)
        assert cpgen.rate(made.puzzle, ladder="hodoku").solved
        assert cpgen.rate(made.puzzle).solved


def test_names_of_shipped_ladders() -> None:
    assert resources.names("ladders") == ["explainer", "hodoku", "nikoli100", "one-scale", "variants"]
    assert Rating("stuck", 0, 0, {}, (), ()).hardest == ""


@pytest.mark.parametrize("option", ["needs", "only"])
def test_the_name_of_an_extended_ladder_stands_for_it(option):
    """So `rate --ladder` with the name that `generate` reports gives the same rating."""
    for technique in TECHNIQUES:
        value = technique if option == "only" else (technique,)
        try:
            ladder = asked(pattern="kamio-a", **{option: value}).target.grade.full_ladder
        except ImpossibleError:  # no puzzle needs it
            continue
        named = ladder_named(ladder.name).ladder
        assert named.pairs == ladder.pairs, technique


@pytest.mark.parametrize("name", ["hodoku+x-wng", "hodoku-singles", "nothing+x-wing"])
def test_wrong_names_of_extended_ladders_are_refused(name):
    with pytest.raises(InputError):
        ladder_named(name)
