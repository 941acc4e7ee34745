"""Worker processes that make the puzzles of jobs; workers that do not stop in time are killed."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import cache, partial
from itertools import islice
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, Literal

from cpgen.errors import CpgenError, ImpossibleError, Message, NotFoundError
from cpgen.oracles import UndecidedError, open_oracle
from cpgen.requests.results import Progress as CallProgress
from cpgen.requests.series import Series
from cpgen.web.records.answer_base import stated
from cpgen.web.records.job_answers import Ending, Outcome, Progress
from cpgen.web.records.request_records import JobRequest, PracticeRequest

NICENESS = 5
"""Niceness of the workers: the pages stay responsive, and workers still get time next to other programs"""
PROOF_SECONDS = 5.0
"""Time limit for the proof, before the search, that no such puzzle exists"""
STOP_SECONDS = 0.5
"""Seconds after which a worker that does not stop is killed"""


@dataclass(frozen=True)
class Event:
    """Event of a job: its progress, a puzzle, or its end."""

    kind: Literal["progress", "puzzle", "end"]
    data: Any


def ended(outcome: Ending, message: Message | str) -> Event:
    """Return the last event of a job."""
    return Event("end", Outcome(outcome=outcome, **stated(message)))


def stopped(found: int, request: JobRequest) -> Event:
    """Return the last event of a job that was cancelled."""
    if request.climb:
        return ended("stopped", Message("climb-stopped", found=found))
    return ended("stopped", Message("job-stopped", found=found, count=request.count))


@cache
def _lost() -> Event:
    """Return the last event of a job whose process has died."""
    return ended("error", Message("process-gone"))


def make_puzzles(request: JobRequest, publish: Callable[[Event], None], is_cancelled: Callable[[], bool]) -> Event:
    """Make the puzzles of a job, publish puzzles and progress, and return the last event."""
    found, hardest = 0, (0, 0)

    def report(now: CallProgress) -> None:
        so_far = max(0, now.found - request.after)
        publish(Event("progress", Progress(**asdict(now) | {"found": so_far})))

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
    from cpgen.kernel import report_compiling

    def report(number: int, of: int) -> None:
        publish(Event("progress", Progress(compiling=number, to_compile=of)))

    with report_compiling(report):
        yield


def made(
    request: JobRequest, report: Callable[[CallProgress], object], is_cancelled: Callable[[], bool]
) -> Iterator[dict[str, Any]]:
    """Yield the puzzles or exercises of a job as objects as soon as they are found.

    Those that a job was to leave out are made again, for the puzzles of a seed depend on those before them.
    """
    from cpgen.difficulty.scales import other_scale_as_json
    from cpgen.generation.hardest import climb
    from cpgen.generation.practice import exercises
    from cpgen.generation.two_phase import generate_many
    from cpgen.requests.clock import Clock
    from cpgen.web.play import exercise_of

    clock, seed = Clock(request.budget, report, is_cancelled), Series(seed=request.seed).first_seed()
    count = request.after + request.count
    if isinstance(request, PracticeRequest):
        practised = exercises(request, request.technique, count, seed, clock)
        return map(exercise_of, islice(practised, request.after, None))
    make = climb if request.climb else generate_many
    found = islice(make(request, count, seed, clock), request.after, None)
    return (one.as_json() | other_scale_as_json(one.puzzle, request.model) for one in found)


def require_feasible(request: JobRequest, stop: Callable[[], bool] = lambda: False) -> None:
    """Raise InputError or ImpossibleError if a proof within seconds shows that there are no such puzzles.

    The proof ends without a result when `stop` returns True.
    """
    from cpgen.feasibility.infeasible import require_possible
    from cpgen.web.stopping import StoppingOracle

    oracle = StoppingOracle(open_oracle("bitset", PROOF_SECONDS), stop)
    with suppress(UndecidedError):
        require_possible(request, oracle, request.count)


class Worker:
    """Process that makes the puzzles of one job at a time; used only from the thread of the event loop."""

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
        """Yield the events of a job until it ends."""
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
        """Ask the process to stop; return True if it did and can be used again."""
        self._cancelled.value = 1
        with suppress(TimeoutError):
            async with asyncio.timeout(STOP_SECONDS):
                while (await self._next()).kind != "end":
                    pass
                return self.alive
        return False

    @property
    def alive(self) -> bool:
        """True if the process runs; its pipe may close slightly earlier."""
        return not self._lost and self._process.is_alive()

    def kill(self) -> None:
        """Kill the process."""
        self._process.kill()
        self._process.join()


def _listen(pipe: Connection, hand_over: Callable[..., Any], put: Callable[[Event], None]) -> None:
    """Pass the events of a process to the event loop; report when the process has died."""
    with pipe, suppress(RuntimeError):  # the loop is closed
        try:
            while True:
                hand_over(put, pipe.recv())
        except (EOFError, OSError):
            hand_over(put, _lost())


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Start processes within this block with Ctrl-C ignored, even before their first line runs."""
    restore: Callable[[], object]
    if hasattr(signal, "pthread_sigmask"):  # a Ctrl-C that arrives within the block waits
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
    """Run in the worker process: make job after job until the pipe is closed."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    from cpgen.api import generate

    with suppress(EOFError, OSError):
        with _compiling_published(
            pipe.send
        ):  # compile before the first job; a job that arrives meanwhile shows the progress
            generate("kamio-a", "expert", seed=0)
        while True:
            pipe.send(make_puzzles(pipe.recv(), pipe.send, lambda: bool(cancelled.value)))
