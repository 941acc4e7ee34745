"""What do the compiled loops share? The door to the compiler, bit counts, and a random stream."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar, cast
from zlib import crc32

import numba
import numpy as np
from numba.core import types
from numba.core.types.misc import unliteral
from numba.extending import intrinsic

from cpgen.compiling import cache_folder, in_turn

F = TypeVar("F", bound=Callable[..., Any])
ALWAYS = {"nogil": True, "_nrt": False, "no_cfunc_wrapper": True}


def compiled(function: F) -> F:
    """The function compiled to machine code on first use and kept for later runs; it releases the interpreter lock.

    It may not make arrays: memory is not counted in here, which makes small functions on many arrays five times faster.
    """
    return cast(F, _made(function))


def inner(function: F) -> F:
    """The same for what only compiled functions call; without the way in from Python it is compiled in less time."""
    made = _made(function, no_cpython_wrapper=True)
    if not numba.config.DISABLE_JIT:
        made._compile_for_args = partial(_refuse, function.__name__)  # noqa: SLF001
        made._insert = lambda *_: None  # noqa: SLF001  # so that a call from Python always comes to the refusal
    return cast(F, made)


def _made(function: Callable[..., Any], **options: bool) -> Any:
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = cache_folder()
    try:
        made = numba.njit(cache=bool(cache_folder()), **ALWAYS, **options)(function)
    finally:
        numba.config.CACHE_DIR = before
    if not numba.config.DISABLE_JIT:
        place = crc32(f"{function.__module__}.{function.__qualname__}".encode())
        made.get_call_template = partial(_template_for_all_numbers, made.get_call_template)
        made.compile = partial(in_turn, made.compile, place)
    return made


def _template_for_all_numbers(template_of: Callable[..., Any], arguments: Sequence[Any], named: dict[str, Any]) -> Any:
    """What a call compiles: the function for whole numbers, not once more for a number that is written out."""
    plain = [unliteral(one) if isinstance(one, types.IntegerLiteral) else one for one in arguments]
    return template_of(tuple(plain), named)


def _refuse(name: str, *_: Any) -> None:
    raise TypeError(f"{name} is called by compiled functions alone; `@compiled` lets Python call it, too")


def inlined(function: F) -> F:
    """The function written into the compiled functions that call it.

    For what is called in one place, and need not be compiled apart from it, and for what is called millions of times
    with many arrays, whose shapes and strides every call would have to pass.
    """
    return cast(F, numba.njit(nogil=True, _nrt=False, inline="always")(function))


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
