"""The oracle for speed: a compiled depth-first search on candidate masks, for layouts up to 36 digits.

The search itself is in `bitset_search`; a compiled loop of another module may call it directly:

    tables, state = search_tables(layout), search_state(layout)
    count_completions(tables, state, clues, 2, 1_000_000) == 1  # unique, if state.status[0].finished
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from cpgen.errors import InputError, Message
from cpgen.kernel import random_state, working_seconds
from cpgen.kernel.compiler import Entry
from cpgen.kernel.vectors import aligned
from cpgen.lanes.parts import no_clues
from cpgen.lanes.tables import NO_LANES, SMALL, lane_tables, lane_words
from cpgen.layout import Layout
from cpgen.oracles import KEPT_LAYOUTS, UndecidedError, Uniqueness
from cpgen.oracles.bitset_search import ADDRESSES, SearchTables, count_completions, count_on, show_alone
from cpgen.oracles.locking import Pair, locking_pairs, mask_of
from cpgen.oracles.plane_search import PlaneTables, SearchState, plane_shape, search_status
from cpgen.puzzle import Grid, Puzzle

MAX_SIZE = 36
IN_VAIN = 64
"""Branches over n of a random search after which another one, in a good order, may show sooner that there is nothing"""
NO_LIMIT = 2**62
BRIEF = 300
"""Branches after which a brief oracle is undecided"""
LANES = 8
"""Houses come in multiples of this many, which the search takes at once."""


class BitsetOracle:
    """Answers by a compiled search on candidate masks, with at most `seconds` for one question.

    A brief one is undecided after BRIEF branches.
    """

    name = "bitset"

    def __init__(self, seconds: float = float("inf"), is_brief: bool = False) -> None:
        self.seconds, self.is_brief = seconds, is_brief
        self._boards: dict[Layout, _Board] = {}
        self._last: _Board | None = None

    @cached_property
    def brief(self) -> BitsetOracle:
        """The same oracle, but brief."""
        return type(self)(self.seconds, True)

    def __getstate__(self) -> dict[str, Any]:
        return {"seconds": self.seconds, "is_brief": self.is_brief, "_boards": {}, "_last": None}

    def count(self, puzzle: Puzzle, limit: int | None = 2) -> int:
        """How many completions the puzzle has, counting no further than `limit` (None: all)."""
        if limit is not None and limit <= 0:
            return 0
        return self._count(self._board(puzzle.layout), puzzle, NO_LIMIT if limit is None else limit)

    def is_consistent(self, puzzle: Puzzle) -> bool:
        """Whether the puzzle has a completion."""
        return self._count(self._board(puzzle.layout), puzzle, 1) == 1

    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        """Whether there is one completion, with the grids that show it."""
        board = self._board(puzzle.layout)
        found = self._count(board, puzzle, 2)
        return Uniqueness(tuple([board.grid(number) for number in range(found)]))

    def alone(self, layout: Layout, clues: np.ndarray, grids: np.ndarray) -> list[bool]:
        """Whether the grid in each row is shown, in BRIEF branches, to be the only completion of the clues there."""
        board, shown = self._board(layout), np.zeros(len(clues), np.bool_)
        board.shuffled[0] = board.scattered[0] = False
        show_alone.call_alike(board.tables, board.state, clues, grids, BRIEF, shown)
        return shown.tolist()

    def complete(self, puzzle: Puzzle, rng: np.random.Generator) -> Grid | None:
        """A random completion, or None when there is none."""
        board, deadline = self._board(puzzle.layout), working_seconds() + self.seconds
        board.state.random[:] = random_state(rng)
        nodes, may_have_none = 4 * puzzle.layout.size, True
        while not self._searched(board, puzzle, nodes, deadline, at_random=True):
            self._check_time(deadline, 0)
            if self.is_brief and nodes >= BRIEF:
                raise _undecided(f"in {BRIEF} branches", 0)
            nodes *= 2
            if (
                may_have_none
                and nodes >= IN_VAIN * puzzle.layout.size
                and self._searched(board, puzzle, nodes, deadline)
            ):
                if not board.found[0]:
                    return None
                may_have_none = False
        return board.grid(0) if board.found[0] else None

    def _searched(self, board: _Board, puzzle: Puzzle, nodes: int, deadline: float, at_random: bool = False) -> bool:
        """Whether a search from the start, for one completion, ends within so many nodes."""
        board.shuffled[0] = board.scattered[0] = at_random
        some = min(nodes, board.stride(count_completions))
        count_completions.call_alike(board.completing, board.state, board.clues(puzzle), 1, some)
        while not board.finished[0] and nodes > some:
            self._check_time(deadline, 0)
            nodes -= some
            some = min(nodes, board.stride(count_on))
            count_on(board.completing, board.state, 1, some)
        return bool(board.finished[0])

    def _count(self, board: _Board, puzzle: Puzzle, limit: int) -> int:
        tables, state, deadline = board.tables, board.state, working_seconds() + self.seconds
        board.shuffled[0] = board.scattered[0] = False
        first = BRIEF if self.is_brief else board.stride(count_completions)
        found = count_completions.call_alike(tables, state, board.clues(puzzle), limit, first)
        while not board.finished[0]:
            if self.is_brief:
                raise _undecided(f"in {BRIEF} branches", found)
            self._check_time(deadline, found)
            found = count_on(tables, state, limit, board.stride(count_on))
        return found

    def _check_time(self, deadline: float, found: int) -> None:
        if working_seconds() > deadline:
            raise _undecided(f"within {self.seconds:g} s", found)

    def _board(self, layout: Layout) -> _Board:
        if self._last is not None and self._last.layout is layout:
            return self._last
        board = self._boards.get(layout)
        if board is None:
            if len(self._boards) == KEPT_LAYOUTS:
                del self._boards[next(iter(self._boards))]
            board = self._boards[layout] = _Board(layout)
        self._last = board
        return board


def _undecided(bound: str, found: int) -> UndecidedError:
    question = ["a completion", "a second completion"][found] if found < 2 else f"more than {found} completions"
    return UndecidedError(f"bitset did not decide {bound} whether the puzzle has {question}.")


class _Board:
    """What is made once for a layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.tables = search_tables(layout)
        self.completing = self.tables._replace(lanes=NO_LANES) if layout.size <= SMALL else self.tables
        """The tables for random completions: those of small boards are made in planes, about as quickly"""
        self.state = search_state(layout)
        self.shuffled, self.scattered, self.finished, self.found = (
            self.state.status[name] for name in ("shuffled", "scattered", "finished", "found")
        )
        """Fields of the status, as numpy has them more quickly"""
        self._written = bytearray(layout.cell_count)
        self._clues = np.frombuffer(self._written, np.uint8)

    def stride(self, entry: Entry[Any, int]) -> int:
        """How many nodes an entry is to search between looks at the clock."""
        return max(1, (200_000 if entry.is_interpreted else 100_000_000) // self.layout.size**4)

    def clues(self, puzzle: Puzzle) -> np.ndarray:
        """The puzzle's clues as an array, until the next call."""
        self._written[:] = bytes(puzzle.clues)
        return self._clues

    def grid(self, number: int) -> Grid:
        """The first or second completion that was found."""
        return tuple(self.state.solutions[number].tobytes())


@lru_cache(maxsize=KEPT_LAYOUTS)
def search_tables(layout: Layout) -> SearchTables:
    """What the compiled search needs to know of a layout; raises InputError when it has too many digits."""
    if layout.size > MAX_SIZE:
        raise InputError(Message("bitset-size", most=MAX_SIZE, side=layout.size))
    houses = [mask_of(house.cells) for house in layout.houses]
    return SearchTables(plane_tables(layout, houses, locking_pairs(layout)), lane_tables(layout), ADDRESSES)


def plane_tables(layout: Layout, houses: Iterable[int], pairs: Sequence[Pair]) -> PlaneTables:
    """What the search in planes looks at: places in houses, given as masks of cells, and in locking pairs."""
    shape = plane_shape(layout.size)
    words = int(shape[0].words)
    keeps = [~mask_of(peers) for peers in layout.peers]
    rests, targets = zip(*pairs, strict=True) if pairs else ((-1,), (0,))
    return PlaneTables(
        shape,
        _split([mask_of(range(layout.cell_count))], words).ravel(),
        _split(keeps, words).ravel(),
        *(aligned(_split(_padded(masks), words).T.ravel()) for masks in (houses, rests, targets)),
    )


def search_state(layout: Layout) -> SearchState:
    """The memory of one search on this layout, to be used with `search_tables` of the same layout."""
    words, cells = int(plane_shape(layout.size)[0].words), layout.cell_count
    board = (layout.size + 1) * words + 1
    in_lanes = lane_tables(layout)
    lanes, level = lane_words(in_lanes)
    return SearchState(
        board=np.zeros(board, np.uint64),
        stack=np.empty(max(board, level) * cells, np.uint64),
        work=np.zeros(2 * words, np.uint64),
        status=search_status(),
        random=np.zeros(1, np.uint64),
        solutions=np.zeros((2, cells), np.uint8),
        lanes=np.zeros(lanes, np.uint64),
        last=no_clues(in_lanes),
        known=np.zeros(cells, np.uint8),
    )


def _split(masks: Iterable[int], words: int) -> np.ndarray:
    """The masks, a row each, as words of 64 bits, lowest first."""
    raw = b"".join((mask & ((1 << 64 * words) - 1)).to_bytes(8 * words, "little") for mask in masks)
    return np.frombuffer(raw, "<u8").astype(np.uint64).reshape(-1, words)


def _padded(masks: Iterable[int]) -> list[int]:
    """The masks with the first repeated, which changes nothing, up to a multiple of LANES."""
    out = list(masks)
    return out + out[:1] * (-len(out) % LANES)
