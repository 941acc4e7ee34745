"""Dense puzzles: clues are added to puzzles with fewer clues, or the request is refused."""

from __future__ import annotations

import numpy as np
import pytest

from cpgen.digging.dig_puzzles import dig_many
from cpgen.errors import ImpossibleError, NotFoundError
from cpgen.generation.two_phase import generate_many, make_again
from cpgen.library import layout_named
from cpgen.oracles import open_oracle
from cpgen.pattern import Pattern
from cpgen.puzzle import Puzzle
from cpgen.rater.rating import rate_puzzle
from cpgen.requests import dense
from cpgen.requests.clock import Clock
from cpgen.requests.impossible_requests import most_steps
from cpgen.requests.results import Generated
from tests.generation.test_two_phase import check
from tests.request_helpers import asked, asked_to_dig, clock_of


def made_by(count: int = 2, **wishes: object) -> list[Generated]:
    request = asked(oracle="bitset", **wishes)
    made = list(generate_many(request, count, 1, Clock(300)))
    for one in made:
        check(one, request)
        assert one.puzzle.clue_count == wishes["clues"]
    return made


@pytest.mark.parametrize(
    "wishes",
    [
        {"clues": 50, "grade": "beginner"},
        {"clues": 44, "grade": "beginner", "symmetry": "diagonal", "region_clues": 4},
        {"clues": 40, "grade": "intermediate"},
        {"clues": 40, "grade": "advanced", "symmetry": "full"},
        {"clues": 36, "grade": "expert", "symmetry": "none"},
        {"clues": 36, "needs": ("x-wing",)},
        {"clues": 24, "layout": "latin-6", "grade": "any"},
        {"clues": 12, "layout": "2x2", "grade": "any", "symmetry": "full"},
    ],
    ids=str,
)
def test_dense_puzzles_have_the_grade(wishes: dict[str, object]) -> None:
    made_by(**wishes)


@pytest.mark.parametrize("clues", [41, 50, 80])
def test_without_a_grade_mostly_clues_give_any_puzzle(clues: int) -> None:
    (made,) = made_by(1, clues=clues)
    assert made.grade.name == "any"


def test_a_dense_puzzle_is_determined_by_its_index() -> None:
    request = asked(clues=44, grade="beginner", oracle="bitset")
    first, second = generate_many(request, 2, 5, Clock(300))
    assert [one.puzzle for one in generate_many(request, 2, 5, Clock(300))] == [first.puzzle, second.puzzle]
    assert make_again(request, 5, second.index).puzzle == second.puzzle


@pytest.mark.parametrize(
    ("grade", "clues", "sentence"),
    [
        ("intermediate", 80, "can match grade intermediate: solving 1 open cell takes 1 round at most"),
        ("beginner", 75, "can match grade beginner: solving 6 open cells takes 6 rounds at most"),
    ],
)
def test_too_few_open_cells_for_a_grade_are_impossible(grade: str, clues: int, sentence: str) -> None:
    for ask in (asked, asked_to_dig):
        with pytest.raises(ImpossibleError, match=sentence):
            ask(grade=grade, clues=clues)


def test_a_dense_pattern_is_refused_for_a_grade_of_many_steps() -> None:
    pattern = Pattern.parse("xx.xxxxxxxxxxxxxxxxxxx.x.xx.xxxxxxx..xxxxxxx.xx.xxxx.xxxxxxxxxxx.xxxx.xxxxxxxxxxx")
    with pytest.raises(ImpossibleError, match="solving 11 open cells takes 16 rounds at most"):
        asked(pattern=pattern, grade="intermediate")
    with pytest.raises(ImpossibleError, match=r"No puzzle of this kind takes 17\.\. steps"):
        asked(pattern=pattern, steps="17..")
    assert asked(pattern=pattern, steps="16..").target.steps.least == 16


@pytest.mark.parametrize(
    "wishes",
    [
        {"grade": "beginner", "clues": 46},
        {"grade": "intermediate", "clues": 40, "symmetry": "rot180"},
        {"grade": "advanced", "clues": 38, "way": "two-stage", "symmetry": "rot180"},
        {"grade": "beginner", "clues": 45, "keep": Pattern.parse("12" + "." * 78 + "x")},
    ],
    ids=str,
)
def test_dense_puzzles_are_dug(wishes: dict[str, object]) -> None:
    request = asked_to_dig(**wishes)
    for made in dig_many(request, 2, 1, Clock(300)):
        assert open_oracle("bitset").uniqueness(made.puzzle).grids == (made.solution,)
        assert made.puzzle.clue_count == wishes["clues"]
        assert request.target is not None
        assert request.target.accepts(made.rating)


def test_a_dig_for_a_dense_puzzle_out_of_reach_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dense, "ATTEMPTS", 5)
    with pytest.raises(NotFoundError, match=r"5 grids .* puzzles become too easy for the target"):
        next(dig_many(asked_to_dig(grade="expert", clues=60), 1, 1, Clock(300)))


@pytest.mark.parametrize("layout", ["3x3", "latin-6", "jigsaw-7"])
def test_open_cells_bound_the_steps(layout: str) -> None:
    request = asked(layout=layout_named(layout))
    for made in dig_many(asked_to_dig(layout=request.layout, oracle="bitset"), 20, 1, Clock(300)):
        clues = list(made.puzzle.clues)
        for cell in np.random.default_rng(made.index).permutation(len(clues)).tolist():
            clues[cell] = made.solution[cell]
            puzzle = Puzzle(request.layout, tuple(clues))
            steps = rate_puzzle(puzzle, request.grade.full_ladder).steps
            pattern = Pattern.of(puzzle.clues, request.layout.size)
            assert steps <= most_steps(request.target, request.layout, puzzle.clue_count, pattern)
            assert steps <= most_steps(request.target, request.layout, puzzle.clue_count)


def test_a_search_for_dense_puzzles_out_of_reach_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dense, "ATTEMPTS", 10)
    request = asked(clues=60, grade="expert", oracle="bitset")
    with pytest.raises(
        NotFoundError, match=r"10 attempts .* puzzles become too easy for the target\..* fewer clues\.$"
    ):
        list(generate_many(request, 1, 1, Clock(300)))


@pytest.mark.parametrize(
    ("clues", "sentence"), [(17, "`cpgen dig --clues 17` searches for few clues"), (30, "or fewer clues")]
)
def test_the_advice_depends_on_the_number_of_clues(clues: int, sentence: str) -> None:
    with pytest.raises(NotFoundError, match=sentence):
        list(generate_many(asked(clues=clues, needs=("x-wing",), oracle="bitset"), 10**6, 1, clock_of(30)))
