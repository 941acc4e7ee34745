"""Pages on which pictures and texts are drawn as PDF, with the library reportlab.

Lengths are in points; x goes right and y goes down from the upper left corner between the margins, as in pictures.
Every page has three boxes: the sheet with its bleed (MediaBox and BleedBox), the TrimBox that is left after cutting,
and inside it the area between the margins, to which the origin is moved.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from io import BytesIO
from itertools import groupby
from typing import Any

from cpgen.errors import InputError, packages_of
from cpgen.messages import shown
from cpgen.render.lettering import REGULAR_FACE, Fonts
from cpgen.render.picture_shapes import Area, Circle, Picture, Text
from cpgen.render.svg import CAPITALS, DASH_GAP, STRONG_ROLES, Theme
from cpgen.render.trim import MM, TrimmedSheet

BLACK, GREY = "#000000", "#55585e"
PDF_LETTERS = {"M": "m", "L": "l", "C": "c", "Z": "h"}
HAIRLINE = 0.3
"""Width of the thinnest line that presses print reliably, in points"""
THICK = 1.0
"""Least width of lines around regions, which must stand out from the others, in points"""
CONDITION = "CGATS TR 001"
"""Printing condition in PDF/X files, from the registry of the ICC; it has no effect on pure black"""


LAST_SECOND = 253_402_300_799
"""End of the year 9999, the last that Python's dates have, in seconds since 1970"""


def require_reportlab() -> None:
    """Raise InputError if a package for PDFs is missing, or if SOURCE_DATE_EPOCH, the date for PDFs, is no number."""
    date = os.environ.get("SOURCE_DATE_EPOCH", "")
    if date and not (date.isdecimal() and int(date) <= LAST_SECOND):
        raise InputError(f"SOURCE_DATE_EPOCH is {shown(date)}; it should be a whole number of seconds since 1970.")
    with packages_of("print", "A PDF needs the packages reportlab, fonttools and pillow"):
        for name in ("fontTools", "PIL", "reportlab"):
            import_module(name)


class Paper:
    """PDF document that is drawn page by page; equal calls produce equal bytes.

    Args:
        sheet: Size and margins of the pages.
        title: Title in the document's metadata.
        author: Author in the document's metadata.
        fonts: Fonts of the texts; the default ones if None.
        coloured: Keep colours; otherwise everything is black and grey.
        pdf_x: Write PDF/X-1a:2001, which has no links.
        outlined: Draw texts as shapes, so that the file needs no fonts.
    """

    def __init__(
        self,
        sheet: TrimmedSheet,
        title: str,
        author: str = "",
        fonts: Fonts | None = None,
        *,
        coloured: bool = False,
        pdf_x: bool = False,
        outlined: bool = False,
    ) -> None:
        require_reportlab()
        from reportlab import rl_config
        from reportlab.pdfgen.canvas import Canvas

        rl_config.useA85 = 0  # with ASCII-85, files would be a third larger and writing take twice the time
        self.sheet, self.coloured, self.pdf_x, self.outlined = sheet, coloured, pdf_x, outlined
        self.width, self.height = sheet.area
        self.fonts = fonts or Fonts(coloured=coloured)
        self._file = BytesIO()
        self._canvas: Any = Canvas(
            self._file, pagesize=sheet.printed, invariant=1, pageCompression=1, initialFontName=REGULAR_FACE
        )
        self._canvas.setTitle(title)
        self._canvas.setAuthor(author)
        self._canvas.setCreator("cpgen")
        if pdf_x:
            _make_pdf_x(self._canvas)
        self._images: dict[tuple[str, str], Any] = {}
        self.number = 0

    def next_page(self) -> None:
        """End the current page, if there is one, and begin the next."""
        if self.number:
            self._end_page()
        self.number += 1
        self.begin_page()

    def begin_page(self) -> None:
        """Set the boxes of the current page and move the origin to the corner between its margins."""
        x, y, *corner = self.sheet.trimmed(self.number)
        self._canvas.setTrimBox((x, y, *corner))
        self._canvas.setBleedBox((0, 0, *self.sheet.printed))
        self._canvas.translate(x + self.sheet.left(self.number), y + self.sheet.bottom + self.height)

    def finished(self) -> bytes:
        """End the last page, and return the PDF file."""
        self._end_page()
        self._canvas.save()
        return self._file.getvalue()

    def _end_page(self) -> None:
        """End a page and compress it immediately; reportlab would keep the drawing operators of all pages in memory."""
        from reportlab.pdfbase import pdfdoc

        self._canvas.showPage()
        # The page was just added to the document, with its operators as text.
        page = self._canvas._doc.Pages.pages[-1]  # noqa: SLF001
        packed = zlib.compress(pdfdoc.pdfdocEnc(page.stream))
        page.Contents = pdfdoc.PDFStream(pdfdoc.PDFDictionary({"Filter": pdfdoc.PDFName("FlateDecode")}), packed, [])
        page.stream = None

    def mark(self, name: str) -> None:
        """Add the current page, under this name, to the outline that PDF viewers show."""
        key = f"page-{self.number}"
        self._canvas.bookmarkPage(key)
        self._canvas.addOutlineEntry(name, key)

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
        """Draw a text with its baseline at y.

        `x` is its left end (`align` 0), middle (0.5) or right end (1); `strong` draws it semibold.
        """
        x -= align * self.fonts.width(text, size, strong)
        self._fill(colour)
        for face, part in self.fonts.runs(text, strong):
            if face:
                self._write(face, [(x, y, part)], size, strong, colour)
            else:
                self._stamp(x, y, part, size, colour)
            x += self.fonts.part_width(face, part, size)

    def _write(
        self, face: str, places: Sequence[tuple[float, float, str]], size: float, strong: bool, colour: str
    ) -> None:
        """Draw texts in one font (`face`), size and colour, each given as (x, y, text) with its baseline at y.

        `strong` makes them bolder if the font has no semibold version.
        """
        if self.outlined:
            self._outline(face, places, size, strong, colour)
            return
        words = self._canvas.beginText()
        words.setFont(face, size)
        thick = strong and self.fonts.has_one_weight(face)
        if thick:
            words.setTextRenderMode(2)
            self._pen(size * 0.028, colour)
        for x, y, text in places:
            words.setTextOrigin(x, -y)
            words.textOut(text)
        if thick:
            words.setTextRenderMode(0)
        self._canvas.drawText(words)

    def _outline(
        self, face: str, places: Sequence[tuple[float, float, str]], size: float, strong: bool, colour: str
    ) -> None:
        thick = strong and self.fonts.has_one_weight(face)
        if thick:
            self._pen(size * 0.028, colour)
        for x, y, text in places:
            for letter, *numbers in self.fonts.outline(face, text):
                points = zip(numbers[::2], numbers[1::2], strict=True)
                placed = [f"{x + size * right:.3f} {size * up - y:.3f}" for right, up in points]
                self._canvas.addLiteral(f"{' '.join(placed)} {PDF_LETTERS[letter]}")
            self._canvas.addLiteral("B" if thick else "f")

    def _stamp(self, x: float, y: float, symbol: str, size: float, colour: str) -> None:
        """Draw a symbol that no font has as an image of side `size` points; (x, y) is the left end of its baseline."""
        from reportlab.lib.utils import ImageReader

        key = (symbol, colour)
        if key not in self._images:
            self._images[key] = ImageReader(BytesIO(self.fonts.stamp(symbol, colour)))
        self._canvas.drawImage(self._images[key], x, -y - 0.16 * size, size, size, mask="auto")

    def picture(self, picture: Picture, x: float, y: float, unit: float, theme: Theme) -> None:
        """Draw a picture with its upper left corner at (x, y), `unit` points per cell, in the colours of the theme."""
        groups = groupby(
            picture.shapes, lambda shape: (shape.role, shape.size) if isinstance(shape, Text) else ("", 0.0)
        )
        for (role, size), shapes in groups:
            if role:
                self._labels(list(shapes), x, y, unit, theme[role], size * unit)
            else:
                for shape in shapes:
                    self._shape(shape, x, y, unit, theme[shape.role])

    def _labels(self, labels: list[Any], x: float, y: float, unit: float, colour: str, size: float) -> None:
        """Draw texts of a picture in one colour and font size (points), grouped by font to keep the PDF small.

        The picture's corner is at (x, y), and a cell is `unit` points wide.
        """
        strong, faces = labels[0].role in STRONG_ROLES, self.fonts
        placed: dict[str, list[tuple[float, float, str]]] = {}
        for label in labels:
            left = x + label.x * unit - (0.0 if label.left else faces.width(label.text, size, strong) / 2)
            base = y + label.y * unit + faces.half_height(label.text, CAPITALS) * size
            for face, part in faces.runs(label.text, strong):
                placed.setdefault(face, []).append((left, base, part))
                left += faces.part_width(face, part, size)
        self._fill(colour)
        for face, places in placed.items():
            if face:
                self._write(face, places, size, strong, colour)
            else:
                for left, base, symbol in places:
                    self._stamp(left, base, symbol, size, colour)

    def _shape(self, shape: Any, x: float, y: float, unit: float, colour: str) -> None:
        """Draw an area, line or circle of a picture by writing PDF operators, ten times as fast as reportlab's methods.

        The picture's corner is at (x, y), and a cell is `unit` points wide.
        """
        if isinstance(shape, Circle):
            self._circle(shape, x, y, unit, colour)
            return
        path = []
        for points in shape.paths:
            placed = [f"{x + px * unit:.2f} {-y - py * unit:.2f}" for px, py in points]
            path.append(f"{placed[0]} m")
            path += [f"{point} l" for point in placed[1:]]
            if len(points) > 2 and points[0] == points[-1]:
                path.append("h")
        if isinstance(shape, Area):
            self._fill(colour)
            self._canvas.addLiteral(f"{' '.join(path)} f*")
            return
        self._pen(max(shape.width * unit, THICK if shape.role == "thick" else 0.0), colour)
        dash = shape.dash * unit
        before, after = ("1 J 1 j", "2 J 0 j") if shape.round else ("", "")
        if dash:
            before, after = f"0 J [{dash:.2f} {dash * DASH_GAP:.2f}] 0 d", "[] 0 d 2 J"
        self._canvas.addLiteral(f"{before} {' '.join(path)} S {after}".strip())

    def _circle(self, circle: Circle, x: float, y: float, unit: float, colour: str) -> None:
        """Draw a circle of a picture, filled or as a ring.

        The picture's corner is at (x, y), a cell `unit` points wide.
        """
        if circle.width:
            self._pen(circle.width * unit, colour)
        else:
            self._fill(colour)
        ring = bool(circle.width)
        place = (x + circle.x * unit, -y - circle.y * unit, circle.radius * unit)
        self._canvas.circle(*place, stroke=int(ring), fill=int(not ring))

    def _fill(self, colour: str) -> None:
        self._canvas.addLiteral(_operator(colour, self.coloured, "g", "rg"))

    def _pen(self, width: float, colour: str) -> None:
        self._canvas.addLiteral(
            f"{_operator(colour, self.coloured, 'G', 'RG')} {max(width, HAIRLINE):.2f} w 2 J 0 j 10 M"
        )

    def rule(self, x: float, y: float, length: float, width: float = 0.5, colour: str = BLACK) -> None:
        """Draw a horizontal line of this length and width from (x, y) to the right; all are in points."""
        self._pen(width, colour)
        self._canvas.addLiteral(f"{x:.2f} {-y:.2f} m {x + length:.2f} {-y:.2f} l S")

    def block(self, x: float, y: float, width: float, height: float) -> None:
        """Draw a filled black rectangle; (x, y) is its upper left corner, and all lengths are in points."""
        self._fill(BLACK)
        self._canvas.addLiteral(f"{x:.2f} {-y - height:.2f} {width:.2f} {height:.2f} re f")

    def polygon(self, points: Sequence[tuple[float, float]], *, filled: bool = True) -> None:
        """Draw a black polygon with these corners (x, y) in points: filled, or only its edges."""
        path = " l ".join(f"{x:.2f} {-y:.2f}" for x, y in points).replace(" l ", " m ", 1)
        self._pen(0.5, BLACK)
        self._fill(BLACK)
        self._canvas.addLiteral(f"{path} l h {'f' if filled else 'S'}")

    def dot(self, x: float, y: float, radius: float, colour: str) -> None:
        """Draw a filled circle around (x, y); all lengths are in points."""
        self._fill(colour)
        self._canvas.circle(x, -y, radius, stroke=0, fill=1)

    def dark_squares(self, rows: Sequence[Sequence[bool]], x: float, y: float, side: float) -> None:
        """Draw a QR code with its corner at (x, y); `rows` has True for each dark square, and `side` is in points."""
        unit, path = side / len(rows), []
        for r, row in enumerate(rows):
            start = 0
            for dark, run in groupby(row):
                end = start + len(list(run))
                if dark:
                    left, base = x + start * unit, -y - (r + 1) * unit
                    path.append(f"{left:.2f} {base:.2f} {(end - start) * unit:.2f} {unit:.3f} re")
                start = end
        self._fill(BLACK)
        self._canvas.addLiteral(f"{' '.join(path)} f")

    def link(self, url: str, x: float, y: float, width: float, height: float) -> None:
        """Link a rectangle, with its upper left corner at (x, y), to a web address; PDF/X allows none.

        All lengths are in points.
        """
        if not self.pdf_x:
            self._canvas.linkURL(url, (x, -y - height, x + width, -y), relative=1)

    @contextmanager
    def upside_down(self, x: float, y: float) -> Iterator[None]:
        """Rotate the coordinates by 180° about (x, y) inside the `with` block."""
        self._canvas.saveState()
        self._canvas.transform(-1, 0, 0, -1, x, -y)
        yield
        self._canvas.restoreState()


@lru_cache(maxsize=256)
def _operator(code: str, coloured: bool, grey: str, colour: str) -> str:
    """Return the PDF operator, with its operands, that sets the colour `code`, as in `0 g` for `#000000`.

    `grey` and `colour` are the names of the operators; the first is used for greys and if `coloured` is false.
    """
    red, green, blue = (int(code[k : k + 2], 16) / 255 for k in (1, 3, 5))
    if not coloured or max(red, green, blue) - min(red, green, blue) < 0.05:
        return f"{0.3 * red + 0.59 * green + 0.11 * blue:.3g} {grey}"
    return f"{red:.3g} {green:.3g} {blue:.3g} {colour}"


def _make_pdf_x(canvas: Any) -> None:
    """Add to a reportlab canvas the entries of PDF/X-1a:2001, which reportlab does not support."""
    from reportlab.pdfbase import pdfdoc

    class Catalog(pdfdoc.PDFCatalog):  # type: ignore[misc]
        __NoDefault__ = (*pdfdoc.PDFCatalog.__NoDefault__, "OutputIntents")

    class Info(pdfdoc.PDFInfo):  # type: ignore[misc]
        def format(self, document: Any) -> Any:
            text = super().format(document)
            return text.replace(b"<<", b"<< /GTS_PDFXVersion (PDF/X-1:2001) /GTS_PDFXConformance (PDF/X-1a:2001)", 1)

    document = canvas._doc  # noqa: SLF001
    document.Catalog.__class__, document.info.__class__ = Catalog, Info
    intent = {
        "Type": pdfdoc.PDFName("OutputIntent"),
        "S": pdfdoc.PDFName("GTS_PDFX"),
        "OutputCondition": pdfdoc.PDFString("Black on any paper"),
        "OutputConditionIdentifier": pdfdoc.PDFString(CONDITION),
        "RegistryName": pdfdoc.PDFString("http://www.color.org"),
    }
    document.Catalog.OutputIntents = pdfdoc.PDFArray([pdfdoc.PDFDictionary(intent)])


def head_and_foot(paper: Paper, title: str, name: str) -> None:
    """Draw the running head (title and section), and the page number at the outer edge."""
    room = paper.width - paper.fonts.width(name, 8) - 8 * MM
    paper.text(0, -8 * MM, paper.fonts.fitted(title, 8, room), 8, colour=GREY)
    paper.text(paper.width, -8 * MM, name, 8, colour=GREY, align=1)
    paper.rule(0, -6 * MM, paper.width, HAIRLINE)
    outer = paper.number % 2
    paper.text(outer * paper.width, paper.height + 8 * MM, str(paper.number), 9, align=outer)
