"""The values of options that the Tab key completes.

Most come from the fields of the requests; the table has the others. Rooms that take long to import are imported
only for a value that they know.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from copy import copy
from typing import Annotated, Any

import typer

from cpgen import api
from cpgen.schema import fields

COMPLETING = any(name.startswith("_") and name.endswith("_COMPLETE") for name in os.environ)
"""Whether a shell wants a line to be completed; otherwise typer need not spend time on the words"""


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


def ladders() -> list[str]:
    """The shipped ladders."""
    return api.shipped_names("ladders")


def grades() -> list[str]:
    """The grades of the shipped models and the level names of the ladders, in English and Japanese, and `any`."""
    named = [grade for data in _shipped("difficulty") for grade in data.get("grade", ())] + _levels()
    found = [(one["name"], one["japanese"]) for one in named]
    return [*dict.fromkeys(word for names in found for word in names), "any", "不問"]


def rules() -> list[str]:
    """The rules of the shipped ladders."""
    return list(dict.fromkeys(rung["technique"] for data in _shipped("ladders") for rung in data["rungs"]))


def level_names() -> list[str]:
    """The level names of the shipped ladders."""
    return list(dict.fromkeys(level["name"] for level in _levels()))


def _levels() -> list[dict[str, Any]]:
    return [level for data in _shipped("ladders") for level in data["levels"]]


def _shipped(kind: str) -> list[dict[str, Any]]:
    import tomllib

    return [tomllib.loads(api.shipped_text(kind, name)) for name in api.shipped_names(kind)]


def oracles() -> list[str]:
    """The oracles, installed or not."""
    return list(api.ORACLES)


def formats() -> list[str]:
    """The file formats."""
    return [one.name for one in api.FORMATS]


WORDS: dict[str, Words] = {
    "boards": lambda: ("all", "corners-apart", *layouts()),
    "boards check board": layouts,
    "collection export to": lambda: (*formats(), "parquet"),
    "dig check": lambda: ("unique", "ladder:", "direct"),
    "generate grade": lambda: (*grades(), "hardest"),
    "grade": grades,
    "grades name": lambda: dict.fromkeys([*models(), *ladders()]),
    "ladder": ladders,
    "layouts name": layouts,
    "level-name": level_names,
    "model": models,
    "needs": rules,
    "oracle": oracles,
    "paper-size": lambda: api.PAPER_SIZES,
    "patterns check": patterns,
    "patterns name": patterns,
    "regions": layouts,
    "technique": rules,
    "to": formats,
    "up-to": lambda: api.UP_TO,
    "without": rules,
}
"""The words for a parameter that no field of a request tells; those for one command only have its path in front"""


def words_of_field(name: str) -> list[str]:
    """The words for a field of the requests: the values allowed, or what is shipped of its kind."""
    kinds = (api.Request, api.DigRequest, api.SetRequest, api.BookRequest, api.PictureRequest)
    field = next((one for kind in kinds for one in fields(kind) if one.name == name), None)
    if field is None:
        return []
    folder = field.extra("folder")
    return api.shipped_names(folder) if folder else list(map(str, field.among))


def with_words(name: str, hint: Any) -> Any:
    """The annotation of a parameter, with its words if a shell completes a line."""
    if not COMPLETING:
        return hint

    def complete(context: typer.Context, incomplete: str) -> list[str]:
        return words(name, context, incomplete)

    option = copy(hint.__metadata__[0])
    option.autocompletion = complete
    return Annotated[hint.__origin__, option]


def words(name: str, context: typer.Context, incomplete: str) -> list[str]:
    """The words for a parameter that complete the incomplete one; an oracle may follow a plus."""
    path, dashed = " ".join(context.command_path.split()[1:]), name.replace("_", "-")
    known = WORDS.get(f"{path} {dashed}") or WORDS.get(dashed)
    before = incomplete[: incomplete.rfind("+") + 1] if name == "oracle" else ""
    found = known() if known else words_of_field(name)
    return [before + word for word in found if (before + word).startswith(incomplete)]
