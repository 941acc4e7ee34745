"""Jobs: worker processes make puzzles while a browser listens; jobs without listeners are stopped.

With a folder (`kept_jobs`), jobs survive a restart of the server: they are suspended when it ends, which listeners see
as a lost connection, and continued when it starts again.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from time import monotonic
from typing import Any, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from cpgen.messages import Message
from cpgen.requests.generation_request import is_hardest
from cpgen.web.failures import BusyError, RefusedError
from cpgen.web.job_making import ended, load_generation, make_puzzles, stopped
from cpgen.web.kept_jobs import LOG, KeptJobs
from cpgen.web.records.job_answers import JobStatus, OutcomeRecord, ProgressRecord
from cpgen.web.records.request_records import JobId, JobRequest
from cpgen.web.sse import event_text
from cpgen.web.workers import Event, WorkerPool

NICENESS = 5
"""Niceness of the workers: the pages stay responsive, and workers still get time next to other programs"""
UNHEARD_SECONDS = 10.0
"""Seconds after which a job without listeners is stopped"""
KEPT_SECONDS, KEPT = 300.0, 32
"""Limits on ended jobs kept for clients that reconnect: seconds each is kept, and number of jobs"""
HEARTBEAT = 15.0
"""Seconds of silence after which a line is sent to keep the connection alive"""
CLEAN_UP_SECONDS = 0.5
"""Seconds between two clean-ups of jobs without listeners and of jobs that ended long ago"""
SPARE = 300.0
"""Extra seconds beyond twice a job's budget before its process is killed, since compiling may take long"""
RETRY = 500
"""Milliseconds after which a browser that lost its connection reconnects"""


class Job:
    """A request for puzzles, its events so far, and the number of its listeners.

    Args:
        request: The request, as the client sent it.
        client: Address of the client; empty if it is not known.
        name: Id of the job; a new one by default.
        events: Events that were published before the server was started again.
        keep: Function that is called with each further event, except those about progress.
    """

    def __init__(
        self,
        request: JobRequest,
        client: str = "",
        name: str = "",
        events: Sequence[Event] = (),
        keep: Callable[[Event], object] = lambda event: None,
    ) -> None:
        # The id is the only protection of a job from other clients, so it cannot be guessed.
        self.id = name or secrets.token_urlsafe(12)
        self.request, self.client, self.keep = request, client, keep
        self._lasting = list(events)
        has_ended = bool(events) and events[-1].kind == "end"
        self.state: Literal["waiting", "running", "ended"] = "ended" if has_ended else "waiting"
        self.progress = ProgressRecord(waits=not has_ended)
        self.listeners = 0
        self.last_heard = monotonic()
        self.is_suspended = False
        """True if the server ends and will continue the job when it starts again"""
        self.task: asyncio.Task[None]
        self._changed = asyncio.Event()

    @property
    def puzzles(self) -> tuple[dict[str, Any], ...]:
        """Records of the puzzles made so far, as plain data."""
        return tuple(event.data for event in self._lasting if event.kind == "puzzle")

    @property
    def outcome(self) -> OutcomeRecord | None:
        """Outcome of the job; None while it runs."""
        return self._lasting[-1].data if self.state == "ended" else None

    @property
    def unheard(self) -> bool:
        """True if the job has had no listener for `UNHEARD_SECONDS`."""
        return not self.listeners and monotonic() - self.last_heard > UNHEARD_SECONDS

    def status(self, puzzles: bool = False) -> JobStatus:
        """Return the progress of the job, with its puzzles so far if requested."""
        return JobStatus(
            id=self.id,
            events=f"/api/jobs/{self.id}/events",
            state=self.state,
            found=len(self.puzzles),
            count=self.request.count,
            seed=self.request.seed or 0,
            progress=self.progress,
            end=self.outcome,
            puzzles=self.puzzles if puzzles else msgspec.UNSET,
        )

    def publish(self, event: Event) -> None:
        """Add an event to those of the job and wake its listeners, unless the job has ended or is suspended."""
        if self.state == "ended" or self.is_suspended:
            return
        if event.kind == "progress":
            self.progress = event.data
        else:
            self._lasting.append(event)
            self.keep(event)
        if event.kind == "end":
            self.state = "ended"
            self.last_heard = monotonic()
        self._wake_listeners()

    def suspend(self) -> None:
        """Publish no further events, and end the streams of the listeners without an event about the end."""
        self.is_suspended = True
        self._wake_listeners()

    def _wake_listeners(self) -> None:
        self._changed.set()
        # Listeners hold the old event, which wakes them once; those that come later wait for the new one.
        self._changed = asyncio.Event()

    def finish(self, task: asyncio.Task[None]) -> None:
        """Publish the end of a job whose task is over, unless it has already been published."""
        error = None if task.cancelled() else task.exception()
        if isinstance(error, TimeoutError):
            self.publish(ended("error", Message("job-too-long")))
        elif error:
            self.publish(ended("error", Message("job-failed", error=str(error))))
        # Has no effect if the task published its own end.
        self.publish(stopped(len(self.puzzles), self.request))

    async def stream(self, after: int) -> AsyncIterator[str]:
        """Yield the server-sent events that follow the given event number; progress events have no number."""
        self.listeners += 1
        progress: ProgressRecord | None = None
        yield f"retry: {RETRY}\n\n"
        try:
            while True:
                # Taken before the events are read: an event published meanwhile sets it, so that none is missed.
                changed = self._changed
                if self.progress is not progress:
                    progress = self.progress
                    yield event_text("progress", progress)
                while after < len(self._lasting):
                    after += 1
                    event = self._lasting[after - 1]
                    yield f"id: {after}\n{event_text(event.kind, event.data)}"
                if self.is_suspended or (self.state == "ended" and after >= len(self._lasting)):
                    return
                try:
                    await asyncio.wait_for(changed.wait(), HEARTBEAT)
                except TimeoutError:
                    # A comment line keeps proxies from closing a silent connection, and shows when the client is gone.
                    yield ": still here\n\n"
        finally:
            self.listeners -= 1
            self.last_heard = monotonic()


def _event_of_job(event: Event) -> Event:
    """Translate an event of a worker process, such as its death, to the event that listeners of the job get."""
    match event.kind:
        case "compiling":
            number, of = event.data
            return Event("progress", ProgressRecord(compiling=number, to_compile=of))
        case "lost":
            return ended("error", Message("process-gone"))
    return event


class Jobs:
    """Job queue: at most `at_once` jobs run, each in its own process, and at most `waiting` jobs wait.

    Args:
        at_once: Number of jobs that run at a time.
        waiting: Number of jobs that may wait.
        of_client: Number of jobs of one client that may run or wait; 0 for as many as there is room for.
        kept: The folder in which jobs survive a restart, if there is one.
    """

    def __init__(self, at_once: int, waiting: int, of_client: int = 0, kept: KeptJobs | None = None) -> None:
        self.at_once, self.most = at_once, at_once + waiting
        self.of_client = of_client or self.most
        self.outcomes: Counter[str] = Counter()
        """Number of ended jobs by outcome"""
        self.made = 0
        """Number of puzzles and exercises that jobs have made"""
        self._kept = kept
        self._turns = asyncio.Semaphore(at_once)
        self._jobs: dict[str, Job] = {}
        self._workers = WorkerPool((load_generation,), NICENESS)

    def start(self, request: JobRequest, client: str) -> Job:
        """Add a job to the queue; raise BusyError if too many jobs are waiting, of this client or of all."""
        if len(self.active) >= self.most:
            raise BusyError(Message("jobs-busy", running=self.at_once, waiting=self.most - self.at_once))
        if sum(job.client == client for job in self.active) >= self.of_client:
            raise BusyError(Message("jobs-busy-client", count=self.of_client))
        job = Job(request, client)
        if self._kept:
            self._kept.begin(job.id, request)
        self._begin(job)
        return job

    def continue_kept(self) -> None:
        """Add the jobs of the folder, and continue those that have not ended."""
        for name, request, events in self._kept.read() if self._kept else ():
            job = Job(request, name=name, events=events)
            if job.state == "ended":
                self._jobs[name] = job
            else:
                self._begin(job)

    def _begin(self, job: Job) -> None:
        if self._kept:
            job.keep = partial(self._kept.add, job.id)
        self._jobs[job.id] = job
        job.task = asyncio.create_task(self._run(job))
        job.task.add_done_callback(partial(self._finish, job))

    def _finish(self, job: Job, task: asyncio.Task[None]) -> None:
        """Publish the end of a job whose task is over, and count its outcome for the metrics."""
        job.finish(task)
        if job.outcome:
            self.outcomes[job.outcome.outcome] += 1
            fields = {"outcome": job.outcome.outcome, "found": len(job.puzzles), "count": job.request.count}
            LOG.info("job", extra={"fields": {"client": job.client, **fields}})

    def find(self, name: str) -> Job:
        """Return the job with this id and keep it running; raise RefusedError if the id is unknown."""
        job = self._jobs.get(name)
        if job is None:
            raise RefusedError(404, Message("job-unknown"))
        job.last_heard = monotonic()
        return job

    @property
    def active(self) -> list[Job]:
        """Jobs that wait or run."""
        return [job for job in self._jobs.values() if job.state != "ended"]

    async def _run(self, job: Job) -> None:
        # The search keeps its own budget; this limit only ends a process that hangs.
        async with self._turns, self._workers.borrowed() as worker, asyncio.timeout(2 * job.request.budget + SPARE):
            job.state = "running"
            job.publish(Event("progress", ProgressRecord()))
            before = len(job.puzzles)
            if before and is_hardest(job.request.grade):
                return  # its puzzles depend on the time, so the rest would be others
            async for event in worker.run(partial(make_puzzles, job.request, before)):
                self.made += event.kind == "puzzle"
                job.publish(_event_of_job(event))

    def warm_up(self) -> None:
        """Start a worker process before the first job needs it, unless a job has started one."""
        if not self._jobs:
            self._workers.start_one()

    async def clean_up(self) -> None:
        """Stop jobs without listeners and forget jobs that ended long ago, until cancelled."""
        while True:
            await asyncio.sleep(CLEAN_UP_SECONDS)
            for job in self.active:
                if job.unheard:
                    job.task.cancel()
            ended_jobs = [job for job in self._jobs.values() if job.state == "ended" and not job.listeners]
            late = monotonic() - KEPT_SECONDS
            # Ended jobs are kept for a while, so that a page that lost its connection can fetch the rest.
            for place, job in enumerate(reversed(ended_jobs)):
                if place >= KEPT or job.last_heard < late:
                    del self._jobs[job.id]
                    if self._kept:
                        self._kept.forget(job.id)

    async def close(self) -> None:
        """End all jobs and workers; jobs of a folder are suspended."""
        if self._kept:
            for job in self.active:
                job.suspend()
        tasks = [job.task for job in self.active]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._workers.close()
        if self._kept:
            self._kept.close()


async def start(jobs: Jobs, request: JobRequest, client: str) -> JobStatus:
    """Start a job that makes puzzles, unless the request is known to be infeasible."""
    return jobs.start(request, client).status()


async def practise(jobs: Jobs, request: JobRequest, client: str) -> JobStatus:
    """Start a job that makes exercises; its events contain them instead of puzzles."""
    return jobs.start(request, client).status()


async def show(jobs: Jobs, request: JobId) -> JobStatus:
    """Return the progress of a job, with the puzzles so far."""
    return jobs.find(request.id).status(puzzles=True)


async def cancel(jobs: Jobs, request: JobId) -> JobStatus:
    """Stop a job; the puzzles found so far are still published."""
    job = jobs.find(request.id)
    job.task.cancel()
    return job.status()


async def events(jobs: Jobs, request: Request) -> Response:
    """Stream the events of a job; a job without listeners is stopped."""
    last = request.headers.get("last-event-id") or request.query_params.get("after", "0")
    after = int(last) if last.isdecimal() and len(last) < 10 else 0
    return StreamingResponse(jobs.find(request.path_params["id"]).stream(after), media_type="text/event-stream")
