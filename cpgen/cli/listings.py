"""`cpgen patterns`, `layouts`, `grades` and `oracles`: what there is to choose from."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cpgen.cli.commands import command
from cpgen.cli.options import Json, LayoutOptions, not_empty, spelled
from cpgen.cli.watch import tell_watchers
from cpgen.errors import InputError, counted, one_of

if TYPE_CHECKING:
    from cpgen.difficulty import GradeModel
    from cpgen.layout import Layout

Version = Annotated[bool, typer.Option("--version", help="Show the version.", is_eager=True)]
Name = Annotated[str, typer.Argument(metavar="NAME", help="Show only this one, drawn.")]


def show_version(wanted: bool) -> None:
    """Shows the version and ends, when it is wanted."""
    if wanted:
        from cpgen._version import __version__

        typer.echo(f"cpgen {__version__}")
        raise typer.Exit


@command
def patterns(
    *,
    name: Name = "",
    check: Annotated[
        str,
        typer.Option(
            callback=not_empty,
            metavar="NAME|TEXT|FILE",
            help="Say whether anything is known against this pattern: a proof that no puzzle has it ends with 4.",
        ),
    ] = "",
    board: LayoutOptions,
    as_json: Json = False,
) -> None:
    """List the shipped patterns with clue count and symmetry, draw one, or check one of your own for a layout.

    \b
    Example: cpgen patterns kamio-a
    Example: cpgen patterns --check ".x.x x... ...x x.1." --boxes 2x2
    """
    layout = board.layout
    if check:
        if name:
            raise InputError("Give a pattern to draw or a pattern to check, not both.")
        _check(check, layout, as_json)
    elif layout:
        raise InputError("A layout belongs to a pattern to check; add --check, or leave it out.")
    else:
        _list_patterns(name, as_json)


def _check(text: str, layout: Layout | None, as_json: bool) -> None:
    """Says that nothing is known against a pattern; raises ImpossibleError with what is."""
    from cpgen import api
    from cpgen.cli import shown
    from cpgen.generation.possible import require_possible
    from cpgen.generation.request import Method
    from cpgen.oracles import open_oracle

    pattern = api.named_pattern(spelled("patterns", text))
    request = api.request_for(pattern, "any", layout, Method(oracle="bitset", until_match=False))
    require_possible(request, open_oracle(request.method.oracle, api.DEFAULT_BUDGET), 1)
    spec = request.layout.spec
    if as_json:
        shown.tell_json({"pattern": pattern.line, "layout": spec, "clues": len(pattern), "against": None})
    else:
        shown.tell(f"Nothing is known against this pattern of {counted(len(pattern), 'clue')} on {spec}.")


def _list_patterns(name: str, as_json: bool) -> None:
    from cpgen import shipped
    from cpgen.pattern import Pattern

    rows = []
    for one in _names("patterns", name):
        text = shipped.text("patterns", one)
        pattern = Pattern.parse(text)
        rows.append(
            {
                "name": one,
                "size": pattern.size,
                "clues": len(pattern),
                "symmetry": pattern.symmetry,
                "about": shipped.about(text),
                "pattern": pattern.line,
            }
        )
    drawn = "\n".join(" ".join(row) for row in Pattern.parse(shipped.text("patterns", name)).rows) if name else ""
    show(rows, ("name", "size", "clues", "symmetry", "about"), as_json, drawn)


@command
def layouts(name: Name = "", as_json: Json = False) -> None:
    """List the shipped layouts, or draw one; boxes of any size and Latin squares need no name (--boxes, --latin).

    \b
    Example: cpgen layouts windoku
    """
    from cpgen import shipped
    from cpgen.layout import Layout
    from cpgen.render.terminal import draw_board

    rows = []
    for one in _names("layouts", name):
        text = shipped.text("layouts", one)
        layout = Layout.parse(text)
        rows.append(
            {
                "name": one,
                "size": layout.size,
                "houses": len(layout.houses),
                "about": shipped.about(text),
                "layout": layout.spec,
            }
        )
    drawn = ""
    if name:
        layout = Layout.parse(shipped.text("layouts", name))
        extra = {cell for cells in layout.extras for cell in cells}
        drawn = draw_board(layout, ["o" if cell in extra else "." for cell in range(layout.cell_count)])
    show(rows, ("name", "size", "houses", "about"), as_json, drawn)


@command
def grades(
    *,
    name: Annotated[str, typer.Argument(metavar="MODEL", help="Show only this model's.")] = "",
    board: LayoutOptions,
    as_json: Json = False,
) -> None:
    """List the grades of every model, with the levels and steps that are typical, and the layouts it is for.

    With a layout, those of its model. A layout without one has grades that only span levels.

    \b
    Example: cpgen grades nikoli100
    Example: cpgen grades --boxes 2x3
    """
    from cpgen.cli.warning import note_if_unfitted
    from cpgen.difficulty import model_for, shipped_model

    layout = board.layout
    if name and layout:
        raise InputError("Give a model or a layout, not both.")
    if layout:
        note_if_unfitted(layout)
        models = [model_for(layout)]
    else:
        models = [shipped_model(one) for one in _names("difficulty", name)]
    show_grades([row for model in models for row in grade_rows(model)], as_json)
    if len(models) == 1 and models[0].made:
        tell_watchers(f"{models[0].made.problems} {models[0].made.about}: {models[0].made.command}")


def grade_rows(model: GradeModel) -> list[dict[str, Any]]:
    """The grades of a model, a row each."""
    made = asdict(model.made) if model.made else None
    return [
        {
            "model": model.name,
            "layout": ", ".join(model.layouts) or "any other",
            "grade": grade.name,
            "japanese": grade.japanese,
            "problems": grade.problems or None,
            "levels": f"{grade.levels[0]} to {grade.levels[-1]}",
            "steps": f"{grade.steps.mean:g} ± {grade.steps.sd:g}" if grade.steps else "any",
            "level": f"{grade.level.mean:g} ± {grade.level.sd:g}" if grade.level else None,
            "correlation": grade.correlation if grade.level and grade.level.sd else None,
            "made": made,
        }
        for grade in (*model.grades, model.any_grade)
    ]


def show_grades(rows: list[dict[str, Any]], as_json: bool) -> None:
    """Shows rows of grades."""
    show(rows, ("model", "layout", "grade", "japanese", "levels", "steps"), as_json)


@command
def oracles(as_json: Json = False) -> None:
    """List the oracles: the solvers that prove solutions, what each is for, and whether it can be used here.

    Two names joined by + ask both, who must agree; MODULE:CLASS is one of your own (docs/adding_an_oracle.md).

    \b
    Example: cpgen oracles
    """
    from cpgen.oracles import ORACLES, open_oracle

    rows = []
    for name, entry in ORACLES.items():
        missing = ""
        try:
            open_oracle(name)
        except InputError as error:
            missing = str(error)
        rows.append({"name": name, "about": entry.about, "available": not missing, "here": missing or "available"})
    show(rows, ("name", "about", "here"), as_json)


def _names(kind: str, name: str) -> list[str]:
    from cpgen import shipped

    names = shipped.names(kind)
    if name and name not in names:
        raise one_of(names, name, f"among the shipped {'grade models' if kind == 'difficulty' else kind}")
    return [name] if name else names


def show(rows: list[dict[str, Any]], columns: tuple[str, ...], as_json: bool, drawn: str = "") -> None:
    """Shows rows as objects, as a table for people, or apart by tabs for a pipe; then what is drawn."""
    from cpgen.cli import shown

    if as_json:
        for row in rows:
            shown.tell_json(row)
        return
    if shown.for_people():
        from rich import box
        from rich.console import Console
        from rich.table import Table

        table = Table(*columns, box=box.SIMPLE)
        for row in rows:
            table.add_row(*(str(row[column]) for column in columns))
        Console().print(table)
    else:
        for row in rows:
            shown.tell("\t".join(str(row[column]) for column in columns))
    if drawn:
        shown.tell(drawn)
