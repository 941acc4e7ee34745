"""Working with what is drawn: several constraints chosen, moved, joined, set aside; snapshots and their branches."""

from __future__ import annotations

from tests.web.browsing import Opener, press, seriously_inaccessible, wait_until
from tests.web.test_drawing import Setter, write


def test_constraints_are_chosen_together_and_arranged(open_studio: Opener) -> None:
    page = open_studio()
    hand = Setter(page)
    write(page, "cage 10: r1c1 r1c2", "cage 5: r2c1 r2c2", "thermo: r9c1 r9c2 r9c3")
    page.locator(".rail").get_by_role("button", name="Select", exact=True).click()
    hand.drag((0.2, 2.6), (2.4, 0.1))
    page.get_by_text("2 constraints selected").wait_for()
    assert page.locator(".sketch .chosen").count() == 2
    hand.drag((0.5, 0.5), (0.5, 3.5))
    wait_until(page, lambda: hand.lines[:2] == ["cage 10: r1c4 r1c5", "cage 5: r2c4 r2c5"])
    page.get_by_role("button", name="Move up").click()
    page.get_by_text("That does not fit on the board.").wait_for()
    page.get_by_role("button", name="Join", exact=True).click()
    wait_until(page, lambda: hand.lines == ["cage 15: r1c4 r1c5 r2c4 r2c5", "thermo: r9c1 r9c2 r9c3"])
    page.get_by_role("button", name="Copy", exact=True).click()
    wait_until(page, lambda: len(hand.lines) == 3)
    page.get_by_role("combobox", name="Kind", exact=True).select_option("sum")
    wait_until(page, lambda: hand.lines[1] == "sum 15: r1c5 r1c6 r2c5 r2c6")
    page.get_by_role("button", name="Set aside").click()
    page.locator(".set-aside li").wait_for()
    assert len(hand.lines) == 2
    page.get_by_role("button", name="Use sum 15").click()
    wait_until(page, lambda: len(hand.lines) == 3)
    assert seriously_inaccessible(page, ".inspector") == []


def test_a_stroke_is_drawn_with_its_images(open_studio: Opener) -> None:
    page = open_studio()
    hand = Setter(page)
    hand.take("Lines", "Thermometer")
    page.get_by_label("Draw with symmetric images (Half turn)").check()
    hand.drag((0.5, 0.5), (0.5, 1.5))
    hand.has("the thermometer from r1c1")
    hand.has("the thermometer from r9c9")
    press(page, "Control+z")
    page.locator(".drawn").wait_for(state="detached")


def test_snapshots_are_kept_and_branch(open_studio: Opener) -> None:
    page = open_studio()
    hand = Setter(page)
    page.get_by_text("Snapshots", exact=True).click()
    for line in ("cage 10: r1c1 r1c2", "cage 11: r1c1 r1c2"):
        write(page, line)
        wait_until(page, lambda line=line: hand.lines == [line])
        page.get_by_role("button", name="Take a snapshot").click()
    page.get_by_role("button", name="Go back to Snapshot 1").click()
    wait_until(page, lambda: hand.lines == ["cage 10: r1c1 r1c2"])
    page.get_by_role("button", name="Take a snapshot").click()
    page.locator(".snapshots li").nth(2).wait_for()
    page.locator(".snapshots .thumb .clues .dashed").nth(2).wait_for(state="attached")
    names = [one.input_value() for one in page.locator(".snapshots input").all()]
    assert names == ["Snapshot 1", "Snapshot 2", "Snapshot 3"]
    assert page.locator(".snapshots li").nth(2).evaluate("one => one.style.marginInlineStart") != "0rem"
    page.reload()
    page.locator(".snapshots li").nth(2).wait_for(state="attached")
