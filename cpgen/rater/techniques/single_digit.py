"""Patterns of one digit with two strong links: Skyscraper, 2-String Kite, Turbot Fish, Empty Rectangle.

A *link* is a pair of cells that are the only places of the digit in a house. When an end of one link (the near end)
sees an end of another (the joint), not both of these hold the digit, so one of the two far ends does:

    far === near --- joint === last          === link, --- sees

Skyscraper: two rows or two columns. 2-String Kite: a row and a column that meet in another house. Turbot Fish: any
other. An Empty Rectangle has in place of one link a region whose places of the digit are all in one row and one column.
A dual pattern is two of them with the same inner cells, with different eliminations.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, lowest, ones
from cpgen.kernel.structs import Struct
from cpgen.rater.board import (
    NONE,
    START,
    STRONG,
    WEAK,
    RaterBoard,
    begin_finding,
    is_over,
    note_cell,
    note_cover,
    note_finding,
    note_part,
)
from cpgen.rater.memory import H, W, masks, n, numbers
from cpgen.rater.visibility import changed_digits, eliminate_from, lies_in, next_in, note_searched, sees

SKYSCRAPER, KITE, TURBOT_FISH = 1, 2, 3
"""Kinds of patterns of two links; 0 stands for none of them"""
ROW_LINK, COLUMN_LINK, OTHER_LINK = 1, 2, 4
"""Flags: the kinds of houses in which a link is"""
ONE_END, OTHER_END, KINDS = range(3)
"""Columns of a link"""
NEAR, FAR, ROW, COLUMN = range(4)
"""Columns of a hinge"""


class SingleDigitScratch(Struct):
    """Memory of a search for patterns of one digit."""

    links: np.ndarray = numbers(H, 3)  # links: two cells, flags of the kinds of houses
    hinges: np.ndarray = numbers(2 * n * n, 4)
    """Links that end in an empty rectangle: near end, far end, row and column of the rectangle"""
    arms: np.ndarray = masks(2 * n * n)
    """For each hinge, the places in the region that are not in the line of its near end"""
    victims: np.ndarray = masks(W)  # set of the cells that lose the digit
    others: np.ndarray = masks(W)  # the same for the second half of a dual pattern


@compiled
def two_links(board: RaterBoard, scratch: SingleDigitScratch, kind: int) -> None:
    """Find the pairs of links of one kind: SKYSCRAPER, KITE or TURBOT_FISH."""
    for digit in ones(changed_digits(board)):
        # Try each pair of links of the digit once.
        links = map_links(board, scratch, digit)
        for one in range(1, links):
            for two in range(one):
                wanted = is_pair_of_kind(scratch.links[one, KINDS], scratch.links[two, KINDS], kind)
                if wanted and join_links(board, scratch, digit, one, two, kind) and is_over(board):
                    return
        note_searched(board, bit(digit))


@compiled
def map_links(board: RaterBoard, scratch: SingleDigitScratch, digit: int) -> int:
    """List each link of a digit once, with the kinds of all houses that it is in; return their number."""
    links, count, size = scratch.links, 0, board.places.shape[1]
    for house in range(len(board.places)):
        places = board.places[house, digit]
        if count_bits(places) != 2:
            continue
        first = board.tables.house_cells[house, lowest(places)]
        second = board.tables.house_cells[house, lowest(places & (places - np.uint64(1)))]
        kind = ROW_LINK if house < size else COLUMN_LINK if house < 2 * size else OTHER_LINK
        # Two houses may have the same link: a row and a region, for example.
        same = 0
        while same < count and (links[same, ONE_END] != first or links[same, OTHER_END] != second):
            same += 1
        if same < count:
            links[same, KINDS] |= kind
        else:
            links[same, ONE_END], links[same, OTHER_END], links[same, KINDS] = first, second, kind
            count += 1
    return count


@compiled
def is_pair_of_kind(one: int, two: int, kind: int) -> bool:
    """Return True if two links with these flags can be a pattern of the kind."""
    if kind == SKYSCRAPER:
        return one & two & (ROW_LINK | COLUMN_LINK) != 0
    return kind == TURBOT_FISH or (one | two) & (ROW_LINK | COLUMN_LINK) == ROW_LINK | COLUMN_LINK


@compiled
def join_links(board: RaterBoard, scratch: SingleDigitScratch, digit: int, one: int, two: int, kind: int) -> bool:
    """Join two links at each pair of their ends; return True if something was found."""
    links, size, found = scratch.links, board.places.shape[1], False
    # Bit 0 selects the near end of the first link, bit 1 the joint of the second.
    for way in range(4):
        near, far = links[one, way & 1], links[one, 1 - (way & 1)]
        joint, last = links[two, way >> 1], links[two, 1 - (way >> 1)]
        meet = sees(board, near, joint) and near != last and far not in (joint, last)
        if not meet or kind_of(size, near, far, joint, last, links[one, KINDS], links[two, KINDS]) != kind:
            continue
        if find_victims_of_chain(board, scratch.victims, digit, far, near, joint, last):
            begin_finding(board)
            note_chain(board, digit, far, near, joint, last, 0)
            eliminate_from(board, scratch.victims, digit)
            found = True
    return found


@compiled
def find_victims_of_chain(
    board: RaterBoard, victims: np.ndarray, digit: int, far: int, near: int, joint: int, last: int
) -> bool:
    """Fill the set of the cells that see both far ends; return True if there are any.

    Cells that see both ends of one link lose the digit by that link alone, and are left out.
    """
    seen, any_left = board.tables.peers, NONE
    for word in range(len(victims)):
        both = board.digit_cells[digit, word] & seen[far, word] & seen[last, word]
        victims[word] = both & ~seen[near, word] & ~seen[joint, word]
        any_left |= victims[word]
    return bool(any_left)


@compiled
def kind_of(size: int, near: int, far: int, joint: int, last: int, one: int, two: int) -> int:
    """Return the kind of two links joined by their near ends, or 0 for an X-Wing."""
    # Two links in parallel lines whose far ends are in one line as well are an X-Wing.
    same_row, same_column = near // size == joint // size, near % size == joint % size
    if one & two & ROW_LINK and same_column:
        return SKYSCRAPER if far % size != last % size else 0
    if one & two & COLUMN_LINK and same_row:
        return SKYSCRAPER if far // size != last // size else 0
    across = (one | two) & (ROW_LINK | COLUMN_LINK) == ROW_LINK | COLUMN_LINK
    return KITE if across and not same_row and not same_column else TURBOT_FISH


@compiled
def note_chain(board: RaterBoard, digit: int, far: int, near: int, joint: int, last: int, before: int) -> None:
    """Note a chain of four cells; the finding has `before` parts already."""
    note_cell(board, START, far, bit(digit), -1)
    note_cell(board, STRONG, near, bit(digit), before)
    note_cell(board, WEAK, joint, bit(digit), before + 1)
    note_cell(board, STRONG, last, bit(digit), before + 2)


@compiled
def dual_kites(board: RaterBoard, scratch: SingleDigitScratch) -> None:
    """Find Dual 2-String Kites: two cells that see each other, each with a link in its row and one in its column."""
    for digit in ones(changed_digits(board)):
        links = map_links(board, scratch, digit)
        near = next_in(board.digit_cells[digit], 0)
        while near >= 0:
            across, down = other_end(scratch, links, near, ROW_LINK), other_end(scratch, links, near, COLUMN_LINK)
            joint = next_in(board.digit_cells[digit], near + 1) if across >= 0 and down >= 0 else -1
            while joint >= 0:
                # `near` and `joint` each need a link in their row and one in their column.
                if sees(board, near, joint) and joint != across and joint != down:
                    along = other_end(scratch, links, joint, ROW_LINK)
                    below = other_end(scratch, links, joint, COLUMN_LINK)
                    if along >= 0 and below >= 0:
                        join_both_ways(board, scratch, digit, near, joint, across, below, down, along)
                        if is_over(board):
                            return
                joint = next_in(board.digit_cells[digit], joint + 1)
            near = next_in(board.digit_cells[digit], near + 1)
        note_searched(board, bit(digit))


@compiled
def other_end(scratch: SingleDigitScratch, links: int, cell: int, kind: int) -> int:
    """Return the other end of a cell's link of a kind, or −1."""
    for link in range(links):
        if scratch.links[link, KINDS] & kind:
            if scratch.links[link, ONE_END] == cell:
                return int(scratch.links[link, OTHER_END])
            if scratch.links[link, OTHER_END] == cell:
                return int(scratch.links[link, ONE_END])
    return -1


@compiled
def join_both_ways(
    board: RaterBoard,
    scratch: SingleDigitScratch,
    digit: int,
    near: int,
    joint: int,
    across: int,
    below: int,
    down: int,
    along: int,
) -> None:
    """Note two kites with the same inner cells, if their eliminations differ."""
    victims, others = scratch.victims, scratch.others
    # Two chains with the inner cells in common: rows outside and columns inside, and the other way round.
    if across == below or down == along:
        return
    if not find_victims_of_chain(board, others, digit, down, near, joint, along):
        return
    if find_victims_of_chain(board, victims, digit, across, near, joint, below) and differ(victims, others):
        begin_finding(board)
        note_chain(board, digit, across, near, joint, below, 0)
        note_chain(board, digit, down, near, joint, along, 4)
        eliminate_from(board, victims, digit)
        eliminate_from(board, others, digit)


@compiled
def differ(cells: np.ndarray, others: np.ndarray) -> bool:
    """Return True if two sets are different."""
    difference = NONE
    for word in range(len(cells)):
        difference |= cells[word] ^ others[word]
    return bool(difference)


@compiled
def empty_rectangles(board: RaterBoard, scratch: SingleDigitScratch, count: int) -> None:
    """Find Empty Rectangles (count 1) and dual ones (count 2).

    In a region, three places of a digit or more are all in one row and one column, but not in one of these alone. If
    a link in a column ends in that row, either its far end is true, or its near end is, and of the places in the region
    those in the column are left (the *arm*); likewise for a link in a row. A dual one has two such links.
    """
    changed = changed_digits(board)
    for region in board.tables.regions:
        for digit in range(board.places.shape[1]):
            if not changed & bit(digit) or count_bits(board.places[region, digit]) < 3:
                continue
            # A single rectangle is a hinge with itself; a dual one is a pair of different hinges.
            hinges = map_hinges(board, scratch, region, digit)
            for one in range(hinges):
                for two in range(one if count == 1 else 0, one + 1 if count == 1 else one):
                    turn_on_hinges(board, scratch, region, digit, one, two)
                    if is_over(board):
                        return
    note_searched(board, changed)


@compiled
def map_hinges(board: RaterBoard, scratch: SingleDigitScratch, region: int, digit: int) -> int:
    """List the hinges of a region: links whose near end sees all places outside the arm; return their number."""
    size, places, count = board.places.shape[1], board.places[region, digit], 0
    # Lines are rows first (start 0), then columns.
    for start in range(0, 2 * size, size):
        rest = places
        while rest:
            first = board.tables.house_cells[region, lowest(rest)]
            line = first // size if start == 0 else first % size
            in_line = places_in(board, region, places, start + line)
            # The places outside this line must be in one crossing line, and not all in it with the others.
            arm = places & ~in_line
            rest &= arm
            if arm == 0:
                continue
            first = board.tables.house_cells[region, lowest(arm)]
            cross = size + first % size if start == 0 else first // size
            arm_is_bent = arm & ~places_in(board, region, arm, cross) != 0
            if arm_is_bent or in_line & ~places_in(board, region, in_line, cross) == 0:
                continue
            count = map_links_of_line(board, scratch, region, digit, start + line, cross, arm, count)
    return count


@compiled
def map_links_of_line(
    board: RaterBoard,
    scratch: SingleDigitScratch,
    region: int,
    digit: int,
    line: int,
    cross: int,
    arm: np.uint64,
    count: int,
) -> int:
    """Add the hinges whose near end is in a line outside the region; return the number of hinges."""
    size, hinges = board.places.shape[1], scratch.hinges
    start = size if line < size else 0
    for across in ones(board.places[line, digit]):
        house = start + across
        ends = board.places[house, digit]
        if count_bits(ends) != 2:
            continue
        near = board.tables.house_cells[house, lowest(ends & bit(line % size))]
        far = board.tables.house_cells[house, lowest(ends & ~bit(line % size))]
        if lies_in(board, near, region) or lies_in(board, far, region):
            continue
        hinges[count, NEAR], hinges[count, FAR] = near, far
        hinges[count, ROW], hinges[count, COLUMN] = min(line, cross), max(line, cross)
        scratch.arms[count] = arm
        if find_victims_of_hinge(board, scratch, scratch.victims, region, digit, count):
            count += 1
    return count


@compiled
def places_in(board: RaterBoard, house: int, places: np.uint64, other: int) -> np.uint64:
    """Return those of some places in a house that are in another one."""
    # Walk through the set bits; `rest & ~(rest − 1)` is the lowest one.
    found, rest = NONE, places
    while rest:
        if lies_in(board, board.tables.house_cells[house, lowest(rest)], other):
            found |= rest & ~(rest - np.uint64(1))
        rest &= rest - np.uint64(1)
    return found


@compiled
def find_victims_of_hinge(
    board: RaterBoard, scratch: SingleDigitScratch, victims: np.ndarray, region: int, digit: int, hinge: int
) -> bool:
    """Fill the set of the cells that see the far end of a hinge and its whole arm; return True if there are any.

    Cells that see all places in the region, or both ends of the link, lose the digit by these alone.
    """
    near, far, arm = scratch.hinges[hinge, NEAR], scratch.hinges[hinge, FAR], scratch.arms[hinge]
    seen, any_left = board.tables.peers, NONE
    for word in range(len(victims)):
        left = board.digit_cells[digit, word] & seen[far, word] & ~seen[near, word]
        rest, everywhere = board.places[region, digit], left
        while rest:
            cell = board.tables.house_cells[region, lowest(rest)]
            everywhere &= seen[cell, word]
            if arm & rest & ~(rest - np.uint64(1)):
                left &= seen[cell, word]
            rest &= rest - np.uint64(1)
        victims[word] = left & ~everywhere
        any_left |= victims[word]
    return bool(any_left)


@compiled
def turn_on_hinges(board: RaterBoard, scratch: SingleDigitScratch, region: int, digit: int, one: int, two: int) -> None:
    """Note an empty rectangle with one hinge, or with two different ones whose eliminations differ."""
    hinges, victims, others = scratch.hinges, scratch.victims, scratch.others
    if hinges[one, ROW] != hinges[two, ROW] or hinges[one, COLUMN] != hinges[two, COLUMN]:
        return
    find_victims_of_hinge(board, scratch, others, region, digit, two)
    find_victims_of_hinge(board, scratch, victims, region, digit, one)
    if one != two and not differ(victims, others):
        return
    note_finding(board, bit(digit), region, board.places[region, digit])
    note_cover(board, hinges[one, ROW])
    note_cover(board, hinges[one, COLUMN])
    note_hinge(board, scratch, region, digit, one, 3)
    if one != two:
        note_hinge(board, scratch, region, digit, two, 7)
        eliminate_from(board, others, digit)
    eliminate_from(board, victims, digit)


@compiled
def note_hinge(
    board: RaterBoard, scratch: SingleDigitScratch, region: int, digit: int, hinge: int, before: int
) -> None:
    """Note the chain from the far end of a hinge to its arm; the finding has `before` parts already."""
    arm = scratch.arms[hinge]
    note_cell(board, START, scratch.hinges[hinge, FAR], bit(digit), -1)
    note_cell(board, STRONG, scratch.hinges[hinge, NEAR], bit(digit), before)
    note_part(board, WEAK, region, board.places[region, digit] & ~arm, bit(digit), before + 1)
    note_part(board, STRONG, region, arm, bit(digit), before + 2)
