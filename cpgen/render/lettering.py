"""Fonts of pages: which font has a character, how wide a text is, and where its lines may break.

All fonts are embedded. Lengths are in points.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from itertools import groupby
from typing import Any
from unicodedata import category, normalize

from cpgen.errors import InputError
from cpgen.formats.digit_symbols import JOINERS, characters
from cpgen.messages import Message
from cpgen.render.picture_shapes import WIDE_FROM
from cpgen.render.svg import JAPANESE_FONT, REGULAR_FONT, STRONG_FONT, clean

REGULAR_FACE, STRONG_FACE, JAPANESE_FACE, OWN_FACE = "cpgen-regular", "cpgen-strong", "cpgen-japanese", "cpgen-own"
NOT_FIRST = set("、。，．・：；？！」』）］｝〉》】ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.;:!?)]}")
"""Characters that must not begin a line"""
NOT_LAST = set("「『（［｛〈《【([{")
"""Characters that must not end a line"""
IN_NO_FONT = "\U0010ffff"
"""Code point that no font has, so that fonts draw an empty box"""
STAMP = 384
"""Side of a symbol that is drawn as an image, in pixels"""


class Fonts:
    """Fonts of a document: Inter for Latin, an optional font of the user, BIZ UDGothic for Japanese and most signs.

    A character that none of them has (such as an emoji) is drawn as an image; its font name is the empty string.
    """

    def __init__(self, own: str = "", coloured: bool = False) -> None:
        _register()
        self.own = _own_characters(own) if own else frozenset()
        self.latin = _code_points(REGULAR_FACE)
        self.files = {REGULAR_FACE: str(REGULAR_FONT), STRONG_FACE: str(STRONG_FONT), JAPANESE_FACE: str(JAPANESE_FONT)}
        self.files[OWN_FACE] = own
        self.coloured = coloured
        """True if images of symbols keep their colours"""

    def face(self, character: str, strong: bool) -> str:
        """Return the name of the font that draws a character, or "" if none has it; `strong` means semibold."""
        if character in JOINERS:
            return ""
        if ord(character) in self.latin:
            return STRONG_FACE if strong else REGULAR_FACE
        if ord(character) in self.own:
            return OWN_FACE
        return JAPANESE_FACE if ord(character) in _code_points(JAPANESE_FACE) else ""

    def has_one_weight(self, face: str) -> bool:
        """Return True if a font, given by name, has no semibold version."""
        return face in (JAPANESE_FACE, OWN_FACE)

    def runs(self, text: str, strong: bool) -> list[tuple[str, str]]:
        """Split a text, semibold if `strong`, into pairs (font name, part).

        A character without a font is its own part.
        """
        if not (text.isascii() and text.isprintable()):
            text = "".join(" " if category(sign) == "Cc" else sign for sign in normalize("NFC", text))
        if text.isascii():
            return [(STRONG_FACE if strong else REGULAR_FACE, text)] if text else []
        parts: list[tuple[str, str]] = []
        for face, part in groupby(text, key=lambda character: self.face(character, strong)):
            whole = "".join(part)
            parts += [(face, whole)] if face else [("", symbol) for symbol in characters(whole)]
        return parts

    def part_width(self, face: str, part: str, size: float) -> float:
        """Return the width in points of a text that one font (`face`) draws, at font size `size`."""
        return _width(face, part) * size if face else size

    def width(self, text: str, size: float, strong: bool = False) -> float:
        """Return the width of a text in points at font size `size` (semibold if `strong`), whatever fonts it needs."""
        return sum((self.part_width(face, part, size) for face, part in self.runs(text, strong)), 0.0)

    def outline(self, face: str, text: str) -> tuple[tuple[Any, ...], ...]:
        """Return the outline of a text that one font (`face`) draws, as path commands of `Typeface.outline`."""
        return _outline(self.files[face], text)

    def half_height(self, text: str, capitals: float) -> float:
        """Return how far the baseline lies below the middle of a text, as a share of the font size.

        `capitals` is this share for Latin capitals.
        """
        return 0.38 if text and ord(text[0]) > WIDE_FROM else capitals

    def lines(self, text: str, size: float, width: float, strong: bool = False) -> list[str]:
        """Break a text (semibold if `strong`) into lines of at most `width` points, between words or wide signs."""
        lines = [""]
        for piece in self._short(text, size, width, strong):
            if lines[-1] and self.width(lines[-1] + piece.rstrip(), size, strong) > width:
                lines[-1] = lines[-1].rstrip()
                lines.append("")
            lines[-1] += piece if lines[-1] else piece.lstrip()
        return [line.rstrip() for line in lines]

    def balanced(self, text: str, size: float, width: float, strong: bool = False) -> list[str]:
        """Break a text (semibold if `strong`) into as few lines as fit `width` points, of similar length."""
        lines = self.lines(text, size, width, strong)
        # Narrow the width as long as the number of lines stays the same.
        while len(even := self.lines(text, size, width * 0.97, strong)) == len(lines) and width > 3 * size:
            lines, width = even, width * 0.97
        return lines

    def _short(self, text: str, size: float, width: float, strong: bool) -> Iterator[str]:
        """Yield the unbreakable pieces of a text (semibold if `strong`), splitting those wider than `width` points.

        `size` is the font size in points.
        """
        for piece in pieces(text):
            if self.width(piece.rstrip(), size, strong) <= width:
                yield piece
            else:
                yield from characters(piece)

    def fitted(self, text: str, size: float, width: float, strong: bool = False) -> str:
        """Return the text (semibold if `strong`), cut and ended with an ellipsis if it is wider than `width` points."""
        if self.width(text, size, strong) <= width:
            return text
        kept = len(text)
        while kept and self.width(f"{text[:kept].rstrip()}…", size, strong) > width:
            kept -= 1
        return f"{text[:kept].rstrip()}…"

    def stamp(self, symbol: str, colour: str) -> bytes:
        """Return a PNG of a symbol drawn with the system's fonts; raise InputError if none of them has it."""
        from PIL import Image

        drawn = _drawn_by_the_system(symbol, colour)
        if not drawn:
            codes = " ".join(f"U+{ord(character):04X}" for character in symbol)
            raise InputError(Message("no-font", sign=repr(symbol), codes=codes))
        if self.coloured:
            return drawn
        image = Image.open(BytesIO(drawn)).convert("RGBA")
        grey = BytesIO()
        Image.alpha_composite(Image.new("RGBA", image.size, "#ffffff"), image).convert("L").save(grey, "PNG")
        return grey.getvalue()


def _drawn_by_the_system(symbol: str, colour: str) -> bytes:
    """Return a PNG of the symbol on a transparent background, or b"" if no system font has it."""
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
    """Split a text at all positions where a line may break: after blanks, and next to wide characters that allow it.

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
    """Return the width of a text that one font (`face`) draws, at font size 1."""
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
    """Return the code points of which a font, registered with reportlab under this name, has characters."""
    from reportlab.pdfbase.pdfmetrics import getFont

    return frozenset(getFont(face).face.charToGlyph)


def _own_characters(file: str) -> frozenset[int]:
    """Register the user's font file with reportlab and return its code points; raise InputError if it is unusable."""
    from reportlab.pdfbase.pdfmetrics import registerFont

    from cpgen.render.typeface import EmbeddedFont

    font = EmbeddedFont(OWN_FACE, file)
    registerFont(font)
    _width.cache_clear()
    return frozenset(font.face.charToGlyph)
