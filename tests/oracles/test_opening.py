"""Oracles are opened by name; one whose package or program is missing says how to install it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from cpgen.errors import CpgenError, InputError, needs_extra
from cpgen.layout import Layout
from cpgen.oracles import ORACLES, minizinc, open_oracle, require_known
from cpgen.puzzle import Puzzle

PACKAGES = {"sat": ("pysat", "python-sat"), "asp": ("clingo", "clingo"), "z3": ("z3", "z3-solver")}


@pytest.mark.parametrize("name", PACKAGES)
def test_a_missing_package_is_reported_in_one_sentence(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, package = PACKAGES[name]
    monkeypatch.delitem(sys.modules, ORACLES[name].where.partition(":")[0], raising=False)
    for loaded in [one for one in sys.modules if one.partition(".")[0] == module]:
        monkeypatch.delitem(sys.modules, loaded)
    monkeypatch.setattr(sys, "path", [])
    with pytest.raises(InputError) as told:
        open_oracle(name)
    assert str(told.value) == str(needs_extra(f"The oracle {name} needs {package}", "research"))


def test_a_missing_program_is_reported_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    minizinc.solvers.cache_clear()
    with pytest.raises(
        InputError, match=r"^The oracle gecode needs MiniZinc with Gecode \(.*apt install minizinc.*\)\.$"
    ):
        open_oracle("gecode")
    minizinc.solvers.cache_clear()


def test_a_program_that_stops_early_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "minizinc"
    program.write_text('#!/bin/sh\n[ "$1" = --solvers-json ] && echo \'[{"id": "org.gecode.gecode"}]\' || exit 3\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    minizinc.solvers.cache_clear()
    with pytest.raises(CpgenError, match=r"^MiniZinc stopped with exit code 3\.$"):
        open_oracle("gecode").count(Puzzle(Layout.boxes(2, 2), (0,) * 16))
    minizinc.solvers.cache_clear()


def test_a_name_that_is_no_oracles_is_refused() -> None:
    for name in ["", "+", "bitset+", "Bitset", "os", "os:", ":path", "os.:path", "os:a:b", "1:b", "a b:c"]:
        with pytest.raises(InputError, match="is not an oracle"):
            require_known(name)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("no_such_module:Oracle", "no module named 'no_such_module'"),
        ("os:NoSuchClass", "is not an oracle; it should be a subclass"),
        ("os:getcwd", "is not an oracle; it should be a subclass"),
        ("pathlib:Path", "is not an oracle; it should be a subclass"),
    ],
)
def test_a_user_defined_class_must_be_an_oracle(name: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        open_oracle(name)


def test_ctrl_c_while_a_solver_is_imported_is_ctrl_c(monkeypatch):
    def interrupted(module):
        raise ImportError("initialization failed") from KeyboardInterrupt()

    monkeypatch.setattr("cpgen.oracles.import_module", interrupted)
    with pytest.raises(KeyboardInterrupt):
        open_oracle("cpsat")
