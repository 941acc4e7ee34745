"""Structures of arrays that compiled code receives as an address.

Numba passes a named tuple of arrays as seven numbers or more per array, at every call. With the rater's 22 arrays that
makes compiling four times slower (the paper's ladder: 14 s instead of 4 s of processor time) and every call from Python
some 10 µs slower. A `Struct` is passed as one address instead. `cpgen.kernel.numba_internals` teaches numba the type;
in the interpreter a structure is a plain object with attributes.
"""

from __future__ import annotations

from typing import Any, Self, dataclass_transform

import numpy as np


@dataclass_transform(frozen_default=True)
class Struct:
    """Base class of structures; the annotations of a subclass are its fields, in order.

    A field is a C-contiguous array, a number, or a structure. Fields never change, but what arrays hold may.
    """

    _fields: tuple[str, ...] = ()
    _floats: tuple[str, ...] = ()

    def __init_subclass__(cls) -> None:
        """Collect the names of the fields."""
        cls._fields = tuple(cls.__annotations__)
        cls._floats = tuple(name for name, kind in cls.__annotations__.items() if kind == "float")

    def __init__(self, *values: Any, **named: Any) -> None:
        """Set all fields, by position or by name."""
        given = dict(zip(self._fields, values, strict=False)) | named
        if given.keys() != set(self._fields) or len(values) + len(named) != len(given):
            raise TypeError(f"{type(self).__name__} takes the fields {', '.join(self._fields)}.")
        # Compiled code depends on the types of fields, so a whole number must not make a float field an integer.
        for name in self._floats:
            given[name] = float(given[name])
        self._fill(given, {name: _parts_of(given[name]) for name in self._fields})

    def _fill(self, given: dict[str, Any], parts: dict[str, list[int]]) -> None:
        """Set the fields, and the memory that compiled code reads at `_address`: the parts of all fields in order."""
        memory = np.array([part for found in parts.values() for part in found], np.int64)
        self.__dict__.update(given, _parts=parts, _memory=memory, _address=memory.ctypes.data)

    def __setattr__(self, name: str, value: object) -> None:
        """Raise AttributeError, because fields cannot be changed."""
        raise AttributeError(f"{type(self).__name__}.{name} cannot be changed; its arrays can.")

    def _replace(self, **named: Any) -> Self:
        """Return a copy with other values for some fields; arrays are shared."""
        if not named.keys() <= set(self._fields) or named.keys() & set(self._floats):
            return type(self)(**{name: getattr(self, name) for name in self._fields} | named)
        # Finding the address of an array is slow, so those that stay are not asked again.
        copy = object.__new__(type(self))
        given = {name: named[name] if name in named else getattr(self, name) for name in self._fields}
        copy._fill(given, self.__dict__["_parts"] | {name: _parts_of(value) for name, value in named.items()})
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the fields, which are copied into a new structure in another process."""
        return type(self), tuple(getattr(self, name) for name in self._fields)


def _parts_of(value: Any) -> list[int]:
    """Return a field's value as 64-bit integers: an array as its address and shape, a float as its bits."""
    if isinstance(value, Struct):
        return [value.__dict__["_address"]]
    if isinstance(value, np.ndarray):
        if not value.flags.c_contiguous:
            raise TypeError("An array of a structure must be C-contiguous.")
        return [value.ctypes.data, *value.shape]
    if isinstance(value, float):
        return [int(np.float64(value).view(np.int64))]
    return [int(value)]
