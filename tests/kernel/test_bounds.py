"""No compiled loop reads or writes outside its arrays, on any layout and for any grade."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from cpgen import resources

FEW = ("latin-5+diagonals", "2x3", "pentomino-2", "jigsaw-7")
"""Layouts of many kinds that are quickly done"""
OTHERS = (
    *sorted(set(resources.names("layouts")).difference(FEW)),
    *("2x2", "3x3", "2x5", "3x4", "4x4", "2x2+diagonals", "3x3+diagonals", "3x4+diagonals"),
    *(f"latin-{side}" for side in (3, 4, 6, 7, 8, 9, 12)),
    *(f"latin-{side}+diagonals" for side in (4, 6, 7, 8, 9, 12)),
    *("latin-4+AA../AA../..BB/..BB", "latin-6+AAA.../AAA.../....../....../...BBB/...BBB"),
)


def work_on(*layouts: str) -> None:
    """Do all kinds of work with checked arrays, see `tests.bounds`."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-m", "tests.bounds", *layouts]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr[-3000:]


def test_no_index_is_outside_its_array() -> None:
    work_on(*FEW)


@pytest.mark.slow
@pytest.mark.parametrize("layout", OTHERS)
def test_no_index_is_outside_on_any_layout(layout: str) -> None:
    work_on(layout)
