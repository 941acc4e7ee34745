"""The decorators of compiled functions, the folder of their machine code, and the message of a first run.

The folder is named after the text of all of cpgen's compiled modules, so that a change in one never leaves a stale
copy in another. The first run compiles and says so on standard error; of processes that start together one compiles
each function, and the others find it in the folder.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar, cast
from zlib import crc32

import platformdirs

from cpgen.kernel import private
from cpgen.kernel.private import switch

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

__all__ = ["cache_folder", "compiled", "compiling_seconds", "inlined", "switch"]

F = TypeVar("F", bound=Callable[..., Any])
PACKAGE = Path(__file__).parents[1]
MARK = re.compile(rb"^(@(compiled|inlined)$|import numba)", re.MULTILINE)
"""What marks a module whose text decides what the compiled code is"""


def compiled(function: F) -> F:
    """The function compiled to machine code on first use and kept for later runs; it releases the interpreter lock.

    It may not make arrays, since memory is not counted in compiled code.
    """
    made = private.dispatcher(function, cache_folder())
    place = crc32(f"{function.__module__}.{function.__qualname__}".encode())
    private.compile_with(made, partial(_in_turn, place))
    return cast(F, made)


def inlined(function: F) -> F:
    """The function written into the compiled functions that call it.

    For what is called in one place, and need not be compiled apart from it, and for what is called millions of times
    with many arrays, whose shapes and strides every call would have to pass.
    """
    return cast(F, private.in_place(function))


@cache
def cache_folder() -> str:
    """The folder of compiled code for this text of cpgen: the user's cache, or a temporary one if it is closed."""
    texts = (path.read_bytes() for path in sorted(PACKAGE.rglob("*.py")))
    version = sha256(b"".join(text for text in texts if MARK.search(text))).hexdigest()[:16]
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


def _in_turn(place: int, compiling: Callable[[Any], Any], signature: Any) -> Any:
    """Compiles while no other process compiles the same function, and finds in the cache what another has just made.

    Without turns, two that compile a function for other types at once may each keep code under the other's name.
    """
    turns = _turns()
    if turns is None:
        return compiling(signature)
    _take(turns, place)
    try:
        return compiling(signature)
    finally:
        with suppress(OSError):
            fcntl.lockf(turns, fcntl.LOCK_UN, 1, place)


def _take(turns: int, place: int) -> None:
    try:
        fcntl.lockf(turns, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
    except (BlockingIOError, PermissionError):  # another process is at it
        with _progress.going_on(), suppress(OSError):
            fcntl.lockf(turns, fcntl.LOCK_EX, 1, place)
    except OSError:  # a file system without locks
        return


@cache
def _turns() -> int | None:
    """A file in which each function has a byte to lock; None where there is no such thing."""
    if fcntl is None or not cache_folder():
        return None
    return os.open(Path(cache_folder(), "turns"), os.O_RDWR | os.O_CREAT)


class _Progress(private.Listener):  # type: ignore[misc]
    """Says on standard error, once, that a first run compiles; keeps the time that compiling takes."""

    def __init__(self) -> None:
        self.said = False
        self.depth = 0
        self.since = 0.0
        self.seconds = 0.0

    def on_start(self, happening: Any) -> None:
        if happening.data["dispatcher"].py_func.__module__.startswith("cpgen."):
            self._say()
        self._begin()

    def on_end(self, happening: Any) -> None:
        self._end()

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """Waiting for another process that compiles is compiling, too."""
        self._say()
        self._begin()
        try:
            yield
        finally:
            self._end()

    def _say(self) -> None:
        if not self.said:
            self.said = True
            print("cpgen: compiling the inner loops, once (under a minute) …", file=sys.stderr, flush=True)

    def _begin(self) -> None:
        if self.depth == 0:
            self.since = monotonic()
        self.depth += 1

    def _end(self) -> None:
        self.depth -= 1
        if self.depth == 0:
            self.seconds += monotonic() - self.since


_progress = _Progress()
private.listen(_progress)


def compiling_seconds() -> float:
    """Seconds that this process has spent compiling, which no budget should pay for."""
    return _progress.seconds
