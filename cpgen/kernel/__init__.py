"""Support for loops that are compiled with numba: compilation on demand, bit masks, records, and random streams."""

from __future__ import annotations

from cpgen.kernel.bits import bit, count_bits, lowest, ones
from cpgen.kernel.compile_progress import compiling_seconds, report_compiling, working_seconds
from cpgen.kernel.compiler import (
    INTERPRETED,
    CompiledEntry,
    compiled_at_once,
    compiled_loop,
    compiled_when_hot,
    load_compiler,
)
from cpgen.kernel.marked_functions import compiled, compiled_as, inlined
from cpgen.kernel.record_arrays import records
from cpgen.kernel.streams import random_below, random_bits, random_state, random_unit

__all__ = [
    "INTERPRETED",
    "CompiledEntry",
    "bit",
    "compiled",
    "compiled_as",
    "compiled_at_once",
    "compiled_loop",
    "compiled_when_hot",
    "compiling_seconds",
    "count_bits",
    "inlined",
    "load_compiler",
    "lowest",
    "ones",
    "random_below",
    "random_bits",
    "random_state",
    "random_unit",
    "records",
    "report_compiling",
    "working_seconds",
]
