"""Sets of puzzles in the studio: ordered by hand, filtered, and kept in projects that can be deleted."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.cli.running import LEFT, RIGHT
from tests.web.browsing import Opener, press
from tests.web.studio_page import read_in

WIDE = {"viewport": {"width": 1400, "height": 900}}
SMALL = "1...............", "12..............", "123............."


def clue_counts(page: Any) -> list[str]:
    """Return the number of clues on each card from the top down; the cards in the page may stand in any order."""
    cards = sorted(page.locator(".result").all(), key=lambda card: int(card.get_attribute("aria-posinset")))
    return [re.search(r"(\d+) clue", card.inner_text())[1] for card in cards]  # type: ignore[index]


def test_results_are_ordered_by_hand_and_filtered(open_studio: Opener) -> None:
    page = open_studio(**WIDE)
    read_in(page, "\n".join(SMALL))
    assert clue_counts(page) == ["3", "2", "1"]
    page.get_by_label("Sort by").select_option("manual")
    page.locator(".place input").nth(2).wait_for()
    assert clue_counts(page) == ["1", "2", "3"]
    page.locator(".place input").nth(2).fill("1")
    press(page, "Enter")
    page.locator(".result", has_text="3 clues").and_(page.locator("[aria-posinset='1']")).wait_for()
    assert clue_counts(page) == ["3", "1", "2"]
    page.locator(".place").first.get_by_role("button", name="down").click()
    page.locator(".result", has_text="1 clue").and_(page.locator("[aria-posinset='1']")).wait_for()
    assert page.evaluate("document.activeElement.title").endswith("down")
    page.reload()
    page.locator(".place input").nth(2).wait_for()
    assert clue_counts(page) == ["1", "3", "2"]

    read_in(page, RIGHT)
    page.get_by_role("button", name="Filter").click()
    page.get_by_label("Sizes shown").select_option("9")
    page.locator(".result").nth(1).wait_for(state="detached")
    page.get_by_label("Sizes shown").select_option("")
    page.get_by_label("Clues shown").fill("2..3")
    page.locator(".tray .count", has_text="2 of 4").wait_for()
    page.get_by_label("Clues shown").fill("2.")
    page.get_by_text("A number, or a span such as").wait_for()
    page.get_by_label("Clues shown").fill("")
    read_in(page, json.dumps({"puzzle": "12" + "." * 14, "layout": "2x2+cage 3: r1c1 r1c2"}))
    page.get_by_label("Kinds shown").select_option("Boxes + Killer cage")
    page.locator(".tray .count", has_text="1 of 5").wait_for()


def test_projects_are_named_when_made_and_deleted_with_undo(open_studio: Opener) -> None:
    page = open_studio(**WIDE)
    read_in(page, f"{LEFT}\n{RIGHT}")
    projects = page.get_by_role("button", name="all projects")
    dialog = page.get_by_role("dialog")
    projects.click()
    dialog.get_by_label("Name of a new project").fill("Weekly")
    dialog.get_by_role("button", name="New project").click()
    page.get_by_role("button", name="Weekly: all projects").wait_for()
    projects.click()
    dialog.get_by_role("button", name="Archive My puzzles").click()
    projects.click()
    dialog.get_by_text("Archived (1)").click()
    dialog.get_by_text("2 puzzles ·").wait_for()
    dialog.get_by_role("button", name="Delete My puzzles").click()
    page.get_by_text("My puzzles has been deleted.").wait_for()
    page.locator(".message-line").get_by_role("button", name="Undo").click()
    dialog.get_by_text("Archived (1)").click()
    dialog.get_by_text("2 puzzles ·").wait_for()
    dialog.get_by_role("button", name="Delete My puzzles").click()
    page.get_by_text("My puzzles has been deleted.").wait_for()
    page.reload()
    projects.click()
    dialog.locator(".projects li").wait_for()
    assert dialog.locator(".projects li").count() == 1
