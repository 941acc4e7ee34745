"""The rating of a board, solved or not: the rounds of a ladder, its level and steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from threading import Lock
from types import MappingProxyType
from typing import Any

import numpy as np

from cpgen.kernel import compiled_when_hot, inlined, lowest
from cpgen.kernel.records import values
from cpgen.layout import Layout
from cpgen.notation import line
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.board import (
    ALL,
    AT_ONCE,
    LogEntry,
    PartEntry,
    RaterBoard,
    RaterTables,
    empty_board,
    place,
    rater_tables,
    set_up,
    strike,
    take_effect,
)
from cpgen.rater.ladder import Ladder
from cpgen.rater.techniques import search
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
    score: int = 0
    """The sum of the scores of all rounds, as the ladder has them"""
    level_name: str = ""
    """The ladder's name for the level, once the board is full: that of the hardest round, or higher for the score"""
    ladder: str = field(default="", compare=False)
    """The ladder's name"""

    @property
    def solved(self) -> bool:
        """Whether the ladder fills the board."""
        return self.outcome == SOLVED

    @property
    def open_cells(self) -> int:
        """How many cells are still open."""
        return self.digits.count(0)

    @property
    def hardest(self) -> str:
        """The hardest rule that was used; empty when no round counted."""
        return ("", *self.rules)[-1]

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
            "ladder": self.ladder,
            "score": self.score,
            "level_name": self.level_name or None,
            "hardest": self.hardest or None,
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
            rate_clues.call_alike(self.tables, self._board, self.ladder.codes, as_array(clues))
            return self._read(self._board)

    def rate_state(self, state: State) -> Rating:
        """The rating of a state, whose rounds count from there."""
        with self._lock:
            self._climb(self._board, state)
            return self._read(self._board)

    def trace(self, state: State) -> tuple[Rating, list[LogEntry], list[PartEntry]]:
        """The rating of a state, the log of every effect in order, and the parts of the findings."""
        with self._lock:
            self._climb(self._traced_board, state)
            return self._read(self._traced_board), *_logged(self._traced_board)

    def find(self, state: State) -> tuple[list[LogEntry], list[PartEntry]]:
        """The log of all that each rung finds in a state as it is, and the parts of the findings."""
        with self._lock:
            find_all(self.tables, self._traced_board, self.ladder.codes, *_arrays(state))
            return _logged(self._traced_board)

    def _climb(self, board: RaterBoard, state: State) -> None:
        if state.begun:
            rate_narrowed(self.tables, board, self.ladder.codes, *_arrays(state))
        else:
            rate_clues.call_alike(self.tables, board, self.ladder.codes, as_array(state.digits))

    @cached_property
    def _traced_board(self) -> RaterBoard:
        return empty_board(self.tables, traced=True)

    def _read(self, board: RaterBoard) -> Rating:
        state = values(board.state)
        outcome = CONTRADICTION if state.broken else STUCK if state.open_cells else SOLVED
        uses = zip(self.ladder.rules, board.uses.tolist(), strict=False)
        return Rating(
            outcome=outcome,
            level=state.level,
            steps=state.steps,
            rules=MappingProxyType({rule: rounds for rule, rounds in uses if rounds}),
            digits=tuple(board.values.tolist()),
            candidates=tuple(board.candidates.tolist()),
            score=state.score,
            level_name=self.ladder.level_name(state.level_place, state.score) if outcome == SOLVED else "",
            ladder=self.ladder.name,
        )


def _logged(board: RaterBoard) -> tuple[list[LogEntry], list[PartEntry]]:
    log, parts = board.log[: board.state[0].logged], board.parts[: board.state[0].parts_to]
    return [LogEntry(*row) for row in log.tolist()], [PartEntry(*row) for row in parts.tolist()]


@lru_cache(maxsize=32)
def rater_for(layout: Layout, ladder: Ladder) -> Rater:
    """The rater of a layout and a ladder, made on first use."""
    return Rater(layout, ladder)


def rate_puzzle(puzzle: Puzzle | State, ladder: Ladder) -> Rating:
    """The rating of a puzzle or a state on a ladder."""
    rater = rater_for(puzzle.layout, ladder)
    return rater.rate_state(puzzle) if isinstance(puzzle, State) else rater.rate(puzzle.clues)


def _arrays(state: State) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Clues, digits placed, and the digits that each cell may hold as a mask: those noted, all where none are."""
    full, none = (1 << state.layout.size) - 1, (0,) * state.layout.cell_count
    allowed = [sum(1 << d - 1 for d in noted if d) if noted else full for noted in state.marks or ((),) * len(none)]
    return as_array(state.puzzle.clues), as_array(state.placed or none), np.array(allowed, np.uint64)


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
    tables: RaterTables,
    board: RaterBoard,
    codes: np.ndarray,
    clues: np.ndarray,
    placed: np.ndarray,
    allowed: np.ndarray,
) -> None:
    """The same for clues, digits placed and the candidates that cells may have (masks)."""
    set_up_narrowed(tables, board, clues, placed, allowed)
    climb(tables, board, codes)


@compiled_when_hot
def find_all(
    tables: RaterTables,
    board: RaterBoard,
    codes: np.ndarray,
    clues: np.ndarray,
    placed: np.ndarray,
    allowed: np.ndarray,
) -> None:
    """Sets the board up in the same way, and logs all that each rung finds there; nothing takes effect."""
    set_up_narrowed(tables, board, clues, placed, allowed)
    state = board.state[0]
    for k in range(len(codes)):
        if not state.broken and state.open_cells:
            prepare(board, codes, k)
            state.mode = ALL
            search(tables, board, codes[k].technique)


@inlined
def set_up_narrowed(
    tables: RaterTables, board: RaterBoard, clues: np.ndarray, placed: np.ndarray, allowed: np.ndarray
) -> None:
    """Sets the board up with clues, digits placed and the candidates that cells may have (masks)."""
    set_up(tables, board, clues)
    for cell in range(len(placed)):
        if placed[cell] and not board.state[0].broken:
            place(tables, board, cell, placed[cell] - 1)
    for cell in range(len(allowed)):
        rest = np.uint64(0) if board.values[cell] else board.candidates[cell] & ~allowed[cell]
        while rest:
            strike(tables, board, cell, lowest(rest))
            rest &= rest - np.uint64(1)


@inlined
def climb(tables: RaterTables, board: RaterBoard, codes: np.ndarray) -> None:
    """Does round after round until the board is solved, stuck or contradictory; counts level, steps and uses."""
    while board.state[0].open_cells and not board.state[0].broken:
        k = 0
        while k < len(codes) and not acts(tables, board, codes, k):
            k += 1
        if k == len(codes):
            return
        count_round(board, codes, k)


@inlined
def count_round(board: RaterBoard, codes: np.ndarray, k: int) -> None:
    """Counts a round in which a rung had an effect."""
    state = board.state[0]
    state.steps += 1
    state.level = max(state.level, codes[k].complexity)
    state.score += codes[k].score
    state.level_place = max(state.level_place, codes[k].level)
    board.uses[k] += 1


@inlined
def acts(tables: RaterTables, board: RaterBoard, codes: np.ndarray, k: int) -> bool:
    """Searches for the technique of a rung; whether it has an effect."""
    state = board.state[0]
    before = state.changes
    prepare(board, codes, k)
    search(tables, board, codes[k].technique)
    if state.logged > state.waiting and state.mode != AT_ONCE:
        take_effect(tables, board)
    return bool(state.changes > before)


@inlined
def prepare(board: RaterBoard, codes: np.ndarray, k: int) -> None:
    """Notes which rung is searched for next, and what becomes of its effects."""
    state = board.state[0]
    state.rung = k
    state.technique = codes[k].technique
    state.mode = codes[k].mode
    state.places = codes[k].places
    state.waiting = state.logged
