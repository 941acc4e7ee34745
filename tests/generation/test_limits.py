"""Limits of the work: nothing goes on for long after the clock has ended a call."""

from itertools import count

import numpy as np
import pytest

from cpgen import resources
from cpgen.constraints.cage import Cage
from cpgen.difficulty import shipped_ladder
from cpgen.generation.two_phase import puzzles_from
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.rater.board import empty_board
from cpgen.rater.findings import ALL
from cpgen.rater.memory import allocate
from cpgen.rater.rating import STOPPED, rate_puzzle
from cpgen.rater.rounds import set_up_clues
from cpgen.rater.techniques.clue_forcing import SupposeScratch, suppose
from cpgen.requests.clock import Clock, OutOfTimeError
from tests.request_helpers import asked

STYLES = [name.removesuffix(".toml") for name in resources.names("styles")]
STUCK = Puzzle(Layout.boxes(2, 3).with_constraints(Cage((0, 1, 2), 9), Cage((6, 12, 13), 8)), (0,) * 36)
LADDER = shipped_ladder("variants").ladder


def expiring(looks):
    """Return a function that is True after some calls, and the counter of its calls."""
    looked = count()
    return (lambda: next(looked) >= looks), looked


@pytest.mark.parametrize("looks", [1, 4])
@pytest.mark.parametrize("layout", ["2x2", "3x3", "4x4"])
@pytest.mark.parametrize("style", STYLES)
def test_work_on_a_style_ends_with_the_clock(style, layout, looks):
    request = asked(kind=style, layout=layout, grade="any")
    stop, looked = expiring(looks)
    clock = Clock(stop=stop)
    try:
        next(puzzles_from(request, open_oracle(request.verifier, clock.left), 1, 0, clock))
    except OutOfTimeError:
        assert next(looked) - looks <= 2
    else:
        assert next(looked) <= looks


@pytest.mark.parametrize("looks", [1, 20])
def test_a_rating_is_stopped_within_a_long_search(looks):
    assert rate_puzzle(STUCK, LADDER, expiring(looks)[0]).outcome == STOPPED


def test_a_trial_goes_on_where_it_was_interrupted():
    scratch, logs = allocate(SupposeScratch, STUCK.layout), []
    for most in (1, 10_000):
        board = empty_board(STUCK.layout)
        set_up_clues(board, np.array(STUCK.clues, np.uint8))
        board.search[0].mode, scratch.next[0] = ALL, 0
        while scratch.next[0] >= 0:
            with np.errstate(over="ignore"):
                suppose(board, scratch, most)
        logs.append(board.log.entries[: board.log.state[0].logged].tolist())
    assert logs[0] == logs[1] != []


def test_a_question_takes_the_seconds_left_of_the_call():
    clock = Clock(stop=lambda: True)
    with pytest.raises(OutOfTimeError):
        open_oracle("bitset", clock.left).is_consistent(STUCK)


def test_building_a_model_ends_with_the_clock():
    clock = Clock(stop=expiring(2)[0])
    with pytest.raises(OutOfTimeError):
        open_oracle("cpsat", clock.left).is_consistent(STUCK)
