"""Memory sized by a layout: structures whose fields declare their shapes, allocated by one function.

    class WingScratch(Struct):
        pairs: np.ndarray = masks(W)  # set of the open cells with two candidates
        pincers: np.ndarray = numbers(N)  # cells that may be pincers of a pivot

    allocate(WingScratch, layout)

A length is a number or depends on the layout: N cells, n digits, H houses, W masks for a set of cells, or a sum or a
product such as N * n + 1. Arrays begin with zeros.

A search for puzzles rates thousands of layouts one after another, so a structure can take over the arrays of one that
is no longer used (`like`), if they have the same shapes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

import numpy as np

from cpgen.kernel import records
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout

S = TypeVar("S", bound=Struct)


@dataclass(frozen=True)
class Length:
    """Length of an array dimension that is computed from the layout, or from the values that `allocate` is given."""

    of: Callable[[Layout, dict[str, Any]], int]

    def __add__(self, other: int) -> Length:
        return Length(lambda layout, given: self.of(layout, given) + other)

    def __mul__(self, other: int | Length) -> Length:
        return Length(lambda layout, given: self.of(layout, given) * _number(other, layout, given))

    __rmul__ = __mul__


N = Length(lambda layout, given: layout.cell_count)
n = Length(lambda layout, given: layout.size)
H = Length(lambda layout, given: len(layout.houses))
W = Length(lambda layout, given: (layout.cell_count + 63) // 64)


@dataclass(frozen=True)
class DeclaredMemory:
    """Declaration of a field of a structure that `allocate` fills.

    `make` returns the field's value from the layout, the values given to `allocate`, and an old value to reuse or None.
    """

    make: Callable[[Layout, dict[str, Any], Any], Any]


def masks(*shape: int | Length) -> Any:
    """Declare a field that is an array of 64-bit masks, initially 0."""
    return array(np.uint64, *shape)


def numbers(*shape: int | Length) -> Any:
    """Declare a field that is an array of signed 64-bit integers, initially 0."""
    return array(np.int64, *shape)


def array(kind: type, *shape: int | Length) -> Any:
    """Declare a field that is an array with elements of the numpy type `kind`, initially 0."""
    return DeclaredMemory(
        lambda layout, given, old: _zeros(
            tuple([_number(length, layout, given) for length in shape]), old, lambda size: np.zeros(size, kind)
        )
    )


def record(count: int | Length = 1, **fields: type) -> Any:
    """Declare a field that is an array of `count` records with these names and types, initially 0."""
    return DeclaredMemory(
        lambda layout, given, old: _zeros(
            (_number(count, layout, given),), old, lambda size: records(size[0], **fields)
        )
    )


def made(function: Callable[[Layout], Any]) -> Any:
    """Declare a field whose value is the result of a function of the layout."""
    return DeclaredMemory(lambda layout, given, old: function(layout))


def nested(kind: type[Struct]) -> Any:
    """Declare a field that is itself a structure of the class `kind`; it is allocated with the same given values."""
    return DeclaredMemory(lambda layout, given, old: allocate(kind, layout, old, **given))


def allocate(kind: type[S], layout: Layout, like: S | None = None, **given: Any) -> S:
    """Allocate a structure for a layout, with every declared field filled.

    Args:
        kind: The structure.
        layout: The layout, by which it is sized.
        like: A structure of the same kind that is no longer used; its arrays of the same shape are reused.
        **given: Values of fields that are not declared, or that differ from the declared ones.
    """
    fields = _declared(kind)  # type: ignore[arg-type]
    made = {
        name: one.make(layout, given, getattr(like, name, None))
        for name, one in fields.items()
        if one and name not in given
    }
    made |= {name: value for name, value in given.items() if name in fields}
    if like is None:
        return kind(**made)
    changed = {name: value for name, value in made.items() if value is not getattr(like, name)}
    return like._replace(**changed) if changed else like


@cache
def _declared(kind: Any) -> dict[str, DeclaredMemory | None]:
    return {name: getattr(kind, name, None) for name in kind._fields}


def _zeros(shape: tuple[int, ...], old: np.ndarray | None, make: Callable[[tuple[int, ...]], np.ndarray]) -> np.ndarray:
    """Return an array of zeros: the old array, cleared, if it has the shape, else a new one from `make`."""
    if old is None or old.shape != shape:
        return make(shape)
    old[...] = 0
    return old


def _number(length: int | Length, layout: Layout, given: dict[str, Any]) -> int:
    return length.of(layout, given) if isinstance(length, Length) else length
