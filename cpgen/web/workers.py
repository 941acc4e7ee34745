"""Who makes the puzzles? Processes that are told to stop, and killed when they do not listen."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any

from cpgen.collection.workers import settle_in
from cpgen.web.asked import ToMake
from cpgen.web.making import END, ERROR, Event, carry_out, ended

POLITENESS = 15
"""How much the processes give way, so that the pages answer while all of them work"""
STOP_SECONDS = 0.5
"""How long a process may take to stop before it is killed"""
LOST = ended(ERROR, "The process that made the puzzles is gone; try again.")


class Worker:
    """A process that carries out one job after the other; to be made and used on the thread of the event loop."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._stop = context.RawValue("b", 0)
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, self._stop), daemon=True)
        with _deaf_to_interrupts():
            self._process.start()
        theirs.close()
        self._events: asyncio.Queue[Event] = asyncio.Queue()
        self._lost = False
        hand_over = asyncio.get_running_loop().call_soon_threadsafe
        Thread(target=_listen, args=(self._pipe, hand_over, self._events.put_nowait), daemon=True).start()

    async def carry_out(self, asked: ToMake) -> AsyncIterator[Event]:
        """What the job tells, to its end."""
        self._stop.value = 0
        try:
            self._pipe.send(asked)
        except OSError:
            yield LOST
            return
        while True:
            event = await self._heard()
            yield event
            if event.kind == END:
                return

    async def _heard(self) -> Event:
        event = await self._events.get()
        self._lost |= event is LOST
        return event

    async def halt(self) -> bool:
        """Tells the process to stop; whether it did, and can be used again."""
        self._stop.value = 1
        with suppress(TimeoutError):
            async with asyncio.timeout(STOP_SECONDS):
                while (await self._heard()).kind != END:
                    pass
                return self.alive
        return False

    @property
    def alive(self) -> bool:
        """Whether the process is there; one that dies is silent a moment before it is gone."""
        return not self._lost and self._process.is_alive()

    def kill(self) -> None:
        """Ends the process at once."""
        self._process.kill()
        self._process.join()


def _listen(pipe: Connection, hand_over: Callable[..., Any], put: Callable[[Event], None]) -> None:
    """Hands what comes out of the pipe over to the event loop, and at last that the process is gone."""
    with pipe, suppress(RuntimeError):  # the loop is closed
        try:
            while True:
                hand_over(put, pipe.recv())
        except (EOFError, OSError):
            hand_over(put, LOST)


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes that start in here do not hear Ctrl-C, not even before they have begun to run."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _work(pipe: Connection, stop: Any) -> None:
    """What a process does: job after job, until the pipe is closed."""
    settle_in()
    if hasattr(os, "nice"):
        os.nice(POLITENESS)
    with suppress(EOFError, OSError):
        while True:
            pipe.send(carry_out(pipe.recv(), pipe.send, lambda: bool(stop.value)))
