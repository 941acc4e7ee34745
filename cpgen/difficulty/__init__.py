"""How typical (level, steps) is of a grade: grade models, those of `models/difficulty/` and the user's own."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from cpgen import shipped
from cpgen.difficulty.file import read_model
from cpgen.difficulty.grade import Grade, GradedPuzzle, GradeModel, GradeNumbers, Normal
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
    "model_for",
    "model_from",
    "model_named",
    "read_model",
    "shipped_model",
    "span_of",
]

FALLBACK = "by-rule"


@lru_cache
def model_for(layout: Layout) -> GradeModel:
    """The shipped model that was fitted on the layout, or the one that grades by the hardest rule alone."""
    models = (shipped_model(name) for name in shipped.names("difficulty"))
    return next((model for model in models if model.is_for(layout)), shipped_model(FALLBACK))


@lru_cache
def shipped_model(name: str) -> GradeModel:
    """The model of that name in `models/difficulty/`."""
    return read_model(name, shipped.text("difficulty", name))


def model_named(name: str) -> GradeModel:
    """The shipped model of that name, or the one in the TOML file; raises InputError when it is neither."""
    return shipped_model(name) if name in shipped.names("difficulty") else model_from(name)


def grade_word(word: str) -> Grade | str:
    """The word for a grade as it is: which grade it stands for depends on the model."""
    return word


def model_from(path: str) -> GradeModel:
    """The model in a TOML file of the user's; raises InputError when it cannot be read or is not a model."""
    try:
        text = decoded(Path(path).read_bytes())
    except UnicodeDecodeError as error:
        raise InputError(f"The grade model {path} cannot be read: it is not text in UTF-8 or UTF-16.") from error
    except (OSError, ValueError) as error:
        names = shipped.names("difficulty")
        if nearest(path, names):
            raise one_of(names, path, "a shipped grade model, and not a file") from None
        why = error.strerror if isinstance(error, OSError) else error
        raise InputError(f"The grade model {path!r} cannot be read: {why}.") from error
    return replace(read_model(Path(path).stem, text), file=path)
