"""Images of boards under the symmetries of the square, canonical layouts, and the symmetries of a board.

Many boards without extra houses are one array [B, n²]: for each board a row with the region of each cell, where regions
are numbered by first appearance as in `Layout.regions`. A list `source` has for each cell of the image the cell that
moves there.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np

from cpgen.constraints.base import Constraint
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.messages import Message, shown
from cpgen.puzzle import Puzzle
from cpgen.regions import relabel
from cpgen.state import State
from cpgen.suggestions import one_of
from cpgen.symmetry.square import ORIENTATIONS, SYMMETRIES, Move, maps, source_of, symmetry_of

UP_TO = {"nothing": 1, "rotation": 4, "symmetry": 8}
"""Number of the `maps` under which two layouts count as equal: rotations come first; `symmetry` adds reflections"""


def maps_up_to(size: int, up_to: str) -> np.ndarray:
    """Return the rows of `maps` under which boards count as equal up to `nothing`, `rotation` or `symmetry`.

    Raises:
        InputError: `up_to` is another word.
    """
    if up_to not in UP_TO:
        raise one_of(list(UP_TO), up_to, "what boards are counted up to")
    return maps(size)[: UP_TO[up_to]]


def renumbered(boards: np.ndarray) -> np.ndarray:
    """Return boards [B, n²], a row of region numbers each, with regions renumbered from 0 by first appearance."""
    regions = int(boards.max(initial=0)) + 1
    # The number of a region is the rank of its first cell among the first cells of all regions.
    firsts = np.stack([(boards == region).argmax(axis=1) for region in range(regions)], axis=1)
    ranks = firsts.argsort(axis=1).argsort(axis=1).astype(boards.dtype)
    return np.take_along_axis(ranks, boards.astype(np.int64), axis=1)


def smallest(boards: np.ndarray, under: np.ndarray) -> np.ndarray:
    """Return an array [B], True for each board that no map of `under` turns into a smaller one.

    The boards are rows of region numbers [B, n²]. Among all boards, these are one representative of each class. `under`
    [M, n²] are maps, the identity first.
    """
    good = np.ones(len(boards), bool)
    for source in under[1:]:
        good[good] = _not_after(boards[good], renumbered(boards[good][:, source]))
    return good


def _not_after(rows: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Return an array [B], True where a row of `rows` is smaller than the row of `others` or equal to it."""
    first = (rows != others).argmax(axis=1)[:, None]
    left, right = np.take_along_axis(rows, first, axis=1), np.take_along_axis(others, first, axis=1)
    return (left <= right)[:, 0]


def canonical_layout(layout: Layout) -> Layout:
    """Return the canonical image of a layout, which all its rotations and reflections share."""
    return canonical_image(layout)[0]


@lru_cache(maxsize=64)
def canonical_image(layout: Layout) -> tuple[Layout, tuple[list[int], ...]]:
    """Return the canonical layout, and those rows of `maps` that turn the given layout into it.

    It is the image with the smallest houses, then marks of cells, then texts of constraints. The mark of a cell says
    which kinds of constraints contain it and how many cells they have. Marks are moved faster than constraints, and
    usually only one orientation has the smallest marks, so the constraints are moved in that orientation alone.
    """
    n, constraints = layout.size, {constraint.normal() for constraint in layout.further}
    marks = _marks_of(constraints, layout.cell_count)
    oriented: dict[tuple[Any, ...], list[list[int]]] = {}
    for source, houses in zip(maps(n).tolist(), _images_of_houses(layout.base), strict=True):
        oriented.setdefault((houses, tuple(marks[cell] for cell in source)), []).append(source)
    boards: dict[tuple[str, ...], tuple[Layout, list[list[int]]]] = {}
    for (houses, _), sources in sorted(oriented.items()):
        for source in sources:
            images = _moved_constraints(constraints, source)
            if images is not None:
                further = {image.text(n): image for image in images}
                texts = tuple(sorted(further))
                if texts not in boards:
                    regions, extras = houses
                    boards[texts] = Layout(n, regions, extras, tuple(further[text] for text in texts)), []
                boards[texts][1].append(source)
        if boards:  # otherwise the constraints have no image in these orientations
            break
    board, best = boards[min(boards)]
    return board, tuple(best)


def _marks_of(constraints: Iterable[Constraint], cells: int) -> list[tuple[tuple[str, int], ...]]:
    """Return for each cell the sorted pairs (kind, number of cells) of the constraints that contain it."""
    marks: list[list[tuple[str, int]]] = [[] for _ in range(cells)]
    for constraint in constraints:
        its_cells = constraint.all_cells()
        for cell in its_cells:
            marks[cell].append((constraint.kind, len(its_cells)))
    return [tuple(sorted(marks_of_cell)) for marks_of_cell in marks]


@lru_cache(maxsize=64)
def _images_of_houses(base: Layout) -> list[tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]]:
    """Return, for each row of `maps`, the regions and the extra houses of a board's image."""
    return [_moved_houses(base, source) for source in maps(base.size).tolist()]


def moved_layout(layout: Layout, source: list[int]) -> Layout | None:
    """Return the image of a layout, `source[k]` being the cell that moves to cell k; None if a constraint has no image.

    Extra houses and constraints are sorted, so their order in the layout does not matter.
    """
    further = _moved_constraints(layout.further, source)
    if further is None:
        return None
    ordered = sorted(further, key=lambda constraint: constraint.text(layout.size))
    return Layout(layout.size, *_moved_houses(layout, source), tuple(ordered))


def _moved_houses(layout: Layout, source: list[int]) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Return the regions and the sorted extra houses of a layout whose cell `source[k]` moves to cell k."""
    image_of = {cell: k for k, cell in enumerate(source)}
    extras = sorted(tuple(sorted(image_of[cell] for cell in cells)) for cells in layout.extras)
    regions = relabel([layout.regions[cell] for cell in source] if layout.regions else ())
    return regions, tuple(extras)


def _moved_constraints(constraints: Iterable[Constraint], source: list[int]) -> set[Constraint] | None:
    """Return the normal forms of constraints whose cell `source[k]` moves to cell k; None if one has no image."""
    image_of = np.argsort(source).tolist()
    images = [constraint.moved(image_of) for constraint in constraints]
    return None if None in images else {image.normal() for image in images if image}


def smallest_image(puzzle: Puzzle) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the smallest image of a puzzle's regions and clues, with digits renamed by first appearance.

    Puzzles that differ by rotation, reflection and renaming share it. The layout must have rows, columns and regions
    only.
    """
    regions, clues = puzzle.layout.regions, puzzle.clues
    return min(
        (relabel([regions[cell] for cell in source]), relabel([0, *(clues[cell] for cell in source)])[1:])
        for source in maps(puzzle.layout.size).tolist()
    )


def orientations(rated: Puzzle | State) -> dict[str, State]:
    """Return a puzzle or state in the eight orientations of the square, by their names, the given one first.

    An orientation in which a constraint has no image, such as one about column numbers, is left out.
    """
    state = State.of(rated)
    moved = zip(ORIENTATIONS, maps(state.layout.size).tolist(), strict=True)
    return {name: image for name, source in moved if (image := _moved_state(state, source))}


def _moved_state(state: State, source: list[int]) -> State | None:
    layout = moved_layout(state.layout, source)
    if layout is None:
        return None
    puzzle = Puzzle(layout, tuple(state.puzzle.clues[cell] for cell in source))
    placed = tuple(state.placed[cell] for cell in source) if state.placed else ()
    marks = tuple(state.marks[cell] for cell in source) if state.marks else ()
    return State(puzzle, placed, marks)


def symmetries_of(layout: Layout) -> tuple[str, ...]:
    """Return the names of all symmetries that a board has, larger groups first; `none` is always included."""
    return tuple(name for name in SYMMETRIES if _violation(layout, name) is None and _lost(layout, name) is None)


def require_symmetry(layout: Layout, name: str) -> None:
    """Raise InputError if a board lacks the named symmetry.

    The message shows two cells or a constraint that prove it.
    """
    if name not in SYMMETRIES:
        raise one_of(list(SYMMETRIES), name, "a symmetry")
    violation = _violation(layout, name)
    if violation:
        (one, other), (first, second) = ([layout.where(cell) for cell in pair] for pair in violation)
        raise InputError(
            f"The board does not have the symmetry {name}: {one} and {other} lie in one house, but {first} and "
            f"{second}, where it carries them, do not."
        )
    if lost := _lost(layout, name):
        raise InputError(Message("symmetry-constraint", symmetry=name, line=shown(lost.text(layout.size))))


def symmetry_of_drawing(puzzle: Puzzle) -> str:
    """Return the name of the largest symmetry of a puzzle's clued cells and constraints, whatever their values are."""
    layout, given = puzzle.layout, [cell for cell, digit in enumerate(puzzle.clues) if digit]
    if not layout.further:
        return symmetry_of(layout.size, given)
    drawn = {_without_values(constraint) for constraint in layout.further}

    def is_kept(move: Move) -> bool:
        source = source_of(layout.size, move).tolist()
        images = _moved_constraints(layout.further, source)
        return (
            {source[cell] for cell in given} == set(given)
            and images is not None
            and {_without_values(image) for image in images} == drawn
        )

    return next(name for name, moves in SYMMETRIES.items() if all(map(is_kept, moves)))


def _without_values(constraint: Constraint) -> tuple[Any, ...]:
    """Return the kind and the cells of a constraint, to compare constraints whatever their values are."""
    normal = constraint.normal()
    return normal.kind, *(getattr(normal, name) for name in normal.cell_fields)


def _violation(layout: Layout, name: str) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Return two cells of a house that a symmetry moves to different houses, and their images; None if there are none.

    Regions and extra houses are tested.
    """
    houses = {house.cells for house in layout.houses if house.kind not in ("row", "column")}
    for move in SYMMETRIES[name]:
        for cells in sorted(houses):
            moved = {cell: _moved(layout.size, cell, move) for cell in cells}
            if tuple(sorted(moved.values())) not in houses:
                return _separated(moved, houses)
    return None


def _lost(layout: Layout, name: str) -> Constraint | None:
    """Return a constraint whose image under a symmetry is no constraint of the board; None if there is none."""
    known = {constraint.normal() for constraint in layout.further}
    for move in SYMMETRIES[name]:
        source = source_of(layout.size, move).tolist()
        for constraint in layout.further:
            images = _moved_constraints([constraint], source)
            if images is None or not images <= known:
                return constraint
    return None


def _moved(size: int, cell: int, move: Move) -> int:
    row, column = move(size, *divmod(cell, size))
    return row * size + column


def _separated(moved: dict[int, int], houses: set[tuple[int, ...]]) -> tuple[tuple[int, int], tuple[int, int]]:
    first, *rest = moved
    together = [set(cells) for cells in houses if moved[first] in cells]
    other = next(cell for cell in rest if not any(moved[cell] in cells for cells in together) or cell == rest[-1])
    return (first, other), (moved[first], moved[other])
