"""Entries are interpreted first, compiled when there is much to do, and give the same results both ways."""

import os
import pickle
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

from cpgen.kernel import compiled, compiled_at_once, compiled_loop, compiled_when_hot, compiler, records
from cpgen.kernel.compile_progress import compiling_seconds, report_compiling
from cpgen.kernel.structs import Struct

LINE = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
needs_compiler = pytest.mark.skipif(compiler.INTERPRETED, reason="compiling is switched off by NUMBA_DISABLE_JIT")


class Inner(Struct):
    row: np.ndarray
    first: int


class Outer(Struct):
    table: np.ndarray
    weight: float
    inner: Inner
    notes: np.ndarray


@compiled
def square(number):
    return number * number


def _sum_of_squares(numbers, offset=0):
    total = offset
    for number in numbers:
        total += square(number)
    return total


def _total(outer, factor):
    notes = outer.notes[1]
    notes.calls += 1
    total = outer.inner.first + len(outer.inner.row) * factor
    for row in range(outer.table.shape[0]):
        for column in range(outer.table.shape[1]):
            total += outer.weight * outer.table[row, column] + outer.inner.row[column]
    notes.average = total / outer.table.size
    return total


def outer() -> Outer:
    inner = Inner(np.arange(3, dtype=np.uint8), first=7)
    return Outer(np.arange(6).reshape(2, 3), 2, inner, notes=records(2, calls=np.int64, average=np.float64))


def python(code: str, **env: str) -> str:
    """Return what a new process prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=os.environ | env, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@needs_compiler
def test_an_entry_is_compiled_when_that_has_paid(fresh, own_cache):
    entry, numbers = compiled_when_hot(_sum_of_squares), np.arange(5)
    assert entry(numbers) == 30
    assert entry.is_interpreted
    entry._seconds = compiler.seconds_to_compile(entry.function) + compiler.IMPORTING_SECONDS
    assert entry(numbers) == 30
    assert type(entry(numbers)) is int
    assert not entry.is_interpreted


@pytest.fixture
def requests(fresh, monkeypatch) -> list[object]:
    """The functions that are requested from a background process that never answers."""
    found: list[object] = []
    monkeypatch.setattr(compiler, "WHERE", compiler.BESIDE)
    monkeypatch.setattr(compiler.background, "request", lambda function, *_: found.append(function))
    compiler._interpreted[0] = 9.0
    return found


@needs_compiler
@pytest.mark.parametrize("is_expected", [True, False])
def test_an_entry_is_compiled_here_unless_its_code_is_expected(requests, monkeypatch, is_expected):
    monkeypatch.setattr(compiler.background, "is_expected", lambda function: is_expected)
    entry = compiled_when_hot(_sum_of_squares)
    entry._seconds = 9.0
    entry.interpret(np.arange(5))
    assert requests == [_sum_of_squares]
    assert entry.may_compile() is not is_expected


@needs_compiler
@pytest.mark.parametrize(("longest", "is_requested"), [(0.01, True), (0.02, False)])
def test_few_long_calls_request_no_compiling(requests, monkeypatch, longest, is_requested):
    monkeypatch.setattr(compiler, "thread_time", lambda: 0.0)
    entry = compiled_when_hot(_sum_of_squares)
    assert compiler.seconds_to_compile(entry.function) == pytest.approx(0.2)
    entry._seconds, entry._longest = 0.05, longest
    entry.interpret(np.arange(5))
    assert bool(requests) is is_requested


@needs_compiler
@pytest.mark.parametrize("mark", [compiled_when_hot, compiled_loop])
def test_a_loop_loads_cached_code_at_its_first_call(fresh, monkeypatch, mark):
    monkeypatch.setattr(compiler.code_cache, "has_code_of", lambda _: True)
    entry = mark(_sum_of_squares)
    assert entry._is_worth_it() is (mark is compiled_loop)


@needs_compiler
def test_other_entries_load_cached_code_when_all_are_hot(fresh, monkeypatch):
    monkeypatch.setattr(compiler.code_cache, "has_code_of", lambda _: True)
    entry = compiled_when_hot(_sum_of_squares)
    entry._seconds = compiler.LOADING_SECONDS
    assert not entry._is_worth_it()
    monkeypatch.setattr(compiler, "_interpreted", [compiler.IMPORTING_SECONDS])
    assert entry._is_worth_it()


@needs_compiler
def test_code_for_other_types_does_not_make_a_caller_wait(fresh, own_cache, monkeypatch):
    monkeypatch.setattr(compiler.code_cache, "has_code_of", lambda _: True)
    entry, reports = compiled_loop(_sum_of_squares), []
    with report_compiling(lambda number, of: reports.append(number)):
        assert entry(np.arange(5)) == 30
    assert reports == []
    assert entry.is_interpreted


def test_an_entry_takes_defaults_and_keywords(fresh, monkeypatch):
    entry = compiled_when_hot(_sum_of_squares)
    assert entry(np.arange(3), offset=1) == 6
    monkeypatch.setattr(compiler, "WHERE", compiler.NOW)
    assert entry(np.arange(3), offset=1) == 6
    assert entry(np.arange(3)) == 5


@needs_compiler
def test_an_interpreted_entry_calls_compiled_ones(fresh):
    inner = compiled_at_once(_sum_of_squares)
    outer = compiled_when_hot(lambda numbers: inner(numbers, np.uint8(1)) + 1)
    assert outer(np.arange(3)) == 7
    assert inner.dispatcher.nopython_signatures[0].args[1].bitwidth == 64
    assert outer.is_interpreted


def test_the_time_of_entries_that_it_calls_is_not_an_entry_s_own(fresh):
    inner = compiled_when_hot(lambda: sum(range(300_000)))
    outer = compiled_when_hot(lambda: inner() + 1)
    outer()
    assert 0 <= outer._seconds < inner._seconds == pytest.approx(sum(compiler._interpreted), rel=0.5)


def test_structs_and_records_give_the_same_both_ways():
    entry, one, other = compiled_at_once(_total), outer(), outer()
    assert entry(one, 0.5) == entry.interpret(other, 0.5) == 44.5
    assert one.notes.tolist() == other.notes.tolist() == [(0, 0.0), (1, 44.5 / 6)]


def test_a_copy_of_a_struct_has_its_own_arrays():
    entry, one = compiled_at_once(_total), outer()
    other = pickle.loads(pickle.dumps(one))
    other.table[:] = 0
    assert entry(one, 0.5) - entry(other, 0.5) == 30.0
    assert entry(one._replace(weight=0.0), 0.5) == entry(other, 0.5)


def test_a_struct_refuses_wrong_fields_and_changes():
    for wrong in [(1,), (1, 2, 3), ()]:
        with pytest.raises(TypeError, match="Inner takes the fields row, first"):
            Inner(*wrong)
    with pytest.raises(TypeError, match="C-contiguous"):
        Inner(np.arange(6)[::2], 1)
    with pytest.raises(AttributeError, match=r"Inner\.first cannot be changed"):
        outer().inner.first = 1


def test_a_single_question_does_not_import_numba():
    code = f"import sys, cpgen; one = cpgen.rate({LINE!r}); print(one.level, one.steps, *sys.modules)"
    level, steps, *modules = python(code).split()
    assert (level, steps) == ("6", "34")
    assert {"numba", "ortools"}.isdisjoint(modules)


def test_numba_disable_jit_interprets_everything():
    code = f"""
import sys, cpgen
one = cpgen.rate({LINE!r})
print(one.level, one.steps, 'numba' in sys.modules)"""
    assert python(code, NUMBA_DISABLE_JIT="1", CPGEN_COMPILE="now") == "6 34 False\n"


@needs_compiler
def test_progress_counts_the_functions_being_compiled(own_cache):
    reports, before = [], compiling_seconds()
    with report_compiling(lambda number, of: reports.append(number)):
        compiled_at_once(lambda number: square(number) + 1)(2.5)
    assert reports == [reports[0], reports[0] + 1]
    assert compiling_seconds() > before


@needs_compiler
def test_threads_compile_an_entry_once(own_cache):
    entry, results, reports = compiled_at_once(lambda number: number + 41), [], []
    threads = [threading.Thread(target=lambda: results.append(entry(1))) for _ in range(4)]
    with report_compiling(lambda number, of: reports.append(number)):
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert results == [42] * 4
    assert len(reports) == 1


INTERRUPTED = """
import signal, sys
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle

oracle, empty = open_oracle("exact-cover"), Puzzle.parse("." * 16)
signal.signal(signal.SIGPROF, signal.default_int_handler)
caught = 0
for seconds in map(float, sys.argv[1:]):
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        oracle.count(empty, 300)
    except KeyboardInterrupt:
        caught += 1
    signal.setitimer(signal.ITIMER_PROF, 0)
print(caught > 0, oracle.count(empty, 300))
"""
"""Interrupts itself after seconds of processor time, so that a busy machine makes no difference"""


@needs_compiler
@pytest.mark.skipif(sys.platform == "win32", reason="there is no timer that interrupts")
@pytest.mark.parametrize("seconds", [("0.05", "0.3"), ("0.4", "0.2"), ("0.6", "0.4")])
def test_ctrl_c_while_compiling_leaves_a_usable_process(seconds, tmp_path):
    env = os.environ | {"XDG_CACHE_HOME": str(tmp_path), "CPGEN_COMPILE": "now"}
    command = [sys.executable, "-c", INTERRUPTED, *seconds]
    done = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
    assert done.stdout == "True 288\n", done.stderr


def test_ctrl_c_forgets_the_dispatchers():
    entry = compiled_at_once(_sum_of_squares)
    entry.dispatcher = lambda numbers: signal.raise_signal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        entry(np.arange(3))
    assert entry.dispatcher is None
    assert entry(np.arange(3)) == 5


SIDE_EFFECTS = """
import gc, os, signal, sys, threading
import numba
from numba.core import typing

def state():
    handlers = [signal.getsignal(number) for number in signal.valid_signals()]
    settings = {name: value for name, value in vars(numba.config).items() if name.isupper()}
    return handlers, gc.get_threshold(), gc.isenabled(), dict(os.environ), settings, threading.active_count()

@numba.njit
def twice(number):
    return 2 * number

before = state(), numba.typeof(1), numba.typeof((1, 2.5)), twice(1)
import cpgen
assert cpgen.rate(LINE).level == 6
after = state(), numba.typeof(1), numba.typeof((1, 2.5)), twice(1)
assert before == after, [pair for pair in zip(before, after) if pair[0] != pair[1]]
assert twice(1.5) == 3.0
print('numba' in sys.modules, len(twice.signatures))
"""


@needs_compiler
def test_compiling_leaves_the_settings_of_the_process():
    assert python(f"LINE = {LINE!r}\n{SIDE_EFFECTS}", CPGEN_COMPILE="now") == "True 2\n"
