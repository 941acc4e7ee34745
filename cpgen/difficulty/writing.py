"""How is a grade model written? In TOML that `read_model` reads back, with how it was made."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from cpgen.difficulty.grade import Grade, GradeModel, Made, Normal


def written_model(model: GradeModel) -> str:
    """The model in TOML; `read_model` gives it back, the numbers rounded to four digits."""
    return "\n".join([*_head(model), *_ladder(model), *(row for grade in model.grades for row in _grade(grade))]) + "\n"


def _head(model: GradeModel) -> Iterator[str]:
    yield f"title = {_value(model.title)}"
    yield f"layouts = {_value(list(model.layouts))}"
    yield f"threshold = {_value(model.grades[0].threshold)}"
    yield f"usual = {_value(model.usual)}"
    if model.made:
        yield from _made(model.made)


def _made(made: Made) -> Iterator[str]:
    yield from ("", "[made]", f"about = {_value(made.about)}", f"problems = {_value(made.problems)}")
    if made.seed is not None:
        yield f"seed = {_value(made.seed)}"
    yield from (f"command = {_value(made.command)}", f"version = {_value(made.version)}")


def _ladder(model: GradeModel) -> Iterator[str]:
    yield from ("", "[ladder]", *(f"{rule} = {complexity}" for rule, complexity in model.ladder.rungs))


def _grade(grade: Grade) -> Iterator[str]:
    yield from ("", "[[grade]]", f"name = {_value(grade.name)}", f"japanese = {_value(grade.japanese)}")
    if grade.level is None or grade.steps is None:
        yield f"level = {_table({'from': grade.level_from, 'to': grade.level_to})}"
        return
    yield f"problems = {grade.problems}"
    yield f"level = {_normal(grade.level)}"
    yield f"steps = {_normal(grade.steps)}"
    if grade.level.sd:
        yield f"correlation = {_value(grade.correlation)}"


def _normal(normal: Normal) -> str:
    return _table({"mean": normal.mean, "sd": normal.sd})


def _table(values: Mapping[str, Any]) -> str:
    return "{ " + ", ".join(f"{key} = {_value(value)}" for key, value in values.items()) + " }"


def _value(value: str | float | list[str]) -> str:
    """The value in TOML, whose texts and lists of texts are written as in JSON."""
    if isinstance(value, float):
        return repr(float(f"{value:.4g}"))
    return json.dumps(value, ensure_ascii=False)
