"""The rules of the ladder in one table; their sweeps are in a file a family, their words in `models/words/`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from cpgen.kernel import by_address, compiled
from cpgen.layout import Layout
from cpgen.rater.board import SWEEPS, RaterBoard, RaterTables, empty_board, rater_tables
from cpgen.rater.rules.fish import x_wings
from cpgen.rater.rules.locked import locked_candidates
from cpgen.rater.rules.singles import hidden_singles_narrowed, hidden_singles_placed, naked_singles
from cpgen.rater.rules.subsets import hidden_subsets, naked_subsets

Sweep = Callable[[RaterTables, RaterBoard, np.ndarray, int], None]


@dataclass(frozen=True)
class Rule:
    """One human inference: `sweep(tables, board, houses, size)` is a compiled function.

    It goes once over the houses in order, digits ascending; each effect takes place at once and follows from the
    finding noted last; it ends when the board is broken. All rules but the first only remove candidates.
    """

    name: str
    sweep: Sweep
    houses: Literal["placing", "regions", "lines", "everything"]
    """The houses that it looks in, as `RaterTables` calls them"""
    size: int
    """How many digits, cells or houses its figure has"""


EVERY = (
    Rule("hidden-single-region", hidden_singles_placed, "placing", 1),
    Rule("locked-pointing", locked_candidates, "regions", 1),
    Rule("hidden-single-line", hidden_singles_narrowed, "lines", 1),
    Rule("hidden-pair-region", hidden_subsets, "regions", 2),
    Rule("locked-claiming", locked_candidates, "lines", 1),
    Rule("naked-single", naked_singles, "everything", 1),
    Rule("x-wing", x_wings, "everything", 2),
    Rule("hidden-pair-line", hidden_subsets, "lines", 2),
    Rule("hidden-triple", hidden_subsets, "everything", 3),
    Rule("hidden-quadruple", hidden_subsets, "everything", 4),
    Rule("naked-pair", naked_subsets, "everything", 2),
    Rule("naked-triple", naked_subsets, "everything", 3),
    Rule("naked-quadruple", naked_subsets, "everything", 4),
)
"""The rules that exist, the one that places first. A new one goes to the end: stores know the others by their place."""

NAMED = {rule.name: rule for rule in EVERY}

SIZES = tuple(rule.size for rule in EVERY)
KINDS = tuple(RaterTables._fields.index(rule.houses) for rule in EVERY)
PLACING, REGIONS, LINES = (RaterTables._fields.index(name) for name in ("placing", "regions", "lines"))


@compiled
def sweep_rule(tables: RaterTables, board: RaterBoard, rule: int) -> None:
    """One sweep of the rule with this place in EVERY."""
    houses = tables.everything
    if KINDS[rule] == PLACING:
        houses = tables.placing
    elif KINDS[rule] == REGIONS:
        houses = tables.regions
    elif KINDS[rule] == LINES:
        houses = tables.lines
    sweep_at(tables.sweeps, rule, tables, board, houses, SIZES[rule])


def _example() -> tuple[RaterTables, RaterBoard, np.ndarray, int]:
    tables = rater_tables(Layout.boxes(2, 2))
    return tables, empty_board(tables), tables.everything, 1


@by_address(SWEEPS, [rule.sweep for rule in EVERY], _example)
def sweep_at(
    addresses: np.ndarray, rule: int, tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int
) -> None:
    """One sweep of the rule with this place in EVERY over these houses."""
    EVERY[rule].sweep(tables, board, houses, size)
