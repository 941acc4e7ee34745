"""Observation of the server: counts in the text format of Prometheus, and a log of JSON lines."""

from __future__ import annotations

import json
import logging
import sys
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from time import monotonic

from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as AsgiMessage

from cpgen._version import __version__
from cpgen.web.endpoints import ENDPOINTS, OPENAPI
from cpgen.web.jobs import Jobs
from cpgen.web.kept_jobs import LOG

METRICS = "/metrics"
FORMAT = "text/plain; version=0.0.4; charset=utf-8"
"""Media type of the text format of Prometheus"""
ADDRESSES = {f"/api{one.path}" for one in (*ENDPOINTS, OPENAPI)}
JOB = "/api/jobs/{id}"
METHODS = ("GET", "HEAD", "POST", "DELETE", "OPTIONS", "PUT", "PATCH")
CLIENT_GONE = 499
"""Status of a request whose client left before the answer began, as in the logs of nginx"""


class RequestCounts:
    """Numbers of requests and their times, by address. Ids of jobs and files of pages do not tell addresses apart."""

    def __init__(self) -> None:
        self.answered: Counter[tuple[str, str, int]] = Counter()
        """Number of requests by method, address and status"""
        self.seconds: Counter[str] = Counter()
        """Seconds until the answers were complete, by address"""

    def add(self, scope: Scope, status: int, seconds: float) -> None:
        """Count and log a request: its ASGI scope, the status of the answer, and the seconds that it took."""
        method = scope["method"] if scope["method"] in METHODS else "other"
        address = address_of(scope["path"])
        self.answered[method, address, status] += 1
        self.seconds[address] += seconds  # type: ignore[assignment]
        client = (scope.get("client") or ("",))[0]
        fields = {"client": client, "method": method, "path": address, "status": status, "seconds": round(seconds, 4)}
        LOG.info("request", extra={"fields": fields})


class Observer:
    """ASGI middleware that counts and logs requests.

    Args:
        app: The application that answers them.
        counts: Counters to which each request is added.
    """

    def __init__(self, app: ASGIApp, counts: RequestCounts) -> None:
        self.app, self.counts = app, counts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a connection as an ASGI application."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = monotonic(), CLIENT_GONE

        async def send_observed(message: AsgiMessage) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, send_observed)
        finally:
            self.counts.add(scope, status, monotonic() - began)


def address_of(path: str) -> str:
    """Return the name under which requests to an address are counted.

    >>> address_of("/api/jobs/FNqJTyKa1vVqSlx7/events"), address_of("/studio/main.js")
    ('/api/jobs/{id}/events', 'pages')
    """
    if path in ADDRESSES or path == METRICS:
        return path
    if path.startswith("/api/jobs/"):
        return f"{JOB}/events" if path.endswith("/events") else JOB
    return "other" if path.startswith("/api") else "pages"


def metrics_text(counts: RequestCounts, jobs: Jobs, connections: int) -> str:
    """Return all counts in the text format of Prometheus."""
    requests = {
        _labels(method=method, path=path, status=status): number
        for (method, path, status), number in counts.answered.items()
    }
    numbers: Counter[str] = Counter()
    for (_, path, _), number in counts.answered.items():
        numbers[path] += number
    states = Counter[str](job.state for job in jobs.active)
    families = (
        _family("cpgen_info", "gauge", "Version of cpgen.", {_labels(version=__version__): 1}),
        _family("cpgen_requests_total", "counter", "Requests by method, path and status.", requests),
        _family("cpgen_request_seconds", "summary", "Seconds until answers were complete.", _summary(counts, numbers)),
        _family("cpgen_jobs", "gauge", "Jobs that wait or run.", _by("state", states, ("waiting", "running"))),
        _family("cpgen_jobs_ended_total", "counter", "Ended jobs by outcome.", _by("outcome", jobs.outcomes)),
        _family("cpgen_puzzles_total", "counter", "Puzzles and exercises made by jobs.", {"": jobs.made}),
        _family("cpgen_connections", "gauge", "Open connections.", {"": connections}),
    )
    return "".join(families)


def _summary(counts: RequestCounts, numbers: Mapping[str, int]) -> dict[str, float]:
    found: dict[str, float] = {}
    for path, number in numbers.items():
        found[f"_sum{_labels(path=path)}"] = counts.seconds[path]
        found[f"_count{_labels(path=path)}"] = number
    return found


def _by(label: str, numbers: Mapping[str, int], always: tuple[str, ...] = ()) -> dict[str, float]:
    """Return numbers by label, as in `{state="running"}`; values of `always` that are not in `numbers` get 0."""
    return {_labels(**{label: value}): numbers.get(value, 0) for value in dict.fromkeys((*always, *numbers))}


def _labels(**labels: object) -> str:
    return "{" + ",".join(f'{name}="{value}"' for name, value in labels.items()) + "}"


def _family(name: str, kind: str, about: str, values: Mapping[str, float]) -> str:
    """Return the lines of a family of metrics, in the text format of Prometheus.

    `values` are the numbers by the text that follows the name: labels in braces, or "".
    """
    lines = [f"# HELP {name} {about}", f"# TYPE {name} {kind}", *(f"{name}{key} {values[key]:g}" for key in values)]
    return "\n".join(lines) + "\n"


class JsonLines(logging.Formatter):
    """Format of log records: one JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as JSON."""
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        data = {"time": time, "level": record.levelname.lower(), "event": record.getMessage()}
        data |= getattr(record, "fields", {})
        if record.exc_info:
            data["traceback"] = self.formatException(record.exc_info)
        return json.dumps(data, ensure_ascii=False)


def log_json() -> None:
    """Write requests, jobs and errors to standard error, as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.getLogger().addHandler(handler)
    LOG.setLevel(logging.INFO)
