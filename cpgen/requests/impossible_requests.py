"""Reasons why no puzzle can meet a request, found by counting and without a search.

`resolve` and `resolve_dig` call these functions. Proofs that need a search are in
`cpgen.feasibility`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cpgen.constraints.house import REGION
from cpgen.errors import ImpossibleError
from cpgen.layout import Layout
from cpgen.messages import Message
from cpgen.pattern import Pattern

if TYPE_CHECKING:
    from cpgen.difficulty import Target


def require_region_room(regions: int, least: int, clues: int) -> None:
    """Raise ImpossibleError if `clues` clues are too few for `least` in each of the regions."""
    needed = least * regions
    if needed > clues:
        raise ImpossibleError(Message("region-room", regions=regions, least=least, needed=needed, clues=clues))


def require_region_clues(layout: Layout, pattern: Pattern, least: int) -> None:
    """Raise ImpossibleError, naming the region, if a pattern has fewer than `least` clues in a region."""
    clue_cells = set(pattern.cells)
    for house in layout.houses:
        clues = len(clue_cells.intersection(house.cells))
        if house.kind == REGION and clues < least:
            place = layout.where(house.cells[0])
            raise ImpossibleError(Message("region-clues", clues=clues, house=house.message, place=place, least=least))


def require_rules(target: Target, layout: Layout, most_open: Sequence[int]) -> None:
    """Raise ImpossibleError if a needed rule, or every rule of the requested levels, can have no effect on the board.

    Args:
        target: The target.
        layout: The board.
        most_open: For each house, the maximum number of its cells without a clue.
    """
    from cpgen.rater.impossible_rules import why_impossible

    ladder = target.grade.full_ladder
    for rule in target.needs:
        if why := why_impossible(rule, ladder, layout, most_open):
            raise ImpossibleError(Message("none-needs", rule=rule, why=why))
    idle = [
        (rule, why_impossible(rule, ladder, layout, most_open))
        for rule, level in ladder.pairs
        if level in target.levels
    ]
    rule, reason = idle[0]
    if reason and all(why for _, why in idle):
        more = Message("rules-impossible", rules=len(idle) - 1) if len(idle) > 1 else ""
        raise ImpossibleError(Message("rule-impossible", target=target.message, rule=rule, why=reason, more=more))


def require_reachable_steps(target: Target, layout: Layout, clues: int, pattern: Pattern | None = None) -> None:
    """Raise ImpossibleError if the target asks for more steps than the open cells allow."""
    most = most_steps(target, layout, clues, pattern)
    if (target.steps.least or 0) > most:
        opened = layout.cell_count - clues
        raise ImpossibleError(Message("too-many-steps", steps=str(target.steps), cells=opened, most=most))


def require_enough_steps(target: Target, layout: Layout, clues: int, pattern: Pattern | None = None) -> None:
    """Raise ImpossibleError if every puzzle with so many clues takes too few steps for the target's grade."""
    from cpgen.difficulty import Span

    opened, most = layout.cell_count - clues, most_steps(target, layout, clues, pattern)
    if not opened:  # a full board takes no steps at all, and grade any accepts it
        return
    try:
        replace(target, steps=Span(target.steps.least, min(most, target.steps.within(0, most)[1])))
    except ImpossibleError:
        raise ImpossibleError(Message("too-few-open", target=target.message, cells=opened, most=most)) from None


def most_steps(target: Target, layout: Layout, clues: int, pattern: Pattern | None = None) -> int:
    """Return an upper bound on the steps that solving a puzzle takes.

    Every round assigns a cell or eliminates a candidate. An open cell has at most as many candidates as any of its
    houses has open cells.

    Args:
        target: The target, whose ladder solves the puzzle.
        layout: The board.
        clues: The number of clues.
        pattern: The cells of the clues, if they are known.
    """
    if len(target.ladder.rules) == 1:  # it assigns cells
        return layout.cell_count - clues
    candidates = [layout.size] * layout.cell_count
    for house, most in zip(layout.houses, most_open(layout, clues, pattern), strict=True):
        for cell in house.cells:
            candidates[cell] = min(candidates[cell], most)
    clue_cells = range(clues) if pattern is None else pattern.cells  # without a pattern, all cells are equal
    return sum(candidates) - sum(candidates[cell] for cell in clue_cells)


def most_open(layout: Layout, clues: int, pattern: Pattern | None = None) -> list[int]:
    """Return the maximum number of cells without a clue in each house, in the order of `layout.houses`.

    Without a pattern, the clues may be in any `clues` cells; with one, `clues` is ignored.
    """
    if pattern is None:
        return [min(layout.size, layout.cell_count - clues)] * len(layout.houses)
    clue_cells = set(pattern.cells)
    return [len(set(house.cells) - clue_cells) for house in layout.houses]
