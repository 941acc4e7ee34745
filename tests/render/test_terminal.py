"""Boards in characters: lines exactly between regions."""

from itertools import pairwise

from cpgen import resources
from cpgen.layout import Layout
from cpgen.render.terminal import draw_board

BOX = "│"


def drawn(spec: str, mark: str = ".") -> list[str]:
    layout = Layout.parse(spec)
    return draw_board(layout, [mark] * layout.cell_count).splitlines()


def test_draws_nine_by_nine():
    layout = Layout.boxes(3, 3)
    lines = draw_board(layout, [str(cell % 9 + 1) for cell in range(81)]).splitlines()
    rows = ["│ 1 2 3 │ 4 5 6 │ 7 8 9 │"] * 3
    middle = "├───────┼───────┼───────┤"
    assert lines == [
        "┌───────┬───────┬───────┐",
        *rows,
        middle,
        *rows,
        middle,
        *rows,
        "└───────┴───────┴───────┘",
    ]


def test_draws_wide_boxes():
    assert drawn("2x3")[:4] == ["┌───────┬───────┐", "│ . . . │ . . . │", "│ . . . │ . . . │", "├───────┼───────┤"]


def test_latin_square_has_only_a_frame():
    assert drawn("latin-3") == ["┌───────┐", "│ . . . │", "│ . . . │", "│ . . . │", "└───────┘"]


def test_draws_pentominoes():
    assert drawn("AABBC/AABBC/DABCC/DDEEC/DDEEE") == [
        "┌───────┬───────┬───┐",
        "│ .   . │ .   . │ . │",
        "│ .   . │ .   . │ . │",
        "├───┐   │   ┌───┘   │",
        "│ . │ . │ . │ .   . │",
        "│   └───┼───┴───┐   │",
        "│ .   . │ .   . │ . │",
        "│       │       └───┤",
        "│ .   . │ .   .   . │",
        "└───────┴───────────┘",
    ]


def test_every_layout_is_drawn_as_a_rectangle():
    for name in resources.names("layouts"):
        lines = drawn(resources.text("layouts", name), "x")
        layout = Layout.parse(resources.text("layouts", name))
        assert len({len(line) for line in lines}) == 1
        assert "".join(lines).count("x") == layout.cell_count
        assert (lines[0][0], lines[0][-1], lines[-1][0], lines[-1][-1]) == tuple("┌┐└┘")


def test_lines_separate_exactly_different_regions():
    layout = Layout.parse(resources.text("layouts", "jigsaw-9"))
    rows = [line for line in draw_board(layout, "x" * 81).splitlines() if "x" in line]
    for number, row in enumerate(rows):
        between = row.split("x")[1:-1]
        cells = layout.regions[number * 9 : number * 9 + 9]
        assert [BOX in gap for gap in between] == [one != other for one, other in pairwise(cells)]


def test_escape_codes_do_not_shift_lines():
    layout = Layout.boxes(2, 2)
    plain = draw_board(layout, "1" * 16)
    assert draw_board(layout, ["\x1b[1m1\x1b[0m"] * 16).replace("\x1b[1m", "").replace("\x1b[0m", "") == plain
