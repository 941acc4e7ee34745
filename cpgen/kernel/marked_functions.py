"""Decorators that mark the functions that compiled code may call, and a search for the functions that these call."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any, TypeVar

SECONDS_PER_FUNCTION = 0.1
"""Seconds of processor time for compiling one function

Measured for 172 functions: all rungs of the widest ladder take 19 s, the walk with 139 functions 17 s, propagation with
33 functions 4 s; numba's own work is most of it, and LLVM's a tenth.
"""

F = TypeVar("F", bound=Callable[..., Any])

MARKED: set[Callable[..., Any]] = set()
"""Functions that compiled code may call"""
INLINED: set[Callable[..., Any]] = set()
"""Marked functions whose code numba copies into their callers"""
_alternatives: dict[Callable[..., Any], Callable[..., Any]] = {}
"""For a function that is fast when interpreted, the function that compiled code calls instead"""


class NotCachedError(Exception):
    """Raised when there is no code for a function and types, and it is not yet time to compile it."""


def compiled(function: F) -> F:
    """Mark a function as one that compiled code may call; it must not create arrays."""
    MARKED.add(function)
    return function


def inlined(function: F) -> F:
    """Mark a function whose code numba copies into the compiled functions that call it.

    Numba optimises the code of a function once more in each function that calls it, directly or not. So a function with
    one caller and much code behind it is inlined: without this, the first puzzle takes a third longer to compile.
    """
    INLINED.add(function)
    return compiled(function)


def compiled_as(alternative: Callable[..., Any]) -> Callable[[F], F]:
    """Return a decorator that marks a function for which compiled code calls `alternative`, with the same results."""

    def mark(function: F) -> F:
        _alternatives[function] = compiled(alternative)
        return function

    return mark


def callees_of(function: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    """Return the marked functions that a function calls, by the global names that it uses for them."""
    callees = {}
    for name in function.__code__.co_names:
        value = function.__globals__.get(name)
        plain = getattr(value, "function", value)  # an entry refers to its function
        if isinstance(plain, FunctionType):
            plain = _alternatives.get(plain, plain)
            if plain in MARKED:
                callees[name] = plain
    return callees


@cache
def seconds_to_compile(function: Callable[..., Any]) -> float:
    """Return the seconds of processor time that compiling a function and all that it calls is expected to take."""
    functions, waiting = {function}, [function]
    while waiting:
        new = set(callees_of(waiting.pop()).values()) - functions
        functions |= new
        waiting += new
    return SECONDS_PER_FUNCTION * len(functions)
