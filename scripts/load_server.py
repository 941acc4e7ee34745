"""Measures a server on this machine under load: jobs, ratings, silent connections, bodies that are too large.

Every round does the same. Times are compared with a loop of plain Python that runs before each, since machines differ,
and the server's memory from round to round.
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
from statistics import median
from typing import Any

from benchmarks.measuring import interpreted

CPGEN = str(Path(sys.executable).with_name("cpgen"))
PUZZLE = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
JOB = {"pattern": "kamio-a", "grade": "expert", "count": 1000, "budget": 600}
RATE, RATE_BESIDE_JOBS, CANCEL, GROWTH = 0.5, 1.0, 15.0, 0.1
"""The promises: a rating (p95), one beside jobs, and a cancelled job's end take at most so many times the loop, and
memory grows by no more than this part from the first round to the last"""
WAIT_SECONDS = 30.0
"""Time limit for the server to close a connection"""


class Server:
    """A server that runs here."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process, self.port = process, port
        self.client = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def ask(self, method: str, path: str, asked: object = None) -> tuple[int, bytes]:
        return self.send(method, path, None if asked is None else json.dumps(asked))

    def send(self, method: str, path: str, body: str | bytes | None = None) -> tuple[int, bytes]:
        try:
            return self._sent(method, path, body)
        except (http.client.HTTPException, OSError):  # closed while idle: once more, on a new connection
            self.client.close()
            return self._sent(method, path, body)

    def _sent(self, method: str, path: str, body: str | bytes | None) -> tuple[int, bytes]:
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
def server(jobs: int, environment: dict[str, str] | None = None, errors: Any = subprocess.DEVNULL) -> Iterator[Server]:
    """A server for so many jobs at once; `errors` is where its standard error goes."""
    command = [CPGEN, "serve", "--port", "0", "--jobs", str(jobs), "--json"]
    streams = {"stdout": subprocess.PIPE, "stderr": errors}
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

    def add(self, what: str, value: float, unit: str, most: float = float("inf"), promise: str = "") -> None:
        self.kept &= value <= most
        said = f"   (at most {promise}{'' if value <= most else ': NOT KEPT'})" if promise else ""
        print(f"{what:<58} {value:>8.1f} {unit}{said}", flush=True)

    def add_time(self, what: str, measured: Callable[[], float], most: float = float("inf")) -> None:
        """Adds a time in milliseconds, which should be at most so many times the loop's."""
        loop = loop_ms()
        promise = f"{most:g} × the loop, {most * loop:.0f} ms" if most < float("inf") else ""
        self.add(what, measured(), "ms", most * loop, promise)


def loop_ms() -> float:
    """The median time of the loop in milliseconds; it shares the processors with whatever runs at the moment."""
    taken = []
    for _ in range(5):
        start = time.perf_counter()
        interpreted()
        taken.append(1000 * (time.perf_counter() - start))
    return median(taken)


def load(one: Server, options: argparse.Namespace, report: Report) -> None:
    """One round of everything."""
    report.add_time("rating on an idle server, p95", lambda: p95(options.ratings, lambda: rate(one)), RATE)
    with running_jobs(one, options.jobs) as names:
        beside = f"while {options.jobs} jobs run, p95"
        report.add_time(f"rating {beside}", lambda: p95(options.ratings, lambda: rate(one)), RATE_BESIDE_JOBS)
        report.add_time(f"page {beside}", lambda: p95(options.ratings, lambda: one.ask("GET", "/")))
        report.add_time("cancelling a job", lambda: 1000 * seconds_to_cancel(one, names[0]), CANCEL)
    for start in (b"", b"GET / HTTP/1.1\r\nHo"):
        with silent_clients(one, options.connections, start):
            what = "silent clients" if not start else "clients in the middle of a request"
            connected = f"rating with {options.connections} {what}, p95"
            report.add_time(connected, lambda: p95(options.ratings // 5, lambda: rate(one)))
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
    growth, most = 100 * (memory[-1] / memory[0] - 1), 100 * GROWTH
    report.add("growth from the first round to the last", growth, "%", most, f"{most:g} %")
    sys.exit(not report.kept)


if __name__ == "__main__":
    main()
