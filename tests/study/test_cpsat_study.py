import pickle

import pytest

from cpgen.errors import InputError
from cpgen.oracles import UndecidedError, open_oracle
from cpgen.puzzle import Puzzle
from cpgen.study.cpsat_study import BASE, JUDGES, SETTINGS, VariedCpSat, opened_ways
from tests.cli.running import call

EASY = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
KNOWN_WRONG = {"no presolve iteration"}


@pytest.mark.parametrize("name", sorted(set(SETTINGS) - KNOWN_WRONG))
def test_every_setting_answers_correctly(name):
    layout = Puzzle.parse(EASY).layout
    asked, truth = VariedCpSat(SETTINGS[name]), open_oracle("bitset")
    for line in 2 * (EASY, EASY.replace("9", "."), EASY.replace("9", "1", 1).replace("14", "41")):
        puzzle = Puzzle(layout, tuple(int(symbol) if symbol != "." else 0 for symbol in line))
        assert len(asked.uniqueness(puzzle).grids) == truth.count(puzzle)
        assert asked.is_consistent(puzzle) == truth.is_consistent(puzzle)


def test_pickled_oracle_keeps_setting_and_time_limit():
    with pytest.raises(UndecidedError, match="within 0 s"):
        pickle.loads(pickle.dumps(VariedCpSat(SETTINGS["rebuilt"], 0.0))).uniqueness(Puzzle.parse("." * 81))


def test_the_time_limit_holds():
    with pytest.raises(UndecidedError):
        VariedCpSat(SETTINGS[BASE], 0.0).uniqueness(Puzzle.parse("." * 81))


def test_judges_and_base_always_take_part():
    assert list(opened_ways(["rebuilt"])) == [*JUDGES, BASE, "rebuilt"]
    with pytest.raises(InputError, match="Did you mean 'rebuilt'"):
        opened_ways(["rebuild"])


def test_effort_limit_keeps_the_setting():
    limited = VariedCpSat(SETTINGS["rebuilt"]).with_effort_limit()
    assert limited.has_effort_limit
    assert len(limited.uniqueness(Puzzle.parse(EASY)).grids) == 1


def test_settings_are_measured_on_a_board_with_constraints():
    own = ("--size", "4", "--constraints", "thermo r1c1 r1c2 r1c3 r1c4; cage 3: r2c1 r2c2")
    ran = call("study", "cpsat", "--way", "rebuilt", *own, "--count", "2", "--repeat", "1", "--json")
    assert ran.code == 0, ran.err
    assert {row["oracle"] for row in ran.objects if "oracle" in row} >= {*JUDGES, BASE, "rebuilt"}
