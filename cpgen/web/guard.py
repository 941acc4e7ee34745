"""Request filter: refuse foreign, oversized and slow requests, and limit the number of threads."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_address
from threading import Event, Thread
from typing import Any, TypeVar

import msgspec
from anyio import CapacityLimiter
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as AsgiMessage

from cpgen.errors import Message
from cpgen.web.failures import BusyError, RefusedError, failure
from cpgen.web.records.request_records import BODY, EXACT
from cpgen.web.static_files import hash_of, import_map

BODY_SECONDS = 10.0
"""Time limit for the body of a request"""
DISCARDED = 8 * BODY
"""Bytes of an oversized body to read and discard: a browser cut off while sending does not see the error message"""
LIGHT, HEAVY = CapacityLimiter(4), CapacityLimiter(3)
"""Threads for requests that take milliseconds, and for requests that may take seconds"""
MOST_WAITING = 50
"""Requests that may wait for a thread"""
POLICY = (
    f"default-src 'self'; script-src 'self' {hash_of(import_map())}; img-src 'self' data:; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'; object-src 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


T = TypeVar("T")


def _number(text: str) -> int | float:
    """Parse a JSON number with a point or an exponent; 3.0 becomes an int."""
    value = float(text)
    return int(value) if value.is_integer() and abs(value) < EXACT else value


JSON = msgspec.json.Decoder(float_hook=_number)


class Guard:
    """ASGI middleware that refuses foreign Host and Origin headers and adds security headers to every answer."""

    def __init__(self, app: ASGIApp, host: str, allowed: Sequence[str]) -> None:
        self.app = app
        self.allowed = {name.lower() for name in allowed}
        self.names = {host.lower(), "localhost", socket.gethostname().lower(), *self.allowed}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a connection as an ASGI application."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_protected(message: AsgiMessage) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                headers.setdefault("Cache-Control", "no-store" if scope["path"].startswith("/api") else "no-cache")
            await send(message)

        refusal = self._refusal(Headers(scope=scope))
        await (failure(403, refusal) if refusal else self.app)(scope, receive, send_protected)

    def _refusal(self, headers: Headers) -> Message | None:
        """Return the reason to refuse the request, None if there is none."""
        host = headers.get("host", "")
        if not self._is_ours(host):
            return Message("host-refused")
        origin = headers.get("origin")
        if origin is not None and not self._is_same_site(origin.partition("://")[2], host):
            return Message("origin-refused")
        return None

    def _is_same_site(self, origin: str, host: str) -> bool:
        """Return True if the page is from this server: a proxy may pass on another Host than its own name."""
        return origin == host or _name_of(origin) in self.allowed

    def _is_ours(self, host: str) -> bool:
        """Return True if a Host header is one of our names or an IP address: only names are open to DNS rebinding."""
        name = _name_of(host)
        try:
            return name in self.names or bool(ip_address(name))
        except ValueError:
            return False


def _name_of(host: str) -> str:
    """Return the name or address in a Host header, without the port."""
    return (host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]).lower()


async def json_of(request: Request) -> object:
    """Return the JSON value of a request's body; raise RefusedError if it is too long, too slow or not JSON."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise RefusedError(415, Message("body-no-json"))
    try:
        value: object = JSON.decode(await _body_of(request))
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RefusedError(400, Message("body-bad-json", error=str(error))) from None
    except RecursionError:
        raise RefusedError(400, Message("body-deep-json")) from None
    return value


async def _body_of(request: Request) -> bytes:
    body, length = bytearray(), 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                length += len(part)
                if length <= BODY:
                    body += part
                elif length > DISCARDED:
                    break
    except TimeoutError:
        raise RefusedError(408, Message("too-slow", seconds=f"{BODY_SECONDS:g}")) from None
    if length > BODY:
        raise RefusedError(413, Message("too-large", bytes=BODY))
    return bytes(body)


@asynccontextmanager
async def watched(request: Request) -> AsyncIterator[Callable[[], bool]]:
    """Yield a function that returns True once the client has closed the connection."""
    gone = Event()

    async def watch() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass
        gone.set()

    watcher = asyncio.create_task(watch())
    try:
        yield gone.is_set
    finally:
        watcher.cancel()


async def in_thread(work: Callable[[], T], limiter: CapacityLimiter) -> T:
    """Return the result of `work` in a thread; raise BusyError if too many requests are waiting for a thread.

    Unlike the threads of anyio and asyncio, these do not keep the program from ending at Ctrl-C.
    """
    if limiter.statistics().tasks_waiting >= MOST_WAITING:
        raise BusyError(Message("threads-busy"))
    async with limiter:
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        Thread(target=_settle, args=(result, work), daemon=True).start()
        return await result


def _settle(result: asyncio.Future[T], work: Callable[[], T]) -> None:
    """Do the work and pass its result or error to the event loop."""
    put: Callable[[Any], None]
    outcome: Any
    try:
        put, outcome = result.set_result, work()
    except BaseException as error:
        put, outcome = result.set_exception, error
    with suppress(RuntimeError):  # the loop is closed
        result.get_loop().call_soon_threadsafe(lambda: None if result.done() else put(outcome))
