"""Fish whose bases or covers are regions, too (Franken), or of any kind (Mutant), with fins and without.

A digit is in k bases k times, and in k covers at most as often. So where all places of the bases are in the covers,
and in no two bases, it leaves the rest of the covers; fins are places for which that is not so, and what goes sees
them all. Extra houses count as regions. What one base alone excludes is left to simpler techniques, and so is a fish
for which all that goes is in two covers, for it follows from a smaller one.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, lowest
from cpgen.rater.board import (
    COVER,
    FIGURE,
    FIN,
    RaterBoard,
    RaterTables,
    begin_finding,
    is_over,
    note_cell,
    note_part,
)
from cpgen.rater.visibility import VICTIMS, keep, new_digits, next_in, remove_from

PLACES, LEFT, UNIONS, TAKEN, BASED = 0, 1 << 16, 2 << 16, 3 << 16, 4 << 16
"""Where sets begin in the masks: places of a digit in each house, what is left, covers and bases as they are chosen,
all bases of a fish"""
BASES, COVERS, TALLY, FITS, INDEX, CHOSEN, PICKED = 0, 4096, 8192, 12288, 16384, 16448, 16512
"""Where houses begin in the numbers: all bases and covers, how many bases a cover would end, bases that are covered,
the places of covers or bases in these, the covers and the bases of a fish"""
FINS = 5
"""The set of the fins, among those of a search"""


@compiled
def franken_fish(tables: RaterTables, board: RaterBoard, k: int) -> None:
    """Franken X-Wing, …: rows and regions in columns and regions, or columns and regions in rows and regions."""
    look_for_fish(tables, board, k, False, False)


@compiled
def finned_franken_fish(tables: RaterTables, board: RaterBoard, k: int) -> None:
    """Finned Franken X-Wing, …: the same with fins."""
    look_for_fish(tables, board, k, False, True)


@compiled
def mutant_fish(tables: RaterTables, board: RaterBoard, k: int) -> None:
    """Mutant X-Wing, …: rows and columns among the bases, or among the covers, or in a way that is no Franken fish."""
    look_for_fish(tables, board, k, True, False)


@compiled
def finned_mutant_fish(tables: RaterTables, board: RaterBoard, k: int) -> None:
    """Finned Mutant X-Wing, …: the same with fins."""
    look_for_fish(tables, board, k, True, True)


@compiled
def look_for_fish(tables: RaterTables, board: RaterBoard, k: int, mutant: bool, finned: bool) -> None:
    """Asks of each place of a digit whether it leaves k bases only k − 1 covers; without fins, goes through all."""
    new = new_digits(tables, board)
    while new:
        digit = lowest(new)
        new &= new - np.uint64(1)
        map_places(tables, board, digit)
        for turn in range(1 if mutant else 2):
            cell = next_in(board.sets[digit], 0) if finned else -1
            while True:
                if not finned or cell >= 0:
                    hunt(tables, board, digit, turn, k, mutant, cell)
                if cell < 0 or is_over(board):
                    break
                cell = next_in(board.sets[digit], cell + 1)
            if is_over(board):
                return
        keep(board, bit(digit))


@compiled
def map_places(tables: RaterTables, board: RaterBoard, digit: int) -> None:
    """Writes the places of a digit in each house as a set."""
    words = tables.sets.shape[1]
    for house in range(len(board.places)):
        for word in range(words):
            inside = tables.sets[len(board.values) + house, word]
            board.masks[PLACES + house * words + word] = inside & board.sets[digit, word]


@compiled
def hunt(tables: RaterTables, board: RaterBoard, digit: int, turn: int, k: int, mutant: bool, cell: int) -> None:
    """Goes through the covers that may leave k bases no other place, apart from one where the cell is (−1: none)."""
    work, masks, words = board.work, board.masks, tables.sets.shape[1]
    bases, covers = list_houses(tables, board, digit, turn, k, mutant, cell)
    wanted = k if cell < 0 else k - 1
    masks[UNIONS : UNIONS + words] = np.uint64(0)
    depth, place = 0, 0
    while bases >= k:
        if depth == wanted - 1:
            free = tally_last_covers(tables, board, bases, depth)
            for last in range(place, covers):
                work[CHOSEN + depth] = work[COVERS + last]
                if free + work[TALLY + work[COVERS + last]] >= k:
                    pick_bases(tables, board, digit, turn, k, mutant, cell, bases, wanted)
                    if is_over(board):
                        return
        elif covers - place >= wanted - depth:
            work[INDEX + depth], work[CHOSEN + depth] = place, work[COVERS + place]
            before, after = UNIONS + depth * words, PLACES + work[COVERS + place] * words
            for word in range(words):
                masks[before + words + word] = masks[before + word] | masks[after + word]
            depth += 1
            place += 1
            continue
        if depth == 0:
            return
        depth -= 1
        place = work[INDEX + depth] + 1


@compiled
def list_houses(
    tables: RaterTables, board: RaterBoard, digit: int, turn: int, k: int, mutant: bool, cell: int
) -> tuple[int, int]:
    """Lists bases and covers without the cell, and what it leaves of the bases; how many there are of each."""
    work, masks, words, size = board.work, board.masks, tables.sets.shape[1], board.places.shape[1]
    bases, covers = 0, 0
    for house in range(len(board.places)):
        kind = min(house // size, 2)
        any_place, any_left, has_cell = np.uint64(0), np.uint64(0), False
        for word in range(words):
            places = masks[PLACES + house * words + word]
            left = places & ~tables.sets[cell, word] if cell >= 0 else places
            masks[LEFT + house * words + word] = left
            any_place |= places
            any_left |= left
        if cell >= 0:
            has_cell = masks[PLACES + house * words + (cell >> 6)] & bit(cell & 63) != 0
        if has_cell or any_place == 0:
            continue
        if (mutant or kind != 1 - turn) and any_left and count_bits(board.places[house, digit]) > 1:
            work[BASES + bases] = house
            bases += 1
        if mutant or kind != turn:
            work[COVERS + covers] = house
            covers += 1
    return bases, covers


@compiled
def tally_last_covers(tables: RaterTables, board: RaterBoard, bases: int, depth: int) -> int:
    """Counts for each house the bases that it would end to cover, and those that are covered as it is."""
    work, masks, words, free = board.work, board.masks, tables.sets.shape[1], 0
    covered = UNIONS + depth * words
    work[TALLY : TALLY + len(board.places)] = 0
    for place in range(bases):
        base = work[BASES + place]
        first, is_cover = -1, False
        for k in range(depth):
            is_cover |= bool(work[CHOSEN + k] == base)
        for word in range(words):
            rest = masks[LEFT + base * words + word] & ~masks[covered + word]
            if rest and first < 0:
                first = (word << 6) + lowest(rest)
        if first < 0 and not is_cover:
            free += 1
        elif not is_cover:
            tally_base(tables, masks, work, base, first, covered)
    return free


@compiled
def tally_base(tables: RaterTables, masks: np.ndarray, work: np.ndarray, base: int, first: int, covered: int) -> None:
    """Counts a base for each house of one of its cells that has all of its places outside the covers."""
    words = tables.sets.shape[1]
    for k in range(tables.houses_of.shape[1]):
        house = tables.houses_of[first, k]
        if house < 0:
            break
        rest = np.uint64(house == base)
        for word in range(words):
            left = masks[LEFT + base * words + word] & ~masks[covered + word]
            rest |= left & ~masks[PLACES + house * words + word]
        if rest == 0:
            work[TALLY + house] += 1


@compiled
def pick_bases(
    tables: RaterTables,
    board: RaterBoard,
    digit: int,
    turn: int,
    k: int,
    mutant: bool,
    cell: int,
    bases: int,
    wanted: int,
) -> None:
    """Goes through the choices of k bases that are in the chosen covers, no two with a place in common."""
    work, masks, words = board.work, board.masks, tables.sets.shape[1]
    fits = list_fits(tables, board, bases, wanted)
    masks[TAKEN : TAKEN + words] = np.uint64(0)
    depth, place = 0, 0
    while True:
        if fits - place < k - depth:
            if depth == 0:
                return
            depth -= 1
            place = work[INDEX + k + depth] + 1
            continue
        base, overlap = work[FITS + place], np.uint64(0)
        for word in range(words):
            taken, left = masks[TAKEN + depth * words + word], masks[LEFT + base * words + word]
            overlap |= taken & left
            masks[TAKEN + (depth + 1) * words + word] = taken | left
        if overlap == 0:
            work[INDEX + k + depth], work[PICKED + depth] = place, base
            depth += 1
            if depth == k:
                close_net(tables, board, digit, turn, k, mutant, cell)
                if is_over(board):
                    return
                depth -= 1
        place += 1


@compiled
def list_fits(tables: RaterTables, board: RaterBoard, bases: int, wanted: int) -> int:
    """Lists the bases whose places left are in the chosen covers, and which are none of these; how many there are."""
    work, masks, words, fits = board.work, board.masks, tables.sets.shape[1], 0
    for place in range(bases):
        base, outside = work[BASES + place], np.uint64(0)
        for k in range(wanted):
            outside |= np.uint64(work[CHOSEN + k] == base)
        for word in range(words):
            rest = masks[LEFT + base * words + word]
            for k in range(wanted):
                rest &= ~masks[PLACES + work[CHOSEN + k] * words + word]
            outside |= rest
        if outside == 0:
            work[FITS + fits] = base
            fits += 1
    return fits


@compiled
def close_net(tables: RaterTables, board: RaterBoard, digit: int, turn: int, k: int, mutant: bool, cell: int) -> None:
    """Takes the houses of the cell, one by one, as the last cover; without a cell, the covers are complete."""
    size = board.places.shape[1]
    if cell < 0:
        land(tables, board, digit, turn, k, mutant, cell)
        return
    for place in range(tables.houses_of.shape[1]):
        house = tables.houses_of[cell, place]
        if house < 0 or is_over(board):
            return
        if mutant or min(house // size, 2) != turn:
            board.work[CHOSEN + k - 1] = house
            land(tables, board, digit, turn, k, mutant, cell)


@compiled
def land(tables: RaterTables, board: RaterBoard, digit: int, turn: int, k: int, mutant: bool, cell: int) -> None:
    """Notes the fish with the picked bases and chosen covers, if it is of the kind wanted, and what follows from it.

    With fins it is found from each cell that goes and is in one cover alone: it counts for the first of these.
    """
    size, work = board.places.shape[1], board.work
    if not is_of_kind(work, size, turn, k, mutant):
        return
    has_fin = spread_net(tables, board, k)
    victims, fins = board.sets[size + VICTIMS], board.sets[size + FINS]
    if has_fin != (cell >= 0):
        return
    first, victim = -1, next_in(victims, 0)
    while victim >= 0:
        if not goes(tables, board, victim, k):
            victims[victim >> 6] &= ~bit(victim & 63)
        elif first < 0 and is_in_one_cover(tables, board, victim, k):
            first = victim
        victim = next_in(victims, victim + 1)
    if first < 0 or (cell >= 0 and first != cell):
        return
    begin_finding(board)
    for place in range(k):
        base = work[PICKED + place]
        note_part(board, FIGURE, base, board.places[base, digit], bit(digit), -1)
    for place in range(k):
        note_part(board, COVER, work[CHOSEN + place], np.uint64(0), np.uint64(0), -1)
    fin = next_in(fins, 0)
    while fin >= 0:
        note_cell(tables, board, FIN, fin, bit(digit), -1)
        fin = next_in(fins, fin + 1)
    remove_from(tables, board, victims, digit)


@compiled
def is_of_kind(work: np.ndarray, size: int, turn: int, k: int, mutant: bool) -> bool:
    """Whether a fish is a mutant one, or a Franken one which is found in this turn and no other."""
    here, there = 0, 0
    for place in range(k):
        here |= 1 << min(work[PICKED + place] // size, 2)
        there |= 1 << min(work[CHOSEN + place] // size, 2)
    upright, lying = not here & 2 and not there & 1, not here & 1 and not there & 2
    if mutant:
        return not upright and not lying
    return bool((here | there) & 4) and (turn == 0 or not upright)


@compiled
def spread_net(tables: RaterTables, board: RaterBoard, k: int) -> bool:
    """Makes the sets of the fins and of what may go, which is empty if a cover has no place of a base; any fins?"""
    size, words, work, masks = board.places.shape[1], tables.sets.shape[1], board.work, board.masks
    victims, fins, any_fin = board.sets[size + VICTIMS], board.sets[size + FINS], np.uint64(0)
    for word in range(words):
        based = overlap = covered = twice = np.uint64(0)
        for place in range(k):
            base, cover = (
                masks[PLACES + work[PICKED + place] * words + word],
                masks[PLACES + work[CHOSEN + place] * words + word],
            )
            overlap |= based & base
            twice |= covered & cover
            based |= base
            covered |= cover
        fins[word] = (based & ~covered) | overlap
        victims[word] = (covered & ~based) | (twice & based & ~overlap)
        masks[BASED + word] = based
        any_fin |= fins[word]
    for place in range(k):
        met = np.uint64(0)
        for word in range(words):
            met |= masks[BASED + word] & masks[PLACES + work[CHOSEN + place] * words + word]
        if met == 0:
            victims[:] = np.uint64(0)
    return bool(any_fin)


@compiled
def goes(tables: RaterTables, board: RaterBoard, cell: int, k: int) -> bool:
    """Whether a cell sees all fins, and no base that it is not in has all places among those that it sees."""
    words, fins = tables.sets.shape[1], board.sets[board.places.shape[1] + FINS]
    for word in range(words):
        if fins[word] & ~tables.sets[cell, word]:
            return False
    for place in range(k):
        left, base = np.uint64(0), PLACES + board.work[PICKED + place] * words
        for word in range(words):
            left |= board.masks[base + word] & ~tables.sets[cell, word]
        if left == 0:
            return False
    return True


@compiled
def is_in_one_cover(tables: RaterTables, board: RaterBoard, cell: int, k: int) -> bool:
    """Whether a cell is in one of the chosen covers alone."""
    words, covers = tables.sets.shape[1], 0
    for place in range(k):
        here = board.masks[PLACES + board.work[CHOSEN + place] * words + (cell >> 6)]
        covers += 1 if here & bit(cell & 63) else 0
    return covers == 1
