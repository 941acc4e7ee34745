"""Addresses of other programs: fixtures made with npm's pzpr and lz-string, published examples, and damage."""

import json
import re
import zlib
from base64 import b64encode
from itertools import chain
from pathlib import Path
from urllib.parse import quote

import pytest

from cpgen import api, formats
from cpgen.cosmetics import cosmetics_in
from cpgen.errors import DrawingsWarning, InputError
from cpgen.formats import fpuzzles, lzstring, penpa, puzzlink, reader_of, sudokupad
from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.messages import counted
from cpgen.puzzle import Puzzle

FIXTURES = Path(__file__).parent / "fixtures"
PZPR = json.loads((FIXTURES / "puzzlink.json").read_text())
PACKED = json.loads((FIXTURES / "fpuzzles.json").read_text())
WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
BODY = "53h7j6h195j98j6g8i6i34h8g3h17i2i6g6j28j419h5j8h79"
# A board of 6×6 that Penpa+ itself saved.
PENPA = (FIXTURES / "penpa.txt").read_text().strip()


def read(text, layout=None):
    return reader_of(text)(text, layout)


def refusal(text, layout=None):
    with pytest.raises(InputError) as caught:
        read(text, layout)
    assert len(str(caught.value)) < 300
    return str(caught.value)


def test_puzz_link_addresses_of_pzpr_round_trip():
    for line, url in PZPR:
        entry = read(url)
        assert entry.puzzle.line == line
        assert puzzlink.write(entry).strip().partition("?")[2] == url.partition("?")[2]


def test_puzz_link_address_is_read_in_every_form():
    for text in (
        f"https://puzz.link/p?sudoku/9/9/{BODY}",
        f"https://puzz.link/p.html?sudoku/9/9/{BODY}/",
        f"http://pzv.jp/p.html?sudoku/9/9/{BODY}",
        f"puzz.link/p?sudoku_edit/9/9/{BODY}",
        f"sudoku/9/9/{BODY}",
        f"https://swaroopg92.github.io/penpa-edit/#p=https://puzz.link/p?sudoku/9/9/{BODY}",
        f"https://swaroopg92.github.io/penpa-edit/?p={quote('https://puzz.link/p?sudoku/9/9/' + BODY, safe='')}",
    ):
        (entry,) = formats.read(text)
        assert entry.puzzle.line == WIKIPEDIA


# A board begun, as the links of SudokuWiki have it.
WIKI = (
    "https://www.sudokuwiki.org/sudoku.htm?bd=S9B46090b1m4a01070e1q050v3f022iaa1q7n081n4b3f9603ea027n1m46070e0n450409060l"
    "02460r7r06b64b0g050r060907114k4b030t1n170823093m1z0b3b07191n2319031v0h090i1103082t3o1v0437"
)


def test_sudokuwiki_board_in_play_round_trips():
    entry = read(WIKI)
    assert entry.puzzle.line.startswith(".9...17..5..2....8")
    assert (entry.placed[2], entry.placed[7], entry.marks[0], entry.marks[8]) == (2, 5, (3, 8), (3, 4, 6))
    assert formats.format_named("sudokuwiki").load_writer()(entry).strip() == WIKI
    bits = [
        sum(1 << digit - 1 for digit in noted or (clue or placed,))
        for noted, clue, placed in zip(entry.marks, entry.puzzle.clues, entry.placed, strict=True)
    ]
    numbers = [bit * 2 + (clue > 0) for bit, clue in zip(bits, entry.puzzle.clues, strict=True)]
    signs = "0123456789abcdefghijklmnopqrstuv"
    old = "".join(signs[number // 32] + signs[number % 32] for number in numbers)
    assert read(f"https://www.sudokuwiki.org/Sudoku.htm?bd={old}") == entry


def test_81_digits_are_found_anywhere_in_an_address():
    zeros = WIKIPEDIA.replace(".", "0")
    for text in (
        f"https://www.sudokuwiki.org/sudoku.htm?bd={zeros}",
        f"https://sudoku.coach/en/play/{zeros}",
        f"sudoku.coach/de/solver/{WIKIPEDIA}",
        f"https://sudokuexchange.com/play/?s={zeros}&d=2",
        f"https://www.sudokuexchange.com/play/?s={zeros}",
    ):
        assert read(text).puzzle.line == WIKIPEDIA
    for text, sentence in [
        ("https://sudoku.coach/en/s/JCDs", "has no 81 digits in it"),
        (f"https://sudokuexchange.com/play/?s={zeros[1:]}", "has no 81 digits in it"),
        (f"https://www.sudokuwiki.org/jigsaw.htm?bd={zeros}", "not an address of SudokuWiki's sudoku solver"),
        (f"https://www.sudokuwiki.org/sudoku.htm?bd={zeros[1:]}", "The puzzle has 80 cells"),
        (f"{WIKI[:-1]}", "two signs for each of 81 cells"),
        (f"{WIKI[:-1]}!", "two signs for each of 81 cells"),
    ]:
        assert sentence in refusal(text)


def maker(**puzzle):
    """Return a SudokuMaker address whose object has these fields."""
    packed = lzstring.compress(json.dumps({"formatVersion": "1.5.0", "puzzle": puzzle}))
    return f"https://sudokumaker.app/?puzzle={packed.rstrip('=').replace('/', '-')}"


def test_sudokumaker_constraints_define_the_layout():
    cells = [{"given": True, "value": 1}, {"value": 2, "candidates": 4}, {"candidates": 0b11000}, *[{}] * 13]
    boxes = [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]
    rules = [{"type": 0}, {"type": 1, "regions": boxes}]
    entry = read(maker(name="T", author="A", comment="R", size=4, cells=cells, constraints=rules))
    assert (entry.puzzle.line, entry.placed[:3]) == ("1...............", (0, 2, 0))
    assert (entry.marks[2], entry.title, entry.author, entry.instructions) == ((3, 4), "T", "A", "R")
    for more, spec in [
        ([{"type": 10}, {"type": 11}], "2x2+diagonals"),
        ([{"type": 405, "lines": [], "disabled": True}], "2x2"),
        ([{"type": 300, "thermometers": [[0, 1], [2, 3]]}], "2x2+thermo: r1c1 r1c2+thermo: r1c3 r1c4"),
        ([{"type": 301, "cages": [{"value": 5, "cells": [0, 1]}, {"cells": [9]}]}], "2x2+cage 5: r1c1 r1c2+cage: r3c2"),
        ([{"type": 305, "cells": [0, 1]}], "2x2+cage: r1c1 r1c2"),
        ([{"type": 305, "cells": [0, 3, 9, 14]}], "2x2+A..A/..../.A../..A."),
        ([{"type": 2003}], "2x2"),
    ]:
        assert read(maker(size=4, cells=cells, constraints=rules + more)).puzzle.layout == Layout.parse(spec)
    assert read(maker(width=4, height=4, cells=cells, constraints=[{"type": 0}])).puzzle.layout.spec == "latin-4"
    for wrong, sentence in [
        ({"size": 4, "cells": cells, "constraints": [{"type": 200}] * 2}, "difference (2), a constraint"),
        ({"size": 4, "cells": cells, "constraints": [{"type": 300, "thermometers": [[0, 16]]}]}, "'16' is not a cell"),
        ({"size": 4, "cells": cells, "constraints": [{"type": 2000}, {"type": 2002}]}, "1 line and 1 symbol drawn"),
        ({"size": 4, "cells": cells, "constraints": [7]}, "'constraints'"),
        ({"size": 4, "minDigit": 0, "cells": cells}, "4 digits from 1"),
        ({"cells": cells}, "81 cells"),
        ({"size": "4", "cells": cells}, "should be a whole number"),
        ({"size": 4, "cells": [7] * 16}, "a cell that is not an object"),
    ]:
        assert sentence in refusal(maker(**wrong))
    assert "short link" in refusal("https://sudokumaker.app/abc")


def test_wrong_link_is_refused():
    for text, sentence in [
        (f"https://puzz.link/p?slither/9/9/{BODY}", "The link is of 'slither'"),
        (f"https://puzz.link/p?sudoku/9/{BODY}", "The link is damaged"),
        (f"https://puzz.link/p?sudoku/9/8/{BODY}", "has a board of 9×8"),
        (f"https://puzz.link/p?sudoku/8/8/{BODY}", "sides of 4, 6, 9, 16 and 25"),
        (f"https://puzz.link/p?sudoku/9/9/{BODY[:-1]}", "it has only 80"),
        (f"https://puzz.link/p?sudoku/9/9/{BODY}1", "it has more"),
        (f"https://puzz.link/p?sudoku/9/9/.{BODY[1:]}", "'.' is no part of"),
        (f"https://puzz.link/p?sudoku/9/9/0{BODY[1:]}", "0 in the link is not a digit from 1 to 9"),
        (f"https://puzz.link/p?sudoku/9/9/-1{BODY[1:]}", "in the link is not a digit"),
        ("https://puzz.link/p?sudoku/９/9/a", "'９' is not a whole number"),
        ("https://example.com/?load=abc", "is not a link that can be read"),
        ("https://f-puzzles.com/?id=abc", "is a short link"),
        ("https://sudokupad.app/wsj7iunsg6", "is a short link"),
        ("https://f-puzzles.com/?load=", "cut short"),
        ("https://f-puzzles.com/?load=N4IgzglgXgpiBcB", "cut short"),
        ("https://f-puzzles.com/?load=!!!!", "character '!'"),
        ("https://sudokupad.app/fpuzzlesN4Igzg", "cut short"),
        ("https://sudokupad.app/scl" + lzstring.compress("{"), "damaged"),
        ("https://sudokupad.app/scl" + lzstring.compress("[" * 5000), "damaged"),
        ("https://sudokupad.app/scl" + lzstring.compress('{"cells":[[{}],[{}]]}'), "should have 2 rows of 2 cells"),
        ("https://swaroopg92.github.io/penpa-edit/#m=edit", "is no whole Penpa+ address"),
        ("https://swaroopg92.github.io/penpa-edit/#m=edit&p=!!!", "damaged"),
        ("https://swaroopg92.github.io/penpa-edit/#m=edit&p=QUJD", "cut short"),
    ]:
        assert sentence in refusal(text)


def test_f_puzzles_payload_of_npm_package_is_read():
    for line, spec, packed in PACKED:
        puzzle = Puzzle.parse(line, Layout.parse(spec))
        for text in (
            f"https://f-puzzles.com/?load={packed}",
            f"https://www.f-puzzles.com/?load={quote(packed, safe='')}",
            f"https://sudokupad.app/fpuzzles{quote(packed, safe='')}",
            f"https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{packed}",
            f"fpuzzles{packed}",
            f"https://sudokupad.app/fpuz{packed}",
        ):
            (entry,) = formats.read(text)
            assert (entry.puzzle, entry.title, entry.author) == (puzzle, "ナンプレ", "作者")
            assert entry.instructions == "Normal rules.\nTwo lines."


def packed(data):
    return f"https://f-puzzles.com/?load={lzstring.compress(json.dumps(data))}"


def grid(size, **more):
    return {"size": size, "grid": [[{} for _ in range(size)] for _ in range(size)], **more}


def test_omitted_regions_are_default_boxes():
    assert read(packed(grid(6))).puzzle.layout.spec == "2x3"
    assert read(packed(grid(5))).puzzle.layout.spec == "latin-5"


def test_digit_that_is_not_given_is_placed():
    data = grid(4)
    data["grid"][0][0] = {"value": 3}
    data["grid"][0][1] = {"value": 4, "given": True, "centerPencilMarks": [2]}
    entry = read(packed(data))
    assert entry.placed == (3,) + (0,) * 15
    assert entry.puzzle.clues == (0, 4) + (0,) * 14


def test_diagonal_and_extra_regions_are_extra_houses():
    data = grid(4, **{"diagonal+": True}, extraregion=[{"cells": ["R1C1", "R1C2", "R3C3", "R4C4"]}])
    assert read(packed(data)).puzzle.layout.extras == ((3, 6, 9, 12), (0, 1, 10, 15))


def test_unsupported_f_puzzles_object_is_refused():
    for data, sentence in [
        ({"size": "9"}, "does not say how large its board is"),
        ({"size": 10**9}, "cannot be made"),
        ({"size": 9}, "'grid' should have 9 rows"),
        (grid(2) | {"grid": [[{"c": "no"}, {}], [{}, {"c": None}]]}, "1 coloured cell drawn"),
        (grid(9, doublers=["R1C1"]), "The puzzle has 'doublers', a constraint"),
        (grid(9, doublers=["R1C1"] * 3, chaos=True), "The puzzle has 'doublers' (3) and 'chaos', constraints"),
        (grid(9, fogofwar=["R10C1"]), "is no cell of the board"),
        (grid(9, killercage=[{"cells": ["R1C1"], "value": "A"}]), "killercage in the file has the value 'A'"),
        (grid(9, killercage=["R1C1"]), "'killercage'"),
        (grid(9, killercage=[{"cells": ["R1C1"], "value": "10"}]), "not to 10"),
        (grid(9, thermometer=[{"lines": ["R1C1"]}]), "it should be a list"),
        (grid(9, littlekillersum=[{"cell": "R0C1", "direction": "D", "value": "9"}]), "the direction 'D'"),
        (grid(9, sandwichsum=[{"cell": "R1C1", "value": "9"}]), "'R1C1' is not a cell"),
        (grid(9, sandwichsum=[{"cell": "R1C0"}]), "1 sandwichsum drawn"),
        (grid(9, negative=["sums"]), "negative"),
        (grid(9, circle=[{"cells": ["A1"]}]), "The puzzle has 1 circle drawn, which may be rules"),
        (grid(9, text=[{"cells": [], "value": "10"}]), "The puzzle has 1 text drawn, which may be rules"),
        (grid(9, extraregion=[{"cells": ["R1C10"]}]), "'R1C10' is not a cell of this board"),
        (grid(9, extraregion=7), "'extraregion' is '7'; it should be a list"),
        (grid(9, title=7), "'title' is '7'; it should be a text"),
        (grid(2) | {"grid": [[{}, {}], [{}, 7]]}, "a cell that is not an object"),
        (grid(2) | {"grid": [[{"value": 1.5}, {}], [{}, {}]]}, "'1.5' is written in a cell"),
        (grid(2) | {"grid": [[{"value": 3, "given": True}, {}], [{}, {}]]}, "3 at row 1, column 1 is not a digit"),
        (grid(2) | {"grid": [[{"region": "a"}, {}], [{}, {}]]}, "The region in the file has the value 'a'"),
        (grid(2, solution=[1, 2, 1, 2]), "The solution is wrong: 1 appears twice in column 1"),
    ]:
        assert sentence in refusal(packed(data))


def test_regions_that_do_not_cover_the_board_are_houses_and_cages():
    numbers = [[0, 0, 1, 1], [0, 0, 1, 1], [2, 2, 3, 3], [None, 2, 3, 3]]
    data = grid(4) | {"grid": [[{"region": number} for number in row] for row in numbers]}
    spec = "latin-4+AA../AA../..../....+..AA/..AA/..../....+..../..../..AA/..AA+cage: r3c1 r3c2 r4c2"
    assert read(packed(data)).puzzle.layout.spec == spec
    groups = [[[0, 0], [0, 1], [1, 0], [1, 1]], [[0, 2], [0, 3], [1, 2], [1, 3]], [[2, 2], [2, 3], [3, 2], [3, 3]]]
    groups.append([[2, 0], [2, 1], [3, 1]])
    assert scl(json.dumps(PLAIN | {"regions": groups})).puzzle.layout.spec == spec
    apart = [[0, 0, 1, 1], [2, 2, 1, 1], [2, 2, 3, 3], [0, 0, 3, 3]]
    data = grid(4) | {"grid": [[{"region": number} for number in row] for row in apart]}
    assert read(packed(data)).puzzle.layout.extras[0] == (0, 1, 12, 13)


def test_solution_must_agree_with_the_clues():
    data = grid(2, solution=[1, 2, 2, 1])
    data["grid"][0][0] = {"value": 2, "given": True}
    assert "The solution has 1 at row 1, column 1, where the clue is 2." in refusal(packed(data))


def test_incomplete_f_puzzles_solution_is_ignored():
    assert read(packed(grid(2, solution=[1, None, None, 1]))).solution == ()


def scl(text):
    return sudokupad.read("scl" + lzstring.compress(text))


REGIONS = [[[r, c] for r in (0, 1) for c in (0, 1)], [[r, c] for r in (0, 1) for c in (2, 3)]]
REGIONS += [[[r + 2, c] for r, c in cells] for cells in REGIONS]
PLAIN = {
    "id": "x",
    "cellSize": 50,
    "metadata": {"title": "数独", "author": "A", "rules": "R", "solution": "1234341221434321"},
    "cells": [[{"value": 1}, {}, {}, {}], [{}] * 4, [{}] * 4, [{}] * 4],
    "regions": REGIONS,
}


def test_scl_object_is_read_as_json_and_shorthand():
    entry = scl(json.dumps(PLAIN))
    assert entry.puzzle == Puzzle.parse("1" + "." * 15)
    assert (entry.title, entry.author, entry.instructions) == ("数独", "A", "R")
    assert "".join(map(str, entry.solution)) == PLAIN["metadata"]["solution"]
    regions = json.dumps(REGIONS).replace(" ", "")
    metadata = "metadata:{t:'数独',author:'A',rules:'R',solution:'1234341221434321'}"
    assert scl(f"{{id:'x',{metadata},ce:[[{{v:1}},,,],[,,,],[,,,],[,,,]],re:{regions}}}") == entry


def test_corner_marks_count_only_if_every_open_cell_has_marks():
    cells = [[dict(cell) if isinstance(cell, dict) else {} for cell in row] for row in PLAIN["cells"]]
    cells[1][1] = {"centremarks": ["3", 1, "?"], "pencilMarks": [2]}
    cells[2][2] = {"pencilMarks": [4, 2]}
    marks = scl(json.dumps(PLAIN | {"cells": cells})).marks
    assert (marks[5], marks[10], marks[15]) == ((1, 3), (), ())
    for cell in chain.from_iterable(cells):
        if not cell.get("value"):
            cell.setdefault("pencilMarks", [2, 1])
    marks = scl(json.dumps(PLAIN | {"cells": cells})).marks
    assert (marks[5], marks[10], marks[15]) == ((1, 3), (2, 4), (1, 2))


def test_sudokupad_cages_are_texts_extra_houses_or_refused():
    house = [[0, 0], [1, 1], [2, 3], [3, 2]]
    entry = scl(json.dumps(PLAIN | {"cages": [{"value": "title: Old"}, {"cells": house, "unique": True}]}))
    assert entry.puzzle.layout.extras == ((0, 5, 11, 14),)
    assert entry.title == "数独"
    for cage in ({"cells": house, "value": "10"}, {"cells": house, "unique": True, "value": "A"}):
        assert scl(json.dumps(PLAIN | {"cages": [cage]})).drawings == {"cage": 1}
    with pytest.raises(InputError, match="1 line drawn, which may be rules"):
        scl(json.dumps(PLAIN | {"lines": [{"wayPoints": []}]}))


def test_scl_objects_of_sudokupads_loader_are_read():
    every = [[r, c] for r in range(4) for c in range(4)]
    house = [[0, 0], [1, 1], [2, 3], [3, 2]]
    latin = {"regions": [], "cages": [{"cells": every, "unique": False, "hidden": True}]}
    extra = {"cages": [{"style": "extraregion", "unique": True, "sum": 10, "cells": house}]}
    ends = [[0, 0], [4, 4]], [[0, 4], [4, 0]]
    lines = {"lines": [{"color": "#34BBE6", "thickness": 2, "wayPoints": way} for way in ends]}
    for more, spec in [
        (latin, "latin-4"),
        (lines, "2x2+diagonals"),
        (latin | lines, "latin-4+diagonals"),
        (extra, "2x2+A.../.A../...A/..A."),
    ]:
        assert scl(json.dumps(PLAIN | more | {"metadata": {}})).puzzle.layout == Layout.parse(spec)
    for global_ in ({"global": ["antibishop"]}, {"triggereffect": [[0, 0]]}):
        with pytest.raises(InputError, match="a constraint that cpgen's boards do not have"):
            scl(json.dumps(PLAIN | global_))


def test_scf_digits_and_rules_are_read():
    packed = "".join(
        sudokupad.PACKED[int(run[0]) + 10 * (len(run) - 1)]
        for run in re.findall(".0{0,5}", WIKIPEDIA.replace(".", "0"))
    )
    for text, layout in [
        (f"https://sudokupad.app/scf{packed}", Layout.boxes(3, 3)),
        (f"scf{packed}.scf", Layout.boxes(3, 3)),
        (f"https://sudokupad.app/?puzzle={WIKIPEDIA.replace('.', '0')}", Layout.boxes(3, 3)),
        (f"https://sudokupad.app/{WIKIPEDIA}", Layout.boxes(3, 3)),
    ]:
        assert read(text).puzzle == Puzzle.parse(WIKIPEDIA, layout)
    blank = "scf" + "o" * 13 + "K"
    assert read(f"{blank}w").puzzle.layout.extras == layout_named("windoku").extras
    assert read(f"{blank}x").puzzle.layout == Layout.boxes(3, 3).with_diagonals()
    for wrong in (packed[:-1], packed + "1", packed + "!", packed[:4] + "!" + packed[5:]):
        assert "scf is followed by 81 cells" in refusal(f"https://sudokupad.app/scf{wrong}")


def penpa_with(question, answer):
    """Return the saved Penpa+ address with more elements in its two layers."""
    rows = penpa._unpacked(PENPA.partition("&p=")[2]).split("\n")
    rows[3:5] = [json.dumps(penpa._layer(row) | more) for row, more in zip(rows[3:5], (question, answer), strict=True)]
    return penpa.START + penpa.packed(rows)


def drawn_on():
    """Yield puzzles with drawings and their numbers."""
    circles = [{"cells": ["A1"]}, {"cells": ["R2C2"]}]
    return [
        (packed(grid(4, circle=circles, text=[{"cells": ["R1C1"], "value": "8"}])), {"circle": 2, "text": 1}),
        (
            "scl" + lzstring.compress(json.dumps(PLAIN | {"lines": [{}], "cages": [{"cells": REGIONS[0]}]})),
            {"line": 1, "cage": 1},
        ),
        (
            penpa_with({"surface": {"28": 1}, "thermo": [[1, 2]]}, {"surface": {"28": 1}, "wall": {"1": 1}}),
            {"shaded cell": 1, "thermometer": 1, "wall": 1},
        ),
    ]


@pytest.mark.parametrize("number", range(3), ids=["f-puzzles", "SudokuPad", "Penpa+"])
def test_drawings_are_counted_and_refused_or_ignored(number):
    text, numbers = drawn_on()[number]
    message = refusal(text)
    assert "ignore_drawings" in message
    assert all(counted(count, noun) in message for noun, count in numbers.items())
    (entry,) = formats.read(text, ignore_drawings=True)
    assert entry.drawings == numbers
    with pytest.warns(DrawingsWarning) as caught:
        state = api.as_state(text, ignore_drawings=True)
    assert (state.puzzle, caught[0].message.drawings) == (entry.puzzle, numbers)
    with pytest.raises(InputError, match="doublers"):
        list(map(read, [packed(grid(4, doublers=["R1C1"], circle=[{}]))]))


def test_wrong_sudokupad_object_is_refused():
    for more, sentence in [
        ({"regions": [*REGIONS, [[0, 0]]]}, "row 1, column 1 lies in two regions"),
        ({"regions": [[[0, 9]]]}, "not a row and a column of this board"),
        ({"regions": [7]}, "not a row and a column of this board"),
        ({"cells": [[{"value": "x"}, *[{}] * 3], *[[{}] * 4] * 3]}, "'x' is written in a cell"),
        ({"cages": [7]}, "not an object"),
    ]:
        with pytest.raises(InputError, match=re.escape(sentence)):
            scl(json.dumps(PLAIN | more))


def test_dots_of_a_shared_sudokupad_puzzle_are_kept():
    text = (FIXTURES / "sudokupad.txt").read_text().strip()
    entry = read(f"https://sudokupad.app/{text}")
    assert (entry.drawings, len(entry.cosmetics.splitlines())) == ({"overlay": 21}, 21)


def test_address_saved_by_penpa_is_read():
    entry = read(PENPA)
    assert entry.puzzle.layout.spec == "2x3"
    assert entry.puzzle.line == "5...6..4.1.31.3.4...2.1..146.5.6.4.."
    assert (entry.title, entry.author, entry.instructions) == ("Test 6x6", "Mark Tekfan", "No rules")


def test_penpa_texts_are_escaped_as_penpa_does():
    entry = formats.Entry(
        Puzzle.parse("1..............4"),
        title="A & B's 1/2, <3> = 3.5",
        author="N. O'Neil, z",
        source="https://example.com/?a=1&b=2",
        instructions="a = b & c,\nand no more",
    )
    address = formats.format_named("penpa").load_writer()(entry).strip()
    header = penpa._unpacked(address.partition("&p=")[2]).split("\n")[0].split(",")
    assert header[15:19] == [
        "Title: A & B's 1/2%2C <3> = 3.5",
        "Author: N. O'Neil%2C zZ",
        "https://example.com/?a=1&b=2",
        "a %2F b %2E c%2C%2Dand no more",
    ]
    found = read(address)
    assert (found.title, found.author, found.source) == (entry.title, entry.author, entry.source)
    assert found.instructions == entry.instructions


def test_endless_packed_text_is_refused():
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = b64encode(packer.compress(b"0" * 50_000_000) + packer.flush()).decode()
    assert "unpacks to more than" in refusal(f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={bomb}")
    half = PENPA[: len(PENPA) // 2]
    assert "cut short" in refusal(half) or "damaged" in refusal(half)


def test_given_layout_must_agree_with_the_link():
    sentence = "The puzzle comes with its own layout, 3x3, which is not the given one, 3x3+diagonals"
    assert sentence in refusal(f"sudoku/9/9/{BODY}", Layout.parse("3x3+diagonals"))
    assert read(f"sudoku/9/9/{BODY}", Layout.parse("3x3")).puzzle.line == WIKIPEDIA


def test_address_is_read_in_every_place():
    address = fpuzzles.write(formats.Entry(Puzzle.parse(WIKIPEDIA)))
    assert "+" not in address
    assert not set(address.strip()) & set(" <>\"'")


def test_penpa_draws_cages_thermometers_arrows_and_dots():
    lines = ["cage 15: r1c1 r1c2", "thermo: r9c4 r8c4", "arrow r5c5 > r5c6 r5c7", "white r2c2 r2c3", "black r3c2 r4c2"]
    layout = Layout.boxes(3, 3).with_constraints(*lines)
    writer = formats.Writer(formats.format_named("penpa"))
    address = writer.add(formats.Entry(Puzzle(layout, (0,) * 81)))
    assert writer.loss == "5 constraints can be seen in it, but not read back."
    question = penpa._layer(penpa._unpacked(address.partition("&p=")[2].strip()).split("\n")[3])
    assert (question["killercages"], question["numberS"]) == ([[28, 29]], {str(4 * 169 + 4 * 28): ["15", 1]})
    assert (question["thermo"], question["arrows"]) == ([[135, 122]], [[84, 85, 86]])
    assert question["symbol"] == {str(3 * 169 + 42): [1, "circle_SS", 2], str(2 * 169 + 55): [2, "circle_SS", 2]}
    again = read(address)
    assert again.drawings == {"arrow": 1, "cage": 1, "small number": 1, "symbol": 2, "thermometer": 1}
    assert [one.form for one in cosmetics_in(again.cosmetics)].count("round") == 4
    with pytest.raises(InputError, match="A Penpa\\+ address cannot hold these constraints"):
        writer.add(formats.Entry(Puzzle(Layout.boxes(3, 3).with_constraints("leaps knight"), (0,) * 81)))
