"""Web server: socket, uvicorn with limits, and prompt shutdown at Ctrl-C."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from ipaddress import ip_network
from typing import Any

import h11
import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from cpgen.errors import InputError
from cpgen.messages import Message
from cpgen.web.application import make_app
from cpgen.web.failures import failure
from cpgen.web.guard import HEADERS
from cpgen.web.jobs import Jobs
from cpgen.web.kept_jobs import KeptJobs
from cpgen.web.observer import RequestCounts, log_json
from cpgen.web.turns import Turns

MOST_CONNECTIONS = 500
"""Limit on simultaneous connections; requests on further ones get status 503"""
LONGEST_HEAD, BACKLOG = 1 << 14, 1024
HEAD_SECONDS, IDLE_SECONDS, ENDING_SECONDS = 10, 15, 2
"""Time limits: for the head of a request, between two requests of a connection, and for a shutdown"""
FIRST_PAGE_SECONDS = 0.3
"""Seconds between the start of the server and that of the first worker for jobs; the browser loads the page first"""
LOOK_SECONDS = 0.1
"""Seconds between two checks for a shutdown request"""


class Connection(H11Protocol):
    """HTTP connection with a time limit for the head of a request, which uvicorn does not have."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, and start the timer that limits the wait for the head of the first request."""
        super().connection_made(transport)
        self._expect_head()

    def data_received(self, data: bytes) -> None:
        """Pass data on to uvicorn, and start or stop the timer that limits the wait for the head of a request."""
        super().data_received(data)
        self._expect_head()

    def send_400_response(self, msg: str) -> None:
        """Answer data that are not HTTP with a failure as JSON, as all other failures are answered."""
        answer = failure(400, Message("not-http", error=msg))
        headers = [*answer.raw_headers, *((name.encode(), value.encode()) for name, value in HEADERS.items())]
        for event in (
            h11.Response(status_code=400, headers=[*headers, (b"connection", b"close")]),
            h11.Data(data=bytes(answer.body)),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event))
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer that limits the wait for the head of a request."""
        self._end_wait()
        super().connection_lost(exc)

    def _expect_head(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._end_wait()
        elif self._waiting is None:
            self._waiting = asyncio.get_running_loop().call_later(HEAD_SECONDS, self.transport.close)

    def _end_wait(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None


@dataclass(frozen=True)
class ServerSettings:
    """Settings of a server.

    Attributes:
        host: Name or address to listen on.
        port: Port, or 0 for any free one.
        at_once: Number of jobs that run at a time.
        waiting: Number of jobs that may wait.
        of_client: Number of jobs of one client that may run or wait; 0 for no limit of its own.
        allowed: Names under which others reach the server, through a proxy for instance.
        proxies: Addresses and networks of proxies that name the client of a request.
        folder: Folder in which jobs survive a restart; empty for none.
        metrics: True to answer with metrics at `/metrics`.
        log: True to log requests and jobs as JSON lines.
    """

    host: str
    port: int
    at_once: int
    waiting: int
    of_client: int = 0
    allowed: Sequence[str] = ()
    proxies: Sequence[str] = ()
    folder: str = ""
    metrics: bool = False
    log: bool = False


def serve(settings: ServerSettings, announce: Callable[[str], Any]) -> None:
    """Serve studio and API until Ctrl-C, which raises KeyboardInterrupt.

    Args:
        settings: Settings of the server.
        announce: Function that is called with the address when the server listens.

    Raises:
        InputError: The server cannot listen there, or a setting is wrong.
    """
    if settings.log:
        log_json()
    kept = KeptJobs(settings.folder) if settings.folder else None
    listening = open_socket(settings.host, settings.port)
    jobs, turns = Jobs(settings.at_once, settings.waiting, settings.of_client, kept), Turns()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(work) for work in (jobs.clean_up(), warm_up(), end_jobs())]
        turns.workers.start_one()
        jobs.continue_kept()
        listening.listen(BACKLOG)
        announce(address_of(listening))
        yield
        for task in tasks:
            task.cancel()
        await end()

    async def end() -> None:
        await turns.close()
        await jobs.close()

    async def warm_up() -> None:
        await asyncio.sleep(FIRST_PAGE_SECONDS)
        jobs.warm_up()

    async def end_jobs() -> None:
        """End the jobs as soon as a shutdown is requested: the server waits for their listeners."""
        while not server.should_exit:
            await asyncio.sleep(LOOK_SECONDS)
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # requests that Ctrl-C cuts off are no errors
        await end()

    def connections() -> int:
        return len(server.server_state.connections)

    def is_full() -> bool:
        return connections() > MOST_CONNECTIONS

    app = make_app(
        jobs,
        turns,
        lifespan,
        RequestCounts(),
        connections if settings.metrics else None,
        host=settings.host,
        allowed=settings.allowed,
        is_full=is_full,
    )
    server = uvicorn.Server(_config(settings, app))
    server.run([listening])


def _config(settings: ServerSettings, app: Starlette) -> uvicorn.Config:
    """Return the configuration of uvicorn; raise InputError if a proxy is no address."""
    for proxy in settings.proxies:
        _require_network(proxy)
    return uvicorn.Config(
        app,
        http=Connection,
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        backlog=BACKLOG,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=ENDING_SECONDS,
        h11_max_incomplete_event_size=LONGEST_HEAD,
    )


def _require_network(proxy: str) -> None:
    """Raise InputError unless a proxy is an address or a network."""
    try:
        ip_network(proxy)
    except ValueError:
        raise InputError(
            f"{proxy!r} is not the address of a proxy; write one as 127.0.0.1, or a network as 10.0.0.0/8."
        ) from None


def open_socket(host: str, port: int) -> socket.socket:
    """Return a socket bound to a host and port (0: any free port); raise InputError if binding fails."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)  # asyncio sends at once only where the protocol is given
    except (OSError, UnicodeError, OverflowError) as error:
        raise InputError(_reason(host, port, error)) from None
    try:
        if os.name == "posix":  # otherwise the port is closed for a minute after each use
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
    except OSError as error:
        listening.close()
        raise InputError(_reason(host, port, error)) from None
    return listening


def _reason(host: str, port: int, error: Exception) -> str:
    number = error.errno if isinstance(error, OSError) else None
    if number == errno.EADDRINUSE:
        return f"Port {port} of {host} is in use; choose another with --port, or any free one with --port 0."
    if number == errno.EACCES:
        return f"Port {port} of {host} is reserved; choose one from 1024 with --port."
    if isinstance(error, socket.gaierror | UnicodeError) or number == errno.EADDRNOTAVAIL:
        return f"{host!r} is not an address of this machine; the default is --host 127.0.0.1."
    return f"The server cannot listen on port {port} of {host}: {error}."


def address_of(listening: socket.socket) -> str:
    """Return the address to open in a browser."""
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
