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
from cpgen.rater.board import NONE, RaterBoard
from cpgen.rater.findings import (
    START,
    STRONG,
    WEAK,
    begin_finding,
    is_over,
    note_cell,
    note_cover,
    note_finding,
    note_part,
)
from cpgen.rater.memory import H, W, masks, n, numbers, record
from cpgen.rater.visibility import changed_digits, eliminate_from, lies_in, next_in, note_searched, sees

SKYSCRAPER, KITE, TURBOT_FISH = 1, 2, 3
"""Kinds of patterns of two links; 0 stands for none of them"""
ROW_LINK, COLUMN_LINK, OTHER_LINK = 1, 2, 4
"""Flags: the kinds of houses in which a link is"""
ONE_END, OTHER_END, KINDS = range(3)
"""Columns of a link"""
FIRST, SECOND = range(2)
"""Chains of a dual pattern; others have the first alone"""


class SingleDigitScratch(Struct):
    """Working memory of the search for patterns of one digit: its links, and the patterns found."""

    links: np.ndarray = numbers(H, 3)  # links: two cells, flags of the kinds of houses
    chains: np.ndarray = record(2, far=np.int64, near=np.int64, joint=np.int64, last=np.int64)
    """The present pattern of two links, and the second one of a dual pattern"""
    rectangle: np.ndarray = record(region=np.int64, digit=np.int64, hinges=np.int64)
    """Region and digit of the present empty rectangle, and number of its hinges"""
    hinges: np.ndarray = record(2 * n * n, near=np.int64, far=np.int64, row=np.int64, column=np.int64, arm=np.uint64)
    """Links that end in an empty rectangle: near end, far end, row and column of the rectangle, and the places in the
    region that are not in the line of the near end"""
    victims: np.ndarray = masks(W)  # set of the cells that lose the digit
    others: np.ndarray = masks(W)  # the same for the second half of a dual pattern


@compiled
def two_links(board: RaterBoard, scratch: SingleDigitScratch, kind: int) -> None:
    """Find the pairs of links of one kind, SKYSCRAPER, KITE or TURBOT_FISH; add a finding for each."""
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
    """Store each link of a digit once in `scratch.links`; return the number of links.

    A link has its two cells and flags of the kinds of all houses it is in: ROW_LINK, COLUMN_LINK and OTHER_LINK.
    """
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
    """Return True if two links can be a pattern of the kind SKYSCRAPER, KITE or TURBOT_FISH.

    `one` and `two` are the flags of the links, such as ROW_LINK: the kinds of the houses they are in.
    """
    if kind == SKYSCRAPER:
        return one & two & (ROW_LINK | COLUMN_LINK) != 0
    return kind == TURBOT_FISH or (one | two) & (ROW_LINK | COLUMN_LINK) == ROW_LINK | COLUMN_LINK


@compiled
def join_links(board: RaterBoard, scratch: SingleDigitScratch, digit: int, one: int, two: int, kind: int) -> bool:
    """Add a finding for each way to join two links into a pattern of the given kind; return True if there was any.

    `one` and `two` are the indices of the links in `scratch.links`.
    """
    links, chain, found = scratch.links, scratch.chains[FIRST], False
    # Bit 0 selects the near end of the first link, bit 1 the joint of the second.
    for way in range(4):
        chain.near, chain.far = links[one, way & 1], links[one, 1 - (way & 1)]
        chain.joint, chain.last = links[two, way >> 1], links[two, 1 - (way >> 1)]
        meet = sees(board, chain.near, chain.joint) and chain.near != chain.last
        if not meet or chain.far in (chain.joint, chain.last) or kind_of(board, scratch, one, two) != kind:
            continue
        if find_victims_of_chain(board, scratch, FIRST, digit, scratch.victims):
            begin_finding(board)
            note_chain(board, scratch, FIRST, digit, 0)
            eliminate_from(board, scratch.victims, digit)
            found = True
    return found


@compiled
def find_victims_of_chain(
    board: RaterBoard, scratch: SingleDigitScratch, number: int, digit: int, victims: np.ndarray
) -> bool:
    """Fill the bit set `victims` with the cells that see both far ends of chain `number`; return True if there are any.

    Cells that see both ends of one link lose the digit by that link alone, and are left out.
    """
    seen, chain, any_left = board.tables.peers, scratch.chains[number], NONE
    for word in range(len(victims)):
        both = board.digit_cells[digit, word] & seen[chain.far, word] & seen[chain.last, word]
        victims[word] = both & ~seen[chain.near, word] & ~seen[chain.joint, word]
        any_left |= victims[word]
    return bool(any_left)


@compiled
def kind_of(board: RaterBoard, scratch: SingleDigitScratch, one: int, two: int) -> int:
    """Return the kind of the pattern in `scratch.chains[0]`, such as KITE, or 0 for an X-Wing.

    `one` and `two` are the indices of its links in `scratch.links`.
    """
    size, chain = board.places.shape[1], scratch.chains[FIRST]
    kinds, others = scratch.links[one, KINDS], scratch.links[two, KINDS]
    # Two links in parallel lines whose far ends are in one line as well are an X-Wing.
    same_row, same_column = chain.near // size == chain.joint // size, chain.near % size == chain.joint % size
    if kinds & others & ROW_LINK and same_column:
        return SKYSCRAPER if chain.far % size != chain.last % size else 0
    if kinds & others & COLUMN_LINK and same_row:
        return SKYSCRAPER if chain.far // size != chain.last // size else 0
    across = (kinds | others) & (ROW_LINK | COLUMN_LINK) == ROW_LINK | COLUMN_LINK
    return KITE if across and not same_row and not same_column else TURBOT_FISH


@compiled
def note_chain(board: RaterBoard, scratch: SingleDigitScratch, number: int, digit: int, before: int) -> None:
    """Add the four cells of chain `number` to the present finding, which has `before` parts already."""
    chain = scratch.chains[number]
    note_cell(board, START, chain.far, bit(digit), -1)
    note_cell(board, STRONG, chain.near, bit(digit), before)
    note_cell(board, WEAK, chain.joint, bit(digit), before + 1)
    note_cell(board, STRONG, chain.last, bit(digit), before + 2)


@compiled
def dual_kites(board: RaterBoard, scratch: SingleDigitScratch) -> None:
    """Find Dual 2-String Kites; add a finding for each.

    They are two cells that see each other, each with a link in its row and one in its column.
    """
    # Both chains have the same inner cells. The first begins in a row and ends in a column, the second the reverse.
    one, two = scratch.chains[FIRST], scratch.chains[SECOND]
    for digit in ones(changed_digits(board)):
        links = map_links(board, scratch, digit)
        near = next_in(board.digit_cells[digit], 0)
        while near >= 0:
            one.near = two.near = near
            one.far, two.far = other_end(scratch, links, near, ROW_LINK), other_end(scratch, links, near, COLUMN_LINK)
            joint = next_in(board.digit_cells[digit], near + 1) if one.far >= 0 and two.far >= 0 else -1
            while joint >= 0:
                # `near` and `joint` each need a link in their row and one in their column.
                if sees(board, near, joint) and joint != one.far and joint != two.far:
                    one.joint = two.joint = joint
                    one.last = other_end(scratch, links, joint, COLUMN_LINK)
                    two.last = other_end(scratch, links, joint, ROW_LINK)
                    if one.last >= 0 and two.last >= 0:
                        join_both_ways(board, scratch, digit)
                        if is_over(board):
                            return
                joint = next_in(board.digit_cells[digit], joint + 1)
            near = next_in(board.digit_cells[digit], near + 1)
        note_searched(board, bit(digit))


@compiled
def other_end(scratch: SingleDigitScratch, links: int, cell: int, kind: int) -> int:
    """Return the other end of a strong link that ends in a cell, or −1 if there is none.

    The first of the `links` links in `scratch.links` with the flag `kind`, such as ROW_LINK, counts.
    """
    for link in range(links):
        if scratch.links[link, KINDS] & kind:
            if scratch.links[link, ONE_END] == cell:
                return int(scratch.links[link, OTHER_END])
            if scratch.links[link, OTHER_END] == cell:
                return int(scratch.links[link, ONE_END])
    return -1


@compiled
def join_both_ways(board: RaterBoard, scratch: SingleDigitScratch, digit: int) -> None:
    """Record the two chains of a digit in `scratch.chains` as one finding of a dual pattern.

    Nothing is recorded unless both eliminate candidates and their eliminations differ.
    """
    victims, others, one, two = scratch.victims, scratch.others, scratch.chains[FIRST], scratch.chains[SECOND]
    if one.far == one.last or two.far == two.last:
        return
    if not find_victims_of_chain(board, scratch, SECOND, digit, others):
        return
    if find_victims_of_chain(board, scratch, FIRST, digit, victims) and differ(victims, others):
        begin_finding(board)
        note_chain(board, scratch, FIRST, digit, 0)
        note_chain(board, scratch, SECOND, digit, 4)
        eliminate_from(board, victims, digit)
        eliminate_from(board, others, digit)


@compiled
def differ(cells: np.ndarray, others: np.ndarray) -> bool:
    """Return True if the bit sets `cells` and `others` differ."""
    difference = NONE
    for word in range(len(cells)):
        difference |= cells[word] ^ others[word]
    return bool(difference)


@compiled
def empty_rectangles(board: RaterBoard, scratch: SingleDigitScratch, count: int) -> None:
    """Find Empty Rectangles (`count` 1) and dual ones (`count` 2); add a finding for each.

    In a region, three places of a digit or more are all in one row and one column, but not in one of these alone. If a
    link in a column ends in that row, either its far end is true, or its near end is, and of the places in the region
    those in the column are left (the *arm*); likewise for a link in a row. A dual one has two such links.
    """
    changed, rectangle = changed_digits(board), scratch.rectangle[0]
    for region in board.tables.regions:
        for digit in ones(changed):
            if count_bits(board.places[region, digit]) < 3:
                continue
            # A single rectangle is a hinge with itself; a dual one is a pair of different hinges.
            rectangle.region, rectangle.digit = region, digit
            map_hinges(board, scratch)
            for one in range(rectangle.hinges):
                for two in range(one if count == 1 else 0, one + 1 if count == 1 else one):
                    turn_on_hinges(board, scratch, one, two)
                    if is_over(board):
                        return
    note_searched(board, changed)


@compiled
def map_hinges(board: RaterBoard, scratch: SingleDigitScratch) -> None:
    """Store in `scratch.hinges` the links whose near end sees all places in the region outside the arm.

    The region and digit are those of `scratch.rectangle`, which also receives the number of these hinges.
    """
    size, rectangle, house_cells = board.places.shape[1], scratch.rectangle[0], board.tables.house_cells
    rectangle.hinges, places = 0, board.places[rectangle.region, rectangle.digit]
    # Lines are rows first (start 0), then columns.
    for start in range(0, 2 * size, size):
        rest = places
        while rest:
            first = house_cells[rectangle.region, lowest(rest)]
            line = first // size if start == 0 else first % size
            in_line = places_in(board, rectangle.region, places, start + line)
            # The places outside this line must be in one crossing line, and not all in it with the others.
            arm = places & ~in_line
            rest &= arm
            if arm == 0:
                continue
            first = house_cells[rectangle.region, lowest(arm)]
            cross = size + first % size if start == 0 else first // size
            arm_is_bent = arm & ~places_in(board, rectangle.region, arm, cross) != 0
            if not arm_is_bent and in_line & ~places_in(board, rectangle.region, in_line, cross) != 0:
                map_links_of_line(board, scratch, start + line, cross, arm)


@compiled
def map_links_of_line(board: RaterBoard, scratch: SingleDigitScratch, line: int, cross: int, arm: np.uint64) -> None:
    """Add to `scratch.hinges` those whose near end is in a line outside the region and that have an elimination.

    Args:
        board: The board.
        scratch: Working memory.
        line: House of the near end and of the places of the region outside the arm.
        cross: House across it, in which the arm lies.
        arm: Mask of the positions in the region that are the arm.
    """
    size, rectangle = board.places.shape[1], scratch.rectangle[0]
    start = size if line < size else 0
    for across in ones(board.places[line, rectangle.digit]):
        house = start + across
        ends = board.places[house, rectangle.digit]
        if count_bits(ends) != 2:
            continue
        near = board.tables.house_cells[house, lowest(ends & bit(line % size))]
        far = board.tables.house_cells[house, lowest(ends & ~bit(line % size))]
        if lies_in(board, near, rectangle.region) or lies_in(board, far, rectangle.region):
            continue
        hinge = scratch.hinges[rectangle.hinges]
        hinge.near, hinge.far, hinge.arm = near, far, arm
        hinge.row, hinge.column = min(line, cross), max(line, cross)
        if find_victims_of_hinge(board, scratch, rectangle.hinges, scratch.victims):
            rectangle.hinges += 1


@compiled
def places_in(board: RaterBoard, house: int, places: np.uint64, other: int) -> np.uint64:
    """Return the positions in `places` of a house whose cells are also in the house `other`."""
    found = NONE
    for position in ones(places):
        if lies_in(board, board.tables.house_cells[house, position], other):
            found |= bit(position)
    return found


@compiled
def find_victims_of_hinge(board: RaterBoard, scratch: SingleDigitScratch, number: int, victims: np.ndarray) -> bool:
    """Fill the bit set `victims` with the cells that see the far end of hinge `number` and its whole arm.

    Return True if there are any. Cells that see all places in the region, or both ends of the link, lose the digit by
    these alone and are left out.
    """
    rectangle, hinge, seen, any_left = scratch.rectangle[0], scratch.hinges[number], board.tables.peers, NONE
    for word in range(len(victims)):
        left = board.digit_cells[rectangle.digit, word] & seen[hinge.far, word] & ~seen[hinge.near, word]
        everywhere = left
        for position in ones(board.places[rectangle.region, rectangle.digit]):
            cell = board.tables.house_cells[rectangle.region, position]
            everywhere &= seen[cell, word]
            if hinge.arm & bit(position):
                left &= seen[cell, word]
        victims[word] = left & ~everywhere
        any_left |= victims[word]
    return bool(any_left)


@compiled
def turn_on_hinges(board: RaterBoard, scratch: SingleDigitScratch, one: int, two: int) -> None:
    """Add a finding for an empty rectangle with one hinge, or with two hinges whose eliminations differ.

    `one` and `two` are the indices of the hinges, the same one for a single hinge.
    """
    hinges, victims, others = scratch.hinges, scratch.victims, scratch.others
    region, digit = scratch.rectangle[0].region, scratch.rectangle[0].digit
    if hinges[one].row != hinges[two].row or hinges[one].column != hinges[two].column:
        return
    find_victims_of_hinge(board, scratch, two, others)
    find_victims_of_hinge(board, scratch, one, victims)
    if one != two and not differ(victims, others):
        return
    note_finding(board, bit(digit), region, board.places[region, digit])
    note_cover(board, hinges[one].row)
    note_cover(board, hinges[one].column)
    note_hinge(board, scratch, one, 3)
    if one != two:
        note_hinge(board, scratch, two, 7)
        eliminate_from(board, others, digit)
    eliminate_from(board, victims, digit)


@compiled
def note_hinge(board: RaterBoard, scratch: SingleDigitScratch, number: int, before: int) -> None:
    """Add the chain from the far end of hinge `number` to its arm to the present finding.

    The finding has `before` parts already, to which the new parts refer.
    """
    hinge, region, digit = scratch.hinges[number], scratch.rectangle[0].region, scratch.rectangle[0].digit
    note_cell(board, START, hinge.far, bit(digit), -1)
    note_cell(board, STRONG, hinge.near, bit(digit), before)
    note_part(board, WEAK, region, board.places[region, digit] & ~hinge.arm, bit(digit), before + 1)
    note_part(board, STRONG, region, hinge.arm, bit(digit), before + 2)
