"""Constraints in links of f-puzzles: every kind that they can hold, and the meanings that differ from cpgen's."""

import json
from dataclasses import replace
from itertools import combinations, product
from urllib.parse import unquote

import pytest

from cpgen import formats
from cpgen.constraints.primitives import Pair
from cpgen.errors import InputError
from cpgen.formats import Entry, Problem, lzstring
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from tests.formats.boards import same_board

BOXES = Layout.boxes(3, 3)
HELD = """
cage 15: r1c1 r1c2 r2c1
cage: r3c3 r3c4
sum 20: r1c9 r2c8 r1c9
thermo: r9c4 r8c3 r7c2
slow-thermo: r9c4 r9c5
arrow r5c5 > r4c5 r3c5
arrow r5c5 r5c6 > r4c5 r3c5
white r1c1 r1c2
white 3 r2c1 r3c1
black r2c2 r3c2
black 3 r1c1 r1c2
xv 10 r4c4 r4c5
xv 5 r4c4 r4c5
all xv shown
all black shown
little 23 from r1c1 se
little 20 from r5c9 nw
leaps knight
leaps king
leaps knight king
non-consecutive
whisper 5: r1c1 r1c2 r1c3
whisper 4: r1c1 r1c2
renban: r4c4 r4c5 r5c5
palindrome: r1c1 r1c2 r1c3
between: r1c1 r1c2 r1c3
region-sum: r1c1 r1c4
clone: r1c1 r1c2 = r2c4 r2c5
odd: r1c1 r5c5
even: r1c1
allowed 1 2 3: r1c1
minimum: r1c1
maximum: r5c5
quad 1 2 3 at r1c1
sandwich 13 row 1
sandwich 13 column 4 reversed
x-sum 25 column 1
skyscraper 3 row 9 reversed
zipper: r1c1 r1c2 r1c3
double-arrow: r1c1 r1c2 r1c3
entropic: r1c1 r1c2 r1c3
modular 3: r1c1 r1c2 r1c3
lockout 4: r1c1 r1c2 r1c3
nabner: r1c1 r1c2 r1c3
indexing column: r1c1 r2c1
indexing row: r1c1 r1c2
indexing region: r5c5
diagonals
diagonals up
disjoint
windoku
extra: r1c1 r2c2 r3c3 r4c4 r5c5 r6c6 r7c7 r8c8 r9c8
""".strip().splitlines()
NOT_HELD = """
cage ?: r1c1 r1c2
sum 12: r1c1 r1c2
xv 7 r1c1 r1c2
less r1c1 r1c2
leaps 1-3
non-consecutive 2
lunchbox 11: r1c1 r1c2 r1c3 r1c4
numbered-room 3 row 1
sum-line 10: r1c1 r1c2
equal-sums: r1c1 = r5c5
same-values: r1c1 = r5c5
look-and-say 23: r1c1 r1c2
global-entropy
counting-circles: r1c1
all white shown
""".strip().splitlines()


def entry_of(*lines, layout=BOXES):
    board = layout.with_constraints(*lines)
    return Entry(Puzzle(board, (0,) * board.cell_count))


def link(**more):
    data = {"size": 9, "grid": [[{} for _ in range(9)] for _ in range(9)], **more}
    return f"https://f-puzzles.com/?load={lzstring.compress(json.dumps(data))}"


def spec(text):
    """Return the layout of a link, or the sentence of its problem."""
    (found,) = formats.read(text)
    return str(found.error) if isinstance(found, Problem) else found.puzzle.layout.spec


@pytest.mark.parametrize("line", HELD)
def test_constraint_round_trips_through_links(line):
    entry = entry_of(line)
    for name in ("fpuzzles", "sudokupad"):
        (back,) = formats.read("".join(formats.write([entry], name)))
        assert back.puzzle == entry.puzzle


def test_constraints_round_trip_together():
    apart = ("leaps", "non-consecutive", "odd", "even", "minimum", "maximum", "diagonals up", "all")
    lines = [line for line in HELD if not line.startswith(apart)]
    entry = entry_of(*lines)
    (back,) = formats.read("".join(formats.write([entry], "fpuzzles")))
    assert same_board(back.puzzle.layout, entry.puzzle.layout)
    (again,) = formats.read("".join(formats.write([back], "fpuzzles")))
    assert again.puzzle == back.puzzle
    few = entry_of("cage 15: r1c1 r1c2", "thermo: r9c4 r8c4", "renban: r5c5 r5c6", "leaps knight")
    (back,) = formats.read("".join(formats.write([few], "fpuzzles")))
    assert back.puzzle == few.puzzle


@pytest.mark.parametrize("line", NOT_HELD)
def test_constraint_that_links_cannot_hold_is_refused(line):
    with pytest.raises(InputError, match=r"An f-puzzles address cannot hold these constraints: .* can: line, rows, "):
        list(formats.write([entry_of(line)], "fpuzzles"))


def scl(**more):
    data = {"cells": [[{}] * 9] * 9, "regions": [], "metadata": {}, **more}
    return "scl" + lzstring.compress(json.dumps(data))


def data_of_link(text):
    return json.loads(lzstring.decompress(unquote(text.partition("load=")[2].strip())))


def data_of(text):
    return json.loads(lzstring.decompress(unquote(text.partition("scl")[2].strip())))


@pytest.mark.parametrize("line", [*HELD, *NOT_HELD])
def test_constraint_round_trips_through_sudokupads_own_links(line):
    entry = entry_of(line)
    (back,) = formats.read("".join(formats.write([entry], "scl")))
    assert back.puzzle == entry.puzzle


def data_for_sudokupad():
    """Return what is written for SudokuPad of a board with cages, a thermometer and rules."""
    entry = replace(entry_of("cage 15: r1c1 r1c2", "cage ?: r5c5", "thermo: r9c4 r8c4"), instructions="Rules.")
    return data_of("".join(formats.write([entry], "scl")))


def test_sudokupad_gets_cages_with_their_sums():
    assert data_for_sudokupad()["cages"] == [
        {"cells": [[0, 0], [0, 1]], "unique": True, "value": "15", "sum": 15},
        {"cells": [[4, 4]], "unique": True, "value": "?"},
    ]


def test_sudokupad_gets_a_thermometer_as_a_drawing():
    data = data_for_sudokupad()
    assert [line["wayPoints"] for line in data["lines"]] == [[[8.5, 3.5], [7.5, 3.5]]]
    assert data["underlays"][0]["rounded"]


def test_sudokupad_gets_the_rules():
    assert data_for_sudokupad()["metadata"]["rules"] == "Rules."


def test_a_line_added_to_written_drawings_is_reported():
    data = data_for_sudokupad()
    data["lines"].append({"wayPoints": [[0, 0], [1, 1]]})
    assert "The puzzle has 1 line drawn" in spec(scl(**data))


def test_killer_cages_of_sudokupad_are_read():
    cages = [{"cells": [[0, 0], [0, 1]], "unique": True, "value": "15", "sum": 15}, {"cells": [[8, 8]], "unique": True}]
    assert spec(scl(cages=cages)) == "latin-9+cage 15: r1c1 r1c2+cage: r9c9"


def test_rows_among_the_cages_of_sudokupad_are_no_further_houses():
    row = {"cells": [[0, column] for column in range(9)], "unique": True, "sum": 45}
    assert spec(scl(cages=[row])) == "latin-9"


def test_parts_with_several_lines_are_several_constraints():
    assert spec(link(thermometer=[{"lines": [["R1C1", "R1C2"], ["R1C1", "R2C1"]]}])) == (
        "3x3+thermo: r1c1 r1c2+thermo: r1c1 r2c1"
    )


def test_cage_without_value_means_different_digits():
    for value in ({}, {"value": ""}, {"value": None}):
        assert spec(link(killercage=[{"cells": ["R1C1", "R1C2"], **value}])) == "3x3+cage: r1c1 r1c2"
    assert spec(link(extraregion=[{"cells": ["R1C1", "R1C2"]}])) == "3x3+cage: r1c1 r1c2"


def test_cage_that_lists_a_cell_twice_is_a_sum():
    cage = {"cells": ["R1C1", "R5C5", "R1C1"], "value": "12"}
    assert spec(link(killercage=[cage])) == "3x3+sum 12: r1c1 r5c5 r1c1"


def test_little_killer_needs_no_cells():
    clue = {"cell": "R0C1", "direction": "DR", "value": "23"}
    cells = [f"R{number}C{number + 1}" for number in range(1, 9)]
    assert spec(link(littlekillersum=[clue])) == spec(link(littlekillersum=[{**clue, "cells": cells}]))


def test_drawings_that_show_a_constraint_are_no_rules():
    line = {"lines": [["R1C1", "R1C2"]], "isNewConstraint": True}
    assert spec(link(entropicline=[{"lines": [["R1C1", "R1C2"]]}], line=[line])) == "3x3+entropic: r1c1 r1c2"
    assert "2 lines drawn" in spec(link(line=[line, {"lines": []}, {"lines": []}]))


def test_texts_in_cages_without_cells_are_no_rules():
    assert spec(link(cage=[{"value": "msgcorrect: Well done", "cells": []}])) == "3x3"
    assert spec(link(cage=[{"value": "15", "cells": ["R1C1"]}])) == "3x3"


def test_kinds_that_programs_do_not_show_are_drawn():
    data = data_of_link("".join(formats.write([entry_of("whisper 5: r1c1 r1c2", "x-sum 20 column 3")], "fpuzzles")))
    (line,), (text,) = data["line"], data["text"]
    assert (line["lines"], line["fromConstraint"]) == ([["R1C1", "R1C2"]], "Whispers")
    assert (text["cells"], text["value"]) == (["R0C3"], "20")


def test_rules_are_written_for_solvers_unless_there_are_some():
    entry = entry_of("thermo: r1c1 r1c2", "cage 15: r5c5 r5c6")
    for name in ("fpuzzles", "sudokupad", "scl", "sudokumaker"):
        (back,) = formats.read("".join(formats.write([entry], name)))
        assert back.instructions.startswith("Fill the grid so that every row")
        assert back.instructions.count("\n") == 2
        rows = formats.Writer(formats.format_named("rows"))
        rows.add(back)
        assert not rows.loss
        (back,) = formats.read("".join(formats.write([replace(entry, instructions="Mine.")], name)))
        assert back.instructions == "Mine."


def test_whispers_without_value_differ_by_half_the_digits():
    whisper = [{"lines": [["R1C1", "R1C2"]]}]
    assert spec(link(whispers=whisper)) == "3x3+whisper 5: r1c1 r1c2"
    small = {"size": 6, "grid": [[{}] * 6] * 6, "whispers": whisper}
    assert spec(link(**small)) == "2x3+whisper 3: r1c1 r1c2"


def test_settings_of_programs_are_no_rules():
    assert spec(link(disabledlogic=["tuples"], truecandidatesoptions=["colored"], successMessage="Well done")) == "3x3"


MAKER_LACKS = (
    "sum ", "white", "black", "xv", "all", "little", "clone", "quad", "sandwich", "x-sum", "skyscraper", "zipper",
    "arrow", "nabner", "indexing region", "windoku", "extra", "disjoint", "diagonals up", "allowed", "cage ?", "less",
    "leaps 1-3", "non-consecutive 2", "lunchbox", "numbered-room", "sum-line", "equal-sums", "same-values",
    "counting-circles",
)  # fmt: skip


@pytest.mark.parametrize("line", [*HELD, *NOT_HELD])
def test_constraint_round_trips_through_sudokumaker_or_is_refused(line):
    entry = entry_of(line)
    if line.startswith(MAKER_LACKS):
        with pytest.raises(InputError, match=r"A SudokuMaker address (cannot hold|holds no)"):
            list(formats.write([entry], "sudokumaker"))
    else:
        (back,) = formats.read("".join(formats.write([entry], "sudokumaker")))
        assert back.puzzle == entry.puzzle


def test_arrows_of_sudokumaker_are_read():
    rule = {"type": 408, "bulbsWithArrows": [{"bulbCells": [1, 0], "arrows": [[2, 3], [1, 10, 19]]}]}
    data = {"puzzle": {"cells": [{}] * 81, "constraints": [rule]}}
    text = f"https://sudokumaker.app/?puzzle={lzstring.compress(json.dumps(data))}"
    assert spec(text) == "latin-9+arrow r1c1 r1c2 > r1c3 r1c4+arrow r1c1 r1c2 > r2c2 r3c2"


def test_rules_about_neighbours_without_dots_are_read():
    white = [{"cells": ["R1C1", "R1C2"]}]
    far = [{"cells": ["R1C1", "R1C2"], "value": "2"}]
    ratio = {"negative": ["ratio"]}
    for more, rules in [
        ({}, "non-consecutive 1"),
        ({"difference": white}, "all white shown"),
        ({"difference": far}, "non-consecutive 1"),
        ({"difference": [*white, {"cells": ["R5C1", "R5C2"], "value": "2"}]}, "non-consecutive 1"),
        (ratio, "all dots shown"),
        ({"difference": white, **ratio}, "all dots shown"),
        ({"difference": far, **ratio}, "non-consecutive 1+all black shown"),
    ]:
        found = [line for line in spec(link(nonconsecutive=True, **more)).split("+")[1:] if "r1" not in line]
        assert "+".join(line for line in found if "r5" not in line) == rules


DOTS = {"no white dots": (), "of 1": ("white r1c1 r1c2",), "of 2": ("white 2 r1c1 r1c2",)}


@pytest.mark.parametrize("dots", DOTS.values(), ids=DOTS)
@pytest.mark.parametrize("apart", [True, False])
@pytest.mark.parametrize("negative", [(), ("ratio",), ("xv",), ("ratio", "xv")])
def test_rules_about_neighbours_are_written_as_they_were_read(dots, apart, negative):
    shown = [] if not dots else [{"cells": ["R1C1", "R1C2"], **({"value": "2"} if "2 r" in dots[0] else {})}]
    text = link(difference=shown, negative=[*negative], **({"nonconsecutive": True} if apart else {}))
    (entry,) = formats.read(text)
    data = data_of_link("".join(formats.write([entry], "fpuzzles")))
    assert (data.get("nonconsecutive", False), sorted(data.get("negative", []))) == (apart, sorted(negative))
    (again,) = formats.read("".join(formats.write([entry], "fpuzzles")))
    assert again.puzzle == entry.puzzle


RULES = ("non-consecutive", "all white shown", "all black shown", "all dots shown", "all xv shown")


def neighbours_allowed_by(layout):
    """Return the digits that each two neighbours in the first row may have."""
    pairs = [part for one in layout.further for part in one.decompose(layout) if isinstance(part, Pair)]
    return {
        (cell, a, b)
        for cell in range(8)
        for a, b in product(range(1, 10), repeat=2)
        if all(part.allowed[a - 1] >> b - 1 & 1 for part in pairs if part.cells == (cell, cell + 1))
    }


@pytest.mark.parametrize("dots", DOTS.values(), ids=DOTS)
@pytest.mark.parametrize("rules", [*combinations(RULES, 1), *combinations(RULES, 2)])
def test_written_rules_about_neighbours_allow_the_same_digits(dots, rules):
    layout = BOXES.with_constraints(*dots, *rules)
    if formats.format_named("fpuzzles").can_hold(layout):
        (back,) = formats.read("".join(formats.write([Entry(Puzzle(layout, (0,) * 81))], "fpuzzles")))
        assert neighbours_allowed_by(back.puzzle.layout) == neighbours_allowed_by(layout)
