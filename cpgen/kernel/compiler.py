"""Compile functions with numba on demand: interpret first, compile what takes long, mostly in another process.

Performance-critical functions are written as plain Python on numpy arrays and marked with a decorator. `compiled`
functions can be called from compiled code; *entries* (`compiled_when_hot`, `compiled_loop`, `compiled_at_once`) are the
functions by which Python starts a compiled loop. Work begins interpreted, without numba, so that nobody waits for a
compiler. Each entry counts the seconds for which it has been interpreted itself, and the rule is the same for all:

1. Cached code is loaded when the entries together have been interpreted for as long as importing numba takes, and this
   entry for as long as loading its code takes. A loop loads it when it is first called.
2. An entry that has been interpreted for a small part of the time that compiling it takes is requested from the
   background process, which compiles the most urgent of the requested entries into the cache; then 1 holds.
3. An entry that has been interpreted for as long as compiling takes is compiled here, while its caller waits:
   without a background process, or if that has not answered in time. So no work takes much more than three times the
   time of the better way.

A call that is being interpreted cannot be left, so callers split long work into short calls while an entry
`is_interpreted`. But entries are also called by interpreted ones, and each of them is compiled as soon as it can be: an
interpreted loop becomes fast once the entries are compiled in which it spends its time.

Numba resolves a global name in a compiled function to the dispatcher that it finds there. The marked functions stay
plain Python functions, therefore each is compiled from a copy whose globals hold the dispatchers of the functions that
it calls. Machine code is kept between processes by `cpgen.kernel.code_cache`.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from functools import cache, update_wrapper
from importlib import import_module
from time import thread_time
from types import FunctionType
from typing import Any, Generic, ParamSpec, TypeVar, cast

import numpy as np

from cpgen.kernel import code_cache
from cpgen.kernel.background import background
from cpgen.kernel.compile_progress import progress
from cpgen.kernel.marked_functions import NotCachedError, callees_of, compiled, seconds_to_compile

P = ParamSpec("P")
T = TypeVar("T")

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
"""True if all code is interpreted; numba's own switch"""
BESIDE, HERE, NOW = "beside", "here", "now"
WHERE = os.environ.get("CPGEN_COMPILE", BESIDE)
"""Mode of compiling: BESIDE the work, in another process; HERE, in this process, when that pays; or NOW

NOW is in this process at the first call, for measurements and to fill the cache.
"""
IMPORTING_SECONDS = 0.5
"""Seconds of processor time that importing numba takes"""
LOADING_SECONDS = 0.05
"""Seconds that loading the code of an entry takes: 0.02 to 0.2"""
REQUESTED_SHARE = 0.05
"""Share of the time for compiling for which an entry is interpreted before it is requested from the background process

A request costs the work nothing, but most entries of a short run are not worth compiling before those that take most
of the time.
"""
FEW = 3
"""Number of calls that say little about later ones: the rarest rungs of a ladder may take most of the first second"""
SLOWER = 200
"""Factor by which interpreted loops are slower than compiled ones, roughly"""
MOST_REQUESTS = 3
"""Number of times that an entry is requested at most, with different types of arguments"""

_entries: dict[Callable[..., Any], CompiledEntry[..., Any]] = {}
_dispatchers: dict[Callable[..., Any], Any] = {}
_lock = threading.RLock()
"""Lock that a thread holds while it makes or forgets dispatchers"""


class _Thread(threading.local):
    """State of one thread: whether it is interpreting an entry, and the time spent in nested entries."""

    is_interpreting = False
    nested = 0.0
    """Seconds taken by the other entries that the interpreted entry has called"""


_thread = _Thread()
_interpreted = [0.0]
"""Seconds for which all entries of this process together have been interpreted; a list, so that it can be changed"""


class CompiledEntry(Generic[P, T]):
    """Function by which Python starts a compiled loop; compiled and interpreted code may call it, too.

    Entries take arrays, structures and numbers.
    """

    def __init__(self, function: Callable[P, T], *, is_loop: bool = False, at_once: bool = False) -> None:
        update_wrapper(self, function)
        self.function = function
        self.dispatcher: Callable[..., T] | None = None
        self._is_loop, self._at_once = is_loop, at_once
        self._seconds = 0.0
        """Seconds for which the entry was interpreted, without those of other entries that it called"""
        self._longest = 0.0
        """Seconds of the longest of these calls"""
        self._seems_cached: bool | None = None
        """True if the cache has code of the function, perhaps for other types; None if that was not checked"""
        self._is_requested, self._requests = False, 0
        _entries[compiled(function)] = self
        _dispatchers.pop(function, None)  # as a callee, it has no wrapper for Python objects

    def __call__(self, *arguments: P.args, **named: P.kwargs) -> T:
        """Return the function's result, computed by machine code or interpreted."""
        dispatcher = self.dispatcher
        if dispatcher is None:
            if not self._is_worth_it():
                return self.interpret(*arguments, **named)
            dispatcher = self._made_dispatcher()
        try:
            if _thread.is_interpreting:
                result = _timed(dispatcher, arguments, named)
            else:
                result = dispatcher(*arguments, **named)
        except NotCachedError:
            self.dispatcher, self._seems_cached, self._is_requested = None, False, False
            return self.interpret(*arguments, **named)
        except KeyboardInterrupt:
            _forget_dispatchers()
            raise
        self.dispatcher = dispatcher
        return result

    @property
    def is_interpreted(self) -> bool:
        """True unless it is known that the next call runs machine code."""
        return self.dispatcher is None

    def share(self, steps: int) -> int:
        """Return a number of steps for one call: `steps` in machine code, fewer while the entry is interpreted.

        The number is chosen so that both calls take about as long.
        """
        return steps if self.dispatcher else max(1, steps // SLOWER)

    def _is_worth_it(self) -> bool:
        """Return True if the next call is worth machine code: loaded from the cache, or compiled now.

        The rules are at the top of the module.
        """
        if INTERPRETED:
            return False
        if self.may_compile():
            return True
        if not self._is_loop and (self._seconds < LOADING_SECONDS or _interpreted[0] < _importing_seconds()):
            return False
        if self._seems_cached is None:
            self._seems_cached = code_cache.has_code_of(self.function)
        if background.take_compiled(self.function):
            self._seems_cached = True
        return self._seems_cached

    def may_compile(self) -> bool:
        """Return True if the entry may be compiled now, while its caller waits.

        That is so once it has been interpreted for as long as compiling takes, unless the background process will soon
        have compiled it.
        """
        if self._at_once or WHERE == NOW:
            return True
        seconds = seconds_to_compile(self.function)
        if self._seconds < seconds + _importing_seconds():
            return False
        return not (WHERE == BESIDE and self._requests and background.is_expected(self.function))

    def _made_dispatcher(self) -> Callable[..., T]:
        """Return numba's dispatcher, which loads or compiles the code for each new set of argument types."""
        with _lock:
            return cast(Callable[..., T], _dispatcher(self.function))

    def compile_for(self, arguments: list[Any]) -> None:
        """Compile the function for arguments of these types without calling it, unless its code is cached."""
        made = self._made_dispatcher()
        numba = import_module("numba")
        made.compile(tuple(numba.typeof(argument) for argument in arguments))  # type: ignore[attr-defined]

    def interpret(self, *arguments: Any, **named: Any) -> T:
        """Return the function's result, computed by the interpreter.

        The time is counted, as it decides when to compile. Entries that the function calls run compiled if they can.
        """
        is_nested, before = _thread.is_interpreting, _thread.nested
        _thread.is_interpreting, _thread.nested = True, 0.0
        begun = thread_time()
        try:
            if is_nested:
                return self.function(*arguments, **named)
            with np.errstate(over="ignore"):  # unsigned integers wrap around, as they do in machine code
                result: Any = self.function(*arguments, **named)
        finally:
            taken = thread_time() - begun
            own = taken - _thread.nested
            self._seconds += own
            self._longest = max(self._longest, own)
            _interpreted[0] += own
            _thread.is_interpreting, _thread.nested = is_nested, before + taken
            if not self._is_requested and self._seems_worth_compiling():
                self._request(_plain(arguments) if is_nested else arguments)
        return cast(T, result.item() if isinstance(result, np.generic) else result)

    def _request(self, arguments: tuple[Any, ...]) -> None:
        """Request the compilation of the entry from the background process, for arguments of these types.

        Nothing is requested until this process has interpreted entries for as long as importing numba takes.
        """
        if WHERE != BESIDE or INTERPRETED:
            self._is_requested = True
        elif self._requests < MOST_REQUESTS and _interpreted[0] >= IMPORTING_SECONDS:
            self._is_requested, self._requests = True, self._requests + 1
            background.request(self.function, arguments, self._urgency)

    def _seems_worth_compiling(self) -> bool:
        seconds = seconds_to_compile(self.function)
        return self._urgency() > REQUESTED_SHARE * seconds or self._seconds > seconds / 2

    def _urgency(self) -> float:
        """Return how much the entry would gain from being compiled: the seconds spent interpreting it so far.

        FEW times the duration of its longest call are subtracted, so that an entry called a few times is not urgent.
        """
        return self._seconds - FEW * self._longest


def compiled_when_hot(function: Callable[P, T]) -> CompiledEntry[P, T]:
    """Mark a function as an entry for short calls: even cached code is only loaded after some time of interpreting."""
    return CompiledEntry(function)


def compiled_loop(function: Callable[P, T]) -> CompiledEntry[P, T]:
    """Mark a function as an entry for large loops: cached code is loaded at the first call.

    The caller has to split its work into short calls while the entry `is_interpreted`, unless other entries do most of
    it.
    """
    return CompiledEntry(function, is_loop=True)


def compiled_at_once(function: Callable[P, T]) -> CompiledEntry[P, T]:
    """Mark a function as an entry whose first call would take minutes interpreted: it is compiled before that call."""
    return CompiledEntry(function, is_loop=True, at_once=True)


def compile_for(module: str, name: str, arguments: list[Any]) -> None:
    """Compile the entry with a name in a module into the cache, for arguments of these types."""
    for function, entry in list(_entries.items()):
        if (function.__module__, function.__qualname__) == (module, name):
            entry.compile_for(arguments)


def _timed(dispatcher: Callable[..., T], arguments: tuple[Any, ...], named: dict[str, Any]) -> T:
    """Call compiled code from an interpreted function; return its result.

    The processor time of the call is added to `_thread.nested`, so that it does not count as the caller's own time.
    """
    plain, begun = _plain(arguments), thread_time()
    try:
        return dispatcher(*plain, **named)
    finally:
        _thread.nested += thread_time() - begun


def _plain(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return arguments with Python integers in place of numpy's small integers, which only interpreted callers have."""
    return tuple(int(value) if isinstance(value, np.integer) and value.itemsize < 8 else value for value in arguments)


def _importing_seconds() -> float:
    return 0.0 if "cpgen.kernel.numba_internals" in sys.modules else IMPORTING_SECONDS


def load_compiler() -> None:
    """Import numba if the cache has any code, so that a later call does not wait for the import."""
    if code_cache.size() and not INTERPRETED:
        _numba_internals()


def _dispatcher(function: Callable[..., Any]) -> Any:
    """Return numba's dispatcher for a marked function; in its globals, dispatchers take the place of its callees."""
    if function not in _dispatchers:
        callees = {name: _dispatcher(callee) for name, callee in callees_of(function).items()}
        copy = FunctionType(
            function.__code__, {**function.__globals__, **callees}, function.__name__, function.__defaults__
        )
        copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
        entry = _entries.get(function)
        _dispatchers[function] = _numba_internals().dispatcher(
            copy, function, is_entry=entry is not None, may_compile=entry.may_compile if entry else _never
        )
        progress.expected = len(_dispatchers)
    return _dispatchers[function]


@cache
def _numba_internals() -> Any:
    """Return the module `numba_internals`, imported in another thread.

    Ctrl-C, which only the main thread receives, would leave numba half loaded.
    """
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(import_module, "cpgen.kernel.numba_internals").result()


def _forget_dispatchers() -> None:
    """Make every entry get a new dispatcher at its next call, since Ctrl-C may have left some half compiled."""
    with _lock:
        _dispatchers.clear()
        for entry in _entries.values():
            entry.dispatcher = None


def _never() -> bool:
    return False
