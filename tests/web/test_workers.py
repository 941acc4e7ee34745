"""A worker process that is killed while it has no task is replaced, and one that is killed by its task is not."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from functools import partial

from cpgen.web.workers import Event, Task, Worker
from tests.web.running import in_own_loop


def answer(word: str, publish: Callable[[Event], object], is_cancelled: Callable[[], bool]) -> Event:
    return Event("end", word)


def die(publish: Callable[[Event], object], is_cancelled: Callable[[], bool]) -> Event:
    publish(Event("begun"))
    os.kill(os.getpid(), signal.SIGKILL)
    return Event("end")


async def events_of(worker: Worker, task: Task) -> list[Event]:
    return [event async for event in worker.run(task)]


def test_a_process_that_was_killed_without_a_task_is_replaced() -> None:
    async def two_tasks() -> list[Event]:
        worker = Worker((), 0)
        first = await events_of(worker, partial(answer, "first"))
        os.kill(worker._child._process.pid, signal.SIGKILL)
        second = await events_of(worker, partial(answer, "second"))
        worker.kill()
        return first + second

    assert in_own_loop(two_tasks()) == [Event("end", "first"), Event("end", "second")]


def test_a_task_that_kills_its_process_is_lost() -> None:
    async def one_task() -> list[Event]:
        worker = Worker((), 0)
        events = await events_of(worker, die)
        worker.kill()
        return events

    assert in_own_loop(one_task()) == [Event("begun"), Event("lost")]
