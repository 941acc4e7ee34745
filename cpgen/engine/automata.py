"""Automata: the words that the cells of a line may spell, for outside clues, between lines, quadruples and the like.

An automaton is unfolded into layers, one per cell, of edges (state before, digits, state after). Edges that are on no
path from the first state to an accepting one are left out. Propagation walks the layers forwards, to find the states
that the candidates can reach, and backwards, to find the digits on complete paths (Pesant, CP 2004).

    state   0 ──1──▶ 1 ──2──▶ 3        first cell 1: state 1; second cell 2 or 3
            0 ──2──▶ 2 ──3──▶ 3
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from cpgen.constraints.primitives import Automaton, Transitions, layers_of
from cpgen.engine.domains import narrow
from cpgen.kernel import compiled
from cpgen.kernel.structs import Struct

ZERO = np.uint64(0)


class AutomatonTables(Struct):
    """All automata of a layout, each unfolded into layers of edges, one layer per cell.

    Automaton a has the layers from `starts[a]` up to `starts[a + 1]`, without the latter.
    """

    shape: np.ndarray
    """[2] layers of the longest automaton and one more, and states of the widest layer: the shape of working memory"""

    starts: np.ndarray
    """[automata + 1] the first layer of each automaton"""
    cells: np.ndarray
    """[layers] the cell of each layer"""
    edge_starts: np.ndarray
    """[layers + 1] the first edge of each layer"""
    before: np.ndarray
    """[edges] the state before, numbered within the layer"""
    digits: np.ndarray
    """[edges] the digits that lead there, as a mask"""
    after: np.ndarray
    """[edges] the state after, numbered within the next layer"""


def automaton_tables(automata: Sequence[Automaton]) -> AutomatonTables:
    """Return the tables of some automata, unfolded into layers."""
    found = [_edges(one.transitions, one.accepting, len(one.cells)) for one in automata]
    edges = np.concatenate([np.zeros((0, 3), np.int64), *(edges for edges, _ in found)])
    return AutomatonTables(
        starts=np.cumsum([0, *(len(one.cells) for one in automata)], dtype=np.int64),
        cells=np.array([cell for one in automata for cell in one.cells], np.int64),
        edge_starts=np.cumsum([0, *(count for _, counts in found for count in counts)], dtype=np.int64),
        before=edges[:, 0].copy(),
        digits=edges[:, 1].astype(np.uint64),
        after=edges[:, 2].copy(),
        shape=np.array(
            [max((len(one.cells) for one in automata), default=0) + 1, edges[:, ::2].max(initial=0) + 1], np.int64
        ),
    )


@lru_cache(maxsize=256)
def _edges(transitions: Transitions, accepting: frozenset[int], count: int) -> tuple[np.ndarray, list[int]]:
    """Return the edges of an automaton that reads `count` cells, and their number in each layer (cell).

    The edges are an array [edges, 3] of state before, mask of digits, and state after, layer by layer. Edges on no path
    to one of the states `accepting` are left out. Lines of one kind and length share the result.
    """
    merged = []
    for layer in layers_of(transitions, accepting, count):
        masks: dict[tuple[int, int], int] = {}
        for before, digit, after in layer:
            masks[before, after] = masks.get((before, after), 0) | 1 << digit - 1
        merged.append([(before, mask, after) for (before, after), mask in masks.items()])
    edges = [edge for layer in merged for edge in layer]
    return np.array(edges, np.int64).reshape(-1, 3), list(map(len, merged))


@compiled
def propagate_automaton(
    automata: AutomatonTables,
    number: int,
    domains: np.ndarray,
    narrowed: np.ndarray,
    reached: np.ndarray,
    useful: np.ndarray,
) -> bool:
    """Eliminate digits that are on no path to an accepting state; return False if there is no path.

    Args:
        automata: Tables of all automata.
        number: Index of the automaton.
        domains: Candidates of each cell as masks, which lose digits.
        narrowed: Bit set to which the cells that lose digits are added.
        reached: Working memory [layers + 1, states], for the states that a path from the start leads to.
        useful: Working memory of the same shape, for the states from which a path leads to an accepting one.
    """
    first, last = automata.starts[number], automata.starts[number + 1]
    for place in range(last - first + 1):
        for state in range(reached.shape[1]):
            reached[place, state] = False
            useful[place, state] = False
    _walk_forwards(automata, first, last, domains, reached)
    # Edges of the last layer end in accepting states only, so all states reached there are useful.
    for state in range(reached.shape[1]):
        useful[last - first, state] = reached[last - first, state]
    for layer in range(last - 1, first - 1, -1):
        digits, place, kept = domains[automata.cells[layer]], layer - first, ZERO
        for edge in range(automata.edge_starts[layer], automata.edge_starts[layer + 1]):
            read, before = digits & automata.digits[edge], automata.before[edge]
            if read and reached[place, before] and useful[place + 1, automata.after[edge]]:
                kept |= read
                useful[place, before] = True
        if not narrow(domains, narrowed, automata.cells[layer], kept):
            return False
    return True


@compiled
def _walk_forwards(automata: AutomatonTables, first: int, last: int, domains: np.ndarray, reached: np.ndarray) -> None:
    """Mark in `reached` [layers + 1, states] the states that the candidates can lead to from the first state.

    The automaton has the layers from `first` to `last` − 1; `domains` has the candidates of each cell as masks.
    """
    reached[0, 0] = True
    for layer in range(first, last):
        digits, place = domains[automata.cells[layer]], layer - first
        for edge in range(automata.edge_starts[layer], automata.edge_starts[layer + 1]):
            if digits & automata.digits[edge] and reached[place, automata.before[edge]]:
                reached[place + 1, automata.after[edge]] = True
