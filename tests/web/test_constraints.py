"""Players draw constraints, say their rules, and let cells of a cage see each other."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from msgspec import UNSET, to_builtins

from cpgen.formats import Entry
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.render.svg import INKS
from cpgen.rules_text import name_of
from cpgen.translations import words_of
from cpgen.web.play import STYLES, constraints_of, elsewhere, page_of, walkthrough_of
from cpgen.web.static_files import source_of
from tests.variant_puzzles import VARIANTS, puzzle_of, solution_of
from tests.web.browsing import PHONE, Opener, press
from tests.web.test_rules import answer_of_node

GRID = (1, 4, 3, 2, 3, 2, 1, 4, 4, 1, 2, 3, 2, 3, 4, 1)
LINES = "cage 5: r3c2 r4c3", "thermo r4c1-r4c3", "sandwich 0 row 4", "black r2c2 r2c3"
LAYOUT = Layout.boxes(2, 2).with_constraints(*LINES)
PUZZLE = Puzzle(LAYOUT, GRID[:8] + (0,) * 8)


def test_walkthrough_has_drawing_rules_and_sight():
    made = walkthrough_of(PUZZLE).as_json()["constraints"]
    assert {element[0] for element in made["under"]} == {"path", "circle"}
    assert [part[2] for name, _, _, parts in made["over"] if name == "g" for part in parts] == ["5", "0"]
    assert made["reach"][0] > 0.5
    assert made["sight"] == [[9, 14]]
    assert {name: len(rules) for name, rules in made["rules"].items()} == {"en": 5, "ja": 5}
    assert made["conditions"][0]["name"]["en"] == "the cage of 5 at r3c2"
    assert constraints_of(LAYOUT.base) is UNSET


@pytest.mark.parametrize(("theme", "column"), [("light", 0), ("dark", 1)])
def test_pages_have_the_inks_of_pictures(theme, column):
    style = source_of("tokens.css")
    found = re.findall(r"--ink-([\w-]+): ([^;]+);", style)
    wanted = {name: colours[column] for name, colours in INKS.items()}
    half = found[column * len(INKS) : (column + 1) * len(INKS)]
    assert dict(half) == wanted | ({"white": "var(--board)"} if theme == "dark" else {})
    assert all(f".clues .pen-{name} " in source_of("play/clues.css") for name in INKS)


def test_studio_and_exported_pages_share_their_styles():
    linked = re.findall(r'href="(?!studio/|fonts)([^"]*\.css)"', source_of("index.html"))
    assert tuple(linked) == STYLES


def test_a_page_shows_constraints_and_rules(open_page: Opener, tmp_path) -> None:
    file = tmp_path / "play.html"
    file.write_text(page_of([walkthrough_of(PUZZLE)], "en"), encoding="utf-8")
    for options in ({}, PHONE):
        page = open_page(file.as_uri(), **options)
        assert page.locator(".clues circle").count() == 3
        assert page.locator("svg.clues text").count() == 2
        assert page.locator(".rules li").count() == 5
        frame, grid = page.locator(".frame").bounding_box(), page.locator(".cells").bounding_box()
        clue = page.locator("svg.clues text").last.bounding_box()
        assert frame["x"] <= clue["x"] < clue["x"] + clue["width"] <= grid["x"]
        assert abs(grid["width"] - grid["height"]) < 1
        assert grid["x"] + grid["width"] <= frame["x"] + frame["width"] + 1


def test_links_to_unknown_constraints_are_refused(open_page: Opener, exported: str) -> None:
    page = open_page(f"{exported}#layout=2x2%2Bcage+5%3A+r3c2+r4c3&puzzle=1...............")
    assert "does not support the constraints" in page.get_by_role("status").inner_text()
    assert page.get_by_role("gridcell").count() == 81


def test_cells_of_a_cage_see_each_other_in_a_page(open_page: Opener, tmp_path) -> None:
    file = tmp_path / "play.html"
    file.write_text(page_of([walkthrough_of(PUZZLE)], "en"), encoding="utf-8")
    page = open_page(file.as_uri())
    page.get_by_role("gridcell", name="Row 3, column 2,").click()
    assert "seen" in page.get_by_role("gridcell", name="Row 4, column 3,").get_attribute("class")
    assert "seen" not in page.get_by_role("gridcell", name="Row 4, column 4,").get_attribute("class")


BROKEN = """
import { brokenConstraints } from "./play/conflicts.js";
import { boardOf } from "./play/layout.js";
import { readFileSync } from "node:fs";

const asked = JSON.parse(readFileSync(0, "utf8"));
const names = (board, digits) => brokenConstraints(boardOf(board), digits).map(({ name }) => name.en);
const broken = ({ board, grids }) => grids.map((digits) => names(board, digits));
console.log(JSON.stringify(asked.map(broken)));
"""


def test_pages_know_which_constraints_are_broken(tmp_path) -> None:
    rng, words = np.random.default_rng(3), words_of("en")
    asked, expected = [], []
    for name in VARIANTS:
        layout, solution = puzzle_of(name).layout, solution_of(name)
        renamed = [tuple(int(order[digit - 1]) + 1 for digit in solution) for order in _orders(rng, layout.size)]
        grids = [tuple(rng.integers(1, layout.size + 1, len(solution)).tolist()), *renamed, solution]
        part = tuple(digit * int(rng.integers(2)) for digit in solution)
        asked.append(
            {
                "board": {"layout": layout.base.spec, "constraints": to_builtins(constraints_of(layout))},
                "grids": [*grids, part],
            }
        )
        broken = [[one for one in layout.further if not one.is_satisfied(grid, layout)] for grid in grids]
        expected.append([[name_of(one, layout.size, words) for one in found] for found in [*broken, []]])
    assert answer_of_node(tmp_path, BROKEN, asked) == expected


def _orders(rng: np.random.Generator, n: int) -> list[list[int]]:
    return [rng.permutation(n).tolist() for _ in range(3)]


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of a page with a puzzle of one constraint."""
    file = tmp_path_factory.mktemp("constraints") / "play.html"
    file.write_text(page_of([walkthrough_of(puzzle_of("variant-05"))], "en"), encoding="utf-8")
    return file.as_uri()


def test_broken_constraints_are_shown_on_request(open_page: Opener, tmp_path) -> None:
    file = tmp_path / "play.html"
    file.write_text(page_of([walkthrough_of(PUZZLE)], "en"), encoding="utf-8")
    page = open_page(file.as_uri())
    for row, column, digit in ((3, 2, "1"), (4, 3, "2")):
        page.get_by_role("gridcell", name=f"Row {row}, column {column},").click()
        press(page, digit)
    assert page.locator(".cell.conflict").count() == 0
    page.get_by_label("Show which constraints are broken").check()
    assert page.locator(".broken li").all_inner_texts() == ["the cage of 5 at r3c2"]
    assert page.locator(".cell.conflict").count() == 2
    press(page, "Backspace")
    assert page.locator(".broken").inner_text() == "None is broken so far."


@pytest.mark.parametrize("site", ["SudokuPad", "f-puzzles"])
def test_links_with_constraints_are_opened_and_played(open_studio: Opener, site: str) -> None:
    page = open_studio()
    page.get_by_role("button", name="Open …").click()
    page.get_by_role("dialog").get_by_label("Puzzles", exact=True).fill(dict(elsewhere(Entry(PUZZLE)))[site])
    page.get_by_role("button", name="Add to the results").click()
    page.get_by_role("button", name="Play").first.click()
    page.locator(".rules li").nth(4).wait_for()
    press(page, "?")
    page.get_by_role("button", name="Show the step").click()
    assert "Because of the thermometer from r4c1" in page.get_by_role("region", name="Hint").inner_text()
    page.get_by_role("button", name="Apply").click()
    page.get_by_role("region", name="Hint").wait_for(state="detached")


EASIER = "1..............7..63.2.1..9...4.8...3....59..4...3..6...3........6.5.4.........8."
"""Some digits of the solution of variant-05, with which few steps are left, but all kinds of them"""


def test_hints_use_constraints_without_a_network(open_page: Opener, tmp_path: Path) -> None:
    puzzle = Puzzle(puzzle_of("variant-05").layout, tuple(map(int, EASIER.replace(".", "0"))))
    file = tmp_path / "play.html"
    file.write_text(page_of([walkthrough_of(puzzle)], "en"), encoding="utf-8")
    page, seen = open_page(file.as_uri()), set()
    for _ in range(100):
        if page.get_by_text("Well done!").is_visible():
            break
        press(page, "?", "?")
        seen.add(page.locator(".hint h2").evaluate("one => one.firstChild.textContent"))
        if page.locator(".hint h2").evaluate("one => one.firstChild.textContent") == "Link" and len(seen) < 3:
            assert page.locator(".cell.look").count() > 0
            press(page, "Enter")
            assert page.locator(".figure .strike").count() > 0
            press(page, "Enter")
        else:
            press(page, "Enter", "Enter")
    assert page.get_by_text("Well done!").is_visible()
    assert {"Link", "Fork"} <= seen
