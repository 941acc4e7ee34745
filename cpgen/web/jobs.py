"""Which jobs wait, which run, and who listens to them? A job that nobody cares for any more is stopped."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from time import monotonic

from cpgen.web.asked import ToMake
from cpgen.web.making import END, ERROR, PROGRESS, PUZZLE, Event, ended, stopped
from cpgen.web.refusals import BusyError
from cpgen.web.workers import Worker

WAITING, RUNNING, ENDED = "waiting", "running", "ended"
PATIENCE = 5.0
"""Seconds that a job goes on while nobody listens to its events or asks for it"""
KEPT_SECONDS, KEPT = 300.0, 32
"""How long, and how many, jobs that have ended are remembered for those who come back"""
HEARTBEAT = 15.0
"""Seconds of silence after which listeners are told that the job is still there"""
LOOK_AROUND = 0.5
SPARE = 60.0
"""Seconds that a job may take beyond twice its budget, for compiling, before its process is killed"""


@dataclass(frozen=True)
class Told:
    """An event as it is sent; those with a number above 0 are told again to a listener who comes back."""

    number: int
    event: Event


class Job:
    """Puzzles that somebody asked for: what was told of them so far, and who listens."""

    def __init__(self, asked: ToMake) -> None:
        self.id = secrets.token_urlsafe(12)
        self.asked = asked
        self.state = WAITING
        self.listeners = 0
        self.cared_for = monotonic()
        self.task: asyncio.Task[None]
        self._lasting: list[Event] = []
        self._progress = Event(PROGRESS, {"found": 0, "attempts": 0, "ratings": 0, "seconds": 0.0})
        self._changed = asyncio.Event()

    @property
    def found(self) -> int:
        """How many puzzles there are so far."""
        return sum(event.kind == PUZZLE for event in self._lasting)

    @property
    def puzzles(self) -> list[dict[str, object]]:
        """The puzzles so far."""
        return [event.data for event in self._lasting if event.kind == PUZZLE]

    @property
    def outcome(self) -> dict[str, object] | None:
        """How it ended; None as long as it has not."""
        return self._lasting[-1].data if self.state == ENDED else None

    @property
    def progress(self) -> dict[str, object]:
        """How far it is."""
        return self._progress.data

    @property
    def forsaken(self) -> bool:
        """Whether nobody has listened or asked for some time."""
        return not self.listeners and monotonic() - self.cared_for > PATIENCE

    def tell(self, event: Event) -> None:
        """Tells the listeners; nothing comes after the end."""
        if self.state == ENDED:
            return
        if event.kind == PROGRESS:
            self._progress = event
        else:
            self._lasting.append(event)
        if event.kind == END:
            self.state = ENDED
            self.cared_for = monotonic()
        self._changed.set()
        self._changed = asyncio.Event()

    def stop(self) -> None:
        """Ends the job, waiting or running."""
        self.task.cancel()

    def finish(self, task: asyncio.Task[None]) -> None:
        """Tells the end of a job whose task is over, if that has not been told."""
        error = None if task.cancelled() else task.exception()
        if isinstance(error, TimeoutError):
            self.tell(ended(ERROR, "The job took far longer than its budget and was ended."))
        elif error:
            self.tell(ended(ERROR, f"The job could not be carried out: {error}."))
        self.tell(stopped(self.found, self.asked))

    async def events(self, after: int) -> AsyncIterator[Told | None]:
        """What is told after the event of that number, to the end; None where nothing was told for some time."""
        self.listeners += 1
        told: Event | None = None
        try:
            while True:
                changed = self._changed
                if self._progress is not told:
                    told = self._progress
                    yield Told(0, told)
                while after < len(self._lasting):
                    after += 1
                    yield Told(after, self._lasting[after - 1])
                if self.state == ENDED and after >= len(self._lasting):
                    return
                if not await _happened(changed, HEARTBEAT):
                    yield None
        finally:
            self.listeners -= 1
            self.cared_for = monotonic()


async def _happened(event: asyncio.Event, seconds: float) -> bool:
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return False
    return True


class Jobs:
    """All jobs: so many at once, so many waiting, each in a process of its own while it runs."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self.at_once, self.most = at_once, at_once + waiting
        self._turns = asyncio.Semaphore(at_once)
        self._jobs: dict[str, Job] = {}
        self._idle: list[Worker] = []

    def begin(self, asked: ToMake) -> Job:
        """A job that runs as soon as it is its turn; raises BusyError when too many are waiting."""
        self.require_room()
        job = Job(asked)
        self._jobs[job.id] = job
        job.task = asyncio.create_task(self._run(job))
        job.task.add_done_callback(job.finish)
        return job

    def require_room(self) -> None:
        """Raises BusyError when too many jobs are waiting."""
        if len(self._going) >= self.most:
            raise BusyError(
                f"{self.at_once} jobs are running and {self.most - self.at_once} are waiting, which is all that this "
                "server takes"
            )

    def named(self, name: str) -> Job | None:
        """The job with this name, if it is still known; asking for it keeps it going."""
        job = self._jobs.get(name)
        if job:
            job.cared_for = monotonic()
        return job

    @property
    def _going(self) -> list[Job]:
        return [job for job in self._jobs.values() if job.state != ENDED]

    async def _run(self, job: Job) -> None:
        async with self._turns, self._worker() as worker, asyncio.timeout(2 * job.asked.budget + SPARE):
            job.state = RUNNING
            async for event in worker.carry_out(job.asked):
                job.tell(event)

    @asynccontextmanager
    async def _worker(self) -> AsyncIterator[Worker]:
        """A process, to be used again by the next job unless it does not stop."""
        self._idle = [one for one in self._idle if one.alive]
        worker = self._idle.pop() if self._idle else Worker()
        usable = False
        try:
            yield worker
            usable = worker.alive
        except BaseException:
            usable = await worker.halt()
            raise
        finally:
            if usable:
                self._idle.append(worker)
            else:
                worker.kill()

    def warm_up(self) -> None:
        """Starts a process before it is needed."""
        self._idle.append(Worker())

    async def look_after(self) -> None:
        """Stops jobs that nobody cares for, and forgets those that ended long ago; runs until it is cancelled."""
        while True:
            await asyncio.sleep(LOOK_AROUND)
            for job in self._going:
                if job.forsaken:
                    job.stop()
            self._forget()

    def _forget(self) -> None:
        done = [job for job in self._jobs.values() if job.state == ENDED and not job.listeners]
        late = monotonic() - KEPT_SECONDS
        for place, job in enumerate(reversed(done)):
            if place >= KEPT or job.cared_for < late:
                del self._jobs[job.id]

    async def close(self) -> None:
        """Ends all jobs and processes."""
        tasks = [job.task for job in self._going]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for worker in self._idle:
            worker.kill()
        self._idle.clear()
