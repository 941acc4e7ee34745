"""Pencil-mark puzzles (Sukaku): candidates that a file removes count as clues."""

from __future__ import annotations

import pytest

from cpgen import api, formats
from cpgen.constraints.parity import Allowed
from cpgen.errors import InputError
from cpgen.formats.checks import given_candidates
from cpgen.oracles import open_oracle
from tests.cli.running import call

CELLS = ["123", "1234", "134", "14", "34", "134", "1234", "234", "1234", "13", "14", "134", "24", "34", "24", "12"]
GRID = "\n".join(" ".join(CELLS[k : k + 4]) for k in range(0, 16, 4))
LIST = "".join(digit if digit in cell else "." for cell in CELLS for digit in "1234")
LINES = "\n".join(
    [*["...."] * 4, *(f"allowed {' '.join(cell)}: r{k // 4 + 1}c{k % 4 + 1}" for k, cell in enumerate(CELLS))]
)
SOLUTION = "1234341221434321"
NINE = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
HODOKU = f":0000:x:{NINE}:"
TEXTS = {"grid": GRID, "list": LIST, "allowed": LINES}


def only(text, layout=None):
    (entry,) = formats.read(text, layout)
    return entry


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_given_candidates_decide_the_solution(text):
    entry = only(text)
    assert not entry.marks
    assert open_oracle("bitset").uniqueness(entry.puzzle).grids == (tuple(map(int, SOLUTION)),)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("command", ["check", "solve", "solve --count", "candidates", "rate", "explain"])
def test_commands_agree_on_every_form(command, text, tmp_path):
    for name in ("marks.txt", "allowed.txt"):
        (tmp_path / name).write_text(text if name == "marks.txt" else LINES)
    given, listed = (call(*command.split(), "--json", str(tmp_path / name)) for name in ("marks.txt", "allowed.txt"))
    assert given.code == listed.code == 0
    assert without_board(given.objects) == without_board(listed.objects)


def without_board(objects):
    """Return JSON objects without the text of the constraints, which may be grouped in another way."""
    return [{k: v for k, v in one.items() if k not in ("layout", "constraints", "puzzle")} for one in objects]


@pytest.mark.parametrize("name", ["marks", "candidates", "line", "json", "csv", "fpuzzles", "iss"])
def test_given_candidates_round_trip(name):
    puzzle = only(LIST).puzzle
    back = only("".join(formats.write([formats.Entry(puzzle)], name)))
    assert given_candidates(back.puzzle.layout) == given_candidates(puzzle.layout)
    assert not back.marks


def test_candidates_that_clues_leave_add_no_constraint():
    plain = formats.Entry(api.as_puzzle(NINE))
    for name in ("marks", "candidates"):
        assert only("".join(formats.write([plain], name))).puzzle == plain.puzzle


def test_a_line_of_clues_makes_candidates_notes():
    entry = only(f"{'.' * 16}\n{GRID}")
    assert not entry.puzzle.layout.further
    assert entry.marks[0] == (1, 2, 3)


def test_a_cell_without_a_candidate_is_named():
    with pytest.raises(InputError, match="no candidate at row 2, column 1"):
        formats.pencil_marks.read_list(LIST.replace("..34", "....", 1))
    with pytest.raises(InputError, match="no candidate at row 1, column 1"):
        formats.hodoku.read(f"{HODOKU}111 211 311 411 511 611 711 811 911::")


def test_deletions_of_hodoku_are_given():
    entry = only(f"{HODOKU}211 311::")
    assert entry.puzzle.layout.further == (Allowed((0,), (1, 4, 5)),)
    assert only("".join(formats.write([entry], "hodoku"))) == entry


@pytest.mark.parametrize("line", [f"{HODOKU}211::".replace(".9.", ".+9.", 1), f"{HODOKU}211::".replace("0000", "0300")])
def test_deletions_in_a_position_are_notes(line):
    entry = only(line)
    assert not entry.puzzle.layout.further
    assert 2 not in entry.marks[0]


def test_notes_that_would_become_the_puzzle_count_as_lost():
    entry = formats.Entry(api.as_puzzle(NINE), marks=((1,), *[()] * 80))
    writer = formats.Writer(formats.format_named("hodoku"))
    assert not only(writer.add(entry)).puzzle.layout.further
    assert writer.lost == {"marked cell": 1}
