"""The options that several commands share, and what they mean."""

from __future__ import annotations

import errno
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from cpgen.errors import InputError
from cpgen.layout import Layout, whole_number


def not_empty(context: typer.Context, option: typer.CallbackParam, value: Any) -> Any:
    """The value of an option; an empty one that was really given (a shell's unset variable, say) is refused."""
    source = context.get_parameter_source(option.name or "")
    if not value and source is not None and source.name == "COMMANDLINE":
        raise typer.BadParameter(f"{value!r} says nothing; give a value, or leave the option out.")
    return value


Boxes = Annotated[
    str | None,
    typer.Option(callback=not_empty, metavar="RxC", help="Boxes R rows high and C columns wide; 3x3 is a 9×9 board."),
]
Latin = Annotated[
    int | None, typer.Option(callback=not_empty, metavar="N", help="An N×N board of rows and columns only.")
]
Regions = Annotated[
    str | None,
    typer.Option(
        callback=not_empty,
        metavar="TEXT|FILE|NAME",
        help="Regions drawn with a symbol a cell, or a name from `cpgen layouts`.",
    ),
]
Diagonals = Annotated[bool, typer.Option("--diagonals", help="The two diagonals hold each digit once, too.")]
Json = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]
OracleName = Annotated[
    str, typer.Option("--oracle", metavar="NAME", help="Who proves solutions; `cpgen oracles` lists them.")
]
Puzzles = Annotated[
    list[str] | None,
    typer.Argument(metavar="[PUZZLE|FILE]...", help="Puzzles or files of puzzles; none or - for standard input."),
]
Model = Annotated[
    str | None,
    typer.Option(
        "--model",
        callback=not_empty,
        metavar="NAME|FILE",
        help="Grade model (see `cpgen grades`) or a TOML file of your own.",
    ),
]

Typical = Annotated[
    float | None,
    typer.Option(metavar="A", help="The appropriateness to the grade must be above this, as in 0.9; usually 0.7."),
]
Budget = Annotated[float, typer.Option(metavar="SECONDS", help="Time for one puzzle.")]


@dataclass(frozen=True)
class LayoutOptions:
    """The options that tell a layout."""

    boxes: Boxes = None
    latin: Latin = None
    regions: Regions = None
    diagonals: Diagonals = False

    @property
    def layout(self) -> Layout | None:
        """The layout told, None when none is; raises InputError when several are."""
        if sum(map(bool, (self.boxes, self.latin, self.regions))) > 1:
            raise InputError("Give one of --boxes, --latin and --regions, not several.")
        base = _base_layout(self.boxes, self.latin, self.regions)
        return (base or Layout.boxes(3, 3)).with_diagonals() if self.diagonals else base

    def layout_or_usual(self, side: int) -> Layout:
        """The layout told, the usual one of a side when none is."""
        from cpgen.puzzle import usual_layout

        return self.layout or usual_layout(side)


def _base_layout(boxes: str | None, latin: int | None, regions: str | None) -> Layout | None:
    if boxes:
        height, _, width = boxes.lower().replace("×", "x").partition("x")
        return Layout.boxes(whole_number(height, "a box's height"), whole_number(width, "a box's width"))
    if latin:
        return Layout.latin(latin)
    if not regions:
        return None
    from cpgen.api import named_layout

    return named_layout(spelled("layouts", regions))


def spelled(kind: str, word: str) -> str:
    """The text of the file of that name, or the word itself when it is a shipped name or no file's."""
    from cpgen import shipped

    text = None if word in shipped.names(kind) else text_of_file(word)
    return word if text is None else text


def text_of_file(name: str) -> str | None:
    """The text of the file of that name, None when there is none; raises InputError when it cannot be read."""
    try:
        path = Path(name)
        if not name or not path.exists():
            return None
        if path.is_dir():
            raise InputError(f"{name} is a folder; give a file.")
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"The file {name} is not a text in UTF-8.") from error
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:  # a drawing, then
            return None
        raise InputError(f"The file {name} cannot be read: {error.strerror}.") from error
