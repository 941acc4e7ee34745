"""A background process compiles what is requested into the cache, silently, and ends with the process it serves."""

import os
import subprocess
import sys
import time

import numpy as np
import pytest

from cpgen.kernel import background as module
from cpgen.kernel import code_cache, compiler
from cpgen.kernel.background import Background, example_of, type_of
from cpgen.layout import Layout
from cpgen.oracles import exact_cover
from cpgen.rater.board import empty_board
from cpgen.rater.house_tables import rater_tables

needs_background = pytest.mark.skipif(
    compiler.INTERPRETED or not module.is_possible(), reason="there is one processor, or compiling is switched off"
)


def numbers() -> list[object]:
    """Arguments of all forms that entries take."""
    grid, frozen = np.zeros((4, 4), np.uint64), np.arange(3)
    frozen.flags.writeable = False
    layout = Layout.boxes(2, 2)
    tables, board = rater_tables(layout), empty_board(layout)
    return [grid, grid.T, grid[::2, ::2], frozen, tables, board, 1, True, 0.5, np.uint64(7), np.int64(1)]


def test_examples_have_the_types_of_the_arguments():
    numba = pytest.importorskip("numba")
    from cpgen.kernel import numba_internals  # noqa: F401

    for value in numbers():
        assert numba.typeof(example_of(type_of(value))) == numba.typeof(value)


@needs_background
def test_a_requested_entry_is_cached_and_loaded(own_cache, monkeypatch):
    monkeypatch.setattr(compiler, "WHERE", compiler.BESIDE)
    background, entry = Background(), exact_cover.deepen
    arguments = exact_cover.cover_of(Layout.boxes(2, 2)), np.zeros(99, np.int64)
    assert background.request(entry.function, arguments)
    until = time.monotonic() + 300
    while not background.take_compiled(entry.function) and background.is_usable and time.monotonic() < until:
        time.sleep(0.05)
    assert code_cache.has_code_of(entry.function)
    assert not background.take_compiled(entry.function)


SERVED = """
import sys, time
from cpgen.kernel.background import background
from cpgen.kernel import compiler
from cpgen.oracles.exact_cover import deepen
background.request(deepen.function, (1,))
print(background._process.pid, flush=True)
sys.stdin.read()
"""


@needs_background
@pytest.mark.skipif(sys.platform == "win32", reason="there are no signals")
def test_the_process_ends_with_the_one_it_serves(tmp_path):
    env = os.environ | {"XDG_CACHE_HOME": str(tmp_path)}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, "-c", SERVED], env=env, **pipes) as served:
        number = int(served.stdout.readline())
        os.kill(number, 0)
        served.kill()
    until = time.monotonic() + 60
    while is_alive(number) and time.monotonic() < until:
        time.sleep(0.05)
    assert not is_alive(number)


def is_alive(number: int) -> bool:
    """Return True if a process exists and has not ended."""
    try:
        with open(f"/proc/{number}/stat", encoding="ascii") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
