"""Many small boards on one sheet, as SVG: regions by thick lines, a caption below each."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt
from xml.sax.saxutils import escape

from cpgen.layout import Layout

CELL, GAP, CAPTION = 10, 12, 11
STYLE = (
    "path{fill:none;stroke-linecap:square}.t{stroke:#bbb;stroke-width:.5}.r{stroke:#000;stroke-width:1.6}"
    ".g .r{stroke:#999}.g text{fill:#999}text{font:7px sans-serif;text-anchor:middle}"
)


def sheet(layouts: Sequence[Layout], captions: Sequence[str], grey: Sequence[bool] = ()) -> str:
    """An SVG text of the boards, all of one side, in rows; `grey` says which are drawn in grey."""
    side = layouts[0].size * CELL
    across = ceil(sqrt(len(layouts) * 1.4)) if layouts else 1
    down = ceil(len(layouts) / across)
    width, height = across * (side + GAP) + GAP, down * (side + GAP + CAPTION) + GAP
    parts = []
    for k, layout in enumerate(layouts):
        x, y = GAP + k % across * (side + GAP), GAP + k // across * (side + GAP + CAPTION)
        look = ' class="g"' if grey and grey[k] else ""
        caption = f'<text x="{side / 2:g}" y="{side + CAPTION - 2}">{escape(captions[k])}</text>'
        parts.append(f'<g transform="translate({x} {y})"{look}>{_lines(layout)}{caption}</g>')
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
    return "\n".join([head, f"<style>{STYLE}</style>", *parts, "</svg>"]) + "\n"


def _lines(layout: Layout) -> str:
    """The lines between cells, thin inside a region, thick between regions and around the board."""
    thin, thick, n = "", "", layout.size
    for row in range(n):
        for column in range(n):
            cell = row * n + column
            for inside, other, line in (
                (column + 1 < n, cell + 1, f"M{(column + 1) * CELL} {row * CELL}v{CELL}"),
                (row + 1 < n, cell + n, f"M{column * CELL} {(row + 1) * CELL}h{CELL}"),
            ):
                if inside and layout.regions and layout.regions[cell] != layout.regions[other]:
                    thick += line
                elif inside:
                    thin += line
    side = n * CELL
    return f'<path class="t" d="{thin}"/><path class="r" d="M0 0h{side}v{side}h-{side}z{thick}"/>'
