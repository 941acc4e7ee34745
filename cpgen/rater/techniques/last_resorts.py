"""What is left when no pattern helps: templates of a digit, forcing chains and nets, and brute force, named as such."""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, lowest
from cpgen.rater.board import (
    ALSO,
    CELLS,
    FIRST,
    START,
    STRONG,
    WEAK,
    RaterBoard,
    RaterTables,
    begin_finding,
    is_over,
    map_digits,
    note_cell,
    put,
    remove,
)
from cpgen.rater.visibility import next_in

CONTRADICTION, VERITY, NET = 1, 2, 2
"""Which sort of forcing chain is looked for; what makes it a net, added to the sort"""
MOST_TRIES, MOST_GUESSES = 20_000, 1_000_000
"""How many choices a search among templates, and one for a solution, may make before it gives up"""
PREMISE, BY_CELL = -1, -2
"""Why something is on or off: it is assumed; every other candidate of its cell is off; below that: a house leaves it"""

# Forcing: an assumption is followed through what it switches on and off. A literal is 2·(cell·n + digit) + 1 for a
# candidate that is on, one less for one that is off. In the board's room for searches:
#   work: the queue of literals, then why each is so, then its place among the parts, then what is yet to be written
#   masks: for each cell the digits that are on, then off; for each house and digit the positions that are off


@compiled
def forcing(tables: RaterTables, board: RaterBoard, kind: int) -> None:
    """Forcing chains (1: contradiction, 2: verity), and nets (3, 4), in which a step may have several causes.

    Contradiction: what is assumed of a candidate switches something on and off, or leaves a cell or a house nothing;
    the opposite is so. Verity: whichever candidate of a cell, or place of a digit in a house, is taken, something else
    follows each time. Nothing is found on a board with more literals than there is room for.
    """
    size = board.places.shape[1]
    if 8 * size * len(board.values) > len(board.work) // 2:
        return
    most = size if kind > NET else 2
    if kind in (CONTRADICTION, CONTRADICTION + NET):
        contradictions(tables, board, most)
    else:
        rows = follow_all(tables, board, most)
        verities_of_cells(tables, board, most, rows)
        if not is_over(board):
            verities_of_houses(tables, board, most, rows)


@compiled
def contradictions(tables: RaterTables, board: RaterBoard, most: int) -> None:
    """Assumes each candidate on, then off, and notes where that cannot be.

    When the first finding is all that is wanted, none is assumed off: then the others of its cell cannot be on either.
    """
    size, last = board.places.shape[1], 0 if board.state[0].mode == FIRST else -1
    for candidate in range(size * len(board.values)):
        cell, digit = candidate // size, candidate % size
        if board.values[cell] or not board.candidates[cell] & bit(digit):
            continue
        for on in range(1, last, -1):
            clash = follow(tables, board, 2 * candidate + on, most)
            if clash != 0:
                begin_finding(board)
                note_clash(tables, board, clash)
                if on:
                    remove(tables, board, cell, bit(digit))
                else:
                    put(tables, board, cell, digit)
                if is_over(board):
                    return
                break


@compiled
def follow(tables: RaterTables, board: RaterBoard, premise: int, most: int) -> int:
    """Switches on and off all that follows from a literal; what it clashes with, or 0.

    A clash is 1 + the literal whose opposite is so, too (its cause is kept at the end of the queue); −1 − c for a cell
    c that nothing is left for; −1 − N − (h·n + d) for a digit d that has no place left in house h. Something is
    switched on where it alone is left in a cell, or of the places in a house, that has at most `most` on the board.
    """
    size, cells, queue = board.places.shape[1], len(board.values), board.work
    board.masks[: 2 * cells + board.places.shape[0] * size] = np.uint64(0)
    queue[0] = premise
    board.work[2 * size * cells + premise] = PREMISE
    set_literal(board, premise)
    done, end = 0, 1
    while done < end:
        literal = queue[done]
        done += 1
        cell, digit = literal // 2 // size, literal // 2 % size
        if literal & 1:
            end, clash = switch_off_others(tables, board, cell, digit, literal, end)
        else:
            end, clash = switch_on_the_last(tables, board, cell, digit, most, end)
        if clash != 0:
            return clash
    return 0


@compiled
def set_literal(board: RaterBoard, literal: int) -> None:
    """Notes that a candidate is on or off."""
    size, cells = board.places.shape[1], len(board.values)
    cell, digit = literal // 2 // size, literal // 2 % size
    board.masks[cell if literal & 1 else cells + cell] |= bit(digit)


@compiled
def is_set(board: RaterBoard, literal: int) -> bool:
    """Whether a literal is known to be so."""
    size, cells = board.places.shape[1], len(board.values)
    cell, digit = literal // 2 // size, literal // 2 % size
    return bool(board.masks[cell if literal & 1 else cells + cell] & bit(digit))


@compiled
def reach(board: RaterBoard, literal: int, cause: int, end: int) -> tuple[int, int]:
    """Adds a literal with its cause to the queue unless it is known; the queue's end, and what it clashes with."""
    size, cells = board.places.shape[1], len(board.values)
    if is_set(board, literal):
        return end, 0
    if is_set(board, literal ^ 1):
        board.work[2 * size * cells - 1] = cause
        return end, literal + 1
    set_literal(board, literal)
    board.work[end] = literal
    board.work[2 * size * cells + literal] = cause
    return end + 1, 0


@compiled
def switch_off_others(
    tables: RaterTables, board: RaterBoard, cell: int, digit: int, literal: int, end: int
) -> tuple[int, int]:
    """A candidate is on: the others of its cell are off, and its digit in the cells that it sees."""
    size = board.places.shape[1]
    others = board.candidates[cell] & ~bit(digit)
    while others:
        end, clash = reach(board, 2 * (cell * size + lowest(others)), literal, end)
        if clash != 0:
            return end, clash
        others &= others - np.uint64(1)
    for k in range(tables.houses_of.shape[1]):
        house = tables.houses_of[cell, k]
        if house < 0:
            break
        others = board.places[house, digit] & ~tables.position_of[cell, k]
        while others:
            peer = tables.house_cells[house, lowest(others)]
            end, clash = reach(board, 2 * (peer * size + digit), literal, end)
            if clash != 0:
                return end, clash
            others &= others - np.uint64(1)
    return end, 0


@compiled
def switch_on_the_last(
    tables: RaterTables, board: RaterBoard, cell: int, digit: int, most: int, end: int
) -> tuple[int, int]:
    """A candidate is off: what is left alone in its cell, or in one of its houses, is on."""
    size, cells = board.places.shape[1], len(board.values)
    left = board.candidates[cell] & ~board.masks[cells + cell]
    if left == 0:
        return end, -1 - cell
    if left & (left - np.uint64(1)) == 0 and count_bits(board.candidates[cell]) <= most:
        end, clash = reach(board, 2 * (cell * size + lowest(left)) + 1, BY_CELL, end)
        if clash != 0:
            return end, clash
    for k in range(tables.houses_of.shape[1]):
        house = tables.houses_of[cell, k]
        if house < 0:
            break
        place = house * size + digit
        board.masks[2 * cells + place] |= tables.position_of[cell, k]
        left = board.places[house, digit] & ~board.masks[2 * cells + place]
        if left == 0:
            return end, -1 - cells - place
        if left & (left - np.uint64(1)) == 0 and count_bits(board.places[house, digit]) <= most:
            last = tables.house_cells[house, lowest(left)]
            end, clash = reach(board, 2 * (last * size + digit) + 1, BY_CELL - 1 - house, end)
            if clash != 0:
                return end, clash
    return end, 0


@compiled
def follow_all(tables: RaterTables, board: RaterBoard, most: int) -> int:
    """Keeps what follows from each candidate that is on, nothing where that cannot be: where, or −1 without the room.

    What follows from candidate k begins 2·N·k masks behind that place: for each cell the digits on, then off.
    """
    size, cells = board.places.shape[1], len(board.values)
    rows = 4 * cells + board.places.shape[0] * size
    if rows + 2 * cells * cells * size > len(board.masks) // 2:
        return -1
    for candidate in range(size * cells):
        cell, row = candidate // size, rows + 2 * cells * candidate
        if board.values[cell] or not board.candidates[cell] & bit(candidate % size):
            continue
        if follow(tables, board, 2 * candidate + 1, most) != 0:
            board.masks[row + cell] = np.uint64(0)
            continue
        for k in range(2 * cells):
            board.masks[row + k] = board.masks[k]
    return int(rows)


@compiled
def verities_of_cells(tables: RaterTables, board: RaterBoard, most: int, rows: int) -> None:
    """Takes each candidate of a cell in turn, and notes what follows from all of them."""
    size = board.places.shape[1]
    for cell in range(len(board.values)):
        if board.values[cell]:
            continue
        count = 0
        rest = board.candidates[cell]
        while rest:
            if not agree(tables, board, cell * size + lowest(rest), most, rows, count == 0):
                break
            count += 1
            rest &= rest - np.uint64(1)
        if rest == 0 and count > 1:
            note_agreed(tables, board, most, cell, -1, 0)
            if is_over(board):
                return


@compiled
def verities_of_houses(tables: RaterTables, board: RaterBoard, most: int, rows: int) -> None:
    """Takes each place of a digit in a house in turn, and notes what follows from all of them."""
    size = board.places.shape[1]
    for house in tables.everything:
        for digit in range(size):
            if board.placed[house] & bit(digit):
                continue
            count = 0
            rest = board.places[house, digit]
            while rest:
                cell = tables.house_cells[house, lowest(rest)]
                if not agree(tables, board, cell * size + digit, most, rows, count == 0):
                    break
                count += 1
                rest &= rest - np.uint64(1)
            if rest == 0 and count > 1:
                note_agreed(tables, board, most, -1, house, digit)
                if is_over(board):
                    return


@compiled
def agree(tables: RaterTables, board: RaterBoard, candidate: int, most: int, rows: int, first: bool) -> bool:
    """Keeps of what followed before only what follows from this, too; whether anything is left and nothing clashes.

    It is kept behind the other masks: for each cell the digits that are on, then off.
    """
    size, cells = board.places.shape[1], len(board.values)
    found = 0 if rows < 0 else rows + 2 * cells * candidate
    if rows < 0 and follow(tables, board, 2 * candidate + 1, most) != 0:
        return False
    if not board.masks[found + candidate // size] & bit(candidate % size):
        return False
    kept = 2 * cells + board.places.shape[0] * size
    left = np.uint64(0)
    for k in range(2 * cells):
        now = board.masks[found + k] if first else board.masks[found + k] & board.masks[kept + k]
        board.masks[kept + k] = now
        left |= now
    return bool(left != 0)


@compiled
def note_agreed(tables: RaterTables, board: RaterBoard, most: int, cell: int, house: int, digit: int) -> None:
    """A finding for each thing that follows whatever is taken: a candidate of a cell, or a place in a house."""
    size, cells = board.places.shape[1], len(board.values)
    kept = 2 * cells + board.places.shape[0] * size
    for k in range(2 * cells):
        goals = board.masks[kept + k]
        while goals:
            goal = 2 * (k % cells * size + lowest(goals)) + (1 if k < cells else 0)
            begin_finding(board)
            note_ways(tables, board, most, goal, cell, house, digit)
            if k < cells:
                put(tables, board, k, lowest(goals))
            else:
                remove(tables, board, k - cells, bit(lowest(goals)))
            if is_over(board):
                return
            goals &= goals - np.uint64(1)


@compiled
def note_ways(tables: RaterTables, board: RaterBoard, most: int, goal: int, cell: int, house: int, digit: int) -> None:
    """Notes how each candidate of a cell, or each place of a digit in a house, leads to something."""
    if len(board.parts) == 0:
        return
    size = board.places.shape[1]
    rest = board.candidates[cell] if cell >= 0 else board.places[house, digit]
    while rest:
        candidate = cell * size + lowest(rest)
        if cell < 0:
            candidate = tables.house_cells[house, lowest(rest)] * size + digit
        follow(tables, board, 2 * candidate + 1, most)
        unwritten(board)
        write_path(tables, board, goal)
        rest &= rest - np.uint64(1)


# What leads to something is written as the finding's parts, each after what it follows from.


@compiled
def note_clash(tables: RaterTables, board: RaterBoard, clash: int) -> None:
    """Notes all that leads to a clash, its two sides last."""
    size, cells = board.places.shape[1], len(board.values)
    if len(board.parts) == 0:
        return
    unwritten(board)
    if clash > 0:
        literal, cause = clash - 1, board.work[2 * size * cells - 1]
        write_path(tables, board, literal ^ 1)
        board.work[2 * size * cells + literal] = cause
        write_path(tables, board, literal)
    elif -1 - clash < cells:
        cell = -1 - clash
        rest = board.candidates[cell]
        while rest:
            write_path(tables, board, 2 * (cell * size + lowest(rest)))
            rest &= rest - np.uint64(1)
    else:
        place = -1 - clash - cells
        house, digit = place // size, place % size
        rest = board.places[house, digit]
        while rest:
            write_path(tables, board, 2 * (tables.house_cells[house, lowest(rest)] * size + digit))
            rest &= rest - np.uint64(1)


@compiled
def unwritten(board: RaterBoard) -> None:
    """Forgets which literals are among the parts; their places there are counted from 1."""
    size, cells = board.places.shape[1], len(board.values)
    board.work[4 * size * cells : 6 * size * cells] = 0


@compiled
def write_path(tables: RaterTables, board: RaterBoard, goal: int) -> None:
    """Notes the literals that lead to one, each after its causes, unless they are among the parts already."""
    size, cells = board.places.shape[1], len(board.values)
    written, stack, depth = 4 * size * cells, 6 * size * cells, 1
    board.work[stack] = goal
    while depth:
        literal = board.work[stack + depth - 1]
        before = depth
        cause = -1 if board.work[written + literal] else next_cause(tables, board, literal, -1)
        while cause >= 0:
            if not board.work[written + cause] and stack + depth < len(board.work) // 2:
                board.work[stack + depth] = cause
                depth += 1
            cause = next_cause(tables, board, literal, cause)
        if depth == before:
            if not board.work[written + literal]:
                write(tables, board, literal)
            depth -= 1


@compiled
def write(tables: RaterTables, board: RaterBoard, literal: int) -> None:
    """Notes a literal as a part: the assumption, or what a link leads to, with all of its sources."""
    size, cells = board.places.shape[1], len(board.values)
    cell, digit = literal // 2 // size, literal // 2 % size
    written, place = 4 * size * cells, board.state[0].parts_to - board.state[0].parts_from
    cause = next_cause(tables, board, literal, -1)
    if cause < 0:
        note_cell(tables, board, START, cell, bit(digit), -1)
    else:
        role = STRONG if literal & 1 else WEAK
        note_cell(tables, board, role, cell, bit(digit), board.work[written + cause] - 1)
        cause = next_cause(tables, board, literal, cause)
    while cause >= 0:
        note_cell(tables, board, ALSO, cell, bit(digit), board.work[written + cause] - 1)
        cause = next_cause(tables, board, literal, cause)
    board.work[written + literal] = place + 1


@compiled
def next_cause(tables: RaterTables, board: RaterBoard, literal: int, last: int) -> int:
    """The next literal that one follows from, after `last`, or −1: the others of its cell or house, or the only one."""
    size, cells = board.places.shape[1], len(board.values)
    cell, digit, why = literal // 2 // size, literal // 2 % size, board.work[2 * size * cells + literal]
    if why == PREMISE or why >= 0:
        return int(why) if last < 0 else -1
    if why == BY_CELL:
        first = 0 if last < 0 else last // 2 % size + 1
        for other in range(first, size):
            if other != digit and board.candidates[cell] & bit(other):
                return int(2 * (cell * size + other))
        return -1
    house = BY_CELL - 1 - why
    for position in range(size):
        other = tables.house_cells[house, position]
        if other != cell and 2 * (other * size + digit) > last and board.places[house, digit] & bit(position):
            return int(2 * (other * size + digit))
    return -1


# Templates: all ways to place one digit in the whole board.


@compiled
def templates(tables: RaterTables, board: RaterBoard, kind: int) -> None:
    """Template set (1): a cell that holds the digit in every template. Template delete (2): in none."""
    map_digits(tables, board)
    size, words = board.places.shape[1], tables.sets.shape[1]
    any_, all_ = board.sets[size + 1], board.sets[size + 2]
    for digit in range(size):
        for w in range(words):
            any_[w] = np.uint64(0)
            all_[w] = board.sets[digit, w]
        cell = next_in(board.sets[digit], 0)
        while cell >= 0:
            here = bit(cell % 64)
            if kind == 2 and not any_[cell // 64] & here and not is_possible(tables, board, digit, cell, -1):
                begin_finding(board)
                note_cell(tables, board, CELLS, cell, bit(digit), -1)
                remove(tables, board, cell, bit(digit))
            if kind == 1 and all_[cell // 64] & here and not is_possible(tables, board, digit, -1, cell):
                begin_finding(board)
                note_cell(tables, board, CELLS, cell, bit(digit), -1)
                put(tables, board, cell, digit)
            if is_over(board):
                return
            cell = next_in(board.sets[digit], cell + 1)


@compiled
def is_possible(tables: RaterTables, board: RaterBoard, digit: int, inside: int, outside: int) -> bool:
    """Whether a template of the digit has one cell and has not another (−1: any); so, too, when that takes too long.

    What is found narrows what is in all templates and widens what is in any.
    """
    size, words, free, rows = board.places.shape[1], tables.sets.shape[1], board.masks, board.work
    count = free_rows(tables, board, digit, inside, outside)
    depth, position, tries = 0, -1, 0
    while True:
        if depth == count and keep_template(tables, board, digit, count):
            return True
        position = size if depth == count else next_free(tables, board, depth, position)
        if position < size:
            cell = tables.house_cells[rows[depth], position]
            rows[size + depth] = position
            for w in range(words):
                free[(depth + 1) * words + w] = free[depth * words + w] & ~tables.sets[cell, w]
            depth, position, tries = depth + 1, -1, tries + 1
            if tries > MOST_TRIES:
                return True
        elif depth == 0:
            return False
        else:
            depth -= 1
            position = rows[size + depth]


@compiled
def free_rows(tables: RaterTables, board: RaterBoard, digit: int, inside: int, outside: int) -> int:
    """Lists the rows that lack the digit, and the cells where it may go at first; the number of rows."""
    for w in range(tables.sets.shape[1]):
        board.masks[w] = board.sets[digit, w]
        if inside >= 0:
            board.masks[w] &= ~tables.sets[inside, w]
    if outside >= 0:
        board.masks[outside // 64] &= ~bit(outside % 64)
    count = 0
    for row in range(board.places.shape[1]):
        if not board.placed[row] & bit(digit):
            board.work[count] = row
            count += 1
    return count


@compiled
def next_free(tables: RaterTables, board: RaterBoard, depth: int, last: int) -> int:
    """The next position in the row at this depth whose cell is free; the row's length when there is none."""
    size, words = board.places.shape[1], tables.sets.shape[1]
    for position in range(last + 1, size):
        cell = tables.house_cells[board.work[depth], position]
        if board.masks[depth * words + cell // 64] & bit(cell % 64):
            return position
    return int(size)


@compiled
def keep_template(tables: RaterTables, board: RaterBoard, digit: int, count: int) -> bool:
    """Whether the cells chosen are a template, with a cell in every house; it is then counted among them."""
    size, words, found = board.places.shape[1], tables.sets.shape[1], board.sets[board.places.shape[1] + 3]
    found[:] = np.uint64(0)
    for depth in range(count):
        cell = tables.house_cells[board.work[depth], board.work[size + depth]]
        found[cell // 64] |= bit(cell % 64)
    for house in tables.everything:
        hit = board.placed[house] & bit(digit) != 0
        for w in range(words):
            hit |= found[w] & tables.sets[len(board.values) + house, w] != 0
        if not hit:
            return False
    for w in range(words):
        board.sets[size + 1, w] |= found[w]
        board.sets[size + 2, w] &= found[w]
    return True


# Brute force: a search for the solutions of the board as it is, over copies of its candidates.


@compiled
def brute_force(tables: RaterTables, board: RaterBoard) -> None:
    """Places the digit of the only solution in the open cell with the fewest candidates, the first of these.

    Nothing is found when there is no solution, or more than one, or when the search takes too long.
    """
    cells = len(board.values)
    for k in range(cells):
        board.masks[k] = board.candidates[k]
    cell = fewest(board, 0)
    if cell >= 0 and count_solutions(tables, board) == 1:
        begin_finding(board)
        note_cell(tables, board, CELLS, cell, bit(board.work[cells + cell]), -1)
        put(tables, board, cell, board.work[cells + cell])


@compiled
def count_solutions(tables: RaterTables, board: RaterBoard) -> int:
    """0, 1, or 2 for more, or when it is not known; the first solution is left behind the room of the levels."""
    cells, solutions, level, tries = len(board.values), 0, 0, 0
    room = len(board.masks) // 2 - cells
    board.work[0] = fewest(board, 0)
    board.masks[room] = board.masks[board.work[0]]
    while level >= 0:
        cell, rest = board.work[level], board.masks[room + level]
        if rest == 0:
            level -= 1
            continue
        tries += 1
        if tries > MOST_GUESSES or (level + 2) * cells > room:
            return 2
        board.masks[room + level] &= rest - np.uint64(1)
        for k in range(cells):
            board.masks[(level + 1) * cells + k] = board.masks[level * cells + k]
        if not fix(tables, board, level + 1, cell, lowest(rest)) or not fix_hidden(tables, board, level + 1):
            continue
        following = fewest(board, level + 1)
        if following >= 0:
            level += 1
            board.work[level] = following
            board.masks[room + level] = board.masks[level * cells + following]
            continue
        solutions += 1
        if solutions > 1:
            return 2
        for k in range(cells):
            board.work[cells + k] = lowest(board.masks[(level + 1) * cells + k])
    return solutions


@compiled
def fewest(board: RaterBoard, level: int) -> int:
    """The first cell with the fewest candidates, more than one, at a level of the search; −1 when all have one."""
    cells, best, least = len(board.values), -1, 65
    for cell in range(cells):
        count = count_bits(board.masks[level * cells + cell])
        if 1 < count < least:
            best, least = cell, count
    return best


@compiled
def fix(tables: RaterTables, board: RaterBoard, level: int, cell: int, digit: int) -> bool:
    """Gives a cell its digit at a level, and in turn the cells that have one candidate left; whether all keep some."""
    cells = len(board.values)
    board.masks[level * cells + cell] = bit(digit)
    queue, done, end = 2 * cells, 0, 1
    board.work[queue] = cell
    while done < end:
        one = board.work[queue + done]
        only = board.masks[level * cells + one]
        done += 1
        for k in range(tables.houses_of.shape[1]):
            house = tables.houses_of[one, k]
            if house < 0:
                break
            for other in tables.house_cells[house]:
                there = board.masks[level * cells + other]
                if other == one or not there & only:
                    continue
                there &= ~only
                board.masks[level * cells + other] = there
                if there == 0:
                    return False
                if there & (there - np.uint64(1)) == 0:
                    board.work[queue + end] = other
                    end += 1
    return True


@compiled
def fix_hidden(tables: RaterTables, board: RaterBoard, level: int) -> bool:
    """Gives digits with one place left in a house that place, again and again; whether all keep some."""
    size, base, k, quiet = board.places.shape[1], level * len(board.values), 0, 0
    while quiet < len(tables.everything):
        once, twice = np.uint64(0), np.uint64(0)
        for cell in tables.house_cells[k]:
            twice |= once & board.masks[base + cell]
            once |= board.masks[base + cell]
        if count_bits(once) < size:
            return False
        quiet += 1
        for cell in tables.house_cells[k]:
            alone = board.masks[base + cell] & ~twice
            if alone and board.masks[base + cell] != alone:
                if count_bits(alone) > 1 or not fix(tables, board, level, cell, lowest(alone)):
                    return False
                quiet = 0
                break
        k = (k + 1) % len(tables.everything) if quiet else k
    return True
