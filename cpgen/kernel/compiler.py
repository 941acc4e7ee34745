"""Compile functions with numba on demand: interpret first, compile when there is much to do.

Performance-critical functions are written as plain Python on numpy arrays and marked with a decorator. `compiled`
functions can be called from compiled code; *entries* (`compiled_when_hot`, `compiled_at_once`) are the functions by
which Python starts a compiled loop. Nothing is compiled, and numba is not even imported, until an entry decides that it
is worth it. Until then an entry runs its function in the Python interpreter, so that a single question
is answered without waiting for a compiler.

Numba resolves a global name in a compiled function to the dispatcher that it finds there. The marked functions stay
plain Python functions, therefore each is compiled from a copy whose globals hold the dispatchers of the functions that
it calls. Machine code is kept between processes by `cpgen.kernel.code_cache`.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import update_wrapper
from time import monotonic, perf_counter
from types import FunctionType
from typing import Any, Generic, ParamSpec, TypeVar, cast

import numpy as np

from cpgen.kernel.marks import callees_of, is_entry, is_inlined, mark_entry

P = ParamSpec("P")
T = TypeVar("T")

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
"""True if all code is interpreted; numba's own switch"""
INTERPRETED_SECONDS = 0.5
"""Seconds that an entry is interpreted before it is compiled; importing numba and loading cached code takes as long"""

_dispatchers: dict[Callable[..., Any], Any] = {}
_lock = threading.RLock()
"""Held while dispatchers are made and entries compiled"""
_thread = threading.local()
_eager = threading.Event()


class Entry(Generic[P, T]):
    """A function by which Python starts a compiled loop; compiled code may call it, too.

    Entries take arrays, named tuples of arrays, and numbers. An entry that is called by an interpreted one is
    interpreted as well.
    """

    def __init__(self, function: Callable[P, T], interpret_first: bool) -> None:
        update_wrapper(self, function)
        self.function = function
        self._seconds_left = INTERPRETED_SECONDS if interpret_first else 0.0
        self._machine: Callable[..., T] | None = None
        mark_entry(function)
        _dispatchers.pop(function, None)  # one that was made before has no wrapper for Python

    def __call__(self, *arguments: P.args, **none: P.kwargs) -> T:
        """Return the function's result, by machine code or interpreted."""
        if self._machine is not None:
            return self._machine(*arguments)
        if self.is_interpreted:
            return self.interpret(*arguments)
        return self._compile()(*arguments)

    @property
    def is_interpreted(self) -> bool:
        """True if the next call is interpreted."""
        if INTERPRETED or getattr(_thread, "is_interpreting", False):
            return True
        return self._machine is None and self._seconds_left > 0 and not _eager.is_set()

    def _compile(self) -> Callable[..., T]:
        with _lock:
            if self._machine is None:
                self._machine = _dispatcher(self.function)
            return self._machine

    def interpret(self, *arguments: Any) -> T:
        """Return the function's result, interpreted together with all that it calls."""
        if getattr(_thread, "is_interpreting", False):
            return self.function(*arguments)  # type: ignore[call-arg]
        _thread.is_interpreting, begun = True, perf_counter()
        try:
            with np.errstate(over="ignore"):  # unsigned integers wrap around, as they do in machine code
                result: Any = self.function(*arguments)  # type: ignore[call-arg]
        finally:
            _thread.is_interpreting = False
            self._seconds_left -= perf_counter() - begun
        return cast(T, result.item() if isinstance(result, np.generic) else result)


def compiled_at_once(function: Callable[P, T]) -> Entry[P, T]:
    """Mark an entry for loops that take long: it is compiled when it is first called."""
    return Entry(function, interpret_first=False)


def compiled_when_hot(function: Callable[P, T]) -> Entry[P, T]:
    """Mark an entry for short questions: it is interpreted first, and compiled when that has taken long enough."""
    return Entry(function, interpret_first=True)


def compile_eagerly() -> None:
    """Compile every entry when it is next called, since this process has much to do."""
    _eager.set()


def _dispatcher(function: Callable[..., Any]) -> Any:
    """Return numba's dispatcher for a marked function, whose globals are the dispatchers of its callees."""
    if function not in _dispatchers:
        from cpgen.kernel import numba_internals

        callees = {name: _dispatcher(callee) for name, callee in callees_of(function).items()}
        copy = FunctionType(
            function.__code__, {**function.__globals__, **callees}, function.__name__, function.__defaults__
        )
        copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
        _dispatchers[function] = numba_internals.dispatcher(
            copy, function, progress, is_entry=is_entry(function), is_inlined=is_inlined(function)
        )
    return _dispatchers[function]


class Progress:
    """Counts what is compiled, and reports it."""

    def __init__(self) -> None:
        self.seconds = 0.0
        """Seconds spent compiling so far"""
        self.report: Callable[[int, int], None] = _report_on_stderr
        self._count = self._depth = 0
        self._begun = 0.0

    def begin(self) -> None:
        """Note that a function begins to be compiled, perhaps on behalf of another."""
        if self._depth == 0:
            self._begun = monotonic()
        self._depth += 1
        self._count += 1
        self.report(self._count, max(self._count, len(_dispatchers)))

    def end(self) -> None:
        """Note that it is compiled."""
        self._depth -= 1
        if self._depth == 0:
            self.seconds += monotonic() - self._begun


def _report_on_stderr(number: int, of: int) -> None:
    if number == 1:
        print("cpgen: compiling (once; the result is cached) …", file=sys.stderr, flush=True)


progress = Progress()


@contextmanager
def report_compiling(report: Callable[[int, int], None]) -> Iterator[None]:
    """Call `report(number, of)` when a function begins to be compiled, instead of one message on standard error.

    `of` is the largest number that is expected so far.
    """
    before, progress.report = progress.report, report
    try:
        yield
    finally:
        progress.report = before


def compiling_seconds() -> float:
    """Return the seconds that this process has spent compiling; budgets do not count them."""
    return progress.seconds


def working_seconds() -> float:
    """Return the seconds since some fixed moment, without those spent compiling."""
    return monotonic() - compiling_seconds()
