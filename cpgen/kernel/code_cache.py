"""Cache of machine code between processes: one file with a checksum per compiled function and types of arguments.

A file is named after everything that its machine code depends on: the module, bytecode and constants of the function,
the values of the globals that it reads, the same of every function that it calls, the types of the arguments, the
processor, and the versions of Python, numba, numpy and cpgen. So an edit never leaves outdated code, and two versions
never meet. (The pickle imports the functions by their modules.)

A file holds a SHA-256 of its name and payload, and the payload, a pickle. A damaged, missing, unreadable, copied or
renamed file counts as absent. When nothing can be written, nothing is cached.

Loading a pickle runs code, so the folder is the user's own: it is below the user's cache folder, and at each use it is
ignored unless it is a folder, not a link, that belongs to the user and that nobody else can write to. Only files with
names that this module gives are ever deleted.
"""

from __future__ import annotations

import os
import re
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import numpy as np

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

from cpgen._version import __version__
from cpgen.kernel.marked_functions import INLINED, callees_of

SUFFIX = ".code2"
"""Suffix of the files; the number is the version of their format"""
_OUR_NAME = re.compile(r".+-[0-9a-f]{24}\.code2(\.[0-9]+\.part)?")
DAYS = 30
"""Days after which a file that no process has loaded is deleted"""
_LENGTH = 32
"""Length of a SHA-256 digest in bytes"""


def folder() -> Path:
    """Return the path of the cache folder, which need not exist."""
    import platformdirs

    return Path(platformdirs.user_cache_path("cpgen", appauthor=False)) / "compiled"


def name_for(function: Callable[..., Any], types: str) -> str:
    """Return the name of the cache file with the machine code of a marked function for arguments of these `types`."""
    import llvmlite  # type: ignore[import-untyped]
    import numba

    versions = (__version__, numba.__version__, llvmlite.__version__, np.__version__, sys.version_info[:2])
    digest = sha256(repr((versions, _key(function), types)).encode()).hexdigest()
    return f"{_name(function)}{_key(function)[:8]}-{digest[:24]}{SUFFIX}"


def has_code_of(function: Callable[..., Any]) -> bool:
    """Return True if the cache has code of the present version of a function, for some types.

    This guess does not need numba.
    """
    try:
        names = [name for name in os.listdir(folder()) if name.startswith(_name(function)) and name.endswith(SUFFIX)]
    except OSError:
        return False
    return bool(names) and any(name.startswith(_name(function) + _key(function)[:8]) for name in names)


def _name(function: Callable[..., Any]) -> str:
    return f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}-"


@cache
def _key(function: Callable[..., Any]) -> str:
    """Return a hexadecimal digest of all that a function's machine code depends on: its code, globals and callees."""
    callees = callees_of(function)
    code = _code_key(function.__code__, function.__doc__)
    parts: list[Any] = [function.__module__, code, function.__defaults__, function in INLINED]
    for name in function.__code__.co_names:
        if name in callees:
            parts.append((name, _key(callees[name])))
        elif name in function.__globals__:
            parts.append((name, _value_key(function.__globals__[name])))
    return sha256(repr(parts).encode()).hexdigest()


def _code_key(code: CodeType, docstring: str | None) -> tuple[Any, ...]:
    constants = [constant for constant in code.co_consts if constant is None or constant != docstring]
    nested = [_code_key(constant, None) if isinstance(constant, CodeType) else repr(constant) for constant in constants]
    return code.co_code.hex(), code.co_names, code.co_varnames, nested


def _value_key(value: Any) -> str:
    """Return a text that stands for a value in the key of cached code.

    Values that compiled code would treat differently have different texts.
    """
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, ModuleType):
        return value.__name__
    if isinstance(value, type) or callable(value):
        return f"{value.__module__}.{getattr(value, '__qualname__', '')} {getattr(value, '_fields', '')}"
    return repr(value)


def load(name: str) -> bytes | None:
    """Return the payload of a file, or None if it is absent, damaged or not safe to load."""
    if not is_private():
        return None
    path = folder() / name
    try:
        content = path.read_bytes()
    except OSError:
        return None
    with suppress(OSError):  # a read-only cache serves as well
        os.utime(path)
    digest, payload = content[:_LENGTH], content[_LENGTH:]
    return payload if digest == _digest(name, payload) else None


def save(name: str, payload: bytes) -> None:
    """Write a file completely or not at all; do nothing where that is impossible. Files long unused are deleted."""
    if not is_private(make=True):
        return
    part = folder() / f"{name}.{os.getpid()}.part"
    try:
        part.write_bytes(_digest(name, payload) + payload)
        part.replace(folder() / name)
    except OSError:
        with suppress(OSError):
            part.unlink()
    _prune()


def can_save() -> bool:
    """Return True if machine code can be stored for other processes."""
    return is_private(make=True) and os.access(folder(), os.W_OK)


@contextmanager
def lock() -> Iterator[None]:
    """Keep other processes from compiling in the background; without file locks, two may compile the same function."""
    if fcntl is None or not is_private():
        yield
        return
    with (folder() / "lock").open("wb") as file:
        with suppress(OSError):  # some network drives have no locks
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _digest(name: str, payload: bytes) -> bytes:
    return sha256(name.encode() + b"\0" + payload).digest()


def is_private(*, make: bool = False) -> bool:
    """Return True if the cache folder belongs to the user and nobody else can write to it.

    `make` creates the folder if it is missing.
    """
    if not folder().is_absolute():  # a user without a home folder
        return False
    try:
        if make:
            folder().mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder().lstat()
    except OSError:
        return False
    if hasattr(os, "getuid") and (status.st_uid != os.getuid() or status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)):
        return False
    return stat.S_ISDIR(status.st_mode)


def _our_files() -> Iterator[tuple[Path, os.stat_result]]:
    """Yield the path and status of each file that this module has made; other processes may delete files meanwhile."""
    with suppress(OSError):
        for path in folder().iterdir() if is_private() else ():
            with suppress(OSError):
                status = path.lstat()
                if _OUR_NAME.fullmatch(path.name) and stat.S_ISREG(status.st_mode):
                    yield path, status


def _prune() -> None:
    """Delete the files that no process has loaded for DAYS days."""
    oldest = time.time() - DAYS * 86_400
    for path, status in _our_files():
        if status.st_mtime < oldest:
            with suppress(OSError):
                path.unlink()


def size() -> int:
    """Return the size of all files together in bytes."""
    return sum(status.st_size for _, status in _our_files())


def clear() -> None:
    """Delete all files; raise OSError if a file cannot be deleted."""
    for path, _ in list(_our_files()):
        path.unlink(missing_ok=True)
