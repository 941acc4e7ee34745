"""Candidates and groups of them as nodes: of two that a strong link joins one is true, a weak one: one is false.

A node is a digit in a cell, or in two cells or more: all those where a region and a line meet that may hold it, or all
those of an almost locked set, of which at most one digit is missing in the end, so that a strong link joins any two of
its digits. Sets have 2 to LARGEST cells of a house, and both digits are seen from outside; small sets come first, and
there are as many as there is room for. HoDoKu's sets may be larger, and may lead to a cell outside that several of
their digits leave one candidate; a link here is of one digit at each end. Nodes are numbered: groups first, then the
candidates that have a strong link, then the others. The network lies in the upper halves of the board's room for
searches, which other techniques leave alone, and stays there while the candidates are the same.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, lowest
from cpgen.rater.board import MASKS, WORK, RaterBoard, RaterTables, map_digits
from cpgen.rater.techniques.als import CHOSEN as ENDS
from cpgen.rater.techniques.als import FOUND, FOUND_AT, FOUND_IN, find_sets
from cpgen.rater.visibility import VICTIMS, find_seeing, next_in, sees

CANDIDATES, GROUPS_TOO, SETS_TOO = 1, 2, 3
"""What the nodes of a network are"""
LARGEST = 4
"""The most cells of an almost locked set; in `board.work`, ENDS is where the ends of the links of one are"""

MOST_NODES, MOST_LINKS = 1600, 8192
"""On a board with more, no network is made"""
NUMBERS = WORK >> 1
BEGUN, GROUPS, LINKED, NODES, WIDTH, LINKS, SET_LINKS, CHOSEN = range(NUMBERS, NUMBERS + 8)
"""Where `board.work` says what the nodes are (0: not yet known), how many of them are groups, how many are groups or
have a strong link, how many there are in all, in how many words a set of them is, how many strong links there are, how
many of these come before those of almost locked sets, and for which chains links were chosen"""
CELL, DIGIT, HOUSE, MADE_TRUE, MADE_FALSE, LEVEL, PLAIN_LEVEL, QUEUE, PATH, PATH_ON = range(
    NUMBERS + 16, NUMBERS + 16 + 10 * MOST_NODES, MOST_NODES
)
"""Where it has a number for each node: its cell (the first of a group), its digit, the house that addresses its cells;
and of a walk: by which node it becomes true, or false; how many strong links lead to it as true, with groups and
without (0: none do); the nodes in the order in which they become true; those of a chain, in twice the room"""
LINK = NUMBERS + 16 + 10 * MOST_NODES
ONE, OTHER, SET_HOUSE, SET_POSITIONS, SET_DIGITS, LINK_SIZE = range(6)
"""Where it has the strong links as they are found, and what it has of each: its ends, a candidate as cell · n + digit,
group k as −1 − k; of the almost locked set that it runs through a house, the positions there and the digits"""
NODE_OF = LINK + LINK_SIZE * MOST_LINKS
"""Where it has the node of each candidate (cell · n + digit), or UNKNOWN; WANTED until it has its number"""
UNKNOWN, WANTED = -1, -2
KNOWN, POSITIONS, SPARE, SETS = (MASKS // 2 + start for start in (0, 2048, 3648, 4096))
"""Where `board.masks` has the candidates of each open cell that the network was made for, the positions of each node in
its house, sets of nodes for passing use, and sets of nodes by node"""
WEAK, STRONG, OF_DIGIT, NEXT_WEAK, NEXT_STRONG, REACH = range(6)
"""Sets of nodes by node: those that a link joins to it; for each digit its nodes; those that links of the present
chains join to it; those that are true by a chain when it is"""


@compiled
def matrix(board: RaterBoard, which: int) -> np.ndarray:
    """A set of nodes for each node."""
    width = board.work[WIDTH]
    rows = board.work[NODES] + board.places.shape[1]
    start = SETS + which * rows * width
    return board.masks[start : start + rows * width].reshape(rows, width)


@compiled
def lay_out(tables: RaterTables, board: RaterBoard, nodes: int) -> bool:
    """Makes the network of the board as it is, with such nodes; whether it has room."""
    map_digits(tables, board)
    if is_current(board) and board.work[BEGUN] == nodes:
        return bool(board.work[NODES])
    board.work[NUMBERS : NUMBERS + 8] = 0
    board.work[BEGUN] = nodes
    board.work[CHOSEN] = -1
    has_room = find_strong_links(tables, board, nodes >= GROUPS_TOO)
    board.work[SET_LINKS] = board.work[LINKS]
    if has_room and nodes == SETS_TOO:
        link_sets(tables, board)
    if has_room and number_nodes(tables, board):
        matrix(board, WEAK)[:] = np.uint64(0)
        matrix(board, STRONG)[: board.work[LINKED]] = np.uint64(0)
        matrix(board, OF_DIGIT)[: board.places.shape[1]] = np.uint64(0)
        join_candidates(tables, board)
        join_groups(tables, board)
        join_strongly(board, matrix(board, STRONG), 0, board.work[SET_LINKS])
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
        link = LINK + LINK_SIZE * board.work[LINKS]
        board.work[link + ONE], board.work[link + OTHER] = one, other
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
    return group_of(tables, board, house, own, digit, first_group)


@compiled
def group_of(
    tables: RaterTables, board: RaterBoard, house: int, positions: np.uint64, digit: int, first_group: int
) -> int:
    """The group of a digit at some positions of a house, in whichever house it is addressed; added if there is room."""
    cell, groups = tables.house_cells[house, lowest(positions)], int(board.work[GROUPS])
    for group in range(first_group, groups):
        alike = board.work[CELL + group] == cell and board.work[DIGIT + group] == digit
        if alike and same_cells(tables, house, positions, board.work[HOUSE + group], board.masks[POSITIONS + group]):
            return group
    if groups == MOST_NODES - 1:
        return groups - 1
    board.work[HOUSE + groups] = house
    board.work[CELL + groups] = cell
    board.work[DIGIT + groups] = digit
    board.masks[POSITIONS + groups] = positions
    board.work[GROUPS] = groups + 1
    return groups


@compiled
def link_sets(tables: RaterTables, board: RaterBoard) -> None:
    """Notes the strong links of almost locked sets, those of small ones first, as many as there is room for."""
    find_sets(tables, board, LARGEST)
    left = MOST_NODES - 1 - board.work[GROUPS]
    for digits in board.candidates:
        left -= count_bits(digits)
    for size in range(2, LARGEST + 1):
        for found in range(board.work[FOUND]):
            positions = board.masks[FOUND_AT + 2 * found]
            if count_bits(positions) == size:
                before = board.work[GROUPS]
                if left <= size or board.work[LINKS] + size * (size + 1) // 2 >= MOST_LINKS - 1:
                    return
                link_set(tables, board, board.work[FOUND_IN + found], positions, board.masks[FOUND_AT + 2 * found + 1])
                left -= board.work[GROUPS] - before


@compiled
def link_set(tables: RaterTables, board: RaterBoard, house: int, positions: np.uint64, digits: np.uint64) -> None:
    """Notes the strong links of an almost locked set between its digits that are seen from outside."""
    count, rest = 0, digits
    while rest:
        holding = positions & board.places[house, lowest(rest)]
        if find_seeing(tables, board, house, holding, lowest(rest)):
            board.work[ENDS + count] = end_at(tables, board, house, holding, lowest(rest))
            count += 1
        rest &= rest - np.uint64(1)
    for k in range(count):
        for other in range(k):
            link = LINK + LINK_SIZE * board.work[LINKS]
            note_link(board, board.work[ENDS + other], board.work[ENDS + k])
            board.work[link + SET_HOUSE] = house
            board.work[link + SET_POSITIONS], board.work[link + SET_DIGITS] = np.int64(positions), np.int64(digits)


@compiled
def end_at(tables: RaterTables, board: RaterBoard, house: int, positions: np.uint64, digit: int) -> int:
    """The end of a link that is a digit at some positions of a house, in whichever house they are addressed."""
    if count_bits(positions) == 1:
        return int(tables.house_cells[house, lowest(positions)] * board.places.shape[1] + digit)
    return -1 - group_of(tables, board, house, positions, digit, 0)


@compiled
def same_cells(tables: RaterTables, house: int, positions: np.uint64, other: int, others: np.uint64) -> bool:
    """Whether positions of two houses are the same cells; the cells of a house are in order."""
    if house == other or count_bits(positions) != count_bits(others):
        return bool(house == other and positions == others)
    while positions:
        if tables.house_cells[house, lowest(positions)] != tables.house_cells[other, lowest(others)]:
            return False
        positions &= positions - np.uint64(1)
        others &= others - np.uint64(1)
    return True


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
    weak, victims = matrix(board, WEAK), board.sets[board.places.shape[1] + VICTIMS]
    for group in range(board.work[GROUPS]):
        digit = board.work[DIGIT + group]
        find_seeing(tables, board, board.work[HOUSE + group], board.masks[POSITIONS + group], digit)
        cell = next_in(victims, 0)
        while cell >= 0:
            join_weakly(weak, group, board.work[NODE_OF + cell * board.places.shape[1] + digit])
            cell = next_in(victims, cell + 1)
        for other in range(group):
            if board.work[DIGIT + other] == digit and all_see(tables, board, group, other):
                join_weakly(weak, group, other)


@compiled
def join_weakly(weak: np.ndarray, one: int, other: int) -> None:
    """Joins two nodes in sets of nodes by node."""
    weak[one, other >> 6] |= bit(other & 63)
    weak[other, one >> 6] |= bit(one & 63)


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
def join_strongly(board: RaterBoard, strong: np.ndarray, first: int, last: int) -> None:
    """Joins the ends of some strong links, from one before another, in sets of nodes by node."""
    for k in range(first, last):
        one, other = end_of(board, k, ONE), end_of(board, k, OTHER)
        strong[one, other >> 6] |= bit(other & 63)
        strong[other, one >> 6] |= bit(one & 63)


@compiled
def end_of(board: RaterBoard, link: int, which: int) -> int:
    """The node that an end of a strong link is."""
    end = board.work[LINK + LINK_SIZE * link + which]
    return int(board.work[NODE_OF + end] if end >= 0 else -1 - end)
