"""How does the server live? uvicorn on a socket of ours, patient with nobody who says nothing, gone on Ctrl-C."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
import sys
from collections.abc import Callable
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from cpgen.errors import InputError
from cpgen.web.app import make_app
from cpgen.web.jobs import Jobs

HEAD_SECONDS = 10.0
"""How long a client may take to send the head of a request"""
MOST_CONNECTIONS = 500
LONGEST_HEAD, BACKLOG = 1 << 14, 1024
TURN_SECONDS = 0.0005
"""How long one thread of Python keeps the others waiting: with the usual 5 ms, a rating waited 100 ms for a booklet"""
IDLE_SECONDS, ENDING_SECONDS = 15, 2


class Protocol(H11Protocol):
    """uvicorn's HTTP, which also hangs up on clients that do not say their request, and on idle ones in a crowd."""

    waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client is there; when there are too many, an idle one has to go."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            idle = (one for one in self.connections if isinstance(one, Protocol) and one.idle and one is not self)
            next(idle, self).transport.abort()
        self._watch()

    def data_received(self, data: bytes) -> None:
        """A part of a request is there."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        super().connection_lost(exc)
        self._unwatch()

    @property
    def idle(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def _watch(self) -> None:
        """Hangs up after a while, unless a request has been heard by then."""
        if not self.idle:
            self._unwatch()
        elif self.waiting is None:
            self.waiting = self.loop.call_later(HEAD_SECONDS, self._hang_up)

    def _unwatch(self) -> None:
        if self.waiting is not None:
            self.waiting.cancel()
            self.waiting = None

    def _hang_up(self) -> None:
        self.waiting = None
        if self.idle:
            self.transport.abort()


class Server(uvicorn.Server):
    """uvicorn's server, which says when it is there, and ends its jobs before it waits for their listeners."""

    def __init__(self, config: uvicorn.Config, jobs: Jobs, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self.jobs, self.announce = jobs, announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begins to answer."""
        await super().startup(sockets)
        self.announce()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends all jobs and connections; questions that this cuts short are no errors to tell of."""
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        await self.jobs.close()
        await super().shutdown(sockets)


def serve(host: str, port: int, at_once: int, waiting: int, announce: Callable[[str], Any]) -> None:
    """Serves studio and API until Ctrl-C, which raises KeyboardInterrupt; `announce` is told the address.

    Raises InputError when the server cannot listen there.
    """
    listening = open_socket(host, port)
    sys.setswitchinterval(TURN_SECONDS)
    jobs = Jobs(at_once, waiting)
    config = uvicorn.Config(
        make_app(jobs, host),
        http=Protocol,
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        backlog=BACKLOG,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=ENDING_SECONDS,
        h11_max_incomplete_event_size=LONGEST_HEAD,
    )
    Server(config, jobs, lambda: announce(address_of(listening))).run([listening])


def open_socket(host: str, port: int) -> socket.socket:
    """A socket at that port of that host, 0 for any; raises InputError when it cannot."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)  # asyncio sends at once only where the protocol is said
    except (OSError, UnicodeError, OverflowError) as error:
        raise InputError(_why_not(host, port, error)) from None
    try:
        if os.name == "posix":  # or else the port is closed for a minute after each use
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
    except OSError as error:
        listening.close()
        raise InputError(_why_not(host, port, error)) from None
    return listening


def _why_not(host: str, port: int, error: Exception) -> str:
    number = error.errno if isinstance(error, OSError) else None
    if number == errno.EADDRINUSE:
        return f"Port {port} of {host} is in use; choose another with --port, or any free one with --port 0."
    if number == errno.EACCES:
        return f"Port {port} of {host} is not for everyone to use; choose one from 1024 on with --port."
    if isinstance(error, socket.gaierror | UnicodeError) or number == errno.EADDRNOTAVAIL:
        return f"{host!r} is no address of this machine; --host 127.0.0.1 is the usual one."
    return f"The server cannot listen at port {port} of {host}: {error}."


def address_of(listening: socket.socket) -> str:
    """The address to type into a browser."""
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
