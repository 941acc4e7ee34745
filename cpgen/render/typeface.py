"""Outlines of the characters of a font file: TrueType, OpenType with CFF, collections, variable fonts.

PDFs embed the characters in use as TrueType, whatever the format of the file.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from functools import cached_property
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.basePen import BasePen
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.filterPen import DecomposingFilterPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, TTLibError
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable
from reportlab.pdfbase import pdfmetrics, ttfonts

from cpgen.errors import InputError

Command = tuple[Any, ...]
"""A path command of SVG (M, L, C or Z) with its coordinates; y goes up"""
RESTRICTED = 0x0002
"""Value of a font's embedding permission that forbids embedding it"""
REGULAR = 400.0
"""Weight that a variable font is drawn with"""
ASCENT, DESCENT = 0.88, -0.12
"""Height above and depth below the baseline, as shares of the font size"""
PRIVATE = 0xE000
"""First code point of the characters in an embedded font"""
TOLERANCE = 0.0005
"""Greatest distance of a converted curve from the original, as a share of the font size"""


class Typeface:
    """Outlines of a font file; a variable font has regular weight. Raises InputError if the file is unusable."""

    def __init__(self, file: str | Path) -> None:
        self._lock = Lock()  # fontTools reads glyphs on first use, which two threads must not do simultaneously
        try:
            if not Path(file).is_file():
                raise InputError(f"There is no font file {file}.")
            self.font: Any = TTFont(BytesIO(Path(file).read_bytes()), fontNumber=0, lazy=True)
            self.characters: dict[int, str] = self.font.getBestCmap() or {}
            self.unit: int = self.font["head"].unitsPerEm
            kinds = {"glyf", "CFF ", "CFF2"} & set(self.font.keys())
            _ = [self.font[table] for table in ("name", "hmtx", *kinds)]
        except (TTLibError, OSError, ValueError, KeyError, AssertionError, struct.error) as error:
            why = f"it is no TrueType or OpenType font ({error})"
            raise InputError(f"The font {file} cannot be used: {why}.") from error
        if not kinds or not self.characters:
            raise InputError(f"The font {file} cannot be used: it has no outlines, as fonts of coloured emoji.")
        if "OS/2" in self.font and self.font["OS/2"].fsType & 0xF == RESTRICTED:
            raise InputError(f"The font {file} cannot be used: its maker does not allow it to be embedded.")

    @cached_property
    def glyphs(self) -> Any:
        """Glyphs by name, each with its width and outline."""
        axes = {axis.axisTag: axis for axis in self.font["fvar"].axes} if "fvar" in self.font else {}
        weight = axes.get("wght")
        place = {"wght": min(max(REGULAR, weight.minValue), weight.maxValue)} if weight else None
        return self.font.getGlyphSet(location=place)

    def width(self, code: int) -> float:
        """Return the width of a character, by code point, at font size 1; the font must have it."""
        with self._lock:
            return float(self.glyphs[self.characters[code]].width) / self.unit

    def draw(self, code: int, pen: Any) -> None:
        """Draw the outline of a character, by code point, with a fontTools pen, in font units.

        The font must have it.
        """
        with self._lock:
            self.glyphs[self.characters[code]].draw(DecomposingFilterPen(pen, self.glyphs))

    def outline(self, text: str) -> tuple[Command, ...]:
        """Return the path commands of a text at font size 1 from (0, 0); characters that the font lacks are skipped."""
        pen, x = _Commands(None), 0.0
        for code in map(ord, text):
            if code in self.characters:
                scale = 1 / self.unit
                self.draw(code, TransformPen(pen, (scale, 0, 0, scale, x, 0)))
                x += self.width(code)
        return tuple(pen.commands)

    def as_truetype(self, codes: Sequence[int]) -> bytes:
        """Return a TrueType file with these code points as characters 0, 1, 2 …; those the font lacks are empty."""
        # Glyph 0 of a TrueType font is the one for missing characters.
        names = [".notdef", *(f"g{place}" for place in range(len(codes)))]
        drawn = dict(zip(names, [TTGlyphPen(None).glyph(), *map(self._as_truetype, codes)], strict=True))
        widths = [1.0, *(self.width(code) if code in self.characters else 0.0 for code in codes)]
        made = FontBuilder(self.unit, isTTF=True)
        made.setupGlyphOrder(names)
        made.setupGlyf(drawn)
        sizes = {
            name: (round(width * self.unit), getattr(drawn[name], "xMin", 0))
            for name, width in zip(names, widths, strict=True)
        }
        made.setupHorizontalMetrics(sizes)
        made.setupHorizontalHeader(ascent=round(ASCENT * self.unit), descent=round(DESCENT * self.unit))
        made.setupNameTable({"familyName": "Embedded", "styleName": "Regular"})
        made.setupCharacterMap({PRIVATE + place: name for place, name in enumerate(names)})
        made.setupOS2()
        made.setupPost(keepGlyphNames=False)
        made.font["cmap"].tables = [_table(names[1:])]
        # No dates, so that equal texts give equal files.
        made.font["head"].created = made.font["head"].modified = 0
        made.font.recalcTimestamp = False
        file = BytesIO()
        made.save(file)
        return file.getvalue()

    def _as_truetype(self, code: int) -> Any:
        pen = TTGlyphPen(None)
        if code in self.characters:
            self.draw(code, Cu2QuPen(pen, TOLERANCE * self.unit, reverse_direction="glyf" not in self.font))
        return pen.glyph()


def _table(names: Sequence[str]) -> Any:
    """Return the TrueType character map that maps 0, 1, 2, ... to the named glyphs, the only one that PDFs use."""
    table = CmapSubtable.newSubtable(6)
    table.platformID, table.platEncID, table.language = 1, 0, 0
    table.cmap = dict(enumerate(names))
    return table


class _Commands(BasePen):  # type: ignore[misc]
    """Pen of fontTools that records path commands; curves are cubic."""

    def __init__(self, glyphs: Any) -> None:
        super().__init__(glyphs)
        self.commands: list[Command] = []

    def _moveTo(self, point: Any) -> None:  # noqa: N802
        self.commands.append(("M", *point))

    def _lineTo(self, point: Any) -> None:  # noqa: N802
        self.commands.append(("L", *point))

    def _curveToOne(self, first: Any, second: Any, point: Any) -> None:  # noqa: N802
        self.commands.append(("C", *first, *second, *point))

    def _closePath(self) -> None:  # noqa: N802
        self.commands.append(("Z",))


class Face(ttfonts.TTFontFace):  # type: ignore[misc]
    """Typeface with the interface that reportlab expects; lengths are thousandths of the font size."""

    def __init__(self, file: str | Path) -> None:
        pdfmetrics.TypeFace.__init__(self, None)
        self.typeface, self.filename = Typeface(file), str(file)
        name = self.typeface.font["name"].getDebugName(6) or "Own"
        self.name, self.subfontNameX = re.sub(r"[^A-Za-z0-9-]", "", name).encode() or b"Own", b""
        self.charToGlyph = self.typeface.characters
        self.ascent, self.descent, self.capHeight = 1000 * ASCENT, 1000 * DESCENT, 700
        self.bbox, self.flags, self.italicAngle, self.stemV, self.defaultWidth = [0, -120, 1000, 880], 4, 0, 87, 0
        self.charWidths: dict[int, float] = _Widths(self.typeface)

    def makeSubset(self, subset: Sequence[int]) -> bytes:  # noqa: N802
        """Return a TrueType file with these code points; overrides reportlab's method."""
        return self.typeface.as_truetype(subset)


class _Widths(dict[int, float]):
    """Widths of characters by code point, computed on demand since a font has thousands."""

    def __init__(self, typeface: Typeface) -> None:
        super().__init__()
        self.typeface = typeface

    def get(self, code: int, default: float = 0.0) -> float:  # type: ignore[override]
        """Return the width of a character in thousandths of the size, or the default for an unknown one."""
        if code not in self:
            self[code] = 1000 * self.typeface.width(code) if code in self.typeface.characters else default
        return self[code]


class EmbeddedFont(ttfonts.TTFont):  # type: ignore[misc]
    """Font of any format that can be registered with reportlab under a name."""

    def __init__(self, name: str, file: str | Path) -> None:
        self.fontName, self.face, self.encoding = name, Face(file), ttfonts.TTEncoding()
        self.state: WeakKeyDictionary[Any, Any] = WeakKeyDictionary()
        self._asciiReadable, self.shapable = 0, False
