"""Constraints that are a law of the small language, for lists of cells or everywhere on the board.

Everything follows from the law: the primitives, the meaning on digits, whether digits may be renamed, and the images
under the symmetries of the square, which exist where the compiled law does not tell them apart.
"""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from cpgen.constraints.base import Board, Cells, Constraint, is_loop, loop_in_order
from cpgen.constraints.compiled_laws import Conditions, conditions, is_impossible
from cpgen.constraints.expressions import UNKNOWN
from cpgen.constraints.folds import is_symmetric
from cpgen.constraints.geometry import adjacent_pairs, diagonals, leap_pairs, squares_of_four
from cpgen.constraints.laws import ALONG, CELLS, GROUPS, NEIGHBOURS, PAIRS, Law, PlacesOf
from cpgen.constraints.primitives import Primitive
from cpgen.errors import InputError
from cpgen.messages import Message, shown
from cpgen.notation import cell_name

EVERYWHERE, ELSEWHERE = "everywhere", "elsewhere"
PAIRS_OF_BOARD = ("orthogonal", "diagonal", "knight", "king")
"""Sorts of pairs of cells"""
SORTS = (*PAIRS_OF_BOARD, "rows", "columns", "regions", "diagonals", "2x2", "board")
"""Sorts of lists of cells of a board"""


class Ruled(Constraint):
    """Base of constraints with a law, for lists of cells (`groups`) or everywhere on the board (`scope`)."""

    groups: tuple[Cells, ...]
    scope: str
    may_repeat = True

    @property
    @abstractmethod
    def law(self) -> Law:
        """Law (expression with its form) that each list of cells must satisfy."""

    @property
    def cells(self) -> Cells:  # type: ignore[override]
        """Cells of all lists."""
        return tuple(dict.fromkeys(cell for group in self.groups for cell in group))

    @property
    def is_open(self) -> bool:
        """True if the law has an open number, written `?`, whose value is read from a grid."""
        return self.law.is_open

    def renames_digits(self, board: Board) -> bool:
        """Return True if the rule, compiled for the board, still holds after any renaming of the digits."""
        return not self.is_open and all(one.renames_digits for one, _ in self._compiled(board))

    def _lists(self, board: Board) -> Sequence[Cells]:
        """Return the lists of cells for each of which the rule holds."""
        if not self.scope:
            return [_unrolled(self.law, cells) for cells in self.groups]
        how, _, sort = self.scope.partition(" ")
        found = lists_of(sort, board.size, board.regions)
        if how == ELSEWHERE:
            marks = [one.cells for one in board.constraints if isinstance(one, Ruled) and len(one.cells) == 2]
            marked = set(map(frozenset, marks))
            found = tuple(pair for pair in found if frozenset(pair) not in marked)
        return found

    def _compiled(self, board: Board) -> Iterator[tuple[Conditions, Sequence[int]]]:
        """Yield the compiled conditions of the rule, each with the cells of the board that they are about.

        There is one for each list of cells, or one for all lists together if the law compares groups.
        """
        law, n = self.law, board.size
        lists, known = self._lists(board), places_of(self.law, board.size, board.regions)
        if self.law.form == GROUPS:
            places = tuple(_of_cells(known, group) for group in lists) if law.places else ()
            yield conditions(law, n, tuple(map(len, lists)), places), [cell for group in lists for cell in group]
            return
        for cells in lists:
            yield conditions(law, n, (len(cells),), (_of_cells(known, cells),) if law.places else ()), cells

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return the primitives of the compiled rule; none if a number is open."""
        if self.is_open:
            return ()
        return dict.fromkeys(one for found, cells in self._compiled(board) for one in found.on(cells))

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if the digits satisfy the rule; an open number (`?`) may have any value that makes it true."""
        if self.is_open:
            return self.read_from(grid, board) is not None
        return self.law.holds(*self._read(grid, board))

    def _read(self, grid: Sequence[int], board: Board) -> tuple[list[list[int]], int, list[PlacesOf]]:
        """Return the arguments of `Law.holds` for a grid: digits of the lists, side n, and places of the cells."""
        lists, known = self._lists(board), places_of(self.law, board.size, board.regions)
        places = [_of_cells(known, cells) for cells in lists] if self.law.places else []
        return [[grid[cell] for cell in cells] for cells in lists], board.size, places

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless the law can be compiled for the cells, and some digits satisfy it."""
        law = self.law
        if self.scope:
            self._require_scope(board)
        else:
            super().require_fits(board)
            self._require_lists(law, board.size)
        if "region" in law.places and not board.regions:
            raise InputError(Message("constraint-regions", kind=self.kind))
        if not law.is_open and any(is_impossible(one, board.size) for one in self.decompose(board)):
            raise InputError(Message("rule-unsatisfiable", rule=shown(law.text)))

    def _require_scope(self, board: Board) -> None:
        how, _, sort = self.scope.partition(" ")
        known = PAIRS_OF_BOARD if how == ELSEWHERE else SORTS
        if how not in (EVERYWHERE, ELSEWHERE) or sort not in known:
            choices = tuple(f"{way} {one}" for way in (EVERYWHERE, ELSEWHERE) for one in SORTS)
            raise InputError(Message("constraint-word", found=shown(self.scope), choices=choices))
        if self.groups or self.law.form == GROUPS:
            raise InputError(Message("rule-both"))
        if sort == "regions" and not board.regions:
            raise InputError(Message("constraint-regions", kind=self.kind))

    def _require_lists(self, law: Law, n: int) -> None:
        if law.form == GROUPS and len(self.groups) < 2:
            raise InputError(Message("constraint-groups", kind=self.kind))
        if law.form != GROUPS and len(self.groups) != 1:
            raise InputError(Message("rule-list"))
        least = max(law.arity, 1)
        for cells in (_unrolled(law, group) for group in self.groups):
            if len(cells) < least:
                raise InputError(Message("constraint-few-cells", kind=self.kind, cells=len(cells), least=least))
            # A line may come back to a cell, but not within what the law is about at a time.
            reach = max(law.arity, 2) if law.form in (NEIGHBOURS, ALONG) else len(cells)
            windows = (cells[start : start + reach] for start in range(len(cells) - reach + 1))
            if again := [cell for window in windows for cell in window if window.count(cell) > 1]:
                raise InputError(Message("constraint-repeats", kind=self.kind, cell=cell_name(again[0], n)))

    def moved(self, cell_map: Sequence[int]) -> Constraint | None:
        """Return the rule with each cell c moved to `cell_map[c]` by a symmetry of the square.

        None if its meaning would change, as for a rule that depends on the rows, columns or regions of its cells.
        """
        if list(cell_map) == list(range(len(cell_map))):
            return self
        n, law = round(len(cell_map) ** 0.5), self.law
        if self.scope:
            return self._moved_scope(cell_map, n)
        image = super().moved(cell_map)
        if not law.places:
            return image
        assert isinstance(image, Ruled)
        if "region" in law.places or law.is_open:
            return None
        groups = [_unrolled(law, cells) for cells in (*self.groups, *image.groups)]
        places = [_of_cells(places_of(law, n, ()), cells) for cells in groups]
        counts = tuple(map(len, groups[: len(self.groups)]))
        here, there = tuple(places[: len(counts)]), tuple(places[len(counts) :])
        return image if conditions(law, n, counts, here) == conditions(law, n, counts, there) else None

    def _moved_scope(self, cell_map: Sequence[int], n: int) -> Constraint | None:
        """Return the rule for the whole board after a symmetry of the square, which may exchange rows and columns.

        None if its meaning would change.
        """
        how, _, sort = self.scope.partition(" ")
        order = self.law.order_of()
        if self.law.places or (sort == "regions" and order != "any"):
            return None
        for image_sort in (sort, {"rows": "columns", "columns": "rows"}.get(sort, sort)):
            lists = lists_of(image_sort, n, ())
            wanted = {*map(frozenset, lists)} if order == "any" else {*lists}
            if all(
                self._has_image([int(cell_map[cell]) for cell in cells], wanted, n) for cells in lists_of(sort, n, ())
            ):
                return replace(self, scope=f"{how} {image_sort}")  # type: ignore[type-var]
        return None

    def _has_image(self, cells: Sequence[int], lists: set[Any], n: int) -> bool:
        """Return True if the rule on `cells` means the same as the rule on one of `lists`.

        `lists` has tuples of cells, or sets where their order does not matter. A list may be read in reverse if the
        compiled law allows it.
        """
        if frozenset(cells) in lists or tuple(cells) in lists:
            return True
        is_mirrored = tuple(cells[::-1]) in lists and not self.is_open
        return is_mirrored and conditions(self.law, n, (len(cells),)).reversible

    def normal(self) -> Ruled:
        """Return the constraint with its cells sorted where their order does not change the meaning."""
        groups = tuple(map(self._in_order, self.groups))
        return self._with_groups(tuple(sorted(groups)) if self.law.form == GROUPS else groups)

    @abstractmethod
    def _with_groups(self, groups: tuple[Cells, ...]) -> Ruled:
        """Return the constraint on other lists of cells, without fields that do not change its meaning."""

    def _in_order(self, cells: Any) -> Any:
        law, order = self.law, self.law.order_of()
        if law.form == GROUPS and not law.places and is_symmetric(law.expressions[0]):
            order = "any"
        cells = _unrolled(law, cells) if order == "any" and law.form != NEIGHBOURS else cells
        if order == "any" and len(set(cells)) == len(cells):
            return tuple(sorted(cells))
        if order == "reversible" and is_loop(cells):
            return loop_in_order(cells)
        if is_loop(cells) and law.form == NEIGHBOURS and not law.has_place:
            return min(cells[place:-1] + cells[: place + 1] for place in range(len(cells) - 1))
        return min(cells, cells[::-1]) if order in ("reversible", "any") else cells


def _unrolled(law: Law, cells: Cells) -> Cells:
    """Return the list of cells that a law reads on a line; a loop, which ends in its first cell, is unrolled.

    Of three or more consecutive cells, some begin at the end of the loop and go on at its start. A law about all cells
    or pairs, whose order does not matter, is about each cell once.
    """
    if not is_loop(cells):
        return cells
    if law.form == NEIGHBOURS:
        return cells + cells[1 : law.arity - 1]
    return cells[:-1] if law.form in (CELLS, PAIRS) and law.order_of() == "any" else cells


@cache
def lists_of(sort: str, n: int, regions: tuple[int, ...]) -> tuple[Cells, ...]:
    """Return all lists of cells of a sort, such as `rows` or `2x2`, on a board of side n with these regions."""
    lines = [tuple(range(start, start + n)) for start in range(0, n * n, n)]
    of_regions = [tuple(cell for cell in range(n * n) if regions[cell] == one) for one in dict.fromkeys(regions)]
    found: Mapping[str, Sequence[Cells]] = {
        "orthogonal": adjacent_pairs(n),
        "diagonal": leap_pairs(1, 1, n),
        "knight": leap_pairs(1, 2, n),
        "king": (*adjacent_pairs(n), *leap_pairs(1, 1, n)),
        "rows": lines,
        "columns": list(zip(*lines, strict=True)),
        "regions": of_regions,
        "diagonals": diagonals(n),
        "2x2": tuple(squares_of_four(n)),
        "board": [tuple(range(n * n))],
    }
    return tuple(found[sort])


def places_of(law: Law, n: int, regions: tuple[int, ...]) -> PlacesOf:
    """Return the row, column and region numbers, from 1, of all cells of a board; () if the law uses none."""
    if not law.places:
        return ()
    cells = range(n * n)
    return (
        tuple(cell // n + 1 for cell in cells),
        tuple(cell % n + 1 for cell in cells),
        tuple(region + 1 for region in regions) or (0,) * (n * n),
    )


def _of_cells(places: PlacesOf, cells: Sequence[int]) -> PlacesOf:
    return tuple(tuple(where[cell] for cell in cells) for where in places)


def one_spelling(law: Law) -> str:
    """Return the text of a law in a normal spelling, which all texts with the same syntax tree share."""
    if law.table:
        rows, accepting = law.table
        return f"states {'/'.join(rows)}; accept {' '.join(sorted(accepting))}".rstrip()
    parts = [ast.unparse(one.tree).replace(UNKNOWN, "?") for one in law.expressions]
    return "start {}; step {}; accept {}".format(*parts) if law.form == ALONG else parts[0]
