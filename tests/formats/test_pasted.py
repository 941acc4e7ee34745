"""Puzzles as people share them: among other words, in tables, without gaps, in other digits and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cpgen import formats
from cpgen.formats import Entry, Problem
from cpgen.formats.pasted import is_heading, puzzle_among_words
from cpgen.puzzle import Puzzle

FIXTURES = Path(__file__).with_name("fixtures")
LINE = "..43..2.9..5..9..1.7..6..43..6..2.8719...74...5..83...6.....1.5..35.869..4291.3.."
OTHER = ".5.7.3.6...7...8.....816.......3......5...1..73..4..869.6...2.484.572.93...4.9..."
SPARSE = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."
"""A puzzle of 17 clues, without one in the first cell of most rows"""
DIGITS = LINE.replace(".", "0")
PUZZLES = [Puzzle.parse(LINE), Puzzle.parse(OTHER)]
CELLS = [int(digit) for digit in DIGITS]


def rows(line):
    return [line[k : k + 9] for k in range(0, 81, 9)]


def found(text):
    """Return the puzzles of a text, and None for each problem."""
    return [one.puzzle if isinstance(one, Entry) else None for one in formats.read(text)]


@pytest.mark.parametrize(
    ("text", "comment"),
    [
        (f"{DIGITS} 1.2", "1.2"),
        (f"{DIGITS};1.2;foo", "1.2 foo"),
        (f"{DIGITS}\t1.2", "1.2"),
        (f"{DIGITS},1.2", "1.2"),
        (f"{DIGITS} // 1.2", "1.2"),
        (f"0000183b305c {DIGITS}  1.2", "0000183b305c 1.2"),
        (f'"{DIGITS}"', ""),
        (f'"{DIGITS}","1.2"', "1.2"),
        (f"No.7 {LINE} hard # from a book", "No.7 hard from a book"),
    ],
)
def test_words_around_a_puzzle_become_its_comment(text, comment):
    (entry,) = formats.read(text)
    assert (entry.puzzle, entry.comment) == (PUZZLES[0], comment)


def test_damaged_puzzle_among_words_is_named_alone():
    good, wrong, other = formats.read(f"id7 {LINE} 1.2\nid8 {LINE[1:]} 1.3\nid9 {OTHER} 1.4\n")
    assert [good.puzzle, other.puzzle] == PUZZLES
    assert str(wrong).startswith("line 2: The puzzle has 80 cells")


def test_words_leave_the_solution_in_its_place():
    solution = "864371259325849761971265843436192587198657432257483916689734125713528694542916378"
    (entry,) = formats.read(f"7f03 {LINE} {solution} 1.2")
    assert (entry.puzzle, len(entry.solution), entry.comment) == (PUZZLES[0], 81, "7f03 1.2")


@pytest.mark.parametrize(
    "text",
    [
        "53..7.... 6..195...",
        "no puzzle here",
        "1234 12",
        LINE,
        f"{LINE} {LINE} {OTHER} x",
        f"{LINE} {'12' * 40}",
        f"{LINE} x{'.12' * 243}",
    ],
)
def test_other_texts_are_not_taken_for_a_puzzle_among_words(text):
    assert puzzle_among_words(text, None) is None


@pytest.mark.parametrize("heading", ["Grid {:02}", "% randomly generated - medium", "Sudoku #{}:", "Easy", "問題集 {}"])
def test_headings_stand_between_grids(heading):
    text = "".join(f"{heading.format(k)}\n" + "\n".join(rows(line)) + "\n" for k, line in enumerate([LINE, OTHER], 1))
    assert found(text) == PUZZLES


def test_rows_of_letters_are_no_headings():
    assert not is_heading("ABCDEFGHIJKLMNOP", "." * 16)
    assert not is_heading("Grid 01", "")


@pytest.mark.parametrize("count", [2, 7, 50])
def test_grids_need_no_empty_line_between_them(count):
    assert found("\n".join(rows(LINE) + rows(OTHER) * (count - 1))) == [PUZZLES[0]] + [PUZZLES[1]] * (count - 1)


def test_framed_grids_need_no_empty_line_between_them():
    framed = "".join(f"{rows_} |\n" + ("----------\n" if k in (2, 5) else "") for k, rows_ in enumerate(rows(LINE)))
    assert found(framed + framed) == [PUZZLES[0]] * 2


@pytest.mark.parametrize("mark", [",", ";", "\t", "|", " | "])
def test_tables_may_have_blank_cells(mark):
    table = "\n".join(mark.join("" if cell == "." else cell for cell in row) for row in rows(LINE))
    assert found(table) == [PUZZLES[0]]
    assert found(f"{table}\n\n{table}\n") == [PUZZLES[0]] * 2


@pytest.mark.parametrize("head", ["", "| a | b | c | d | e | f | g | h | i |\n" + "|---" * 9 + "|\n"])
def test_markdown_tables_are_read_with_and_without_a_head(head):
    table = "".join("".join(f"| {cell.replace('.', ' ')} " for cell in row) + "|\n" for row in rows(LINE))
    assert found(head + table) == [PUZZLES[0]]


@pytest.mark.parametrize("zero", ["٠", "۰", "०", "０"])
def test_digits_of_other_scripts_are_read(zero):
    text = "".join(chr(ord(zero) + int(digit)) for digit in DIGITS)
    assert found(text) == found("\n".join(rows(text))) == [PUZZLES[0]]
    assert found(text.replace(zero, ".")) == [PUZZLES[0]]


@pytest.mark.parametrize(
    "value",
    [
        [LINE],
        {"puzzle": LINE},
        [{"puzzle": LINE}],
        CELLS,
        [CELLS],
        [CELLS[k : k + 9] for k in range(0, 81, 9)],
        [[[cell or None for cell in CELLS[k : k + 9]] for k in range(0, 81, 9)]],
        [rows(LINE)],
        {"board": [[str(cell or "") for cell in CELLS[k : k + 9]] for k in range(0, 81, 9)]},
        {"grid": rows(LINE)},
        {"quiz": CELLS, "solution": None},
    ],
    ids=str,
)
@pytest.mark.parametrize("indent", [None, 1])
def test_json_of_any_shape_is_read(value, indent):
    assert found(json.dumps(value, indent=indent)) == [PUZZLES[0]]


def test_damaged_record_does_not_hide_the_others():
    good = json.dumps({"puzzle": LINE})
    assert found(f'[\n{good},\n{{"puzzle": ,}},\n{good},\n"{OTHER}"]') == [PUZZLES[0], None, *PUZZLES]
    assert found(f"{good}\n{good[:-1]}\n{good}\n") == [PUZZLES[0], None, PUZZLES[0]]
    problem = list(formats.read(f"[\n{good},\n{good[:40]},\n{good}]"))[1]
    assert isinstance(problem, Problem)
    assert problem.line == 3


@pytest.mark.parametrize("name", ["version5.opensudoku", "version4.opensudoku2"])
def test_newer_files_of_opensudoku_are_read(name):
    (entry,) = formats.read(FIXTURES.joinpath(name).read_bytes())
    assert (entry.source, entry.comment) == ("Easy", "#1")
    assert entry.puzzle == Puzzle.parse(
        "379....14.6..1..7..8...9..5435..7....9..4..2....8..4369..7...8..4..8..5.85....249"
    )
    assert entry.marks[3] == (3, 4, 5)


def framed_without_outer_bars(line: str, bar: str, indent: str) -> str:
    """Draw a 9×9 board with blanks for open cells and lines only between the boxes, as an editor leaves it."""
    stacks = [[" ".join(row[k : k + 3]) for k in (0, 3, 6)] for row in rows(line.replace(".", " "))]
    drawn = [indent + f" {bar} ".join(parts).rstrip() for parts in stacks]
    rule = indent + "------+-------+------"
    return "\n".join([*drawn[:3], rule, *drawn[3:6], rule, *drawn[6:]])


@pytest.mark.parametrize("indent", ["", "    "])
@pytest.mark.parametrize("bar", ["|", "│"])
@pytest.mark.parametrize("line", [LINE, OTHER, SPARSE])
def test_frames_without_outer_bars_are_read(line, bar, indent):
    drawn = framed_without_outer_bars(line, bar, indent)
    assert found(f"{drawn}\n\n{drawn}\n") == [Puzzle.parse(line)] * 2


@pytest.mark.parametrize("sign", ["0", "_"])
def test_a_cell_that_lacks_in_a_frame_is_no_open_cell(sign):
    drawn = framed_without_outer_bars(LINE.replace(".", sign), "|", "")
    assert found(drawn) == [PUZZLES[0]]
    assert None in found(drawn.replace(f"{sign} ", "", 1))
