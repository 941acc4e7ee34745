"""Kinds of constraints from the shell: the list, one with its picture, and words for them."""

from pathlib import Path

import pytest

from cpgen.constraints.kind_table import HOUSE_KINDS, KINDS
from cpgen.constraints.own_kinds import shipped_kinds
from cpgen.drawings.examples import board_of, examples, solved
from tests.cli.running import at_terminal, call


def test_all_kinds_are_listed_with_an_example() -> None:
    rows = call("constraints", "--json").objects
    assert [row["name"] for row in rows] == [*KINDS, *HOUSE_KINDS, *shipped_kinds()]
    assert all(row["title"] and row["about"].endswith(".") and row["example"] for row in rows)
    assert all(row["synonyms"]["en"] and row["synonyms"]["ja"] for row in rows if row["name"] not in shipped_kinds())
    assert call("constraints", "--lang", "ja", "--json").objects[0]["about"].endswith("。")
    assert len(call("constraints").lines) == len(rows)


@pytest.mark.parametrize("kind", [*KINDS, *HOUSE_KINDS])
def test_an_example_is_of_its_kind_and_has_a_grid(kind: str) -> None:
    board = board_of(examples()[kind])
    assert kind in HOUSE_KINDS or board.further[0].kind == kind
    assert board.is_drawing or all(solved(examples()[kind]).clues)


def test_own_kinds_are_listed_and_shown(tmp_path: Path) -> None:
    file = tmp_path / "product-dot.toml"
    file.write_text('title = "Product dot"\nrule = "a * b == 12"\nlook = "dot"', encoding="utf-8")
    (row,) = call("constraints", "product-dot", "--kinds", file, "--json").objects
    assert (row["title"], row["example"], row["drawn"]) == ("Product dot", "product-dot: r2c2 r2c3", "edge")
    assert call("constraints", "--kinds", file, "--json").objects[-1] == row
    assert "rellik · Rellik cage" in at_terminal("constraints", "rellik")


@pytest.mark.parametrize(
    ("word", "kinds"), [("killer", ["cage"]), ("kropki", ["white", "black", "dot?"]), ("アンチナイト", ["leaps"])]
)
def test_kinds_are_found_by_words_of_setters(word: str, kinds: list[str]) -> None:
    assert [row["name"] for row in call("constraints", word, "--json").objects] == kinds


def test_a_kind_with_a_value_is_shown_with_it() -> None:
    assert call("constraints", "anti-knight", "--json").objects[0]["example"] == "leaps knight"


def test_a_board_is_no_kind_of_constraint() -> None:
    ran = call("constraints", "jigsaw")
    assert (ran.code, "layout jigsaw-9" in ran.err) == (2, True)


def test_a_terminal_shows_the_picture_of_a_kind() -> None:
    shown = at_terminal("constraints", "killer")
    assert "cage · Killer cage" in shown
    assert "┏10━━" in shown
    assert "also: killer" in shown
