"""Chains of strong and weak links in turn: from an end that is false they lead to the other end, which is true.

So one end is true, and what both ends exclude goes. Of all chains between two ends the shortest is taken; one that
passes a node twice is left out, since a part of it is a chain that says more.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, inlined, lowest
from cpgen.rater.board import (
    FIRST,
    MASKS,
    START,
    STRONG,
    WEAK,
    WORK,
    RaterBoard,
    RaterTables,
    begin_finding,
    is_over,
    note_cell,
    note_part,
    remove,
)
from cpgen.rater.sight import PAIRS, find_victims, map_pairs, next_in, remove_from_victims
from cpgen.rater.techniques import links
from cpgen.rater.techniques.links import (
    CELL,
    DIGIT,
    FILTER,
    GROUPS,
    HOUSE,
    LINKED,
    MOST_NODES,
    NEXT_STRONG,
    NEXT_WEAK,
    OF_DIGIT,
    REACH,
    WIDTH,
    column,
    lay_out,
    matrix,
    network,
    positions,
)
from cpgen.rater.techniques.singles import settle

X_CHAIN, XY_CHAIN, CONTINUOUS, DISCONTINUOUS, ALTERNATING = range(5)
GROUPED = 3
"""What is added to the last three for chains with groups"""
ENDS, VICTIMS, EXCLUDING = range(3)
MADE_TRUE, MADE_FALSE, LEVEL, PLAIN_LEVEL, QUEUE, PATH = range(3, 9)
"""Columns of a walk: the node by which a node becomes true, or false; how many strong links lead to it as true, with
groups and without (0: none do); nodes in the order in which they become true; the nodes of a chain, in two columns"""


@compiled
def remote_pairs(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    """Remote Pair: an even number of cells xy, four or more, each of which sees the next: one end is x, one y, and
    both digits leave the cells that see both ends.
    """
    map_pairs(tables, board)
    cells = len(board.candidates)
    pairs = board.sets[board.places.shape[1] + PAIRS]
    start = next_in(pairs, 0)
    while start >= 0:
        alike, other = 0, next_in(pairs, 0)
        while other >= 0:
            alike += board.candidates[other] == board.candidates[start]
            other = next_in(pairs, other + 1)
        if alike >= 4:
            walk_pairs(tables, board, start)
            end = next_in(pairs, start + 1)
            while end >= 0:
                if board.work[2 * cells + 2 * end + 1] >= 3:
                    note_pair(tables, board, start, end)
                    if is_over(board):
                        return
                end = next_in(pairs, end + 1)
        start = next_in(pairs, start + 1)


@compiled
def walk_pairs(tables: RaterTables, board: RaterBoard, start: int) -> None:
    """Notes for 2 · cell + 1 after an odd number of links, 2 · cell after an even one, where it comes from, and how
    many links lead to it at least, or −1.
    """
    cells = len(board.candidates)
    pairs = board.sets[board.places.shape[1] + PAIRS]
    source, length = board.work[: 2 * cells], board.work[2 * cells : 4 * cells]
    queue = board.work[4 * cells : 6 * cells]
    length[:] = -1
    queue[0], length[2 * start] = 2 * start, 0
    done, count = 0, 1
    while done < count:
        here = queue[done]
        done += 1
        for word in range(len(pairs)):
            rest = pairs[word] & tables.sets[here >> 1, word]
            while rest:
                cell = (word << 6) + lowest(rest)
                there = 2 * cell + 1 - (here & 1)
                if board.candidates[cell] == board.candidates[start] and length[there] < 0:
                    length[there] = length[here] + 1
                    source[there] = here
                    queue[count] = there
                    count += 1
                rest &= rest - np.uint64(1)


@compiled
def note_pair(tables: RaterTables, board: RaterBoard, start: int, end: int) -> None:
    """Removes both digits of a remote pair from the cells that see both ends."""
    both, cells = board.candidates[start], len(board.candidates)
    low, high = lowest(both), lowest(both & (both - np.uint64(1)))
    if not (find_victims(tables, board, low, start, end, end) or find_victims(tables, board, high, start, end, end)):
        return
    begin_finding(board)
    source, count = board.work[: 2 * cells], board.work[2 * cells + 2 * end + 1] + 1
    path = board.work[6 * cells : 6 * cells + count]
    here = 2 * end + 1
    for k in range(count - 1, -1, -1):
        path[k] = here >> 1
        here = source[here] if k else here
    for k in range(count):
        note_cell(tables, board, WEAK if k else START, path[k], both, k - 1)
    for digit in (low, high):
        if find_victims(tables, board, digit, start, end, end):
            remove_from_victims(tables, board, digit)


@compiled
def chains(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    """The chains of a kind that remove something, each the shortest between its ends, with two strong links or more.

    X-Chain: one digit, strong links in houses. XY-Chain: strong links in cells, three or more, weak links between
    cells, the same digit at both ends. Those with all links are Continuous Nice Loops when a weak link joins the ends,
    and then everything goes that both ends of any weak link of the loop exclude; Discontinuous Nice Loops when both
    ends are the same node, which is true then, or exclude just one candidate, from which the loop is told then; and
    else AICs. Grouped ones are shorter by groups than without, or not there without. On a board with too many
    candidates (`lay_out`) none is found.
    """
    grouped = size > ALTERNATING
    kind = size - GROUPED if grouped else size
    if not lay_out(tables, board, grouped):
        return
    choose_links(board, kind)
    shortest, start, end = 2 * MOST_NODES, -1, -1
    for node in range(network(board)[LINKED]):
        if not find_ends(board, node, kind):
            continue
        if grouped:
            walk(board, node, network(board)[GROUPS], PLAIN_LEVEL, shortest)
        walk(board, node, 0, LEVEL, shortest)
        if board.state[0].mode == FIRST:
            other = nearest(board, node, kind, grouped, shortest)
            if other >= 0:
                shortest, start, end = column(board, LEVEL)[other], node, other
        else:
            note_chains(tables, board, node, kind, grouped)
            if is_over(board):
                return
    if start >= 0:
        walk(board, start, 0, LEVEL, shortest)
        note_chain(tables, board, start, end, kind)


@compiled
def nearest(board: RaterBoard, node: int, kind: int, grouped: bool, most: int) -> int:
    """The end of the shortest chain from the node of the last walk with fewer than so many strong links, or −1."""
    found = -1
    other = next_in(spare(board, ENDS), node)
    while other >= 0:
        if column(board, LEVEL)[other] < most and is_chain(board, node, other, kind, grouped):
            most, found = column(board, LEVEL)[other], other
        other = next_in(spare(board, ENDS), other + 1)
    return found


@compiled
def note_chains(tables: RaterTables, board: RaterBoard, node: int, kind: int, grouped: bool) -> None:
    """Notes all chains of a kind from the node of the last walk."""
    other = next_in(spare(board, ENDS), node)
    while other >= 0:
        if is_chain(board, node, other, kind, grouped):
            note_chain(tables, board, node, other, kind)
            if is_over(board):
                return
        other = next_in(spare(board, ENDS), other + 1)


@inlined
def spare(board: RaterBoard, which: int) -> np.ndarray:
    """One of three sets of nodes for passing use: ENDS, VICTIMS, EXCLUDING."""
    start = (MASKS >> 1) + 3648 + 64 * which
    return board.masks[start : start + network(board)[WIDTH]]


@compiled
def choose_links(board: RaterBoard, kind: int) -> None:
    """Chooses the links for a kind of chains, and finds which nodes are true by a chain when a node is."""
    kind = min(kind, CONTINUOUS)
    if network(board)[FILTER] == kind:
        return
    network(board)[FILTER] = kind
    weak, strong, of_digit = matrix(board, links.WEAK), matrix(board, links.STRONG), matrix(board, OF_DIGIT)
    next_weak, next_strong, reach = matrix(board, NEXT_WEAK), matrix(board, NEXT_STRONG), matrix(board, REACH)
    digits, linked = column(board, DIGIT), network(board)[LINKED]
    words = (linked + 63) >> 6
    for node in range(linked):
        for word in range(words):
            same = of_digit[digits[node], word] if kind != CONTINUOUS else ~np.uint64(0)
            next_weak[node, word] = weak[node, word] & same
            next_strong[node, word] = strong[node, word] & (~same if kind == XY_CHAIN else same)
        if linked & 63:
            next_weak[node, words - 1] &= bit(linked & 63) - np.uint64(1)
    for node in range(linked):
        reach[node] = np.uint64(0)
        unite(next_strong, next_weak[node, :words], reach[node, :words])
    for middle in range(linked):
        for node in range(linked):
            if reach[node, middle >> 6] & bit(middle & 63):
                for word in range(words):
                    reach[node, word] |= reach[middle, word]


@compiled
def unite(sets: np.ndarray, members: np.ndarray, union: np.ndarray) -> None:
    """Adds the sets of some nodes to a set."""
    for word in range(len(members)):
        rest = members[word]
        while rest:
            node = (word << 6) + lowest(rest)
            for each in range(len(union)):
                union[each] |= sets[node, each]
            rest &= rest - np.uint64(1)


@compiled
def find_ends(board: RaterBoard, node: int, kind: int) -> bool:
    """Makes the set of nodes, from the node itself on, at which chains of a kind may end; whether it has any."""
    words = (network(board)[LINKED] + 63) >> 6
    found, victims, excluding = spare(board, ENDS), spare(board, VICTIMS), spare(board, EXCLUDING)
    found[:] = np.uint64(0)
    unite(matrix(board, REACH), matrix(board, NEXT_STRONG)[node, :words], found[:words])
    if not keep_kind(board, node, kind):
        return False
    excluding[:] = np.uint64(0)
    for word in range(len(victims)):
        victims[word] = excluded(board, node, node, word)
    unite(matrix(board, links.WEAK), victims, excluding[:words])
    left = np.uint64(0)
    for word in range(words):
        found[word] &= excluding[word]
        left |= found[word]
    return bool(left)


@compiled
def keep_kind(board: RaterBoard, node: int, kind: int) -> bool:
    """Leaves only those ends that go with a node in chains of a kind, from the node itself on; whether any are left."""
    found, weak, same = spare(board, ENDS), matrix(board, links.WEAK), matrix(board, OF_DIGIT)
    digit = column(board, DIGIT)[node]
    found[: node >> 6] = np.uint64(0)
    found[node >> 6] &= ~(bit(node & 63) - np.uint64(1))
    if kind != DISCONTINUOUS:
        found[node >> 6] &= ~bit(node & 63)
    left = np.uint64(0)
    for word in range(node >> 6, len(found)):
        if kind < CONTINUOUS:
            found[word] &= same[digit, word]
        else:
            found[word] &= weak[node, word] if kind == CONTINUOUS else ~weak[node, word]
        left |= found[word]
    return bool(left)


@compiled
def is_chain(board: RaterBoard, node: int, other: int, kind: int, grouped: bool) -> bool:
    """Whether the last walk from a node reaches another by a chain of a kind."""
    length, plain = column(board, LEVEL)[other], column(board, PLAIN_LEVEL)[other]
    if length < (3 if kind == XY_CHAIN else 2) or (grouped and 0 < plain <= length):
        return False
    if kind >= DISCONTINUOUS and node != other:
        count = np.uint64(0)
        for word in range(network(board)[WIDTH]):
            count += count_bits(excluded(board, node, other, word))
        if (count == 1) != (kind == DISCONTINUOUS):
            return False
    return is_simple(board, other)


@compiled
def excluded(board: RaterBoard, one: int, other: int, word: int) -> np.uint64:
    """A word of the set of candidates that two nodes both exclude."""
    weak = matrix(board, links.WEAK)
    both: np.uint64 = weak[one, word] & weak[other, word]
    groups = network(board)[GROUPS]
    if word < groups >> 6:
        return np.uint64(0)
    return both & ~(bit(groups & 63) - np.uint64(1)) if word == groups >> 6 else both


@compiled
def walk(board: RaterBoard, start: int, least: int, levels: int, most: int) -> None:
    """Follows all chains at once from a node that is false, over nodes from `least` on, up to so many strong links."""
    next_weak, made_false = matrix(board, NEXT_WEAK), column(board, MADE_FALSE)
    level, queue = column(board, levels), column(board, QUEUE)
    linked = network(board)[LINKED]
    words = (linked + 63) >> 6
    level[:linked] = 0
    made_false[:linked] = -1
    if start < least:
        return
    made_false[start] = start
    done, count = 0, make_true(board, start, 1, least, levels, 0)
    while done < count and level[queue[done]] < most:
        here = queue[done]
        done += 1
        for word in range(words):
            rest = next_weak[here, word]
            while rest:
                other = (word << 6) + lowest(rest)
                if other >= least and made_false[other] < 0:
                    made_false[other] = here
                    count = make_true(board, other, level[here] + 1, least, levels, count)
                rest &= rest - np.uint64(1)


@compiled
def make_true(board: RaterBoard, node: int, length: int, least: int, levels: int, count: int) -> int:
    """Adds to the queue of a walk, which has so many nodes, what a false node makes true; how many it has then."""
    next_strong, made_true = matrix(board, NEXT_STRONG), column(board, MADE_TRUE)
    level, queue = column(board, levels), column(board, QUEUE)
    for word in range((network(board)[LINKED] + 63) >> 6):
        rest = next_strong[node, word]
        while rest:
            other = (word << 6) + lowest(rest)
            if other >= least and level[other] == 0:
                level[other] = length
                made_true[other] = node
                queue[count] = other
                count += 1
            rest &= rest - np.uint64(1)
    return count


@inlined
def chain_to(board: RaterBoard, end: int) -> np.ndarray:
    """Room for the nodes of the chain by which the last walk reaches a node."""
    first = (WORK >> 1) + 16 + PATH * MOST_NODES
    return board.work[first : first + 2 * column(board, LEVEL)[end]]


@compiled
def trace(board: RaterBoard, end: int) -> None:
    """Writes down the nodes of the chain by which the last walk reaches a node."""
    made_true, made_false, path = column(board, MADE_TRUE), column(board, MADE_FALSE), chain_to(board, end)
    here = end
    for k in range(len(path) - 2, -1, -2):
        path[k + 1], path[k] = here, made_true[here]
        here = made_false[path[k]]


@compiled
def is_simple(board: RaterBoard, end: int) -> bool:
    """Whether that chain passes no node twice, but for its two ends."""
    trace(board, end)
    path = chain_to(board, end)
    for k in range(len(path)):
        for other in range(k):
            if path[k] == path[other] and k - other < len(path) - 1:
                return False
    return True


@compiled
def note_chain(tables: RaterTables, board: RaterBoard, start: int, end: int, kind: int) -> None:
    """Notes the chain of the last walk, and what it removes or places."""
    cells, digits, path = column(board, CELL), column(board, DIGIT), chain_to(board, end)
    trace(board, end)
    begin_finding(board)
    victim = -1
    if kind == DISCONTINUOUS and start != end:
        for word in range(network(board)[WIDTH]):
            if excluded(board, start, end, word):
                victim = (word << 6) + lowest(excluded(board, start, end, word))
        note_node(board, START, victim, -1)
    for k in range(len(path)):
        role = STRONG if k & 1 else WEAK if k or victim >= 0 else START
        note_node(board, role, path[k], k - 1 + (victim >= 0))
    if victim >= 0:
        note_node(board, WEAK, victim, len(path))
        remove(tables, board, cells[victim], bit(digits[victim]))
    elif start == end and start >= network(board)[GROUPS]:
        settle(tables, board, cells[start], digits[start])
    else:
        if kind == CONTINUOUS:
            note_node(board, WEAK, start, len(path) - 1)
            for k in range(1, len(path) - 1, 2):
                remove_excluded(tables, board, path[k], path[k + 1])
        remove_excluded(tables, board, start, end)


@compiled
def note_node(board: RaterBoard, role: int, node: int, source: int) -> None:
    """Adds a node as a part of the finding."""
    digit = column(board, DIGIT)[node]
    note_part(board, role, column(board, HOUSE)[node], positions(board)[node], bit(digit), source)


@compiled
def remove_excluded(tables: RaterTables, board: RaterBoard, one: int, other: int) -> None:
    """Removes the candidates that two nodes both exclude."""
    for word in range(network(board)[WIDTH]):
        rest = excluded(board, one, other, word)
        while rest:
            victim = (word << 6) + lowest(rest)
            remove(tables, board, column(board, CELL)[victim], bit(column(board, DIGIT)[victim]))
            rest &= rest - np.uint64(1)
