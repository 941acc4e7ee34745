"""What a picture is made of: areas, lines and texts with roles; a theme says later what colour a role has.

Lengths are in cells: a board of side n is n wide. x goes right, y goes down.
"""

from __future__ import annotations

from dataclasses import dataclass

WIDE_FROM = 0x2E7F
"""Characters above are as wide as high: kana, kanji, emoji"""

Point = tuple[float, float]
Path = tuple[Point, ...]
"""Points joined by straight lines; closed when it ends where it begins."""


@dataclass(frozen=True)
class Area:
    """The inside of closed paths, holes left out, in the colour of its role."""

    role: str
    paths: tuple[Path, ...]


@dataclass(frozen=True)
class Line:
    """Paths drawn with a pen of this width."""

    role: str
    paths: tuple[Path, ...]
    width: float


@dataclass(frozen=True)
class Text:
    """A text whose capitals are centred on y; x is its middle, or its beginning when it is `left`."""

    role: str
    x: float
    y: float
    size: float
    text: str
    left: bool = False


Shape = Area | Line | Text


@dataclass(frozen=True)
class Picture:
    """Shapes from back to front on a paper of this size; `title` and `about` tell those who cannot see them."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str
    about: str


def box(x: float, y: float, width: float, height: float) -> Path:
    """The closed path around a rectangle."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y))


def text_width(text: str, size: float) -> float:
    """About how wide a text is: wide characters are square, others half as wide and a little more."""
    return sum(1.0 if ord(character) > WIDE_FROM else 0.6 for character in text) * size
