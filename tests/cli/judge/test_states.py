"""Commands read placed digits and noted candidates, and report mistakes among them."""

import pytest

from cpgen import formats
from cpgen.oracles import UndecidedError
from cpgen.state import NONE_LEFT
from tests.cli.running import LEFT, call

SOLVED = "291573864875146392634892157129364578457918236368257941916785423783429615542631789"
HODOKU = f":0000:x:{LEFT[:38]}+7{LEFT[39:]}:413 513:::"
WRONG = f":0000:x:+3{LEFT[1:]}:::"
LACKING = HODOKU.replace("413 513", "211")
ENTRY = next(formats.read(HODOKU))
SAID = "warning: r1c1 is 3, but must be 2.\n"


def written(name):
    """The state of the HoDoKu line in another format."""
    return "".join(formats.write([ENTRY], name))


@pytest.mark.parametrize(
    "name", ["hodoku", "marks", "candidates", "fpuzzles", "sudokupad", "json", "csv", "opensudoku"]
)
def test_every_format_with_marks_brings_the_same_state(name, tmp_path):
    path = tmp_path / "state"
    path.write_text(written(name))
    told = {
        "file": call("explain", str(path), "--json"),
        "pipe": call("explain", stdin=written(name).encode()),
        "argument": call("explain", written(name).strip()),
    }
    plain = call("explain", HODOKU)
    assert "go in r5c3." not in plain.out
    assert told["pipe"].out == told["argument"].out == plain.out
    (data,) = told["file"].objects
    assert (data["puzzle"], data["placed"], data["state"], data["mistakes"]) == (
        LEFT,
        "." * 38 + "7" + "." * 42,
        "open",
        [],
    )
    assert "4" not in data["marks"][2]


@pytest.mark.parametrize("name", ["hodoku", "marks", "candidates", "json", "csv"])
def test_a_cell_without_candidates_is_reported(name, tmp_path):
    sight = ENTRY.state.sight
    marks = tuple(seen if cell else NONE_LEFT for cell, seen in enumerate(sight))
    path = tmp_path / "state"
    path.write_text("".join(formats.write([formats.Entry(ENTRY.puzzle, placed=ENTRY.placed, marks=marks)], name)))
    (entry,) = formats.read(path.read_text())
    assert entry.state.candidates == ((), *sight[1:])
    for command in ("check", "hint", "rate"):
        ran = call(command, str(path), "--json")
        kind = "error" if command == "hint" else "warning"
        assert ran.err == f"{kind}: r1c1 has no candidate left; it must be 2.\n"
        (mistake,) = ran.objects[0]["mistakes"]
        assert (mistake["cell"], mistake["placed"], mistake["right"]) == ("r1c1", None, "2")


def test_a_hint_goes_on_from_what_is_placed_and_noted():
    first, later = call("hint", LEFT, "--full"), call("hint", HODOKU, "--full")
    assert (first.code, later.code) == (0, 0)
    assert "7 can only go in r5c3" in first.out
    assert "9 can only go in r5c4" in later.out
    assert "r5c3" not in later.out
    assert call("explain", "--rounds", HODOKU).lines[0].split()[:2] == ["1", "57"]
    assert call("rate", HODOKU, "--json").objects[0]["steps"] == len(call("explain", "--rounds", HODOKU).lines)


@pytest.mark.parametrize("command", ["rate", "explain", "explain --rounds", "check", "solve"])
def test_mistakes_are_reported_first(command):
    words = command.split()
    ran = call(*words, WRONG)
    assert (ran.code, ran.err) == (6 if command == "check" else 0, SAID)
    assert call(*words, LACKING).err == "warning: r1c1 lacks the candidate 2, which is its digit in the solution.\n"
    assert call(*words, HODOKU).err == ""


def test_checks_and_solutions_are_about_the_clues():
    assert call("check", WRONG).out == f"{LEFT} has exactly one solution.\n"
    assert call("solve", WRONG).out == SOLVED + "\n"
    (data,) = call("check", WRONG, "--json").objects
    assert (data["unique"], data["mistakes"][0]["cell"]) == (True, "r1c1")
    assert "mistakes" not in call("check", LEFT, "--json").objects[0]


@pytest.mark.parametrize(
    ("puzzles", "code"),
    [
        ([LEFT], 0),
        ([HODOKU], 0),
        (["12....3...4....."], 4),
        (["." * 16], 5),
        ([WRONG], 6),
        ([LACKING], 6),
        (["no puzzle"], 2),
        ([LEFT, "." * 16, "no puzzle", LEFT], 5),
    ],
)
def test_the_exit_code_of_a_check_is_its_verdict(puzzles, code):
    for more in ((), ("--json",)):
        assert call("check", "--oracle", "bitset", *puzzles, *more).code == code
    assert call("check", "--oracle", "bitset", *puzzles, "--exit-zero").code == (2 if "no puzzle" in puzzles else 0)


def test_a_wrong_board_gets_its_mistakes_and_no_hint():
    assert call("hint", WRONG) == (4, "", SAID.replace("warning", "error"))
    assert call("hint", WRONG, "--lang", "ja").err == "error: r1c1は3だが、正しくは2。\n"
    ran = call("hint", WRONG, "--json")
    assert ran.objects[0]["mistakes"] == [
        {"cell": "r1c1", "placed": "3", "right": "2", "sentence": SAID.partition(": ")[2].strip()}
    ]
    assert ran.objects[0]["state"] == "no-solution"
    several = call("hint", ":0000:x:+2........1" + "." * 71 + ":::")
    assert "more than one solution" in several.out + several.err


def test_several_solutions_are_said_before_the_hint():
    (said, *hint) = call("hint", "12..34..2.4..3..").lines
    assert said == "The board has more than one solution, so logic alone cannot finish it."
    assert hint[0].startswith("Hidden Single")


def test_a_drawing_shows_what_is_placed_and_noted(tmp_path):
    svg = call("draw", HODOKU).out
    assert '<g class="digit" font-size' in svg
    assert '<g class="candidate"' in svg
    assert 'class="candidate"' not in call("draw", LEFT).out
    assert 'class="digit"' not in call("draw", LEFT).out.partition("</style>")[2]
    assert call("explain", HODOKU, "--html", str(tmp_path / "x.html")).code == 0


def test_a_position_that_is_not_judged_in_time_says_so(monkeypatch):
    def judge(*_):
        raise UndecidedError("bitset did not decide within 10 s.")

    monkeypatch.setattr("cpgen.api.judge", judge)
    ran = call("rate", "--json", "1............... 1..2............")
    assert ran.objects[0]["undecided"] == "bitset did not decide within 10 s."
    assert "it is not known whether the position has mistakes" in ran.err
