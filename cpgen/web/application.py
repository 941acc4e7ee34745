"""The application: the pages, and the routes of the endpoints."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Lifespan

from cpgen.errors import CpgenError
from cpgen.web.answering import Data, response
from cpgen.web.endpoints import ENDPOINTS, OPENAPI, Endpoint
from cpgen.web.failures import on_disconnect, on_error, on_http_error
from cpgen.web.guard import Guard, body_of
from cpgen.web.jobs import Jobs, events
from cpgen.web.observer import FORMAT, METRICS, Observer, RequestCounts, metrics_text
from cpgen.web.records.request_records import JobId
from cpgen.web.sse import streamed, wants_events
from cpgen.web.static_files import STATIC, hash_of, script_of
from cpgen.web.turns import Turns, client_of

STUDIO = "studio/main.js"


def make_app(
    jobs: Jobs,
    turns: Turns,
    lifespan: Lifespan[Starlette],
    counts: RequestCounts,
    connections: Callable[[], int] | None,
    **guarded: Any,
) -> Starlette:
    """Return the application that serves the studio and the API.

    Args:
        jobs: The queue of jobs.
        turns: The workers for all other requests.
        lifespan: Context manager that begins and ends the work beside the requests, as Starlette calls it.
        counts: The counts of requests.
        connections: Function that returns the number of open connections, if there is to be an address for metrics.
        **guarded: Arguments for `Guard`.
    """
    routes = [_route(path, jobs, turns) for path in dict.fromkeys(one.path for one in ENDPOINTS)]
    routes += [Route("/jobs/{id}/events", partial(events, jobs)), Route(OPENAPI.path, _handler(OPENAPI, jobs, turns))]
    pages: list[BaseRoute] = [Route(f"/{STUDIO}", _studio)]
    if connections:
        pages.append(Route(METRICS, lambda _: Response(metrics_text(counts, jobs, connections()), media_type=FORMAT)))
    pages.append(Mount("/", StaticFiles(directory=STATIC, html=True)))
    app = Starlette(
        routes=[Mount("/api", routes=routes), *pages],
        middleware=[Middleware(Observer, counts=counts), Middleware(Guard, **guarded)],
        exception_handlers={
            CpgenError: on_error,
            HTTPException: on_http_error,
            ClientDisconnect: on_disconnect,
            Exception: on_error,
        },
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False  # an answer without content is not what the API describes
    return app


def _route(path: str, jobs: Jobs, turns: Turns) -> Route:
    """Return one route for all methods of an address, so that a refusal can list the allowed methods."""
    handlers = {one.method: _handler(one, jobs, turns) for one in ENDPOINTS if one.path == path}

    async def handle(http: Request) -> Response:
        # Starlette adds HEAD to routes with GET; uvicorn sends the answer to it without its body.
        answer: Response = await handlers["GET" if http.method == "HEAD" else http.method](http)
        return answer

    return Route(path, handle, methods=list(handlers))


def _handler(endpoint: Endpoint, jobs: Jobs, turns: Turns) -> Callable[[Request], Any]:
    """Return the coroutine that reads a request to an endpoint, has it answered, and returns the response."""

    async def handle(http: Request) -> Response:
        if endpoint.in_server:
            return response(await endpoint.answer(jobs, JobId(http.path_params["id"])), endpoint.status)
        data: Data = await body_of(http, endpoint.most) if endpoint.method == "POST" else dict(http.query_params)
        # A slow file can stream its progress; a client that does not ask for events gets the file alone.
        if endpoint.is_file and wants_events(http):
            return streamed(partial(turns.begin_file, http, endpoint, data))
        found = await turns.answer(http, endpoint, data)
        if isinstance(found, Response):
            return found
        return response(await endpoint.finish(jobs, found, client_of(http)), endpoint.status)

    return handle


async def _studio(http: Request) -> Response:
    """Serve the studio's script as one file, which loads in half the time of its modules."""
    script = script_of(STUDIO)
    tag = {"ETag": f'"{hash_of(script)}"'}
    if http.headers.get("If-None-Match") == tag["ETag"]:
        return Response(status_code=304, headers=tag)
    return Response(script, headers=tag, media_type="text/javascript")
