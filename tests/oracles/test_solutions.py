"""All solutions of a puzzle, one by one, and counts that are cut short."""

from itertools import count, islice

import pytest

from cpgen import api
from cpgen.errors import NotFoundError
from cpgen.notation import line
from cpgen.oracles import LADDER, ORACLES, open_oracle
from cpgen.puzzle import Puzzle
from cpgen.requests.clock import Clock, OutOfTimeError
from tests import brute

SIX = Puzzle.parse("1....2....3.....")
EMPTY = Puzzle.parse("." * 81)
EXACT = [name for name, solver in ORACLES.items() if solver.is_installed and name != LADDER]


def brute_solutions(puzzle):
    """All solutions by brute force."""
    return map(tuple, brute.completions(puzzle.layout, puzzle.clues))


def seconds_for(looks):
    """Return a function that tells an oracle its seconds left, and at the `looks`-th call cancels the question."""
    looked = count()
    return Clock(stop=lambda: next(looked) >= looks).left


@pytest.mark.parametrize("name", [*EXACT, "bitset+cpsat"])
def test_every_oracle_yields_each_solution_once(name):
    shown = list(open_oracle(name).solutions(SIX))
    assert len(shown) == 6
    assert set(shown) == set(brute_solutions(SIX))


@pytest.mark.parametrize("name", [*EXACT, "bitset+cpsat"])
def test_every_oracle_counts_to_the_number_of_solutions(name):
    assert list(open_oracle(name).counts(SIX))[-1] == 6


@pytest.mark.parametrize("text", ["12..............", "1234341221434321", "12.....3........"])
def test_solutions_by_parts_are_those_of_brute_force(text):
    puzzle = Puzzle.parse(text)
    assert sorted(open_oracle("bitset").solutions(puzzle)) == sorted(brute_solutions(puzzle))


@pytest.mark.parametrize("name", ["bitset", "cpsat", "checked"])
def test_solutions_end_with_the_call(name):
    found = []
    with pytest.raises(OutOfTimeError):
        found += islice(open_oracle(name, seconds_for(1)).solutions(EMPTY), 10_000)
    assert len(found) < 10_000


@pytest.mark.parametrize("name", ["bitset", "cpsat", "exact-cover"])
def test_a_count_cut_short_yields_the_number_so_far(name):
    numbers = []
    with pytest.raises(OutOfTimeError):
        numbers.extend(open_oracle(name, seconds_for(3)).counts(EMPTY))
    assert numbers or name == "cpsat"


def test_questions_to_an_oracle_end_when_the_call_is_cancelled():
    with pytest.raises(OutOfTimeError):
        open_oracle("cpsat", seconds_for(0)).uniqueness(EMPTY)


def test_solutions_are_an_iterator_in_python():
    assert [len({line(one) for one in islice(api.solutions(EMPTY), 3)})] == [3]


def test_solutions_in_python_end_in_time():
    with pytest.raises(NotFoundError, match=r"The time limit of 0\.001 s has passed"):
        list(api.solutions(EMPTY, seconds=0.001))
