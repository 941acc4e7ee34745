"""The options that several commands share, and what they mean."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from cpgen.errors import CpgenError, InputError
from cpgen.layout import Layout, whole_number

F = TypeVar("F", bound=Callable[..., Any])


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


def layout_of(boxes: str | None, latin: int | None, regions: str | None, diagonals: bool) -> Layout | None:
    """The layout that the options tell, None when they tell none; raises InputError when they tell several."""
    if sum(map(bool, (boxes, latin, regions))) > 1:
        raise InputError("Give one of --boxes, --latin and --regions, not several.")
    layout = _base_layout(boxes, latin, regions)
    if diagonals:
        layout = (layout or Layout.boxes(3, 3)).with_diagonals()
    return layout


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
        from cpgen.cli import close_quietly

        close_quietly()
        raise typer.Exit(0) from None
