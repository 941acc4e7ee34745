"""`cpgen explain` and `hint`: sentences in two languages, pages, and boards that no hint helps."""

from __future__ import annotations

import pytest
from pypdf import PdfReader

from tests.cli.running import LEFT, RIGHT, call

SMALL = "......3231......"
FULL = "4213132431422431"
WRONG = "4......3231....."
NO_SOLUTION = "8.....1....36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def test_explain_tells_rounds_in_sentences():
    ran = call("explain", LEFT)
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[:3] == [
        "  1. Hidden Single (region) (complexity 1)",
        "     In the middle-left block, 7 can only go in r5c3.",
        "     In the middle block, 9 can only go in r5c4.",
    ]


@pytest.mark.parametrize(("clues", "told"), [("1...............", "more than one"), (NO_SOLUTION, "no solution")])
def test_explain_says_why_a_faulty_puzzle_is_stuck(clues, told):
    ran = call("explain", clues)
    assert (ran.code, told in ran.err) == (0, True)


def test_explain_in_japanese_with_symbols():
    ran = call("explain", LEFT, "--lang", "ja", "--symbols", "一二三四五六七八九")
    assert ran.lines[1] == "     左中ブロックで七が入るのはr5c3だけ。"
    assert "解法適用レベル6" in ran.out


def test_japanese_sentences_and_languages_in_capitals():
    lines = call("explain", "1.....2........3", "--lang", "JA").lines
    assert any(
        line.endswith("解法適用レベル1・ステップ数2・ヒント3個。ここから先に進める推論規則がない。") for line in lines
    )


def test_objects_have_a_sentence_for_each_round_and_finding():
    (told,) = call("explain", LEFT, "--json").objects
    first = told["rounds"][0]
    assert first["findings"][0]["sentence"] == "In the middle-left block, 7 can only go in r5c3."
    assert first["sentence"] == " ".join(finding["sentence"] for finding in first["findings"])
    assert first["findings"][0]["houses"] == ["region 4"]


def test_pages(tmp_path):
    html, pdf = tmp_path / "how.html", tmp_path / "how.pdf"
    ran = call("explain", RIGHT, "--html", str(html), "--pdf", str(pdf), "--title", "How", "--paper-size", "letter")
    assert ran == (0, "", "")
    assert html.read_text(encoding="utf-8").count("<svg") == 17 + 2
    assert float(PdfReader(pdf).pages[0].mediabox.width) == 612


def test_a_hint_tells_first_where_to_look_then_the_whole():
    where, whole = call("hint", LEFT), call("hint", LEFT, "--full")
    assert "Look at the middle-left block and the middle block" in where.out
    assert "r5c3" not in where.out
    assert "In the middle-left block, 7 can only go in r5c3." in whole.out
    assert "r3c5" not in whole.out


def test_a_hint_goes_on_from_the_digits_that_are_there():
    entered = LEFT[:38] + "79" + LEFT[40:]
    assert "In the top-middle block, 9 can only go in r3c5." in call("hint", entered, "--full").out
    assert call("hint", LEFT, "--full", "--round", "2").out == call("hint", entered, "--full").out


def test_hint_objects():
    (where,) = call("hint", LEFT, "--json").objects
    (whole,) = call("hint", LEFT, "--json", "--full", "--lang", "ja").objects
    assert (where["state"], where["rule"], "round" in where) == ("open", "hidden-single-region", False)
    assert whole["findings"][0]["sentence"] == "左中ブロックで7が入るのはr5c3だけ。"


@pytest.mark.parametrize(
    ("board", "code", "told"),
    [
        (FULL, 0, "The board is complete and correct"),
        (FULL.replace("4", ".", 1), 0, "Hidden Single"),
        ("1...............", 4, "more than one solution"),
        ("123....4........", 4, "no solution: at least one digit on it is wrong"),
        (WRONG, 4, "no solution"),
        ("11..............", 2, "appears twice in row 1"),
    ],
)
def test_hints_for_solved_and_stuck_boards(board, code, told):
    ran = call("hint", board)
    assert ran.code == code
    assert told in ran.out + ran.err
    assert bool(ran.err) == (code > 0)


def test_a_board_where_the_ladder_is_stuck():
    stuck = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    ran = call("hint", stuck)
    assert (ran.code, ran.out) == (4, "")
    assert "No rule of the ladder makes further progress. More techniques: cpgen hint --ladder hodoku." in ran.err
    assert call("hint", stuck, "--json").objects[0]["state"] == "open"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["explain", LEFT, "--lang", "de"], "a value for --lang"),
        (["explain", LEFT, "--html", "x.txt"], "--html writes a file that ends with .html, not 'x.txt'"),
        (["explain", LEFT, "--pdf", "x.html"], "--pdf writes a file that ends with .pdf, not 'x.html'"),
        (["explain", LEFT, "--symbols", "abc"], "needs 9"),
        (["explain", LEFT, RIGHT, "--html", "x.html"], "several puzzles"),
        (["explain", LEFT, "--html", "none/x.html"], "cannot be written"),
        (["explain", LEFT, "--pdf", "x.pdf", "--paper-size", "a0"], "is not a paper size"),
        (["hint", LEFT, "--round", "99"], "the puzzle is solved after round 34"),
        (["hint", LEFT, "--lang", "de"], "a value for --lang"),
    ],
)
def test_bad_requests_are_refused_in_one_sentence(tmp_path, monkeypatch, arguments, why):
    monkeypatch.chdir(tmp_path)
    ran = call(*arguments)
    assert ran.code == 2
    assert why in ran.err
    assert ran.err.count("\n") == 1
    assert not list(tmp_path.iterdir())
