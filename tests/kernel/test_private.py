"""What cpgen uses of numba and ortools beyond their public interfaces is there and does what cpgen takes it for.

A failure says which line of `cpgen/kernel/private.py` or of `cpgen/oracles/cpsat.py` a new version breaks;
`scripts/versions` runs this with the oldest and the newest versions that are allowed.
"""

from __future__ import annotations

import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from numba.core import types
from ortools.sat.python import cp_model_helper

from cpgen.kernel import Constants, compiled, compiled_at_once, private, records

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@compiled_at_once
def total(number):
    return number + 1


def rows_and_mask(rows: int, mask: int) -> np.ndarray:
    array = records(1, rows=np.int64, mask=np.uint64)
    array[0].rows, array[0].mask = rows, mask
    return array


ONE_ROW, FOUR_ROWS = Constants(rows_and_mask(1, 3)), Constants(rows_and_mask(4, 7))


@compiled
def masks_of_rows(numbers):
    return np.uint64(numbers[0].rows) * numbers[0].mask


@compiled_at_once
def masks_of(numbers):
    return masks_of_rows(ONE_ROW), masks_of_rows(FOUR_ROWS), masks_of_rows(numbers)


@compiled_at_once
def array_of(number):
    return np.zeros(number, np.int64)


@compiled_at_once
def count_up(numbers):
    numbers[0].level += 1
    numbers[0].solved = numbers[0].level > 1


class Inner(NamedTuple):
    numbers: np.ndarray
    state: np.ndarray
    factor: int


class Outer(NamedTuple):
    inner: Inner
    numbers: np.ndarray


class Pair(NamedTuple):
    first: int
    second: int


@compiled
def add_up(outer):
    pair = Pair(second=outer.inner.factor, first=2)
    total = 0
    for number in outer.numbers:
        total += number * pair.second
        outer.inner.numbers[0] += pair.first
    outer.inner.state[0].level += 1
    return total


@compiled_at_once
def add_up_and_again(outer):
    other = Outer(inner=Inner(outer.numbers, outer.inner.state, 10), numbers=outer.inner.numbers)
    return add_up(outer), add_up(other)


@compiled_at_once
def inner_of(outer):
    return outer.inner


@pytest.mark.parametrize("name", ["numba", "ortools"])
def test_versions_are_bounded_from_both_sides(name: str) -> None:
    (need,) = [need for need in PROJECT["dependencies"] if need.startswith(name)]
    least, most = (tuple(map(int, bound.split("."))) for bound in need.removeprefix(f"{name}>=").split(",<"))
    assert least <= tuple(map(int, version(name).split(".")[:2])) < most


def test_a_dispatcher_has_the_method_that_is_replaced() -> None:
    made = private.dispatcher(total.function, "", "python")
    assert callable(type(made).compile)
    private.compile_with(made, lambda compiling, signature: compiling(signature))
    assert "compile" in vars(made)
    assert made(1) == 2


def test_threads_that_compile_at_once_each_keep_to_their_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(**options: Any) -> Any:
        time.sleep(0.01)
        return njit(**options)

    njit = numba.njit
    monkeypatch.setattr(numba, "njit", slowly)
    folders = [str(tmp_path / str(number)) for number in range(8)]
    with ThreadPoolExecutor(8) as threads:
        made = list(threads.map(lambda folder: private.dispatcher(total.function, folder, "python"), folders))
    assert [str(Path(one._cache.cache_path).parent) for one in made] == folders


def test_a_function_is_compiled_once_for_all_constants() -> None:
    made = private.dispatcher(total.function, "", "python")
    private.compile_with(made, lambda compiling, signature: compiling(signature))
    for number in (3, 4):
        made.compile((types.literal(number),))  # type: ignore[attr-defined]
    assert len(made.overloads) == 1


def test_machine_code_can_be_called_without_a_look_at_types() -> None:
    assert [total.call_alike(number) for number in (1, 2, 3)] == [2, 3, 4]
    made = private.dispatcher(total.function, "", "python")
    assert private.entry_point(made, (1,))(5) == 6


def test_compiling_is_reported_to_listeners() -> None:
    def add_two(number):
        return number + 2

    happened = []
    private.listen(lambda: happened.append("begin"), lambda: happened.append("end"))
    assert private.dispatcher(add_two, "", "python")(1) == 3
    assert happened == ["begin", "end"]


def test_the_address_of_machine_code_is_no_small_number() -> None:
    assert private.address(private.dispatcher(total.function, "", "addresses"), (np.int64(1),)) > 4096


@pytest.mark.parametrize("called_by", private.CALLERS)
def test_llvm_optimises_by_the_methods_that_are_replaced(called_by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    called, library = [], private.CALLERS[called_by]["pipeline_class"].library
    for name in ("_optimize_functions", "_optimize_final_module"):
        method = getattr(library, name)
        monkeypatch.setattr(
            library, name, lambda *given, name=name, method=method: called.append(name) or method(*given)
        )
    made = private.dispatcher(total.function, "", called_by)
    private.prepare(made, (1,))
    assert set(called) == {"_optimize_functions", "_optimize_final_module"}


def test_what_compiled_code_alone_calls_is_linked_into_it_fresh_or_kept(tmp_path: Path) -> None:
    def twice(number):
        return number + number

    for kept in (0, 1):
        linked = private.dispatcher(twice, str(tmp_path), "compiled")
        private.prepare(linked, (1,))
        (made,) = linked.overloads.values()
        assert made.library.get_pointer_to_function(made.fndesc.llvm_func_name) == 0
        assert sum(linked.stats.cache_hits.values()) == kept
        caller = private.dispatcher(lambda number: linked(number) + 1, "", "python")  # noqa: B023
        assert caller(4) == 9


def test_without_counting_memory_no_array_can_be_made() -> None:
    with pytest.raises(Exception, match=r"Only accept returning of array|NRT required"):
        array_of(3)


def test_constants_are_known_when_code_is_compiled_for_them() -> None:
    """The code for others is another one, and that for a record in an array takes any values."""
    made = private.dispatcher(masks_of.function, "", "python")
    assert made(rows_and_mask(5, 9)) == masks_of.function(rows_and_mask(5, 9)) == (3, 28, 45)
    (code,) = made.inspect_llvm().values()
    assert code.count(" mul ") == 1


def test_records_are_changed_in_place() -> None:
    numbers = records(1, level=np.int64, solved=np.bool_)
    for _ in range(2):
        count_up(numbers)
    assert numbers.tolist() == [(2, True)]


def outer() -> Outer:
    inner = Inner(np.array([5, 6]), records(1, level=np.int64), 3)
    return Outer(inner, np.array([1, 2, 4]))


def test_named_tuples_in_compiled_code_are_what_they_are_in_python() -> None:
    compiled, plain = outer(), outer()
    assert add_up_and_again(compiled) == add_up_and_again.function(plain) == (21, (5 + 6 + 6) * 10)
    for one in (compiled, plain):
        assert one.numbers.tolist() == [5, 2, 4]
        assert one.inner.numbers.tolist() == [11, 6]
        assert one.inner.state[0].level == 2


def test_a_named_tuple_is_passed_by_an_address_at_which_nothing_changes() -> None:
    made = private.dispatcher(add_up_and_again.function, "", "addresses")
    private.prepare(made, (outer(),))
    (code,) = made.inspect_llvm().values()
    (head,) = [line for line in code.splitlines() if line.startswith("define") and "add_up_and_again" in line]
    assert head.count(",") == 2  # where to write what it returns, and errors
    for told in ("noalias", "readonly", "captures(none)", "dereferenceable(176)"):
        assert told in head.rpartition(",")[2]


def test_a_named_tuple_of_something_else_is_an_error() -> None:
    assert add_up_and_again.call_alike(outer()) == (21, 170)
    wrong = outer()._replace(inner=outer().inner._replace(numbers=None))
    with pytest.raises(TypeError):
        add_up_and_again.call_alike(wrong)


def test_compiled_code_returns_no_named_tuple_of_arrays() -> None:
    with pytest.raises(Exception, match="cannot return Inner; mark it as inlined"):
        inner_of(outer())


def test_a_cp_sat_model_can_be_edited_and_solved_again() -> None:
    proto = cp_model_helper.CpModelProto()
    domain = proto.variables.add().domain
    domain.extend([1, 4])
    for digit in (2, 3):
        domain[0] = domain[1] = digit
        wrapper = cp_model_helper.SolveWrapper()
        wrapper.set_parameters(cp_model_helper.SatParameters())
        response = wrapper.solve(proto)
        assert response.status == cp_model_helper.CpSolverStatus.OPTIMAL
        assert list(response.solution) == [digit]
    assert callable(wrapper.stop_search)
    assert callable(wrapper.add_solution_callback)
