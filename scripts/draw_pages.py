"""Takes the pictures of the studio and the player in docs/: it uses them in Chromium as a person would.

Names of pictures as arguments take only these. It needs Chromium and the packages of `pip install -e . --group test`.
Pictures are PNG files with a palette, and a film is a GIF.
"""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

DOCS = Path(__file__).resolve().parent.parent / "docs"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome"))), None)
COLOURS = 64
PATIENCE = 60_000
"""Time limit in milliseconds for an answer of the page"""
DESK: dict[str, Any] = {"viewport": {"width": 1400, "height": 900}, "reduced_motion": "reduce"}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
}
HEART = ".82...53.5..1.3..71...4...99.......22..9.1..4.1..8..5...3...4.....5.6.......7...."
"""The clues of an expert puzzle on the pattern of a heart"""
PARTLY = (
    *((1, 8, 4), (2, 1, 2), (2, 4, 5), (2, 6, 1), (2, 9, 9), (3, 1, 1), (3, 5, 2), (3, 9, 3), (4, 1, 3), (4, 9, 1)),
    *((5, 1, 5), (5, 4, 3), (5, 6, 7), (5, 9, 6), (6, 2, 1), (6, 5, 5), (6, 8, 8), (7, 3, 6), (7, 7, 9), (8, 4, 1)),
)
"""Digits that are typed on the heart: row, column and digit"""
DRAWING = """\
thermo r2c2-r5c2
thermo r8c8-r5c8
thermo r2c8-r2c5
thermo r8c2-r8c5
cage ?: r1c1 r1c2 r1c3
cage ?: r9c9 r9c8 r9c7
cage ?: r4c4 r4c5 r5c4
cage ?: r6c6 r6c5 r5c6
cage ?: r3c1 r4c1 r5c1
cage ?: r7c9 r6c9 r5c9
cage ?: r1c8 r1c9
cage ?: r9c2 r9c1
"""
"""A thermometer killer whose sums are open"""


def main() -> None:
    if CHROMIUM is None:
        sys.exit("There is no Chromium: apt-get install chromium")
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--headless", "--no-sandbox"])

        def opened(options: dict[str, Any]) -> Any:
            page = browser.new_context(locale="en", **options).new_page()
            page.set_default_timeout(PATIENCE)
            page.goto(address)
            page.locator(".pattern").wait_for()
            return page

        for name in sys.argv[1:] or PICTURES:
            take, options = PICTURES[name]
            picture = take(opened(options))
            (DOCS / name).write_bytes(small(picture) if name.endswith(".png") else picture)
            print(f"docs/{name}")


@contextmanager
def serving() -> Iterator[str]:
    """Run a server within the block, and yield its address."""
    command = [sys.executable, "-m", "cpgen", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+/", process.stdout.readline())
        assert found
        try:
            yield found[0]
        finally:
            process.terminate()


def small(png: bytes) -> bytes:
    """Return a picture with a palette, which is a third as large."""
    kept = io.BytesIO()
    Image.open(io.BytesIO(png)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(
        kept, "PNG", optimize=True
    )
    return kept.getvalue()


def press(page: Any, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).first.click()


def show_sheet(page: Any, name: str) -> None:
    """Show a part of the workshop on a phone, where one of them at a time is below the board."""
    way = page.locator(".ways").get_by_role("button", name=name)
    if way.is_visible():
        way.click()


def choose_heart(page: Any) -> None:
    page.get_by_label("Presets").select_option("heart")
    page.get_by_text("25 clues").wait_for()


def generate(page: Any, count: int, seed: int) -> None:
    show_sheet(page, "Difficulty")
    page.get_by_label("Puzzles", exact=True).fill(str(count))
    page.get_by_label("Seed").fill(str(seed))
    press(page, "Generate")
    page.get_by_text(f"Found {count} of {count}.").wait_for()


def draw_constraints(page: Any, lines: str) -> None:
    show_sheet(page, "Board")
    page.get_by_text("Constraints as text").click()
    page.locator(".constraints textarea").fill(lines)
    page.keyboard.press("Tab")
    page.locator(".drawn li").nth(lines.count("\n") - 1).wait_for()
    page.get_by_text("Constraints as text").click()
    page.locator(".inspector").evaluate("part => { part.scrollTop = 0 }")


def open_puzzle(page: Any, text: str) -> None:
    press(page, "Open …")
    page.get_by_role("dialog").get_by_label("Puzzles", exact=True).fill(text)
    press(page, "Add to the results")
    page.locator(".result").first.wait_for()


def studio(page: Any) -> bytes:
    """Five expert hearts."""
    choose_heart(page)
    page.get_by_text("Expert", exact=True).first.click()
    generate(page, 5, 1)
    return page.screenshot()


def constraints(page: Any) -> bytes:
    """Puzzles on a drawing whose sums were open."""
    draw_constraints(page, DRAWING)
    generate(page, 3, 1)
    return page.screenshot()


def by_hand(page: Any) -> bytes:
    """A heart in the making."""
    page.get_by_label("Symmetry").select_option("none")
    choose_heart(page)
    page.get_by_label("Solve along").check()
    for row, column, digit in PARTLY:
        page.get_by_role("gridcell", name=f"Row {row}, column {column},").click()
        page.keyboard.press(str(digit))
    page.get_by_text("solutions or more").wait_for()
    page.locator(".cell.follows").first.wait_for()
    return page.screenshot()


def explained(page: Any) -> bytes:
    """A round of an explanation."""
    open_puzzle(page, HEART)
    press(page, "Explain")
    page.get_by_role("slider").fill("12")
    return page.screenshot()


def played(page: Any) -> bytes:
    """A hint on a phone, for a puzzle with constraints."""
    draw_constraints(page, DRAWING)
    generate(page, 1, 1)
    press(page, "Play")
    press(page, "Hint")
    page.get_by_role("button", name="Show the step").dispatch_event("click")  # where it is, without scrolling
    page.get_by_role("button", name="Apply").wait_for()
    return page.screenshot()


def booklet(page: Any) -> bytes:
    """The preview of a booklet."""
    choose_heart(page)
    generate(page, 12, 1)
    press(page, "Booklet …")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Title").fill("Twelve hearts")
    for shown in ("Page 1 of", "Pages 2 and 3", "Pages 4 and 5"):
        page.get_by_text(shown).wait_for()
        press(page, "Next pages")
    page.get_by_text("Pages 6 and 7").wait_for()
    return dialog.screenshot()


def film(page: Any) -> bytes:
    """From a heart to a hint, in six pictures."""
    taken = [page.screenshot()]
    choose_heart(page)
    taken.append(page.screenshot())
    page.get_by_text("Expert", exact=True).first.click()
    taken.append(page.screenshot())
    generate(page, 5, 1)
    page.locator("#board").evaluate("part => { part.scrollTop = 0 }")
    taken.append(page.screenshot())
    press(page, "Explain")
    page.get_by_role("slider").fill("12")
    taken.append(page.screenshot())
    page.go_back()
    press(page, "Play")
    press(page, "Hint")
    page.get_by_role("button", name="Show the step").wait_for()
    return moving([*taken, page.screenshot()])


def moving(pictures: list[bytes]) -> bytes:
    """Return pictures as a film that shows each for some seconds, without end."""
    first, *others = (Image.open(io.BytesIO(png)).convert("RGB").quantize(COLOURS) for png in pictures)
    kept = io.BytesIO()
    first.save(kept, "GIF", save_all=True, append_images=others, duration=2500, loop=0, optimize=True)
    return kept.getvalue()


PICTURES: dict[str, tuple[Callable[[Any], bytes], dict[str, Any]]] = {
    "studio.png": (studio, DESK),
    "studio.gif": (film, DESK | {"viewport": {"width": 1100, "height": 760}}),
    "constraints.png": (constraints, DESK),
    "by_hand.png": (by_hand, DESK),
    "explained.png": (explained, DESK | {"color_scheme": "dark"}),
    "played.png": (played, PHONE),
    "booklet.png": (booklet, DESK | {"viewport": {"width": 1400, "height": 1060}}),
}

if __name__ == "__main__":
    main()
