"""A picture as SVG, written by hand: small, valid, readable aloud, and at home on light and dark screens."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from xml.sax.saxutils import escape

from cpgen.render.colours import AUTO, DARK, LIGHT, THEMES, Theme, require_theme
from cpgen.render.shapes import WIDE_FROM, Area, Line, Path, Picture, Shape, Text

UNIT = 48
"""The side of a cell in the drawing's own units"""

CAPITALS = 0.364
"""Half the height of a capital or digit, as a part of the letter size; wide characters sit a little lower"""

LATIN = "Inter,'Helvetica Neue',Helvetica,Arial,"
WIDE = "'Hiragino Kaku Gothic ProN','Hiragino Sans','Yu Gothic',Meiryo,'Noto Sans CJK JP','Noto Sans JP',sans-serif"
FONTS = LATIN + WIDE
STRONG = ("clue", "new", "key", "title")


def svg_of(picture: Picture, theme: str = AUTO, width: int = 0) -> str:
    """The whole SVG file; `width` in pixels, 0 for the natural size."""
    require_theme(theme)
    wide = width or round(picture.width * UNIT)
    high = round(wide * picture.height / picture.width)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        + _opening(picture, f' width="{wide}" height="{high}"')
        + f"<style>{style_of(theme)}</style>\n"
        + f'<path class="paper" d="M0 0H{_number(picture.width)}V{_number(picture.height)}H0Z"/>\n'
        + "\n".join(_elements(picture))
        + "\n</svg>\n"
    )


def inline_svg(picture: Picture) -> str:
    """The picture as an element of an HTML page whose style sheet holds `style_of`."""
    return _opening(picture, "") + "\n".join(_elements(picture)) + "\n</svg>"


def _opening(picture: Picture, size: str) -> str:
    view = f"0 0 {_number(picture.width)} {_number(picture.height)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="{view}"{size} role="img">\n'
        f"<title>{clean(picture.title)}</title>\n<desc>{clean(picture.about)}</desc>\n"
    )


def clean(text: str) -> str:
    """A text fit for XML: special characters escaped, control characters and lone surrogates left out."""
    kept = (
        c for c in text if c in "\t\n" or (c >= " " and not "\x7f" <= c <= "\x9f" and not "\ud800" <= c <= "\udfff")
    )
    return escape("".join(c for c in kept if c not in "\ufffe\uffff"), {'"': "&quot;"})


def style_of(theme: str) -> str:
    """The style sheet of a theme; `auto` is light, and dark on a screen that is."""
    if theme != AUTO:
        return _shared() + _colours(THEMES[theme])
    return f"{_shared()}{_colours(LIGHT)}@media screen and (prefers-color-scheme:dark){{{_colours(DARK)}}}"


def _shared() -> str:
    strong = ",".join(f".board .{role}" for role in STRONG)
    return (
        ".board path{stroke:none}"
        ".board .line{fill:none;stroke-linecap:square;stroke-linejoin:miter}"
        f".board g{{font-family:{FONTS};font-weight:400;text-anchor:middle;stroke:none}}"
        f"{strong}{{font-weight:600}}"
        f".board .wide{{font-family:{WIDE}}}"
        ".board .left{text-anchor:start}"
    )


def _colours(theme: Theme) -> str:
    lines = ("thin", "thick", "diagonal", "strike")
    return "".join(
        f".board .{role}{{stroke:{colour}}}" if role in lines else f".board .{role}{{fill:{colour}}}"
        for role, colour in theme.items()
    )


def _elements(picture: Picture) -> Iterator[str]:
    for shape_group in groupby(picture.shapes, key=_group_key):
        yield from _group(list(shape_group[1]))


def _group_key(shape: Shape) -> tuple[str, str, float]:
    """What texts must share to be written as one group."""
    return (type(shape).__name__, shape.role, shape.size if isinstance(shape, Text) else 0.0)


def _group(shapes: list[Shape]) -> Iterator[str]:
    texts = [shape for shape in shapes if isinstance(shape, Text)]
    if texts:
        classes = texts[0].role + (" left" if texts[0].left else "")
        inside = "".join(map(_text, texts))
        yield f'<g class="{classes}" font-size="{_number(texts[0].size)}">{inside}</g>'
    for shape in shapes:
        if isinstance(shape, Area):
            yield f'<path class="{shape.role}" fill-rule="evenodd" d="{_path_data(shape.paths)}"/>'
        elif isinstance(shape, Line) and shape.paths:
            width = _number(shape.width)
            yield f'<path class="line {shape.role}" stroke-width="{width}" d="{_path_data(shape.paths)}"/>'


def _text(text: Text) -> str:
    wide = any(ord(character) > WIDE_FROM for character in text.text)
    y = text.y + (0.38 if wide else CAPITALS) * text.size
    wide_class = ' class="wide"' if wide else ""
    return f'<text{wide_class} x="{_number(text.x)}" y="{_number(y)}">{clean(text.text)}</text>'


def _path_data(paths: tuple[Path, ...]) -> str:
    return "".join(map(_one_path, paths))


def _one_path(path: Path) -> str:
    """The path in the short commands of SVG, as in `M48 48H96V144Z`."""
    closed = len(path) > 2 and path[0] == path[-1]
    (x, y), *rest = path[:-1] if closed else path
    data = f"M{_number(x)} {_number(y)}"
    for nx, ny in rest:
        if ny == y:
            data += f"H{_number(nx)}"
        elif nx == x:
            data += f"V{_number(ny)}"
        else:
            data += f"L{_number(nx)} {_number(ny)}"
        x, y = nx, ny
    return data + ("Z" if closed else "")


def _number(length: float) -> str:
    """A length in cells as units, with at most two decimals."""
    return f"{length * UNIT:.2f}".rstrip("0").rstrip(".")
