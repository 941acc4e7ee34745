"""Where does everything come together? The routes of the API and the pages, as one ASGI application."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from cpgen.errors import CpgenError
from cpgen.web import asked, making, puzzles
from cpgen.web.desk import Desk
from cpgen.web.endpoints import ENDPOINTS, Endpoint
from cpgen.web.failures import Json, tell_error, tell_refusal, tell_trouble
from cpgen.web.files import Download
from cpgen.web.guard import Guard, json_of
from cpgen.web.jobs import Jobs
from cpgen.web.lanes import Lane
from cpgen.web.openapi import document
from cpgen.web.schemas import read, read_query

STATIC = Path(__file__).parent / "static"
LIGHT, HEAVY = (4, 200), (3, 30)
"""Threads and places to wait for questions that take milliseconds, and for those that may take seconds"""

Handler = Callable[[Request], Awaitable[Response]]


def make_app(jobs: Jobs, host: str) -> Starlette:
    """The application that serves the studio and the API, and makes puzzles with these jobs."""
    lanes = {False: Lane(*LIGHT), True: Lane(*HEAVY)}
    api = [Route(one.path, _handler(one, lanes[one.heavy]), methods=[one.method]) for one in ENDPOINTS]
    pages = StaticFiles(directory=STATIC, html=True)
    return Starlette(
        routes=[
            Mount("/api", routes=[*api, *Desk(jobs, lanes[True]).routes, Route("/openapi.json", _openapi)]),
            Mount("/", pages),
        ],
        middleware=[Middleware(Guard, host=host)],
        exception_handlers={CpgenError: tell_error, HTTPException: tell_refusal, Exception: tell_trouble},
        lifespan=lambda _: _living(jobs, lanes[True]),
    )


def _handler(endpoint: Endpoint, lane: Lane) -> Handler:
    """What reads a request, has it answered in the lane, and writes the answer."""

    async def handle(request: Request) -> Response:
        if endpoint.method == "GET":
            asked = read_query(endpoint.takes, request.query_params)
        else:
            asked = read(endpoint.takes, await json_of(request))
        return await lane.answer(lambda: _written(endpoint.answer(asked)))

    return handle


def _written(answer: Any) -> Response:
    if isinstance(answer, Download):
        headers = {"Content-Disposition": f'attachment; filename="{answer.name}"'}
        return Response(answer.content, headers=headers, media_type=answer.media)
    return Json(answer)


async def _openapi(_: Request) -> Response:
    return Json(document())


@asynccontextmanager
async def _living(jobs: Jobs, lane: Lane) -> AsyncIterator[None]:
    """What goes on as long as the server runs, beside answering."""
    jobs.warm_up()
    tasks = [asyncio.create_task(jobs.look_after()), asyncio.create_task(lane.answer(_warm_up))]
    yield
    for task in tasks:
        task.cancel()
    await jobs.close()


def _warm_up() -> None:
    """Loads what the first questions need, and compiles it where that has not been done."""
    puzzles.hint(asked.ToHint(asked.EXAMPLE))
    making.judge(asked.Combination(layout="2x2", pattern="xxxx............"))
