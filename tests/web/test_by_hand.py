"""Making a puzzle by hand in the studio: consequences, possible digits and conflicting clues."""

from __future__ import annotations

from typing import Any

from cpgen.web.catalog import check_pattern
from tests.web.browsing import PHONE, Opener, press, wait_until
from tests.web.running import Studio
from tests.web.studio_page import cell, choose_board, clues, kept, show_sheet

CLUES = {(1, 1): 1, (1, 2): 2, (1, 3): 3, (4, 1): 4, (4, 4): 1}
"""Clues on 4×4 with one solution"""


def test_a_puzzle_is_made_by_hand(open_studio: Opener) -> None:
    page = open_studio()
    choose_board(page, "2x2", 16)
    page.get_by_label("Symmetry").select_option("none")
    for row, column in CLUES:
        cell(page, row, column).click()
    page.get_by_label("Solve along").check()
    page.get_by_text("100 solutions or more.").wait_for()
    cell(page, 1, 1).click()
    assert page.get_by_text("5 clues").is_visible()
    press(page, "1", "ArrowRight", "1")
    page.get_by_text("No solution: the underlined clues contradict each other. Removing any one").wait_for()
    assert page.locator(".cell.conflict.blamed").count() == 2
    press(page, "2")
    page.get_by_text("Row 1, column 2: possible digits").wait_for()
    assert page.get_by_role("button", name="1: no solution").is_disabled()
    for (row, column), digit in list(CLUES.items())[2:]:
        cell(page, row, column).click()
        page.get_by_text(f"Row {row}, column {column}: possible digits").wait_for()
        page.locator(".digits .digit").nth(digit - 1).click()
    page.get_by_text("One solution: Beginner").wait_for()
    assert page.locator(".cell.follows .value").count() == 11
    page.get_by_role("button", name="Add to the results").click()
    page.locator(".result").wait_for()
    (made,) = kept(page)
    assert (made["puzzle"], made["outcome"]) == ("123.........4..1", "solved")
    page.get_by_role("button", name="Clear digits, keep pattern").click()
    page.get_by_text("100 solutions or more.").wait_for()
    page.get_by_role("button", name="on the board").click()
    page.get_by_text("One solution").wait_for()
    page.get_by_role("button", name="Undo").first.click()
    page.get_by_text("100 solutions or more.").wait_for()


def test_the_rest_of_the_digits_fills_the_board(open_studio: Opener) -> None:
    page = open_studio()
    choose_board(page, "2x2", 16)
    page.get_by_label("Symmetry").select_option("none")
    for row, column in CLUES:
        cell(page, row, column).click()
    cell(page, 1, 1).click()
    cell(page, 1, 1).click()
    press(page, "3")
    page.get_by_role("radio", name="Any").check(force=True)
    page.get_by_label("Solve along").check()
    page.get_by_role("button", name="Fill in the other clues").click()
    page.get_by_text("The board is filled.").wait_for()
    assert page.locator(".result").count() == 0
    assert "fixed 3" in cell(page, 1, 1).get_attribute("aria-label")
    assert all("fixed" in cell(page, row, column).get_attribute("aria-label") for row, column in CLUES)
    page.get_by_text("One solution").wait_for()
    page.locator(".message-line").get_by_role("button", name="Undo").click()
    page.get_by_text("One solution").wait_for(state="detached")
    assert "fixed" not in cell(page, 4, 4).get_attribute("aria-label")


def test_nothing_follows_from_clues_that_repeat_a_digit(open_studio: Opener) -> None:
    page = open_studio()
    choose_board(page, "2x2", 16)
    page.get_by_label("Symmetry").select_option("none")
    page.get_by_label("Solve along").check()
    cell(page, 1, 1).click()
    press(page, "1", "ArrowDown", "2")
    page.locator(".cell.follows").first.wait_for()
    press(page, "1")
    page.locator(".cell.conflict").nth(1).wait_for()
    assert page.locator(".cell.follows").count() == 0


def test_a_finger_leaves_digits_open(open_studio: Opener) -> None:
    page = open_studio(**PHONE)
    show_sheet(page, "Board")
    choose_board(page, "2x2", 16)
    page.get_by_label("Symmetry").select_option("none")
    page.get_by_label("Click action").select_option("2")
    cell(page, 1, 1).tap()
    assert "fixed 2" in cell(page, 1, 1).get_attribute("aria-label")
    page.get_by_label("Click action").select_option("-1")
    cell(page, 1, 1).tap()
    assert "fixed" not in cell(page, 1, 1).get_attribute("aria-label")
    page.get_by_label("Click action").select_option("0")
    page.get_by_label("Solve along").check()
    cell(page, 1, 1).tap()
    page.locator(".digits .digit").nth(2).tap()
    assert "fixed 3" in cell(page, 1, 1).get_attribute("aria-label")
    page.get_by_role("button", name="Leave open").tap()
    assert "fixed" not in cell(page, 1, 1).get_attribute("aria-label")
    assert clues(page) == "1 clue"
    page.get_by_role("button", name="Remove this clue").tap()
    assert clues(page) == "Random pattern for every puzzle"


def test_a_check_ends_when_the_plan_changes(open_studio: Opener) -> None:
    page = open_studio()
    cell(page, 1, 1).wait_for()
    held: list[Any] = []
    ended: list[str] = []
    page.route("**/api/pattern/check", lambda route: held.append(route))  # noqa: PLW0108 - append has no signature
    page.on("requestfailed", lambda request: ended.append(request.url.rpartition("/")[2]))
    for count, grade in enumerate(("Beginner", "Advanced"), 1):
        page.get_by_role("radio", name=grade).check(force=True)
        wait_until(page, lambda count=count: len(held) >= count)
    assert ended == ["check"]
    asked = {"layout": "2x2", "pattern": "1234............"}
    assert check_pattern(asked, lambda: False).kind == "impossible"
    assert check_pattern(asked, lambda: True).ok


def test_only_what_works_is_offered(open_studio: Opener, server: Studio) -> None:
    page = open_studio()
    installed = [one["name"] for one in server.get("/api/choices").json()["oracles"] if one["available"]]
    page.get_by_text("Method", exact=True).click()
    assert page.get_by_label("Oracle").locator("option").count() == len(installed)
    choose_board(page, "4x4", 256)
    page.get_by_role("button", name="Random jigsaw").click()
    page.get_by_text("Own regions (16×16)").wait_for(state="attached")
    assert page.get_by_role("gridcell").count() == 256

    choose_board(page, "3x3", 81)
    page.get_by_label("Presets").select_option("kamio-a")
    page.get_by_text("Fine-tune").click()
    page.get_by_role("radio", name="Beginner").check(force=True)
    page.get_by_label("Level").fill("5")
    page.get_by_role("button", name="Take any grade").click()
    page.get_by_role("radio", name="Any", checked=True).wait_for()
    page.get_by_role("button", name="Take any grade").wait_for(state="detached")
