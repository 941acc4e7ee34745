"""`cpgen dig --drop` and `--list-superfluous`, from the shell."""

import json

import pytest

import cpgen
from cpgen.oracles import UndecidedError
from cpgen.oracles.bitset import BitsetOracle
from cpgen.puzzle import Puzzle
from tests.cli.running import LEFT, at_terminal, call, interrupted, run
from tests.variant_puzzles import VARIANTS, puzzle_of

BOARD = ("--size", "4", "--constraints", "cage 7: r2c1 r3c1; thermo r4c4 r3c4 r2c4; white r1c3 r1c4")
GIVENS = "1...3......3...."


def test_a_puzzle_is_left_on_one_line():
    ran = call("dig", "--drop", "givens,dots", *BOARD, GIVENS, "--seed", "1")
    assert (ran.code, ran.err) == (0, "")
    puzzle = cpgen.check(ran.out)
    assert puzzle.unique
    assert ran.out == "...........3.... 2x2+cage 7: r2c1 r3c1+thermo: r4c4 r3c4 r2c4+white 1: r1c3 r1c4\n"


def test_what_was_removed_is_shown_to_people():
    shown = at_terminal("dig", "--drop", "givens", *BOARD, GIVENS, "--seed", "1")
    assert "removed 2 givens: r1c1=1 r2c1=3\n" in shown.replace("\r", "")
    assert "minimal in givens · one solution, proven by cpsat" in shown
    assert "thermo: r4c4 r3c4 r2c4" in shown
    assert "seed 1" in shown


def test_superfluous_clues_are_listed():
    ran = call("dig", "--list-superfluous", *BOARD, GIVENS)
    assert ran.code == 0
    assert ran.lines[:3] == ["r1c1=1", "r2c1=3", "white 1: r1c3 r1c4"]
    assert ran.lines[3].endswith("3 of 6 clues are superfluous, each on its own, but not all can be removed together.")
    (data,) = call("dig", "--list-superfluous", "--drop", "dots", *BOARD, GIVENS, "--json").objects
    assert data["superfluous"] == [{"kind": "white", "difference": 1, "cells": ["r1c3", "r1c4"]}]
    assert (
        call("dig", "--list-superfluous", *BOARD, "...........3....")
        .lines[-1]
        .endswith("none of 4 clues is superfluous.")
    )


def test_puzzles_come_from_files_and_standard_input(tmp_path):
    file = tmp_path / "killer.txt"
    file.write_text("1...\n3...\n...3\n....\ncage 7: r2c1 r3c1\nthermo r4c4 r3c4 r2c4\nwhite r1c3 r1c4\n")
    wanted = call("dig", "--drop", "all", *BOARD, GIVENS, "--seed", "3").out
    assert call("dig", "--drop", "all", str(file), "--seed", "3").out == wanted
    assert run("dig", "--drop", "all", "--seed", "3", stdin=file.read_bytes()).out == wanted


def test_an_object_and_the_rounds():
    (data,) = call("dig", "--drop", "all", *BOARD, GIVENS, "--seed", "1", "--json").objects
    assert {one["kind"] for one in data["removed"]} == {"given"}
    assert data["minimal"]
    assert data["layout"].startswith("2x2+cage 7")
    ran = call("dig", "--drop", "all", *BOARD, GIVENS, "--seed", "1", "--rounds")
    assert "Full House" in ran.lines[-1]


def test_the_result_is_written_to_a_file_with_its_texts(tmp_path):
    source, target = tmp_path / "in.json", tmp_path / "out.json"
    entry = {"puzzle": "1234341221434321", "title": "Four", "constraints": ["cage 3: r1c1 r1c2"]}
    source.write_text(json.dumps([entry | {"layout": "2x2"}]), encoding="utf-8")
    assert call("dig", "--drop", "givens", str(source), "--seed", "1", "-o", str(target)).code == 0
    (data,) = json.loads(target.read_text(encoding="utf-8"))
    assert data["title"] == "Four"
    assert data["solution"] == entry["puzzle"]
    assert data["clues"] + sum(one["kind"] == "given" for one in data["removed"]) == 16
    assert data["constraints"] == [{"kind": "cage", "total": 3, "cells": ["r1c1", "r1c2"]}]


def test_a_format_that_cannot_hold_the_constraints_is_refused(tmp_path):
    board = "3x3+cage 3: r1c1 r1c2"
    ran = call("dig", "--drop", "givens", "--layout", board, "1" + "." * 80, "-o", str(tmp_path / "out.sdm"))
    assert ran.code == 2
    assert "cage (1)" in ran.err


def test_several_puzzles_and_their_errors():
    ran = call("dig", "--drop", "givens", "1234341221434...", "1...............", "123....4........", "--seed", "1")
    assert ran.code == 4
    assert len(ran.lines) == 1
    assert [line.split()[0] for line in ran.err.splitlines()] == ["error:", "error:"]


class Slow(BitsetOracle):
    """An oracle that answers questions about a whole puzzle alone in time."""

    name = "slow"

    def uniqueness(self, puzzle):
        self.seconds = 60
        return super().uniqueness(puzzle)

    def prove(self, puzzle, known, among=()):
        raise UndecidedError("This oracle does not decide.")


def test_the_time_limit_keeps_what_was_found():
    ran = call("dig", "--drop", "all", LEFT, "--time-limit", "0.000001", "--oracle", f"{__name__}:Slow")
    assert (ran.code, ran.lines) == (3, [LEFT])
    assert "It was not decided in time whether 23 clues can be removed: r1c2=9 " in ran.err


@pytest.mark.parametrize("command", ["dig", "generate"])
def test_no_time_is_left_when_the_own_oracle_is_opened(command):
    ran = call(command, "--time-limit", "0.000001", "--oracle", f"{__name__}:Slow")
    assert (ran.code, ran.out) == (3, "")
    assert "Found 0 of 1 puzzle in 0.0 s" in ran.err


def test_ctrl_c_shows_the_best_so_far():
    puzzle = puzzle_of("variant-11")
    lines = "; ".join(VARIANTS["variant-11"]["constraints"])
    ran = interrupted("clues to check", "dig", "--drop", "all", "--constraints", lines, puzzle.line, "--seed", "1")
    assert ran.code == 130
    assert len(ran.lines) == 1
    left = cpgen.api.as_puzzle(ran.lines[0])
    assert isinstance(left, Puzzle)
    assert set(left.layout.further) <= set(puzzle.layout.further)
    assert "not checked" in ran.err


def test_a_killer_is_dug_down_to_no_givens(tmp_path):
    file = tmp_path / "killer.txt"
    file.write_text("\n".join(VARIANTS["variant-34"]["constraints"]))
    for more in ((), ("--clues", "0"), ("--clues", "fewest")):
        ran = call("dig", "--constraints", str(file), "--seed", "1", *more)
        assert ran.code == 0
        assert ran.out.startswith("." * 81 + " 3x3+cage")
    several = call("dig", *BOARD, "--clues", "0")
    assert (several.code, several.out) == (4, "")
    assert "the constraints of the board alone have more than one solution" in several.err
    assert "2 different ones are impossible" in call("dig", "--constraints", str(file), "--clues", "0", "-n", "2").err
