"""Chains of strong and weak links in turn: from an end that is false they lead to the other end, which is true.

So one end is true, and what both ends exclude goes. Of all chains between two ends the shortest is taken, the first of
several; one that passes a node twice is left out, since a part of it is a chain that says more, even where another that
is as short passes none twice.

In a continuous loop an almost locked set lacks one of the two digits that its link joins, so that it has all others.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, lowest
from cpgen.rater.board import (
    FIRST,
    SET,
    START,
    STRONG,
    WEAK,
    RaterBoard,
    RaterTables,
    begin_finding,
    is_over,
    note_cell,
    note_part,
    remove,
)
from cpgen.rater.techniques import links
from cpgen.rater.techniques.links import (
    CANDIDATES,
    CELL,
    CHOSEN,
    DIGIT,
    GROUPS,
    GROUPS_TOO,
    HOUSE,
    LEVEL,
    LINK,
    LINK_SIZE,
    LINKED,
    LINKS,
    MADE_FALSE,
    MADE_TRUE,
    MOST_NODES,
    NEXT_STRONG,
    NEXT_WEAK,
    OF_DIGIT,
    ONE,
    OTHER,
    PATH,
    PLAIN_LEVEL,
    POSITIONS,
    QUEUE,
    REACH,
    SET_DIGITS,
    SET_HOUSE,
    SET_LINKS,
    SET_POSITIONS,
    SETS_TOO,
    SPARE,
    WIDTH,
    end_of,
    join_strongly,
    lay_out,
    matrix,
)
from cpgen.rater.techniques.singles import settle
from cpgen.rater.visibility import (
    PAIRS,
    find_seeing,
    find_victims,
    keep,
    map_pairs,
    new_digits,
    next_in,
    remove_from_victims,
)

X_CHAIN, XY_CHAIN, CONTINUOUS, DISCONTINUOUS, ALTERNATING = range(5)
GROUPED, WITH_SETS = 3, 6
"""What is added to the last three for chains with groups, and for those with almost locked sets, too"""
ENDS, VICTIMS, UNITED = range(3)


@compiled
def remote_pairs(tables: RaterTables, board: RaterBoard) -> None:
    """Remote Pair: an even number of cells xy, four or more, each of which sees the next: one end is x, one y, and
    both digits leave the cells that see both ends.
    """
    map_pairs(tables, board)
    cells = len(board.candidates)
    pairs = board.sets[board.places.shape[1] + PAIRS]
    start = next_in(pairs, 0)
    while start >= 0:
        both, alike = board.candidates[start], 0
        low, high = board.sets[lowest(both)], board.sets[lowest(both & (both - np.uint64(1)))]
        for word in range(len(pairs)):
            alike += count_bits(pairs[word] & low[word] & high[word])
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
def chains(tables: RaterTables, board: RaterBoard, kind: int) -> None:
    """The chains of a kind that remove something, each the shortest between its ends, with two strong links or more.

    X-Chain: one digit, strong links in houses. XY-Chain: strong links in cells, three or more, weak links between
    cells, the same digit at both ends. Those with all links are Continuous Nice Loops when a weak link joins the ends,
    and then everything goes that both ends of any weak link of the loop exclude; Discontinuous Nice Loops when both
    ends are the same node, which is true then, or exclude just one candidate, from which the loop is told then; and
    else AICs. Grouped ones are shorter by groups than without, or not there without, and so are those with almost
    locked sets. On a board with too many candidates (`lay_out`) none is found.
    """
    nodes = CANDIDATES
    while kind > ALTERNATING:
        nodes, kind = nodes + 1, kind - GROUPED
    new = new_digits(tables, board) if kind == X_CHAIN else ~np.uint64(0)
    if not lay_out(tables, board, nodes):
        return
    choose_links(board, kind)
    weak, next_strong = matrix(board, links.WEAK), matrix(board, NEXT_STRONG)
    ends = matrix(board, OF_DIGIT)[board.places.shape[1] :]
    shortest, start, end = 2 * MOST_NODES, -1, -1
    for node in range(board.work[LINKED]):
        if (
            shortest == least_length(kind)
            or not new & bit(board.work[DIGIT + node])
            or not keep_kind(board, ends, weak, node, kind)
        ):
            continue
        walk_with_fewer(board, node, nodes, shortest)
        walk(board, node, next_strong, 0, LEVEL, shortest)
        if board.state[0].mode == FIRST:
            other = nearest(board, node, kind, nodes, shortest)
            if other >= 0:
                shortest, start, end = board.work[LEVEL + other], node, other
        else:
            note_chains(tables, board, node, kind, nodes)
            if is_over(board):
                return
    if start >= 0:
        walk(board, start, next_strong, 0, LEVEL, shortest + 1)
        note_chain(tables, board, start, end, kind)
    elif kind == X_CHAIN:
        keep(board, new)


@compiled
def least_length(kind: int) -> int:
    """The fewest strong links that a chain of a kind has."""
    return 3 if kind == XY_CHAIN else 2


@compiled
def walk_with_fewer(board: RaterBoard, start: int, nodes: int, most: int) -> None:
    """Follows the chains that do without the last kind of nodes, if there are several kinds."""
    if nodes == GROUPS_TOO:
        walk(board, start, matrix(board, NEXT_STRONG), board.work[GROUPS], PLAIN_LEVEL, most)
    elif nodes == SETS_TOO:
        walk(board, start, matrix(board, links.STRONG), 0, PLAIN_LEVEL, most)


@compiled
def nearest(board: RaterBoard, node: int, kind: int, nodes: int, most: int) -> int:
    """The end of the shortest chain from the node of the last walk with fewer than so many strong links, or −1."""
    found = -1
    other = next_in(spare(board, ENDS), node)
    while other >= 0:
        if board.work[LEVEL + other] < most and is_chain(board, node, other, kind, nodes):
            most, found = board.work[LEVEL + other], other
        other = next_in(spare(board, ENDS), other + 1)
    return found


@compiled
def note_chains(tables: RaterTables, board: RaterBoard, node: int, kind: int, nodes: int) -> None:
    """Notes all chains of a kind from the node of the last walk."""
    other = next_in(spare(board, ENDS), node)
    while other >= 0:
        if is_chain(board, node, other, kind, nodes):
            note_chain(tables, board, node, other, kind)
            if is_over(board):
                return
        other = next_in(spare(board, ENDS), other + 1)


@compiled
def spare(board: RaterBoard, which: int) -> np.ndarray:
    """One of three sets of nodes for passing use: ENDS, VICTIMS, UNITED."""
    start = SPARE + 64 * which
    return board.masks[start : start + board.work[WIDTH]]


@compiled
def choose_links(board: RaterBoard, kind: int) -> None:
    """Chooses the links for a kind of chains, finds which nodes are true by a chain when a node is, and where chains
    may end.
    """
    kind = min(kind, CONTINUOUS)
    if board.work[CHOSEN] == kind:
        return
    board.work[CHOSEN] = kind
    weak, strong, of_digit = matrix(board, links.WEAK), matrix(board, links.STRONG), matrix(board, OF_DIGIT)
    next_weak, next_strong, reach = matrix(board, NEXT_WEAK), matrix(board, NEXT_STRONG), matrix(board, REACH)
    linked, ends = board.work[LINKED], of_digit[board.places.shape[1] :]
    words = (linked + 63) >> 6
    for node in range(linked):
        for word in range(words):
            same = of_digit[board.work[DIGIT + node], word] if kind != CONTINUOUS else ~np.uint64(0)
            next_weak[node, word] = weak[node, word] & same
            next_strong[node, word] = strong[node, word] & (~same if kind == XY_CHAIN else same)
        if linked & 63:
            next_weak[node, words - 1] &= bit(linked & 63) - np.uint64(1)
    join_strongly(board, next_strong, board.work[SET_LINKS], board.work[LINKS])
    for node in range(linked):
        reach[node] = np.uint64(0)
        unite(next_strong, next_weak[node, :words], reach[node, :words])
    for node in range(linked):
        complete(board, reach[:, :words], node)
    for node in range(linked):
        for word in range(ends.shape[1]):
            ends[node, word] = of_digit[board.work[DIGIT + node], word] if kind != CONTINUOUS else ~np.uint64(0)
        keep_ends(board, weak, next_strong, reach, ends[node], node)


@compiled
def complete(board: RaterBoard, reach: np.ndarray, node: int) -> None:
    """Adds to what a node reaches in one step all that it reaches in several; for nodes before it that is done."""
    covered = spare(board, VICTIMS)
    covered[:] = np.uint64(0)
    word = 0
    while word < reach.shape[1]:
        rest = reach[node, word] & ~covered[word]
        if rest == 0:
            word += 1
            continue
        here = (word << 6) + lowest(rest)
        covered[word] |= bit(lowest(rest))
        for each in range(reach.shape[1]):
            reach[node, each] |= reach[here, each]
            if here < node:
                covered[each] |= reach[here, each]
        word = 0


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
def keep_ends(
    board: RaterBoard,
    weak: np.ndarray,
    next_strong: np.ndarray,
    reach: np.ndarray,
    nodes: np.ndarray,
    node: int,
) -> None:
    """Leaves only those nodes, from a node itself on, to which chains may lead from it, and which exclude a candidate
    that it excludes, too.
    """
    words, groups, left = (board.work[LINKED] + 63) >> 6, board.work[GROUPS], np.uint64(0)
    victims, united = spare(board, VICTIMS), spare(board, UNITED)
    united[:] = np.uint64(0)
    unite(reach, next_strong[node, :words], united[:words])
    nodes[: node >> 6] = np.uint64(0)
    nodes[node >> 6] &= ~(bit(node & 63) - np.uint64(1))
    for word in range(len(nodes)):
        nodes[word] &= united[word]
        left |= nodes[word]
    if left:
        united[:] = np.uint64(0)
        for word in range(len(victims)):
            victims[word] = excluded(weak, groups, node, node, word)
        unite(weak, victims, united[:words])
        for word in range(words):
            nodes[word] &= united[word]


@compiled
def keep_kind(board: RaterBoard, ends: np.ndarray, weak: np.ndarray, node: int, kind: int) -> bool:
    """Makes the set of those ends of chains from a node that go with it in chains of a kind; whether there are any."""
    found, left = spare(board, ENDS), np.uint64(0)
    for word in range(len(found)):
        found[word] = ends[node, word]
        if kind >= CONTINUOUS:
            found[word] &= weak[node, word] if kind == CONTINUOUS else ~weak[node, word]
        if kind != DISCONTINUOUS and word == node >> 6:
            found[word] &= ~bit(node & 63)
        left |= found[word]
    return bool(left)


@compiled
def is_chain(board: RaterBoard, node: int, other: int, kind: int, nodes: int) -> bool:
    """Whether the last walk from a node reaches another by a chain of a kind."""
    length, plain = board.work[LEVEL + other], board.work[PLAIN_LEVEL + other]
    if length < least_length(kind) or (nodes > CANDIDATES and 0 < plain <= length):
        return False
    if kind >= DISCONTINUOUS and node != other:
        weak, groups, count = matrix(board, links.WEAK), board.work[GROUPS], 0
        for word in range(board.work[WIDTH]):
            count += count_bits(excluded(weak, groups, node, other, word))
        if (count == 1) != (kind == DISCONTINUOUS):
            return False
    return is_simple(board, other)


@compiled
def excluded(weak: np.ndarray, groups: int, one: int, other: int, word: int) -> np.uint64:
    """A word of the set of candidates that two nodes both exclude; so many nodes are groups."""
    both: np.uint64 = weak[one, word] & weak[other, word]
    if word < groups >> 6:
        return np.uint64(0)
    return both & ~(bit(groups & 63) - np.uint64(1)) if word == groups >> 6 else both


@compiled
def walk(board: RaterBoard, start: int, strong: np.ndarray, least: int, levels: int, most: int) -> None:
    """Follows all chains of fewer than so many strong links from a node that is false, over nodes from `least` on."""
    next_weak = matrix(board, NEXT_WEAK)
    linked = board.work[LINKED]
    words = (linked + 63) >> 6
    for node in range(linked):
        board.work[levels + node], board.work[MADE_FALSE + node] = 0, -1
    if start < least:
        return
    board.work[MADE_FALSE + start] = start
    done, count = 0, make_true(board, start, strong, 1, least, levels, 0)
    while done < count and board.work[levels + board.work[QUEUE + done]] < most - 1:
        here = board.work[QUEUE + done]
        done += 1
        for word in range(words):
            rest = next_weak[here, word]
            while rest:
                other = (word << 6) + lowest(rest)
                if other >= least and board.work[MADE_FALSE + other] < 0:
                    board.work[MADE_FALSE + other] = here
                    length = board.work[levels + here] + 1
                    count = make_true(board, other, strong, length, least, levels, count)
                rest &= rest - np.uint64(1)


@compiled
def make_true(
    board: RaterBoard, node: int, strong: np.ndarray, length: int, least: int, levels: int, count: int
) -> int:
    """Adds to the queue of a walk, which has so many nodes, what a false node makes true; how many it has then."""
    for word in range((board.work[LINKED] + 63) >> 6):
        rest = strong[node, word]
        while rest:
            other = (word << 6) + lowest(rest)
            if other >= least and board.work[levels + other] == 0:
                board.work[levels + other] = length
                board.work[MADE_TRUE + other] = node
                board.work[QUEUE + count] = other
                count += 1
            rest &= rest - np.uint64(1)
    return count


@compiled
def trace(board: RaterBoard, end: int) -> int:
    """Writes down the nodes of the chain by which the last walk reaches a node, and says how many they are."""
    here, count = end, int(2 * board.work[LEVEL + end])
    for k in range(PATH + count - 2, PATH - 1, -2):
        board.work[k + 1], board.work[k] = here, board.work[MADE_TRUE + here]
        here = board.work[MADE_FALSE + board.work[k]]
    return count


@compiled
def is_simple(board: RaterBoard, end: int) -> bool:
    """Whether that chain passes no node twice, but for its two ends."""
    count = trace(board, end)
    for k in range(count):
        for other in range(k):
            if board.work[PATH + k] == board.work[PATH + other] and k - other < count - 1:
                return False
    return True


@compiled
def note_chain(tables: RaterTables, board: RaterBoard, start: int, end: int, kind: int) -> None:
    """Notes the chain of the last walk, and what it removes or places."""
    count, victim = trace(board, end), -1
    begin_finding(board)
    if kind == DISCONTINUOUS and start != end:
        victim = victim_of(board, start, end)
        note_node(board, START, victim, -1)
    for k in range(count):
        role = STRONG if k & 1 else WEAK if k or victim >= 0 else START
        note_node(board, role, board.work[PATH + k], k - 1 + (victim >= 0))
    if victim >= 0:
        note_node(board, WEAK, victim, count)
    elif kind == CONTINUOUS:
        note_node(board, WEAK, start, count - 1)
    note_sets(tables, board, count, 1 + (victim >= 0), kind == CONTINUOUS)
    if start == end and start >= board.work[GROUPS]:
        settle(tables, board, board.work[CELL + start], board.work[DIGIT + start])
        return
    if kind == CONTINUOUS:
        for k in range(PATH + 1, PATH + count - 1, 2):
            remove_excluded(tables, board, board.work[k], board.work[k + 1])
    remove_excluded(tables, board, start, end)


@compiled
def note_sets(tables: RaterTables, board: RaterBoard, count: int, first: int, locked: bool) -> None:
    """Notes the almost locked sets that a chain of so many nodes runs through, each with the part that it makes true,
    which is the `first` for the first link; where both digits cannot be missing, all others are `locked` in the set.
    """
    for k in range(0, count, 2):
        link = set_link(board, board.work[PATH + k], board.work[PATH + k + 1])
        if link >= 0:
            house, positions = board.work[link + SET_HOUSE], np.uint64(board.work[link + SET_POSITIONS])
            note_part(board, SET, house, positions, np.uint64(board.work[link + SET_DIGITS]), k + first)
    for k in range(0, count if locked else 0, 2):
        one, other = board.work[PATH + k], board.work[PATH + k + 1]
        link = set_link(board, one, other)
        if link >= 0:
            digits = np.uint64(board.work[link + SET_DIGITS])
            digits &= ~(bit(board.work[DIGIT + one]) | bit(board.work[DIGIT + other]))
            remove_locked(tables, board, link, digits)


@compiled
def set_link(board: RaterBoard, one: int, other: int) -> int:
    """Where the strong link between two nodes begins that runs through an almost locked set, or −1 if there is one
    without.
    """
    strong = matrix(board, links.STRONG)
    if strong[one, other >> 6] & bit(other & 63):
        return -1
    k = board.work[SET_LINKS]
    while min(end_of(board, k, ONE), end_of(board, k, OTHER)) != min(one, other) or (
        max(end_of(board, k, ONE), end_of(board, k, OTHER)) != max(one, other)
    ):
        k += 1
    return int(LINK + LINK_SIZE * k)


@compiled
def remove_locked(tables: RaterTables, board: RaterBoard, link: int, digits: np.uint64) -> None:
    """Removes digits that the almost locked set of a link has from the cells that see all of its cells with them."""
    house = board.work[link + SET_HOUSE]
    while digits:
        digit = lowest(digits)
        holding = np.uint64(board.work[link + SET_POSITIONS]) & board.places[house, digit]
        if find_seeing(tables, board, house, holding, digit):
            remove_from_victims(tables, board, digit)
        digits &= digits - np.uint64(1)


@compiled
def victim_of(board: RaterBoard, one: int, other: int) -> int:
    """The first candidate that two nodes both exclude."""
    weak, groups, word = matrix(board, links.WEAK), board.work[GROUPS], 0
    while excluded(weak, groups, one, other, word) == 0:
        word += 1
    return (word << 6) + lowest(excluded(weak, groups, one, other, word))


@compiled
def note_node(board: RaterBoard, role: int, node: int, source: int) -> None:
    """Adds a node as a part of the finding."""
    digit = board.work[DIGIT + node]
    note_part(board, role, board.work[HOUSE + node], board.masks[POSITIONS + node], bit(digit), source)


@compiled
def remove_excluded(tables: RaterTables, board: RaterBoard, one: int, other: int) -> None:
    """Removes the candidates that two nodes both exclude."""
    weak, groups = matrix(board, links.WEAK), board.work[GROUPS]
    for word in range(board.work[WIDTH]):
        rest = excluded(weak, groups, one, other, word)
        while rest:
            victim = (word << 6) + lowest(rest)
            remove(tables, board, board.work[CELL + victim], bit(board.work[DIGIT + victim]))
            rest &= rest - np.uint64(1)
