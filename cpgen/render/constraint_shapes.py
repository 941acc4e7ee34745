"""Conversion of constraints to elements of a picture, by their shapes alone: this module knows no kinds.

The outline of a cage is traced clockwise around its cells, so that they lie to the right of each edge. Each corner of
the path then moves by the inset along the inward normals of both its edges, which is right for convex and concave
corners and for holes. Where two cells of a set touch only at a corner, the path turns right and so stays at its cell.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import hypot

from cpgen.constraints.shapes import INKS, Disc, Label, Outline, Shade, Square, Stroke
from cpgen.constraints.shapes import Shape as Clue
from cpgen.layout import Layout
from cpgen.render.picture_shapes import Area, Circle, Line, Node, Point, Polyline, Shape, Text, around, box, text_width

EDGE = 0.035
"""Width of the line around a disc or square, in cells"""
DASH = 0.09
"""Length of the dashes of outlines and lines, in cells"""
HEAD = 0.24
"""Length of the two strokes of an arrow head, in cells"""
CORNER = 0.3
"""Share of a cell's height, from the top, in which the middle of a text lies that counts as in the corner"""


@dataclass(frozen=True)
class ConstraintPicture:
    """Picture elements of all constraints of a board except houses, below and above the lines of the board."""

    under: tuple[Shape, ...]
    over: tuple[Shape, ...]

    reach: tuple[float, float, float, float]
    """Distances by which the elements extend beyond the board to the left, above, to the right and below, in cells"""

    has_corner_texts: bool
    """True if there are texts in corners of cells, as in cages; candidates leave room for them"""


@lru_cache(maxsize=64)
def drawing_of(layout: Layout) -> ConstraintPicture:
    """Return the picture elements of a layout's constraints other than houses."""
    clues = [shape for constraint in layout.further for shape in constraint.shapes(layout)]
    under, over = (
        tuple(element for shape in clues if _is_over(shape) == above for element in elements(shape, layout.size))
        for above in (False, True)
    )
    left, top, right, bottom = bounds((*under, *over), layout.size)
    in_corners = any(_is_in_corner(element, layout.size) for element in over)
    return ConstraintPicture(under, over, (-left, -top, right - layout.size, bottom - layout.size), in_corners)


def _is_in_corner(element: Shape, n: int) -> bool:
    """Return True if an element is a text in the upper part of a cell, on a board of side n."""
    return isinstance(element, Text) and 0 < element.x < n and 0 < element.y < n and element.y % 1 < CORNER


def _is_over(shape: Clue) -> bool:
    """Return True if a constraint's shape is drawn above the lines of the board, as outlines are."""
    return isinstance(shape, Outline) or (not isinstance(shape, Shade) and shape.over)


def elements(shape: Clue, n: int) -> Iterator[Shape]:
    """Yield the picture elements for a shape of a constraint, on a board of side n, from back to front."""
    match shape:
        case Stroke():
            yield _stroke(shape)
        case Disc():
            (y, x), radius = shape.centre, shape.radius
            if shape.fill:
                yield Circle(_fill(shape.fill), x, y, radius)
            if shape.outline:
                yield Circle(_pen(shape.outline), x, y, radius, EDGE)
        case Square():
            yield from _square(shape)
        case Outline():
            dash = DASH if shape.dashed else 0.0
            yield Line(_pen(shape.colour), inset_outline(n, shape.cells, shape.inset), shape.width, dash)
        case Shade():
            yield Area(_fill(shape.colour), around(n, shape.cells))
        case Label():
            yield from _label(shape)


def _fill(colour: str) -> str:
    return f"ink-{INKS[colour]}"


def _pen(colour: str) -> str:
    return f"pen-{INKS[colour]}"


def _stroke(stroke: Stroke) -> Line:
    points = tuple((x, y) for y, x in (*stroke.points, *(stroke.points[:1] if stroke.closed else ())))
    paths = (points, arrow_head(points)) if stroke.arrow else (points,)
    return Line(_pen(stroke.colour), paths, stroke.width, DASH if stroke.dashed else 0.0, round=not stroke.dashed)


def arrow_head(points: Polyline) -> Polyline:
    """Return the arrow head at the end of a polyline: one end, the tip, and the other end of its two strokes."""
    (px, py), (x, y) = points[-2:]
    length = hypot(x - px, y - py)
    size = min(HEAD, 0.8 * length)
    back, aside = size * 0.8 / length, size * 0.6 / length
    dx, dy = x - px, y - py
    one, other = ((x - back * dx - way * aside * dy, y - back * dy + way * aside * dx) for way in (1, -1))
    return one, (x, y), other


def _square(square: Square) -> Iterator[Shape]:
    (y, x), r = square.centre, square.radius
    corners = ((0.0, -r), (r, 0.0), (0.0, r), (-r, 0.0)) if square.tilted else ((-r, -r), (r, -r), (r, r), (-r, r))
    path = tuple((x + dx, y + dy) for dx, dy in (*corners, corners[0]))
    if square.fill:
        yield Area(_fill(square.fill), (path,))
    if square.outline:
        yield Line(_pen(square.outline), (path,), EDGE)


def _label(label: Label) -> Iterator[Shape]:
    y, x = label.at
    if label.ground:
        width = text_width(label.text, label.size) + 0.06
        yield Area(_fill(label.ground), (box(x - width / 2, y - label.size / 2, width, label.size),))
    yield Text(_fill(label.colour), x, y, label.size, label.text)


def inset_outline(n: int, cells: Collection[int], inset: float) -> tuple[Polyline, ...]:
    """Return the closed paths that run `inset` cells inside the border of a set of cells, on a board of side n."""
    inside = {divmod(cell, n) for cell in cells}
    following = _directed_edges(inside)
    paths = []
    while following:
        start = min(following)
        step = min(following[start])
        paths.append(_inset(_traced(following, start, step), inset))
    return tuple(paths)


def _directed_edges(inside: Collection[tuple[int, int]]) -> dict[Node, set[Node]]:
    """Return the border of a set of cells (row, column) as directed edges: for each node, the steps (dx, dy) from it.

    The cells lie to the right of each edge.
    """
    following: dict[Node, set[Node]] = {}
    for row, column in inside:
        for node, step, neighbour in (
            ((column, row), (1, 0), (row - 1, column)),
            ((column + 1, row), (0, 1), (row, column + 1)),
            ((column + 1, row + 1), (-1, 0), (row + 1, column)),
            ((column, row + 1), (0, -1), (row, column - 1)),
        ):
            if neighbour not in inside:
                following.setdefault(node, set()).add(step)
    return following


def _traced(following: dict[Node, set[Node]], start: Node, step: Node) -> list[tuple[Node, Node]]:
    """Remove the edges of one closed path from `following`.

    Return its nodes (x, y), each with the step (dx, dy) from it. The path begins at `start` with the given step.
    """
    path: list[tuple[Node, Node]] = []
    node = start
    while node in following and (not path or node != start or step != path[0][1]):
        following[node].discard(step)
        if not following[node]:
            del following[node]
        path.append((node, step))
        node = (node[0] + step[0], node[1] + step[1])
        # Right first; there is a choice only where two cells touch at a corner.
        turns = ((-step[1], step[0]), step, (step[1], -step[0]))
        step = next((turn for turn in turns if turn in following.get(node, ())), path[0][1])
    return path


def _inset(path: list[tuple[Node, Node]], inset: float) -> Polyline:
    """Return the corners of a path of `_traced`, each moved inwards by `inset` cells.

    The first is repeated at the end.
    """
    corners: list[Point] = []
    for place, ((x, y), (dx, dy)) in enumerate(path):
        px, py = path[place - 1][1]
        if (px, py) != (dx, dy):
            # The normal to the right of a step (dx, dy) is (−dy, dx), since y goes down.
            corners.append((x - inset * (py + dy), y + inset * (px + dx)))
    return (*corners, corners[0])


def bounds(shapes: Iterable[Shape], n: int) -> tuple[float, float, float, float]:
    """Return the bounding box (left, top, right, bottom) of a board of side n and picture elements on it, in cells."""
    points = [(0.0, 0.0), (float(n), float(n)), *(point for shape in shapes for point in _extremes(shape))]
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _extremes(shape: Shape) -> Iterator[Point]:
    """Yield points that have the same bounding box as a picture element."""
    if isinstance(shape, Text):
        wide, high = text_width(shape.text, shape.size) / 2, shape.size / 2
        yield shape.x - wide, shape.y - high
        yield shape.x + wide, shape.y + high
    elif isinstance(shape, Circle):
        reach = shape.radius + shape.width / 2
        yield shape.x - reach, shape.y - reach
        yield shape.x + reach, shape.y + reach
    else:
        reach = shape.width / 2 if isinstance(shape, Line) else 0.0
        for path in shape.paths:
            for x, y in path:
                yield x - reach, y - reach
                yield x + reach, y + reach
