"""Pictures draw the shapes of constraints: all of them, inside the picture, with exact outlines of cages."""

from __future__ import annotations

import itertools
import re
from xml.etree import ElementTree

import pytest

from cpgen.constraints import parse_constraint
from cpgen.constraints.shapes import INKS, Disc, Label, Outline, Stroke
from cpgen.layout import Layout
from cpgen.render.constraint_shapes import drawing_of, elements, inset_outline
from cpgen.render.lettering import Fonts
from cpgen.render.picture import Look, Scene, picture_of
from cpgen.render.picture_shapes import Area, Circle, Line, Text
from cpgen.render.svg import LIGHT, THEMES, png_of, svg_of
from cpgen.render.vector import vector_pdf, vector_svg
from tests.constraints.examples import EXAMPLES, board

EVERY_EXAMPLE = pytest.mark.parametrize(("size", "line"), EXAMPLES, ids=[line for _, line in EXAMPLES])
OUTSIDE = Layout.boxes(2, 2).with_constraints("sandwich 2 row 1", "skyscraper 3 column 2 reversed")


def empty(layout, look=None):
    return picture_of(Scene(layout, (0,) * layout.cell_count), look or Look())


def places(picture):
    """Return all points of a picture's elements: those of paths, and the centres of texts and circles."""
    for shape in picture.shapes:
        if isinstance(shape, Text | Circle):
            yield shape.x, shape.y
        else:
            yield from (point for path in shape.paths for point in path)


@EVERY_EXAMPLE
def test_every_shape_is_drawn_inside_the_picture(size, line):
    layout = board(size).with_constraints(line)
    shapes = [shape for constraint in layout.further for shape in constraint.shapes(layout)]
    drawn = drawing_of(layout)
    assert len(drawn.under) + len(drawn.over) == sum(len(list(elements(shape, size))) for shape in shapes)
    assert all(list(elements(shape, size)) for shape in shapes)
    picture = empty(layout)
    assert all(0 <= x <= picture.width and 0 <= y <= picture.height for x, y in places(picture))
    for theme in THEMES:
        root = ElementTree.fromstring(svg_of(picture, theme))
        texts = [element.text for element in root.iter() if element.tag.endswith("}text")]
        assert texts == [shape.text for shape in shapes if isinstance(shape, Label)]


@EVERY_EXAMPLE
def test_shapes_use_the_inks_of_the_themes(size, line):
    layout = board(size)
    used = {
        colour
        for constraint in parse_constraint(line, size, layout.regions)
        for shape in constraint.shapes(layout)
        for name in ("colour", "fill", "outline", "ground")
        if (colour := getattr(shape, name, ""))
    }
    assert used <= set(INKS)


def test_outline_of_one_cell_is_an_inset_square():
    assert inset_outline(3, [4], 0.1) == (((1.1, 1.1), (1.9, 1.1), (1.9, 1.9), (1.1, 1.9), (1.1, 1.1)),)


def test_outline_of_an_l_turns_at_its_concave_corner():
    (path,) = inset_outline(3, [0, 3, 4], 0.1)
    assert path[0] == path[-1]
    rounded = {(round(x, 6), round(y, 6)) for x, y in path}
    assert rounded == {(0.1, 0.1), (0.9, 0.1), (0.9, 1.1), (1.9, 1.1), (1.9, 1.9), (0.1, 1.9)}


def test_outline_of_a_ring_is_two_paths():
    outer, inner = inset_outline(3, [cell for cell in range(9) if cell != 4], 0.1)
    assert {(round(x, 6), round(y, 6)) for x, y in outer} == {(0.1, 0.1), (2.9, 0.1), (2.9, 2.9), (0.1, 2.9)}
    assert {(round(x, 6), round(y, 6)) for x, y in inner} == {(0.9, 0.9), (2.1, 0.9), (2.1, 2.1), (0.9, 2.1)}


def test_cells_that_touch_at_a_corner_have_their_own_outlines():
    assert [len(path) for path in inset_outline(3, [0, 4, 8], 0.1)] == [5, 5, 5]
    assert [len(path) for path in inset_outline(3, [1, 3, 5, 7], 0.1)] == [5, 5, 5, 5]


def test_outlines_are_rectilinear_for_any_cells():
    for cells in itertools.combinations(range(9), 5):
        for path in inset_outline(3, cells, 0.1):
            assert path[0] == path[-1]
            assert all(a == pytest.approx(c) or b == pytest.approx(d) for (a, b), (c, d) in itertools.pairwise(path))


def test_cages_are_dashed_over_the_lines_of_the_board():
    (line,) = elements(Outline((0, 1)), 9)
    assert isinstance(line, Line)
    assert line.dash > 0
    picture = empty(Layout.boxes(2, 2).with_constraints("cage 3: r1c1 r1c2"))
    roles = [shape.role for shape in picture.shapes]
    assert roles.index("thick") < roles.index("pen-black")
    svg = svg_of(picture)
    assert len(re.findall("stroke-dasharray", svg)) == 1
    assert ">3</text>" in svg


def test_arrows_end_in_two_strokes():
    (line,) = elements(Stroke(((0.5, 0.5), (0.5, 2.5)), arrow=True), 3)
    shaft, head = line.paths
    assert shaft[-1] == head[1] == (2.5, 0.5)
    assert [y < 0.5 for _, y in (head[0], head[2])] in ([True, False], [False, True])


def test_disc_is_a_filled_circle_with_a_ring():
    disc, ring = elements(Disc((1.0, 2.0), 0.4, fill="#ffffff", outline="#000000"), 3)
    assert (disc.x, disc.y, disc.width, ring.radius) == (2.0, 1.0, 0.0, 0.4)
    assert ring.width > 0


def test_outside_clues_widen_the_picture():
    plain, wide = empty(OUTSIDE.base), empty(OUTSIDE)
    assert wide.width > plain.width + 0.5
    assert wide.height > plain.height + 0.5
    labelled = empty(OUTSIDE, Look(labels=True, title="title"))
    by_role = {role: [s for s in labelled.shapes if s.role == role] for role in ("label", "ink-black")}
    assert min(s.x for s in by_role["label"]) < min(s.x for s in by_role["ink-black"])


def test_disjoint_groups_do_not_shade_the_whole_board():
    assert not any(shape.role == "shade" for shape in empty(Layout.parse("3x3+disjoint")).shapes)
    windows = empty(Layout.parse("3x3+windoku"))
    assert any(isinstance(shape, Area) and shape.role == "shade" for shape in windows.shapes)


def test_dots_stay_white_and_black_on_dark_screens():
    picture = empty(Layout.boxes(2, 2).with_constraints("white r1c1 r1c2", "black r2c1 r2c2"))
    dots = {shape.role for shape in picture.shapes if isinstance(shape, Circle) and not shape.width}
    assert dots == {"ink-white-dot", "ink-black-dot"}
    assert [THEMES["dark"][f"ink-{one}-dot"] for one in ("white", "black")] == ["#ffffff", "#000000"]


def test_classic_pictures_do_not_grow_by_inks():
    assert "ink-" not in svg_of(empty(Layout.boxes(3, 3)))
    assert ".ink-black{" in svg_of(empty(Layout.boxes(2, 2).with_constraints("cage 3: r1c1 r1c2")))


def test_png_and_vector_files_are_made():
    lines = ["cage 3: r1c1 r1c2", "thermo: r2c1 r2c2", "arrow r3c1 > r3c2 r3c3", "white r4c1 r4c2", "odd: r4c4"]
    picture = empty(OUTSIDE.with_constraints(*lines))
    assert png_of(picture).startswith(b"\x89PNG")
    fonts = Fonts("", True)
    root = ElementTree.fromstring(vector_svg(picture, LIGHT, fonts, 80))
    assert sum(element.tag.endswith("circle") for element in root.iter()) == sum(
        isinstance(shape, Circle) for shape in picture.shapes
    )
    assert vector_pdf(picture, LIGHT, fonts, 80).startswith(b"%PDF")


def test_candidates_leave_room_for_sums_of_cages():
    layout = Layout.boxes(3, 3).with_constraints("cage 15: r1c1 r1c2")
    candidates = {0: (1, 2, 3, 9)}
    empty_clues = (0,) * 81
    crowded = picture_of(Scene(layout, empty_clues, candidates=candidates))
    plain = picture_of(Scene(layout.base, empty_clues, candidates=candidates))
    (small, *_), (large, *_) = ([s for s in one.shapes if s.role == "candidate"] for one in (crowded, plain))
    (total,) = (shape for shape in crowded.shapes if shape.role == "ink-black")
    assert small.size < large.size
    assert small.y - small.size * 0.37 > total.y + total.size * 0.37
    last = [shape for shape in crowded.shapes if shape.role == "candidate"][-1]
    assert last.y + last.size / 2 < 1.15


def test_descriptions_list_the_constraints():
    assert empty(OUTSIDE).about.endswith("/ ....; sandwich 2 row 1; skyscraper 3 column 2 reversed")
