"""Worker processes, in which everything happens that may take long; one that does not stop in time is killed."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, Literal

from cpgen.processes import SPAWN, Child

STOP_SECONDS = 0.5
"""Seconds after which a worker that does not stop is killed"""

IDLE_SECONDS = 0.3
"""Seconds without a task after which a worker prepares for later ones"""


@dataclass(frozen=True)
class Event:
    """Event of a task: its progress, a puzzle, or its end.

    `begun` comes when the code of the task is loaded, `compiling` reports the number of the function that is compiled
    and of all, `defect` has the traceback of an unexpected exception, and `lost` ends the task of a dead process.
    """

    kind: Literal["begun", "compiling", "progress", "puzzle", "defect", "end", "lost"]
    data: Any = None

    @property
    def is_last(self) -> bool:
        """True if no event of the task follows."""
        return self.kind in ("end", "lost")


Publish = Callable[[Event], object]
IsCancelled = Callable[[], bool]
Task = Callable[[Publish, IsCancelled], Event]
"""Work for a worker: it may publish events, should end when it is cancelled, and returns the last event"""


class Worker:
    """Process that does one task at a time; used only from the thread of the event loop.

    Args:
        preparation: Functions that a worker without a task calls, one after the other.
        niceness: Niceness of the process.
    """

    def __init__(self, preparation: Sequence[Callable[[], object]], niceness: int) -> None:
        # Shared memory instead of a message: the task can look at it without reading from its pipe.
        self._cancelled = SPAWN.RawValue("b", 0)
        self._new = partial(Child, _work, self._cancelled, preparation, niceness)
        self._start()

    def _start(self) -> None:
        """Start the process."""
        self._child = self._new()
        self._events: asyncio.Queue[Event] = asyncio.Queue()
        self._lost = False
        # A thread reads the pipe, because asyncio has no portable way to wait for one.
        hand_over = asyncio.get_running_loop().call_soon_threadsafe
        Thread(target=_listen, args=(self._child.pipe, hand_over, self._events.put_nowait), daemon=True).start()

    async def run(self, task: Task) -> AsyncIterator[Event]:
        """Yield the events of a task until it ends.

        A process that was killed while it had no task is replaced by a new one.
        """
        # The flag may still be set for the task before.
        self._cancelled.value = 0
        event = await self._first_event(task)
        if event.kind == "lost":
            self._child.kill()
            self._start()
            event = await self._first_event(task)
        yield event
        # Events end with "end" or "lost": `_listen` reports the death of a process as an event, so this cannot hang.
        while not event.is_last:
            event = await self._next()
            yield event

    async def _first_event(self, task: Task) -> Event:
        """Send a task to the process; return the first event that it answers with."""
        with suppress(OSError):  # the process is gone, as its next event says
            self._child.pipe.send(task)
        return await self._next()

    async def _next(self) -> Event:
        event = await self._events.get()
        self._lost |= event.kind == "lost"
        return event

    async def cancel(self) -> bool:
        """Ask the process to stop its task; return True if it did in time, so that the process can be used again."""
        # A process that stops when it is asked keeps what it has imported and compiled for the next task.
        self._cancelled.value = 1
        with suppress(TimeoutError):
            async with asyncio.timeout(STOP_SECONDS):
                while not (await self._next()).is_last:
                    pass
                return self.alive
        return False

    @property
    def alive(self) -> bool:
        """True if the process runs and its pipe is open."""
        return not self._lost and self._child.alive

    def kill(self) -> None:
        """Kill the process."""
        self._child.kill()


class WorkerPool:
    """Worker processes that are started when they are needed and used again; the arguments are those of `Worker`."""

    def __init__(self, preparation: Sequence[Callable[[], object]], niceness: int = 0) -> None:
        self._new = partial(Worker, preparation, niceness)
        self._idle: list[Worker] = []

    @asynccontextmanager
    async def borrowed(self) -> AsyncIterator[Worker]:
        """Yield a worker for use within the block.

        If the block fails, the worker is asked to stop its task, and is killed if it does not.
        """
        # An idle process may have been killed, for example by the system for its memory.
        self._idle = [one for one in self._idle if one.alive]
        worker = self._idle.pop() if self._idle else self._new()
        usable = False
        try:
            yield worker
            usable = worker.alive
        except BaseException:
            usable = await worker.cancel()
            raise
        finally:
            if usable:
                self._idle.append(worker)
            else:
                worker.kill()
                if not self._idle:  # the next task need not wait for the start of a process
                    self.start_one()

    def start_one(self) -> None:
        """Start a worker before it is needed."""
        self._idle.append(self._new())

    def close(self) -> None:
        """Kill the workers that have no task."""
        for worker in self._idle:
            worker.kill()
        self._idle.clear()


def _listen(pipe: Connection, hand_over: Callable[..., Any], put: Callable[[Event], None]) -> None:
    """Pass the events of a process to the event loop; report when the process has died."""
    with pipe, suppress(RuntimeError):  # the loop is closed
        try:
            while True:
                hand_over(put, pipe.recv())
        except (EOFError, OSError):
            hand_over(put, Event("lost"))


def _work(pipe: Connection, cancelled: Any, preparation: Sequence[Callable[[], object]], niceness: int) -> None:
    """Run in the worker process: do task after task until the pipe is closed, and prepare while there is none."""
    if hasattr(os, "nice"):
        os.nice(niceness)
    from cpgen.kernel import load_compiler, report_compiling

    load_compiler()
    steps = iter(preparation)
    with suppress(EOFError, OSError), report_compiling(lambda number, of: pipe.send(Event("compiling", (number, of)))):
        while True:
            # Preparation waits for a pause, so that it never delays a task that has arrived.
            if not pipe.poll(IDLE_SECONDS) and (step := next(steps, None)):
                step()
            else:
                pipe.send(pipe.recv()(pipe.send, lambda: bool(cancelled.value)))
