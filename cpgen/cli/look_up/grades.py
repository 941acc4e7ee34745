"""`cpgen grades`: what the grades mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated

import typer

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.options import Json
from cpgen.cli.output import print_table
from cpgen.cli.progress import note
from cpgen.errors import InputError, one_of

ModelName = Annotated[str, typer.Argument(metavar="MODEL", help="Show only this model's.")]


@command
def grades(*, name: ModelName = "", board: api.BoardRequest, as_json: Json = False) -> None:
    """List the grades of models, and the level names of ladders.

    Each grade has its typical levels and steps, and the layouts that its model is for. With a layout, only the grades
    of its model are listed; on a layout without a model, grades only limit the level.

    \b
    Example: cpgen grades nikoli100
    Example: cpgen grades --boxes 2x3
    Example: cpgen grades hodoku
    """
    from cpgen.cli.progress import note_if_unfitted

    layout = board.layout_given
    if name and layout:
        raise InputError("Give a model or a layout, not both.")
    if layout:
        note_if_unfitted(layout)
        models = [api.model_for(layout)]
    else:
        models = [api.model_named(one) for one in _names(name)]
    show_grades(models, as_json)
    if len(models) == 1 and models[0].made:
        note(f"{models[0].made.problems} {models[0].made.about}: {models[0].made.command}")


def _names(name: str) -> list[str]:
    """The names of all models and of the ladders that are none, or only the given one; raises InputError."""
    names = list(dict.fromkeys([*api.shipped_names("difficulty"), *api.shipped_names("ladders")]))
    if name and name not in names:
        raise one_of(names, name, "among the shipped grade models and ladders")
    return [name] if name else names


def show_grades(models: Sequence[api.GradeModel], as_json: bool) -> None:
    """Shows the grades of models, a row each."""
    rows = [_row(model, grade) for model in models for grade in (*model.grades, model.any_grade)]
    if not as_json:
        rows = [{**row, **_for_people(row)} for row in rows]
    print_table(rows, ("model", "layouts", "grade", "japanese", "levels", "steps"), as_json)


def _row(model: api.GradeModel, grade: api.Grade) -> api.Row:
    return {
        "model": model.name,
        "layouts": list(model.layouts),
        "grade": grade.name,
        "japanese": grade.japanese,
        "problems": grade.problems or None,
        "least_level": grade.levels[0],
        "most_level": grade.levels[-1],
        **_spread("level", grade.level),
        **_spread("steps", grade.steps),
        "correlation": grade.correlation if grade.level and grade.level.sd else None,
        "made": asdict(model.made) if model.made else None,
    }


def _spread(of: str, normal: api.Normal | None) -> api.Row:
    return {f"mean_{of}": normal.mean if normal else None, f"sd_{of}": normal.sd if normal else None}


def _for_people(row: api.Row) -> api.Row:
    """The layouts, levels and steps of a grade, for people."""
    return {
        "layouts": ", ".join(row["layouts"])
        or ("any" if row["model"] in api.shipped_names("ladders") else "any other"),
        "levels": f"{row['least_level']} to {row['most_level']}",
        "steps": "any" if row["mean_steps"] is None else f"{row['mean_steps']:g} ± {row['sd_steps']:g}",
    }
