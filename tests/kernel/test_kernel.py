"""The compiled loops' shared parts do what their Python counterparts do."""

import os
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba.core.errors import TypingError

from cpgen.kernel import (
    bit,
    by_address,
    compiled,
    compiled_at_once,
    compiled_when_hot,
    compiler,
    count_bits,
    lowest,
    random_below,
    random_bits,
    random_state,
    random_unit,
)
from cpgen.kernel.records import record, records
from cpgen.kernel.streams import random_absent

MASKS = st.integers(0, 2**64 - 1)


@compiled_at_once
def ones(mask):
    return count_bits(mask)


@compiled_at_once
def first(mask):
    return lowest(mask)


draw_bits, draw_below, draw_unit, draw_absent = map(
    compiled_at_once, (random_bits, random_below, random_unit, random_absent)
)


@compiled
def note_sum(noted, a, b, c):
    noted[0] = a + b + c


@compiled
def note_product(noted, a, b, c):
    noted[0] = a * b * c


ADDRESSES = np.zeros(4, np.int64)
NOTES = (note_sum, note_product, note_sum)


@by_address(ADDRESSES, NOTES, lambda: (np.zeros(1, np.int64), 1, 1, 1))
def note_at(addresses, place, noted, a, b, c) -> "None":
    NOTES[place](noted, a, b, c)


@compiled_at_once
def note(addresses, place, noted, a, b, c):
    note_at(addresses, place, noted, a, b, c)


@compiled
def note_length(noted, numbers):
    noted[0] = len(numbers)


@compiled
def note_number(noted, number):
    noted[0] = number


def number_to_note():
    return np.zeros(1, np.int64), 1


def numbers_to_note():
    return np.zeros(1, np.int64), np.zeros(1, np.int64)


OF_TWO_TYPES = np.zeros(3, np.int64)


@by_address(OF_TWO_TYPES, (note_number, note_length), number_to_note, {note_length: numbers_to_note})
def note_what_is_known(addresses, place, noted, what) -> "None":
    (note_number, note_length)[place](noted, what)


@compiled_at_once
def note_one(what, addresses, place, noted):
    note_what_is_known(addresses, place, noted, what)


@compiled
def square(number):
    return number * number


@compiled_when_hot
def sum_of_squares(numbers):
    total = 0
    for number in numbers:
        total += square(number)
    return total


def stream(seed: int) -> np.ndarray:
    return np.array([seed], dtype=np.uint64)


@given(MASKS)
def test_count_bits_is_pythons(mask):
    assert ones(np.uint64(mask)) == count_bits(np.uint64(mask)) == mask.bit_count()


@given(MASKS.filter(bool))
def test_lowest_is_the_place_of_the_lowest_one(mask):
    assert first(np.uint64(mask)) == lowest(np.uint64(mask)) == (mask & -mask).bit_length() - 1


@pytest.mark.parametrize(("place", "expected"), [(0, 9), (1, 24), (2, 9)])
def test_compiled_code_jumps_to_the_function_at_a_place(place, expected):
    noted = np.zeros(1, np.int64)
    note(ADDRESSES, place, noted, 2, 3, 4)
    assert noted[0] == expected
    assert ADDRESSES[place + 1] != 0


def test_too_few_addresses_are_refused():
    with pytest.raises(ValueError, match="3 functions need 4 addresses; there are 3"):
        by_address(np.zeros(3, np.int64), NOTES, lambda: (np.zeros(1, np.int64), 1, 1, 1))


def test_functions_of_different_types_are_behind_one_caller():
    noted = np.zeros(1, np.int64)
    for start in (note_one, note_one.call_alike, note_one.call_alike):
        for what, place, expected in [(7, 0, 7), (np.zeros(3, np.int64), 1, 3)]:
            start(what, OF_TWO_TYPES, place, noted)
            assert noted[0] == expected
    with pytest.raises(TypingError, match="note_what_is_known takes other types than its examples"):
        note_one(0.5, OF_TWO_TYPES, 0, noted)


def test_what_stops_a_compiling_is_raised_where_the_loop_was_begun():
    def interrupted():
        raise KeyboardInterrupt

    addresses = np.zeros(2, np.int64)
    compiler._fill(addresses, [(note_sum, interrupted)], 0)
    assert addresses[1] == 0
    with pytest.raises(KeyboardInterrupt):
        ones(np.uint64(3))
    assert ones(np.uint64(3)) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot send itself Ctrl-C there")
def test_ctrl_c_waits_until_a_compiling_is_done():
    done = []

    def compiling():
        with compiler._progress.at_work():
            signal.raise_signal(signal.SIGINT)
            done.append("the rest")

    with pytest.raises(KeyboardInterrupt):
        compiling()
    assert done == ["the rest"]
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_an_entry_is_interpreted_until_it_is_hot(monkeypatch):
    monkeypatch.setattr(compiler, "_much", threading.Event())
    numbers = np.arange(5)
    assert sum_of_squares.is_interpreted
    assert sum_of_squares(numbers) == 30
    assert sum_of_squares.is_interpreted
    sum_of_squares._cost = 0.0
    assert not sum_of_squares.is_interpreted
    assert sum_of_squares(numbers) == 30
    assert type(sum_of_squares(numbers)) is int


@pytest.mark.skipif(compiler.INTERPRETED, reason="compiling is switched off by NUMBA_DISABLE_JIT")
def test_who_interprets_a_loop_while_another_thread_compiles_it_gets_its_result(monkeypatch):
    compiling, ended, threads = threading.Event(), threading.Event(), []

    def compile_slowly(function, called_by):
        compiling.set()
        ended.wait(60)
        raise MemoryError

    def call():
        with pytest.raises(MemoryError):
            entry(2)

    def loop(number):
        entry._cost = 0.0
        threads.append(threading.Thread(target=call))
        threads[0].start()
        compiling.wait(60)
        return number + 1

    monkeypatch.setattr(compiler, "_much", threading.Event())
    monkeypatch.setattr(compiler, "_made", compile_slowly)
    entry = compiled_when_hot(loop)
    assert entry(1) == 2
    ended.set()
    threads[0].join()


def test_what_is_interpreted_calls_entries_in_python(monkeypatch):
    monkeypatch.setattr(compiler, "_much", threading.Event())

    @compiled_when_hot
    def outer(mask):
        return ones(mask), sum_of_squares(np.arange(3))

    assert outer(np.uint64(7)) == (3, 5)


def test_the_functions_to_compile_are_those_that_are_called():
    assert compiler._reachable(sum_of_squares.function) == [sum_of_squares.function, square]


def test_a_question_asked_once_imports_no_compiler():
    line = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
    code = (
        f"import sys, cpgen; rating = cpgen.rate({line!r}); print(rating.level, rating.steps, 'numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split()[:2] == ["6", "34"]
    assert {"numba", "ortools"}.isdisjoint(done.stdout.split())


def test_loops_left_in_python_give_the_same_ratings():
    code = "import cpgen; print([(r.level, r.steps) for r in map(cpgen.rate, %r)])"
    lines = [".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."]
    told = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", code % lines], env=told, capture_output=True, text=True, check=True)
    assert done.stdout == "[(6, 34)]\n"


@pytest.mark.parametrize("index", [0, 1, 31, 32, 62, 63])
def test_bit_sets_one_place(index):
    assert int(bit(index)) == 1 << index
    assert lowest(np.uint64(1 << index)) == index


@pytest.mark.parametrize(
    ("seed", "outputs"),
    [
        (
            1234567,
            [
                6457827717110365317,
                3203168211198807973,
                9817491932198370423,
                4593380528125082431,
                16408922859458223821,
            ],
        ),
        (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC]),
    ],
)
def test_random_bits_are_splitmix64_as_published(seed, outputs):
    state = stream(seed)
    assert [int(draw_bits(state)) for _ in outputs] == outputs


@given(MASKS, st.integers(1, 2**31))
def test_random_below_stays_below(seed, bound):
    state = stream(seed)
    assert all(0 <= draw_below(state, bound) < bound for _ in range(20))


@pytest.mark.parametrize("bound", [2, 3, 9, 16])
def test_random_below_is_uniform(bound):
    state, draws = stream(42), 20_000
    seen = np.bincount([draw_below(state, bound) for _ in range(draws)], minlength=bound)
    expected = draws / bound
    assert ((seen - expected) ** 2 / expected).sum() < bound - 1 + 6 * (2 * bound) ** 0.5


@given(MASKS)
def test_random_unit_lies_from_0_up_to_1(seed):
    state = stream(seed)
    assert all(0 <= draw_unit(state) < 1 for _ in range(20))


def test_draws_are_the_same_interpreted():
    with np.errstate(over="ignore"):
        for draw, compiled_draw in ((random_bits, draw_bits), (random_unit, draw_unit)):
            assert [draw(stream(seed)) for seed in range(9)] == [compiled_draw(stream(seed)) for seed in range(9)]
        assert [random_below(stream(seed), 9) for seed in range(9)] == [
            draw_below(stream(seed), 9) for seed in range(9)
        ]


def test_a_stream_follows_its_generator():
    first, second, third = (random_state(np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert first == second
    assert first != third
    assert first.dtype == np.uint64


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package whose compiled code is kept apart from the user's."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(compiler, "PACKAGE", tmp_path / "package")
    (tmp_path / "package" / "rater").mkdir(parents=True)
    (tmp_path / "package" / "compiled.py").write_text("@compiled\ndef one(): ...\n")
    (tmp_path / "package" / "rater" / "rules.py").write_text("@compiled\ndef rule(): ...\n")
    (tmp_path / "package" / "plain.py").write_text("def plain(): ...\n")
    return tmp_path / "package"


def test_the_cache_folder_is_another_when_a_compiled_module_changes(package):
    before = compiler.cache_folder.__wrapped__()
    assert compiler.cache_folder.__wrapped__() == before
    (package / "rater" / "rules.py").write_text("@compiled\ndef rule(): return 1\n")
    assert compiler.cache_folder.__wrapped__() != before


def test_the_cache_folder_stays_when_another_module_changes(package):
    before = compiler.cache_folder.__wrapped__()
    (package / "plain.py").write_text("def plain(): return 1\n")
    assert compiler.cache_folder.__wrapped__() == before


def test_a_closed_cache_makes_way_for_a_temporary_one(package, tmp_path, monkeypatch):
    (tmp_path / "cache").write_text("a file where the folder should be")
    monkeypatch.setattr(compiler.tempfile, "gettempdir", lambda: str(tmp_path / "temporary"))
    assert compiler.cache_folder.__wrapped__().startswith(str(tmp_path / "temporary"))


TWICE = """
from cpgen.kernel import compiled, compiled_at_once, report_compiling

@compiled
def double(number):
    return 2 * number

@compiled_at_once
def twice(number):
    return double(double(number))

def main():
    compiled = []
    with report_compiling(lambda number, of: compiled.append(number)):
        twice(1)
    print(len(compiled))
"""


@pytest.mark.skipif(compiler.fcntl is None, reason="processes take turns by locks that are not there on Windows")
def test_processes_that_need_the_same_compile_it_once(tmp_path):
    (tmp_path / "twice.py").write_text(TWICE)
    paths = os.pathsep.join([str(tmp_path), str(compiler.PACKAGE.parent)])
    env = os.environ | {"XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": paths}
    command = [sys.executable, "-c", "import twice; twice.main()"]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    both = [subprocess.Popen(command, **streams, env=env, text=True) for _ in range(2)]
    told = [int(one.communicate()[0]) for one in both]
    assert sorted(told) == [0, max(told)]
    assert max(told) > 0


SOON = """
import os
import sys
from pathlib import Path
import numpy as np
from cpgen.kernel import by_address, call_soon, compiled, compiled_at_once
from cpgen.kernel.compiler import cache_folder

@compiled
def double(number):
    return 2 * number

@compiled
def triple(number):
    return 3 * number

PLACES, TIMES = np.zeros(3, np.int64), (double, triple)

@by_address(PLACES, TIMES, lambda: (1,))
def times(places, place, number) -> "int":
    return TIMES[place](number)

@compiled_at_once
def run(places, place, number):
    return times(places, place, number)

def main():
    call_soon(times, [1])
    print(run(PLACES, 0, 5), flush=True)
    try:
        os.wait()
    except ChildProcessError:
        print("no process")
    print(*sorted(path.name.split(".")[1].split("-")[0] for path in Path(cache_folder(), "addresses").glob("*/*.nbi")))
    print(run(PLACES, 1, 5))
"""


@pytest.mark.parametrize("processors", [1, 2])
@pytest.mark.skipif(sys.platform != "linux", reason="processes are not copied there")
def test_what_is_called_soon_is_compiled_beside_where_there_are_processors(tmp_path, processors):
    mine = sorted(os.sched_getaffinity(0))
    if len(mine) < processors:
        pytest.skip("one processor")
    (tmp_path / "soon.py").write_text(SOON)
    paths = os.pathsep.join([str(tmp_path), str(compiler.PACKAGE.parent)])
    env = os.environ | {"XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": paths}
    bound = f"import os; os.sched_setaffinity(0, {mine[:processors]}); import soon; soon.main()"
    ended = subprocess.run([sys.executable, "-c", bound], capture_output=True, env=env, text=True, check=True)
    told = ["10", "no process", "double", "15"] if processors == 1 else ["10", "double triple", "15"]
    assert ended.stdout.split("\n")[:-1] == told


@pytest.mark.parametrize("name", ["round", "sum", "size", "shape", "item"])
def test_a_field_may_not_have_the_name_of_a_part_of_numpys_records(name: str) -> None:
    for made in (lambda: record(**{name: 1}), lambda: records(1, **{name: np.int64})):
        with pytest.raises(ValueError, match=rf"^A field cannot be called '{name}': numpy's records have that already"):
            made()


@given(MASKS, st.integers(1, 36))
def test_a_random_index_that_is_absent(mask: int, bound: int) -> None:
    absent = {index for index in range(bound) if not mask >> index & 1}
    drawn = {draw_absent(stream(seed), np.uint64(mask & (1 << bound) - 1), bound) for seed in range(20)}
    assert drawn <= (absent or {-1})


def test_every_absent_index_is_drawn() -> None:
    state = stream(1)
    assert {draw_absent(state, np.uint64(0b0110), 5) for _ in range(100)} == {0, 3, 4}


def test_an_array_of_records_looks_up_no_attribute_in_python() -> None:
    """Numba asks each argument for attributes, and drops what is raised there, a Ctrl-C too."""
    assert type(records(1, cell=np.int64)).__getattribute__ is np.ndarray.__getattribute__
