"""Web server: socket, uvicorn with limits, and prompt shutdown at Ctrl-C."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from starlette.applications import Starlette

from cpgen.errors import InputError
from cpgen.web.app import make_app, warm_up
from cpgen.web.jobs import Jobs

MOST_CONNECTIONS = 500
"""Limit on simultaneous connections and running requests; further ones get status 503"""
LONGEST_HEAD, BACKLOG = 1 << 14, 1024
IDLE_SECONDS, ENDING_SECONDS = 15, 2
TURN_SECONDS = 0.0005
"""Switch interval of Python threads in seconds; with the default of 5 ms, a rating waited 100 ms for a booklet"""
LOOK_SECONDS = 0.1
"""Seconds between two checks for a shutdown request"""


def serve(host: str, port: int, at_once: int, waiting: int, announce: Callable[[str], Any]) -> None:
    """Serve studio and API until Ctrl-C, which raises KeyboardInterrupt; call `announce` with the address.

    Raises InputError if the server cannot listen there.
    """
    listening = open_socket(host, port)
    sys.setswitchinterval(TURN_SECONDS)
    jobs = Jobs(at_once, waiting)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(work) for work in (jobs.clean_up(), warm_up(jobs), end_jobs())]
        listening.listen(BACKLOG)
        announce(address_of(listening))
        yield
        for task in tasks:
            task.cancel()
        await jobs.close()

    async def end_jobs() -> None:
        """End the jobs as soon as a shutdown is requested: the server waits for their listeners."""
        while not server.should_exit:
            await asyncio.sleep(LOOK_SECONDS)
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # requests that Ctrl-C cuts off are no errors
        await jobs.close()

    config = uvicorn.Config(
        make_app(jobs, host, lifespan),
        http="h11",
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        backlog=BACKLOG,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=ENDING_SECONDS,
        h11_max_incomplete_event_size=LONGEST_HEAD,
    )
    server = uvicorn.Server(config)
    server.run([listening])


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
