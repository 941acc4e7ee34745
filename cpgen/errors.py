"""Errors and warnings: each says in one sentence what is wrong and what would be right.

The sentence is a text, or a `Message`: a key and values from which a sentence is made in any language.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from cpgen._version import DISTRIBUTION
from cpgen.messages import Message, counts


class CpgenError(Exception):
    """Base class of cpgen's errors, each with one sentence; `exit_code` is the exit code of the command line."""

    exit_code = 1

    @property
    def message(self) -> Message | str:
        """The sentence of the error: a message, which can be translated, or a text, which cannot."""
        return self.args[0] if self.args and isinstance(self.args[0], Message) else str(self)


class InputError(CpgenError):
    """Error in the input; the sentence says what is wrong, where, and what would be right."""

    exit_code = 2


class WritingError(CpgenError):
    """Error for a file that cannot be written although its name is valid; the sentence gives the reason."""


class NotFoundError(CpgenError):
    """Error for a search without result within its budget; the sentence says what was tried."""

    exit_code = 3


class ImpossibleError(CpgenError):
    """Error for a request that no puzzle can meet; `marked` are the cells that the sentence mentions."""

    exit_code = 4

    def __init__(self, sentence: Message | str, marked: Iterable[int] = ()) -> None:
        super().__init__(sentence)
        self.marked = tuple(marked)


class CpgenWarning(UserWarning):
    """Base class of cpgen's warnings, each with one sentence."""


class NearestWarning(CpgenWarning):
    """Warning that the nearest possible value replaces an impossible one; the sentence explains both."""


class RepeatWarning(CpgenWarning):
    """Warning that a constraint is listed twice and is used once."""


class DrawingsWarning(CpgenWarning):
    """Warning that drawings, which may be constraints, were ignored, or `kept` as mere decoration.

    `drawings` has their number by kind.
    """

    def __init__(self, drawings: Mapping[str, int], kept: bool = False) -> None:
        done = "Kept without a meaning:" if kept else "Ignored"
        super().__init__(f"{done} {counts(drawings)}, which may be constraints.")
        self.drawings = drawings
        self.kept = kept


class ManySolutionsWarning(CpgenWarning):
    """Warning that a rating assumed one solution of a puzzle that has several."""


@contextmanager
def packages_of(extra: str, what: str) -> Iterator[None]:
    """Convert an ImportError in the block to an InputError that says which extra (group of packages) to install.

    `what` is the beginning of its sentence and names what needs the packages.
    """
    try:
        yield
    except ImportError as error:
        if (error.name or "").partition(".")[0] == "cpgen":
            raise
        raise needs_extra(what, extra) from error


def needs_extra(what: str, extra: str) -> InputError:
    """Return an error for a missing optional package, with the command that installs its extra.

    `what` is the beginning of its sentence, as in `Parquet needs the package pyarrow`.
    """
    return InputError(Message("needs-extra", what=what, command=_install_command(extra)))


def _install_command(extra: str) -> str:
    """Return the command that installs an extra: in a clone for the running Python, elsewhere from PyPI."""
    root = Path(__file__).parent.parent
    if not ((root / "pyproject.toml").is_file() and (root / "scripts" / "environment").is_file()):
        return f"pip install '{DISTRIBUTION}[{extra}]'"
    python, clone = (_from_here(Path(path)) for path in (sys.executable, root))
    return f"{shlex.quote(python)} -m pip install -e {shlex.quote(f'{clone}[{extra}]')}"


def _from_here(path: Path) -> str:
    """Return the path relative to the current folder if it is inside it, else unchanged."""
    here = path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
