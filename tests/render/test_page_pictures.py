"""Pictures of a book's pages equal the PDF, as SVG and as PNG."""

from __future__ import annotations

import re
import struct
from xml.etree import ElementTree

import pytest

from cpgen.render.booklet import book_pages, planned
from cpgen.render.lettering import Fonts
from cpgen.render.page_pictures import PagePictures
from tests.render.test_pages import EASY, HARD, book, items, wish

pytestmark = pytest.mark.filterwarnings("ignore:The book has .* Amazon KDP")

DRAWN = re.compile(r"M(-?[\d.]+) (-?[\d.]+)")


@pytest.mark.parametrize(
    "wanted", [wish(per_page=1), wish(per_page=1, solutions="overleaf", bleed="3mm", colours=True)]
)
def test_page_pictures_equal_the_pdf(wanted) -> None:
    printed = book([EASY, HARD], wanted)
    pages, of = book_pages(items([EASY, HARD], wanted), wanted, 1, 99)
    assert of == len(pages) == len(printed.pages)
    for page, sheet in zip(pages, printed.pages, strict=True):
        wide, high = struct.unpack(">II", page[16:24])
        assert (page[:4], wide) == (b"\x89PNG", 1000)
        assert high / wide == pytest.approx(float(sheet.trimbox.height / sheet.trimbox.width), abs=0.01)
    some, _ = book_pages(items([EASY, HARD], wanted), wanted, 4, 2)
    assert some == pages[3:5]
    assert book_pages(items([EASY], wanted), wanted, 99, 2)[0] == []


def test_page_picture_has_only_shapes_inside_its_edges() -> None:
    wanted = wish(colours=True, solutions="overleaf", bleed="3mm", per_page=1)

    def paper_of(sheet) -> PagePictures:
        return PagePictures(sheet, "", fonts=Fonts(coloured=True), coloured=True, outlined=True)

    _, paper, sections = planned(items([EASY, HARD], wanted), wanted, paper_of)
    sheets = [draw for section in sections for draw in section.sheets]
    pages = [ElementTree.fromstring(paper.svg_of(number, draw)) for number, draw in enumerate(sheets, 1)]
    width, height = (float(side) for side in pages[0].get("viewBox").split()[2:])
    assert (round(width), round(height)) == (595, 842)
    assert {one.tag.rpartition("}")[2] for page in pages for one in page.iter()} == {"svg", "rect", "g", "path"}
    title = [one for one in pages[0].iter() if one.tag.endswith("path")]
    assert {one.get("fill") for one in title} >= {"#000000", "#dce9fb"}
    for x, y in (map(float, found) for one in title for found in DRAWN.findall(one.get("d"))):
        assert 0 <= x <= width
        assert -height <= y <= 0
    turned = [
        one.get("transform") for page in pages for one in page.iter() if "-1 0 0 -1" in (one.get("transform") or "")
    ]
    assert len(turned) == 2
