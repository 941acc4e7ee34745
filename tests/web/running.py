"""A real server, started as a user starts it, and what tests ask of it over HTTP."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from tests.cli.running import CPGEN, ENVIRONMENT, without_compiling

ENDLESS = {"pattern": "kamio-a", "grade": "expert", "count": 10_000, "replacement": "kamio"}
"""A job that takes far longer than any test"""


@dataclass
class Studio:
    """A server that runs, and a client of it."""

    process: subprocess.Popen[str]
    address: str
    http: httpx.Client

    def get(self, path: str, **query: Any) -> httpx.Response:
        return self.http.get(path, params=query)

    def post(self, path: str, **asked: Any) -> httpx.Response:
        return self.http.post(path, json=asked)

    def begin(self, **asked: Any) -> dict[str, Any]:
        """A job that has begun, with time enough on a busy machine."""
        answer = self.post("/api/jobs", **{"budget": 600} | asked)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def events(self, job: dict[str, Any], after: str = "") -> Iterator[tuple[str, str, dict[str, Any]]]:
        """The number, the kind and the data of the events of a job, to its end."""
        headers = {"Last-Event-ID": after} if after else {}
        with self.http.stream("GET", job["events"], headers=headers) as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            yield from parsed(stream.iter_lines())

    @contextmanager
    def begun(self, **asked: Any) -> Iterator[dict[str, Any]]:
        """A job that has begun, and somebody who listens: without, it makes room for others after some seconds."""
        job = self.begin(**asked)
        with self.http.stream("GET", job["events"]):
            yield job

    def puzzles(self, job: dict[str, Any]) -> list[str]:
        return [data["puzzle"] for _, kind, data in self.events(job) if kind == "puzzle"]

    def end(self, job: dict[str, Any]) -> dict[str, Any]:
        *_, (_, kind, data) = self.events(job)
        assert kind == "end"
        return data


def parsed(lines: Iterator[str]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Server-sent events, as a browser reads them."""
    fields: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(": ")
        if line:
            fields[name] = value
        elif "data" in fields:
            yield fields.get("id", ""), fields["event"], json.loads(fields["data"])
            fields = {}


def hear_work(events: Iterator[tuple[str, str, dict[str, Any]]]) -> None:
    """Listens until a process is at work on the job."""
    next(data for _, kind, data in events if kind == "progress" and data["seconds"] > 0)


@contextmanager
def studio(*options: str, env: dict[str, str] | None = None) -> Iterator[Studio]:
    """A server on a free port, which ends with the block, and then has complained of nothing."""
    command = [CPGEN, "serve", "--port", "0", *options]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT | (env or {}), text=True
    ) as process:
        assert process.stdout is not None
        address = re.search(r"http://\S+/", process.stdout.readline())
        assert address, process.communicate()
        try:
            with httpx.Client(base_url=address[0], timeout=300, trust_env=False) as http:
                yield Studio(process, address[0], http)
        finally:
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=300)
    assert (process.returncode, without_compiling(err)) == (130, "error: interrupted.\n")


def workers(pid: int) -> list[int]:
    """The processes that make puzzles for a server."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    children = [int(one) for task in tasks for one in task.read_text().split()]
    return [one for one in children if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]
