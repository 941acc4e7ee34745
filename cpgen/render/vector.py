"""Pictures as SVG and PDF for layout programs: texts as outlines, sizes in millimetres, black unless coloured."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence

from cpgen.render.lettering import Fonts
from cpgen.render.paper import Paper
from cpgen.render.picture_shapes import Area, Circle, Picture, Shape, Text
from cpgen.render.svg import CAPITALS, DASH_GAP, STRONG_ROLES, UNIT, Theme, clean
from cpgen.render.trim import MM, TrimmedSheet


def vector_svg(picture: Picture, theme: Theme, fonts: Fonts, millimetres: float) -> str:
    """Return the picture as an SVG file `millimetres` wide, without styles, scripts and fonts.

    Outlines are stored once.
    """
    high = millimetres * picture.height / picture.width
    drawing = _Drawing(theme, fonts)
    shapes = "\n".join(line for shape in picture.shapes for line in drawing.shape(shape))
    outlines = "".join(f'<path id="{name}" d="{path}"/>' for path, name in drawing.outlines.items())
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" '
        f'xmlns:xlink="http://www.w3.org/1999/xlink" width="{millimetres:g}mm" height="{high:.4g}mm" '
        f'viewBox="0 0 {picture.width * UNIT:.6g} {picture.height * UNIT:.6g}">\n'
        f"<title>{clean(picture.title)}</title>\n<desc>{clean(picture.about)}</desc>\n<defs>{outlines}</defs>\n{shapes}\n</svg>\n"
    )


def vector_pdf(picture: Picture, theme: Theme, fonts: Fonts, millimetres: float) -> bytes:
    """Return the picture as a PDF file with one page of the picture's size, `millimetres` wide."""
    width = millimetres * MM
    sheet = TrimmedSheet.bare(width, width * picture.height / picture.width)
    paper = Paper(sheet, picture.title, fonts=fonts, coloured=fonts.coloured, outlined=True)
    paper.next_page()
    paper.picture(picture, 0, 0, width / picture.width, theme)
    return paper.finished()


class _Drawing:
    """Converter of a picture to SVG elements; `outlines` maps path data of texts to the ids of their elements."""

    def __init__(self, theme: Theme, fonts: Fonts) -> None:
        self.theme, self.fonts = theme, fonts
        self.outlines: dict[str, str] = {}

    def shape(self, shape: Shape) -> Iterator[str]:
        """Yield the SVG elements of a picture element."""
        colour = self.theme[shape.role]
        if isinstance(shape, Text):
            yield from self._text(shape, colour)
        elif isinstance(shape, Area):
            yield f'<path fill="{colour}" fill-rule="evenodd" d="{_path(shape.paths)}"/>'
        elif isinstance(shape, Circle):
            pen = f'fill="none" stroke="{colour}" stroke-width="{shape.width * UNIT:.4g}"'
            look = pen if shape.width else f'fill="{colour}"'
            place = f'cx="{shape.x * UNIT:.2f}" cy="{shape.y * UNIT:.2f}" r="{shape.radius * UNIT:.4g}"'
            yield f"<circle {look} {place}/>"
        elif shape.paths:
            dash = f' stroke-dasharray="{shape.dash * UNIT:g} {shape.dash * UNIT * DASH_GAP:g}"' if shape.dash else ""
            cap = "round" if shape.round else "butt" if shape.dash else "square"
            join = ' stroke-linejoin="round"' if shape.round else ""
            yield (
                f'<path fill="none" stroke="{colour}" stroke-width="{shape.width * UNIT:.4g}" stroke-linecap="{cap}"'
                f'{join}{dash} d="{_path(shape.paths)}"/>'
            )

    def _text(self, text: Text, colour: str) -> Iterator[str]:
        strong, size = text.role in STRONG_ROLES, text.size * UNIT
        x = text.x * UNIT - (0.0 if text.left else self.fonts.width(text.text, size, strong) / 2)
        y = text.y * UNIT + self.fonts.half_height(text.text, CAPITALS) * size
        for face, part in self.fonts.runs(text.text, strong):
            if not face:
                yield self._image(part, x, y, size, colour)
            thick = strong and self.fonts.has_one_weight(face)
            stroke = f' stroke="{colour}" stroke-width="{0.028 * size:.3g}"' if thick else ""
            if name := self._outline(face, part, size) if face else "":
                yield f'<use xlink:href="#{name}" x="{x:.2f}" y="{y:.2f}" fill="{colour}"{stroke}/>'
            x += self.fonts.part_width(face, part, size)

    def _image(self, symbol: str, x: float, y: float, size: float, colour: str) -> str:
        """Return the SVG element of an image of a symbol that no font has, its baseline beginning at (x, y)."""
        data = b64encode(self.fonts.stamp(symbol, colour)).decode()
        place = f'x="{x:.2f}" y="{y - 0.84 * size:.2f}" width="{size:.2f}" height="{size:.2f}"'
        return f'<image {place} xlink:href="data:image/png;base64,{data}"/>'

    def _outline(self, face: str, part: str, size: float) -> str:
        """Return the id of the element that draws a text's outline in this font; "" if it has none, such as a blank."""
        commands = self.fonts.outline(face, part)
        path = "".join(
            letter + " ".join(f"{(1, -1)[k % 2] * size * number:.2f}" for k, number in enumerate(numbers))
            for letter, *numbers in commands
        )
        return self.outlines.setdefault(path, f"text-{len(self.outlines) + 1}") if path else ""


def _path(paths: Sequence[Sequence[tuple[float, float]]]) -> str:
    """Return paths as SVG path data, as in `M0.00 0.00L48.00 0.00`."""
    return "".join(
        "M" + "L".join(f"{x * UNIT:.2f} {y * UNIT:.2f}" for x, y in points) + "Z" * (points[0] == points[-1])
        for points in paths
    )
