"""Constraints in text, JSON and CSV, and formats that cannot hold them."""

import json

import pytest

from cpgen import formats
from cpgen.errors import InputError
from cpgen.formats import Entry, Problem
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle

GRID = "\n".join(["........."] * 9)
CAGE, THERMO = "cage 15: r1c1 r1c2 r2c1", "thermo: r9c4 r8c4"
BOXES = Layout.boxes(3, 3)


def specs(text, layout=None):
    """Return the layout of each puzzle in a text, or the sentence of its problem."""
    found = formats.read(text, layout)
    return [str(one.error) if isinstance(one, Problem) else one.puzzle.layout.spec for one in found]


def entry_of(*lines, layout=BOXES):
    board = layout.with_constraints(*lines)
    return Entry(Puzzle(board, (0,) * board.cell_count))


def test_constraint_lines_belong_to_the_grid_above():
    text = (
        f"{GRID}\n{CAGE}\n# a note\n\n{THERMO}  # the bulb is in row 9\n\n{GRID}\ncage 9: r1c1\n{GRID}\n\n\ndiagonals\n"
    )
    assert specs(text) == [f"3x3+{CAGE}+{THERMO}", "3x3+cage 9: r1c1", "3x3+diagonals"]


def test_constraint_lines_follow_puzzles_of_one_line():
    dots = "." * 81
    assert specs(f"{dots}\n{CAGE}\n{dots}\n\n{dots} # third\n{THERMO}\n") == [f"3x3+{CAGE}", "3x3", f"3x3+{THERMO}"]
    assert specs(f"{dots} 3x3+{CAGE}+{THERMO} # comment\n{dots}") == [f"3x3+{CAGE}+{THERMO}", "3x3"]
    assert specs(f"{dots} 3x3+diagonals\n{CAGE}\n") == [f"3x3+diagonals+{CAGE}"]


def test_constraint_lines_follow_frames_and_grids_of_candidates():
    framed = "\n".join(f"|{row}|" for row in GRID.split())
    grid = "\n".join(" ".join(["123456789"] * 9) for _ in range(9))
    assert specs(f"{framed}\n{CAGE}\n\n{grid}\n\n{THERMO}") == [f"3x3+{CAGE}", f"3x3+{THERMO}"]


def test_titles_above_grids_are_no_constraints():
    assert specs(f"Grid 01\n{GRID}\nExtra hard 02\n{GRID}\n\nEven harder\n{GRID}") == ["3x3"] * 3


def test_wrong_constraint_line_is_a_problem_of_its_puzzle():
    for line, sentence in [
        ("thermox: r1c1 r2c1", "Did you mean 'thermo'"),
        ("cage 15 r1c1 r1c2 & r2c1", "cannot be read"),
        ("cage 46: r1c1 r1c2", "add up to 3 at least and 17 at most, not to 46"),
        ("cage 10: r1c1 r10c2", "r10c2 is not on the board"),
        ("thermo r1c1 r1c1", "r1c1 is listed twice"),
    ]:
        first, second = specs(f"{GRID}\n{line}\n\n{GRID}")
        assert sentence in first
        assert second == "3x3"
        (after_layout,) = specs("." * 81 + " 3x3+" + line.replace("\n", "+"))
        assert sentence in after_layout or "extra houses" in after_layout


def test_constraint_lines_without_a_grid_have_open_cells_only():
    assert [one.puzzle for one in formats.read(f"# a killer\n{CAGE}\n\n{THERMO}\n")] == [entry_of(CAGE, THERMO).puzzle]
    six = Layout.boxes(2, 3)
    assert specs("cage 3: r6c6 r6c5", six) == ["2x3+cage 3: r6c6 r6c5"]
    (wrong,) = specs("# too long\ncage 3: r1c1 r1c2 r1c3\n")
    assert "add up to 6 at least" in wrong


def test_constraint_lines_above_the_first_grid_are_a_problem():
    above, grid = specs(f"{CAGE}\n{THERMO}\n\n{GRID}\n")
    assert above == f"'{CAGE}' belongs to no puzzle; write the grid above its constraints, with dots for open cells."
    assert grid == "3x3"


def test_given_layout_and_constraint_lines_are_joined():
    given = BOXES.with_constraints(CAGE)
    assert specs(f"{GRID}\n{CAGE}\n{THERMO}", given) == [f"3x3+{CAGE}+{THERMO}"]
    assert specs("." * 81 + f" 3x3+{THERMO}", given) == [f"3x3+{CAGE}+{THERMO}"]
    assert "its own layout, 2x2" in specs(f"{'.' * 16} 2x2+cage 3: r1c1 r1c2", given)[0]


def test_solution_must_satisfy_constraints():
    grid = "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
    assert specs(f"{'.' * 81} {grid} 3x3+cage 3: r1c1 r1c2") == ["3x3+cage 3: r1c1 r1c2"]
    for text in (f"{'.' * 81} {grid} 3x3+cage 4: r1c1 r1c2", f"{'.' * 81} {grid}\ncage 4: r1c1 r1c2"):
        assert specs(text) == ["The solution does not satisfy 'cage 4: r1c1 r1c2'."]


@pytest.mark.parametrize("name", ["line", "rows", "json", "jsonl", "csv"])
def test_own_formats_keep_constraints(name):
    entries = [entry_of(CAGE, THERMO, "cage ?: r5c5 r5c6", "diagonals up", "extra: row 1 reversed"), entry_of()]
    entries[0:0] = [entry_of("diagonals", "cage: r1c1 r1c2")]
    text = "".join(formats.write(entries, name))
    assert [one.puzzle for one in formats.read(text)] == [one.puzzle for one in entries]


def test_json_takes_constraints_in_every_form():
    cage = {"kind": "cage", "total": 15, "cells": ["r1c1", "r1c2", "r2c1"]}
    for form in (
        {"constraints": [cage, THERMO]},
        {"constraints": f"{CAGE}\n{THERMO}\n"},
        {"layout": "3x3", "constraints": [CAGE, {"kind": "thermo", "cells": ["r9c4", "r8c4"]}]},
        {"layout": f"3x3+{CAGE}+{THERMO}"},
        {"layout": f"3x3+{CAGE}", "constraints": [cage, THERMO]},
    ):
        assert specs(json.dumps({"puzzle": "." * 81, **form})) == [f"3x3+{CAGE}+{THERMO}"]
    assert specs(f"puzzle,constraints\n{'.' * 81},{CAGE}; {THERMO}\n") == [f"3x3+{CAGE}+{THERMO}"]
    written = json.loads("".join(formats.write([entry_of(CAGE)], "jsonl")))
    assert (written["layout"], written["constraints"]) == ("3x3", [cage])


def test_wrong_constraint_in_json_is_one_sentence():
    for value, sentence in [
        (7, "'constraints' is '7'; it should be a list."),
        ({"kind": "cage"}, "it should be a list."),
        ([7], "'7' is not a constraint"),
        ([{"cells": ["r1c1"]}], "is not a constraint"),
        (["q"], "'q' is not a kind of constraint"),
        ([{"kind": "cag", "cells": ["r1c1"]}], "Did you mean 'cage'"),
        ([{"kind": "cage", "total": 3}], "lacks its cells."),
        ([{"kind": "cage", "sum": 3, "cells": ["r1c1"]}], "'sum'; its fields are cells and total"),
        ([{"kind": "cage", "cells": [1, 2]}], "cannot be the cells of"),
        ([{"kind": "cage", "cells": ["r1c1", "r1c1"]}], "listed twice"),
        ([{"kind": "little", "cells": [], "total": 9}], "has 0 cells; it needs 1 or more."),
        ([{"kind": "skyscraper", "cells": [["r1c1"]], "count": 9}], "cannot be the cells of"),
        ([{"kind": "leaps", "pieces": "knight"}], "cannot be the pieces of"),
        ([{"kind": "cage", "cells": ["r1c1"], "total": True}], "cannot be the total of"),
        ([{"kind": "cage", "cells": ["r1c1"], "total": "9"}], "must be a number from 1 to 9"),
        ([{"kind": "cage", "cells": ["r1c1"], "total": [9]}], "cannot be the total of"),
    ]:
        (found,) = specs(json.dumps({"puzzle": "." * 81, "constraints": value}))
        assert sentence in found


@pytest.mark.parametrize("name", [one.name for one in formats.FORMATS if not one.constraints])
def test_other_formats_refuse_constraints_by_kind_and_number(name):
    sentence = (
        f"{formats.format_named(name).title} cannot hold these constraints: cage (2) and thermo (1). "
        "These formats can: line, rows, "
    )
    with pytest.raises(InputError) as caught:
        list(formats.write([entry_of(CAGE, "cage 9: r5c5", THERMO)], name))
    assert sentence in str(caught.value)
    given = BOXES.with_constraints(THERMO)
    if formats.format_named(name).needs_layout:
        text = "".join(formats.write([Entry(Puzzle(given, (0,) * 81))], name, given))
        assert specs(text, given) == [given.spec]


def test_rows_have_constraints_on_a_given_layout():
    given = Layout.parse("AAAB/ACBB/CCBD/CDDD")
    entry = entry_of("cage 5: r1c1 r1c2", layout=given)
    text = "".join(formats.write([entry], "rows", given))
    assert text == "....\n....\n....\n....\ncage 5: r1c1 r1c2\n\n"
    assert [one.puzzle for one in formats.read(text, given)] == [entry.puzzle]


@pytest.mark.parametrize("part", ["cage3:A1 A2", "killer3: r1c1 r1c2", "Cage3 : r1c1 r1c2"])
def test_a_number_directly_after_a_kind_is_its_value(part):
    assert specs(f"{'.' * 16}; {part}\n") == ["2x2+cage 3: r1c1 r1c2"]


def test_a_misspelt_kind_before_a_number_is_an_error():
    (problem,) = formats.read(f"{'.' * 16}; cagge3:A1 A2\n")
    assert "Did you mean 'cage'" in str(problem)
