"""Server-sent events for slow files: the completed share of the work, then the file or the failure."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import AsyncIterator, Callable
from threading import Event
from typing import Any

from starlette.requests import Request
from starlette.responses import StreamingResponse

from cpgen.errors import CpgenError
from cpgen.web.failures import json_text, on_bug, on_error
from cpgen.web.guard import HEAVY, in_thread
from cpgen.web.records.file_answers import Download, FinishedFile, Report, Share

EVENTS = "text/event-stream"
STEP = 0.005
"""Smallest difference between two reported shares"""


class _GoneError(Exception):
    """Signal that the client has closed the connection."""


def wants_events(http: Request) -> bool:
    """Return True if a request asks for the progress of its file."""
    return EVENTS in http.headers.get("accept", "")


def event_text(kind: str, data: Any) -> str:
    """Return the text of a server-sent event."""
    return f"event: {kind}\ndata: {json_text(data)}\n\n"


def streamed(http: Request, make: Callable[[Report], Download]) -> StreamingResponse:
    """Return a response that streams the progress of a file, and then the file."""
    return StreamingResponse(_events(http, make), media_type=EVENTS)


async def _events(http: Request, make: Callable[[Report], Download]) -> AsyncIterator[str]:
    """Yield `progress` events and finally `file` or `failure`; stop the work when the client disconnects."""
    loop, shares, gone = asyncio.get_running_loop(), asyncio.Queue[float | None](), Event()
    last = 0.0

    def report(share: float) -> None:
        nonlocal last
        if gone.is_set():
            raise _GoneError
        if share >= min(1, last + STEP):
            last = share
            loop.call_soon_threadsafe(shares.put_nowait, share)

    def end(work: asyncio.Task[Download]) -> None:
        if not work.cancelled():
            work.exception()  # marks it as retrieved, for asyncio warns of exceptions that nobody retrieves
        shares.put_nowait(None)

    work = asyncio.create_task(in_thread(lambda: make(report), HEAVY))
    work.add_done_callback(end)
    try:
        while (share := await shares.get()) is not None:
            yield event_text("progress", Share(share=share))
        yield _last_event(http, work)
    finally:
        gone.set()


def _last_event(http: Request, work: asyncio.Task[Download]) -> str:
    if error := work.exception():
        answer = on_error(http, error) if isinstance(error, CpgenError) else on_bug(http, error)
        return f"event: failure\ndata: {bytes(answer.body).decode()}\n\n"
    file = work.result()
    content = b64encode(file.content).decode()
    return event_text("file", FinishedFile(name=file.name, media=file.media, content=content))
