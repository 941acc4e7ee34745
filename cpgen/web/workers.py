"""Making the puzzles of a job, in a process that can be stopped, or killed when it does not react."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import cache, partial
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, Literal

from cpgen import api
from cpgen.api import UndecidedError
from cpgen.errors import CpgenError, ImpossibleError, Message, NotFoundError
from cpgen.web.play import exercise_of
from cpgen.web.schema import Ending, JobRequest, Outcome, PracticeRequest, Progress, stated

NICENESS = 5
"""How much the processes give way, so that the pages answer while all of them work; with more, they would hardly get
on beside other programs"""
PROOF_SECONDS = 5.0
"""Time limit for the proof that there is no such puzzle, before the search begins"""
STOP_SECONDS = 0.5
"""How long a process may take to stop before it is killed"""


@dataclass(frozen=True)
class Event:
    """What a job reports: its progress, a puzzle, or its end."""

    kind: Literal["progress", "puzzle", "end"]
    data: Any


def ended(outcome: Ending, message: Message | str) -> Event:
    """Return the last event of a job."""
    return Event("end", Outcome(outcome=outcome, **stated(message)))


def stopped(found: int, request: JobRequest) -> Event:
    """The last event of a job that was cancelled."""
    if request.climb:
        return ended("stopped", Message("climb-stopped", found=found))
    return ended("stopped", Message("job-stopped", found=found, count=request.count))


@cache
def _lost() -> Event:
    """Return the last event of a job whose process is gone."""
    return ended("error", Message("process-gone"))


def make_puzzles(request: JobRequest, publish: Callable[[Event], None], is_cancelled: Callable[[], bool]) -> Event:
    """Makes the puzzles of a job, publishing each and the progress; returns the last event."""
    found, hardest = 0, (0, 0)

    def report(now: api.Progress) -> None:
        publish(Event("progress", Progress(**asdict(now))))

    try:
        with _compiling_published(publish):
            for one in made(request, report, is_cancelled):
                found += 1
                hardest = max(hardest, (one.get("level", 0), one.get("steps", 0)))
                publish(Event("puzzle", one))
    except NotFoundError as error:
        return stopped(found, request) if is_cancelled() else ended("not-found", error.message)
    except ImpossibleError as error:
        return ended("impossible", error.message)
    except CpgenError as error:
        return ended("error", error.message)
    level, steps = hardest
    if request.climb:
        return ended("done", Message("climb-done", found=found, level=level, steps=steps))
    return ended("done", Message("job-done", found=found, count=request.count))


@contextmanager
def _compiling_published(publish: Callable[[Event], None]) -> Iterator[None]:
    def report(number: int, of: int) -> None:
        publish(Event("progress", Progress(compiling=number, to_compile=of)))

    with api.report_compiling(report):
        yield


def made(
    request: JobRequest, report: Callable[[api.Progress], object], is_cancelled: Callable[[], bool]
) -> Iterator[dict[str, Any]]:
    """The puzzles or exercises of a job as objects, one by one as they are found."""
    clock, seed = api.clock_for(request.budget, report, is_cancelled), api.usable_seed(request.seed)
    if isinstance(request, PracticeRequest):
        return map(exercise_of, api.exercises(request, request.technique, request.count, seed, clock))
    make = api.climb if request.climb else api.generate_requested
    return (one.as_json() for one in make(request, request.count, seed, clock))


def require_feasible(request: JobRequest) -> None:
    """Raises InputError or ImpossibleError when it can be shown within seconds that there are no such puzzles."""
    with suppress(UndecidedError):
        api.require_possible(request, api.open_oracle("bitset", PROOF_SECONDS), request.count)


class Worker:
    """A process that makes the puzzles of one job after the other; created and used in the event loop's thread."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._cancelled = context.RawValue("b", 0)
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, self._cancelled), daemon=True)
        with _without_interrupts():
            self._process.start()
        theirs.close()
        self._events: asyncio.Queue[Event] = asyncio.Queue()
        self._lost = False
        hand_over = asyncio.get_running_loop().call_soon_threadsafe
        Thread(target=_listen, args=(self._pipe, hand_over, self._events.put_nowait), daemon=True).start()

    async def run(self, request: JobRequest) -> AsyncIterator[Event]:
        """The events of a job, to its end."""
        self._cancelled.value = 0
        try:
            self._pipe.send(request)
        except OSError:
            yield _lost()
            return
        while True:
            event = await self._next()
            yield event
            if event.kind == "end":
                return

    async def _next(self) -> Event:
        event = await self._events.get()
        self._lost |= event is _lost()
        return event

    async def cancel(self) -> bool:
        """Asks the process to stop; whether it did, and can be used again."""
        self._cancelled.value = 1
        with suppress(TimeoutError):
            async with asyncio.timeout(STOP_SECONDS):
                while (await self._next()).kind != "end":
                    pass
                return self.alive
        return False

    @property
    def alive(self) -> bool:
        """Whether the process is there; its pipe closes a moment before it is gone."""
        return not self._lost and self._process.is_alive()

    def kill(self) -> None:
        """Ends the process at once."""
        self._process.kill()
        self._process.join()


def _listen(pipe: Connection, hand_over: Callable[..., Any], put: Callable[[Event], None]) -> None:
    """Hands the events of a process over to the event loop, and at last that the process is gone."""
    with pipe, suppress(RuntimeError):  # the loop is closed
        try:
            while True:
                hand_over(put, pipe.recv())
        except (EOFError, OSError):
            hand_over(put, _lost())


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Processes that start within this block ignore Ctrl-C, even before they run their first line."""
    restore: Callable[[], object]
    if hasattr(signal, "pthread_sigmask"):  # then one that comes meanwhile waits
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        restore = partial(signal.pthread_sigmask, signal.SIG_SETMASK, mask)
    else:  # Windows
        handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
        restore = partial(signal.signal, signal.SIGINT, handler)
    try:
        yield
    finally:
        restore()


def _work(pipe: Connection, cancelled: Any) -> None:
    """The life of a process: job after job, until the pipe is closed."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    with suppress(EOFError, OSError):
        with _compiling_published(pipe.send):  # before anybody asks; whoever does meanwhile sees how far that is
            api.generate("kamio-a", "expert", seed=0)
        while True:
            pipe.send(make_puzzles(pipe.recv(), pipe.send, lambda: bool(cancelled.value)))
