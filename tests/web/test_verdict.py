"""The board shows what is known of the solutions."""

from __future__ import annotations

from typing import Any

from tests.web.browsing import Opener, press, seriously_inaccessible, wait_until
from tests.web.studio_page import cell, choose_board
from tests.web.test_drawing import write


def test_the_board_shows_what_is_known_of_solutions(open_studio: Opener) -> None:
    page = open_studio()
    choose_board(page, "2x2", 16)
    page.get_by_label("Symmetry").select_option("none")
    for column, digit in ((1, "1"), (2, "2"), (3, "3")):
        cell(page, 1, column).click()
        press(page, digit)
    page.get_by_role("button", name="How often each digit occurs").click()
    page.get_by_text("in 12 solutions").wait_for()
    assert page.locator(".occurrences text").count() > 20
    assert page.locator(".occurrences .always").count() == 1
    assert cell(page, 1, 4).get_attribute("aria-label").endswith("4: 100%")
    assert seriously_inaccessible(page, "#board") == []

    page.get_by_text("12 solutions.", exact=True).wait_for()
    page.get_by_text("No single digit").wait_for()
    cell(page, 4, 1).click()
    press(page, "4")
    page.get_by_text("in 3 solutions").wait_for()
    page.locator(".cell.decides .corner").first.wait_for()
    cell(page, 2, 2).click()
    press(page, "3")
    page.locator(".cell.decides").first.wait_for(state="detached")


def test_culprits_are_marked_and_spare_ones_dimmed(open_studio: Opener) -> None:
    page = open_studio()
    choose_board(page, "2x2", 16)
    write(page, "cage 3: r1c1 r1c2", "cage 7: r2c1 r2c2", "cage 7: r3c1 r4c1")
    page.get_by_text("These contradict each other:").wait_for()
    page.locator(".sketch .wrong").first.wait_for(state="attached")
    assert page.locator(".cage-tint").count() == 3
    lines = [
        f"cage {digit}: r{row}c{column}"
        for row, column, digit in ((1, 1, 1), (1, 2, 2), (1, 3, 3), (4, 1, 4), (4, 4, 1))
    ]
    write(page, *lines, "cage 10: r1c1 r1c2 r1c3 r1c4")
    page.locator(".sketch .wrong").first.wait_for(state="detached")
    page.get_by_role("button", name="Which clues are superfluous?").click()
    page.locator(".sketch .spare").nth(3).wait_for(state="attached")


def test_the_verdict_follows_each_stroke(open_studio: Opener) -> None:
    page = open_studio()
    choose_board(page, "2x2", 16)
    page.get_by_label("Symmetry").select_option("none")
    chip = page.locator(".status .verdict")
    assert chip.count() == 0
    cell(page, 1, 1).click()
    assert chip.count() == 0, "an open clue has no verdict"
    press(page, "1", "ArrowRight", "2", "ArrowRight", "3", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight", "1")
    page.get_by_text("3 solutions.", exact=True).wait_for()
    page.locator(".digits").wait_for(state="detached")
    assert page.locator(".cell.follows").count() == 0, "candidates are on request"
    page.get_by_role("button", name="Row 4, column 1: 4").click()
    page.get_by_text("One solution: Beginner").wait_for()
    cell(page, 1, 1).click()
    cell(page, 1, 2).click()
    press(page, "3")
    page.locator(".cell.conflict").first.wait_for()
    page.get_by_text("No solution: the underlined").wait_for()


def test_a_stroke_ends_the_verdict_before(open_studio: Opener) -> None:
    page = open_studio()
    choose_board(page, "2x2", 16)
    page.get_by_label("Symmetry").select_option("none")
    held: list[Any] = []
    ended: list[str] = []
    page.route("**/api/outlook", lambda route: held.append(route))  # noqa: PLW0108 - append has no signature
    page.on("requestfailed", lambda request: ended.append(request.url.rpartition("/")[2]))
    cell(page, 1, 1).click()
    press(page, "1")
    wait_until(page, lambda: len(held) == 1)
    press(page, "2")
    wait_until(page, lambda: len(held) == 2)
    assert ended == ["outlook"]
    held[1].fulfill(status=422, json={"error": {"sentence": "Too slow.", "key": "x", "values": {}}})
    page.get_by_role("button", name="Count solutions").click()
    wait_until(page, lambda: len(held) == 3)
    assert held[2].request.post_data_json["limit"] > held[1].request.post_data_json.get("limit", 0)
    held[2].fulfill(json=held[2].fetch().json() | {"solutions": None})
    page.get_by_text("Counting the solutions takes too long.").wait_for()
