"""Puzzles for the tests of formats: random clues of random grids, on boards of every shape."""

import json
from dataclasses import replace
from math import isqrt
from pathlib import Path

import numpy as np
from hypothesis import strategies as st

from cpgen import resources
from cpgen.formats import Entry
from cpgen.formats.checks import same_houses
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle

SPECS = [
    "latin-2",
    "latin-3",
    "2x2",
    "2x2+diagonals",
    "latin-5",
    resources.text("layouts", "pentomino-1"),
    resources.text("layouts", "pentomino-2"),
    "2x3",
    "3x2",
    "latin-6+diagonals",
    resources.text("layouts", "jigsaw-7"),
    resources.text("layouts", "jigsaw-7") + "+diagonals",
    "2x4",
    "3x3",
    "3x3+diagonals",
    "3x3+A......../.A......./..A....../...A...../....A..../.....A.../......A../.......A./........A",
    resources.text("layouts", "windoku"),
    resources.text("layouts", "windoku") + "+diagonals",
    "3x3+diagonals+" + resources.text("layouts", "windoku").partition("+")[2],
    resources.text("layouts", "jigsaw-9"),
    "2x5",
    "3x4",
    "4x4",
    "5x5",
    "6x6",
]
LAYOUTS = [Layout.parse(spec) for spec in SPECS]


def solved(layout):
    """Return a grid of the layout, found by an oracle, or by shifting rows for large boxes."""
    n = layout.size
    if n > 16:
        height = isqrt(n)
        return [(height * (r % height) + r // height + c) % n + 1 for r in range(n) for c in range(n)]
    return open_oracle("bitset").complete(Puzzle(layout, (0,) * layout.cell_count), np.random.default_rng(n))


GRIDS = json.loads((Path(__file__).parent / "fixtures" / "grids.json").read_text())


def grid_of(layout):
    """Return the grid of the layout in the fixtures."""
    return GRIDS[LAYOUTS.index(layout)]


@st.composite
def grids(draw, layout):
    """Draw a grid of the layout with random digit names."""
    names = draw(st.permutations(range(1, layout.size + 1)))
    return tuple(names[digit - 1] for digit in grid_of(layout))


@st.composite
def puzzles(draw, layouts):
    """Draw a puzzle of one of the layouts, and its grid."""
    layout = draw(st.sampled_from(layouts))
    grid = draw(grids(layout))
    rng = draw(st.randoms(use_true_random=False))
    share = draw(st.sampled_from([0.0, 0.1, 0.3, 0.6, 1.0]))
    return Puzzle(layout, tuple(digit if rng.random() < share else 0 for digit in grid)), grid


TEXT = st.text(
    st.sampled_from("数独パズル問題（上級）aAzZN 09.,;:'\"#&=<>|%+-_/\\é🧩[]{}")
    | st.characters(exclude_categories=["C", "Z"]),
    max_size=20,
).map(lambda text: " ".join(text.split()))
VALUES = st.recursive(
    st.booleans() | st.integers(-(10**6), 10**6) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=5,
)


@st.composite
def entries(draw, layouts):
    """Draw an entry with every field."""
    puzzle, grid = draw(puzzles(layouts))
    rng = draw(st.randoms(use_true_random=False))
    n = puzzle.layout.size
    pairs = list(zip(puzzle.clues, grid, strict=True))
    placed = tuple(0 if clue or rng.random() < 0.8 else digit for clue, digit in pairs)
    marks = tuple(
        () if clue or entered or rng.random() < 0.5 else tuple(sorted({digit, rng.randint(1, n)}))
        for (clue, digit), entered in zip(pairs, placed, strict=True)
    )
    return Entry(
        puzzle,
        solution=draw(st.sampled_from([grid, ()])),
        placed=draw(st.sampled_from([placed, ()])) if any(placed) else (),
        marks=draw(st.sampled_from([marks, ()])) if any(marks) else (),
        **{
            name: draw(TEXT)
            for name in ("title", "author", "grade", "comment", "instructions", "date", "source", "url")
        },
        more=draw(st.dictionaries(st.sampled_from(["level", "steps", "method", "数"]), VALUES, max_size=3)),
    )


def with_clues_held(entry, one):
    """Return the entry, without its clues if the format cannot hold any."""
    if one.clues:
        return entry
    return replace(entry, puzzle=Puzzle(entry.puzzle.layout, (0,) * entry.puzzle.layout.cell_count), placed=())


def same_board(one, other):
    """Return True if two layouts have equal constraints, in any order."""
    return same_houses(one, other) and set(one.further) == set(other.further)
