"""Files as people have them, in small copies: every puzzle is read, with the right digits and constraints."""

from __future__ import annotations

import json

import pytest

from cpgen import formats
from cpgen.errors import InputError
from cpgen.formats import Problem
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
OTHER = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
CELLS = [[int(digit.replace(".", "0")) for digit in LINE[k : k + 9]] for k in range(0, 81, 9)]
NONES = [[cell or None for cell in row] for row in CELLS]
BIG = """9 8 0 0 14 0 0 2 0 0 13 0 0 0 0 0
0 13 0 0 0 0 0 0 0 0 0 1 11 0 3 5
0 0 0 10 16 0 0 0 5 3 0 8 7 0 0 0
0 0 0 12 3 6 0 4 0 9 0 11 15 0 16 14
1 0 0 0 10 0 0 0 14 0 0 16 0 0 15 4
4 12 0 0 7 2 9 0 0 11 0 0 16 0 0 0
0 0 11 0 0 0 0 0 0 15 7 0 0 0 2 0
0 0 0 14 15 3 0 0 1 8 0 0 12 6 0 0
0 0 6 0 0 0 13 12 11 0 0 7 0 0 0 0
15 5 8 0 0 0 14 10 12 0 1 0 0 9 6 0
0 3 0 0 0 0 2 15 0 0 4 0 0 0 0 1
0 0 10 0 0 1 0 0 13 0 0 0 0 0 7 0
2 0 0 6 0 0 0 0 0 0 0 0 0 0 4 0
0 0 15 0 0 0 0 0 0 0 0 13 2 0 0 0
0 0 7 3 1 11 0 5 0 0 0 0 9 16 0 15
0 14 4 0 0 0 0 7 3 0 0 0 0 0 11 12
"""


def rows(line, side=9):
    return [line[k : k + side] for k in range(0, side * side, side)]


def found(text, **options):
    """Return the lines of the puzzles in a text, and the sentence of each problem."""
    given = formats.ReadingRequest(**options)
    entries = []
    for one in given.texts(text):
        try:
            entries.append(given.read(one).puzzle.line)
        except InputError as error:
            entries.append(str(error))
    return entries


def only(text):
    (entry,) = formats.read(text)
    if isinstance(entry, Problem):
        raise entry.error
    return entry


def constraints(entry):
    return [one.text(entry.puzzle.layout.size) for one in entry.puzzle.layout.further]


@pytest.mark.parametrize("text", [f"#57. {LINE}", f"#1 {LINE}", f"# {LINE}", f"#{LINE}", f"## No. 7: {LINE}"])
def test_comment_with_a_whole_puzzle_is_one(text):
    assert found(text) == [LINE]
    assert found(f"{text}\n{OTHER}\n# 3 of 57 ready\n") == [LINE, OTHER]


@pytest.mark.parametrize("text", ["# ----------------", "# 2026-11-28", "#" * 81, "# " + "." * 81, f"# {LINE[1:]}"])
def test_other_comments_stay_comments(text):
    assert found(f"{text}\n{LINE}\n") == [LINE]


@pytest.mark.parametrize("mark", [",", ";", ":", "|", " | ", "\t", ", ", '","', "],["])
def test_two_grids_on_a_line_are_puzzle_and_solution(mark):
    for text in (f"{LINE}{mark}{SOLUTION}", f"{SOLUTION}{mark}{LINE}"):
        entry = only(text)
        assert entry.puzzle.line == LINE
        assert "".join(map(str, entry.solution)) == SOLUTION


def test_second_grid_may_hold_placed_digits():
    entry = only(f"{LINE},{LINE.replace('.', '4', 1)}")
    assert (entry.puzzle.line, entry.placed[2]) == (LINE, 4)


def test_two_different_puzzles_on_a_line_are_refused():
    assert found(f"{LINE},{OTHER}") == ["The line holds two puzzles that differ; give each a line of its own."]


@pytest.mark.parametrize("form", ["{},", ",{},,", "[{}]", "({})", "'{}'", "<{}>", '["{}"]'])
def test_signs_around_a_grid_are_ignored(form):
    assert found(form.format(LINE)) == [LINE]
    assert found(form.format(LINE.replace(".", "0"))) == [LINE]


@pytest.mark.parametrize("ruler", ["=" * 8, "*" * 3, "*" * 9, "~" * 20, "-" * 9, "+++"])
def test_lines_of_one_sign_separate_boards(ruler):
    one, other = "\n".join(rows(LINE)), "\n".join(rows(OTHER))
    assert found(f"{one}\n{ruler}\n{other}\n") == [LINE, OTHER]
    assert found(f"=====\n{one}\n{ruler}\n{other}\n{ruler}\n") == [LINE, OTHER]


def test_line_of_one_sign_separates_lists():
    assert found(f"{LINE}\n======\n{OTHER}\n") == [LINE, OTHER]


def test_stars_are_open_cells_in_a_board_of_stars():
    board = "*" * 9 + LINE[9:].replace(".", "*")
    assert found("\n".join(rows(board))) == [board.replace("*", ".")]
    assert found("\n".join(rows(board) * 2)) == [board.replace("*", ".")] * 2


def test_lines_of_one_sign_may_belong_to_a_frame():
    bars = [" | ".join(" ".join(row[k : k + 3]) for k in (0, 3, 6)) for row in rows(LINE)]
    for ruler in ("=" * 21, "-" * 21):
        assert found("\n".join([*bars[:3], ruler, *bars[3:6], ruler, *bars[6:]])) == [LINE]


def test_numbers_above_9_may_have_blanks_between():
    (line,) = found(BIG)
    assert line == Puzzle.of([list(map(int, row.split())) for row in BIG.splitlines()]).line
    assert line.startswith("98..E..2..D......D.........1B.35...AG")
    framed = "\n".join(f"| {' '.join(f'{one:>2}' for one in row.split())} |" for row in BIG.splitlines())
    assert found(framed) == [line]
    assert found(BIG.replace(" 0", " .").replace("\n0", "\n.")) == [line]


def test_number_that_no_board_has_is_named():
    assert found(BIG.replace("14", "17")) == ["'17' in row 1, column 5 is no number from 1 to 16, and no open cell."]


def test_square_of_qwh_is_latin_with_digits_from_0():
    square = "order 5\n-1 1 -1 -1 3\n2 -1 0 -1 -1\n-1 3 -1 -1 -1\n1 -1 -1 -1 2\n-1 -1 1 0 -1\n"
    entry = only(square)
    assert (entry.puzzle.line, entry.puzzle.layout) == (".2..43.1...4...2...3..21.", Layout.latin(5))
    assert len(list(formats.read(square * 2))) == 2
    assert found(square[:-3]) == ["The square has 24 cells; this board has 25 (5 rows of 5)."]


@pytest.mark.parametrize(
    "text",
    [
        str(NONES),
        f"puzzle = {NONES}",
        str(CELLS).replace(",", ""),
        str(CELLS).replace(",", "").replace("] [", "]\n ["),
        f"np.array({CELLS})",
        f"grid = np.array({NONES}, dtype=object)",
        "array(" + str(CELLS).replace("], [", "],\n       [") + ")",
        str([[float(cell) for cell in row] for row in CELLS]).replace(".0", ".").replace(",", ""),
        str([[str(cell or "") for cell in row] for row in CELLS]),
        str(tuple(map(tuple, CELLS))),
        str([cell for row in NONES for cell in row]),
        str(NONES).replace("None", "nan").replace("], [", "],\n["),
    ],
)
def test_arrays_of_python_and_numpy_are_read(text):
    assert found(text) == [LINE]
    assert found(f"# board\n{text}\n{text}\n") == [LINE, LINE]


def test_list_of_arrays_holds_several_boards():
    assert found(str([NONES, NONES])) == [LINE, LINE]


FRAME = "+-------+-------+-------+"


@pytest.mark.parametrize("sides", ["|", "│", "║"])
def test_blanks_in_a_frame_are_open_cells(sides):
    cells = [" ".join(row.replace(".", " ")) for row in rows(LINE)]
    bars = [f"| {row[:5]} | {row[6:11]} | {row[12:]} |".replace("|", sides) for row in cells]
    framed = "\n".join([FRAME, *bars[:3], FRAME, *bars[3:6], FRAME, *bars[6:], FRAME])
    assert found(framed) == [LINE]
    assert found(f"{framed}\n{framed}\n") == [LINE, LINE]
    assert found("\n".join(f"|{'|'.join(f' {cell} ' for cell in row[::2])}|" for row in cells)) == [LINE]
    assert found("\n".join(f"|{row[:3]}|{row[3:6]}|{row[6:]}|".replace(".", " ") for row in rows(LINE))) == [LINE]


@pytest.mark.parametrize(
    "value",
    [
        {"n": 9, "clues": CELLS},
        {"initial_board": LINE, "solved_board": SOLUTION},
        {"quizzes": [LINE], "solutions": [SOLUTION]},
        {"metadata": {"name": "x", "puzzle": LINE}},
        {"newboard": {"grids": [{"value": CELLS, "solution": CELLS, "difficulty": "Easy"}], "results": 1}},
        {"data": [{"Board": LINE}]},
        {"cells": CELLS},
    ],
    ids=str,
)
@pytest.mark.parametrize("indent", [None, 1])
def test_puzzle_in_json_may_have_another_name(value, indent):
    assert found(json.dumps(value, indent=indent)) == [LINE]


@pytest.mark.parametrize("indent", [None, 1])
def test_key_names_the_puzzles_in_json(indent):
    value = {"all": [{"task": LINE, "puzzle": OTHER}, {"task": CELLS}], "more": {"task": [LINE, OTHER]}}
    assert found(json.dumps(value, indent=indent), key="task") == [LINE, LINE, LINE, OTHER]


def test_key_names_the_column_of_a_table():
    assert found(f"id,task,answer\n1,{LINE},{SOLUTION}\n", key="task") == [LINE]


LETTERS = "aabb\ncabb\nccdd\needd\n"
SUMS = {"a": 7, "b": 10, "c": 9, "d": 10, "e": 3}


@pytest.mark.parametrize(
    "sums",
    [
        " ".join(f"{letter}={total}" for letter, total in SUMS.items()),
        "\n".join(f"{letter}: {total}" for letter, total in SUMS.items()),
        ", ".join(f"{letter} {total}" for letter, total in SUMS.items()),
        " ".join(map(str, SUMS.values())),
    ],
)
def test_killer_of_letters_and_sums_is_read(sums):
    entry = only(LETTERS + sums)
    assert constraints(entry)[0] == "cage 7: r1c1 r1c2 r2c2"
    assert [one.values["total"] for one in entry.puzzle.layout.further] == list(SUMS.values())


@pytest.mark.parametrize(
    "value",
    [
        [{"result": 3, "indices": [[1, 1], [1, 2]]}, {"result": 7, "indices": [[2, 1], [2, 2]]}],
        [[3, [[0, 0], [0, 1]]], [7, [[1, 0], [1, 1]]]],
        [[[[0, 0], [0, 1]], 3], [[[1, 0], [1, 1]], 7]],
        [{"sum": 3, "cells": ["r1c1", "r1c2"]}, {"sum": "7", "cells": ["r2c1", "r2c2"]}],
        [{"total": 3, "cells": [0, 1]}, {"total": 7, "cells": [9, 10]}],
        {"cages": [{"sum": 3, "cells": [[0, 0], [0, 1]]}, {"sum": 7, "cells": [[1, 0], [1, 1]]}]},
    ],
    ids=str,
)
@pytest.mark.parametrize("indent", [None, 1])
def test_killer_as_a_list_of_cages_is_read(value, indent):
    entry = only(json.dumps(value, indent=indent))
    assert (entry.puzzle.layout.size, entry.puzzle.clue_count) == (9, 0)
    assert constraints(entry) == ["cage 3: r1c1 r1c2", "cage 7: r2c1 r2c2"]


def test_cages_that_fill_a_board_give_its_side():
    cages = [[10, [[row, column] for column in range(4)]] for row in range(4)]
    assert only(json.dumps(cages)).puzzle.layout.base == Layout.boxes(2, 2)


def test_cell_off_the_board_of_cages_is_named():
    cages = [[3, [[0, 0], [0, 1]]], [7, [[1, 0], [1, 12]]]]
    assert "'[1, 12]' is no cell of a board with 9 rows and columns" in found(json.dumps(cages))[0]


def test_string_of_iss_may_have_blanks():
    entry = only(".AntiKnight .Cage~3~R2C1~R3C1")
    assert constraints(entry) == ["leaps knight", "cage 3: r2c1 r3c1"]


def test_jigsaw_of_iss_needs_no_word_for_missing_boxes():
    regions = "1111212222333343444455555"
    assert only(f".Shape~5x5.Jigsaw~{regions}.").puzzle.layout == Layout.from_regions(regions)
    seven = "".join(f"{k}" * 7 for k in range(7))
    assert only(f".Shape~7x7.Jigsaw~{seven}").puzzle.layout.size == 7
    assert only(".Shape~5x5.~R1C1_5").puzzle.layout == Layout.latin(5)
    assert found(".Shape~5x5.Jigsaw~11112") == ["The Jigsaw has 5 cells; this board has 25."]
