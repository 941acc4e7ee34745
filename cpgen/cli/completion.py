"""Which words can stand after an option? The values that the Tab key completes.

The rooms that know the words take long to import; names that are no files are written down here, and
`tests/cli/test_completing.py` holds them to those of the rooms.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from copy import copy
from typing import Annotated, Any

import typer

from cpgen import shipped

ASKED = any(name.startswith("_") and name.endswith("_COMPLETE") for name in os.environ)
"""Whether a shell started this to complete a line; typer takes its time for parameters that have words"""


SYMMETRIES = (
    "full",
    "rot90",
    "mirrors",
    "diagonals",
    "rot180",
    "left-right",
    "top-bottom",
    "diagonal",
    "antidiagonal",
    "none",
)


GENERATION = ("sample", "zama", "zama-open", "kamio")


REPLACEMENT = ("anneal", "zama", "zama-open", "kamio")


WAYS = ("single", "orbits", "two-stage", "balanced", "centre")


SOURCES = ("shift", "shuffle", "oracle")


UP_TO = ("nothing", "rotation", "symmetry")


Words = Callable[[], Iterable[str]]


def patterns() -> list[str]:
    """The shipped patterns."""
    return shipped.names("patterns")


def layouts() -> list[str]:
    """The shipped layouts."""
    return shipped.names("layouts")


def models() -> list[str]:
    """The shipped grade models."""
    return shipped.names("difficulty")


def grades() -> list[str]:
    """The grades of the shipped models, in English and Japanese, and those that every model has."""
    found = [(grade["name"], grade["japanese"]) for data in _models() for grade in data.get("grade", ())]
    return [*dict.fromkeys(word for names in found for word in names), "any", "不問"]


def rules() -> list[str]:
    """The rules of the shipped ladders."""
    return list(dict.fromkeys(rule for data in _models() for rule in data.get("ladder", ())))


def _models() -> list[dict[str, Any]]:
    import tomllib

    return [tomllib.loads(shipped.text("difficulty", name)) for name in models()]


def oracles() -> list[str]:
    """The oracles, whether they can be used here or not."""
    from cpgen.oracles import ORACLES

    return list(ORACLES)


def formats() -> list[str]:
    """The formats of files."""
    from cpgen.formats.table import FORMATS

    return [one.name for one in FORMATS]


def languages() -> tuple[str, ...]:
    """The languages."""
    from cpgen.words import LANGUAGES

    return LANGUAGES


def themes() -> list[str]:
    """The themes."""
    from cpgen.render.colours import AUTO, THEMES

    return [*THEMES, AUTO]


WORDS: dict[str, Words] = {
    "boards": lambda: ("all", "corners-apart", *layouts()),
    "boards check board": layouts,
    "collection export to": lambda: (*formats(), "parquet"),
    "dig check": lambda: ("unique", "ladder:", "direct"),
    "dig way": lambda: WAYS,
    "generate grade": lambda: (*grades(), "hardest"),
    "generation": lambda: GENERATION,
    "grade": grades,
    "grades name": models,
    "keep": patterns,
    "lang": languages,
    "layouts name": layouts,
    "model": models,
    "needs": rules,
    "oracle": oracles,
    "paper-size": lambda: ("a4", "letter"),
    "pattern": patterns,
    "patterns check": patterns,
    "patterns name": patterns,
    "regions": layouts,
    "replacement": lambda: REPLACEMENT,
    "source": lambda: SOURCES,
    "symmetry": lambda: SYMMETRIES,
    "theme": themes,
    "to": formats,
    "up-to": lambda: UP_TO,
    "without": rules,
}
"""The words for a parameter, of one command where its path stands before it"""


def with_words(name: str, hint: Any) -> Any:
    """The annotation of a command's parameter with its words, if it has any and the Tab key is what asks."""
    dashed = name.replace("_", "-")
    if not ASKED or not any(key.split()[-1] == dashed for key in WORDS):
        return hint

    def complete(context: typer.Context, incomplete: str) -> list[str]:
        return words(dashed, context, incomplete)

    told = copy(hint.__metadata__[0])
    told.autocompletion = complete
    return Annotated[hint.__origin__, told]


def words(name: str, context: typer.Context, incomplete: str) -> list[str]:
    """The words for a parameter that begin as the incomplete one does; an oracle's may stand after a plus."""
    path = " ".join(context.command_path.split()[1:])
    found = WORDS.get(f"{path} {name}") or WORDS.get(name) or tuple
    before = incomplete[: incomplete.rfind("+") + 1] if name == "oracle" else ""
    return [before + word for word in found() if (before + word).startswith(incomplete)]
