"""What can go wrong is told in words a person can act on."""

import sys
from pathlib import Path

import pytest

from cpgen.errors import (
    CpgenError,
    ImpossibleError,
    InputError,
    NotFoundError,
    WritingError,
    counted,
    needs_extra,
    one_of,
    shown,
)


@pytest.mark.parametrize(
    ("error", "code"), [(WritingError, 1), (InputError, 2), (NotFoundError, 3), (ImpossibleError, 4)]
)
def test_each_error_has_the_exit_code_that_users_may_rely_on(error, code):
    assert issubclass(error, CpgenError)
    assert error("…").exit_code == code


def test_the_nearest_name_is_suggested():
    error = one_of(["rot90", "rot180", "diagonal"], "Rot-180", "a symmetry")
    assert str(error) == "'Rot-180' is not a symmetry. Did you mean 'rot180'? Known: rot90, rot180, diagonal."


def test_nothing_is_suggested_when_nothing_is_near():
    assert str(one_of(("zama", "kamio"), "q", "a method")) == "'q' is not a method. Known: zama, kamio."


def test_a_very_long_word_makes_a_short_sentence():
    assert len(str(one_of(["zama"], "z" * 1_000_000, "a method"))) < 200


def test_what_a_terminal_cannot_show_is_escaped():
    assert shown("\x00\x1b[31m") == r"'\x00\x1b[31m'"


def test_one_cell_is_not_one_cells():
    assert [counted(1, "cell"), counted(0, "cell"), counted(9, "cell")] == ["1 cell", "0 cells", "9 cells"]


def test_in_a_clone_a_missing_extra_is_installed_for_the_python_that_runs(monkeypatch, tmp_path):
    root = Path(__file__).parent.parent
    monkeypatch.setattr(sys, "executable", str(root / ".venv" / "bin" / "python"))
    monkeypatch.chdir(root)
    told = "A PDF needs reportlab; install it with `.venv/bin/python -m pip install -e '.[print]'`."
    assert str(needs_extra("A PDF needs reportlab", "print")) == told
    monkeypatch.chdir(tmp_path)
    assert f"`{root}/.venv/bin/python -m pip install -e '{root}[print]'`" in str(needs_extra("A PDF", "print"))
