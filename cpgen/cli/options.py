"""The declarations of options and arguments, and the options that several commands share.

A command that takes a record of `cpgen.schema` gets an option for each of its fields. A group of other options
is a frozen dataclass, which becomes a value of that class (see `command.py`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import NODEFAULT

from cpgen import api
from cpgen.cli.naming import FILE_NAME, as_text, no_such_file, spelled, text_of_file
from cpgen.cli.output import warn
from cpgen.errors import InputError
from cpgen.formats import ReadingRequest
from cpgen.layout import Layout
from cpgen.messages import counted, shown
from cpgen.notation import to_halfwidth, whole_number
from cpgen.render.render_requests import BookSettings
from cpgen.requests.generate_spec import GenerateSpec
from cpgen.requests.series import Series, TimedSeries
from cpgen.schema import Field, Record, fields

if TYPE_CHECKING:
    from cpgen.difficulty import GradeModel


@dataclass(frozen=True)
class DeclaredOption:
    """Declaration of an option or argument, for use in an `Annotated` type; `option` and the like make it."""

    help: str
    metavar: str | None = None
    names: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    above: float | None = None
    show_default: bool = True
    is_argument: bool = False
    is_file: bool = False
    """True if its value can be the name of a file"""


def option(metavar: str, text: str, *names: str, **more: Any) -> Any:
    """Declare an option with a value.

    Args:
        metavar: The name of the value in the help.
        text: The help.
        names: The option and its short form; by default, the name of the parameter.
        more: Bounds of a number (`least`, `most`, and `above`, which is exclusive), or `show_default=False`.
    """
    return DeclaredOption(text, metavar, names, **more)


def file_option(metavar: str, text: str, *names: str) -> Any:
    """Declare an option whose value can be the name of a file."""
    return option(metavar, text, *names, is_file=True)


def flag(text: str, *names: str) -> Any:
    """Declare an option without a value."""
    return DeclaredOption(text, names=names)


def argument(metavar: str, text: str, **more: Any) -> Any:
    """Declare a positional argument; `more` are as in `option`."""
    return DeclaredOption(text, metavar, is_argument=True, **more)


def file_argument(metavar: str, text: str, **more: Any) -> Any:
    """Declare a positional argument that can be the name of a file."""
    return argument(metavar, text, is_file=True, **more)


def field_option(record_class: type[Record], name: str) -> Any:
    """Declare an option for a record's field, with the field's help, metavar, bounds and short flags."""
    field = next(candidate for candidate in fields(record_class) if candidate.name == name)
    names = (f"--{field.extra('option') or name.replace('_', '-')}", *(field.extra("flags") or ()))
    if field.kind is bool:
        either = names[0] if field.default is False else f"{names[0]}/--no-{names[0][2:]}"
        return flag(field.help, either, *names[1:])
    is_file = bool(field.extra("folder") or field.extra("file") or field.extra("is_file"))
    bounds = {"least": field.meta.ge, "most": field.meta.le, "above": field.meta.gt}
    metavar = f"{field.extra('metavar')}{'|FILE' if is_file else ''}"
    return option(metavar, field.help, *names, **bounds, is_file=is_file)


Side = Annotated[
    int | None, option("N", "The side of the board; its boxes are as square as possible.", "--size", least=2)
]
Boxes = Annotated[str | None, option("RxC", "Boxes R high and C wide; 3x3 makes a 9×9 board.")]
Diagonals = Annotated[bool, field_option(GenerateSpec, "diagonals")]

PatternName = Annotated[str, field_option(GenerateSpec, "pattern")]
Symmetry = Annotated[str, field_option(GenerateSpec, "symmetry")]
GradeName = Annotated[str, field_option(GenerateSpec, "grade")]
Model = Annotated[str | None, field_option(GenerateSpec, "model")]
LadderName = Annotated[str | None, field_option(GenerateSpec, "ladder")]
OracleName = Annotated[str, field_option(GenerateSpec, "oracle")]
Count = Annotated[int, field_option(Series, "count")]
CountOrAll = Annotated[int | None, field_option(Series, "count")]
SeedOrDefault = Annotated[int, field_option(Series, "seed")]
Seed = Annotated[int | None, field_option(Series, "seed")]
Budget = Annotated[float, field_option(TimedSeries, "budget")]
Limit = Annotated[float, option("SECONDS", "Time limit for each puzzle or question.", "--time-limit", above=0)]
Jobs = Annotated[int, option("N", "Number of parallel jobs; 0 for one per processor.", "--jobs", "-j", least=0)]

CornersApart = Annotated[bool, flag("Only boards with their corners in four different regions.", "--corners-apart")]
UpTo = Annotated[
    str,
    option("WHAT", "Which boards count as equal: nothing, rotation, symmetry (rotation and reflection).", "--up-to"),
]

Exclude = Annotated[
    list[str] | None,
    file_option(
        "FILE", "Make no puzzle that is equivalent to one in this file or collection; repeatable.", "--exclude"
    ),
]
Html = Annotated[str, file_option("FILE", "Write a web page to the file.")]
Pdf = Annotated[str, file_option("FILE", "Write a PDF to the file.")]
Rounds = Annotated[bool, flag("Show a table with one row per round: open cells, rule, digits placed.", "--rounds")]
Solution = Annotated[bool, flag("Show the solution too.")]
Json = Annotated[bool, flag("Print one JSON object per line.", "--json")]
Language = Annotated[str, field_option(BookSettings, "lang")]
Symbols = Annotated[str, field_option(ReadingRequest, "symbols")]
Name = Annotated[str, argument("[NAME]", "Show only this one, with a drawing.")]


def job_count(jobs: int) -> int:
    """Return the number of jobs for --jobs, where 0 stands for one for each usable processor.

    Far more jobs than processors are not started, with a warning.
    """
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    most = JOBS_PER_PROCESSOR * processors
    if jobs > most:
        warn(f"this machine has {counted(processors, 'processor')}, so {most} jobs run instead of {jobs}.")
    return min(jobs or processors, most)


def layout_spelled(word: str) -> str:
    """Return the text of a layout: a name, a drawing, a file, or the corners of a pentomino board.

    Raises:
        InputError: The word is a side, or boxes that are probably meant as a board.
    """
    from cpgen.boards.pentomino_pieces import corner_board

    text = to_halfwidth(word).strip()
    if IS_SIDE.fullmatch(text):
        raise InputError(f"{text!r} is not a layout; a {text}×{text} board is --size {text}.")
    _require_meant("--layout", text.lower())
    return corner_board(text).spec if CORNERS.fullmatch(text) else spelled("layouts", word)


def _boxes(word: str) -> Layout:
    text = to_halfwidth(word).lower().replace("×", "x")
    if text.isdigit():
        advice = f" A {text}×{text} board is --size {text}." if IS_SIDE.fullmatch(text) else ""
        raise InputError(f"--boxes {shown(text)} lacks the width of a box; give RxC, as in 3x3.{advice}")
    _require_meant("--boxes", text)
    height, _, width = text.partition("x")
    return Layout.boxes(whole_number(height, "a box's height"), whole_number(width, "a box's width"))


def _require_meant(name: str, text: str) -> None:
    """Raise InputError for large square boxes, which are more often meant as the size of the board."""
    height, _, width = text.replace("×", "x").partition("x")
    if height == width and height.isdigit() and LARGE_BOX <= int(height) <= LARGEST_BOX:
        side = int(height)
        raise InputError(
            f"{name} {text} would make a {side**2}×{side**2} board of {side}×{side} boxes. Give --size {side} for a "
            f"{side}×{side} board, or --size {side**2} for that one."
        )


JOBS_PER_PROCESSOR = 4
"""Jobs for each processor above which more would only take memory"""
IS_SIDE = re.compile("[0-9]{1,3}")
"""Word that is the side of a board, in place of its layout or boxes"""
CORNERS = re.compile(r"\d+(,\d+)+")
"""Numbers that name a pentomino board by its corners"""
LARGE_BOX, LARGEST_BOX = 6, 10
"""Sides of square boxes that are refused with a question, since their boards have 36×36 to 100×100 cells"""
SPELLINGS: dict[str, dict[str, tuple[Any, Callable[[Any], Layout]]]] = {
    "layout": {"size": (Side, Layout.default), "boxes": (Boxes, _boxes)},
}
"""Further options that set a field, by its name: the declaration, and a function that returns the field's value"""
NAMED: dict[str, Callable[[str], str]] = {"layouts": layout_spelled, "patterns": partial(spelled, "patterns")}
"""Functions that return the text of a shipped name, a file or a drawing, by the folder of the shipped ones"""


def options_of(record_class: type[Record], without: Container[str] = ()) -> Iterator[tuple[str, Any, Any]]:
    """Yield the name, declaration and default of each option for the fields of a record, except those in `without`.

    A field may have several options: the board is also chosen by --size and --boxes.
    """
    for field in fields(record_class):
        if field.name in without:
            continue
        hint = (
            list[str]
            if field.many or field.extra("joined")
            else field.kind
            if field.kind in (bool, int, float)
            else str
        )
        default = None if field.default in (NODEFAULT, (), "") else field.default
        yield field.name, Annotated[hint, field_option(record_class, field.name)], default
        for name, (other, _) in SPELLINGS.get(field.name, {}).items():
            yield name, other, None


def data_of(record_class: type[Record], values: Mapping[str, Any], without: Container[str] = ()) -> dict[str, Any]:
    """Return the values that the user gave for fields of a record, with the texts of named files.

    Args:
        record_class: Class of the record.
        values: Values of the options by name.
        without: Names of fields to leave out.
    """
    given = {field: _value_given(field, values) for field in fields(record_class) if field.name not in without}
    # Only what was typed is passed on, so that a record can tell it from its own defaults.
    return {field.name: value for field, value in given.items() if value not in (None, (), field.default)}


def _value_given(field: Field, given: Mapping[str, Any]) -> Any:
    """Return the value given for a field by any of its options, or None; raise InputError for different values."""
    value = given[field.name]
    if field.extra("joined") and isinstance(value, tuple):
        value = field.extra("joined").join(value) or None
    values = {field.name: value} if value not in (None, field.default) else {}
    for name, (_, read) in SPELLINGS.get(field.name, {}).items():
        if given[name] is not None:
            values[name] = read(given[name])
    # `--size 9 --boxes 3x3` name one board: only values that differ are refused.
    if len(set(map(str, values.values()))) > 1:
        raise InputError(f"Give one of {', '.join(f'--{name}' for name in values)}, not several.")
    value = next(iter(values.values()), None)
    return _word_read(field, value) if isinstance(value, str) else value


def _word_read(field: Field, word: str) -> Any:
    """Return the value that a word of the command line stands for: the text of a file of this name, or the word."""
    if folder := field.extra("folder"):
        return NAMED[folder](word)
    if made := field.extra("file"):
        text = text_of_file(word)
        # A word that looks like a file is not taken for a drawing: the mistake is the missing file.
        if text is None and FILE_NAME.fullmatch(word):
            raise no_such_file(word)
        return as_text(word) if text is None else made(text, as_text(word))
    return word


@dataclass(frozen=True)
class ShowOptions:
    """Options for the form in which puzzles are shown."""

    solution: Solution = False
    as_json: Json = False


@dataclass(frozen=True)
class GradingOptions:
    """Options for the scale of ratings: a grade model, or a ladder whose level names are the grades."""

    model: Model = None
    ladder: LadderName = None

    @property
    def chosen(self) -> GradeModel | None:
        """The grade model that was chosen, or None; raises InputError if both options are given."""
        return api.chosen_model(self.model, self.ladder)

    def on(self, layout: Layout) -> GradeModel:
        """Return the chosen grade model, or the default one for the layout."""
        return api.as_model(self.model, layout, self.ladder)
