"""Server-sent events for slow files: the completed share of the work, then the file or the failure."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import AsyncIterator, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from cpgen.web.failures import failure_of, json_text
from cpgen.web.records.file_answers import FinishedFile, Share

EVENTS = "text/event-stream"


def wants_events(http: Request) -> bool:
    """Return True if the client accepts server-sent events, that is, wants the progress before the file."""
    return EVENTS in http.headers.get("accept", "")


def event_text(kind: str, data: Any) -> str:
    """Return the text of a server-sent event: its kind, and its data (a record or plain data) as JSON."""
    return f"event: {kind}\ndata: {json_text(data)}\n\n"


def streamed(begin: Callable[[Callable[[float], object]], asyncio.Task[Any]]) -> StreamingResponse:
    """Return a response that streams the progress of a file, and then the file.

    `begin` begins to make it, and gets the function that is to be called with the share that is done.
    """
    return StreamingResponse(_events(begin), media_type=EVENTS)


async def _events(begin: Callable[[Callable[[float], object]], asyncio.Task[Any]]) -> AsyncIterator[str]:
    """Yield `progress` events and finally `file` or `failure`; stop the work when the client disconnects.

    `begin` starts the work, given a function to call with the share that is done.
    """
    shares = asyncio.Queue[float | None]()

    def end(work: asyncio.Task[Any]) -> None:
        if not work.cancelled():
            work.exception()  # marks it as retrieved; asyncio warns of exceptions that nobody retrieves
        shares.put_nowait(None)

    work = begin(shares.put_nowait)
    work.add_done_callback(end)
    try:
        while (share := await shares.get()) is not None:
            yield event_text("progress", Share(share=share))
        yield _last_event(work)
    finally:
        work.cancel()


def _last_event(work: asyncio.Task[Any]) -> str:
    error = work.exception()
    found = failure_of(error) if error else work.result()
    if isinstance(found, Response):
        return f"event: failure\ndata: {bytes(found.body).decode()}\n\n"
    content = b64encode(found.content).decode()
    return event_text("file", FinishedFile(name=found.name, media=found.media, content=content))
