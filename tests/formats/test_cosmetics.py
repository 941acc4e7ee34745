"""Drawings without a meaning, fog and messages: kept from links, in every format that can hold them."""

from __future__ import annotations

import json
import warnings
from dataclasses import replace
from math import inf
from typing import Any
from urllib.parse import quote

import pytest

from cpgen import api, formats
from cpgen.cosmetics import Cosmetic, colour_of, cosmetics_in, fog_in, text_of_cosmetics
from cpgen.errors import DrawingsWarning, InputError
from cpgen.formats import Entry, Writer, format_named
from cpgen.formats.link_cosmetics import in_fpuzzles, in_sudokupad, to_fpuzzles, to_sudokupad
from cpgen.formats.lzstring import compress
from cpgen.formats.penpa_cosmetics import in_penpa
from cpgen.formats.penpa_drawing import Drawings
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.render.cosmetic_shapes import ink_of
from tests.cli.running import call

GRID: list[list[dict[str, Any]]] = [[{} for _ in range(4)] for _ in range(4)]
DRAWN: dict[str, Any] = {
    "size": 4,
    "grid": GRID,
    "line": [{"lines": [["R1C1", "R2C2", "R2C3"]], "outlineC": "#34BBE6", "width": 0.2}],
    "circle": [{"cells": ["R1C1", "R1C2"], "baseC": "#F00", "outlineC": "#000", "width": 0.5, "height": 0.5}],
    "rectangle": [{"cells": ["R4C4"], "baseC": "#00ff0080", "value": "A", "angle": 45}],
    "text": [{"cells": ["R0C1"], "value": "8 x", "fontC": "#000000", "size": 0.5}],
    "cage": [{"cells": ["R3C3", "R3C4"], "value": "k"}],
    "fogofwar": ["R1C1"],
    "successMessage": "Well done, solver.",
}
LINK = f"https://f-puzzles.com/?load={compress(json.dumps(DRAWN))}"
EVERY = tuple(
    Cosmetic(form, at, (0.5, 1.0), "#ff0000", "#0000ff", "#00ff00", 0.25, 45.0, 0.3, over, "A b")
    for form, at in (("box", ((1.5, 1.5),)), ("round", ((1.0, 2.5),)), ("line", ((0.5, 0.5), (1.5, 2.5))))
    for over in (False, True)
)


def entry() -> Entry:
    (found,) = formats.read(LINK)
    assert isinstance(found, Entry)
    return found


def test_drawings_of_a_link_are_kept_and_counted() -> None:
    found = entry()
    forms = [one.form for one in cosmetics_in(found.cosmetics)]
    assert forms == ["line", "box", "round", "box", "cage"]
    assert found.drawings == {"line": 1, "rectangle": 1, "circle": 1, "text": 1, "cage": 1}


def test_the_reader_is_told_of_kept_drawings() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api.as_state(LINK)
    (one,) = caught
    assert isinstance(one.message, DrawingsWarning)
    assert one.message.kept
    assert "may be constraints" in call("check", LINK, "--exit-zero").err


@pytest.mark.parametrize("name", ["fpuzzles", "sudokupad", "scl", "json", "jsonl", "csv", "url"])
def test_drawings_fog_and_message_survive(name: str) -> None:
    found = entry()
    writer = Writer(format_named(name))
    text = writer.add(found) + writer.end()
    (again,) = formats.read(text)
    assert isinstance(again, Entry)
    assert sorted(again.cosmetics.splitlines()) == sorted(found.cosmetics.splitlines())
    assert (again.fog, again.message) == ("r1c1", "Well done, solver.")
    assert not writer.lost


BOX = {"type": "rectangle", "width": 0.5, "height": 1, "fill": "#ff0"}
MAKER: dict[str, Any] = {
    "size": 4,
    "cells": [{}] * 16,
    "constraints": [
        {"type": 2000, "lines": [[{"x": 0.5, "y": 1.5}, {"x": 2, "y": 1.5}]], "style": {"color": "#34bbe6ff"}},
        {"type": 2001, "cages": [{"value": "k", "cells": [0, 1]}], "style": {"cage": {"color": "#ff0000"}}},
        {
            "type": 2002,
            "params": [
                {"type": "ellipse", "rx": 0.4, "ry": 0.3, "fill": "#00000000", "stroke": "#000000"},
                {"type": "text", "text": "A", "size": 0.5, "fill": "#0000ff"},
            ],
            "symbols": [[1, 1], [3.5, 0.5, 1, "foreground"]],
        },
        {"type": 2002, "symbols": [{"position": {"x": 1, "y": 2}, "params": BOX}]},
    ],
}


def maker(data: dict[str, Any]) -> str:
    return f"https://sudokumaker.app/?puzzle={compress(json.dumps({'puzzle': data}))}"


def test_drawings_of_sudokumaker_are_kept() -> None:
    with pytest.warns(DrawingsWarning, match="2 symbols"):
        api.as_state(maker(MAKER))
    (found,) = formats.read(maker(MAKER))
    assert isinstance(found, Entry)
    lines = [
        "line at=1.5,0.5;1.5,2 pen=#34bbe6 width=0.1",
        "cage at=0.5,0.5;0.5,1.5 pen=#ff0000 ink=#000000 over text=k",
        "round at=1,1 size=0.6,0.8 pen=#000000",
        "box at=0.5,3.5 ink=#0000ff high=0.5 over text=A",
        "box at=2,1 size=1,0.5 fill=#ffff00",
    ]
    assert found.cosmetics.splitlines() == lines
    writer = Writer(format_named("sudokumaker"))
    (again,) = formats.read(writer.add(found) + writer.end())
    assert isinstance(again, Entry)
    assert (again.cosmetics.splitlines(), again.drawings) == (lines, {"line": 1, "cage": 1, "symbol": 3})


def test_unknown_symbols_of_sudokumaker_are_not_kept() -> None:
    symbol = {"position": {"x": 1, "y": 1}, "params": {"type": "arrow", "length": 1}}
    text = maker(MAKER | {"constraints": [{"type": 2002, "symbols": [symbol]}]})
    with pytest.raises(InputError, match="1 symbol drawn"):
        api.as_state(text)


def test_drawings_of_penpa_are_kept() -> None:
    # The lattice has side 13; the first cell of the board is number 28.
    question: dict[str, Any] = {
        "surface": {"28": 1},
        "line": {"29,42": 3},
        "lineE": {"197,198": 8},
        "symbol": {str(3 * 169 + 28): [2, "circle_SS", 2], "30": [1, "square_LL", 1]},
        "killercages": [[28, 29]],
        "numberS": {str(4 * 169 + 4 * 28): ["15", 1]},
        "thermo": [[41, 42]],
    }
    found = in_penpa(question, 9)
    assert found
    assert text_of_cosmetics(found).splitlines() == [
        "box at=0.5,0.5 fill=#444444",
        "round at=1.5,0.5 size=0.8,0.8 fill=#cccccc",
        "line at=1.5,0.5;1.5,1.5 pen=#cccccc width=0.4",
        "line at=0.5,1.5;1.5,1.5 pen=#208020 width=0.079",
        "line at=1,1;1,2 pen=#ff0000 width=0.079",
        "cage at=0.5,0.5;0.5,1.5 pen=#444444 ink=#000000 over text=15",
        "round at=0.5,1 size=0.26,0.26 fill=#000000 pen=#000000 over",
        "box at=0.5,2.5 fill=#ffffff pen=#000000",
    ]
    for wrong in ({"surface": {"28": 50}}, {"symbol": {"28": [1, "star", 1]}}, {"line": {"28": 1}}):
        assert in_penpa(wrong, 9) is None


@pytest.mark.parametrize(
    "wrong",
    [{"symbol": {"28": [9, "inequality", 1]}}, {"surface": {"28": inf}}, {"symbol": {"28": [inf, "circle_L", 1]}}],
)
def test_penpa_styles_out_of_range_are_unreadable(wrong: dict[str, Any]) -> None:
    assert in_penpa(wrong, 9) is None


EXACT = [
    "box at=0.5,0.5 fill=#ffd966",
    "box at=0.5,0.5 fill=#ffffa3",
    "line at=0.5,0.5;1.5,1.5;1.5,2 pen=#34bbe6 width=0.132",
    "line at=0.5,0.5;0.5,2.5 pen=#000000 width=0.316",
    "line at=0.5,0.5;0.5,2.5 pen=#ff00ff width=0.4",
    "line at=0,0;4,4 pen=#cccccc width=0.8",
    "line at=0.36,0.36;0.5,0.64;0.64,0.36 pen=#000000 width=0.053 over",
    "line at=1.14,1.36;0.86,1.5;1.14,1.64 pen=#34bbe6 width=0.053 over",
    "arrow at=3.5,0.5;3.5,2.5 pen=#0000ff width=0.079",
    "round at=1,1 size=0.44,0.44 fill=#ff8800 pen=#000000 over",
    "round at=-0.5,1.5 size=0.86,0.86 pen=#34bbe6",
    "box at=2.5,2 size=0.8,0.8 fill=#34bbe6 over",
    "box at=2.5,2 size=0.608,0.608 fill=#34bbe6 pen=#34bbe6 angle=45",
    "box at=0.25,0.75 ink=#000000 high=0.32 over text=7",
    "box at=0.5,0.5 ink=#ff0000 over text=A B",
    "cage at=2.5,0.5;2.5,1.5;3.5,1.5 pen=#34bbe6 ink=#000000 over text=k",
]


@pytest.mark.parametrize("line", EXACT)
def test_a_drawing_survives_penpa(line: str) -> None:
    entry = Entry(Puzzle.parse("1..............."), cosmetics=line)
    (again,) = formats.read("".join(formats.write([entry], "penpa")))
    assert (again.cosmetics, again.puzzle.clues) == (line, entry.puzzle.clues)


@pytest.mark.parametrize("one", EVERY, ids=str)
def test_penpa_draws_every_drawing(one: Cosmetic) -> None:
    entry = Entry(Puzzle.parse("." * 81), cosmetics=str(one))
    (again,) = formats.read("".join(formats.write([entry], "penpa")))
    form = "line" if one.form == "line" and not one.pen else one.form
    assert form in {found.form for found in cosmetics_in(again.cosmetics)}


CONSTRAINTS = ["slow-thermo: r1c1 r1c2", "white 2 r1c1 r1c2", "arrow r1c1 r1c2 > r1c3 r2c3", "sandwich 5 row 1"]
CONSTRAINTS += [
    "quad 1 2: r1c1 r1c2 r2c1 r2c2",
    "lockout: r1c1 r1c2 r1c3",
    "odd: r1c1",
    "minimum: r1c1",
    "less r1c1 r1c2",
]


@pytest.mark.parametrize("line", CONSTRAINTS)
def test_penpa_shows_constraints_as_drawings(line: str) -> None:
    layout = Layout.boxes(3, 3).with_constraints(line)
    (again,) = formats.read("".join(formats.write([Entry(Puzzle(layout, (0,) * 81))], "penpa")))
    shapes = [shape for constraint in layout.further for shape in constraint.shapes(layout)]
    assert len(cosmetics_in(again.cosmetics)) >= len(shapes)


def test_cages_have_the_border_that_penpa_draws() -> None:
    drawn = Drawings(9)
    drawn.draw_cage([28, 29, 42])  # an L of three cells
    assert len(drawn.parts["cage"]) == 8 + 4  # sides, and joints between neighbours
    assert {*drawn.parts["cage"].values()} == {10}


def test_a_format_without_drawings_says_what_it_loses() -> None:
    writer = Writer(format_named("line"))
    writer.add(entry())
    assert {"drawing", "fog", "message for the solved puzzle"} <= {*writer.lost}


def test_ignored_drawings_are_not_kept() -> None:
    (found,) = formats.read(LINK, ignore_drawings=True)
    assert isinstance(found, Entry)
    assert (found.cosmetics, sum(found.drawings.values())) == ("", 5)


def test_coloured_cells_become_stripes() -> None:
    grid = [[{} for _ in range(4)] for _ in range(4)]
    grid[0][1] = {"cArray": ["#ff0000", "#0000ff"]}
    (found,) = formats.read(f"https://f-puzzles.com/?load={compress(json.dumps({'size': 4, 'grid': grid}))}")
    assert isinstance(found, Entry)
    assert [(one.fill, one.size) for one in cosmetics_in(found.cosmetics)] == [
        ("#ff0000", (1.0, 0.5)),
        ("#0000ff", (1.0, 0.5)),
    ]


@pytest.mark.parametrize("one", EVERY, ids=str)
def test_a_drawing_is_written_as_text_and_read(one: Cosmetic) -> None:
    assert cosmetics_in(text_of_cosmetics([one])) == (one,)


@pytest.mark.parametrize("one", EVERY, ids=str)
def test_a_drawing_survives_sudokupad(one: Cosmetic) -> None:
    plain = replace(one, width=0.05)
    if one.form == "line":
        plain = replace(one, fill="", ink="", text="", size=(1.0, 1.0), angle=0.0, high=0.4)
    ((key, (part,)),) = to_sudokupad([plain]).items()
    (again,) = in_sudokupad(key, part) or [None]
    assert again == plain


def test_half_cells_survive_f_puzzles() -> None:
    for place in ((0.5, 0.5), (1.0, 2.5), (2.0, 2.0), (-0.5, 1.0)):
        one = Cosmetic("round", (place,), (0.5, 0.5), fill="#ff0000", pen="#000000", ink="#000000")
        ((key, (part,)),) = to_fpuzzles([one]).items()
        assert in_fpuzzles(key, part) == [one]


@pytest.mark.parametrize(
    "text", ["dot at=1,1", "box at=1", "line at=1,1", "box at=1,nan", "box at=1,1 fill=red", "box at=1,1 x=2", "box"]
)
def test_wrong_drawings_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="is no drawing"):
        cosmetics_in(text)


def test_a_lamp_outside_the_board_is_refused() -> None:
    (found,) = formats.read(json.dumps({"puzzle": "1...............", "fog": "r9c9"}))
    assert not isinstance(found, Entry)
    assert "r9c9" in str(found)


def test_colours_become_plain_and_find_an_ink() -> None:
    assert [colour_of(one) for one in ("#F00", "#0000ff80", "transparent", "red", None)] == [
        "#ff0000",
        "#7f7fff",
        "",
        "#ff0000",
        "",
    ]
    assert ink_of("#35c030") == "green"


def test_pictures_show_drawings() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        picture = api.draw(LINK)
    assert isinstance(picture, str)
    assert "ink-" in picture
    assert picture != api.draw(entry().puzzle)


@pytest.mark.parametrize("name", ["sudokupad", "scl", "json", "csv"])
def test_lights_of_right_digits_survive(name: str) -> None:
    lit = "r1c1 r5c5>r8c8,r9c9"
    (again,) = formats.read("".join(formats.write([Entry(Puzzle.parse("." * 81), fog=lit)], name)))
    assert again.fog == lit


def test_other_effects_of_right_digits_are_refused() -> None:
    data = {"cells": GRID, "triggereffect": [7, {"trigger": {"cell": "r9c9"}, "effect": {"type": "foglight"}}]}
    (found,) = formats.read(f"https://sudokupad.app/scl{quote(compress(json.dumps(data)))}")
    assert "triggereffect" in str(found.error)


@pytest.mark.parametrize("fog", ["r1c1>r2c2>r3c3", "r1c1>", ">r1c1", "r1c1,r2c2"])
def test_half_of_a_light_is_refused(fog: str) -> None:
    with pytest.raises(InputError, match="lamps are cells"):
        fog_in(fog, Puzzle.parse("." * 81).layout)


def test_fog_of_one_cell_is_joined() -> None:
    layout = Puzzle.parse("." * 81).layout
    assert fog_in("r5c5>r8c8 r5c5>r9c9", layout) == fog_in("r5c5>r8c8,r9c9", layout)


@pytest.mark.parametrize("cells", ["", "r1c99", "r1-2c3", "r1c1-4"])
def test_lights_of_unreadable_cells_are_refused(cells: str) -> None:
    light = {"trigger": {"cell": "r1c1"}, "effect": {"type": "foglight", "cells": cells}}
    data = {"cells": GRID, "triggereffect": [light]}
    (found,) = formats.read(f"https://sudokupad.app/scl{quote(compress(json.dumps(data)))}")
    assert "triggereffect" in str(found.error)
