"""Files that take long, told as server-sent events: how far the file is, and at last the file, or why there is none."""

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
from cpgen.web.files import Download, Tell
from cpgen.web.guard import HEAVY, in_thread
from cpgen.web.schema import FileTold, Share

EVENTS = "text/event-stream"
STEP = 0.005
"""The shares of the work that are told of lie so far apart"""


class _GoneError(Exception):
    """Nobody waits for the file any more."""


def wants_events(http: Request) -> bool:
    """Whether a request asks to be told how far its file is."""
    return EVENTS in http.headers.get("accept", "")


def event_text(kind: str, data: Any) -> str:
    """A server-sent event."""
    return f"event: {kind}\ndata: {json_text(data)}\n\n"


def told(http: Request, make: Callable[[Tell], Download]) -> StreamingResponse:
    """The answer that tells how a file is made."""
    return StreamingResponse(_events(http, make), media_type=EVENTS)


async def _events(http: Request, make: Callable[[Tell], Download]) -> AsyncIterator[str]:
    """The events `progress`, and at the end `file` or `failure`; the work ends when nobody listens."""
    loop, shares, gone = asyncio.get_running_loop(), asyncio.Queue[float | None](), Event()
    last = 0.0

    def tell(share: float) -> None:
        nonlocal last
        if gone.is_set():
            raise _GoneError
        if share >= min(1, last + STEP):
            last = share
            loop.call_soon_threadsafe(shares.put_nowait, share)

    def end(work: asyncio.Task[Download]) -> None:
        if not work.cancelled():
            work.exception()  # is looked at, even if nobody waits for it any more
        shares.put_nowait(None)

    work = asyncio.create_task(in_thread(lambda: make(tell), HEAVY))
    work.add_done_callback(end)
    try:
        while (share := await shares.get()) is not None:
            yield event_text("progress", Share(share=share))
        yield _ending(http, work)
    finally:
        gone.set()


def _ending(http: Request, work: asyncio.Task[Download]) -> str:
    """The last event."""
    if error := work.exception():
        answer = on_error(http, error) if isinstance(error, CpgenError) else on_bug(http, error)
        return f"event: failure\ndata: {bytes(answer.body).decode()}\n\n"
    file = work.result()
    content = b64encode(file.content).decode()
    return event_text("file", FileTold(name=file.name, media=file.media, content=content))
