"""A Chromium for the tests of pages, watched for errors and requests, and helpers that play a game in it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

import pytest

from cpgen import api
from cpgen.notation import line
from cpgen.puzzle import Puzzle

NAMES = "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"
"""Names of Chromium's program; the first has no windows and is a tenth faster"""
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
NEEDLESS = [
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),  # pages behind the address bar
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "MediaRouter"),
    *("NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "ThirdPartyStoragePartitioning"),
    "SpareRendererForSitePerProcess",  # a process in reserve for the next page
]
"""Features that cost time, and those in Playwright's own list, which this one replaces"""
SWITCHES = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(NEEDLESS)}",
]
DESK: dict[str, Any] = {"viewport": {"width": 1200, "height": 860}, "reduced_motion": "reduce"}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
REFUSED = "the server responded with a status of 4"
"""Chromium's own message about a refused request; the page shows a sentence of its own"""
WING = ".38..7.2..915..87..72...5.3214..5.3.386719245759.4.168165.7438.823.5....947..865."
"""A puzzle with many clues that needs an XY-Wing besides the paper's rules"""
PATIENCE = 180
"""Seconds until a test gives up waiting for a page, which a busy machine does not need"""
SERIOUS = ("serious", "critical")
COLOURS = {"runOnly": ["color-contrast"]}
"""Options of axe-core for the only check that depends on the theme"""

Opener = Callable[..., Any]
"""A function that opens an address in a new context with Playwright's options, and returns the page"""


@contextmanager
def chromium() -> Iterator[Any]:
    """Yield a browser, or skip the tests with the reason if there is none."""
    if CHROMIUM is None:
        pytest.skip("There is no Chromium: apt-get install chromium-headless-shell")
    api = pytest.importorskip("playwright.sync_api", reason="There is no Playwright: pip install -e . --group test")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        yield browser
        browser.close()


SHOWN = "document.body?.innerText"
PAINTED = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Waits until a page is drawn: Chromium may drop keys before that, on a busy machine"""


@contextmanager
def opener(browser: Any, own: tuple[str, ...] = ("file:", "data:")) -> Iterator[Opener]:
    """Yield a function that opens pages; at the end none may have reported an error or requested a foreign address."""
    contexts: list[Any] = []
    complaints: list[str] = []
    asked: list[str] = []

    def open_page(address: str, **options: Any) -> Any:
        context = browser.new_context(**DESK | options)
        context.set_default_timeout(PATIENCE * 1000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: complaints.append(f"{said.type}: {said.text}"))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(address)
        page.evaluate(PAINTED)
        return page

    yield open_page
    for context in contexts:
        for page in context.pages:
            print(f"At the end {page.url} shows:\n{page.evaluate(SHOWN)}")  # shown by pytest if the test fails
        context.close()
    assert [said for said in complaints if REFUSED not in said] == []
    assert [url for url in asked if not url.startswith(own)] == []


def press(page: Any, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def wait_until(page: Any, holds: Callable[[], bool]) -> None:
    """Wait for a condition that Python checks, for a limited time; the page goes on meanwhile."""
    late = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < late, "It took too long."
        page.wait_for_timeout(20)


def come_back(page: Any, is_as_left: Callable[[], bool]) -> None:
    """Reload a page until its state is restored; a busy browser may save what a page writes a moment later."""
    for _ in range(50):
        page.reload()
        if is_as_left():
            return
    raise AssertionError("The state of the page is not restored.")


def solve_by_keyboard(page: Any, puzzle: Puzzle) -> None:
    """Type the solution row by row, moving by arrow keys only; the cursor wraps around at the edges."""
    solution, n = line(api.only_solution(puzzle)), puzzle.layout.size
    press(page, "Control+Home")
    for row in range(n):
        for column in range(n):
            if not puzzle.clues[row * n + column]:
                press(page, solution[row * n + column])
            press(page, "ArrowRight")
        press(page, "ArrowDown")


def seriously_inaccessible(page: Any, part: str | None = None, **options: Any) -> list[str]:
    """Return the serious findings of axe-core, with their elements, in a page or a part of it."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page, part, {"resultTypes": ["violations"]} | options).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found if one["impact"] in SERIOUS]


def seriously_inaccessible_in_a_theme(page: Any) -> list[tuple[str, list[str]]]:
    """Return serious findings by theme, in the page and its settings; after the first theme, colours only."""
    found = []
    for theme, options in (("light", {}), ("dark", COLOURS), ("contrast", COLOURS)):
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("combobox", name="Colours", exact=True).select_option(theme)
        there = seriously_inaccessible(page, "dialog", **options)
        press(page, "Escape")
        found.append((theme, there + seriously_inaccessible(page, **options)))
    return [one for one in found if one[1]]
