"""Oracles on boards with constraints other than houses, against brute force and published puzzles.

Every kind of constraint, on small boards, is asked of every oracle that supports it; brute force goes through all grids
and asks `is_satisfied`, which knows nothing of the primitives that the oracles solve.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import islice

import numpy as np
import pytest

from cpgen.constraints.primitives import AllDifferent, EachDigitOnce
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.oracles import ALL, LADDER, ORACLES, SIGHT, Oracle, open_oracle
from cpgen.oracles.bitset import BitsetOracle
from cpgen.oracles.cpsat import encoding_for
from cpgen.puzzle import Grid, Puzzle
from tests import brute
from tests.constraints.examples import EXAMPLES, board
from tests.oracles.missing import LACKING
from tests.variant_puzzles import VARIANTS, puzzle_of, solution_of

MOST_GRIDS, FEW_GRIDS = 400, 50
"""Most grids to enumerate, and for oracles in STEPS"""
STEPS = {"z3": 4, "gecode": 30, "chuffed": 30, "checked": 3}
"""Oracles that are asked about every second, third … example only, since an answer takes long"""
TAKES_LONG = {("sat", "variant-38")}
CAGE = Layout.boxes(2, 2).with_constraints("cage 5: r1c1 r1c2")


ASKED = [name for name in ORACLES if name not in (*LACKING, LADDER)]


@pytest.fixture(scope="module", params=ASKED)
def oracle(request: pytest.FixtureRequest) -> Oracle:
    return open_oracle(request.param)


@cache
def clues_and_grids(layout: Layout, most: int) -> tuple[Grid, list[Grid]]:
    """Return clues of a random grid of a layout without constraints, and all grids with these clues, `most` at most."""
    rng = random.Random(layout.size)
    grid = next(brute.completions(layout, (0,) * layout.cell_count, rng.sample(range(1, layout.size + 1), layout.size)))
    clues = [0] * layout.cell_count
    for cell in rng.sample(range(layout.cell_count), layout.cell_count):
        found = list(islice(brute.completions(layout, clues), most + 1))
        if len(found) <= most:
            break
        clues[cell] = grid[cell]
    return tuple(clues), list(map(tuple, found))


def test_every_kind_agrees_with_brute_force(oracle: Oracle) -> None:
    most = FEW_GRIDS if oracle.name in STEPS else MOST_GRIDS
    for size, line in EXAMPLES[:: STEPS.get(oracle.name, 1)]:
        layout = board(size).with_constraints(line)
        if layout.kinds_of_primitives <= oracle.supports:
            clues, grids = clues_and_grids(layout.base, most)
            fitting = {grid for grid in grids if all(one.is_satisfied(grid, layout) for one in layout.further)}
            assert_has_completions(oracle, Puzzle(layout, clues), fitting)


def assert_has_completions(oracle: Oracle, puzzle: Puzzle, expected: set[Grid]) -> None:
    """Compare all answers with the completions that are expected."""
    assert oracle.count(puzzle, None) == len(expected), puzzle.layout
    assert oracle.is_consistent(puzzle) == bool(expected)
    witness = oracle.uniqueness(puzzle).grids
    assert len(set(witness)) == min(2, len(expected))
    assert expected.issuperset(witness)
    completed = oracle.complete(puzzle, np.random.default_rng(1))
    assert completed in expected if expected else completed is None
    if completed:
        assert len(oracle.prove(puzzle, completed).grids) == min(2, len(expected))
        full = Puzzle(puzzle.layout, completed)
        assert oracle.uniqueness(full).grids == (completed,)


def test_a_clue_that_breaks_a_constraint_leaves_no_completion(oracle: Oracle) -> None:
    broken = {"odd: r1c1": (2, 0), "less: r1c1 r1c2": (4, 0), "thermo: r1c1 r1c2": (3, 2), "cage 5: r1c1 r1c2": (1, 2)}
    for line, clues in broken.items():
        layout = Layout.boxes(2, 2).with_constraints(line)
        if layout.kinds_of_primitives <= oracle.supports:
            puzzle = Puzzle(layout, (*clues, *(0,) * 14))
            assert oracle.count(puzzle, None) == 0
            assert not oracle.is_consistent(puzzle)
            assert oracle.complete(puzzle, np.random.default_rng(1)) is None


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("solver", ["bitset", "cpsat", "sat"])
def test_published_puzzles_have_their_solution(solver: str, name: str) -> None:
    if solver in LACKING or (solver, name) in TAKES_LONG:
        pytest.skip(LACKING.get(solver, "takes more than ten seconds"))
    assert open_oracle(solver).uniqueness(puzzle_of(name)).grids == (solution_of(name),)


def test_an_oracle_refuses_what_it_does_not_support() -> None:
    puzzle, oracle = Puzzle(CAGE, (0,) * 16), open_oracle("exact-cover")
    expected = (
        r"^The oracle exact-cover does not support constraints such as 'cage 5: r1c1 r1c2'; the oracle cpsat does\.$"
    )
    for ask in (oracle.count, oracle.is_consistent, oracle.uniqueness):
        with pytest.raises(InputError, match=expected):
            ask(puzzle)
    with pytest.raises(InputError, match=expected):
        oracle.complete(puzzle, np.random.default_rng(1))
    with pytest.raises(InputError, match=expected):
        open_oracle("bitset+exact-cover").count(puzzle)


def test_open_values_are_refused(oracle: Oracle) -> None:
    drawn = Layout.boxes(2, 2).with_constraints("cage ?: r1c1 r1c2")
    with pytest.raises(InputError, match=r"^'cage \?: r1c1 r1c2' leaves its value open"):
        oracle.count(Puzzle(drawn, (0,) * 16))


def test_checked_supports_what_all_its_oracles_do() -> None:
    assert open_oracle("checked").supports == ALL
    assert open_oracle("bitset+exact-cover").supports == open_oracle("exact-cover").supports < ALL


def test_a_user_defined_oracle_supports_sight_unless_it_says_more() -> None:
    class Own(BitsetOracle):
        name = "own:Own"

    assert Own().supports == SIGHT == {EachDigitOnce, AllDifferent}
    with pytest.raises(InputError, match="own:Own does not support"):
        Own().require_supported(CAGE)
    Own().require_supported(Layout.boxes(2, 2).with_constraints("cage: r1c1 r1c2"))


@pytest.mark.parametrize(
    ("lines", "presolves"),
    [
        (["all dots shown", "white 1: r1c1 r1c2", "leaps knight"], False),
        (["thermo: r1c1 r2c1 r3c1", "cage: r1c5 r1c6", "odd: r2c2"], False),
        (["thermo: r1c1 r2c1 r3c1", "cage 5: r1c5 r1c6"], True),
        (["sandwich 5 row 2"], True),
    ],
)
def test_presolve_is_for_boards_with_sums_or_automata(lines, presolves):
    layout = Layout.parse("2x3").with_constraints(*lines)
    encoding = encoding_for(Puzzle(layout, (0,) * 36))
    assert encoding.tries[0].cp_model_presolve == presolves
