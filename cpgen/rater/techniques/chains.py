"""Chains: strong and weak links in turn lead from one node to another, so that one of the two ends is true.

    a === b --- c === d      === strong link: one is true; --- weak link: one is false
    a is false → b is true → c is false → d is true

So a or d is true, and what both exclude is eliminated. If the ends are the same node, it is true. If a weak link joins
the ends, the chain is a loop, and of each of its links exactly one end is true.

X-Chain: one digit, strong links in houses. XY-Chain: strong links in cells, at least three, the same digit at both
ends. With all links: Continuous Nice Loop, when a weak link joins the ends; Discontinuous Nice Loop, when the ends are
the same node or exclude just one candidate (the loop then begins there); AIC otherwise. Grouped chains use groups
of cells as nodes, and others almost locked sets, where that makes them shorter or possible at all. In a continuous loop
an almost locked set lacks one of the two digits of its link, so it has all others.

A breadth-first walk over the network (`cpgen.rater.techniques.links`) finds the shortest chain from a node to every
other. Of all chains between two ends the shortest is taken, the first of several. A chain that passes a node twice is
left out: a part of it is a chain that says more.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, lowest, ones
from cpgen.kernel.structs import Struct
from cpgen.rater.board import NONE, RaterBoard
from cpgen.rater.findings import SET, START, STRONG, WEAK, begin_finding, eliminate, is_over, note_cell, note_part
from cpgen.rater.memory import N, W, masks, nested, numbers
from cpgen.rater.techniques.links import (
    CANDIDATES,
    GROUPS_TOO,
    MOST_NODES,
    SETS_TOO,
    Network,
    X,
    join_strongly,
    lay_out,
    linked_width,
    node_at,
    width_of,
)
from cpgen.rater.techniques.singles import conclude
from cpgen.rater.visibility import (
    changed_digits,
    eliminate_from,
    find_seeing,
    find_victims,
    list_pairs,
    next_in,
    note_searched,
)

X_CHAIN, XY_CHAIN, CONTINUOUS, DISCONTINUOUS, ALTERNATING = range(5)
"""Kinds of chains"""
GROUPED, WITH_SETS = 3, 6
"""Added to the last three kinds: chains with groups; chains with almost locked sets, too"""


class PairScratch(Struct):
    """Working memory of the search for remote pairs: the cells reached from a start, and the chains to them."""

    pairs: np.ndarray = masks(W)  # set of the open cells with two candidates
    source: np.ndarray = numbers(N, 2)  # cell from which each cell is reached by an even or by an odd number of links
    length: np.ndarray = numbers(N, 2)  # least number of such links, or −1
    queue: np.ndarray = numbers(2 * N, 2)
    """Cells with the parity of their links, in the order in which they are reached"""
    path: np.ndarray = numbers(2 * N)  # cells of one chain
    victims: np.ndarray = masks(W)  # set of the cells that lose a digit


class ChainScratch(Struct):
    """Working memory of the search for chains: the network, the links in use, and the state of the present walk."""

    network: Network = nested(Network)
    next_weak: np.ndarray = masks(MOST_NODES, X)
    """Nodes that weak links of the present kind of chains join to each node"""
    next_strong: np.ndarray = masks(MOST_NODES, X)  # the same for strong links
    reach: np.ndarray = masks(MOST_NODES, X)  # nodes that are true by some chain when each node is
    ends: np.ndarray = masks(MOST_NODES, X)  # nodes to which a chain from each node may lead and exclude something
    made_true: np.ndarray = numbers(MOST_NODES)  # node that makes each node true in the present walk
    made_false: np.ndarray = numbers(MOST_NODES)  # node that makes each node false, or −1
    level: np.ndarray = numbers(MOST_NODES)  # number of strong links that lead to each node as true, 0 for none
    plain_level: np.ndarray = numbers(MOST_NODES)  # the same without the last kind of nodes
    queue: np.ndarray = numbers(MOST_NODES)  # nodes in the order in which they become true
    path: np.ndarray = numbers(2 * MOST_NODES)  # nodes of one chain
    wanted: np.ndarray = masks(X)  # ends of the present kind of chains from one node
    covered: np.ndarray = masks(X)  # passing set of nodes
    united: np.ndarray = masks(X)  # another one


# Remote pairs


@compiled
def remote_pairs(board: RaterBoard, scratch: PairScratch) -> None:
    """Find Remote Pairs: an even number of cells xy, four or more, each of which sees the next; add a finding for each.

    One end is x and the other y, so both digits are eliminated from the cells that see both ends.
    """
    list_pairs(board, scratch.pairs)
    pairs = scratch.pairs
    start = next_in(pairs, 0)
    while start >= 0:
        both, alike = board.candidates[start], 0
        low, high = board.digit_cells[lowest(both)], board.digit_cells[lowest(both & (both - np.uint64(1)))]
        for word in range(len(pairs)):
            alike += count_bits(pairs[word] & low[word] & high[word])
        # A chain needs four cells with the same candidates.
        if alike >= 4:
            walk_pairs(board, scratch, start)
            end = next_in(pairs, start + 1)
            while end >= 0:
                if scratch.length[end, 1] >= 3:
                    note_pair(board, scratch, start, end)
                    if is_over(board):
                        return
                end = next_in(pairs, end + 1)
        start = next_in(pairs, start + 1)


@compiled
def walk_pairs(board: RaterBoard, scratch: PairScratch, start: int) -> None:
    """Find the cells that chains of equal pairs reach from the cell `start`, breadth first.

    For each cell, `scratch.length` and `scratch.source` receive the length of the shortest chain (−1 if none) and its
    last cell but one, separately for chains with an even and with an odd number of links.
    """
    source, length, queue = scratch.source, scratch.length, scratch.queue
    length[:] = -1
    queue[0, 0], queue[0, 1], length[start, 0] = start, 0, 0
    done, count = 0, 1
    while done < count:
        here, odd = queue[done, 0], queue[done, 1]
        done += 1
        for word in range(len(scratch.pairs)):
            for place in ones(scratch.pairs[word] & board.tables.peers[here, word]):
                cell = (word << 6) + place
                if board.candidates[cell] == board.candidates[start] and length[cell, 1 - odd] < 0:
                    length[cell, 1 - odd] = length[here, odd] + 1
                    source[cell, 1 - odd] = here
                    queue[count, 0], queue[count, 1] = cell, 1 - odd
                    count += 1


@compiled
def note_pair(board: RaterBoard, scratch: PairScratch, start: int, end: int) -> None:
    """Add a finding for the remote pair whose ends are the cells `start` and `end`, if it has an effect.

    Both digits are eliminated from the cells that see both ends.
    """
    both, victims, path = board.candidates[start], scratch.victims, scratch.path
    low, high = lowest(both), lowest(both & (both - np.uint64(1)))
    if not (find_victims(board, victims, low, start, end, end) or find_victims(board, victims, high, start, end, end)):
        return
    begin_finding(board)
    here, odd, count = end, 1, scratch.length[end, 1] + 1
    for k in range(count - 1, -1, -1):
        path[k] = here
        here, odd = scratch.source[here, odd], 1 - odd
    for k in range(count):
        note_cell(board, WEAK if k else START, path[k], both, k - 1)
    for digit in (low, high):
        if find_victims(board, victims, digit, start, end, end):
            eliminate_from(board, victims, digit)


# Chains over the network


@compiled
def chains(board: RaterBoard, scratch: ChainScratch, kind: int) -> None:
    """Find the chains of a kind, such as X_CHAIN, with two strong links or more; add a finding for each.

    Each is the shortest between its ends. On a board with too many candidates for the network none is found.
    """
    network, nodes = scratch.network, CANDIDATES
    while kind > ALTERNATING:
        nodes, kind = nodes + 1, kind - GROUPED
    changed = changed_digits(board) if kind == X_CHAIN else ~NONE
    if not lay_out(board, network, nodes):
        return
    select_links(scratch, kind)
    for node in range(network.state[0].linked):
        if changed & bit(network.digit[node]) and find_wanted(scratch, node, kind):
            walk_without_last_kind(scratch, node, nodes)
            walk(scratch, node, scratch.next_strong, 0, scratch.level)
            note_chains(board, scratch, node, kind, nodes)
            if is_over(board):
                return
    if kind == X_CHAIN:
        note_searched(board, changed)


@compiled
def least_length(kind: int) -> int:
    """Return the least number of strong links in a chain of a kind, such as X_CHAIN."""
    return 3 if kind == XY_CHAIN else 2


@compiled
def select_links(scratch: ChainScratch, kind: int) -> None:
    """Copy the links that a kind of chain may use to `scratch.next_weak` and `scratch.next_strong`.

    From these, `scratch.reach` (nodes that some chain may reach from each node) and `scratch.ends` are computed.
    Nothing is done if the links of this kind are selected already.
    """
    network = scratch.network
    state, kind = network.state[0], min(kind, CONTINUOUS)
    if state.selected == kind:
        return
    state.selected = kind
    next_weak, next_strong, reach = scratch.next_weak, scratch.next_strong, scratch.reach
    linked, words = state.linked, linked_width(network)
    for node in range(linked):
        for word in range(words):
            same_digit = network.of_digit[network.digit[node], word] if kind != CONTINUOUS else ~NONE
            next_weak[node, word] = network.weak[node, word] & same_digit
            # XY-Chains have strong links between two digits of a cell, X-Chains between two cells of a digit.
            next_strong[node, word] = network.strong[node, word] & (~same_digit if kind == XY_CHAIN else same_digit)
        if linked & 63:
            next_weak[node, words - 1] &= bit(linked & 63) - np.uint64(1)
    join_strongly(network, next_strong, state.set_links, state.links)
    # One step: from a true node by a weak link, then by a strong link. Then close over several steps.
    for node in range(linked):
        reach[node] = NONE
        unite(next_strong, next_weak[node, :words], reach[node, :words])
    for node in range(linked):
        close(scratch, node, words)
    for node in range(linked):
        find_ends(scratch, node, kind)


@compiled
def close(scratch: ChainScratch, node: int, words: int) -> None:
    """Extend `scratch.reach[node]`, the nodes reached in one step, by all nodes reached in several steps.

    Earlier nodes must be closed already, so that their sets contain all that they reach. `words` is the length of a set
    of nodes in 64-bit words.
    """
    reach, covered = scratch.reach, scratch.covered
    covered[:] = NONE
    word = 0
    while word < words:
        rest = reach[node, word] & ~covered[word]
        if rest == 0:
            word += 1
            continue
        here = (word << 6) + lowest(rest)
        covered[word] |= bit(lowest(rest))
        for each in range(words):
            reach[node, each] |= reach[here, each]
            if here < node:
                covered[each] |= reach[here, each]
        word = 0


@compiled
def unite(sets: np.ndarray, members: np.ndarray, union: np.ndarray) -> None:
    """Add to the bit set `union` the bit sets, rows of `sets`, of all nodes in `members`."""
    for word in range(len(members)):
        for place in ones(members[word]):
            node = (word << 6) + place
            for each in range(len(union)):
                union[each] |= sets[node, each]


@compiled
def find_ends(scratch: ChainScratch, node: int, kind: int) -> None:
    """Store in `scratch.ends[node]` the nodes to which a chain from `node` may lead and have an effect.

    Nodes with a lower index are left out, so that each chain is found from one of its ends. `kind` is the kind of
    chain, such as CONTINUOUS.
    """
    network, nodes, united = scratch.network, scratch.ends[node], scratch.united
    words, width, left = linked_width(network), width_of(network), NONE
    united[:] = NONE
    unite(scratch.reach, scratch.next_strong[node, :words], united[:words])
    for word in range(width):
        nodes[word] = network.of_digit[network.digit[node], word] if kind != CONTINUOUS else ~NONE
        nodes[word] &= united[word]
        if word < node >> 6:
            nodes[word] = NONE
        elif word == node >> 6:
            nodes[word] &= ~(bit(node & 63) - np.uint64(1))
        left |= nodes[word]
    if left:
        united[:] = NONE
        for word in range(width):
            scratch.covered[word] = excluded(network, node, node, word)
        unite(network.weak, scratch.covered[:width], united[:words])
        for word in range(words):
            nodes[word] &= united[word]


@compiled
def find_wanted(scratch: ChainScratch, node: int, kind: int) -> bool:
    """Set `scratch.wanted` to the nodes that may end a chain from `node`; return False if there are none.

    `kind` is the kind of chain, such as CONTINUOUS. `find_ends` must have set `scratch.ends`.
    """
    network, wanted, left = scratch.network, scratch.wanted, NONE
    for word in range(width_of(network)):
        wanted[word] = scratch.ends[node, word]
        if kind >= CONTINUOUS:
            wanted[word] &= network.weak[node, word] if kind == CONTINUOUS else ~network.weak[node, word]
        if kind != DISCONTINUOUS and word == node >> 6:
            wanted[word] &= ~bit(node & 63)
        left |= wanted[word]
    return bool(left)


@compiled
def note_chains(board: RaterBoard, scratch: ChainScratch, node: int, kind: int, nodes: int) -> None:
    """Add a finding for each chain of a kind that the last walk, which began at `node`, has found."""
    wanted = scratch.wanted[: width_of(scratch.network)]
    other = next_in(wanted, node)
    while other >= 0:
        if is_chain(scratch, node, other, kind, nodes):
            note_chain(board, scratch, node, other, kind)
            if is_over(board):
                return
        other = next_in(wanted, other + 1)


@compiled
def is_chain(scratch: ChainScratch, node: int, other: int, kind: int, nodes: int) -> bool:
    """Return True if the last walk from `node` has reached the node `other` by a chain of the given kind.

    `nodes` is the kind of nodes in the network, such as GROUPS_TOO. A chain is rejected if one that is no longer exists
    without the last kind of nodes added, groups or almost locked sets.
    """
    length, plain = scratch.level[other], scratch.plain_level[other]
    if length < least_length(kind) or (nodes > CANDIDATES and 0 < plain <= length):
        return False
    if kind >= DISCONTINUOUS and node != other:
        count = 0
        for word in range(width_of(scratch.network)):
            count += count_bits(excluded(scratch.network, node, other, word))
        if (count == 1) != (kind == DISCONTINUOUS):
            return False
    return is_simple(scratch, other)


@compiled
def excluded(network: Network, one: int, other: int, word: int) -> np.uint64:
    """Return one 64-bit word of the set of candidates that the nodes `one` and `other` both exclude.

    `word` is its index. Groups of candidates are left out of the set.
    """
    groups = network.state[0].groups
    both: np.uint64 = network.weak[one, word] & network.weak[other, word]
    if word < groups >> 6:
        return NONE
    return both & ~(bit(groups & 63) - np.uint64(1)) if word == groups >> 6 else both


@compiled
def walk_without_last_kind(scratch: ChainScratch, start: int, nodes: int) -> None:
    """Walk from `start` without the kind of nodes that the network added last.

    The numbers of strong links to each node are stored in `scratch.plain_level`. `nodes` is GROUPS_TOO (walk without
    groups), SETS_TOO (without almost locked sets), or CANDIDATES (no walk).
    """
    network = scratch.network
    if nodes == GROUPS_TOO:
        walk(scratch, start, scratch.next_strong, network.state[0].groups, scratch.plain_level)
    elif nodes == SETS_TOO:
        walk(scratch, start, network.strong, 0, scratch.plain_level)


@compiled
def walk(scratch: ChainScratch, start: int, strong: np.ndarray, least: int, levels: np.ndarray) -> None:
    """Follow all chains from a node that is supposed to be false, breadth first.

    `scratch.made_true` and `scratch.made_false` receive, for each node reached, the node before it.

    Args:
        scratch: Working memory.
        start: The node.
        strong: For each node, the bit set of those that it is strongly linked to.
        least: Lowest node to use.
        levels: Receives the number of strong links that lead to each node, 0 if none do.
    """
    words, queue = linked_width(scratch.network), scratch.queue
    for node in range(scratch.network.state[0].linked):
        levels[node], scratch.made_false[node] = 0, -1
    if start < least:
        return
    # The premise is false: it makes the other ends of its strong links true, at level 1.
    scratch.made_false[start] = start
    done, count = 0, make_true(scratch, start, strong, 1, least, levels, 0)
    while done < count:
        here = queue[done]
        done += 1
        for word in range(words):
            for place in ones(scratch.next_weak[here, word]):
                other = (word << 6) + place
                # A true node makes the ends of its weak links false, each once.
                if other >= least and scratch.made_false[other] < 0:
                    scratch.made_false[other] = here
                    count = make_true(scratch, other, strong, levels[here] + 1, least, levels, count)


@compiled
def make_true(
    scratch: ChainScratch, node: int, strong: np.ndarray, length: int, least: int, levels: np.ndarray, count: int
) -> int:
    """Append the nodes that a false node makes true to the queue of a walk; return its new length.

    Args:
        scratch: Working memory.
        node: The false node.
        strong: For each node, the bit set of those that it is strongly linked to.
        length: Number of strong links from the start to the new nodes.
        least: Lowest node to append.
        levels: Length at which each node was reached, 0 for the others; it is updated.
        count: Length of the queue.
    """
    for word in range(linked_width(scratch.network)):
        for place in ones(strong[node, word]):
            other = (word << 6) + place
            if other >= least and levels[other] == 0:
                levels[other] = length
                scratch.made_true[other] = node
                scratch.queue[count] = other
                count += 1
    return count


@compiled
def trace(scratch: ChainScratch, end: int) -> int:
    """Write the nodes of the chain by which the last walk reached the node `end` to `scratch.path`.

    Return the number of nodes, two for each strong link.
    """
    here, count, path = end, int(2 * scratch.level[end]), scratch.path
    # Backwards from the end: a pair of nodes for each strong link.
    for k in range(count - 2, -1, -2):
        path[k + 1], path[k] = here, scratch.made_true[here]
        here = scratch.made_false[path[k]]
    return count


@compiled
def is_simple(scratch: ChainScratch, end: int) -> bool:
    """Return True if the chain by which the last walk reaches the node `end` passes no node twice.

    Its two ends may be the same node. The chain is written to `scratch.path`.
    """
    count = trace(scratch, end)
    for k in range(count):
        for other in range(k):
            if scratch.path[k] == scratch.path[other] and k - other < count - 1:
                return False
    return True


# Findings


@compiled
def note_chain(board: RaterBoard, scratch: ChainScratch, start: int, end: int, kind: int) -> None:
    """Begin a finding with the chain of the last walk from node `start` to `end`; add what it eliminates or assigns.

    `kind` is the kind of chain, such as CONTINUOUS.
    """
    network, path = scratch.network, scratch.path
    count, victim = trace(scratch, end), -1
    begin_finding(board)
    # A discontinuous loop begins at the one candidate that both ends exclude.
    if kind == DISCONTINUOUS and start != end:
        victim = first_excluded(network, start, end)
        note_node(board, network, START, victim, -1)
    for k in range(count):
        role = STRONG if k & 1 else WEAK if k or victim >= 0 else START
        note_node(board, network, role, path[k], k - 1 + (victim >= 0))
    if victim >= 0:
        note_node(board, network, WEAK, victim, count)
    elif kind == CONTINUOUS:
        note_node(board, network, WEAK, start, count - 1)
    note_sets(board, scratch, count, 1 + (victim >= 0), kind == CONTINUOUS)
    # From false follows true, so a candidate that is both ends is true.
    if start == end and start >= network.state[0].groups:
        conclude(board, network.cell[start], network.digit[start])
        return
    if kind == CONTINUOUS:
        for k in range(1, count - 1, 2):
            eliminate_excluded(board, network, path[k], path[k + 1])
    eliminate_excluded(board, network, start, end)


@compiled
def note_sets(board: RaterBoard, scratch: ChainScratch, count: int, first: int, is_loop: bool) -> None:
    """Add the almost locked sets of a chain of `count` nodes, each with the index of the part that it makes true.

    `first` is that index for the first link. In a loop, the sets have all digits but those of their links.
    """
    network, path = scratch.network, scratch.path
    for k in range(0, count, 2):
        link = set_link(network, path[k], path[k + 1])
        if link >= 0:
            house, positions = network.set_house[link], network.set_positions[link]
            note_part(board, SET, house, positions, network.set_digits[link], k + first)
    for k in range(0, count if is_loop else 0, 2):
        link = set_link(network, path[k], path[k + 1])
        if link >= 0:
            missing = bit(network.digit[path[k]]) | bit(network.digit[path[k + 1]])
            eliminate_locked(board, network, link, network.set_digits[link] & ~missing)


@compiled
def set_link(network: Network, one: int, other: int) -> int:
    """Return the strong link between two nodes that runs through an almost locked set; −1 if there is a plain one.

    `one` and `other` are the indices of the nodes.
    """
    if network.strong[one, other >> 6] & bit(other & 63):
        return -1
    link = int(network.state[0].set_links)
    while True:
        here, there = node_at(network, link, 0), node_at(network, link, 1)
        if (here == one and there == other) or (here == other and there == one):
            return link
        link += 1


@compiled
def eliminate_locked(board: RaterBoard, network: Network, link: int, digits: np.uint64) -> None:
    """Eliminate digits that the almost locked set of a link has from the cells that see all of its cells with them."""
    house, victims = network.set_house[link], network.victims
    for digit in ones(digits):
        holding = network.set_positions[link] & board.places[house, digit]
        if find_seeing(board, victims, house, holding, digit):
            eliminate_from(board, victims, digit)


@compiled
def first_excluded(network: Network, one: int, other: int) -> int:
    """Return the first candidate that the nodes `one` and `other` both exclude; there must be one."""
    word = 0
    while excluded(network, one, other, word) == 0:
        word += 1
    return (word << 6) + lowest(excluded(network, one, other, word))


@compiled
def note_node(board: RaterBoard, network: Network, role: int, node: int, source: int) -> None:
    """Add the cells of a node to the present finding, as a part with this role.

    `source` is the index of the part that it follows from, −1 for none.
    """
    note_part(board, role, network.house[node], network.positions[node], bit(network.digit[node]), source)


@compiled
def eliminate_excluded(board: RaterBoard, network: Network, one: int, other: int) -> None:
    """Eliminate the candidates that the nodes `one` and `other` both exclude."""
    for word in range(width_of(network)):
        for place in ones(excluded(network, one, other, word)):
            victim = (word << 6) + place
            eliminate(board, network.cell[victim], bit(network.digit[victim]))
