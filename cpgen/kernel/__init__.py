"""What compiled loops share: the one door to the compiler, bit masks, records, and random streams."""

from __future__ import annotations

from cpgen.kernel.bits import bit, count_bits, lowest
from cpgen.kernel.compiler import compiled, compiling_seconds, inlined, switch
from cpgen.kernel.records import Record, record, records
from cpgen.kernel.streams import random_below, random_bits, random_state, random_unit

__all__ = [
    "Record",
    "bit",
    "compiled",
    "compiling_seconds",
    "count_bits",
    "inlined",
    "lowest",
    "random_below",
    "random_bits",
    "random_state",
    "random_unit",
    "record",
    "records",
    "switch",
]
