"""Measures a server on this machine under load: jobs, ratings, silent connections, bodies that are too large.

Every round does the same. The figures are compared with what the server promises, and its memory from round to round.
"""

from __future__ import annotations

import argparse
import http.client
import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

CPGEN = str(Path(sys.executable).with_name("cpgen"))
PUZZLE = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
JOB = {"pattern": "kamio-a", "grade": "expert", "count": 1000, "budget": 600}
RATE_MS, CANCEL_S, GROWTH = 20.0, 1.0, 0.1
"""The promises: a rating within so many milliseconds (p95), a cancelled job ended within so many seconds, and memory
that grows by no more than this part from the first round to the last"""
WAIT_SECONDS = 30.0
"""Time limit for the server to close a connection"""


class Server:
    """A server that runs here."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process, self.port = process, port
        self.client = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def ask(self, method: str, path: str, asked: object = None) -> tuple[int, bytes]:
        body = None if asked is None else json.dumps(asked)
        try:
            return self._ask(method, path, body)
        except (http.client.HTTPException, OSError):  # closed while idle: once more, on a new connection
            self.client.close()
            return self._ask(method, path, body)

    def _ask(self, method: str, path: str, body: str | None) -> tuple[int, bytes]:
        self.client.request(method, path, body, {"Content-Type": "application/json"} if body else {})
        answer = self.client.getresponse()
        return answer.status, answer.read()

    def connected(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=WAIT_SECONDS)

    @property
    def megabytes(self) -> float:
        """The memory of the server's own process."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024


@contextmanager
def server(jobs: int, environment: dict[str, str] | None = None) -> Iterator[Server]:
    """A server for so many jobs at once."""
    command = [CPGEN, "serve", "--port", "0", "--jobs", str(jobs), "--json"]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, **streams, text=True, env=environment) as process:
        try:
            port = int(json.loads(process.stdout.readline())["address"].strip("/").rpartition(":")[2])
            yield Server(process, port)
        finally:
            process.send_signal(signal.SIGINT)


@contextmanager
def running_jobs(one: Server, count: int) -> Iterator[list[str]]:
    """So many running jobs, each with a listener; they are cancelled in the end."""
    names = []
    with ExitStack() as listeners:
        for _ in range(count):
            status, answer = one.ask("POST", "/api/jobs", JOB)
            assert status == 201, answer
            names.append(json.loads(answer)["id"])
            listeners.enter_context(listening(one, names[-1]))
        while any(json.loads(one.ask("GET", f"/api/jobs/{name}")[1])["found"] == 0 for name in names):
            time.sleep(0.2)
        yield names
        for name in names:
            one.ask("DELETE", f"/api/jobs/{name}")


@contextmanager
def listening(one: Server, name: str) -> Iterator[socket.socket]:
    with one.connected() as client:
        client.sendall(f"GET /api/jobs/{name}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        yield client


def p95(times: int, ask: Callable[[], tuple[int, bytes]]) -> float:
    """The time in milliseconds that 95 of 100 answers do not exceed."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        status, answer = ask()
        taken.append(1000 * (time.perf_counter() - start))
        assert status == 200, answer
    return sorted(taken)[int(0.95 * times)]


def rate(one: Server) -> tuple[int, bytes]:
    return one.ask("POST", "/api/rate", {"puzzle": PUZZLE})


def seconds_to_cancel(one: Server, name: str) -> float:
    """From the request to the end of the job, when its process has stopped or been killed."""
    start = time.perf_counter()
    one.ask("DELETE", f"/api/jobs/{name}")
    while json.loads(one.ask("GET", f"/api/jobs/{name}")[1])["state"] != "ended":
        time.sleep(0.01)
    return time.perf_counter() - start


@contextmanager
def silent_clients(one: Server, count: int, start: bytes) -> Iterator[None]:
    """So many connections that send the start of a request and no more."""
    with ExitStack() as clients:
        for _ in range(count):
            clients.enter_context(one.connected()).sendall(start)
        yield


def is_closed(client: socket.socket) -> bool:
    try:
        while client.recv(1 << 16):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


def too_large(one: Server) -> None:
    status, _ = one.ask("POST", "/api/read", {"text": "x" * 3_000_000})
    assert status == 413, status


def malformed(one: Server) -> None:
    for text in (b"\0" * 1000, b"GET\r\n\r\n", b"POST /api/rate HTTP/1.1\r\nContent-Length: x\r\n\r\n"):
        with one.connected() as client:
            client.sendall(text)
            assert is_closed(client)


class Report:
    """The figures, each with its promise."""

    def __init__(self) -> None:
        self.kept = True

    def add(self, what: str, value: float, unit: str, most: float = float("inf")) -> None:
        self.kept &= value <= most
        promise = "" if most == float("inf") else f"   (at most {most:g}{'' if value <= most else ': NOT KEPT'})"
        print(f"{what:<58} {value:>8.1f} {unit}{promise}", flush=True)


def load(one: Server, options: argparse.Namespace, report: Report) -> None:
    """One round of everything."""
    report.add("rating on an idle server, p95", p95(options.ratings, lambda: rate(one)), "ms", RATE_MS)
    with running_jobs(one, options.jobs) as names:
        report.add(f"rating while {options.jobs} jobs run, p95", p95(options.ratings, lambda: rate(one)), "ms", RATE_MS)
        report.add(f"page while {options.jobs} jobs run, p95", p95(options.ratings, lambda: one.ask("GET", "/")), "ms")
        report.add("cancelling a job", seconds_to_cancel(one, names[0]), "s", CANCEL_S)
    for start in (b"", b"GET / HTTP/1.1\r\nHo"):
        with silent_clients(one, options.connections, start):
            slowest = p95(options.ratings // 5, lambda: rate(one))
            what = "silent clients" if not start else "clients in the middle of a request"
            report.add(f"rating with {options.connections} {what}, p95", slowest, "ms")
    for _ in range(options.bodies):
        too_large(one)
        malformed(one)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=8)
    parser.add_argument("--ratings", type=int, default=500)
    parser.add_argument("--connections", type=int, default=400)
    parser.add_argument("--bodies", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    report, memory = Report(), []
    with server(options.jobs) as one:
        for number in range(1, options.rounds + 1):
            print(f"round {number}")
            load(one, options, report)
            memory.append(one.megabytes)
            report.add("memory of the server after the round", memory[-1], "MB")
    report.add("growth from the first round to the last", 100 * (memory[-1] / memory[0] - 1), "%", 100 * GROWTH)
    sys.exit(not report.kept)


if __name__ == "__main__":
    main()
