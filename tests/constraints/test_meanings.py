"""What constraints of the first wave mean, in cases worked out by hand, above all where programs differ."""

from __future__ import annotations

import numpy as np
import pytest

from cpgen.constraints import constraint_from_json, parse_constraint
from cpgen.layout import Layout
from tests.constraints.meaning import holds

BOARD = "AABB/AABB/CCDD/CCDD"
CASES = [
    # A pill is a decimal number, read in the order of its cells.
    ("arrow r1c1 r1c2 > r2c1 r2c2 r2c3", "12.. 444. .... ....", True),
    ("arrow r1c1 r1c2 > r2c1 r2c2 r2c3", "21.. 444. .... ....", False),
    ("arrow r1c2 r1c1 > r2c1 r2c2 r2c3", "21.. 444. .... ....", True),
    ("arrow r1c1 > r1c2 r1c3", "422. .... .... ....", True),
    # A dot without a number is the usual one.
    ("white r1c1 r1c2", "21.. .... .... ....", True),
    ("white r1c1 r1c2", "31.. .... .... ....", False),
    ("white 2 r1c1 r1c2", "31.. .... .... ....", True),
    ("black r1c1 r1c2", "24.. .... .... ....", True),
    ("black r1c1 r1c2", "31.. .... .... ....", False),
    ("black 3 r1c1 r1c2", "31.. .... .... ....", True),
    ("xv 5 r1c1 r1c2", "14.. .... .... ....", True),
    ("xv 5 r1c1 r1c2", "13.. .... .... ....", False),
    # Pairs without a dot are in no relation that is shown; those with either dot are exempt.
    ("all dots shown", "1313 3131 1313 3131", True),
    ("all dots shown", "1313 3131 1313 3132", False),
    ("white r4c3 r4c4", "1313 3131 1313 3132", True),
    ("white r4c3 r4c4; white r3c4 r4c4; all dots shown", "1313 3131 1313 3112", True),
    ("white r4c3 r4c4; all dots shown", "1313 3131 1313 3132", False),
    ("black r4c3 r4c4; white r3c4 r4c4; all dots shown", "1313 3131 1313 3112", True),
    ("black r4c3 r4c4; white r3c4 r4c4; all dots shown", "4444 4444 4443 4424", False),
    ("black r1c1 r1c2; all dots shown", "1244 4444 4444 4444", False),
    ("black r1c1 r1c2; black r1c1 r2c1; all dots shown", "1222 2222 2222 2222", True),
    ("black r1c1 r1c2; all white shown", "2144 4444 4444 4444", True),
    ("black r1c1 r1c2; all white shown", "2144 1444 4444 4444", False),
    ("white r1c1 r1c2; all black shown", "2133 3333 3333 3333", True),
    ("white r1c1 r1c2; all black shown", "2133 4333 3333 3333", False),
    ("all black shown", "2344 4444 4444 4444", False),
    ("all black shown", "4344 4444 4444 4444", True),
    ("all white shown", "2144 1444 4444 4444", False),
    # Other numbers replace the usual ones.
    ("white 3 r1c1 r1c2; all white shown", "1444 2444 4444 4444", True),
    ("white 3 r1c1 r1c2; all white shown", "1444 1444 4444 4444", False),
    ("white 3 r1c1 r1c2; all white shown", "1422 2222 2222 2222", True),
    ("black 3 r1c1 r1c2; all black shown", "1333 2333 3333 3333", True),
    ("black 3 r1c1 r1c2; all black shown", "1333 2333 3133 3333", False),
    # X and V count as shown even if only one of them is drawn.
    ("xv 5 r1c1 r1c2; all xv shown", "1444 2444 4444 4444", True),
    ("xv 5 r1c1 r1c2; all xv shown", "1411 2111 2111 3111", False),
    ("xv 4 r1c1 r1c2; all xv shown", "1311 3111 1111 1111", False),
    ("xv 4 r1c1 r1c2; all xv shown", "1344 4444 4444 4444", False),
    ("xv 4 r1c1 r1c2; all xv shown", "2222 4222 4222 4222", False),
    # A cell without the mark of an indexing cell names no place.
    ("all column-indexing shown", "2341 2341 2341 2341", True),
    ("all column-indexing shown", "2341 2341 2341 2143", False),
    ("all column-indexing shown", "1342 2341 2341 2341", False),
    ("indexing column r1c1; all column-indexing shown", "1342 2341 2341 2341", True),
    ("indexing row r1c1; all column-indexing shown", "1342 2341 2341 2341", False),
    ("all row-indexing shown", "2222 3333 4444 1111", True),
    ("all row-indexing shown", "2222 1333 4444 3111", False),
    ("all region-indexing shown", "2323 4141 2323 4141", True),
    ("all region-indexing shown", "2123 4341 2323 4141", False),
    # Neighbours with a dot are exempt, whichever it is.
    ("non-consecutive", "1313 3131 1313 3131", True),
    ("non-consecutive", "1313 3131 1313 3134", False),
    ("white r4c3 r4c4; non-consecutive", "1313 3131 1331 3134", True),
    ("black r4c3 r4c4; non-consecutive", "1313 3131 1341 3121", False),
    ("black r4c3 r4c4; non-consecutive", "3131 1311 3114 1312", True),
    ("non-consecutive", "3131 1311 3114 1312", False),
    # Leaps include steps in all directions; the king's cover touching corners only.
    ("leaps king", "1111 2222 3333 4444", True),
    ("leaps king", "1212 2323 3434 4141", False),
    ("leaps knight", "1111 2222 3333 4444", True),
    ("leaps knight", "1111 2212 3333 4444", False),
    ("leaps 1-3", "1111 2223 3333 4442", False),
    # A minimum is not compared with another minimum, of the same line or another one.
    ("minimum r1c1", "1222 2222 2222 2222", True),
    ("minimum r1c1", "1122 2222 2222 2222", False),
    ("minimum r1c1 r1c2", "2133 3333 3333 3333", True),
    ("minimum r1c1; minimum r1c2", "2133 3333 3333 3333", True),
    ("minimum r1c1; maximum r1c2", "2133 3333 3333 3333", False),
    ("maximum r1c1 r2c1", "3111 4111 1111 1111", True),
    ("maximum r1c1 r2c1", "3111 4111 4111 1111", False),
    ("less r1c1 r1c2 r2c2", "12.. .3.. .... ....", True),
    ("less r1c1 r1c2 r2c2", "12.. .2.. .... ....", False),
    # A digit that is listed twice is there twice.
    ("quad 1 1 2 at r1c1", "12.. 13.. .... ....", True),
    ("quad 1 1 2 at r1c1", "12.. 33.. .... ....", False),
    ("quad 1 2 at r3c3", ".... .... ..21 ..22", True),
    ("allowed 1 4: r1c1 r1c2", "14.. .... .... ....", True),
    ("allowed 1 4: r1c1 r1c2", "12.. .... .... ....", False),
    ("odd r1c1 r1c2", "13.. .... .... ....", True),
    ("even r1c1 r1c2", "23.. .... .... ....", False),
    ("whisper 2: r1c1 r1c2 r1c3", "131. .... .... ....", True),
    ("whisper 2: r1c1 r1c2 r1c3", "132. .... .... ....", False),
    ("renban: r1c1 r1c2 r1c3", "324. .... .... ....", True),
    ("renban: r1c1 r1c2 r1c3", "334. .... .... ....", False),
    ("renban: r1c1 r1c2 r1c3", "124. .... .... ....", False),
    ("palindrome: r1c1 r1c2 r1c3 r2c3", "122. ..1. .... ....", True),
    ("palindrome: r1c1 r1c2 r1c3 r2c3", "123. ..1. .... ....", False),
    ("clone: r1c1 r1c2 = r3c1 r3c2", "12.. .... 12.. ....", True),
    ("clone: r1c1 r1c2 = r3c1 r3c2", "12.. .... 21.. ....", False),
    # The ends of a between line may be in either order, and their digits are not on the line.
    ("between: r1c1 r1c2 r1c3 r1c4", "1324 .... .... ....", True),
    ("between: r1c1 r1c2 r1c3 r1c4", "4321 .... .... ....", True),
    ("between: r1c1 r1c2 r1c3 r1c4", "4421 .... .... ....", False),
    # A line that comes back to a region has the sum there again.
    ("region-sum: r1c2 r1c3 r2c3 r2c2", ".43. .41. .... ....", True),
    ("region-sum: r1c2 r1c3 r2c3 r2c2", ".43. .31. .... ....", False),
    ("region-sum: r1c1 r1c2 r1c3", "123. .... .... ....", True),
    # Digits on a diagonal and on cells of a sum may repeat; those of a cage may not.
    ("little 6 from r1c3 se", "..3. ...3 .... ....", True),
    ("little 6 from r2c4 nw", "..3. ...3 .... ....", True),
    ("cage 6: r1c3 r2c4", "..3. ...3 .... ....", False),
    ("cage: r1c3 r2c4", "..3. ...2 .... ....", True),
    ("thermo r1c1 r1c2 r1c3", "113. .... .... ....", False),
    ("slow-thermo r1c1 r1c2 r1c3", "113. .... .... ....", True),
]


def board(lines: str) -> Layout:
    return Layout.parse(BOARD).with_constraints(*lines.split("; "))


def grid_of(text: str) -> list[int]:
    return [int(digit) for digit in text.replace(" ", "").replace(".", "1")]


@pytest.mark.parametrize(("lines", "text", "meant"), CASES)
def test_constraints_mean_what_they_say(lines: str, text: str, meant: bool) -> None:
    layout, grid = board(lines), grid_of(text)
    assert all(one.is_satisfied(grid, layout) for one in layout.further) == meant
    assert all(holds(one, grid) for further in layout.further for one in further.decompose(layout)) == meant


def test_dot_that_is_open_exempts_its_place() -> None:
    layout, grid = board("dot? r1c1 r1c2; dot? r1c1 r2c1; all dots shown"), grid_of("1222 2222 2222 2222")
    assert layout.further[2].is_satisfied(grid, layout)
    assert not board("all dots shown").further[0].is_satisfied(grid, layout.base)


def test_open_dot_is_read_as_black_white_or_none() -> None:
    layout = board("dot? r1c1 r1c2")
    for text, line in ("12", "black 2: r1c1 r1c2"), ("32", "white 1: r1c1 r1c2"), ("41", None):
        found = layout.further[0].read_from(grid_of(f"{text}.. .... .... ...."), layout)
        assert (found and found.text(4)) == line


def test_open_dot_between_1_and_2_is_either_by_chance() -> None:
    layout, rng = board("dot? r1c1 r1c2"), np.random.default_rng(1)
    drawn = [layout.further[0].drawn_from(grid_of("12.. .... .... ...."), layout, rng) for _ in range(100)]
    assert 30 < sum(one.kind == "black" for one in drawn if one) < 70
    assert {one.kind for one in drawn if one} == {"black", "white"}


def test_open_sign_is_read_in_its_direction() -> None:
    layout = board("less? r1c2 r1c1; parity? r1c1; parity? r1c2")
    for text, lines in (
        ("12", ["less: r1c1 r1c2", "odd: r1c1", "even: r1c2"]),
        ("41", ["less: r1c2 r1c1", "even: r1c1", "odd: r1c2"]),
    ):
        grid = grid_of(f"{text}.. .... .... ....")
        found = [one.read_from(grid, layout) for one in layout.further]
        assert [one and one.text(4) for one in found] == lines


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("allowed 1 2: r1c1 r1c2", "allowed 2 1 1: r1c2 r1c1"),
        ("quad 2 1 at r1c1", "quad 1 2 at r1c1"),
        ("leaps king knight", "leaps 2-1 1-1"),
        ("clone: r1c1 r1c2 = r3c1 r3c2", "clone: r3c2 r3c1 = r1c2 r1c1"),
        ("clone: r1c1 r1c2 = r3c1 r3c2 = r1c4 r2c4", "clone: r2c4 r1c4 = r3c2 r3c1 = r1c2 r1c1"),
        ("between: r1c1 r1c2 r1c3", "between: r1c3 r1c2 r1c1"),
        ("white r1c1 r1c2", "white r1c2 r1c1"),
    ],
)
def test_lines_of_one_meaning_share_their_normal_form(one: str, other: str) -> None:
    ((first,), (second,)) = (parse_constraint(line, 4) for line in (one, other))
    assert first.normal() == second.normal()


def test_clones_with_other_places_differ() -> None:
    ((first,), (second,)) = (
        parse_constraint(line, 4) for line in ("clone: r1c1 r1c2 = r3c1 r3c2", "clone: r1c1 r1c2 = r3c2 r3c1")
    )
    assert first.normal() != second.normal()


def test_cells_of_a_quad_may_be_in_any_order() -> None:
    data = {"kind": "quad", "digits": [1], "cells": ["r2c3", "r1c2", "r2c2", "r1c3"]}
    assert constraint_from_json(data, 4) == parse_constraint("quad 1 at r1c2", 4)
