"""What a word on the command line names: something shipped, a file, or nothing but itself."""

from __future__ import annotations

import errno
import re
from collections.abc import Callable
from pathlib import Path

from cpgen import api
from cpgen.errors import InputError, one_of, shown
from cpgen.library import layout_named, pattern_named

FILE_NAME = re.compile(r".{1,200}\.[a-z]{2,10}", re.IGNORECASE)
"""How the name of a file looks; a drawn board may look so, too"""
READERS: dict[str, Callable[[str], object]] = {"patterns": pattern_named, "layouts": layout_named}


def spelled(kind: str, word: str) -> str:
    """The text of the file with that name; the word itself when it is a shipped name or there is no such file.

    Raises InputError when the word can only be the name of a file, and there is none, or nothing in it.
    """
    text = None if word in api.shipped_names(kind) else text_of_file(word)
    if text is None and FILE_NAME.fullmatch(word) and kind in READERS:
        try:
            READERS[kind](word)
        except InputError:
            raise no_such_file(word) from None
    if text is not None and not text.strip():
        raise InputError(f"There is nothing in the file {word}.")
    return word if text is None else text


def no_such_file(name: str) -> InputError:
    """The error for a file that is not there; a puzzle in the place of its name is named with its place."""
    try:
        api.as_puzzle(name)
    except InputError:
        return InputError(f"No such file: {name}.")
    return InputError(f"{shown(name)} is a puzzle, and a file of puzzles is meant; give one, or - and pipe it in.")


def text_of_file(name: str) -> str | None:
    """The text of the file with that name, None when there is none; raises InputError when it cannot be read."""
    try:
        path = Path(name)
        if not name or not path.exists():
            return None
        if path.is_dir():
            raise InputError(f"{name} is a folder; give a file.")
        return api.decoded(path.read_bytes())
    except UnicodeDecodeError as error:
        raise InputError(f"The file {name} is not text in UTF-8 or UTF-16.") from error
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:  # a drawing, then
            return None
        raise InputError(f"The file {name} cannot be read: {error.strerror}.") from error


def names_of(kind: str, name: str) -> list[str]:
    """All shipped names of a kind, or only the given one; raises InputError for an unknown one."""
    names = api.shipped_names(kind)
    if name and name not in names:
        raise one_of(names, name, f"among the shipped {kind}")
    return [name] if name else names
