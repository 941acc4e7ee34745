"""Games that are interrupted or shared: other tabs, links, and boards that are full too early."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from cpgen import api
from cpgen.layout import Layout
from cpgen.notation import line
from cpgen.puzzle import Puzzle
from cpgen.web.play import page_of, walkthrough_of
from tests.web.browsing import PHONE, Opener, press

SMALL = "......3231......"
OTHER = "1..2..3..4......"
SOLUTION = line(api.only_solution(SMALL))
THERMOMETERS = [
    "thermo r1c4 r1c3 r1c2 r2c2",
    "thermo r4c6 r3c6 r3c5",
    "thermo r4c2 r5c2 r6c2",
    "thermo r4c5 r3c4 r2c5 r1c6",
    "thermo r6c4 r5c4 r4c3 r3c3",
]
LINK = f"#layout=2x2&puzzle={SMALL}&filled="


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of a page with two puzzles of 4×4."""
    file = tmp_path_factory.mktemp("solving") / "play.html"
    file.write_text(page_of([walkthrough_of(SMALL), walkthrough_of(OTHER)], "en"), encoding="utf-8")
    return file.as_uri()


def digits(page: Any) -> str:
    """Return the digits of the first row."""
    return "".join(cell.inner_text() or "." for cell in page.get_by_role("gridcell").all()[:4])


def message(page: Any) -> str:
    return page.get_by_role("status").inner_text()


def test_tabs_take_over_what_another_one_writes(open_page: Opener, small: str) -> None:
    page = open_page(small)
    other = page.context.new_page()
    other.goto(small)
    press(page, "Control+Home", SOLUTION[0])
    other.get_by_role("gridcell", name=f"Row 1, column 1, {SOLUTION[0]}").wait_for()
    press(other, "Control+Home", "ArrowRight", SOLUTION[1])
    page.get_by_role("gridcell", name=f"Row 1, column 2, {SOLUTION[1]}").wait_for()
    page.reload()
    assert digits(page) == f"{SOLUTION[:2]}.."
    press(page, "Control+z")
    assert digits(page) == f"{SOLUTION[0]}..."


def test_a_link_is_opened_once_and_keeps_the_own_game(open_page: Opener, small: str) -> None:
    page = open_page(small)
    press(page, "Control+Home", "ArrowRight", SOLUTION[1])
    page.goto("about:blank")
    page.goto(f"{small}{LINK}{SOLUTION[0]}.....3231......")
    assert digits(page) == f"{SOLUTION[0]}..."
    assert "Undo brings back yours" in message(page)
    press(page, "Control+Home", "ArrowRight", "ArrowRight", SOLUTION[2])
    page.reload()
    assert digits(page) == f"{SOLUTION[0]}.{SOLUTION[2]}."
    press(page, "Control+z", "Control+z")
    assert digits(page) == f".{SOLUTION[1]}.."
    for damaged in (f"{LINK}12", f"{LINK}{SMALL}&corner=1", f"#layout=2x2&puzzle={SMALL}"):
        page.goto("about:blank")
        page.goto(small + damaged)
        assert digits(page) == f".{SOLUTION[1]}.."
        assert ("cannot be read" in message(page)) == ("filled" in damaged)


def test_an_open_page_reports_faulty_links(open_page: Opener, small: str) -> None:
    page = open_page(small)
    page.evaluate("location.hash = 'layout=2x2&puzzle=12'")
    page.get_by_text("does not contain a valid puzzle").wait_for()


def full_with_a_mistake(open_page: Opener, small: str) -> Any:
    """Return a page whose board is full, with a wrong digit in the first cell."""
    page = open_page(small)
    wrong = str(int(SOLUTION[0]) % 4 + 1)
    for row in range(4):
        press(page, "Control+Home", *["ArrowDown"] * row)
        for column in range(4):
            press(page, wrong if row == column == 0 else SOLUTION[row * 4 + column], "ArrowRight")
    return page


def test_a_full_board_with_a_mistake_is_reported(open_page: Opener, small: str) -> None:
    page = full_with_a_mistake(open_page, small)
    assert message(page) == "The board is full, but not everything is right yet."


def test_a_corrected_board_offers_the_next_puzzle(open_page: Opener, small: str) -> None:
    page = full_with_a_mistake(open_page, small)
    press(page, "Control+Home", SOLUTION[0])
    assert page.get_by_text("Well done!").is_visible()
    assert page.get_by_role("button", name="Next puzzle").last.evaluate("one => one === document.activeElement")


def test_a_solved_board_can_be_started_again(open_page: Opener, small: str) -> None:
    page = full_with_a_mistake(open_page, small)
    press(page, "Control+Home", SOLUTION[0])
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Start again").click()
    assert message(page) == "Started again."


@pytest.fixture
def hinted(open_page: Opener, tmp_path: Path) -> Any:
    """Return the page of a board of thermometers and a cage on a small phone, with a full hint."""
    layout = Layout.boxes(2, 3).with_constraints(*THERMOMETERS, "cage 3: r1c1 r2c1")
    file = tmp_path / "play.html"
    file.write_text(page_of([walkthrough_of(Puzzle.parse("." * 29 + "2......", layout))], "en"), "utf-8")
    page = open_page(file.as_uri(), **PHONE | {"viewport": {"width": 360, "height": 640}})
    press(page, "?", "?", "?")
    return page


def test_board_and_hint_are_in_sight_on_a_small_phone(hinted: Any) -> None:
    assert hinted.locator(".board").bounding_box()["y"] >= 0
    button = hinted.get_by_role("button", name="Apply").bounding_box()
    assert button["y"] + button["height"] <= 640


def test_marks_leave_out_what_hints_eliminate(hinted: Any) -> None:
    page = hinted
    hint = page.get_by_role("region", name="Hint").inner_text()
    page.get_by_role("button", name="Apply").tap()
    ((digits_, cells),) = re.findall(r"so (\d).* can be removed from (r1c\d)", hint)
    assert message(page).startswith("Noted.")
    page.get_by_role("button", name="Marks").tap()
    marks = page.get_by_role("gridcell", name=f"Row 1, column {cells[-1]}").get_attribute("aria-label")
    assert digits_ not in marks.partition("centre marks")[2]


def test_marks_make_room_for_sums_in_corners(hinted: Any) -> None:
    assert hinted.locator(".board.cornered").count() == 1


def test_hints_about_constraints_come_from_their_own_scale(open_studio: Opener) -> None:
    page = open_studio()
    page.evaluate("localStorage.setItem('cpgen.settings', JSON.stringify({ladder: 'hodoku'}))")
    layout = Layout.boxes(2, 3).with_constraints(*THERMOMETERS)
    page.goto(page.url.partition("#")[0] + "#" + urlencode({"layout": layout.spec, "puzzle": "." * 29 + "2......"}))
    page.reload()
    page.get_by_role("button", name="Hint").click()
    assert "thermometer" in page.get_by_role("region", name="Hint").inner_text()
    page.get_by_role("button", name="Settings").click()
    assert page.get_by_role("combobox", name="Hint scale").count() == 0
