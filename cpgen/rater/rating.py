"""The rating of a board, solved or not: the rounds of a ladder, its level and steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from threading import Lock
from types import MappingProxyType
from typing import Any

import numpy as np

from cpgen.kernel import compiled_when_hot, inlined
from cpgen.layout import Layout
from cpgen.notation import line
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.board import LogEntry, RaterBoard, RaterTables, empty_board, rater_tables, remove, set_up
from cpgen.rater.ladder import Ladder
from cpgen.rater.rules import sweep_rule
from cpgen.state import State

SOLVED, STUCK, CONTRADICTION = "solved", "stuck", "contradiction"


@dataclass(frozen=True)
class Rating:
    """How far the ladder gets: the outcome, level and steps so far, rounds by rule, and the board as it was left."""

    outcome: str
    """`solved`, `stuck` or `contradiction`"""
    level: int
    """The highest complexity used; 0 when no round counted"""
    steps: int
    """Rounds that counted"""
    rules: Mapping[str, int]
    """Rounds in which each rule was used, those that were"""
    digits: Grid
    """The digit placed in each cell, 0 for an open one"""
    candidates: tuple[int, ...]
    """The candidates of each cell, bit d − 1 for digit d"""

    @property
    def solved(self) -> bool:
        """Whether the ladder fills the board."""
        return self.outcome == SOLVED

    @property
    def open_cells(self) -> int:
        """How many cells are still open."""
        return self.digits.count(0)

    def candidates_of(self, cell: int) -> tuple[int, ...]:
        """The candidates of a cell, ascending."""
        mask = self.candidates[cell]
        return tuple(digit for digit in range(1, mask.bit_length() + 1) if mask >> (digit - 1) & 1)

    def as_json(self, rated: Puzzle | State) -> dict[str, Any]:
        """The rating of a puzzle or a state as an object for JSON."""
        state = State.of(rated)
        puzzle = state.puzzle
        return {
            "puzzle": puzzle.line,
            "solution": line(self.digits) if self.solved else None,
            "layout": puzzle.layout.spec,
            "clues": puzzle.clue_count,
            "level": self.level,
            "steps": self.steps,
            "solved": self.solved,
            "outcome": self.outcome,
            "rules": dict(self.rules),
            **state.as_json(),
        }


class Rater:
    """Rates boards of one layout on one ladder, with tables and buffers made once; safe to share between threads."""

    def __init__(self, layout: Layout, ladder: Ladder) -> None:
        self.layout = layout
        self.ladder = ladder
        self.tables = rater_tables(layout)
        self._board = empty_board(self.tables)
        self._lock = Lock()

    def rate(self, clues: Sequence[int]) -> Rating:
        """The rating of a board with these clues (n² digits, 0 open)."""
        with self._lock:
            rate_clues(self.tables, self._board, self.ladder.codes, as_array(clues))
            return self._read(self._board)

    def rate_state(self, state: State) -> Rating:
        """The rating of a state, whose rounds count from there."""
        with self._lock:
            self._climb(self._board, state)
            return self._read(self._board)

    def trace(self, state: State) -> tuple[Rating, list[LogEntry]]:
        """The rating of a state and the log of every effect, in order."""
        board = self._traced_board
        with self._lock:
            self._climb(board, state)
            return self._read(board), [LogEntry(*row) for row in board.log[: board.state[0].logged].tolist()]

    def _climb(self, board: RaterBoard, state: State) -> None:
        digits = as_array(state.digits)
        if state.marks:
            rate_narrowed(self.tables, board, self.ladder.codes, digits, _allowed(state))
        else:
            rate_clues(self.tables, board, self.ladder.codes, digits)

    @cached_property
    def _traced_board(self) -> RaterBoard:
        return empty_board(self.tables, traced=True)

    def _read(self, board: RaterBoard) -> Rating:
        state = board.state[0]
        uses = zip(self.ladder.rules, board.uses.tolist(), strict=False)
        return Rating(
            outcome=CONTRADICTION if state.broken else STUCK if state.open_cells else SOLVED,
            level=int(state.level),
            steps=int(state.steps),
            rules=MappingProxyType({rule: rounds for rule, rounds in uses if rounds}),
            digits=tuple(board.values.tolist()),
            candidates=tuple(board.candidates.tolist()),
        )


@lru_cache(maxsize=32)
def rater_for(layout: Layout, ladder: Ladder) -> Rater:
    """The rater of a layout and a ladder, made on first use."""
    return Rater(layout, ladder)


def rate_puzzle(puzzle: Puzzle | State, ladder: Ladder) -> Rating:
    """The rating of a puzzle or a state on a ladder."""
    rater = rater_for(puzzle.layout, ladder)
    return rater.rate_state(puzzle) if isinstance(puzzle, State) else rater.rate(puzzle.clues)


def _allowed(state: State) -> np.ndarray:
    """The digits that each cell may hold as a mask: those noted, all where none are."""
    full = (1 << state.layout.size) - 1
    return np.array([sum(1 << d - 1 for d in noted) or full for noted in state.marks], np.uint64)


def as_array(clues: Sequence[int]) -> np.ndarray:
    """Digits 0..36 as the array of bytes that compiled loops take, writable like all that they are compiled for."""
    return np.frombuffer(bytearray(clues), np.uint8)


@compiled_when_hot
def rate_clues(tables: RaterTables, board: RaterBoard, codes: np.ndarray, clues: np.ndarray) -> None:
    """Sets the board up with the clues and climbs the ladder; a traced board has a log of the effects then."""
    set_up(tables, board, clues)
    climb(tables, board, codes)


@compiled_when_hot
def rate_narrowed(
    tables: RaterTables, board: RaterBoard, codes: np.ndarray, digits: np.ndarray, allowed: np.ndarray
) -> None:
    """The same for digits placed and the candidates that cells may have (masks), which narrow the board untraced."""
    set_up(tables, board, digits)
    for cell in range(len(allowed)):
        if not board.values[cell]:
            remove(tables, board, cell, ~allowed[cell])
    climb(tables, board, codes)


@inlined
def climb(tables: RaterTables, board: RaterBoard, codes: np.ndarray) -> None:
    """Does round after round until the board is solved, stuck or contradictory; counts level, steps and uses.

    The effects are logged on a board that has room for a log.
    """
    state = board.state[0]
    state.traced = len(board.log) > 0
    while state.open_cells and not state.broken:
        board.finding[0].round_number = state.steps + 1
        k = first_that_acts(tables, board, codes)
        if k < 0:
            return
        state.steps += 1
        state.level = max(state.level, codes[k].complexity)
        board.uses[k] += 1


@inlined
def first_that_acts(tables: RaterTables, board: RaterBoard, codes: np.ndarray) -> int:
    """Sweeps the rules in order until one has an effect; its place in the ladder, or −1."""
    before = board.state[0].changes
    for k in range(len(codes)):
        board.finding[0].rule = k
        sweep_rule(tables, board, codes[k].rule)
        if board.state[0].changes > before:
            return k
    return -1
