"""Request filter: refuse foreign, oversized and slow requests."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Sequence
from ipaddress import ip_address

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as AsgiMessage

from cpgen.messages import Message
from cpgen.web.failures import RefusedError, failure
from cpgen.web.records.request_records import BODY
from cpgen.web.static_files import hash_of, import_map

BODY_SECONDS = 10.0
"""Time limit for the body of a request"""
DISCARDED = 8 * BODY
"""Bytes of an oversized body to read and discard: a browser cut off while sending does not see the error message"""
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


class Guard:
    """ASGI middleware that refuses foreign Host and Origin headers and adds security headers to every answer.

    Args:
        app: The application behind it.
        host: Name or address that the server listens on.
        allowed: Further names under which browsers reach the server, through a proxy for instance.
        is_full: Function that returns True if there are too many connections; then every request gets status 503.
    """

    def __init__(self, app: ASGIApp, host: str, allowed: Sequence[str], is_full: Callable[[], bool]) -> None:
        self.app, self.is_full = app, is_full
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
                # "no-cache" lets pages be kept if they are checked: a new version shows at once.
                headers.setdefault("Cache-Control", "no-store" if scope["path"].startswith("/api") else "no-cache")
            await send(message)

        refusal = self._refusal(Headers(scope=scope))
        answer = failure(403, refusal) if refusal else self.app
        if self.is_full():
            answer = failure(503, Message("server-full"), wait=5)
        await answer(scope, receive, send_protected)

    def _refusal(self, headers: Headers) -> Message | None:
        """Return the reason to refuse a request with these headers, None if there is none."""
        host = headers.get("host", "")
        if not self._is_ours(host):
            return Message("host-refused")
        # Browsers send Origin with requests that other sites cause; programs send none and are let in.
        origin = headers.get("origin")
        if origin is not None and not self._is_same_site(origin.partition("://")[2], host):
            return Message("origin-refused")
        return None

    def _is_same_site(self, origin: str, host: str) -> bool:
        """Return True if a page from the host `origin` is ours, for a request whose Host header is `host`.

        A page from an allowed name is, too: a proxy may pass on another Host than its own name.
        """
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


async def body_of(request: Request, most: int) -> bytes:
    """Return the body of a request with JSON, `most` bytes at most.

    Raises:
        RefusedError: The body is of another type, too long or too slow.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise RefusedError(415, Message("body-no-json"))
    body, length = bytearray(), 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                length += len(part)
                if length <= most:
                    body += part
                # A short rest is read and thrown away, since many clients show no answer before they have sent all.
                elif length > DISCARDED:
                    break
    except TimeoutError:
        raise RefusedError(408, Message("too-slow", seconds=f"{BODY_SECONDS:g}")) from None
    if length > most:
        raise RefusedError(413, Message("too-large", bytes=most))
    return bytes(body)
