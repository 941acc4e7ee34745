"""Players draw constraints, say their rules, and let cells of a cage see each other."""

from __future__ import annotations

import re

import pytest

from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.render.svg import INKS
from cpgen.web.play import constraints_of, page_of, walkthrough_of
from cpgen.web.static_files import source_of
from tests.web.browsing import PHONE, Opener

GRID = (1, 4, 3, 2, 3, 2, 1, 4, 4, 1, 2, 3, 2, 3, 4, 1)
LINES = "cage 5: r3c2 r4c3", "thermo r4c1-r4c3", "sandwich 0 row 4", "black r2c2 r2c3"
LAYOUT = Layout.boxes(2, 2).with_constraints(*LINES)
PUZZLE = Puzzle(LAYOUT, GRID[:8] + (0,) * 8)


def test_walkthrough_has_drawing_rules_and_sight():
    made = walkthrough_of(PUZZLE)["constraints"]
    assert {element[0] for element in made["under"]} == {"path", "circle"}
    assert [part[2] for name, _, _, parts in made["over"] if name == "g" for part in parts] == ["5", "0"]
    assert made["reach"][0] > 0.5
    assert made["sight"] == [[9, 14]]
    assert {name: len(rules) for name, rules in made["rules"].items()} == {"en": 5, "ja": 5}
    assert constraints_of(LAYOUT.base) == {}


@pytest.mark.parametrize(("theme", "column"), [("light", 0), ("dark", 1)])
def test_pages_have_the_inks_of_pictures(theme, column):
    style = source_of("base.css")
    found = re.findall(r"--ink-([\w-]+): ([^;]+);", style)
    wanted = {name: colours[column] for name, colours in INKS.items()}
    half = found[column * len(INKS) : (column + 1) * len(INKS)]
    assert dict(half) == wanted | ({"white": "var(--board)"} if theme == "dark" else {})
    assert all(f".clues .pen-{name} " in source_of("play/play.css") for name in INKS)


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


def test_cells_of_a_cage_see_each_other_in_a_page(open_page: Opener, tmp_path) -> None:
    file = tmp_path / "play.html"
    file.write_text(page_of([walkthrough_of(PUZZLE)], "en"), encoding="utf-8")
    page = open_page(file.as_uri())
    page.get_by_role("gridcell", name="Row 3, column 2,").click()
    assert "seen" in page.get_by_role("gridcell", name="Row 4, column 3,").get_attribute("class")
    assert "seen" not in page.get_by_role("gridcell", name="Row 4, column 4,").get_attribute("class")
