"""Chains of candidates whose links come from sight, cells, houses and constraints.

A literal says that a candidate is on (it is the digit of its cell) or off. A chain of literals, each of which follows
from the one before, leads from a candidate that is on to the same candidate being off. So the candidate is eliminated:

    4 in r1c1 − 5 in r1c2 = 3 in r1c2 − 4 in r5c5       white dot r1c1 r1c2: with 4, r1c2 is not 5 but 3;
                                                        palindrome r1c1 r5c5: r5c5 is what r1c1 is, and r1c2 sees …

Literals follow from each other in four ways: a digit excludes the other candidates of its cell, and itself from the
cells that the cell sees; a cell with two candidates, and a house with two places of a digit, has one of both; two
linked cells, and the cells of a constraint, are filled in one of the ways that the constraint allows. The last
one is taken from the fillings of the constraint: `together` has, for a digit in one cell, the digits in each other cell
in some filling. All links are made first, as lists of the literals that follow from each literal (`Implications`); a
search breadth first from each candidate then finds the shortest chain.

Each link holds in both directions (if b follows from a, the opposite of a follows from the opposite of b). So these
chains are all that such links can show: what contradicts itself by two branches also does by one chain.
"""

from __future__ import annotations

import numpy as np

from cpgen.engine.mask_board import copy_board
from cpgen.kernel import bit, compiled, count_bits, lowest, ones
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout
from cpgen.rater.board import NONE, RaterBoard
from cpgen.rater.fillings import MOST_CELLS, OWN, fill_group
from cpgen.rater.findings import (
    CLUE,
    START,
    STRONG,
    WEAK,
    begin_finding,
    eliminate,
    is_over,
    is_traced,
    note_cell,
    note_clue,
)
from cpgen.rater.memory import N, made, n, nested, numbers
from cpgen.rater.techniques.clue_logic import ClueScratch, GroupScratch, find_changed, groups_from, partners_of
from cpgen.rater.visibility import note_all_searched

MOST_LINKS = 64
"""Room for the links of a chain; a ladder may allow fewer, since a person follows few"""
MOST_IMPLICATIONS = 1 << 17
"""Room for links on a board; further ones are not used. A 9×9 board with 30 constraints has some 30,000"""
MOST_TOGETHER = 1 << 20
"""Room for digits together in groups, in masks; groups beyond it give no links"""
BY_SIGHT = -1
"""Cause of a link that needs no constraint"""
L = 2 * N * n


def together_tables(layout: Layout) -> np.ndarray:
    """Return [groups, K, n, K] memory: for each cell and digit of a group, masks of the digits that fit elsewhere."""
    row = MOST_CELLS * layout.size * MOST_CELLS
    count = len(groups_from(OWN)(layout).groups.counts)
    return np.zeros((min(count, MOST_TOGETHER // row), MOST_CELLS, layout.size, MOST_CELLS), np.uint64)


def filled_tables(layout: Layout) -> np.ndarray:
    """Return [groups, K] memory for the candidates for which `together` was last computed."""
    return np.zeros((len(together_tables(layout)), MOST_CELLS), np.uint64)


class Implications(Struct):
    """The literals that follow from each literal, and the constraints that they follow from.

    Those of literal l are the entries `starts[l]` to `starts[l + 1] - 1` of the other arrays.
    """

    starts: np.ndarray = numbers(L + 1)
    literals: np.ndarray = numbers(MOST_IMPLICATIONS)
    causes: np.ndarray = numbers(MOST_IMPLICATIONS)
    """Number of the constraint, or BY_SIGHT"""
    counts: np.ndarray = numbers(1)


class ClueChainScratch(Struct):
    """Working memory of the search for chains through constraints."""

    clues: ClueScratch = nested(ClueScratch)
    own: GroupScratch = made(groups_from(OWN, pairs=True))
    together: np.ndarray = made(together_tables)
    filled: np.ndarray = made(filled_tables)
    is_usable: np.ndarray = numbers(N * n)  # 1 for a group whose fillings are known
    implied: Implications = nested(Implications)
    queue: np.ndarray = numbers(L)  # known literals, in the order in which they follow
    cause: np.ndarray = numbers(L)  # literal from which each known literal follows
    clue: np.ndarray = numbers(L)  # and the constraint, or BY_SIGHT
    length: np.ndarray = numbers(L)  # number of links from the start
    reached: np.ndarray = numbers(L)  # number of the last search that has reached a literal
    path: np.ndarray = numbers(MOST_LINKS + 1)


@compiled
def clue_chains(board: RaterBoard, scratch: ClueChainScratch) -> None:
    """Find candidates that a chain of literals contradicts, short chains first; add a finding for each."""
    if not begin_chains(board, scratch):
        return
    size = board.places.shape[1]
    for candidate in range(size * len(board.values)):
        cell, digit = candidate // size, candidate % size
        if board.values[cell] or not board.candidates[cell] & bit(digit):
            continue
        count = follow(scratch, candidate, board.bounds[0].links)
        if scratch.queue[count - 1] == 2 * candidate:
            begin_finding(board)
            _note_chain(board, scratch, 2 * candidate)
            eliminate(board, cell, bit(digit))
            if is_over(board):
                return
    note_all_searched(board)


@compiled
def begin_chains(board: RaterBoard, scratch: ClueChainScratch) -> bool:
    """Link all candidates, so that chains can be followed; return False if there is nothing new to find."""
    if not find_changed(board, scratch.clues.changed) or not _has_constraints(board, scratch):
        return False
    _fill_groups(board, scratch)
    _link_all(board, scratch)
    scratch.reached[:] = -1
    return True


@compiled
def _has_constraints(board: RaterBoard, scratch: ClueChainScratch) -> bool:
    """Return True if there are links besides those of houses."""
    return bool(len(scratch.clues.clues.links.first) or len(scratch.together) or len(board.tables.beyond))


@compiled
def _fill_groups(board: RaterBoard, scratch: ClueChainScratch) -> None:
    """Update `scratch.together` for the groups of cells whose candidates have changed.

    For each digit in a cell of a group, it has the digits of the other cells that occur with it in some filling. Groups
    with too many fillings are marked in `scratch.is_usable`.
    """
    groups, filling = scratch.own.groups, scratch.own.filling
    for group in range(len(scratch.together)):
        count, is_new = groups.counts[group], False
        for place in range(count):
            digits = board.candidates[groups.cells[group, place]]
            is_new |= scratch.filled[group, place] != digits
            scratch.filled[group, place] = digits
        if not is_new:
            continue
        filling.together[:] = NONE
        is_filled = fill_group(groups, group, board.candidates, filling, board.bounds[0].fillings)
        scratch.is_usable[group] = is_filled and filling.found[0].fillings > 0
        for place in range(count):
            for digit in range(len(filling.together[place])):
                copy_board(filling.together[place, digit], scratch.together[group, place, digit])


@compiled
def _link_all(board: RaterBoard, scratch: ClueChainScratch) -> None:
    """Store in `scratch.implied` the literals that follow from each literal of the board."""
    size, implied, clues = board.places.shape[1], scratch.implied, scratch.clues.clues
    implied.counts[0] = 0
    for literal in range(2 * size * len(board.values)):
        implied.starts[literal] = implied.counts[0]
        cell, digit = literal // 2 // size, literal // 2 % size
        if board.values[cell] or not board.candidates[cell] & bit(digit):
            continue
        if literal & 1:
            _link_by_sight(board, implied, cell, digit)
        else:
            _link_by_pairs(board, implied, cell, digit)
        # The digits of the cell that are left by the literal.
        left = bit(digit) if literal & 1 else board.candidates[cell] & ~bit(digit)
        for link in clues.linked[cell]:
            if link < 0:
                break
            other = clues.links.first[link >> 1] if link & 1 else clues.links.second[link >> 1]
            fitting = NONE
            for one in ones(left):
                fitting |= partners_of(clues.links, link, one, board, other)
            _imply(board, implied, other, fitting, clues.link_clue[link >> 1])
        _link_by_groups(board, scratch, cell, left)
    implied.starts[2 * size * len(board.values)] = implied.counts[0]


@compiled
def _link_by_sight(board: RaterBoard, implied: Implications, cell: int, digit: int) -> None:
    """Add what follows from a true candidate to `implied`.

    The other candidates of its cell are false, and so is its digit in the cells that see the cell.
    """
    size = board.places.shape[1]
    for other in ones(board.candidates[cell] & ~bit(digit)):
        _add(implied, 2 * (cell * size + other), BY_SIGHT)
    for word in range(board.tables.peers.shape[1]):
        for place in ones(board.tables.peers[cell, word]):
            peer = (word << 6) + place
            if not board.values[peer] and board.candidates[peer] & bit(digit):
                _add(implied, 2 * (peer * size + digit), BY_SIGHT)


@compiled
def _link_by_pairs(board: RaterBoard, implied: Implications, cell: int, digit: int) -> None:
    """Add what follows from a false candidate to `implied`.

    If one other candidate is left in its cell, or one other place of its digit in a house, that one is true.
    """
    size = board.places.shape[1]
    rest = board.candidates[cell] & ~bit(digit)
    if count_bits(rest) == 1:
        _add(implied, 2 * (cell * size + lowest(rest)) + 1, BY_SIGHT)
    for k in range(board.tables.houses_of.shape[1]):
        house = board.tables.houses_of[cell, k]
        if house < 0:
            break
        rest = board.places[house, digit] & ~board.tables.position_of[cell, k]
        if count_bits(rest) == 1:
            other = board.tables.house_cells[house, lowest(rest)]
            _add(implied, 2 * (other * size + digit) + 1, BY_SIGHT)


@compiled
def _link_by_groups(board: RaterBoard, scratch: ClueChainScratch, cell: int, left: np.uint64) -> None:
    """Add to `scratch.implied` what the groups of a cell imply if the cell has only the digits `left`.

    A digit is possible in another cell of a group if it occurs with one of `left` in some filling of the group.
    """
    groups = scratch.own.groups
    for group in range(len(scratch.together)):
        if not scratch.is_usable[group] or not groups.members[group, cell >> 6] & bit(cell & 63):
            continue
        place = 0
        while groups.cells[group, place] != cell:
            place += 1
        for other in range(groups.counts[group]):
            if other == place:
                continue
            fitting = NONE
            for digit in ones(left):
                fitting |= scratch.together[group, place, digit, other]
            _imply(board, scratch.implied, groups.cells[group, other], fitting, groups.clue[group, 0])


@compiled
def _imply(board: RaterBoard, implied: Implications, cell: int, fitting: np.uint64, clue: int) -> None:
    """Add to `implied` that a cell must hold one of the digits `fitting`: its other candidates are false.

    If only one candidate fits, it is true. `clue` is the number of the constraint that this follows from.
    """
    size, digits = board.places.shape[1], board.candidates[cell]
    if board.values[cell] or not digits & ~fitting:
        return
    for digit in ones(digits & ~fitting):
        _add(implied, 2 * (cell * size + digit), clue)
    if count_bits(digits & fitting) == 1:
        _add(implied, 2 * (cell * size + lowest(digits & fitting)) + 1, clue)


@compiled
def _add(implied: Implications, literal: int, clue: int) -> None:
    count = implied.counts[0]
    if count < len(implied.literals):
        implied.literals[count], implied.causes[count] = literal, clue
        implied.counts[0] = count + 1


@compiled
def follow(scratch: ClueChainScratch, candidate: int, links: int) -> int:
    """Store in `scratch.queue` the literals to which chains of at most `links` links lead from a true candidate.

    Chains are followed breadth first, until one shows that the candidate is false; the queue then ends with that
    literal. `scratch.cause` and `scratch.clue` have, for each literal reached, the literal before it and the constraint
    of the link. Return the number of literals.
    """
    implied, start, goal = scratch.implied, 2 * candidate + 1, 2 * candidate
    scratch.queue[0], scratch.reached[start], scratch.length[start] = start, candidate, 0
    done, end = 0, 1
    while done < end:
        literal = scratch.queue[done]
        done += 1
        if scratch.length[literal] == links:
            return end
        for k in range(implied.starts[literal], implied.starts[literal + 1]):
            following = implied.literals[k]
            if scratch.reached[following] == candidate:
                continue
            scratch.reached[following], scratch.cause[following] = candidate, literal
            scratch.clue[following], scratch.length[following] = implied.causes[k], scratch.length[literal] + 1
            scratch.queue[end] = following
            end += 1
            if following == goal:
                return end
    return end


@compiled
def _note_chain(board: RaterBoard, scratch: ClueChainScratch, goal: int) -> None:
    """Add the chain to the present finding: the constraints of its links, then its literals from start to goal."""
    if not is_traced(board):
        return
    size, path, literal = board.places.shape[1], scratch.path, goal
    links = scratch.length[goal]
    for place in range(links, -1, -1):
        path[place] = literal
        if place and scratch.clue[literal] != BY_SIGHT:
            note_clue(board, CLUE, scratch.clue[literal])
        if place:
            literal = scratch.cause[literal]
    first = board.log.state[0].parts_to - board.log.state[0].parts_from
    for place in range(links + 1):
        literal = path[place]
        role = START if place == 0 else STRONG if literal & 1 else WEAK
        note_cell(board, role, literal // 2 // size, bit(literal // 2 % size), first + place - 1 if place else -1)
