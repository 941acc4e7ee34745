"""Executors of the pieces of a batch: this process, processes of this machine, or the workers of a Dask cluster."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from importlib import import_module
from itertools import count
from math import inf
from multiprocessing.connection import Connection
from queue import PriorityQueue
from threading import Thread
from time import monotonic
from typing import Any, Protocol, Self

from cpgen._version import __version__
from cpgen.constraints.own_kinds import OwnKind, kinds_in_use, use_kinds
from cpgen.errors import CpgenError, InputError, packages_of
from cpgen.processes import Child

Order = tuple[int, ...]
"""Place of a call in the plan; of the waiting calls the lowest is made next"""
Task = tuple[Future[Any], "Call"]
"""Future of the result, and the call"""
Tasks = PriorityQueue[tuple[int, Order, int, Task | None]]
"""Waiting tasks, sorted by priority (0: stop, 1: work), order, and number of arrival; the task None ends a thread"""

CONNECTING = 10
"""Seconds to wait for an answer of the Dask scheduler, and for its first worker"""
RETURNING = 300
"""Seconds to wait for the scheduler, and for its first worker, after all workers were lost"""
COUNTING = 1.0
"""Seconds between two counts of the workers of a cluster"""
PIECES_EACH = 3
"""Pieces sent per worker: one in progress, and two waiting, so that no worker idles"""


class Workers(Protocol):
    """Interface of executors, which run calls in this process, in other processes, or on a cluster."""

    lost: tuple[type[BaseException], ...]
    """Exceptions of a future which mean that the worker was lost, not that the call failed"""

    @property
    def room(self) -> int:
        """Number of calls to keep in flight, so that no worker idles."""

    def submit(self, work: Callable[[Any], Any], argument: Any, order: Order = ()) -> Future[Any]:
        """Queue the call `work(argument)` and return the future of its result.

        An executor that can choose makes the waiting call of lowest order next.
        """

    def replace(self) -> None:
        """Restart all workers; submitted calls are dropped."""

    def stop(self) -> None:
        """End all work immediately."""


@dataclass(frozen=True)
class Call:
    """A call for another process, which makes it with the user's own kinds of constraints that are in use here.

    Function and argument are pickled on their own, inside the pickled call, because the other process can read the
    argument only after the kinds are in use there.
    """

    kinds: tuple[OwnKind, ...]
    pickled: bytes
    version: str

    @classmethod
    def of(cls, work: Callable[[Any], Any], argument: Any) -> Self:
        """Return the call of a function with an argument."""
        return cls(kinds_in_use(), pickle.dumps((work, argument)), __version__)

    def make(self) -> Any:
        """Return the result of the call; raise WorkersError if this process has another version of cpgen."""
        if self.version != __version__:
            raise WorkersError(
                f"A worker has cpgen {__version__}, and the batch cpgen {self.version}; all need the same version, or "
                "the puzzles would differ."
            )
        with use_kinds(self.kinds):
            work, argument = pickle.loads(self.pickled)
            return work(argument)


class ThisProcess:
    """Executor without other processes: a call is made when it is submitted."""

    room = 1
    lost: tuple[type[BaseException], ...] = ()

    def submit(self, work: Callable[[Any], Any], argument: Any, order: Order = ()) -> Future[Any]:
        """Make the call now, and return its result as a finished future; an exception of the call is raised here."""
        done: Future[Any] = Future()
        done.set_result(work(argument))
        return done

    def replace(self) -> None:
        """Do nothing: nothing can be lost here."""

    def stop(self) -> None:
        """Do nothing: no work is in progress."""


class WorkersError(CpgenError):
    """Error for workers that are missing, that have another version of cpgen, or that die or hang repeatedly."""


class LostWorkerError(CpgenError):
    """Error for a worker process that ended before its call was done."""


class Processes:
    """Executor with several processes of this machine, each served by a thread of this process."""

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

    def submit(self, work: Callable[[Any], Any], argument: Any, order: Order = ()) -> Future[Any]:
        """Queue the call `work(argument)` for the next free process."""
        future: Future[Any] = Future()
        self._tasks.put((1, order, next(self._numbers), (future, Call.of(work, argument))))
        return future

    def replace(self) -> None:
        """Kill the processes and start new ones."""
        self.stop()
        self._start()

    def stop(self) -> None:
        """Kill the processes."""
        for child in self._children:
            child.kill()
            # One end for each thread, which its priority puts before all calls that still wait.
            self._tasks.put((0, (), next(self._numbers), None))
        for thread in self._threads:
            thread.join()


def employ(pipe: Connection, tasks: Tasks) -> None:
    """Send tasks to the process at the other end of the pipe, and set the results of their futures.

    It runs in a thread, until a task is None or the process has died.
    """
    with pipe:
        while task := tasks.get()[-1]:
            future, call = task
            # A call that was cancelled while it waited is not made.
            if not future.set_running_or_notify_cancel():
                continue
            try:
                pipe.send(call)
                outcome, error = pipe.recv()
            except (OSError, EOFError):
                future.set_exception(LostWorkerError("A worker has ended before its work was done."))
                return
            if error:
                future.set_exception(error)
            else:
                future.set_result(outcome)


def serve(pipe: Connection) -> None:
    """Make the calls that come through the pipe and send back results or exceptions, until the other end is closed."""
    while True:
        try:
            call: Call = pipe.recv()
        except EOFError:
            return
        try:
            answer: tuple[Any, Exception | None] = call.make(), None
        except Exception as error:
            answer = None, error
        pipe.send(answer)


class Cluster:
    """Executor with the workers of a Dask cluster, whose scheduler repeats the calls of a dead worker.

    Args:
        address: Address of the scheduler, as in `tcp://host:8786`.
    """

    def __init__(self, address: str) -> None:
        with packages_of("cluster", "A cluster needs the package distributed"):
            self._distributed: Any = import_module("distributed")
            killed = import_module("distributed.scheduler").KilledWorker
        self.address = address
        self.lost: tuple[type[BaseException], ...] = (killed, CancelledError)
        self._connect(CONNECTING)

    def _connect(self, seconds: float) -> None:
        """Connect to the scheduler, and wait for its first worker.

        Args:
            seconds: Time limit for each of both.

        Raises:
            InputError: No scheduler answers.
            WorkersError: There are no workers, or they have no cpgen.
        """
        address = self.address
        try:
            self._client = self._distributed.Client(address, timeout=seconds, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise InputError(f"No Dask scheduler answers at {address}: {error}.") from error
        try:
            self._client.wait_for_workers(1, timeout=seconds)
            self._client.run(_is_ready)
        except TimeoutError:
            self._client.close()
            start = f"start some with `dask worker {address}`"
            raise WorkersError(f"The Dask scheduler at {address} has no workers; {start}.") from None
        except ModuleNotFoundError as error:
            self._client.close()
            raise WorkersError(f"A worker of {address} has no cpgen ({error}); install it there.") from None
        # Dask makes equal calls once if they are declared as pure, but a piece that is sent again has to be made again.
        self._executor = self._client.get_executor(pure=False, retries=5)
        self._room, self._counted = PIECES_EACH, -inf

    @property
    def room(self) -> int:
        """Number of calls to keep in flight, in proportion to the workers that the cluster has at the moment."""
        if monotonic() - self._counted > COUNTING and self._client.status == "running":
            self._room, self._counted = PIECES_EACH * max(1, sum(self._client.nthreads().values())), monotonic()
        return self._room

    def submit(self, work: Callable[[Any], Any], argument: Any, order: Order = ()) -> Future[Any]:
        """Queue the call `work(argument)` for a worker of the cluster; the order is ignored."""
        future: Future[Any] = self._executor.submit(Call.make, Call.of(work, argument))
        return future

    def replace(self) -> None:
        """Drop the submitted calls and connect again, to a restarted scheduler, too; the cluster replaces workers."""
        self.stop()
        self._connect(RETURNING)

    def stop(self) -> None:
        """Disconnect from the cluster, which cancels the submitted calls."""
        self._client.close()


def _is_ready() -> bool:
    """Return True; called on each worker of a cluster, it fails on one that lacks cpgen."""
    return True
