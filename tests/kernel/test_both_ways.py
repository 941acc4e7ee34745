"""Interpreted and compiled code give the same ratings, logs, counts, completions, canonical forms and proofs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cpgen.difficulty import model_for
from cpgen.feasibility.infeasible import no_filling
from cpgen.kernel import compiler
from cpgen.kernel.compiler import CompiledEntry
from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.oracles.bitset import BitsetOracle
from cpgen.pattern import Pattern
from cpgen.puzzle import Puzzle
from cpgen.rater.rating import Rater
from cpgen.state import State
from cpgen.symmetry.canonical import Canoniser
from tests.conftest import noted

LAYOUTS = {
    "9×9": Layout.boxes(3, 3),
    "6×6": Layout.boxes(2, 3),
    "Latin": Layout.latin(5),
    "diagonals": Layout.boxes(3, 3).with_diagonals(),
    "windoku": layout_named("windoku"),
    "jigsaw": layout_named("jigsaw-7"),
    "pentominoes": layout_named("pentomino-2"),
}


def answers(layout: Layout, seed: int) -> list[Any]:
    """Some puzzles on a layout, with ratings, logs, counts and canonical forms."""
    rng, found = np.random.default_rng(seed), []
    rater, oracle, canoniser = Rater(layout, model_for(layout).ladder), BitsetOracle(), Canoniser(layout)
    for share in (0.3, 0.45, 0.6):
        grid = oracle.complete(Puzzle(layout, (0,) * layout.cell_count), rng)
        assert grid is not None
        kept = rng.random(layout.cell_count) < share
        puzzle = Puzzle(layout, tuple(digit if keep else 0 for digit, keep in zip(grid, kept, strict=True)))
        found += [puzzle, rater.rate(puzzle.clues), rater.trace(State.of(puzzle)), oracle.uniqueness(puzzle)]
        found += [rater.trace(State(puzzle, marks=noted(grid, rng)))]
        found += [oracle.count(puzzle, 3), canoniser.form(puzzle)]
    return found


@pytest.mark.parametrize("name", LAYOUTS)
def test_answers_are_the_same_interpreted_and_compiled(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "WHERE", compiler.NOW)
    compiled = answers(LAYOUTS[name], 5)
    monkeypatch.setattr(CompiledEntry, "__call__", CompiledEntry.interpret)
    assert answers(LAYOUTS[name], 5) == compiled


def test_proofs_are_the_same_interpreted_and_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "WHERE", compiler.NOW)
    layout, pattern = Layout.boxes(2, 2), Pattern.parse("x.x. .x.x .... ....")
    compiled = no_filling(layout, pattern)
    assert compiled is not None
    monkeypatch.setattr(CompiledEntry, "__call__", CompiledEntry.interpret)
    assert repr(no_filling(layout, pattern)) == repr(compiled)
