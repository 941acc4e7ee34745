"""What all tests share: a fixed profile of hypothesis, and boards of many shapes."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Generator, Iterator

import numpy as np
import pytest
from hypothesis import settings

from cpgen import resources
from cpgen.difficulty import shipped_model
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.rating import rater_for
from cpgen.state import Marks

os.environ.setdefault("CPGEN_COMPILE", "here")
"""The processes of a test run fill all processors, so they start no others that compile"""

signal.signal(signal.SIGINT, signal.default_int_handler)
"""Also where a shell has started pytest in the background and deaf to Ctrl-C, which its processes would inherit"""

settings.register_profile("ci", settings.get_profile("ci"), max_examples=40)  # which pyproject.toml names

gc.set_threshold(50_000, 10, 10)  # collecting tests leaves little garbage


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """With `-n auto` one process more than there are processors: now and then each waits for a page or a command."""
    return (yield) + ("PYTEST_XDIST_AUTO_NUM_WORKERS" not in os.environ)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts the pages first: of several processes one then has them all, with one server and one browser."""
    items.sort(key=lambda item: not item.nodeid.startswith("tests/web/"))


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """What is loaded stays, so garbage is sought among the rest alone."""
    gc.freeze()


SHAPES = {
    "4x4": "2x2",
    "5x5 latin": "latin-5",
    "5x5 pentominoes": resources.text("layouts", "pentomino-1"),
    "5x5 winding pentominoes": resources.text("layouts", "pentomino-2"),
    "6x6": "2x3",
    "6x6 latin diagonals": "latin-6+diagonals",
    "9x9": "3x3",
    "9x9 jigsaw": resources.text("layouts", "jigsaw-9"),
    "9x9 diagonals": "3x3+diagonals",
    "9x9 windoku": resources.text("layouts", "windoku"),
    "16x16": "4x4",
}

Boards = Callable[[int, int], Iterator[tuple[Puzzle, Grid]]]


@pytest.fixture(params=SHAPES.values(), ids=SHAPES.keys())
def layout(request: pytest.FixtureRequest) -> Layout:
    return Layout.parse(request.param)


@pytest.fixture
def boards(layout: Layout) -> Boards:
    """Random boards of the layout, each with a grid that has its clues: `boards(count, seed)`."""

    def draw(count: int, seed: int) -> Iterator[tuple[Puzzle, Grid]]:
        rng = np.random.default_rng([seed, layout.cell_count])
        oracle = open_oracle("bitset")
        for number in range(count):
            grid = oracle.complete(Puzzle(layout, (0,) * layout.cell_count), rng)
            assert grid is not None
            yield Puzzle(layout, (thinned, dug)[number % 2](layout, grid, rng)), grid

    return draw


def noted(grid: Grid, rng: np.random.Generator) -> Marks:
    """Candidates in some cells, the digit of the grid among them."""
    n = max(grid)
    picked = ({digit, *rng.integers(1, n + 1, n // 2).tolist()} if rng.random() < 0.4 else () for digit in grid)
    return tuple(tuple(sorted(digits)) for digits in picked)


def thinned(layout: Layout, grid: Grid, rng: np.random.Generator) -> Grid:
    """A grid of which a random part is left: full, solvable, with one solution or with many."""
    share = rng.uniform(0.05, 0.6)
    return tuple(digit if rng.random() < share else 0 for digit in grid)


def dug(layout: Layout, grid: Grid, rng: np.random.Generator) -> Grid:
    """A grid with clues dug away as long as a random part of the ladder solves it, now and then one clue too many."""
    full = shipped_model("nikoli100").ladder
    rater = rater_for(layout, full.up_to(int(rng.choice(full.complexities))))
    clues = list(grid)
    for cell in rng.permutation(layout.cell_count).tolist():
        clues[cell] = 0
        if not rater.rate(clues).solved and rng.random() > 0.6 / layout.cell_count:
            clues[cell] = grid[cell]
    return tuple(clues)
