"""Files shipped with cpgen in `models/`, by folder and name."""

from __future__ import annotations

from pathlib import Path

from cpgen.paths import models_folder
from cpgen.suggestions import one_of


def names(folder: str) -> list[str]:
    """Return the sorted names of the shipped files in a folder (`patterns`, `layouts`, `difficulty`, …)."""
    return sorted(path.stem for path in _files(folder))


def text(folder: str, name: str) -> str:
    """Return the text of a shipped file, named with or without its extension; raise InputError if there is none."""
    for path in _files(folder):
        if name in (path.stem, path.name):
            return path.read_text(encoding="utf-8")
    raise one_of(names(folder), name, f"among the shipped {folder}")


def _files(folder: str) -> list[Path]:
    return [path for path in (models_folder() / folder).glob("*.*") if path.is_file() and not path.name.startswith(".")]


def description(text: str, language: str = "en") -> str:
    """Return the description of a shipped text: its first comment, or the first one marked with another language.

    Without a comment in that language, return the English one.

    >>> description("# A ring.\\n# ja: 輪。\\n.x.", "ja")
    '輪。'
    """
    start = "# " if language == "en" else f"# {language}: "
    found = (row.removeprefix(start).rstrip() for row in text.splitlines() if row.startswith(start))
    return next(found, "" if language == "en" else description(text))
