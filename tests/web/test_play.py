"""Exported pages, opened from disk in a browser and played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cpgen import api
from cpgen.formats import read as read_entries
from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.notation import line
from cpgen.puzzle import Puzzle
from tests.cli.running import RIGHT, call
from tests.web.browsing import (
    PHONE,
    Opener,
    come_back,
    press,
    seriously_inaccessible,
    seriously_inaccessible_in_a_theme,
    solve_by_keyboard,
)
from tests.web.studio_page import cell

SMALL = "......3231......"
SIXTEEN = "".join("." if k % 7 == 0 else "123456789ABCDEFG"[(k // 16 * 4 + k // 64 + k) % 16] for k in range(256))
"""A grid of 16×16 without every seventh digit"""
SHAPES = {
    "jigsaw-9-diagonals": "1..6..82.3.....9.4..7..96.....56.......925.......13.....17..4..6.8.....2.34..1..6",
    "windoku": "3..8..65.7.....4.3..4..27.....72.......458.......39.....92..3..8.7.....1.52..3..7",
    "4x4": SIXTEEN,
    "pentomino-1": ".5.....3.15...42.4.....1.",
}
"""A puzzle of each layout"""
SMALLEST = PHONE | {"viewport": {"width": 360, "height": 740}}


@pytest.fixture(scope="session")
def exported(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of a page with a puzzle of 9×9 and one of 4×4."""
    file = tmp_path_factory.mktemp("play") / "play.html"
    assert call("export", RIGHT, SMALL, "--html", str(file)).code == 0
    return file.as_uri()


@pytest.fixture(scope="session")
def shapes(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of a page with the puzzles of `SHAPES`."""
    file = tmp_path_factory.mktemp("shapes") / "play.html"
    puzzles = [{"layout": layout_named(name).spec, "puzzle": clues} for name, clues in SHAPES.items()]
    lines = "\n".join(map(json.dumps, puzzles)).encode()
    assert call("export", "-", "--html", str(file), stdin=lines).code == 0
    return file.as_uri()


def choose(page: Any, place: int) -> None:
    """Goes to a puzzle of the page."""
    page.get_by_role("combobox", name="Choose a puzzle").select_option(str(place))


def shared(page: Any) -> str:
    """The link to the game as it is, from the clipboard."""
    page.get_by_role("button", name="Share link").click()
    page.get_by_text("The link is copied").wait_for()
    return page.evaluate("navigator.clipboard.readText()")


def test_a_page_is_small_and_has_no_comments(exported: str) -> None:
    page = Path(exported.removeprefix("file://")).read_text(encoding="utf-8")
    assert len(page.encode()) < 300_000
    assert [line for line in page.splitlines() if line.lstrip().startswith("// ")] == []


def test_boards_of_every_shape_are_played_by_keyboard(open_page: Opener, shapes: str) -> None:
    page = open_page(shapes)
    for place, layout in enumerate(SHAPES):
        choose(page, place)
        assert bool(page.locator("path.diagonal").get_attribute("d")) == (layout == "jigsaw-9-diagonals"), layout
        assert page.locator(".cell.shaded").count() == (36 if layout == "windoku" else 0), layout
        assert page.get_by_role("gridcell").count() == len(SHAPES[layout]), layout
        if layout == "4x4":
            press(page, "g", "Shift+KeyG")
            assert cell(page, 1, 1).inner_text() == "G"
    solve_by_keyboard(page, Puzzle.parse(SHAPES[layout], layout_named(layout)))
    assert page.get_by_text("Well done!").is_visible()
    press(page, "Control+Home", "Backspace")
    assert "empty" not in cell(page, 1, 1).get_attribute("aria-label")
    assert "✓" in page.get_by_role("combobox", name="Choose a puzzle").locator("option").last.inner_text()


def test_the_list_shows_progress_times_and_other_sites(open_page: Opener, exported: str) -> None:
    page = open_page(exported, **SMALLEST)
    press(page, "Control+Home", "4")
    for puzzle in (RIGHT, SMALL):
        page.get_by_role("button", name="Open elsewhere").tap()
        links = page.get_by_role("dialog").get_by_role("link")
        assert links.all_inner_texts() == ["SudokuPad", "f-puzzles", "Penpa+", "puzz.link"]
        addresses = [link.get_attribute("href") or "" for link in links.all()]
        assert [one.puzzle.line for link in addresses for one in read_entries(link)] == [puzzle] * 4
        assert links.first.get_attribute("rel") == "noopener noreferrer"
        if puzzle == RIGHT:
            assert seriously_inaccessible(page) == []
        press(page, "Escape")
        if puzzle == RIGHT:
            page.get_by_role("button", name="Next puzzle").tap()
        assert page.evaluate("document.documentElement.scrollWidth") == 360
    solve_by_keyboard(page, Puzzle.parse(SMALL))
    listed = page.get_by_role("listitem")
    page.get_by_role("button", name="All puzzles").click()
    assert page.get_by_text("1 of 2 solved, 0:").is_visible()
    assert "started, 0:" in listed.first.inner_text()
    assert "9×9" in listed.first.inner_text()
    assert "solved in 0:" in listed.last.inner_text()
    assert seriously_inaccessible(page) == []
    press(page, "Escape")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Start again").click()
    page.get_by_role("button", name="All puzzles").click()
    assert "solved in 0:" in listed.last.inner_text()
    listed.first.get_by_role("button").click()
    assert cell(page, 1, 1).inner_text() == "4"
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_hints_say_where_to_look_and_lead_to_the_end(open_page: Opener, exported: str) -> None:
    page = open_page(exported)
    first = api.explain(RIGHT).rounds[0].findings[0]
    ((place, digit),) = first.placed
    name = Layout.boxes(3, 3).cell_name(place)
    press(page, "?")
    hint = page.get_by_role("region", name="Hint")
    assert "Look at" in hint.inner_text()
    assert name not in hint.inner_text()
    assert page.locator(".cell.look").count() == 9
    hint.get_by_role("button", name="Show the step").click()
    assert f"{digit} can only go in {name}" in hint.inner_text()
    hint.get_by_role("button", name="Apply").click()
    assert cell(page, place // 9 + 1, place % 9 + 1).inner_text() == str(digit)
    press(page, "?")
    assert "Look at" in hint.inner_text()
    press(page, "Escape")
    assert not hint.is_visible()

    choose(page, 1)
    wrong = 5 - int(line(api.only_solution(SMALL))[0])
    press(page, str(wrong), "?")
    assert "There is a mistake on the board." in hint.inner_text()
    press(page, "?")
    assert "r1c1" in hint.inner_text()
    press(page, "Control+z")
    for _ in range(30):
        if page.get_by_text("Well done!").is_visible():
            break
        press(page, "?", "?", "?")
        page.get_by_role("button", name="Apply").click()
    assert page.get_by_text("Well done!").is_visible()


def test_digits_remove_marks_and_undo_restores_them(open_page: Opener, exported: str) -> None:
    page = open_page(exported)
    press(page, "Control+Home", "Shift+Digit1", "Shift+Digit2", "Alt+Digit1", "Alt+Digit3")
    marked = "Row 1, column 1, empty, corner marks 1 2, centre marks 1 3"
    assert cell(page, 1, 1).get_attribute("aria-label") == marked
    cell(page, 1, 3).click()
    page.get_by_role("button", name="1, ", exact=False).first.click()
    assert cell(page, 1, 1).get_attribute("aria-label") == "Row 1, column 1, empty, corner marks 2, centre marks 3"
    page.get_by_role("button", name="Undo").click()
    assert cell(page, 1, 1).get_attribute("aria-label") == marked
    press(page, "Control+y")
    assert "column 3, 1" in cell(page, 1, 3).get_attribute("aria-label")
    press(page, "Control+z", "Control+z")
    assert cell(page, 1, 1).get_attribute("aria-label") == "Row 1, column 1, empty, corner marks 1 2, centre marks 1"


def test_strokes_and_double_presses_select_several_cells(open_page: Opener, exported: str) -> None:
    page = open_page(exported, has_touch=True)
    page.get_by_role("button", name="Centre").click()
    start, end = cell(page, 3, 1).bounding_box(), cell(page, 3, 5).bounding_box()
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + 20, steps=8)
    page.mouse.up()
    selected = page.get_by_role("gridcell", selected=True)
    assert selected.count() == 5
    press(page, "7")
    assert page.locator(".centre").count() == 5
    press(page, "Delete")
    assert page.locator(".centre").count() == 0

    given = RIGHT.index("3")
    place = cell(page, given // 9 + 1, given % 9 + 1)
    place.dblclick()
    assert selected.count() == RIGHT.count("3") > 1
    place.click(modifiers=["Control"])
    assert selected.count() == RIGHT.count("3") - 1
    place.click(modifiers=["Control"])
    assert selected.count() == RIGHT.count("3")
    cell(page, 1, 1).dblclick()
    assert selected.count() == 1
    place.tap()
    place.tap()
    assert selected.count() == RIGHT.count("3")


def test_double_presses_select_the_same_marks_and_colours(open_page: Opener, exported: str) -> None:
    page = open_page(exported)
    selected = page.get_by_role("gridcell", selected=True)
    press(page, "Control+Home", "Alt+Digit1", "ArrowUp", "Alt+Digit1", "ArrowUp", "Alt+Digit2")
    cell(page, 1, 1).dblclick()
    assert selected.count() == 2
    press(page, "v", "6", "Escape")
    assert selected.count() == 0
    cell(page, 1, 1).dblclick()
    press(page, "z", "4", "v")
    cell(page, 9, 1).dblclick()
    assert selected.count() == 2


def test_keys_are_those_of_other_players(open_page: Opener, exported: str) -> None:
    page = open_page(exported)
    press(page, "Control+Home", "x", "5", "c", "6", "v", "1", "z")
    label = "Row 1, column 1, empty, corner marks 5, centre marks 6, coloured red"
    assert cell(page, 1, 1).get_attribute("aria-label") == label
    numpad = "{key: 'End', code: 'Numpad1', modifierNumLock: true, bubbles: true}"
    page.evaluate(f"document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {numpad}))")
    assert "corner marks 1 5" in cell(page, 1, 1).get_attribute("aria-label")
    press(page, "Escape", "4")
    assert cell(page, 1, 1).locator(".value").count() == 0
    press(page, "Control+Home", "Delete", "?", "Enter", "Enter", "Enter")
    assert page.get_by_role("region", name="Hint").count() == 0
    first = api.explain(RIGHT).rounds[0].findings[0].placed[0]
    assert cell(page, first[0] // 9 + 1, first[0] % 9 + 1).inner_text() == str(first[1])
    page.get_by_role("button", name="Hint").click()
    press(page, "Enter", "Enter", "Enter")
    assert page.get_by_role("region", name="Hint").count() == 0


def test_centre_marks_have_fixed_places(open_page: Opener, exported: str) -> None:
    page = open_page(exported)
    press(page, "Control+Home", "c", "3", "7")
    three, seven = (mark.bounding_box() for mark in cell(page, 1, 1).locator(".centre span").all())
    place = cell(page, 1, 1).bounding_box()
    assert three["x"] > place["x"] + place["width"] / 2 > seven["x"] + seven["width"]
    assert three["y"] + three["height"] < place["y"] + place["height"] / 2 < seven["y"]
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Show centre marks in fixed positions").uncheck()
    press(page, "Escape")
    three, seven = (mark.bounding_box() for mark in cell(page, 1, 1).locator(".centre span").all())
    assert three["y"] == seven["y"]


AT_ONCE = """async () => {
  document.querySelector("dialog").close();
  await null; // what the browser does before the next key
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "4", code: "Digit4", bubbles: true }));
}"""
"""Closes a dialog and presses 4 before the page has heard of the closed dialog"""


def test_a_key_right_after_a_dialog_counts(open_page: Opener, exported: str) -> None:
    page = open_page(exported)
    press(page, "Control+Home")
    page.get_by_role("button", name="Settings").click()
    page.locator("dialog[open]").wait_for()
    page.evaluate(AT_ONCE)
    cell(page, 1, 1).get_by_text("4").wait_for()


def test_a_restart_is_undone_and_solving_leads_on(open_page: Opener, exported: str) -> None:
    page = open_page(exported)
    press(page, "Control+Home", "4", "ArrowUp", "Shift+Digit5")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Start again").click()
    assert page.get_by_role("status").inner_text() == "Started again; Undo brings back what you wrote."
    assert cell(page, 1, 1).inner_text() == ""
    press(page, "Control+z")
    assert cell(page, 1, 1).inner_text() == "4"
    solve_by_keyboard(page, Puzzle.parse(RIGHT))
    page.locator(".done").get_by_role("button", name="Next puzzle").click()
    assert page.get_by_role("gridcell").count() == 16


def test_the_board_keeps_its_direction(open_page: Opener, exported: str) -> None:
    page = open_page(exported)
    page.evaluate("document.dir = 'rtl'")
    assert cell(page, 1, 1).bounding_box()["x"] < cell(page, 1, 2).bounding_box()["x"]
    keys = [key.bounding_box()["x"] for key in page.locator(".key").all()]
    assert keys[0] < keys[1]


def test_cells_are_coloured_and_links_contain_the_game(open_page: Opener, exported: str, shapes: str) -> None:
    page = open_page(exported, permissions=["clipboard-read", "clipboard-write"])
    press(page, "Control+Home", "4", "ArrowUp", "Alt+Digit6", "Control+Home")
    press(page, "Shift+Alt+Digit6", "Shift+ArrowRight")
    page.get_by_role("button", name="Colour").click()
    page.get_by_role("button", name="red", exact=True).click()
    assert cell(page, 1, 1).get_attribute("aria-label") == "Row 1, column 1, 4, coloured red blue"
    assert cell(page, 1, 2).get_attribute("aria-label") == "Row 1, column 2, clue 9, coloured red"
    assert page.locator(".backdrop rect").count() == 3
    link = shared(page)
    received = open_page(link)
    assert cell(received, 1, 1).get_attribute("aria-label") == "Row 1, column 1, 4, coloured red blue"
    assert "centre marks 6" in cell(received, 9, 1).get_attribute("aria-label")
    elsewhere = open_page(shapes + link[link.index("#") :])
    assert elsewhere.get_by_role("gridcell").count() == 81
    assert cell(elsewhere, 1, 1).inner_text() == "4"
    assert elsewhere.get_by_role("button", name="Hint").is_disabled()

    page.get_by_role("button", name="Erase").click()
    assert page.locator(".backdrop rect").count() == 0
    press(page, "Control+z")
    come_back(page, lambda: page.locator(".backdrop rect").count() == 3)
    press(page, "Control+z", "Control+z")
    assert page.locator(".backdrop rect").count() == 0


def test_repeats_and_mistakes_are_shown_and_the_clock_pauses(open_page: Opener, exported: str) -> None:
    page = open_page(exported)
    solution = line(api.only_solution(RIGHT))
    press(page, "Control+Home", "9")
    assert page.locator(".cell.conflict").count() == 2
    harmless = next(
        d for d in "12345678" if d != solution[0] and d not in RIGHT[:9] + RIGHT[::9] + RIGHT[9:12] + RIGHT[18:21]
    )
    press(page, harmless)
    assert page.locator(".cell.conflict").count() == 0
    assert page.locator(".cell.wrong").count() == 0
    page.get_by_role("button", name="Check").click()
    assert page.get_by_role("status").inner_text() == "One digit is wrong."
    assert page.locator(".cell.wrong").count() == 0
    page.get_by_role("button", name="Where?").click()
    assert page.locator(".cell.wrong").count() == 1
    press(page, solution[0])
    page.get_by_role("button", name="Check").click()
    assert page.get_by_role("status").inner_text() == "Everything is correct so far."

    page.get_by_role("button", name="Pause").click()
    assert page.get_by_text("Paused").is_visible()
    assert not cell(page, 1, 2).is_visible()
    press(page, "Backspace")
    page.get_by_role("button", name="Resume").first.click()
    assert cell(page, 1, 1).inner_text() == solution[0]
    assert page.get_by_role("timer").is_visible()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Show the time").uncheck()
    press(page, "Escape")
    assert not page.get_by_role("timer").is_visible()


OLDER = """key => {
    const { moves, ...kept } = JSON.parse(localStorage.getItem(key));
    return { ...kept, game: { digits: kept.game.digits, corner: kept.game.corner, centre: kept.game.centre } };
}"""
"""A saved game in the format of earlier pages, which did not store moves"""
DAMAGED = '[3, {}, {"done": [], "undone": [[["digits", 99, 0, 1]]]}, {"done": [["digits", 0]], "undone": []}]'


def test_saved_games_are_restored_even_if_damaged(open_page: Opener, exported: str) -> None:
    page = open_page(exported)
    press(page, "Control+Home", "4", "ArrowUp", "Shift+Digit5")
    assert cell(page, 1, 1).inner_text() == "4"
    come_back(page, lambda: cell(page, 1, 1).inner_text() == "4")
    assert "corner marks 5" in cell(page, 9, 1).get_attribute("aria-label")
    choose(page, 1)
    assert page.get_by_role("gridcell").count() == 16
    come_back(page, lambda: page.get_by_role("gridcell").count() == 16)
    page.get_by_role("button", name="Previous puzzle").click()
    assert cell(page, 1, 1).inner_text() == "4"
    press(page, "Control+z")
    assert "corner" not in cell(page, 9, 1).get_attribute("aria-label")
    come_back(page, lambda: page.get_by_role("gridcell").count() == 81)
    press(page, "Control+z")
    assert cell(page, 1, 1).inner_text() == ""
    press(page, "Control+y", "Control+y")
    assert cell(page, 1, 1).inner_text() == "4"
    assert "corner marks 5" in cell(page, 9, 1).get_attribute("aria-label")

    page.get_by_role("button", name="Pause").click()
    key = f"cpgen.game.3x3.{RIGHT}"
    older = page.evaluate(OLDER, key)
    for kept in [older, *({**older, "moves": moves} for moves in json.loads(DAMAGED))]:
        page.evaluate("([key, kept]) => localStorage.setItem(key, JSON.stringify(kept))", [key, kept])
        page.reload()
        assert cell(page, 1, 1).inner_text() == "4"
        assert page.get_by_role("button", name="Undo").is_disabled()
        page.get_by_role("button", name="Pause").click()


def test_language_colours_and_symbols_are_remembered(open_page: Opener, exported: str) -> None:
    page = open_page(exported)
    page.get_by_role("button", name="日本語").click()
    assert page.locator("html").get_attribute("lang") == "ja"
    page.get_by_role("button", name="手がかり").click()
    assert "に注目" in page.locator(".hint").inner_text()
    page.get_by_role("button", name="設定").click()
    page.get_by_label("配色").select_option("contrast")
    page.get_by_label("記号").select_option("kana")
    press(page, "Escape")
    assert "に注目" in page.locator(".hint").inner_text()
    come_back(page, lambda: page.locator("html").get_attribute("data-theme") == "contrast")
    assert page.get_by_role("gridcell", name="1行2列、").inner_text() == "け"
    page.get_by_role("button", name="設定").click()
    page.get_by_label("記号").select_option("shapes")
    assert page.locator(".cell svg.shape").count() == 23


def test_links_without_one_solution_are_refused_or_stay_here(open_page: Opener, exported: str) -> None:
    page = open_page(f"{exported}#layout=2x2&puzzle=1...............")
    page.locator(".player").wait_for()
    assert page.get_by_role("button", name="Open elsewhere").count() == 0
    for fragment in ("#nonsense", "#layout=99x99&puzzle=12", "#layout=AB/CD%2B..&puzzle=1...", "#%"):
        page.goto("about:blank")
        page.goto(exported + fragment)
        assert "does not contain a valid puzzle" in page.get_by_role("status").inner_text()
        assert page.get_by_role("gridcell").count() == 81


def test_the_board_fills_a_phone_and_its_keys_are_reachable(open_page: Opener, exported: str) -> None:
    page = open_page(exported, **PHONE)
    board = page.locator(".board").bounding_box()
    assert board["width"] >= 380
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    keys = [key.bounding_box() for key in page.locator(".key, .actions button").all()]
    assert all(key["height"] >= 48 and key["width"] >= 36 and key["y"] + key["height"] < 844 for key in keys)
    cell(page, 1, 1).tap()
    page.locator(".key").nth(3).tap()
    assert cell(page, 1, 1).inner_text() == "4"


def test_a_large_board_is_enlarged_on_a_narrow_phone(open_page: Opener, shapes: str) -> None:
    page = open_page(shapes, **SMALLEST)
    page.get_by_role("button", name="All puzzles").click()
    page.get_by_role("listitem").nth(list(SHAPES).index("4x4")).get_by_role("button").click()
    assert all(key.bounding_box()["width"] >= 34 for key in page.locator(".key").all())
    page.get_by_role("button", name="Enlarge the board").click()
    frame = page.locator(".view").bounding_box()
    for keys, row in (("Control+End", 16), ("Control+Home", 1)):
        press(page, keys)
        place = cell(page, row, row).bounding_box()
        assert place["width"] >= 36
        assert frame["x"] - 1 <= place["x"] <= frame["x"] + frame["width"] - place["width"] + 1
        assert frame["y"] - 1 <= place["y"] <= frame["y"] + frame["height"] - place["height"] + 1
    cell(page, 8, 8).tap()
    assert cell(page, 8, 8).get_attribute("aria-selected") == "true"
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert seriously_inaccessible(page) == []


def test_the_page_is_accessible_and_prints_only_the_board(open_page: Opener, exported: str) -> None:
    page = open_page(exported)
    press(page, "Control+Home", "4", "Shift+Alt+Digit6", "ArrowUp", "Shift+Digit5", "Shift+Alt+Digit1", "?", "?", "?")
    assert seriously_inaccessible_in_a_theme(page) == []
    page.emulate_media(media="print")
    assert page.locator(".board").is_visible()
    assert page.get_by_text("17 steps · 23 clues · HoDoKu: Easy, 262").is_visible()
    assert not page.locator(".controls, .bar, .below").first.is_visible()


FOCUSED = "document.activeElement.getAttribute('role') ?? document.activeElement.textContent"
"""An expression for the part of the page that has the keyboard"""


def test_the_keyboard_focus_never_falls_to_the_page(open_page: Opener, exported: str) -> None:
    page = open_page(exported)
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Show the step").click()
    assert page.evaluate(FOCUSED) == "Apply"
    press(page, "Enter")
    assert page.evaluate(FOCUSED) == "gridcell"
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Close").click()
    assert page.evaluate(FOCUSED) == "gridcell"
    page.get_by_role("button", name="Undo").click()
    assert page.get_by_role("button", name="Undo").is_disabled()
    assert page.evaluate(FOCUSED) == "gridcell"
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Show the time").uncheck()
    press(page, "Escape")
    assert page.evaluate("document.activeElement.title") == "Settings"
    page.locator("button, select, a, [tabindex='0']").first.focus()
    assert page.evaluate(FOCUSED) == "Skip to the board"
    press(page, "Enter")
    assert page.evaluate(FOCUSED) == "gridcell"


FULL = "() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; }"


def test_a_game_without_room_is_kept_and_reported(open_page: Opener, exported: str) -> None:
    page = open_page(exported)
    page.evaluate(FULL)
    press(page, "Control+Home", "4")
    assert "storage is full" in page.get_by_role("status").inner_text()
    choose(page, 1)
    choose(page, 0)
    assert cell(page, 1, 1).inner_text() == "4"
    page.once("dialog", lambda asked: asked.accept())
    page.reload()
    assert cell(page, 1, 1).inner_text() == ""
