"""`cpgen solve` with many solutions: all, the first ones, their number, and what is kept when it is cut short."""

from collections.abc import Iterator

import pytest

import cpgen
from cpgen.errors import NotFoundError
from cpgen.oracles.bases import Deadline, EnumeratingOracle
from cpgen.oracles.bitset import BitsetOracle
from cpgen.puzzle import Grid, Puzzle
from tests.cli.running import call, interrupted

EMPTY, SIX = "." * 81, "1....2....3....."
WRONG = ":0000:x:+3.9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8.:::"
DOMAIN = "1....2....3..... cage 10: r1c1 r1c2 r1c3 r1c4"


@pytest.mark.parametrize("number", [1, 3])
def test_the_first_solutions_are_shown(number):
    assert call("solve", "--first", str(number), SIX).lines == call("solve", "--all", SIX).lines[:number]


def test_the_first_solutions_of_an_empty_board_are_soon_there():
    assert len(call("solve", "--first", "2", "--json", "." * 256).objects) == 2


def test_all_solutions_end_at_the_time_limit():
    ran = call("solve", "--all", "--time-limit", "0.01", "--oracle", "cpsat", EMPTY)
    assert ran.code == 3
    assert "the time limit of 0.01 s has passed; there are at least" in ran.err


def test_a_count_cut_short_shows_the_number_so_far():
    ran = call("solve", "--count", "--time-limit", "0.01", EMPTY)
    assert (ran.code, ran.out[:9]) == (3, "at least ")


def test_a_count_cut_short_is_marked_in_json():
    ran = call("solve", "--count", "--time-limit", "0.01", "--json", EMPTY)
    assert (ran.code, ran.objects[0]["at_least"]) == (3, True)


def test_a_whole_count_is_marked_in_json():
    (data,) = call("solve", "--count", "--json", SIX).objects
    assert (data["solution_count"], data["at_least"]) == (6, False)


def test_an_interrupted_count_ends_with_code_3():
    ran = interrupted("so far", "solve", "--count", EMPTY)
    assert ran.code == 3
    assert "interrupted; there are at least" in ran.err


@pytest.mark.parametrize("words", [("solve", "--count"), ("candidates",)])
def test_a_wrong_placed_digit_is_reported(words):
    ran = call(*words, "--json", WRONG.replace("+3.", "+3"))
    assert ran.err == "warning: r1c1 is 3, but must be 2.\n"
    assert [one["cell"] for one in ran.objects[0]["mistakes"]] == ["r1c1"]


@pytest.mark.parametrize("command", ["check", "solve"])
def test_an_undecided_puzzle_in_a_file_is_named(command, tmp_path):
    path = tmp_path / "two.txt"
    path.write_text(f"{SIX}\n{'.' * 256}\n")
    ran = call(command, str(path), "--oracle", "sat", "--time-limit", "0.00001", "--json")
    assert ran.code == 3
    assert f"two.txt, line 1: {SIX}: sat did not decide" in ran.err
    assert [one["undecided"][:18] for one in ran.objects] == ["sat did not decide"] * 2


class Listing(EnumeratingOracle):
    """An oracle of one's own whose base class keeps the time."""

    name = "listing"

    def completions(self, puzzle: Puzzle, deadline: Deadline) -> Iterator[Grid]:
        for grid in BitsetOracle().solutions(puzzle):
            deadline.left()
            yield grid


class Numbered(BitsetOracle):
    """An oracle of one's own that takes a number of seconds."""

    follows_calls = False

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds + 0.0)


OWN = [f"{__name__}:{kind.__name__}" for kind in (Listing, Numbered)]


@pytest.mark.parametrize("oracle", OWN)
@pytest.mark.parametrize("how", ["--count", "--all"])
def test_an_oracle_of_one_s_own_ends_at_the_time_limit(oracle, how):
    ran = call("solve", how, "--oracle", oracle, "--time-limit", "1e-9", EMPTY)
    assert ran.code == 3
    assert "the time limit of 1e-09 s has passed; there are at least 0 solutions" in ran.err.replace("The", "the")


@pytest.mark.parametrize("oracle", OWN)
def test_solutions_of_one_s_own_oracle_end_at_the_time_limit(oracle):
    with pytest.raises(NotFoundError, match="time limit of 1e-09 s has passed; there are at least 0"):
        next(cpgen.solutions(EMPTY, oracle, seconds=1e-9))
