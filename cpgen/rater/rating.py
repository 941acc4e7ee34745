"""Rating: how a ladder solves a board, its level and its number of steps.

A ladder of the paper's rules alone is climbed by one compiled loop. A wide ladder is climbed in Python (`climb_wide`):
its first rungs by a compiled loop (`cpgen.rater.rounds`), then one call per technique, so that only the techniques that
are reached are compiled.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from threading import Lock
from typing import Any

import numpy as np

from cpgen.answers import puzzle_answers as answers
from cpgen.answers.answer_base import joined
from cpgen.kernel.record_arrays import values
from cpgen.layout import Layout
from cpgen.messages import counted
from cpgen.notation import line
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.board import RaterBoard, empty_board
from cpgen.rater.finding_log import LogEntry, PartEntry
from cpgen.rater.findings import ALL
from cpgen.rater.ladder import Ladder
from cpgen.rater.rounds import (
    WITH_CLUES,
    begin_search,
    climb_basics,
    climb_with_clues,
    end_search,
    rate_clues,
    rate_state,
    set_up_clues,
    set_up_state,
)
from cpgen.rater.techniques import BASIC, NAMED, Call, Scratches
from cpgen.rater.techniques import Stop as Stop
from cpgen.rater.techniques.clue_logic import ClueScratch
from cpgen.state import State

SOLVED, STUCK, CONTRADICTION, STOPPED = "solved", "stuck", "contradiction", "stopped"


@dataclass(frozen=True)
class Rating:
    """Result of a rating: the outcome, level and steps so far, rounds by rule, and the board at the end."""

    outcome: str
    """`solved`, `stuck`, `contradiction`, or `stopped` if ended early: it is at least as hard as the level so far"""
    level: int
    """Highest complexity used; 0 when no round counted"""
    steps: int
    """Number of rounds"""
    rules: Mapping[str, int]
    """Number of rounds of each rule that was used, in the order of the ladder"""
    digits: Grid
    """Digit placed in each cell, 0 for an open one"""
    candidates: tuple[int, ...]
    """Candidates of each cell, bit d − 1 for digit d"""
    score: int = 0
    """Sum of the ladder's scores over all rounds"""
    level_name: str = ""
    """Ladder's name for the level of a solved board: that of the hardest round, or a higher one for a high score"""
    ladder: str = field(default="", compare=False)
    """Name of the ladder"""

    def __repr__(self) -> str:
        score = f", score {self.score}" if self.score else ""
        return f"<Rating: {self.outcome}, level {self.level}, {counted(self.steps, 'step')}{score}>"

    @property
    def solved(self) -> bool:
        """True if the ladder solves the board."""
        return self.outcome == SOLVED

    @property
    def assumes_one_solution(self) -> bool:
        """True if techniques were used that assume one solution, so that solving the board does not prove it."""
        return any(NAMED[rule].assumes_one_solution for rule in self.rules)

    @property
    def open_cells(self) -> int:
        """Number of cells still open."""
        return self.digits.count(0)

    @property
    def hardest(self) -> str:
        """Hardest rule that was used; empty when no round counted."""
        return ("", *self.rules)[-1]

    def candidates_of(self, cell: int) -> tuple[int, ...]:
        """Return the candidates of a cell in ascending order."""
        mask = self.candidates[cell]
        return tuple(digit for digit in range(1, mask.bit_length() + 1) if mask >> (digit - 1) & 1)

    def as_record(self, rated: Puzzle | State) -> answers.RatingRecord:
        """Return the record of the rating of `rated`."""
        state = State.of(rated)
        return joined(
            answers.RatingRecord,
            state.puzzle.as_record(),
            state.as_record(),
            solution=line(self.digits) if self.solved else None,
            clues=state.puzzle.clue_count,
            level=self.level,
            steps=self.steps,
            solved=self.solved,
            outcome=self.outcome,
            ladder=self.ladder,
            score=self.score,
            level_name=self.level_name or None,
            hardest=self.hardest or None,
            rules=self.rules,
        )

    def as_json(self, rated: Puzzle | State) -> dict[str, Any]:
        """Return the rating of `rated` as an object for JSON."""
        return self.as_record(rated).as_json()


class Rater:
    """Rater of one layout on one ladder; its boards are made once.

    Threads may share it: a lock lets one thread at a time use the boards.
    """

    def __init__(self, layout: Layout, ladder: Ladder) -> None:
        self.layout = layout
        self.ladder = ladder
        self._board = empty_board(layout)
        self._scratches = Scratches(layout)
        self._lock = Lock()

    def rate(self, clues: Sequence[int]) -> Rating:
        """Return the rating of a board with these clues (n² digits, 0 for an open cell)."""
        with self._lock:
            rate_on(self._board, self._scratches, self.ladder, as_array(clues))
            return self._read(self._board)

    def rate_state(self, state: State, stop: Stop | None = None) -> Rating:
        """Rate a partially solved state; rounds are counted from there."""
        with self._lock:
            is_whole = self._climb(self._board, state, stop)
            return self._read(self._board, is_whole)

    def trace(self, state: State) -> tuple[Rating, list[LogEntry], list[PartEntry]]:
        """Return the rating of a state, the log of all effects in order, and the log of the parts of findings."""
        with self._lock:
            self._climb(self._traced_board, state)
            return self._read(self._traced_board), *_logged(self._traced_board)

    def find(self, state: State) -> list[tuple[list[LogEntry], np.ndarray]]:
        """Return the effects that each technique finds in a state, and rows of the parts of its findings; apply none.

        The parts are not converted to tuples, because most findings repeat others and their parts are never read.
        """
        board, found = self._traced_board, []
        with self._lock:
            set_up_state(board, *_arrays(state))
            board.bounds[0] = self.ladder.bounds
            log = board.log.state[0]
            if board.state[0].open_cells and not board.state[0].broken:
                for k, rule in enumerate(self.ladder.rules):
                    # Each technique gets an empty log: one that finds much leaves no room for the next.
                    log.logged = log.parts_from = log.parts_to = 0
                    log.has_effect = False
                    begin_search(board, self.ladder.codes, k)
                    # Mode ALL records every finding and applies none.
                    board.search[0].mode = ALL
                    NAMED[rule].find(board, self._scratches)
                    found.append((_entries(board), board.log.parts[: log.parts_to].copy()))
        return found

    def _climb(self, board: RaterBoard, state: State, stop: Stop | None = None) -> bool:
        """Climb the ladder on `board` from a state; return False if `stop` ended the rating."""
        # A board that only has clues takes the fast path: no digits or candidates to restore.
        if not state.begun:
            return rate_on(board, self._scratches, self.ladder, as_array(state.digits), stop)
        if self.ladder.is_wide:
            set_up_state(board, *_arrays(state))
            return climb_wide(board, self._scratches, self.ladder, stop)
        rate_state(board, self.ladder.codes, *_arrays(state))
        return True

    def _is_satisfied(self, grid: Grid) -> bool:
        """Return True if a grid satisfies all constraints besides houses, some of which no technique considers."""
        return all(constraint.is_satisfied(grid, self.layout) for constraint in self.layout.further)

    @cached_property
    def _traced_board(self) -> RaterBoard:
        return empty_board(self.layout, traced=True)

    def _read(self, board: RaterBoard, is_whole: bool = True) -> Rating:
        state, progress = values(board.state), values(board.progress)
        if state.broken:
            outcome = CONTRADICTION
        elif state.open_cells:
            outcome = STUCK if is_whole else STOPPED
        else:
            outcome = SOLVED
        if outcome == SOLVED and self.layout.further and not self._is_satisfied(tuple(board.values.tolist())):
            outcome = CONTRADICTION
        uses = zip(self.ladder.rules, board.uses.tolist(), strict=False)
        return Rating(
            outcome=outcome,
            level=progress.level,
            steps=progress.steps,
            rules={rule: rounds for rule, rounds in uses if rounds},
            digits=tuple(board.values.tolist()),
            candidates=tuple(board.candidates.tolist()),
            score=progress.score,
            level_name=self.ladder.level_name(progress.level_place, progress.score) if outcome == SOLVED else "",
            ladder=self.ladder.name,
        )


def rate_on(
    board: RaterBoard,
    scratches: Scratches,
    ladder: Ladder,
    clues: np.ndarray,
    stop: Stop | None = None,
    needs: Sequence[str] | None = None,
) -> bool:
    """Rate clues on a ladder of any kind, after which `board` holds the rating; return False if `stop` ended it.

    Args:
        board: Board of the layout; its content is replaced.
        scratches: Working memory of the techniques.
        ladder: The ladder.
        clues: Digits as bytes, 0 for an open cell.
        stop: Function that returns True if the rating shall end early.
        needs: If given, a board with many candidates stays stuck before slow techniques that come after these.
    """
    if ladder.is_wide:
        set_up_clues(board, clues)
        return climb_wide(board, scratches, ladder, stop, needs)
    rate_clues(board, ladder.codes, clues)
    return True


def climb_wide(
    board: RaterBoard,
    scratches: Scratches,
    ladder: Ladder,
    stop: Stop | None = None,
    needs: Sequence[str] | None = None,
) -> bool:
    """Apply the techniques of a ladder round after round until none acts; return False if `stop` ended it.

    The first techniques need most of the rounds, so these are done in a compiled loop; the others are called from
    Python. Without the loop a rating on HoDoKu's ladder takes ten times as long. If `needs` are given, a board
    stays stuck before a technique if it has more candidates per cell than `_limits_of` says.
    """
    codes, techniques = ladder.codes, [NAMED[rule] for rule in ladder.rules]
    board.bounds[0] = ladder.bounds
    rungs = codes["technique"].tolist()
    searches = codes[["mode", "places"]].tolist()
    first, basic = _first_beyond(rungs, WITH_CLUES), _first_beyond(rungs, range(BASIC))
    if basic > first:
        first, climb_first = basic, partial(climb_basics, board, codes[:basic])
    else:
        climb_first = partial(climb_with_clues, board, codes[:first], scratches[ClueScratch])
    # Fields as arrays: reading one is the quickest way from Python to what compiled code has changed.
    is_broken, open_cells, all_changes = (board.state[name] for name in ("broken", "open_cells", "changes"))
    logged, search = board.log.state["logged"], board.search
    limits = {} if needs is None else _limits_of(ladder, needs)
    calls: list[Call | None] = []  # of the rungs from `first` on that have been reached; None if a search is idle
    while True:
        climb_first()
        if is_broken[0] or not open_cells[0]:
            return True
        changes, waiting = all_changes[0], logged[0]
        # None of the first techniques acts any more: try the others in their order, until one has an effect.
        for k in range(first, len(codes)):
            if k in limits and candidate_count(board) > limits[k] * len(board.candidates):
                return True
            if k - first == len(calls):
                calls.append(techniques[k].call(board, scratches))
            if not (call := calls[k - first]):
                continue
            search[0] = (k, *searches[k])
            if not techniques[k].run(call, scratches, stop):
                return False
            if (logged[0] > waiting or all_changes[0] > changes) and end_search(board, codes):
                break
        else:
            return True


def candidate_count(board: RaterBoard) -> int:
    """Return the number of candidates of all cells; a digit that is assigned counts as one."""
    return sum(mask.bit_count() for mask in board.candidates.tolist())


def _limits_of(ladder: Ladder, needs: Sequence[str]) -> dict[int, float]:
    """Return `Technique.most_open` of the slow techniques of a ladder, by index.

    Only techniques of the highest complexity are limited, but not the first one, and none up to the last of `needs`. So
    every level can be reached, and a board that is solved has the rating that it has without limits.
    """
    first = ladder.complexities.index(ladder.complexities[-1])
    first = max([first, *(k for k, rule in enumerate(ladder.rules) if rule in needs)])
    named = {k: NAMED[ladder.rules[k]] for k in range(first + 1, len(ladder.rules))}
    return {k: technique.most_open for k, technique in named.items() if technique.is_slow}


def _first_beyond(rungs: Sequence[int], known: Container[int]) -> int:
    """Return the index of the first technique in `rungs` that is not in `known`; the number of rungs if all are.

    Both contain codes of techniques.
    """
    return next((k for k, code in enumerate(rungs) if code not in known), len(rungs))


def _logged(board: RaterBoard) -> tuple[list[LogEntry], list[PartEntry]]:
    return _entries(board), part_entries(board.log.parts[: board.log.state[0].parts_to])


def _entries(board: RaterBoard) -> list[LogEntry]:
    return [LogEntry(*row) for row in board.log.entries[: board.log.state[0].logged].tolist()]


def part_entries(parts: np.ndarray) -> list[PartEntry]:
    """Return rows of the log of parts as tuples."""
    return [PartEntry(*row) for row in parts.tolist()]


@lru_cache(maxsize=32)
def rater_for(layout: Layout, ladder: Ladder) -> Rater:
    """Return the rater of a layout and a ladder, made on first use."""
    return Rater(layout, ladder)


def rate_puzzle(puzzle: Puzzle | State, ladder: Ladder, stop: Stop | None = None) -> Rating:
    """Rate a puzzle or a state on a ladder."""
    rater = rater_for(puzzle.layout, ladder)
    return rater.rate_state(State.of(puzzle), stop) if stop or isinstance(puzzle, State) else rater.rate(puzzle.clues)


def _arrays(state: State) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the clues, the digits placed, and a mask of the candidates noted in each cell (all where none are)."""
    # Without notes a cell may have every digit; a noted 0 means that no candidate is left.
    full, none = (1 << state.layout.size) - 1, (0,) * state.layout.cell_count
    allowed = [sum(1 << d - 1 for d in noted if d) if noted else full for noted in state.marks or ((),) * len(none)]
    return as_array(state.puzzle.clues), as_array(state.placed or none), np.array(allowed, np.uint64)


def as_array(clues: Sequence[int]) -> np.ndarray:
    """Return digits 0..36 as a writable array of bytes, the type that compiled loops are compiled for."""
    return np.frombuffer(bytearray(clues), np.uint8)
