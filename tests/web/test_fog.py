"""Fog and the message for the solved puzzle are made in the studio, and stay with the puzzle."""

from __future__ import annotations

from cpgen.web.cosmetic_tools import fog_tools
from tests.web.browsing import PHONE, Opener, press, seriously_inaccessible, wait_until
from tests.web.studio_page import cell, choose_board, kept, make
from tests.web.test_drawing import KEPT, Setter

KEPT_FOG = KEPT.replace(".constraints", ".fog")
LIT = "r2c2>r2c2,r2c3,r2c4"
MESSAGE = "Well done, solver."


def test_tools_for_fog_have_glyphs_and_titles() -> None:
    lamp, light = fog_tools()
    assert lamp.glyph != light.glyph
    assert all(one.title["en"] != one.title["ja"] for one in (lamp, light))


def test_fog_is_drawn_and_kept(open_studio: Opener) -> None:
    page = open_studio()
    choose_board(page, "2x2", 16)
    hand, board = Setter(page, 4), page.locator(".pattern .sketch")
    hand.take("Fog", "Lamp in the fog")
    hand.tap(0.5, 0.5)
    board.locator(".lamp").wait_for(state="attached")
    assert board.locator(".dark").count() == 16 - 4
    hand.take("Fog", "Right digit that lights cells")
    hand.drag((1.5, 1.5), (1.5, 3.5))
    board.locator(".ray").nth(1).wait_for(state="attached")
    wait_until(page, lambda: page.evaluate(KEPT_FOG) == f"r1c1 {LIT}")
    assert "Lamp" in cell(page, 1, 1).get_attribute("aria-label")
    assert seriously_inaccessible(page, ".inspector") == []
    hand.has("Lamp, row 1, column 1").get_by_role("button", name="Remove").click()
    board.locator(".lamp").wait_for(state="detached")
    press(page, "Control+z")
    board.locator(".lamp").wait_for(state="attached")
    page.reload()
    board.locator(".ray").nth(1).wait_for(state="attached")


def test_puzzles_links_and_games_have_fog_and_message(open_studio: Opener) -> None:
    page = open_studio()
    choose_board(page, "2x2", 16)
    hand = Setter(page, 4)
    hand.take("Fog", "Lamp in the fog")
    hand.tap(0.5, 0.5)
    page.get_by_text("Rules", exact=True).click()
    page.get_by_label("Message for the solved puzzle").fill(MESSAGE)
    page.get_by_text("Constraints as text").click()
    address = page.get_by_label("Link to this drawing").input_value()
    page.get_by_text("Any", exact=True).click()
    make(page, 1)
    (made,) = kept(page)
    assert (made["fog"], made["message"]) == ("r1c1", MESSAGE)
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".player .cell.fogged").nth(11).wait_for()
    page.goto("about:blank")
    page.goto(address)
    page.locator(".pattern .sketch .lamp").wait_for(state="attached")
    page.get_by_text("Rules", exact=True).click()
    wait_until(page, lambda: page.get_by_label("Message for the solved puzzle").input_value() == MESSAGE)


def test_fog_is_drawn_on_a_phone_in_japanese(open_studio: Opener) -> None:
    page = open_studio(**PHONE, locale="ja")
    page.locator(".rail").get_by_role("button", name="霧の中の明かり").tap()
    page.locator(".pattern .cell").first.tap()
    page.locator(".pattern .sketch .lamp").wait_for(state="attached")
    page.locator(".ways button").nth(1).tap()
    page.get_by_text("明かり（", exact=False).first.wait_for()
