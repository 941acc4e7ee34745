"""Learning in a game: the ladder of hints, questions why a digit is not possible, and the replay of one's moves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cpgen import api
from cpgen.formats import Entry
from cpgen.notation import line
from cpgen.puzzle import Puzzle
from cpgen.web.play import page_of, walkthrough_of
from tests.cli.running import LEFT
from tests.web.browsing import Opener, press, seriously_inaccessible, solve_by_keyboard

SOLUTION = line(api.only_solution(LEFT))


@pytest.fixture
def page(open_page: Opener, tmp_path: Path) -> Any:
    file = tmp_path / "play.html"
    file.write_text(page_of([walkthrough_of(Entry(Puzzle.parse(LEFT)))], "en"), encoding="utf-8")
    return open_page(file.as_uri())


def test_a_hint_names_the_place_then_the_technique_then_the_step(page: Any) -> None:
    hint = page.get_by_role("region", name="Hint")
    press(page, "?")
    assert "Look at" in hint.inner_text()
    assert "Hidden Single" not in hint.inner_text()
    hint.get_by_role("button", name="Which technique?").click()
    assert "Hidden Single" in hint.inner_text()
    assert "can only go" not in hint.inner_text()
    hint.get_by_role("button", name="Show the step").click()
    assert "can only go" in hint.inner_text()


def test_the_page_tells_why_a_digit_is_not_possible(page: Any) -> None:
    page.get_by_role("button", name="Why not?").click()
    page.locator(".cell[data-cell='38']").click()
    press(page, "2")
    card = page.get_by_role("region", name="Why not?")
    card.get_by_text("In the middle-left block, 7 can only go in r5c3.").wait_for()
    assert page.locator(".cell[data-cell='38'] .value").count() == 0
    page.locator(".cell[data-cell='2']").click()
    press(page, "3")
    card.get_by_text("So r1c3 cannot be 3.").wait_for()
    assert page.locator(".cell.focus").count() > 0
    assert seriously_inaccessible(page) == []
    press(page, "Escape", "3")
    assert page.locator(".cell[data-cell='2'] .value").inner_text() == "3"


def test_a_replay_shows_the_first_mistake_and_continues(page: Any) -> None:
    first, second = (cell for cell, digit in enumerate(LEFT) if digit == "." and cell in (0, 2))
    wrong = next(digit for digit in "123456789" if digit != SOLUTION[second])
    page.locator(f".cell[data-cell='{first}']").click()
    press(page, SOLUTION[first])
    page.locator(f".cell[data-cell='{second}']").click()
    press(page, wrong)
    page.get_by_role("button", name="Replay your moves").click()
    card = page.get_by_role("region", name="Replay your moves")
    card.get_by_role("button", name="To the first mistake: move 2").click()
    assert "Move 2 of 2: r1c3." in card.inner_text()
    assert "Wrong: r1c3." in card.inner_text()
    assert seriously_inaccessible(page) == []
    card.get_by_role("button", name="One move back").click()
    card.get_by_role("button", name="Continue from here").click()
    values = [page.locator(f".cell[data-cell='{cell}'] .value").count() for cell in (first, second)]
    assert values == [1, 0]


FOGGY = Entry(
    Puzzle.parse(LEFT),
    fog="r1c1",
    message="Congratulations from the author.",
    cosmetics="box at=0.5,2.5 fill=#ff0000\nline at=0.5,0.5;1.5,1.5 pen=#0000ff over",
)


def foggy(open_page: Opener, tmp_path: Path) -> Any:
    file = tmp_path / "fog.html"
    file.write_text(page_of([walkthrough_of(FOGGY)], "en"), encoding="utf-8")
    return open_page(file.as_uri())


def test_drawings_without_a_meaning_are_on_the_board(open_page: Opener, tmp_path: Path) -> None:
    page = foggy(open_page, tmp_path)
    assert page.locator(".backdrop .ink-orange, .backdrop [class*=ink-]").count() == 1
    assert page.locator(".clues [class*=pen-]").count() == 1


def test_right_digits_lift_the_fog(open_page: Opener, tmp_path: Path) -> None:
    page = foggy(open_page, tmp_path)
    assert page.locator(".cell.fogged").count() == 81 - 4
    hidden = page.get_by_role("gridcell", name="Row 1, column 8")
    assert "in the fog" in hidden.get_attribute("aria-label")
    assert "6" not in hidden.inner_text()
    page.locator(".cell[data-cell='2']").click()
    press(page, SOLUTION[2])
    assert page.locator(".cell.fogged").count() == 81 - 8
    assert seriously_inaccessible(page) == []


def test_the_author_speaks_when_the_puzzle_is_solved(open_page: Opener, tmp_path: Path) -> None:
    page = foggy(open_page, tmp_path)
    solve_by_keyboard(page, FOGGY.puzzle)
    assert "Congratulations from the author." in page.locator(".card.done").inner_text()
    assert page.locator(".cell.fogged").count() == 0
