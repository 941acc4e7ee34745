"""Records of numbers that compiled loops change in place, field by field."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

Record: TypeAlias = Any
"""A numpy record; type checkers know none of its fields"""


def record(**fields: float) -> Record:
    """A record with these fields, int64 where an int is given and float64 for a float, each with its value.

    Compiled code and Python see the same memory: `heat.energy = 3.0` in one is seen in the other.

    >>> heat = record(energy=float("inf"), steps=0)
    >>> heat.steps += 1
    >>> float(heat.energy), int(heat.steps)
    (inf, 1)
    """
    kinds = [(name, np.int64 if isinstance(value, int) else np.float64) for name, value in fields.items()]
    return np.array([tuple(fields.values())], kinds).view(np.recarray)[0]
