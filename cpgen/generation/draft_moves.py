"""Moves of the search for puzzles with drawn constraints: each leads from a draft to another one.

Easier moves say more of the grid: a cage is split, what was left out returns, a digit is given. Harder ones are their
opposites. Two lead either way: the cells of two cages are divided in another way, a given digit moves to another cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import TypeVar

import numpy as np

from cpgen.constraints.base import Constraint
from cpgen.constraints.cage import Cage
from cpgen.constraints.geometry import neighbours
from cpgen.drawings.cages import split_cage
from cpgen.drawings.random_drawings import Drawing
from cpgen.drawings.sheet import moves_of
from cpgen.engine.sum_propagation import sets_with
from cpgen.generation.drafts import Draft, Group, Position, cover_once, different
from cpgen.generation.grid_moves import grid_moves
from cpgen.puzzle import Grid
from cpgen.requests.drawing_source import DrawingSource
from cpgen.requests.generation_request import Request

T = TypeVar("T")
TRIES = 8
"""Random cages, groups or cells that are tried for a move"""
COMPARED = 4
"""Random cells, or moves, of which the most telling is taken; a third fewer ratings than with 1, and no fewer with 8"""


class DraftMoves:
    """The moves that a request allows, on a grid that has a drawing."""

    def __init__(self, request: Request, drawing: Drawing, grid: Grid, rng: np.random.Generator) -> None:
        self.request, self.grid, self.rng = request, grid, rng
        source = source_of(request)
        self.board = replace(request.layout, extras=drawing.layout.extras)  # a drawing may have houses
        self.symmetry = moves_of(self.board.size, drawing.symmetry)
        self.least_givens, self.most_givens = source.givens.within(0, self.board.cell_count)
        self.locked = frozenset(cell for cell, digit in enumerate(request.fixed_clues) if digit)
        self.longest = max((len(cage.cells) for cage in drawn_cages(request, drawing)), default=0)
        elements = source.style.elements if source.style else ()
        self.most_single = max((element.one_cell for element in elements), default=0)
        self.first = self._first(drawing)
        """The draft that an attempt begins with"""
        has_other_moves = self.first.shown or self.first.givens or self.most_givens
        self.grid_moves = None if has_other_moves else grid_moves(request, drawing)

    def _first(self, drawing: Drawing) -> Draft:
        """Return the draft that an attempt begins with: all that is drawn, and as few given digits as allowed."""
        constraints = drawing.layout.further
        own = len(self.board.further)  # constraints that the board had before
        optional = {index for group in drawing.optional for index in group}
        cages = drawn_cages(self.request, drawing)
        read = [
            None if constraint in cages else constraint.drawn_from(self.grid, drawing.layout, self.rng)
            for constraint in constraints
        ]
        fixed = tuple(
            constraint for index, constraint in enumerate(read) if constraint and index >= own and index not in optional
        )
        groups = [tuple(constraint for index in group if (constraint := read[index])) for group in drawing.optional]
        groups += self._groups_of_cages([cage.cells for cage in cages])
        return Draft(self.grid, fixed, tuple(filter(None, groups)), (), self._first_givens())

    def _first_givens(self) -> frozenset[int]:
        """Return the cells whose digits are given from the beginning: as few as are allowed, fixed ones among them."""
        cells = [
            *sorted(self.locked),
            *self.shuffled([cell for cell in self.request.clue_cells if cell not in self.locked]),
        ]
        return frozenset(cells[: max(self.least_givens, len(self.locked))])

    def _groups_of_cages(self, cages: Sequence[Sequence[int]]) -> list[Group]:
        """Return the groups of cages on these sets of cells: each cage with its images under the symmetry.

        A cage that is too long, or in which a digit of the grid would repeat, is split.
        """
        groups = []
        waiting = list(different(map(self._images_of, cages)))
        for group in waiting:
            if all(self._is_cage(cage) for cage in group):
                groups.append(group)
            else:
                waiting += self._split(group) or different(self._images_of([cell]) for cell in group[0].cells)
        return groups

    def _split(self, group: Group) -> tuple[Group, ...]:
        """Return the groups of smaller cages that replace a group of cages, all split in the same way.

        () if no random split tried gives cages without common cells on all images under the symmetry.
        """
        for _ in range(TRIES):
            fresh = different(map(self._images_of, split_cage(group[0].cells, self.board.size, self.rng)))
            if cover_once(fresh, (group,)):
                return fresh
        return ()

    def moved(self, position: Position) -> Draft | None:
        """Return the draft after a random move that leads towards the target; None if no move is possible."""
        aside = [self._redivide_cages, self._swap_givens]
        if self.grid_moves:
            aside.append(self._exchange_digits)
        easier = [self._split_cage, self._show_group, self._give_digit]
        harder = [self._join_cages, self._hide_group, self._take_given]
        if position.is_too_easy is None:
            moves = self.shuffled([*aside, *easier, *harder])
        elif position.open_cells:
            moves = self.shuffled([*aside, *easier])
        else:
            moves = self.shuffled(harder if position.is_too_easy else easier) + self.shuffled(aside)
        return next((draft for move in moves if (draft := move(position))), None)

    def changed(self, position: Position, at_once: int) -> Draft | None:
        """Return the draft after a move towards the target, on a stuck board after one that excludes candidates.

        Args:
            position: The position before.
            at_once: Most moves on a stuck board. A given digit says more than a split cage, so it is always the last.
        """
        if not position.open_cells or self.grid_moves or position.draft.hidden:  # what hidden groups exclude is unknown
            return self.moved(position)
        givens = position.draft.givens
        for _ in range(at_once):
            position = self._nearer(position)
            if position.draft.givens != givens:
                break
        return position.draft

    def _nearer(self, position: Position) -> Position:
        """Return the position after the one of a few moves that excludes the most candidates; the same if none does.

        Where the ladder is stuck with few open cells, no other move helps (of 278 in killers, none did).
        """
        moved = (self.moved(position) for _ in range(COMPARED))
        return min([position, *(self._after(draft, position) for draft in moved if draft)], key=_candidate_count)

    def _after(self, draft: Draft, position: Position) -> Position:
        """Return the position after a move to a draft: without the candidates that what is new in it excludes."""
        left = list(position.candidates)
        old = set(position.draft.constraints)
        for constraint in draft.constraints:
            if constraint not in old and isinstance(constraint, Cage):
                digits = _digits_in(constraint, left, self.board.size)
                for cell in constraint.cells:
                    left[cell] &= digits
        for cell in draft.givens - position.draft.givens:
            digit = 1 << self.grid[cell] - 1
            left[cell] = digit
            for peer in self.board.peers[cell]:
                left[peer] &= ~digit
        return Position(draft, tuple(left))

    def _exchange_digits(self, position: Position) -> Draft | None:
        """Return the draft with two digits of the grid exchanged, and all that is drawn read off again.

        None if the new grid cannot have the drawing.
        """
        assert self.grid_moves
        if moved := self.grid_moves.moved(position.draft.grid, self.rng):
            grid, drawn = moved
            return replace(position.draft, grid=grid, fixed=drawn)
        return None

    def _split_cage(self, position: Position) -> Draft | None:
        """Return the draft with a random cage and its images split; None if no cage can be split.

        Cages with open cells are split if there are any.
        """
        open_cells = set(position.open_cells) or set(range(len(self.grid)))
        room = self.most_single - position.draft.single_cages
        groups = [
            group
            for group in position.draft.shown
            if isinstance(group[0], Cage)
            and len(group[0].cells) > (1 if room > 1 else 2 if room else 3)  # the parts of others have one cell
            and any(open_cells.intersection(cage.cells) for cage in group)
        ]
        for group in self.shuffled(groups)[:TRIES]:
            fresh = self._split(group)
            if fresh and (draft := self._if_few_single(position.draft.replaced((group,), fresh))):
                return draft
        return None

    def _join_cages(self, position: Position) -> Draft | None:
        """Return the draft with two random neighbouring cages joined, and their images; None if none can be."""
        for joined, old in self._unions(position):
            if all(self._is_cage(cage) for cage in joined):
                return position.draft.replaced(old, (joined,))
        return None

    def _redivide_cages(self, position: Position) -> Draft | None:
        """Return the draft with the cells of two neighbouring cages, and their images, divided in another way.

        None if no pair of cages tried can be.
        """
        for joined, old in self._unions(position):
            fresh = self._split(joined)
            if fresh and set(fresh) != set(old) and all(self._is_cage(cage) for group in fresh for cage in group):
                return self._if_few_single(position.draft.replaced(old, fresh))
        return None

    def _unions(self, position: Position) -> Iterator[tuple[Group, tuple[Group, ...]]]:
        """Yield random pairs of neighbouring cages: the group of their union, and the groups that it replaces.

        A group has the images under the symmetry, too. Pairs are left out if the unions would not have exactly the
        cells of the groups replaced.
        """
        groups = {
            cell: (cage, group)
            for group in position.draft.shown
            for cage in group
            if isinstance(cage, Cage)
            for cell in cage.cells
        }
        cells = position.open_cells or range(len(self.grid))
        for cell in self.shuffled([cell for cell in cells if cell in groups])[:TRIES]:
            cage, group = groups[cell]
            near = [groups[other] for other in neighbours(cell, self.board.size) if other in groups]
            if near := [neighbour for neighbour in near if neighbour[0] != cage]:
                other, other_group = self._any(near)
                joined, old = self._images_of((*cage.cells, *other.cells)), different((group, other_group))
                if cover_once((joined,), old):
                    yield joined, old

    def _is_cage(self, cage: Constraint) -> bool:
        """Return True if a cage is not too long, and no digit repeats in it."""
        return len({self.grid[cell] for cell in cage.cells}) == len(cage.cells) <= self.longest

    def _if_few_single(self, draft: Draft) -> Draft | None:
        """Return the draft; None if it has more cages of one cell than are allowed."""
        return draft if draft.single_cages <= self.most_single else None

    def _show_group(self, position: Position) -> Draft | None:
        """Return the draft with a random hidden group of constraints shown again; None if no group is hidden."""
        if not position.draft.hidden:
            return None
        group = self._any(position.draft.hidden)
        hidden = tuple(hidden_group for hidden_group in position.draft.hidden if hidden_group != group)
        return replace(position.draft, shown=(*position.draft.shown, group), hidden=hidden)

    def _hide_group(self, position: Position) -> Draft | None:
        """Return the draft without a random group of constraints; None if it shows only cages.

        Cages are never left out: the search only splits and joins them.
        """
        groups = [group for group in position.draft.shown if not isinstance(group[0], Cage)]
        return position.draft.without(self._any(groups)) if groups else None

    def _give_digit(self, position: Position) -> Draft | None:
        """Return the draft with one more digit given; None if no more are allowed, or every cell is given."""
        givens, cells = position.draft.givens, self._cells_to_give(position)
        if not cells or len(givens) == self.most_givens:
            return None
        return replace(position.draft, givens=givens | {self._most_telling(cells, position)})

    def _swap_givens(self, position: Position) -> Draft | None:
        """Return the draft with one given moved to another cell; None if that is impossible.

        Givens are moved only while the draft has as many as allowed.
        """
        givens, cells = self.changeable_givens(position.draft), self._cells_to_give(position)
        if not givens or not cells or len(position.draft.givens) < self.most_givens:
            return None
        return replace(
            position.draft, givens=position.draft.givens - {givens[0]} | {self._most_telling(cells, position)}
        )

    def _take_given(self, position: Position) -> Draft | None:
        """Return the draft with one given digit fewer; None if no fewer are allowed."""
        givens = self.changeable_givens(position.draft)
        if not givens or len(position.draft.givens) == self.least_givens:
            return None
        return replace(position.draft, givens=position.draft.givens - {givens[0]})

    def changeable_givens(self, draft: Draft) -> list[int]:
        """Return the given cells whose digit is not fixed by the pattern, in random order."""
        return self.shuffled(sorted(draft.givens - self.locked))

    def _cells_to_give(self, position: Position) -> list[int]:
        """Return the cells in which a given may help: those that the ladder leaves open, or else all others."""
        cells = [cell for cell in self.request.clue_cells if cell not in position.draft.givens]
        open_cells = set(position.open_cells)
        return [cell for cell in cells if cell in open_cells] or cells

    def _most_telling(self, cells: Sequence[int], position: Position) -> int:
        """Return the cell whose digit would exclude the most candidates, among a few random ones of `cells`.

        The candidates are those that the ladder leaves.
        """
        return max(self.shuffled(cells)[:COMPARED], key=lambda cell: self._excluded_by(cell, position))

    def _excluded_by(self, cell: int, position: Position) -> int:
        """Return the number of candidates that the digit of a cell excludes, there and in the cells that it sees."""
        digit = 1 << self.grid[cell] - 1
        seen = sum(bool(position.candidates[peer] & digit) for peer in self.board.peers[cell])
        return seen + position.candidates[cell].bit_count() - 1

    def _images_of(self, cells: Sequence[int]) -> Group:
        """Return the cages on these cells and on their images under the symmetry, each with its sum in the grid."""
        images = dict.fromkeys(tuple(sorted(int(image[cell]) for cell in cells)) for image in self.symmetry)
        return tuple(Cage(image, sum(self.grid[cell] for cell in image)) for image in images)

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in random order."""
        return [items[k] for k in self.rng.permutation(len(items)).tolist()]

    def _any(self, items: Sequence[T]) -> T:
        return items[int(self.rng.integers(len(items)))]


def _candidate_count(position: Position) -> int:
    return sum(mask.bit_count() for mask in position.candidates)


def _digits_in(cage: Cage, candidates: Sequence[int], n: int) -> int:
    """Return, as a mask, the digits of all sets of digits with which the cage can be filled; all if these are many."""
    masks = [candidates[cell] for cell in cage.cells]
    union = reduce(or_, masks)
    sets = sets_with(cage.total, len(masks), n) if isinstance(cage.total, int) else ()
    if not sets:
        return union
    return reduce(or_, (digits for digits in sets if not digits & ~union and all(mask & digits for mask in masks)), 0)


def source_of(request: Request) -> DrawingSource:
    """Return the source of drawings of a request; the request must be for puzzles with drawn constraints."""
    assert request.drawing_source
    return request.drawing_source


def drawn_cages(request: Request, drawing: Drawing) -> list[Cage]:
    """Return the cages that were drawn at random."""
    if not source_of(request).style:
        return []
    return [
        constraint
        for constraint in drawing.layout.further[len(request.layout.further) :]
        if isinstance(constraint, Cage)
    ]
