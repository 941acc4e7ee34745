"""Requirements of printers and readers: sizes, margins, boxes, fonts, black ink only, readable digits."""

from __future__ import annotations

import re
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PageObject, PdfReader

from cpgen import api
from cpgen.errors import NearestWarning
from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.render.trim import IN, MM, TrimmedSheet, bleed_of, size_of
from tests.render.printed import fonts_of, require_program, run

pytestmark = pytest.mark.filterwarnings("ignore:The book has .* Amazon KDP")

EASY = ".9.....8.8..76...2.....3.....73...1..6..9..4..4...25.....8.....2...49..7.5.....3."
SMALL = "......3231......"
QUARTER = 0.25 * IN


def open_board(layout: Layout, clues: int) -> Puzzle:
    """Return a puzzle of the layout with all but a few cells of a grid given."""
    grid = open_oracle("bitset").uniqueness(Puzzle(layout, (0,) * layout.cell_count)).grids[0]
    return Puzzle(layout, tuple(digit if cell >= clues else 0 for cell, digit in enumerate(grid)))


large = cache(partial(open_board, Layout.boxes(4, 4), 3))


def read(*puzzles: Any, **options: Any) -> PdfReader:
    return PdfReader(BytesIO(api.book(puzzles, **{"qr": False, "front": True} | options)))


def words(page: PageObject) -> list[tuple[str, float, float, float, bool]]:
    """Return the texts of a page, each with position, size, and True if it is upright."""
    found = []

    def visit(text: str, cm: Any, tm: Any, _: Any, size: float) -> None:
        if text.strip():
            x, y = tm[4] * cm[0] + cm[4], tm[5] * cm[3] + cm[5]
            found.append((text.strip(), x, y, size, cm[0] > 0))

    page.extract_text(visitor_text=visit)
    return found


@pytest.mark.parametrize(
    ("name", "width", "height"),
    [
        ("A5", 148 * MM, 210 * MM),
        ("b6", 128 * MM, 182 * MM),
        ("6x9in", 432, 648),
        ("6 × 9 in", 432, 648),
        ("17x24cm", 170 * MM, 240 * MM),
        ("400x500pt", 400, 500),
    ],
)
def test_paper_size_is_a_name_or_two_lengths(name: str, width: float, height: float) -> None:
    assert size_of(name) == pytest.approx((width, height))
    assert size_of("8.5x11in") == size_of("letter")
    assert (bleed_of(""), bleed_of("3mm"), bleed_of("0.125 in")) == (0, pytest.approx(3 * MM), 9)


def test_inner_margin_grows_with_pages_and_alternates() -> None:
    for pages, inches in ((24, 0.375), (150, 0.375), (151, 0.5), (301, 0.625), (501, 0.75), (701, 0.875), (900, 0.875)):
        sheet = TrimmedSheet.bound("6x9in", pages)
        assert sheet.inner >= inches * IN
        assert (sheet.left(1), sheet.left(2)) == (sheet.inner, sheet.outer)
    thick = read(*[SMALL] * 160, per_page=1, front=False, time_line=False)
    assert len(thick.pages) > 150
    heads = [min(x for _, x, _, _, _ in words(thick.pages[k])) for k in (10, 11)]
    assert heads[0] - heads[1] == pytest.approx(
        TrimmedSheet.bound("a4", 160).inner - TrimmedSheet.bound("a4", 160).outer, abs=0.1
    )


def test_boxes_are_nested_with_bleed_except_at_the_spine() -> None:
    plain, bled = read(SMALL, paper_size="5x8in"), read(SMALL, EASY, paper_size="5x8in", bleed="0.125in")
    assert {tuple(map(float, page["/TrimBox"])) for page in plain.pages} == {(0, 0, 360, 576)}
    for number, page in enumerate(bled.pages, 1):
        trim, bleed, media = (list(map(float, page[f"/{box}Box"])) for box in ("Trim", "Bleed", "Media"))
        assert trim == ([0, 9, 360, 585] if number % 2 else [9, 9, 369, 585])
        assert bleed == media == [0, 0, 369, 594]
    tabs = [page for page in bled.pages if re.search(rb" 23\.17 \S+ re", page.get_contents().get_data())]
    assert len(tabs) == 2


@pytest.mark.filterwarnings("ignore::cpgen.errors.NearestWarning")
def test_text_keeps_a_quarter_inch_from_the_edges() -> None:
    made = read(SMALL, EASY, large(), paper_size="5x8in", title="A very long title " * 8, author="A " * 80, hints=True)
    for page in made.pages:
        for text, x, y, _, _ in words(page):
            assert QUARTER <= x <= 360 - QUARTER, text
            assert QUARTER <= y <= 576 - QUARTER, text


def test_a_black_book_has_no_colours() -> None:
    made = read(EASY, large(), hints=True, certificate=True)
    for page in made.pages:
        assert not re.search(rb"\b(rg|RG|k|K|cs|CS|sc|scn)\b", page.get_contents().get_data())
    jigsaw = open_board(layout_named("jigsaw-7"), 3)
    coloured = [page.get_contents().get_data() for page in read(jigsaw, colours=True).pages]
    assert any(re.search(rb"\brg\b", content) for content in coloured)


@pytest.mark.parametrize(("size", "per_page"), [("a4", 4), ("6x9in", 2), ("letter", 4), ("a5", 2)])
def test_page_holds_as_many_puzzles_as_are_readable(size: str, per_page: int) -> None:
    made = read(*[EASY] * 4, paper_size=size, front=False)
    *pages, _ = made.pages
    assert len(pages) == -(-4 // per_page)
    assert min(digit_sizes(pages[0])) >= 14
    assert min(digit_sizes(made.pages[-1])) >= 7


def digit_sizes(page: PageObject) -> set[int]:
    """Return the sizes of the digits on a page, rounded down, without the page number."""
    return {int(size + 0.06) for text, _, _, size, _ in words(page) if re.fullmatch(r"[\d\s]+", text) and size != 9}


def test_small_boards_are_not_blown_up() -> None:
    made = read(large(), large(), paper_size="6x9in", front=False)
    assert min(digit_sizes(made.pages[0])) >= 14
    small = read(*[SMALL] * 12, front=False)
    assert len(small.pages) == 2
    assert max(digit_sizes(small.pages[0])) <= 24
    with pytest.warns(NearestWarning, match=r"digits of a 25×25 board are \d\.\d points high on this paper, less than"):
        read(open_board(Layout.boxes(5, 5), 2), paper_size="b6", front=False)


def test_large_print_has_large_digits() -> None:
    made = read(*[EASY] * 3, large_print=True, front=False)
    assert len(made.pages) == 3
    assert min(size for size in digit_sizes(made.pages[0])) >= 20
    assert 24 in digit_sizes(made.pages[0])


def test_overleaf_solutions_are_upside_down_on_the_next_page() -> None:
    made = read(*[EASY] * 3, per_page=1, solutions="overleaf", front=False)
    turned = [
        "".join(text for text, *_, right in words(page) if not (right or "HoDoKu" in text)) for page in made.pages
    ]
    counts = [sum(sign.isdigit() for sign in text) for text in turned]
    assert counts == [0, 82, 82, 0]
    last = "".join(text for text, *_ in words(made.pages[3]))
    assert sum(sign.isdigit() for sign in last) >= 81


def test_pdf_x_is_declared_and_has_no_links() -> None:
    content = api.book([EASY, SMALL], pdf_x=True)
    made = PdfReader(BytesIO(content))
    assert content.startswith(b"%PDF-1.3")
    assert made.metadata is not None
    assert made.metadata["/GTS_PDFXConformance"] == "PDF/X-1a:2001"
    assert made.metadata["/GTS_PDFXVersion"] == "PDF/X-1:2001"
    assert made.metadata["/Trapped"] == "/False"
    assert made.metadata["/Title"] == "Sudoku"
    (intent,) = made.root_object["/OutputIntents"]
    assert intent.get_object()["/S"] == "/GTS_PDFX"
    assert "/ID" in made.trailer
    assert not any("/Annots" in page for page in made.pages)
    assert all(fonts_of(made).values())


def test_qpdf_finds_no_error(tmp_path: Path) -> None:
    require_program("qpdf", "qpdf")
    require_program("pdffonts", "poppler-utils")
    file = tmp_path / "book.pdf"
    for options in ({"lang": "ja", "title": "数独", "pdf_x": True}, {"bleed": "3mm", "solutions": "overleaf"}):
        file.write_bytes(api.book([EASY, SMALL], **options))  # type: ignore[arg-type]
        assert "No syntax or stream encoding errors" in run("qpdf", "--check", file)
        rows = run("pdffonts", file).splitlines()[2:]
        assert rows
        assert all(row.split()[-5] == "yes" for row in rows)
