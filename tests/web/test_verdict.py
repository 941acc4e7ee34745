"""The board shows what is known of the solutions."""

from __future__ import annotations

from tests.web.browsing import Opener, press, seriously_inaccessible
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

    page.get_by_role("button", name="Count solutions").click()
    page.get_by_text("12 solutions.", exact=True).wait_for()
    page.get_by_role("button", name="What would make it unique?").click()
    page.get_by_text("No single digit").wait_for()
    cell(page, 4, 1).click()
    press(page, "4")
    page.get_by_text("in 3 solutions").wait_for()
    page.get_by_role("button", name="What would make it unique?").click()
    page.locator(".cell.decides .corner").first.wait_for()
    cell(page, 2, 2).click()
    press(page, "3")
    page.locator(".cell.decides").first.wait_for(state="detached")


def test_culprits_are_marked_and_spare_ones_dimmed(open_studio: Opener) -> None:
    page = open_studio()
    choose_board(page, "2x2", 16)
    page.get_by_role("button", name="Count solutions").click()
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
