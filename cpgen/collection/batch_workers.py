"""Executors of the pieces of a batch: this process, processes of this machine, or the workers of a Dask cluster."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from importlib import import_module
from itertools import count
from multiprocessing.connection import Connection
from queue import PriorityQueue
from threading import Thread
from typing import Any, Protocol

from cpgen.errors import CpgenError, InputError, packages_of
from cpgen.processes import Child

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
    """Processes of this machine, each with a thread here that sends it calls."""

    lost: tuple[type[BaseException], ...] = (LostWorkerError, CancelledError)

    def __init__(self, number: int) -> None:
        self.number = number
        self.room = PIECES_EACH * number
        self._start()

    def _start(self) -> None:
        """Start the processes; they import cpgen while this one opens its store."""
        self._tasks: Tasks = PriorityQueue()
        self._numbers = count()
        self._children = [Child(serve) for _ in range(self.number)]
        self._threads = [Thread(target=employ, args=(one.pipe, self._tasks), daemon=True) for one in self._children]
        for thread in self._threads:
            thread.start()

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
        for child in self._children:
            child.kill()
            self._tasks.put((0, (), next(self._numbers), None))
        for thread in self._threads:
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
    """Make the calls that come through the pipe and send back their results, until the other end is closed."""
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
