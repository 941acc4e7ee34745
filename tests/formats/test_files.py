"""Reading published files of other programs, and cpgen's own JSON and CSV."""

import io
import json
import re
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from cpgen import formats
from cpgen.errors import InputError
from cpgen.formats import hodoku, lines, sdk
from cpgen.formats.objects import object_schema
from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.puzzle import Puzzle
from cpgen.state import NONE_LEFT

FIXTURES = Path(__file__).parent / "fixtures"
LINE = "2..1.5..3.54...71..1.2.3.8.6.28.73.4.........1.53.98.6.2.7.1.6..81...24.7..4.2..1"
KAMIO = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
SOLVED = "278145693354698712916273485692817354837564129145329876423751968581936247769482531"
ROWS = [LINE[k : k + 9] for k in range(0, 81, 9)]
SADMAN = "#ARuud\n#DA random puzzle\n#CJust start plugging in numbers\n#B03-08-2006\n#SSudoCue\n#LEasy\n#Uhttp://sudocue.net/\n"


def only(text, layout=None):
    (entry,) = formats.read(text, layout)
    if isinstance(entry, formats.Problem):
        raise entry.error
    return entry


@pytest.mark.parametrize("sections", [True, False])
def test_sdk_is_read_with_and_without_sections(sections):
    text = SADMAN + ("[Puzzle]\n" if sections else "") + "\n".join(ROWS)
    entry = only(text)
    assert entry.puzzle.line == LINE
    assert (entry.author, entry.title) == ("Ruud", "A random puzzle")
    assert (entry.comment, entry.date, entry.source) == ("Just start plugging in numbers", "03-08-2006", "SudoCue")
    assert (entry.grade, entry.url) == ("Easy", "http://sudocue.net/")


def test_sdk_state_holds_placed_digits():
    state = ["2" + "6" + ROWS[0][2:], *ROWS[1:]]
    entry = only("[Puzzle]\n" + "\n".join(ROWS) + "\n[State]\n" + "\n".join(state))
    assert entry.placed == (0, 6) + (0,) * 79
    with pytest.raises(InputError, match="The state has 72 cells"):
        sdk.read("[Puzzle]\n" + "\n".join(ROWS) + "\n[State]\n" + "\n".join(state[:8]))
    with pytest.raises(InputError, match="is no section"):
        sdk.read("[Puzzle]\n" + "\n".join(ROWS) + "\n[Pencil]\n")


def test_several_sdk_puzzles_in_one_text_are_split():
    one = SADMAN + "[Puzzle]\n" + "\n".join(ROWS) + "\n"
    found = list(formats.read(one + one.replace("Ruud", "作者") + "\n"))
    assert [entry.author for entry in found] == ["Ruud", "作者"]
    assert [entry.puzzle.line for entry in found] == [LINE, LINE]


def test_consecutive_simple_sudoku_frames_are_split():
    bars = [f"|{row[:3]}|{row[3:6]}|{row[6:]}|".replace(".", "X", 0) for row in ROWS]
    rule = "|---+---+---|"
    framed = ["*-----------*", *bars[:3], rule, *bars[3:6], rule, *bars[6:], "*-----------*"]
    found = list(formats.read("\n".join(framed) + "\n\n" + "\n".join(framed)))
    assert [entry.puzzle.line for entry in found] == [LINE, LINE]


def test_hodoku_line_holds_placed_digits_and_eliminations():
    text = ":0702:9:+2..1.5..3.54...71..1.2.3.8.6.28.73.4.........1.53.98.6.2.7.1.6..81...24.7..4.2..1:612 812:::"
    entry = only(text)
    assert entry.puzzle.clues[0] == 0
    assert entry.placed[0] == 2
    assert entry.comment == "HoDoKu 0702"
    assert entry.state.sight[1] == (6, 7, 9)
    assert entry.marks[1] == (7, 9)
    assert hodoku.write(entry).startswith(":0702:x:+2..1.5..3")
    with pytest.raises(InputError, match="'013' is not a deleted candidate"):
        hodoku.read(text.replace("612", "013"))
    emptied = hodoku.read(text.replace("612", "612 712 912"))
    assert (emptied.marks[1], emptied.state.candidates[1]) == (NONE_LEFT, ())
    assert hodoku.read(hodoku.write(emptied)).marks == emptied.marks
    with pytest.raises(InputError, match="is cut short"):
        hodoku.read(":0000:x:")


def test_candidate_list_is_read_cell_by_cell():
    cells = [digit if digit != "." else "123456789" for digit in LINE]
    text = "".join("".join(d if d in cell else "." for d in "123456789") for cell in cells)
    assert len(text) == 729
    entry = only(text)
    assert entry.puzzle.line == LINE
    assert entry.marks[1] == tuple(range(1, 10))
    assert entry.marks[0] == ()


@pytest.mark.parametrize("blank", ".0*_-")
def test_line_may_have_any_blank_a_solution_and_a_comment(blank):
    given = LINE.replace(".", blank)
    grid = tuple(map(int, SOLVED))
    text = SOLVED
    assert only(f"{given}  # easy # 1").comment == "easy # 1"
    assert only(f"{given} {text} # easy") == formats.Entry(Puzzle.parse(LINE), grid, comment="easy")


def test_wrong_solution_is_refused():
    text = SOLVED
    with pytest.raises(InputError, match="The solution is wrong: 9 appears twice"):
        lines.read(f"{LINE} {'9' * 2}{text[2:]}")
    shifted = text.translate(str.maketrans("123456789", "234567891"))
    with pytest.raises(InputError, match="The solution has 3 at row 1, column 1, where the clue is 2"):
        lines.read(f"{LINE} {shifted}")


OPENSUDOKU = """<?xml version="1.0" encoding="UTF-8"?>
<opensudoku version="2">
  <folder name="やさしい &amp; Co" created="1200000000000">
    <game created="0" state="1" time="0" last_played="0" note="first" data="{data}"/>
    <game created="0" data="{short}"/>
    <game created="0" data="version: 1&#10;{saved}"/>
  </folder>
</opensudoku>
"""


def test_opensudoku_damage_does_not_hide_earlier_games():
    saved = "|".join(f"{d}|-|0" if d != "." else "0|1,2,|1" for d in LINE) + "|"
    found = list(formats.read(OPENSUDOKU.format(data=LINE.replace(".", "0"), short=LINE[:80], saved=saved)))
    assert [entry.puzzle.line for entry in (found[0], found[2])] == [LINE, LINE]
    assert (found[0].comment, found[0].source) == ("first", "やさしい & Co")
    assert found[2].marks[1] == (1, 2)
    assert str(found[1]) == "line 5: The game's data has 80 cells; this board has 81."


def test_opensudoku_damage_does_not_hide_later_games():
    found = list(formats.read((FIXTURES / "damaged.opensudoku").read_bytes()))
    games = [(one.comment, one.source, one.puzzle.line) for one in found if isinstance(one, formats.Entry)]
    sources = {"first": "Easy", "second > first": "Easy", "third": "Easy", "fourth": "Hard", "fifth": "Hard"}
    assert games == [(note, folder, KAMIO) for note, folder in sources.items()]
    damage = [one for one in found if isinstance(one, formats.Problem)]
    assert [one.line for one in damage] == [6, 7, 11, 15, 17]
    assert all("The XML is damaged" in str(one) for one in damage)


def test_opensudoku_damage_anywhere_does_not_hide_later_games():
    text = (FIXTURES / "damaged.opensudoku").read_text(encoding="utf-8").replace("\n", " ")
    assert [one.comment for one in formats.read(text) if isinstance(one, formats.Entry)][-1] == "fifth"

    (problem, entry) = formats.read(f'<opensudoku>\n<!-- no end\n<game data="{KAMIO}"/>\n</opensudoku>')
    assert (str(problem), entry.puzzle.line) == (
        "line 2: The XML is damaged: unclosed token, at character 1.",
        KAMIO,
    )


def test_opensudoku_folders_stay_separate():
    puzzle = Puzzle.parse(LINE)
    entries = [formats.Entry(puzzle, source=source) for source in ("a", "a", "", "b")]
    text = "".join(formats.write(entries, "opensudoku"))
    assert text.count("<folder") == text.count("</folder>") == 3
    assert list(formats.read(text)) == entries


@pytest.mark.parametrize(
    ("declared", "written"),
    [
        ("UTF-8", "utf-8"),
        ("UTF-8", "utf-8-sig"),
        ("ISO-8859-1", "latin-1"),
        ("windows-1252", "cp1252"),
        ("UTF-16", "utf-16"),
        ("UTF-16", "utf-16-le"),
        ("UTF-16", "utf-16-be"),
        ("UTF-9", "utf-8"),
        ("UTF-16", "utf-8"),
    ],
)
def test_xml_encoding_declaration_is_respected(declared, written):
    folder = f'<folder name="Être"><game note="été" data="{LINE.replace(".", "0")}"/></folder>'
    text = f'<?xml version="1.0" encoding="{declared}"?>\n<opensudoku>{folder}</opensudoku>'
    for source in (text.encode(written), io.BytesIO(text.encode(written)), text):
        (found,) = formats.read(source)
        assert (found.puzzle.line, found.source, found.comment) == (LINE, "Être", "été")


def test_characters_invalid_in_xml_are_replaced():
    entry = formats.Entry(Puzzle.parse(LINE), comment="a\x01b\x0bc\ud800d\te", source="f\x00")
    (found,) = formats.read("".join(formats.write([entry], "opensudoku")))
    assert (found.comment, found.source) == ("a\ufffdb\ufffdc\ufffdd\te", "f\ufffd")


LAUGHS = """<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;">]>
<opensudoku><folder name="&c;"/></opensudoku>"""


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (LAUGHS, "line 2: XML with a document type is refused"),
        ("<html></html>", "line 1: The XML is of 'html', not of 'opensudoku'."),
        ("<opensudoku>\n<folder>\n<game", "line 3: The XML is damaged"),
        ("<opensudoku>\n<game/>\n</opensudoku>", "line 2: The game's data has 0 cells"),
    ],
)
def test_damaged_xml_is_reported_with_its_line(text, sentence):
    (problem,) = formats.read(text)
    assert sentence in str(problem)


def test_json_objects_may_be_lines_a_list_or_indented():
    data = {"puzzle": LINE, "title": "一", "level": 3}
    want = formats.Entry(Puzzle.parse(LINE), title="一", more={"level": 3})
    for text in (
        json.dumps(data) + "\n" + json.dumps(data),
        json.dumps([data, data]),
        json.dumps([data, data], indent=1),
        json.dumps(data, indent=1) + "\n" + json.dumps(data, indent=1),
    ):
        assert list(formats.read(text)) == [want, want]


def test_damaged_object_in_a_list_is_reported_with_its_line():
    good = json.dumps({"puzzle": LINE})
    found = list(formats.read(f"[\n{good},\n{{}},\n{good},\n{good[:30]}\n]"))
    assert [isinstance(one, formats.Entry) for one in found] == [True, False, True, False]
    assert str(found[1]).startswith("line 3: The object has no 'puzzle'")
    assert str(found[3]).startswith("line 5: The text is not JSON")


def test_simple_sudoku_records_are_read():
    frame = "".join(formats.write([formats.Entry(Puzzle.parse(KAMIO))], "ss"))
    entry = only(f"{frame}\nI002\nE02007\nE80001\n")
    assert entry.placed == (2,) + (0,) * 80
    assert entry.marks[2] == (1, 3, 4, 5)
    assert "".join(formats.write([entry], "ss")) == f"{frame}\nI002\nE02007\nE80001\n"
    assert list(formats.read(f"{frame}\nI002\n\n{frame}\nE02007\n")) == [
        replace(entry, marks=()),
        only(f"{frame}\nE02007\n"),
    ]
    for wrong in ("I812", "I00", "E0007", "E00017", "I000"):
        (problem,) = formats.read(f"{frame}\nI002\n{wrong}\n")
        assert "is no record of a .ss file" in str(problem)


def test_hsol_file_of_hodoku_is_read():
    path = FIXTURES / "hodoku.hsol"
    for source in (path.read_bytes(), BytesIO(path.read_bytes())):
        (entry,) = formats.read(source)
        assert (entry.puzzle.line, entry.placed) == (KAMIO, (2,) + (0,) * 80)
        assert (entry.marks[2], entry.marks[3]) == ((1, 3, 4, 5), (5, 8))
    with ZipFile(path) as packed:
        text = packed.read("SudokuData").decode()
    assert only(text) == entry
    for wrong, sentence in [
        (text.replace("sudoku.Sudoku2", "sudoku.Sudoku"), "no board of HoDoKu 2.2"),
        (text.replace("<int>9</int>", "<int>x</int>"), "'x' is no number of a cell"),
        (text.replace('index="1"', 'index="81"'), "is no number of a cell"),
        (text.replace("<java", "<!DOCTYPE java><java"), "document type"),
        (text[:-9], "The XML is damaged"),
    ]:
        (problem,) = formats.read(wrong)
        assert sentence in str(problem)
    whole = path.read_bytes()
    for damaged in (whole[:500], whole[:60] + b"\0" * 40 + whole[100:], whole[:4]):
        (problem,) = formats.read(damaged)
        assert re.match("The (zip file|XML) is damaged", str(problem))


@pytest.mark.parametrize(("version", "more"), [(3, ""), (4, "511|"), (5, "511|3|")])
def test_opensudoku_versions_differ_in_fields_per_cell(version, more):
    cells = "".join(
        f"{0 if k else 2}|{k and 6}|{more}1|" if d == "." else f"{d}|0|{more}0|" for k, d in enumerate(KAMIO)
    )
    entry = only(f'<opensudoku version="2"><game data="version: {version}&#10;{cells}"/></opensudoku>')
    assert (entry.puzzle.line, entry.placed) == (KAMIO, (2,) + (0,) * 80)
    assert (entry.marks[0], entry.marks[1], entry.marks[2]) == ((), (), (2, 3))


def ipuz(size=4, **more):
    """Return an ipuz object with an empty board."""
    board = {"puzzle": [[0] * size for _ in range(size)]}
    return json.dumps({"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku#1"], **board, **more})


def test_ipuz_kinds_and_zones_define_the_layout():
    kind = "http://ipuz.org/sudoku"
    zones = [{"rect": [0, row, 3, row]} for row in range(4)]
    given = [["1", {"given": 2}, None, "0"], *[[0] * 4] * 3]
    saved = [[0, 0, [3, 4], 4], *[[0] * 4] * 3]
    entry = only(ipuz(puzzle=given, saved=saved, title="A &amp; B", difficulty="hard", intro="R", publisher="P"))
    assert (entry.puzzle.line[:4], entry.placed[:4], entry.marks[2]) == ("12..", (0, 0, 0, 4), (3, 4))
    assert (entry.title, entry.grade, entry.instructions, entry.source) == ("A & B", "hard", "R", "P")
    assert (
        only(ipuz(charset="ABCD", empty="-", puzzle=[["A", "-", "D", "-"], *[["-"] * 4] * 3])).puzzle.line[:4] == "1.4."
    )
    for more, spec in [
        ({"boxes": True}, "2x2"),
        ({"boxes": False}, "latin-4"),
        ({"kind": [f"{kind}#1", f"{kind}/latinsquare#1"]}, "latin-4"),
        ({"kind": [f"{kind}/diagonalsudoku"]}, "2x2+diagonals"),
        (
            {
                "kind": [f"{kind}/jigsawsudoku"],
                "zones": [
                    {"cells": [[0, 0], [1, 0], [2, 0], [0, 1]]},
                    {"cells": [[3, 0], [2, 1], [3, 1], [3, 2]]},
                    {"cells": [[1, 1], [0, 2], [1, 2], [0, 3]]},
                    {"cells": [[2, 2], [1, 3], [2, 3], [3, 3]]},
                ],
            },
            "AAAB/ACBB/CCDB/CDDD",
        ),
        ({"zones": [{"cells": [[0, 0], [1, 1], [3, 2], [2, 3]]}]}, "2x2+A.../.A../...A/..A."),
    ]:
        assert only(ipuz(**more)).puzzle.layout == Layout.parse(spec)
    assert only(ipuz(9, kind=[f"{kind}/hypersudoku"])).puzzle.layout == layout_named("windoku")
    for more, sentence in [
        ({"kind": ["http://ipuz.org/crossword#1"]}, "of ipuz files, only sudoku can be read"),
        ({"kind": [f"{kind}/killersudoku"]}, "of ipuz files, only sudoku can be read"),
        ({"cages": [{"value": 3}]}, "has cages, a constraint"),
        ({"kind": [f"{kind}/jigsawsudoku"], "zones": zones[:3]}, "The first 4 zones of a jigsaw"),
        ({"zones": [{"cells": [[4, 0]]}]}, "not a column and a row of this board"),
        ({"puzzle": [[0] * 4] * 3 + [[0] * 3]}, "'puzzle' should have 4 rows of 4 cells"),
        ({"puzzle": [["#"] + [0] * 3] + [[0] * 4] * 3}, "'#' is written in a cell"),
        ({"puzzle": [[{"given": 1, "style": {"shapebg": "circle"}}] + [0] * 3] + [[0] * 4] * 3}, "1 styled cell drawn"),
    ]:
        (problem,) = formats.read(ipuz(**more))
        assert sentence in str(problem)


def test_json_of_generate_is_read_back():
    text = (FIXTURES / "generated.json").read_text(encoding="utf-8")
    data = json.loads(text)
    entry = only(text)
    assert (entry.puzzle.line, entry.grade) == (data["puzzle"], data["grade"])
    assert entry.more["method"]["seed"] == 1
    assert json.loads("".join(formats.write([entry], "jsonl"))) == data
    assert fits(data, SCHEMA)
    assert set(data) <= set(SCHEMA["properties"])
    assert only("".join(formats.write([entry], "csv"))) == entry


SCHEMA = object_schema()
TYPES = {
    "string": str,
    "integer": int,
    "null": type(None),
    "object": dict,
    "array": list,
    "boolean": bool,
    "number": (int, float),
}


def fits(value, rule):
    """Return True if a value satisfies the part of JSON Schema that the schema uses."""
    types = rule.get("type", list(TYPES))
    if not any(isinstance(value, TYPES[one]) for one in ([types] if isinstance(types, str) else types)):
        return False
    if isinstance(value, dict):
        known = rule.get("properties", {})
        return set(rule.get("required", ())) <= set(value) and all(fits(v, known.get(k, {})) for k, v in value.items())
    if isinstance(value, list):
        return all(fits(one, rule.get("items", {})) for one in value)
    return not isinstance(value, str) or re.search(rule.get("pattern", ""), value) is not None


def test_written_json_validates_against_the_schema():
    layout = Layout.parse("2x2")
    puzzle = Puzzle.parse("1...............", layout)
    full = formats.Entry(
        puzzle, (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1), (0, 2) + (0,) * 14, ((),) * 15 + ((1, 2),)
    )
    full = replace(full, title="t", comment="c", more={"level": 1, "steps": 2, "method": {}})
    for entry in (formats.Entry(puzzle), full):
        data = json.loads("".join(formats.write([entry], "jsonl")))
        assert fits(data, SCHEMA)
        assert set(data) <= set(SCHEMA["properties"])
    for wrong in ({}, data | {"puzzle": 7}, data | {"puzzle": "?"}, data | {"marks": [1]}, data | {"clues": "1"}):
        assert not fits(wrong, SCHEMA)


@pytest.mark.parametrize(
    "text",
    [
        f"puzzle,solution\n{LINE},\n",
        f"id;quizzes;difficulty\n1;{LINE.replace('.', '0')};2.5\n",
        f'"Puzzle"\t"title"\n"{LINE}"\t"a ""b"""\n',
    ],
)
def test_csv_column_names_of_other_data_sets_are_read(text):
    assert only(text).puzzle.line == LINE


def test_damaged_csv_row_does_not_end_reading():
    text = f"puzzle,title,level\n{LINE},a,1\n{LINE[:-1]},b,1\n{LINE},c,x\n{LINE},d,1,2,3\n{LINE},e,2\n"
    found = list(formats.read(text))
    assert [getattr(one, "title", None) for one in found] == ["a", None, None, None, "e"]
    assert [one.line for one in found if isinstance(one, formats.Problem)] == [3, 4, 5]
