"""The rules, a file a family, all in one table."""

from __future__ import annotations

from cpgen.kernel import compiled, switch
from cpgen.rater.board import RaterBoard, RaterTables
from cpgen.rater.rule import Rule
from cpgen.rater.rules import fish, locked, singles, subsets

EVERY: tuple[Rule, ...] = (
    singles.HIDDEN_IN_REGION,
    locked.POINTING,
    singles.HIDDEN_IN_LINE,
    subsets.HIDDEN_PAIR_IN_REGION,
    locked.CLAIMING,
    singles.NAKED,
    fish.X_WING,
    subsets.HIDDEN_PAIR_IN_LINE,
    subsets.HIDDEN_TRIPLE,
    subsets.HIDDEN_QUADRUPLE,
    subsets.NAKED_PAIR,
    subsets.NAKED_TRIPLE,
    subsets.NAKED_QUADRUPLE,
)
"""The rules that exist, the one that places first. A new one goes to the end: stores know the others by their place."""

NAMED = {rule.name: rule for rule in EVERY}

SWEEPS = switch([rule.sweep for rule in EVERY])
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
    SWEEPS(rule, tables, board, houses, SIZES[rule])
