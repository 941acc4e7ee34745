"""Refutations: why a cell cannot hold a digit."""

from __future__ import annotations

import pytest

from cpgen import api
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import Finding, find_in
from cpgen.rater.ladder import Ladder
from cpgen.rater.refutation import premises_of
from cpgen.state import State
from tests.cli.running import call

FIGURE = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
KILLER = "2x2; cage 3: r1c1 r1c2; cage 7: r2c1 r2c2"


def effects(steps: tuple[Finding, ...]) -> list[tuple[int, int]]:
    return [effect for step in steps for effect in (*step.placed, *step.removed)]


@pytest.mark.parametrize(("cell", "digit", "reason"), [("r1c2", 3, "given"), ("r2c3", 5, "right"), ("r1c1", 9, "seen")])
def test_obvious_reasons_need_no_steps(cell: str, digit: int, reason: str) -> None:
    found = api.refute(FIGURE, cell, digit)
    assert (found.reason, found.steps) == (reason, ())


def test_one_deduction_on_the_board_is_enough() -> None:
    found = api.refute(FIGURE, "r5c3", 2)
    assert (found.reason, len(found.steps)) == ("eliminated", 1)
    assert (38, 7) in effects(found.steps)


def test_every_wrong_candidate_is_refuted_or_left_open() -> None:
    solution, state = api.only_solution(FIGURE), api.as_state(FIGURE)
    cell = state.open_cells[0]
    found = [api.refute(state, cell, digit) for digit in state.candidates[cell] if digit != solution[cell]]
    assert {one.reason for one in found} <= {"eliminated", "assumed"}
    assert all(one.contradiction for one in found if one.reason == "assumed")


def test_steps_that_do_not_matter_are_left_out() -> None:
    explanation = api.explain(FIGURE)
    whole = sum(len(one.findings) for one in explanation)
    found = api.refute(FIGURE, "r1c3", 3)
    assert found.reason in ("eliminated", "assumed")
    assert 0 < len(found.steps) < whole / 2


def test_a_placed_digit_may_be_asked_about() -> None:
    state = api.as_state(FIGURE)
    wrong = next(digit for digit in state.candidates[0] if digit != api.only_solution(FIGURE)[0])
    placed = f"+{wrong}" + FIGURE[1:]
    assert api.refute(f":0000:x:{placed}:::", 0, wrong).reason in ("eliminated", "assumed")


def test_a_wrong_board_refutes_nothing() -> None:
    state = api.as_state(FIGURE)
    wrong = next(digit for digit in state.candidates[0] if digit != api.only_solution(FIGURE)[0])
    with pytest.raises(InputError, match="r1c1 is wrong"):
        api.refute(f":0000:x:+{wrong}{FIGURE[1:]}:::", "r2c3", 3)


@pytest.mark.parametrize(("cell", "digit"), [("r1c10", 1), (81, 1), (14.0, 1), ("r1c1", 0), ("r1c1", "x"), (0, 1.0)])
def test_unknown_cells_and_digits_are_refused(cell: int | str, digit: int | str) -> None:
    with pytest.raises(InputError):
        api.refute(FIGURE, cell, digit)


def test_digits_of_large_boards_are_numbers_or_symbols() -> None:
    signs = "123456789ABCDEFG"
    starts = [4 * (row % 4) + row // 4 for row in range(16)]
    board = "." + "".join(signs[start:] + signs[:start] for start in starts)[1:]
    assert api.refute(board, "r1c1", "16").reason == api.refute(board, "r1c1", "G").reason == "seen"


def test_the_command_tells_why_not() -> None:
    lines = call("hint", "--why-not", "r1c3=3", FIGURE).out.splitlines()
    assert lines[0] == "Suppose r1c3 were 3."
    assert lines[-2:] == ["Now no digit is left for r3c8.", "So r1c3 cannot be 3."]


def test_the_command_refuses_a_question_without_a_digit() -> None:
    refused = call("hint", "--why-not", "r1c1", "......3231......")
    assert refused.code == 2
    assert "a cell and a digit" in refused.err


def test_the_server_answers_with_sentences_and_cells() -> None:
    pytest.importorskip("starlette")
    from cpgen.web.puzzles import refute
    from cpgen.web.records.request_records import RefutationRequest

    answer = refute(RefutationRequest(puzzle=FIGURE, layout="3x3", cell="r1c3", digit="3", lang="ja"))
    assert (answer.reason, answer.contradiction) == ("assumed", ("r3c8",))
    assert answer.sentences[-1] == "よってr1c3は3ではない。"


def test_digit_count_relies_on_all_places_of_its_digit() -> None:
    """Its finding names the cells of two circles only, but a 4 elsewhere would make room for other ways."""
    circles = ("quad 4: r1c1 r1c2 r2c1 r2c2", "quad 4: r3c1 r3c2 r4c1 r4c2")
    layout = Layout.boxes(2, 3).with_constraints(*circles)
    (finding,) = find_in(State(Puzzle(layout, (0,) * 36)), Ladder.alone("digit-count"))
    assert {(cell, 4) for cell in range(36)} <= set(premises_of(finding, layout))
