"""Generator of puzzles of the sudoku family: from a pattern of clues and a grade it makes verified puzzles.

The public names are imported from their modules on first use, so that `import cpgen` is quick.

>>> import cpgen
>>> cpgen.rate("1234 3412 2143 432.").solved
True
"""

from __future__ import annotations

from cpgen._version import __version__
from cpgen.board_display import register_display

TYPE_CHECKING = (
    False  # instead of that of `typing`, whose import would delay the moment from which Ctrl-C ends without a traceback
)
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

    from cpgen.api import (
        book,
        candidates,
        check,
        convert,
        dig,
        dig_many,
        draw,
        drop_superfluous,
        explain,
        generate,
        generate_many,
        grid,
        hardest,
        hint,
        outlook,
        practice,
        rate,
        read,
        refute,
        score,
        solutions,
        solve,
        styles,
        superfluous_clues,
        techniques,
        verify,
        why_not,
    )
    from cpgen.difficulty import Grade, GradeModel, Target, model_for
    from cpgen.digging.dig_request import DigRequest, Dug
    from cpgen.digging.dig_spec import DigSpec
    from cpgen.digging.drop_request import Dropped, SuperfluousClues
    from cpgen.errors import CpgenError, ImpossibleError, InputError, NotFoundError
    from cpgen.layout import Layout
    from cpgen.library import layout_named, pattern_named
    from cpgen.oracles import Uniqueness, open_oracle
    from cpgen.pattern import Pattern
    from cpgen.puzzle import Boards, Puzzle, Solution
    from cpgen.rater.explain import Explanation, Finding, Round
    from cpgen.rater.rating import Rating
    from cpgen.requests.generate_spec import GenerateSpec
    from cpgen.requests.generation_request import Request, resolve
    from cpgen.requests.results import Generated, Progress
    from cpgen.state import State

__all__ = [
    "Boards",
    "CpgenError",
    "DigRequest",
    "DigSpec",
    "Dropped",
    "Dug",
    "Explanation",
    "Finding",
    "GenerateSpec",
    "Generated",
    "Grade",
    "GradeModel",
    "ImpossibleError",
    "InputError",
    "Layout",
    "NotFoundError",
    "Pattern",
    "Progress",
    "Puzzle",
    "Rating",
    "Request",
    "Round",
    "Solution",
    "State",
    "SuperfluousClues",
    "Target",
    "Uniqueness",
    "__version__",
    "book",
    "candidates",
    "check",
    "convert",
    "dig",
    "dig_many",
    "draw",
    "drop_superfluous",
    "explain",
    "generate",
    "generate_many",
    "grid",
    "hardest",
    "hint",
    "layout_named",
    "model_for",
    "open_oracle",
    "outlook",
    "pattern_named",
    "practice",
    "rate",
    "read",
    "refute",
    "resolve",
    "score",
    "solutions",
    "solve",
    "styles",
    "superfluous_clues",
    "techniques",
    "verify",
    "why_not",
]

_MODULES = {
    "cpgen.difficulty": ("Grade", "GradeModel", "Target", "model_for"),
    "cpgen.errors": ("CpgenError", "ImpossibleError", "InputError", "NotFoundError"),
    "cpgen.digging.dig_request": ("DigRequest", "Dug"),
    "cpgen.digging.dig_spec": ("DigSpec",),
    "cpgen.digging.drop_request": ("Dropped", "SuperfluousClues"),
    "cpgen.requests.generate_spec": ("GenerateSpec",),
    "cpgen.requests.generation_request": ("Request", "resolve"),
    "cpgen.requests.results": ("Generated", "Progress"),
    "cpgen.layout": ("Layout",),
    "cpgen.library": ("layout_named", "pattern_named"),
    "cpgen.oracles": ("Uniqueness", "open_oracle"),
    "cpgen.pattern": ("Pattern",),
    "cpgen.puzzle": ("Boards", "Puzzle", "Solution"),
    "cpgen.rater.explain": ("Explanation", "Finding", "Round"),
    "cpgen.rater.rating": ("Rating",),
    "cpgen.state": ("State",),
}
"""Modules of public names; names that are not listed are calls of `cpgen.api`"""


def _import_display() -> ModuleType:
    from cpgen.render import display

    return display


register_display(_import_display)


def __getattr__(name: str) -> Any:
    """Import a public name on first use."""
    from importlib import import_module

    if name not in __all__:
        raise AttributeError(f"module 'cpgen' has no attribute {name!r}")
    module = next((module for module, names in _MODULES.items() if name in names), "cpgen.api")
    value = globals()[name] = getattr(import_module(module), name)
    return value


def __dir__() -> list[str]:
    return __all__
