"""Grade models and ladders in TOML, as in `models/difficulty/` and `models/ladders/`: checked reading, and writing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from cpgen import resources
from cpgen.difficulty.grade import LOWEST_THRESHOLD, Grade, GradeModel, ModelProvenance, Normal
from cpgen.difficulty.toml_errors import TomlError, TomlTable, read_toml
from cpgen.errors import InputError
from cpgen.layout_kinds import read_family
from cpgen.rater.ladder import (
    ALL_SINGLES,
    DEPENDENCY,
    EACH_ROUND,
    FIRST_ALONE,
    HIGHEST,
    ONE,
    ORDERED,
    SIMULTANEOUS,
    SWEEP,
    TECHNIQUES,
    USUAL,
    Bounds,
    Ladder,
    LevelName,
    Rung,
    RungError,
)
from cpgen.suggestions import one_of

LEAST_SD, MOST_VALUE, MOST_LEVEL = 0.001, 1e6, 1000
"""Bounds of a grade model: standard deviations, means and deviations, levels"""
MOST_PROBLEMS, MOST_SEED = 10**12, 2**63 - 1
MOST_OF_RUNG = 1_000_000
"""Greatest complexity and score on a ladder"""


def read_ladder(name: str, text: str, file: str = "") -> GradeModel:
    """Parse a ladder in TOML to a model whose grades are its levels; raise InputError if it is wrong."""
    return read_toml(f"The ladder {name}", text, lambda data: _read_ladder(name, data, file))


def _read_ladder(name: str, data: dict[str, Any], file: str) -> GradeModel:
    whole = TomlTable(
        "the ladder", data, ("title", "round", "sweep", "places", *Bounds._fields, "scores", "levels", "rungs")
    )
    title = whole.text("title", name)
    by_round, places = whole.choice("round", (SWEEP, ONE)), whole.choice("places", (FIRST_ALONE, ALL_SINGLES))
    sweep = whole.choice("sweep", (ORDERED, SIMULTANEOUS))
    usual, highest = USUAL._asdict(), HIGHEST._asdict()
    bounds = Bounds(**{key: whole.whole(key, usual[key], 0 if key == "outside" else 1, highest[key]) for key in usual})
    scores = whole.choice("scores", (EACH_ROUND, DEPENDENCY))
    levels = whole.tables("levels", "level", ("name", "japanese", "most"), [])
    rungs = whole.tables("rungs", "rung", ("technique", "complexity", "score", "level"))
    try:
        ladder = Ladder(
            tuple(map(_read_rung, rungs)), by_round, places, _read_level_names(levels), name, sweep, bounds, scores
        )
    except RungError as error:
        raise TomlError(("rungs", error.place, error.key), error) from error
    return GradeModel.of_ladder(ladder, title, file)


def _read_level_names(tables: list[TomlTable]) -> tuple[LevelName, ...]:
    names: list[LevelName] = []
    taken = {"any", "不問"}
    for table in tables:
        name = table.text("name")
        level = LevelName(name, table.text("japanese", name), table.whole("most", 0, 0, MOST_OF_RUNG))
        words = {"name": level.name.casefold(), "japanese": level.japanese.casefold()}
        for key, word in words.items():
            if word in taken:
                raise table.error(
                    key, f"Two levels are called {word!r} (capitals do not count; 'any' is always there)."
                )
        taken |= set(words.values())
        names.append(level)
    return tuple(names)


def _read_rung(table: TomlTable) -> Rung:
    return Rung(
        table.text("technique"),
        table.whole("complexity", None, 1, MOST_OF_RUNG),
        table.whole("score", 0, 0, MOST_OF_RUNG),
        table.text("level", ""),
    )


PAPER = "nikoli100"
"""The shipped ladder whose techniques a model may list as a table"""


def read_model(name: str, text: str) -> GradeModel:
    """Parse a grade model in TOML; raise InputError, naming the wrong part, if it is not valid."""
    return read_toml(f"The grade model {name}", text, lambda data: _read_model(name, data))


def _read_model(name: str, data: Mapping[str, Any]) -> GradeModel:
    whole = TomlTable("the model", data, ("title", "layouts", "threshold", "default", "ladder", "grade", "made"))
    ladder = _read_own_ladder(whole, name)
    expected = f"a number from {LOWEST_THRESHOLD} up to, not including, 1"
    threshold = whole.number("threshold", expected, lambda value: LOWEST_THRESHOLD <= value < 1, 0.7)
    listed = whole.get("grade", "a list of one [[grade]] or more")
    if not isinstance(listed, list) or not listed:
        raise whole.error("grade", "'grade' of the model must be a list of one [[grade]] or more.")
    grades = tuple(_read_grade(entry, number, ladder, threshold) for number, entry in enumerate(listed, 1))
    default = whole.text("default", "any")
    made = _read_provenance(whole.data["made"]) if "made" in whole else None
    model = GradeModel(name, whole.text("title", name), _read_layouts(whole), ladder, grades, default, made)
    _require_different_names((*grades, model.any_grade))
    model.grade(default)
    return model


def _read_own_ladder(whole: TomlTable, name: str) -> Ladder:
    """Return the ladder of a model file: a shipped one that it names, or one that it lists as a table of rules."""
    rungs = whole.get("ladder", "a table of rules with their complexities, or the name of a shipped ladder")
    if not isinstance(rungs, str):
        rules = TomlTable("the ladder", rungs, TECHNIQUES, ("ladder",))
        ladder = Ladder.of(((rule, rules.whole(rule, None, 1, MOST_LEVEL)) for rule in rules.data), name)
        return replace(ladder, name=PAPER if _is_same(ladder, _shipped_ladder(PAPER)) else name)
    shipped = resources.names("ladders")
    if rungs not in shipped:
        raise whole.error("ladder", one_of(shipped, rungs, "a shipped ladder"))
    return _shipped_ladder(rungs)


def _is_same(ladder: Ladder, other: Ladder) -> bool:
    """Return True if two ladders have the same techniques with the same complexities."""
    return [(rung.technique, rung.complexity) for rung in ladder.rungs] == [
        (rung.technique, rung.complexity) for rung in other.rungs
    ]


@lru_cache
def _shipped_ladder(name: str) -> Ladder:
    return read_ladder(name, resources.text("ladders", name)).ladder


def _read_layouts(whole: TomlTable) -> tuple[str, ...]:
    expected = 'a list of texts, as in ["2x3", "3x2"] or ["jigsaw 9"]'
    layouts = whole.get("layouts", expected, [])
    if not isinstance(layouts, list) or not all(isinstance(layout, str) for layout in layouts):
        raise whole.invalid("layouts", expected, layouts)
    return tuple(map(read_family, layouts))


def _read_provenance(data: object) -> ModelProvenance:
    table = TomlTable("the table 'made'", data, ("about", "problems", "seed", "command", "version"), ("made",))
    return ModelProvenance(
        about=table.text("about"),
        problems=table.whole("problems", None, 0, MOST_PROBLEMS),
        seed=table.whole("seed", None, 0, MOST_SEED) if "seed" in table else None,
        command=table.text("command"),
        version=table.text("version"),
    )


def _read_grade(data: object, number: int, ladder: Ladder, threshold: float) -> Grade:
    path = ("grade", number - 1)
    table = TomlTable(f"grade {number}", data, ("name", "japanese", "problems", "level", "steps", "correlation"), path)
    name = table.text("name")
    graded_by_steps = "steps" in table
    keys = ("mean", "sd", "from", "to") if graded_by_steps else ("from", "to")
    spanned = table.get("level", f"a table with {', '.join(keys)}")
    level = TomlTable(f"the level of grade {name!r}", spanned, keys, (*path, "level"))
    spread = _read_normal(level, may_be_exact=True) if graded_by_steps else None
    lowest, highest = ladder.span
    if spread and spread.sd == 0:
        lowest = highest = _whole_mean(level, spread.mean)
    first, last = (level.whole(key, end, 1, MOST_LEVEL) for key, end in (("from", lowest), ("to", highest)))
    if not any(first <= complexity <= last for complexity in ladder.complexities):
        raise table.error(
            "level", f"Grade {name!r} goes from level {first} to {last}, but no rule of the ladder has such a level."
        )
    steps = None
    if graded_by_steps:
        steps = TomlTable(f"the steps of grade {name!r}", table.data["steps"], ("mean", "sd"), (*path, "steps"))
    expected = "a number between -1 and 1, both excluded"
    return Grade(
        name=name,
        japanese=table.text("japanese", name),
        full_ladder=ladder,
        threshold=threshold,
        level_from=first,
        level_to=last,
        level=spread,
        steps=None if steps is None else _read_normal(steps),
        correlation=table.number("correlation", expected, lambda value: -1 < value < 1, 0.0),
        problems=table.whole("problems", 0, 0, MOST_PROBLEMS),
    )


def _read_normal(table: TomlTable, *, may_be_exact: bool = False) -> Normal:
    """Read a mean and a standard deviation, which may be 0 (all values are the mean) only if `may_be_exact`."""
    mean = table.number("mean", f"a number from 0 to {MOST_VALUE:.0f}", lambda mean: 0 <= mean <= MOST_VALUE)
    expected = f"{'0, or ' if may_be_exact else ''}a number from {LEAST_SD} to {MOST_VALUE:.0f}"
    return Normal(
        mean, table.number("sd", expected, lambda sd: LEAST_SD <= sd <= MOST_VALUE or (may_be_exact and sd == 0))
    )


def _whole_mean(table: TomlTable, mean: float) -> int:
    """Return the mean as the only level of a grade with standard deviation 0; raise InputError for a fraction.

    The table is the place of the error.
    """
    if not mean.is_integer():
        raise table.error("mean", f"{table.name_of('mean')} must be a whole level where the sd is 0, but is {mean}.")
    return int(mean)


def _require_different_names(grades: tuple[Grade, ...]) -> None:
    seen: set[str] = set()
    for grade in grades:
        for word in grade.words:
            if word in seen:
                raise InputError(f"Two grades are called {word!r} (capitals do not count, and 'any' is always there).")
        seen |= grade.words


def written_model(model: GradeModel) -> str:
    """Return the model as TOML, its numbers rounded to four significant digits; `read_model` parses it."""
    lines = [
        f"title = {_value(model.title)}",
        f"layouts = {_value(list(model.layouts))}",
        f"threshold = {_value(model.grades[0].threshold)}",
        f"default = {_value(model.default)}",
    ]
    is_shipped = model.ladder.name in resources.names("ladders") and _shipped_ladder(model.ladder.name) == model.ladder
    lines += [f"ladder = {_value(model.ladder.name)}"] if is_shipped else []
    if made := model.made:
        lines += ["", "[made]", f"about = {_value(made.about)}", f"problems = {_value(made.problems)}"]
        lines += [f"seed = {_value(made.seed)}"] if made.seed is not None else []
        lines += [f"command = {_value(made.command)}", f"version = {_value(made.version)}"]
    if not is_shipped:
        lines += ["", "[ladder]", *(f"{rule} = {complexity}" for rule, complexity in model.ladder.pairs)]
    return "\n".join([*lines, *(line for grade in model.grades for line in _grade_lines(grade))]) + "\n"


def _grade_lines(grade: Grade) -> Iterator[str]:
    yield from ("", "[[grade]]", f"name = {_value(grade.name)}", f"japanese = {_value(grade.japanese)}")
    if grade.level is None or grade.steps is None:
        yield f"level = {_table({'from': grade.level_from, 'to': grade.level_to})}"
        return
    yield f"problems = {grade.problems}"
    yield f"level = {_table({'mean': grade.level.mean, 'sd': grade.level.sd})}"
    yield f"steps = {_table({'mean': grade.steps.mean, 'sd': grade.steps.sd})}"
    if grade.level.sd:
        yield f"correlation = {_value(grade.correlation)}"


def _table(values: Mapping[str, Any]) -> str:
    return "{ " + ", ".join(f"{key} = {_value(value)}" for key, value in values.items()) + " }"


def _value(value: str | float | list[str]) -> str:
    """Return the TOML text of a value; strings and lists of strings are written as in JSON."""
    if isinstance(value, float):
        return repr(float(f"{value:.4g}"))
    return json.dumps(value, ensure_ascii=False)
