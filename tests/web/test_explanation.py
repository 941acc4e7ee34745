"""The studio's explanation: every round by a slider, and why a cell cannot hold a digit."""

from __future__ import annotations

from cpgen import Puzzle, api
from cpgen.state import State
from tests.cli.running import LEFT
from tests.web.browsing import Opener, press
from tests.web.studio_page import cell, read_in

PUZZLE = Puzzle.parse(LEFT)


def reason(place: int, digit: int) -> str:
    """Return the beginning of the expected sentence about a digit in a cell, from the explanation's rounds."""
    peers = PUZZLE.layout.peers[place]
    if PUZZLE.clues[place]:
        return f"{PUZZLE.clues[place]} is given here."
    if any(PUZZLE.clues[peer] == digit for peer in peers):
        return f"{digit} is already given in"
    for number, one in enumerate(api.explain(State.of(PUZZLE)).rounds, 1):
        placed = [pair for finding in one.findings for pair in finding.placed]
        if here := [put for at, put in placed if at == place]:
            return f"It is {here[0]} (round {number}: "
        if any((place, digit) in finding.removed for finding in one.findings):
            return f"{digit} is eliminated here in round {number}"
        if any(at in peers and put == digit for at, put in placed):
            return f"{digit} must go in row"
    return "None of the techniques decides this."


def test_the_slider_reaches_rounds_and_digits_have_reasons(open_studio: Opener) -> None:
    page = open_studio()
    read_in(page, LEFT)
    page.get_by_role("button", name="Explain").click()
    slider = page.get_by_role("slider")
    rounds = len(api.explain(PUZZLE).rounds)
    slider.fill(str(rounds - 1))
    page.get_by_text(f"Round {rounds} of {rounds}").wait_for()
    first = api.explain(PUZZLE).rounds[0].findings[0].placed[0]
    written = f"r{first[0] // 9 + 1}c{first[0] % 9 + 1}={first[1]}"
    assert written in page.get_by_role("navigation").get_by_role("button").first.inner_text()
    for place in (1, 0, 13, 80):
        cell(page, place // 9 + 1, place % 9 + 1).click()
        page.get_by_text("why not …?").wait_for()
        for digit in range(1, 10):
            press(page, str(digit))
            assert reason(place, digit) in page.locator(".digits .verdict").inner_text()


def test_print_has_what_is_explained_and_marks_if_asked(open_studio: Opener) -> None:
    page = open_studio()
    read_in(page, LEFT)
    page.evaluate("window.print = () => (window.printed = true)")
    page.get_by_role("button", name="Explain").click()
    rounds = api.explain(PUZZLE).rounds
    narrowing = next(k for k, one in enumerate(rounds) if one.findings[0].removed)
    page.get_by_role("slider").fill(str(narrowing))
    page.locator(".explanation .centre > span").first.wait_for()
    words = page.locator(".words")
    for marked in (True, False):
        page.get_by_role("button", name="Print").click()
        dialog = page.get_by_role("dialog")
        assert dialog.get_by_label("With candidates and marks").is_checked()
        dialog.get_by_label("With candidates and marks").set_checked(marked)
        dialog.get_by_role("button", name="Print").click()
        assert page.evaluate("window.printed")
        page.emulate_media(media="print")
        assert words.is_visible()
        assert not page.locator(".rounds").is_visible()
        assert page.locator(".explanation .centre").first.is_visible() == marked
        page.emulate_media(media="screen")
