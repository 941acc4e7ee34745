"""What the studio stores: each edit whole or not at all, told when it cannot be, and undone one by one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.cli.running import LEFT, RIGHT
from tests.web.browsing import Opener, wait_until
from tests.web.studio_page import cell, clues, kept, kept_count, read_in

WIDE = {"viewport": {"width": 1400, "height": 900}}
RELOAD = "() => void setTimeout(() => location.reload())"
FULL = """() => {
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (one) {
    if (this.name === "puzzles") throw new DOMException("", "QuotaExceededError");
    return put.call(this, one);
  };
}"""
"""Makes the storage refuse puzzles, as a full one does"""
BREAK = """async () => {
  console.error = () => {};
  const { options } = await import("preact");
  options.vnode = ({ type }) => {
    if (type?.name === "Thumb") throw new Error("no pictures");
  };
}"""
"""Makes the drawing of results fail"""
MANY = 10_000


def project_file(folder: Path, count: int) -> Path:
    """Return a project file with this many puzzles that need no rating."""
    digits = str.maketrans("0123456789", ".123456789")
    lines = [f"{number:05d}".translate(digits) + "123456789" * 2 + "." * 58 for number in range(count)]
    common = {"list": "tray", "layout": "3x3", "level": 1, "steps": 9, "grade": "beginner", "rules": {}}
    puzzles = [{"puzzle": puzzle, "added": added, **common} for added, puzzle in enumerate(lines)]
    path = folder / "many.cpgen.json"
    path.write_text(json.dumps({"kind": "cpgen project", "version": 1, "name": "Many", "puzzles": puzzles}))
    return path


def open_project(page: Any, folder: Path, puzzles: int) -> None:
    page.get_by_role("button", name="all projects").click()
    page.get_by_label("From a file").set_input_files(project_file(folder, puzzles))
    page.locator(".tray .count", has_text=str(puzzles)).wait_for()


def count(page: Any) -> str:
    return page.locator(".tray .count").inner_text()


def undo_in_message(page: Any) -> None:
    page.locator(".message-line").get_by_role("button", name="Undo").click()


def test_a_large_edit_is_stored_whole_before_the_page_goes(open_studio: Opener, tmp_path: Path) -> None:
    page = open_studio(**WIDE)
    open_project(page, tmp_path, MANY)
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.get_by_label("Select all").check()
    page.get_by_role("button", name="Remove", exact=True).click()
    page.get_by_text("10000 puzzles removed.").wait_for()
    undo_in_message(page)
    page.locator(".tray .count", has_text=str(MANY)).wait_for()
    page.evaluate(RELOAD)
    wait_until(page, lambda: bool(asked) or kept_count(page) == MANY)
    assert asked == ["beforeunload"]
    wait_until(page, lambda: kept_count(page) == MANY)
    page.reload()
    page.locator(".tray .count", has_text=str(MANY)).wait_for()
    assert asked == ["beforeunload"]


def test_a_full_storage_is_told_until_there_is_room(open_studio: Opener, tmp_path: Path) -> None:
    page = open_studio(**WIDE)
    page.locator(".workshop").wait_for()
    page.evaluate(FULL)
    open_project(page, tmp_path, 100)
    page.get_by_text("The browser's storage is full").wait_for()
    with page.expect_download() as saved:
        page.locator(".message-line").get_by_role("button", name="Save Many as a file").click()
    assert len(json.loads(Path(saved.value.path()).read_text())["puzzles"]) == 100
    asked: list[str] = []
    page.on("dialog", lambda dialog: (dialog.accept() if asked else dialog.dismiss(), asked.append(dialog.type)))
    page.evaluate(RELOAD)
    wait_until(page, lambda: bool(asked))
    cell(page, 1, 1).click()
    page.get_by_label("Select all").check()
    page.get_by_role("button", name="Remove", exact=True).click()
    page.get_by_text("storage is full").wait_for(state="detached")
    page.reload()
    page.get_by_role("button", name="Many: all projects").wait_for()
    assert clues(page) == "2 clues"


def test_the_undo_of_a_message_takes_back_its_own_edit(open_studio: Opener) -> None:
    page = open_studio(**WIDE)
    read_in(page, RIGHT)
    page.get_by_label("Select all").check()
    page.get_by_role("button", name="Remove", exact=True).click()
    page.get_by_text("1 puzzle removed.").wait_for()
    cell(page, 1, 1).click()
    undo_in_message(page)
    page.locator(".result").wait_for()
    assert clues(page) == "2 clues"


def test_puzzles_that_a_filter_hides_are_not_removed(open_studio: Opener) -> None:
    page = open_studio(**WIDE)
    read_in(page, f"{RIGHT}\n{LEFT}")
    page.get_by_label("Select all").check()
    page.get_by_role("searchbox", name="Find", exact=True).fill(LEFT)
    page.locator(".result").nth(1).wait_for(state="detached")
    page.get_by_label("1 selected").wait_for()
    page.get_by_role("button", name="Remove", exact=True).click()
    page.get_by_text("1 puzzle removed.").wait_for()
    page.get_by_role("searchbox", name="Find", exact=True).fill("")
    page.locator(".result").wait_for()
    assert [one["puzzle"] for one in kept(page)] == [RIGHT]


def test_undo_leaves_what_another_tab_did(open_studio: Opener) -> None:
    one = open_studio(**WIDE)
    one.get_by_label("Symmetry").select_option("none")
    other = one.context.new_page()
    other.goto(one.url)
    cell(one, 1, 1).click()
    other.get_by_text("1 clue", exact=True).wait_for()
    cell(other, 2, 2).click()
    one.get_by_text("2 clues", exact=True).wait_for()
    one.get_by_role("button", name="Undo").click()
    for page in (one, other):
        page.get_by_text("1 clue", exact=True).wait_for()
        assert "empty" not in cell(page, 2, 2).get_attribute("aria-label")
    other.get_by_role("radio", name="Advanced").check(force=True)
    one.get_by_role("radio", name="Advanced", checked=True).wait_for()
    one.get_by_role("button", name="Undo").click()
    assert one.get_by_label("Symmetry").input_value() == "rot180"
    assert one.get_by_role("radio", name="Advanced").is_checked()


def test_the_page_asks_before_it_leaves_puzzles_unread(open_studio: Opener) -> None:
    page = open_studio(**WIDE)
    held: list[Any] = []
    page.route("**/api/rate", lambda route: held.append(route))  # noqa: PLW0108 - append has no signature
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.get_by_role("button", name="Open …").click()
    page.get_by_role("dialog").get_by_label("Puzzles", exact=True).fill(RIGHT)
    page.get_by_role("button", name="Add to the results").click()
    page.get_by_role("button", name="Working …").wait_for()
    page.evaluate(RELOAD)
    wait_until(page, lambda: bool(asked and held))
    assert asked == ["beforeunload"]
    held[0].continue_()
    page.locator(".result").wait_for()


def test_a_page_that_cannot_be_drawn_saves_the_project(open_studio: Opener, tmp_path: Path) -> None:
    page = open_studio(**WIDE)
    page.locator(".workshop").wait_for()
    page.evaluate(BREAK)
    page.get_by_role("button", name="all projects").click()
    page.get_by_label("From a file").set_input_files(project_file(tmp_path, 5))
    page.get_by_text("This project cannot be displayed (no pictures).").wait_for()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save Many as a file").click()
    assert len(json.loads(Path(saved.value.path()).read_text())["puzzles"]) == 5
    page.get_by_role("button", name="New project").click()
    page.get_by_role("button", name="Generate").wait_for()
    assert page.get_by_text("cannot be displayed").count() == 0
