"""The compiled loops' shared parts do what their Python counterparts do."""

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpgen.kernel import (
    bit,
    compiled,
    compiler,
    count_bits,
    lowest,
    random_below,
    random_bits,
    random_state,
    random_unit,
    switch,
)
from cpgen.kernel.records import record, records
from cpgen.kernel.streams import random_absent

MASKS = st.integers(0, 2**64 - 1)


@compiled
def ones(mask):
    return count_bits(mask)


@compiled
def note_sum(noted, a, b, c):
    noted[0] = a + b + c


@compiled
def note_product(noted, a, b, c):
    noted[0] = a * b * c


noting = switch([note_sum, note_product, note_sum])


@compiled
def note(place, noted, a, b, c):
    noting(place, noted, a, b, c)


def stream(seed: int) -> np.ndarray:
    return np.array([seed], dtype=np.uint64)


@given(MASKS)
def test_count_bits_is_pythons(mask):
    assert ones(np.uint64(mask)) == mask.bit_count()


@given(MASKS.filter(bool))
def test_lowest_is_the_place_of_the_lowest_one(mask):
    assert lowest(np.uint64(mask)) == (mask & -mask).bit_length() - 1


@pytest.mark.parametrize(("place", "expected"), [(0, 9), (1, 24), (2, 9), (3, 0), (-1, 0)])
def test_a_switch_calls_the_function_at_a_place_and_none_elsewhere(place, expected):
    noted = np.zeros(1, np.int64)
    note(place, noted, 2, 3, 4)
    assert noted[0] == expected


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
    assert [int(random_bits(state)) for _ in outputs] == outputs


@given(MASKS, st.integers(1, 2**31))
def test_random_below_stays_below(seed, bound):
    state = stream(seed)
    assert all(0 <= random_below(state, bound) < bound for _ in range(20))


@pytest.mark.parametrize("bound", [2, 3, 9, 16])
def test_random_below_is_uniform(bound):
    state, draws = stream(42), 20_000
    seen = np.bincount([random_below(state, bound) for _ in range(draws)], minlength=bound)
    expected = draws / bound
    assert ((seen - expected) ** 2 / expected).sum() < bound - 1 + 6 * (2 * bound) ** 0.5


@given(MASKS)
def test_random_unit_lies_from_0_up_to_1(seed):
    state = stream(seed)
    assert all(0 <= random_unit(state) < 1 for _ in range(20))


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
from numba.core import event
from cpgen.kernel import compiled

class Count(event.Listener):
    number = 0
    def on_start(self, happening): Count.number += 1
    def on_end(self, happening): pass

@compiled
def total(numbers):
    sum = 0.0
    for number in numbers:
        sum += number ** 0.5
    return sum

def main():
    import numpy
    event.register("numba:compile", Count())
    total(numpy.arange(4.0))
    print(Count.number)
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


@pytest.mark.parametrize("name", ["round", "sum", "size", "shape", "item"])
def test_a_field_may_not_have_the_name_of_a_part_of_numpys_records(name: str) -> None:
    for made in (lambda: record(**{name: 1}), lambda: records(1, **{name: np.int64})):
        with pytest.raises(ValueError, match=rf"^A field cannot be called '{name}': numpy's records have that already"):
            made()


@given(MASKS, st.integers(1, 36))
def test_a_random_index_that_is_absent(mask: int, bound: int) -> None:
    absent = {index for index in range(bound) if not mask >> index & 1}
    drawn = {random_absent(stream(seed), np.uint64(mask & (1 << bound) - 1), bound) for seed in range(20)}
    assert drawn <= (absent or {-1})


def test_every_absent_index_is_drawn() -> None:
    state = stream(1)
    assert {random_absent(state, np.uint64(0b0110), 5) for _ in range(100)} == {0, 3, 4}


def test_an_array_of_records_looks_up_no_attribute_in_python() -> None:
    """Numba asks each argument for attributes, and drops what is raised there, a Ctrl-C too."""
    assert type(records(1, cell=np.int64)).__getattribute__ is np.ndarray.__getattribute__
