"""What compiled loops share: the one door to the compiler, bit masks, records, and random streams."""

from __future__ import annotations

from cpgen.kernel.bits import bit, count_bits, lowest
from cpgen.kernel.compiler import (
    INTERPRETED,
    by_address,
    call_soon,
    compiled,
    compiled_at_once,
    compiled_when_hot,
    compiled_within_when_hot,
    compiling_seconds,
    expect_much,
    inlined,
    report_compiling,
    working_seconds,
)
from cpgen.kernel.records import Constants, Record, record, records
from cpgen.kernel.streams import random_below, random_bits, random_state, random_unit

__all__ = [
    "INTERPRETED",
    "Constants",
    "Record",
    "bit",
    "by_address",
    "call_soon",
    "compiled",
    "compiled_at_once",
    "compiled_when_hot",
    "compiled_within_when_hot",
    "compiling_seconds",
    "count_bits",
    "expect_much",
    "inlined",
    "lowest",
    "random_below",
    "random_bits",
    "random_state",
    "random_unit",
    "record",
    "records",
    "report_compiling",
    "working_seconds",
]
