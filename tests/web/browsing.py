"""A real Chromium for the tests of pages, watched for errors and requests, and how a game is played in it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from cpgen import api
from cpgen.notation import line
from cpgen.puzzle import Puzzle

NAMES = "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"
"""What Chromium is called; the first makes no windows, which is a tenth less work"""
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
NEEDLESS = [
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),  # pages behind the address bar, built anew with each window
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "MediaRouter"),
    *("NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "ThirdPartyStoragePartitioning"),
    "SpareRendererForSitePerProcess",  # a process that waits for the next page, which each test closes with its window
]
"""Features that cost time, or that Playwright leaves out by a list of its own, which this one replaces"""
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
"""What Chromium itself says of every refusal, which the page then tells in words"""
WING = ".38..7.2..915..87..72...5.3214..5.3.386719245759.4.168165.7438.823.5....947..865."
"""A puzzle of many clues that needs an XY-Wing beside the paper's rules"""
SERIOUS = ("serious", "critical")
COLOURS = {"runOnly": ["color-contrast"]}
"""All that differs from theme to theme, for axe-core"""

Opener = Callable[..., Any]
"""Opens an address in a browser of its own, with Playwright's options of a context, and gives the page"""


@contextmanager
def chromium() -> Iterator[Any]:
    """The browser; the tests are skipped, with the reason, where it is missing."""
    if CHROMIUM is None:
        pytest.skip("There is no Chromium: apt-get install chromium-headless-shell")
    api = pytest.importorskip("playwright.sync_api", reason="There is no Playwright: pip install -e '.[test]'")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        yield browser
        browser.close()


SHOWN = "document.body?.innerText"
PAINTED = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Waits until a page is drawn: Chromium may drop keys before that, on a busy machine"""


@contextmanager
def opener(browser: Any, own: tuple[str, ...] = ("file:", "data:")) -> Iterator[Opener]:
    """Opens pages; at the end none may have complained or asked for anything that is not its own."""
    contexts: list[Any] = []
    complaints: list[str] = []
    asked: list[str] = []

    def open_page(address: str, **options: Any) -> Any:
        context = browser.new_context(**DESK | options)
        context.set_default_timeout(300_000)
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
            print(f"At the end {page.url} shows:\n{page.evaluate(SHOWN)}")  # pytest tells it of a test that fails
        context.close()
    assert [said for said in complaints if REFUSED not in said] == []
    assert [url for url in asked if not url.startswith(own)] == []


def press(page: Any, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def come_back(page: Any, is_as_left: Callable[[], bool]) -> None:
    """Reloads a page until it is as it was left: a browser short of time keeps what a page writes a moment later."""
    for _ in range(50):
        page.reload()
        if is_as_left():
            return
    raise AssertionError("However often it is reloaded, the page is not as it was left.")


def solve_by_keyboard(page: Any, puzzle: Puzzle) -> None:
    """Types the solution row by row, moving with the arrows alone; the cursor goes around the board's edges."""
    solution, n = line(api.only_solution(puzzle)), puzzle.layout.size
    press(page, "Control+Home")
    for row in range(n):
        for column in range(n):
            if not puzzle.clues[row * n + column]:
                press(page, solution[row * n + column])
            press(page, "ArrowRight")
        press(page, "ArrowDown")


def seriously_inaccessible(page: Any, part: str | None = None, **options: Any) -> list[str]:
    """What axe-core finds that keeps people out, told with where it is: in the page, or in a part of it alone."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page, part, {"resultTypes": ["violations"]} | options).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found if one["impact"] in SERIOUS]


def seriously_inaccessible_in_a_theme(page: Any) -> list[tuple[str, list[str]]]:
    """The themes whose page or settings keep people out; after the first, only their colours are looked at."""
    found = []
    for theme, options in (("light", {}), ("dark", COLOURS), ("contrast", COLOURS)):
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("combobox", name="Colours", exact=True).select_option(theme)
        there = seriously_inaccessible(page, "dialog", **options)
        press(page, "Escape")
        found.append((theme, there + seriously_inaccessible(page, **options)))
    return [one for one in found if one[1]]
