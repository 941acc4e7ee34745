"""A digit with two places in each of two houses, or with all of its places in a region in one row and one column."""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, lowest
from cpgen.rater.board import (
    COVER,
    START,
    STRONG,
    WEAK,
    RaterBoard,
    RaterTables,
    begin_finding,
    is_over,
    note_cell,
    note_finding,
    note_part,
)
from cpgen.rater.visibility import VICTIMS, keep, new_digits, next_in, remove_from, remove_from_victims

SKYSCRAPER, KITE, TURBOT_FISH = 1, 2, 3
ROW_LINK, COLUMN_LINK, OTHER_LINK = 1, 2, 4
"""The kinds of houses in which two cells are the only ones for a digit, to be added up"""
OTHERS = 4
"""The set of what follows from the second link, among those of a search"""


@compiled
def two_links(tables: RaterTables, board: RaterBoard, kind: int) -> None:
    """Skyscraper, 2-String Kite, Turbot Fish: two links whose near ends see each other, so that a far end is true."""
    new = new_digits(tables, board)
    while new:
        digit = lowest(new)
        new &= new - np.uint64(1)
        links = map_links(tables, board, digit)
        for one in range(3, 3 * links, 3):
            for two in range(0, one, 3):
                wanted = is_pair_of_kind(board.work[one + 2], board.work[two + 2], kind)
                if wanted and join_links(tables, board, digit, one, two, kind) and is_over(board):
                    return
        keep(board, bit(digit))


@compiled
def map_links(tables: RaterTables, board: RaterBoard, digit: int) -> int:
    """Writes each pair of cells that are the only ones for a digit in a house as cell, cell, kinds; how many."""
    links, count, size = board.work, 0, board.places.shape[1]
    for house in range(len(board.places)):
        places = board.places[house, digit]
        if count_bits(places) != 2:
            continue
        first = tables.house_cells[house, lowest(places)]
        second = tables.house_cells[house, lowest(places & (places - np.uint64(1)))]
        kind = ROW_LINK if house < size else COLUMN_LINK if house < 2 * size else OTHER_LINK
        same = 0
        while same < 3 * count and (links[same] != first or links[same + 1] != second):
            same += 3
        if same < 3 * count:
            links[same + 2] |= kind
        else:
            links[same], links[same + 1], links[same + 2] = first, second, kind
            count += 1
    return count


@compiled
def is_pair_of_kind(one: int, two: int, kind: int) -> bool:
    """Whether two links, of these kinds of houses, can be what is looked for."""
    if kind == SKYSCRAPER:
        return one & two & (ROW_LINK | COLUMN_LINK) != 0
    return kind == TURBOT_FISH or (one | two) & (ROW_LINK | COLUMN_LINK) == ROW_LINK | COLUMN_LINK


@compiled
def join_links(tables: RaterTables, board: RaterBoard, digit: int, one: int, two: int, kind: int) -> bool:
    """Joins two links by each of their ends; says whether something followed."""
    links, found = board.work, False
    for way in range(4):
        near, far = links[one + (way & 1)], links[one + 1 - (way & 1)]
        joint, last = links[two + (way >> 1)], links[two + 1 - (way >> 1)]
        meet = tables.sets[near, joint >> 6] & bit(joint & 63) != 0 and near != last and far not in (joint, last)
        if not meet or kind_of(board.places.shape[1], near, far, joint, last, links[one + 2], links[two + 2]) != kind:
            continue
        if find_victims_of_chain(tables, board, digit, far, near, joint, last):
            begin_finding(board)
            note_chain(tables, board, digit, far, near, joint, last, 0)
            remove_from_victims(tables, board, digit)
            found = True
    return found


@compiled
def find_victims_of_chain(
    tables: RaterTables, board: RaterBoard, digit: int, far: int, near: int, joint: int, last: int
) -> bool:
    """Makes the set of the cells with a digit that see both ends of a chain, but not all of one of its two links."""
    victims, seen, any_left = board.sets[board.places.shape[1] + VICTIMS], tables.sets, np.uint64(0)
    for word in range(len(victims)):
        both = board.sets[digit, word] & seen[far, word] & seen[last, word]
        victims[word] = both & ~seen[near, word] & ~seen[joint, word]
        any_left |= victims[word]
    return bool(any_left)


@compiled
def kind_of(size: int, near: int, far: int, joint: int, last: int, one: int, two: int) -> int:
    """What two links are that are joined by their near ends; 0 for an X-Wing."""
    same_row, same_column = near // size == joint // size, near % size == joint % size
    if one & two & ROW_LINK and same_column:
        return SKYSCRAPER if far % size != last % size else 0
    if one & two & COLUMN_LINK and same_row:
        return SKYSCRAPER if far // size != last // size else 0
    across = (one | two) & (ROW_LINK | COLUMN_LINK) == ROW_LINK | COLUMN_LINK
    return KITE if across and not same_row and not same_column else TURBOT_FISH


@compiled
def note_chain(
    tables: RaterTables, board: RaterBoard, digit: int, far: int, near: int, joint: int, last: int, before: int
) -> None:
    """Notes a chain of four cells, after so many parts of the finding."""
    note_cell(tables, board, START, far, bit(digit), -1)
    note_cell(tables, board, STRONG, near, bit(digit), before)
    note_cell(tables, board, WEAK, joint, bit(digit), before + 1)
    note_cell(tables, board, STRONG, last, bit(digit), before + 2)


@compiled
def dual_kites(tables: RaterTables, board: RaterBoard) -> None:
    """Dual 2-String Kite: two cells that join a row to a column in both ways, each with a consequence of its own."""
    new = new_digits(tables, board)
    while new:
        digit = lowest(new)
        new &= new - np.uint64(1)
        links = map_links(tables, board, digit)
        near = next_in(board.sets[digit], 0)
        while near >= 0:
            across, down = other_end(board, links, near, ROW_LINK), other_end(board, links, near, COLUMN_LINK)
            joint = next_in(board.sets[digit], near + 1) if across >= 0 and down >= 0 else -1
            while joint >= 0:
                if tables.sets[near, joint >> 6] & bit(joint & 63) and joint != across and joint != down:
                    along = other_end(board, links, joint, ROW_LINK)
                    below = other_end(board, links, joint, COLUMN_LINK)
                    if along >= 0 and below >= 0:
                        fly_both(tables, board, digit, near, joint, across, below, down, along)
                        if is_over(board):
                            return
                joint = next_in(board.sets[digit], joint + 1)
            near = next_in(board.sets[digit], near + 1)
        keep(board, bit(digit))


@compiled
def other_end(board: RaterBoard, links: int, cell: int, kind: int) -> int:
    """The other end of a cell's link of a kind, or −1."""
    for link in range(0, 3 * links, 3):
        if board.work[link + 2] & kind:
            if board.work[link] == cell:
                return int(board.work[link + 1])
            if board.work[link + 1] == cell:
                return int(board.work[link])
    return -1


@compiled
def fly_both(
    tables: RaterTables,
    board: RaterBoard,
    digit: int,
    near: int,
    joint: int,
    across: int,
    below: int,
    down: int,
    along: int,
) -> None:
    """Notes two kites with the same joining cells, where what follows is not the same."""
    if across == below or down == along:
        return
    if not find_victims_of_chain(tables, board, digit, down, near, joint, along):
        return
    lay_aside(board)
    if find_victims_of_chain(tables, board, digit, across, near, joint, below) and is_different(board):
        begin_finding(board)
        note_chain(tables, board, digit, across, near, joint, below, 0)
        note_chain(tables, board, digit, down, near, joint, along, 4)
        remove_from_victims(tables, board, digit)
        remove_from(tables, board, board.sets[board.places.shape[1] + OTHERS], digit)


@compiled
def lay_aside(board: RaterBoard) -> None:
    """Keeps what follows from one thing, while it is looked for what follows from another."""
    size = board.places.shape[1]
    for word in range(board.sets.shape[1]):
        board.sets[size + OTHERS, word] = board.sets[size + VICTIMS, word]


@compiled
def is_different(board: RaterBoard) -> bool:
    """Whether what follows now is not what was laid aside."""
    size = board.places.shape[1]
    for word in range(board.sets.shape[1]):
        if board.sets[size + OTHERS, word] != board.sets[size + VICTIMS, word]:
            return True
    return False


@compiled
def empty_rectangles(tables: RaterTables, board: RaterBoard, count: int) -> None:
    """Empty Rectangle: in a region, three places of a digit or more are all in one row and one column, not in one.

    Where a link in a column ends in that row, either its other end is true or the column in the region is; and so for
    a link in a row. A dual one, for which `count` is two, has two such links with different consequences.
    """
    new = new_digits(tables, board)
    for region in tables.regions:
        for digit in range(board.places.shape[1]):
            if not new & bit(digit) or count_bits(board.places[region, digit]) < 3:
                continue
            hinges = map_hinges(tables, board, region, digit)
            for one in range(0, 5 * hinges, 5):
                for two in range(one if count == 1 else 0, one + 1 if count == 1 else one, 5):
                    turn_on_hinges(tables, board, region, digit, one, two)
                    if is_over(board):
                        return
    keep(board, new)


@compiled
def map_hinges(tables: RaterTables, board: RaterBoard, region: int, digit: int) -> int:
    """Writes each link that something follows from, near end, far end, its arm in the region, row, column; how many.

    The near end sees all places in the region beside the arm, which is in the row or in the column.
    """
    size, places, count = board.places.shape[1], board.places[region, digit], 0
    for start in range(0, 2 * size, size):
        rest = places
        while rest:
            first = tables.house_cells[region, lowest(rest)]
            line = first // size if start == 0 else first % size
            in_line = places_in(tables, region, places, start + line)
            arm = places & ~in_line
            rest &= arm
            if arm == 0:
                continue
            first = tables.house_cells[region, lowest(arm)]
            cross = size + first % size if start == 0 else first // size
            if (
                arm & ~places_in(tables, region, arm, cross)
                or in_line & ~places_in(tables, region, in_line, cross) == 0
            ):
                continue
            count = map_links_of_line(tables, board, region, digit, start + line, cross, arm, count)
    return count


@compiled
def map_links_of_line(
    tables: RaterTables,
    board: RaterBoard,
    region: int,
    digit: int,
    line: int,
    cross: int,
    arm: np.uint64,
    count: int,
) -> int:
    """Adds the links that end in a line outside the region and have a consequence; how many there are then."""
    size, entries = board.places.shape[1], board.work
    start = size if line < size else 0
    rest = board.places[line, digit]
    while rest:
        house = start + lowest(rest)
        rest &= rest - np.uint64(1)
        ends = board.places[house, digit]
        if count_bits(ends) != 2:
            continue
        near = tables.house_cells[house, lowest(ends & bit(line % size))]
        far = tables.house_cells[house, lowest(ends & ~bit(line % size))]
        if lies_in(tables, near, region) or lies_in(tables, far, region):
            continue
        entries[5 * count] = near
        entries[5 * count + 1] = far
        entries[5 * count + 2] = np.int64(arm)
        entries[5 * count + 3] = min(line, cross)
        entries[5 * count + 4] = max(line, cross)
        if find_victims_of_hinge(tables, board, region, digit, 5 * count):
            count += 1
    return count


@compiled
def places_in(tables: RaterTables, house: int, places: np.uint64, other: int) -> np.uint64:
    """Those of some places in a house that lie in another."""
    found, rest = np.uint64(0), places
    while rest:
        if lies_in(tables, tables.house_cells[house, lowest(rest)], other):
            found |= rest & ~(rest - np.uint64(1))
        rest &= rest - np.uint64(1)
    return found


@compiled
def lies_in(tables: RaterTables, cell: int, house: int) -> bool:
    """Whether a cell lies in a house."""
    return bool(tables.sets[len(tables.houses_of) + house, cell >> 6] & bit(cell & 63))


@compiled
def find_victims_of_hinge(tables: RaterTables, board: RaterBoard, region: int, digit: int, entry: int) -> bool:
    """Makes the set of the cells with a digit that see the far end of a link and all places of an arm.

    What sees all places in the region, or both ends of the link, goes by these alone, and is left out.
    """
    near, far, arm = board.work[entry], board.work[entry + 1], np.uint64(board.work[entry + 2])
    victims, seen, any_left = board.sets[board.places.shape[1] + VICTIMS], tables.sets, np.uint64(0)
    for word in range(len(victims)):
        left = board.sets[digit, word] & seen[far, word] & ~seen[near, word]
        rest, everywhere = board.places[region, digit], left
        while rest:
            cell = tables.house_cells[region, lowest(rest)]
            everywhere &= seen[cell, word]
            if arm & rest & ~(rest - np.uint64(1)):
                left &= seen[cell, word]
            rest &= rest - np.uint64(1)
        victims[word] = left & ~everywhere
        any_left |= victims[word]
    return bool(any_left)


@compiled
def turn_on_hinges(tables: RaterTables, board: RaterBoard, region: int, digit: int, one: int, two: int) -> None:
    """Notes an empty rectangle with one link, or with two if it is the same one and what follows is not."""
    size, entries = board.places.shape[1], board.work
    if entries[one + 3] != entries[two + 3] or entries[one + 4] != entries[two + 4]:
        return
    find_victims_of_hinge(tables, board, region, digit, two)
    lay_aside(board)
    find_victims_of_hinge(tables, board, region, digit, one)
    if one != two and not is_different(board):
        return
    note_finding(board, bit(digit), region, board.places[region, digit])
    note_part(board, COVER, entries[one + 3], np.uint64(0), np.uint64(0), -1)
    note_part(board, COVER, entries[one + 4], np.uint64(0), np.uint64(0), -1)
    note_hinge(tables, board, region, digit, one, 3)
    if one != two:
        note_hinge(tables, board, region, digit, two, 7)
        remove_from(tables, board, board.sets[size + OTHERS], digit)
    remove_from_victims(tables, board, digit)


@compiled
def note_hinge(tables: RaterTables, board: RaterBoard, region: int, digit: int, entry: int, before: int) -> None:
    """Notes the chain from the far end of a link to the arm of an empty rectangle."""
    arm = np.uint64(board.work[entry + 2])
    note_cell(tables, board, START, board.work[entry + 1], bit(digit), -1)
    note_cell(tables, board, STRONG, board.work[entry], bit(digit), before)
    note_part(board, WEAK, region, board.places[region, digit] & ~arm, bit(digit), before + 1)
    note_part(board, STRONG, region, arm, bit(digit), before + 2)
