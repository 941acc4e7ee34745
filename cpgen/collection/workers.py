"""Executors of the pieces of a batch: this process, several on this machine, or the workers of a Dask cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from multiprocessing.connection import wait as wait_for
from typing import Any, Protocol

from cpgen.errors import InputError, needs_extra

PIECES_EACH = 3
"""How many pieces each of several workers has: one it makes, and some that wait for it"""


class Workers(Protocol):
    """What a batch needs of an executor and its workers."""

    room: int
    """How many pieces to have under way, so that no worker waits for its next"""
    lost: tuple[type[BaseException], ...]
    """The errors that mean that a worker was lost, not that the work is wrong"""

    def submit(self, work: Callable[[Any], Any], argument: Any) -> Future[Any]:
        """Has the work done."""

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

    def submit(self, work: Callable[[Any], Any], argument: Any) -> Future[Any]:
        """Does the work."""
        done: Future[Any] = Future()
        done.set_result(work(argument))
        return done

    def replace(self) -> None:
        """Nothing is lost here."""

    def stop(self) -> None:
        """Nothing is under way."""


class Processes:
    """A process pool; the processes end with this one, however it ends."""

    lost: tuple[type[BaseException], ...] = (BrokenProcessPool, CancelledError)

    def __init__(self, count: int) -> None:
        self.count = count
        self.room = PIECES_EACH * count
        self._start()

    def _start(self) -> None:
        self._others = {process.pid for process in multiprocessing.active_children()}
        spawn = multiprocessing.get_context("spawn")
        self._pool: Executor = ProcessPoolExecutor(self.count, mp_context=spawn, initializer=settle_in)
        self._pool.submit(int)  # starts the processes, which import what they need while this one opens its store

    def submit(self, work: Callable[[Any], Any], argument: Any) -> Future[Any]:
        """Has the work done by a process; the future of a broken pool holds its error."""
        try:
            return self._pool.submit(work, argument)
        except BrokenProcessPool as error:
            failed: Future[Any] = Future()
            failed.set_exception(error)
            return failed

    def replace(self) -> None:
        """Kills the processes and starts others."""
        self.stop()
        self._start()

    def stop(self) -> None:
        """Kills the processes."""
        ours = [child for child in multiprocessing.active_children() if child.pid not in self._others]
        for child in ours:
            child.kill()
        self._pool.shutdown(cancel_futures=True)  # waits for its thread, which must not end while Python does
        for child in ours:
            child.join()


def settle_in() -> None:
    """Leaves Ctrl-C to the process that started this one, ends when that is gone, and expects much work."""
    from cpgen.kernel import expect_much  # here, so that no process waits for numpy before it starts others

    expect_much()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


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
            self._client = distributed.Client(address, timeout="10s", set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise InputError(f"No Dask scheduler answers at {address}: {error}.") from error
        self.room = PIECES_EACH * max(1, sum(self._client.nthreads().values()))
        self._executor = self._client.get_executor(pure=False, retries=5)

    def submit(self, work: Callable[[Any], Any], argument: Any) -> Future[Any]:
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
