"""Drawings in a style: constraints with open values, placed at random on a board."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cpgen.constraints import class_of
from cpgen.constraints.arrow import Arrow
from cpgen.constraints.base import Constraint
from cpgen.difficulty.target import ANY, Span
from cpgen.drawings.cages import cage_lengths, partition
from cpgen.drawings.mark_places import BOTH_WAYS, INSIDE, PLACES
from cpgen.drawings.random_lines import (
    CONDITIONS,
    Path,
    crossings_of,
    is_reversible,
    longest_line,
    random_path,
    shortest_line,
)
from cpgen.drawings.sheet import Sheet, both_ends
from cpgen.drawings.style import Element, Style
from cpgen.errors import InputError, NotFoundError
from cpgen.layout import Layout
from cpgen.limits import MOST_CONSTRAINTS
from cpgen.messages import Message

PATHS = 80
"""Consecutive random paths that do not fit before a drawing is said to have no room for a further line"""
TRIES = 20
"""Number of attempts at a drawing before it is given up, since too few constraints find room"""
SHORTEST, LONGEST = 3, 5
"""Cells of a line on a board of side 9, if a style leaves them open"""

Group = tuple[Constraint, ...]
"""A constraint and its images under the symmetry"""


@dataclass(frozen=True)
class Drawing:
    """Board on which constraints with open values are drawn.

    Attributes:
        layout: The board with what was drawn, after the constraints that it had already.
        optional: Groups of positions in `layout.further`. The constraints of a group, images of one another under the
            symmetry, may be left out together.
        symmetry: Name of the symmetry of the drawing.
    """

    layout: Layout
    optional: tuple[tuple[int, ...], ...]
    symmetry: str


def draw(style: Style, layout: Layout, rng: np.random.Generator) -> Drawing:
    """Return a random drawing in a style, determined by the state of the random generator.

    Raises:
        InputError: An element of the style makes no sense on the board, such as region sums on a Latin square.
        NotFoundError: There is not enough room for what is to be drawn.
    """
    for element in style.elements:
        if element.kind and not element.own and class_of(element.kind).needs_regions and not layout.regions:
            raise InputError(Message("constraint-regions", kind=element.kind))
    failure: NotFoundError | None = None
    for _ in range(TRIES):
        try:
            return _drawn(style, layout, rng)
        except NotFoundError as error:
            failure = error
    assert failure
    raise failure


def _drawn(style: Style, layout: Layout, rng: np.random.Generator) -> Drawing:
    """Return a drawing after one attempt; raise NotFoundError if an element of the style lacks room."""
    sheet = Sheet(layout, style.symmetry, rng)
    for constraint in layout.further:
        sheet.taken.update(constraint.cells)
    optional = []
    for element in style.elements:
        if element.line:
            layout = layout.joined_with(element.line)
            continue
        first = len(layout.further)
        groups = _groups(sheet, element, style.side)
        layout = layout.with_constraints(*(member for group in groups for member in group))
        for group in groups:
            if element.needed:
                optional.append(tuple(range(first, first + len(group))))
            first += len(group)
    return Drawing(layout, tuple(optional), style.symmetry)


def _groups(sheet: Sheet, element: Element, side: int) -> list[Group]:
    """Draw the constraints of one element of a style; return groups of a constraint and its images under the symmetry.

    Args:
        sheet: The board with what is drawn so far; the cells that are used are added.
        element: What to draw.
        side: Side of the board that the numbers of the style are meant for.

    Raises:
        NotFoundError: Fewer constraints find room than the element demands.
    """
    least, most = both_ends(_count_on(sheet.layout.size, element, side), 1, MOST_CONSTRAINTS)
    wanted = int(sheet.rng.integers(least, most + 1)) if element.count.most is not None else most
    if "count" not in element.exact:  # the symmetry may not allow a number that the style does not insist on
        images = len(sheet.moves)
        least, wanted = max(min(least, 1), least - images + 1), max(wanted, min(most, 1) * images)
    sheet.refusal = None
    if element.is_cage:
        groups = _cages(sheet, element, wanted)
    elif element.is_mark:
        groups = _marks(sheet, element, wanted)
    else:
        groups = _lines(sheet, element, wanted, side)
    drawn_count = sum(map(len, groups))
    if drawn_count < least:
        if not drawn_count and sheet.refusal:
            raise sheet.refusal
        raise NotFoundError(Message("drawing-no-room", kind=element.kind, count=least, found=drawn_count))
    return groups


def _count_on(n: int, element: Element, side: int) -> Span:
    """Return the number of constraints to draw on a board of side n, if the element's number is for a board of `side`.

    Marks and cages are scaled with the number of cells; lines with the side, since their lengths are scaled with it.
    """
    if "count" in element.exact:
        return element.count
    share = n / side if element.is_line else (n / side) ** 2
    return Span(*(end and max(1, round(end * share)) for end in element.count))


def _constraint(sheet: Sheet, element: Element, cells: tuple[int, ...]) -> Constraint:
    """Return the constraint that an element puts on some cells."""
    if element.own:
        return element.own.rule(element.values_on(sheet.layout.size), (cells,))
    if element.kind == "arrow":
        return Arrow(cells[:1], cells[1:])
    return class_of(element.kind)(cells=cells, **element.values_on(sheet.layout.size))  # type: ignore[call-arg]


def _cages(sheet: Sheet, element: Element, wanted: int) -> list[Group]:
    """Return at most `wanted` cages of a random partition of the board, without those that contain taken cells."""
    cages = partition(sheet.layout, element.length, element.one_cell, sheet.symmetry, sheet.rng)
    if element.count != ANY:
        least, _ = cage_lengths(sheet.layout.size, element.length)
        cages = [cage for cage in sheet.shuffled(cages) if len(cage) >= least]
    groups = []
    for cage in cages:
        group = tuple(sheet.images(_constraint(sheet, element, cage)))
        if _is_free(sheet, group) and len(group) <= wanted:
            wanted -= len(group)
            groups.append(group)
            sheet.taken.update(cell for constraint in group for cell in constraint.cells)
    return groups


def _is_free(sheet: Sheet, group: Group) -> bool:
    return all(sheet.taken.isdisjoint(constraint.cells) for constraint in group)


def _marks(sheet: Sheet, element: Element, wanted: int) -> list[Group]:
    """Return at most `wanted` marks at random places, in groups of images.

    If the element has a number, marks are not put on lines and cages.
    """
    groups: list[Group] = []
    seen: set[object] = set()
    avoid = sheet.taken if element.count != ANY and element.mark_kind in INSIDE else set[int]()
    for cells in sheet.shuffled(PLACES[element.mark_kind](sheet.layout.size)):
        images = sheet.images(_constraint(sheet, element, cells))
        by_place = {_place(element.mark_kind, mark): mark for mark in images}
        group = tuple(by_place.values())
        is_open = seen.isdisjoint(by_place) and avoid.isdisjoint(cell for mark in group for cell in mark.cells)
        if is_open and len(group) <= wanted and all(map(sheet.fits, group)):
            seen.update(by_place)
            wanted -= len(group)
            groups.append(group)
    return groups


def _place(kind: str, mark: Constraint) -> object:
    """Return the cells of a mark as a key: two marks of a kind have equal keys exactly if they share their place."""
    return mark.cells if kind in BOTH_WAYS else frozenset(mark.cells)


def _lines(sheet: Sheet, element: Element, wanted: int, side: int) -> list[Group]:
    """Return at most `wanted` random lines that do not meet, in groups of images, as many as find room.

    The element's lengths are meant for a board of `side`.
    """
    groups: list[Group] = []
    least, most = _line_lengths(sheet.layout.size, element, side)
    failures = 0
    while wanted and failures < PATHS:
        failures += 1
        path = random_path(sheet, int(sheet.rng.integers(least, most + 1)), _is_reversible(element))
        group = _line_and_images(sheet, element, path) if path else ()
        if group and len(group) <= wanted:
            wanted -= len(group)
            failures = 0
            groups.append(group)
            for line in map(_path, group):
                sheet.taken.update(line)
                sheet.crossings.update(crossings_of(line, sheet.layout.size))
    return groups


def _line_lengths(n: int, element: Element, side: int) -> tuple[int, int]:
    """Return the least and the most cells of the element's lines on a board of side n; raise InputError if impossible.

    The style's lengths are meant for a board of `side`.
    """
    kind = element.kind
    shortest = element.own.fewest_cells if element.own else shortest_line(kind)
    most_of_kind = longest_line(kind, n)
    least, most = both_ends(element.length, SHORTEST, LONGEST)
    if "length" not in element.exact:
        least, most = (min(max(shortest, round(end * n / side)), most_of_kind) for end in (least, most))
    if least > most_of_kind or most < shortest:
        raise InputError(Message("drawing-line-cells", kind=kind, least=shortest, most=most_of_kind, side=n))
    return max(least, shortest), min(most, most_of_kind)


def _line_and_images(sheet: Sheet, element: Element, path: Path) -> Group:
    """Return a line along a path with its images; () if one does not fit on the board or two of them meet."""
    group = tuple(sheet.images(_constraint(sheet, element, path)))
    cells: set[int] = set()
    crossings: set[int] = set()
    for line in map(_path, group):
        corners = crossings_of(line, sheet.layout.size)
        if not (cells.isdisjoint(line) and crossings.isdisjoint(corners) and _may_be(element, line, sheet)):
            return ()
        cells.update(line)
        crossings.update(corners)
    return group if all(map(sheet.fits, group)) else ()


def _is_reversible(element: Element) -> bool:
    """Return True if lines of an element mean the same in both directions."""
    return element.own.order != "fixed" if element.own else is_reversible(element.kind)


def _may_be(element: Element, line: Path, sheet: Sheet) -> bool:
    """Return True if the kind of line that the element draws allows this path on the board."""
    return bool(element.own) or CONDITIONS[element.kind](line, sheet.base)


def _path(line: Constraint) -> Path:
    """Return the cells of a line constraint in order; those of an arrow begin with its circle."""
    return (*line.circle, *line.cells) if isinstance(line, Arrow) else line.cells
