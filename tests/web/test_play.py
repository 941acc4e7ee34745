"""The page to play: exported to a file, opened from disk in a real browser, and played as people play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cpgen import api
from cpgen.layout import Layout
from cpgen.notation import line
from cpgen.puzzle import Puzzle
from tests.cli.running import RIGHT, call
from tests.web.browsing import PHONE, Opener, come_back, press, seriously_inaccessible, solve_by_keyboard

SMALL = "......3231......"


@pytest.fixture(scope="session")
def exported(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a page with a puzzle of 9×9 and one of 4×4."""
    file = tmp_path_factory.mktemp("play") / "play.html"
    assert call("export", RIGHT, SMALL, "--html", str(file)).code == 0
    return file.as_uri()


def on(layout: str, folder: Path, clues: str) -> str:
    """The address of a page with one puzzle on a layout."""
    file = folder / "one.html"
    assert call("export", clues, "--regions", layout, "--html", str(file)).code == 0
    return file.as_uri()


def cell(page: Any, row: int, column: int) -> Any:
    return page.get_by_role("gridcell", name=f"Row {row}, column {column},")


def test_a_puzzle_is_played_to_its_end_with_the_keyboard_alone(open_page: Opener, exported: str) -> None:
    page = open_page(exported)
    solve_by_keyboard(page, Puzzle.parse(RIGHT))
    assert page.get_by_text("Well done!").is_visible()
    press(page, "Control+Home", "Backspace")
    assert "empty" not in cell(page, 1, 1).get_attribute("aria-label")
    assert "✓" in page.get_by_role("combobox", name="Choose a puzzle").locator("option").first.inner_text()


def test_the_list_of_puzzles_tells_what_is_done_and_how_long_it_took(open_page: Opener, exported: str) -> None:
    page = open_page(exported, **PHONE | {"viewport": {"width": 360, "height": 740}})
    press(page, "Control+Home", "4")
    page.get_by_role("button", name="Next puzzle").click()
    solve_by_keyboard(page, Puzzle.parse(SMALL))
    listed = page.get_by_role("listitem")
    page.get_by_role("button", name="All puzzles").click()
    assert page.get_by_text("1 of 2 solved, 0:").is_visible()
    assert "begun, 0:" in listed.first.inner_text()
    assert "solved in 0:" in listed.last.inner_text()
    assert seriously_inaccessible(page) == []
    press(page, "Escape")
    page.get_by_role("button", name="Settings").click()
    page.once("dialog", lambda asked: asked.accept())
    page.get_by_role("button", name="Start again").click()
    page.get_by_role("button", name="All puzzles").click()
    assert "solved in 0:" in listed.last.inner_text()
    listed.first.get_by_role("button").click()
    assert cell(page, 1, 1).inner_text() == "4"
    assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.parametrize("layout", ["pentomino-1", "jigsaw-9-diagonals"])
def test_irregular_boards_are_played(open_page: Opener, tmp_path: Path, layout: str) -> None:
    puzzle = api.generate(layout=layout, seed=1).puzzle
    page = open_page(on(layout, tmp_path, puzzle.line))
    assert bool(page.locator("path.diagonal").get_attribute("d")) == bool(puzzle.layout.extras)
    solve_by_keyboard(page, puzzle)
    assert page.get_by_text("Well done!").is_visible()


def test_digits_above_nine_are_letters(open_page: Opener, tmp_path: Path) -> None:
    puzzle = api.generate(layout="4x4", seed=1).puzzle
    page = open_page(on(puzzle.layout.spec, tmp_path, puzzle.line))
    assert page.get_by_role("gridcell").count() == 256
    first = puzzle.clues.index(0)
    press(page, "g", "Shift+KeyG")
    assert cell(page, first // 16 + 1, first % 16 + 1).inner_text() == "G"


def test_extra_houses_are_shaded(open_page: Opener, tmp_path: Path) -> None:
    puzzle = api.generate(layout="windoku", seed=1).puzzle
    page = open_page(on("windoku", tmp_path, puzzle.line))
    assert page.locator(".cell.shaded").count() == 36


def test_a_hint_tells_where_to_look_and_then_what_is_there(open_page: Opener, exported: str) -> None:
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


def test_hints_lead_to_the_end_and_begin_with_what_is_wrong(open_page: Opener, exported: str) -> None:
    page = open_page(exported)
    page.get_by_role("combobox", name="Choose a puzzle").select_option("1")
    wrong = 5 - int(line(api.only_solution(SMALL))[0])
    press(page, str(wrong), "?")
    assert "Something on the board is wrong." in page.get_by_role("region", name="Hint").inner_text()
    press(page, "?")
    assert "r1c1" in page.get_by_role("region", name="Hint").inner_text()
    press(page, "Control+z")
    for _ in range(30):
        if page.get_by_text("Well done!").is_visible():
            break
        press(page, "?", "?")
        page.get_by_role("button", name="Apply").click()
    assert page.get_by_text("Well done!").is_visible()


def test_marks_go_when_a_digit_rules_them_out_and_come_back_when_it_is_undone(open_page: Opener, exported: str) -> None:
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


def test_the_kind_of_marks_is_chosen_and_several_cells_are_marked_at_once(open_page: Opener, exported: str) -> None:
    page = open_page(exported)
    page.get_by_role("button", name="Centre").click()
    start, end = cell(page, 3, 1).bounding_box(), cell(page, 3, 5).bounding_box()
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + 20, steps=8)
    page.mouse.up()
    assert page.get_by_role("gridcell", selected=True).count() == 5
    press(page, "7")
    assert page.locator(".centre").count() == 5
    press(page, "Delete")
    assert page.locator(".centre").count() == 0


def test_cells_are_coloured_by_keys_and_buttons_clues_too(open_page: Opener, exported: str) -> None:
    page = open_page(exported, permissions=["clipboard-read", "clipboard-write"])
    press(page, "Control+Home", "Shift+Alt+Digit6", "Shift+ArrowRight")
    page.get_by_role("button", name="Colour").click()
    page.get_by_role("button", name="red", exact=True).click()
    assert cell(page, 1, 1).get_attribute("aria-label") == "Row 1, column 1, empty, coloured red blue"
    assert cell(page, 1, 2).get_attribute("aria-label") == "Row 1, column 2, clue 9, coloured red"
    assert page.locator(".backdrop rect").count() == 3
    page.get_by_role("button", name="Share link").click()
    page.get_by_text("The link is copied").wait_for()
    assert "coloured red blue" in cell(open_page(page.evaluate("navigator.clipboard.readText()")), 1, 1).get_attribute(
        "aria-label"
    )
    page.get_by_role("button", name="Erase").click()
    assert page.locator(".backdrop rect").count() == 0
    press(page, "Control+z")
    come_back(page, lambda: page.locator(".backdrop rect").count() == 3)
    press(page, "Control+z", "Control+z")
    assert page.locator(".backdrop rect").count() == 0
    press(page, "Control+y")
    for theme in ("light", "dark", "contrast"):
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Colours", exact=False).first.select_option(theme)
        press(page, "Escape")
        assert seriously_inaccessible(page, ".board") == []


def test_repeats_are_marked_at_once_and_the_solution_is_asked_only_by_check(open_page: Opener, exported: str) -> None:
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
    assert page.get_by_role("status").inner_text() == "So far everything is right."


def test_a_game_is_found_again_after_the_page_was_closed(open_page: Opener, exported: str) -> None:
    page = open_page(exported)
    press(page, "Control+Home", "4", "ArrowUp", "Shift+Digit5")
    assert cell(page, 1, 1).inner_text() == "4"
    come_back(page, lambda: cell(page, 1, 1).inner_text() == "4")
    assert "corner marks 5" in cell(page, 9, 1).get_attribute("aria-label")
    page.get_by_role("combobox", name="Choose a puzzle").select_option("1")
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


OLDER = """key => {
    const { moves, ...kept } = JSON.parse(localStorage.getItem(key));
    return { ...kept, game: { digits: kept.game.digits, corner: kept.game.corner, centre: kept.game.centre } };
}"""
"""A kept game as pages had it before they kept moves"""
DAMAGED = '[3, {}, {"done": [], "undone": [[["digits", 99, 0, 1]]]}, {"done": [["digits", 0]], "undone": []}]'


def test_games_of_older_pages_and_damaged_moves_open_without_undo(open_page: Opener, exported: str) -> None:
    page = open_page(exported)
    press(page, "Control+Home", "4")
    page.get_by_role("button", name="Pause").click()
    key = f"cpgen.game.3x3.{RIGHT}"
    older = page.evaluate(OLDER, key)
    for kept in [older, *({**older, "moves": moves} for moves in json.loads(DAMAGED))]:
        page.evaluate("([key, kept]) => localStorage.setItem(key, JSON.stringify(kept))", [key, kept])
        page.reload()
        assert cell(page, 1, 1).inner_text() == "4"
        assert page.get_by_role("button", name="Undo").is_disabled()
        page.get_by_role("button", name="Pause").click()


def test_a_double_press_selects_a_digit_everywhere(open_page: Opener, exported: str) -> None:
    page = open_page(exported, has_touch=True)
    given = RIGHT.index("3")
    place = cell(page, given // 9 + 1, given % 9 + 1)
    selected = page.get_by_role("gridcell", selected=True)
    place.dblclick()
    assert selected.count() == RIGHT.count("3") > 1
    place.click(modifiers=["Control"])
    assert selected.count() == RIGHT.count("3")
    cell(page, 1, 1).dblclick()
    assert selected.count() == 1
    place.tap()
    place.tap()
    assert selected.count() == RIGHT.count("3")


def test_language_colours_and_symbols_change_and_are_remembered(open_page: Opener, exported: str) -> None:
    page = open_page(exported)
    page.get_by_role("button", name="日本語").click()
    assert page.locator("html").get_attribute("lang") == "ja"
    page.get_by_role("button", name="ヒント").click()
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


def test_the_clock_is_paused_covered_and_hidden(open_page: Opener, exported: str) -> None:
    page = open_page(exported)
    page.get_by_role("button", name="Pause").click()
    assert page.get_by_text("Paused").is_visible()
    assert not cell(page, 1, 2).is_visible()
    press(page, "5")
    page.get_by_role("button", name="Resume").first.click()
    assert cell(page, 1, 1).inner_text() == ""
    assert page.get_by_role("timer").is_visible()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Show the time").uncheck()
    press(page, "Escape")
    assert not page.get_by_role("timer").is_visible()


def test_a_link_carries_the_puzzle_and_what_was_written(open_page: Opener, exported: str, tmp_path: Path) -> None:
    page = open_page(exported, permissions=["clipboard-read", "clipboard-write"])
    press(page, "Control+Home", "4", "ArrowUp", "Alt+Digit6")
    page.get_by_role("button", name="Share link").click()
    page.get_by_text("The link is copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    received = open_page(link)
    assert cell(received, 1, 1).inner_text() == "4"
    assert "centre marks 6" in cell(received, 9, 1).get_attribute("aria-label")
    elsewhere = open_page(on("2x2", tmp_path, SMALL) + link[link.index("#") :])
    assert elsewhere.get_by_role("gridcell").count() == 81
    assert cell(elsewhere, 1, 1).inner_text() == "4"
    assert elsewhere.get_by_role("button", name="Hint").is_disabled()


def test_each_puzzle_opens_on_the_sites_that_can_play_it(open_page: Opener, exported: str) -> None:
    page = open_page(exported, **PHONE | {"viewport": {"width": 360, "height": 740}})
    for puzzle in (RIGHT, SMALL):
        page.get_by_role("button", name="Open elsewhere").tap()
        links = page.get_by_role("dialog").get_by_role("link")
        assert links.all_inner_texts() == ["SudokuPad", "Penpa+", "puzz.link"]
        addresses = [link.get_attribute("href") or "" for link in links.all()]
        assert [one.puzzle.line for link in addresses for one in api.read_entries(link)] == [puzzle] * 3
        assert links.first.get_attribute("rel") == "noopener noreferrer"
        assert seriously_inaccessible(page) == []
        press(page, "Escape")
        if puzzle == RIGHT:
            page.get_by_role("button", name="Next puzzle").tap()
        assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.goto("about:blank")
    page.goto(f"{exported}#layout=2x2&puzzle=1...............")
    page.locator(".player").wait_for()
    assert page.get_by_role("button", name="Open elsewhere").count() == 0


def test_a_link_without_a_puzzle_says_so(open_page: Opener, exported: str) -> None:
    page = open_page(exported)
    for fragment in ("#nonsense", "#layout=99x99&puzzle=12", "#layout=AB/CD%2B..&puzzle=1...", "#%"):
        page.goto("about:blank")
        page.goto(exported + fragment)
        assert "does not contain a puzzle" in page.get_by_role("status").inner_text()
        assert page.get_by_role("gridcell").count() == 81


def test_on_a_phone_the_board_fills_the_width_and_thumbs_reach_the_keys(open_page: Opener, exported: str) -> None:
    page = open_page(exported, **PHONE)
    board = page.locator(".board").bounding_box()
    assert board["width"] >= 380
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    keys = [key.bounding_box() for key in page.locator(".key, .actions button").all()]
    assert all(key["height"] >= 48 and key["width"] >= 36 and key["y"] + key["height"] < 844 for key in keys)
    cell(page, 1, 1).tap()
    page.locator(".key").nth(3).tap()
    assert cell(page, 1, 1).inner_text() == "4"


def test_a_large_board_is_enlarged_on_a_narrow_phone_and_a_finger_finds_its_cells(
    open_page: Opener, tmp_path: Path
) -> None:
    puzzle = api.generate(layout="4x4", seed=1).puzzle
    address = on(puzzle.layout.spec, tmp_path, puzzle.line)
    page = open_page(address, **PHONE | {"viewport": {"width": 360, "height": 740}})
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


def test_nothing_keeps_people_out(open_page: Opener, exported: str) -> None:
    page = open_page(exported)
    press(page, "Control+Home", "4", "ArrowUp", "Shift+Digit5", "?", "?")
    for theme in ("light", "dark", "contrast"):
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Colours", exact=False).first.select_option(theme)
        assert seriously_inaccessible(page, "dialog") == []
        press(page, "Escape")
        assert seriously_inaccessible(page) == []


def test_paper_shows_the_board_and_its_rating_alone(open_page: Opener, exported: str) -> None:
    page = open_page(exported)
    page.emulate_media(media="print")
    assert page.locator(".board").is_visible()
    assert page.get_by_text("17 steps").is_visible()
    assert not page.locator(".controls, .bar, .below").first.is_visible()
