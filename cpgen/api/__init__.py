"""The documented calls of cpgen for Python programs.

A puzzle can be given in any form: a `Puzzle`, `State` or other object with a board, a text in any format, rows of
digits, or a numpy array. The options of a call are the fields of its request, a checked record such as `GenerateSpec`:
unknown options and wrong values are refused in one sentence. Modules that are slow to import are imported on first use.
"""

from __future__ import annotations

from cpgen.api.conversion import PuzzleLike, as_entry, as_model, as_puzzle, as_state, chosen_model, convert, read
from cpgen.api.judging import (
    SECONDS_TO_JUDGE,
    candidates,
    check,
    explain,
    find,
    hint,
    judge,
    only_solution,
    rate,
    refute,
    solutions,
    solve,
    techniques,
    why_not,
)
from cpgen.api.making import (
    analyse_clues,
    dig,
    dig_many,
    drop_superfluous,
    effort,
    generate,
    generate_many,
    grid,
    hardest,
    outlook,
    pentomino_set,
    practice,
    superfluous_clues,
)
from cpgen.api.scoring import score, verify
from cpgen.api.showing import book, book_item, book_pages, book_writer, draw, scene_of, styles

__all__ = [
    "SECONDS_TO_JUDGE",
    "PuzzleLike",
    "analyse_clues",
    "as_entry",
    "as_model",
    "as_puzzle",
    "as_state",
    "book",
    "book_item",
    "book_pages",
    "book_writer",
    "candidates",
    "check",
    "chosen_model",
    "convert",
    "dig",
    "dig_many",
    "draw",
    "drop_superfluous",
    "effort",
    "explain",
    "find",
    "generate",
    "generate_many",
    "grid",
    "hardest",
    "hint",
    "judge",
    "only_solution",
    "outlook",
    "pentomino_set",
    "practice",
    "rate",
    "read",
    "refute",
    "scene_of",
    "score",
    "solutions",
    "solve",
    "styles",
    "superfluous_clues",
    "techniques",
    "verify",
    "why_not",
]
