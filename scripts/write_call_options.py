"""Writes cpgen/call_options.py: the options of the calls in `cpgen.api` as types, from the fields of their requests."""

from collections.abc import Iterator
from pathlib import Path
from textwrap import fill
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from cpgen.board_spec import BoardSpec
from cpgen.boards.set_request import SetSpec
from cpgen.digging.dig_spec import DigSpec
from cpgen.digging.drop_request import DropRequest
from cpgen.formats import ReadingRequest, WritingRequest
from cpgen.generation.practice import PracticeSpec
from cpgen.render.render_requests import BookSettings, PictureRequest, Wording
from cpgen.requests.generate_spec import GenerateSpec
from cpgen.requests.puzzle_spec import PuzzleSpec
from cpgen.schema import Field, Record, fields

FILE = Path(__file__).parent.parent / "cpgen" / "call_options.py"
HEAD = '''"""The options of the calls in `cpgen.api` as types, written by `scripts/write_call_options`.

Each option is a field of the request of the call, which checks its value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
{imports}


class LongCallOptions(TypedDict, total=False):
    """Options of every call that may take long.

    seed: A whole number from 0; None for a random one, found on the results.
    budget: Seconds for the whole call; 60 by default.
    progress: A function that is called about ten times per second.
    stop: A function that ends the call by returning True.
    """

    seed: int | None
    budget: float
    progress: Callable[[Progress], object] | None
    stop: Callable[[], bool] | None
'''
More = tuple[tuple[str, str, str], ...]
EXCLUDE = (
    "exclude",
    "Iterable[Any]",
    "Puzzles in any form, or texts of puzzles; no puzzle that is equivalent to one of them is made.",
)
BETTER = (
    "better",
    "Callable[[Dug], object] | None",
    "A function that is called with each better puzzle while few clues are searched for.",
)
SEED = ("seed", "int | None", "A whole number from 0; None for a random one, found on the results.")
CALLS: tuple[tuple[str, type[Record], str, tuple[str, ...], More], ...] = (
    ("BoardOptions", BoardSpec, "TypedDict", (), ()),
    ("NewPuzzleOptions", PuzzleSpec, "BoardOptions, LongCallOptions", ("grade",), ()),
    ("SearchOptions", GenerateSpec, "NewPuzzleOptions", ("pattern", "grade"), ()),
    ("GenerateOptions", GenerateSpec, "SearchOptions", ("pattern", "grade"), (EXCLUDE,)),
    ("PracticeOptions", PracticeSpec, "SearchOptions", ("technique",), ()),
    ("DigOptions", DigSpec, "NewPuzzleOptions", (), (BETTER,)),
    ("DropOptions", DropRequest, "LongCallOptions", ("drop",), ()),
    ("SetOptions", SetSpec, "TypedDict", (), (SEED,)),
    ("WordingOptions", Wording, "TypedDict", (), ()),
    ("PictureOptions", PictureRequest, "TypedDict", (), ()),
    ("BookOptions", BookSettings, "TypedDict", (), ()),
    ("ReadingOptions", ReadingRequest, "BoardOptions", (), ()),
    ("WritingOptions", WritingRequest, "TypedDict", (), ()),
)
"""Name of each type, the request, the bases, the fields that are arguments of their own, and further options

A further option has a name, a type and a text.
"""
OTHERS = {"Progress": "cpgen.requests.results", "Dug": "cpgen.digging.dig_request"}
"""Names in the texts above, with their modules"""


def text() -> str:
    """Return the text of the file."""
    names = dict(OTHERS)
    classes = [_class(*call, names) for call in CALLS]
    modules = sorted(set(names.values()))
    imports = (f"    from {one} import {', '.join(sorted(n for n in names if names[n] == one))}" for one in modules)
    return HEAD.replace("{imports}", "\n".join(imports)) + "".join(classes)


def _class(
    name: str, request: type[Record], bases: str, left_out: tuple[str, ...], more: More, names: dict[str, str]
) -> str:
    inherited = [(other, gone) for call, other, _, gone, _ in CALLS if call in bases.split(", ")]
    known = {*left_out, *(one.name for other, gone in inherited for one in fields(other) if one.name not in gone)}
    listed = [
        (one.name, " | ".join(dict.fromkeys(_types(one, names))), one.help)
        for one in fields(request)
        if one.name not in known
    ]
    listed += more
    help_ = (
        fill(f"{option}: {text}", 120, initial_indent="    ", subsequent_indent="        ", break_long_words=False)
        for option, _, text in listed
    )
    about = f"Keyword arguments of calls of `cpgen.api` that are fields of `{request.__name__}`."
    head = f'class {name}({bases}, total=False):\n    """{about}'
    types = "".join(f"    {option}: {hint}\n" for option, hint, _ in listed)
    return f'\n\n{head}\n\n{chr(10).join(help_)}\n    """\n\n{types}' if listed else f'\n\n{head}"""\n'


def _types(one: Field, names: dict[str, str]) -> Iterator[str]:
    """Yield the types that a field accepts, and note the modules of their names."""
    yield from _written(one.accepts, names)
    if one.reader:
        yield from _written(get_type_hints(one.reader)["return"], names)
    if one.default is None:
        yield "None"


def _written(hint: Any, names: dict[str, str]) -> Iterator[str]:
    """Yield the parts of a type as text, without bounds; any sequence stands for a tuple of any length, or a list."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        yield from _written(parts[0], names)
    elif origin in (Union, UnionType):
        for part in parts:
            yield from _written(part, names)
    elif origin is list or (origin is tuple and ... in parts):
        yield f"Sequence[{' | '.join(_written(parts[0], names))}]"
    elif origin is tuple:
        yield f"tuple[{', '.join(' | '.join(_written(part, names)) for part in parts)}]"
    elif hint is NoneType:
        yield "None"
    else:
        if hint.__module__ != "builtins":
            names[hint.__name__] = hint.__module__
        yield hint.__name__


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
