"""Measure what a key costs in the studio with 10,000 puzzles in the results; print a table.

Usage: PYTHONPATH=. python scripts/measure_pages.py [phone]

Values are milliseconds of the page's main thread (processor time of scripts, and of layout and style) from a key until
the second frame after it: the median, and the largest in brackets. `phone` is a window of 390×844 and a processor that
Chromium slows down to a quarter.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from tests.web.browsing import DESK, PHONE, chromium
from tests.web.running import studio
from tests.web.test_storing import open_project

PUZZLES = 10_000
FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
PAUSE = 900
"""Milliseconds between keys, so that what a key starts later is not counted with the next one"""


def main() -> None:
    phone = "phone" in sys.argv[1:]
    with studio() as server, chromium() as browser, tempfile.TemporaryDirectory() as folder:
        page = browser.new_context(**(PHONE if phone else DESK)).new_page()
        page.set_default_timeout(120_000)
        page.goto(server.address)
        page.locator(".workshop").wait_for()
        open_project(page, Path(folder), PUZZLES)
        page.locator(".result").first.wait_for()
        page.wait_for_timeout(3_000)
        print("| key | scripts | layout and style |\n|---|---|---|")
        for name, keys in actions(page):
            row = measured(page, keys, slow=4 if phone else 1)
            print(f"| {name} | {' | '.join(map(summary, row))} |", flush=True)


def actions(page: Any) -> list[tuple[str, Sequence[Callable[[], Any]]]]:
    """Return what is measured: a name, and what is pressed."""
    cell = page.get_by_role("gridcell").first
    number = page.get_by_label("Puzzles", exact=True)
    find = page.get_by_role("searchbox", name="Find", exact=True)
    cards = page.locator(".result input[type=checkbox]")

    def press(element: Any, keys: str) -> list[Callable[[], Any]]:
        return [lambda key=key: element.press(key) for key in keys]  # type: ignore[misc]

    return [
        ("a digit on the board", press(cell, "123456")),
        ("a digit in a number field", press(number, "1234")),
        ("choosing a card", [lambda place=place: cards.nth(place).click() for place in range(4)]),  # type: ignore[misc]
        ("a letter in the search field", press(find, "beginner")),
    ]


def measured(page: Any, keys: Sequence[Callable[[], Any]], slow: int) -> list[list[float]]:
    """Return the times of scripts, and of layout and style, for each key."""
    protocol = page.context.new_cdp_session(page)
    protocol.send("Performance.enable", {"timeDomain": "threadTicks"})
    protocol.send("Emulation.setCPUThrottlingRate", {"rate": slow})
    times: list[list[float]] = [[], []]
    for key in keys:
        before = metrics(protocol)
        key()
        page.evaluate(FRAMES)
        after = metrics(protocol)
        for kept, start, end in zip(times, before, after, strict=True):
            kept.append(1000 * (end - start))
        page.wait_for_timeout(PAUSE)
    return times


def metrics(protocol: Any) -> tuple[float, float]:
    """Return the seconds that the page has spent with scripts, and with layout and style."""
    values = {one["name"]: one["value"] for one in protocol.send("Performance.getMetrics")["metrics"]}
    return values["ScriptDuration"], values["LayoutDuration"] + values["RecalcStyleDuration"]


def summary(times: Sequence[float]) -> str:
    return f"{median(times):.1f} ({max(times):.1f})"


if __name__ == "__main__":
    main()
