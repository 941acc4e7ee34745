"""Puzzles are parsed in all usual notations, and errors are reported with their place."""

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpgen.errors import CpgenError, InputError
from cpgen.layout import Layout
from cpgen.notation import SYMBOLS, symbol
from cpgen.puzzle import Puzzle

LINE = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
LAYOUTS = [Layout.parse(spec) for spec in ("2x2", "2x3", "3x3", "4x4", "6x6", "latin-5", "3x3+diagonals")]


def refusal(text: str, layout: Layout | None = None) -> str:
    with pytest.raises(InputError) as caught:
        Puzzle.parse(text, layout)
    return str(caught.value)


@st.composite
def puzzles(draw):
    """Draw a puzzle with some clues that do not repeat in a house."""
    layout = draw(st.sampled_from(LAYOUTS))
    clues = [0] * layout.cell_count
    for cell in draw(st.lists(st.integers(0, layout.cell_count - 1), max_size=30, unique=True)):
        digit = draw(st.integers(1, layout.size))
        if all(clues[peer] != digit for peer in layout.peers[cell]):
            clues[cell] = digit
    return Puzzle(layout, tuple(clues))


def framed(puzzle: Puzzle, height: int, width: int) -> str:
    """Return the puzzle with a frame of ASCII characters around its boxes."""
    rule = "+" + ("-" * (2 * width + 1) + "+") * (puzzle.layout.size // width)
    lines = [rule]
    for number, row in enumerate(puzzle.rows, 1):
        boxes = (" ".join(row[k : k + width]) for k in range(0, len(row), width))
        lines.append("| " + " | ".join(boxes) + " |")
        if number % height == 0:
            lines.append(rule)
    return "\n".join(lines)


@given(puzzles(), st.sampled_from(".0_*"))
def test_puzzle_round_trips(puzzle, blank):
    for text in (puzzle.line, "\n".join(puzzle.rows), "/".join(puzzle.rows), "\r\n".join(map(" ".join, puzzle.rows))):
        assert Puzzle.parse(text.replace(".", blank), puzzle.layout) == puzzle
        assert Puzzle.parse(text.lower(), puzzle.layout) == puzzle


@given(puzzles().filter(lambda puzzle: puzzle.layout.size in (4, 9, 16) and not puzzle.layout.extras))
def test_framed_puzzle_is_read(puzzle):
    side = {4: 2, 9: 3, 16: 4}[puzzle.layout.size]
    text = framed(puzzle, side, side)
    assert Puzzle.parse(text) == puzzle
    drawn = text.replace("|", "│").replace("+", "┼").replace("-", "─")
    assert Puzzle.parse(drawn) == puzzle


def test_frames_of_simple_sudoku_and_hodoku_are_read():
    rows = [LINE[k : k + 9] for k in range(0, 81, 9)]
    barred = [f"|{row[:3]}|{row[3:6]}|{row[6:]}|" for row in rows]
    for ends, middle in (("*-----------*", "|---+---+---|"), (".---.---.---.", ":---+---+---:")):
        text = "\n".join([ends, *barred[:3], middle, *barred[3:6], middle, *barred[6:], ends])
        assert Puzzle.parse(text).line == LINE


def test_comments_and_byte_order_marks_are_ignored():
    assert Puzzle.parse(f"\ufeff# by hand / 1\r\n{LINE}\r\n# the end\r\n").line == LINE


def test_thirty_six_symbols_are_read_in_either_case():
    text = SYMBOLS + "." * 36 * 35
    puzzle = Puzzle.parse(text)
    assert puzzle.clues[:36] == tuple(range(1, 37))
    assert puzzle.line == text
    assert Puzzle.parse(text.lower()) == puzzle


@pytest.mark.parametrize(
    ("side", "spec"), [(4, "2x2"), (6, "2x3"), (8, "2x4"), (9, "3x3"), (10, "2x5"), (12, "3x4"), (25, "5x5")]
)
def test_default_boxes_are_wider_than_high(side, spec):
    assert Layout.default(side).spec == spec


def test_wrong_puzzle_is_refused():
    for text, sentence in [
        ("", "There is nothing in the text of the puzzle; write one symbol per cell, row by row."),
        ("+---+\n|   |\n+---+", "There is nothing in the text of the puzzle"),
        ("# nothing", "There is nothing in the text of the puzzle"),
        ("1", "The puzzle has 1 cell, which fill no square board (81 fill 9×9, 16 fill 4×4)."),
        ("." * 80, "The puzzle has 80 cells, which fill no square board"),
        ("." * 1_000_001, "The puzzle has 1000001 cells, which fill no square board"),
        ("." * 1_000_000, "Boxes of 25x40 make a side of 1000; 100 is the most."),
        ("." * 25, "A board of side 5 has no boxes; give its regions, or make it a Latin square (latin-5)."),
        ("....\n...\n....\n....", "Row 2 of the puzzle has 3 cells; each row needs 4."),
        ("....\n...\n.....\n....", "Row 2 of the puzzle has 3 cells; each row needs 4."),
        ("....\n....\n....", "The puzzle has 3 rows of 4 cells; a board has as many rows as columns."),
        (
            "1.../..../...5/....",
            "'5' at row 3, column 4 is not a digit of this board: 1 to 4, or '.' for",
        ),
        ("①.../..../..../....", "'①' (circled digit one) at row 1, column 1"),
        ("..../.²../..../....", "'²' (superscript two) at row 2, column 2"),
        ("..../..../\x00.../....", r"'\x00' at row 3, column 1"),
        ("..../..../.\u200b../....", "Row 3 of the puzzle has 3 cells; each row needs 4."),
        ("..../..../.\ue000../....", r"'\ue000' (without a name) at row 3, column 2"),
        ("1..1/..../..../....", "1 appears twice in row 1: at row 1, column 1 and at row 1, column 4."),
        ("1.../..../1.../....", "1 appears twice in column 1: at row 1, column 1 and at row 3, column 1."),
        ("1.../.1../..../....", "1 appears twice in region 1: at row 1, column 1 and at row 2, column 2."),
    ]:
        assert sentence in refusal(text)
        assert len(refusal(text)) < 200


def test_puzzle_must_fit_the_given_layout():
    layout = Layout.parse("3x3+diagonals")
    assert refusal("." * 16, layout) == "The puzzle has 16 cells; this board has 81 (9 rows of 9)."
    assert refusal("", layout) == "There is nothing in the text of the puzzle; write one symbol per cell, row by row."
    assert "5 appears twice in extra house 1" in refusal("5" + "." * 39 + "5" + "." * 40, layout)


@given(puzzles(), st.data())
def test_wrong_symbol_is_reported_with_row_and_column(puzzle, data):
    cell = data.draw(st.integers(0, puzzle.layout.cell_count - 1))
    wrong = data.draw(st.sampled_from("?!²②é\x00☃"))
    text = puzzle.line[:cell] + wrong + puzzle.line[cell + 1 :]
    assert re.search(rf"at {puzzle.layout.where(cell)} is not a digit", refusal(text, puzzle.layout))


@given(puzzles(), st.data())
def test_short_row_is_reported_by_number(puzzle, data):
    rows = puzzle.rows
    number = data.draw(st.integers(1, len(rows)))
    rows[number - 1] = rows[number - 1][1:]
    assert refusal("\n".join(rows), puzzle.layout).startswith(f"Row {number} of the puzzle")


@given(st.text() | st.text("12.0x|-+*#/ \n\t\ufeff²", max_size=90))
def test_parse_raises_only_cpgen_errors(text):
    with suppress(CpgenError):
        Puzzle.parse(text)


def test_constraints_follow_the_grid():
    layout = Layout.boxes(2, 2).with_constraints("cage 5: r1c1 r1c2", "diagonals up", "thermo r4c1 r3c1 r2c1")
    grid = "1...\n....\n..2.\n....\n"
    lines = "cage 5: r1c1 r1c2\n# the bulb is in a corner\n\ndiagonals up\nＴhermo r4c1 r3c1 r2c1\n"
    for text in (grid + lines, "1.........2.....\n" + lines):
        assert Puzzle.parse(text) == Puzzle.parse(text, layout) == Puzzle.parse(grid, layout)
    assert Puzzle.parse(grid, layout).text == (
        "1...\n....\n..2.\n....\ndiagonals up\ncage 5: r1c1 r1c2\nthermo: r4c1 r3c1 r2c1"
    )
    assert Puzzle.parse(Puzzle.parse(grid, layout).text) == Puzzle.parse(grid, layout)


def test_constraints_without_grid_have_open_cells_only():
    puzzle = Puzzle.parse("cage 15: r9c8 r9c9\ndiagonals")
    assert puzzle == Puzzle(Layout.parse("3x3+diagonals+cage 15: r9c8 r9c9"), (0,) * 81)
    assert Puzzle.parse("cage 3: r4c3 r4c4", Layout.boxes(2, 2)).layout.size == 4
    assert "r5c1 is not on the board" in refusal("cage 3: r5c1 r4c4", Layout.boxes(2, 2))
    assert "add up to 3 at least" in refusal("cage 2: r1c1 r1c2")


def test_constructor_checks_the_clues():
    layout = Layout.boxes(2, 2)
    with pytest.raises(InputError, match=r"The puzzle has 15 cells; this board has 16\."):
        Puzzle(layout, (0,) * 15)
    with pytest.raises(InputError, match=r"5 at row 1, column 2 is not a digit from 1 to 4\."):
        Puzzle(layout, (0, 5) + (0,) * 14)
    with pytest.raises(InputError, match=r"-1 at row 1, column 1"):
        Puzzle(layout, (-1,) + (0,) * 15)


def test_constructor_allows_repeated_digits():
    assert Puzzle(Layout.boxes(2, 2), (1, 1) + (0,) * 14).clue_count == 2


def test_digits_above_36_have_no_symbol():
    layout = Layout.boxes(7, 7)
    with pytest.raises(InputError, match="The digit 40 has no symbol; text holds the digits up to 36"):
        assert Puzzle(layout, (40,) + (0,) * (layout.cell_count - 1)).line
    with pytest.raises(InputError, match="40 appears twice in row 1"):
        Puzzle(layout, (40, 40) + (0,) * (layout.cell_count - 2)).require_no_repeats()
    assert symbol(36) == "@"
