"""`cpgen grades`: list the grades and level names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

from cpgen.board_spec import BoardSpec
from cpgen.cli.command import command
from cpgen.cli.options import Json, argument
from cpgen.cli.output import note
from cpgen.cli.progress import note_if_unfitted
from cpgen.cli.text_tables import print_table
from cpgen.errors import InputError
from cpgen.resources import names as shipped_names
from cpgen.suggestions import one_of

if TYPE_CHECKING:
    from cpgen.difficulty import Grade, GradeModel, Normal
    from cpgen.tabular import Row

ModelName = Annotated[str, argument("[MODEL]", "Show only the grades of this model.")]


@command
def grades(*, name: ModelName = "", board: BoardSpec, as_json: Json = False) -> None:
    """List the grades of models, and the level names of ladders.

    Each grade is listed with its typical levels and steps, and the layouts that its model is for. With a layout, only
    the grades of its model are listed; on a layout without a model, grades only limit the level.

    A grade that the layout's model lacks is taken from the first ladder that has it: hodoku, explainer, nikoli100. So
    `--grade hard` is HoDoKu's; for Sudoku Explainer's, add `--ladder explainer`.

    \b
    Example: cpgen grades nikoli100
    Example: cpgen grades --boxes 2x3
    Example: cpgen grades hodoku
    """
    from cpgen.difficulty import model_for, model_named

    layout = board.layout_given
    if name and layout:
        raise InputError("Give a model or a layout, not both.")
    if layout:
        note_if_unfitted(layout)
        models = [model_for(layout)]
    else:
        models = [model_named(model_name) for model_name in _names(name)]
    show_grades(models, as_json)
    if len(models) == 1 and models[0].made:
        note(f"{models[0].made.problems} {models[0].made.about}: {models[0].made.command}")


def _names(name: str) -> list[str]:
    """Return the names of all shipped models and ladders, or only `name`; raise InputError if that is unknown."""
    names = list(dict.fromkeys([*shipped_names("difficulty"), *shipped_names("ladders")]))
    if name and name not in names:
        raise one_of(names, name, "among the shipped grade models and ladders")
    return [name] if name else names


def show_grades(models: Sequence[GradeModel], as_json: bool) -> None:
    """Show the grades of models, one per row."""
    rows = [_row(model, grade) for model in models for grade in (*model.grades, model.any_grade)]
    if not as_json:
        rows = [{**row, **_for_people(row)} for row in rows]
    print_table(rows, ("model", "layouts", "grade", "japanese", "levels", "steps"), as_json)


def _row(model: GradeModel, grade: Grade) -> Row:
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


def _spread(of: str, normal: Normal | None) -> Row:
    return {f"mean_{of}": normal.mean if normal else None, f"sd_{of}": normal.sd if normal else None}


def _for_people(row: Row) -> Row:
    """Return the columns `layouts`, `levels` and `steps` of a grade's row as texts for people."""
    return {
        "layouts": ", ".join(row["layouts"]) or ("any other" if row["model"] == "one-scale" else "any"),
        "levels": f"{row['least_level']} to {row['most_level']}",
        "steps": "any" if row["mean_steps"] is None else f"{row['mean_steps']:g} ± {row['sd_steps']:g}",
    }
