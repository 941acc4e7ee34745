"""A rule of one's own in the studio: what it allows, mistakes, drawing, keeping and sharing it."""

from __future__ import annotations

import pytest

from cpgen.web.records.request_records import RuleRequest
from cpgen.web.rule_preview import preview_rule
from tests.web.browsing import Opener, seriously_inaccessible, wait_until
from tests.web.test_drawing import Setter


def test_the_pairs_and_fillings_of_a_rule_are_counted() -> None:
    found = preview_rule(RuleRequest(expression="abs(a - b) >= 2", size=4, count=3), lambda: False)
    assert found.form == "neighbours"
    assert found.pairs == tuple(tuple(abs(a - b) >= 2 for b in range(4)) for a in range(4))
    path = [(a, b, c) for a in range(4) for b in range(4) for c in range(4) if abs(a - b) >= 2 <= abs(b - c)]
    assert (found.allowed, found.fillings) == (len(path), 64)


@pytest.mark.parametrize(("expression", "at"), [("a + summ(x) == 3", 5), ("a +", 3), ("", None)])
def test_a_mistake_in_a_rule_names_its_character(expression: str, at: int | None) -> None:
    found = preview_rule(RuleRequest(expression=expression), lambda: False)
    assert found.problem
    assert found.problem.values.get("at") == at


@pytest.mark.parametrize("expression", ["row(a) == b", "a * b == ?"])
def test_rules_about_places_or_open_numbers_have_no_preview(expression: str) -> None:
    found = preview_rule(RuleRequest(expression=expression), lambda: False)
    assert (found.pairs, found.allowed, found.problem) == ((), None, None)


def test_an_own_rule_is_tried_drawn_kept_and_shared(open_studio: Opener) -> None:
    page = open_studio()
    hand = Setter(page)
    page.get_by_text("Own rule", exact=True).click()
    field = page.get_by_role("textbox", name="Expression")
    field.fill("abs(a - b) >= 5x")
    page.locator(".pointed mark", has_text="x").wait_for()
    assert page.get_by_role("button", name="Draw it").is_disabled()
    field.fill("abs(a - b) >= 5")
    page.get_by_text("20 of 81 pairs of digits are allowed").wait_for()
    page.get_by_text("60 of 729 fillings of 3 cells are allowed").wait_for()
    assert page.locator(".matrix .is-allowed").count() == 20
    page.locator(".kept-rules").wait_for(state="detached")
    page.get_by_role("textbox", name="Name").fill("far apart")
    page.get_by_role("button", name="Keep it").click()
    page.get_by_role("button", name="Draw it").click()
    hand.drag((4.5, 0.5), (4.5, 1.5), (4.5, 2.5))
    line = 'rule "abs(a - b) >= 5" neighbours named "far apart": r5c1 r5c2 r5c3'
    wait_until(page, lambda: hand.lines == [line])
    page.get_by_text("60 of 729 fillings of 3 cells").wait_for()
    page.get_by_role("combobox", name="Where").select_option("rows")
    assert seriously_inaccessible(page, "#draw") == []
    page.get_by_text("Constraints as text").click()
    address = page.get_by_label("Link to this drawing").input_value()
    page.reload()
    page.get_by_role("button", name="Undo").first.wait_for()
    page.evaluate("(address) => (location.href = address)", address)
    page.get_by_text("This is the drawing of the link").wait_for()
    assert hand.lines == [line]
    page.get_by_text("Own rule", exact=True).click()
    page.locator(".kept-rules").get_by_role("button", name="far apart", exact=True).click()
    assert field.input_value() == "abs(a - b) >= 5"
