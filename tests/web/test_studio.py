"""The studio with its server, from a drawn pattern to a solved puzzle."""

from __future__ import annotations

from pathlib import Path

from cpgen import api
from cpgen.formats import read as read_entries
from cpgen.notation import line
from cpgen.puzzle import Puzzle
from tests.cli.running import LEFT, RIGHT
from tests.web.browsing import (
    PHONE,
    WING,
    Opener,
    press,
    seriously_inaccessible,
    seriously_inaccessible_in_a_theme,
    solve_by_keyboard,
)
from tests.web.studio_page import cell, choose_board, kept, make, read_in, show_sheet

NARROW = 360
"""Pixels of the width of a small phone"""


def test_puzzles_on_a_drawn_pattern_are_played_to_the_end(open_studio: Opener) -> None:
    page = open_studio()
    choose_board(page, "2x2", 16)
    for row, column in ((1, 2), (2, 1), (2, 4)):
        cell(page, row, column).click()
    assert page.get_by_text("6 clues").is_visible()
    assert "column 3, clue" in cell(page, 4, 3).get_attribute("aria-label")
    page.get_by_text("Any", exact=True).click()
    page.get_by_text("This combination looks possible.").wait_for()
    make(page, 2)
    made = kept(page)
    assert len(made) == page.locator(".result svg.thumb").count() == 2
    assert all([k for k, symbol in enumerate(one["puzzle"]) if symbol != "."] == [1, 4, 7, 8, 11, 14] for one in made)
    page.get_by_role("button", name="Play").first.click()
    page.locator(".player").wait_for()
    solve_by_keyboard(page, Puzzle.parse(made[0]["puzzle"]))
    assert page.get_by_text("Well done!").is_visible()
    page.get_by_role("button", name="Next puzzle").click()
    page.get_by_role("button", name="Studio").click()
    assert page.locator(".result").count() == 2
    assert "✓ solved in" in page.locator(".result").first.inner_text()
    assert "solved" not in page.locator(".result").last.inner_text()


def test_a_pattern_is_drawn_with_fixed_and_consecutive_digits(open_studio: Opener) -> None:
    page = open_studio()
    choose_board(page, "2x2", 16)
    cell(page, 1, 1).focus()
    press(page, "Space", "ArrowRight", "3")
    assert "clue, fixed 3" in cell(page, 1, 2).get_attribute("aria-label")
    assert page.get_by_text("4 clues").is_visible()
    start, end = cell(page, 2, 1).bounding_box(), cell(page, 2, 4).bounding_box()
    page.mouse.move(start["x"] + 30, start["y"] + 30)
    page.mouse.down()
    page.mouse.move(end["x"] + 30, end["y"] + 30, steps=10)
    page.mouse.up()
    assert page.get_by_text("12 clues").is_visible()
    page.get_by_label("Symmetry").select_option("none")
    press(page, "Tab")
    cell(page, 1, 1).click()
    assert page.get_by_text("11 clues").is_visible()
    page.get_by_role("button", name="Clear", exact=True).click()
    assert page.get_by_text("Random pattern for every puzzle").is_visible()

    page.get_by_label("Symmetry").select_option("rot180")
    page.get_by_label("Presets").select_option("4x4-ring")
    page.get_by_role("button", name="Find lines").click()
    page.get_by_label("Consecutive digits").select_option("shape 1")
    points = page.locator(".frame polyline.run").get_attribute("points")
    assert points.split() == ["1.5,0.5", "0.5,1.5", "0.5,2.5"]
    page.get_by_text("Any", exact=True).click()
    make(page, 1)
    (made,) = kept(page)
    assert "".join(made["puzzle"][k] for k in (1, 4, 8)) in ("123", "321", "234", "432")
    page.get_by_label("Symmetry").select_option("none")
    cell(page, 1, 1).click()
    assert page.locator(".frame polyline.run").count() == 0
    assert page.get_by_label("Consecutive digits").input_value() == ""
    assert page.get_by_role("button", name="Find lines").is_visible()


def test_requests_are_judged_first_and_exact_targets_are_met(open_studio: Opener) -> None:
    page = open_studio()
    cell(page, 1, 2).click()
    page.get_by_text("needs 17 or more").wait_for()
    page.locator("button[aria-disabled=true]", has_text="Generate").dispatch_event("click")
    page.locator(".message-line", has_text="needs 17 or more").wait_for()
    assert page.locator(".jobs li").count() == 0
    page.get_by_label("Presets").select_option("x")
    page.get_by_text("Beginner", exact=True).click()
    page.locator(
        ".verdict[data-kind=warn]", has_text="Puzzles for the target (grade Beginner) are rare on this pattern"
    ).wait_for()
    work = page.get_by_role("list", name="Predicted work").get_by_role("meter")
    assert work.count() == 4
    assert work.first.get_attribute("aria-label") == "Beginner: rare"
    assert seriously_inaccessible(page, "#board") == []

    page.get_by_label("Presets").select_option("kamio-a")
    page.get_by_text("Any", exact=True).click()
    page.get_by_text("Fine-tune").click()
    page.get_by_label("Level", exact=True).fill("..3")
    press(page, "Tab")
    page.get_by_text("Rating scale and techniques").click()
    page.get_by_label("Role in the solution").select_option("needs")
    page.get_by_text("Rating scale and techniques").locator("..").get_by_label("Technique").select_option("x-wing")
    page.get_by_text("A puzzle that needs x-wing has level").wait_for()
    page.get_by_role("button", name="Required: X-Wing").click()
    page.get_by_label("Role in the solution").select_option("without")
    page.get_by_text("Rating scale and techniques").locator("..").get_by_label("Technique").select_option("x-wing")
    page.get_by_text("This combination looks possible.").wait_for()
    make(page, 1)
    assert kept(page)[0]["level"] <= 3


def test_impossibility_is_drawn_and_wrong_regions_are_refused(
    open_studio: Opener,
) -> None:
    page = open_studio()
    choose_board(page, "2x2", 16)
    page.get_by_label("Symmetry").select_option("none")
    for row, column in ((1, 1), (1, 3), (2, 2), (2, 4)):
        cell(page, row, column).click()
    page.get_by_text("rows 3 and 4 can change places").wait_for()
    moving = [one.get_attribute("aria-label") for one in page.locator(".cell.moving").all()]
    assert moving == [f"Row {row}, column {column}, no clue, can move" for row in (3, 4) for column in (1, 2, 3, 4)]
    assert page.get_by_role("list", name="Predicted work").count() == 0
    cell(page, 3, 1).click()
    page.locator(".cell.moving").first.wait_for(state="hidden")

    page.get_by_role("button", name="Draw regions").click()
    page.get_by_role("button", name="Region 2, 4 of 4 cells").click()
    cell(page, 1, 2).click()
    page.get_by_role("button", name="Use this board").click()
    page.get_by_text("has 3 cells; each of the 4 regions needs 4").wait_for()
    page.get_by_role("button", name="Region 1, 3 of 4 cells").click()
    cell(page, 1, 2).click()
    page.get_by_role("button", name="Region 3, 4 of 4 cells").click()
    cell(page, 2, 1).click()
    page.get_by_role("button", name="Region 1, 3 of 4 cells").click()
    cell(page, 3, 1).click()
    page.get_by_role("button", name="Use this board").click()
    page.get_by_text("is in pieces").wait_for()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Random pentominoes").click()
    page.get_by_role("gridcell").nth(24).wait_for()
    assert page.get_by_role("gridcell").count() == 25


def test_puzzles_are_read_explained_saved_and_shared(
    open_studio: Opener,
) -> None:
    page = open_studio()
    page.get_by_text("For HoDoKu nearly all of these puzzles are easy").wait_for()
    read_in(page, RIGHT)
    assert "HoDoKu: Easy" in page.locator(".result").inner_text()
    page.get_by_role("button", name="Explain").click()
    page.get_by_text("Round 1 of 17").wait_for()
    assert "HoDoKu: Easy" in page.locator(".about").inner_text()
    page.get_by_role("button", name="Next round").click()
    assert page.get_by_text("Round 2 of 17").is_visible()
    assert page.locator(".words li").count() > 0
    page.get_by_role("button", name="Studio").click()
    page.get_by_role("button", name="Export …").click()
    page.get_by_label("Format").select_option("line")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save").click()
    assert Path(saved.value.path()).read_text().startswith(RIGHT)
    page.get_by_role("button", name="Booklet …").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save").click()
    assert Path(saved.value.path()).read_bytes().startswith(b"%PDF")

    page.get_by_role("button", name="Play").click()
    page.locator(".player").wait_for()
    page.get_by_role("button", name="Share link").click()
    page.get_by_role("dialog").get_by_role("textbox").nth(2).wait_for()
    links = [one.input_value() for one in page.get_by_role("dialog").get_by_role("textbox").all()]
    assert all(link.startswith("https://") and "127.0.0.1" not in link for link in links)
    assert [one.puzzle.line for link in links for one in read_entries(link)] == [RIGHT] * len(links)
    press(page, "Escape")
    assert page.get_by_role("button", name="Share link").evaluate("one => one === document.activeElement")
    page.goto(page.url.partition("#")[0] + "#layout=3x3&puzzle=12")
    page.get_by_text("The link does not contain a valid puzzle").wait_for()
    assert page.locator(".result").is_visible()


def test_booklets_are_looked_at_and_pictures_saved(open_studio: Opener) -> None:
    page = open_studio()
    read_in(page, RIGHT)
    dialog = page.get_by_role("dialog")

    def saved() -> tuple[str, bytes]:
        with page.expect_download() as file:
            dialog.get_by_role("button", name="Save").click()
        return file.value.suggested_filename, Path(file.value.path()).read_bytes()[:4]

    page.get_by_role("button", name="Booklet …").click()
    dialog.get_by_role("img", name="Page 1 of 2").wait_for()
    dialog.get_by_role("button", name="Next pages").click()
    dialog.get_by_role("img", name="Page 2 of 2").wait_for()
    assert dialog.get_by_role("img").count() == 1
    assert dialog.get_by_role("button", name="Next pages").is_disabled()
    dialog.get_by_label("Hints at the end").check()
    dialog.get_by_text("Pages 2 and 3 of 3").wait_for()
    assert dialog.get_by_role("img").first.evaluate("one => one.naturalWidth") == 1000
    assert seriously_inaccessible(page, "dialog") == []
    dialog.get_by_label("Kind").select_option("epub")
    dialog.get_by_role("img").wait_for(state="hidden")
    assert saved() == ("puzzles.epub", b"PK\x03\x04")
    read_in(page, LEFT)
    page.get_by_role("button", name="Export …").click()
    dialog.get_by_label("Format").select_option("svg")
    assert saved() == ("puzzles.zip", b"PK\x03\x04")
    page.locator(".result input").first.check()
    page.get_by_role("button", name="Export …").click()
    dialog.get_by_label("Format").select_option("png")
    assert saved() == ("puzzles.png", b"\x89PNG")
    page.get_by_role("button", name="Play").first.click()
    page.locator(".player").wait_for()
    page.get_by_role("button", name="Share link").click()
    with page.expect_download() as file:
        dialog.get_by_role("button", name="SVG").click()
    assert "<svg" in Path(file.value.path()).read_text()


def test_the_studio_speaks_japanese_and_keeps_its_results(open_studio: Opener) -> None:
    page = open_studio()
    read_in(page, RIGHT)
    page.get_by_role("button", name="日本語").click()
    assert page.get_by_role("button", name="生成する").is_visible()
    page.get_by_role("gridcell").nth(1).click()
    page.get_by_text("解が一つの9×9の問題には17個以上必要です").wait_for()
    page.get_by_text("詳細条件").click()
    page.get_by_label("レベル", exact=True).fill("3..x")
    page.get_by_text("範囲ではありません").wait_for()
    page.get_by_label("レベル", exact=True).fill("")
    page.get_by_role("button", name="開く…").click()
    page.get_by_role("dialog").get_by_label("問題", exact=True).fill("55" + "." * 79)
    page.get_by_role("button", name="追加する").click()
    page.get_by_text("1行目は問題ではありません：1行目に5が二つあります：1行1列と1行2列。").wait_for()
    press(page, "Escape")
    page.reload()
    page.get_by_role("button", name="冊子…").wait_for()
    page.get_by_role("button", name="書き出す…").click()
    formats = page.get_by_label("形式").inner_text()
    assert all(f"{name} のアドレス" in formats for name in ("SudokuPad", "Penpa+", "f-puzzles"))
    press(page, "Escape")
    page.get_by_role("button", name="遊ぶ").click()
    page.locator(".player").wait_for()
    page.get_by_role("button", name="手がかり").click()
    assert "に注目" in page.locator(".hint").inner_text()


def test_the_server_gives_hints_on_the_chosen_ladder(open_studio: Opener) -> None:
    page = open_studio()
    read_in(page, WING)
    page.get_by_role("button", name="Play").click()
    page.locator(".player").wait_for()
    wrong = next(digit for digit in "123456789" if digit != line(api.only_solution(WING))[0])
    hint = page.get_by_role("region", name="Hint")
    press(page, "Control+Home", wrong)
    with page.expect_request("**/api/hint") as asked:
        press(page, "?")
    assert asked.value.post_data_json["digits"] == wrong + WING[1:]
    hint.get_by_text("There is a mistake on the board.").wait_for()
    press(page, "Control+z")
    for _ in range(80):
        press(page, "?")
        hint.get_by_text("Look at").wait_for()
        press(page, "?")
        if "XY-Wing" in hint.inner_text():
            break
        press(page, "?")
        hint.get_by_role("button", name="Apply").click()
    press(page, "?")
    page.locator(".figure .mark-fin").nth(1).wait_for(state="attached")
    assert page.locator(".figure .mark-fin").count() == 2

    page.get_by_role("button", name="Studio").click()
    read_in(page, RIGHT)
    page.get_by_role("button", name="Play").first.click()
    page.locator(".player").wait_for()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Hint scale").select_option("hodoku")
    press(page, "Escape")
    page.locator(".is-paused").wait_for(state="detached")  # the clock stands still under the dialog
    press(page, "?")
    hint.get_by_role("button", name="Which technique?").click()
    first = api.explain(RIGHT, ladder="hodoku").rounds[0]
    hint.get_by_text(first.title).wait_for()
    hint.get_by_text(f"complexity {first.complexity}").wait_for()


def test_the_studio_is_accessible(open_studio: Opener) -> None:
    page = open_studio()
    read_in(page, RIGHT)
    cell(page, 1, 2).click()
    for summary in page.locator("summary").all():
        summary.click()
    page.get_by_text("needs 17 or more").wait_for()
    assert seriously_inaccessible_in_a_theme(page) == []
    page.get_by_role("button", name="Draw regions").click()
    assert seriously_inaccessible(page, "#board") == []
    page.get_by_role("button", name="Explain").click()
    page.locator(".explanation").wait_for()
    assert seriously_inaccessible(page) == []


def test_a_phone_shows_everything_without_scrolling_sideways(open_studio: Opener) -> None:
    page = open_studio(**PHONE | {"viewport": {"width": NARROW, "height": 740}})
    assert page.get_by_role("button", name="日本語").bounding_box()["height"] < 60
    read_in(page, RIGHT)
    page.get_by_role("button", name="Results (1)").tap()
    assert page.locator(".result").bounding_box()["y"] < 600
    assert seriously_inaccessible(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == NARROW
    cell(page, 1, 2).tap()
    assert page.get_by_text("2 clues").is_visible()
    show_sheet(page, "Board")
    page.get_by_label("Click action").select_option("fix 7")
    cell(page, 1, 2).tap()
    assert "clue, fixed 7" in cell(page, 1, 2).get_attribute("aria-label")
    assert page.get_by_text("2 clues").is_visible()
    show_sheet(page, "Results")
    for view in ("Play", "Explain"):
        page.get_by_role("button", name=view).tap()
        page.locator(".about").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") == NARROW
        page.get_by_role("button", name="Studio").tap()


def test_a_technique_is_practised_on_generated_boards(open_studio: Opener) -> None:
    page = open_studio()
    panel = page.get_by_role("region", name="Practice")
    panel.get_by_label("Technique").select_option("w-wing")
    panel.get_by_label("Exercises", exact=True).fill("2")
    panel.get_by_role("button", name="Make exercises").click()
    panel.get_by_text("Found 2 of 2.").wait_for(timeout=300_000)
    panel.get_by_role("button", name="Start").click()
    assert page.get_by_role("heading", name="Puzzle 1 · W-Wing").is_visible()
    press(page, "?", "?")
    page.get_by_role("region", name="Hint").get_by_role("button", name="Apply").click()
    page.get_by_role("button", name="Next", exact=True).click()
    assert page.get_by_role("heading", name="Puzzle 2 · W-Wing").is_visible()
    page.get_by_role("button", name="日本語").click()
    assert "を見つけてください" in page.locator(".about").inner_text()
    assert seriously_inaccessible(page) == []


def test_puzzles_are_made_on_a_ladder_with_chosen_techniques(open_studio: Opener) -> None:
    page = open_studio()
    page.get_by_text("Rating scale and techniques").click()
    ladder = page.get_by_role("combobox", name="Rating scale")
    page.get_by_text("Rating scale and techniques").locator("..").get_by_label("Technique").select_option("xy-wing")
    assert ladder.input_value() == "hodoku"
    assert page.get_by_role("radio", name="Any").is_checked()
    assert page.get_by_role("radio", name="Unfair").is_visible()
    page.get_by_label("Score").fill("10..20")
    press(page, "Tab")
    page.get_by_label("Score").fill("300..")
    press(page, "Tab")
    page.get_by_text("This combination looks possible.").wait_for()
    make(page, 1)
    (made,) = kept(page)
    assert (made["ladder"], made["score"] >= 300, "xy-wing" in made["rules"]) == ("hodoku", True, True)
    assert f"score {made['score']}" in page.locator(".result").inner_text()
    ladder.select_option("explainer")
    assert not page.get_by_label("Score", exact=True).is_visible()
    assert page.get_by_role("radio", name="Fiendish").is_visible()
