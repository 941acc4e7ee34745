"""Franken and Mutant fish: fish whose bases or covers may be regions, with fins and without.

A digit is in k bases k times, and in k covers at most as often. So where all places of the bases are in the covers, and
no place in two bases, the digit leaves the rest of the covers. Fins are the places for which this fails: outside the
covers, or in two bases; then the cells that lose the digit see all fins.

Franken fish: rows and regions in columns and regions, or columns and regions in rows and regions, with some region.
Mutant fish: all others. Extra houses count as regions. Left to simpler techniques are cells that one base alone
excludes, and fish all of whose eliminations are in two covers, as they follow from a smaller fish.

The search chooses covers depth first and then bases that lie in them. As for simple fish, a fish with fins is found
from a cell that loses the digit: with the digit there, k bases would be left with k − 1 covers, and a house of the cell
is the last cover. `search.cell` is −1 in the search without fins.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, lowest, ones
from cpgen.kernel.structs import Struct
from cpgen.rater.board import NONE, RaterBoard
from cpgen.rater.findings import FIGURE, FIN, begin_finding, is_over, note_cell, note_cover, note_part
from cpgen.rater.memory import H, W, masks, numbers, record
from cpgen.rater.visibility import changed_digits, eliminate_from, is_in, next_in, note_searched

LARGEST = 7
"""Largest number of bases"""
FINNED, MUTANT = 8, 16
"""Added to the number of bases: fish with fins; Mutant fish"""
ROWS, COLUMNS, OTHERS = range(3)
"""Kinds of houses, `min(house // n, 2)`"""


class ComplexFishScratch(Struct):
    """Working memory of the search for Franken and Mutant fish of one digit: houses chosen, and their places."""

    search: np.ndarray = record(digit=np.int64, k=np.int64, cell=np.int64, turn=np.int64, mutant=np.bool_)
    """Digit, number k of bases, cell that is assumed (or −1), turn, is it for Mutant fish?"""
    places: np.ndarray = masks(H, W)  # set of the places of the digit in each house
    left: np.ndarray = masks(H, W)  # those that the assumed cell does not see
    bases: np.ndarray = numbers(H)  # houses that may be bases
    covers: np.ndarray = numbers(H)  # houses that may be covers
    covered: np.ndarray = masks(LARGEST + 1, W)  # union of the covers chosen, by their number
    chosen: np.ndarray = numbers(LARGEST)  # covers chosen
    cover_index: np.ndarray = numbers(LARGEST)  # their indices in `covers`
    tally: np.ndarray = numbers(H)  # number of bases that each house would cover completely as the last cover
    fits: np.ndarray = numbers(H)  # bases whose places left are in the covers chosen
    taken: np.ndarray = masks(LARGEST + 1, W)  # union of the places left of the bases picked, by their number
    picked: np.ndarray = numbers(LARGEST)  # bases picked
    pick_index: np.ndarray = numbers(LARGEST)  # their indices in `fits`
    based: np.ndarray = masks(W)  # union of the places of the bases picked
    fins: np.ndarray = masks(W)  # set of the fins
    victims: np.ndarray = masks(W)  # set of the cells that lose the digit


@compiled
def complex_fish(board: RaterBoard, scratch: ComplexFishScratch, kind: int) -> None:
    """Find Franken or Mutant fish of one size, with or without fins; add a finding for each.

    `kind` is the number of bases, plus MUTANT for Mutant instead of Franken fish, plus FINNED for fish with fins. Each
    digit is searched; for fish with fins, once for each cell that may lose it. Franken fish take two turns, one for
    each orientation.
    """
    search, finned = scratch.search[0], kind & FINNED != 0
    search.k, search.mutant = kind & (FINNED - 1), kind & MUTANT != 0
    for digit in ones(changed_digits(board)):
        search.digit = digit
        cells = board.digit_cells[digit]
        for house in range(len(board.places)):
            for word in range(len(cells)):
                scratch.places[house, word] = board.tables.members[house, word] & cells[word]
        for turn in range(1 if search.mutant else 2):
            search.turn = turn
            cell = next_in(cells, 0) if finned else -1
            while True:
                if not finned or cell >= 0:
                    search.cell = cell
                    choose_covers(board, scratch)
                if cell < 0 or is_over(board):
                    break
                cell = next_in(cells, cell + 1)
            if is_over(board):
                return
        note_searched(board, bit(digit))


@compiled
def choose_covers(board: RaterBoard, scratch: ComplexFishScratch) -> None:
    """Choose in turn each set of k covers that may contain k bases, and go on to choose the bases.

    If `scratch.search` assumes a cell, only k − 1 covers are chosen: the last one will be a house of that cell. The
    covers are in `scratch.chosen`.
    """
    k, cell = scratch.search[0].k, scratch.search[0].cell
    covered, chosen = scratch.covered, scratch.chosen
    bases, covers = list_houses(board, scratch)
    wanted = k if cell < 0 else k - 1
    covered[0] = NONE
    depth, index = 0, 0
    while bases >= k:
        if depth == wanted - 1:
            # The last cover: take those that make k bases fit in all.
            free = tally_last_covers(board, scratch, bases, depth)
            for last in range(index, covers):
                chosen[depth] = scratch.covers[last]
                if free + scratch.tally[scratch.covers[last]] >= k:
                    pick_bases(board, scratch, bases, wanted)
                    if is_over(board):
                        return
        elif covers - index >= wanted - depth:
            cover = scratch.covers[index]
            scratch.cover_index[depth], chosen[depth] = index, cover
            for word in range(covered.shape[1]):
                covered[depth + 1, word] = covered[depth, word] | scratch.places[cover, word]
            depth += 1
            index += 1
            continue
        if depth == 0:
            return
        depth -= 1
        index = scratch.cover_index[depth] + 1


@compiled
def list_houses(board: RaterBoard, scratch: ComplexFishScratch) -> tuple[int, int]:
    """Store the houses that may be bases in `scratch.bases` and covers in `scratch.covers`; return the number of each.

    Houses of the assumed cell are left out. `scratch.left` receives the places in each house that this cell does not
    see.
    """
    search = scratch.search[0]
    turn, mutant, cell = search.turn, search.mutant, search.cell
    size, bases, covers = board.places.shape[1], 0, 0
    for house in range(len(board.places)):
        kind = min(house // size, OTHERS)
        any_place, any_left = NONE, NONE
        for word in range(scratch.places.shape[1]):
            places = scratch.places[house, word]
            left = places & ~board.tables.peers[cell, word] if cell >= 0 else places
            scratch.left[house, word] = left
            any_place |= places
            any_left |= left
        has_cell = cell >= 0 and is_in(scratch.places[house], cell)
        if has_cell or any_place == 0:
            continue
        # In turn 0 of a Franken fish, rows are bases and columns are covers.
        if (mutant or kind != 1 - turn) and any_left and count_bits(board.places[house, search.digit]) > 1:
            scratch.bases[bases] = house
            bases += 1
        if mutant or kind != turn:
            scratch.covers[covers] = house
            covers += 1
    return bases, covers


@compiled
def tally_last_covers(board: RaterBoard, scratch: ComplexFishScratch, bases: int, depth: int) -> int:
    """Store in `scratch.tally`, for each house, how many bases would be covered if it were the last cover.

    Bases that are covered already are not counted there; return their number. `bases` is the number of possible bases,
    `depth` the number of covers chosen so far.
    """
    covered, free = scratch.covered[depth], 0
    scratch.tally[:] = 0
    for index in range(bases):
        base = scratch.bases[index]
        first, is_cover = -1, False
        for k in range(depth):
            is_cover |= bool(scratch.chosen[k] == base)
        for word in range(len(covered)):
            rest = scratch.left[base, word] & ~covered[word]
            if rest and first < 0:
                first = (word << 6) + lowest(rest)
        if first < 0 and not is_cover:
            free += 1
        elif not is_cover:
            tally_base(board, scratch, base, first, covered)
    return free


@compiled
def tally_base(board: RaterBoard, scratch: ComplexFishScratch, base: int, first: int, covered: np.ndarray) -> None:
    """Add 1 to `scratch.tally` of each house, other than the base, that contains all uncovered places of the base.

    Args:
        board: The board.
        scratch: Working memory.
        base: House that is the base.
        first: Uncovered place of the base; only its houses can contain all of them.
        covered: Union of the covers chosen so far.
    """
    for k in range(board.tables.houses_of.shape[1]):
        house = board.tables.houses_of[first, k]
        if house < 0:
            break
        rest = np.uint64(house == base)
        for word in range(len(covered)):
            rest |= scratch.left[base, word] & ~covered[word] & ~scratch.places[house, word]
        if rest == 0:
            scratch.tally[house] += 1


@compiled
def pick_bases(board: RaterBoard, scratch: ComplexFishScratch, bases: int, wanted: int) -> None:
    """Pick k bases in the chosen covers, no two with a common place, in each possible way, and complete each fish.

    The bases are in `scratch.picked`. `bases` is the number of possible bases, `wanted` the number of covers chosen.
    """
    k = scratch.search[0].k
    taken = scratch.taken
    fits = list_fits(scratch, bases, wanted)
    taken[0] = NONE
    depth, index = 0, 0
    while True:
        if fits - index < k - depth:
            if depth == 0:
                return
            depth -= 1
            index = scratch.pick_index[depth] + 1
            continue
        base, overlap = scratch.fits[index], NONE
        for word in range(taken.shape[1]):
            left = scratch.left[base, word]
            overlap |= taken[depth, word] & left
            taken[depth + 1, word] = taken[depth, word] | left
        if overlap == 0:
            scratch.pick_index[depth], scratch.picked[depth] = index, base
            depth += 1
            if depth == k:
                add_last_cover(board, scratch)
                if is_over(board):
                    return
                depth -= 1
        index += 1


@compiled
def list_fits(scratch: ComplexFishScratch, bases: int, wanted: int) -> int:
    """Store in `scratch.fits` the bases whose places left are all in the chosen covers; return their number.

    A house that is itself a cover is no base. `bases` is the number of possible bases, `wanted` that of chosen covers.
    """
    fits = 0
    for index in range(bases):
        base, outside = scratch.bases[index], NONE
        for k in range(wanted):
            outside |= np.uint64(scratch.chosen[k] == base)
        for word in range(scratch.left.shape[1]):
            rest = scratch.left[base, word]
            for k in range(wanted):
                rest &= ~scratch.places[scratch.chosen[k], word]
            outside |= rest
        if outside == 0:
            scratch.fits[fits] = base
            fits += 1
    return fits


@compiled
def add_last_cover(board: RaterBoard, scratch: ComplexFishScratch) -> None:
    """Complete the covers by each house of the assumed cell in turn; without one, they are complete."""
    search = scratch.search[0]
    k, cell = search.k, search.cell
    size = board.places.shape[1]
    if cell < 0:
        finish(board, scratch)
        return
    for index in range(board.tables.houses_of.shape[1]):
        house = board.tables.houses_of[cell, index]
        if house < 0 or is_over(board):
            return
        if search.mutant or min(house // size, OTHERS) != search.turn:
            scratch.chosen[k - 1] = house
            finish(board, scratch)


@compiled
def finish(board: RaterBoard, scratch: ComplexFishScratch) -> None:
    """Add a finding for the fish with the picked bases and chosen covers, if it is of the kind wanted.

    With fins it is found from each elimination that is in one cover alone, and counts for the first of these.
    """
    digit, k, cell = scratch.search[0].digit, scratch.search[0].k, scratch.search[0].cell
    victims, fins = scratch.victims, scratch.fins
    if not is_of_kind(scratch, board.places.shape[1]):
        return
    has_fin = find_fins(scratch, k)
    if has_fin != (cell >= 0):
        return
    first, victim = -1, next_in(victims, 0)
    while victim >= 0:
        if not is_excluded(board, scratch, victim, k):
            victims[victim >> 6] &= ~bit(victim & 63)
        elif first < 0 and is_in_one_cover(scratch, victim, k):
            first = victim
        victim = next_in(victims, victim + 1)
    if first < 0 or (cell >= 0 and first != cell):
        return
    begin_finding(board)
    for index in range(k):
        base = scratch.picked[index]
        note_part(board, FIGURE, base, board.places[base, digit], bit(digit), -1)
    for index in range(k):
        note_cover(board, scratch.chosen[index])
    fin = next_in(fins, 0)
    while fin >= 0:
        note_cell(board, FIN, fin, bit(digit), -1)
        fin = next_in(fins, fin + 1)
    eliminate_from(board, victims, digit)


@compiled
def is_of_kind(scratch: ComplexFishScratch, size: int) -> bool:
    """Return True if the fish with the picked bases and chosen covers is to be reported in the present search.

    A search for Mutant fish rejects Franken fish. A search for Franken fish needs a region or extra house among bases
    and covers, and in its second turn rejects what the first turn has found. `size` is the side of the board.
    """
    search = scratch.search[0]
    k, mutant = search.k, search.mutant
    base_kinds = cover_kinds = 0
    for index in range(k):
        base_kinds |= 1 << min(scratch.picked[index] // size, OTHERS)
        cover_kinds |= 1 << min(scratch.chosen[index] // size, OTHERS)
    rows, columns = 1 << ROWS, 1 << COLUMNS
    rows_in_columns = not base_kinds & columns and not cover_kinds & rows
    columns_in_rows = not base_kinds & rows and not cover_kinds & columns
    if mutant:
        return not rows_in_columns and not columns_in_rows
    return bool((base_kinds | cover_kinds) & 1 << OTHERS) and (search.turn == 0 or not rows_in_columns)


@compiled
def find_fins(scratch: ComplexFishScratch, k: int) -> bool:
    """Find the fins and the possible eliminations of the fish with `k` bases; return True if there are fins.

    The sets are `scratch.fins` and `scratch.victims`. The latter is empty if some cover has no place of a base, because
    that cover is then not needed.
    """
    victims, fins, any_fin = scratch.victims, scratch.fins, NONE
    for word in range(len(victims)):
        based = overlap = covered = twice = NONE
        for index in range(k):
            base = scratch.places[scratch.picked[index], word]
            cover = scratch.places[scratch.chosen[index], word]
            overlap |= based & base
            twice |= covered & cover
            based |= base
            covered |= cover
        fins[word] = (based & ~covered) | overlap
        # A place in two covers counts twice there but once in the bases: it can be eliminated from a base, too.
        victims[word] = (covered & ~based) | (twice & based & ~overlap)
        scratch.based[word] = based
        any_fin |= fins[word]
    for index in range(k):
        met = NONE
        for word in range(len(victims)):
            met |= scratch.based[word] & scratch.places[scratch.chosen[index], word]
        if met == 0:
            victims[:] = NONE
    return bool(any_fin)


@compiled
def is_excluded(board: RaterBoard, scratch: ComplexFishScratch, cell: int, k: int) -> bool:
    """Return True if a cell sees all fins of a fish with `k` bases, and for no base all of its places.

    A cell that sees all places of a base is excluded by that base alone, without the fish.
    """
    fins = scratch.fins
    for word in range(len(fins)):
        if fins[word] & ~board.tables.peers[cell, word]:
            return False
    for index in range(k):
        left = NONE
        for word in range(len(fins)):
            left |= scratch.places[scratch.picked[index], word] & ~board.tables.peers[cell, word]
        if left == 0:
            return False
    return True


@compiled
def is_in_one_cover(scratch: ComplexFishScratch, cell: int, k: int) -> bool:
    """Return True if a cell is in exactly one of the `k` covers of a fish."""
    covers = 0
    for index in range(k):
        covers += 1 if is_in(scratch.places[scratch.chosen[index]], cell) else 0
    return covers == 1
