"""Verdicts on answers, and the shapes in which harnesses call them."""

from __future__ import annotations

import json
from typing import Any

import pytest

import cpgen
from cpgen.api import scoring
from cpgen.errors import InputError

PUZZLE = "1234 3412 2143 43.."
RECORD = {"puzzle": "123434122143....", "solution": "1234341221434321", "layout": "2x2"}
SOLUTION = RECORD["solution"]
ROWS = [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]
REASONING_GYM = {
    "question": "Solve this Mini Sudoku puzzle:\n_ 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1",
    "answer": "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1",
    "metadata": {"source_dataset": "mini_sudoku", "puzzle": [[0, 2, 3, 4], *ROWS[1:]], "solution": ROWS},
}
SUDOKU_BENCH = {
    "puzzle_id": "one",
    "rules": "Normal sudoku rules apply.",
    "initial_board": "123434122143....",
    "solution": SOLUTION,
    "rows": 4,
    "cols": 4,
    "visual_elements": "[]",
    "encoded_puzzle": "",
}


@pytest.mark.parametrize(
    ("answer", "kind", "right", "wrong", "score"),
    [
        ("1234\n3412\n2143\n4321", "grid", 2, (), 1.0),
        ("1234 3412 2143 4312", "grid", 0, ("r4c3", "r4c4"), 0.0),
        ("| 1 2 | 3 4 |\n| 3 4 | 1 2 |\n+-----+-----+\n| 2 1 | 4 3 |\n| 4 3 | 2 1 |", "grid", 2, (), 1.0),
        ("2134341221434321", "grid", 2, ("r1c1", "r1c2"), 0.0),
        ("123434122143432.", "partial", 1, (), 0.5),
        ("123434122143..._", "partial", 0, (), 0.0),
        ("r4c3=2", "step", 1, (), 1.0),
        ("r4c3 ≠ 2", "step", 0, ("r4c3",), 0.0),
        ("r4c3=2 r4c4=2", "step", 1, ("r4c4",), 0.0),
        ("r1c1=1", "step", 0, (), 0.0),  # a clue
        ("r4c3<>4", "step", 0, (), 0.0),  # in sight of a 4
        ("r5c1=1", "unreadable", 0, (), 0.0),
        ("r1c1=7", "unreadable", 0, (), 0.0),
        ("no idea", "unreadable", 0, (), 0.0),
        ("", "unreadable", 0, (), 0.0),
        ("r4c3=1 <answer>r4c3=1</answer> or <ANSWER>\nr4c3=2\n</ANSWER>", "step", 1, (), 1.0),
        ("First r4c3=2.\nThen:\n1234341221434321", "grid", 2, (), 1.0),
    ],
)
def test_verdict(answer: str, kind: str, right: int, wrong: tuple[str, ...], score: float) -> None:
    for given in (None, SOLUTION):
        found = cpgen.verify("1234 3412 2143 43..", answer, given)
        assert (found.kind, found.right, found.wrong, found.score) == (kind, right, wrong, score)
        assert found.as_json()["correct"] == (right > 0 and not wrong)


@pytest.mark.parametrize("sign", ["<>", " != ", "≠"])
def test_new_elimination_is_right(sign: str) -> None:
    assert cpgen.verify(".4.2 ...4 .2.1 ...3", f"So R1C1{sign}3.").score == 1.0


def test_placed_digits_of_a_position_are_not_new() -> None:
    state = cpgen.State(cpgen.Puzzle.parse("1234 3412 2143 43.."), placed=(0,) * 14 + (2, 0))
    assert cpgen.verify(state, "r4c3=2").right == 0
    assert cpgen.verify(state, "r4c4=1").score == 1.0


@pytest.mark.parametrize("solution", ["1234", "123434122143432.", ""])
def test_wrong_solution_is_refused(solution: str) -> None:
    with pytest.raises(InputError, match="does not fill the 16 cells"):
        cpgen.verify(PUZZLE, "r4c3=2", solution)


@pytest.mark.parametrize("solution", ["4321341221434321", "1" * 16])
def test_solution_of_another_puzzle_is_refused(solution: str) -> None:
    with pytest.raises(InputError, match="none of this puzzle"):
        cpgen.verify(PUZZLE, "r4c3=2", solution)


@pytest.mark.parametrize("answer", [None, 5, b"1", [], {}])
def test_answer_that_is_no_text_is_refused(answer: Any) -> None:
    with pytest.raises(InputError, match="should be a text"):
        cpgen.verify(PUZZLE, answer)


def test_many_opened_tags_are_read_once() -> None:
    assert cpgen.verify(PUZZLE, "<answer>" * 200_000 + "r4c3=2").correct


@pytest.mark.parametrize("record", [None, 5, "x", RECORD | {"layout": 5}])
def test_record_of_another_form_is_refused(record: Any) -> None:
    with pytest.raises(InputError, match="should"):
        cpgen.score(record, "1")


def test_columns_of_other_lengths_are_refused() -> None:
    with pytest.raises(InputError, match="2 values"):
        scoring.reward(["1", "2"], puzzle=[PUZZLE], solution=[SOLUTION])


def test_missing_texts_are_empty_answers() -> None:
    assert scoring.process_results(RECORD, []) == {"solved": 0.0, "score": 0.0}
    assert scoring.reward(
        [[], [{"role": "assistant", "content": None}]], puzzle=[RECORD["puzzle"]] * 2, solution=[SOLUTION] * 2
    ) == [0.0, 0.0]


def test_puzzle_with_several_solutions_is_refused() -> None:
    with pytest.raises(InputError, match="more than one solution"):
        cpgen.verify("1234 .... .... ....", "r4c3=2")


@pytest.mark.parametrize("record", [RECORD, REASONING_GYM, SUDOKU_BENCH], ids=["own", "reasoning-gym", "sudoku-bench"])
def test_records_of_three_kinds_are_scored(record: dict[str, Any]) -> None:
    assert cpgen.score(record, f"So <answer>{SOLUTION}</answer>") == 1.0
    assert cpgen.score(record, "4321" * 4) == 0.0


@pytest.mark.parametrize("record", [{}, {"puzzle": "1234"}, {"puzzle": "12", "solution": "12"}, {"puzzle": 3}])
def test_record_without_grids_is_refused(record: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="needs a puzzle and its solution"):
        cpgen.score(record, "1")


def test_large_board_has_letters_as_digits() -> None:
    symbols = "123456789ABCDEFG"
    starts = [4 * (row % 4) + row // 4 for row in range(16)]
    grid = "".join(symbols[start:] + symbols[:start] for start in starts)
    assert cpgen.score({"puzzle": grid[:-1] + ".", "solution": grid, "layout": "4x4"}, grid) == 1.0


def test_shapes_of_harnesses_agree() -> None:
    full, part = SOLUTION, "1234341221434..."
    columns: dict[str, list[Any]] = {name: [value] * 2 for name, value in RECORD.items()} | {"other": [1, 2]}
    assert scoring.score_answer(full, REASONING_GYM) == 1.0
    assert scoring.score_answer(None, REASONING_GYM) == 0.0
    assert scoring.process_results(RECORD, [part]) == {"solved": 0.0, "score": 0.25}
    assert scoring.reward([[{"role": "assistant", "content": full}], part], **columns) == [1.0, 0.25]
    assert scoring.compute_score("cpgen", full, SOLUTION, RECORD) == 1.0


def test_records_of_benchmarks_are_read() -> None:
    lines = "\n".join(json.dumps(one) for one in (REASONING_GYM, SUDOKU_BENCH))
    assert [one.puzzle.line for one in cpgen.read(lines)] == [".234341221434321", "123434122143...."]


def test_encoded_puzzle_keeps_its_constraints() -> None:
    board = cpgen.read("................ 2x2+cage 4: r1c1 r1c2")
    encoded = cpgen.convert(board, "sudokupad").strip().rpartition("/")[2]
    (read,) = cpgen.read(json.dumps(SUDOKU_BENCH | {"initial_board": "." * 16, "encoded_puzzle": encoded}))
    assert read.puzzle == board[0].puzzle
