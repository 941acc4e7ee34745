"""Boards with constraints in characters: cages, marks and clues on the board, the rest in a legend."""

from __future__ import annotations

import pytest

from cpgen.layout import Layout
from cpgen.render.terminal import draw_board
from tests.constraints.examples import EXAMPLES, board

SIX = Layout.boxes(2, 3)


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def drawn(layout: Layout, mark: str = ".") -> list[str]:
    return draw_board(layout, [mark] * layout.cell_count).splitlines()


def test_cages_marks_and_outside_clues_are_drawn() -> None:
    lines = ["cage 10: r1c1 r1c2 r2c1", "cage: r2c3 r3c3", "white r3c4 r4c4", "black r5c1 r5c2", "xv 5: r4c2 r4c3"]
    lines += ["less r6c4 r6c5", "sandwich 9 row 2", "x-sum 12 column 4", "skyscraper 3 row 5 reversed"]
    lines += ["little 20 from r6c1 ne"]
    assert drawn(SIX.with_constraints(*lines)) == [
        "                  12",
        "    ┏10━━━━━━━━━┳━━━━━━━━━━━┓",
        "    ┃ .   . ╎ . ┃ .   .   . ┃",
        "    ┃   ┌╌╌╌┼╌╌╌┃           ┃",
        "  9 ┃ . ╎ . ╎ . ┇ .   .   . ┃",
        "    ┣┅┅┅━━━━━━━━╋━━━━━━━━━━━┫",
        "    ┃ .   . ╎ . ┇ .   .   . ┃",
        "    ┃       └╌╌╌┃ ○         ┃",
        "    ┃ .   . V . ┃ .   .   . ┃",
        "    ┣━━━━━━━━━━━╋━━━━━━━━━━━┫",
        "    ┃ . ● .   . ┃ .   .   . ┃ 3",
        "    ┃           ┃           ┃",
        "    ┃ .   .   . ┃ . < .   . ┃",
        "    ┗━━━━━━━━━━━┻━━━━━━━━━━━┛",
        "20↗",
    ]


def test_lines_get_letters_and_a_legend() -> None:
    layout = SIX.with_constraints("thermo r6c1 r5c1 r4c2", "quad 1 2 at r2c4", "leaps king", "odd: r1c6")
    lines = drawn(layout)
    assert lines[-4:] == ["a thermo: r6c1 r5c1 r4c2", "b quad 1 2 at r2c4", "- leaps king", "c odd: r1c6"]
    assert lines[1] == "┃ .   .   . ┃ .   .  c. ┃"
    assert lines[4] == "┣━━━━━━━━━━━╋━━━b━━━━━━━┫"
    assert [line[:8] for line in lines[7:12:2]] == ["┃ .  a. ", "┃a.   . ", "┃a.   . "]


def test_filled_boards_have_a_legend() -> None:
    assert drawn(SIX.with_constraints("thermo r6c1 r5c1 r4c2"), "1")[13:] == ["a thermo: r6c1 r5c1 r4c2"]


def test_narrow_terminals_get_a_plain_board_and_all_constraints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "24")
    layout = SIX.with_constraints("cage 10: r1c1 r1c2 r2c1", "thermo r6c1 r5c1 r4c1 r3c1 r2c2")
    lines = drawn(layout)
    assert lines[:10] == drawn(SIX)
    assert lines[10:] == ["- cage 10: r1c1 r1c2", "  r2c1", "- thermo: r6c1 r5c1 r4c1", "  r3c1 r2c2"]


@pytest.mark.parametrize(("size", "line"), EXAMPLES, ids=[line for _, line in EXAMPLES])
def test_every_kind_keeps_the_board_aligned(size: int, line: str) -> None:
    plain = board(size)
    layout = plain.with_constraints(line)
    for cells in (["."] * size**2, [f"\x1b[1m{'12':>2}\x1b[0m"] * size**2):
        rows = [row for row in draw_board(layout, cells, 1 if cells[0] == "." else 2).splitlines() if "┃" in row]
        starts = {row.index("┃") for row in rows}
        assert len(starts) == 1
        lengths = {len(row.replace("\x1b[1m", "").replace("\x1b[0m", "").rstrip(" 0123456789↖↗↘↙")) for row in rows}
        assert len(lengths) == 1


def test_candidates_of_several_digits_have_room() -> None:
    layout = Layout.boxes(2, 2).with_constraints("cage 4: r1c1 r1c2")
    rows = draw_board(layout, ["1234"] * 16, 4).splitlines()
    assert rows[1] == "┃ 1234   1234 ┇ 1234   1234 ┃"
