"""What comes with cpgen: the texts in `models/`, by kind and name."""

from __future__ import annotations

from pathlib import Path

from cpgen.errors import one_of


def folder() -> Path:
    """The folder of the shipped models: inside the package in a wheel, beside it in a checkout."""
    inside = Path(__file__).parent / "models"
    return inside if inside.is_dir() else Path(__file__).parent.parent / "models"


def names(kind: str) -> list[str]:
    """The names of what is shipped of a kind (`patterns`, `layouts`, `difficulty`, …), sorted."""
    return sorted(path.stem for path in _files(kind))


def text(kind: str, name: str) -> str:
    """The text of what is shipped as `name`, with its ending or without; raises InputError naming those that exist."""
    for path in _files(kind):
        if name in (path.stem, path.name):
            return path.read_text(encoding="utf-8")
    raise one_of(names(kind), name, f"among the shipped {kind}")


def _files(kind: str) -> list[Path]:
    return [path for path in (folder() / kind).glob("*.*") if path.is_file() and not path.name.startswith(".")]


def description(text: str, language: str = "en") -> str:
    """What a shipped text is, as its first comment says, or, in another language, the comment that begins with it.

    Where there is none in that language, it is said in English.

    >>> description("# A ring.\\n# ja: 輪。\\n.x.", "ja")
    '輪。'
    """
    begin = "# " if language == "en" else f"# {language}: "
    said = (row.removeprefix(begin).rstrip() for row in text.splitlines() if row.startswith(begin))
    return next(said, "" if language == "en" else description(text))
