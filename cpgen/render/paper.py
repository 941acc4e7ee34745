"""Pages of paper on which pictures and texts are put, and their fonts: PDF, by the library reportlab.

Lengths are in points; x goes right and y goes down from the page's upper left corner, as in pictures.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import Any

from cpgen.errors import InputError, needs_extra, one_of
from cpgen.render.lettering import REGULAR_FACE, Fonts
from cpgen.render.shapes import Area, Line, Picture, Text
from cpgen.render.svg import CAPITALS, DASH_GAP, STRONG_ROLES, Theme

MM = 72 / 25.4
SIZES = {"a4": (210 * MM, 297 * MM), "letter": (612.0, 792.0)}
BLACK, GREY, PALE = "#000000", "#6b6f76", "#c9ccd1"


def size_of(name: str) -> tuple[float, float]:
    """Width and height of a paper size; raises InputError naming those that exist."""
    if name.lower() not in SIZES:
        raise one_of(list(SIZES), name, "a paper size")
    return SIZES[name.lower()]


def require_reportlab() -> None:
    """Raises InputError saying how to install what PDFs need, when it is not there."""
    try:
        import fontTools  # noqa: F401
        import reportlab  # noqa: F401
    except ImportError as error:
        raise needs_extra("A PDF needs the packages reportlab and fonttools", "print") from error


class Paper:
    """A PDF that is being drawn, page after page; the same calls give the same bytes."""

    def __init__(self, size: str, title: str, author: str = "", font: str = "", coloured: bool = False) -> None:
        require_reportlab()
        from reportlab import rl_config
        from reportlab.pdfgen.canvas import Canvas

        rl_config.useA85 = 0  # streams as text take a quarter more room and half of the time
        self.width, self.height = size_of(size)
        self.fonts = Fonts(font, coloured)
        self._file = BytesIO()
        self._canvas: Any = Canvas(
            self._file,
            pagesize=(self.width, self.height),
            invariant=1,
            pageCompression=1,
            initialFontName=REGULAR_FACE,
        )
        self._canvas.setTitle(title)
        self._canvas.setAuthor(author)
        self._canvas.setCreator("cpgen")
        self._images: dict[tuple[str, str], Any] = {}
        self.number = 1

    def next_page(self) -> None:
        """Ends a page and begins another."""
        self._canvas.showPage()
        self.number += 1

    def finished(self) -> bytes:
        """The whole PDF file."""
        self._canvas.showPage()
        self._canvas.save()
        return self._file.getvalue()

    def mark(self, name: str) -> None:
        """Puts the page into the list of chapters that PDF viewers show."""
        self._canvas.bookmarkPage(name)
        self._canvas.addOutlineEntry(name, name)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        strong: bool = False,
        colour: str = BLACK,
        align: float = 0.0,
    ) -> None:
        """Writes a text with its baseline at y; x is its left end (align 0), middle (0.5) or right end (1)."""
        x -= align * self.fonts.width(text, size, strong)
        self._canvas.setFillColor(_colour(colour))
        for face, part in self.fonts.runs(text, strong):
            self._write(x, y, face, part, size, strong, colour)
            x += self.fonts.part_width(face, part, size)

    def _write(self, x: float, y: float, face: str, part: str, size: float, strong: bool, colour: str) -> None:
        if not face:
            self._stamp(x, y, part, size, colour)
            return
        words = self._canvas.beginText(x, self.height - y)
        words.setFont(face, size)
        if strong and self.fonts.has_one_weight(face):
            words.setTextRenderMode(2)
            self._canvas.setStrokeColor(_colour(colour))
            self._canvas.setLineWidth(size * 0.028)
        words.textOut(part)
        words.setTextRenderMode(0)
        self._canvas.drawText(words)

    def _stamp(self, x: float, y: float, symbol: str, size: float, colour: str) -> None:
        """Puts a symbol that no font of ours has as an image of how the system draws it."""
        key = (symbol, colour)
        if key not in self._images:
            self._images[key] = self.fonts.image(symbol, colour)
        self._canvas.drawImage(self._images[key], x, self.height - y - 0.16 * size, size, size, mask="auto")

    def picture(self, picture: Picture, x: float, y: float, unit: float, theme: Theme) -> None:
        """Draws a picture with its upper left corner at (x, y), `unit` points a cell."""
        for shape in picture.shapes:
            if isinstance(shape, Text):
                self._label(shape, x, y, unit, theme[shape.role])
            else:
                self._shape(shape, x, y, unit, theme[shape.role])

    def _label(self, shape: Text, x: float, y: float, unit: float, colour: str) -> None:
        size = shape.size * unit
        strong = shape.role in STRONG_ROLES
        base = y + shape.y * unit + self.fonts.half_height(shape.text, CAPITALS) * size
        self.text(
            x + shape.x * unit, base, shape.text, size, strong=strong, colour=colour, align=0 if shape.left else 0.5
        )

    def _shape(self, shape: Area | Line, x: float, y: float, unit: float, colour: str) -> None:
        path = self._canvas.beginPath()
        for (px, py), *rest in shape.paths:
            path.moveTo(x + px * unit, self.height - y - py * unit)
            for qx, qy in rest:
                path.lineTo(x + qx * unit, self.height - y - qy * unit)
            if rest and rest[-1] == (px, py):
                path.close()
        if isinstance(shape, Area):
            self._canvas.setFillColor(_colour(colour))
            self._canvas.drawPath(path, stroke=0, fill=1, fillMode=0)
        else:
            self._pen(shape.width * unit, colour)
            if shape.dash:
                self._canvas.setLineCap(0)
                self._canvas.setDash(shape.dash * unit, shape.dash * unit * DASH_GAP)
            self._canvas.drawPath(path, stroke=1, fill=0)
            self._canvas.setDash()

    def _pen(self, width: float, colour: str) -> None:
        self._canvas.setStrokeColor(_colour(colour))
        self._canvas.setLineWidth(width)
        self._canvas.setLineCap(2)
        self._canvas.setLineJoin(0)

    def rule(self, x: float, y: float, length: float, width: float = 0.5, colour: str = PALE) -> None:
        """Draws a level line."""
        self._pen(width, colour)
        self._canvas.line(x, self.height - y, x + length, self.height - y)

    def block(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        """Fills a rectangle."""
        self._canvas.setFillColor(_colour(colour))
        self._canvas.rect(x, self.height - y - height, width, height, stroke=0, fill=1)

    def dot(self, x: float, y: float, radius: float, colour: str) -> None:
        """Fills a circle."""
        self._canvas.setFillColor(_colour(colour))
        self._canvas.circle(x, self.height - y, radius, stroke=0, fill=1)

    def dark_squares(self, rows: list[list[bool]], x: float, y: float, side: float) -> None:
        """Fills the squares of a QR code, those beside each other in one piece."""
        unit = side / len(rows)
        path = self._canvas.beginPath()
        for r, row in enumerate(rows):
            start = None
            for c, dark in enumerate([*row, False]):
                if dark and start is None:
                    start = c
                elif not dark and start is not None:
                    path.rect(x + start * unit, self.height - y - (r + 1) * unit, (c - start) * unit, unit)
                    start = None
        self._canvas.setFillColor(_colour(BLACK))
        self._canvas.drawPath(path, stroke=0, fill=1)

    def link(self, url: str, x: float, y: float, width: float, height: float) -> None:
        """Makes a rectangle lead to an address."""
        self._canvas.linkURL(url, (x, self.height - y - height, x + width, self.height - y))


@lru_cache(maxsize=256)
def _colour(code: str) -> Any:
    from reportlab.lib.colors import HexColor

    return HexColor(code)


def qr_rows(text: str) -> list[list[bool]]:
    """The dark squares of a text's QR code; raises InputError when the text is too long for one."""
    from reportlab.graphics.barcode import qrencoder

    try:
        code = qrencoder.QRCode(None, qrencoder.QRErrorCorrectLevel.L)
        code.addData(text)
        code.version = code.calculate_version()
        code.makeImpl(False, 3)
    except Exception as error:
        raise InputError(f"A QR code cannot hold an address of {len(text)} characters.") from error
    return [[bool(dark) for dark in row] for row in code.modules]


@dataclass(frozen=True)
class Frame:
    """The part of a page between the margins, and the running head above it."""

    left: float
    top: float
    width: float
    height: float
    title: str
    gutter: float = 9 * MM

    @classmethod
    def of(cls, paper: Paper, title: str) -> Frame:
        """The default margins of a page."""
        side, top, bottom = 19 * MM, 25 * MM, 23 * MM
        return cls(side, top, paper.width - 2 * side, paper.height - top - bottom, title)

    def slots(self, columns: int, rows: int) -> Iterator[tuple[float, float, float, float]]:
        """The places on a page, row by row: x, y, width, height."""
        width = (self.width - (columns - 1) * self.gutter) / columns
        height = (self.height - (rows - 1) * self.gutter) / rows
        for row in range(rows):
            for column in range(columns):
                yield self.left + column * (width + self.gutter), self.top + row * (height + self.gutter), width, height


def head_and_foot(paper: Paper, frame: Frame, name: str) -> None:
    """Puts the running head and the page number on a page."""
    y = frame.top - 10 * MM
    paper.text(frame.left, y, frame.title, 8, colour=GREY)
    paper.text(frame.left + frame.width, y, name, 8, colour=GREY, align=1)
    paper.rule(frame.left, y + 2.2 * MM, frame.width)
    paper.text(paper.width / 2, paper.height - 12 * MM, str(paper.number), 9, colour=GREY, align=0.5)
