"""Structures of arrays that compiled code receives by address.

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

    def __init_subclass__(cls) -> None:
        """Collect the names of the fields."""
        cls._fields = tuple(cls.__annotations__)

    def __init__(self, *values: Any, **named: Any) -> None:
        """Set all fields, by place or by name."""
        given = dict(zip(self._fields, values, strict=False)) | named
        if given.keys() != set(self._fields) or len(values) + len(named) != len(given):
            raise TypeError(f"{type(self).__name__} takes the fields {', '.join(self._fields)}.")
        # Compiled code depends on the types of fields, so a whole number must not make a float field an integer.
        given |= {name: float(given[name]) for name, kind in self.__annotations__.items() if kind == "float"}
        memory = np.array([part for name in self._fields for part in _parts_of(given[name])], np.int64)
        # `_memory` is what compiled code reads at `_address`.
        self.__dict__.update(given, _memory=memory, _address=memory.ctypes.data)

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse to change a field."""
        raise AttributeError(f"{type(self).__name__}.{name} cannot be changed; its arrays can.")

    def _replace(self, **named: Any) -> Self:
        """Return a copy with other values for some fields; arrays are shared."""
        return type(self)(**{name: getattr(self, name) for name in self._fields} | named)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what makes a copy in another process."""
        return type(self), tuple(getattr(self, name) for name in self._fields)


def _parts_of(value: Any) -> list[int]:
    """Return a field as 64-bit integers: an array as its address and shape, a float as its bits."""
    if isinstance(value, Struct):
        return [value.__dict__["_address"]]
    if isinstance(value, np.ndarray):
        if not value.flags.c_contiguous:
            raise TypeError("An array of a structure must be C-contiguous.")
        return [value.ctypes.data, *value.shape]
    if isinstance(value, float):
        return [int(np.float64(value).view(np.int64))]
    return [int(value)]
