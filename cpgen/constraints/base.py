"""The contract of constraints: what a board demands of a grid.

A constraint is a frozen dataclass. Its fields are cells (those named in `cell_fields`) and values: numbers, words, and
numbers that a drawing may leave open. Most kinds define `decompose`, `is_satisfied` and `shapes` only; text, JSON,
moves and checks follow from the fields.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, fields, replace
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, TypeAlias, get_args, get_type_hints

from cpgen.constraints.clue_text import Words, cells_text
from cpgen.constraints.primitives import Decomposition, Primitive
from cpgen.constraints.shapes import Shape
from cpgen.errors import InputError
from cpgen.messages import Message, shown
from cpgen.notation import cell_name

if TYPE_CHECKING:
    import numpy as np

OPEN: Literal["?"] = "?"
"""Placeholder for a value, such as the sum of a cage, that a drawing leaves open"""
Value: TypeAlias = int | Literal["?"]
Gesture: TypeAlias = Literal["cell", "cells", "line", "edge", "corner", "outside", "diagonal", "board"]
"""Gesture that draws a constraint: one cell, cells in any order, a path, two neighbours, the four cells around a
corner, a row or column as seen from outside, a diagonal as seen from outside, or nothing, for the whole board"""
Cells: TypeAlias = tuple[int, ...]
GROUPS = "groups"
"""The cell field that holds groups of cells"""


class Board(Protocol):
    """The part of a layout that constraints use."""

    @property
    def size(self) -> int:
        """Side n of the board."""

    @property
    def regions(self) -> tuple[int, ...]:
        """Region number of each cell, or () for a Latin square."""

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """All constraints of the board, its houses first."""

    @property
    def primitives_of(self) -> tuple[Decomposition, ...]:
        """Primitives of each constraint; with an open value, those that hold for any value."""


class Constraint(ABC):
    """Condition on the digits that every solution must satisfy."""

    kind: str
    """The word for the kind, in text and JSON"""
    cells: Cells
    """The cells concerned, in an order that matters for some kinds; () if the constraint is about the whole board"""
    cell_fields: ClassVar[tuple[str, ...]] = ("cells",)
    """The fields that hold cells, or groups of cells, in the order of their text"""
    least: ClassVar[int] = 1
    """Smallest number of cells in a cell field"""
    list_fields: ClassVar[tuple[str, ...]] = ()
    """The values that are lists of numbers or words"""
    needs_regions: ClassVar[bool] = False
    """True if it makes no sense on a board without regions"""
    may_repeat: ClassVar[bool] = False
    """True if a cell may be listed twice"""
    may_return: ClassVar[bool] = False
    """True if a line may come to a cell again later"""
    may_close: ClassVar[bool] = False
    """True if a line that ends in its first cell is a loop, which may be written from any of its cells"""
    drawn: ClassVar[Gesture] = "cells"
    """Gesture that draws it"""
    needs_words: ClassVar[bool] = False
    """True if a picture alone does not say what it asks for"""
    has_tool: ClassVar[bool] = True
    """True if it can be drawn by a gesture"""
    by_hand: ClassVar[tuple[str, ...]] = ()
    """The fields, in JSON, that a drawing tool offers; () for all"""
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The words to choose from for a value, by the name of its field"""
    order: ClassVar[Literal["fixed", "reversible", "any"]] = "fixed"
    """Orders of the cells with the same meaning: the given one alone, also the reverse one, or any"""

    def renames_digits(self, board: Board) -> bool:
        """Return True if every grid that satisfies the constraint still does so after any renaming of the digits."""
        return False

    @property
    def parts(self) -> tuple[Constraint, ...]:
        """Constraints for the marks that a person draws one by one; by default the constraint itself."""
        return (self,)

    def _of_each_cell(self) -> tuple[Constraint, ...]:
        """Return a copy of the constraint for each of its cells, about this cell alone."""
        return tuple(replace(self, cells=(cell,)) for cell in self.cells)  # type: ignore[type-var]

    @property
    def is_open(self) -> bool:
        """True if a value is left open, which makes the layout a drawing."""
        return any(getattr(self, name) == OPEN for name in self._names_of_values())

    @property
    def values(self) -> dict[str, Any]:
        """Fields that are not cells, by name."""
        return {name: getattr(self, name) for name in self._names_of_values()}

    @classmethod
    @cache
    def _names_of_values(cls) -> tuple[str, ...]:
        """Return the names of the fields that are not cells."""
        return tuple(one.name for one in fields(cls) if one.name not in cls.cell_fields)  # type: ignore[arg-type]

    @classmethod
    @cache
    def values_left_open(cls) -> tuple[str, ...]:
        """Return the names of the values that a drawing may leave open."""
        types = get_type_hints(cls)
        named = (one.name for one in fields(cls))  # type: ignore[arg-type]
        return tuple(name for name in named if any(OPEN in get_args(part) for part in get_args(types[name])))

    @abstractmethod
    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return primitives that together with the houses of the board are equivalent to the constraint.

        If a value is open, the primitives are those that hold for every value. `board` gives the size, the regions and
        the other constraints.
        """

    @abstractmethod
    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if a complete grid satisfies the constraint, by its definition on digits.

        An open value is satisfied by any grid from which it can be read.
        """

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes that show the constraint in a picture; none by default."""
        return ()

    def read_from(self, grid: Sequence[int], board: Board) -> Constraint | None:
        """Return the constraint with its open values (`?`) computed from a complete grid, or None if no values fit it.

        Kinds whose values may be left open override this.
        """
        return self

    def readings(self, grid: Sequence[int], board: Board) -> tuple[Constraint, ...]:
        """Return the constraint with each choice of its open values (`?`) that fits a grid, that of `read_from` first.

        Kinds with more than one choice, such as dots that may be white or black, override this.
        """
        found = self.read_from(grid, board)
        return () if found is None else (found,)

    def drawn_from(self, grid: Sequence[int], board: Board, rng: np.random.Generator) -> Constraint | None:
        """Return a random one of `readings`, all equally likely, or None if there is none."""
        found = self.readings(grid, board)
        if len(found) < 2:
            return next(iter(found), None)
        return found[int(rng.integers(len(found)))]

    @property
    def rule_parts(self) -> tuple[tuple[str, Mapping[str, Any]], ...]:
        """Sentences that state the rule, as pairs: key of a text below `constraints.KIND`, and values to fill in."""
        return (("rule", {}),)

    @property
    def parted(self) -> tuple[tuple[Constraint, ...], ...]:
        """Options of an `any-of` constraint, each a tuple of constraints; () for every other kind."""
        return ()

    title: str = ""
    """The title of the constraint itself, if its author gave it one"""

    def said(self, language: str) -> str:
        """Return the rule in the words of the puzzle's author in a language, or "" if there are none."""
        return ""

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless the constraint makes sense on the board.

        The base checks that the board has regions if they are needed, and that cells exist and are not repeated; kinds
        add their own checks, for example of a sum that cannot be reached, and call this first.
        """
        if self.needs_regions and not board.regions:
            raise InputError(Message("constraint-regions", kind=self.kind))
        for name in self.cell_fields:
            value = getattr(self, name)
            for group in value if value and isinstance(value[0], tuple) else [value]:
                self._require_cells(group, board.size)

    def _require_cells(self, cells: Cells, n: int) -> None:
        if self.cell_fields and len(cells) < self.least:
            raise InputError(Message("constraint-few-cells", kind=self.kind, cells=len(cells), least=self.least))
        for cell in cells:
            if not (isinstance(cell, int) and 0 <= cell < n * n):
                raise InputError(Message("constraint-off-board", kind=self.kind, cell=str(cell), last=n * n - 1))
        inner = cells[1:] if self.may_close and is_loop(cells) else cells
        near = {one for step in (1, 2) for one, other in zip(cells, cells[step:], strict=False) if one == other}
        repeated = near if self.may_return else set(_twice(inner))
        if repeated and not self.may_repeat:
            raise InputError(Message("constraint-repeats", kind=self.kind, cell=cell_name(min(repeated), n)))

    def _require_two_ends(self, board: Board) -> None:
        """Raise InputError if the line passes one of its ends again."""
        for end in (self.cells[0], self.cells[-1]):
            if self.cells.count(end) > 1:
                raise InputError(Message("constraint-repeats", kind=self.kind, cell=cell_name(end, board.size)))

    def ranges(self, board: Board) -> Mapping[str, tuple[int, int]]:
        """Return the smallest and the largest allowed number of each value with a range, by the name of its field.

        Kinds with numbers override this, and call `_require_numbers` in `require_fits`.
        """
        return {}

    def _require_numbers(self, board: Board) -> None:
        """Raise InputError unless each value in `ranges` is a number within its range, or open if that is allowed."""
        for name, (least, most) in self.ranges(board).items():
            value = getattr(self, name)
            is_number = isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
            if not (is_number or (value == OPEN and name in self.values_left_open())):
                found = value if isinstance(value, int) else shown(str(value))
                raise InputError(
                    Message("constraint-number", kind=self.kind, key=name, least=least, most=most, value=found)
                )

    def is_on_board(self, n: int) -> bool:
        """Return True if all cells are on a board of side n, and there are some unless the kind has none."""
        cells = self.all_cells()
        return (bool(cells) or not self.cell_fields) and all(isinstance(c, int) and 0 <= c < n * n for c in cells)

    def all_cells(self) -> list[int]:
        """Return the cells of all cell fields."""
        found: list[int] = []
        for name in self.cell_fields:
            for part in getattr(self, name):
                found += part if isinstance(part, tuple) else [part]
        return found

    def moved(self, cell_map: Sequence[int]) -> Constraint | None:
        """Return the constraint after a symmetry of the square moved cell c to `cell_map[c]`.

        None means that the constraint has no image, as when it depends on the direction of columns.
        """
        return replace(self, **{name: _mapped(getattr(self, name), cell_map) for name in self.cell_fields})  # type: ignore[type-var]

    def normal(self) -> Constraint:
        """Return the constraint with its cells in a standard order, so that constraints of equal meaning are equal."""
        return replace(self, **{name: self._in_order(getattr(self, name)) for name in self.cell_fields})  # type: ignore[type-var]

    def _in_order(self, cells: Any) -> Any:
        """Return cells, or groups of cells, in the order by which constraints of this kind are compared.

        It is ascending unless the order of the cells matters.
        """
        if self.order == "any":
            return tuple(sorted(self._in_order(part) if isinstance(part, tuple) else part for part in cells))
        if self.may_close and is_loop(cells):
            return loop_in_order(cells)
        return min(cells, cells[::-1]) if self.order == "reversible" else cells

    @classmethod
    def parse(cls, words: Words) -> Constraint:
        """Parse what follows the kind in a line of text: first the values, then the cells.

        A value is optional if its field has a default. Kinds with another order override this and `text`.
        """
        found: dict[str, Any] = {}
        for one in fields(cls):  # type: ignore[arg-type]
            if one.name not in cls.cell_fields:
                value = words.value()
                if value is not None:
                    found[one.name] = value
        for name in cls.cell_fields:
            found[name] = words.cells()
        return cls._made(found)

    def text(self, size: int) -> str:
        """Return the line of text that `parse` reads, on a board of side `size`."""
        values = "".join(f" {value}" for value in self.values.values() if value is not None)
        cells = " ".join(cells_text(getattr(self, name), size) for name in self.cell_fields)
        return f"{self.kind}{values}{': ' if cells else ''}{cells}"

    def as_json(self, size: int) -> dict[str, Any]:
        """Return the constraint as an object for JSON, with names of cells; `constraint_from_json` reads it."""
        cells = {name: _named(getattr(self, name), size) for name in self.cell_fields}
        values = {key: list(value) if isinstance(value, tuple) else value for key, value in self.values.items()}
        return {"kind": self.kind, **{key: value for key, value in values.items() if value is not None}, **cells}

    @classmethod
    def from_json(cls, data: Mapping[str, Any], size: int) -> Constraint:
        """Return the constraint of a JSON object; raise InputError for a missing, unknown or wrong field."""
        known = [one.name for one in fields(cls)]  # type: ignore[arg-type]
        for key in data:
            if key not in ("kind", *known):
                raise InputError(Message("constraint-key", kind=cls.kind, key=shown(key), known=tuple(known)))
        return cls._made({key: cls._json_value(key, data[key], size) for key in known if data.get(key) is not None})

    @classmethod
    def _made(cls, found: Mapping[str, Any]) -> Constraint:
        """Return the constraint with these fields, by name; raise InputError if one is missing."""
        for one in fields(cls):  # type: ignore[arg-type]
            if one.default is MISSING and one.name not in found:
                raise InputError(Message("constraint-missing", kind=cls.kind, key=one.name))
        return cls(**found)

    @classmethod
    def _json_value(cls, key: str, value: Any, size: int) -> Any:
        if key in cls.cell_fields:
            return _unnamed(value, key, cls.kind, size)
        is_list = key in cls.list_fields and isinstance(value, list)
        is_right = value == OPEN or is_list == (key in cls.list_fields)
        for part in value if is_list else [value]:
            is_right = is_right and isinstance(part, int | str) and not isinstance(part, bool)
        if not is_right:
            raise InputError(Message("constraint-value", kind=cls.kind, key=key, value=shown(repr(value))))
        return tuple(value) if is_list else value


class OpenMark(Constraint):
    """Place for a mark that a drawing leaves open; it restricts no digit until the mark is read off a grid."""

    @property
    def is_open(self) -> bool:
        """Always True: the mark has to be read off a grid."""
        return True

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return no primitives: an open mark restricts no digit."""
        return ()

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True, since the mark can be read off any grid."""
        return True


def is_loop(cells: Sequence[int]) -> bool:
    """Return True if a line, a list of cells, ends in its first cell."""
    return len(cells) > 3 and cells[0] == cells[-1]


def loop_in_order(cells: Cells) -> Cells:
    """Return the cells of a loop in their normal order: of all starts and both directions, the smallest as a tuple."""
    ring = cells[:-1]
    turned = [ring[place:] + ring[: place + 1] for place in range(len(ring))]
    return min(way for line in turned for way in (line, line[::-1]))


def _twice(cells: Sequence[int]) -> list[int]:
    """Return the cells that occur more than once in a list."""
    return [cell for cell, count in Counter(cells).items() if count > 1]


def _mapped(cells: Any, cell_map: Sequence[int]) -> Any:
    """Return cells, or groups of cells, with each cell c replaced by `cell_map[c]`."""
    return tuple(_mapped(part, cell_map) if isinstance(part, tuple) else int(cell_map[part]) for part in cells)


def _named(cells: Any, size: int) -> list[Any]:
    return [_named(part, size) if isinstance(part, tuple) else cell_name(part, size) for part in cells]


def _unnamed(value: Any, key: str, kind: str, size: int) -> tuple[Any, ...]:
    """Convert a name of a cell, or (nested) lists of names, to cells; raise InputError if there is another value.

    `key` and `kind` name the field and the constraint in the message.
    """
    if key == GROUPS and isinstance(value, list) and value and all(isinstance(part, list) for part in value):
        return tuple(_unnamed(part, "cells", kind, size) for part in value)
    names = value if isinstance(value, list) else [value]
    if not all(isinstance(name, str) for name in names):
        raise InputError(Message("constraint-value", kind=kind, key=key, value=shown(repr(value))))
    return Words(" ".join(names), size).all_cells()
