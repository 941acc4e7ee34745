"""The application: the pages, and one table of endpoints for the routes and the OpenAPI document."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from importlib import import_module
from inspect import iscoroutinefunction
from typing import Any, get_type_hints

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Lifespan

from cpgen._version import __version__
from cpgen.errors import CpgenError
from cpgen.formats.objects import object_schema
from cpgen.schema import Record, build, components
from cpgen.web.failures import Json, on_bug, on_disconnect, on_error, on_http_error
from cpgen.web.guard import HEAVY, LIGHT, Guard, in_thread, json_of, watched
from cpgen.web.jobs import Jobs, events
from cpgen.web.records.answer_base import Answer, Failure
from cpgen.web.records.file_answers import Download, FinishedFile, Share
from cpgen.web.records.play_answers import Exercise
from cpgen.web.records.request_records import (
    EXAMPLE,
    ExplanationRequest,
    JobRequest,
    OutlookRequest,
    RatingRequest,
    from_query,
)
from cpgen.web.sse import streamed, wants_events
from cpgen.web.static_files import STATIC, hash_of, script_of

STUDIO = "studio/main.js"
FIRST_PAGE_SECONDS = 0.3
"""Seconds between the start of the server and the warm-up, so that the browser can load the page first"""


@dataclass(frozen=True)
class Endpoint:
    """An address below /api and the function that answers it; a `heavy` one may take seconds.

    The function is named as in `puzzles:rate`, and its module is imported with the first request: the server then
    starts quickly. Its annotations give the records of requests and answers. A coroutine gets the jobs as well; other
    functions run in a thread.
    """

    method: str
    path: str
    name: str
    heavy: bool = False
    status: int = 200
    builds: type[Record] | None = None
    """Record that the function itself builds from the request's data"""
    stops: bool = False
    """True if the function takes another argument, which says whether the client is gone, and then ends early"""

    @cached_property
    def answer(self) -> Callable[..., Any]:
        """Function that computes the answer."""
        module, _, name = self.name.partition(":")
        function: Callable[..., Any] = getattr(import_module(f"cpgen.web.{module}"), name)
        return function

    @property
    def takes(self) -> type[Record]:
        """Record of the request."""
        kind: type[Record] = self.builds or get_type_hints(self.answer)["request"]
        return kind

    @property
    def gives(self) -> type[Answer] | type[Download]:
        """Record of the answer."""
        kind: type[Answer] | type[Download] = get_type_hints(self.answer)["return"]
        return kind

    @property
    def summary(self) -> str:
        """Purpose of the endpoint in one sentence."""
        return (self.answer.__doc__ or "").partition("\n")[0]


ENDPOINTS = (
    Endpoint("GET", "/choices", "catalog:choices"),
    Endpoint("GET", "/words", "catalog:words"),
    Endpoint("GET", "/layout", "catalog:layout"),
    Endpoint("GET", "/layout/random", "catalog:random_layout", heavy=True),
    Endpoint("GET", "/pattern/random", "catalog:random_pattern"),
    Endpoint("POST", "/pattern/check", "catalog:check_pattern", heavy=True, builds=JobRequest, stops=True),
    Endpoint("POST", "/pattern/runs", "catalog:pattern_runs", heavy=True),
    Endpoint("POST", "/drawing", "drawing:drawing"),
    Endpoint("POST", "/rate", "puzzles:rate", stops=True),
    Endpoint("POST", "/explain", "puzzles:explain"),
    Endpoint("POST", "/walkthrough", "puzzles:walkthrough", heavy=True),
    Endpoint("POST", "/hint", "puzzles:hint", heavy=True),
    Endpoint("POST", "/find", "puzzles:find", heavy=True),
    Endpoint("POST", "/solve", "puzzles:solve", heavy=True),
    Endpoint("POST", "/check", "puzzles:check", heavy=True),
    Endpoint("POST", "/outlook", "analysis:outlook", heavy=True, stops=True),
    Endpoint("POST", "/why-not", "analysis:why_not", heavy=True, stops=True),
    Endpoint("POST", "/superfluous", "analysis:superfluous", heavy=True, stops=True),
    Endpoint("POST", "/fill", "analysis:fill", heavy=True, stops=True),
    Endpoint("POST", "/read", "files:read", heavy=True),
    Endpoint("POST", "/convert", "files:convert", heavy=True),
    Endpoint("POST", "/export", "files:export", heavy=True),
    Endpoint("POST", "/book", "files:book", heavy=True),
    Endpoint("POST", "/book/pages", "files:book_pages", heavy=True),
    Endpoint("POST", "/jobs", "jobs:start", status=201),
    Endpoint("POST", "/practice", "jobs:practise", status=201),
    Endpoint("GET", "/jobs/{id}", "jobs:show"),
    Endpoint("DELETE", "/jobs/{id}", "jobs:cancel", status=202),
)


def make_app(queue: Jobs, host: str, allowed: Sequence[str], lifespan: Lifespan[Starlette]) -> Starlette:
    """Return the application that serves the studio and the API and runs its jobs in the given queue."""
    routes = [_route(path, queue) for path in dict.fromkeys(one.path for one in ENDPOINTS)]
    routes += [Route("/jobs/{id}/events", partial(events, queue)), Route("/openapi.json", _openapi)]
    pages = [Route(f"/{STUDIO}", _studio), Mount("/", StaticFiles(directory=STATIC, html=True))]
    return Starlette(
        routes=[Mount("/api", routes=routes), *pages],
        middleware=[Middleware(Guard, host=host, allowed=allowed)],
        exception_handlers={
            CpgenError: on_error,
            HTTPException: on_http_error,
            ClientDisconnect: on_disconnect,
            Exception: on_bug,
        },
        lifespan=lifespan,
    )


def _route(path: str, queue: Jobs) -> Route:
    """Return one route for all methods of an address, so that a refusal can list the allowed methods."""
    handlers = {one.method: _handler(one, queue) for one in ENDPOINTS if one.path == path}

    async def handle(http: Request) -> Response:
        answer: Response = await handlers["GET" if http.method == "HEAD" else http.method](http)
        return answer

    return Route(path, handle, methods=list(handlers))


def _handler(endpoint: Endpoint, queue: Jobs) -> Callable[[Request], Any]:
    """Return the coroutine that reads a request, calls the endpoint's function and writes the answer."""
    limiter = HEAVY if endpoint.heavy else LIGHT

    async def handle(http: Request) -> Response:
        if "answer" not in vars(endpoint):
            await in_thread(lambda: endpoint.answer, limiter)  # imports its module without holding up other requests
        takes, answer, status = endpoint.takes, endpoint.answer, endpoint.status
        if endpoint.method == "POST":
            data = await json_of(http)
        else:
            data = from_query(takes, {**http.query_params, **http.path_params})
        request = data if endpoint.builds else build(takes, data)
        if endpoint.gives is Download and wants_events(http):
            return streamed(http, partial(answer, request))
        if iscoroutinefunction(answer):
            return _response(await answer(queue, request), status)
        if endpoint.stops:
            async with watched(http) as is_gone:
                return await in_thread(lambda: _response(answer(request, is_gone), status), limiter)
        return await in_thread(lambda: _response(answer(request), status), limiter)

    return handle


def _response(answer: Answer | Download, status: int) -> Response:
    if isinstance(answer, Download):
        headers = {"Content-Disposition": f'attachment; filename="{answer.name}"'}
        return Response(answer.content, headers=headers, media_type=answer.media)
    return Json(answer, status)


async def _studio(http: Request) -> Response:
    """Serve the studio's script as one file, which loads in half the time of its modules."""
    script = script_of(STUDIO)
    tag = {"ETag": f'"{hash_of(script)}"'}
    if http.headers.get("If-None-Match") == tag["ETag"]:
        return Response(status_code=304, headers=tag)
    return Response(script, headers=tag, media_type="text/javascript")


async def warm_up(queue: Jobs) -> None:
    """Start the first worker and load compiled code, once the first page has had time to load."""
    await asyncio.sleep(FIRST_PAGE_SECONDS)
    queue.warm_up()
    await in_thread(_load_compiled, HEAVY)


def _load_compiled() -> None:
    from cpgen.kernel import INTERPRETED, load_eagerly
    from cpgen.web import analysis, catalog, puzzles

    if not INTERPRETED:
        load_eagerly()
        puzzles.hint(ExplanationRequest(puzzle=EXAMPLE))
        analysis.outlook(OutlookRequest(clues="." * 81), lambda: False)
        catalog.check_pattern({"layout": "2x2", "pattern": "xxxx............"}, lambda: False)
        # A board with constraints on which the ladder tries every technique.
        layout = "2x2+cage 3: r1c1 r1c2"
        analysis.outlook(OutlookRequest(clues="." * 16, layout=layout), lambda: False)
        puzzles.rate(RatingRequest(puzzle="." * 16, layout=layout), lambda: False)


# The OpenAPI document

DESCRIPTION = (
    "The schemas give types, bounds and names. They do not express the syntax of puzzles, layouts and patterns, or the "
    "rules for fields that exclude each other: requests are checked for these as well, and refused with status 400, or "
    "422 if there is no such puzzle, in a sentence that says what would be right."
)
FILE = (
    "A file to save. With `Accept: text/event-stream`, progress is streamed: events `progress` (Share), and at the end "
    "`file` (FinishedFile) or `failure` (Failure)."
)
LAST_EVENT = {
    "name": "Last-Event-ID",
    "in": "header",
    "description": "The number of the last event received; later events are sent.",
    "schema": {"type": "string"},
}
AFTER = {**LAST_EVENT, "name": "after", "in": "query"}
EVENTS = {
    "operationId": "get_jobs_events",
    "summary": "Stream the events of a job; a job without listeners is stopped.",
    "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}, LAST_EVENT, AFTER],
    "responses": {
        "200": {"description": "Events: progress, puzzle, end.", "content": {"text/event-stream": {}}},
        "default": {"$ref": "#/components/responses/Failure"},
    },
}


async def _openapi(_: Request) -> Response:
    return Json(document())


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI 3.1 document of the API."""
    requests = components([one.takes for one in ENDPOINTS])
    answers = [one.gives for one in ENDPOINTS if one.gives is not Download]
    _, records = msgspec.json.schema_components(
        [*answers, Exercise, Failure, Share, FinishedFile],
        ref_template="#/components/schemas/{name}",
    )
    puzzle = {key: value for key, value in object_schema().items() if key != "$schema"}
    paths: dict[str, Any] = {"/api/jobs/{id}/events": {"get": EVENTS}}
    for one in ENDPOINTS:
        paths.setdefault(f"/api{one.path}", {})[one.method.lower()] = _operation(one, requests)
    failure = {"description": "Why the request failed.", "content": _content("Failure")}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "cpgen",
            "version": __version__,
            "summary": "Generate, rate, explain, solve, check and convert sudoku and its variants.",
            "description": DESCRIPTION,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "components": {"schemas": {"Puzzle": puzzle, **requests, **records}, "responses": {"Failure": failure}},
    }


def _operation(one: Endpoint, requests: dict[str, Any]) -> dict[str, Any]:
    if one.method == "POST":
        takes: dict[str, Any] = {"requestBody": {"required": True, "content": _content(one.takes.__name__)}}
    else:
        record = requests[one.takes.__name__]
        takes = {
            "parameters": [
                {
                    "name": name,
                    "in": "path" if f"{{{name}}}" in one.path else "query",
                    "required": name in record["required"],
                    "schema": part,
                }
                for name, part in record["properties"].items()
            ]
        }
    if one.gives is Download:
        answer: dict[str, Any] = {"description": FILE, "content": {"*/*": {}}}
    else:
        answer = {"description": "The answer.", "content": _content(one.gives.__name__)}
    return {
        "operationId": f"{one.method.lower()}{one.path.replace('/', '_').replace('_{id}', '')}",
        "summary": one.summary,
        **takes,
        "responses": {str(one.status): answer, "default": {"$ref": "#/components/responses/Failure"}},
    }


def _content(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}
