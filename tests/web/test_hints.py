"""Hints of an exported page: for the current game, mistakes first, with figures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from cpgen import api
from cpgen.notation import line
from cpgen.puzzle import Puzzle
from cpgen.web.play import page_of, walkthrough_of
from cpgen.web.records.play_answers import WalkthroughFinding, WalkthroughPart, WalkthroughRound
from tests.cli.running import RIGHT, call
from tests.web.browsing import WING, Opener, press


@pytest.fixture(scope="session")
def exported(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of a page with an easy puzzle and one that needs an XY-Wing."""
    file = tmp_path_factory.mktemp("hints") / "play.html"
    assert call("export", RIGHT, WING, "--html", str(file)).code == 0
    return file.as_uri()


def hint_of(page: Any) -> str:
    return page.get_by_role("region", name="Hint").inner_text()


def apply_hint(page: Any) -> None:
    """Request a hint and apply it."""
    press(page, "?", "?", "?")
    page.get_by_role("button", name="Apply").click()


def test_a_hint_considers_entered_digits(open_page: Opener, exported: str) -> None:
    page = open_page(exported)
    first = api.explain(RIGHT).rounds[0].findings
    ((place, digit),) = first[0].placed
    press(page, "Control+Home", *["ArrowDown"] * (place // 9), *["ArrowRight"] * (place % 9), str(digit), "?", "?", "?")
    ((other, right),) = first[1].placed
    assert f"{right} can only go in r{other // 9 + 1}c{other % 9 + 1}" in hint_of(page)


def test_marks_without_the_right_digit_are_a_mistake(open_page: Opener, exported: str) -> None:
    page = open_page(exported)
    right = line(api.only_solution(RIGHT))[0]
    wrong = [digit for digit in "123456789" if digit != right][:2]
    press(page, "Control+Home", *(f"Alt+Digit{digit}" for digit in wrong), "?")
    assert "There is a mistake on the board." in hint_of(page)
    press(page, "?")
    assert "The correct digit is missing from the marks of r1c1." in hint_of(page)
    press(page, f"Alt+Digit{right}", "?")
    assert "Look at" in hint_of(page)


def test_marks_that_exclude_digits_change_hints(open_page: Opener, exported: str) -> None:
    page = open_page(exported)
    right = line(api.only_solution(RIGHT))[0]
    press(page, "Control+Home", f"Alt+Digit{right}")
    for _ in range(40):
        press(page, "?", "?", "?")
        if "r1c1" in hint_of(page):
            break
        page.get_by_role("button", name="Apply").click()
    assert f"{right} can only go in r1c1" in hint_of(page) or f"In r1c1, only {right} is possible" in hint_of(page)


def test_hints_continue_beyond_the_paper_and_draw_their_basis(open_page: Opener, exported: str) -> None:
    page = open_page(exported)
    page.get_by_role("combobox", name="Choose a puzzle").select_option("1")
    for _ in range(80):
        press(page, "?", "?")
        if "XY-Wing" in hint_of(page):
            break
        press(page, "?")
        assert page.locator(".figure *").count() == 0
        page.get_by_role("button", name="Apply").click()
    assert "complexity" not in hint_of(page)
    assert page.locator(".figure *").count() == 0
    press(page, "?")
    assert page.locator(".figure .mark-fin").count() == 2
    assert page.locator(".figure .mark-common").count() == 2
    assert page.locator(".figure .strike").count() == page.locator(".figure .gone").count() > 0
    page.get_by_role("button", name="Apply").click()
    assert page.locator(".figure *").count() == 0
    for _ in range(120):
        if page.get_by_text("Well done!").is_visible():
            break
        apply_hint(page)
    assert page.get_by_text("Well done!").is_visible()


def test_links_are_drawn_as_arrows(open_page: Opener, tmp_path: Path) -> None:
    hardest = Puzzle.parse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
    links = (("start", (1,), 1, None), ("strong", (5,), 1, 0), ("weak", (9, 10), 1, 1), ("strong", (9,), 4, 2))
    parts = tuple(WalkthroughPart(role, None, cells, (digit,), source) for role, cells, digit, source in links)
    texts = dict.fromkeys(("en", "ja"), "Look")
    finding = WalkthroughFinding((1, 5), (), (), ((6, 1),), texts, texts, texts, parts)
    rounds = (WalkthroughRound("chain", 20, texts, (finding,)),)
    walkthrough = replace(walkthrough_of(hardest), rounds=rounds)
    file = tmp_path / "chain.html"
    file.write_text(page_of([walkthrough], "en"), encoding="utf-8")
    page = open_page(file.as_uri())
    press(page, "?", "?", "?")
    assert page.locator(".figure .link").count() == page.locator(".figure .head").count() == 3
    assert page.locator(".figure .link[stroke-dasharray]").count() == 1
    assert (page.locator(".figure .mark-on").count(), page.locator(".figure .mark-off").count()) == (2, 3)
    assert page.locator(".figure text.candidate").first.is_visible()
    press(page, "Escape")
    assert page.locator(".figure *").count() == 0
