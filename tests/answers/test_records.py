"""Every object on the wire is described by one record, on the command line, in Python and from the server."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

import cpgen
from cpgen.answers import made_answers, puzzle_answers, solution_answers
from cpgen.answers.answer_base import Answer, OnPuzzle, joined
from cpgen.difficulty import GradedPuzzle, model_for
from cpgen.web.puzzles import check, explain, rate
from cpgen.web.records.request_records import ExplanationRequest, RatingRequest, SolutionRequest
from tests.cli.running import LEFT, call

SMALL = "......3231......"
SEVERAL = "12.............."


def records() -> Iterator[Answer]:
    """Yield the record of an object of each kind that Python calls return."""
    puzzle = cpgen.Puzzle.parse(LEFT)
    yield cpgen.rate(LEFT).as_record(puzzle)
    yield GradedPuzzle(puzzle, cpgen.rate(LEFT), model_for(puzzle.layout)).as_record()
    yield from (one.as_record() for one in cpgen.explain(LEFT))
    yield from (one.as_record() for one in cpgen.generate_many(1, "4x4-x", "any", seed=1))
    yield cpgen.dig(layout="2x2", seed=1).as_record()
    yield cpgen.drop_superfluous("1234341221434321", seed=1).as_record()
    yield cpgen.superfluous_clues("1234341221434321").as_record()
    yield cpgen.check(LEFT).as_record(puzzle)
    yield cpgen.why_not(SEVERAL).as_record()
    yield cpgen.candidates(SEVERAL).as_record()


def test_records_have_the_declared_types() -> None:
    for one in records():
        assert msgspec.convert(one.as_json(), type(one)) == one


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (("rate", LEFT), puzzle_answers.RatedInOrientations),
        (("rate", "--orientations", SMALL), puzzle_answers.RatedInOrientations),
        (("explain", SMALL), puzzle_answers.Explained),
        (("explain", "--rounds", SMALL), puzzle_answers.RoundRowRecord),
        (("hint", SMALL), puzzle_answers.ShortHint),
        (("hint", "--all", SMALL), puzzle_answers.FoundFinding),
        (("check", SMALL), puzzle_answers.Checked),
        (("solve", "--count", SEVERAL), solution_answers.Counted),
        (("candidates", SEVERAL), solution_answers.Candidates),
        (("dig", "--layout", "2x2", "--seed", "1"), made_answers.DugRecord),
        (("grid", "--layout", "2x2", "--seed", "1"), made_answers.FullGrid),
    ],
    ids=lambda one: " ".join(one[:-1]) if isinstance(one, tuple) else one.__name__,
)
def test_json_of_a_command_is_a_record(words: tuple[str, ...], kind: type[Answer]) -> None:
    lines = call(*words, "--json").lines
    assert lines
    for line in lines:
        msgspec.json.decode(line, type=kind)


def test_command_and_server_rate_alike() -> None:
    (printed,) = call("rate", LEFT, "--json").objects
    answered = rate(RatingRequest(puzzle=LEFT), lambda: False).as_json()
    assert printed == {name: value for name, value in answered.items() if name != "also"}


def test_command_and_server_explain_alike() -> None:
    (printed,) = call("explain", SMALL, "--json").objects
    answered = explain(ExplanationRequest(puzzle=SMALL)).as_json()
    assert printed == {name: value for name, value in answered.items() if name != "also"}


def test_joined_takes_the_fields_of_the_kind() -> None:
    row = joined(solution_answers.Grid, OnPuzzle(puzzle="1", layout="1x1"), solution="1")
    assert joined(OnPuzzle, row, layout="latin-1") == OnPuzzle(puzzle="1", layout="latin-1")


def test_unset_fields_are_left_out() -> None:
    assert "placed" not in cpgen.rate(SMALL).as_json(cpgen.Puzzle.parse(SMALL))


def test_the_server_says_which_alternatives_hold() -> None:
    layout = "2x2+any-of: (cage 3: r1c1 r1c2) or (cage 5: r1c1 r1c2) and (odd: r1c1)"
    found = check(SolutionRequest(puzzle="1234341221434321", layout=layout))
    assert found.held == (("cage 3: r1c1 r1c2",),)
