"""Failures over HTTP: an object with the message, and the status code for its kind."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from cpgen.answers.answer_base import Failure, FailureDetails, FailureKind, stated
from cpgen.errors import CpgenError, ImpossibleError, InputError, NotFoundError
from cpgen.messages import Message
from cpgen.schema import FieldError

KINDS: dict[int, FailureKind] = {
    400: "input",
    403: "forbidden",
    404: "not-found",
    405: "method",
    408: "too-slow",
    413: "too-large",
    415: "input",
    422: "impossible",
    429: "busy",
    500: "error",
    503: "busy",
}
PAGES = {"Allow": "GET, HEAD"}
"""Methods that the addresses of the pages accept"""
MESSAGES = {404: Message("no-address"), 405: Message("no-method")}


class RefusedError(CpgenError):
    """Error for a refused request.

    Args:
        status: HTTP status.
        message: The reason.
        kind: Kind of the failure; None for the usual one of the status.
        wait: Seconds until a retry makes sense; 0 to say nothing about it.
    """

    def __init__(self, status: int, message: Message, kind: FailureKind | None = None, wait: int = 0) -> None:
        super().__init__(message)
        self.status, self.kind, self.wait = status, kind, wait


class BusyError(RefusedError):
    """Error for a request to a server that is too busy."""

    def __init__(self, message: Message) -> None:
        super().__init__(429, message, wait=5)


class Json(Response):
    """An answer as JSON; surrogates, which UTF-8 cannot encode, become question marks."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """Return the content, a record or plain data, as bytes."""
        return json_text(content).encode("utf-8", "replace")


def json_text(content: Any) -> str:
    """Return a record or plain data as JSON on one line."""
    return json.dumps(msgspec.to_builtins(content), ensure_ascii=False, separators=(",", ":"))


def failure(
    status: int, message: Message | str, kind: FailureKind | None = None, where: str = "", wait: int = 0
) -> Json:
    """Return the JSON answer for a failed request.

    Args:
        status: HTTP status.
        message: The reason.
        kind: Kind of the failure; None for the usual one of the status.
        where: Path of the wrong field of the request; "" if it is none.
        wait: Seconds until a retry makes sense; 0 to say nothing about it.
    """
    kind = kind or KINDS.get(status, "error")
    details = FailureDetails(**stated(message), kind=kind, where=where or msgspec.UNSET)
    headers = {"Retry-After": str(wait)} if wait else {}
    if status in (408, 413, 503):  # the rest of the request is not read
        headers["Connection"] = "close"
    return Json(Failure(error=details), status, headers)


def failure_of(error: BaseException) -> Json:
    """Return the JSON answer for an error of cpgen, or for any other exception, which is a defect."""
    if not isinstance(error, CpgenError):
        return failure(500, Message("server-failed", error=type(error).__name__))
    match error:
        case RefusedError():
            return failure(error.status, error.message, error.kind, wait=error.wait)
        case InputError():
            return failure(400, error.message, where=error.where if isinstance(error, FieldError) else "")
        case ImpossibleError():
            return failure(422, error.message)
        case NotFoundError():
            return failure(422, error.message, "not-found")
    return failure(500, error.message)


def on_error(_: Request, error: Exception) -> Response:
    """Return the answer for an error in the server itself."""
    return failure_of(error)


def on_http_error(_: Request, error: Exception) -> Response:
    """Return the answer for a request that the router refuses."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    answer = failure(status, MESSAGES.get(status, Message("request-refused")))
    if status == 405:
        answer.headers["Allow"] = (getattr(error, "headers", None) or PAGES)["Allow"]
    return answer


def on_disconnect(_: Request, __: Exception) -> Response:
    """Return an answer that nobody reads: the client has gone before its request was whole."""
    return Response(status_code=400)
