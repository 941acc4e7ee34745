"""Drawings without a meaning are made by hand in the studio, and stay with the puzzle."""

from __future__ import annotations

import pytest

from cpgen.cosmetics import cosmetics_in
from cpgen.errors import InputError
from cpgen.web.cosmetic_tools import COLOURS, cosmetic_tools
from cpgen.web.drawing import drawing
from cpgen.web.records.request_records import DrawingRequest
from tests.web.browsing import PHONE, Opener, press, seriously_inaccessible, wait_until
from tests.web.studio_page import choose_board, kept, make
from tests.web.test_drawing import KEPT, Setter

KEPT_COSMETICS = KEPT.replace(".constraints", ".cosmetics")
GROUP = "Without meaning"


def test_tools_for_drawings_have_glyphs_of_their_own() -> None:
    glyphs = [str(one.glyph) for one in cosmetic_tools()]
    assert len(set(glyphs)) == len(glyphs) == 6
    assert all(one.title["en"] != one.title["ja"] for one in cosmetic_tools())
    assert len(set(COLOURS.values())) == 11


def test_the_picture_of_a_board_has_its_drawings() -> None:
    found = drawing(DrawingRequest(constraints=("cage 15: r1c1 r1c2",), cosmetics="box at=5.5,5.5 fill=#8ab8e6"))
    assert ["ink-blue" in str(one) for one in found.under].count(True) == 1
    with pytest.raises(InputError, match="box"):
        drawing(DrawingRequest(cosmetics="box"))


def test_drawings_are_made_by_hand_and_kept(open_studio: Opener) -> None:
    page = open_studio()
    choose_board(page, "2x2", 16)
    hand, drawn = Setter(page, 4), page.locator(".pattern .clues")
    hand.take(GROUP, "Coloured cells")
    page.get_by_role("radio", name="yellow").check(force=True)
    hand.drag((0.5, 0.5), (0.5, 1.5))
    drawn.locator(".ink-yellow").nth(1).wait_for(state="attached")
    hand.take(GROUP, "Line without meaning")
    hand.drag((1.5, 0.5), (2.5, 0.5))
    page.get_by_role("radio", name="green").check(force=True)
    page.get_by_label("Width").select_option("thick")
    drawn.locator(".pen-green").wait_for(state="attached")
    press(page, "Control+z", "Control+z")
    drawn.locator(".pen-yellow").wait_for(state="attached")
    hand.take(GROUP, "Text in a cell")
    hand.tap(3.5, 3.5)
    hand.has("Text, A")
    page.locator(".pattern .cell[tabindex='0']").focus()
    page.keyboard.type("Xy")
    drawn.locator("text", has_text="Xy").wait_for(state="attached")
    hand.has("Row 2, column 1").get_by_role("button", name="Remove").click()
    drawn.locator(".pen-yellow").wait_for(state="detached")
    assert seriously_inaccessible(page, ".inspector") == []
    cells = [f"box at=0.5,{column} fill=#f0e08a" for column in (0.5, 1.5)]
    expected = [*cells, "box at=3.5,3.5 ink=#7cc576 high=0.6 over text=Xy"]
    wait_until(page, lambda: page.evaluate(KEPT_COSMETICS).splitlines() == expected)
    assert len(cosmetics_in("\n".join(expected))) == 3
    page.reload()
    drawn.locator("text", has_text="Xy").wait_for(state="attached")


def test_puzzles_and_links_have_the_drawings_of_the_board(open_studio: Opener) -> None:
    page = open_studio()
    choose_board(page, "2x2", 16)
    hand = Setter(page, 4)
    hand.take(GROUP, "Circle without meaning")
    hand.tap(0.5, 0.5)
    hand.has("Circle")
    page.get_by_text("Constraints as text").click()
    address = page.get_by_label("Link to this drawing").input_value()
    page.get_by_text("Any", exact=True).click()
    make(page, 1)
    (made,) = kept(page)
    assert made["cosmetics"] == "round at=0.5,0.5 size=0.8,0.8 pen=#8ab8e6"
    page.locator(".result .thumb .pen-blue").wait_for(state="attached")
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".player .pen-blue").wait_for(state="attached")
    page.goto("about:blank")
    page.goto(address)
    page.locator(".pattern .clues .pen-blue").wait_for(state="attached")


def test_colours_of_drawings_are_chosen_on_a_phone(open_studio: Opener) -> None:
    page = open_studio(**PHONE)
    page.locator(".rail").get_by_role("button", name="Coloured cells").tap()
    page.locator(".pattern .cell").first.tap()
    page.get_by_role("radio", name="orange").wait_for()
    page.locator(".pattern .clues .ink-blue").wait_for(state="attached")
    page.locator(".swatch", has=page.get_by_role("radio", name="orange")).tap()
    page.locator(".pattern .clues .ink-blue").wait_for(state="detached")
    page.locator(".pattern .cell").nth(1).tap()
    page.locator(".pattern .clues .ink-orange").nth(1).wait_for(state="attached")
    page.locator(".pattern .cell").first.tap()
    page.locator(".pattern .clues .ink-orange").nth(1).wait_for(state="detached")
