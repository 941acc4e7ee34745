"""How is a failure told over HTTP? One object, with the status that goes with its kind."""

from __future__ import annotations

import json
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from cpgen.errors import ImpossibleError, InputError, NotFoundError
from cpgen.web.refusals import RefusedError
from cpgen.web.schemas import RequestError

KINDS = {
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
}
SENTENCES = {404: "There is nothing at this address.", 405: "This address does not take such a request."}


class Json(Response):
    """Data as JSON; half characters, which UTF-8 cannot hold, become question marks."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """The data as bytes."""
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def failure(status: int, sentence: str, kind: str = "", where: str = "", wait: int = 0) -> Json:
    """The answer that tells a failure; `wait` seconds until it is worth asking again."""
    told = {"sentence": sentence, "kind": kind or KINDS.get(status, "error")} | ({"where": where} if where else {})
    headers = {"Retry-After": str(wait)} if wait else {}
    if status in (408, 413):  # what is left of the request is not read
        headers["Connection"] = "close"
    return Json({"error": told}, status, headers)


def tell_error(_: Request, error: Exception) -> Response:
    """The answer for an error of cpgen's."""
    sentence = str(error)
    if isinstance(error, RefusedError):
        return failure(error.status, sentence, wait=error.wait)
    if isinstance(error, InputError):
        return failure(400, sentence, where=error.where if isinstance(error, RequestError) else "")
    if isinstance(error, ImpossibleError):
        return failure(422, sentence)
    return failure(422, sentence, "not-found") if isinstance(error, NotFoundError) else failure(500, sentence)


def tell_refusal(_: Request, error: Exception) -> Response:
    """The answer for what the router refuses."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    return failure(status, SENTENCES.get(status, "The request is refused."))


def tell_trouble(_: Request, error: Exception) -> Response:
    """The answer for an error of the program's own."""
    return failure(500, f"The server made a mistake ({type(error).__name__}); the request may be right.")
