"""Grade models: how typical is a rating of a grade? Models and ladders are shipped in `models/` or the user's own."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from cpgen import resources
from cpgen.difficulty.grade import Grade, GradedPuzzle, GradeModel, Normal
from cpgen.difficulty.model_files import read_ladder, read_model
from cpgen.difficulty.target import Span, Target, span_of
from cpgen.errors import InputError
from cpgen.files import decoded
from cpgen.layout import Layout
from cpgen.messages import Message
from cpgen.rater.ladder import ONLY_SINGLES, TECHNIQUES
from cpgen.suggestions import nearest, one_of

__all__ = [
    "FALLBACK",
    "ONE_SCALE",
    "WITH_CONSTRAINTS",
    "Grade",
    "GradeModel",
    "GradedPuzzle",
    "Normal",
    "Span",
    "Target",
    "grade_word",
    "ladder_named",
    "ladders_with",
    "model_for",
    "model_for_drawing",
    "model_for_grade",
    "model_from",
    "model_named",
    "read_model",
    "shipped_ladder",
    "shipped_model",
    "span_of",
]

FALLBACK = "by-rule"
"""Name of the model that grades by the hardest rule alone; a fit to a layout without a model begins with its grades"""
ONE_SCALE = "one-scale"
"""Ladder whose scores and grades mean the same on every board; used where no model was fitted"""
WITH_CONSTRAINTS = "variants"
"""Name of the ladder for layouts with constraints, with techniques for cages, lines, dots and the like"""
LADDERS = ("hodoku", "explainer", "nikoli100")
"""Shipped ladders, in the order in which a grade is looked up; `easy`, `medium` and `hard` are on two of them"""


@lru_cache
def model_for(layout: Layout) -> GradeModel:
    """Return the grade model of a layout.

    That is the shipped model fitted to this layout or its kind, else the one fitted to its board with any constraints,
    else the ladder `one-scale`, whose levels are grades on every board.
    """
    models = [model for model in map(shipped_model, resources.names("difficulty")) if model.is_for(layout)]
    if not models:
        return shipped_ladder(ONE_SCALE)
    return next((model for model in models if model.is_for_kind(layout)), models[0])


def model_for_drawing(layout: Layout, grade: Grade | str) -> GradeModel | None:
    """Return the ladder `one-scale`, as a model, for a drawing to whose kinds of constraints no model was fitted.

    None otherwise, and if `one-scale` has no such grade. A model fitted to boards with any constraints describes boards
    that are full of them; a drawing may have few.
    """
    scale = shipped_ladder(ONE_SCALE)
    is_of_scale = scale.knows(grade) if isinstance(grade, str) else grade in (*scale.grades, scale.any_grade)
    return scale if layout.further and is_of_scale and not model_for(layout).is_for_kind(layout) else None


def ladders_with(word: str, layout: Layout | None = None) -> list[GradeModel]:
    """Return the shipped ladders that have a level with this name, in English or Japanese; the first is the default.

    On a layout with constraints, the ladder whose techniques use constraints comes first.
    """
    return [ladder for ladder in map(shipped_ladder, _ladders_for(layout)) if ladder.knows(word)]


def _ladders_for(layout: Layout | None) -> tuple[str, ...]:
    return (WITH_CONSTRAINTS, *LADDERS) if layout and layout.further else LADDERS


def model_for_grade(layout: Layout, word: str) -> GradeModel:
    """Return the model that has a grade: the layout's own if possible, else the first ladder with a level of that name.

    Raises:
        InputError: No model has the grade; the sentence lists all grades.
    """
    own = model_for(layout)
    if not word or own.knows(word) or own.any_grade.is_called(word):
        return own
    if ladders := ladders_with(word, layout):
        return ladders[0]
    ladders = list(map(shipped_ladder, _ladders_for(layout)))
    grades = (grade for model in (own, *ladders) for grade in (*model.grades, own.any_grade))
    raise one_of(list(dict.fromkeys(name for one in grades for name in (one.name, one.japanese))), word, "a grade")


@lru_cache
def shipped_model(name: str) -> GradeModel:
    """Return the grade model in the file of this name in `models/difficulty/`."""
    return read_model(name, resources.text("difficulty", name))


@lru_cache
def shipped_ladder(name: str) -> GradeModel:
    """Return the ladder in the file of this name in `models/ladders/`, as a model whose grades are its levels."""
    return read_ladder(name, resources.text("ladders", name))


def model_named(name: str) -> GradeModel:
    """Return the shipped grade model or ladder with this name, else the one in the TOML file with this path."""
    if name in resources.names("difficulty"):
        return shipped_model(name)
    return shipped_ladder(name) if name in resources.names("ladders") else model_from(name)


def ladder_named(name: str) -> GradeModel:
    """Return the shipped ladder with this name, else the one in the TOML file with this path.

    Techniques may be added to a shipped one (`hodoku+finned-x-wing`), and it may be reduced to its singles and a
    technique (`hodoku-singles+xy-wing`).
    """
    base, *added = name.split("+")
    if base.removesuffix(ONLY_SINGLES) in resources.names("ladders") and (added or base in resources.names("ladders")):
        return _with_techniques(base, added) if added else shipped_ladder(base)
    return read_ladder(Path(name).stem, _text_in(name, "ladder", ["ladders"]), name)


def _with_techniques(base: str, added: list[str]) -> GradeModel:
    model = shipped_ladder(base.removesuffix(ONLY_SINGLES))
    ladder = model.ladder
    for technique in added:
        if technique not in TECHNIQUES:
            raise one_of(TECHNIQUES, technique, "a technique")
        ladder = ladder.with_technique(technique)
    if base.endswith(ONLY_SINGLES):
        ladder = ladder.singles_and(added[-1])
    return GradeModel.of_ladder(ladder, model.title)


def model_or_ladder(model: GradeModel | None, ladder: GradeModel | None) -> GradeModel | None:
    """Return the model or ladder that is given, None without any; raise InputError if both are given and differ."""
    if model and ladder and model.name != ladder.name:
        raise InputError(Message("model-or-ladder", model=str(model), ladder=str(ladder)))
    return ladder or model


def grade_word(word: str) -> Grade | str:
    """Return the word unchanged; it is the parser of an option, and the grade is looked up once the model is known."""
    return word


def model_from(path: str) -> GradeModel:
    """Read a grade model or a ladder from a TOML file of the user."""
    text, name = _text_in(path, "grade model", ["difficulty", "ladders"]), Path(path).stem
    if re.search(r"^\s*(\[\[)?rungs\b", text, re.MULTILINE):
        return read_ladder(name, text, path)
    return replace(read_model(name, text), file=path)


def _text_in(path: str, what: str, kinds: list[str]) -> str:
    """Return the text of a user's file.

    Args:
        path: The path of the file.
        what: Name of the contents in messages, as in `ladder`.
        kinds: Folders of `models/`; if no file has this path, the error suggests a similar name in one of them.
    """
    try:
        return decoded(Path(path).read_bytes())
    except UnicodeDecodeError as error:
        raise InputError(f"The {what} {path} cannot be read: it is not text in UTF-8 or UTF-16.") from error
    except (OSError, ValueError) as error:
        names = [name for kind in kinds for name in resources.names(kind)]
        if nearest(path, names) or not (Path(path).suffix or len(Path(path).parts) > 1):
            raise one_of(names, path, f"a shipped {what}, and not a file") from None
        why = error.strerror if isinstance(error, OSError) else error
        raise InputError(f"The {what} {path!r} cannot be read: {why}.") from error
