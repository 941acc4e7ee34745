"""Figures of findings: tinted houses and sets, candidates by kind, and arrows for links."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import hypot

import pytest

from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import Explanation, Finding, Part, Round
from cpgen.rater.rating import Rating
from cpgen.render.arrows import Obstacle, curve, head
from cpgen.render.explanation import html_of, open_candidates, scene_of, scenes_of
from cpgen.render.explanation_pages import explanation_pdf
from cpgen.render.figure import Link, figure_of
from cpgen.render.picture import candidate_centre, picture_of
from cpgen.render.picture_shapes import Area, Line, Picture, Text
from cpgen.render.sentences import Narrator
from cpgen.render.svg import THEMES, svg_of
from cpgen.translations import words_of

NINE = Layout.boxes(3, 3)
EMPTY = Puzzle(NINE, (0,) * 81)
ROW_2, ROW_6, COLUMN_1, COLUMN_4 = (NINE.houses[k] for k in (1, 5, 9, 12))

FISH = (
    Part("figure", ROW_2, (9, 12), (5,)),
    Part("figure", ROW_6, (45, 48), ()),
    Part("cover", COLUMN_1, (), ()),
    Part("cover", COLUMN_4, (), ()),
    Part("fin", ROW_6, (49,), (5,)),
)
CHAIN = (
    Part("start", ROW_2, (9,), (5,)),
    Part("strong", ROW_2, (12,), (5,), 0),
    Part("weak", ROW_2, (30, 39), (5,), 1),
    Part("strong", ROW_2, (39,), (7,), 2),
)
SETS = (Part("set", ROW_2, (9, 10), (1, 2, 5)), Part("set", ROW_6, (46,), (1, 5)), Part("common", None, (), (1,)))


def finding(parts: tuple[Part, ...], *removed: tuple[int, int], placed: tuple[tuple[int, int], ...] = ()) -> Finding:
    return Finding(NINE, "x-wing", (), (), (), placed, removed, parts)


def drawn(found: Finding) -> Picture:
    return picture_of(scene_of(EMPTY, EMPTY.clues, open_candidates(EMPTY), found))


def shapes(picture: Picture, role: str) -> list[Area | Line]:
    return [shape for shape in picture.shapes if shape.role == role and not isinstance(shape, Text)]


def test_fish_houses_and_candidates_have_different_marks() -> None:
    found = finding(FISH, (0, 5))
    figure = figure_of(found)
    assert (figure.bases, figure.covers) == ((ROW_2.cells, ROW_6.cells), (COLUMN_1.cells, COLUMN_4.cells))
    assert {effect for effect, kind in figure.kinds.items() if kind == "figure"} == {(c, 5) for c in (9, 12, 45, 48)}
    assert [effect for effect, kind in figure.kinds.items() if kind == "fin"] == [(49, 5)]
    picture = drawn(found)
    assert [len(shapes(picture, role)) for role in ("look", "cover", "mark-figure", "mark-fin")] == [1, 1, 1, 1]
    assert len(shapes(picture, "mark-figure")[0].paths) == 4


def test_chain_candidates_alternate_off_and_on() -> None:
    figure = figure_of(finding(CHAIN, (0, 5)))
    assert [figure.kinds[effect] for effect in ((9, 5), (12, 5), (30, 5), (39, 5), (39, 7))] == (
        ["off", "on", "off", "off", "on"]
    )
    assert figure.links[1] == Link(((12, 5),), ((30, 5), (39, 5)), strong=False)
    assert [link.strong for link in figure.links] == [True, False, True]
    coloured = (CHAIN[0], *(Part("strong", ROW_2, (cell,), (5,), k) for k, cell in enumerate((12, 20, 30))))
    assert list(figure_of(finding(coloured)).kinds.values()) == ["on", "on", "off", "off"]


def test_sets_of_a_chain_are_tinted_below_its_candidates() -> None:
    through = (replace(SETS[0], source=1), replace(SETS[1], source=3))
    figure = figure_of(finding((*CHAIN, *through), (0, 5)))
    assert figure.sets == ((9, 10), (46,))
    assert figure.links == figure_of(finding(CHAIN, (0, 5))).links
    assert [figure.kinds[effect] for effect in ((9, 5), (12, 5), (39, 7))] == ["off", "on", "on"]


def test_weak_links_are_dashed_and_every_link_has_a_head() -> None:
    picture = drawn(finding(CHAIN, (0, 5)))
    links = [shape for shape in shapes(picture, "link") if isinstance(shape, Line)]
    assert [link.dash > 0 for link in links] == [False, True, False]
    assert len(shapes(picture, "head")) == 3
    assert svg_of(picture).count("stroke-dasharray") == 1


def test_each_source_of_a_part_is_a_link() -> None:
    parts = (
        *CHAIN[:2],
        Part("start", ROW_2, (20,), (5,)),
        Part("weak", ROW_2, (21,), (5,), 1),
        Part("also", None, (), (), 2),
    )
    links = figure_of(finding(parts)).links
    assert [(link.source, link.target, link.strong) for link in links[1:]] == [
        (((12, 5),), ((21, 5),), False),
        (((20, 5),), ((21, 5),), False),
    ]


def test_sets_are_tinted_and_their_shared_digits_marked() -> None:
    found = finding(SETS, (0, 5))
    picture = drawn(found)
    assert [len(shapes(picture, f"set-{k}")) for k in range(3)] == [1, 1, 0]
    kinds = figure_of(found).kinds
    assert {effect for effect, kind in kinds.items() if kind == "common"} == {(9, 1), (10, 1), (46, 1)}
    assert {effect for effect, kind in kinds.items() if kind == "figure"} == {(9, 5), (10, 5), (46, 5)}


def test_only_present_candidates_are_marked() -> None:
    candidates = open_candidates(EMPTY)
    candidates[12].discard(5)
    scene = scene_of(EMPTY, EMPTY.clues, candidates, finding(FISH, (0, 5)))
    assert (12, 5) not in scene.figure.kinds
    assert (9, 5) in scene.figure.kinds


def test_digit_placed_by_a_chain_is_marked_as_candidate() -> None:
    picture = drawn(finding(CHAIN, placed=((0, 5),)))
    assert len(shapes(picture, "mark-placed")) == 1
    assert not [shape for shape in picture.shapes if shape.role == "new"]


def test_every_theme_has_a_colour_for_every_role() -> None:
    pictures = [drawn(finding(parts, (0, 5), placed=((1, 1),))) for parts in (FISH, CHAIN, SETS)]
    for theme in THEMES.values():
        assert {shape.role for picture in pictures for shape in picture.shapes} <= theme.keys()
        assert theme.keys() == THEMES["light"].keys()


@pytest.mark.parametrize("target", [(3.5, 0.5), (0.5, 6.5), (4.2, 7.9), (0.8, 0.5)])
def test_arrows_avoid_digits(target: tuple[float, float]) -> None:
    source, gap = (0.5, 0.5), 0.12
    middle = Obstacle((0.5 + target[0]) / 2, (0.5 + target[1]) / 2, 0.14)
    obstacles = [middle] if hypot(target[0] - 0.5, target[1] - 0.5) > 1 else []
    path = curve(source, target, gap, obstacles, 9)
    assert all(0 <= x <= 9 and 0 <= y <= 9 for x, y in path)
    assert hypot(path[0][0] - 0.5, path[0][1] - 0.5) == pytest.approx(gap, abs=0.1)
    assert hypot(path[-1][0] - target[0], path[-1][1] - target[1]) == pytest.approx(gap, abs=0.1)
    assert all(hypot(x - one.x, y - one.y) > one.reach * 0.8 for one in obstacles for x, y in path)
    assert max(hypot(x - px, y - py) for (px, py), (x, y) in pairwise(path)) < 1
    assert head(path, 0.1)[0] == path[-1]


def test_links_between_groups_join_their_centres() -> None:
    parts = (Part("start", ROW_2, (0, 1), (5,)), Part("strong", ROW_2, (62, 80), (5,), 0))
    (link,) = [shape for shape in drawn(finding(parts)).shapes if isinstance(shape, Line) and shape.role == "link"]
    (x, y), (ex, ey) = link.paths[0][0], link.paths[0][-1]
    places = [candidate_centre(9, cell, 5) for cell in (0, 1, 62, 80)]
    shift = 0.15
    assert hypot(x - shift - sum(px for px, _ in places[:2]) / 2, y - shift - places[0][1]) < 0.25
    assert hypot(ex - shift - places[2][0], ey - shift - sum(py for _, py in places[2:]) / 2) < 0.25


def test_only_rounds_of_one_finding_show_its_figure() -> None:
    found = replace(finding(FISH, (0, 5)), houses=(ROW_2, ROW_6), cells=(9, 12, 45, 48), digits=(5,))
    rating = Rating("stuck", 7, 1, {"x-wing": 1}, (0,) * 81, (511,) * 81)
    one, many = (Explanation(rating, (Round(1, "x-wing", 7, findings),)) for findings in ((found,), (found, found)))
    ((_, alone),), ((_, swept),) = scenes_of(EMPTY, one), scenes_of(EMPTY, many)
    assert alone.figure.covers
    assert not swept.figure.kinds
    assert set(swept.focus) == set(found.cells)
    narrator = Narrator(words_of("en"))
    assert "mark-fin" in html_of(EMPTY, one, narrator)
    pytest.importorskip("reportlab")
    assert explanation_pdf(EMPTY, one, narrator).startswith(b"%PDF")


def test_json_has_parts_only_if_they_add_to_the_cells() -> None:
    data = finding(CHAIN, (0, 5)).as_json()
    assert data["parts"][2] == {"role": "weak", "house": None, "cells": ["r4c4", "r5c4"], "digits": ["5"], "source": 1}
    assert finding(FISH, (0, 5)).as_json()["parts"][2]["house"] == "column 1"
    assert "parts" not in finding(FISH[:2], (0, 5)).as_json()
