"""Pages fit the window: lying phones, enlarged pages, small windows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cpgen import api
from cpgen.notation import line
from cpgen.web.play import page_of, walkthrough_of
from tests.cli.running import RIGHT
from tests.web.browsing import PHONE, Opener, press
from tests.web.studio_page import read_in, show_sheet

PUZZLE = line(api.only_solution(RIGHT))[:54] + RIGHT[54:]
"""A puzzle that is rated at once"""
SCROLLERS = """[...document.querySelectorAll("main *")].filter((one) => one.scrollHeight > one.clientHeight + 1
  && ["auto", "scroll"].includes(getComputedStyle(one).overflowY)).map((one) => one.className)"""
"""An expression for the elements inside the page that scroll"""
SCREENS: dict[str, dict[str, Any]] = {
    "phone": PHONE,
    "lying phone": PHONE | {"viewport": {"width": 844, "height": 390}},
    "tablet": {"viewport": {"width": 1024, "height": 768}},
    "desk": {"viewport": {"width": 1280, "height": 720}},
    "desk at 200 %": {"viewport": {"width": 640, "height": 360}},
    "desk at 150 %": {"viewport": {"width": 853, "height": 683}},
}


@pytest.fixture(params=SCREENS.values(), ids=SCREENS)
def screen(request: pytest.FixtureRequest) -> dict[str, Any]:
    return request.param


def is_in_sight(box: dict[str, float] | None, screen: dict[str, Any]) -> bool:
    """Return True if a box is wholly in the window or hidden."""
    width, height = screen["viewport"].values()
    return not box or (0 <= box["x"] <= width - box["width"] and 0 <= box["y"] <= height - box["height"])


def test_board_and_keys_fit_every_screen(open_page: Opener, tmp_path: Path, screen: dict[str, Any]) -> None:
    file = tmp_path / "play.html"
    file.write_text(page_of([walkthrough_of(RIGHT)] * 2, "en"), encoding="utf-8")
    page = open_page(file.as_uri(), **screen)
    shown = page.locator(".board, .key, .actions button, .clock, .bar button").all()
    assert all(is_in_sight(one.bounding_box(), screen) for one in shown)
    assert page.locator(".board").bounding_box()["width"] >= 320
    press(page, "?")
    for part in (page.get_by_role("button", name="Show the step"), page.locator(".board")):
        assert is_in_sight(part.bounding_box(), screen)


def test_generate_is_always_in_sight(open_studio: Opener, screen: dict[str, Any]) -> None:
    page = open_studio(**screen)
    button = page.get_by_role("button", name="Generate")
    button.wait_for()
    for sheet, place in (("Board", page.get_by_label("Layout")), ("Difficulty", page.locator("[data-field=seed]"))):
        if page.locator(".ways").is_visible():
            show_sheet(page, sheet)
        place.scroll_into_view_if_needed()
        assert is_in_sight(button.bounding_box(), screen)
        assert is_in_sight(page.locator(".pattern .board").bounding_box(), screen)
    assert page.evaluate("document.documentElement.scrollWidth") <= screen["viewport"]["width"]


def test_the_sign_of_work_leaves_the_header_free(open_studio: Opener, screen: dict[str, Any]) -> None:
    page = open_studio(**screen)
    page.locator(".pattern .cell").first.wait_for()
    page.route("**/api/drawing", lambda route: None)
    page.locator(".rail").get_by_role("button", name="Windoku").click()
    sign = page.locator(".slow span")
    sign.wait_for()
    header = page.locator("header.bar").bounding_box()
    assert sign.bounding_box()["y"] >= header["y"] + header["height"]


def test_one_sheet_scrolls_on_a_phone(open_studio: Opener) -> None:
    page = open_studio(**PHONE)
    show_sheet(page, "Results (0)")
    page.get_by_text("Puzzles appear here").wait_for()
    grids = [PUZZLE.translate(str.maketrans("123456789", "123456789"[k:] + "123456789"[:k])) for k in range(9)]
    read_in(page, "\n".join(grids))
    show_sheet(page, "Results (9)")
    assert page.evaluate(SCROLLERS) == ["sheet drawer"]
    page.get_by_role("button", name="Play").last.scroll_into_view_if_needed()
    last = page.locator(".result[aria-posinset='9']")
    last.scroll_into_view_if_needed()
    last.get_by_role("button", name="Play").click()
    page.get_by_role("button", name="Studio").click()
    page.wait_for_function("document.activeElement.closest('.result')?.ariaPosInSet === '9'")
    assert is_in_sight(last.get_by_role("button", name="Play").bounding_box(), PHONE)


def inaccessible(page: Any) -> list[str]:
    """Return all findings of axe-core in a page."""
    from axe_playwright_python.sync_playwright import Axe

    return [one["id"] for one in Axe().run(page, None, {"resultTypes": ["violations"]}).response["violations"]]


def test_headings_of_the_studio_are_in_order(open_studio: Opener) -> None:
    page = open_studio()
    page.locator(".rail .kind").first.wait_for()
    assert inaccessible(page) == []


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["en", "ja"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(open_studio: Opener, screen: dict[str, Any], scheme: str, locale: str) -> None:
    page = open_studio(**screen, color_scheme=scheme, locale=locale)
    page.locator(".rail .kind").first.wait_for(state="attached")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    found = inaccessible(page)
    page.evaluate(f"location.hash = '#layout=3x3&puzzle={RIGHT}&fog=r5c5'")
    page.locator(".player .cell.fogged").first.wait_for()
    assert found + inaccessible(page) == []


FOCUSED = "document.activeElement.closest('.tray, .message-line, .bar')?.className"


def test_the_focus_stays_near_what_is_removed(open_studio: Opener) -> None:
    page = open_studio()
    read_in(page, f"{RIGHT}\n{PUZZLE}")
    page.locator(".result input").first.check()
    page.get_by_role("button", name="Remove", exact=True).click()
    page.locator(".result").nth(1).wait_for(state="detached")
    page.wait_for_function(f"{FOCUSED} === 'panel tray'")
    page.locator(".message-line").get_by_role("button", name="Close").click()
    page.locator(".message-line").wait_for(state="hidden")
    page.wait_for_function("document.activeElement !== document.body")
    page.locator(".bar").get_by_role("button", name="Undo").click()
    page.locator(".result").nth(1).wait_for()
    while page.locator(".bar").get_by_role("button", name="Undo").is_enabled():
        page.locator(".bar").get_by_role("button", name="Undo").click()
    page.wait_for_function(f"{FOCUSED} === 'bar'")
