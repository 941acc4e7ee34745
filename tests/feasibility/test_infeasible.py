"""Proofs of impossibility: impossible patterns are refused, possible ones are filled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpgen import resources
from cpgen.difficulty import Target, model_for
from cpgen.errors import ImpossibleError
from cpgen.feasibility.infeasible import reason_against, require_possible
from cpgen.generation.two_phase import generate_many
from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.notation import line
from cpgen.oracles import open_oracle
from cpgen.pattern import Pattern
from cpgen.puzzle import Puzzle
from cpgen.rater.rating import rate_puzzle
from cpgen.requests.clock import Clock
from cpgen.requests.generation_request import Request
from cpgen.requests.grid_sources import shift_grid
from cpgen.requests.results import Generated
from tests import brute
from tests.request_helpers import Drawn, request_of

NINE, FOUR = Layout.boxes(3, 3), Layout.boxes(2, 2)
QUICK = {"oracle": "bitset"}
LOOSE = {"oracle": "bitset", "method": "paper"}


def drawn(n: int, given: Callable[[int, int], bool]) -> str:
    """Return the pattern of the cells for whose row and column, from 0, `given` returns True."""
    return " ".join("".join("x" if given(row, column) else "." for column in range(n)) for row in range(n))


SEVENS = line([digit if digit < 8 else 0 for digit in shift_grid(NINE)])
"""A full grid without its eights and nines"""

IMPOSSIBLE = {
    "sixteen clues": (
        "3x3",
        "x...x...x .x.....x. ..x...x.. ......... x...x...x ......... ..x...x.. .x.....x. x.......x",
        "The pattern has 16 clues; a 9×9 puzzle with one solution needs 17 or more",
    ),
    "all but two rows of a band": ("3x3", drawn(9, lambda r, c: r not in (3, 5)), "rows 4 and 6 can change places"),
    "no clue in two columns of a stack": (
        "4x4",
        drawn(16, lambda r, c: c not in (12, 13)),
        "columns 13 and 14 can change places",
    ),
    "a cross left empty between diagonals": (
        "3x3+diagonals",
        drawn(9, lambda r, c: r not in (3, 5) and c not in (3, 5)),
        "rows 4 and 6 can change places and columns 4 and 6 can change places",
    ),
    "two rows in the windows of a windoku": (
        "windoku",
        drawn(9, lambda r, c: r not in (6, 7)),
        "rows 7 and 8 can change places",
    ),
    "the first columns of a jigsaw": (
        "cross-10",
        drawn(10, lambda r, c: c > 1),
        "columns 1 and 2 can change places",
    ),
    "the middle column of a mirrored jigsaw": (
        "mask-7",
        drawn(7, lambda r, c: c == 3),
        "left and right can be mirrored",
    ),
    "the diagonal of a large board": (
        "4x4",
        drawn(16, lambda r, c: r == c),
        "the board can be reflected at its falling diagonal",
    ),
    "rows far apart in a Latin square": (
        "latin-9",
        drawn(9, lambda r, c: r not in (1, 7)),
        "rows 2 and 8 can change places",
    ),
    "fifteen clues in a Latin square": ("latin-8", "x" * 15 + "." * 49, "Latin square with one solution needs 16"),
    "sixty-three clues of seven digits": ("3x3", SEVENS, "shows at most 7 digits of 9"),
    "a corner": ("2x2", "xxxx xx.. x... x...", "to fill the 8 free clues"),
    "fourteen of thirty-six": (
        "2x3",
        "...... .....x xxx..x xx..xx ....xx .x.xx.",
        "the 40428 ways to fill the 14 free clues",
    ),
    "ten in a corner of pentominoes": ("pentomino-2", "..... ....x xx... .xxx. .xxxx", "the 216 ways to fill the 10"),
}
"""A layout, a pattern that no puzzle has, and a part of the reason"""

LOOKS_IMPOSSIBLE = {
    "seventeen clues": ("3x3", ".......x.x.........x...........x.x.x..x...x....x.x....x..x..x...x.x........x.x..."),
    "an empty row, column and box": (
        "3x3",
        drawn(9, lambda r, c: 4 not in (r, c) and (r + c) % 2 == 0 and not (r < 3 and c < 3)),
    ),
    "eight empty houses": (
        "3x3",
        drawn(9, lambda r, c: r % 3 != 1 and c % 3 != 1 and (r // 3, c // 3) not in ((0, 0), (1, 1))),
    ),
    "four empty boxes": ("3x3", drawn(9, lambda r, c: (r // 3 + c // 3) % 2 == 0 and (r % 3, c % 3) != (1, 1))),
    "an empty square of 5×5": ("3x3", drawn(9, lambda r, c: r > 4 or c > 4)),
    "an empty band between diagonals": ("3x3+diagonals", drawn(9, lambda r, c: r > 2 and (2 * r + c) % 3 != 0)),
    "three empty rows of a jigsaw": ("jigsaw-9", drawn(9, lambda r, c: 1 < r < 8 and (r + 2 * c) % 3 != 0)),
    "four empty rows and four empty columns": ("4x4", drawn(16, lambda r, c: r % 4 != 1 and c % 4 != 2)),
    "eight clues on 6×6": ("2x3", "x...x. ....x. ...... .x.... x....x ..x..x"),
    "two corners of a Latin square": ("latin-6", "xxx... xx.... x..... ...... .....x ....xx"),
    "a knight's round": ("2x2", "x... ..x. .x.. ...x"),
    "four clues for five pentominoes": ("pentomino-2", "..x.. x.... ..xx. ..... ....."),
}
"""A layout and a pattern that a puzzle has, to most people's surprise"""


def pattern_on(spec: str, text: str) -> tuple[Layout, Pattern]:
    return layout_named(spec), Pattern.parse(text)


def request_for(layout: Layout, pattern: Drawn, grade: str = "any", method: dict[str, str] = QUICK) -> Request:
    return request_of(layout, pattern, Target(model_for(layout).grade(grade)), method)


def made_by(request: Request, count: int = 1) -> list[Generated]:
    return list(generate_many(request, count, 1, Clock(300)))


def refusal(request: Request) -> str | None:
    try:
        require_possible(request, open_oracle("bitset"), 1)
    except ImpossibleError as error:
        return str(error)
    return None


def test_an_impossible_pattern_is_refused_with_the_reason() -> None:
    for name in IMPOSSIBLE:
        spec, text, sentence = IMPOSSIBLE[name]
        layout, pattern = pattern_on(spec, text)
        with pytest.raises(ImpossibleError) as caught:
            made_by(request_for(layout, pattern))
        first, *picture = str(caught.value).splitlines()
        assert sentence in first
        assert [len(row.split()) for row in picture] == [layout.size] * layout.size


@pytest.mark.parametrize("name", LOOKS_IMPOSSIBLE)
def test_a_pattern_that_merely_looks_impossible_is_filled(name: str) -> None:
    layout, pattern = pattern_on(*LOOKS_IMPOSSIBLE[name])
    made = made_by(request_for(layout, pattern))[0]
    assert Pattern.of(made.puzzle.clues, layout.size) == pattern
    assert open_oracle("cpsat").uniqueness(made.puzzle).grids == (made.solution,)


# Proofs by trying all fillings, against all grids of small boards


@cache
def grids_of(layout: Layout) -> list[list[int]]:
    return list(brute.completions(layout, [0] * layout.cell_count))


def unique_fillings(layout: Layout, pattern: Pattern) -> list[tuple[int, ...]]:
    """Return the clues of all puzzles with a pattern, found by looking at all grids."""
    fillings = Counter(tuple(grid[cell] for cell in pattern.cells) for grid in grids_of(layout))
    return [
        digits
        for digits, grids in fillings.items()
        if grids == 1 and all(fixed in (0, digit) for fixed, digit in zip(pattern.fixed, digits, strict=True))
    ]


@st.composite
def small_patterns(draw: st.DrawFn) -> tuple[Layout, Pattern]:
    """A pattern on a small board, some of its digits fixed as in a grid."""
    layout = layout_named(draw(st.sampled_from(["2x2", "latin-4", "2x2+diagonals", "pentomino-2"])))
    size = layout.size
    cells = tuple(sorted(draw(st.sets(st.integers(0, size * size - 1), min_size=3, max_size=2 * size))))
    grid = draw(st.sampled_from(grids_of(layout)))
    fixed = draw(st.sets(st.sampled_from(cells), max_size=len(cells) - 1))
    return layout, Pattern(size, cells, tuple(grid[cell] if cell in fixed else 0 for cell in cells))


@given(small_patterns())
def test_on_small_boards_all_is_known(board: tuple[Layout, Pattern]) -> None:
    layout, pattern = board
    assert (reason_against(layout, pattern) is None) == bool(unique_fillings(layout, pattern))


@given(small_patterns(), st.sampled_from(["any", "beginner", "intermediate", "advanced", "expert"]))
def test_on_small_boards_all_is_known_of_grades(board: tuple[Layout, Pattern], grade: str) -> None:
    layout, pattern = board
    try:
        request = request_for(layout, pattern, grade)
    except ImpossibleError:
        return
    puzzles = [dict(zip(pattern.cells, digits, strict=True)) for digits in unique_fillings(layout, pattern)]
    clues = [tuple(one.get(cell, 0) for cell in range(layout.cell_count)) for one in puzzles]
    ratings = (rate_puzzle(Puzzle(layout, one), request.grade.full_ladder) for one in clues)
    assert (refusal(request) is None) == any(request.grade.matches(rating) for rating in ratings)


def test_no_three_clues_make_a_puzzle_on_4x4() -> None:
    assert all(not unique_fillings(FOUR, Pattern(4, cells, (0,) * 3)) for cells in combinations(range(16), 3))


def test_the_grade_is_named_that_no_filling_has() -> None:
    request = request_for(FOUR, Pattern.parse("1..2 ..x. .x.. 4..3"), "advanced")
    said = "No puzzle with this pattern matches the target (grade advanced): of the 9 ways to fill the 2 free clues"
    assert said in str(refusal(request))
    assert refusal(request_for(FOUR, Pattern.parse("1..2 ..x. .x.. 4..3"), "advanced", LOOSE)) is None


# Proofs by counting


@pytest.mark.parametrize(
    ("spec", "clues", "sentence"),
    [
        ("3x3", 16, "a 9×9 puzzle with one solution needs 17 or more (McGuire, Tugemann and Civario 2012)."),
        ("2x3", 7, "a 6×6 puzzle with one solution needs 8 or more (all patterns tried)."),
        ("latin-6", 8, "a 6×6 Latin square with one solution needs 9 or more (Adams and Khodkar 2001)."),
        ("3x3+diagonals", 7, "with fewer than 8, two digits are never shown and can be swapped in any solution."),
        ("latin-9", 7, "The pattern has 7 clues; with fewer than 8"),
    ],
)
def test_too_few_random_clues_are_refused(spec: str, clues: int, sentence: str) -> None:
    layout = Layout.parse(spec)
    assert sentence in str(refusal(request_for(layout, (clues, "none"))))
    assert refusal(request_for(layout, (clues + 1, "none"))) is None


def test_free_clues_may_show_the_digits_that_fixed_ones_lack() -> None:
    one_more = Pattern.parse(SEVENS.replace(".", "x", 1))
    reason = reason_against(NINE, one_more)
    assert reason is None or "digits" not in reason.sentence


def test_the_picture_marks_what_moves() -> None:
    reason = reason_against(FOUR, Pattern.parse(".... .... x12x 34xx"))
    assert reason is not None
    assert reason.picture.splitlines() == ["  o o o o", "  o o o o", "  x 1 2 x", "  3 4 x x"]


def test_nothing_is_known_against_a_shipped_pattern() -> None:
    for name in resources.names("patterns"):
        pattern = Pattern.parse(resources.text("patterns", name))
        layout = {5: "pentomino-1", 7: "jigsaw-7"}.get(pattern.size)
        board = layout_named(layout) if layout else Puzzle.parse("." * pattern.size**2).layout
        assert refusal(request_for(board, pattern)) is None, name


def test_a_proof_that_needs_too_many_ratings_gives_up() -> None:
    """Seven digits without a fixed clue have 5040 namings, more than are rated."""
    layout = Layout.latin(7)
    pattern = Pattern.parse(drawn(7, lambda r, c: r + c < 3 or r + c > 8))
    assert refusal(request_for(layout, pattern, "expert")) is None


def test_renaming_covers_all_digits_that_are_not_fixed() -> None:
    """Each renaming of the free digits of a puzzle is a puzzle: what is tried once stands for all of them."""
    pattern = Pattern.parse("1..x ..x. .x.. x..x")
    found = set(unique_fillings(FOUR, pattern))
    for digits in found:
        for names in permutations((2, 3, 4)):
            assert tuple(names[digit - 2] if digit > 1 else 1 for digit in digits) in found
