"""The values of options that the Tab key completes.

The rooms that know the values take long to import; names that are not files are repeated here, and
`tests/cli/test_completion.py` compares them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from copy import copy
from typing import Annotated, Any

import typer

from cpgen import api

COMPLETING = any(name.startswith("_") and name.endswith("_COMPLETE") for name in os.environ)
"""Whether a shell wants a line to be completed; otherwise typer would spend time on the words in vain"""


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
    return api.shipped_names("patterns")


def layouts() -> list[str]:
    """The shipped layouts."""
    return api.shipped_names("layouts")


def models() -> list[str]:
    """The shipped grade models."""
    return api.shipped_names("difficulty")


def grades() -> list[str]:
    """The grades of the shipped models, in English and Japanese, and `any`."""
    found = [(grade["name"], grade["japanese"]) for data in _models() for grade in data.get("grade", ())]
    return [*dict.fromkeys(word for names in found for word in names), "any", "不問"]


def rules() -> list[str]:
    """The rules of the shipped ladders."""
    return list(dict.fromkeys(rule for data in _models() for rule in data.get("ladder", ())))


def _models() -> list[dict[str, Any]]:
    import tomllib

    return [tomllib.loads(api.shipped_text("difficulty", name)) for name in models()]


def oracles() -> list[str]:
    """The oracles, installed or not."""
    return list(api.ORACLES)


def formats() -> list[str]:
    """The file formats."""
    return [one.name for one in api.FORMATS]


def languages() -> tuple[str, ...]:
    """The languages."""
    return api.LANGUAGES


def themes() -> list[str]:
    """The themes."""
    return [*api.THEMES, api.AUTO]


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
"""The words for a parameter; those for one command only have its path in front"""


def with_words(name: str, hint: Any) -> Any:
    """The annotation of a parameter, with its words if a shell completes a line."""
    dashed = name.replace("_", "-")
    if not COMPLETING or not any(key.split()[-1] == dashed for key in WORDS):
        return hint

    def complete(context: typer.Context, incomplete: str) -> list[str]:
        return words(dashed, context, incomplete)

    option = copy(hint.__metadata__[0])
    option.autocompletion = complete
    return Annotated[hint.__origin__, option]


def words(name: str, context: typer.Context, incomplete: str) -> list[str]:
    """The words for a parameter that complete the incomplete one; an oracle may follow a plus."""
    path = " ".join(context.command_path.split()[1:])
    found = WORDS.get(f"{path} {name}") or WORDS.get(name) or tuple
    before = incomplete[: incomplete.rfind("+") + 1] if name == "oracle" else ""
    return [before + word for word in found() if (before + word).startswith(incomplete)]
