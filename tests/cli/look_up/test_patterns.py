"""Patterns from the shell: what is known against one, and digits in order."""

import re

import pytest

from cpgen import resources
from cpgen.library import pattern_named
from tests.cli.running import at_terminal, call

DIGITS = {
    "digits-diagonal": [],
    "digits-ring": [],
    "year-1984": [],
    "pi": [],
    "tree-24-12": [],
    "4x4-digits": [],
    "5x5-digits": ["--layout", "pentomino-1"],
    "6x6-digits": [],
    "7x7-digits": ["--layout", "jigsaw-7"],
    "16x16-babbage": [],
}
"""The shipped patterns with fixed digits, and the options of a layout that they fit"""


def fixed_digits(line: str) -> dict[int, str]:
    return {cell: symbol for cell, symbol in enumerate(line) if symbol not in "x."}


def test_these_are_all_patterns_with_fixed_digits():
    fixed = [one["name"] for one in call("patterns", "--json").objects if fixed_digits(one["pattern"])]
    assert fixed == sorted(DIGITS)
    assert fixed == [name for name in resources.names("patterns") if name in DIGITS]


@pytest.mark.parametrize("name", DIGITS)
def test_digits_in_order_stand_in_the_puzzle(name):
    ran = call("generate", "-p", name, *DIGITS[name], "-g", "any", "--seed", "1", "--oracle", "bitset", "--json")
    assert ran.code == 0, ran.err
    made = ran.objects[0]
    pattern = call("patterns", name, "--json").objects[0]["pattern"]
    assert made["matches"]
    assert {cell: made["puzzle"][cell] for cell in fixed_digits(pattern)} == fixed_digits(pattern)
    assert [symbol == "." for symbol in made["puzzle"]] == [symbol == "." for symbol in pattern]


def test_digits_in_order_are_kept_by_digging():
    for name in ["pi", "7x7-digits", "16x16-babbage"]:
        ran = call("dig", "--keep", name, *DIGITS[name], "--seed", "1", "--json")
        assert ran.code == 0, ran.err
        pattern = call("patterns", name, "--json").objects[0]["pattern"]
        puzzle = ran.objects[0]["puzzle"]
        assert {cell: puzzle[cell] for cell in fixed_digits(pattern)} == fixed_digits(pattern)


def test_an_impossible_pattern_is_drawn_with_its_proof():
    pattern = "x.x. .x.x .... ...."
    for line in (("generate", "-p", pattern), ("patterns", "--check", pattern), ("generate", "-p", pattern, "--json")):
        ran = call(*line)
        assert (ran.code, ran.out) == (4, "")
        assert ran.err.splitlines() == [
            "error: No puzzle has this pattern: in any solution rows 3 and 4 can change places without moving a clue, "
            "which makes a second solution (o marks the cells that move).",
            "  x . x .",
            "  . x . x",
            "  o o o o",
            "  o o o o",
        ]


def test_a_possible_pattern_is_said_to_be_so():
    assert (
        call("patterns", "--check", "heart").out == "No obstacle found: this 25-clue pattern may be possible on 3x3.\n"
    )
    assert call("patterns", "--check", "heart", "--diagonals", "--json").objects == [
        {
            "pattern": call("patterns", "heart", "--json").objects[0]["pattern"],
            "layout": "3x3+diagonals",
            "clues": 25,
            "against": None,
        }
    ]


def test_a_pattern_in_a_file_is_checked(tmp_path):
    file = tmp_path / "pattern.txt"
    file.write_text("# one row too few\nx...\n..x.\n....\n....\n")
    ran = call("patterns", "--check", str(file))
    assert ran.code == 4
    assert "needs 4 or more" in ran.err


def test_what_is_known_depends_on_the_layout():
    """Diagonals keep rows apart that could change places on the plain board."""
    pattern = "." * 18 + "x" * 63
    assert call("patterns", "--check", pattern).code == 4
    assert call("patterns", "--check", pattern, "--diagonals").code == 0


def test_runs_are_listed_with_their_chances():
    ran = call("patterns", "heart", "--runs")
    assert ran.lines[0] == "row 1\t4\tr1c2\tr1c8\t1 in 252"
    assert re.fullmatch(r"reading\t25\tr1c2\tr9c5\t(less than )?1 in \d+,\d{3},\d{3}", ran.lines[-10])
    assert ran.lines[-9:] == [" ".join(row) for row in pattern_named("heart").rows]
    assert ran == call("patterns", "heart", "--runs")
    (first, *_) = objects = call("patterns", "heart", "--runs", "--json").objects
    assert first["cells"] == [1, 2, 6, 7]
    assert [one["run"] for one in objects] == [line.split("\t")[0] for line in ran.lines[:-9]]
    measured = call("patterns", "xxx. x... ...x .xxx", "--runs", "--grade", "any").lines[:-4]
    assert all(line.endswith(" of 5") for line in measured)


def test_chances_beyond_a_house_are_not_counted_on_large_boards(tmp_path):
    path = tmp_path / "large.txt"
    path.write_text("x" * 25 + "\n" + ("." * 24 + "x\n") * 24)
    objects = {one["run"]: one for one in call("patterns", str(path), "--runs", "--json").objects}
    assert objects["ring 1"]["chance"] is None
    assert objects["row 1"]["chance"] > 0
    assert "ring 1\t49\tr1c1\tr25c25\tnot counted" in call("patterns", str(path), "--runs").lines


def test_a_run_that_is_listed_can_be_asked_for():
    for name in [one["run"] for one in call("patterns", "4x4-ring", "--runs", "--json").objects]:
        ran = call("generate", "-p", "4x4-ring", "--along", name, "--seed", "1", "--json")
        assert name in ran.objects[0]["in_order"]
    shown = at_terminal("generate", "-p", "spiral", "--in-order", "--seed", "1")
    assert "\nin order: shape 1, row 1, " in shown


def test_wrong_runs_are_refused_in_one_sentence():
    for arguments, code, sentence in [
        (["patterns", "--runs"], 2, "--runs needs a pattern: a name from `cpgen patterns`, a file or a drawing."),
        (["patterns", "heart", "--grade", "expert"], 2, "--grade needs --runs; add it, or leave the grade out."),
        (
            ["patterns", "haert", "--runs"],
            2,
            "'haert' is not a shipped pattern, and not a drawn one. Did you mean 'heart'?",
        ),
        (["patterns", "heart", "--runs", "--boxes", "2x2"], 2, "The pattern is 9×9, but the board is 4×4."),
        (
            ["generate", "-p", "heart", "--along", "rov 1"],
            2,
            "'rov 1' is not a run of the pattern. Did you mean 'row 1'",
        ),
        (["generate", "--along", "row 1"], 2, "--along names the runs of a pattern; give a pattern, or leave it out."),
        (
            ["generate", "-p", "pi", "--along", "reading"],
            4,
            "reading cannot hold digits in order with the digits that the pattern fixes",
        ),
    ]:
        ran = call(*arguments)
        assert (ran.code, ran.out) == (code, "")
        assert ran.err.startswith(f"error: {sentence}")
        assert len(ran.err.splitlines()) == 1
