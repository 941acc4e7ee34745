"""Making a puzzle by hand in the studio: consequences, possible digits and conflicting clues."""

from __future__ import annotations

from tests.web.browsing import Opener, press
from tests.web.studio_page import cell, choose_board, kept

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
    page.get_by_text("No solution: the underlined clues contradict each other. Removing any clue").wait_for()
    assert page.locator(".cell.conflict.blamed").count() == 2
    press(page, "2")
    page.get_by_text("Row 1, column 2 may hold").wait_for()
    assert page.get_by_role("button", name="1: no solution").is_disabled()
    for (row, column), digit in list(CLUES.items())[2:]:
        cell(page, row, column).click()
        page.get_by_text(f"Row {row}, column {column} may hold").wait_for()
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
