"""Every format reads back what it writes, with the fields that are lossless according to the table."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpgen import formats
from cpgen.errors import InputError
from cpgen.formats.table import LATIN
from cpgen.puzzle import Puzzle
from cpgen.state import NONE_LEFT
from tests.formats.boards import LAYOUTS, entries, with_clues_held

NAMES = [one.name for one in formats.FORMATS]


def held(one):
    """Return those of the layouts that a format can hold, if need be with the layout given when reading."""
    return [layout for layout in LAYOUTS if not one.refusal(layout, layout)]


def writable(entry, one):
    """Return the entry with only those candidates that a format can hold.

    HoDoKu and Simple Sudoku list eliminations, so that only candidates left by the clues can be noted. In grids and
    lists of candidates every cell has some, and a single one is a placed digit. In SudokuWiki every cell has some.
    In lines of HoDoKu and files of SudoCue the candidates of a puzzle without placed digits are the puzzle, not notes.
    """
    entry = with_clues_held(entry, one)
    if one.name in ("hodoku", "sdx") and not entry.placed:
        entry = replace(entry, marks=())
    if one.name == "sudokuwiki":
        every = entry.state.sight
        marks = tuple(() if not seen else some or seen for some, seen in zip(entry.marks or every, every, strict=True))
        return replace(entry, marks=marks if marks != every else ())
    if one.name in ("marks", "candidates", "sdx"):
        state = entry.state
        noted = zip(state.digits, state.marks or state.sight, state.sight, strict=True)
        shown = [(digit,) if digit else some or seen for digit, some, seen in noted]
        alone = [cell[0] if len(cell) == 1 else 0 for cell in shown]
        placed = tuple(0 if clue else digit for clue, digit in zip(entry.puzzle.clues, alone, strict=True))
        marks = tuple(() if len(cell) == 1 else cell for cell in shown)
        return replace(entry, placed=placed if any(placed) else (), marks=marks if any(marks) else ())
    if one.name not in ("hodoku", "ss") or not entry.marks:
        return entry
    every = entry.state.sight
    noted = (tuple(d for d in left if d in some) or left for left, some in zip(every, entry.marks, strict=True))
    marks = tuple(noted)
    return replace(entry, marks=marks if marks != every else ())


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
@settings(max_examples=7)
def test_entry_round_trips_with_lossless_fields(name, data):
    one = formats.format_named(name)
    entry = writable(data.draw(entries(held(one))), one)
    layout = entry.puzzle.layout
    text = "".join(formats.write([entry], name, layout))
    given = layout if one.needs_layout else None
    assert list(formats.read(text, given)) == [entry.keeping(one.lossless)]
    assert list(formats.read(text.replace("\n", "\r\n").encode(), layout)) == [entry.keeping(one.lossless)]


@pytest.mark.parametrize("name", [one.name for one in formats.FORMATS if "marks" in one.lossless])
def test_emptied_cell_round_trips_or_counts_as_lost(name):
    one, layout = formats.format_named(name), LAYOUTS[13]
    marks, placed = (NONE_LEFT, (1, 2), *[(3, 4)] * 78, ()), (0,) * 80 + (9,)
    writer = formats.Writer(one)
    entry = formats.Entry(Puzzle(layout, (0,) * 81), placed=placed, marks=marks)
    (back,) = formats.read(writer.add(entry) + writer.end())
    assert (back.marks[0] == NONE_LEFT) == one.empties
    assert writer.lost["emptied cell"] == (not one.empties)


@pytest.mark.parametrize("name", [one.name for one in formats.FORMATS if one.many])
@given(data=st.data())
@settings(max_examples=3)
def test_many_entries_round_trip_in_order(name, data):
    one = formats.format_named(name)
    layout = data.draw(st.sampled_from(held(one)))
    written = [writable(entry, one) for entry in data.draw(st.lists(entries([layout]), min_size=1, max_size=6))]
    text = "".join(formats.write(written, name, layout))
    back = list(formats.read(text, layout if one.needs_layout else None))
    assert [entry.puzzle for entry in back] == [entry.puzzle for entry in written]


@pytest.mark.parametrize("name", NAMES)
@given(layout=st.sampled_from(LAYOUTS))
def test_layout_that_would_change_is_refused(name, layout):
    one = formats.format_named(name)
    blank = formats.Entry(Puzzle(layout, (int(one.clues),) + (0,) * (layout.cell_count - 1)))
    if one.refusal(layout):
        with pytest.raises(InputError, match=re.escape(one.title)):
            list(formats.write([blank], name))
    else:
        text = "".join(formats.write([blank], name))
        assert [entry.puzzle for entry in formats.read(text)] == [blank.puzzle]


def test_examples_in_the_table_are_valid():
    for one in formats.FORMATS:
        assert not one.refusal(LAYOUTS[13])
        for entry in formats.read(one.example):
            assert isinstance(entry, formats.Entry)
            assert "".join(formats.write([entry], one.name)) == one.example + "\n"


def test_what_a_format_cannot_hold_is_refused():
    for one in formats.FORMATS:
        for reason in map(str, filter(None, map(one.refusal, LAYOUTS))):
            assert one.title in reason
            assert reason.endswith(".")
            assert len(reason) < 300


def test_game_id_refuses_latin_squares():
    latin = next(layout for layout in LAYOUTS if layout.spec == "latin-5")
    assert LATIN not in formats.format_named("tatham").shapes
    assert "latin-5" in str(formats.format_named("tatham").refusal(latin))
