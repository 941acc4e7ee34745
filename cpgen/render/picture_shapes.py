"""Elements of a picture: areas, lines, circles and texts. A theme assigns a colour to the *role* of each element.

Lengths are in cells: a board of side n is n wide; x goes right, y goes down. Lines of a board are traced from single
edges: an edge is one side of a cell, between two lattice points (column, row) with coordinates 0 … n. Edges are joined
to paths that are as long as possible and go straight on at crossings, so that pictures stay small and dashes and
corners look right.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from cpgen.layout import Layout

WIDE_FROM = 0x2E7F
"""Last code point of narrow characters; those above it (kana, kanji, emoji) are as wide as high"""

Point = tuple[float, float]
Polyline = tuple[Point, ...]
"""Points joined by straight lines, closed if the last point equals the first"""
Node = tuple[int, int]
Edge = frozenset[Node]


@dataclass(frozen=True)
class Area:
    """Filled inside of closed paths (even-odd rule)."""

    role: str
    paths: tuple[Polyline, ...]


@dataclass(frozen=True)
class Line:
    """Paths drawn with a pen `width` cells wide, dashed if `dash`, the length of a dash, is not 0.

    Ends and joins are round if `round` is true.
    """

    role: str
    paths: tuple[Polyline, ...]
    width: float
    dash: float = 0.0
    round: bool = False


@dataclass(frozen=True)
class Circle:
    """Filled circle, or a ring if `width`, the width of its line, is not 0."""

    role: str
    x: float
    y: float
    radius: float
    width: float = 0.0


@dataclass(frozen=True)
class Text:
    """Text on one line, whose capitals are centred on y; x is its centre, or its left end if `left` is true."""

    role: str
    x: float
    y: float
    size: float
    text: str
    left: bool = False


Shape = Area | Line | Circle | Text


@dataclass(frozen=True)
class Picture:
    """Picture: elements from back to front, on a sheet of `width` by `height` cells.

    `title` and `about` describe it to screen readers.
    """

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str
    about: str


def box(x: float, y: float, width: float, height: float) -> Polyline:
    """Return the closed path around a rectangle."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y))


def text_width(text: str, size: float) -> float:
    """Estimate the width of a text without knowing its font: wide characters are square, others 0.6 as wide.

    The width has the unit of the font size `size`.
    """
    return sum(1.0 if ord(character) > WIDE_FROM else 0.6 for character in text) * size


@lru_cache(maxsize=64)
def region_lines(layout: Layout) -> tuple[Polyline, ...]:
    """Return polylines between cells of different regions, without the frame of the board."""
    return _paths(_inner_edges(layout, between_regions=True))


@lru_cache(maxsize=64)
def cell_lines(layout: Layout) -> tuple[Polyline, ...]:
    """Return polylines between cells of the same region."""
    return _paths(_inner_edges(layout, between_regions=False))


def _inner_edges(layout: Layout, between_regions: bool) -> set[Edge]:
    n, regions = layout.size, layout.regions or (0,) * layout.cell_count
    return {
        edge
        for cell in range(n * n)
        for edge, (row, column) in _sides(*divmod(cell, n))
        if 0 <= row < n and 0 <= column < n and (regions[cell] != regions[row * n + column]) == between_regions
    }


def around(size: int, cells: Collection[int]) -> tuple[Polyline, ...]:
    """Return the closed paths along the border of a set of cells, on a board of side `size`."""
    inside = {divmod(cell, size) for cell in cells}
    edges = {edge for row, column in inside for edge, neighbour in _sides(row, column) if neighbour not in inside}
    return _paths(edges)


def _sides(row: int, column: int) -> Iterator[tuple[Edge, tuple[int, int]]]:
    """Yield the four edges of a cell, each with the cell (row, column) on its other side."""
    for node, other, neighbour in (
        ((column, row), (column + 1, row), (row - 1, column)),
        ((column, row + 1), (column + 1, row + 1), (row + 1, column)),
        ((column, row), (column, row + 1), (row, column - 1)),
        ((column + 1, row), (column + 1, row + 1), (row, column + 1)),
    ):
        yield frozenset((node, other)), neighbour


def _paths(edges: Iterable[Edge]) -> tuple[Polyline, ...]:
    """Join edges to polylines that go straight on at crossings; each lists only its ends and corners."""
    unused = set(edges)
    degree: dict[Node, int] = {}
    for edge in unused:
        for node in edge:
            degree[node] = degree.get(node, 0) + 1
    paths = []
    for edge in sorted(unused, key=sorted):
        if edge in unused:
            unused.remove(edge)
            first, second = sorted(edge)
            forward = _walk(first, second, unused, degree)
            backward = _walk(second, first, unused, degree)
            paths.append(_corners([*reversed(backward[2:]), *forward]))
    return tuple(paths)


def _walk(before: Node, here: Node, unused: set[Edge], degree: dict[Node, int]) -> list[Node]:
    """Follow unused edges from the edge (before, here) as far as they go; return all nodes on the way.

    The edges are removed from `unused`. `degree` is the number of edges at each node.
    """
    nodes = [before, here]
    while True:
        (px, py), (x, y) = nodes[-2], nodes[-1]
        # Turn only at corners, where no other edge meets; elsewhere go straight on or stop.
        straight = (2 * x - px, 2 * y - py)
        turns = [(x + py - y, y + px - x), (x - py + y, y - px + x)] if degree[x, y] == 2 else []
        following = next((node for node in (straight, *turns) if frozenset(((x, y), node)) in unused), None)
        if following is None:
            return nodes
        unused.remove(frozenset(((x, y), following)))
        nodes.append(following)


def _corners(nodes: list[Node]) -> Polyline:
    """Return the nodes of a path without those on a straight line between their neighbours."""
    closed = nodes[0] == nodes[-1]
    kept = [
        node
        for k, node in enumerate(nodes)
        if not 0 < k < len(nodes) - 1 or not _straight(nodes[k - 1], node, nodes[k + 1])
    ]
    # A closed path that starts in the middle of a straight line starts at a corner instead.
    if closed and _straight(nodes[-2], nodes[0], nodes[1]):
        kept = [*kept[1:-1], kept[1]]
    return tuple((float(x), float(y)) for x, y in kept)


def _straight(one: Node, middle: Node, other: Node) -> bool:
    return one[0] + other[0] == 2 * middle[0] and one[1] + other[1] == 2 * middle[1]
