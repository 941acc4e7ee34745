"""What cpgen uses of numba and ortools beyond their public interfaces is there and does what cpgen takes it for.

A failure says which line of `cpgen/kernel/private.py` or of `cpgen/oracles/cpsat.py` a new version breaks;
`scripts/versions` runs this with the oldest and the newest versions that are allowed.
"""

from __future__ import annotations

import tomllib
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pytest
from ortools.sat.python import cp_model, cp_model_helper

from cpgen.kernel import compiled, private, records

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@compiled
def total(number):
    return number + 1


@compiled
def array_of(number):
    return np.zeros(number, np.int64)


@compiled
def count_up(numbers):
    numbers[0].level += 1
    numbers[0].solved = numbers[0].level > 1


@pytest.mark.parametrize("name", ["numba", "ortools"])
def test_versions_are_bounded_from_both_sides(name: str) -> None:
    (need,) = [need for need in PROJECT["dependencies"] if need.startswith(name)]
    least, most = (tuple(map(int, bound.split("."))) for bound in need.removeprefix(f"{name}>=").split(",<"))
    assert least <= tuple(map(int, version(name).split(".")[:2])) < most


def test_a_dispatcher_has_the_method_that_is_replaced() -> None:
    assert callable(type(total).compile)
    assert "compile" in vars(total)


def test_compiling_is_reported_to_listeners() -> None:
    class Count(private.Listener):
        begun = ended = 0

        def on_start(self, happening):
            assert happening.data["dispatcher"].py_func.__module__
            self.begun += 1

        def on_end(self, happening):
            self.ended += 1

    count = Count()
    private.listen(count)
    fresh = private.dispatcher(lambda number: number + 2, "")
    assert fresh(1) == 3
    assert count.begun == count.ended > 0


def test_without_counting_memory_no_array_can_be_made() -> None:
    with pytest.raises(Exception, match=r"Only accept returning of array|NRT required"):
        array_of(3)


def test_records_are_changed_in_place() -> None:
    numbers = records(1, level=np.int64, solved=np.bool_)
    for _ in range(2):
        count_up(numbers)
    assert numbers.tolist() == [(2, True)]


def test_a_cp_sat_model_can_be_edited_and_solved_again() -> None:
    model = cp_model.CpModel()
    model.new_int_var(1, 4, "")
    domain = model.proto.variables[0].domain
    for digit in (2, 3):
        domain[0] = domain[1] = digit
        wrapper = cp_model_helper.SolveWrapper()
        wrapper.set_parameters(cp_model_helper.SatParameters())
        response = wrapper.solve(model.proto)
        assert response.status == cp_model_helper.CpSolverStatus.OPTIMAL
        assert list(response.solution) == [digit]
    assert callable(wrapper.stop_search)
    assert callable(wrapper.add_solution_callback)
