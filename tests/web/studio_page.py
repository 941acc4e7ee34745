"""Actions on the page of the studio."""

from __future__ import annotations

from typing import Any

STORED = """(method) => new Promise((done) => {
  const opening = indexedDB.open("cpgen");
  opening.onsuccess = () => {
    const asked = opening.result.transaction("puzzles").objectStore("puzzles")[method]();
    asked.onsuccess = () => done(asked.result);
    opening.result.close();
  };
})"""


def kept(page: Any) -> list[dict[str, Any]]:
    """Return the puzzles that the browser has stored, newest first."""
    return sorted(page.evaluate(STORED, "getAll"), key=lambda one: -one["added"])


def kept_count(page: Any) -> int:
    """Return the number of puzzles that the browser has stored."""
    return page.evaluate(STORED, "count")


def cell(page: Any, row: int, column: int) -> Any:
    return page.get_by_role("gridcell", name=f"Row {row}, column {column},")


def clues(page: Any) -> str:
    return page.locator(".pattern .count").inner_text()


def drag(page: Any, start: Any, end: Any) -> None:
    """Drag from one cell to another so quickly that the browser reports no point between."""
    for one, act in ((start, page.mouse.down), (end, page.mouse.up)):
        box = one.bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        act()


def choose_board(page: Any, name: str, cells: int) -> None:
    """Choose a layout and wait for its board, because the page moves until it is there."""
    page.get_by_label("Layout").select_option(name)
    page.get_by_role("gridcell").nth(cells - 1).wait_for()
    page.get_by_role("gridcell").nth(cells).wait_for(state="detached")


def make(page: Any, count: int) -> None:
    page.get_by_label("Puzzles", exact=True).fill(str(count))
    page.get_by_role("button", name="Generate").click()
    page.get_by_text(f"Found {count} of {count}.").wait_for(timeout=300_000)


def read_in(page: Any, text: str) -> None:
    before = page.locator(".result").count()
    page.get_by_role("button", name="Open …").click()
    page.get_by_role("dialog").get_by_label("Puzzles", exact=True).fill(text)
    page.get_by_role("button", name="Add to the results").click()
    page.locator(".result").nth(before).wait_for()


def show_sheet(page: Any, name: str) -> None:
    """Show a part of the workshop on a phone, where one of them at a time is below the board."""
    page.locator(".ways").get_by_role("button", name=name).click()
