"""Pictures as SVG and PNG: small files, readable by screen readers, for light and dark screens.

A theme assigns a colour to each role of a picture's shapes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from math import ceil, sqrt
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from cpgen.errors import packages_of
from cpgen.layout import Layout
from cpgen.render.picture_shapes import (
    WIDE_FROM,
    Area,
    Circle,
    Line,
    Picture,
    Polyline,
    Shape,
    Text,
    box,
    cell_lines,
    region_lines,
)
from cpgen.render.render_requests import MOST_PIXELS

Theme = Mapping[str, str]

COLOURS = {
    "paper": ("#ffffff", "#16191f", "#ffffff"),
    "tint-0": ("#dce9fb", "#20324d", "#dce9fb"),
    "tint-1": ("#fdeccb", "#3f3726", "#fdeccb"),
    "tint-2": ("#d9f0de", "#1e3c2b", "#d9f0de"),
    "tint-3": ("#f8dde6", "#48263a", "#f8dde6"),
    "tint-4": ("#e7e0fa", "#352c54", "#e7e0fa"),
    "tint-5": ("#f6f3bf", "#41401c", "#f6f3bf"),
    "shade": ("#e6e7ea", "#2b3038", "#e4e4e4"),
    "look": ("#e4effc", "#1d3050", "#efefef"),
    "focus": ("#ffedad", "#57480f", "#dddddd"),
    "cover": ("#fdeedb", "#3d3020", "#dcdcdc"),
    "set-0": ("#d6e8fb", "#1f3d60", "#e2e2e2"),
    "set-1": ("#fbe3bd", "#55431a", "#cfcfcf"),
    "set-2": ("#d3efdd", "#1d4a33", "#efefef"),
    "set-3": ("#f7d9e6", "#55294a", "#d8d8d8"),
    "set-4": ("#e4dcf8", "#3d3168", "#c6c6c6"),
    "set-5": ("#f1eeb4", "#4b4a1b", "#f5f5f5"),
    "mark-placed": ("#ffb48a", "#a8420c", "#dddddd"),
    "mark-figure": ("#8edbb9", "#17795a", "#c4c4c4"),
    "mark-on": ("#8ec4f5", "#1f67ae", "#b4b4b4"),
    "mark-off": ("#ffcb73", "#8a5200", "#ffffff"),
    "mark-fin": ("#eda8d3", "#93397a", "#c4c4c4"),
    "mark-common": ("#ffffff", "#16191f", "#ffffff"),
    "ring-off": ("#a35a00", "#ffc063", "#000000"),
    "ring-common": ("#7a3fb0", "#c9a2ff", "#7a7a7a"),
    "marked": ("#14171d", "#ffffff", "#000000"),
    "link": ("#c22b6a", "#ff8fb8", "#000000"),
    "head": ("#c22b6a", "#ff8fb8", "#000000"),
    "thin": ("#b4bac4", "#4b525d", "#8c8c8c"),
    "thick": ("#1b1f27", "#d5d9e0", "#000000"),
    "diagonal": ("#dde1e7", "#363d47", "#cfcfcf"),
    "clue": ("#14171d", "#f3f5f7", "#000000"),
    "digit": ("#2563a8", "#86b8f2", "#5a5a5a"),
    "new": ("#c2410c", "#ffb277", "#000000"),
    "candidate": ("#697280", "#98a2b0", "#5a5a5a"),
    "key": ("#0f7a43", "#63d698", "#000000"),
    "gone": ("#cf3a2b", "#ff8371", "#7a7a7a"),
    "strike": ("#cf3a2b", "#ff8371", "#000000"),
    "label": ("#868e9a", "#7d8693", "#7a7a7a"),
    "title": ("#14171d", "#f3f5f7", "#000000"),
}
"""Colour of each role of a shape on light screens, on dark screens and in print"""
INKS = {
    "grey": ("#b8b8b8", "#636a75", "#b0b0b0"),
    "light": ("#dcdcdc", "#4d5764", "#dadada"),
    "dark": ("#606060", "#a4adb9", "#606060"),
    "black": ("#000000", "#f3f5f7", "#000000"),
    "white": ("#ffffff", "#16191f", "#ffffff"),
    "green": ("#7cc576", "#3c7d38", "#909090"),
    "purple": ("#e0a6e4", "#80458a", "#c2c2c2"),
    "blue": ("#8ab8e6", "#2f608f", "#787878"),
    "orange": ("#f3c08f", "#85562a", "#b4b4b4"),
    "teal": ("#86cbc5", "#2b6f6a", "#9c9c9c"),
    "yellow": ("#f0e08a", "#6f6420", "#e2e2e2"),
    "lavender": ("#c9c0f0", "#4f4785", "#cfcfcf"),
    "white-dot": ("#ffffff", "#ffffff", "#ffffff"),
    "black-dot": ("#000000", "#000000", "#000000"),
}
"""Colour of each ink of `constraints.shapes` on light screens, on dark screens and in print"""
COLOURS |= {f"{tool}-{ink}": colours for ink, colours in INKS.items() for tool in ("ink", "pen")}
LIGHT, DARK, PRINT = ({role: colours[k] for role, colours in COLOURS.items()} for k in range(3))
THEMES: Mapping[str, Theme] = {"light": LIGHT, "dark": DARK, "print": PRINT}
AUTO = "auto"
"""Theme that follows the viewer's system: light or dark, and light on paper"""
THEME_NAMES = (*THEMES, AUTO)


UNIT = 48
"""Side of a cell in SVG units"""

CAPITALS = 0.364
"""Half the height of a capital or digit, as a share of the font size; wide characters sit slightly lower"""

LATIN = "Inter,'Helvetica Neue',Helvetica,Arial,"
WIDE = "'Hiragino Kaku Gothic ProN','Hiragino Sans','Yu Gothic',Meiryo,'Noto Sans CJK JP','Noto Sans JP',sans-serif"
FONTS = LATIN + WIDE
STRONG_ROLES = ("clue", "new", "key", "marked", "title")
LINE_ROLES = ("thin", "thick", "diagonal", "strike", "ring-off", "ring-common", "link", *(f"pen-{ink}" for ink in INKS))
DASH_GAP = 0.75
"""Gap between two dashes, relative to a dash"""
FONT_FOLDER = Path(__file__).parent / "fonts"
REGULAR_FONT, STRONG_FONT = FONT_FOLDER / "Inter-Regular.ttf", FONT_FOLDER / "Inter-SemiBold.ttf"
JAPANESE_FONT = FONT_FOLDER / "BIZUDGothic-Regular.ttf"

CELL, GAP, CAPTION = 10, 12, 11
"""Side of a cell, gap between boards and height of a caption on a sheet of many boards, in SVG units"""
SHEET_STYLE = (
    "path{fill:none;stroke-linecap:square}.t{stroke:#bbb;stroke-width:.5}.r{stroke:#000;stroke-width:1.6}"
    ".g .r{stroke:#999}.g text{fill:#999}text{font:7px sans-serif;text-anchor:middle}"
)


def svg_of(picture: Picture, theme: str = AUTO, width: int = 0) -> str:
    """Return the picture as an SVG file in the colours of a theme; `width` is in pixels, 0 for the natural size."""
    wide = width or round(picture.width * UNIT)
    high = round(wide * picture.height / picture.width)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        + _opening(picture, f' width="{wide}" height="{high}"')
        + f"<style>{style_of(theme, {shape.role for shape in picture.shapes})}</style>\n"
        + f'<path class="paper" d="M0 0H{_number(picture.width)}V{_number(picture.height)}H0Z"/>\n'
        + "\n".join(_elements(picture.shapes))
        + "\n</svg>\n"
    )


def inline_svg(picture: Picture) -> str:
    """Return the picture as an SVG element for an HTML page whose style sheet contains `style_of`."""
    return _opening(picture, "") + "\n".join(_elements(picture.shapes)) + "\n</svg>"


def _opening(picture: Picture, size: str) -> str:
    view = f"0 0 {_number(picture.width)} {_number(picture.height)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="{view}"{size} role="img">\n'
        f"<title>{clean(picture.title)}</title>\n<desc>{clean(picture.about)}</desc>\n"
    )


def clean(text: str) -> str:
    """Escape a text for XML, and remove control characters and lone surrogates."""
    kept = (
        c for c in text if c in "\t\n" or (c >= " " and not "\x7f" <= c <= "\x9f" and not "\ud800" <= c <= "\udfff")
    )
    return escape("".join(c for c in kept if c not in "\ufffe\uffff"), {'"': "&quot;"})


def style_of(theme: str, used: Collection[str] = COLOURS) -> str:
    """Return the CSS style sheet of a theme; `auto` is light, or dark if the viewer's system is.

    Colours of constraints (inks) are included only if their roles are in `used`.
    """
    roles = [role for role in COLOURS if role in used or not role.startswith(("ink-", "pen-"))]
    if theme != AUTO:
        return _shared() + _colours(THEMES[theme], roles)
    dark = f"@media screen and (prefers-color-scheme:dark){{{_colours(DARK, roles)}}}"
    return f"{_shared()}{_colours(LIGHT, roles)}{dark}"


def _shared() -> str:
    strong = ",".join(f".board .{role}" for role in STRONG_ROLES)
    return (
        ".board path{stroke:none}"
        ".board .line{fill:none;stroke-linecap:square;stroke-linejoin:miter}"
        ".board .link,.board .dashed{stroke-linecap:butt;stroke-linejoin:round}"
        ".board .round{stroke-linecap:round;stroke-linejoin:round}"
        f".board g{{font-family:{FONTS};font-weight:400;text-anchor:middle;stroke:none}}"
        f"{strong}{{font-weight:600}}"
        f".board .wide{{font-family:{WIDE}}}"
        ".board .left{text-anchor:start}"
    )


def _colours(theme: Theme, roles: Iterable[str]) -> str:
    return "".join(f".board .{role}{{{'stroke' if role in LINE_ROLES else 'fill'}:{theme[role]}}}" for role in roles)


def fragment(shapes: Iterable[Shape]) -> str:
    """Return picture elements as SVG elements without a style sheet; a cell is `UNIT` units wide."""
    return "".join(_elements(shapes))


def _elements(shapes: Iterable[Shape]) -> Iterator[str]:
    """Yield SVG elements for picture elements; consecutive texts of one role and size are one group."""
    for (role, size, left), group in groupby(shapes, _group_key):
        if role:
            classes = f"{role} left" if left else role
            texts = "".join(_text(shape) for shape in group if isinstance(shape, Text))
            yield f'<g class="{classes}" font-size="{_number(size)}">{texts}</g>'
            continue
        for shape in group:
            if isinstance(shape, Area):
                yield f'<path class="{shape.role}" fill-rule="evenodd" d="{_path_data(shape.paths)}"/>'
            elif isinstance(shape, Line) and shape.paths:
                gap = _number(shape.dash * DASH_GAP)
                dashes = f' stroke-dasharray="{_number(shape.dash)} {gap}"' if shape.dash else ""
                kind = "line round" if shape.round else "line dashed" if shape.dash else "line"
                attributes = f'class="{kind} {shape.role}" stroke-width="{_number(shape.width)}"{dashes}'
                yield f'<path {attributes} d="{_path_data(shape.paths)}"/>'
            elif isinstance(shape, Circle):
                ring = f' stroke-width="{_number(shape.width)}"' if shape.width else ""
                place = f'cx="{_number(shape.x)}" cy="{_number(shape.y)}" r="{_number(shape.radius)}"'
                yield f'<circle class="{"line " if ring else ""}{shape.role}"{ring} {place}/>'


def _group_key(shape: Shape) -> tuple[str, float, bool]:
    return (shape.role, shape.size, shape.left) if isinstance(shape, Text) else ("", 0.0, False)


def _text(text: Text) -> str:
    wide = any(ord(character) > WIDE_FROM for character in text.text)
    y = text.y + (0.38 if wide else CAPITALS) * text.size
    wide_class = ' class="wide"' if wide else ""
    return f'<text{wide_class} x="{_number(text.x)}" y="{_number(y)}">{clean(text.text)}</text>'


def _path_data(paths: tuple[Polyline, ...], unit: int = UNIT) -> str:
    return "".join(_one_path(path, unit) for path in paths)


def _one_path(path: Polyline, unit: int) -> str:
    """Return a path as short SVG path data, as in `M48 48H96V144Z`; `unit` is the width of a cell."""
    # Horizontal and vertical pieces need only one coordinate, which makes most paths half as long.
    closed = len(path) > 2 and path[0] == path[-1]
    (x, y), *rest = path[:-1] if closed else path
    data = f"M{_number(x, unit)} {_number(y, unit)}"
    for nx, ny in rest:
        if ny == y:
            data += f"H{_number(nx, unit)}"
        elif nx == x:
            data += f"V{_number(ny, unit)}"
        else:
            data += f"L{_number(nx, unit)} {_number(ny, unit)}"
        x, y = nx, ny
    return data + ("Z" if closed else "")


def _number(length: float, unit: int = UNIT) -> str:
    """Convert a length from cells to SVG units, with at most two decimals."""
    return f"{length * unit:.2f}".rstrip("0").rstrip(".")


def png_of(picture: Picture, theme: str = AUTO, width: int = 0) -> bytes:
    """Return the picture as a PNG file, `width` pixels wide (0: twice the natural size); the theme `auto` means light.

    Symbols that the bundled font Inter lacks are taken from the system's fonts.
    """
    wide = width or min(MOST_PIXELS, round(2 * picture.width * UNIT))
    fonts: dict[str, Any] = {"font_files": [str(REGULAR_FONT), str(STRONG_FONT)], "languages": ["ja", "en"]}
    return png_from(svg_of(picture, "light" if theme == AUTO else theme, wide), **fonts)


def png_from(svg: str, width: int | None = None, **fonts: Any) -> bytes:
    """Convert an SVG file to PNG, `width` pixels wide if given; raise InputError if the converter is missing.

    `fonts` holds further arguments of the converter, such as paths of font files.
    """
    with packages_of("print", "A PNG picture needs the package resvg-py"):
        from resvg_py import svg_to_bytes
    return bytes(svg_to_bytes(svg_string=svg, width=width, **fonts))


def board_sheet(layouts: Sequence[Layout], captions: Sequence[str], grey: Sequence[bool] = ()) -> str:
    """Return an SVG file with boards of equal side in rows, a caption below each.

    Boards with True in `grey` are grey.
    """
    side = layouts[0].size * CELL
    across = ceil(sqrt(len(layouts) * 1.4)) if layouts else 1
    down = ceil(len(layouts) / across)
    width, height = across * (side + GAP) + GAP, down * (side + GAP + CAPTION) + GAP
    parts = []
    for k, layout in enumerate(layouts):
        x, y = GAP + k % across * (side + GAP), GAP + k // across * (side + GAP + CAPTION)
        look = ' class="g"' if grey and grey[k] else ""
        thin = f'<path class="t" d="{_path_data(cell_lines(layout), CELL)}"/>'
        frame = box(0, 0, layout.size, layout.size)
        thick = f'<path class="r" d="{_path_data((*region_lines(layout), frame), CELL)}"/>'
        caption = f'<text x="{side / 2:g}" y="{side + CAPTION - 2}">{escape(captions[k])}</text>'
        parts.append(f'<g transform="translate({x} {y})"{look}>{thin}{thick}{caption}</g>')
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
    return "\n".join([head, f"<style>{SHEET_STYLE}</style>", *parts, "</svg>"]) + "\n"
