"""Candidates and groups of them as nodes: of two that a strong link joins one is true, a weak one: one is false.

A node is a digit in a cell, or in two cells or more that a region shares with a line: all those of the two that may
hold it. Nodes are numbered: groups first, then the candidates that have a strong link, then the others. The network
lies in the upper halves of the board's room for searches, which other techniques leave alone, and stays there while
the candidates are the same.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, inlined, lowest
from cpgen.rater.board import MASKS, WORK, RaterBoard, RaterTables, map_digits
from cpgen.rater.sight import next_in, sees

MOST_NODES, MOST_LINKS = 1600, 8192
"""On a board with more, no network is made"""
NUMBERS = WORK >> 1
BEGUN, GROUPS, LINKED, NODES, WIDTH, LINKS, CHOSEN = range(NUMBERS, NUMBERS + 7)
"""Where `board.work` says how the network was begun (0: not yet), how many nodes are groups, how many are groups or
have a strong link, how many there are in all, in how many words a set of them is, how many strong links there are, and
for which chains links were chosen"""
CELL, DIGIT, HOUSE, MADE_TRUE, MADE_FALSE, LEVEL, PLAIN_LEVEL, QUEUE, PATH, PATH_ON = range(
    NUMBERS + 16, NUMBERS + 16 + 10 * MOST_NODES, MOST_NODES
)
"""Where it has a number for each node: its cell (the first of a group), its digit, the house that addresses its cells;
and of a walk: by which node it becomes true, or false; how many strong links lead to it as true, with groups and
without (0: none do); the nodes in the order in which they become true; those of a chain, in twice the room"""
LINK_ENDS = NUMBERS + 16 + 10 * MOST_NODES
"""Where it has the ends of the strong links as they are found: a candidate as cell · n + digit, group k as −1 − k"""
NODE_OF = LINK_ENDS + 2 * MOST_LINKS
"""Where it has the node of each candidate (cell · n + digit), or UNKNOWN; WANTED until it has its number"""
UNKNOWN, WANTED = -1, -2
KNOWN, POSITIONS, SPARE, SETS = (MASKS // 2 + start for start in (0, 2048, 3648, 4096))
"""Where `board.masks` has the candidates of each open cell that the network was made for, the positions of each node in
its house, sets of nodes for passing use, and sets of nodes by node"""
WEAK, STRONG, OF_DIGIT, NEXT_WEAK, NEXT_STRONG, REACH = range(6)
"""Sets of nodes by node: those that a link joins to it; for each digit its nodes; those that links of the present
chains join to it; those that are true by a chain when it is"""


@inlined
def matrix(board: RaterBoard, which: int) -> np.ndarray:
    """A set of nodes for each node."""
    width = board.work[WIDTH]
    rows = board.work[NODES] + board.places.shape[1]
    start = SETS + which * rows * width
    return board.masks[start : start + rows * width].reshape(rows, width)


@compiled
def lay_out(tables: RaterTables, board: RaterBoard, grouped: bool) -> bool:
    """Makes the network of the board as it is, with groups or without; whether it has room."""
    begun = 2 if grouped else 1
    if is_current(board) and board.work[BEGUN] == begun:
        return bool(board.work[NODES])
    board.work[NUMBERS : NUMBERS + 7] = 0
    board.work[BEGUN] = begun
    board.work[CHOSEN] = -1
    map_digits(tables, board)
    if find_strong_links(tables, board, grouped) and number_nodes(tables, board):
        matrix(board, WEAK)[:] = np.uint64(0)
        matrix(board, STRONG)[:] = np.uint64(0)
        matrix(board, OF_DIGIT)[:] = np.uint64(0)
        join_candidates(tables, board)
        join_groups(tables, board)
        join_strongly(board)
        return True
    board.work[NODES] = 0
    return False


@compiled
def is_current(board: RaterBoard) -> bool:
    """Whether the candidates are those that the network was made for; they are noted if not."""
    same = True
    for cell in range(len(board.candidates)):
        mask = np.uint64(0) if board.values[cell] else board.candidates[cell]
        same &= board.masks[KNOWN + cell] == mask
        board.masks[KNOWN + cell] = mask
    return same


@compiled
def find_strong_links(tables: RaterTables, board: RaterBoard, grouped: bool) -> bool:
    """Notes all strong links: cells with two candidates, houses with two places or groups; whether there is room."""
    size = board.places.shape[1]
    board.work[NODE_OF : NODE_OF + len(board.candidates) * size] = UNKNOWN
    for cell in range(len(board.candidates)):
        both = board.candidates[cell]
        if count_bits(both) == 2 and not board.values[cell]:
            note_link(board, cell * size + lowest(both), cell * size + lowest(both & (both - np.uint64(1))))
    for digit in range(size):
        first_group = board.work[GROUPS]
        for house in tables.everything:
            places = board.places[house, digit]
            if count_bits(places) == 2:
                one, other = lowest(places), lowest(places & (places - np.uint64(1)))
                cells = tables.house_cells[house]
                note_link(board, cells[one] * size + digit, cells[other] * size + digit)
            elif grouped and count_bits(places) > 2:
                link_groups(tables, board, house, digit, first_group)
    return bool(board.work[LINKS] < MOST_LINKS - 1 and board.work[GROUPS] < MOST_NODES - 1)


@compiled
def note_link(board: RaterBoard, one: int, other: int) -> None:
    """Notes a strong link, if there is room."""
    if board.work[LINKS] < MOST_LINKS - 1:
        k = LINK_ENDS + 2 * board.work[LINKS]
        board.work[k], board.work[k + 1] = one, other
        board.work[LINKS] += 1
        for end in (one, other):
            if end >= 0:
                board.work[NODE_OF + end] = WANTED


@compiled
def link_groups(tables: RaterTables, board: RaterBoard, house: int, digit: int, first_group: int) -> None:
    """Notes the strong links of the groups in a house: the rest of a digit's places is one cell or another group."""
    places = board.places[house, digit]
    for met in range(tables.meeting.shape[1]):
        if tables.meeting[house, met] < 0:
            return
        group = places & tables.shared[house, met, 0]
        rest = places & ~group
        if count_bits(group) < 2 or not rest:
            continue
        if count_bits(rest) == 1:
            cell = tables.house_cells[house, lowest(rest)]
            own = group_at(tables, board, house, met, digit, first_group)
            note_link(board, -1 - own, cell * board.places.shape[1] + digit)
            continue
        for other in range(met + 1, tables.meeting.shape[1]):
            if tables.meeting[house, other] >= 0 and places & tables.shared[house, other, 0] == rest:
                own = group_at(tables, board, house, met, digit, first_group)
                note_link(board, -1 - own, -1 - group_at(tables, board, house, other, digit, first_group))


@compiled
def group_at(tables: RaterTables, board: RaterBoard, house: int, met: int, digit: int, first_group: int) -> int:
    """The node of the group where a region and a line meet, each of which may be the house; the region addresses it."""
    own = board.places[house, digit] & tables.shared[house, met, 0]
    if not tables.regions[0] <= house <= tables.regions[-1]:
        own = board.places[tables.meeting[house, met], digit] & tables.shared[house, met, 1]
        house = tables.meeting[house, met]
    groups: int = board.work[GROUPS]
    for group in range(first_group, groups):
        if board.work[HOUSE + group] == house and board.masks[POSITIONS + group] == own:
            return group
    if groups == MOST_NODES - 1:
        return groups - 1
    board.work[HOUSE + groups] = house
    board.work[CELL + groups] = tables.house_cells[house, lowest(own)]
    board.work[DIGIT + groups] = digit
    board.masks[POSITIONS + groups] = own
    board.work[GROUPS] = groups + 1
    return groups


@compiled
def number_nodes(tables: RaterTables, board: RaterBoard) -> bool:
    """Numbers the candidates, those with a strong link first; whether there is room."""
    size = board.places.shape[1]
    count = board.work[GROUPS]
    for linked in (True, False):
        for digit in range(size):
            cell = next_in(board.sets[digit], 0)
            while cell >= 0:
                if board.work[NODE_OF + cell * size + digit] == (WANTED if linked else UNKNOWN):
                    if count == MOST_NODES:
                        return False
                    board.work[NODE_OF + cell * size + digit] = count
                    board.work[CELL + count] = cell
                    board.work[DIGIT + count] = digit
                    board.work[HOUSE + count] = tables.houses_of[cell, 0]
                    board.masks[POSITIONS + count] = tables.position_of[cell, 0]
                    count += 1
                cell = next_in(board.sets[digit], cell + 1)
        if linked:
            board.work[LINKED] = count
    board.work[NODES] = count
    board.work[WIDTH] = (count + 63) >> 6
    return bool(count)


@compiled
def join_candidates(tables: RaterTables, board: RaterBoard) -> None:
    """Joins by weak links the candidates of a cell, and those of a digit in cells that see each other."""
    size = board.places.shape[1]
    weak, of_digit = matrix(board, WEAK), matrix(board, OF_DIGIT)
    for one in range(board.work[NODES]):
        cell, digit = board.work[CELL + one], board.work[DIGIT + one]
        of_digit[digit, one >> 6] |= bit(one & 63)
        if one < board.work[GROUPS]:
            continue
        rest = board.candidates[cell] & ~bit(digit)
        while rest:
            other = board.work[NODE_OF + cell * size + lowest(rest)]
            weak[one, other >> 6] |= bit(other & 63)
            rest &= rest - np.uint64(1)
        for word in range(tables.sets.shape[1]):
            rest = tables.sets[cell, word] & board.sets[digit, word]
            while rest:
                other = board.work[NODE_OF + ((word << 6) + lowest(rest)) * size + digit]
                weak[one, other >> 6] |= bit(other & 63)
                rest &= rest - np.uint64(1)


@compiled
def join_groups(tables: RaterTables, board: RaterBoard) -> None:
    """Joins a group by weak links to the nodes of its digit all of whose cells see all of its own."""
    weak = matrix(board, WEAK)
    for group in range(board.work[GROUPS]):
        for other in range(board.work[NODES]):
            if board.work[DIGIT + other] == board.work[DIGIT + group] and all_see(tables, board, group, other):
                weak[group, other >> 6] |= bit(other & 63)
                weak[other, group >> 6] |= bit(group & 63)


@compiled
def all_see(tables: RaterTables, board: RaterBoard, one: int, other: int) -> bool:
    """Whether every cell of a node sees all cells of another."""
    house, beyond = board.work[HOUSE + one], board.work[HOUSE + other]
    here = board.masks[POSITIONS + one]
    while here:
        cell = tables.house_cells[house, lowest(here)]
        there = board.masks[POSITIONS + other]
        while there:
            if not sees(tables, cell, tables.house_cells[beyond, lowest(there)]):
                return False
            there &= there - np.uint64(1)
        here &= here - np.uint64(1)
    return True


@compiled
def join_strongly(board: RaterBoard) -> None:
    """Joins the ends of the strong links that were noted."""
    strong = matrix(board, STRONG)
    for k in range(LINK_ENDS, LINK_ENDS + 2 * board.work[LINKS], 2):
        one, other = board.work[k], board.work[k + 1]
        one = board.work[NODE_OF + one] if one >= 0 else -1 - one
        other = board.work[NODE_OF + other] if other >= 0 else -1 - other
        strong[one, other >> 6] |= bit(other & 63)
        strong[other, one >> 6] |= bit(one & 63)
