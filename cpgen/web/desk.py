"""How does one ask for puzzles and hear of them? The addresses of jobs, and their events."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from cpgen import api
from cpgen.web.asked import ToMake
from cpgen.web.failures import Json
from cpgen.web.guard import json_of
from cpgen.web.jobs import Job, Jobs, Told
from cpgen.web.lanes import Lane
from cpgen.web.making import require_hope
from cpgen.web.refusals import RefusedError
from cpgen.web.schemas import read

RETRY = 500
"""Milliseconds after which a browser that lost the events asks for the rest"""


class Desk:
    """Takes jobs, tells of them, and cancels them."""

    def __init__(self, jobs: Jobs, lane: Lane) -> None:
        self.jobs, self.lane = jobs, lane

    @property
    def routes(self) -> list[BaseRoute]:
        """The addresses of jobs."""
        return [
            Route("/jobs", self.begin, methods=["POST"]),
            Route("/jobs/{name}", self.show, methods=["GET"]),
            Route("/jobs/{name}", self.cancel, methods=["DELETE"]),
            Route("/jobs/{name}/events", self.events, methods=["GET"]),
        ]

    async def begin(self, request: Request) -> Response:
        """Begins a job, once nothing is known that makes it impossible."""
        asked = read(ToMake, await json_of(request))
        self.jobs.require_room()
        await self.lane.answer(lambda: require_hope(asked))
        seed = api.usable_seed(asked.seed)
        return Json(_described(self.jobs.begin(replace(asked, seed=seed))), 201)

    async def show(self, request: Request) -> Response:
        """How far a job is, with the puzzles so far."""
        job = self._job(request)
        return Json({**_described(job), "puzzles": job.puzzles})

    async def cancel(self, request: Request) -> Response:
        """Ends a job; what it has found is still told."""
        job = self._job(request)
        job.stop()
        return Json(_described(job), 202)

    async def events(self, request: Request) -> Response:
        """The events of a job, as server-sent events."""
        job = self._job(request)
        last = request.headers.get("last-event-id", "0")
        after = int(last) if last.isdecimal() and len(last) < 10 else 0
        return StreamingResponse(_stream(job, after), media_type="text/event-stream")

    def _job(self, request: Request) -> Job:
        job = self.jobs.named(request.path_params["name"])
        if job is None:
            raise RefusedError(404, "There is no such job; it may have ended some time ago.")
        return job


def _described(job: Job) -> dict[str, Any]:
    return {
        "id": job.id,
        "events": f"/api/jobs/{job.id}/events",
        "state": job.state,
        "found": job.found,
        "count": job.asked.count,
        "seed": job.asked.seed,
        "progress": job.progress,
        "end": job.outcome,
    }


async def _stream(job: Job, after: int) -> AsyncIterator[str]:
    yield f"retry: {RETRY}\n\n"
    async for told in job.events(after):
        yield _event_text(told) if told else ": still here\n\n"


def _event_text(told: Told) -> str:
    number = f"id: {told.number}\n" if told.number else ""
    return f"{number}event: {told.event.kind}\ndata: {json.dumps(told.event.data)}\n\n"
