"""Pages show the symbols of a puzzle's author instead of digits: players, exported pages, books and the studio."""

from __future__ import annotations

import json
from pathlib import Path

from cpgen import api, formats
from cpgen.formats import Entry
from cpgen.formats.reading import ReadingRequest
from cpgen.puzzle import Puzzle
from cpgen.render.render_requests import BookSettings
from cpgen.web.puzzles import walkthrough
from cpgen.web.records.request_records import WalkthroughRequest
from tests.cli.running import call
from tests.web.browsing import Opener, press, wait_until
from tests.web.studio_page import cell, choose_board, kept, make

LETTERS = "AB..CDABBADCD..."
"""A puzzle of 4×4 with letters"""
DIGITS = "12..341221434..."
SIGNS = "A B C D"


def test_reading_in_symbols_keeps_them() -> None:
    request = ReadingRequest(symbols="ABCD")
    (text,) = request.texts(LETTERS)
    entry = request.read(text)
    assert (entry.symbols, entry.puzzle.line) == (SIGNS, DIGITS)
    (again,) = formats.read("".join(formats.write([entry], "json")))
    assert again.symbols == SIGNS


def test_symbols_in_a_list_are_read() -> None:
    (found,) = formats.read(json.dumps({"puzzle": DIGITS, "symbols": ["A", "B", "C", "D"]}))
    assert found.symbols == SIGNS
    (wrong,) = formats.read(json.dumps({"puzzle": DIGITS, "symbols": "A B"}))
    assert "symbols" in str(wrong)


def test_a_game_has_the_symbols_of_its_puzzle() -> None:
    found = walkthrough(WalkthroughRequest(puzzle=DIGITS, symbols="0123"))
    assert found.symbols == "0 1 2 3"


def test_a_book_prints_the_symbols_of_a_puzzle() -> None:
    made = api.book_item(Entry(Puzzle.parse(DIGITS), symbols=SIGNS), BookSettings())
    assert "D" in str(made)


def test_an_exported_page_is_played_in_letters(open_page: Opener, tmp_path: Path) -> None:
    file = tmp_path / "play.html"
    call("export", LETTERS, "--symbols", "ABCD", "--html", str(file))
    page = open_page(file.as_uri())
    assert page.locator(".board").first.inner_text().split()[:2] == ["A", "B"]
    assert page.locator(".key .sign").first.inner_text() == "A"
    page.locator(".cell[data-cell='2']").click()
    press(page, "c")
    page.locator(".cell[data-cell='2']", has_text="C").wait_for()
    page.get_by_role("button", name="Settings").click()
    assert SIGNS in page.get_by_label("Symbols").inner_text()


def test_symbols_are_given_in_the_studio(open_studio: Opener) -> None:
    page = open_studio()
    choose_board(page, "2x2", 16)
    page.get_by_text("Rules", exact=True).click()
    field = page.get_by_label("Symbols for the digits")
    field.fill("A B C")
    page.get_by_text("There must be 4 different symbols").wait_for()
    field.fill(SIGNS)
    page.get_by_text("There must be 4 different symbols").wait_for(state="detached")
    cell(page, 1, 1).click()
    for row in ("ab..", "cdab", "badc", "d..."):
        for sign in row:
            press(page, *sign.replace(".", ""), "ArrowRight")
        press(page, "ArrowDown")
    page.locator(".pattern .cell[data-cell='0']", has_text="A").wait_for()
    page.get_by_text("Any", exact=True).click()
    make(page, 1)
    wait_until(page, lambda: bool(kept(page)))
    assert kept(page)[0]["symbols"] == SIGNS
    assert page.locator(".result .thumb text").first.text_content() == "A"
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".player .cell[data-cell='0']", has_text="A").wait_for()
