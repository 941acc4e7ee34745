"""What `bench` measures of digging and of boards other than 9×9: functions that each do one piece of work."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import numpy as np

from cpgen import DigRequest, Layout, Method, RandomPattern, dig_many, generate_many, model_for, open_oracle
from cpgen.api import named_layout
from cpgen.generation.digging.digger import Digger
from cpgen.generation.workbench import Clock

Work = Callable[[], object]


def digging(layout: str, way: str, symmetry: str, oracle: str = "bitset") -> Work:
    """Digs in one random grid after another, the grid included, the final proof by CP-SAT left out."""
    request = _dig_request(layout, way, symmetry, oracle=oracle)
    digger, rng = Digger(request, Clock()), np.random.default_rng(1)
    draw = request.source.open(request.layout, open_oracle("bitset"))
    return lambda: digger.dig(np.array(draw(rng).grid, np.uint8), rng)


def few_clues(clues: int) -> Work:
    """Finds a 9×9 puzzle with half-turn symmetry and so many clues, proof by CP-SAT included, by seed after seed."""
    request = _dig_request("3x3", "orbits", "rot180", clues=clues)
    seeds = count()
    return lambda: next(dig_many(request, 1, next(seeds), Clock(600)))


def large(clues: int) -> Work:
    """Makes 16×16 puzzles on random point-symmetric patterns, the proof by the bitset oracle included."""
    layout = Layout.boxes(4, 4)
    wish, oracle = RandomPattern(clues, "rot180"), Method(oracle="bitset")
    made = generate_many(10**6, wish, "any", layout=layout, method=oracle, seed=1, budget=float("inf"))
    return lambda: next(made)


def _dig_request(layout: str, way: str, symmetry: str, **wishes: object) -> DigRequest:
    board = named_layout(layout)
    return DigRequest(board, model_for(board).ladder, way=way, symmetry=symmetry, **wishes)
