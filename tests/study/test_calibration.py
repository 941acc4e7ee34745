"""Samples of layouts and kinds, and the models that they and graded puzzles make."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from cpgen.difficulty import shipped_model
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.study.calibration import (
    Graded,
    SampleRequest,
    base_for,
    kinds_for,
    model_of_graded,
    model_of_sample,
    sample,
    solved,
)

BASE = shipped_model("by-rule")
FOUR = SampleRequest("2x2", 200, 1, 6)


def test_sample_is_reproducible_and_begins_a_larger_one() -> None:
    pairs = list(sample(FOUR, BASE.ladder))
    assert pairs == list(islice(sample(SampleRequest("2x2", 300, 1, 6), BASE.ladder), 200))
    assert pairs != list(sample(SampleRequest("2x2", 200, 2, 6), BASE.ladder))


def test_4x4_has_grades_by_steps_alone() -> None:
    model = model_of_sample(BASE, FOUR, list(sample(FOUR, BASE.ladder)), "told")
    assert [grade.levels for grade in model.grades] == [(1,)] * 4
    means = [grade.steps.mean for grade in model.grades if grade.steps]
    assert means == sorted(means)
    assert sum(grade.problems for grade in model.grades) == 200
    assert model.made is not None
    assert (model.made.seed, model.made.problems, model.made.command) == (1, 200, "told")


@pytest.mark.parametrize("kind", ["pentomino 5", "jigsaw 6", "jigsaw 4+diagonals"])
def test_a_kind_is_sampled_on_many_boards(kind: str) -> None:
    boards = list(islice(SampleRequest(kind, 1, 3, 9).boards(), 60))
    assert {board.kind for board in boards} == {kind}
    assert len(set(boards)) > 1
    assert boards[0] == boards[9]


def test_kind_with_drawn_extra_houses_is_not_sampled() -> None:
    with pytest.raises(InputError, match=r"No boards of the kind 'jigsaw 4.* can be drawn; give one, with --layout"):
        SampleRequest("jigsaw 4+A.../A.../A.../A...", 1, 1, 6).boards()


@pytest.mark.parametrize(
    ("kind", "kinds"),
    [
        ("2x3", ("2x3", "3x2")),
        ("3x3", ("3x3",)),
        ("3x4+diagonals", ("3x4+diagonals", "4x3+diagonals")),
        ("jigsaw 9", ("jigsaw 9",)),
        ("latin-6", ("latin-6",)),
    ],
)
def test_a_model_of_boxes_is_for_the_board_turned_too(kind: str, kinds: tuple[str, ...]) -> None:
    assert kinds_for(kind) == kinds


@pytest.mark.parametrize(("kind", "style"), [("2x2", "killer"), ("pentomino 5", "killer"), ("2x3", "anti-knight")])
def test_a_sample_of_a_style_is_reproducible(kind: str, style: str) -> None:
    request = SampleRequest(kind, 6, 1, style=style)
    ladder = base_for(next(request.boards()), style).ladder
    pairs = list(sample(request, ladder))
    assert len(pairs) == 6
    assert max(level for level, _ in pairs) < ladder.complexity_of("suppose")
    assert list(sample(replace(request, count=3), ladder)) == pairs[:3]
    assert list(sample(replace(request, seed=2), ladder)) != pairs


@pytest.mark.parametrize(
    ("kind", "style", "kinds"),
    [
        ("2x3", "killer", ("2x3+cage", "3x2+cage")),
        ("3x3", "kropki", ("3x3+all+black+white", "3x3+all+dot?")),
        ("3x3", "anti-knight", ("3x3+leaps knight",)),
        ("2x3", "mixed", ("2x3+*", "3x2+*")),
    ],
)
def test_a_model_of_a_style_is_for_its_constraints(kind: str, style: str, kinds: tuple[str, ...]) -> None:
    request = SampleRequest(kind, 60, 1, style=style)
    base = base_for(Layout.parse(kind), style)
    pairs = [(level, steps) for level in (2, 3, 5, 7) for steps in range(30, 45)]
    model = model_of_sample(base, request, pairs, "told")
    assert model.layouts == kinds
    assert model.default == ("any" if style == "mixed" else "intermediate")
    assert model.ladder.name == "variants"


def graded(word: str, level: int, *steps: int, kind: str = "3x3") -> list[Graded]:
    return [(word, kind, (level, count)) for count in steps]


def test_fitted_grades_are_ordered_by_difficulty() -> None:
    puzzles = [*graded("rough", 4, 30, 31, 32, 33, 34), *graded("初級", 1, 9, 10, 11, 12, 13)]
    model = model_of_graded(BASE, puzzles, "told")
    assert [(grade.name, grade.japanese) for grade in model.grades] == [("beginner", "初級"), ("rough", "rough")]
    assert model.layouts == ("3x3",)
    assert model.default == "any"


def test_puzzles_of_two_kinds_are_refused() -> None:
    few = (1, 2, 3, 4, 5)
    both = [*graded("easy", 1, *few, kind="2x3"), *graded("easy", 1, *few, kind="3x2")]
    assert model_of_graded(BASE, both, "").layouts == ("2x3", "3x2")
    with pytest.raises(InputError, match="several kinds of layout: '2x3', '3x2', '3x3'; fit a model to those of one"):
        model_of_graded(BASE, [*both, *graded("easy", 1, *few)], "")


def test_unsolved_puzzles_are_left_out() -> None:
    four = Layout.boxes(2, 2)
    puzzles = [Puzzle.parse(text, four) for text in ("1.....3..2.....4", "." * 16)]
    assert [kind for _, kind, _ in solved((("easy", puzzle) for puzzle in puzzles), BASE.ladder)] == ["2x2"]
    with pytest.raises(InputError, match="The ladder solves none of the puzzles"):
        model_of_graded(BASE, [], "")
