import numpy as np
import pytest

from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.study.oracle_queries import CountBounds, Query, Recorder, asking, bounds_of, completes, objection, recorded
from cpgen.study.oracle_workloads import request_of

GRID = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
ONE = Puzzle.parse("1.34341221434...")
MANY = Puzzle.parse("................")
NONE = Puzzle.parse("12..34..........").__class__(MANY.layout, (1, 1, *([0] * 14)))


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (Query("uniqueness", NONE), (0, 0)),
        (Query("uniqueness", ONE), (1, 1)),
        (Query("uniqueness", MANY), (2, None)),
        (Query("is_consistent", NONE), (0, 0)),
        (Query("is_consistent", ONE), (1, None)),
        (Query("count", MANY, None), (288, 288)),
        (Query("count", MANY, 50), (50, None)),
        (Query("count", ONE, 50), (1, 1)),
        (Query("complete", MANY, 7), (1, None)),
        (Query("complete", NONE, 7), (0, 0)),
    ],
    ids=str,
)
def test_a_reply_bounds_the_number_of_completions(query, said):
    answer = bounds_of(query, asking(open_oracle("bitset"), query)())
    assert (answer.least, answer.most) == said
    assert objection(query.puzzle, answer) == ""


def test_a_completion_is_that_of_its_seed():
    oracle = open_oracle("bitset")
    grid = oracle.complete(MANY, np.random.default_rng(7))
    assert asking(oracle, Query("complete", MANY, 7))() == grid


@pytest.mark.parametrize(
    ("puzzle", "grid", "true"),
    [
        (MANY, GRID, True),
        (ONE, GRID, True),
        (Puzzle.parse("2..............."), GRID, False),
        (MANY, GRID[:-1], False),
        (MANY, (1,) * 16, False),
        (MANY, (*GRID[:-1], 0), False),
    ],
)
def test_a_grid_completes_clues_that_it_has(puzzle, grid, true):
    assert completes(puzzle, grid) is true


def test_a_witness_that_is_none_is_objected_to():
    assert "does not complete" in objection(MANY, CountBounds(1, 1, ((1,) * 16,)))
    assert "twice" in objection(MANY, CountBounds(2, None, (GRID, GRID)))


METHODS = [("sample", "anneal"), ("zama", "zama"), ("kamio", "kamio")]


@pytest.mark.parametrize("method", METHODS, ids="/".join)
def test_the_same_generation_asks_the_same(method):
    request = request_of(*method)
    once = recorded(request, open_oracle("bitset"), 1, 16)
    assert len(once) == 16
    assert once == recorded(request, open_oracle("bitset"), 1, 16)
    assert once[:10] == recorded(request, open_oracle("bitset"), 1, 10)
    assert once != recorded(request, open_oracle("bitset"), 2, 16)


def test_replay_repeats_the_same_queries():
    asked = recorded(request_of("zama", "zama"), open_oracle("bitset"), 1, 40)
    again = Recorder(open_oracle("cpsat"))
    for query in asked:
        asking(again, query)()
    assert again.asked == asked
    assert again.seconds > 0
