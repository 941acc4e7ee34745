"""Files that appear whole or not at all, and texts of files in the encodings of other programs."""

from __future__ import annotations

import codecs
import errno
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path
from typing import IO

from cpgen.errors import CpgenError, InputError, WritingError

try:
    import fcntl
except ImportError:  # on Windows
    fcntl = None  # type: ignore[assignment]

UTF_8 = "utf-8-sig"
"""UTF-8, with a byte order mark or without"""
ZIP = b"PK\x03\x04"
"""How a zip file begins"""
DECLARATION = 200
"""So many bytes tell the encoding of a text"""
NO_SIGNS = bytes(code for code in range(32) if chr(code) not in "\t\n\v\f\r\x1a\x1b")
"""Control characters that no text has"""
DECLARED = re.compile(rb"""<\?xml[^>]{1,100}?\sencoding\s*=\s*["']([\w.-]{1,40})["']""")


def encoding_of(begin: bytes) -> str:
    """The encoding of a text that begins with these bytes (DECLARATION of them): UTF-8, unless it says another.

    UTF-16 has its mark, as PowerShell writes it; XML declares what it is in, or begins with `<` in two bytes.
    """
    if begin.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if begin.startswith((b"<\0", b"\0<")):
        return "utf-16-le" if begin[0] else "utf-16-be"
    declared = DECLARED.match(begin)
    return _known(declared[1].decode("ascii")) if declared else UTF_8


def _known(name: str) -> str:
    """The encoding of this name, UTF-8 if there is none, or if it is not one of texts that begin in ASCII."""
    try:
        return name if "<?xml".encode(name) == b"<?xml" else UTF_8
    except (LookupError, ValueError):
        return UTF_8


def is_text(begin: bytes) -> bool:
    """Whether bytes begin a text, of which some may be damaged, or a zip file, which may hold one."""
    if begin.startswith(ZIP) or encoding_of(begin[:DECLARATION]) != UTF_8:
        return True
    text = begin.translate(None, NO_SIGNS).decode("utf-8", "ignore").encode()
    return len(text) * 10 >= len(begin) * 9


def decoded(content: bytes) -> str:
    """The text of a file in the encoding that it begins in; raises UnicodeDecodeError."""
    return content.decode(encoding_of(content[:DECLARATION]))


WRONG_NAME = (errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG, errno.ELOOP, errno.EINVAL)
"""Errors that another name would avoid; all others are about a disk, or what is allowed there"""


def write_whole(name: str, content: bytes) -> None:
    """Writes a file, in the place of one that is there; raises the error of `not_written` when that cannot be.

    The content goes to a file beside it first, which then takes its name. What is no file at all, as /dev/stdout,
    is written to directly.
    """
    try:
        path = Path(name).resolve()
        if path.is_dir():
            raise InputError(f"{name} is a folder; give the name of a file in it.")
        if path.exists() and not path.is_file():
            path.write_bytes(content)
            return
        with replacing(path) as file:
            file.write(content)
    except (OSError, ValueError, RuntimeError) as error:
        raise not_written(name, error) from error


def not_written(name: str, error: Exception) -> CpgenError:
    """The error for a file that cannot be written: InputError when its name is wrong, else WritingError."""
    why = (error.strerror if isinstance(error, OSError) else None) or str(error)
    kind = WritingError if isinstance(error, OSError) and error.errno not in WRONG_NAME else InputError
    return kind(f"The file {name} cannot be written: {why}.")


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A stream to a file that takes the path's name when all went well, and is gone otherwise; raises OSError."""
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, "Permission denied")
    _remove_leftovers(path)
    beside = path.with_name(f".{path.name[:100]}.{os.getpid()}.part")
    stream = _locked(beside)
    try:
        with stream as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            beside.chmod(path.stat().st_mode & 0o777)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def _locked(path: Path) -> IO[bytes]:
    """A new file that is locked as long as it is open, at the longest as long as its process lives."""
    while True:
        file = path.open("xb")
        if fcntl:
            with suppress(OSError):  # some network drives have no locks
                fcntl.flock(file, fcntl.LOCK_EX)
        if path.exists() and os.path.samestat(os.fstat(file.fileno()), path.stat()):
            return file
        file.close()  # it was taken for a leftover before it was locked


def _remove_leftovers(path: Path) -> None:
    """Removes what processes that were killed have left beside a path: the files that nobody has locked."""
    for left in path.parent.glob(f".{escape(path.name[:100])}.*.part"):
        with suppress(OSError), left.open("rb") as file:
            if fcntl:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                left.unlink()
