"""Fonts of pages: all formats, always embedded, and an error if no font has a character."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.ttLib import TTFont
from PIL import Image
from pypdf import PdfReader

from cpgen.errors import InputError
from cpgen.render.lettering import IN_NO_FONT, OWN_FACE, Fonts, pieces
from cpgen.render.paper import Paper
from cpgen.render.svg import REGULAR_FONT
from cpgen.render.trim import TrimmedSheet
from cpgen.render.typeface import Typeface
from tests.render.printed import fonts_of, require_program, run

RUNE = "ᚠ"


def written(*texts: str, font: str = "", coloured: bool = False) -> bytes:
    paper = Paper(TrimmedSheet.bare(400, 500), "Fonts", fonts=Fonts(font, coloured), coloured=coloured)
    paper.next_page()
    for k, text in enumerate(texts):
        paper.text(50, 50 + 40 * k, text, 20, strong=bool(k % 2))
    return paper.finished()


def test_two_threads_embed_a_font_at_once() -> None:
    typeface = Typeface(REGULAR_FONT)
    codes = list(typeface.characters)
    with ThreadPoolExecutor(3) as pool:
        first, *others = pool.map(typeface.as_truetype, [codes] * 3)
    assert others == [first, first]


@pytest.fixture
def cff_font(tmp_path: Path) -> str:
    """Return an OpenType font with CFF outlines and one rune, a square of half the size."""
    pen = T2CharStringPen(600, None)
    pen.moveTo((50, 0))
    for point in ((550, 0), (550, 500), (50, 500)):
        pen.lineTo(point)
    pen.closePath()
    square, empty = pen.getCharString(), T2CharStringPen(600, None).getCharString()
    made = FontBuilder(1000, isTTF=False)
    made.setupGlyphOrder([".notdef", "rune"])
    made.setupCharacterMap({ord(RUNE): "rune"})
    made.setupCFF("Runes-Regular", {}, {".notdef": empty, "rune": square}, {})
    made.setupHorizontalMetrics({".notdef": (600, 0), "rune": (600, 50)})
    made.setupHorizontalHeader(ascent=880, descent=-120)
    made.setupNameTable({"familyName": "Runes", "styleName": "Regular", "psName": "Runes-Regular"})
    made.setupOS2()
    made.setupPost()
    made.save(tmp_path / "runes.otf")
    return str(tmp_path / "runes.otf")


def test_every_named_font_is_embedded(cff_font: str) -> None:
    content = written("Sudoku ☆", "日曜日の数独", RUNE, font=cff_font)
    fonts = fonts_of(PdfReader(BytesIO(content)))
    assert {name.split("+")[1] for name in fonts} == {
        "Inter-Regular",
        "BIZUDGothic-Regular",
        "Runes-Regular",
    }
    assert all(fonts.values())
    assert PdfReader(BytesIO(content)).pages[0].extract_text().split() == ["Sudoku", "☆", "日曜日の数独", RUNE]


def test_pdffonts_finds_every_font_embedded(cff_font: str, tmp_path: Path) -> None:
    require_program("pdffonts", "poppler-utils")
    (tmp_path / "fonts.pdf").write_bytes(written("Sudoku", "数独", RUNE, font=cff_font))
    rows = run("pdffonts", tmp_path / "fonts.pdf").splitlines()[2:]
    assert len(rows) == 3
    assert all(row.split()[-5:-2] == ["yes"] * 3 for row in rows)


def test_printed_glyphs_equal_those_of_the_font(cff_font: str, tmp_path: Path) -> None:
    require_program("pdftoppm", "poppler-utils")
    (tmp_path / "rune.pdf").write_bytes(written(RUNE, font=cff_font))
    run("pdftoppm", "-r", "72", "-gray", tmp_path / "rune.pdf", tmp_path / "rune")
    _, size, _, pixels = (tmp_path / "rune-1.pgm").read_bytes().split(b"\n", 3)
    width = int(size.split()[0])
    dark = [divmod(k, width) for k, value in enumerate(pixels) if value < 128]
    assert (min(dark), max(dark)) == ((40, 51), (49, 60))  # 10 points wide and high, on the baseline at 50


def test_width_of_a_rune_comes_from_its_font(cff_font: str) -> None:
    fonts = Fonts(cff_font)
    assert fonts.face(RUNE, strong=False) == OWN_FACE
    assert fonts.width(RUNE, 20) == pytest.approx(12)


def test_emoji_are_grey_images_unless_colours_are_on() -> None:
    def mode(coloured: bool) -> str:
        return Image.open(BytesIO(Fonts(coloured=coloured).stamp("🍎", "#000000"))).mode

    try:
        assert (mode(False), mode(True)) == ("L", "RGBA")
    except InputError:
        pytest.skip("no emoji here; install fonts-noto-color-emoji")
    assert len(PdfReader(BytesIO(written("a🍎"))).pages[0].images) == 1
    assert [part for _, part in Fonts().runs("a👨‍👩‍👧🍎", False)] == ["a", "👨‍👩‍👧", "🍎"]


def test_symbol_in_no_font_is_refused() -> None:
    with pytest.raises(InputError, match=r"No font here has .* \(U\+10FFFF\); choose another symbol, name a font"):
        written(f"a{IN_NO_FONT}")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, "There is no font file"),
        (b"no font at all", "it is no TrueType or OpenType font"),
        (b"", "it is no TrueType or OpenType font"),
        (REGULAR_FONT.read_bytes()[:3000], "it is no TrueType or OpenType font"),
    ],
)
def test_bad_fonts_are_refused(content: bytes | None, why: str, tmp_path: Path) -> None:
    file = tmp_path / "font.ttf"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(InputError, match=why):
        written("x", font=str(file))


def test_a_font_that_may_not_be_embedded_is_refused(cff_font: str) -> None:
    font = TTFont(cff_font)
    font["OS/2"].fsType = 2
    font.save(cff_font)
    with pytest.raises(InputError, match="its maker does not allow it to be embedded"):
        written("x", font=cff_font)


def test_combining_accents_and_control_characters_are_harmless() -> None:
    (page,) = PdfReader(BytesIO(written("cafe\u0301\tnoir\n"))).pages
    assert page.extract_text().split() == ["café", "noir"]


def test_lines_break_between_words_and_japanese_characters() -> None:
    faces = Fonts()
    assert faces.lines("one two three", 10, faces.width("one two", 10) + 1) == ["one two", "three"]
    broken = faces.lines("左中ブロックで4が入るのはr5c2だけ。", 10, 62)
    assert "".join(broken) == "左中ブロックで4が入るのはr5c2だけ。"
    assert all(faces.width(line, 10) <= 72 for line in broken)
    assert not any(line.startswith(("。", "ッ")) for line in broken)
    assert pieces("「あ」い") == ["「あ」", "い"]
