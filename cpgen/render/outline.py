"""The lines of a board as paths that are as long as can be: where regions meet, and around any set of cells.

Lattice points are (column, row), each 0..n; an edge is one side of a cell.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from cpgen.layout import Layout
from cpgen.render.shapes import Path

Node = tuple[int, int]
Edge = frozenset[Node]


def region_lines(layout: Layout) -> tuple[Path, ...]:
    """The lines inside the board where two regions meet."""
    return _paths(_region_edges(layout))


def cell_lines(layout: Layout) -> tuple[Path, ...]:
    """The lines inside the board where two cells of the same region meet."""
    n = layout.size
    return _paths(set(_inner_edges(n)) - _region_edges(layout))


def around(size: int, cells: Collection[int]) -> tuple[Path, ...]:
    """The closed paths around a set of cells; cells that touch share one."""
    inside = {divmod(cell, size) for cell in cells}
    edges = {edge for row, column in inside for edge, beside in _sides(row, column) if beside not in inside}
    return _paths(edges)


def _sides(row: int, column: int) -> Iterator[tuple[Edge, tuple[int, int]]]:
    """The four sides of a cell, each with the cell beyond it."""
    for node, other, beside in (
        ((column, row), (column + 1, row), (row - 1, column)),
        ((column, row + 1), (column + 1, row + 1), (row + 1, column)),
        ((column, row), (column, row + 1), (row, column - 1)),
        ((column + 1, row), (column + 1, row + 1), (row, column + 1)),
    ):
        yield frozenset((node, other)), beside


def _inner_edges(n: int) -> Iterator[Edge]:
    for line in range(1, n):
        for k in range(n):
            yield frozenset(((line, k), (line, k + 1)))
            yield frozenset(((k, line), (k + 1, line)))


def _region_edges(layout: Layout) -> set[Edge]:
    n, regions = layout.size, layout.regions or (0,) * layout.cell_count
    return {edge for edge in _inner_edges(n) if len({regions[cell] for cell in _cells_beside(edge, n)}) == 2}


def _cells_beside(edge: Edge, n: int) -> tuple[int, int]:
    """The two cells that an inner edge parts."""
    (x, y), (across, _) = sorted(edge)
    return (y * n + x - 1, y * n + x) if across == x else ((y - 1) * n + x, y * n + x)


def _paths(edges: Iterable[Edge]) -> tuple[Path, ...]:
    """The edges joined to paths, straight on wherever lines cross, with a point only at ends and corners."""
    left = set(edges)
    degree: dict[Node, int] = {}
    for edge in left:
        for node in edge:
            degree[node] = degree.get(node, 0) + 1
    paths = []
    for edge in sorted(left, key=sorted):
        if edge in left:
            left.remove(edge)
            first, second = sorted(edge)
            onward = _walk(first, second, left, degree)
            backward = _walk(second, first, left, degree)
            paths.append(_corners([*reversed(backward[2:]), *onward]))
    return tuple(paths)


def _walk(before: Node, here: Node, left: set[Edge], degree: dict[Node, int]) -> list[Node]:
    """The nodes met on the way from an edge onward, whose edges are taken out of those left."""
    nodes = [before, here]
    while True:
        (px, py), (x, y) = nodes[-2], nodes[-1]
        straight = (2 * x - px, 2 * y - py)
        turns = [(x + py - y, y + px - x), (x - py + y, y - px + x)] if degree[x, y] == 2 else []
        following = next((node for node in (straight, *turns) if frozenset(((x, y), node)) in left), None)
        if following is None:
            return nodes
        left.remove(frozenset(((x, y), following)))
        nodes.append(following)


def _corners(nodes: list[Node]) -> Path:
    """The nodes without those that lie on a straight line between their neighbours."""
    closed = nodes[0] == nodes[-1]
    kept = [
        node
        for k, node in enumerate(nodes)
        if not 0 < k < len(nodes) - 1 or not _straight(nodes[k - 1], node, nodes[k + 1])
    ]
    if closed and _straight(nodes[-2], nodes[0], nodes[1]):
        kept = [*kept[1:-1], kept[1]]
    return tuple((float(x), float(y)) for x, y in kept)


def _straight(one: Node, middle: Node, other: Node) -> bool:
    return one[0] + other[0] == 2 * middle[0] and one[1] + other[1] == 2 * middle[1]
