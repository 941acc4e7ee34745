"""A picture as PNG, by way of its SVG and the library resvg."""

from __future__ import annotations

from pathlib import Path

from cpgen.errors import InputError
from cpgen.render.colours import AUTO
from cpgen.render.shapes import Picture
from cpgen.render.svg import UNIT, svg_of

FONTS = Path(__file__).parent / "fonts"
REGULAR, STRONG = FONTS / "Inter-Regular.ttf", FONTS / "Inter-SemiBold.ttf"
MOST_PIXELS = 12_000


def needs_print(what: str) -> InputError:
    """The error for a library of the extra `print` that is not installed."""
    return InputError(f"{what} needs an extra that is not installed: pip install 'cpgen[print]'.")


def png_of(picture: Picture, theme: str = AUTO, width: int = 0) -> bytes:
    """The whole PNG file, `width` pixels wide (0: twice the natural size); `auto` means light.

    Symbols that Inter, which comes with cpgen, does not have are taken from the fonts of the system.
    """
    try:
        from resvg_py import svg_to_bytes
    except ImportError as error:
        raise needs_print("A PNG picture") from error
    wide = width or min(MOST_PIXELS, round(2 * picture.width * UNIT))
    svg = svg_of(picture, "light" if theme == AUTO else theme, wide)
    return bytes(svg_to_bytes(svg_string=svg, font_files=[str(REGULAR), str(STRONG)], languages=["ja", "en"]))
