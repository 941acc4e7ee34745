"""Wrong values block what would use them, edits are undone from anywhere, and costly work starts once."""

from __future__ import annotations

from typing import Any

from tests.web.browsing import Opener, come_back, press, wait_until
from tests.web.studio_page import choose_board
from tests.web.test_drawing import KEPT, Setter, write

WRONG = "3 cells with different digits add up to 6 at least and 24 at most, not to 5"


def cage_of_three(page: Any) -> Setter:
    """Draw a cage of three cells without a sum."""
    hand = Setter(page)
    hand.take("Cells", "Killer cage")
    hand.drag((0.5, 0.5), (0.5, 1.5), (1.5, 1.5))
    hand.has("the cage at r1c1")
    return hand


def test_a_wrong_sum_stops_generate_and_says_why(open_studio: Opener) -> None:
    page = open_studio()
    hand = cage_of_three(page)
    page.keyboard.type("5")
    page.locator(".chosen input:focus").wait_for()
    press(page, "Tab")
    page.locator(".drawn li[data-kind=bad]").get_by_text(WRONG).wait_for()
    generate = page.locator("button[aria-disabled=true]", has_text="Generate")
    generate.wait_for()
    generate.dispatch_event("click")
    page.locator(".message-line").get_by_text(WRONG).wait_for()
    assert hand.lines == ["cage 5: r1c1 r1c2 r2c2"]


def test_a_press_on_generate_takes_the_typed_value_first(open_studio: Opener) -> None:
    page = open_studio()
    cage_of_three(page)
    page.keyboard.type("5")
    page.locator(".chosen input:focus").wait_for()
    page.get_by_role("button", name="Generate").click()
    page.locator(".message-line").get_by_text(WRONG).wait_for()
    assert page.locator(".jobs li").count() == 0


def test_a_wrong_value_is_kept_and_mended(open_studio: Opener) -> None:
    page = open_studio()
    cage_of_three(page)
    page.keyboard.type("25")
    press(page, "Enter")
    page.locator(".drawn li[data-kind=bad]").wait_for()
    page.reload()
    page.locator(".drawn li[data-kind=bad] button").first.click()
    page.locator(".chosen input[type=text]").fill("24")
    page.get_by_role("button", name="the cage of 24 at r1c1", exact=True).wait_for()
    assert page.locator(".drawn li[data-kind=bad]").count() == 0


def test_a_drawn_cage_is_undone_and_deleted_by_keys(open_studio: Opener) -> None:
    page = open_studio()
    hand = cage_of_three(page)
    press(page, "Control+z")
    wait_until(page, lambda: hand.lines == [])
    hand.drag((4.5, 0.5), (4.5, 1.5))
    hand.has("the cage at r5c1")
    press(page, "Delete")
    wait_until(page, lambda: hand.lines == [])


def test_a_value_acts_while_typed_and_is_undone(open_studio: Opener) -> None:
    page = open_studio()
    hand = cage_of_three(page)
    page.keyboard.type("15")
    wait_until(page, lambda: hand.lines == ["cage 15: r1c1 r1c2 r2c2"])
    assert page.locator(".chosen input[type=text]").evaluate("field => field === document.activeElement")
    press(page, "Enter", "Control+z")
    wait_until(page, lambda: hand.lines == ["cage: r1c1 r1c2 r2c2"])
    press(page, "Control+z")
    wait_until(page, lambda: hand.lines == [])


def test_undo_works_in_a_field_that_was_not_typed_in(open_studio: Opener) -> None:
    page = open_studio()
    hand = cage_of_three(page)
    page.get_by_label("Time limit").click()
    press(page, "Control+z")
    wait_until(page, lambda: hand.lines == [])


def test_typed_constraints_survive_a_reload(open_studio: Opener) -> None:
    page = open_studio()
    write(page, "cage 15: r1c1 r1c2")
    field = page.get_by_role("textbox", name="Lines")
    field.press_sequentially("\nthermo r9")
    typed = ["cage 15: r1c1 r1c2", "thermo r9"]
    wait_until(page, lambda: page.evaluate(KEPT) == typed)
    assert field.input_value().splitlines() == typed

    def is_kept() -> bool:
        return page.locator(".drawn li").nth(1).inner_text().startswith("thermo r9")

    come_back(page, is_kept)


def test_a_double_click_starts_one_job(open_studio: Opener) -> None:
    page = open_studio()
    choose_board(page, "2x2", 16)
    page.get_by_text("Any", exact=True).click()
    page.get_by_role("button", name="Generate").dblclick()
    page.get_by_text("Found 3 of 3.").wait_for()
    assert page.locator(".jobs li").count() == 1
    page.get_by_role("button", name="Generate").click()
    page.locator(".jobs li").first.wait_for()
