"""The options that several commands share, and what they mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from cpgen.errors import CpgenError, InputError
from cpgen.layout import Layout, whole_number

F = TypeVar("F", bound=Callable[..., Any])

Boxes = Annotated[str, typer.Option(metavar="RxC", help="Boxes R rows high and C columns wide; 3x3 is a 9×9 board.")]
Latin = Annotated[int, typer.Option(metavar="N", help="An N×N board of rows and columns only.")]
Regions = Annotated[
    str,
    typer.Option(metavar="TEXT|FILE|NAME", help="Regions drawn with a symbol a cell, or a name from `cpgen layouts`."),
]
Diagonals = Annotated[bool, typer.Option("--diagonals", help="The two diagonals hold each digit once, too.")]
Json = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]
OracleName = Annotated[str, typer.Option("--oracle", metavar="NAME", help="Who proves solutions: cpsat or bitset.")]
Puzzles = Annotated[
    list[str] | None,
    typer.Argument(metavar="[PUZZLE|FILE]...", help="Puzzles or files of puzzles; none or - for standard input."),
]
Model = Annotated[
    str,
    typer.Option("--model", metavar="NAME|FILE", help="Grade model (see `cpgen grades`) or a TOML file of your own."),
]


def layout_of(boxes: str, latin: int, regions: str, diagonals: bool) -> Layout | None:
    """The layout that the options tell, None when they tell none; raises InputError when they tell several."""
    if sum(map(bool, (boxes, latin, regions))) > 1:
        raise InputError("Give one of --boxes, --latin and --regions, not several.")
    layout = _base_layout(boxes, latin, regions)
    if diagonals:
        layout = (layout or Layout.boxes(3, 3)).with_diagonals()
    return layout


def _base_layout(boxes: str, latin: int, regions: str) -> Layout | None:
    if boxes:
        height, _, width = boxes.lower().replace("×", "x").partition("x")
        return Layout.boxes(whole_number(height, "a box's height"), whole_number(width, "a box's width"))
    if latin:
        return Layout.latin(latin)
    if not regions:
        return None
    from cpgen.api import named_layout

    return named_layout(text_of_file(regions) or regions)


def text_of_file(name: str) -> str | None:
    """The text of the file of that name, None when there is none; raises InputError when it cannot be read."""
    try:
        path = Path(name)
        if not path.is_file():
            return None
        return path.read_text(encoding="utf-8-sig")
    except ValueError as error:
        raise InputError(f"The file {name} is not UTF-8 text: {error}.") from error
    except OSError as error:
        if "\n" in name or len(name) > 200:
            return None
        raise InputError(f"The file {name} cannot be read: {error.strerror}.") from error


def command(function: F) -> F:
    """The function with errors told in one sentence and the exit code that goes with them."""

    @wraps(function)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        with _told():
            return function(*args, **kwargs)

    return wrapped  # type: ignore[return-value]


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except CpgenError as error:
        typer.echo(f"cpgen: {error}", err=True)
        raise typer.Exit(error.exit_code) from None
    except KeyboardInterrupt:
        typer.echo("cpgen: interrupted.", err=True)
        raise typer.Exit(130) from None
    except BrokenPipeError:
        _close_quietly()
        raise typer.Exit(0) from None


def _close_quietly() -> None:
    """Points standard output to nowhere, so that the interpreter does not complain about the closed pipe at its end."""
    import os
    import sys

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
