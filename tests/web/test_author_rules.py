"""The author's rules text goes from links through the studio to games, pages and links."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cpgen import formats
from cpgen.formats import Entry
from cpgen.rules_text import default_rules, own_rules
from cpgen.web.file_making import read
from cpgen.web.play import elsewhere, page_of, walkthrough_of
from cpgen.web.records.request_records import ReadRequest
from tests.web.browsing import Opener, wait_until
from tests.web.studio_page import choose_board, kept, make, read_in
from tests.web.test_constraints import LAYOUT, PUZZLE
from tests.web.test_drawing import write

RULES = "Normal sudoku rules apply.\nThe moat is <deep>."
RULED = Entry(PUZZLE, title="Moat", instructions=RULES)
FIELD = "Rules text"


def address_of(entry: Entry, name: str) -> str:
    return "".join(formats.write([entry], name)).strip()


def rules_in(address: str) -> str:
    (entry,) = formats.read(address)
    return entry.instructions


def open_rules(page: Any) -> Any:
    page.locator("#draw summary").get_by_text("Rules", exact=True).click()
    return page.get_by_label(FIELD)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_rules_that_cpgen_writes_are_not_the_authors(language: str) -> None:
    assert own_rules(default_rules(LAYOUT, language) + "\n", LAYOUT) == ""
    assert own_rules(default_rules(LAYOUT, language) + "!", LAYOUT) != ""


@pytest.mark.parametrize("name", ["fpuzzles", "sudokupad", "scl", "sudokumaker", "penpa", "ipuz", "json", "csv"])
def test_formats_keep_rules_through_the_server(name: str) -> None:
    entry = replace(RULED, puzzle=replace(PUZZLE, layout=LAYOUT.base))
    if name in ("fpuzzles", "sudokupad", "scl", "json", "csv"):
        entry = RULED
    (puzzle,) = read(ReadRequest(text=address_of(entry, name))).puzzles
    assert puzzle["instructions"] == RULES


def test_rules_in_cpgens_own_words_are_left_out() -> None:
    (puzzle,) = read(ReadRequest(text=address_of(replace(RULED, instructions=""), "fpuzzles"))).puzzles
    assert "instructions" not in puzzle


def test_links_to_other_sites_have_the_rules() -> None:
    assert {rules_in(dict(elsewhere(RULED))[site]) for site in ("SudokuPad", "f-puzzles")} == {RULES}


def test_an_exported_page_shows_the_authors_rules(open_page: Opener, tmp_path: Path) -> None:
    file = tmp_path / "play.html"
    file.write_text(page_of([walkthrough_of(RULED)], "ja"), encoding="utf-8")
    page = open_page(file.as_uri())
    assert page.locator(".rules .author").inner_text() == RULES
    assert page.locator(".rules .broken").count() == 1


@pytest.mark.parametrize("name", ["fpuzzles", "sudokupad"])
def test_rules_of_a_link_are_played_and_sent_on(open_studio: Opener, name: str) -> None:
    page = open_studio()
    read_in(page, address_of(RULED, name))
    assert kept(page)[0]["instructions"] == RULES
    page.get_by_role("button", name="Play").first.click()
    page.locator(".rules .author").wait_for()
    page.reload()
    assert page.locator(".rules .author").inner_text() == RULES
    page.get_by_role("button", name="Share").click()
    assert rules_in(page.get_by_label("SudokuPad", exact=True).input_value()) == RULES


def test_rules_of_a_puzzle_are_edited(open_studio: Opener) -> None:
    page = open_studio()
    read_in(page, address_of(RULED, "fpuzzles"))
    page.get_by_role("button", name="Title and note of").click()
    dialog = page.get_by_role("dialog")
    field = dialog.get_by_label(FIELD)
    assert field.input_value() == RULES
    dialog.get_by_role("button", name="From the constraints").click()
    wait_until(page, lambda: field.input_value() == default_rules(LAYOUT, "en"))
    dialog.get_by_role("button", name="In English and Japanese").click()
    both = f"{default_rules(LAYOUT, 'en')}\n\n{default_rules(LAYOUT, 'ja')}"
    wait_until(page, lambda: kept(page)[0]["instructions"] == both)


def test_rules_of_the_project_are_given_to_its_puzzles(open_studio: Opener) -> None:
    page = open_studio()
    choose_board(page, "2x2", 16)
    write(page, "cage ?: r1c1 r1c2", "cage ?: r2c1 r3c1", "cage ?: r4c1 r4c2", "diagonals")
    field = open_rules(page)
    assert "digits in a cage" in field.input_value()
    field.fill("Cages are moats.")
    page.get_by_text("Any", exact=True).click()
    make(page, 1)
    assert kept(page)[0]["instructions"] == "Cages are moats."
    assert "instructions=Cages" in page.get_by_label("Link to this drawing").input_value()
    page.get_by_role("button", name="From the constraints").click()
    assert "digits in a cage" in field.input_value()
    page.get_by_role("button", name="on the board").click()
    wait_until(page, lambda: field.input_value() == "Cages are moats.")
