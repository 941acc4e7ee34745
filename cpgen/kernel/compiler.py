"""Compile functions with numba on demand: interpret first, compile when there is much to do.

Performance-critical functions are written as plain Python on numpy arrays and marked with a decorator. `compiled`
functions can be called from compiled code; *entries* (`compiled_when_hot`, `compiled_at_once`) are the functions by
which Python starts a compiled loop. Nothing is compiled, and numba is not even imported, until an entry decides that it
is worth it. Until then an entry runs its function in the Python interpreter, so that a single question is answered
without waiting for a compiler.

An entry is worth it when it has been interpreted for some time itself, since compiling takes seconds. If its machine
code is in the cache, it is worth it when all entries together have taken that time: only numba has to be imported,
once for all of them.

Numba resolves a global name in a compiled function to the dispatcher that it finds there. The marked functions stay
plain Python functions, therefore each is compiled from a copy whose globals hold the dispatchers of the functions that
it calls. Machine code is kept between processes by `cpgen.kernel.code_cache`.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from functools import cache, update_wrapper
from importlib import import_module
from math import inf
from time import thread_time
from types import FunctionType
from typing import Any, Generic, ParamSpec, TypeVar, cast

import numpy as np

from cpgen.kernel import code_cache
from cpgen.kernel.marks import callees_of, compiled
from cpgen.kernel.progress import progress

P = ParamSpec("P")
T = TypeVar("T")

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
"""True if all code is interpreted; numba's own switch"""
INTERPRETED_SECONDS = 0.5
"""Seconds that an entry is interpreted before it is compiled, and that all entries together are interpreted before the
cached code of any is loaded; importing numba and loading that code takes as long"""
UNCACHED_SECONDS = 5.0
"""Seconds that a large loop without cached code is interpreted before it is compiled; compiling takes about as long.
The first puzzle on a pattern takes 4 s of processor time instead of 15 s."""

_entries: dict[Callable[..., Any], Entry[..., Any]] = {}
_dispatchers: dict[Callable[..., Any], Any] = {}
_lock = threading.RLock()
"""Held while dispatchers are made or forgotten"""
_thread = threading.local()
_interpreted = [0.0]
"""Seconds that the entries of this process have been interpreted, all together"""
_eager = threading.Event()


class Entry(Generic[P, T]):
    """A function by which Python starts a compiled loop; compiled code may call it, too.

    Entries take arrays, structures and numbers. An entry that is called by an interpreted one is
    interpreted as well.
    """

    def __init__(
        self, function: Callable[P, T], interpreted_seconds: float, cached_seconds: float = INTERPRETED_SECONDS
    ) -> None:
        update_wrapper(self, function)
        self.function = function
        self._seconds_left = interpreted_seconds
        self._cached_seconds = cached_seconds
        self.dispatcher: Callable[..., T] | None = None
        _entries[compiled(function)] = self
        _dispatchers.pop(function, None)  # as a callee, it has no wrapper for Python objects

    def __call__(self, *arguments: P.args, **named: P.kwargs) -> T:
        """Return the function's result, by machine code or interpreted."""
        dispatcher = self.dispatcher
        if dispatcher is None:
            if self.is_interpreted:
                return self.interpret(*arguments, **named)
            dispatcher = self._compile()
        try:
            return dispatcher(*arguments, **named)
        except KeyboardInterrupt:
            _forget_dispatchers()
            raise

    @property
    def is_interpreted(self) -> bool:
        """True if the next call is interpreted."""
        if INTERPRETED or getattr(_thread, "is_interpreting", False):
            return True
        if self.dispatcher is not None or _eager.is_set():
            return False
        if _interpreted[0] >= self._cached_seconds:
            self._cached_seconds = inf  # ask once
            if code_cache.has_code_of(self.function):
                self._seconds_left = 0.0
        return self._seconds_left > 0

    def _compile(self) -> Callable[..., T]:
        """Return the dispatcher, which compiles the function for the types of the arguments that it is called with."""
        with _lock:
            if self.dispatcher is None:
                self.dispatcher = _dispatcher(self.function)
            return self.dispatcher

    def interpret(self, *arguments: Any, **named: Any) -> T:
        """Return the function's result, interpreted together with all that it calls."""
        if getattr(_thread, "is_interpreting", False):
            return self.function(*arguments, **named)
        _thread.is_interpreting, begun = True, thread_time()
        try:
            with np.errstate(over="ignore"):  # unsigned integers wrap around, as they do in machine code
                result: Any = self.function(*arguments, **named)
        finally:
            _thread.is_interpreting = False
            taken = thread_time() - begun
            self._seconds_left -= taken
            _interpreted[0] += taken
        return cast(T, result.item() if isinstance(result, np.generic) else result)


def compiled_at_once(function: Callable[P, T]) -> Entry[P, T]:
    """Mark an entry for loops that take long: it is compiled when it is first called."""
    return Entry(function, 0.0)


def compiled_when_hot(function: Callable[P, T]) -> Entry[P, T]:
    """Mark an entry for short questions: it is interpreted first, and compiled when that has taken long enough.

    With cached code, it is compiled when all entries together have been interpreted for long enough.
    """
    return Entry(function, INTERPRETED_SECONDS)


def compiled_unless_short(function: Callable[P, T]) -> Entry[P, T]:
    """Mark an entry for a large loop that may end soon: without cached code, it is interpreted for some seconds.

    The caller has to split its work into short calls while `is_interpreted`.
    """
    return Entry(function, UNCACHED_SECONDS, cached_seconds=0.0)


def compile_eagerly() -> None:
    """Compile every entry when it is next called, since this process has much to do."""
    _eager.set()


def load_eagerly() -> None:
    """Load cached code at the next call of an entry, since this process has much to do; other code as it gets hot."""
    _interpreted[0] = max(_interpreted[0], INTERPRETED_SECONDS)


def _dispatcher(function: Callable[..., Any]) -> Any:
    """Return numba's dispatcher for a marked function, whose globals are the dispatchers of its callees."""
    if function not in _dispatchers:
        callees = {name: _dispatcher(callee) for name, callee in callees_of(function).items()}
        copy = FunctionType(
            function.__code__, {**function.__globals__, **callees}, function.__name__, function.__defaults__
        )
        copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
        _dispatchers[function] = _numba_internals().dispatcher(copy, function, is_entry=function in _entries)
        progress.expected = len(_dispatchers)
    return _dispatchers[function]


@cache
def _numba_internals() -> Any:
    """Import numba in another thread: Ctrl-C, which only the main thread receives, would leave it half loaded."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(import_module, "cpgen.kernel.numba_internals").result()


def _forget_dispatchers() -> None:
    """Make every entry create new dispatchers at its next call, since Ctrl-C may have left some half compiled."""
    with _lock:
        _dispatchers.clear()
        for entry in _entries.values():
            entry.dispatcher = None
