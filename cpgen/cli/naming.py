"""Command-line words that are the name of a file, of a shipped pattern or layout, or a literal value."""

from __future__ import annotations

import errno
import re
from collections.abc import Callable
from pathlib import Path

from cpgen import api
from cpgen.errors import InputError
from cpgen.files import decoded
from cpgen.library import layout_named, pattern_named
from cpgen.limits import LARGEST_SETTINGS
from cpgen.messages import printable, shown
from cpgen.resources import names
from cpgen.suggestions import one_of

FILE_NAME = re.compile(r".{1,200}\.[a-z]{2,10}", re.IGNORECASE)
"""A word that looks like the name of a file; a drawn board may look like one, too"""
READERS: dict[str, Callable[[str], object]] = {"patterns": pattern_named, "layouts": layout_named}


def spelled(folder: str, word: str) -> str:
    """Return the text that a word of the command line stands for: that of the file with this name, or the word.

    Args:
        folder: A folder of `models/`, such as `patterns`; its shipped names take precedence over files.
        word: A shipped name, the name of a file, or a drawing.

    Raises:
        InputError: The word can only be the name of a file, and the file is missing or empty.
    """
    text = None if word in names(folder) else text_of_file(word)
    if text is None and FILE_NAME.fullmatch(word) and folder in READERS:
        try:
            READERS[folder](word)
        except InputError:
            raise no_such_file(word) from None
    if text is not None and not text.strip():
        raise InputError(f"There is nothing in the file {printable(word)}.")
    return as_text(word) if text is None else text


def as_text(word: str) -> str:
    """Decode a word of the command line as UTF-8 if Python, in another locale, could not decode it.

    Python then has surrogates in place of its bytes, with which only files can be found.
    """
    try:
        return word.encode("utf-8", "surrogateescape").decode()
    except UnicodeError:
        return word


def no_such_file(name: str) -> InputError:
    """Return the error for a missing file, which says so if the name is a puzzle."""
    try:
        api.as_puzzle(name)
    except InputError:
        return InputError(f"No such file: {printable(name)}.")
    return InputError(f"{shown(name)} is a puzzle, but a file of puzzles is expected; give one, or - and pipe it in.")


def text_of_file(name: str) -> str | None:
    """Return the text of a file, None if there is no such file; raise InputError if it cannot be read."""
    try:
        path = Path(name)
        if not name or not path.exists():
            return None
        if path.is_dir():
            raise InputError(f"{printable(name)} is a folder; give a file.")
        with path.open("rb") as file:
            content = file.read(LARGEST_SETTINGS + 1)
        if len(content) > LARGEST_SETTINGS:
            raise InputError(
                f"The file {printable(name)} is larger than {LARGEST_SETTINGS:,} bytes; it is no file for an option."
            )
        return decoded(content)
    except UnicodeDecodeError as error:
        raise InputError(f"The file {printable(name)} is not text in UTF-8 or UTF-16.") from error
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:  # a drawing
            return None
        raise InputError(f"The file {printable(name)} cannot be read: {error.strerror}.") from error


def names_of(folder: str, name: str) -> list[str]:
    """Return the names of all files in a folder of `models/`, or only `name`; raise InputError if it is unknown."""
    known = names(folder)
    if name and name not in known:
        raise one_of(known, name, f"among the shipped {folder}")
    return [name] if name else known
