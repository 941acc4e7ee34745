"""A background process of low priority that compiles entries into the cache while the work goes on.

An entry is a function by which Python starts a compiled loop (see `compiler`). The working process requests an entry
for the types of its arguments as soon as the entry seems to be worth compiling. Requests wait in the working process,
which sends one at a time to `cpgen.kernel.background_process`: the most urgent one, since most of the time may be spent
in other entries by then. The background process answers with the name when the code is cached. Meanwhile the work goes
on interpreted, so nobody waits.

The process is started by the first request, and ends when it has nothing to do or with the process that started it. It
prints nothing. It is not started if the environment variable CPGEN_COMPILE is not `beside`, with a single processor, or
without a usable cache; then nothing is lost but the time until compiling has paid for itself.
"""

from __future__ import annotations

import atexit
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from cpgen.kernel import code_cache
from cpgen.kernel.marked_functions import seconds_to_compile
from cpgen.kernel.structs import Struct

Name = tuple[str, str]
"""Module and qualified name of a function that can be compiled"""

SLOWED = 2
"""Compiling next to the work takes up to twice as long as alone, since both share the processor's caches"""
PATIENCE = 5.0
"""Seconds beyond that time after which the background process is no longer waited for: on a busy machine it may come to
nothing"""
_PROGRAM = "from cpgen.kernel.background_process import main; main()"


class _Request(NamedTuple):
    """Request to compile an entry that has not been sent to the background process yet."""

    message: bytes
    seconds: float
    """Seconds of processor time that compiling is expected to take"""
    urgency: Callable[[], float]
    """Function that returns the seconds that compiled code would have saved so far

    The request that saves most, divided by its time for compiling, is sent next.
    """


class Background:
    """Client of the background process, which is started at the first request."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._compiled: set[Name] = set()
        self._waiting: dict[Name, _Request] = {}
        self._current: Name | None = None
        self._is_busy = False
        """True while the background process starts, or compiles the entry `_current`"""
        self._due = 0.0
        """Time by which it should have answered, as `monotonic` counts"""
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0
        """Process ID of the process that started it, since a forked process starts its own; 0 if it does not run"""
        self._has_failed = False

    @property
    def is_usable(self) -> bool:
        """True if the background process runs or can be started."""
        return is_possible() if self._owner != os.getpid() else self._process is not None and not self._has_failed

    def request(self, function: Callable[..., Any], arguments: tuple[Any, ...], urgency: Callable[[], float]) -> bool:
        """Ask for an entry to be compiled for arguments of these types; return False if there is no process to ask.

        `urgency` returns the seconds that compiled code would have saved so far. Of the waiting requests, the one that
        saves most per second of compiling is sent first.
        """
        with self._lock:
            if not self.is_usable or (self._owner != os.getpid() and not self._start()):
                return False
            types = tuple(type_of(argument) for argument in arguments)
            message = pickle.dumps((*_name_of(function), types))
            self._waiting[_name_of(function)] = _Request(message, seconds_to_compile(function), urgency)
            self._send_next()
            return not self._has_failed

    def is_expected(self, function: Callable[..., Any]) -> bool:
        """Return True if an entry was requested and its code is still expected from the background process.

        False if the process cannot be used or takes longer than expected.
        """
        is_open = _name_of(function) in self._waiting or self._current == _name_of(function)
        return is_open and self.is_usable and monotonic() < self._due

    def take_compiled(self, function: Callable[..., Any]) -> bool:
        """Return True if code of a function has been cached since the last call of this method that returned True."""
        name = _name_of(function)
        if name not in self._compiled:
            return False
        self._compiled.discard(name)
        return True

    def _send_next(self) -> None:
        """Send the background process the waiting request that saves the most time per second of compiling.

        Nothing is sent while the process is busy.
        """
        if self._is_busy or not self._waiting:
            return
        name = max(self._waiting, key=lambda name: self._waiting[name].urgency() / self._waiting[name].seconds)
        request = self._waiting.pop(name)
        self._current, self._is_busy, self._due = name, True, monotonic() + SLOWED * request.seconds + PATIENCE
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(request.message)
            self._process.stdin.flush()
        except OSError:
            self._has_failed = True

    def _start(self) -> bool:
        self._owner, self._has_failed = os.getpid(), False
        self._current, self._is_busy, self._due = None, True, monotonic() + PATIENCE
        self._waiting.clear()
        # The process must find the modules that this one finds, and nothing else.
        path = os.pathsep.join(str(Path(folder).resolve()) for folder in sys.path if Path(folder).exists())
        quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "stdin": subprocess.PIPE}
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", _PROGRAM],
                env=os.environ | {"PYTHONPATH": path, "CPGEN_COMPILE": "now"},
                **quiet,  # type: ignore[call-overload]
            )
        except OSError:
            self._has_failed = True
            return False
        threading.Thread(target=self._listen, args=(self._process,), daemon=True).start()
        atexit.register(_end, self._process)
        return True

    def _listen(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        for line in process.stdout:  # an empty one if the process has started, or could not compile the entry
            with self._lock:
                if words := line.decode().split():
                    self._compiled.add((words[0], words[1]))
                self._current, self._is_busy = None, False
                self._send_next()
        if process.wait() == 0:  # it has ended because there was nothing to do
            self._owner = 0
        else:
            self._has_failed = True


@cache
def is_possible() -> bool:
    """Return True if another process can compile on a processor of its own and share its results with this one."""
    is_python = Path(sys.executable or "").stem.startswith("python")  # not a program that Python is embedded in
    return is_python and _processors() > 1 and code_cache.is_private(make=True)


def _name_of(function: Callable[..., Any]) -> Name:
    return function.__module__, function.__qualname__


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(OSError):
        process.kill()
        process.wait(1)


def type_of(value: Any) -> tuple[Any, ...]:
    """Return a description, which can be pickled, of an argument's type in compiled code.

    >>> type_of(np.zeros((2, 3), np.uint8))
    ('array', dtype('uint8'), 2, 'C', True)
    """
    if isinstance(value, Struct):
        return "struct", type(value), {name: type_of(getattr(value, name)) for name in value._fields}
    if isinstance(value, np.ndarray):
        order = "C" if value.flags.c_contiguous else "F" if value.flags.f_contiguous else "A"
        return "array", value.dtype, value.ndim, order, value.flags.writeable
    return "number", np.dtype(type(value))


def example_of(described: tuple[Any, ...]) -> Any:
    """Return a small value of a type that is described as by `type_of`."""
    if described[0] == "struct":
        return described[1](**{name: example_of(field) for name, field in described[2].items()})
    if described[0] == "array":
        _, dtype, dimensions, order, is_writeable = described
        array = np.zeros((2,) * dimensions, dtype, "F" if order == "F" else "C")
        array = np.zeros((4,) * dimensions, dtype)[(slice(None, None, 2),) * dimensions] if order == "A" else array
        array.flags.writeable = is_writeable
        return array
    return described[1].type(0)


background = Background()
