"""A background process compiles what is requested into the cache, silently, and ends with the process it serves."""

import io
import os
import pickle
import subprocess
import sys
import time
from contextlib import suppress

import numpy as np
import pytest

from cpgen.kernel import background as module
from cpgen.kernel import code_cache, compiler
from cpgen.kernel.background import Background, example_of, type_of
from cpgen.kernel.marked_functions import seconds_to_compile
from cpgen.layout import Layout
from cpgen.oracles import exact_cover
from cpgen.rater.board import empty_board
from cpgen.rater.house_tables import rater_tables

deepen, search, take_clues = exact_cover.deepen.function, exact_cover.search.function, exact_cover.take_clues.function
needs_background = pytest.mark.skipif(
    compiler.INTERPRETED or not module.is_possible(), reason="there is one processor, or compiling is switched off"
)


def numbers() -> list[object]:
    """Return arguments of all forms that entries take."""
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
    assert background.request(entry.function, arguments, float)
    until = time.monotonic() + 300
    while not background.take_compiled(entry.function) and background.is_usable and time.monotonic() < until:
        time.sleep(0.05)
    assert code_cache.has_code_of(entry.function)
    assert not background.take_compiled(entry.function)


class Process:
    """A background process that gives some answers and never works."""

    def __init__(self, *answers: bytes) -> None:
        self.stdin, self.stdout = io.BytesIO(), answers

    def sent(self) -> list[str]:
        """Names of the entries that it was asked to compile."""
        self.stdin.seek(0)
        found = []
        with suppress(EOFError):
            while True:
                found.append(pickle.load(self.stdin)[1])
        return found

    def wait(self) -> int:
        return 1


@pytest.mark.parametrize("answer", [b"cpgen.oracles.exact_cover deepen\n", b"\n"], ids=["compiled", "refused"])
def test_the_most_urgent_request_is_sent_next(answer):
    background, process = Background(), Process(b"\n", answer)
    background._process, background._owner, background._is_busy = process, os.getpid(), True
    for function, urgency in [(take_clues, 1.0), (deepen, 3.0), (search, 2.0)]:
        seconds = seconds_to_compile(function)
        background.request(function, (1,), lambda urgency=urgency, seconds=seconds: urgency * seconds)
    assert process.sent() == []  # it has not started yet
    background._listen(process)
    assert process.sent() == ["deepen", "search"]


def test_code_is_expected_until_the_process_is_late(monkeypatch):
    background, process, now = Background(), Process(b"\n"), [0.0]
    monkeypatch.setattr(module, "monotonic", lambda: now[0])
    background._process, background._owner = process, os.getpid()
    assert not background.is_expected(deepen)
    for function in (deepen, search):
        background.request(function, (1,), float)
    assert background.is_expected(deepen)
    assert background.is_expected(search)
    now[0] = module.SLOWED * seconds_to_compile(deepen) + module.PATIENCE
    assert not background.is_expected(deepen)
    assert not background.is_expected(search)


SERVED = """
import sys, time
from cpgen.kernel.background import background
from cpgen.kernel import compiler
from cpgen.oracles.exact_cover import deepen
background.request(deepen.function, (1,), float)
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
