"""Whom does the server answer? No page of another site, and nobody who sends too much or too slowly."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from ipaddress import ip_address

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cpgen.formats import json_value
from cpgen.web.asked import BODY
from cpgen.web.failures import failure
from cpgen.web.refusals import RefusedError

BODY_SECONDS = 10.0
"""How long a client may take to send a request's body"""
DISCARDED = 8 * BODY
"""How much is read of a request that is too large: who is hung up on while sending does not hear why"""
HALF = re.compile(r"\\u[dD][89a-fA-F]")
"""What spells half a character in JSON; most often the other half follows"""
POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Guard:
    """Refuses requests that come by way of a foreign name or page, and dresses answers in protective headers."""

    def __init__(self, app: ASGIApp, host: str) -> None:
        self.app = app
        self.names = {host.lower(), "localhost", socket.gethostname().lower()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The ASGI application."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(Headers(scope=scope))
        await (failure(403, refusal) if refusal else self.app)(scope, receive, _dressing(send, scope["path"]))

    def _refusal(self, headers: Headers) -> str:
        """Why the request is refused; nothing when it is not."""
        host = headers.get("host", "")
        if not self._is_ours(host):
            return "This server does not go by the name in the request's Host header; use its address."
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] != host:
            return "This server answers only its own pages, not those of another site."
        return ""

    def _is_ours(self, host: str) -> bool:
        """Whether a Host header has a name of ours, or an address: only names can be rebound to this machine."""
        name = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
        try:
            return name.lower() in self.names or bool(ip_address(name))
        except ValueError:
            return False


def _dressing(send: Send, path: str) -> Send:
    async def dressed(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.update(HEADERS)
            headers.setdefault("Cache-Control", "no-store" if path.startswith("/api") else "no-cache")
        await send(message)

    return dressed


async def json_of(request: Request) -> object:
    """The JSON of a request's body; raises RefusedError when it is too long, too slow or of another type."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise RefusedError(415, "The request's body should be JSON, with the Content-Type application/json.")
    body = await _body_of(request)
    try:
        text = body.decode()
    except UnicodeDecodeError:
        raise RefusedError(400, "The request's body is not UTF-8 text.") from None
    value = json_value(text, "The request's body")
    if HALF.search(text):
        _require_whole_characters(value)
    return value


def _require_whole_characters(value: object) -> None:
    """Raises RefusedError when a text in the value has half a character, which no file can hold."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except (UnicodeEncodeError, RecursionError):
        raise RefusedError(400, "The request has half a character: a surrogate without the other one.") from None


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
        raise RefusedError(408, f"The request took more than {BODY_SECONDS:g} s to arrive.") from None
    if length > BODY:
        raise RefusedError(413, f"The request is too large; up to {BODY} bytes are taken.")
    return bytes(body)
