"""Games: rules in print, clocks under dialogs, links that open the game, titles and help on phones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode

import pytest

from cpgen.formats import Entry
from cpgen.web.play import page_of, walkthrough_of
from tests.web.browsing import PHONE, Opener
from tests.web.running import Studio
from tests.web.test_author_rules import RULED, RULES
from tests.web.test_constraints import PUZZLE

LONG = "A title that goes on and on " * 7
SEEN = """new MutationObserver(() => {
  if (document.querySelector(".workshop")) window.sawStudio = true;
}).observe(document, { childList: true, subtree: true });"""
"""A script that notes if the studio was shown"""


def page_with(tmp_path: Path, entry: Entry) -> str:
    file = tmp_path / "play.html"
    file.write_text(page_of([walkthrough_of(entry)], "en"), encoding="utf-8")
    return file.as_uri()


@pytest.mark.parametrize("rules", ["", RULES])
def test_rules_are_printed_with_a_game(open_page: Opener, tmp_path: Path, rules: str) -> None:
    page = open_page(page_with(tmp_path, replace(RULED, instructions=rules)))
    page.locator(".rules summary").click()
    page.emulate_media(media="print")
    shown = page.locator(".rules").inner_text()
    assert (RULES if rules else "The digits in a cage") in shown
    assert "Show which constraints" not in shown
    assert not page.locator(".controls").is_visible()


def test_the_clock_stops_under_a_dialog(open_page: Opener, tmp_path: Path) -> None:
    page = open_page(page_with(tmp_path, RULED))
    page.locator(".player:not(.is-paused)").wait_for()
    page.get_by_role("button", name="Settings").click()
    page.locator(".player.is-paused").wait_for()
    page.get_by_role("button", name="Close").click()
    page.locator(".player:not(.is-paused)").wait_for()


def test_a_paused_game_stays_paused_after_a_dialog(open_page: Opener, tmp_path: Path) -> None:
    page = open_page(page_with(tmp_path, RULED))
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Close").click()
    page.get_by_role("dialog").wait_for(state="detached")
    assert page.locator(".player.is-paused").count() == 1


def test_a_link_to_a_game_shows_nothing_before_it(open_studio: Opener, server: Studio) -> None:
    page = open_studio()
    page.context.add_init_script(SEEN)
    other = page.context.new_page()
    other.goto(f"{server.address}#{urlencode({'layout': PUZZLE.layout.spec, 'puzzle': PUZZLE.line})}")
    other.locator(".player").wait_for()
    assert other.evaluate("window.sawStudio") is None


def test_a_long_title_leaves_the_keys_on_a_phone(open_page: Opener, tmp_path: Path) -> None:
    page = open_page(page_with(tmp_path, replace(RULED, title=LONG)), **PHONE)
    key = page.locator(".controls .key").last.bounding_box()
    assert key["y"] + key["height"] <= PHONE["viewport"]["height"]


@pytest.mark.parametrize(("options", "count"), [({}, 6), (PHONE, 1)])
def test_help_for_keys_is_not_on_touch_screens(open_page: Opener, tmp_path: Path, options: dict, count: int) -> None:
    page = open_page(page_with(tmp_path, RULED), **options)
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Keys and gestures").click()
    lines = page.get_by_role("dialog").locator("li")
    assert sum(one.is_visible() for one in lines.all()) == count
