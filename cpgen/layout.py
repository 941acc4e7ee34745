"""Layouts: the shape of a board, its constraints, and which cells see each other (must have different digits).

A layout is n×n cells, numbered row by row from 0, and constraints. The first constraints are its houses: sets of n
cells that contain each digit once. Houses have a fixed order on which all other code relies: rows from the top, columns
from the left, regions by number, then extra houses. A *box of 2×3* is 2 rows high and 3 columns wide.
"""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations
from math import isqrt

from cpgen.constraints import is_constraint_line, parse_constraint, read_constraints, require_few
from cpgen.constraints.base import Board, Constraint
from cpgen.constraints.clue_text import cells_text
from cpgen.constraints.geometry import cell_mask, cells_of_mask, diagonals
from cpgen.constraints.house import COLUMN, EXTRA, REGION, ROW, House
from cpgen.constraints.primitives import AllDifferent, Decomposition, Domain, EachDigitOnce, Primitive, with_own_domain
from cpgen.errors import InputError, RepeatWarning
from cpgen.messages import Message, shown
from cpgen.notation import (
    REGION_LETTERS,
    cell_name,
    drawn_square,
    halfwidth_unquoted,
    is_one_word,
    place_name,
    rows_of,
    split_unquoted,
    whole_number,
    without_comments,
)
from cpgen.regions import MAX_SIZE, members_of, relabel, relabelled, require_extras, require_regions, require_side

JIGSAW, PENTOMINO = "jigsaw", "pentomino"
"""Names of boards with drawn regions: jigsaws of any side but 5, and pentomino boards of side 5"""
NAMED_CELL = re.compile(r"[ :]r\d+c\d", re.IGNORECASE)
"""A cell in a line of text, which is no drawing: its first word may be misspelt, or a kind that is not in use"""


@dataclass(frozen=True)
class Layout:
    """A board without clues.

    Attributes:
        size: The side n of the board.
        regions: The region number of each cell, or () for a Latin square. Regions are renumbered by their first
            cell, so that equal boards compare equal.
        extras: The cells of each extra house, sorted.
        further: The constraints that are not houses: cages, thermometers, dots …

    Raises:
        InputError: A region has the wrong size or is not connected, an extra house is not n different cells, or a
            constraint does not fit the board.
    """

    size: int
    regions: tuple[int, ...] = ()
    extras: tuple[tuple[int, ...], ...] = ()
    further: tuple[Constraint, ...] = ()

    def __post_init__(self) -> None:
        require_side(self.size)
        if self.regions:
            require_regions(self.size, self.regions)
        object.__setattr__(self, "regions", relabelled(tuple(self.regions)))
        object.__setattr__(self, "extras", tuple(tuple(sorted(cells)) for cells in self.extras))
        require_extras(self.size, self.extras)
        object.__setattr__(self, "further", tuple(self.further))
        self._require_constraints()

    @cached_property
    def _hash(self) -> int:
        return hash((self.size, self.regions, self.extras, self.further))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type[Layout], tuple[object, ...]]:
        """Pickle the fields without the cached hash, because hashes of texts differ between processes."""
        return type(self), (self.size, self.regions, self.extras, self.further)

    def _require_constraints(self) -> None:
        """Raise InputError for a constraint that does not fit the board; drop repeated ones with a warning."""
        require_few(len(self.further))
        constraints: dict[Constraint, None] = {}
        for constraint in self.further:
            self.require_fits(constraint)
            if constraint in constraints:
                line = shown(constraint.text(self.size))
                warnings.warn(RepeatWarning(str(Message("constraint-twice", line=line))), stacklevel=2)
            constraints[constraint] = None
        object.__setattr__(self, "further", tuple(constraints))

    def require_fits(self, constraint: Constraint) -> None:
        """Raise InputError, with the line of the constraint, unless it makes sense on this board."""
        try:
            if not _fits_alone(constraint, self.base):
                constraint.require_fits(self)
        except InputError as error:
            line = shown(constraint.text(self.size)) if constraint.is_on_board(self.size) else constraint.kind
            raise InputError(Message("constraint-in", line=line, problem=error.message)) from None

    @classmethod
    def boxes(cls, height: int, width: int) -> Layout:
        """Return the layout whose regions are boxes of `height` rows and `width` columns; its side is their product.

        Raises InputError for boxes that are too small or too large.
        """
        if height < 2 or width < 2:
            raise InputError(Message("box-small", height=height, width=width))
        n = height * width
        if n > MAX_SIZE:
            raise InputError(Message("box-large", height=height, width=width, side=n, most=MAX_SIZE))
        return cls(n, tuple((r // height) * height + c // width for r in range(n) for c in range(n)))

    @classmethod
    def latin(cls, size: int) -> Layout:
        """Return the layout of side `size` that has only rows and columns as houses."""
        return cls(size)

    @classmethod
    def default(cls, size: int) -> Layout:
        """Return the layout with the default boxes of a side: the squarest, wider than high (side 6 has 2×3).

        Raises:
            InputError: The side is prime and has no boxes, so its regions must be given.
        """
        for height in range(isqrt(size), 1, -1):
            if size % height == 0:
                return cls.boxes(height, size // height)
        raise InputError(Message("no-boxes", side=size))

    @classmethod
    def from_regions(cls, text: str) -> Layout:
        """Parse drawn regions: one symbol per cell, rows separated by line ends, `/` or blanks.

        Lines that begin with `#` are comments.

        >>> Layout.from_regions("AABB/AABB/CCDD/CCDD") == Layout.boxes(2, 2)
        True
        """
        rows = drawn_square(text, "the regions")
        return cls(len(rows), relabel("".join(rows)))

    @classmethod
    def parse(cls, spec: str) -> Layout:
        """Parse a layout: `3x3`, `latin-5` or drawn regions, then additions, each after a `+`.

        An addition is `diagonals`, drawn extra houses, or a constraint such as `cage 15: r1c1 r1c2`. In drawn extra
        houses each symbol is a house and a dot marks a cell in none of them. A constraint may have a line of its own
        instead of a `+`. Lines that begin with `#` are comments. `Layout.spec` is the inverse.
        """
        parts = split_unquoted(halfwidth_unquoted("\n".join(without_comments(spec))), "+")
        base, *additions = [piece for part in parts for piece in _without_constraints(part.strip())]
        layout = cls._parse_base(base.strip())
        further: list[Constraint] = []
        for addition in additions:
            is_line = is_constraint_line(addition) or NAMED_CELL.search(addition)
            if addition.strip().lower() != "diagonals" and is_line:
                further += parse_constraint(addition, layout.size, layout.regions)
            else:
                layout = _with_addition(layout, addition.strip())
        return layout.with_constraints(*further)

    @classmethod
    def _parse_base(cls, base: str) -> Layout:
        word = "".join(base.lower().split()).replace("×", "x")
        if word.startswith("latin-"):
            return cls.latin(whole_number(word.removeprefix("latin-"), "the side of a Latin square"))
        height, times, width = word.partition("x")
        if times and (height + width).isdigit():
            return cls.boxes(whole_number(height, "a box's height"), whole_number(width, "a box's width"))
        if is_one_word(base):
            raise InputError(Message("no-layout", text=shown(base)))
        return cls.from_regions(base)

    def with_diagonals(self) -> Layout:
        """Return this layout with the two main diagonals as extra houses."""
        return replace(self, extras=self.extras + diagonals(self.size))

    def with_constraints(self, *constraints: Constraint | str) -> Layout:
        """Return this layout with further constraints, given as objects or as lines of text.

        Houses among them become extra houses, after those of the layout; houses that it has already are left out.

        >>> Layout.boxes(2, 2).with_constraints("cage 5: r1c1 r1c2", "thermo r4c1 r3c1").spec
        '2x2+cage 5: r1c1 r1c2+thermo: r4c1 r3c1'
        """
        if not constraints:
            return self
        parsed: list[Constraint] = []
        for constraint in constraints:
            parsed += (
                read_constraints(constraint, self.size, self.regions) if isinstance(constraint, str) else [constraint]
            )
        extras = [constraint.cells for constraint in parsed if isinstance(constraint, House)]
        extras = [cells for cells in dict.fromkeys(extras) if cells not in self.extras]
        further = [constraint for constraint in parsed if not isinstance(constraint, House)]
        return replace(self, extras=(*self.extras, *extras), further=(*self.further, *further))

    def joined_with(self, lines: str) -> Layout:
        """Return this layout with the constraints in lines of text added, except those that it has already."""
        parsed = read_constraints(lines, self.size, self.regions)
        return self.with_constraints(*(one for one in parsed if one not in self.further))

    @property
    def constraint_lines(self) -> list[str]:
        """Extra houses and further constraints, as lines of text."""
        falling, rising = diagonals(self.size)
        names = {(): "diagonals", falling: "diagonals down", rising: "diagonals up"}
        extras = [names.get(cells) or f"extra: {cells_text(cells, self.size)}" for cells in self._named_extras()]
        return [*extras, *(constraint.text(self.size) for constraint in self.further)]

    def _named_extras(self) -> Iterator[tuple[int, ...]]:
        """Yield the cells of the extra houses in their order; () stands for both diagonals, one after the other."""
        rest = self.extras
        while rest:
            are_diagonals = rest[:2] == diagonals(self.size)
            yield () if are_diagonals else rest[0]
            rest = rest[2 if are_diagonals else 1 :]

    @cached_property
    def base(self) -> Layout:
        """This layout with its houses only, without the constraints of `further`."""
        return _houses_alone(self.size, self.regions, self.extras) if self.further else self

    @cached_property
    def spec(self) -> str:
        """This layout as one line of text, which `Layout.parse` reads."""
        constraints = [constraint.text(self.size) for constraint in self.further]
        return "+".join([self._base_spec(), *self._extra_specs(), *constraints])

    @cached_property
    def kind(self) -> str:
        """Name shared by similar layouts: the text of the layout, with drawn regions replaced by `jigsaw 9`.

        Drawn regions of side 5 are `pentomino 5`. Extra houses stay, as in `jigsaw 9+diagonals`; of constraints only
        the kinds stay, as in `3x3+cage+thermo`.

        >>> Layout.from_regions("AABBC/AABBC/DABCC/DDEEC/DDEEE").kind
        'pentomino 5'
        """
        base = self._base_spec()
        kinds = sorted({constraint.kind for constraint in self.further})
        return "+".join([jigsaw_kind(self.size) if "/" in base else base, *self._extra_specs(), *kinds])

    @property
    def title(self) -> Message:
        """Short description of the layout, as in `3x3+diagonals with 30 cages and 2 thermometers`.

        >>> str(Layout.boxes(2, 2).with_constraints("cage 5: r1c1 r1c2", "cage 5: r2c1 r2c2").title)
        '2x2 with 2 cages'
        """
        base = self._base_spec()
        name = jigsaw_kind(self.size) if "/" in base else base
        specs = self._extra_specs()
        drawn = sum("/" in spec for spec in specs)
        base = "+".join([name, *(spec for spec in specs if "/" not in spec)])
        counts = Counter(one.kind for one in self.further)
        parts = [Message("counted-extra", count=drawn)] if drawn else []
        parts += [Message(f"counted-{kind}", count=count) for kind, count in counts.items()]
        return Message("layout-with", base=base, parts=tuple(parts)) if parts else Message("layout-plain", base=base)

    @cached_property
    def box(self) -> tuple[int, int] | None:
        """Height and width of the boxes, or None if the regions are not boxes."""
        n = self.size
        for height in range(2, n // 2 + 1):
            if n % height == 0 and Layout.boxes(height, n // height).regions == self.regions:
                return height, n // height
        return None

    def _base_spec(self) -> str:
        if not self.regions:
            return f"latin-{self.size}"
        if self.box:
            return f"{self.box[0]}x{self.box[1]}"
        return "/".join(self.draw(REGION_LETTERS[region] for region in self.regions))

    def _extra_specs(self) -> list[str]:
        every = range(self.cell_count)
        return [
            "/".join(self.draw("A" if cell in cells else "." for cell in every)) if cells else "diagonals"
            for cells in self._named_extras()
        ]

    @property
    def cell_count(self) -> int:
        """Number of cells, n²."""
        return self.size * self.size

    @cached_property
    def houses(self) -> tuple[House, ...]:
        """All houses: rows, columns, regions, extra houses."""
        if self.further:
            return self.base.houses
        n = self.size
        rows = [House(ROW, r + 1, tuple(range(r * n, r * n + n))) for r in range(n)]
        columns = [House(COLUMN, c + 1, tuple(range(c, n * n, n))) for c in range(n)]
        regions = [House(REGION, k + 1, tuple(cells)) for k, cells in enumerate(members_of(self.regions))]
        extras = [House(EXTRA, k + 1, cells) for k, cells in enumerate(self.extras)]
        return (*rows, *columns, *regions, *extras)

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """All constraints: the houses, then the further ones."""
        return (*self.houses, *self.further)

    @cached_property
    def primitives_of(self) -> tuple[Decomposition, ...]:
        """For each constraint, the primitives that it decomposes into.

        For a constraint with an open value (`?`, see `is_drawing`), these are the primitives that hold with any value.
        """
        if not self.further:
            return tuple(_decomposed(house, self) for house in self.houses)
        alone = (_primitives_alone(constraint, self.base) for constraint in self.further)
        cached = zip(self.further, alone, strict=True)
        # A constraint that depends on the others has no cached primitives.
        further = (_decomposed(constraint, self) if its is None else its for constraint, its in cached)
        return self.base.primitives_of + tuple(further)

    @cached_property
    def primitives(self) -> tuple[Primitive, ...]:
        """Primitives of all constraints, those of houses first.

        Raises:
            InputError: A constraint has an open value.
        """
        if drawn := next((one for one in self.further if one.is_open), None):
            raise InputError(Message("constraint-open", line=shown(drawn.text(self.size))))
        return tuple(primitive for found in self.primitives_of for primitive in found)

    @property
    def is_drawing(self) -> bool:
        """True if a constraint has an open value, which is still to be chosen, as in `cage ?`."""
        return any(one.is_open for one in self.further)

    def with_any_values(self) -> Layout:
        """Return a layout whose valid grids satisfy the constraints with some choice of the open values (`?`).

        It is this layout if no value is open.
        """
        return _AnyValues(self.size, self.regions, self.extras, self.further) if self.is_drawing else self

    def ignoring_open_values(self) -> Layout:
        """Return a layout without the demands of each constraint that has an open value (`?`), such as `cage ?`.

        It is this layout if no value is open.
        """
        return _OpenIgnored(self.size, self.regions, self.extras, self.further) if self.is_drawing else self

    def read_from(self, grid: Sequence[int]) -> Layout:
        """Return the layout with all open values (`?`) filled in from a grid, such as the sum of a cage.

        A constraint that the grid cannot have, with any value, is left out.
        """
        filled = (constraint.read_from(grid, self) for constraint in self.further)
        return Layout(self.size, self.regions, self.extras, tuple(constraint for constraint in filled if constraint))

    @cached_property
    def kinds_of_primitives(self) -> frozenset[type]:
        """Classes of the primitives of all constraints."""
        return frozenset(map(type, self.primitives))

    @property
    def digits_interchangeable(self) -> bool:
        """True if every valid grid of this layout stays valid when its digits are renamed."""
        return all(constraint.renames_digits(self) for constraint in self.further)

    @cached_property
    def houses_of(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the indices of its houses, ascending."""
        if self.further:
            return self.base.houses_of
        indices: list[list[int]] = [[] for _ in range(self.cell_count)]
        for index, house in enumerate(self.houses):
            for cell in house.cells:
                indices[cell].append(index)
        return tuple(map(tuple, indices))

    @cached_property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the cells that it sees, ascending: those that must differ from it by a constraint."""
        if not self.further:
            seen = [{other for house in lying for other in self.houses[house].cells} for lying in self.houses_of]
            return tuple(tuple(sorted(cells - {cell})) for cell, cells in enumerate(seen))
        # Most cells see only cells of their houses, and share the tuple of their peers with the base layout.
        known = zip(self.peer_masks, self.base.peer_masks, self.base.peers, strict=True)
        return tuple(near if mask == its_mask else cells_of_mask(mask) for mask, its_mask, near in known)

    @cached_property
    def different(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the indices of the primitives that demand different digits in it and other cells."""
        numbers: list[list[int]] = [[] for _ in range(self.cell_count)]
        for number, primitive in enumerate(self.primitives):
            if isinstance(primitive, AllDifferent | EachDigitOnce):
                for cell in primitive.cells:
                    numbers[cell].append(number)
        return tuple(map(tuple, numbers))

    @cached_property
    def allowed(self) -> tuple[int, ...]:
        """For each cell, the digits that constraints on single cells allow, as a mask: bit d − 1 for digit d."""
        masks = [(1 << self.size) - 1] * self.cell_count
        for primitive in self.primitives:
            if isinstance(primitive, Domain):
                masks[primitive.cell] &= primitive.digits
        return tuple(masks)

    @cached_property
    def peer_masks(self) -> tuple[int, ...]:
        """For each cell, its peers as a mask: bit c for cell c."""
        if not self.further:
            return tuple(cell_mask(peers) for peers in self.peers)
        masks = list(self.base.peer_masks)
        for primitive in self.primitives:
            if isinstance(primitive, AllDifferent):
                together = cell_mask(primitive.cells)
                for cell in primitive.cells:
                    masks[cell] |= together & ~(1 << cell)
        return tuple(masks)

    def is_forced_single(self, clues: Sequence[int], cell: int, digit: int) -> bool:
        """Return True if the clues force `digit` into the open `cell` by a naked or a hidden single.

        The digit must be possible in the cell: either its peers show all other digits, or in one of its houses every
        other cell has a clue or sees the digit.

        >>> Layout.boxes(2, 2).is_forced_single([0, 1, 0, 0] + [0, 0, 2, 3] + [0] * 8, 0, 4)
        False
        >>> Layout.boxes(2, 2).is_forced_single([0, 0, 0, 0] + [0, 0, 2, 0] + [0, 2, 0, 0] + [0] * 4, 0, 2)
        True
        """
        if len({clues[peer] for peer in self.peers[cell]} - {0}) == self.size - 1:
            return True
        excluded = 1 << cell  # bit mask of the cells that cannot hold the digit, including the cell itself
        for peers, clue in zip(self.peer_masks, clues, strict=True):
            if clue == digit:
                excluded |= peers
        houses = (self.houses[house].cells for house in self.houses_of[cell])
        return any(all(clues[other] or excluded >> other & 1 for other in cells) for cells in houses)

    @cached_property
    def twin_lines(self) -> tuple[tuple[House, House], ...]:
        """Pairs of rows, or of columns, that can be swapped in any grid; none if there are further constraints.

        Cell by cell, the two lines of a pair lie in the same other houses.
        """
        if self.further:
            return ()
        lines = [(index, house) for index, house in enumerate(self.houses) if house.kind in (ROW, COLUMN)]
        others = {house: [set(self.houses_of[cell]) - {index} for cell in house.cells] for index, house in lines}
        pairs = combinations(others, 2)
        return tuple((one, two) for one, two in pairs if one.kind == two.kind and others[one] == others[two])

    def cell_name(self, cell: int) -> str:
        """Return the short name of a cell, as in `r5c2`."""
        return cell_name(cell, self.size)

    def where(self, cell: int) -> Message:
        """Return the position of a cell in words, as in `row 5, column 2`."""
        return place_name(cell, self.size)

    def draw(self, symbols: Iterable[str]) -> list[str]:
        """Split n² symbols into n rows of text."""
        return rows_of(symbols, self.size)

    def __str__(self) -> str:
        return self.spec

    def __repr__(self) -> str:
        return f"Layout.parse({self.spec!r})"


@lru_cache(maxsize=64)
def _houses_alone(size: int, regions: tuple[int, ...], extras: tuple[tuple[int, ...], ...]) -> Layout:
    """Return a layout without further constraints, cached so that all layouts with these houses share it."""
    return Layout(size, regions, extras)


class _OthersNeededError(Exception):
    """Raised when a constraint asks for the other constraints of its board."""


@dataclass(frozen=True)
class _Alone:
    """Stand-in for a layout that has a size and regions, but raises an error when its constraints are asked for."""

    size: int
    regions: tuple[int, ...]

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """Raise _OthersNeededError: a result that depends on other constraints cannot be cached for one of them."""
        raise _OthersNeededError

    @property
    def primitives_of(self) -> tuple[Decomposition, ...]:
        """Raise _OthersNeededError: a result that depends on other constraints cannot be cached for one of them."""
        raise _OthersNeededError


@lru_cache(maxsize=1024)
def _fits_alone(constraint: Constraint, board: Layout) -> bool:
    """Return True if a constraint fits a board, False if that depends on others; raise InputError if it does not fit.

    A search for puzzles makes thousands of layouts that differ in one or two constraints, so the answer for each
    constraint alone is cached.
    """
    try:
        constraint.require_fits(_Alone(board.size, board.regions))
    except _OthersNeededError:
        return False
    return True


@lru_cache(maxsize=1024)
def _primitives_alone(constraint: Constraint, board: Layout) -> Decomposition | None:
    """Return the primitives of a constraint on a board, or None if they depend on the board's other constraints."""
    try:
        return _decomposed(constraint, _Alone(board.size, board.regions))
    except _OthersNeededError:
        return None


def _decomposed(constraint: Constraint, board: Board) -> Decomposition:
    return Decomposition(map(with_own_domain, constraint.decompose(board)))


class _AnyValues(Layout):
    """Layout with open values (`?`) whose grids may have any values there."""

    @cached_property
    def primitives(self) -> tuple[Primitive, ...]:
        """The primitives that hold whatever the open values are, those of houses first."""
        return tuple(primitive for found in self.primitives_of for primitive in found)


class _OpenIgnored(_AnyValues):
    """Layout that ignores its constraints with open values (`?`)."""

    @cached_property
    def primitives_of(self) -> tuple[Decomposition, ...]:
        """For each constraint, its primitives; () if a value of it is open."""
        found = zip(self.constraints, super().primitives_of, strict=True)
        return tuple(Decomposition() if one.is_open else primitives for one, primitives in found)


def _without_constraints(part: str) -> Iterator[str]:
    """Split a part of a layout's text: yield it without its constraint lines, then each constraint line."""
    first, *lines = part.splitlines() or [""]
    yield "\n".join([first, *(line for line in lines if not is_constraint_line(line))])
    yield from filter(is_constraint_line, lines)


def _with_addition(layout: Layout, addition: str) -> Layout:
    if addition.lower() == "diagonals":
        return layout.with_diagonals()
    if is_one_word(addition):
        raise InputError(Message("no-addition", text=shown(addition)))
    rows = drawn_square(addition, "the extra houses")
    if len(rows) != layout.size:
        raise InputError(Message("extra-rows", rows=len(rows), side=layout.size))
    houses: dict[str, list[int]] = {}
    for cell, mark in enumerate("".join(rows)):
        if mark != ".":
            houses.setdefault(mark, []).append(cell)
    return Layout(layout.size, layout.regions, layout.extras + tuple(map(tuple, houses.values())))


def jigsaw_kind(size: int) -> str:
    """Return the name that all boards with drawn regions of a side share: `jigsaw 9`, or `pentomino 5` for side 5."""
    return f"{PENTOMINO if size == 5 else JIGSAW} {size}"
