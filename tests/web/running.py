"""A server process, started as a user starts it, and its HTTP client."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import httpx

from tests.cli.running import CPGEN, ENVIRONMENT, without_compiling

T = TypeVar("T")
ENDLESS = {"pattern": "kamio-a", "grade": "expert", "count": 10_000, "replacement": "kamio"}
"""A job that takes longer than any test"""


@dataclass
class Studio:
    """A running server and its client."""

    process: subprocess.Popen[str]
    address: str
    http: httpx.Client
    err: str = ""
    """What it has printed on standard error, when it has ended"""

    def get(self, path: str, **query: Any) -> httpx.Response:
        return self.http.get(path, params=query)

    def post(self, path: str, **asked: Any) -> httpx.Response:
        return self.http.post(path, json=asked)

    def begin(self, **asked: Any) -> dict[str, Any]:
        """Start a job with a budget that suffices on a busy machine, and return its status."""
        answer = self.post("/api/jobs", **{"budget": 600} | asked)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def events(self, job: dict[str, Any], after: str = "") -> Iterator[tuple[str, str, dict[str, Any]]]:
        """Yield number, kind and data of the events of a job until it ends."""
        headers = {"Last-Event-ID": after} if after else {}
        with self.http.stream("GET", job["events"], headers=headers) as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            yield from parsed(stream.iter_lines())

    @contextmanager
    def begun(self, **asked: Any) -> Iterator[dict[str, Any]]:
        """Start a job and listen to it within the block; without listeners it is stopped after some seconds."""
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
    """Yield server-sent events in the way that a browser reads them."""
    fields: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(": ")
        if line:
            fields[name] = value
        elif "data" in fields:
            yield fields.get("id", ""), fields["event"], json.loads(fields["data"])
            fields = {}


def hear_work(events: Iterator[tuple[str, str, dict[str, Any]]]) -> None:
    """Read events until a process works on the job."""
    next(data for _, kind, data in events if kind == "progress" and data["seconds"] > 0)


ENDINGS = {
    signal.SIGINT: (130, "error: interrupted.\n"),
    signal.SIGTERM: (143, "error: ended by SIGTERM.\n"),
    signal.SIGKILL: (-signal.SIGKILL, ""),
}
"""Exit code and message of a server, by the signal that ends it"""


@contextmanager
def studio(
    *options: str, env: dict[str, str] | None = None, ending: signal.Signals = signal.SIGINT
) -> Iterator[Studio]:
    """Run a server on a free port within the block; without `--log` it may not print any errors."""
    command = [CPGEN, "serve", "--port", "0", *options]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT | (env or {}), text=True
    ) as process:
        assert process.stdout is not None
        address = re.search(r"http://\S+/", process.stdout.readline())
        assert address, process.communicate()
        try:
            with httpx.Client(base_url=address[0], timeout=300, trust_env=False) as http:
                running = Studio(process, address[0], http)
                yield running
        finally:
            process.send_signal(ending)
            _, err = process.communicate(timeout=300)
    running.err = without_compiling(err)
    code, message = ENDINGS[ending]
    assert process.returncode == code
    assert running.err == message or ("--log" in options and running.err.endswith(message))


def workers(pid: int) -> list[int]:
    """Return the ids of the worker processes of a server."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    children = [int(one) for task in tasks for one in task.read_text().split()]
    return [one for one in children if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]


def in_own_loop(story: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine and return its result; browser tests leave a running event loop in their thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, story).result()
