"""What must hold while clues are taken away? Three checks, compiled, and one that asks an oracle.

A check is always asked about clues of which one *unit*, a cell or an orbit, was just taken; before that it held.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from cpgen.errors import InputError, one_of
from cpgen.kernel import bit, count_bits, inlined, inner
from cpgen.layout import Layout
from cpgen.notation import whole_number
from cpgen.oracles.bitset import search_state, search_tables
from cpgen.oracles.bitset_search import FINISHED, SearchState, SearchTables, begin, search
from cpgen.rater.board import BROKEN, OPEN, RaterBoard, RaterTables, empty_board, rater_tables
from cpgen.rater.ladder import Ladder
from cpgen.rater.rating import rate_clues

KINDS = ("unique", "ladder", "direct", "apart")
UNIQUE, LADDER, DIRECT, APART = range(4)
ASKABLE = KINDS[:3]
"""The checks that leave one solution; `apart` may leave several and is for the study of digging"""

FAILS, HOLDS, UNDECIDED = range(3)
"""What a check says; undecided only where the search for another solution took too many branches."""
BRANCHES = 500_000_000
"""Branches of a search are limited to this over n⁴, which 9×9 never needs and 25×25 does not wait for long"""


@dataclass(frozen=True)
class Check:
    """What must hold: `unique` (one solution), `ladder` (solved up to a level) or `direct` (the houses leave a digit).

    Each of them leaves one solution: what a person solves has no other, and a cell whose digit its houses leave
    can be filled in before all else. A fourth, `apart`, asks as `direct` does, but of each cell of an orbit while the
    others are still given: two cells that see each other may then go together and leave several solutions.
    """

    kind: str = "unique"
    level: int = 0
    """The highest complexity that the ladder may use; 0 for all checks but `ladder`"""

    @classmethod
    def parse(cls, text: str) -> Check:
        """The check called `unique`, `direct` or, with the highest level allowed, `ladder:3`."""
        kind, colon, level = text.strip().lower().partition(":")
        if kind not in ASKABLE:
            raise one_of(["unique", "ladder:1", "direct"], text, "a check")
        if kind == "ladder" and not level:
            raise InputError("The check 'ladder' needs the highest level allowed, as in ladder:3.")
        if colon and kind != "ladder":
            raise InputError(f"The check {kind!r} has no level; write it without ':{level}'.")
        return cls(kind, whole_number(level, "a level") if level else 0)

    def ladder(self, full: Ladder) -> Ladder:
        """The rules that may be used; raises InputError when the level is below the lowest."""
        if self.kind == "ladder" and self.level < full.span[0]:
            raise InputError(f"No rule is of level {self.level}; the levels go from {full.span[0]} to {full.span[1]}.")
        return full.up_to(self.level) if self.kind == "ladder" else full

    def __str__(self) -> str:
        return f"{self.kind}:{self.level}" if self.kind == "ladder" else self.kind


class Tools(NamedTuple):
    """What a compiled check works with, made by `tools_for`."""

    kind: int
    branches: int
    tables: SearchTables
    state: SearchState
    rater: RaterTables
    board: RaterBoard
    codes: np.ndarray
    peers: np.ndarray
    """[N, P] the cells that a cell sees, then −1"""


def tools_for(layout: Layout, check: Check, ladder: Ladder) -> Tools:
    """The tools of a check on a layout of at most 36 digits; `ladder` is the whole one."""
    width = max(map(len, layout.peers))
    tables = rater_tables(layout)
    return Tools(
        kind=KINDS.index(check.kind),
        branches=BRANCHES // layout.size**4,
        tables=search_tables(layout),
        state=search_state(layout),
        rater=tables,
        board=empty_board(tables),
        codes=check.ladder(ladder).codes,
        peers=np.array([[*seen, *[-1] * (width - len(seen))] for seen in layout.peers], np.int64),
    )


@inner
def verdict(tools: Tools, grid: np.ndarray, clues: np.ndarray, unit: np.ndarray) -> int:
    """What the check says of the clues, from which the cells of the unit (then −1) were just taken."""
    if tools.kind == LADDER:
        rate_clues(tools.rater, tools.board, tools.codes, clues)
        solved = tools.board.counters[OPEN] == 0 and not tools.board.counters[BROKEN]
        return HOLDS if solved else FAILS
    if tools.kind == APART:
        return HOLDS if _direct_apart(tools, grid, clues, unit) else FAILS
    if all_direct(tools.peers, tools.tables.size, clues, unit):
        return HOLDS
    return FAILS if tools.kind == DIRECT else no_other(tools, grid, clues, unit)


@inner
def all_direct(peers: np.ndarray, size: int, clues: np.ndarray, unit: np.ndarray) -> bool:
    """Whether the digit of each cell of the unit is the only one that the clues in its houses leave."""
    for cell in unit:
        if cell < 0:
            return True
        if number_of(seen_from(peers[cell], clues)) != size - 1:
            return False
    return True


@inner
def _direct_apart(tools: Tools, grid: np.ndarray, clues: np.ndarray, unit: np.ndarray) -> bool:
    for cell in unit:
        if cell >= 0:
            clues[cell] = grid[cell]
    said = all_direct(tools.peers, tools.tables.size, clues, unit)
    for cell in unit:
        if cell >= 0:
            clues[cell] = 0
    return said


@inner
def seen_from(peers: np.ndarray, clues: np.ndarray) -> np.uint64:
    """The digits of the clues in the cells of a row of peers, as a mask with bit d − 1 for digit d."""
    seen = np.uint64(0)
    for peer in peers:
        if peer >= 0 and clues[peer]:
            seen |= bit(clues[peer] - 1)
    return seen


@inner
def number_of(mask: np.uint64) -> int:
    """The number of ones in a mask, as a signed number."""
    return np.int64(count_bits(mask))  # type: ignore[return-value]


@inlined
def no_other(tools: Tools, grid: np.ndarray, clues: np.ndarray, unit: np.ndarray) -> int:
    """Whether no solution differs from the grid in a cell of the unit: first in one cell, then, that settled, the next.

    It is enough, since before the unit was taken there was one solution.
    """
    said = HOLDS
    for cell in unit:
        if cell < 0 or said != HOLDS:
            break
        said = _none_differs_in(tools, grid, clues, cell)
        clues[cell] = grid[cell]
    for cell in unit:
        if cell >= 0:
            clues[cell] = 0
    return said


@inlined
def _none_differs_in(tools: Tools, grid: np.ndarray, clues: np.ndarray, cell: int) -> int:
    words, state = tools.tables.words, tools.state
    begin(tools.tables, state, clues)
    state.board[(np.int64(grid[cell]) - 1) * words + (cell >> 6)] &= ~bit(cell & 63)
    if search(tools.tables, state, 1, tools.branches) > 0:
        return FAILS
    return HOLDS if state.marks[FINISHED] else UNDECIDED
