"""Which font writes which character on paper, how wide it is, and where lines break."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any

from cpgen.errors import InputError
from cpgen.render.board import JOINERS, characters
from cpgen.render.png import REGULAR, STRONG
from cpgen.render.shapes import WIDE_FROM
from cpgen.render.svg import clean

REGULAR_FACE, STRONG_FACE, JAPANESE_FACE, OWN_FACE = "cpgen-regular", "cpgen-strong", "HeiseiKakuGo-W5", "cpgen-own"
NOT_FIRST = set("、。，．・：；？！」』）］｝〉》】ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.;:!?)]}")
"""No line begins with these"""
NOT_LAST = set("「『（［｛〈《【([{")


class Faces:
    """Inter for Latin, a font of the user's for what it has beyond, Heisei Kaku Gothic for the rest of Japanese.

    The last is not embedded: every PDF viewer brings it or one like it. A character that none has (emoji) becomes
    an image, and has the empty name as its face.
    """

    def __init__(self, own: str = "") -> None:
        _register()
        self.own = _own_characters(own) if own else frozenset()
        self.latin = _code_points(REGULAR_FACE)

    def face(self, character: str, strong: bool) -> str:
        """The name of the font that writes a character."""
        if character in JOINERS:
            return ""
        if ord(character) in self.latin:
            return STRONG_FACE if strong else REGULAR_FACE
        if ord(character) in self.own:
            return OWN_FACE
        return JAPANESE_FACE if _is_japanese(character) else ""

    def has_one_weight(self, face: str) -> bool:
        """Whether a font has no strong form of its own."""
        return face in (JAPANESE_FACE, OWN_FACE)

    def runs(self, text: str, strong: bool) -> list[tuple[str, str]]:
        """The text in parts that one font writes; what becomes an image is a part of its own."""
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

    def half_height(self, text: str, capitals: float) -> float:
        """How far the baseline is below the middle of a text, as a part of its size."""
        return 0.38 if text and ord(text[0]) > WIDE_FROM else capitals

    def lines(self, text: str, size: float, width: float, strong: bool = False) -> list[str]:
        """The text broken into lines no wider than `width`, between words or between wide characters."""
        found = [""]
        for piece in pieces(text):
            if found[-1] and self.width(found[-1] + piece.rstrip(), size, strong) > width:
                found[-1] = found[-1].rstrip()
                found.append("")
            found[-1] += piece if found[-1] else piece.lstrip()
        return [line.rstrip() for line in found]

    def image(self, symbol: str, colour: str) -> Any:
        """The symbol as the fonts of the system draw it, as an image on nothing."""
        from reportlab.lib.utils import ImageReader

        try:
            from resvg_py import svg_to_bytes
        except ImportError as error:
            raise InputError(f"No font here has {symbol!r}; name one with --font.") from error
        svg = (
            '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 100 100">'
            f'<text x="50" y="84" font-size="84" text-anchor="middle" fill="{colour}">{clean(symbol)}</text></svg>'
        )
        return ImageReader(BytesIO(bytes(svg_to_bytes(svg_string=svg))))


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


def _is_japanese(character: str) -> bool:
    """Whether Heisei Kaku Gothic writes a character: those of the standard JIS X 0208."""
    try:
        return len(character.encode("euc_jp")) == 2
    except UnicodeEncodeError:
        return False


@lru_cache(maxsize=100_000)
def _width(face: str, part: str) -> float:
    """The width of a text at size 1."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    return float(stringWidth(part, face, 1000)) / 1000


@lru_cache
def _register() -> None:
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    registerFont(TTFont(REGULAR_FACE, str(REGULAR)))
    registerFont(TTFont(STRONG_FACE, str(STRONG)))
    registerFont(UnicodeCIDFont(JAPANESE_FACE))


def _code_points(face: str) -> frozenset[int]:
    """The code points that a registered TrueType font has."""
    from reportlab.pdfbase.pdfmetrics import getFont

    return frozenset(getFont(face).face.charToGlyph)


def _own_characters(file: str) -> frozenset[int]:
    """Registers the user's font; raises InputError when it cannot be read."""
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    try:
        if not Path(file).is_file():
            raise InputError(f"There is no font file {file}.")
        registerFont(TTFont(OWN_FACE, file))
    except (TTFError, OSError, ValueError, KeyError) as error:
        raise InputError(f"The font {file} cannot be used: it is not a TrueType font ({error}).") from error
    _width.cache_clear()
    return _code_points(OWN_FACE)
