"""Published puzzles keep their constraints, clues and solution in every format that can hold them."""

import pytest

from cpgen import formats
from cpgen.constraints import class_of
from cpgen.formats import Entry
from cpgen.puzzle import Puzzle
from tests.variant_puzzles import VARIANTS, puzzle_of, solution_of

CELL_BY_CELL = ("odd", "even", "minimum", "maximum", "allowed", "indexing")
"""Kinds of which one constraint with two cells means the same as two with one cell each"""


def entry_of(name):
    """Return the entry of a published puzzle."""
    return Entry(puzzle_of(name), solution=solution_of(name))


def meaning(layout):
    """Return the houses and the constraints of a layout, without the ways in which they are listed."""
    found = set()
    for one in layout.further:
        if one.kind in CELL_BY_CELL:
            found |= {class_of(one.kind)(**{**one.values, "cells": (cell,)}) for cell in one.cells}
        elif one.kind == "little":
            found.add((frozenset(one.cells), one.total))
        elif one.kind == "leaps":
            found |= {class_of("leaps")((piece,)) for piece in one.pieces}
        else:
            found.add(one.normal())
    return layout.size, layout.regions, set(layout.extras), found


def without(entry, lacking):
    """Return the entry without some constraints."""
    layout = entry.puzzle.layout
    kept = [one for one in layout.further if one not in lacking]
    return Entry(Puzzle(layout.base.with_constraints(*kept), entry.puzzle.clues), solution=entry.solution)


@pytest.mark.parametrize("name", ["line", "rows", "json", "jsonl", "csv", "scl", "fpuzzles", "sudokupad", "iss"])
def test_published_puzzles_keep_what_a_format_holds(name):
    one = formats.format_named(name)
    held = 0
    for variant in VARIANTS:
        entry = entry_of(variant)
        if one.name == "rows" and not entry.puzzle.layout.box:
            continue
        lacking = set(one.unheld(entry.puzzle.layout))
        held += not lacking
        kept = without(entry, lacking)
        (back,) = formats.read("".join(formats.write([kept], name)))
        assert back.puzzle.clues == entry.puzzle.clues
        assert meaning(back.puzzle.layout) == meaning(kept.puzzle.layout)
        assert back.solution == (entry.solution if "solution" in one.lossless else ())
    assert held >= {"fpuzzles": 31, "sudokupad": 31, "iss": 36}.get(name, 39)
