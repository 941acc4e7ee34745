"""The options that several commands share, alone and in groups.

A command that takes a record of `cpgen.schema`, or what was given for one (`Given`), gets an option for each of its
fields. A group of other options is a frozen dataclass, which becomes a value of that class (see `command.py`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from inspect import Parameter
from typing import Annotated, Any, Generic, TypeVar

import typer
from msgspec import NODEFAULT

from cpgen import api
from cpgen.cli.naming import FILE_NAME, no_such_file, spelled, text_of_file
from cpgen.errors import InputError, shown
from cpgen.schema import Field, Record, build, fields

R = TypeVar("R", bound=Record)


def not_empty(context: typer.Context, option: typer.CallbackParam, value: Any) -> Any:
    """The value of an option; an empty one (from an unset variable of the shell, say) is refused."""
    source = context.get_parameter_source(option.name or "")
    empty = "" in value if isinstance(value, list) else not value
    if empty and source is not None and source.name == "COMMANDLINE":
        raise typer.BadParameter("has an empty value; give one, or leave the option out.")
    return value


def option(metavar: str, text: str, *names: str, **more: Any) -> Any:
    """An option with a value, which may not be empty."""
    return typer.Option(*names, callback=not_empty, metavar=metavar, help=text, **more)


def field_option(kind: type[Record], name: str) -> Any:
    """The option of a record's field: help, metavar, bounds and short flags are the field's."""
    field = next(one for one in fields(kind) if one.name == name)
    names = (f"--{name.replace('_', '-')}", *(field.extra("flags") or ()))
    if field.kind is bool:
        either = f"{names[0]}/--no-{names[0][2:]}" if field.default else names[0]
        return typer.Option(either, *names[1:], help=field.help)
    if field.kind in (int, float):
        meta = field.meta
        return typer.Option(*names, metavar=field.extra("metavar"), help=field.help, min=meta.ge, max=meta.le)
    file = "|FILE" if field.extra("folder") or field.extra("file") else ""
    return option(f"{field.extra('metavar')}{file}", field.help, *names)


Boxes = Annotated[str | None, option("RxC", "Boxes R high and C wide, as --layout RxC.")]
Latin = Annotated[int | None, option("N", "Rows and columns only, as --layout latin-N.")]
Regions = Annotated[str | None, option("TEXT|FILE|NAME", "The same as --layout.")]
Corners = Annotated[
    str | None, option("A,B,C,D", "The 5×5 board with these corners, see `cpgen pentomino corners`.", "--corners")
]
Diagonals = Annotated[bool, field_option(api.Request, "diagonals")]

Paper = Annotated[bool, typer.Option("--paper", help="The same as --method paper.")]

PatternName = Annotated[str, field_option(api.Request, "pattern")]
Symmetry = Annotated[str, field_option(api.Request, "symmetry")]
GradeName = Annotated[str, field_option(api.Request, "grade")]
Model = Annotated[str | None, field_option(api.Request, "model")]
LadderName = Annotated[str | None, field_option(api.Request, "ladder")]
OracleName = Annotated[str, field_option(api.Request, "oracle")]
Count = Annotated[int, field_option(api.Series, "count")]
CountOrAll = Annotated[int | None, field_option(api.Series, "count")]
SeedOrDefault = Annotated[int, field_option(api.Series, "seed")]
Seed = Annotated[int | None, field_option(api.Series, "seed")]
Budget = Annotated[float, field_option(api.TimedSeries, "budget")]
Limit = Annotated[float, typer.Option(metavar="SECONDS", help="Time limit per puzzle or query.")]
Jobs = Annotated[
    int, typer.Option("--jobs", "-j", min=0, metavar="N", help="How many run at once; 0: one for each processor.")
]

Html = Annotated[str, option("FILE", "Write a web page to the file.", "--html")]
Pdf = Annotated[str, option("FILE", "Write a PDF to the file.", "--pdf")]
Solution = Annotated[bool, typer.Option("--solution", help="Show the solution too.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object per line.")]

Language = Annotated[str, field_option(api.BookRequest, "lang")]
Symbols = Annotated[str, field_option(api.BookRequest, "symbols")]

Name = Annotated[str, typer.Argument(metavar="NAME", help="Show only this one, with a drawing.")]


def at_once(jobs: int) -> int:
    """The number of jobs for --jobs; 0 means one for each usable processor."""
    return jobs or (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


def options_of(kind: type[Record], without: Container[str] = ()) -> Iterator[Parameter]:
    """The options of a kind of record, one or more for each of its fields but those `without`."""
    for field in fields(kind):
        if field.name in without:
            continue
        bare = list[str] if field.many else field.kind if field.kind in (bool, int, float) else str
        hint = bare if field.kind is bool and field.default is not None else bare | None
        yield _parameter(field.name, Annotated[hint, field_option(kind, field.name)], _default(field))
        for name, (hint, _) in SPELLINGS.get(field.name, {}).items():
            yield _parameter(name, hint, False if hint is Paper else None)


def _default(field: Field) -> Any:
    return None if field.default in (NODEFAULT, (), "") else field.default


def _parameter(name: str, hint: Any, default: Any) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=hint)


def with_number(hint: Any) -> Any:
    """The annotation of a parameter; one that takes a number refuses others in cpgen's own words."""
    kind = next((kind for kind in (int, float) if hint.__origin__ in (kind, kind | None)), None)
    if kind is None:
        return hint
    option = copy(hint.__metadata__[0])
    option.parser = _number_reader(kind, option.min, option.max)
    option.min = option.max = None
    return Annotated[hint.__origin__, option]


def _number_reader(kind: type[int | float], least: float | None, most: float | None) -> Callable[[Any], int | float]:
    bounds = {"from": least, "to": most}
    given = (f"{word} {bound}" for word, bound in bounds.items() if bound is not None)
    expected = " ".join(["a whole number" if kind is int else "a number", *given])

    def number(text: Any) -> int | float:
        try:
            value = kind(text)
        except ValueError:
            value = None
        if value is None or (least is not None and value < least) or (most is not None and value > most):
            raise typer.BadParameter(f"is {shown(str(text))}; it should be {expected}.")
        return value

    return number


def _boxes(text: str) -> api.Layout:
    height, _, width = api.to_halfwidth(text).lower().replace("×", "x").partition("x")
    return api.Layout.boxes(api.whole_number(height, "a box's height"), api.whole_number(width, "a box's width"))


def _corner_board(numbers: str) -> str:
    return api.corner_board(numbers).spec


SPELLINGS: dict[str, dict[str, tuple[Any, Callable[[Any], Any]]]] = {
    "layout": {
        "boxes": (Boxes, _boxes),
        "latin": (Latin, api.Layout.latin),
        "regions": (Regions, str),
        "corners": (Corners, _corner_board),
    },
    "boards": {"corners": (Corners, _corner_board)},
    "method": {"paper": (Paper, lambda _: "paper")},
}
"""Other spellings of a field's option, each with what reads the field's value from it"""


def data_of(kind: type[Record], given: Mapping[str, Any], without: Container[str] = ()) -> dict[str, Any]:
    """What the options of a kind of record were given, those without a value left out, files of names read."""
    found = {field: _value_given(field, given) for field in fields(kind) if field.name not in without}
    return {field.name: value for field, value in found.items() if value not in (None, [], field.default)}


def _value_given(field: Field, given: Mapping[str, Any]) -> Any:
    """The value given for a field by its option or another spelling; raises InputError for several."""
    values = {field.name: given[field.name]} if given[field.name] not in (None, field.default) else {}
    for name, (_, read) in SPELLINGS.get(field.name, {}).items():
        if given[name]:
            values[name] = read(given[name])
    if len(set(map(str, values.values()))) > 1:
        raise InputError(f"Give one of {', '.join(f'--{name}' for name in values)}, not several.")
    value = next(iter(values.values()), None)
    if isinstance(value, str) and field.extra("folder"):
        return spelled(field.extra("folder"), value)
    if isinstance(value, str) and field.extra("file"):
        text = text_of_file(value)
        if text is None and FILE_NAME.fullmatch(value):
            raise no_such_file(value)
        return text or value
    return value


@dataclass(frozen=True)
class Given(Generic[R]):
    """The options given for a kind of record, before the record is made of them."""

    kind: type[R]
    data: dict[str, Any]

    def record(self, **more: Any) -> R:
        """The record of the options, and of `more`; raises InputError when they do not go together."""
        return build(self.kind, {**self.data, **more})


@dataclass(frozen=True)
class ShowOptions:
    """How puzzles that were made are shown."""

    solution: Solution = False
    as_json: Json = False


@dataclass(frozen=True)
class GradingOptions:
    """What puzzles are rated with: a grade model, or a ladder whose level names are the grades."""

    model: Model = None
    ladder: LadderName = None

    @property
    def chosen(self) -> api.GradeModel | None:
        """The model that was chosen; raises InputError for two."""
        return api.chosen_model(self.model, self.ladder)

    def on(self, layout: api.Layout) -> api.GradeModel:
        """The model that was chosen, or the layout's own."""
        return self.chosen or api.model_for(layout)
