"""Atomic writing of files, and the encodings in which other programs write text."""

from __future__ import annotations

import codecs
import errno
import os
import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path
from typing import IO, Any

from cpgen.errors import CpgenError, InputError, WritingError
from cpgen.limits import MOST_KEY_PARTS
from cpgen.messages import printable

try:
    import fcntl
except ImportError:  # on Windows
    fcntl = None  # type: ignore[assignment]

UTF_8 = "utf-8-sig"
"""UTF-8, with or without a byte order mark"""
ZIP = b"PK\x03\x04"
"""First bytes of a zip file"""
COLLECTION = b"SQLite format 3\0"
"""First bytes of the file of a collection, an SQLite database"""
DECLARATION = 200
"""Number of bytes from the start of a text that are enough to detect its encoding"""
CONTROL_BYTES = bytes(code for code in range(32) if chr(code) not in "\t\n\v\f\r\x1a\x1b")
"""Control characters that do not occur in text"""
XML_ENCODING = re.compile(rb"""<\?xml[^>]{1,100}?\sencoding\s*=\s*["']([\w.-]{1,40})["']""")


def encoding_of(begin: bytes) -> str:
    """Detect the encoding of a text from its first `DECLARATION` bytes; UTF-8 is the default.

    UTF-16 is recognised by its byte order mark (PowerShell writes one) or by a two-byte `<`; other encodings by an XML
    declaration.
    """
    if begin.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if begin.startswith((b"<\0", b"\0<")):
        return "utf-16-le" if begin[0] else "utf-16-be"
    declared = XML_ENCODING.match(begin)
    return _known_encoding(declared[1].decode("ascii")) if declared else UTF_8


def _known_encoding(name: str) -> str:
    """Return the declared encoding, or UTF-8 if it is unknown or could not have encoded the declaration itself."""
    try:
        return name if "<?xml".encode(name) == b"<?xml" else UTF_8
    except (LookupError, ValueError):
        return UTF_8


def is_text(begin: bytes) -> bool:
    """Return True if the bytes can be the beginning of a text, even a damaged one, or of a zip file."""
    if begin.startswith(ZIP) or encoding_of(begin[:DECLARATION]) != UTF_8:
        return True
    text = begin.translate(None, CONTROL_BYTES).decode("utf-8", "ignore").encode()
    return len(text) * 10 >= len(begin) * 9  # at most a tenth may be damaged


def decoded(content: bytes) -> str:
    """Decode the content of a text file in its detected encoding; raise UnicodeDecodeError if that fails."""
    return content.decode(encoding_of(content[:DECLARATION]))


QUOTED = re.compile(r"""\"[^"\n]*\"|'[^'\n]*'""")
"""Regular expression of a quoted text in TOML"""
LONG_KEY = re.compile(rf"(?:\.[ \t]*[\w-]+[ \t]*){{{MOST_KEY_PARTS}}}")
"""Dotted key with too many parts, after quoted texts have been replaced by words"""


def parse_toml(text: str) -> dict[str, Any]:
    """Parse TOML; raise ValueError or RecursionError if it is wrong or has a key of too many parts."""
    if LONG_KEY.search(QUOTED.sub("q", text)):
        raise ValueError(f"A key has more than {MOST_KEY_PARTS} parts")
    return tomllib.loads(text)


SURROGATE = re.compile("[\ud800-\udfff]")
"""Surrogates: halves of characters beyond 16 bits, or bytes that are not UTF-8; no text file can hold them"""
WRONG_NAME = (errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG, errno.ELOOP, errno.EINVAL)
"""Error numbers that are caused by the name of a file; all others come from the disk or its permissions"""


DEVICE = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *([.:].*)?", re.IGNORECASE)
"""Names of devices on Windows, in any case and with any extension; what is written to such a file goes to the device"""


def require_no_device(name: str, is_windows: bool = os.name == "nt") -> None:
    """Raise InputError if a file of this name would be a device on Windows."""
    if is_windows and DEVICE.fullmatch(re.split(r"[/\\]", name)[-1]):
        raise InputError(f"{printable(name)} is the name of a device on Windows; choose another name for the file.")


def write_whole(name: str, content: bytes) -> None:
    """Write or replace a file atomically; devices such as /dev/stdout are written to directly.

    Raises:
        CpgenError: The file cannot be written (see `not_written`).
    """
    require_no_device(name)
    try:
        path = Path(name).resolve()
        if path.is_dir():
            raise InputError(f"{printable(name)} is a folder; give the name of a file in it.")
        if path.exists() and not path.is_file():
            path.write_bytes(content)
            return
        with replacing(path) as file:
            file.write(content)
    except (OSError, ValueError, RuntimeError) as error:
        raise not_written(name, error) from error


def not_written(name: str, error: Exception) -> CpgenError:
    """Return an error for a file that cannot be written: InputError if its name is wrong, else WritingError."""
    why = (error.strerror if isinstance(error, OSError) else None) or str(error)
    error_class = WritingError if isinstance(error, OSError) and error.errno not in WRONG_NAME else InputError
    return error_class(f"The file {printable(name)} cannot be written: {why}.")


@contextmanager
def replacing(path: Path, key: str = "") -> Iterator[IO[bytes]]:
    """Open a temporary file next to `path`, which replaces it if the block succeeds and is deleted otherwise.

    With a key, the temporary file is kept if the block fails, unless it is empty. It is opened for reading and writing,
    and has the content of the last block that failed with the same path and key.

    Raises:
        OSError: The file cannot be written, or another process is writing it with the same key.
    """
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, "Permission denied")
    part = path.with_name(f".{path.name[:100]}.{key or os.getpid()}.part")
    _remove_leftovers(path, key)
    stream = _open_locked(part, is_shared=bool(key))
    replaced = False
    try:
        with stream as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            part.chmod(path.stat().st_mode & 0o777)
        part.replace(path)
        replaced = True
    finally:
        if not replaced and not (key and part.exists() and part.stat().st_size):
            part.unlink(missing_ok=True)


def _open_locked(path: Path, is_shared: bool) -> IO[bytes]:
    """Create a file and lock it until it is closed or the process ends; a shared one may exist already."""
    while True:
        file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b") if is_shared else path.open("xb")
        if fcntl:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | (fcntl.LOCK_NB if is_shared else 0))
            except BlockingIOError:
                file.close()
                raise BlockingIOError(errno.EAGAIN, "another process is writing it") from None
            except OSError:
                pass  # some network drives have no locks
        if path.exists() and os.path.samestat(os.fstat(file.fileno()), path.stat()):
            return file
        file.close()  # another process removed it as a leftover before it was locked


def _remove_leftovers(path: Path, key: str) -> None:
    """Remove the temporary files of killed processes, which no process has locked, except the one with the key."""
    for left in path.parent.glob(f".{escape(path.name[:100])}.*.part"):
        with suppress(OSError), left.open("rb") as file:
            if fcntl and not (key and left.name.endswith(f".{key}.part")):
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                left.unlink()
