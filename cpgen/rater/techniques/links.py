"""The network of strong and weak links between candidates, which chains follow.

A *node* is a digit in a cell, or in a group of cells: all places of the digit where a region and a line meet, or all
its places in an almost locked set. Of two nodes joined by a strong link at least one is true; of two joined by a weak
link at least one is false.

    strong   the two candidates of a cell; the two places, or groups, of a digit in a house; two digits of an almost
             locked set, of which at most one is missing
    weak     two candidates of a cell; two nodes of a digit all of whose cells see each other

Almost locked sets have 2 to LARGEST cells of a house here, both digits of a link are seen from outside, and small sets
come first; there are as many as there is room for. HoDoKu's sets may be larger, and may lead to a cell outside in which
several of their digits leave one candidate; here a link has one digit at each end.

Nodes are numbered: groups first, then the candidates with a strong link, then the others. A set of nodes is an array of
masks, bit k mod 64 of mask k // 64 for node k. The network is kept while the candidates of the board stay the same.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, lowest, ones
from cpgen.kernel.structs import Struct
from cpgen.rater.board import NONE, RaterBoard
from cpgen.rater.memory import N, W, masks, n, nested, numbers, record
from cpgen.rater.techniques.als import FoundSets, find_sets, is_current
from cpgen.rater.visibility import find_seeing, next_in, sees, update_digit_cells

CANDIDATES, GROUPS_TOO, SETS_TOO = 1, 2, 3
"""Kind of the nodes in the network; 0 if no network is built yet"""
LARGEST = 4
"""Largest number of cells of an almost locked set"""
MOST_NODES, MOST_LINKS = 1600, 8192
"""A board with more nodes or strong links has no network"""
X = MOST_NODES // 64
"""Number of masks in a set of nodes"""
UNKNOWN, WANTED = -1, -2
"""In `node_of`: a candidate without a number; one with a strong link"""
NO_CHAINS = -1
"""No links are selected for a kind of chains"""


class Network(Struct):
    """Network of a board: its nodes (candidates and groups of them) and the strong and weak links between them.

    A candidate's number is cell · n + digit.
    """

    found: FoundSets = nested(FoundSets)  # almost locked sets
    known: np.ndarray = masks(N)  # candidates of the open cells for which the network was made
    state: np.ndarray = record(
        kind=np.int64,  # CANDIDATES, GROUPS_TOO or SETS_TOO
        groups=np.int64,
        linked=np.int64,  # nodes that are groups or have a strong link
        nodes=np.int64,
        links=np.int64,
        set_links=np.int64,  # first link through an almost locked set
        selected=np.int64,  # kind of chains for which links are selected
    )
    """One record: kind of the nodes, number of nodes and number of links"""
    cell: np.ndarray = numbers(MOST_NODES)  # cell of each node, the first one of a group
    digit: np.ndarray = numbers(MOST_NODES)  # digit of each node
    house: np.ndarray = numbers(MOST_NODES)  # house in which the cells of a node are addressed
    positions: np.ndarray = masks(MOST_NODES)  # positions of the cells in that house
    ends: np.ndarray = numbers(MOST_LINKS, 2)  # ends of each strong link: a candidate, or −1 − g for group g
    set_house: np.ndarray = numbers(MOST_LINKS)  # house of the almost locked set that a link runs through
    set_positions: np.ndarray = masks(MOST_LINKS)  # positions of its cells
    set_digits: np.ndarray = masks(MOST_LINKS)  # its digits
    set_ends: np.ndarray = numbers(n)  # ends of the links of one almost locked set
    node_of: np.ndarray = numbers(N * n)  # node of each candidate, or UNKNOWN
    weak: np.ndarray = masks(MOST_NODES, X)  # nodes joined to each node by a weak link
    strong: np.ndarray = masks(MOST_NODES, X)
    """Nodes joined to each node by a strong link that runs through no almost locked set"""
    of_digit: np.ndarray = masks(n, X)  # nodes of each digit
    victims: np.ndarray = masks(W)  # set of cells


@compiled
def lay_out(board: RaterBoard, network: Network, kind: int) -> bool:
    """Build the network of the board, unless it is current; return False if it has no nodes or no room for them.

    `kind` is CANDIDATES, GROUPS_TOO (also groups of cells) or SETS_TOO (also almost locked sets).
    """
    update_digit_cells(board)
    state = network.state[0]
    if is_current(board, network.known) and state.kind == kind:
        return bool(state.nodes)
    state.kind = kind
    state.groups = state.linked = state.nodes = state.links = 0
    state.selected = NO_CHAINS
    has_room = find_strong_links(board, network, kind >= GROUPS_TOO)
    state.set_links = state.links
    if has_room and kind == SETS_TOO:
        link_sets(board, network)
    if has_room and number_nodes(board, network):
        network.weak[: state.nodes] = NONE
        network.strong[: state.linked] = NONE
        network.of_digit[:] = NONE
        join_candidates(board, network)
        join_groups(board, network)
        join_strongly(network, network.strong, 0, state.set_links)
        return True
    state.nodes = 0
    return False


@compiled
def width_of(network: Network) -> int:
    """Return the number of 64-bit words in a bit set of nodes."""
    return int((network.state[0].nodes + 63) >> 6)


@compiled
def linked_width(network: Network) -> int:
    """Return the number of 64-bit words in a bit set of the nodes that are groups or have a strong link."""
    return int((network.state[0].linked + 63) >> 6)


@compiled
def find_strong_links(board: RaterBoard, network: Network, grouped: bool) -> bool:
    """Store the strong links of cells and houses in `network.ends`; return False if there is no room for all.

    If `grouped`, links between groups of cells are included.
    """
    size, state = board.places.shape[1], network.state[0]
    network.node_of[:] = UNKNOWN
    for cell in range(len(board.candidates)):
        both = board.candidates[cell]
        if count_bits(both) == 2 and not board.values[cell]:
            add_link(network, cell * size + lowest(both), cell * size + lowest(both & (both - np.uint64(1))))
    for digit in range(size):
        first_group = state.groups
        for house in board.tables.everything:
            places = board.places[house, digit]
            if count_bits(places) == 2:
                one, other = lowest(places), lowest(places & (places - np.uint64(1)))
                cells = board.tables.house_cells[house]
                add_link(network, cells[one] * size + digit, cells[other] * size + digit)
            elif grouped and count_bits(places) > 2:
                link_groups(board, network, house, digit, first_group)
    return bool(state.links < MOST_LINKS - 1 and state.groups < MOST_NODES - 1)


@compiled
def add_link(network: Network, one: int, other: int) -> None:
    """Add a strong link between the ends `one` and `other`, if there is room.

    An end is a candidate, or −1 − g for the group g.
    """
    state = network.state[0]
    if state.links < MOST_LINKS - 1:
        network.ends[state.links, 0], network.ends[state.links, 1] = one, other
        state.links += 1
        for end in (one, other):
            if end >= 0:
                network.node_of[end] = WANTED


@compiled
def link_groups(board: RaterBoard, network: Network, house: int, digit: int, first_group: int) -> None:
    """Add the strong links of a digit in a house where one end is a group of its places.

    The other end is all its other places: one cell, or another group. Groups before `first_group` are of other digits.
    """
    places = board.places[house, digit]
    for met in range(board.tables.meeting.shape[1]):
        if board.tables.meeting[house, met] < 0:
            return
        group = places & board.tables.shared[house, met, 0]
        rest = places & ~group
        # `group` is where the two houses meet, `rest` the other places of the digit.
        if count_bits(group) < 2 or not rest:
            continue
        if count_bits(rest) == 1:
            cell = board.tables.house_cells[house, lowest(rest)]
            own = group_at(board, network, house, met, digit, first_group)
            add_link(network, -1 - own, cell * board.places.shape[1] + digit)
            continue
        for other in range(met + 1, board.tables.meeting.shape[1]):
            if board.tables.meeting[house, other] >= 0 and places & board.tables.shared[house, other, 0] == rest:
                own = group_at(board, network, house, met, digit, first_group)
                add_link(network, -1 - own, -1 - group_at(board, network, house, other, digit, first_group))


@compiled
def group_at(board: RaterBoard, network: Network, house: int, met: int, digit: int, first_group: int) -> int:
    """Return the number of the group of a digit's places where two houses meet; add the group if it is new.

    One of the houses is a region, the other a line; `met` is the index of the meeting among those of `house`. The group
    is stored under the region. Groups before `first_group` are of other digits.
    """
    own = board.places[house, digit] & board.tables.shared[house, met, 0]
    if not board.tables.regions[0] <= house <= board.tables.regions[len(board.tables.regions) - 1]:
        own = board.places[board.tables.meeting[house, met], digit] & board.tables.shared[house, met, 1]
        house = board.tables.meeting[house, met]
    return group_of(board, network, house, own, digit, first_group)


@compiled
def group_of(
    board: RaterBoard, network: Network, house: int, positions: np.uint64, digit: int, first_group: int
) -> int:
    """Return the number of the group of a digit at some positions of a house; add the group if it is new.

    Groups before `first_group` are of other digits. Without room, the last group is returned, and the network will not
    be built.
    """
    cell, groups = board.tables.house_cells[house, lowest(positions)], int(network.state[0].groups)
    for group in range(first_group, groups):
        alike = network.cell[group] == cell and network.digit[group] == digit
        if alike and same_cells(board, house, positions, network.house[group], network.positions[group]):
            return group
    if groups == MOST_NODES - 1:
        return groups - 1
    network.house[groups], network.cell[groups], network.digit[groups] = house, cell, digit
    network.positions[groups] = positions
    network.state[0].groups = groups + 1
    return groups


@compiled
def link_sets(board: RaterBoard, network: Network) -> None:
    """Add the strong links of almost locked sets, small sets first, as many as there is room for."""
    found, state = network.found, network.state[0]
    find_sets(board, found, LARGEST)
    # Keep room for the candidates, which are numbered after the groups.
    left = MOST_NODES - 1 - state.groups
    for digits in board.candidates:
        left -= count_bits(digits)
    for k in range(found.number[0]):
        size, before = count_bits(found.positions[k]), state.groups
        if size == 1:
            continue
        if left <= size or state.links + size * (size + 1) // 2 >= MOST_LINKS - 1:
            return
        link_set(board, network, found.house[k], found.positions[k], found.digits[k])
        left -= state.groups - before


@compiled
def link_set(board: RaterBoard, network: Network, house: int, positions: np.uint64, digits: np.uint64) -> None:
    """Add the strong links of an almost locked set between its digits that are seen from outside.

    The set has these digits in the cells at these positions of a house.
    """
    ends, count = network.set_ends, 0
    for digit in ones(digits):
        holding = positions & board.places[house, digit]
        if find_seeing(board, network.victims, house, holding, digit):
            # A digit in one cell of the set is a candidate, in several a group.
            if count_bits(holding) == 1:
                ends[count] = board.tables.house_cells[house, lowest(holding)] * board.places.shape[1] + digit
            else:
                ends[count] = -1 - group_of(board, network, house, holding, digit, 0)
            count += 1
    # Each pair of digits: at most one is missing.
    for k in range(count):
        for other in range(k):
            link = network.state[0].links
            add_link(network, ends[other], ends[k])
            network.set_house[link], network.set_positions[link], network.set_digits[link] = house, positions, digits


@compiled
def same_cells(board: RaterBoard, house: int, positions: np.uint64, other: int, others: np.uint64) -> bool:
    """Return True if positions of two houses are the same cells; the cells of a house must be in ascending order.

    `positions` are those in `house`, `others` those in the house `other`.
    """
    if house == other or count_bits(positions) != count_bits(others):
        return bool(house == other and positions == others)
    for position in ones(positions):
        if board.tables.house_cells[house, position] != board.tables.house_cells[other, lowest(others)]:
            return False
        others &= others - np.uint64(1)
    return True


@compiled
def number_nodes(board: RaterBoard, network: Network) -> bool:
    """Store a node number for each candidate in `network.node_of`, those with a strong link first.

    Groups have the first numbers. Return False if there is no room for all nodes.
    """
    size, state = board.places.shape[1], network.state[0]
    count = state.groups
    for linked in (True, False):
        for digit in range(size):
            cell = next_in(board.digit_cells[digit], 0)
            while cell >= 0:
                if network.node_of[cell * size + digit] == (WANTED if linked else UNKNOWN):
                    if count == MOST_NODES:
                        return False
                    network.node_of[cell * size + digit] = count
                    network.cell[count], network.digit[count] = cell, digit
                    network.house[count] = board.tables.houses_of[cell, 0]
                    network.positions[count] = board.tables.position_of[cell, 0]
                    count += 1
                cell = next_in(board.digit_cells[digit], cell + 1)
        if linked:
            state.linked = count
    state.nodes = count
    return bool(count)


@compiled
def join_candidates(board: RaterBoard, network: Network) -> None:
    """Join by weak links the candidates of a cell, and those of a digit in cells that see each other."""
    size, state = board.places.shape[1], network.state[0]
    for one in range(state.nodes):
        cell, digit = network.cell[one], network.digit[one]
        network.of_digit[digit, one >> 6] |= bit(one & 63)
        if one < state.groups:
            continue
        for second in ones(board.candidates[cell] & ~bit(digit)):
            other = network.node_of[cell * size + second]
            network.weak[one, other >> 6] |= bit(other & 63)
        for word in range(board.tables.peers.shape[1]):
            for place in ones(board.tables.peers[cell, word] & board.digit_cells[digit, word]):
                other = network.node_of[((word << 6) + place) * size + digit]
                network.weak[one, other >> 6] |= bit(other & 63)


@compiled
def join_groups(board: RaterBoard, network: Network) -> None:
    """Join each group by weak links to the nodes of its digit whose cells all see all cells of the group."""
    size, victims = board.places.shape[1], network.victims
    for group in range(network.state[0].groups):
        digit = network.digit[group]
        find_seeing(board, victims, network.house[group], network.positions[group], digit)
        cell = next_in(victims, 0)
        while cell >= 0:
            join(network.weak, group, network.node_of[cell * size + digit])
            cell = next_in(victims, cell + 1)
        for other in range(group):
            if network.digit[other] == digit and all_see(board, network, group, other):
                join(network.weak, group, other)


@compiled
def join(sets: np.ndarray, one: int, other: int) -> None:
    """Add each of the nodes `one` and `other` to the other's bit set of linked nodes, a row of `sets`."""
    sets[one, other >> 6] |= bit(other & 63)
    sets[other, one >> 6] |= bit(one & 63)


@compiled
def all_see(board: RaterBoard, network: Network, one: int, other: int) -> bool:
    """Return True if every cell of the node `one` sees all cells of the node `other`."""
    for position in ones(network.positions[one]):
        cell = board.tables.house_cells[network.house[one], position]
        for place in ones(network.positions[other]):
            if not sees(board, cell, board.tables.house_cells[network.house[other], place]):
                return False
    return True


@compiled
def join_strongly(network: Network, strong: np.ndarray, first: int, last: int) -> None:
    """Add to the bit sets `strong`, one per node, the strong links with indices from `first` to `last` − 1."""
    for link in range(first, last):
        join(strong, node_at(network, link, 0), node_at(network, link, 1))


@compiled
def node_at(network: Network, link: int, which: int) -> int:
    """Return the node at one end of a strong link, the first one if `which` is 0, the second one if it is 1."""
    end = network.ends[link, which]
    return int(network.node_of[end] if end >= 0 else -1 - end)
