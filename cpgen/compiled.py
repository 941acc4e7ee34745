"""What do the compiled loops share? The compiler's door, bit counts, and a random stream.

Compiled code is kept in a folder named after the text of all of cpgen's compiled modules, so that a change in
one never leaves a stale copy in another. The first run compiles and says so on standard error.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar, cast

import numba
import numpy as np
import platformdirs
from numba.core import event, types
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., Any])


@cache
def cache_folder() -> str:
    """The folder of compiled code for this text of cpgen: the user's cache, or a temporary one if it is closed."""
    package = Path(__file__).parent
    text = b"".join(path.read_bytes() for path in sorted(package.rglob("*.py")) if b"@compiled" in path.read_bytes())
    version = hashlib.sha256(text).hexdigest()[:16]
    for base in (
        platformdirs.user_cache_path("cpgen", appauthor=False),
        Path(tempfile.gettempdir()) / "cpgen",
    ):
        folder = base / f"compiled-{version}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return str(folder)
    return ""


def compiled(function: F) -> F:
    """The function compiled to machine code on first use and kept for later runs; it releases the interpreter lock.

    It may not make arrays: memory is not counted in here, which makes small functions on many arrays five times faster.
    """
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = cache_folder()
    try:
        return cast(F, numba.njit(cache=bool(cache_folder()), nogil=True, _nrt=False)(function))
    finally:
        numba.config.CACHE_DIR = before


def inlined(function: F) -> F:
    """The function written into the compiled functions that call it.

    For what is called millions of times with many arrays, whose shapes and strides every call would have to pass.
    """
    return cast(F, numba.njit(nogil=True, _nrt=False, inline="always")(function))


class _Compiling(event.Listener):  # type: ignore[misc]
    """Says on standard error, once, that a first run compiles; keeps the time that compiling takes."""

    def __init__(self) -> None:
        self.said = False
        self.depth = 0
        self.since = 0.0
        self.seconds = 0.0

    def on_start(self, happening: Any) -> None:
        if self.depth == 0:
            self.since = monotonic()
        self.depth += 1
        if not self.said and happening.data["dispatcher"].py_func.__module__.startswith("cpgen."):
            self.said = True
            print("cpgen: compiling the inner loops, once (under a minute) …", file=sys.stderr, flush=True)

    def on_end(self, happening: Any) -> None:
        self.depth -= 1
        if self.depth == 0:
            self.seconds += monotonic() - self.since


_compiling = _Compiling()
event.register("numba:compile", _compiling)


def compiling_seconds() -> float:
    """Seconds that this process has spent compiling, which no budget should pay for."""
    return _compiling.seconds


def built_in(otherwise: Callable[..., Any]) -> Callable[[Callable[..., Any]], Any]:
    """Makes an intrinsic of what follows; `otherwise` takes its place where NUMBA_DISABLE_JIT leaves all in Python."""
    return lambda builder: otherwise if numba.config.DISABLE_JIT else intrinsic(builder)


@built_in(otherwise=lambda mask: np.uint64(int(mask).bit_count()))
def count_bits(typing: Any, mask: Any) -> Any:
    """The number of ones in an unsigned 64-bit mask."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), build


@built_in(otherwise=lambda mask: np.uint64((int(mask) & -int(mask)).bit_length() - 1))
def _trailing_zeros(typing: Any, mask: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, False))

    return types.uint64(types.uint64), build


def switch(functions: Sequence[Callable[..., None]]) -> Any:
    """For compiled code, a call of the compiled function at a place: `switch(functions)(place, a, b, c, d)`.

    A branch for each, so that a table of functions costs no more than calls that are written out.
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


@compiled
def lowest(mask: np.uint64) -> int:
    """The index of the lowest one in a mask that is not 0, as a signed index."""
    return np.int64(_trailing_zeros(mask))  # type: ignore[return-value]


@compiled
def bit(index: int) -> np.uint64:
    """The mask with a single one at `index`, 0 to 63."""
    return np.uint64(1) << np.uint64(index)


@compiled
def random_bits(state: np.ndarray) -> np.uint64:
    """64 random bits; advances `state` (one uint64), the splitmix64 of Steele, Lea and Flood (OOPSLA 2014)."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.uint64(z ^ (z >> np.uint64(31)))


@compiled
def random_below(state: np.ndarray, bound: int) -> int:
    """A random whole number from 0 to bound − 1, `bound` at most 2³¹ (bias below 2⁻³²)."""
    below = ((random_bits(state) >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32)
    return np.int64(below)  # type: ignore[return-value]


@compiled
def random_unit(state: np.ndarray) -> float:
    """A random number from 0 up to, not including, 1, in steps of 2⁻⁵³."""
    return np.float64(random_bits(state) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


def random_state(rng: np.random.Generator) -> np.ndarray:
    """A fresh stream for compiled code, seeded from `rng`: an array of one uint64."""
    return rng.integers(0, 2**64, size=1, dtype=np.uint64)
