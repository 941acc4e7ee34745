"""Layouts of every kind are parsed, written and checked, and know the peers of a cell."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpgen.constraints.kind_table import KINDS
from cpgen.errors import CpgenError, InputError
from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.messages import read_texts
from cpgen.regions import MAX_SIZE

PENTOMINO = "AABBC/AABBC/DABCC/DDEEC/DDEEE"
WINDOKU = "3x3+" + "/".join([(row := "........."), *[".AAA.BBB."] * 3, row, *[".CCC.DDD."] * 3, row])


def refusal(spec: str) -> str:
    with pytest.raises(InputError) as caught:
        Layout.parse(spec)
    return str(caught.value)


@st.composite
def layouts(draw):
    """Draw boxes, Latin squares and jigsaws, with and without diagonals and other extra houses."""
    bases = st.sampled_from(["2x2", "2x3", "3x2", "3x3", "2x5", "4x4", "latin-2", "latin-5", "latin-7", PENTOMINO])
    layout = Layout.parse(draw(bases))
    for _ in range(draw(st.integers(0, 3))):
        n, cells = layout.size, st.integers(0, layout.cell_count - 1)
        drawn = Layout(n, extras=(tuple(draw(st.sets(cells, min_size=n, max_size=n))),))
        more = draw(st.sampled_from([drawn, Layout(n).with_diagonals()])).extras
        if not set(more) & set(layout.extras):
            layout = Layout(n, layout.regions, layout.extras + more)
    return layout


@given(layouts())
def test_spec_round_trips(layout):
    assert Layout.parse(layout.spec) == layout
    assert "\n" not in layout.spec


@given(layouts())
def test_houses_have_a_fixed_order_and_sorted_cells(layout):
    n = layout.size
    kinds = [house.kind for house in layout.houses]
    regions = n if layout.regions else 0
    assert kinds == ["row"] * n + ["column"] * n + ["region"] * regions + ["extra"] * len(layout.extras)
    for house in layout.houses:
        assert len(set(house.cells)) == n
        assert list(house.cells) == sorted(house.cells)
    for cell, lying in enumerate(layout.houses_of):
        assert [index for index, house in enumerate(layout.houses) if cell in house.cells] == list(lying)


@given(layouts())
def test_peers_share_a_house(layout):
    for cell, peers in enumerate(layout.peers):
        assert cell not in peers
        assert all(cell in layout.peers[other] for other in peers)
        together = {other for house in layout.houses if cell in house.cells for other in house.cells}
        assert set(peers) == together - {cell}


def test_9x9_board_has_27_houses_and_20_peers_per_cell():
    layout = Layout.parse("3x3")
    assert len(layout.houses) == 27
    assert {len(peers) for peers in layout.peers} == {20}
    assert str(layout.houses[0]) == "row 1"
    assert str(layout.houses[26]) == "region 9"
    assert str(Layout.parse("3x3+diagonals").houses[28]) == "extra house 2"


def test_box_of_2x3_is_two_rows_high():
    assert Layout.boxes(2, 3).houses[12].cells == (0, 1, 2, 6, 7, 8)
    assert Layout.boxes(2, 3).with_diagonals().box == (2, 3)
    assert Layout.latin(6).box is layout_named("jigsaw-7").box is None


def test_layout_notation_is_lenient():
    for written, meant in [
        ("  3x3\n", "3x3"),
        ("3X3", "3x3"),
        ("3×3", "3x3"),
        ("3 x 3", "3x3"),
        ("٣x٣", "3x3"),
        ("Latin-5", "latin-5"),
        ("3x3 + Diagonals", "3x3+diagonals"),
        ("\ufeff3x3", "3x3"),
        ("# nine + nine\r\n3x3\r\n\t+\r\n# both / of them\r\ndiagonals\r\n", "3x3+diagonals"),
        ("AABB AABB\tCCDD\r\nCCDD", "2x2"),
        ("aabbaabbccddccdd", "2x2"),
        ("1122/1122/3344/3344", "2x2"),
        ("# comment\nAABB\n# another\nAABB\nCCDD\nCCDD\n", "2x2"),
    ]:
        assert Layout.parse(written).spec == meant


def test_windoku_has_four_extra_houses():
    layout = Layout.parse(WINDOKU)
    assert len(layout.extras) == 4
    assert layout.extras[0] == (10, 11, 12, 19, 20, 21, 28, 29, 30)


def test_equal_boards_compare_equal():
    assert Layout(4, (7, 7, 3, 3, 7, 7, 3, 3, 1, 1, 0, 0, 1, 1, 0, 0)) == Layout.boxes(2, 2)
    assert Layout(4, extras=((15, 10, 5, 0), (3, 6, 9, 12))) == Layout.latin(4).with_diagonals()


def test_order_of_extra_houses_is_kept():
    first = Layout.parse("latin-4+A.../A.../A.../A...+diagonals")
    assert first.spec == "latin-4+A.../A.../A.../A...+diagonals"
    assert first != Layout.parse("latin-4+diagonals+A.../A.../A.../A...")


def test_largest_board_round_trips():
    n = MAX_SIZE
    rows = Layout(n, tuple(cell // n for cell in range(n * n)))
    assert Layout.parse(rows.spec) == rows
    assert Layout.parse("10x10").size == n


def test_wrong_layout_is_refused():
    for spec, sentence in [
        ("", "'' is not a layout: write boxes as 3x3, a Latin square as latin-5, or draw the regions"),
        ("# only a comment", "'' is not a layout"),
        ("nonsense1", "'nonsense1' is not a layout"),
        ("\x00", r"'\x00' is not a layout"),
        ("-3x3", "'-3x3' is not a layout"),
        ("x", "'x' is not a layout"),
        ("3x", "'' is not a whole number; a box's width is written in the digits 0 to 9, as in 3."),
        ("x3", "'' is not a whole number; a box's height"),
        ("②x3", "'②' is not a whole number; a box's height"),
        ("3x²", "'²' is not a whole number; a box's width"),
        ("1000000x2", "Boxes of 1000000x2 make a side of 2000000; 100 is the most."),
        ("1x9", "A box of 1x9 is too small; both sides are 2 or more"),
        ("0x0", "A box of 0x0 is too small"),
        ("3x3x3", "'3x3x3' is not a layout"),
        ("latin-", "'' is not a whole number; the side of a Latin square"),
        ("latin-0", "A board of side 0 cannot be made; the side goes from 2 to 100."),
        ("latin-1", "A board of side 1 cannot be made"),
        ("latin-101", "A board of side 101 cannot be made"),
        ("latin--4", "'-4' is not a whole number"),
        ("latin-" + "9" * 5000, "is not a whole number"),
        ("3x3+", "'' cannot be added to a layout: write +diagonals"),
        ("3x3+sideways", "'sideways' cannot be added to a layout"),
        ("3x3+diagonals+diagonals", "Extra house 3 has the same cells as extra house 1."),
        ("2x2+A.../..../..../....", "Extra house 1, which begins at row 1, column 1, has 1 cell; it needs 4."),
        ("2x2+AAAA/A.../..../....", "Extra house 1, which begins at row 1, column 1, has 5 cells; it needs 4."),
        ("2x2+A../.A./..A", "The extra houses are drawn on 3 rows; the board has 4."),
        ("AABB/AABB/CCDD/CCD", "Row 4 of the regions has 3 symbols, but there are 4 rows"),
        ("A/AA/AAA", "Row 1 of the regions has 1 symbol, but there are 3 rows"),
        (
            "AABB/AABB/CCDD/CCDE",
            "The region that begins at row 3, column 3 has 3 cells; each of the 4 regions",
        ),
        ("AABB/AABB/AADD/CCDD", "The region that begins at row 1, column 1 has 6 cells"),
        ("AAAA/AAAA/AAAA/AAAA", "The region that begins at row 1, column 1 has 16 cells"),
        ("AABB/AABB/CDCD/CDCD", None),
        ("ABAB/ABAB/CCDD/CCDD", None),
        ("ABBB/CABB/CCDD/ACDD", "region that begins at row 1, column 1 has 3 cells"),
        (
            "AABB/ADBB/CCDD/CCDA",
            "The region that begins at row 1, column 1 is in pieces: row 4, column 4",
        ),
        ("A" * 17, "The one row of the regions has 17 symbols, which fill no square (81 fill 9×9)."),
        ("A" * 1_000_000, "A board of side 1000 cannot be made"),
    ]:
        assert (sentence or "is in pieces") in refusal(spec)
        assert len(refusal(spec)) < 300


@pytest.mark.parametrize(
    ("layout", "sentence"),
    [
        (lambda: Layout(4, (0,) * 15), "The regions cover 15 cells; a board of side 4 has 16."),
        (lambda: Layout(4, extras=((0, 1, 2, 16),)), "Extra house 1 leaves the board"),
        (lambda: Layout(4, extras=((-1, 1, 2, 3),)), "Extra house 1 leaves the board"),
        (lambda: Layout(4, extras=((0, 0, 1, 2),)), "has 3 cells; it needs 4."),
        (lambda: Layout(4, extras=((),)), "Extra house 1 has 0 cells; it needs 4."),
        (lambda: Layout.from_regions(" / "), "There is nothing in the text of the regions"),
    ],
)
def test_impossible_board_is_refused(layout, sentence):
    with pytest.raises(InputError) as caught:
        layout()
    assert sentence in str(caught.value)


@given(st.text() | st.text("AB.x3+/-# \n\t\ufeff", max_size=40) | st.from_regex(r"[0-9²٣]{0,3}x[0-9²٣]{0,3}"))
def test_parse_raises_only_cpgen_errors(text):
    with suppress(CpgenError):
        Layout.parse(text)


def test_cell_names_count_from_one():
    layout = Layout.boxes(3, 3)
    assert layout.cell_name(37) == "r5c2"
    assert str(layout.where(37)) == "row 5, column 2"
    assert layout.draw("." * 81)[0] == "." * 9


def test_constraints_may_have_lines_of_their_own():
    spec = "2x2+cage 5: r1c1 r1c2+thermo: r4c1 r3c1"
    assert Layout.parse("2x2\ncage 5: r1c1 r1c2\n# a note\nthermo r4c1 r3c1").spec == spec
    assert Layout.parse("AABB\nAABB\nCCDD\nCCDD\ncage 5: r1c1 r1c2\n+thermo r4c1 r3c1").spec == spec


def test_title_counts_constraints_by_kind():
    for spec, title in [
        ("3x3+diagonals", "3x3+diagonals"),
        ("2x2+cage 5: r1c1 r1c2+thermo: r4c1 r3c1+cage: r2c2 r2c3", "2x2 with 2 cages and 1 thermometer"),
        ("AABBC/AABBC/DABCC/DDEEC/DDEEE+cage 3: r1c1 r1c2", "pentomino 5 with 1 cage"),
        ("2x2+A.A./..../..../A.A.+diagonals", "2x2+diagonals with 1 extra house"),
    ]:
        assert str(Layout.parse(spec).title) == title
    japanese = Layout.parse("2x2+cage 5: r1c1 r1c2").title.in_texts(read_texts("ja"))
    assert japanese == "2x2（ケージ1個）"
    assert {f"errors.counted-{kind}" for kind in KINDS} <= set(read_texts("en"))


def test_layouts_share_the_primitives_of_a_constraint():
    one, other = (Layout.boxes(2, 2).with_constraints("cage 5: r1c1 r1c2", line) for line in ("cage 3: r2c1 r2c2",) * 2)
    assert one.primitives_of[-2] is other.primitives_of[-2]


def test_primitives_that_depend_on_other_constraints_are_not_shared():
    alone = Layout.boxes(2, 2).with_constraints("minimum: r1c1")
    both = Layout.boxes(2, 2).with_constraints("minimum: r1c1", "minimum: r1c2")
    assert len(alone.primitives_of[-1]) == 2
    assert len(both.primitives_of[-2]) == 1
