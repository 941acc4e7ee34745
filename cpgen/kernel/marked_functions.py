"""The functions that compiled code may call: decorators that mark them, and what they call."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any, TypeVar

SECONDS_PER_FUNCTION = 0.1
"""Processor time for compiling one function. Measured for 172 functions: all rungs of the widest ladder take 19 s, the
walk with 139 functions 17 s, propagation with 33 functions 4 s; numba's own work is most of it, and LLVM's a tenth"""

F = TypeVar("F", bound=Callable[..., Any])

MARKED: set[Callable[..., Any]] = set()
"""The functions that compiled code may call"""
INLINED: set[Callable[..., Any]] = set()
"""Marked functions that are written into their callers"""
_alternatives: dict[Callable[..., Any], Callable[..., Any]] = {}
"""Functions that suit the interpreter, with the alternatives that compiled code calls"""


class NotCachedError(Exception):
    """There is no code for a function and types, and it is not yet time to compile it."""


def compiled(function: F) -> F:
    """Mark a function that compiled code may call. It must not create arrays."""
    MARKED.add(function)
    return function


def inlined(function: F) -> F:
    """Mark a function that numba writes into the compiled functions that call it.

    Numba optimises the code of a function once more in each function that calls it, directly or not. So a function with
    one caller and much code behind it is inlined: without this, the first puzzle takes a third longer to compile.
    """
    INLINED.add(function)
    return compiled(function)


def compiled_as(alternative: Callable[..., Any]) -> Callable[[F], F]:
    """Mark a function for which compiled code calls `alternative`, a function with the same results."""

    def mark(function: F) -> F:
        _alternatives[function] = compiled(alternative)
        return function

    return mark


def callees_of(function: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    """Return the marked functions that a function refers to, by the global names that it uses for them."""
    found = {}
    for name in function.__code__.co_names:
        value = function.__globals__.get(name)
        plain = getattr(value, "function", value)  # an entry refers to its function
        if isinstance(plain, FunctionType):
            plain = _alternatives.get(plain, plain)
            if plain in MARKED:
                found[name] = plain
    return found


@cache
def seconds_to_compile(function: Callable[..., Any]) -> float:
    """Return the processor time that compiling a function and all that it calls is expected to take."""
    found, waiting = {function}, [function]
    while waiting:
        new = set(callees_of(waiting.pop()).values()) - found
        found |= new
        waiting += new
    return SECONDS_PER_FUNCTION * len(found)
