"""The fonts of pages: which writes a character, how wide a text is, and where its lines may end.

All are embedded. Lengths are in points.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from itertools import groupby
from typing import Any
from unicodedata import category, normalize

from cpgen.errors import InputError
from cpgen.render.picture import JOINERS, characters
from cpgen.render.shapes import WIDE_FROM
from cpgen.render.svg import JAPANESE_FONT, REGULAR_FONT, STRONG_FONT, clean

REGULAR_FACE, STRONG_FACE, JAPANESE_FACE, OWN_FACE = "cpgen-regular", "cpgen-strong", "cpgen-japanese", "cpgen-own"
NOT_FIRST = set("、。，．・：；？！」』）］｝〉》】ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.;:!?)]}")
"""No line begins with these"""
NOT_LAST = set("「『（［｛〈《【([{")
IN_NO_FONT = "\U0010ffff"
"""A code point that is no character, and is drawn as an empty box"""
STAMP = 384
"""The side in pixels of a symbol that is an image"""


class Fonts:
    """Inter for Latin, a font of the user's for what it has beyond, BIZ UDGothic for Japanese and most signs.

    A character that none has (emoji) becomes an image, and has the empty name as its face.
    """

    def __init__(self, own: str = "", coloured: bool = False) -> None:
        _register()
        self.own = _own_characters(own) if own else frozenset()
        self.latin = _code_points(REGULAR_FACE)
        self.files = {REGULAR_FACE: str(REGULAR_FONT), STRONG_FACE: str(STRONG_FONT), JAPANESE_FACE: str(JAPANESE_FONT)}
        self.files[OWN_FACE] = own
        self.coloured = coloured
        """Whether images of symbols keep their colours"""

    def face(self, character: str, strong: bool) -> str:
        """The name of the font that writes a character."""
        if character in JOINERS:
            return ""
        if ord(character) in self.latin:
            return STRONG_FACE if strong else REGULAR_FACE
        if ord(character) in self.own:
            return OWN_FACE
        return JAPANESE_FACE if ord(character) in _code_points(JAPANESE_FACE) else ""

    def has_one_weight(self, face: str) -> bool:
        """Whether a font has no strong form of its own."""
        return face in (JAPANESE_FACE, OWN_FACE)

    def runs(self, text: str, strong: bool) -> list[tuple[str, str]]:
        """The text in parts that one font writes; what becomes an image is a part of its own."""
        if not (text.isascii() and text.isprintable()):
            text = "".join(" " if category(sign) == "Cc" else sign for sign in normalize("NFC", text))
        if text.isascii():
            return [(STRONG_FACE if strong else REGULAR_FACE, text)] if text else []
        found: list[tuple[str, str]] = []
        for face, part in groupby(text, key=lambda character: self.face(character, strong)):
            whole = "".join(part)
            found += [(face, whole)] if face else [("", symbol) for symbol in characters(whole)]
        return found

    def part_width(self, face: str, part: str, size: float) -> float:
        """How wide a part is that one font writes."""
        return _width(face, part) * size if face else size

    def width(self, text: str, size: float, strong: bool = False) -> float:
        """How wide a text is."""
        return sum((self.part_width(face, part, size) for face, part in self.runs(text, strong)), 0.0)

    def outline(self, face: str, text: str) -> tuple[tuple[Any, ...], ...]:
        """The outline of a text that one font writes, as `Typeface.outline`."""
        return _outline(self.files[face], text)

    def half_height(self, text: str, capitals: float) -> float:
        """How far the baseline is below the middle of a text, as a part of its size."""
        return 0.38 if text and ord(text[0]) > WIDE_FROM else capitals

    def lines(self, text: str, size: float, width: float, strong: bool = False) -> list[str]:
        """The text broken into lines no wider than `width`, between words or between wide characters."""
        found = [""]
        for piece in self._short(text, size, width, strong):
            if found[-1] and self.width(found[-1] + piece.rstrip(), size, strong) > width:
                found[-1] = found[-1].rstrip()
                found.append("")
            found[-1] += piece if found[-1] else piece.lstrip()
        return [line.rstrip() for line in found]

    def balanced(self, text: str, size: float, width: float, strong: bool = False) -> list[str]:
        """The same lines, as even as they can be."""
        lines = self.lines(text, size, width, strong)
        while len(even := self.lines(text, size, width * 0.97, strong)) == len(lines) and width > 3 * size:
            lines, width = even, width * 0.97
        return lines

    def _short(self, text: str, size: float, width: float, strong: bool) -> Iterator[str]:
        """The pieces of a text, those wider than a line character by character."""
        for piece in pieces(text):
            if self.width(piece.rstrip(), size, strong) <= width:
                yield piece
            else:
                yield from characters(piece)

    def fitted(self, text: str, size: float, width: float, strong: bool = False) -> str:
        """The text, cut short where it is wider than `width`."""
        if self.width(text, size, strong) <= width:
            return text
        kept = len(text)
        while kept and self.width(f"{text[:kept].rstrip()}…", size, strong) > width:
            kept -= 1
        return f"{text[:kept].rstrip()}…"

    def stamp(self, symbol: str, colour: str) -> bytes:
        """The symbol as the fonts of the system draw it, as PNG; raises InputError when none has it."""
        from PIL import Image

        drawn = _drawn_by_the_system(symbol, colour)
        if not drawn:
            codes = " ".join(f"U+{ord(character):04X}" for character in symbol)
            raise InputError(
                f"No font here has {symbol!r} ({codes}); choose another symbol, name a font that has it with --font, "
                "or install one (emoji: `apt-get install fonts-noto-color-emoji`)."
            )
        if self.coloured:
            return drawn
        image = Image.open(BytesIO(drawn)).convert("RGBA")
        grey = BytesIO()
        Image.alpha_composite(Image.new("RGBA", image.size, "#ffffff"), image).convert("L").save(grey, "PNG")
        return grey.getvalue()


def _drawn_by_the_system(symbol: str, colour: str) -> bytes:
    """A PNG of the symbol, on nothing; empty when no font of the system has it."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        return b""

    def drawn(text: str) -> bytes:
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{STAMP}" height="{STAMP}" viewBox="0 0 100 100"><text '
            f'x="50" y="78" font-family="Inter" font-size="70" text-anchor="middle" fill="{colour}">{text}</text></svg>'
        )
        return bytes(svg_to_bytes(svg_string=svg, font_files=[str(REGULAR_FONT)]))

    image = drawn(clean(symbol))
    empty = drawn("".join(each if each in JOINERS else IN_NO_FONT for each in symbol))
    return image if image != empty else b""


def pieces(text: str) -> list[str]:
    """The text cut wherever a line may end: after a blank, and beside wide characters that allow it.

    >>> pieces("r5c2 is 左中。")
    ['r5c2 ', 'is ', '左', '中。']
    """
    cut: list[str] = []
    for character in text:
        before = cut[-1][-1:] if cut else ""
        wide = ord(character) > WIDE_FROM or (before and ord(before) > WIDE_FROM)
        if not cut or before == " " or (wide and character not in NOT_FIRST and before not in NOT_LAST):
            cut.append(character)
        else:
            cut[-1] += character
    return cut


@lru_cache(maxsize=100_000)
def _width(face: str, part: str) -> float:
    """The width of a text at size 1."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    return float(stringWidth(part, face, 1000)) / 1000


@lru_cache(maxsize=4)
def _typeface(file: str) -> Any:
    from cpgen.render.typeface import Typeface

    return Typeface(file)


@lru_cache(maxsize=10_000)
def _outline(file: str, text: str) -> tuple[tuple[Any, ...], ...]:
    return tuple(_typeface(file).outline(text))


@lru_cache
def _register() -> None:
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    for face, file in ((REGULAR_FACE, REGULAR_FONT), (STRONG_FACE, STRONG_FONT), (JAPANESE_FACE, JAPANESE_FONT)):
        registerFont(TTFont(face, str(file)))


@lru_cache
def _code_points(face: str) -> frozenset[int]:
    """The code points that a registered font has."""
    from reportlab.pdfbase.pdfmetrics import getFont

    return frozenset(getFont(face).face.charToGlyph)


def _own_characters(file: str) -> frozenset[int]:
    """Registers the user's font; raises InputError when it cannot be used."""
    from reportlab.pdfbase.pdfmetrics import registerFont

    from cpgen.render.typeface import EmbeddedFont

    font = EmbeddedFont(OWN_FACE, file)
    registerFont(font)
    _width.cache_clear()
    return frozenset(font.face.charToGlyph)
