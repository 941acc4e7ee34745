"""`check --why` and `solve --why`: what contradicts what, and which digits or values leave one solution."""

import pytest

from tests.cli.running import at_terminal, call

NONE, SEVERAL = "12.....3........", "1....2....3....."
CONFLICT = "These contradict each other (no smaller set does): r1c1 = 1; r1c2 = 2; r2c4 = 3."


@pytest.mark.parametrize("command", ["check", "solve"])
def test_conflict_of_a_puzzle_without_solution(command: str) -> None:
    ran = call(command, "--why", NONE)
    assert (ran.code, ran.lines[-1]) == (4, CONFLICT)
    (found,) = call(command, "--why", "--json", NONE).objects
    assert found["conflict"] == {
        "clues": ["r1c1", "r1c2", "r2c4"],
        "constraints": [],
        "smallest": True,
        "minimal": True,
    }


def test_conflict_of_constraints() -> None:
    lines = "cage 3: r1c1 r1c2; cage 3: r1c3 r1c4; thermo r4c1 r3c1"
    ran = call("check", "--why", "--oracle", "bitset", "--constraints", lines, "." * 16)
    assert (ran.code, ran.lines[-1].partition(": ")[2]) == (4, "cage 3: r1c1 r1c2; cage 3: r1c3 r1c4.")


def test_digits_and_values_that_leave_one_solution() -> None:
    words = ["--why", "--oracle", "bitset", "--constraints", "cage ?: r1c2 r1c3", SEVERAL]
    ran = call("check", *words)
    assert ran.code == 5
    assert ran.lines[-2:] == [
        "With one of these digits it would have one solution: r1c4 = 4; r2c4 = 4; r4c1 = 4; r4c2 = 4.",
        "With one of these values it would have one solution: cage 5: r1c2 r1c3.",
    ]
    (found,) = call("check", "--json", *words).objects
    assert {"cell": "r1c4", "digit": 4} in found["deciding"]
    assert found["values"] == [{"kind": "cage", "total": 5, "cells": ["r1c2", "r1c3"]}]
    assert call("check", "--why", "." * 16).lines[-1] == "No single digit would leave one solution."


def test_open_values_are_refused_without_why() -> None:
    for command in ("check", "solve", "candidates"):
        refused = call(command, "--oracle", "bitset", "--constraints", "cage ?: r1c2 r1c3", SEVERAL)
        assert (refused.code, refused.err.count("\n")) == (2, 1)
        assert "leaves its value open" in refused.err


def test_conflict_is_marked_on_the_board() -> None:
    seen = at_terminal("check", "--why", NONE)
    assert "\x1b[7m1\x1b[0m \x1b[7m2\x1b[0m" in seen
    assert CONFLICT in seen


def test_why_excludes_other_outputs() -> None:
    for other in ("--count", "--all"):
        refused = call("solve", "--why", other, SEVERAL)
        assert (refused.code, refused.err) == (2, "error: Give only one of --count, --all, --first and --why.\n")
