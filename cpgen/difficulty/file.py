"""Grade models in TOML, as in `models/difficulty/`: read with a check of every part, and written."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from cpgen.difficulty.grade import LOWEST_THRESHOLD, Grade, GradeModel, Made, Normal
from cpgen.difficulty.toml_errors import SHOWN, Part, read_parts, what_of
from cpgen.errors import InputError
from cpgen.layout import read_kind
from cpgen.rater.ladder import TECHNIQUES, Ladder

LEAST_SD, MOST, MOST_COMPLEX = 0.001, 1e6, 1000
MOST_PROBLEMS, MOST_SEED = 10**12, 2**63 - 1


def read_model(name: str, text: str) -> GradeModel:
    """The model written in TOML as `models/difficulty/` shows; raises InputError saying which part is wrong."""
    return read_parts(f"The grade model {name}", text, lambda data: _read_model(name, data))


def _spread_of(part: Part, *, may_be_exact: bool = False) -> Normal:
    """The mean and the sd of a table; an sd of 0, no spread at all, only where that may be."""
    mean = part.number("mean", f"a number from 0 to {MOST:.0f}", lambda mean: 0 <= mean <= MOST)
    right = f"{'0, or ' if may_be_exact else ''}a number from {LEAST_SD} to {MOST:.0f}"
    return Normal(mean, part.number("sd", right, lambda sd: LEAST_SD <= sd <= MOST or (may_be_exact and sd == 0)))


def _whole_mean_of(part: Part) -> int:
    """The mean of a spread of 0: the one level that will do, which may be written 1.0."""
    mean = _spread_of(part, may_be_exact=True).mean
    if not mean.is_integer():
        sentence = f"{what_of('mean', part.what)} must be a whole level where the sd is 0, but is {mean}."
        raise part.wrong("mean", sentence)
    return int(mean)


def _read_model(name: str, data: Mapping[str, Any]) -> GradeModel:
    whole = Part("the model", data, ("title", "layouts", "threshold", "default", "ladder", "grade", "made"))
    rules = Part("the ladder", whole.get("ladder", "a table of rules with their complexities"), TECHNIQUES, ("ladder",))
    ladder = Ladder.of(((rule, rules.whole(rule, None, 1, MOST_COMPLEX)) for rule in rules.data), name)
    right = f"a number from {LOWEST_THRESHOLD} up to, not including, 1"
    threshold = whole.number("threshold", right, lambda value: LOWEST_THRESHOLD <= value < 1, 0.7)
    parts = whole.get("grade", "a list of one [[grade]] or more")
    if not isinstance(parts, list) or not parts:
        raise whole.wrong("grade", "'grade' of the model must be a list of one [[grade]] or more.")
    grades = tuple(_read_grade(part, number, ladder, threshold) for number, part in enumerate(parts, 1))
    default = whole.text("default", "any")
    made = _read_made(whole.data["made"]) if "made" in whole else None
    model = GradeModel(name, whole.text("title", name), _read_layouts(whole), ladder, grades, default, made)
    _require_different_names((*grades, model.any_grade))
    model.grade(default)
    return model


def _read_layouts(whole: Part) -> tuple[str, ...]:
    right = 'a list of texts, as in ["2x3", "3x2"] or ["jigsaw 9"]'
    layouts = whole.get("layouts", right, [])
    if not isinstance(layouts, list) or not all(isinstance(layout, str) for layout in layouts):
        raise whole.wrong(
            "layouts", f"{what_of('layouts', whole.what)} must be {right}, but is {repr(layouts)[:SHOWN]}."
        )
    return tuple(map(read_kind, layouts))


def _read_made(data: object) -> Made:
    part = Part("the table 'made'", data, ("about", "problems", "seed", "command", "version"), ("made",))
    return Made(
        about=part.text("about"),
        problems=part.whole("problems", None, 0, MOST_PROBLEMS),
        seed=part.whole("seed", None, 0, MOST_SEED) if "seed" in part else None,
        command=part.text("command"),
        version=part.text("version"),
    )


def _read_grade(data: object, number: int, ladder: Ladder, threshold: float) -> Grade:
    place = ("grade", number - 1)
    part = Part(f"grade {number}", data, ("name", "japanese", "problems", "level", "steps", "correlation"), place)
    name = part.text("name")
    graded_by_steps = "steps" in part
    keys = ("mean", "sd", "from", "to") if graded_by_steps else ("from", "to")
    spanned = part.get("level", f"a table with {', '.join(keys)}")
    level = Part(f"the level of grade {name!r}", spanned, keys, (*place, "level"))
    spread = _spread_of(level, may_be_exact=True) if graded_by_steps else None
    lowest, highest = ladder.span
    if spread and spread.sd == 0:
        lowest = highest = _whole_mean_of(level)
    first, last = (level.whole(key, end, 1, MOST_COMPLEX) for key, end in (("from", lowest), ("to", highest)))
    if not any(first <= complexity <= last for complexity in ladder.complexities):
        sentence = f"Grade {name!r} goes from level {first} to {last}, but no rule of the ladder has such a one."
        raise part.wrong("level", sentence)
    steps = None
    if graded_by_steps:
        steps = Part(f"the steps of grade {name!r}", part.data["steps"], ("mean", "sd"), (*place, "steps"))
    right = "a number between -1 and 1, both excluded"
    return Grade(
        name=name,
        japanese=part.text("japanese", name),
        full_ladder=ladder,
        threshold=threshold,
        level_from=first,
        level_to=last,
        level=spread,
        steps=None if steps is None else _spread_of(steps),
        correlation=part.number("correlation", right, lambda value: -1 < value < 1, 0.0),
        problems=part.whole("problems", 0, 0, MOST_PROBLEMS),
    )


def _require_different_names(grades: tuple[Grade, ...]) -> None:
    seen: set[str] = set()
    for grade in grades:
        for word in grade.words:
            if word in seen:
                raise InputError(f"Two grades are called {word!r} (capitals do not count, and 'any' is always there).")
        seen |= grade.words


def written_model(model: GradeModel) -> str:
    """The model in TOML; `read_model` gives it back, the numbers rounded to four digits."""
    return "\n".join([*_head(model), *_ladder(model), *(row for grade in model.grades for row in _grade(grade))]) + "\n"


def _head(model: GradeModel) -> Iterator[str]:
    yield f"title = {_value(model.title)}"
    yield f"layouts = {_value(list(model.layouts))}"
    yield f"threshold = {_value(model.grades[0].threshold)}"
    yield f"default = {_value(model.default)}"
    if model.made:
        yield from _made(model.made)


def _made(made: Made) -> Iterator[str]:
    yield from ("", "[made]", f"about = {_value(made.about)}", f"problems = {_value(made.problems)}")
    if made.seed is not None:
        yield f"seed = {_value(made.seed)}"
    yield from (f"command = {_value(made.command)}", f"version = {_value(made.version)}")


def _ladder(model: GradeModel) -> Iterator[str]:
    yield from ("", "[ladder]", *(f"{rule} = {complexity}" for rule, complexity in model.ladder.pairs))


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
