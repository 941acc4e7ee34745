"""A search that chooses options of alternatives counts each solution once, whatever options hold in it."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.oracles.bitset import all_grids
from cpgen.puzzle import Puzzle

BOARD = Layout.boxes(2, 2)
CELLS = [f"r{row}c{column}" for row in range(1, 5) for column in range(1, 5)]


def condition(rng: random.Random) -> str:
    first, second, third = rng.sample(CELLS, 3)
    return rng.choice(
        [
            f"sum {rng.randrange(3, 7)}: {first} {second}",
            f"sum {rng.randrange(4, 10)}: {first} {second} {third}",
            f'rule "a < b": {first} {second}',
            f"odd: {first}",
        ]
    )


def alternatives(rng: random.Random, depth: int) -> str:
    """Return random alternatives, with others inside their options up to a depth."""
    options = []
    for _ in range(rng.randrange(2, 4)):
        parts = [condition(rng) for _ in range(rng.randrange(1, 4))]
        parts += [alternatives(rng, depth - 1)] if depth and rng.random() < 0.5 else []
        options.append(" and ".join(f"({part})" for part in parts))
    return f"any-of {rng.choice(['', '2', 'exactly 1'])}: {' or '.join(options)}"


def boards(count: int) -> list[Layout]:
    """Return random boards with alternatives that some digits satisfy."""
    rng, found = random.Random(5), list[Layout]()
    while len(found) < count:
        with suppress(InputError):  # an option that no digits satisfy is refused
            found.append(BOARD.with_constraints(*(alternatives(rng, 2) for _ in range(rng.randrange(1, 3)))))
    return found


@pytest.mark.parametrize("layout", boards(40), ids=range(40))
def test_solutions_of_alternatives_are_counted_once(layout: Layout) -> None:
    grids = (tuple(grid) for grid in all_grids(BOARD).tolist())
    expected = sum(all(one.is_satisfied(grid, layout) for one in layout.further) for grid in grids)
    oracle, puzzle = open_oracle("bitset"), Puzzle(layout, (0,) * 16)
    assert oracle.count(puzzle, None) == expected
    for witness in oracle.uniqueness(puzzle).grids:
        assert all(one.is_satisfied(witness, layout) for one in layout.further)
