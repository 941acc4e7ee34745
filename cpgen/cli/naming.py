"""What a word on the command line names: something shipped, a file, or nothing but itself."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import TYPE_CHECKING

from cpgen.errors import InputError, one_of

if TYPE_CHECKING:
    from cpgen.difficulty import GradeModel
    from cpgen.layout import Layout


def spelled(kind: str, word: str) -> str:
    """The text of the file with that name; the word itself when it is a shipped name or there is no such file."""
    from cpgen import shipped

    text = None if word in shipped.names(kind) else text_of_file(word)
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


def grades_of(model: str | None, layout: Layout) -> GradeModel:
    """The grade model of that name or in that file, else the one of the layout."""
    from cpgen.difficulty import model_for

    return model_named(model) or model_for(layout)


def model_named(model: str | None) -> GradeModel | None:
    """The grade model of that name or in that file, None without a name."""
    from cpgen import difficulty

    return difficulty.model_named(model) if model else None


def names_of(kind: str, name: str) -> list[str]:
    """All shipped names of a kind, or only the given one; raises InputError for an unknown one."""
    from cpgen import shipped

    names = shipped.names(kind)
    if name and name not in names:
        raise one_of(names, name, f"among the shipped {'grade models' if kind == 'difficulty' else kind}")
    return [name] if name else names
