"""Exercises as pages to play: the initial board, the judgement of moves, the answer, and the next exercise."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cpgen.generation.practice import Exercise, resolve_practice
from cpgen.generation.practice import exercises as exercises_of
from cpgen.notation import symbol
from cpgen.render.sentences import Narrator
from cpgen.requests.generate_spec import GenerateSpec
from cpgen.translations import words_of
from cpgen.web.play import exercise_of, page_of
from tests.cli.running import call
from tests.web.browsing import Opener, come_back, press, seriously_inaccessible

SEED = 2
"""The first exercise of this seed has several candidates to remove"""


@pytest.fixture(scope="session")
def exercises() -> list[Exercise]:
    return list(exercises_of(resolve_practice(GenerateSpec(oracle="bitset"), "w-wing"), "w-wing", 2, SEED))


@pytest.fixture(scope="session")
def exported(exercises: list[Exercise], tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of a page with the same exercises."""
    file = tmp_path_factory.mktemp("exercises") / "play.html"
    file.write_text(page_of(list(map(exercise_of, exercises)), "en"), encoding="utf-8")
    return file.as_uri()


def cell(page: Any, place: int) -> Any:
    return page.get_by_role("gridcell", name=f"Row {place // 9 + 1}, column {place % 9 + 1},")


def toggle(page: Any, place: int, digit: int) -> None:
    """Remove or restore a mark."""
    cell(page, place).click()
    press(page, str(digit))


def said(page: Any) -> str:
    return page.locator(".message").inner_text()


def unsought(one: Exercise) -> tuple[int, int]:
    """Return a candidate that is neither in the solution nor eliminated by the technique."""
    sought = {effect for finding in one.findings for effect in finding.removed}
    there = ((place, digit) for place in one.state.open_cells for digit in one.state.candidates[place])
    return next(pair for pair in there if pair[1] != one.solution[pair[0]] and pair not in sought)


def test_an_exercise_begins_with_its_digits_and_candidates(
    open_page: Opener, exported: str, exercises: list[Exercise]
) -> None:
    page = open_page(exported)
    assert page.get_by_role("heading", name="Puzzle 1 · W-Wing").is_visible()
    assert "Find the next step (W-Wing)" in page.locator(".about").inner_text()
    state = exercises[0].state
    for place, digit in enumerate(state.digits):
        wanted = str(digit) if digit else "".join(map(symbol, state.candidates[place]))
        assert cell(page, place).inner_text().replace("\n", "") == wanted


def test_moves_are_judged_and_the_right_one_leads_on(
    open_page: Opener, exported: str, exercises: list[Exercise]
) -> None:
    page, one = open_page(exported), exercises[0]
    toggle(page, *unsought(one))
    assert said(page) == "That is not the next step here."
    press(page, "Control+z")
    assert said(page) == ""
    place = one.state.open_cells[0]
    toggle(page, place, one.solution[place])
    assert "That is wrong" in said(page)
    assert page.locator(".cell.wrong").count() == 1
    press(page, "Control+z")
    first, *others = max((finding.removed for finding in one.findings), key=len)
    toggle(page, *first)
    assert said(page) == "Correct so far, but there is more to remove."
    for effect in others:
        toggle(page, *effect)
    done = page.locator(".card.done")
    assert "can be removed from" in done.inner_text()
    assert page.locator(".figure circle").count() > 0
    assert "✓" in page.get_by_role("combobox", name="Choose a puzzle").locator("option").first.inner_text()
    assert seriously_inaccessible(page) == []
    come_back(page, done.is_visible)
    done.get_by_role("button", name="Next").click()
    assert page.get_by_role("heading", name="Puzzle 2 · W-Wing").is_visible()
    assert not done.is_visible()


def test_the_answer_is_shown_in_two_steps_and_can_be_applied(
    open_page: Opener, exported: str, exercises: list[Exercise]
) -> None:
    page = open_page(exported)
    page.get_by_role("combobox", name="Choose a puzzle").select_option("1")
    answer = Narrator(words_of("en")).sentence(exercises[1].answer.findings[0])
    hint = page.get_by_role("region", name="Hint")
    press(page, "?")
    assert answer not in hint.inner_text()
    press(page, "?")
    assert answer in hint.inner_text()
    hint.get_by_role("button", name="Apply").click()
    assert answer in page.locator(".card.done").inner_text()
    assert page.get_by_role("button", name="Next", exact=True).count() == 0


def test_a_digit_is_the_move_where_the_technique_places_one(open_page: Opener, tmp_path: Path) -> None:
    file = tmp_path / "play.html"
    options = ("--ladder", "nikoli100", "--layout", "2x2", "--play", str(file), "--lang", "ja")
    assert call("practice", "hidden-single-region", "--count", "1", *options).code == 0
    page = open_page(file.as_uri())
    press(page, "?", "?", "Escape")
    findings = page.evaluate("JSON.parse(document.getElementById('data').textContent).walkthroughs[0].sought.findings")
    ((place, digit),) = findings[-1]["placed"]
    page.locator(f".cell[data-cell='{place}']").click()
    press(page, str(digit))
    assert "正解です" in page.locator(".card.done").inner_text()
