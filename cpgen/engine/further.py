"""Propagation of constraints that are not houses: links, totals and automata.

`propagate_further` is called when the rules for houses have no effect. It collects the domains of all cells and checks
the constraints of the cells that have changed. A board remembers the domains with which its constraints were last
checked, so a board that differs from its parent in one cell only checks the constraints of this cell.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cpgen.constraints.primitives import Alternatives, Automaton, Linear, Pair
from cpgen.engine.alternatives import AlternativeTables, alternative_tables, propagate_alternatives, propagate_condition
from cpgen.engine.automata import AutomatonTables, automaton_tables, propagate_automaton
from cpgen.engine.domains import FurtherScratch
from cpgen.engine.pair_links import LinkTables, link_tables, propagate_link
from cpgen.engine.sum_propagation import TotalTables, propagate_total, total_tables
from cpgen.kernel import bit, compiled, lowest
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout

ZERO, ONE = np.uint64(0), np.uint64(1)
UNCHANGED, CHANGED, FAILED = 0, 1, 2
"""Results of `propagate_further`"""


class FurtherTables(Struct):
    """The constraints of a layout that are not houses, as primitives: links, totals, automata, then alternatives.

    They are followed by the conditions of the options of alternatives, each of which applies if its option is chosen.
    """

    cell_sets: np.ndarray
    """[constraints, words] the set of cells that each constraint is about"""
    links: LinkTables
    totals: TotalTables
    automata: AutomatonTables
    alternatives: AlternativeTables


def further_tables(
    primitives: Sequence[Pair | Linear | Automaton | Alternatives], layout: Layout, words: int
) -> FurtherTables:
    """Return tables of primitives: links between two cells, totals (sums), automata and alternatives, each for itself.

    `words` is the number of 64-bit words of a set of cells.
    """
    links = [one for one in primitives if isinstance(one, Pair)]
    totals = [one for one in primitives if isinstance(one, Linear)]
    automata = [one for one in primitives if isinstance(one, Automaton)]
    alternatives = [one for one in primitives if isinstance(one, Alternatives)]
    tables, of_conditions = alternative_tables(alternatives, layout)
    cells = [*(one.cells for sort in (links, totals, automata, alternatives) for one in sort), *of_conditions]
    cell_sets = np.zeros((len(cells), words), np.uint64)
    for row, its_cells in zip(cell_sets, cells, strict=True):
        for cell in its_cells:
            row[cell >> 6] |= np.uint64(1 << (cell & 63))
    return FurtherTables(
        cell_sets=cell_sets,
        links=link_tables(links, layout.size),
        totals=total_tables(totals, layout),
        automata=automaton_tables(automata),
        alternatives=tables,
    )


def further_scratch(further: FurtherTables, cells: int, words: int) -> FurtherScratch:
    """Return working memory for `propagate_further`; `words` is the number of 64-bit words of a set of cells."""
    shape = tuple(np.maximum(further.automata.shape, further.alternatives.automata.shape))
    return FurtherScratch(
        domains=np.zeros(cells, np.uint64),
        changed=np.zeros(words, np.uint64),
        narrowed=np.zeros(words, np.uint64),
        conflicts=np.ones(cells, np.int64),
        reached=np.zeros(shape, np.bool_),
        useful=np.zeros(shape, np.bool_),
        trials=np.zeros((3, cells), np.uint64),
        ignored=np.zeros(words, np.uint64),
    )


@compiled
def propagate_further(
    further: FurtherTables,
    scratch: FurtherScratch,
    size: int,
    board: np.ndarray,
    checked: np.ndarray,
    choices: np.ndarray,
) -> int:
    """Check once the constraints, other than houses, of the cells that changed; return UNCHANGED, CHANGED or FAILED.

    Candidates are eliminated from `board`, and their digits marked in its last word.

    Args:
        further: Tables of the constraints.
        scratch: Working memory.
        size: Number of digits.
        board: Board of the engine.
        checked: [cells] part of the board with the candidates of each cell at the last check; updated.
        choices: Part of the board with the options of alternatives that are chosen or excluded; updated.
    """
    if not _find_changed(scratch, size, board, checked):
        return UNCHANGED
    words, domains = len(scratch.changed), scratch.domains
    for number in range(len(further.cell_sets)):
        concerned = ZERO
        for word in range(words):
            concerned |= further.cell_sets[number, word] & (scratch.changed[word] | scratch.narrowed[word])
        if concerned != ZERO and not _propagate_one(further, scratch, choices, number):
            _count_conflict(further, scratch, number)
            return FAILED
    # Write the narrowed domains back to the board.
    found = UNCHANGED
    for word in range(words):
        cells = scratch.narrowed[word]
        while cells:
            cell = (word << 6) + lowest(cells)
            cells &= cells - ONE
            found = CHANGED
            removed = checked[cell] & ~domains[cell]
            while removed:
                digit = lowest(removed)
                removed &= removed - ONE
                board[digit * words + word] &= ~bit(cell & 63)
                board[len(board) - 1] |= bit(digit)
    return found


@compiled
def _find_changed(scratch: FurtherScratch, size: int, board: np.ndarray, checked: np.ndarray) -> bool:
    """Store the candidates of all cells in `scratch.domains`, and the cells that changed in `scratch.changed`.

    Return True if any did since the last check, when the candidates were `checked`, which is updated. A cell that is
    narrowed from here on differs from `checked` at the next call. `size` is the number of digits.
    """
    words, domains = len(scratch.changed), scratch.domains
    for cell in range(len(domains)):
        domains[cell] = ZERO
    for digit in range(size):
        for word in range(words):
            cells = board[digit * words + word]
            while cells:
                domains[(word << 6) + lowest(cells)] |= bit(digit)
                cells &= cells - ONE
    has_changed = False
    for word in range(words):
        scratch.changed[word] = ZERO
        scratch.narrowed[word] = ZERO
    for cell in range(len(domains)):
        if checked[cell] != domains[cell]:
            checked[cell] = domains[cell]
            scratch.changed[cell >> 6] |= bit(cell & 63)
            has_changed = True
    return has_changed


@compiled
def _propagate_one(further: FurtherTables, scratch: FurtherScratch, choices: np.ndarray, number: int) -> bool:
    """Propagate the constraint with index `number` on `scratch.domains`; return False if it cannot be satisfied.

    Constraints are numbered in the order of the tables. `choices` has the options of alternatives that are chosen or
    excluded.
    """
    links, totals = len(further.links.first), len(further.totals.least)
    if number < links:
        return propagate_link(further.links, number, scratch.domains, scratch.narrowed)
    if number < links + totals:
        return propagate_total(further.totals, number - links, scratch.domains, scratch.narrowed)
    number -= links + totals
    automata = len(further.automata.starts) - 1
    if number < automata:
        return propagate_automaton(
            further.automata, number, scratch.domains, scratch.narrowed, scratch.reached, scratch.useful
        )
    number -= automata
    alternatives = further.alternatives.tops[0].number
    if number >= alternatives:
        return propagate_condition(further.alternatives, number - alternatives, scratch, choices)
    return propagate_alternatives(further.alternatives, number, scratch, choices)


@compiled
def _count_conflict(further: FurtherTables, scratch: FurtherScratch, number: int) -> None:
    """Add 1 to `scratch.conflicts` of each cell of a constraint that failed; the search prefers cells with many.

    `number` is the index of the constraint, in the order of the tables.
    """
    for word in range(len(scratch.changed)):
        cells = further.cell_sets[number, word]
        while cells:
            scratch.conflicts[(word << 6) + lowest(cells)] += 1
            cells &= cells - ONE
