"""Worker processes return results, and can be stopped at any moment."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Iterator
from concurrent.futures import wait
from dataclasses import replace

import pytest

from cpgen.collection.batch_workers import Call, LostWorkerError, Processes, WorkersError
from cpgen.constraints.own_kinds import use_kinds
from cpgen.errors import InputError
from cpgen.layout import Layout
from tests.collection.making import MINE, until

PATIENCE = 300
LARGE = 200_000_000
"""Bytes that take a while to go through a pipe"""


@pytest.fixture
def workers() -> Iterator[Processes]:
    made = Processes(2)
    yield made
    made.stop()


def test_results_and_errors_are_returned(workers: Processes) -> None:
    futures = [workers.submit(int, text) for text in ("1", "2", "three", "4")]
    wait(futures, PATIENCE)
    assert [futures[k].result() for k in (0, 1, 3)] == [1, 2, 4]
    assert isinstance(futures[2].exception(), ValueError)


def test_own_kinds_are_in_use_in_processes(workers: Processes) -> None:
    line = "2x2+product-dot 12: r1c1 r1c2"
    with use_kinds([MINE]):
        assert workers.submit(Layout.parse, line).result(PATIENCE) == Layout.parse(line)
    assert isinstance(workers.submit(Layout.parse, line).exception(PATIENCE), InputError)


def test_workers_of_another_version_are_refused() -> None:
    with pytest.raises(WorkersError, match=r"A worker has cpgen .*, and the batch cpgen 0\.1; all need the same"):
        replace(Call.of(int, "1"), version="0.1").make()


def test_waiting_task_of_lowest_order_is_next() -> None:
    one = Processes(1)
    done: list[int] = []
    futures = [one.submit(bytes, 10_000_000), *(one.submit(int, str(place), (place, 0)) for place in (3, 1, 2))]
    for future in futures[1:]:
        future.add_done_callback(lambda future: done.append(future.result()))
    wait(futures, PATIENCE)
    one.stop()
    assert done == [1, 2, 3]


def test_processes_can_be_stopped_while_they_answer(workers: Processes) -> None:
    """A partial answer does not count, a cancelled task stays cancelled, and new processes take over."""
    for _ in range(2):
        assert workers.submit(int, "1").result(PATIENCE) == 1
        large = [workers.submit(bytes, LARGE) for _ in range(2)]
        until(lambda large=large: all(future.running() for future in large))
        waiting = [workers.submit(int, "1") for _ in range(4)]
        assert waiting[0].cancel()
        ended = threading.Thread(target=workers.replace, daemon=True)
        ended.start()
        ended.join(PATIENCE)
        assert not ended.is_alive()
        assert all(isinstance(future.exception(PATIENCE), LostWorkerError) for future in large if not future.done())
        assert waiting[0].cancelled()


def test_killed_process_loses_only_its_own_task(workers: Processes) -> None:
    workers.submit(int, "1").result(PATIENCE)
    multiprocessing.active_children()[0].kill()
    futures = [workers.submit(int, "1") for _ in range(4)]
    wait(futures, PATIENCE)
    assert sum(future.exception() is None for future in futures) >= 3
