"""Where is compiled code kept, who makes it, and what is said of it?

It is kept in a folder named after the text of all of cpgen's compiled modules, so that a change in one never leaves a
stale copy in another. The first run compiles and says so on standard error; of processes that start together one
compiles each function, and the others find it in the folder.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any

import platformdirs
from numba.core import event

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

DOOR = re.compile(rb"^@(compiled|inner|inlined)$", re.MULTILINE)
"""What marks a module as compiled"""


@cache
def cache_folder() -> str:
    """The folder of compiled code for this text of cpgen: the user's cache, or a temporary one if it is closed."""
    package = Path(__file__).parent
    texts = (path.read_bytes() for path in sorted(package.rglob("*.py")))
    text = b"".join(text for text in texts if DOOR.search(text))
    version = sha256(text).hexdigest()[:16]
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


def in_turn(compiling: Callable[[Any], Any], place: int, signature: Any) -> Any:
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
        with _compiling.going_on(), suppress(OSError):
            fcntl.lockf(turns, fcntl.LOCK_EX, 1, place)
    except OSError:  # a file system without locks
        return


@cache
def _turns() -> int | None:
    """A file in which each function has a byte to lock; None where there is no such thing."""
    if fcntl is None or not cache_folder():
        return None
    return os.open(Path(cache_folder(), "turns"), os.O_RDWR | os.O_CREAT)


class _Compiling(event.Listener):  # type: ignore[misc]
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


_compiling = _Compiling()
event.register("numba:compile", _compiling)


def compiling_seconds() -> float:
    """Seconds that this process has spent compiling, which no budget should pay for."""
    return _compiling.seconds
