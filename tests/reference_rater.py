"""A second rater, slow and plain, written from the definition alone: candidates are sets, and every place is looked at.

A sweep visits its places in order (houses: rows, columns, regions, extra houses; then digits ascending), and each
removal takes effect at once. Only the first rule places digits; all others only remove candidates. A sweep of a
technique of constraints looks for everything first; all removals then take effect together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product

from cpgen.constraints.house import House
from cpgen.constraints.parts import parts_of
from cpgen.constraints.primitives import AllDifferent, Automaton, Linear, Pair, Primitive
from cpgen.constraints.sums import derived_sums
from cpgen.layout import Layout
from cpgen.rater.equations import set_equations
from tests.constraints.meaning import cells_of, holds

Group = tuple[tuple[int, ...], tuple[Primitive, ...]]
"""Cells, and the conditions on them"""


class ContradictionError(Exception):
    """A cell has no candidate, or a house no place for a digit."""


@dataclass
class Result:
    """What a rating is compared with."""

    outcome: str
    level: int
    steps: int
    rules: dict[str, int]
    digits: tuple[int, ...]
    candidates: tuple[tuple[int, ...], ...]


@dataclass
class Board:
    """The candidates and the digit placed (0: none) of each cell; whether a sweep acted, or broke the board."""

    layout: Layout
    candidates: list[set[int]] = field(init=False)
    placed: list[int] = field(init=False)
    acted: bool = False
    broken: bool = False

    def __post_init__(self) -> None:
        self.candidates = [set(self.digits) for _ in range(self.layout.cell_count)]
        self.placed = [0] * self.layout.cell_count

    @property
    def digits(self) -> range:
        return range(1, self.layout.size + 1)

    def houses(self, *kinds: str) -> list[House]:
        return [house for house in self.layout.houses if house.kind in kinds]

    def places(self, house: House, digit: int) -> list[int]:
        return [cell for cell in house.cells if digit in self.candidates[cell]]

    def is_placed(self, house: House, digit: int) -> bool:
        return any(self.placed[cell] == digit for cell in house.cells)

    def place(self, cell: int, digit: int) -> None:
        if self.placed[cell] == digit:
            return
        if digit not in self.candidates[cell]:
            raise ContradictionError
        self.placed[cell] = digit
        self.acted = True
        self.candidates[cell] = {digit}
        for peer in self.layout.peers[cell]:
            self.candidates[peer].discard(digit)
        self.check()

    def remove(self, cell: int, digits: set[int]) -> None:
        if self.candidates[cell] & digits:
            self.candidates[cell] -= digits
            self.acted = True
            self.check_around(cell)

    def check_around(self, cell: int) -> None:
        if not self.candidates[cell]:
            raise ContradictionError
        for house in self.layout.houses_of[cell]:
            self.check_house(self.layout.houses[house])

    def check_house(self, house: House) -> None:
        if len(set().union(*[self.candidates[cell] for cell in house.cells])) < self.layout.size:
            raise ContradictionError

    def check(self) -> None:
        if not all(self.candidates):
            raise ContradictionError
        for house in self.layout.houses:
            self.check_house(house)


def place_hidden_singles(board: Board) -> None:
    """Rule 1: regions (rows and columns where there are none); all are found first, then placed at once."""
    houses = board.houses("region") or board.houses("row", "column")
    found = [
        (board.places(house, digit)[0], digit)
        for house in houses
        for digit in board.digits
        if len(board.places(house, digit)) == 1 and not board.is_placed(house, digit)
    ]
    for cell, digit in found:
        board.place(cell, digit)


def hidden_single(board: Board) -> None:
    for house in board.houses("row", "column", "extra"):
        for digit in board.digits:
            places = board.places(house, digit)
            if len(places) == 1 and not board.is_placed(house, digit):
                (cell,) = places
                board.remove(cell, set(board.digits) - {digit})
                for peer in board.layout.peers[cell]:
                    board.remove(peer, {digit})


def naked_single(board: Board) -> None:
    for cell in range(board.layout.cell_count):
        if len(board.candidates[cell]) == 1 and not board.placed[cell]:
            for peer in board.layout.peers[cell]:
                board.remove(peer, set(board.candidates[cell]))


def locked(board: Board, bases: list[House], covers: list[House]) -> None:
    """A digit with two places or more in a base, all of them in a cover too, leaves the rest of the cover."""
    crossing = {base: [cover for cover in covers if set(base.cells) & set(cover.cells)] for base in bases}
    for base in bases:
        for digit in board.digits:
            places = board.places(base, digit)
            for cover in crossing[base] if len(places) >= 2 else ():
                if set(places).issubset(cover.cells):
                    for cell in cover.cells:
                        if cell not in base.cells:
                            board.remove(cell, {digit})


def x_wing(board: Board) -> None:
    """From rows to columns, then from columns to rows; a cell's position in a row is its column, and vice versa."""
    rows, columns = board.houses("row"), board.houses("column")
    for bases, covers in ((rows, columns), (columns, rows)):
        for first, base in enumerate(bases):
            for digit in board.digits:
                for second in range(first + 1, len(bases)):
                    spots = {base.cells.index(cell) for cell in board.places(base, digit)}
                    others = {bases[second].cells.index(cell) for cell in board.places(bases[second], digit)}
                    if len(spots) == 2 and spots == others:
                        for spot in sorted(spots):
                            for line, cell in enumerate(covers[spot].cells):
                                if line not in (first, second):
                                    board.remove(cell, {digit})


def hidden_subset(board: Board, houses: list[House], k: int) -> None:
    """k digits, each with 1 to k places in a house, all of them in the same k cells: these lose all other digits."""
    for house in houses:
        usable = hidden_items(board, house, k)
        for digits in combinations(board.digits, k):
            if usable.keys() >= set(digits):
                cells = set().union(*(usable[digit] for digit in digits))
                if len(cells) == k:
                    for cell in sorted(cells):
                        board.remove(cell, set(board.digits) - set(digits))
                    usable = hidden_items(board, house, k)


def naked_subset(board: Board, houses: list[House], k: int) -> None:
    """k cells of a house, each with 1 to k candidates, all of the same k digits: these leave all other cells."""
    for house in houses:
        usable = naked_items(board, house, k)
        for cells in combinations(house.cells, k):
            if usable.keys() >= set(cells):
                digits = set().union(*(usable[cell] for cell in cells))
                if len(digits) == k:
                    for cell in house.cells:
                        if cell not in cells:
                            board.remove(cell, digits)
                    usable = naked_items(board, house, k)


def hidden_items(board: Board, house: House, k: int) -> dict[int, list[int]]:
    """The digits still to be placed in a house that have 1 to k places there, with these places."""
    places = {digit: board.places(house, digit) for digit in board.digits if not board.is_placed(house, digit)}
    return {digit: cells for digit, cells in places.items() if 1 <= len(cells) <= k}


def naked_items(board: Board, house: House, k: int) -> dict[int, set[int]]:
    """The open cells of a house that have 1 to k candidates, with these candidates."""
    opened = [cell for cell in house.cells if not board.placed[cell]]
    return {cell: set(board.candidates[cell]) for cell in opened if 1 <= len(board.candidates[cell]) <= k}


def remove_all(board: Board, wrong: set[tuple[int, int]]) -> None:
    """Remove candidates that a sweep has found."""
    for cell, digit in sorted(wrong):
        board.remove(cell, {digit})


def own_primitives(layout: Layout) -> list[tuple[Primitive, ...]]:
    """The conditions of each constraint that is not a house."""
    return list(layout.primitives_of[len(layout.houses) :])


def pairs_of(layout: Layout) -> list[Pair]:
    return [one for primitives in own_primitives(layout) for one in primitives if isinstance(one, Pair)]


def partners(board: Board, pair: Pair, cell: int, digit: int) -> set[int]:
    """The candidates of the other cell of a pair that go with a digit of this one."""
    if cell == pair.first:
        return {other for other in board.candidates[pair.second] if pair.allowed[digit - 1] >> other - 1 & 1}
    return {other for other in board.candidates[pair.first] if pair.allowed[other - 1] >> digit - 1 & 1}


def link(board: Board) -> None:
    """A candidate without a partner in a linked cell."""
    wrong = {
        (cell, digit)
        for pair in pairs_of(board.layout)
        for cell in pair.cells
        for digit in board.candidates[cell]
        if not partners(board, pair, cell, digit)
    }
    remove_all(board, wrong)


def sum_bounds(board: Board) -> None:
    """A candidate with which the other cells at their smallest or largest cannot reach the total."""
    sums = [one for primitives in own_primitives(board.layout) for one in primitives if isinstance(one, Linear)]
    remove_all(board, {candidate for one in sums for candidate in out_of_bounds(board, one)})


def out_of_bounds(board: Board, one: Linear) -> Iterator[tuple[int, int]]:
    parts = parts_of(one, board.layout.different)
    for cell in one.cells:
        for digit in board.candidates[cell]:
            ranges = [sorted(weight * end for end in ends(board, cells, cell, digit)) for cells, weight in parts]
            too_high = one.relation != ">=" and sum(low for low, _ in ranges) > one.total
            too_low = one.relation != "<=" and sum(high for _, high in ranges) < one.total
            if too_high or too_low:
                yield cell, digit


def ends(board: Board, part: Sequence[int], cell: int, digit: int) -> tuple[int, int]:
    """The smallest and the largest sum of cells that differ, one of which may have a digit already.

    The other cells have different candidates of the part.
    """
    others = [other for other in part if other != cell]
    fixed = digit if cell in part else 0
    union = sorted(set().union(*(board.candidates[other] for other in part)) - {fixed})
    count = len(others)
    smallest = max(sum(union[:count]), sum(min(board.candidates[other]) for other in others))
    largest = min(sum(union[::-1][:count]), sum(max(board.candidates[other]) for other in others))
    return fixed + smallest, fixed + largest


def set_equation(board: Board) -> None:
    """A candidate with which an equation cannot have its total, by bounds or by the remainders of sums modulo 60."""
    wrong = set()
    for equation in set_equations(board.layout):
        one = equation.linear
        outside = {*out_of_bounds(board, one)}
        left = {cell: {digit for digit in board.candidates[cell] if (cell, digit) not in outside} for cell in one.cells}
        weights = dict(zip(one.cells, one.coefficients, strict=True))
        for cell, digits in left.items():
            sums = {0}
            for other in left.keys() - {cell}:
                sums = {(before + weights[other] * digit) % 60 for before in sums for digit in left[other]}
            outside |= {(cell, digit) for digit in digits if (one.total - weights[cell] * digit) % 60 not in sums}
        wrong |= outside
    remove_all(board, wrong)


def fork(board: Board) -> None:
    """A candidate for which two or three linked cells that see each other cannot have different digits."""
    wrong = set()
    for cell in range(board.layout.cell_count):
        links = [pair for pair in pairs_of(board.layout) if cell in pair.cells and not board.placed[cell]]
        for digit in board.candidates[cell] if links else ():
            for chosen in (*combinations(links, 2), *combinations(links, 3)):
                others = [pair.second if pair.first == cell else pair.first for pair in chosen]
                left = set().union(*(partners(board, pair, cell, digit) for pair in chosen))
                see_each_other = all(two in board.layout.peers[one] for one, two in combinations(others, 2))
                if see_each_other and len(left) < len(chosen):
                    wrong.add((cell, digit))
    remove_all(board, wrong)


def own_groups(layout: Layout) -> list[Group]:
    """The constraints of two to nine cells, except links of two cells."""
    groups = []
    for primitives in own_primitives(layout):
        cells = tuple(sorted({cell for one in primitives for cell in getattr(one, "cells", ())}))
        is_link = len(cells) == 2 and all(isinstance(one, Pair | AllDifferent) for one in primitives)
        if 2 <= len(cells) <= 9 and not is_link:
            groups.append((cells, primitives))
    return groups


def derived_groups(layout: Layout, several: bool) -> list[Group]:
    """The sums that follow from one house, of up to four cells, or from several, of up to six."""
    return [
        (one.linear.cells, (one.linear,))
        for one in derived_sums(layout)
        if (len(one.houses) > 1) == several and len(one.linear.cells) <= (6 if several else 4)
    ]


def twos(layout: Layout) -> list[Group]:
    """Two constraints that share a house or a cell, with nine cells at most."""
    found = []
    for (cells, primitives), (others, more) in combinations(own_groups(layout), 2):
        meet = any({*cells} & {*house.cells} and {*others} & {*house.cells} for house in layout.houses)
        if meet and len({*cells, *others}) <= 9:
            found.append((tuple(sorted({*cells, *others})), primitives + more))
    return found


def house_groups(layout: Layout) -> list[Group]:
    """Each house that has constraints inside it; and each house with a constraint that sticks out of it."""
    return [
        (house_cells(house.cells, conditions), conditions)
        for house in layout.houses
        for further in (*([()] if inside(layout, house.cells) else []), *sticking_out(layout, house.cells).values())
        if (conditions := inside(layout, house.cells) + further)
    ]


def wide_groups(layout: Layout) -> list[Group]:
    """Each house with two constraints that stick out of it, and each two houses with a constraint in both."""
    found = []
    for house in layout.houses:
        for one, two in combinations(sticking_out(layout, house.cells).values(), 2):
            conditions = inside(layout, house.cells) + one + two
            found.append((house_cells(house.cells, conditions), conditions))
    for first, second in combinations(layout.houses, 2):
        own, others = {*first.cells}, {*second.cells}
        both, within = tuple(own | others), inside(layout, (*own, *others))
        if any({*cells_of(one)} & own - others and {*cells_of(one)} & others - own for one in within):
            found.append((house_cells(both, within), within))
        for further in sticking_out(layout, both).values():
            cells = {cell for one in further for cell in cells_of(one)}
            if cells & own - others and cells & others - own:
                found.append((house_cells(both, within + further), within + further))
    return found


def joint_groups(layout: Layout) -> list[Group]:
    """Each two houses with two constraints that have cells in both and stick out of them."""
    found = []
    for first, second in combinations(layout.houses, 2):
        both = tuple({*first.cells, *second.cells})
        out = sticking_out(layout, both)
        crossing = [
            number
            for number, primitives in enumerate(own_primitives(layout))
            if all(any({*cells_of(one)} & {*house.cells} for one in primitives) for house in (first, second))
        ]
        for one, two in combinations([number for number in crossing if number in out], 2):
            conditions = inside(layout, both) + out[one] + out[two]
            found.append((house_cells(both, conditions), conditions))
    return found


def house_cells(cells: Sequence[int], conditions: Sequence[Primitive]) -> tuple[int, ...]:
    """The cells of houses and of conditions, those of conditions first."""
    return tuple(dict.fromkeys([*(cell for one in conditions for cell in cells_of(one)), *cells]))


def inside(layout: Layout, cells: Sequence[int]) -> tuple[Primitive, ...]:
    """The conditions of constraints that are about some of these cells only."""
    return tuple(one for primitives in own_primitives(layout) for one in primitives if {*cells_of(one)} <= {*cells})


def sticking_out(layout: Layout, cells: Sequence[int]) -> dict[int, tuple[Primitive, ...]]:
    """By constraint, the conditions that have cells inside and outside; two inside and six outside at most."""
    found = {}
    for number, primitives in enumerate(own_primitives(layout)):
        further = tuple(one for one in primitives if {*cells_of(one)} & {*cells} and not {*cells_of(one)} <= {*cells})
        own = {cell for one in further for cell in cells_of(one)}
        if len(own & {*cells}) > 1 and len(own - {*cells}) <= 6:
            found[number] = further
    return found


def digit_count(board: Board) -> None:
    """A candidate that no way to place its digit on the board has, if constraints say how often it occurs in cells."""
    wrong = set()
    for digit in board.digits:
        counts = [one for one in counts_of(board.layout, digit) if any(digit in held(board, cell) for cell in one[0])]
        is_open = any(
            digit in board.candidates[cell] and not board.placed[cell] for cells, _ in counts for cell in cells
        )
        used = {
            cell
            for way in (ways_to_place(board, digit) if is_open else ())
            if all(len(way & {*cells}) in allowed for cells, allowed in counts)
            for cell in way
        }
        wrong |= {(cell, digit) for cell in range(len(board.placed)) if is_open and digit in held(board, cell)} - {
            (cell, digit) for cell in used
        }
    remove_all(board, wrong)


def joint_count(board: Board) -> None:
    """A candidate like those of `digit_count`, with what the counts of all digits in the same cells leave of each.

    Only digits of which a count is excluded are considered. The counts add up to the number of the cells.
    """
    wrong, ways = set(), {digit: ways_to_place(board, digit) for digit in board.digits}
    left: dict[int, list[tuple[tuple[int, ...], set[int]]]] = {digit: [] for digit in board.digits}
    narrowed = set()
    for primitives in own_primitives(board.layout):
        for cells in dict.fromkeys(one.cells for one in primitives if isinstance(one, Automaton)):
            automata = [one for one in primitives if isinstance(one, Automaton) and one.cells == cells]
            possible, known = dict[int, set[int]](), set()
            for digit in board.digits:
                allowed = [found for one in automata for found in allowed_counts(board.layout, one, digit)]
                known |= set() if allowed else {digit}
                counts = set(range(len(cells) + 1)).intersection(*allowed)
                possible[digit] = counts & {len(way & {*cells}) for way in ways[digit]} if allowed else counts
            for digit in set(board.digits) - known:
                sums = {0}
                for other in set(board.digits) - {digit}:
                    sums = {before + count for before in sums for count in possible[other]}
                kept = {count for count in possible[digit] if len(cells) - count in sums}
                left[digit].append((cells, kept))
                narrowed |= {digit} if kept != possible[digit] else set()
    for digit in narrowed:
        if any(
            digit in board.candidates[cell] and not board.placed[cell] for cells, _ in left[digit] for cell in cells
        ):
            fit = [way for way in ways[digit] if all(len(way & {*cells}) in kept for cells, kept in left[digit])]
            used = {cell for way in fit for cell in way}
            wrong |= {(cell, digit) for cell in range(len(board.placed)) if digit in held(board, cell)} - {
                (cell, digit) for cell in used
            }
    remove_all(board, wrong)


def held(board: Board, cell: int) -> set[int]:
    """The digit of a cell, or its candidates."""
    return {board.placed[cell]} if board.placed[cell] else board.candidates[cell]


def counts_of(layout: Layout, digit: int) -> list[tuple[tuple[int, ...], set[int]]]:
    """Cells, and how often a digit occurs in words that an automaton accepts, unless that is known from houses."""
    automata = (one for primitives in own_primitives(layout) for one in primitives if isinstance(one, Automaton))
    return [(one.cells, allowed) for one in automata for allowed in allowed_counts(layout, one, digit)]


def allowed_counts(layout: Layout, one: Automaton, digit: int) -> list[set[int]]:
    """A list of how often a digit occurs in the words that an automaton accepts; empty if that is known from houses."""
    known = range(2 if any({*cells_of(one)} <= {*house.cells} for house in layout.houses) else len(one.cells) + 1)
    words = product(range(1, layout.size + 1), repeat=len(one.cells))
    grids = (dict(zip(one.cells, word, strict=True)) for word in words)
    allowed = {[*grid.values()].count(digit) for grid in grids if holds(one, grid)}  # type: ignore[arg-type]
    return [allowed] if {*known} - allowed else []


def ways_to_place(board: Board, digit: int) -> list[set[int]]:
    """All sets of cells that may have a digit, one in each house; no two see each other."""
    ways: list[set[int]] = [set()]
    for row in board.houses("row"):
        places = [cell for cell in row.cells if digit in held(board, cell)]
        ways = [way | {cell} for way in ways for cell in places if not way & {*board.layout.peers[cell]}]
    return [way for way in ways if all(len(way & {*house.cells}) == 1 for house in board.layout.houses)]


def fillings(board: Board, group: Group) -> list[dict[int, int]]:
    """All ways to choose candidates for cells: those that see each other differ, and all conditions hold."""
    cells, primitives = group
    found: list[dict[int, int]] = [{}]
    for cell in cells:
        longer = [
            filled | {cell: digit}
            for filled in found
            for digit in sorted(board.candidates[cell])
            if not any(filled[other] == digit and other in board.layout.peers[cell] for other in filled)
        ]
        known = {*cells[: cells.index(cell) + 1]}
        ready = [one for one in primitives if cell in getattr(one, "cells", ()) and {*cells_of(one)} <= known]
        found = [filled for filled in longer if all(holds(one, grid_of(board, filled)) for one in ready)]
    return found


def grid_of(board: Board, filled: dict[int, int]) -> tuple[int, ...]:
    return tuple(filled.get(cell, 0) for cell in range(board.layout.cell_count))


def combination(board: Board, groups: list[Group]) -> None:
    """A candidate that no filling of a group supports."""
    wrong = set()
    for cells, primitives in groups:
        supported = {(cell, digit) for filled in fillings(board, (cells, primitives)) for cell, digit in filled.items()}
        wrong |= {(cell, digit) for cell in cells for digit in board.candidates[cell]} - supported
    remove_all(board, wrong)


def must_have(board: Board) -> None:
    """A digit in every filling of a constraint leaves all cells that see all its places there."""
    wrong = set()
    for group in own_groups(board.layout):
        found = fillings(board, group)
        for digit in set(board.digits).intersection(*(filled.values() for filled in found)) if found else ():
            places = {cell for filled in found for cell in filled if filled[cell] == digit}
            seeing = set.intersection(*({*board.layout.peers[cell]} for cell in places))
            wrong |= {(cell, digit) for cell in seeing if digit in board.candidates[cell] and not board.placed[cell]}
    remove_all(board, wrong)


def forcing(board: Board) -> None:
    """What all values of a cell (2–3), or all places of a digit in a house (2–3), exclude by sight or by a link."""
    layout = board.layout
    if not pairs_of(layout) and layout.peers == layout.base.peers:
        return
    opened = [cell for cell in range(layout.cell_count) if not board.placed[cell]]
    options = [[(cell, digit) for digit in board.candidates[cell]] for cell in opened]
    options += [
        [(cell, digit) for cell in board.places(house, digit)]
        for house in layout.houses
        for digit in board.digits
        if not board.is_placed(house, digit)
    ]
    wrong = set()
    for choice in options:
        if 1 <= len(choice) <= 3:
            wrong |= set.intersection(*(excluded_by(board, cell, digit) for cell, digit in choice))
    remove_all(board, {(cell, digit) for cell, digit in wrong if not board.placed[cell]})


def excluded_by(board: Board, cell: int, digit: int) -> set[tuple[int, int]]:
    """The candidates that a digit in a cell excludes."""
    excluded = {(cell, other) for other in board.candidates[cell] if other != digit}
    excluded |= {(peer, digit) for peer in board.layout.peers[cell] if digit in board.candidates[peer]}
    for pair in pairs_of(board.layout):
        if cell in pair.cells:
            other = pair.second if pair.first == cell else pair.first
            excluded |= {(other, d) for d in board.candidates[other] - partners(board, pair, cell, digit)}
    return excluded


def sweep(board: Board, rule: str) -> None:
    """One sweep of a rule."""
    regions, lines = board.houses("region"), board.houses("row", "column", "extra")
    everything = list(board.layout.houses)
    match rule:
        case "hidden-single-region":
            place_hidden_singles(board)
        case "locked-pointing":
            locked(board, regions, lines)
        case "hidden-single-line":
            hidden_single(board)
        case "hidden-pair-region":
            hidden_subset(board, regions, 2)
        case "locked-claiming":
            locked(board, lines, regions)
        case "naked-single":
            naked_single(board)
        case "x-wing":
            x_wing(board)
        case "hidden-pair-line":
            hidden_subset(board, lines, 2)
        case "hidden-triple":
            hidden_subset(board, everything, 3)
        case "hidden-quadruple":
            hidden_subset(board, everything, 4)
        case "naked-pair":
            naked_subset(board, everything, 2)
        case "naked-triple":
            naked_subset(board, everything, 3)
        case "naked-quadruple":
            naked_subset(board, everything, 4)
        case _:
            sweep_constraints(board, rule)


def sweep_constraints(board: Board, rule: str) -> None:
    """One sweep of a technique of constraints."""
    layout = board.layout
    match rule:
        case "link":
            link(board)
        case "sum-bounds":
            sum_bounds(board)
        case "fork":
            fork(board)
        case "combination":
            combination(board, own_groups(layout))
        case "rule-of-45":
            combination(board, derived_groups(layout, several=False))
        case "rule-of-45-wide":
            combination(board, derived_groups(layout, several=True))
        case "two-clues":
            combination(board, twos(layout))
        case "must-have":
            must_have(board)
        case "house-combination":
            combination(board, house_groups(layout))
        case "wide-combination":
            combination(board, wide_groups(layout))
        case "joint-combination":
            combination(board, joint_groups(layout))
        case "digit-count":
            digit_count(board)
        case "joint-count":
            joint_count(board)
        case "set-equation":
            set_equation(board)
        case "forcing":
            forcing(board)
        case _:
            raise ValueError(rule)


def rate(
    layout: Layout, clues: Sequence[int], ladder: Sequence[tuple[str, int]], marks: Sequence[Sequence[int]] = ()
) -> Result:
    """The rating of a board, narrowed to the marks of open cells that have some, on a ladder (rule, complexity)."""
    board = Board(layout)
    used: Counter[tuple[str, int]] = Counter()
    outcome = ""
    try:
        for cell, allowed in enumerate(layout.allowed):
            board.remove(cell, {digit for digit in board.digits if not allowed >> digit - 1 & 1})
        for cell, digit in enumerate(clues):
            if digit:
                board.place(cell, digit)
        for cell, noted in enumerate(marks):
            if noted and not board.placed[cell]:
                board.remove(cell, set(board.digits) - set(noted))
    except ContradictionError:
        outcome = "contradiction"
    while not outcome:
        if all(board.placed):
            outcome = "solved"
        elif (acting := first_that_acts(board, ladder)) is None:
            outcome = "stuck"
        else:
            used[acting] += 1
            outcome = "contradiction" if board.broken else ""
    return Result(
        outcome,
        max((complexity for _, complexity in used), default=0),
        used.total(),
        {rule: rounds for (rule, _), rounds in used.items()},
        tuple(board.placed),
        tuple(tuple(sorted(candidates)) for candidates in board.candidates),
    )


def first_that_acts(board: Board, ladder: Sequence[tuple[str, int]]) -> tuple[str, int] | None:
    """The first rule whose sweep does something, if only to come upon a contradiction."""
    board.acted = False
    for rule, complexity in ladder:
        try:
            sweep(board, rule)
        except ContradictionError:
            board.broken = True
        if board.acted:
            return rule, complexity
    return None
