"""Sheets of a book: size after trimming, margins and bleed.

Sheets are printed larger than the book and cut. The trim box is the page that remains; the bleed is the rim beyond it,
which is cut off, so that ink at the edge leaves no white line if the cut is slightly off. There is no bleed at the
spine: on odd (right-hand) pages the spine is on the left, on even pages on the right. The inner margin grows with the
number of pages, since a thick book does not open flat.

    odd page    spine |  trim box  | bleed           even page    bleed |  trim box  | spine
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from cpgen.errors import InputError
from cpgen.messages import Message, shown

IN, MM = 72.0, 72 / 25.4
UNITS = {"mm": MM, "cm": 10 * MM, "in": IN, "pt": 1.0}
SIZES = {
    "a4": (210 * MM, 297 * MM),
    "a5": (148 * MM, 210 * MM),
    "b5": (182 * MM, 257 * MM),
    "b6": (128 * MM, 182 * MM),
    "letter": (8.5 * IN, 11 * IN),
    "5x8in": (5 * IN, 8 * IN),
    "6x9in": (6 * IN, 9 * IN),
    "8.5x11in": (8.5 * IN, 11 * IN),
}
"""Width and height of paper sizes in points, by name; B5 and B6 are those of the Japanese standard (JIS)"""
LEAST, MOST = 90, 600
"""Smallest and largest side of a sheet, in millimetres"""
MOST_BLEED = 10
"""Greatest bleed, in millimetres"""
LENGTH = r"(\d{1,5}(?:\.\d{1,4})?)"
SPELLED = re.compile(rf"{LENGTH}\s*[x×]\s*{LENGTH}\s*(mm|cm|in|pt)")
ONE = re.compile(rf"{LENGTH}\s*(mm|cm|in|pt)")
INNER = {150: 0.375 * IN, 300: 0.5 * IN, 500: 0.625 * IN, 700: 0.75 * IN, 828: 0.875 * IN}
"""Least inner margin, in points, of a book with at most this many pages, as Amazon KDP requires"""
SPARE = 0.125 * IN
"""Additional inner margin in points, for the bindings of other printers"""


def size_of(name: str) -> tuple[float, float]:
    """Convert a paper size, a name or a text like `170x240mm`, to width and height in points; raise InputError."""
    wanted = name.strip().lower()
    if wanted in SIZES:
        return SIZES[wanted]
    if not (spelled := SPELLED.fullmatch(wanted)):
        known = ", ".join(SIZES)
        raise InputError(Message("no-paper", text=shown(name), known=known))
    width, height = (float(side) * UNITS[spelled[3]] for side in spelled.groups()[:2])
    if not all(LEAST * MM - 0.01 <= side <= MOST * MM + 0.01 for side in (width, height)):
        raise InputError(Message("paper-size", text=shown(name), least=LEAST, most=MOST))
    return width, height


def bleed_of(text: str) -> float:
    """Convert a length such as `3mm` or `0.125in` to points; "" is 0. Raises InputError for other texts."""
    if not text.strip():
        return 0.0
    spelled = ONE.fullmatch(text.strip().lower())
    length = float(spelled[1]) * UNITS[spelled[2]] if spelled else -1.0
    if not 0 <= length <= MOST_BLEED * MM:
        raise InputError(Message("no-bleed", text=shown(text), most=MOST_BLEED))
    return length


@dataclass(frozen=True)
class TrimmedSheet:
    """Sheet of paper as it is after trimming: size, margins and bleed, in points."""

    width: float
    height: float
    inner: float
    outer: float
    top: float
    bottom: float
    bleed: float = 0.0

    @classmethod
    def bound(cls, size: str, pages: int, bleed: float = 0.0) -> TrimmedSheet:
        """Return the sheet for a book of this paper size and number of pages, with a bleed in points."""
        width, height = size_of(size)
        outer = max(0.5 * IN, 0.065 * width)
        least = next((margin for most, margin in INNER.items() if pages <= most), max(INNER.values()))
        top, bottom = max(0.75 * IN, 0.075 * height), max(0.7 * IN, 0.07 * height)
        return cls(width, height, max(outer, least + SPARE), outer, top, bottom, bleed)

    @classmethod
    def single(cls, size: str) -> TrimmedSheet:
        """Return a sheet of this paper size for an office printer: equal left and right margins, no bleed."""
        width, height = size_of(size)
        side = min(19 * MM, 0.09 * width)
        return cls(width, height, side, side, min(25 * MM, 0.09 * height), min(23 * MM, 0.08 * height))

    @classmethod
    def bare(cls, width: float, height: float) -> TrimmedSheet:
        """Return a sheet of this size in points without margins."""
        return cls(width, height, 0.0, 0.0, 0.0, 0.0)

    @property
    def area(self) -> tuple[float, float]:
        """Width and height between the margins, in points."""
        return self.width - self.inner - self.outer, self.height - self.top - self.bottom

    def left(self, page: int) -> float:
        """Return the left margin of a page, by its number, in points: the inner margin on odd pages."""
        return self.inner if page % 2 else self.outer

    def trimmed(self, page: int) -> tuple[float, float, float, float]:
        """Return the trim box of a page, by its number, as left, bottom, right and top in PDF points (y upwards)."""
        x = 0.0 if page % 2 else self.bleed
        return x, self.bleed, x + self.width, self.bleed + self.height

    @property
    def printed(self) -> tuple[float, float]:
        """Width and height including the bleed, in points."""
        return self.width + self.bleed, self.height + 2 * self.bleed
