"""Memory sized by a layout: structures whose fields declare their shapes, allocated by one function.

    class WingScratch(Struct):
        pairs: np.ndarray = masks(W)  # set of the open cells with two candidates
        pincers: np.ndarray = numbers(N)  # cells that may be pincers of a pivot

    allocate(WingScratch, layout)

A length is a number or depends on the layout: N cells, n digits, H houses, W masks for a set of cells, or a sum or a
product such as N * n + 1. Arrays begin with zeros.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from cpgen.kernel import records
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout

S = TypeVar("S", bound=Struct)


@dataclass(frozen=True)
class Length:
    """A length that depends on the layout, or on fields that are given to `allocate`."""

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
    """Declaration of a field, by what makes it for a layout and the fields that are given."""

    make: Callable[[Layout, dict[str, Any]], Any]


def masks(*shape: int | Length) -> Any:
    """Declare an array of 64-bit masks."""
    return array(np.uint64, *shape)


def numbers(*shape: int | Length) -> Any:
    """Declare an array of whole numbers."""
    return array(np.int64, *shape)


def array(kind: type, *shape: int | Length) -> Any:
    """Declare an array of another kind."""
    return DeclaredMemory(lambda layout, given: np.zeros([_number(length, layout, given) for length in shape], kind))


def record(count: int | Length = 1, **fields: type) -> Any:
    """Declare one record or several, with fields of these kinds."""
    return DeclaredMemory(lambda layout, given: records(_number(count, layout, given), **fields))


def made(function: Callable[[Layout], Any]) -> Any:
    """Declare a field that a function makes for the layout."""
    return DeclaredMemory(lambda layout, given: function(layout))


def nested(kind: type[Struct]) -> Any:
    """Declare a structure in the structure; fields that are given are given to it, too."""
    return DeclaredMemory(lambda layout, given: allocate(kind, layout, **given))


def allocate(kind: type[S], layout: Layout, **given: Any) -> S:
    """Return a structure for a layout; fields without a declaration, or with another value, are given."""
    fields = {name: getattr(kind, name, None) for name in kind._fields}
    declared = {name: one.make(layout, given) for name, one in fields.items() if one and name not in given}
    return kind(**declared | {name: value for name, value in given.items() if name in fields})


def _number(length: int | Length, layout: Layout, given: dict[str, Any]) -> int:
    return length.of(layout, given) if isinstance(length, Length) else length
