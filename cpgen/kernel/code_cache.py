"""Machine code kept between processes: one checked file per compiled function and signature.

A file is named after everything that its machine code depends on: the bytecode and constants of the function, the
values of the globals that it reads, the same of every function that it calls, the types of the arguments, the
processor, and the versions of Python, numba, numpy and cpgen. So an edit never leaves stale code, and two versions
never meet.

A file holds the SHA-256 of its payload and the payload, a pickle. Loading a pickle runs code, so the folder is the
user's own: it is below the user's cache folder, and is ignored unless it belongs to the user and nobody else can write
to it. A damaged, missing or unreadable file counts as absent. When nothing can be written, nothing is cached.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from types import CodeType, ModuleType
from typing import Any

import numpy as np

from cpgen._version import __version__
from cpgen.kernel.marks import INLINED, callees_of

SUFFIX = ".code"
DAYS = 30
"""Days after which a file that no process has loaded is deleted"""
_LENGTH = 32
"""Bytes of a SHA-256 digest"""


def folder() -> Path:
    """Return the folder of compiled code, which need not exist."""
    import platformdirs

    return Path(platformdirs.user_cache_path("cpgen", appauthor=False)) / "compiled"


def name_for(function: Callable[..., Any], types: str) -> str:
    """Return the file name for a marked function compiled for arguments of these types."""
    import llvmlite  # type: ignore[import-untyped]
    import numba

    versions = (__version__, numba.__version__, llvmlite.__version__, np.__version__, sys.version_info[:2])
    digest = sha256(repr((versions, _key(function), types)).encode()).hexdigest()
    return f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}-{digest[:24]}{SUFFIX}"


def has_code_of(function: Callable[..., Any]) -> bool:
    """Return True if code of a function is cached, for some version and some types: a guess that is quickly made."""
    prefix = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}-"
    try:
        return any(name.startswith(prefix) for name in os.listdir(folder()))
    except OSError:
        return False


@cache
def _key(function: Callable[..., Any]) -> str:
    """Return a digest of a function, of the globals that it reads, and of the functions that it calls."""
    callees = callees_of(function)
    code = _code_key(function.__code__, function.__doc__)
    parts: list[Any] = [code, function.__defaults__, function in INLINED]
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
    """Return a text that differs for values that compiled code would treat differently."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, ModuleType):
        return value.__name__
    if isinstance(value, type) or callable(value):
        return f"{value.__module__}.{getattr(value, '__qualname__', '')} {getattr(value, '_fields', '')}"
    return repr(value)


def load(name: str) -> bytes | None:
    """Return the payload of a file, or None if it is absent, damaged or not safe to load."""
    if not _is_private():
        return None
    path = folder() / name
    try:
        content = path.read_bytes()
    except OSError:
        return None
    with suppress(OSError):  # a read-only cache serves as well
        os.utime(path)
    digest, payload = content[:_LENGTH], content[_LENGTH:]
    return payload if sha256(payload).digest() == digest else None


def save(name: str, payload: bytes) -> None:
    """Write a file, whole or not at all; do nothing where that is impossible."""
    if not _is_private():
        return
    part = folder() / f"{name}.{os.getpid()}.part"
    try:
        part.write_bytes(sha256(payload).digest() + payload)
        part.replace(folder() / name)
    except OSError:
        with suppress(OSError):
            part.unlink()


@cache
def _is_private() -> bool:
    """Make the folder if there is none; return True if it belongs to the user and nobody else can write to it."""
    if not folder().is_absolute():  # a user without a home folder
        return False
    try:
        folder().mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder().lstat()
    except OSError:
        return False
    if hasattr(os, "getuid") and (found.st_uid != os.getuid() or found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)):
        return False
    _prune()
    return stat.S_ISDIR(found.st_mode)


def _prune() -> None:
    """Delete what no process has used for DAYS days: files of this folder, and folders of cpgen 0.1."""
    oldest = time.time() - DAYS * 86_400
    with suppress(OSError):
        for path in folder().iterdir():
            if path.stat().st_mtime < oldest:
                path.unlink()
        for old in folder().parent.glob("compiled-*"):
            if old.stat().st_mtime < oldest:
                rmtree(old, ignore_errors=True)


def size() -> int:
    """Return the bytes that all files take."""
    try:
        return sum(path.stat().st_size for path in folder().iterdir())
    except OSError:
        return 0


def clear() -> None:
    """Delete all files; other processes may use the folder meanwhile. Raises OSError if a file cannot be deleted."""
    if folder().exists():
        for path in folder().iterdir():
            path.unlink(missing_ok=True)
