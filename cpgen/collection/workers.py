"""Executors of the pieces of a batch: this process, several on this machine, or the workers of a Dask cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from importlib import import_module
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for
from multiprocessing.context import SpawnProcess
from queue import PriorityQueue
from typing import Any, Protocol

from cpgen.errors import CpgenError, InputError, needs_extra

Place = tuple[int, ...]
Task = tuple[Future[Any], Callable[[Any], Any], Any]
Tasks = PriorityQueue[tuple[int, Place, int, Task | None]]
"""Tasks by their places, those of one place in the order in which they came; None is an end, and comes first"""

CONNECTING = 10
"""Seconds for a scheduler to answer, and for its first worker to be there"""
PIECES_EACH = 3
"""How many pieces each of several workers has: one it makes, and some that wait for it"""


class Workers(Protocol):
    """What a batch needs of an executor and its workers."""

    room: int
    """How many pieces to have under way, so that no worker waits for its next"""
    lost: tuple[type[BaseException], ...]
    """The errors that mean that a worker was lost, not that the work is wrong"""

    def submit(self, work: Callable[[Any], Any], argument: Any, place: Place = ()) -> Future[Any]:
        """Has the work done; of what waits, that with the lowest place comes first where that can be chosen."""

    def replace(self) -> None:
        """Replaces the workers, dead or hanging ones too; what was submitted is forgotten."""

    def stop(self) -> None:
        """Ends all work at once."""


class ThisProcess:
    """No other process: a piece is made when it is submitted."""

    room = 1
    lost: tuple[type[BaseException], ...] = ()

    def __init__(self) -> None:
        from cpgen.kernel import expect_much

        expect_much()

    def submit(self, work: Callable[[Any], Any], argument: Any, place: Place = ()) -> Future[Any]:
        """Does the work."""
        done: Future[Any] = Future()
        done.set_result(work(argument))
        return done

    def replace(self) -> None:
        """Nothing is lost here."""

    def stop(self) -> None:
        """Nothing is under way."""


class WorkersError(CpgenError):
    """There are no workers, or they die or hang again and again."""


class LostWorkerError(CpgenError):
    """A process ended before its work was done."""


class Processes:
    """Processes of this machine, which end with this one, however it ends.

    Each has a pipe of its own, and a thread that alone writes to it, reads from it and closes it: whenever a process is
    killed, even while it writes, only what it had to do is lost.
    """

    lost: tuple[type[BaseException], ...] = (LostWorkerError, CancelledError)

    def __init__(self, number: int) -> None:
        self.number = number
        self.room = PIECES_EACH * number
        self._start()

    def _start(self) -> None:
        """Starts the processes, which import what they need while this one opens its store."""
        self._tasks: Tasks = PriorityQueue()
        self._numbers = count()
        self._processes: list[SpawnProcess] = []
        self._threads: list[threading.Thread] = []
        spawn = multiprocessing.get_context("spawn")
        for _ in range(self.number):
            ours, theirs = spawn.Pipe()
            process = spawn.Process(target=serve, args=(theirs,), daemon=True)
            process.start()
            theirs.close()
            thread = threading.Thread(target=employ, args=(ours, self._tasks), daemon=True)
            thread.start()
            self._processes.append(process)
            self._threads.append(thread)

    def submit(self, work: Callable[[Any], Any], argument: Any, place: Place = ()) -> Future[Any]:
        """Has the work done by a process."""
        future: Future[Any] = Future()
        self._tasks.put((1, place, next(self._numbers), (future, work, argument)))
        return future

    def replace(self) -> None:
        """Kills the processes and starts others."""
        self.stop()
        self._start()

    def stop(self) -> None:
        """Kills the processes."""
        for process in self._processes:
            process.kill()
            self._tasks.put((0, (), next(self._numbers), None))
        for process, thread in zip(self._processes, self._threads, strict=True):
            process.join()
            thread.join()


def employ(pipe: Connection, tasks: Tasks) -> None:
    """Has tasks done by the process at the other end of the pipe until there is none left, or the process is gone."""
    with pipe:
        while task := tasks.get()[-1]:
            future, *asked = task
            if not future.set_running_or_notify_cancel():
                continue
            try:
                pipe.send(asked)
                outcome, error = pipe.recv()
            except (OSError, EOFError):
                future.set_exception(LostWorkerError("A worker has ended before its work was done."))
                return
            if error:
                future.set_exception(error)
            else:
                future.set_result(outcome)


def serve(pipe: Connection) -> None:
    """Does what comes through the pipe, and sends back what came of it, until the other end is closed.

    Leaves Ctrl-C to the process that started this one, and ends when that is gone.
    """
    from cpgen.kernel import expect_much  # here, so that no process waits for numpy before it starts others

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    expect_much()
    while True:
        try:
            work, argument = pipe.recv()
        except EOFError:
            return
        try:
            answer: tuple[Any, Exception | None] = work(argument), None
        except Exception as error:
            answer = None, error
        pipe.send(answer)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(1)


class Cluster:
    """The workers of a Dask cluster; its scheduler repeats what a dead worker had."""

    def __init__(self, address: str) -> None:
        try:
            distributed: Any = import_module("distributed")
            killed = import_module("distributed.scheduler").KilledWorker
        except ImportError:
            raise needs_extra("A cluster needs the package distributed", "cluster") from None
        self.lost: tuple[type[BaseException], ...] = (killed, CancelledError)
        try:
            self._client = distributed.Client(address, timeout=CONNECTING, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise InputError(f"No Dask scheduler answers at {address}: {error}.") from error
        try:
            self._client.wait_for_workers(1, timeout=CONNECTING)
        except TimeoutError:
            self._client.close()
            start = f"start some with `dask worker {address}`"
            raise WorkersError(f"The Dask scheduler at {address} has no workers; {start}.") from None
        self.room = PIECES_EACH * sum(self._client.nthreads().values())
        self._executor = self._client.get_executor(pure=False, retries=5)

    def submit(self, work: Callable[[Any], Any], argument: Any, place: Place = ()) -> Future[Any]:
        """Has the work done by a worker of the cluster."""
        future: Future[Any] = self._executor.submit(work, argument)
        return future

    def replace(self) -> None:
        """Forgets what was submitted; the cluster replaces its workers itself."""
        self._executor.shutdown(wait=False)
        self._executor = self._client.get_executor(pure=False, retries=5)

    def stop(self) -> None:
        """Disconnects from the cluster."""
        self._executor.shutdown(wait=False)
        self._client.close()
