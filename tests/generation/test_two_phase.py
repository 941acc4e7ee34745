"""Puzzles by every pair of methods: exact pattern, one solution, the grade, reproducible by seed."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from cpgen import resources
from cpgen.difficulty import Target, model_for, read_model
from cpgen.errors import ImpossibleError, InputError, NearestWarning, NotFoundError
from cpgen.generation.two_phase import generate_many, puzzles_per_start
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.pattern import Pattern
from cpgen.rater.rating import rate_puzzle
from cpgen.requests.clock import Clock
from cpgen.requests.generation_request import Request
from cpgen.requests.request_fields import GENERATION_METHODS, REPLACEMENT_METHODS
from cpgen.requests.results import Generated, Progress
from cpgen.symmetry.square import SYMMETRIES, orbits
from tests import brute
from tests.request_helpers import Drawn, asked, clock_of, method_of, request_of

NINE, SIX, FOUR = Layout.boxes(3, 3), Layout.boxes(2, 3), Layout.boxes(2, 2)
KAMIO_A = Pattern.parse(".x.....x.x..xx...x.....x.....xx...x..x..x..x..x...xx.....x.....x...xx..x.x.....x.")
PATTERNS = {
    NINE: KAMIO_A,
    SIX: Pattern.parse("..xx.. .x..x. x....x x....x .x..x. ..xx.."),
    FOUR: Pattern.parse(".x.. x..x x..x ..x."),
}
PAIRS = list(product(GENERATION_METHODS, REPLACEMENT_METHODS))
FOUR_PAIRS = list(zip(GENERATION_METHODS, REPLACEMENT_METHODS, strict=True))
"""Each method once"""
QUICK = {"oracle": "bitset"}
BUDGET = 300.0
"""Seconds that no test should need, on however busy a machine; what is not found by then has failed."""


def any_grade(layout: Layout) -> Target:
    return Target(model_for(layout).any_grade)


def request_for(layout: Layout, word: str = "any", method: dict[str, str] = QUICK) -> Request:
    return request_of(layout, PATTERNS[layout], Target(model_for(layout).grade(word)), method)


def made_by(request: Request, count: int, seed: int = 1) -> list[Generated]:
    return list(generate_many(request, count, seed, Clock(BUDGET)))


def clues_of(made: list[Generated]) -> list[str]:
    return [one.puzzle.line for one in made]


def found_until_it_ends(request: Request, count: int, checks: int) -> tuple[list[Generated], str]:
    """Return the puzzles found before the clock has been checked this often, and the message at the end."""
    made: list[Generated] = []
    with pytest.raises(NotFoundError) as caught:
        made.extend(generate_many(request, count, 1, clock_of(checks)))
    return made, str(caught.value)


def check(made: Generated, request: Request, seed: int = 1) -> None:
    """Check everything that a puzzle promises; the solution by brute force or by another oracle."""
    layout, puzzle = request.layout, made.puzzle
    assert puzzle.layout == layout
    if isinstance(request.pattern, Pattern):
        assert Pattern.of(puzzle.clues, layout.size).cells == request.pattern.cells
        assert all(
            fixed in (0, puzzle.clues[cell]) for cell, fixed in zip(*cells_and_fixed(request.pattern), strict=True)
        )
    assert all(clue in (0, digit) for clue, digit in zip(puzzle.clues, made.solution, strict=True))
    assert brute.is_valid(layout, made.solution)
    if layout.size <= 6:
        assert brute.count(layout, puzzle.clues, 2) == 1
    other = {"bitset": "cpsat", "cpsat": "bitset"}[request.oracle]
    assert open_oracle(other).uniqueness(puzzle).grids == (made.solution,)
    assert made.rating == rate_puzzle(puzzle, request.grade.full_ladder)
    assert made.matches == request.grade.matches(made.rating)
    assert made.matches or not request.until_match
    assert made.matches == (made.rating.solved and made.appropriateness > request.target.threshold)
    assert (made.request, made.seed) == (request, seed)
    assert made.stats.attempts >= (0 if made.index % puzzles_per_start(request) else 1)
    assert made.stats.ratings >= 1
    assert made.stats.oracle_calls >= 1


def cells_and_fixed(pattern: Pattern) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return pattern.cells, pattern.fixed


# Every pair of methods


@pytest.mark.parametrize(("generation", "replacement"), PAIRS)
@pytest.mark.parametrize("layout", PATTERNS, ids=str)
def test_every_pair_makes_puzzles_that_match(layout: Layout, generation: str, replacement: str) -> None:
    request = request_for(layout, "any", method_of(generation, replacement, "bitset"))
    made = made_by(request, 2)
    for one in made:
        check(one, request)
    assert len(set(clues_of(made))) == len(made)
    easy = request_for(layout, "beginner", method_of(generation, replacement, "bitset"))
    (one,) = made_by(easy, 1)
    check(one, easy)
    assert (one.matches, one.rating.level, set(one.rating.rules)) == (True, 1, {"hidden-single-region"})


@pytest.mark.parametrize(("generation", "replacement"), FOUR_PAIRS)
def test_every_method_makes_puzzles_with_another_oracle(generation: str, replacement: str) -> None:
    for request in (
        request_for(SIX, "any", method_of(generation, replacement, "cpsat")),
        request_for(SIX, "beginner", method_of(generation, replacement, "bitset", until_match=False)),
    ):
        for one in made_by(request, 2):
            check(one, request)


@pytest.mark.parametrize("word", ["beginner", "intermediate", "advanced", "expert"])
def test_the_default_method_makes_all_four_grades(word: str) -> None:
    request = request_for(NINE, word, {"oracle": "cpsat"})
    made = made_by(request, 5)
    for one in made:
        check(one, request)
        assert one.appropriateness > 0.7
    assert [one.index for one in made] == sorted({one.index for one in made})


def test_the_papers_method_returns_unmatched_puzzles() -> None:
    """Unlike the paper, cpgen checks the match after the replacement phase, unless `until_match` is off."""
    request = request_of(
        NINE, KAMIO_A, Target(model_for(NINE).grade("advanced")), method_of("sample", "zama", "bitset", False)
    )
    made = made_by(request, 10)
    assert {one.matches for one in made} >= {False}
    for one in made:
        check(one, request)


def test_the_papers_method_is_kamio_twice() -> None:
    request = asked(method="paper")
    assert (request.generation, request.replacement, request.until_match) == ("kamio", "kamio", False)


# Reproducibility


@pytest.mark.parametrize(("generation", "replacement"), FOUR_PAIRS)
def test_a_seed_determines_the_puzzles_and_their_order(generation: str, replacement: str) -> None:
    request = request_for(SIX, "any", method_of(generation, replacement, "bitset"))
    four = clues_of(made_by(request, 4))
    assert clues_of(made_by(request, 4)) == four
    assert clues_of(made_by(request, 2)) == four[:2]
    assert not set(clues_of(made_by(request, 2, seed=2))) & set(four)


def test_the_puzzles_of_one_call_are_distinct() -> None:
    """Three of the six digits are fixed on a 4×4 board, so that few puzzles exist and many come up again."""
    request = request_of(FOUR, Pattern.parse(".1.. 2..x x..3 ..x."), any_grade(FOUR), QUICK)
    made, _ = found_until_it_ends(request, 10_000, 300)
    assert len(made) > 1
    assert len(set(clues_of(made))) == len(made)
    assert [one.index for one in made] == sorted({one.index for one in made})
    assert made[-1].index >= len(made)
    for one in made:
        check(one, request)


# Fixed digits and random patterns


@pytest.mark.parametrize(("generation", "replacement"), FOUR_PAIRS)
def test_fixed_digits_are_kept(generation: str, replacement: str) -> None:
    pattern = Pattern.parse(".7.....x.1..xx...x.....3.....xx...x..x..5..x..9...xx.....x.....x...xx..2.x.....8.")
    request = request_of(NINE, pattern, any_grade(NINE), method_of(generation, replacement, "bitset"))
    for one in made_by(request, 2):
        check(one, request)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_random_patterns_have_the_requested_symmetry(symmetry: str) -> None:
    request = request_of(NINE, (32, symmetry), any_grade(NINE), QUICK)
    made = made_by(request, 4)
    for one in made:
        check(one, request)
        cells = set(Pattern.of(one.puzzle.clues, 9).cells)
        assert len(cells) == 32
        assert all(cells.issuperset(orbit) or cells.isdisjoint(orbit) for orbit in orbits(9, symmetry))
    assert len({Pattern.of(one.puzzle.clues, 9) for one in made}) > 1


@pytest.mark.parametrize(
    ("spec", "clues"),
    [
        ("latin-5", 11),
        ("latin-6+diagonals", 12),
        (resources.text("layouts", "pentomino-1"), 8),
        (resources.text("layouts", "pentomino-2"), 8),
        (resources.text("layouts", "jigsaw-7"), 16),
        (resources.text("layouts", "jigsaw-9"), 26),
        (resources.text("layouts", "diagonal"), 22),
        (resources.text("layouts", "windoku"), 24),
        ("2x2", 6),
        ("2x4", 26),
        ("latin-9", 40),
    ],
)
def test_every_kind_of_board_has_puzzles(spec: str, clues: int) -> None:
    layout = Layout.parse(spec)
    request = request_of(layout, (clues, "none"), any_grade(layout), {"oracle": "cpsat"})
    for one in made_by(request, 2):
        check(one, request)
        assert one.puzzle.clue_count == clues


def test_a_16x16_puzzle_keeps_its_symmetry() -> None:
    layout = Layout.boxes(4, 4)
    request = request_of(layout, (110, "rot180"), any_grade(layout), QUICK)
    (made,) = made_by(request, 1)
    check(made, request)
    pattern = Pattern.of(made.puzzle.clues, 16)
    assert len(pattern) == 110
    assert {255 - cell for cell in pattern.cells} == set(pattern.cells)


# Searches that end without result


def hardly_possible() -> Request:
    """Puzzles of 17 clues exist, but not where a random walk looks."""
    return request_of(NINE, (17, "none"), Target(model_for(NINE).grade("expert")), QUICK)


@pytest.mark.parametrize(("generation", "replacement"), FOUR_PAIRS)
def test_a_spent_budget_ends_the_search(generation: str, replacement: str) -> None:
    request = request_of(
        NINE, (17, "rot180"), Target(model_for(NINE).grade("expert")), method_of(generation, replacement, "bitset")
    )
    told: list[Progress] = []
    with pytest.raises(NotFoundError, match=r"^Found 0 of 3 puzzles in \d+\.\d s: ") as caught:
        list(generate_many(request, 3, 1, Clock(0.2, told.append)))
    assert f"with {generation} and {replacement}, grade expert" in str(caught.value)
    assert sum(progress.seconds > 0.2 for progress in told) <= 1


def test_puzzles_before_the_end_of_the_budget_are_kept() -> None:
    found, told = found_until_it_ends(request_for(NINE, "beginner"), 1_000_000, 300)
    assert len(found) > 1
    assert told.startswith(f"Found {len(found)} of 1000000 puzzles in ")
    assert clues_of(found[:2]) == clues_of(made_by(request_for(NINE, "beginner"), 2))


def test_a_stopped_search_asks_no_more() -> None:
    asked: list[None] = []
    with pytest.raises(NotFoundError, match="Found 0 of 1 puzzle "):
        list(generate_many(hardly_possible(), 1, 1, Clock(stop=lambda: asked.append(None) or len(asked) > 20)))
    assert len(asked) == 21


def test_progress_is_reported() -> None:
    told: list[Progress] = []
    with pytest.raises(NotFoundError):
        list(generate_many(hardly_possible(), 1, 1, Clock(progress=told.append, stop=lambda: len(told) > 3)))
    for before, after in pairwise(told):
        assert after.seconds > before.seconds
        assert after.attempts >= before.attempts >= 1
        assert after.ratings >= before.ratings
    assert told[-1].ratings > 0
    assert told[-1].found == 0


# Impossible requests

NO_GRID = Pattern.parse("..x456789 1........ 2........ 3......x. ......... ......... ......... x.......x xx.....xx")
"""Row 1 still needs 1, 2 and 3 in columns 1 to 3, and column 1 has them all elsewhere: no digit is left for its top."""


@pytest.mark.parametrize("oracle", ["bitset", "cpsat"])
@pytest.mark.parametrize("generation", GENERATION_METHODS)
def test_fixed_digits_without_a_grid_are_impossible(generation: str, oracle: str) -> None:
    request = request_of(NINE, NO_GRID, any_grade(NINE), method_of(generation, "anneal", oracle))
    with pytest.raises(ImpossibleError, match="The fixed digits of the pattern leave no grid"):
        list(generate_many(request, 1, 1, Clock(BUDGET)))


@pytest.mark.parametrize("generation", GENERATION_METHODS)
def test_a_layout_without_a_grid_is_impossible(generation: str) -> None:
    """On a 2×2 Latin square with a diagonal house, the diagonal must and cannot hold two different digits."""
    layout = Layout.parse("latin-2+diagonals")
    request = request_of(layout, Pattern.parse("x..."), any_grade(layout), method_of(generation, "anneal", "bitset"))
    with pytest.raises(ImpossibleError, match="This layout has no grid"):
        list(generate_many(request, 1, 1, Clock(BUDGET)))


def test_a_full_pattern_of_fixed_digits_is_its_own_only_puzzle() -> None:
    pattern = Pattern.parse("1... ..2. .3.. 4...")
    made = made_by(request_of(FOUR, pattern, any_grade(FOUR), QUICK), 1)
    assert clues_of(made) == ["1.....2..3..4..."]


@pytest.mark.parametrize("replacement", REPLACEMENT_METHODS)
def test_fixed_digits_that_are_no_puzzle_are_impossible(replacement: str) -> None:
    """With all digits fixed there is one set of clues to look at, and this one has several solutions."""
    pattern = Pattern.parse("12.. .... ..3. ...4")
    request = request_of(FOUR, pattern, any_grade(FOUR), method_of("sample", replacement, "bitset"))
    with pytest.raises(ImpossibleError, match="they leave more than one solution"):
        list(generate_many(request, 1, 1, Clock(BUDGET)))


def test_fixed_digits_of_another_grade_are_impossible() -> None:
    pattern = Pattern.parse("1... ..2. .3.. 4...")
    request = request_of(FOUR, pattern, Target(model_for(FOUR).grade("beginner")), QUICK)
    with pytest.raises(ImpossibleError, match="the target is grade beginner"):
        list(generate_many(request, 1, 1, Clock(BUDGET)))


def test_fixed_digits_are_one_puzzle_and_no_more() -> None:
    pattern = Pattern.parse("1... ..2. .3.. 4...")
    with pytest.raises(ImpossibleError, match="that is one puzzle, not 2"):
        list(generate_many(request_of(FOUR, pattern, any_grade(FOUR), QUICK), 2, 1, Clock(BUDGET)))


def test_a_grade_without_a_place_on_the_layout_is_impossible() -> None:
    with pytest.raises(ImpossibleError, match=r"grade intermediate.*locked-pointing cannot occur .* needs regions"):
        asked({"layout": "latin-5", "clues": 12, "model": "by-rule", "grade": "intermediate"})


# Wrong requests


@pytest.mark.parametrize(
    ("layout", "pattern", "sentence"),
    [
        (NINE, PATTERNS[FOUR], "The pattern is 4×4, but the board is 9×9."),
        (FOUR, KAMIO_A, "The pattern is 9×9, but the board is 4×4."),
        (NINE, (82, "rot180"), "A puzzle of 82 clues does not fit on 81 cells."),
        (NINE, (-1, "rot180"), "clues is -1; it should be a whole number from 1."),
        (
            FOUR,
            Pattern.parse("1..1 .x.. ..x. xxxx"),
            "1 appears twice in row 1: at row 1, column 1 and at row 1, column 4",
        ),
        (FOUR, Pattern.parse("1... .1.. ..x. xxxx"), "1 appears twice in region 1"),
        (Layout.latin(37), (800, "rot180"), "Puzzles are made up to 36×36; this layout has side 37."),
    ],
)
def test_a_wrong_request_is_refused(layout: Layout, pattern: Drawn, sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        request_of(layout, pattern, any_grade(NINE))
    assert str(caught.value).startswith(sentence)


def test_the_nearest_symmetric_clue_count_is_taken() -> None:
    """A 16×16 board has no cell in the middle, so half turns pair all cells."""
    layout = Layout.boxes(4, 4)
    with pytest.warns(
        NearestWarning, match=r"^No 111 cells of a 16×16 board have the symmetry rot180; 112 are taken\.$"
    ):
        assert request_of(layout, (111, "rot180"), any_grade(layout), QUICK).clue_count == 112


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"generation": "samble"}, r"'samble' is not a value for generation\. Did you mean 'sample'\?"),
        ({"generation": "anneal"}, r"'anneal' is not a value for generation\. Known: sample"),
        ({"replacement": "sample"}, "'sample' is not a value for replacement"),
        ({"oracle": "cp-sat"}, r"'cp-sat' is not an oracle\. Did you mean 'cpsat'\?"),
    ],
)
def test_an_unknown_method_is_refused(words: dict[str, str], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        asked(**words)


def test_a_low_threshold_does_not_let_stuck_boards_go() -> None:
    """The walk's energy of a stuck board begins at 16, whatever the grade asks for."""
    text = "".join(f"{rule} = {k}\n" for k, rule in enumerate(model_for(NINE).ladder.rules, 1))
    model = read_model(
        "lenient", f'threshold = 0.00001\n[ladder]\n{text}[[grade]]\nname = "lenient"\nlevel = {{ from = 1 }}\n'
    )
    request = request_of(NINE, KAMIO_A, Target(model.grade("lenient")), QUICK, model=model)
    for one in made_by(request, 5):
        check(one, request)
        assert one.rating.solved
