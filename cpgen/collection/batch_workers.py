"""Executors of the pieces of a batch: this process, processes of this machine, or the workers of a Dask cluster.

`concurrent.futures.ProcessPoolExecutor` is not used: when a process is killed it breaks the whole pool, and a process
that dies while it holds the lock of the shared queue can block the others for ever. Here each process has a pipe of its
own.
"""

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

from cpgen.errors import CpgenError, InputError, packages_of

Place = tuple[int, ...]
Task = tuple[Future[Any], Callable[[Any], Any], Any]
Tasks = PriorityQueue[tuple[int, Place, int, Task | None]]
"""Tasks ordered by priority (0: stop), place in the plan, and arrival; None tells a thread to end"""

CONNECTING = 10
"""Seconds to wait for a scheduler, and for its first worker"""
PIECES_EACH = 3
"""Pieces sent per worker: one in progress, and two waiting, so that no worker idles"""


class Workers(Protocol):
    """Interface of an executor."""

    room: int
    """Number of pieces to keep in flight"""
    lost: tuple[type[BaseException], ...]
    """Exceptions that mean a lost worker, not wrong work"""

    def submit(self, work: Callable[[Any], Any], argument: Any, place: Place = ()) -> Future[Any]:
        """Queue a call; of the waiting calls, the one with the lowest place is next if the executor can choose."""

    def replace(self) -> None:
        """Restart all workers; submitted calls are dropped."""

    def stop(self) -> None:
        """End all work immediately."""


class ThisProcess:
    """No other process: a call is made when it is submitted."""

    room = 1
    lost: tuple[type[BaseException], ...] = ()

    def submit(self, work: Callable[[Any], Any], argument: Any, place: Place = ()) -> Future[Any]:
        """Make the call."""
        done: Future[Any] = Future()
        done.set_result(work(argument))
        return done

    def replace(self) -> None:
        """Do nothing: nothing can be lost here."""

    def stop(self) -> None:
        """Do nothing: no work is in progress."""


class WorkersError(CpgenError):
    """There are no workers, or they die or hang repeatedly."""


class LostWorkerError(CpgenError):
    """A process ended before its work was done."""


class Processes:
    """Processes of this machine, which end with this one, however it ends.

    Each has a pipe of its own, and one thread here that writes to it, reads from it and closes it. So when a process is
    killed, even while it writes, only its own call is lost.
    """

    lost: tuple[type[BaseException], ...] = (LostWorkerError, CancelledError)

    def __init__(self, number: int) -> None:
        self.number = number
        self.room = PIECES_EACH * number
        self._start()

    def _start(self) -> None:
        """Start the processes; they import cpgen while this one opens its store."""
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
        """Queue a call for a process."""
        future: Future[Any] = Future()
        self._tasks.put((1, place, next(self._numbers), (future, work, argument)))
        return future

    def replace(self) -> None:
        """Kill the processes and start new ones."""
        self.stop()
        self._start()

    def stop(self) -> None:
        """Kill the processes."""
        for process in self._processes:
            process.kill()
            self._tasks.put((0, (), next(self._numbers), None))
        for process, thread in zip(self._processes, self._threads, strict=True):
            process.join()
            thread.join()


def employ(pipe: Connection, tasks: Tasks) -> None:
    """Send tasks to the process at the other end of the pipe until told to end, or until the process dies."""
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
    """Make the calls that come through the pipe and send back their results, until the other end is closed.

    Ctrl-C is left to the parent process; when the parent is gone, this process ends.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
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
    """Workers of a Dask cluster, whose scheduler repeats the calls of a dead worker."""

    def __init__(self, address: str) -> None:
        with packages_of("cluster", "A cluster needs the package distributed"):
            distributed: Any = import_module("distributed")
            killed = import_module("distributed.scheduler").KilledWorker
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
        """Queue a call for a worker of the cluster."""
        future: Future[Any] = self._executor.submit(work, argument)
        return future

    def replace(self) -> None:
        """Drop the submitted calls; the cluster replaces its workers itself."""
        self._executor.shutdown(wait=False)
        self._executor = self._client.get_executor(pure=False, retries=5)

    def stop(self) -> None:
        """Disconnect from the cluster."""
        self._executor.shutdown(wait=False)
        self._client.close()
