"""What a word on the command line names: something shipped, a file, or nothing but itself."""

from __future__ import annotations

import errno
from pathlib import Path

from cpgen import api
from cpgen.errors import InputError, one_of


def spelled(kind: str, word: str) -> str:
    """The text of the file with that name; the word itself when it is a shipped name or there is no such file."""
    text = None if word in api.shipped_names(kind) else text_of_file(word)
    if text is not None and not text.strip():
        raise InputError(f"There is nothing in the file {word}.")
    return word if text is None else text


def text_of_file(name: str) -> str | None:
    """The text of the file with that name, None when there is none; raises InputError when it cannot be read."""
    try:
        path = Path(name)
        if not name or not path.exists():
            return None
        if path.is_dir():
            raise InputError(f"{name} is a folder; give a file.")
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"The file {name} is not UTF-8 text.") from error
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:  # a drawing, then
            return None
        raise InputError(f"The file {name} cannot be read: {error.strerror}.") from error


def names_of(kind: str, name: str) -> list[str]:
    """All shipped names of a kind, or only the given one; raises InputError for an unknown one."""
    names = api.shipped_names(kind)
    if name and name not in names:
        raise one_of(names, name, f"among the shipped {'grade models' if kind == 'difficulty' else kind}")
    return [name] if name else names
