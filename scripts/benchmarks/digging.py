"""How fast are clues taken away? By way, symmetry and layout, and down to few clues."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count

import numpy as np

from benchmarks.measuring import Row, Take, repeated
from cpgen import DigRequest, dig_many, model_for, open_oracle
from cpgen.generation.clock import Clock
from cpgen.generation.digging import Digger
from cpgen.layout import Layout


def rows() -> Iterator[Row]:
    for way, symmetry in (("single", "none"), ("orbits", "rot180")):
        ours = f"dig 9×9 {way}, {symmetry}"
        yield Row(ours, partial(digging, "3x3", way, symmetry, 50), 5, "ms")
        theirs = partial(digging, "3x3", way, symmetry, 1, "cpsat")
        yield Row(f"{ours}, by cpsat", theirs, 5, "ms", quick=False, against=ours)
    yield Row("dig jigsaw-9, none", partial(digging, "jigsaw-9", "single", "none", 20), 5, "ms")
    yield Row("dig 16×16, rot180", partial(digging, "4x4", "orbits", "rot180", 5), 5, "ms")
    yield Row("dig 25×25, rot180", partial(digging, "5x5", "orbits", "rot180", 1), 1, "s", quick=False)
    for clues in (20, 19, 18):
        yield Row(f"dig 9×9 rot180 to {clues} clues", partial(few_clues, clues), 9, "s")


def digging(layout: str, way: str, symmetry: str, times: int, oracle: str = "bitset") -> Take:
    """Digs in one random grid after another, the grid included, the final proof by CP-SAT left out."""
    request = _request(layout, way, symmetry, oracle=oracle)
    digger, rng = Digger(request, Clock()), np.random.default_rng(1)
    draw = request.source.open(request.layout, open_oracle("bitset"))
    return repeated(lambda: digger.dig(np.array(draw(rng).grid, np.uint8), rng), times)


def few_clues(clues: int) -> Take:
    """Finds a 9×9 puzzle with half-turn symmetry and so many clues, proof by CP-SAT included, by seed after seed."""
    request, seeds = _request("3x3", "orbits", "rot180", clues=clues), count()
    return repeated(lambda: next(dig_many(request, 1, seed=next(seeds))))


def _request(layout: str, way: str, symmetry: str, **wishes: object) -> DigRequest:
    board = Layout.named(layout)
    return DigRequest(board, model_for(board).ladder, way=way, symmetry=symmetry, **wishes)
