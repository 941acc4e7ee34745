"""Pictures show what is on the board, as valid SVG and as PNG of the requested size."""

from __future__ import annotations

import itertools
import struct
import sys
from xml.etree import ElementTree

import pytest

from cpgen.api import explain
from cpgen.errors import InputError
from cpgen.formats.digit_symbols import read_symbols
from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.puzzle import Puzzle
from cpgen.render.explanation import open_candidates, scenes_of
from cpgen.render.picture import Look, Scene, candidate_centre, picture_of, tints
from cpgen.render.picture_shapes import Area, Line, Text, around, cell_lines, region_lines
from cpgen.render.svg import THEMES, png_of, svg_of
from tests.conftest import SHAPES

SVG = "{http://www.w3.org/2000/svg}"
PUZZLE = Puzzle.parse(".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8.")
EVERY_SHAPE = pytest.mark.parametrize("spec", SHAPES.values(), ids=SHAPES.keys())


def length(paths):
    return sum(abs(x - px) + abs(y - py) for path in paths for (px, py), (x, y) in itertools.pairwise(path))


def texts(picture, role):
    return [shape for shape in picture.shapes if isinstance(shape, Text) and shape.role == role]


def touching(layout):
    """Return the pairs of cells that share an edge."""
    n = layout.size
    for cell in range(n * n):
        if (cell + 1) % n:
            yield cell, cell + 1
        if cell + n < n * n:
            yield cell, cell + n


@EVERY_SHAPE
def test_every_edge_is_drawn_once_thick_between_regions(spec):
    layout = Layout.parse(spec)
    regions = layout.regions or (0,) * layout.cell_count
    thick = sum(regions[one] != regions[other] for one, other in touching(layout))
    assert length(region_lines(layout)) == thick
    assert length(cell_lines(layout)) == 2 * layout.size * (layout.size - 1) - thick


def test_straight_lines_are_one_path():
    assert len(region_lines(Layout.boxes(3, 3))) == 4
    assert len(cell_lines(Layout.latin(5))) == 8
    assert ((3.0, 0.0), (3.0, 9.0)) in region_lines(Layout.boxes(3, 3))


def test_outline_of_cells_is_closed_and_excludes_holes():
    ring = around(4, [cell for cell in range(16) if cell not in (5, 6, 9, 10)])
    assert sorted(map(len, ring)) == [5, 5]
    assert all(path[0] == path[-1] for path in ring)
    assert length(ring) == 16 + 8
    assert around(3, [0, 1, 3]) == (((0, 0), (0, 2), (1, 2), (1, 1), (2, 1), (2, 0), (0, 0)),)


@EVERY_SHAPE
def test_neighbouring_regions_get_different_tints(spec):
    layout = Layout.parse(spec)
    if layout.regions:
        colours = tints(layout)
        pairs = {(layout.regions[one], layout.regions[other]) for one, other in touching(layout)}
        assert all(colours[one] != colours[other] for one, other in pairs if one != other)
        assert max(colours) < 5


@EVERY_SHAPE
def test_svg_has_a_text_for_every_digit(spec):
    for theme in [*THEMES, "auto"]:
        layout = Layout.parse(spec)
        clues = (1, 2, *(0,) * (layout.cell_count - 2))
        look = Look(coloured=True, labels=True, title="<&\x00 問題")
        root = ElementTree.fromstring(svg_of(picture_of(Scene(layout, clues), look), theme))
        assert root.tag == f"{SVG}svg"
        assert root.find(f"{SVG}title").text == "<& 問題"
        assert root.find(f"{SVG}desc").text.startswith("12")
        written = [element.text for element in root.iter(f"{SVG}text")]
        assert written.count("1") == written.count("2") == 3
        assert len(written) == 2 + 2 * layout.size + 1


def test_only_auto_theme_depends_on_the_screen():
    picture = picture_of(Scene.of(PUZZLE))
    assert "prefers-color-scheme:dark" in svg_of(picture, "auto")
    assert "prefers-color-scheme" not in svg_of(picture, "dark")
    assert THEMES["dark"]["paper"] in svg_of(picture, "dark")


def test_solution_digits_and_clues_have_different_roles():
    rating = explain(PUZZLE).rating
    picture = picture_of(Scene(PUZZLE.layout, PUZZLE.clues, rating.digits))
    assert len(texts(picture, "clue")) == PUZZLE.clue_count
    assert len(texts(picture, "digit")) == 81 - PUZZLE.clue_count


def test_candidates_are_inside_their_cells():
    picture = picture_of(Scene(PUZZLE.layout, PUZZLE.clues, candidates=open_candidates(PUZZLE)))
    small = texts(picture, "candidate")
    assert sorted((int(t.y) * 9 + int(t.x), int(t.text)) for t in small) == sorted(
        (cell, digit) for cell, digits in open_candidates(PUZZLE).items() for digit in digits
    )
    assert open_candidates(PUZZLE)[0] == {1, 2, 3, 4, 5}


def test_candidates_do_not_overlap():
    for size in [2, 4, 5, 6, 7, 9, 16, 25, 36]:
        places = {candidate_centre(size, 0, digit) for digit in range(1, size + 1)}
        assert len(places) == size
        assert all(0.05 < x < 0.95 and 0.05 < y < 0.95 for x, y in places)


def test_step_marks_its_cause_and_strikes_removed_candidates():
    for one, scene in scenes_of(PUZZLE, explain(PUZZLE)):
        picture = picture_of(scene)
        strikes = [s for s in picture.shapes if isinstance(s, Line) and s.role == "strike"]
        assert len(texts(picture, "gone")) == len(one.removed) == sum(len(s.paths) for s in strikes)
        assert len(texts(picture, "new")) == len(one.placed)
        assert any(isinstance(s, Area) and s.role == "focus" for s in picture.shapes)


def test_boards_before_rounds_lead_to_the_solution():
    puzzle = Puzzle.parse(PUZZLE.line)
    explanation = explain(puzzle)
    *_, (last, scene) = scenes_of(puzzle, explanation)
    done = list(scene.digits)
    for cell, digit in last.placed:
        assert done[cell] == 0
        done[cell] = digit
    assert tuple(done) == explanation.rating.digits


def test_removed_candidates_never_return():
    gone = set()
    for one, scene in scenes_of(PUZZLE, explain(PUZZLE)):
        shown = {(cell, digit) for cell, digits in scene.candidates.items() for digit in digits}
        assert not shown & gone
        assert one.placed or set(one.removed) <= shown
        gone |= set(one.removed)


def test_extra_houses_are_shaded_and_diagonals_drawn():
    windoku, diagonal = layout_named("windoku"), layout_named("diagonal")
    shaded = picture_of(Scene(windoku, (0,) * 81))
    lined = picture_of(Scene(diagonal, (0,) * 81))
    (shade,) = [s for s in shaded.shapes if s.role == "shade"]
    (line,) = [s for s in lined.shapes if s.role == "diagonal"]
    assert (len(shade.paths), len(line.paths)) == (4, 2)
    assert not [s for s in lined.shapes if s.role == "shade"]


@pytest.mark.parametrize(
    ("text", "symbols"),
    [
        ("ABCD", "A B C D"),
        ("春夏秋冬", "春 夏 秋 冬"),
        ("🍎🍌❤️🍓", "🍎 🍌 ❤️ 🍓"),
        ("👨‍👩‍👧ABC", "👨‍👩‍👧 A B C"),
        ("10, 20, 30, 40", "10 20 30 40"),
    ],
)
def test_any_symbols_stand_for_digits(text, symbols):
    assert read_symbols(text, 4) == tuple(symbols.split())
    picture = picture_of(Scene(Layout.boxes(2, 2), (1, 2, 3, 4, *(0,) * 12)), Look(symbols=read_symbols(text, 4)))
    assert [t.text for t in texts(picture, "clue")] == symbols.split()


@pytest.mark.parametrize(("text", "why"), [("ABC", "3 symbols"), ("ABCA", "'A' is used for both 1 and 4")])
def test_too_few_or_repeated_symbols_are_refused(text, why):
    with pytest.raises(InputError, match=why):
        read_symbols(text, 4)


def test_png_has_the_requested_width_and_content():
    data = png_of(picture_of(Scene.of(PUZZLE)), "light", 300)
    empty = png_of(picture_of(Scene(PUZZLE.layout, (0,) * 81)), "light", 300)
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">I", data[16:20]) == (300,)
    assert len(data) > len(empty) * 1.3


def test_missing_png_library_is_reported_with_its_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(InputError, match=r"install it with `.*\[print\]'`\."):
        png_of(picture_of(Scene.of(PUZZLE)))
