"""Support for compiled loops: compilation on demand, bit masks, records, and random streams."""

from __future__ import annotations

from cpgen.kernel.bits import bit, count_bits, lowest
from cpgen.kernel.compiler import (
    INTERPRETED,
    compile_eagerly,
    compiled_at_once,
    compiled_unless_short,
    compiled_when_hot,
    load_eagerly,
)
from cpgen.kernel.marks import compiled, inlined
from cpgen.kernel.progress import compiling_seconds, report_compiling, working_seconds
from cpgen.kernel.records import records
from cpgen.kernel.streams import random_below, random_bits, random_state, random_unit

__all__ = [
    "INTERPRETED",
    "bit",
    "compile_eagerly",
    "compiled",
    "compiled_at_once",
    "compiled_unless_short",
    "compiled_when_hot",
    "compiling_seconds",
    "count_bits",
    "inlined",
    "load_eagerly",
    "lowest",
    "random_below",
    "random_bits",
    "random_state",
    "random_unit",
    "records",
    "report_compiling",
    "working_seconds",
]
