"""Almost locked sets (ALS): k cells of a house with k + 1 candidates in all.

At most one of the digits is missing in the end. So a set that loses one digit has all the others, each somewhere in it.

    | 12  23 |     two cells with 1, 2 and 3: without 2 they hold 1 and 3

The *victims* of a set for a digit are the cells that may hold the digit and see all cells of the set that may: they
lose it when the set has it. A digit *links* two sets (is their restricted common digit) when each of its cells in one
sees all of its cells in the other: not both can have it, so one of the two has all of its other digits.

    ALS-XZ        A —x— B                 A or B has z, and cells that see z in both lose it
    ALS-XY-Wing   A —x— C —y— B           the same
    ALS Chain     A —x— C —y— D —z— B …   the same, with different digits at each inner set
    Death Blossom a cell 1 2 3 and sets that see its 1, its 2, its 3: whatever the cell holds, one set loses a digit and
                  has another one that all sets share

The search lists the sets of the board, small ones first: on boards up to 9×9 all, on larger ones those with up to
LARGEST cells, at most MOST. Sets may overlap, as in HoDoKu. A set of ALSs is an array of masks, bit k mod 64 of mask k
// 64 for the ALS with index k. The list is kept while the candidates of the board stay the same (`AlsScratch.known`).
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, lowest, ones
from cpgen.kernel.structs import Struct
from cpgen.rater.board import NONE, RaterBoard, all_digits
from cpgen.rater.findings import CELLS, SET, begin_finding, eliminate, is_over, note_cell, note_common, note_part
from cpgen.rater.memory import N, W, masks, n, nested, numbers, record
from cpgen.rater.techniques.subsets import next_choice, union
from cpgen.rater.visibility import lies_in, next_in, update_digit_cells

LARGEST, MOST = 4, 512
"""Largest number of cells of a set on boards larger than 9×9; largest number of sets"""
MOST_FOUND = 3328
"""Largest number of sets that are found"""
LONGEST, STEPS = 6, 50
"""Largest number of sets in a chain; largest number of steps to follow the chains that begin with the same link"""
NO_DIGIT = 64
"""Stands for the digit after the last"""
S = MOST // 64
"""Number of masks in a set of ALSs"""


class FoundSets(Struct):
    """Almost locked sets that a search of the board has found, as arrays with one entry per set, small sets first."""

    number: np.ndarray = numbers(1)  # number of sets
    house: np.ndarray = numbers(MOST_FOUND)  # house of each set
    positions: np.ndarray = masks(MOST_FOUND)  # positions of its cells in the house
    digits: np.ndarray = masks(MOST_FOUND)  # its digits
    candidates: np.ndarray = masks(n)  # for the search in a house: candidates of each of its cells


class AlsScratch(Struct):
    """Working memory of the searches for almost locked sets (ALSs): the listed sets and their relations.

    A set is addressed by its index in the list. A victim of a set for a digit is a cell outside that has the digit as a
    candidate and sees all cells of the set with that candidate.
    """

    found: FoundSets = nested(FoundSets)
    known: np.ndarray = masks(N)  # candidates of the open cells for which the sets are listed
    state: np.ndarray = record(sets=np.int64, linked=np.bool_)  # number of `sets` listed; True if they are `linked`
    victims: np.ndarray = masks(MOST, n, W)  # victims of each set for each of its digits
    seen: np.ndarray = masks(N, n, S)  # for each candidate, the ALSs of which it is a victim
    linked: np.ndarray = masks(MOST, n, S)  # ALSs that each digit of a set links to it
    mates: np.ndarray = masks(MOST, S)  # ALSs with which each set has common victims
    ahead: np.ndarray = masks(LONGEST - 2, MOST, n, S)
    """ALSs to which k + 1 links may lead from a set that was reached by a digit"""
    later_mates: np.ndarray = masks(n, S)
    """ALSs after the first of a chain with which it has common victims for each digit"""
    ends: np.ndarray = masks(S)  # ALSs that may end the chain
    ends_without: np.ndarray = masks(n, S)
    """Sets that share an eliminated candidate with the first set for another digit"""
    chain: np.ndarray = numbers(LONGEST, 4)
    """For each set of a chain its index, the digit that reached it, the digit that leaves it, and the word
    of the ALSs linked by that digit"""
    left: np.ndarray = masks(LONGEST)  # ALSs in that word that are still to be tried
    wings: np.ndarray = record(pivot=np.int64, digit=np.int64, one=np.int64, second=np.int64)
    """A pivot, a digit that links it to one wing, that wing, and a second digit, which may link it to another"""
    petals: np.ndarray = numbers(n)  # sets of a death blossom
    open_cells: np.ndarray = masks(W)  # cells that a death blossom could still eliminate a digit from


NUMBER, REACHED, LEAVING, WORD = range(4)
"""Columns of `AlsScratch.chain`"""


# Listing sets


@compiled
def is_current(board: RaterBoard, known: np.ndarray) -> bool:
    """Return True if the candidates of all open cells equal `known`; if not, store them there."""
    same = True
    for cell in range(len(known)):
        mask = NONE if board.values[cell] else board.candidates[cell]
        same &= known[cell] == mask
        known[cell] = mask
    return same


@compiled
def find_sets(board: RaterBoard, found: FoundSets, largest: int) -> None:
    """List in `found` the almost locked sets of the board with up to `largest` cells, small ones first.

    A set of cells that lies in two houses is listed once, in the house with the lower index.
    """
    found.number[0] = 0
    for k in range(1, largest + 1):
        for house in range(len(board.places)):
            opened = NONE
            for position in range(board.places.shape[1]):
                cell = board.tables.house_cells[house, position]
                found.candidates[position] = board.candidates[cell]
                if not board.values[cell]:
                    opened |= bit(position)
            # All open cells of a house together are no set: they have as many digits as cells.
            chosen = next_choice(found.candidates, opened, NONE, k, k + 1, NONE) if count_bits(opened) > k else NONE
            while chosen:
                digits = union(found.candidates, chosen)
                if count_bits(digits) == k + 1:
                    add_set(board, found, house, chosen, digits)
                chosen = next_choice(found.candidates, opened, chosen, k, k + 1, NONE)


@compiled
def add_set(board: RaterBoard, found: FoundSets, house: int, positions: np.uint64, digits: np.uint64) -> None:
    """Append a set to `found`, unless an earlier house contains all of its cells or there is no room."""
    # The earlier houses of the first cell are those that may have all cells.
    first = board.tables.house_cells[house, lowest(positions)]
    for k in range(board.tables.houses_of.shape[1]):
        other = board.tables.houses_of[first, k]
        if other == house:
            break
        rest = positions
        while rest and lies_in(board, board.tables.house_cells[house, lowest(rest)], other):
            rest &= rest - np.uint64(1)
        if rest == 0:
            return
    k = found.number[0]
    if k < MOST_FOUND:
        found.house[k], found.positions[k], found.digits[k] = house, positions, digits
        found.number[0] = k + 1


@compiled
def width_of(scratch: AlsScratch) -> int:
    """Return the number of 64-bit words in a bit set of listed ALSs."""
    return int((scratch.state[0].sets + 63) >> 6)


@compiled
def list_sets(board: RaterBoard, scratch: AlsScratch) -> None:
    """List the almost locked sets of the board in `scratch.found`, with their victims in `scratch.victims`.

    The lists are kept if the candidates of the board have not changed since the last call.
    """
    update_digit_cells(board)
    if is_current(board, scratch.known):
        return
    found, state, size = scratch.found, scratch.state[0], board.places.shape[1]
    find_sets(board, found, size - 1 if size <= 9 else LARGEST)
    state.sets = min(found.number[0], MOST)
    state.linked = False
    scratch.seen[:] = NONE
    for number in range(state.sets):
        fill_victims(board, scratch, number)


@compiled
def fill_victims(board: RaterBoard, scratch: AlsScratch, number: int) -> None:
    """Store in `scratch.victims` the victims of set `number`, for each of its digits.

    A victim for a digit is a cell outside the set that may hold the digit and sees all cells of the set that may. The
    set is also added to `scratch.seen` of each victim.
    """
    house = scratch.found.house[number]
    for digit in ones(scratch.found.digits[number]):
        holding = scratch.found.positions[number] & board.places[house, digit]
        for word in range(board.tables.peers.shape[1]):
            victims, inside = board.digit_cells[digit, word], holding
            while inside and victims:
                victims &= board.tables.peers[board.tables.house_cells[house, lowest(inside)], word]
                inside &= inside - np.uint64(1)
            scratch.victims[number, digit, word] = victims
            # The reverse: from each victim to the set.
            for place in ones(victims):
                scratch.seen[64 * word + place, digit, number >> 6] |= bit(number & 63)


@compiled
def link_sets(board: RaterBoard, scratch: AlsScratch) -> None:
    """Store in `scratch.linked` which ALSs each digit of each listed set links to it.

    The sets are listed first if necessary. Nothing is done if the candidates have not changed since the last call.
    """
    list_sets(board, scratch)
    state = scratch.state[0]
    if state.linked:
        return
    state.linked = True
    for number in range(state.sets):
        for digit in ones(scratch.found.digits[number]):
            victims = NONE
            for word in range(scratch.victims.shape[2]):
                victims |= scratch.victims[number, digit, word]
            scratch.linked[number, digit] = NONE
            if victims:
                link_set(board, scratch, number, digit)


@compiled
def link_set(board: RaterBoard, scratch: AlsScratch, number: int, digit: int) -> None:
    """Store in `scratch.linked[number, digit]` the bit set of the ALSs that a digit links to the set `number`.

    These are the ALSs of which every cell of the set that may hold the digit is a victim for that digit.
    """
    width, house, any_left = width_of(scratch), scratch.found.house[number], ~NONE
    linked = scratch.linked[number, digit]
    for word in range(width):
        linked[word] = ~NONE
    inside = scratch.found.positions[number] & board.places[house, digit]
    while inside and any_left:
        cell = board.tables.house_cells[house, lowest(inside)]
        any_left = NONE
        for word in range(width):
            linked[word] &= scratch.seen[cell, digit, word]
            any_left |= linked[word]
        inside &= inside - np.uint64(1)


# Common parts


@compiled
def later(number: int, word: int) -> np.uint64:
    """Return a mask of the ALSs after `number` in the 64-bit word `word` of a bit set."""
    if word != number >> 6:
        return ~NONE if word > number >> 6 else NONE
    return ~(bit(number & 63) | (bit(number & 63) - np.uint64(1)))


@compiled
def next_digit(digits: np.uint64, digit: int) -> int:
    """Return the first digit after `digit` in a mask of digits, or NO_DIGIT."""
    rest = digits & ~(bit(digit) | (bit(digit) - np.uint64(1)))
    return lowest(rest) if rest else NO_DIGIT


@compiled
def first_common(sets: np.ndarray, others: np.ndarray, width: int) -> int:
    """Return the first ALS that is in both sets of ALSs, bit sets of `width` words, or −1."""
    for word in range(width):
        both = sets[word] & others[word]
        if both:
            return 64 * word + lowest(both)
    return -1


@compiled
def note_set(board: RaterBoard, scratch: AlsScratch, number: int) -> None:
    """Add set `number` to the present finding, as a part."""
    note_part(
        board, SET, scratch.found.house[number], scratch.found.positions[number], scratch.found.digits[number], -1
    )


@compiled
def have_common_victims(scratch: AlsScratch, one: int, other: int, digits: np.uint64) -> bool:
    """Return True if the sets `one` and `other` have a common victim for one of the digits."""
    for digit in ones(scratch.found.digits[one] & scratch.found.digits[other] & digits):
        for word in range(scratch.victims.shape[2]):
            if scratch.victims[one, digit, word] & scratch.victims[other, digit, word]:
                return True
    return False


@compiled
def eliminate_common(board: RaterBoard, scratch: AlsScratch, one: int, other: int, digits: np.uint64) -> None:
    """Eliminate those of the digits that the sets `one` and `other` have from their common victims."""
    for digit in ones(scratch.found.digits[one] & scratch.found.digits[other] & digits):
        for word in range(scratch.victims.shape[2]):
            for place in ones(scratch.victims[one, digit, word] & scratch.victims[other, digit, word]):
                eliminate(board, 64 * word + place, bit(digit))


@compiled
def add_mates(scratch: AlsScratch, number: int, digit: int, mates: np.ndarray) -> None:
    """Add to the bit set `mates` the ALSs that have common victims with the set `number` for a digit."""
    for word in range(scratch.victims.shape[2]):
        for place in ones(scratch.victims[number, digit, word]):
            for each in range(width_of(scratch)):
                mates[each] |= scratch.seen[64 * word + place, digit, each]


# ALS-XZ


@compiled
def als_xz(board: RaterBoard, scratch: AlsScratch) -> None:
    """Find ALS-XZ, pairs of almost locked sets that a digit links; add a finding for each that has an effect.

    If two digits link the sets, each set holds all of its other digits.
    """
    link_sets(board, scratch)
    for one in range(scratch.state[0].sets):
        for digit in ones(scratch.found.digits[one]):
            # Each pair once: the other set comes later in the list.
            for word in range(one >> 6, width_of(scratch)):
                for other in ones(scratch.linked[one, digit, word] & later(one, word)):
                    pair_up(board, scratch, one, digit, 64 * word + other)
                    if is_over(board):
                        return


@compiled
def pair_up(board: RaterBoard, scratch: AlsScratch, one: int, digit: int, other: int) -> None:
    """Add a finding for two sets that `digit` links, if it has an effect.

    If a second digit links them, too, the finding is that of both digits; it is added only for the lower of them. `one`
    and `other` are the numbers of the sets.
    """
    second = lowest(scratch.found.digits[one])
    while second < NO_DIGIT:
        if second != digit and scratch.linked[one, second, other >> 6] & bit(other & 63):
            # A pair with two links is found from both; it counts for the lower digit.
            if second > digit:
                link_twice(board, scratch, one, other, bit(digit) | bit(second))
            return
        second = next_digit(scratch.found.digits[one], second)
    # One of the two has all digits but the link: their common victims lose what both have.
    if have_common_victims(scratch, one, other, ~bit(digit)):
        begin_finding(board)
        note_set(board, scratch, one)
        note_common(board, bit(digit))
        note_set(board, scratch, other)
        eliminate_common(board, scratch, one, other, ~bit(digit))


@compiled
def link_twice(board: RaterBoard, scratch: AlsScratch, one: int, other: int, common: np.uint64) -> None:
    """Add a finding for two sets linked by two digits, if it has an effect.

    Each set has one of these digits and all of its other digits. `one` and `other` are the numbers of the sets,
    `common` is the mask of the two digits.
    """
    if (
        have_common_victims(scratch, one, one, ~common)
        or have_common_victims(scratch, other, other, ~common)
        or have_common_victims(scratch, one, other, common)
    ):
        begin_finding(board)
        note_set(board, scratch, one)
        note_common(board, common)
        note_set(board, scratch, other)
        eliminate_common(board, scratch, one, one, ~common)
        eliminate_common(board, scratch, other, other, ~common)
        eliminate_common(board, scratch, one, other, common)


# ALS-XY-Wing


@compiled
def als_xy_wings(board: RaterBoard, scratch: AlsScratch) -> None:
    """Find ALS-XY-Wings; add a finding for each that has an effect.

    They are a set (the pivot) with two others (the wings) that are linked to it by different digits and have common
    victims: cells that lose a digit if either wing has it.
    """
    link_sets(board, scratch)
    find_mates(scratch)
    width, ends = width_of(scratch), scratch.ends
    for pivot in range(scratch.state[0].sets):
        digit = lowest(scratch.found.digits[pivot])
        while digit < NO_DIGIT:
            # The other wing is linked by a later digit.
            for word in range(width):
                ends[word] = NONE
                second = next_digit(scratch.found.digits[pivot], digit)
                while second < NO_DIGIT:
                    ends[word] |= scratch.linked[pivot, second, word]
                    second = next_digit(scratch.found.digits[pivot], second)
            for word in range(width):
                for place in ones(scratch.linked[pivot, digit, word]):
                    one = 64 * word + place
                    # Without a common victim, no pair of wings would eliminate anything.
                    if first_common(ends, scratch.mates[one], width) >= 0:
                        wings = scratch.wings[0]
                        wings.pivot, wings.digit, wings.one = pivot, digit, one
                        find_other_wings(board, scratch)
                        if is_over(board):
                            return
            digit = next_digit(scratch.found.digits[pivot], digit)


@compiled
def find_mates(scratch: AlsScratch) -> None:
    """Store in `scratch.mates`, for each listed ALS, the bit set of the ALSs with which it has common victims."""
    for number in range(scratch.state[0].sets):
        scratch.mates[number] = NONE
        for digit in ones(scratch.found.digits[number]):
            add_mates(scratch, number, digit, scratch.mates[number])


@compiled
def find_other_wings(board: RaterBoard, scratch: AlsScratch) -> None:
    """Add a finding for each second wing that goes with the pivot, digit and first wing in `scratch.wings`.

    A second wing is linked to the pivot by another digit and has common victims with the first wing.
    """
    wings = scratch.wings[0]
    digits = scratch.found.digits[wings.pivot]
    wings.second = next_digit(digits, wings.digit)
    while wings.second < NO_DIGIT:
        for word in range(width_of(scratch)):
            for place in ones(scratch.linked[wings.pivot, wings.second, word] & scratch.mates[wings.one, word]):
                use_wings(board, scratch, 64 * word + place)
                if is_over(board):
                    return
        wings.second = next_digit(digits, wings.second)


@compiled
def use_wings(board: RaterBoard, scratch: AlsScratch, other: int) -> None:
    """Add a finding for the pivot and first wing in `scratch.wings` and the second wing `other`, if it has an effect.

    The digits that both wings have, except those that link them to the pivot, leave the common victims of the wings.
    """
    wings = scratch.wings[0]
    rest = ~(bit(wings.digit) | bit(wings.second))
    if wings.one != other and have_common_victims(scratch, wings.one, other, rest):
        begin_finding(board)
        note_set(board, scratch, wings.one)
        note_common(board, bit(wings.digit))
        note_set(board, scratch, wings.pivot)
        note_common(board, bit(wings.second))
        note_set(board, scratch, other)
        eliminate_common(board, scratch, wings.one, other, rest)


# ALS Chain


@compiled
def als_chains(board: RaterBoard, scratch: AlsScratch) -> None:
    """Find chains of 4 to LONGEST different sets, short ones first.

    The table `scratch.ahead` avoids most links that lead to no end with common victims. For each first link, at most
    STEPS links are followed.
    """
    link_sets(board, scratch)
    width = width_of(scratch)
    for links in range(3, LONGEST):
        for known in range(1 if links == 3 else links - 1, links):
            look_ahead(scratch, known)
        for start in range(scratch.state[0].sets):
            find_later_mates(scratch, start)
            for digit in ones(scratch.found.digits[start]):
                linked = scratch.linked[start, digit]
                if first_common(linked, linked, width) >= 0 and find_ends(scratch, start, digit):
                    follow(board, scratch, start, digit, links)
                    if is_over(board):
                        return


@compiled
def look_ahead(scratch: AlsScratch, links: int) -> None:
    """Fill `scratch.ahead[links - 1]` from the entries for chains that are one link shorter.

    An entry is the bit set of the ALSs to which `links` links may lead from a set that a digit has reached.
    """
    width = width_of(scratch)
    for number in range(scratch.state[0].sets):
        for digit in ones(scratch.found.digits[number]):
            led = scratch.ahead[links - 1, number, digit]
            led[:] = NONE
            for word in range(width):
                linked = scratch.linked[number, digit, word]
                if links == 1:
                    led[word] = linked
                while linked and links > 1:
                    before = scratch.ahead[links - 2, 64 * word + lowest(linked), digit]
                    for k in range(width):
                        led[k] |= before[k]
                    linked &= linked - np.uint64(1)
        leave_one_out(scratch.ahead[links - 1, number], scratch.found.digits[number], width)


@compiled
def leave_one_out(sets: np.ndarray, digits: np.uint64, width: int) -> None:
    """Replace the bit set of each digit by the union of the sets of all other digits, in place.

    A chain leaves a set by another digit than the one that reached it, so the union has the possible next ALSs.

    Args:
        sets: One bit set per digit, as rows.
        digits: Mask of the digits to consider.
        width: Length of a bit set in 64-bit words.
    """
    for word in range(width):
        once = twice = NONE
        for digit in ones(digits):
            # `once` has the ALSs in the set of a digit, `twice` those in several.
            twice |= once & sets[digit, word]
            once |= sets[digit, word]
        for digit in ones(digits):
            sets[digit, word] = twice | (once & ~sets[digit, word])


@compiled
def find_later_mates(scratch: AlsScratch, start: int) -> None:
    """Store in `scratch.later_mates`, for each digit, the ALSs that may end a chain that begins at set `start`.

    They have a higher index than `start`, so that each chain is found once, and common victims with it for the digit.
    """
    scratch.later_mates[:] = NONE
    for digit in ones(scratch.found.digits[start]):
        mates = scratch.later_mates[digit]
        add_mates(scratch, start, digit, mates)
        for word in range(len(mates)):
            mates[word] &= later(start, word)


@compiled
def find_ends(scratch: AlsScratch, start: int, own: int) -> bool:
    """Store in `scratch.ends` the ALSs that may end a chain from set `start`; return False if there are none.

    The chain leaves `start` by the digit `own`. `find_later_mates` must have been called for `start`;
    `scratch.ends_without` is filled, too.
    """
    width, digits, any_left = width_of(scratch), NONE, NONE
    for word in range(width):
        scratch.ends[word] = NONE
    for digit in range(len(scratch.later_mates)):
        digits |= bit(digit)
        for word in range(width):
            mates = scratch.later_mates[digit, word] if digit != own else NONE
            scratch.ends_without[digit, word] = mates
            scratch.ends[word] |= mates
            any_left |= mates
    if any_left:
        leave_one_out(scratch.ends_without, digits, width)
    return bool(any_left)


@compiled
def follow(board: RaterBoard, scratch: AlsScratch, start: int, first: int, links: int) -> None:
    """Follow all chains of `links` links from set `start`, depth first, and add a finding for each that has an effect.

    The chains leave `start` by the digit `first`. The tables `scratch.ends` and `scratch.ahead` must be filled.
    """
    chain, left, width = scratch.chain, scratch.left, width_of(scratch)
    depth, steps = 0, 0
    chain[0, NUMBER], chain[0, REACHED], chain[0, LEAVING], chain[0, WORD] = start, first, first, 0
    left[0] = scratch.linked[start, first, 0]
    while steps < STEPS:
        link = chain[depth]
        if left[depth] == 0:
            if next_word(scratch, depth):
                left[depth] = scratch.linked[link[NUMBER], link[LEAVING], link[WORD]]
                if depth + 1 == links:
                    left[depth] &= scratch.ends_without[link[LEAVING], link[WORD]]
            elif depth == 0:
                return
            else:
                depth -= 1
            continue
        number = 64 * link[WORD] + lowest(left[depth])
        left[depth] &= left[depth] - np.uint64(1)
        steps += 1
        if is_chosen(scratch, number, depth):
            continue
        if depth + 1 == links:
            end_chain(board, scratch, number, links)
            if is_over(board):
                return
        elif first_common(scratch.ends, scratch.ahead[links - depth - 2, number, link[LEAVING]], width) >= 0:
            depth += 1
            chain[depth, NUMBER], chain[depth, REACHED] = number, link[LEAVING]
            chain[depth, LEAVING], chain[depth, WORD] = lowest(scratch.found.digits[number]), -1
            left[depth] = NONE


@compiled
def next_word(scratch: AlsScratch, depth: int) -> bool:
    """Advance the set at `depth` of `scratch.chain` to its next word of linked ALSs; return False if none is left.

    The ALSs linked by a digit are a bit set, tried word by word (64 bits). After the last word of a digit comes the
    first word of the next digit, without the digit that reached the set. The first set of the chain is left by one
    digit only.
    """
    link = scratch.chain[depth]
    digits = scratch.found.digits[link[NUMBER]]
    link[WORD] += 1
    if link[WORD] == width_of(scratch):
        if depth == 0:
            return False
        link[WORD] = 0
        link[LEAVING] = next_digit(digits, link[LEAVING])
    if depth > 0 and link[LEAVING] == link[REACHED]:
        link[WORD] = 0
        link[LEAVING] = next_digit(digits, link[LEAVING])
    return bool(link[LEAVING] < NO_DIGIT)


@compiled
def is_chosen(scratch: AlsScratch, number: int, depth: int) -> bool:
    """Return True if set `number` is among the first `depth` sets of the chain."""
    while depth >= 0 and scratch.chain[depth, NUMBER] != number:
        depth -= 1
    return depth >= 0


@compiled
def end_chain(board: RaterBoard, scratch: AlsScratch, end: int, links: int) -> None:
    """Add a finding for the chain of `links` links in `scratch.chain` that ends with set `end`, and its eliminations.

    The set is removed from `scratch.ends` if longer or other chains to it can have no further effect.
    """
    chain = scratch.chain
    start, first, last = chain[0, NUMBER], bit(chain[0, LEAVING]), bit(chain[links - 1, LEAVING])
    begin_finding(board)
    for k in range(links):
        note_set(board, scratch, chain[k, NUMBER])
        note_common(board, bit(chain[k, LEAVING]))
    note_set(board, scratch, end)
    eliminate_common(board, scratch, start, end, ~(first | last))
    if not have_common_victims(scratch, start, end, last & ~first):
        scratch.ends[end >> 6] &= ~bit(end & 63)
        for digit in range(len(scratch.ends_without)):
            scratch.ends_without[digit, end >> 6] &= ~bit(end & 63)


# Death Blossom


@compiled
def death_blossoms(board: RaterBoard, scratch: AlsScratch) -> None:
    """Find Death Blossoms; add a finding for each that has an effect.

    A stem is a cell for each of whose candidates there is an almost locked set (a petal) that contains the candidate
    and a further digit, which is the same for all petals.
    """
    list_sets(board, scratch)
    for stem in range(len(board.candidates)):
        if not board.values[stem]:
            for digit in ones(all_digits(board) & ~board.candidates[stem]):
                blossom(board, scratch, stem, digit)
                if is_over(board):
                    return


@compiled
def blossom(board: RaterBoard, scratch: AlsScratch, stem: int, digit: int) -> None:
    """Find petals of a stem that share a digit; add a finding for each choice of petals with a new effect.

    Petals are searched for each cell that may lose the digit, unless earlier ones have eliminated it there.
    """
    cells = scratch.open_cells
    for word in range(len(cells)):
        cells[word] = board.digit_cells[digit, word]
    cell = next_in(cells, 0)
    while cell >= 0:
        rest, petals = board.candidates[stem], 0
        while rest:
            seen = scratch.seen[stem, lowest(rest)]
            petal = first_common(seen, scratch.seen[cell, digit], width_of(scratch))
            if petal < 0:
                break
            scratch.petals[petals] = petal
            petals += 1
            rest &= rest - np.uint64(1)
        if rest == 0:
            use_petals(board, scratch, stem, digit, petals)
        cell = next_in(cells, cell + 1)


@compiled
def use_petals(board: RaterBoard, scratch: AlsScratch, stem: int, digit: int, petals: int) -> None:
    """Eliminate a digit from the common victims of the petals, one for each candidate of the cell `stem`.

    `petals` is their number; their sets are in `scratch.petals`.
    """
    begin_finding(board)
    note_cell(board, CELLS, stem, board.candidates[stem], -1)
    rest = board.candidates[stem]
    for k in range(petals):
        note_common(board, rest & ~(rest - np.uint64(1)))
        note_set(board, scratch, scratch.petals[k])
        rest &= rest - np.uint64(1)
    for word in range(len(scratch.open_cells)):
        victims = board.digit_cells[digit, word]
        for k in range(petals):
            victims &= scratch.victims[scratch.petals[k], digit, word]
        # Other petals for the same cells would add nothing.
        scratch.open_cells[word] &= ~victims
        for place in ones(victims):
            eliminate(board, 64 * word + place, bit(digit))
