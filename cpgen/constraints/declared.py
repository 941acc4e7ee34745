"""Kinds that are data: the class of each is made from a table of `models/constraints.toml`, which explains its keys.

`declared("whisper")(cells=(0, 1, 2), difference=5)` is a constraint like those of a class in a module: its rule in the
small language gives its meaning and its primitives, and its `look` the shapes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, fields, make_dataclass, replace
from functools import cache, cached_property
from typing import Any, ClassVar

from cpgen.constraints.base import Board, Cells, Constraint, Value
from cpgen.constraints.compiled_laws import conditions
from cpgen.constraints.expressions import parse
from cpgen.constraints.geometry import adjacent_pairs
from cpgen.constraints.laws import NEIGHBOURS, Law, law_of
from cpgen.constraints.primitives import AllDifferent, Primitive
from cpgen.constraints.ruled import lists_of
from cpgen.constraints.shapes import INKS, Disc, Label, Shape, Square, Stroke, centre, edge, path
from cpgen.errors import InputError
from cpgen.messages import Message
from cpgen.paths import models_folder

COLOURS = {name: colour for colour, name in INKS.items()}


class Declared(Constraint):
    """Base of the constraints whose kind is defined by a table in `models/constraints.toml` instead of a class.

    Each table becomes a subclass; its class attributes are the keys of the table.
    """

    rule: ClassVar[str]
    with_any: ClassVar[str] = ""
    form: ClassVar[str] = NEIGHBOURS
    scope: ClassVar[str] = ""
    numbers: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    distinct: ClassVar[bool] = False
    longest: ClassVar[str] = ""
    in_thirds: ClassVar[bool] = False
    each_cell: ClassVar[bool] = False
    look: ClassVar[Sequence[Mapping[str, Any]]] = ()

    def __reduce__(self) -> Any:
        return _remade, (self.kind, tuple(getattr(self, one.name) for one in fields(self)))  # type: ignore[arg-type]

    @cached_property
    def law(self) -> Law:
        """Law of the kind with the numbers of this constraint filled in; an open number may have any value."""
        return law_of(self.with_any, self.form) if self.is_open else law_of(self.rule, self.form, *self.values.items())

    @property
    def parts(self) -> tuple[Constraint, ...]:
        """A mark for each cell if the kind has them, otherwise the constraint itself."""
        return self._of_each_cell() if self.each_cell else (self,)

    def renames_digits(self, board: Board) -> bool:
        """Return True if the rule, compiled for the board, still holds after any renaming of the digits."""
        laws = (conditions(self.law, board.size, (len(cells),)) for cells in self._lists(board))
        return not self.is_open and all(one.renames_digits for one in laws)

    def ranges(self, board: Board) -> Mapping[str, tuple[int, int]]:
        """Return the smallest and the largest allowed number of each value, by the name of its field."""
        n = board.size
        return {name: (_bound(one["least"], n), _bound(one["most"], n)) for name, one in self.numbers.items()}

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless the cells, the numbers and the side of the board are as the kind demands."""
        super().require_fits(board)
        if self.drawn == "edge":
            require_neighbours(self, board)
        self._require_numbers(board)
        if self.in_thirds and board.size % 3:
            raise InputError(Message("constraint-thirds", kind=self.kind, side=board.size))
        count, most = len(set(self.cells)), _bound(self.longest, board.size) if self.longest else len(self.cells)
        if count > most:
            is_full = most == board.size
            raise InputError(
                Message(
                    "constraint-long-set" if is_full else "constraint-long-line", kind=self.kind, cells=count, most=most
                )
            )

    def _lists(self, board: Board) -> Sequence[Cells]:
        """Return the lists of cells for each of which the rule holds."""
        if self.scope:
            return lists_of(self.scope, board.size, board.regions)
        return [tuple(dict.fromkeys(self.cells)) if self.distinct else self.cells]

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return the primitives of the compiled rule."""
        for cells in self._lists(board):
            if self.distinct:
                yield AllDifferent(cells)
            yield from conditions(self.law, board.size, (len(cells),)).on(cells)

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if the expression of the kind is true for the digits of the grid."""
        lists = [[grid[cell] for cell in cells] for cells in self._lists(board)]
        differ = not self.distinct or all(len(set(digits)) == len(digits) for digits in lists)
        return differ and self.law.holds(lists, board.size)

    def read_from(self, grid: Sequence[int], board: Board) -> Constraint | None:
        """Return the constraint, with its number read off a grid if that is open; None if no number fits."""
        if not self.is_open:
            return self
        if not self.is_satisfied(grid, board):
            return None
        ((name, (least, most)),) = self.ranges(board).items()
        closed = (replace(self, **{name: number}) for number in range(least, most + 1))  # type: ignore[type-var]
        return next((one for one in closed if one.is_satisfied(grid, board)), None)

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes to draw, according to the kind's `look`: a line, a mark in each cell, or the like."""
        for one in self.look:
            yield from self._shapes(one, board.size)

    def _shapes(self, look: Mapping[str, Any], n: int) -> Iterator[Shape]:
        """Yield the shapes of a `look`: a line through all cells, a mark in each, or the mark of an edge."""
        (sort, size), *others = look.items()
        options = {key: COLOURS.get(value, value) for key, value in others if key != "texts"}
        if sort == "line":
            yield Stroke(path(self.cells, n), width=size, **options)
            return
        for at in [edge(self.cells, n)] if self.drawn == "edge" else [centre(cell, n) for cell in self.cells]:
            if sort != "label":
                yield MARKS[sort](at, size, **options)
                continue
            (number,) = map(str, self.values.values())
            if text := look["texts"].get(number, number):
                yield Label(at, text, size=size, **options)


MARKS: Mapping[str, type[Disc | Square]] = {"disc": Disc, "square": Square}


@cache
def declared_kinds() -> Mapping[str, Mapping[str, Any]]:
    """Return the tables of the kinds that `models/constraints.toml` defines, by name of the kind."""
    return tomllib.loads((models_folder() / "constraints.toml").read_text(encoding="utf-8"))


@cache
def declared(kind: str) -> type[Any]:
    """Return the class of a kind that `models/constraints.toml` defines."""
    table = {key.replace("-", "_"): value for key, value in declared_kinds()[kind].items()}
    numbers = [
        (name, Value if one.get("open") else int, *([field(default=one["default"])] if "default" in one else []))
        for name, one in table.get("numbers", {}).items()
    ]
    cells: list[Any] = [("cells", Cells)]
    if "scope" in table:
        table |= {"cell_fields": (), "cells": ()}
        cells = []
    words = {"kind": kind, "__doc__": table["rule"], "__module__": __name__}
    name = "".join(part.capitalize() for part in kind.split("-"))
    return make_dataclass(name, [*cells, *numbers], bases=(Declared,), frozen=True, namespace={**table, **words})


def _remade(kind: str, values: Sequence[Any]) -> Declared:
    found: Declared = declared(kind)(*values)
    return found


@cache
def _bound(value: int | str, n: int) -> int:
    """Return a bound of a number, given as a number or as an expression of the side n."""
    return int(parse(str(value), {"n": "number"}, "number").value({"n": n}))


def require_neighbours(constraint: Constraint, board: Board) -> None:
    """Raise InputError unless a constraint is about two orthogonal neighbours."""
    if tuple(sorted(constraint.cells)) not in adjacent_pairs(board.size):
        raise InputError(Message("constraint-neighbours", kind=constraint.kind))
