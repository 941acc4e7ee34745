"""How typical a rating is of a grade: grade models and ladders, those of `models/` and the user's own."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from cpgen import resources
from cpgen.difficulty.file import read_model
from cpgen.difficulty.grade import Grade, GradedPuzzle, GradeModel, GradeNumbers, Normal
from cpgen.difficulty.ladder_file import read_ladder
from cpgen.difficulty.target import Span, Target, span_of
from cpgen.errors import InputError, nearest, one_of
from cpgen.files import decoded
from cpgen.layout import Layout

__all__ = [
    "Grade",
    "GradeModel",
    "GradeNumbers",
    "GradedPuzzle",
    "Normal",
    "Span",
    "Target",
    "grade_word",
    "ladder_named",
    "model_for",
    "model_from",
    "model_named",
    "read_ladder",
    "read_model",
    "shipped_ladder",
    "shipped_model",
    "span_of",
]

FALLBACK = "by-rule"


@lru_cache
def model_for(layout: Layout) -> GradeModel:
    """The shipped model that was fitted on the layout, or the one that grades by the hardest rule alone."""
    models = (shipped_model(name) for name in resources.names("difficulty"))
    return next((model for model in models if model.is_for(layout)), shipped_model(FALLBACK))


@lru_cache
def shipped_model(name: str) -> GradeModel:
    """The model of that name in `models/difficulty/`."""
    return read_model(name, resources.text("difficulty", name))


@lru_cache
def shipped_ladder(name: str) -> GradeModel:
    """The ladder of that name in `models/ladders/`, its level names as grades."""
    return read_ladder(name, resources.text("ladders", name))


def model_named(name: str) -> GradeModel:
    """The shipped model or ladder of that name, or what is in the TOML file; raises InputError when it is none."""
    if name in resources.names("difficulty"):
        return shipped_model(name)
    return shipped_ladder(name) if name in resources.names("ladders") else model_from(name)


def ladder_named(name: str) -> GradeModel:
    """The shipped ladder of that name, or the one in the TOML file, its level names as grades; raises InputError."""
    if name in resources.names("ladders"):
        return shipped_ladder(name)
    return read_ladder(Path(name).stem, _text_in(name, "ladder", ["ladders"]), name)


def grade_word(word: str) -> Grade | str:
    """The word for a grade as it is: which grade it stands for depends on the model."""
    return word


def model_from(path: str) -> GradeModel:
    """The model or ladder in a TOML file of the user's; raises InputError when it cannot be read or is neither."""
    text, name = _text_in(path, "grade model", ["difficulty", "ladders"]), Path(path).stem
    if re.search(r"^\s*(\[\[)?rungs\b", text, re.MULTILINE):
        return read_ladder(name, text, path)
    return replace(read_model(name, text), file=path)


def _text_in(path: str, what: str, kinds: list[str]) -> str:
    """The text of a file; raises InputError, with the nearest shipped name of these kinds, when it cannot be read."""
    try:
        return decoded(Path(path).read_bytes())
    except UnicodeDecodeError as error:
        raise InputError(f"The {what} {path} cannot be read: it is not text in UTF-8 or UTF-16.") from error
    except (OSError, ValueError) as error:
        names = [name for kind in kinds for name in resources.names(kind)]
        if nearest(path, names):
            raise one_of(names, path, f"a shipped {what}, and not a file") from None
        why = error.strerror if isinstance(error, OSError) else error
        raise InputError(f"The {what} {path!r} cannot be read: {why}.") from error
