"""All of cpgen that rests on numba, and above all on its private parts, each with what it is worth.

`tests/kernel/test_private.py` says what breaks when one changes; `scripts/versions` runs it with the oldest and the
newest numba, numpy and ortools that are allowed. Times are processor time with numba 0.68 and Python 3.11, where
compiling the rater and the bitset search afresh takes 19.9 s.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numba
import numpy as np
from numba.core import event, types
from numba.extending import intrinsic

NO_MEMORY = {"_nrt": False}
"""Arrays are not counted, so that compiled functions can make none.

Counting them makes rating 9 to 16 times slower (from 17 to 269 µs for a beginner's puzzle, from 42 to 385 µs for an
expert's) and compiling take twice as long (39.1 s).
"""
INTERPRETED = bool(numba.config.DISABLE_JIT)
"""Whether NUMBA_DISABLE_JIT leaves all in Python"""

Listener = event.Listener
in_place = numba.njit(nogil=True, inline="always", **NO_MEMORY)


def dispatcher(function: Callable[..., Any], folder: str) -> Any:
    """The function as numba compiles it on first use, its machine code kept in a folder ("": nowhere)."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = folder
    try:
        return numba.njit(nogil=True, no_cfunc_wrapper=True, cache=bool(folder), **NO_MEMORY)(function)
    finally:
        numba.config.CACHE_DIR = before


def compile_with(made: Any, around: Callable[[Callable[[Any], Any], Any], Any]) -> None:
    """Lets `around(compiling, signature)` do each compiling of a dispatcher.

    It saves no time in a process alone: it lets processes take turns, so that two that start together compile once.
    """
    if not INTERPRETED:
        made.compile = partial(around, made.compile)


def listen(listener: event.Listener) -> None:
    """Registers a listener for the beginning and the end of each compiling."""
    event.register("numba:compile", listener)


def built_in(otherwise: Callable[..., Any]) -> Callable[[Callable[..., Any]], Any]:
    """Makes an intrinsic of what follows; `otherwise` takes its place where all is left in Python."""
    return lambda builder: otherwise if INTERPRETED else intrinsic(builder)


@built_in(otherwise=lambda mask: np.uint64(int(mask).bit_count()))
def count_bits(typing: Any, mask: Any) -> Any:
    """The number of ones in an unsigned 64-bit mask."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), build


@built_in(otherwise=lambda mask: np.uint64((int(mask) & -int(mask)).bit_length() - 1))
def trailing_zeros(typing: Any, mask: Any) -> Any:
    """The number of zeros below the lowest one of an unsigned 64-bit mask that is not 0."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, False))

    return types.uint64(types.uint64), build


def switch(functions: Sequence[Callable[..., None]]) -> Any:
    """For compiled code, a call of the compiled function at a place: `switch(functions)(place, a, b, c, d)`.

    The rater compiles in 11.7 s with it, in 13.0 s with a chain of `if place == …` made from the table by `exec` (one
    run each), and rates as fast with both (47 µs a puzzle). A loop over `numba.literal_unroll` takes 13.3 s and warns
    that it is experimental; closures that call each other do not compile.
    """

    @built_in(otherwise=lambda place, *arguments: functions[place](*arguments))
    def call(typing: Any, place: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
        callees = [typing.resolve_value_type(function) for function in functions]
        signatures = [callee.get_call_type(typing, (a, b, c, d), {}) for callee in callees]

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            place, *rest = arguments
            end = builder.append_basic_block("end")
            branches = builder.switch(place, end)
            for number, (callee, its) in enumerate(zip(callees, signatures, strict=True)):
                block = builder.append_basic_block(f"at_{number}")
                branches.add_case(place.type(number), block)
                with builder.goto_block(block):
                    context.get_function(callee, its)(builder, rest)
                    builder.branch(end)
            builder.position_at_end(end)
            return context.get_dummy_value()

        return types.none(types.int64, a, b, c, d), build

    return call
