"""Errors: each says in one sentence what is wrong and what would be right."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from cpgen._version import DISTRIBUTION

MANY = 20
"""So many names are not all listed when one of them was probably meant"""


class CpgenError(Exception):
    """A problem in one sentence; `exit_code` is the exit code of the command line."""

    exit_code = 1


class InputError(CpgenError):
    """The input is wrong: the sentence says what, where, and what would be right."""

    exit_code = 2


class WritingError(CpgenError):
    """A file cannot be written though its name is right: the sentence names the file, and says why."""


class NotFoundError(CpgenError):
    """Nothing was found within the budget: the sentence says what was tried."""

    exit_code = 3


class ImpossibleError(CpgenError):
    """The request cannot be met: the sentence says why; `marked` are the cells of the board that it speaks of."""

    exit_code = 4

    def __init__(self, sentence: str, marked: Iterable[int] = ()) -> None:
        super().__init__(sentence)
        self.marked = tuple(marked)


class CpgenWarning(UserWarning):
    """Something to know about what was made, in one sentence."""


class NearestWarning(CpgenWarning):
    """What was asked for cannot be, and the nearest that can be was taken: the sentence says why, and what."""


class DrawingsWarning(CpgenWarning):
    """Drawings were left out of a puzzle, and may be rules; `drawings` says how many of each kind."""

    def __init__(self, drawings: Mapping[str, int]) -> None:
        super().__init__(f"What was drawn may be rules, and is left out: {counts(drawings)}.")
        self.drawings = drawings


def needs_extra(what: str, extra: str) -> InputError:
    """The error for `what` needs a package of an extra that is not installed, with the command that installs it."""
    return InputError(f"{what}; install it with `{_install_command(extra)}`.")


def _install_command(extra: str) -> str:
    """In a clone, what installs an extra for the Python that runs; elsewhere, what installs it from PyPI."""
    root = Path(__file__).parent.parent
    if not ((root / "pyproject.toml").is_file() and (root / "scripts" / "environment").is_file()):
        return f"pip install '{DISTRIBUTION}[{extra}]'"
    python, clone = (_from_here(Path(path)) for path in (sys.executable, root))
    return f"{shlex.quote(python)} -m pip install -e {shlex.quote(f'{clone}[{extra}]')}"


def _from_here(path: Path) -> str:
    """The path from the folder where one is, or the whole path when it is not below that."""
    here = path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def shown(text: str, most: int = 40) -> str:
    """The text in quotes, cut short when it is long.

    >>> shown("x" * 1000, 5)
    "'xxxxx…'"
    """
    return repr(text if len(text) <= most else text[:most] + "…")


def counted(number: int, noun: str) -> str:
    """The number with its noun, as in `1 cell` or `9 cells`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def counts(numbers: Mapping[str, int]) -> str:
    """Numbers with their nouns, as in `1 cage, 2 lines and 3 texts`."""
    *others, last = [counted(number, noun) for noun, number in sorted(numbers.items())]
    return f"{', '.join(others)} and {last}" if others else last


def nearest(word: str, names: list[str] | tuple[str, ...]) -> str:
    """The name that is spelled most nearly as the word, empty when none is near; of two letters, one may be wrong.

    >>> nearest("expret", ["beginner", "expert"]), nearest("初扱", ["初級", "中級"])
    ('expert', '初級')
    """
    from difflib import get_close_matches

    cutoff = 0.6 if len(word) > 2 else 0.5
    return next(iter(get_close_matches(word[:100].lower(), names, n=1, cutoff=cutoff)), "")


def one_of(names: list[str] | tuple[str, ...], word: str, what: str) -> InputError:
    """The error for an unknown `word` where one of `names` was expected, with the nearest name suggested.

    All names are listed unless there are many and one is near.
    """
    near = nearest(word, names)
    meant = f" Did you mean {near!r}?" if near else ""
    known = "" if near and len(names) > MANY else f" Known: {', '.join(names)}."
    return InputError(f"{shown(word)} is not {what}.{meant}{known}")
