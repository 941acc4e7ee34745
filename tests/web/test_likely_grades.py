"""Likely grades at the buttons, and results named by the grade they have."""

from __future__ import annotations

from tests.web.browsing import Opener
from tests.web.studio_page import kept, make
from tests.web.test_drawing import write

FEW = ("thermo: r2c1-r2c4",)
"""Constraints that leave so few steps on 4×4 that only the easiest grade is likely"""


def test_unlikely_grades_are_marked_at_their_buttons(open_studio: Opener) -> None:
    page = open_studio()
    values = {"likely": "beginner", "unlikely": "intermediate", "givens": 9, "steps": 15}
    verdict = {"ok": True, "kind": "hard", "sentence": "-", "key": "outlook-drawing", "values": values}
    grades = {"likely": ["beginner"], "unlikely": ["intermediate"]}
    page.route("**/api/pattern/check", lambda route: route.fulfill(json=verdict | grades))
    write(page, *FEW)
    page.locator(".grade.unlikely small").wait_for()
    assert "not likely" in page.locator(".grade", has_text="Intermediate").inner_text()
    page.locator(".verdict[data-kind=warn]", has_text="Likely grades with this drawing: beginner").wait_for()


def test_puzzles_of_any_grade_are_named_by_their_own(open_studio: Opener) -> None:
    page = open_studio()
    page.get_by_label("Presets").select_option("kamio-a")
    page.get_by_text("Any", exact=True).click()
    make(page, 1)
    assert kept(page)[0]["grade"] in ("beginner", "intermediate", "advanced", "expert")
    assert page.locator(".result h3").inner_text() != "Any grade"
