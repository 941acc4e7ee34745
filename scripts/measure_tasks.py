"""Measure five tasks of makers and solvers in the studio: how many clicks and keys each takes, and how long.

Usage: PYTHONPATH=. python scripts/measure_tasks.py [TASK …]

Each task is done in Chromium, in a new window of a new server, as quickly as the page answers. A drag is one click.
Seconds are on this machine's clock: they include what the server computes, and nothing of what a person thinks.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any

from cpgen import api
from cpgen.formats import Entry, Writer, format_named
from cpgen.layout import Layout
from cpgen.notation import line
from cpgen.puzzle import Puzzle
from tests.web.browsing import DESK, PAINTED, PHONE, chromium
from tests.web.running import studio

PATIENCE = 180_000
"""Milliseconds until a task is given up"""
Point = tuple[float, float]
CLUES = ".82...53.5..1.3..71...4...99.......22..9.1..4.1..8..5...3...4.....5.6.......7...."
EMPTY = "." * 36
KILLER = (
    "2x3+cage 2: r1c1+cage 15: r1c2 r2c1 r2c2 r3c1+cage 15: r1c3 r1c4 r1c5 r2c4+cage 10: r1c6 r2c5 r2c6"
    "+cage 9: r3c5 r4c5 r5c5+cage 11: r3c6 r4c6+cage 4: r4c1+cage 6: r6c1+cage 12: r4c2 r5c1 r5c2 r6c2"
    "+cage 13: r2c3 r3c2 r3c3 r3c4+cage 9: r4c3 r4c4+cage 9: r5c6 r6c5 r6c6+cage 3: r5c3 r5c4+cage 8: r6c3 r6c4"
)


class Person:
    """A person at a page, whose clicks and keys are counted."""

    def __init__(self, page: Any, n: int = 9) -> None:
        self.page, self.n = page, n
        self.clicks = self.keys = 0

    def click(self, what: Any) -> None:
        what.click()
        self.clicks += 1

    def button(self, name: str, **options: Any) -> None:
        self.click(self.page.get_by_role("button", name=name, **options).first)

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)
        self.keys += len(text)

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.keys += 1

    def paste(self, field: Any, text: str) -> None:
        field.fill(text)
        self.clicks += 1
        self.keys += 1

    def drag(self, *points: Point) -> None:
        box = self.page.locator(".pattern .cells").bounding_box()
        mouse = self.page.mouse
        places = [(box["x"] + x * box["width"] / self.n, box["y"] + y * box["height"] / self.n) for y, x in points]
        mouse.move(*places[0])
        mouse.down()
        for place in places[1:]:
            mouse.move(*place)
        mouse.up()
        self.clicks += 1


def ten_puzzles_and_a_booklet(me: Person) -> None:
    """Pattern, ten puzzles, booklet."""
    me.click(me.page.locator(".starts").get_by_role("button", name="Heart"))
    number = me.page.get_by_label("Puzzles", exact=True)
    me.click(number)
    number.press("Control+a")
    me.type("10")
    me.button("Generate")
    me.page.get_by_text("Found 10 of 10.").wait_for()
    me.button("Booklet")
    with me.page.expect_download():
        me.button("Save", exact=True)


def a_drawing_to_a_link(me: Person) -> None:
    """Three thermometers and four cages, a puzzle of a chosen grade, a link to SudokuPad."""
    me.press("t")
    me.page.locator(".frame.drawn-on").wait_for()
    for column in (1.5, 4.5, 7.5):
        me.drag((2.5, column), (3.5, column), (4.5, column))
    me.page.locator(".drawn li").nth(2).wait_for()
    me.press("c")
    me.page.locator(".rail [aria-pressed=true]", has_text="Killer cage").first.wait_for()
    for row, column in ((0.5, 0.5), (0.5, 6.5), (8.5, 0.5), (8.5, 6.5)):
        me.drag((row, column), (row, column + 1), (row, column + 2))
    me.page.locator(".drawn li").nth(6).wait_for()
    me.click(me.page.locator("label.grade:not(.unlikely)").first)
    number = me.page.get_by_label("Puzzles", exact=True)
    me.click(number)
    number.press("Control+a")
    me.type("1")
    me.button("Generate")
    me.page.locator(".result").first.wait_for()
    me.button("Play", exact=True)
    me.page.locator(".player").wait_for()
    me.button("Share")
    me.page.get_by_label("SudokuPad", exact=True).wait_for()
    me.click(me.page.get_by_role("dialog").get_by_role("button", name="SudokuPad"))


def a_public_link(me: Person) -> None:
    """A public link, its verdict, a game, a hint."""
    me.button("Open …")
    me.paste(me.page.get_by_role("dialog").get_by_label("Puzzles", exact=True), address())
    me.button("Add to the results")
    me.button("on the board")
    me.page.locator(".status .verdict[data-kind=good]").wait_for()
    me.button("Play", exact=True)
    me.page.locator(".player").wait_for()
    me.press("?")
    me.page.locator(".hint").wait_for()


def an_own_rule(me: Person) -> None:
    """A rule of one's own, a puzzle with it."""
    me.click(me.page.get_by_text("Own rule", exact=True))
    me.paste(me.page.get_by_role("textbox", name="Expression"), "abs(a - b) >= 4")
    me.button("Draw it")
    me.drag((4.5, 0.5), (4.5, 1.5), (4.5, 2.5))
    me.drag((0.5, 4.5), (1.5, 4.5), (2.5, 4.5))
    me.page.locator(".drawn li").nth(1).wait_for()
    me.click(me.page.locator("label.grade:not(.unlikely)").first)
    me.button("Generate")
    me.page.locator(".result").first.wait_for()


def a_killer_on_a_phone(me: Person) -> None:
    """A killer on a phone, solved to the end."""
    solution = line(api.only_solution(Puzzle.parse(EMPTY, Layout.parse(KILLER))))
    cells, keys = me.page.locator(".player .cell"), me.page.locator(".keypad .key")
    for cell, digit in enumerate(solution):
        me.click(cells.nth(cell))
        me.click(keys.nth(int(digit) - 1))
    me.page.locator(".done").wait_for()


def address() -> str:
    """Return a link as f-puzzles writes it."""
    writer = Writer(format_named("fpuzzles"))
    return writer.add(Entry(Puzzle.parse(CLUES), title="Heart", author="Somebody")) + writer.end()


TASKS: dict[str, tuple[Callable[[Person], None], dict[str, Any], str]] = {
    "pattern": (ten_puzzles_and_a_booklet, DESK, ""),
    "drawing": (a_drawing_to_a_link, DESK, ""),
    "link": (a_public_link, DESK, ""),
    "rule": (an_own_rule, DESK, ""),
    "phone": (a_killer_on_a_phone, PHONE, f"#layout={KILLER.replace('+', '%2B')}&puzzle={EMPTY}"),
}


def main() -> None:
    print("| task | clicks | keys | seconds |\n|---|---|---|---|")
    for name in sys.argv[1:] or TASKS:
        do, options, fragment = TASKS[name]
        with studio() as server, chromium() as browser:
            page = browser.new_context(locale="en", **options).new_page()
            page.set_default_timeout(PATIENCE)
            page.goto(server.address + fragment)
            page.locator(".board .cell").first.wait_for()
            page.evaluate(PAINTED)
            me = Person(page)
            start = perf_counter()
            do(me)
            print(f"| {do.__doc__.rstrip('.')} | {me.clicks} | {me.keys} | {perf_counter() - start:.1f} |", flush=True)


if __name__ == "__main__":
    main()
