"""A question that takes too long, or is interrupted, ends in order; what oracles keep in mind stays little."""

from __future__ import annotations

import gc
import signal
from _thread import interrupt_main
from random import Random
from threading import Event

import pytest

from cpgen.layout import Layout
from cpgen.oracles import UndecidedError, bases, open_oracle
from cpgen.oracles.bases import CONSISTENT, KEPT_LAYOUTS, Deadline, IncrementalOracle, run_interruptibly
from cpgen.puzzle import Puzzle


def test_ctrl_c_stops_work_in_another_thread() -> None:
    stopped = Event()

    def work() -> None:
        interrupt_main()
        stopped.wait(60)

    with pytest.raises(KeyboardInterrupt):
        run_interruptibly(work, stopped.set)
    assert stopped.is_set()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="Windows cannot interrupt at a set moment")
def test_ctrl_c_between_any_two_steps_ends_the_waiting() -> None:
    """At 500 moments of ever new questions; none may hang, or go on as though nothing had come."""

    def ask_for_ever() -> None:
        signal.setitimer(signal.ITIMER_REAL, random.uniform(0.0001, 0.0015))
        while True:
            run_interruptibly(lambda: sum(range(200)), lambda: None)

    random, before = Random(1), signal.signal(signal.SIGALRM, signal.default_int_handler)
    gc.disable()  # what interrupts a callback of the collector, as hypothesis has one, is lost there
    try:
        for _ in range(500):
            with pytest.raises(KeyboardInterrupt):
                ask_for_ever()
    finally:
        gc.enable()
        signal.signal(signal.SIGALRM, before)


def test_an_error_in_the_other_thread_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        run_interruptibly(lambda: 1 // 0, lambda: None)


def test_a_thread_that_cannot_start_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(bases, "start_new_thread", refused)
    with pytest.raises(RuntimeError, match="can't start new thread"):
        run_interruptibly(lambda: 1, lambda: None)


def test_a_deadline_that_is_stopped_leaves_no_time() -> None:
    deadline = Deadline("sat", float("inf"), CONSISTENT)
    assert deadline.left() == float("inf")
    deadline.stop()
    with pytest.raises(UndecidedError, match="sat did not decide within inf s whether the puzzle has a completion"):
        deadline.left()


@pytest.mark.parametrize("name", ["cpsat", "cpsat-boolean"])
def test_counting_all_says_when_the_time_is_not_enough(name: str) -> None:
    with pytest.raises(UndecidedError, match=f"{name} did not decide within 0.1 s how many completions"):
        open_oracle(name, 0.1).count(Puzzle(Layout.boxes(3, 3), (0,) * 81), None)


def test_a_solver_is_kept_for_the_last_layouts_only() -> None:
    """Boards of side 4 with one extra house each, another for every question, and the first of them again."""
    oracle = open_oracle("sat")
    assert isinstance(oracle, IncrementalOracle)
    layouts = [Layout(4, (), ((cell, (cell + 5) % 16, (cell + 10) % 16, (cell + 15) % 16),)) for cell in range(16)]
    layouts += [Layout.latin(side) for side in (2, 3, 4)]
    assert len(set(layouts)) > KEPT_LAYOUTS
    for layout in (*layouts, layouts[0]):
        assert oracle.is_consistent(Puzzle(layout, (0,) * layout.cell_count))
        assert len(oracle._kept) <= KEPT_LAYOUTS
