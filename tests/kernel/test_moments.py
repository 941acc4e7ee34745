"""Puzzles, ratings and counts are the same at whatever moment an entry is compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cpgen
from cpgen.kernel import compiler
from cpgen.kernel.compiler import CompiledEntry
from cpgen.layout import Layout
from cpgen.oracles.bitset import BitsetOracle
from cpgen.puzzle import Puzzle
from cpgen.symmetry.canonical import canonical

SEEDS = [*range(2), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 200))]
LINE = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"


def generated(seed: int) -> Any:
    made = cpgen.generate("kamio-a", "expert", seed=seed, oracle="bitset")
    return made.puzzle, made.rating, made.stats.ratings, made.stats.lookaheads


def generated_on_a_wide_ladder(seed: int) -> Any:
    made = cpgen.generate("heart", "easy", ladder="hodoku", seed=seed, oracle="bitset")
    return made.puzzle, made.rating, made.stats.ratings, made.stats.lookaheads


def dug(seed: int) -> Any:
    return [(one.puzzle, one.rating, one.stats.ratings) for one in cpgen.dig_many(3, seed=seed, oracle="bitset")]


def dug_to_few_clues(seed: int) -> Any:
    one = cpgen.dig(layout="2x3", clues=9, seed=seed, oracle="bitset")
    return one.puzzle, one.rating, one.stats.ratings


def solved(seed: int) -> Any:
    found = []
    for name in ("bitset", "exact-cover"):
        oracle = cpgen.open_oracle(name)
        found += [oracle.count(Puzzle.parse("." * 16), 40 + seed), oracle.uniqueness(Puzzle.parse(LINE))]
    found.append(canonical(Puzzle.parse(LINE)))
    return found, BitsetOracle().complete(Puzzle(Layout.boxes(3, 3), (0,) * 81), np.random.default_rng(seed))


WORKS = [generated, generated_on_a_wide_ladder, dug, dug_to_few_clues, solved]


def change_at_random(patch: pytest.MonkeyPatch, seed: int) -> None:
    """Make each entry be interpreted for a random number of calls, often none, and then compiled."""
    rng, left, call = np.random.default_rng(seed), dict[CompiledEntry[..., Any], int](), CompiledEntry.__call__
    patch.setattr(compiler, "WHERE", compiler.NOW)
    for entry in compiler._entries.values():
        patch.setattr(entry, "dispatcher", None)

    def changing(self: CompiledEntry[..., Any], *arguments: Any, **named: Any) -> Any:
        left[self] = left.get(self, int(rng.geometric(10.0 ** -rng.integers(4)))) - 1
        return (self.interpret if left[self] > 0 else call.__get__(self))(*arguments, **named)

    patch.setattr(CompiledEntry, "__call__", changing)


@pytest.mark.skipif(compiler.INTERPRETED, reason="compiling is switched off by NUMBA_DISABLE_JIT")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("work", WORKS, ids=[work.__name__ for work in WORKS])
def test_the_moment_of_compiling_changes_nothing(work: Any, seed: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiler, "WHERE", compiler.NOW)
        compiled = work(seed)
    with pytest.MonkeyPatch.context() as patch:
        change_at_random(patch, seed)
        assert work(seed) == compiled
