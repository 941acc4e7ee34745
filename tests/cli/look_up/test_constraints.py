"""Kinds of constraints from the shell: the list, one with its picture, and words for them."""

import pytest

from cpgen.constraints import HOUSE_KINDS, KINDS
from cpgen.drawings.examples import board_of, examples, solved
from tests.cli.running import at_terminal, call


def test_all_kinds_are_listed_with_an_example() -> None:
    rows = call("constraints", "--json").objects
    assert [row["name"] for row in rows] == [*KINDS, *HOUSE_KINDS]
    assert all(row["title"] and row["about"].endswith(".") and row["example"] for row in rows)
    assert all(row["synonyms"]["en"] and row["synonyms"]["ja"] for row in rows)
    assert call("constraints", "--lang", "ja", "--json").objects[0]["about"].endswith("。")
    assert len(call("constraints").lines) == len(rows)


@pytest.mark.parametrize("kind", [*KINDS, *HOUSE_KINDS])
def test_an_example_is_of_its_kind_and_has_a_grid(kind: str) -> None:
    board = board_of(examples()[kind])
    assert kind in HOUSE_KINDS or board.further[0].kind == kind
    assert board.is_drawing or all(solved(examples()[kind]).clues)


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
