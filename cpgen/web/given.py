"""What do the texts of a request stand for? Layouts, puzzles and models, none of them read from a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from time import monotonic
from typing import Any

from cpgen import formats, shipped
from cpgen.difficulty import GradeModel, model_for, shipped_model
from cpgen.errors import InputError
from cpgen.formats import Entry, Problem
from cpgen.formats.objects import from_object
from cpgen.layout import Layout
from cpgen.notation import MAX_DIGIT
from cpgen.puzzle import Puzzle
from cpgen.web.schemas import RequestError

MOST_READ, READ_SECONDS = 10_000, 10.0
"""How many puzzles are read from one text, and for how long: a short address can take long to unpack"""


def layout_of(text: str) -> Layout | None:
    """The layout that a text names or draws, None for an empty one; raises InputError."""
    return require_size(Layout.named(text)) if text.strip() else None


def require_size(layout: Layout) -> Layout:
    """The layout, once it is known that its digits have symbols; raises InputError."""
    if layout.size > MAX_DIGIT:
        raise InputError(f"Boards go up to {MAX_DIGIT}×{MAX_DIGIT} here; this one has side {layout.size}.")
    return layout


def puzzle_of(text: str, layout: str) -> Puzzle:
    """The one puzzle that a text spells in any format; raises InputError."""
    said = layout_of(layout)
    excerpts = list(islice(formats.excerpts(text, said), 2))
    if len(excerpts) > 1:
        raise RequestError("puzzle", "has several puzzles; give one")
    puzzle = excerpts[0].read(said).puzzle if excerpts else Puzzle.parse(text, said)
    require_size(puzzle.layout)
    return puzzle


def entries_of(objects: Sequence[Mapping[str, Any]]) -> Iterator[Entry]:
    """The puzzles of objects as `cpgen --json` writes them; raises InputError saying which is wrong."""
    for place, data in enumerate(objects):
        try:
            entry = from_object(dict(data))
            require_size(entry.puzzle.layout)
            yield entry
        except InputError as error:
            raise RequestError(f"puzzles[{place}]", f"is wrong: {str(error).rstrip('.')}") from None


def read_all(text: str, layout: str) -> tuple[list[Entry], list[Problem]]:
    """The puzzles in a text, and what in it is none; raises RequestError when there is too much of either."""
    entries: list[Entry] = []
    problems: list[Problem] = []
    late = monotonic() + READ_SECONDS
    for one in formats.read(text, layout_of(layout)):
        if len(entries) + len(problems) == MOST_READ or monotonic() > late:
            raise RequestError("text", f"is too much at once; give up to {MOST_READ} puzzles, or simpler ones")
        if isinstance(one, Entry):
            entries.append(one)
        else:
            problems.append(one)
    return entries, problems


def model_of(name: str, layout: Layout) -> GradeModel:
    """The shipped model of that name, the layout's own for none; raises InputError naming those that exist."""
    if not name:
        return model_for(layout)
    shipped.text("difficulty", name)
    return shipped_model(name)
