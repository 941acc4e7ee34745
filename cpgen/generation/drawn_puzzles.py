"""Puzzles with drawn constraints: values are read off a random grid, then a local search makes the puzzle solvable.

An attempt takes a drawing, the user's or a random one, and a random grid on which it can be drawn. The grid is the
solution from the beginning. A *draft* says what is given of it: constraints with their values, and given digits. The
ladder of the target rates the draft, and moves change it:

- where the ladder is stuck, cages are split or divided in another way, what was left out returns, or a digit is given;
- where it solves the puzzle but misses the grade, the same moves make the puzzle easier, the opposite ones harder,
  whichever leads to the grade;
- where nothing of this is possible, since all dots are shown, or the user has drawn the cages, and no digit is given,
  two digits of the grid are exchanged, and values are read off again.

A move stays if the energy, the distance from the target, does not rise. At last everything superfluous leaves, and an
oracle proves that there is one solution. Uniqueness alone would be a poor guide: most puzzles that are unique and no
more cannot be solved by a person.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import inf, log
from typing import TypeVar

import numpy as np

from cpgen.constraints.base import Constraint
from cpgen.constraints.cage import Cage
from cpgen.constraints.geometry import neighbours
from cpgen.drawings.cages import split_cage
from cpgen.drawings.random_drawings import Drawing
from cpgen.drawings.sheet import moves_of
from cpgen.generation.energy import STUCK_ENERGY, Energy, energy_for
from cpgen.generation.grid_moves import VAIN_GRID_MOVES, grid_moves
from cpgen.layout import Layout
from cpgen.messages import Message
from cpgen.oracles import Oracle, UndecidedError
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.rating import rate_puzzle
from cpgen.requests.clock import Clock, Phase
from cpgen.requests.drawing_source import DrawingSource
from cpgen.requests.generation_request import Request
from cpgen.requests.results import Generated

T = TypeVar("T")
VAIN_MOVES = 30
"""Moves in succession that do not lower the energy, after which an attempt ends"""
MOST_MISSES = 20
"""Random drawings in succession without a grid, after which lines are drawn as short as the kind allows. On 9×9 boxes
one in ten thousand puzzles with thermometers comes to that; on jigsaws most with thermometers or whispers do"""
QUICKLY_DECOMPOSED = 9
"""Largest side on which the automata of all constraints take no longer than a rating; on 25×25 one alone takes 0.3 s,
so the clock is checked between them"""
TRIES = 8
"""Random cages, groups or cells that are tried for a move"""
COMPARED = 4
"""Random cells that are compared for a given digit; a third fewer ratings than with 1, and no fewer with 8"""

Group = tuple[Constraint, ...]
"""Constraints that the symmetry maps to each other"""


@dataclass(frozen=True)
class Draft:
    """Draft of a puzzle on a known grid: constraints, whose values are read from the grid, and cells with given digits.

    Attributes:
        grid: The grid, which is the solution of the puzzle.
        fixed: Constraints that always stay.
        shown: Groups that may be split or left out.
        hidden: Groups that are left out.
        givens: Cells whose digit is given.
    """

    grid: Grid
    fixed: Group
    shown: tuple[Group, ...]
    hidden: tuple[Group, ...] = ()
    givens: frozenset[int] = frozenset()

    @property
    def key(self) -> object:
        """Key that is equal for drafts on a grid with the same groups shown, in any order, and the same givens."""
        return self.grid, frozenset(self.shown), self.givens

    def puzzle(self, board: Layout) -> Puzzle:
        """Return the puzzle on a board (with the constraints that every puzzle has)."""
        layout = board.with_constraints(*self.fixed, *(constraint for group in self.shown for constraint in group))
        return Puzzle(layout, tuple(digit if cell in self.givens else 0 for cell, digit in enumerate(self.grid)))


@dataclass(frozen=True)
class RatedDraft:
    """A draft with its energy (distance from the target) and the candidates of each cell where the ladder ends.

    Candidates are masks.
    """

    draft: Draft
    puzzle: Puzzle
    energy: float
    candidates: tuple[int, ...]
    is_too_easy: bool | None
    """True if harder moves lead to the target, False if easier ones do, None if both may"""

    @property
    def open_cells(self) -> list[int]:
        """Cells in which the ladder leaves more than one candidate, ascending."""
        return [cell for cell, mask in enumerate(self.candidates) if mask & (mask - 1)]

    @property
    def description(self) -> Message:
        """Description of how far the ladder solves the draft."""
        return Message(
            "draft-stuck" if self.open_cells else "draft-solved",
            open=len(self.open_cells),
            givens=self.puzzle.clue_count,
        )


class DraftSearch:
    """Local search over drafts, as the module describes; all have the same grid as their solution, unless it moves."""

    def __init__(
        self,
        request: Request,
        drawing: Drawing,
        grid: Grid,
        rng: np.random.Generator,
        clock: Clock,
        like: Energy | None = None,
    ) -> None:
        """Begin a search; it reuses the memory of the energy `like`, which must not be used afterwards."""
        self.request, self.grid, self.rng, self.clock = request, grid, rng, clock
        source = source_of(request)
        self.board = replace(request.layout, extras=drawing.layout.extras)  # a drawing may have houses
        self.symmetry = moves_of(self.board.size, drawing.symmetry)
        self.least_givens, self.most_givens = source.givens.within(0, self.board.cell_count)
        self.locked = frozenset(cell for cell, digit in enumerate(request.fixed_clues) if digit)
        self.longest = max((len(cage.cells) for cage in _drawn_cages(request, drawing)), default=0)
        elements = source.style.elements if source.style else ()
        self.most_single = max((element.one_cell for element in elements), default=0)
        self.draft = self._first(drawing)
        self.bound = min(-log(request.target.threshold), STUCK_ENERGY)
        has_other_moves = self.draft.shown or self.draft.givens or self.most_givens
        self.grid_moves = None if has_other_moves else grid_moves(request, drawing)
        self.most_vain = VAIN_GRID_MOVES if self.grid_moves else VAIN_MOVES
        self.energy = like if like and like.scratches.layout.base == self.board.base else None
        self._rated: set[object] = set()  # keys of the drafts that have been rated
        clock.nearest = clock.nearest or (inf, Message("draft-unrated"))

    def _first(self, drawing: Drawing) -> Draft:
        """Return the draft that an attempt begins with: all that is drawn, and as few given digits as allowed."""
        constraints = drawing.layout.further
        own = len(self.board.further)  # constraints that the board had before
        optional = {index for group in drawing.optional for index in group}
        cages = _drawn_cages(self.request, drawing)
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
            *self._shuffled([cell for cell in self.request.clue_cells if cell not in self.locked]),
        ]
        return frozenset(cells[: max(self.least_givens, len(self.locked))])

    def _groups_of_cages(self, cages: Sequence[Sequence[int]]) -> list[Group]:
        """Return the groups of cages on these sets of cells: each cage with its images under the symmetry.

        A cage that is too long, or in which a digit of the grid would repeat, is split.
        """
        groups = []
        waiting = list(_different(map(self._images_of, cages)))
        for group in waiting:
            if all(self._is_cage(cage) for cage in group):
                groups.append(group)
            else:
                waiting += self._split(group) or _different(self._images_of([cell]) for cell in group[0].cells)
        return groups

    def _split(self, group: Group) -> tuple[Group, ...]:
        """Return the groups of smaller cages that replace a group of cages, all split in the same way.

        () if no random split tried gives cages without common cells on all images under the symmetry.
        """
        for _ in range(TRIES):
            fresh = _different(map(self._images_of, split_cage(group[0].cells, self.board.size, self.rng)))
            if _cover_once(fresh, (group,)):
                return fresh
        return ()

    def run(self) -> RatedDraft | None:
        """Return an accepted draft without superfluous elements, or None if the search is stuck."""
        if _single_cages(self.draft) > self.most_single:
            return None
        best = self._rate(self.draft)
        vain = 0
        while best.energy >= self.bound:
            if not self.clock.nearest or best.energy < self.clock.nearest[0]:
                self.clock.nearest = best.energy, best.description
            # Moves often lead back to a draft that was rated before.
            moved = (self._moved(best) for _ in range(TRIES))
            tried = next((draft for draft in moved if draft and draft.key not in self._rated), None)
            if tried is None or vain == self.most_vain:
                return None
            rated = self._rate(tried)
            vain = 0 if rated.energy < best.energy else vain + 1
            if rated.energy <= best.energy:
                best = rated
                self.grid = best.draft.grid
        return self._minimal(best)

    def _rate(self, draft: Draft) -> RatedDraft:
        self.clock.count_ratings(1)
        self._rated.add(draft.key)
        puzzle = draft.puzzle(self.board)
        if self.board.size > QUICKLY_DECOMPOSED:
            for constraint in puzzle.layout.further:
                self.clock.check()
                tuple(constraint.decompose(puzzle.layout))  # kinds keep their automata, so this is not done twice
        energy = self._energy_of(puzzle.layout)
        energy_of_draft = energy.rated(np.array(puzzle.clues, np.uint8), self.clock)
        return RatedDraft(
            draft, puzzle, energy_of_draft, tuple(energy.function.board.candidates.tolist()), energy.is_too_easy
        )

    def _energy_of(self, layout: Layout) -> Energy:
        """Return the energy with which drafts with this layout are rated; it is kept until the layout changes.

        A new energy reuses the memory of the previous one, which must not be used afterwards.
        """
        if not self.energy or self.energy.scratches.layout != layout:
            self.energy = energy_for(layout, self.request.target, self.energy)
        return self.energy

    def _minimal(self, rated: RatedDraft) -> RatedDraft:
        """Remove givens and groups of constraints, except cages, from an accepted draft; return the result.

        Each is removed only if the target still accepts the draft.
        """
        for cell in self._givens(rated):
            if len(rated.draft.givens) > self.least_givens:
                rated = self._if_accepted(replace(rated.draft, givens=rated.draft.givens - {cell}), rated)
        for group in self._shuffled([group for group in rated.draft.shown if not isinstance(group[0], Cage)]):
            rated = self._if_accepted(_hidden(rated.draft, group), rated)
        return rated

    def _if_accepted(self, draft: Draft, otherwise: RatedDraft) -> RatedDraft:
        rated = self._rate(draft)
        return rated if rated.energy < self.bound else otherwise

    # Moves: each returns another draft, or None if it is not possible.

    def _moved(self, rated: RatedDraft) -> Draft | None:
        """Return the draft after a random move: one that leads towards the target, or that may lead either way.

        None if no such move is possible.
        """
        moves = [self._redivide_cages, self._swap_givens]
        if self.grid_moves:
            moves.append(self._exchange_digits)
        if not rated.is_too_easy:
            moves += [self._split_cage, self._show_group, self._give_digit]
        if rated.is_too_easy is not False:
            moves += [self._join_cages, self._hide_group, self._take_given]
        return next((draft for move in self._shuffled(moves) if (draft := move(rated))), None)

    def _exchange_digits(self, rated: RatedDraft) -> Draft | None:
        """Return the draft with two digits of the grid exchanged, and all that is drawn read off again.

        None if the new grid cannot have the drawing.
        """
        assert self.grid_moves
        if moved := self.grid_moves.moved(rated.draft.grid, self.rng):
            grid, drawn = moved
            return replace(rated.draft, grid=grid, fixed=drawn)
        return None

    def _split_cage(self, rated: RatedDraft) -> Draft | None:
        """Return the draft with a random cage and its images split; None if no cage can be split.

        Cages with open cells are split if there are any.
        """
        open_cells = set(rated.open_cells) or set(range(len(self.grid)))
        groups = [group for group in rated.draft.shown if isinstance(group[0], Cage) and len(group[0].cells) > 1]
        groups = [group for group in groups if any(open_cells.intersection(cage.cells) for cage in group)]
        for group in self._shuffled(groups):
            fresh = self._split(group)
            if fresh and (draft := self._if_few_single(_replaced(rated.draft, (group,), fresh))):
                return draft
        return None

    def _join_cages(self, rated: RatedDraft) -> Draft | None:
        """Return the draft with two random neighbouring cages joined, and their images; None if none can be."""
        for joined, old in self._unions(rated):
            if all(self._is_cage(cage) for cage in joined):
                return _replaced(rated.draft, old, (joined,))
        return None

    def _redivide_cages(self, rated: RatedDraft) -> Draft | None:
        """Return the draft with the cells of two neighbouring cages, and their images, divided in another way.

        None if no pair of cages tried can be.
        """
        for joined, old in self._unions(rated):
            fresh = self._split(joined)
            if fresh and set(fresh) != set(old) and all(self._is_cage(cage) for group in fresh for cage in group):
                return self._if_few_single(_replaced(rated.draft, old, fresh))
        return None

    def _unions(self, rated: RatedDraft) -> Iterator[tuple[Group, tuple[Group, ...]]]:
        """Yield random pairs of neighbouring cages: the group of their union, and the groups that it replaces.

        A group has the images under the symmetry, too. Pairs are left out if the unions would not have exactly the
        cells of the groups replaced.
        """
        groups = {
            cell: (cage, group)
            for group in rated.draft.shown
            for cage in group
            if isinstance(cage, Cage)
            for cell in cage.cells
        }
        cells = rated.open_cells or range(len(self.grid))
        for cell in self._shuffled([cell for cell in cells if cell in groups])[:TRIES]:
            cage, group = groups[cell]
            near = [groups[other] for other in neighbours(cell, self.board.size) if other in groups]
            if near := [neighbour for neighbour in near if neighbour[0] != cage]:
                other, other_group = self._any(near)
                joined, old = self._images_of((*cage.cells, *other.cells)), _different((group, other_group))
                if _cover_once((joined,), old):
                    yield joined, old

    def _is_cage(self, cage: Constraint) -> bool:
        """Return True if a cage is not too long, and no digit repeats in it."""
        return len({self.grid[cell] for cell in cage.cells}) == len(cage.cells) <= self.longest

    def _if_few_single(self, draft: Draft) -> Draft | None:
        """Return the draft; None if it has more cages of one cell than are allowed."""
        return draft if _single_cages(draft) <= self.most_single else None

    def _show_group(self, rated: RatedDraft) -> Draft | None:
        """Return the draft with a random hidden group of constraints shown again; None if no group is hidden."""
        if not rated.draft.hidden:
            return None
        group = self._any(rated.draft.hidden)
        hidden = tuple(hidden_group for hidden_group in rated.draft.hidden if hidden_group != group)
        return replace(rated.draft, shown=(*rated.draft.shown, group), hidden=hidden)

    def _hide_group(self, rated: RatedDraft) -> Draft | None:
        """Return the draft without a random group of constraints; None if it shows only cages.

        Cages are never left out: the search only splits and joins them.
        """
        groups = [group for group in rated.draft.shown if not isinstance(group[0], Cage)]
        return _hidden(rated.draft, self._any(groups)) if groups else None

    def _give_digit(self, rated: RatedDraft) -> Draft | None:
        """Return the draft with one more digit given; None if no more are allowed, or every cell is given."""
        givens, cells = rated.draft.givens, self._cells_to_give(rated)
        if not cells or len(givens) == self.most_givens:
            return None
        return replace(rated.draft, givens=givens | {self._most_telling(cells, rated)})

    def _swap_givens(self, rated: RatedDraft) -> Draft | None:
        """Return the draft with one given moved to another cell; None if that is impossible.

        Givens are moved only while the draft has as many as allowed.
        """
        givens, cells = self._givens(rated), self._cells_to_give(rated)
        if not givens or not cells or len(rated.draft.givens) < self.most_givens:
            return None
        return replace(rated.draft, givens=rated.draft.givens - {givens[0]} | {self._most_telling(cells, rated)})

    def _take_given(self, rated: RatedDraft) -> Draft | None:
        """Return the draft with one given digit fewer; None if no fewer are allowed."""
        givens = self._givens(rated)
        if not givens or len(rated.draft.givens) == self.least_givens:
            return None
        return replace(rated.draft, givens=rated.draft.givens - {givens[0]})

    def _givens(self, rated: RatedDraft) -> list[int]:
        """Return the given cells whose digit is not fixed by the pattern, in random order."""
        return self._shuffled(sorted(rated.draft.givens - self.locked))

    def _cells_to_give(self, rated: RatedDraft) -> list[int]:
        """Return the cells in which a given may help: those that the ladder leaves open, or else all others."""
        cells = [cell for cell in self.request.clue_cells if cell not in rated.draft.givens]
        open_cells = set(rated.open_cells)
        return [cell for cell in cells if cell in open_cells] or cells

    def _most_telling(self, cells: Sequence[int], rated: RatedDraft) -> int:
        """Return the cell whose digit would exclude the most candidates, among a few random ones of `cells`.

        The candidates are those that the ladder leaves.
        """
        return max(self._shuffled(cells)[:COMPARED], key=lambda cell: self._excluded_by(cell, rated))

    def _excluded_by(self, cell: int, rated: RatedDraft) -> int:
        """Return the number of candidates that the digit of a cell excludes, there and in the cells that it sees."""
        digit = 1 << self.grid[cell] - 1
        seen = sum(bool(rated.candidates[peer] & digit) for peer in self.board.peers[cell])
        return seen + rated.candidates[cell].bit_count() - 1

    def _images_of(self, cells: Sequence[int]) -> Group:
        """Return the cages on these cells and on their images under the symmetry, each with its sum in the grid."""
        images = dict.fromkeys(tuple(sorted(int(image[cell]) for cell in cells)) for image in self.symmetry)
        return tuple(Cage(image, sum(self.grid[cell] for cell in image)) for image in images)

    def _shuffled(self, items: Sequence[T]) -> list[T]:
        return [items[k] for k in self.rng.permutation(len(items)).tolist()]

    def _any(self, items: Sequence[T]) -> T:
        return items[int(self.rng.integers(len(items)))]


def _replaced(draft: Draft, old: Sequence[Group], fresh: Sequence[Group]) -> Draft:
    return replace(draft, shown=(*(group for group in draft.shown if group not in old), *fresh))


def _hidden(draft: Draft, group: Group) -> Draft:
    shown = tuple(shown_group for shown_group in draft.shown if shown_group != group)
    return replace(draft, shown=shown, hidden=(*draft.hidden, group))


def _single_cages(draft: Draft) -> int:
    """Return the number of cages of one cell."""
    return sum(
        isinstance(constraint, Cage) and len(constraint.cells) == 1 for group in draft.shown for constraint in group
    )


def _different(groups: Iterable[Group]) -> tuple[Group, ...]:
    """Return the groups without those whose constraints equal those of an earlier group."""
    return tuple({frozenset(group): group for group in groups}.values())


def _cover_once(fresh: Sequence[Group], old: Sequence[Group]) -> bool:
    """Return True if new groups have exactly the cells of the old ones, and no cell is in two constraints."""
    cells = sorted(cell for group in fresh for constraint in group for cell in constraint.cells)
    return cells == sorted(cell for group in old for constraint in group for cell in constraint.cells)


def source_of(request: Request) -> DrawingSource:
    """Return the source of drawings of a request; the request must be for puzzles with drawn constraints."""
    assert request.drawing_source
    return request.drawing_source


def _board_of(request: Request, drawing: Drawing) -> Layout:
    """Return the layout whose grids can have the drawing.

    For a random drawing, cages and marks without a value do not restrict the grid: cages in which a digit would repeat
    are split later, and marks that the grid does not show are left out. Then all attempts have the same board.
    """
    layout = drawing.layout
    if not source_of(request).style:
        return layout.with_any_values()
    cages = _drawn_cages(request, drawing)
    uncaged = tuple(constraint for constraint in layout.further if constraint not in cages)
    board = replace(layout, further=uncaged).ignoring_open_values()
    # Without what demands nothing, such as open marks, the board is often the same for all attempts.
    found = zip(board.constraints, board.primitives_of, strict=True)
    lean = replace(layout, further=tuple(one for one, primitives in found if primitives)[len(board.houses) :])
    return lean if lean.primitives == board.primitives else board


def _drawn_cages(request: Request, drawing: Drawing) -> list[Cage]:
    """Return the cages that were drawn at random."""
    if not source_of(request).style:
        return []
    return [
        constraint
        for constraint in drawing.layout.further[len(request.layout.further) :]
        if isinstance(constraint, Cage)
    ]


def attempt_on_drawing(request: Request, oracle: Oracle, rng: np.random.Generator, clock: Clock) -> RatedDraft | None:
    """Return an accepted draft, by one attempt; None if the drawing has no grid or the search is stuck."""
    drawing = source_of(request).draw(request.layout, rng)
    grid = grid_of(request, drawing, oracle, rng, clock)
    return DraftSearch(request, drawing, grid, rng, clock).run() if grid else None


def grid_of(request: Request, drawing: Drawing, oracle: Oracle, rng: np.random.Generator, clock: Clock) -> Grid | None:
    """Return a random grid that can have a drawing, or None if there is none.

    For a random drawing, None may also mean that the effort limit was reached: another drawing is quickly made, whereas
    the search for a grid can take minutes, for example with long lines on a jigsaw.
    """
    limited = oracle.with_effort_limit() if source_of(request).style else None
    puzzle = Puzzle(_board_of(request, drawing), request.fixed_clues)
    with clock.asking(Phase.GENERATION):
        if not limited:
            return oracle.complete(puzzle, rng)
        with suppress(UndecidedError):
            return limited.complete(puzzle, rng)
    return None


def puzzle_on_drawing(
    request: Request, oracle: Oracle, seed: int, start: int, rng: np.random.Generator, clock: Clock
) -> Generated:
    """Repeat attempts until one yields a puzzle that an oracle proves to have one solution.

    Raises:
        OutOfTimeError: if the clock ends the call.
    """
    begun, misses = clock.spent, 0
    energy: Energy | None = None
    while True:
        clock.attempts += 1
        clock.check()
        drawing = source_of(request).draw(request.layout, rng, shortest=misses >= MOST_MISSES)
        grid = grid_of(request, drawing, oracle, rng, clock)
        if grid is None:
            misses += 1
            continue
        if misses < MOST_MISSES:
            misses = 0
        search = DraftSearch(request, drawing, grid, rng, clock, energy)
        if rated := search.run():
            puzzle, solution = rated.puzzle, rated.draft.grid
            with clock.asking(Phase.PROOF):
                witness = oracle.prove(puzzle, solution)
            rating = rate_puzzle(puzzle, request.target.grade.full_ladder, clock.is_over)
            if witness.unique and request.target.accepts(rating):
                return Generated(puzzle, solution, rating, request, seed, start, clock.spent - begun)
        energy = search.energy
        clock.restarts[Phase.GENERATION] += 1
