"""Random lines: paths of king's moves for thermometers, arrows, whispers and all other kinds of lines.

A path grows step by step from a random free cell. Straight steps are likelier than gentle turns, and these than right
angles; sharper turns, cells that touch an earlier part of the path, and crossings do not occur, so that a line can be
read at a glance. The images of a path under the symmetry must not touch its own cells, unless an image is the path
itself: then the path lies on an axis, or a line that may be read in both directions was grown from its middle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations, groupby, pairwise

from cpgen.constraints import class_of
from cpgen.constraints.geometry import DIRECTIONS
from cpgen.drawings.sheet import Sheet
from cpgen.layout import Layout

Path = tuple[int, ...]

TURNS = (8.0, 5.0, 2.0, 0.0, 0.0)
"""Weights, for the random choice of a step, of a turn by 0, 45, 90, 135 and 180 degrees"""
SLANTING = 0.7
"""Weight of a diagonal step, where an orthogonal one has 1"""
STARTS = 3
"""Number of random cells of which a line starts at the one farthest from other lines, so that lines spread out"""
MIRRORED = 0.3
"""Share of the lines that are grown from their middle, where the symmetry and the kind allow it"""


def _any(path: Path, layout: Layout) -> bool:
    return True


def _sum_fits_circle(path: Path, layout: Layout) -> bool:
    """Return True if the shaft of an arrow along this path can add up to a digit."""
    return least_sum(path[1:], layout) <= layout.size and len(path) > 2


def _sum_fits_ends(path: Path, layout: Layout) -> bool:
    """Return True if the inner cells of a double arrow can add up to the sum of its ends."""
    most = 2 * layout.size - (path[-1] in layout.peers[path[0]])
    return least_sum(path[1:-1], layout) <= most


def _mirrors_unseen(path: Path, layout: Layout) -> bool:
    """Return True if no cell of a palindrome sees the cell that must be equal to it."""
    peers = layout.peers
    return not any(path[-1 - index] in peers[cell] for index, cell in enumerate(path[: len(path) // 2]))


def _visits_can_be_equal(path: Path, layout: Layout) -> bool:
    """Return True if a region sum line makes two or more visits to regions that can all have the same sum.

    The cell of a visit of length 1 holds the sum itself, so two such cells are equal and must not see each other.
    """
    visits = [tuple(cells) for _, cells in groupby(path, key=layout.regions.__getitem__)]
    single = [cells[0] for cells in visits if len(cells) == 1]
    peers = layout.peers
    return len(visits) > 1 and not any(other_cell in peers[cell] for cell, other_cell in combinations(single, 2))


CONDITIONS: Mapping[str, Callable[[Path, Layout], bool]] = {
    "thermo": _any,
    "slow-thermo": _any,
    "arrow": _sum_fits_circle,
    "whisper": _any,
    "renban": _any,
    "palindrome": _mirrors_unseen,
    "between": _any,
    "region-sum": _visits_can_be_equal,
    "zipper": _any,
    "entropic": _any,
    "modular": _any,
    "parity-line": _any,
    "lockout": _any,
    "nabner": _any,
    "double-arrow": _sum_fits_ends,
    "sum-line": _any,
}
"""The kinds of lines, each with a condition that its path on a board without other constraints must meet"""


def random_path(sheet: Sheet, length: int, reversible: bool) -> Path | None:
    """Return a random path of free cells whose images do not meet it, or None if the attempt came to a dead end.

    Args:
        sheet: The board with what is drawn so far.
        length: Number of cells.
        reversible: True if an image may be the path read from its other end.
    """
    turning = [move for move in sheet.moves[1:] if all(move[move[cell]] == cell for cell in range(len(move)))]
    if reversible and turning and sheet.rng.random() < MIRRORED:
        return _from_middle(sheet, length, turning[sheet.rng.integers(len(turning))])
    start = _random_cell(sheet, range(sheet.layout.cell_count))
    return None if start is None else _walk(sheet, [start], length, keep_apart=True)


def _random_cell(sheet: Sheet, cells: Sequence[int]) -> int | None:
    """Return a random free one of these cells, preferably far from taken ones; None if none is free."""
    free = [cell for cell in cells if cell not in sheet.taken]
    chosen = [free[k] for k in sheet.rng.integers(len(free), size=STARTS)] if free else []
    return max(chosen, key=lambda cell: _distance(cell, sheet.taken, sheet.layout.size), default=None)


def _distance(cell: int, cells: Iterable[int], n: int) -> int:
    """Return the number of king's moves to the nearest of these cells, n if there are none."""
    row, column = divmod(cell, n)
    return min((max(abs(taken // n - row), abs(taken % n - column)) for taken in cells), default=n)


def _from_middle(sheet: Sheet, length: int, move: Path) -> Path | None:
    """Return a path of this length that a move of the symmetry maps to its reverse, grown from its middle.

    Returns None without room.
    """
    n = sheet.layout.size
    if length % 2:
        middles = [cell for cell in range(n * n) if move[cell] == cell]
    else:
        middles = [cell for cell in range(n * n) if move[cell] in (end for _, end, _ in steps(n)[cell])]
    start = _random_cell(sheet, middles)
    if start is None:
        return None
    half = _walk(sheet, [start], (length + 1) // 2, keep_apart=False)
    if half is None:
        return None
    path = (*(move[cell] for cell in reversed(half[length % 2 :])), *half)
    return path if _is_neat(sheet, path) else None


def _walk(sheet: Sheet, path: list[int], length: int, keep_apart: bool) -> Path | None:
    """Return a path extended by random steps until it has `length` cells; None if it gets stuck before.

    With `keep_apart`, the images of the path under the symmetry do not meet it, or are the same path.
    """
    moves = sheet.moves if keep_apart else sheet.moves[:1]
    still = [move[path[0]] == path[0] for move in moves]
    images = {move[path[0]] for move in moves} - {path[0]}
    before = -1
    while len(path) < length:
        next_cells, weights = [], []
        for way, cell, crossing in steps(sheet.layout.size)[path[-1]]:
            weight = 1.0 if crossing < 0 else SLANTING
            if before >= 0:
                weight *= TURNS[min(abs(way - before), 8 - abs(way - before))]
            if (
                weight
                and cell not in sheet.taken
                and cell not in images
                and crossing not in sheet.crossings
                and not _touches(path, cell, sheet.layout.size)
                and [move[cell] == cell for move in moves] == still
            ):
                next_cells.append((way, cell))
                weights.append(weight)
        if not next_cells:
            return None
        before, cell = next_cells[sheet.chosen(weights)]
        path.append(cell)
        images.update({move[cell] for move in moves} - {cell})
    return tuple(path)


def _touches(path: Sequence[int], cell: int, n: int) -> bool:
    """Return True if a cell is in a path or adjacent to it, not counting the path's last two cells."""
    row, column = divmod(cell, n)
    return cell in path or any(abs(earlier // n - row) <= 1 and abs(earlier % n - column) <= 1 for earlier in path[:-2])


def _is_neat(sheet: Sheet, path: Path) -> bool:
    """Return True if a path makes no sharp turn, does not touch itself, and crosses nothing."""
    n = sheet.layout.size
    ways = [next((step for step in steps(n)[one] if step[1] == other), None) for one, other in pairwise(path)]
    if None in ways or any(_touches(path[:index], path[index], n) for index in range(1, len(path))):
        return False
    turns = (abs(one[0] - other[0]) for one, other in pairwise(ways) if one and other)
    return all(TURNS[min(turn, 8 - turn)] for turn in turns) and sheet.crossings.isdisjoint(crossings_of(path, n))


@cache
def steps(n: int) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """Return for each cell of a board of side n the king's moves from it.

    Each is the number of its direction (0 to 7, neighbours differ by 45 degrees), the next cell, and the
    number of the corner between four cells that a diagonal move crosses, else −1.
    """
    moves = []
    for row in range(n):
        for column in range(n):
            of_cell = []
            for way, (down, right) in enumerate(DIRECTIONS.values()):
                to_row, to_column = row + down, column + right
                if 0 <= to_row < n and 0 <= to_column < n:
                    corner = max(row, to_row) * n + max(column, to_column) if down and right else -1
                    of_cell.append((way, to_row * n + to_column, corner))
            moves.append(tuple(of_cell))
    return tuple(moves)


def crossings_of(path: Path, n: int) -> list[int]:
    """Return the corners between cells, by number, that the diagonal steps of a path cross."""
    corners = (next(corner for _, end, corner in steps(n)[start] if end == stop) for start, stop in pairwise(path))
    return [corner for corner in corners if corner >= 0]


def is_reversible(kind: str) -> bool:
    """Return True if lines of a kind mean the same in both directions."""
    return class_of(kind).order != "fixed"


def shortest_line(kind: str) -> int:
    """Return the least number of cells with which a line of a kind restricts digits at all."""
    return max(class_of(kind).least, 3 if kind in ("arrow", "palindrome") else 2)


def longest_line(kind: str, n: int) -> int:
    """Return the most cells of a line of a kind on a board of side n, as far as the digits limit it."""
    if kind in ("thermo", "renban"):
        return n
    return (n + 1) // 2 if kind == "nabner" else n * n


def least_sum(cells: Path, layout: Layout) -> int:
    """Return a lower bound on the sum of the digits on a path; digits of cells that see each other differ."""
    peers = layout.peers
    best = len(cells)
    for k in range(len(cells), 1, -1):
        for group in combinations(cells, k):
            if all(other_cell in peers[cell] for cell, other_cell in combinations(group, 2)):
                best = max(best, k * (k + 1) // 2 + len(cells) - k)
    return best
