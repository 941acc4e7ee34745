"""Likely grades at the buttons, results named by the grade they have, and one message at the end of a search."""

from __future__ import annotations

from tests.web.browsing import Opener
from tests.web.studio_page import choose_board, kept, make
from tests.web.test_drawing import write

FEW = ("thermo: r2c1-r2c4",)
"""Constraints that leave so few steps on 4×4 that only the easiest grade is likely"""


def test_unlikely_grades_are_marked_at_their_buttons(open_studio: Opener) -> None:
    page = open_studio()
    choose_board(page, "2x2", 16)
    page.locator(".constraints summary").first.click()
    write(page, *FEW)
    page.locator(".grade.unlikely small").first.wait_for()
    assert "not likely" in page.locator(".grade", has_text="Medium").inner_text()
    assert "not likely" not in page.locator(".grade", has_text="Any").inner_text()
    page.get_by_text("Medium", exact=True).click()
    page.locator(".verdict[data-kind=warn]", has_text="Likely grades with this drawing: easy").wait_for()
    assert page.get_by_text("This combination looks possible.").count() == 0


def test_puzzles_of_any_grade_are_named_by_their_own(open_studio: Opener) -> None:
    page = open_studio()
    page.get_by_label("Presets").select_option("kamio-a")
    page.get_by_text("Any", exact=True).click()
    make(page, 1)
    assert kept(page)[0]["grade"] in ("beginner", "intermediate", "advanced", "expert")
    assert page.locator(".result h3").inner_text() != "Any grade"


def test_a_search_ends_with_what_would_work(open_studio: Opener) -> None:
    page = open_studio()
    choose_board(page, "2x2", 16)
    page.locator(".constraints summary").first.click()
    write(page, *FEW)
    page.get_by_text("Extreme", exact=True).click()
    page.get_by_label("Puzzles", exact=True).fill("1")
    page.get_by_label("Time limit").fill("1")
    page.get_by_role("button", name="Generate").click()
    page.get_by_role("button", name="Make 1 of grade Easy").wait_for()
    text = page.locator(".outcome").inner_text()
    assert text.startswith("Found 0 of 1 in 1")
    assert "(grade: Extreme)" in text
    assert text.endswith("Likely with this drawing: Easy.")
