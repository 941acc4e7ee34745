"""Work of a worker process for a request: read it, call the endpoint's function, and write the response."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec
from starlette.responses import Response

from cpgen.answers.answer_base import Answer
from cpgen.errors import CpgenError
from cpgen.messages import Message
from cpgen.schema import build
from cpgen.web.endpoints import Endpoint
from cpgen.web.failures import Json, RefusedError, failure_of
from cpgen.web.records.file_answers import Download
from cpgen.web.records.request_records import (
    EXACT,
    EXAMPLE,
    ExplanationRequest,
    OutlookRequest,
    RatingRequest,
    from_query,
)
from cpgen.web.sent_kinds import with_kinds_of
from cpgen.web.workers import Event, IsCancelled, Publish

Data = bytes | Mapping[str, str]
"""The data of a request: its body, or the parameters of its address"""


def _number(text: str) -> int | float:
    """Parse a JSON number with a point or an exponent; 3.0 becomes an int."""
    value = float(text)
    return int(value) if value.is_integer() and abs(value) < EXACT else value


STEP = 0.005
"""Smallest difference between two reported shares of a file"""
JSON = msgspec.json.Decoder(float_hook=_number)


def answer(endpoint: Endpoint, data: Data, publish: Publish, is_cancelled: IsCancelled) -> Event:
    """Answer a request in a worker process.

    Args:
        endpoint: The endpoint of the request.
        data: The data of the request.
        publish: Function that publishes an event of the task.
        is_cancelled: Function that returns True when nobody waits for the answer any more.

    Returns:
        The last event, with the response or, for an endpoint with `then`, the object that its function returned.
    """
    try:
        _begin(endpoint, publish)
        return Event("end", _answer(endpoint, data, is_cancelled))
    except Exception as error:
        return Event("end", _failed(error, publish))


def make_file(endpoint: Endpoint, data: Data, publish: Publish, is_cancelled: IsCancelled) -> Event:
    """Make the file of a request in a worker process, and publish the share of the work that is done.

    Returns:
        The last event, with the file or, if the request fails, the response.
    """
    last = 0.0

    def report(share: float) -> None:
        nonlocal last
        if share >= min(1, last + STEP):
            last = share
            publish(Event("progress", share))

    try:
        _begin(endpoint, publish)
        given = _given(endpoint, data)
        with with_kinds_of(given):
            return Event("end", endpoint.answer(_request(endpoint, given), report))
    except Exception as error:
        return Event("end", _failed(error, publish))


def _begin(endpoint: Endpoint, publish: Publish) -> None:
    """Import the function of an endpoint, and publish the event `begun`.

    The time limit of the request counts from this event, so that the import is not included.
    """
    _ = endpoint.answer  # the property imports its module, which may take longer than the answer
    publish(Event("begun"))


def _answer(endpoint: Endpoint, data: Data, is_cancelled: IsCancelled) -> Any:
    given = _given(endpoint, data)
    with with_kinds_of(given):
        request = _request(endpoint, given)
        found = endpoint.answer(request, is_cancelled) if endpoint.stops else endpoint.answer(request)
        return found if endpoint.then else response(found, endpoint.status)


def _given(endpoint: Endpoint, data: Data) -> object:
    """Return the data of a request as a JSON value."""
    return _json(data) if isinstance(data, bytes) else from_query(endpoint.takes, data)


def _request(endpoint: Endpoint, given: object) -> Any:
    """Return the record of a request, made from its JSON value.

    If the endpoint's function takes plain data, because it builds the record itself, the value is returned as it is.
    """
    return given if endpoint.builds else build(endpoint.takes, given)


def _json(body: bytes) -> object:
    """Return the JSON value of a body; raise RefusedError if it is not JSON."""
    try:
        value: object = JSON.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RefusedError(400, Message("body-bad-json", error=str(error))) from None
    except RecursionError:
        raise RefusedError(400, Message("body-deep-json")) from None
    return value


def response(found: Answer | Download, status: int = 200) -> Response:
    """Return the HTTP response with an answer as JSON, or with a file to download."""
    if isinstance(found, Download):
        headers = {"Content-Disposition": f'attachment; filename="{found.name}"'}
        return Response(found.content, headers=headers, media_type=found.media)
    return Json(found, status)


def _failed(error: Exception, publish: Publish) -> Response:
    """Return the response for an error; the traceback of a defect of cpgen is published, too."""
    if not isinstance(error, CpgenError):
        publish(Event("defect", "".join(traceback.format_exception(error))))
    return failure_of(error)


def _hint() -> None:
    from cpgen.web.puzzles import hint

    hint(ExplanationRequest(puzzle=EXAMPLE))


def _outlook(clues: str, layout: str) -> None:
    from cpgen.web.analysis import outlook

    outlook(OutlookRequest(clues=clues, layout=layout), lambda: False)


def _check() -> None:
    from cpgen.web.catalog import check_pattern

    check_pattern({"layout": "2x2", "pattern": "xxxx............"}, lambda: False)


def _rate() -> None:
    from cpgen.web.puzzles import rate

    rate(RatingRequest(puzzle="." * 16, layout=CONSTRAINED), lambda: False)


CONSTRAINED = "2x2+cage 3: r1c1 r1c2"
"""A board with constraints, on which the ladder tries every technique"""
WARM_UP = (_hint, partial(_outlook, "." * 81, "3x3"), _check, partial(_outlook, "." * 16, CONSTRAINED), _rate)
"""Functions that load the compiled code of most requests"""
