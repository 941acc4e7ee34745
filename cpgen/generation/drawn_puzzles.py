"""Puzzles with drawn constraints: values are read off a random grid, then a local search makes the puzzle solvable.

An attempt takes a drawing, the user's or a random one, and a random grid on which it can be drawn. The grid is the
solution from the beginning. A *draft* says what is given of it: constraints with their values, and given digits. The
ladder of the target rates the draft, and moves change it:

- where the ladder is stuck, cages are split or divided in another way, what was left out returns, or a digit is given;
- where it solves the puzzle but misses the grade, the same moves make the puzzle easier, the opposite ones harder,
  whichever leads to the grade;
- where nothing of this is possible, since all dots are shown, or the user has drawn the cages, and no digit is given,
  two digits of the grid are exchanged, and values are read off again.

Ratings take most of the time, so few drafts are rated: none that has a second solution with two digits swapped in some
cells, and on a stuck board only those after moves that exclude candidates.

A move stays if the energy, the distance from the target, does not rise. At last everything superfluous leaves, and an
oracle proves that there is one solution. Uniqueness alone would be a poor guide: most puzzles that are unique and no
more cannot be solved by a person.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from math import inf, log

import numpy as np

from cpgen.constraints.cage import Cage
from cpgen.drawings.random_drawings import Drawing
from cpgen.generation.digit_swaps import DigitSwaps
from cpgen.generation.draft_moves import DraftMoves, drawn_cages, source_of
from cpgen.generation.drafts import Draft, RatedDraft
from cpgen.generation.energy import STUCK_ENERGY, Energy, energy_for
from cpgen.generation.grid_moves import VAIN_GRID_MOVES
from cpgen.layout import Layout
from cpgen.messages import Message
from cpgen.oracles import Oracle, UndecidedError
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.rating import rate_puzzle
from cpgen.requests.clock import Clock, Phase
from cpgen.requests.generation_request import Request
from cpgen.requests.results import Generated

VAIN_MOVES = 16
"""Moves in succession that do not lower the energy, after which an attempt ends; with 30 killers need a twentieth more
ratings, with 8 puzzles on eight thermometers twice as many"""
MOST_MISSES = 20
"""Random drawings in succession without a grid, after which lines are drawn as short as the kind allows. On 9×9 boxes
one in ten thousand puzzles with thermometers comes to that; on jigsaws most with thermometers or whispers do"""
QUICKLY_DECOMPOSED = 9
"""Largest side on which the automata of all constraints take no longer than a rating; on 25×25 one alone takes 0.3 s,
so the clock is checked between them"""
PLAIN_MOVES, MOVES = 8, 20
"""Random moves that are tried for a draft that is worth a rating, without and with the others, after which further
moves follow until it notices all swaps of two digits"""
VAIN_CHANGES = 20
"""Moves in succession after which a draft does not notice more swaps, when no more are tried; they are not rated"""
MOST_AT_ONCE = 8
"""Most moves before a rating where the ladder hardly begins; a beginner's killer needs 8 to 10 splits"""


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
        self.request, self.clock = request, clock
        self.moves = DraftMoves(request, drawing, grid, rng)
        self.board = self.moves.board
        self.bound = min(-log(request.target.threshold), STUCK_ENERGY)
        self.energy = like if like and like.scratches.layout.base == self.board.base else None
        self.swaps = DigitSwaps(self.board, grid)
        self._rated: set[object] = set()  # keys of the drafts that have been rated
        clock.nearest = clock.nearest or (inf, Message("draft-unrated"))

    def run(self) -> RatedDraft | None:
        """Return an accepted draft without superfluous elements, or None if the search is stuck."""
        if self.moves.first.single_cages > self.moves.most_single:
            return None
        best = self._rate(self._told_apart(self.moves.first))
        if self._unnoticed(best.draft):
            return None
        most_vain = VAIN_GRID_MOVES if self.moves.grid_moves else VAIN_MOVES
        vain, at_once = 0, 1
        while best.energy >= self.bound:
            if not self.clock.nearest or best.energy < self.clock.nearest[0]:
                self.clock.nearest = best.energy, best.description
            tried = self._next(best, at_once)
            if tried is None or vain == most_vain:
                return None
            rated = self._rate(tried)
            vain = 0 if rated.energy < best.energy else vain + 1
            if rated.energy <= best.energy:
                best = rated
            is_far = 2 * len(best.open_cells) > self.board.cell_count
            at_once = min(2 * at_once, MOST_AT_ONCE) if is_far else 1
        return self._minimal(best)

    def _told_apart(self, draft: Draft) -> Draft:
        """Return a draft after moves by which it notices all swaps of two digits, or as many as moves achieve."""
        unnoticed, vain = self._unnoticed(draft), 0
        while unnoticed and vain < VAIN_CHANGES:
            vain += 1
            if moved := self.moves.moved(self.swaps.position(draft, unnoticed)):
                left = self._unnoticed(moved)
                if left.bit_count() < unnoticed.bit_count():
                    vain = 0
                if left.bit_count() <= unnoticed.bit_count():
                    draft, unnoticed = moved, left
        return draft

    def _unnoticed(self, draft: Draft) -> int:
        """Return the swaps of two digits that a draft does not notice; 0 where moves change the grid, not the draft."""
        if self.moves.grid_moves:
            return 0
        return self.swaps.unnoticed((*self.board.further, *draft.constraints), draft.givens)

    def _next(self, best: RatedDraft, at_once: int) -> Draft | None:
        """Return the draft to rate after the best one; None if a few random moves lead to none that is worth it.

        It was not rated before (moves often lead back), and it notices all swaps of two digits.

        Args:
            best: The best draft until now.
            at_once: Number of moves where the ladder is stuck.
        """
        for tried in range(MOVES):
            draft = self.moves.changed(best, at_once)
            if draft and tried >= PLAIN_MOVES:
                draft = self._told_apart(draft)
            if draft and draft.key not in self._rated and not self._unnoticed(draft):
                return draft
        return None

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
            draft,
            tuple(energy.function.board.candidates.tolist()),
            energy.is_too_easy,
            puzzle=puzzle,
            energy=energy_of_draft,
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
        for cell in self.moves.changeable_givens(rated.draft):
            if len(rated.draft.givens) > self.moves.least_givens:
                rated = self._if_accepted(replace(rated.draft, givens=rated.draft.givens - {cell}), rated)
        for group in self.moves.shuffled([group for group in rated.draft.shown if not isinstance(group[0], Cage)]):
            rated = self._if_accepted(rated.draft.without(group), rated)
        return rated

    def _if_accepted(self, draft: Draft, otherwise: RatedDraft) -> RatedDraft:
        if self._unnoticed(draft):
            return otherwise
        rated = self._rate(draft)
        return rated if rated.energy < self.bound else otherwise


def _board_of(request: Request, drawing: Drawing) -> Layout:
    """Return the layout whose grids can have the drawing.

    For a random drawing, cages and marks without a value do not restrict the grid: cages in which a digit would repeat
    are split later, and marks that the grid does not show are left out. Then all attempts have the same board.
    """
    layout = drawing.layout
    if not source_of(request).style:
        return layout.with_any_values()
    cages = drawn_cages(request, drawing)
    uncaged = tuple(constraint for constraint in layout.further if constraint not in cages)
    board = replace(layout, further=uncaged).ignoring_open_values()
    # Without what demands nothing, such as open marks, the board is often the same for all attempts.
    found = zip(board.constraints, board.primitives_of, strict=True)
    lean = replace(layout, further=tuple(one for one, primitives in found if primitives)[len(board.houses) :])
    return lean if lean.primitives == board.primitives else board


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
