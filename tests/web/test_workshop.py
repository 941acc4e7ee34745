"""The workshop: the board in the middle, tools, what belongs to the board, and a drawer with the results."""

from __future__ import annotations

from cpgen.web.records.drawing_answers import Glyph
from tests.cli.running import RIGHT
from tests.web.browsing import Opener, press
from tests.web.studio_page import read_in
from tests.web.test_drawing import ALL, Setter


def test_kinds_on_cells_have_a_glyph() -> None:
    lacking = {kind for kind, one in ALL.items() if one.glyph is None}
    assert lacking == {kind for kind, one in ALL.items() if one.drawn == "board"} | {"extra"}
    assert all(len(one.glyph.shapes) > 0 for one in ALL.values() if one.glyph)


def test_no_two_glyphs_look_alike() -> None:
    glyphs = [without_small_texts(one.glyph) for one in ALL.values() if one.glyph]
    assert [one for one in glyphs if glyphs.count(one) > 1] == []


def without_small_texts(glyph: Glyph) -> str:
    """Return the shapes of a glyph except for texts that are too small to be read in a tool."""
    low = 0.3 * glyph.unit
    return str([one for one in glyph.shapes if one[0] != "g" or float(one[1].get("font-size", low)) >= low])


def test_each_tool_has_a_picture_of_its_own(open_studio: Opener) -> None:
    page = open_studio()
    page.locator(".rail .kind").nth(len(ALL) - 1).wait_for()
    pictures = page.locator(".rail .kind svg").evaluate_all("all => all.map((one) => one.outerHTML)")
    assert len(pictures) == len(set(pictures)) >= len(ALL)


def test_tools_are_found_by_key_search_and_use(open_studio: Opener) -> None:
    page = open_studio()
    rail, hand = page.locator(".rail"), Setter(page)
    page.locator(".cell").first.focus()
    press(page, "t")
    assert rail.get_by_role("button", name="Thermometer", exact=True).first.get_attribute("aria-pressed") == "true"
    hand.drag((0.5, 0.5), (0.5, 1.5))
    hand.has("the thermometer from r1c1")
    press(page, "/")
    page.keyboard.type("kropki")
    page.get_by_role("group", name="Found").get_by_role("button").nth(1).wait_for()
    press(page, "Enter")
    hand.tap(4.5, 5)
    hand.has("the white dot between r5c5 and r5c6")
    recent = page.get_by_role("group", name="Recent").get_by_role("button")
    assert [one.get_attribute("title") for one in recent.all()] == ["White dot (W)", "Thermometer (T)"]
    page.reload()
    recent.nth(1).wait_for()
    assert rail.get_by_role("button", name="Clues").get_attribute("aria-pressed") == "true"


def test_the_board_is_large_and_results_open_beside_it(open_studio: Opener) -> None:
    page = open_studio(viewport={"width": 1440, "height": 900})
    board, drawer = page.locator(".pattern .board"), page.locator("#results")
    assert board.bounding_box()["width"] > 750
    assert drawer.is_hidden()
    page.locator(".starts").get_by_role("button", name="Heart").click()
    page.get_by_text("25 clues").wait_for()
    page.locator(".starts").wait_for(state="detached")
    loaded = "document.fonts.ready.then((fonts) => [...fonts].filter(({ status }) => status === 'loaded').length)"
    assert page.evaluate(loaded) >= 2
    read_in(page, RIGHT)
    assert board.bounding_box()["width"] > 550
    page.get_by_role("button", name="Results (1)").click()
    drawer.wait_for(state="hidden")
    assert board.bounding_box()["width"] > 750
