"""Pictures of a book's pages, converted from the drawing operators of the PDF so that both look the same.

Reportlab is asked for a page as PDF operators, which are translated one by one to SVG elements.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from cpgen.render.paper import Paper
from cpgen.render.svg import png_from

TOKEN = re.compile(r"\[[^\]]*\]|[^\s\[\]]+")
"""Operators and operands of a PDF page; an array in brackets is one operand"""
PIXELS = 1000
"""Width of a picture, in pixels"""
MOVES = {"m": "M{} {}", "l": "L{} {}", "c": "C{} {} {} {} {} {}", "h": "z", "re": "M{0} {1}h{2}v{3}H{0}z"}
"""PDF operators that extend a path, as SVG path data"""
PAINTS = {"f": (True, False), "f*": (True, False), "S": (False, True), "B": (True, True)}
"""PDF operators that paint a path, with two flags: if they fill it, and if they stroke it"""


class PagePictures(Paper):
    """Paper whose pages are returned as pictures; texts are outlines, and symbols that no font has are left out."""

    def picture_of(self, number: int, draw: Callable[[], object]) -> bytes:
        """Return a page as a PNG file, without bleed.

        `number` is the page number, and `draw` draws the page on this paper.
        """
        return png_from(self.svg_of(number, draw), PIXELS)

    def svg_of(self, number: int, draw: Callable[[], object]) -> str:
        """Return a page as an SVG file, without bleed.

        `number` is the page number, and `draw` draws the page on this paper.
        """
        self.number = number
        self.begin_page()
        draw()
        drawn = " ".join(self._canvas._code)  # noqa: SLF001
        self._canvas.showPage()
        x, y, right, top = self.sheet.trimmed(number)
        width, height = right - x, top - y
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">'
            f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>'
            f'<g transform="matrix(1 0 0 -1 {-x:g} {top:g})">{"".join(_elements(drawn))}</g></svg>'
        )

    def _stamp(self, x: float, y: float, symbol: str, size: float, colour: str) -> None:
        pass


@dataclass(frozen=True)
class _Pen:
    """PDF graphics state for painting paths: colours, line width and dashes."""

    fill: str = "#000000"
    stroke: str = "#000000"
    width: str = "1"
    dashes: str = ""
    cap: str = "2"
    """Form of the ends of lines without dashes, by PDF's number: 1 round, 2 square"""

    def painted(self, path: str, operator: str) -> str:
        """Return the SVG element for a path (SVG path data) that the PDF operator `operator` paints."""
        filled, edged = PAINTS[operator]
        fill = f'fill="{self.fill}"' if filled else 'fill="none"'
        rule = ' fill-rule="evenodd"' if operator == "f*" else ""
        cap = "round" if self.cap == "1" else "square"
        dashes = f' stroke-dasharray="{self.dashes}"' if self.dashes else f' stroke-linecap="{cap}"'
        dashes += ' stroke-linejoin="round"' if cap == "round" else ""
        edge = f' stroke="{self.stroke}" stroke-width="{self.width}"{dashes}' if edged else ""
        return f'<path {fill}{rule}{edge} d="{path}"/>'


CHANGES: dict[str, Callable[[list[str]], dict[str, str]]] = {
    "g": lambda numbers: {"fill": _colour(numbers)},
    "rg": lambda numbers: {"fill": _colour(numbers)},
    "G": lambda numbers: {"stroke": _colour(numbers)},
    "RG": lambda numbers: {"stroke": _colour(numbers)},
    "w": lambda numbers: {"width": numbers[0]},
    "d": lambda numbers: {"dashes": numbers[0].strip("[] ")},
    "J": lambda numbers: {"cap": numbers[0]},
}
"""PDF operators that change the pen, each with a function from the operands to the changed attributes"""


def _elements(drawn: str) -> Iterator[str]:
    """Yield SVG elements for PDF operators, given as text; the page must consist of paths.

    A stack mirrors PDF's graphics states: each has its pen and the number of transformation groups opened in it.
    """
    states = [(_Pen(), 0)]
    path = ""
    for operator, numbers in _operations(drawn):
        pen, groups = states[-1]
        if operator in MOVES:
            path += MOVES[operator].format(*numbers)
        elif operator in PAINTS:
            yield pen.painted(path, operator)
            path = ""
        elif operator in CHANGES:
            states[-1] = (replace(pen, **CHANGES[operator](numbers)), groups)
        elif operator == "q":
            states.append((pen, 0))
        elif operator == "Q":
            yield "</g>" * states.pop()[1]
        elif operator == "cm":
            states[-1] = (pen, groups + 1)
            yield f'<g transform="matrix({" ".join(numbers)})">'
    yield "</g>" * sum(groups for _, groups in states)


def _operations(drawn: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each PDF operator of a page, given as text, with its operands."""
    numbers: list[str] = []
    for token in TOKEN.findall(drawn):
        if token[0] in "[-.0123456789":
            numbers.append(token)
        else:
            yield token, numbers
            numbers = []


def _colour(numbers: list[str]) -> str:
    """Return a PDF grey or RGB colour, with components from 0 to 1, in SVG notation."""
    shares = [round(255 * float(number)) for number in numbers]
    return "#" + "".join(f"{share:02x}" for share in (shares * 3)[:3])
