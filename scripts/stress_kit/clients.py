"""Many clients together: threads, interrupted calls, and a loaded server; the answers stay the same."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from stress_kit.damage import damaged
from stress_kit.trials import Fault, Trial, run

THREADS, CALLS = 8, 64
SEEDS = range(100, 106)
PUZZLE = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
REQUESTS = {
    "rate": {"puzzle": PUZZLE},
    "explain": {"puzzle": PUZZLE, "lang": "ja"},
    "hint": {"puzzle": PUZZLE, "digits": "." * 81, "marks": [""] * 81},
    "find": {"puzzle": PUZZLE, "technique": "x-wing"},
    "solve": {"puzzle": PUZZLE, "oracle": "bitset", "limit": 1.0},
    "check": {"puzzle": PUZZLE, "oracle": "bitset", "limit": 1.0},
    "convert": {"text": PUZZLE, "to": "penpa"},
    "export": {"puzzles": [{"puzzle": PUZZLE}], "to": "svg"},
    "pattern/check": {"pattern": "heart", "grade": "expert", "level": "3.."},
}
JOB = {"pattern": "kamio-a", "grade": "expert", "seed": 1, "oracle": "bitset"}
STATUSES = (200, 201, 202, 400, 404, 405, 413, 415, 422, 429)
SLOW_SECONDS = 60.0
"""Time for any answer of the loaded server"""
MOST_WORKERS = 7
"""Processes of a server with two jobs: those, four for long requests, and one for short ones"""
MOST_MEGABYTES = 400.0
"""Memory of a server, compiler and solvers included"""


def _line(seed: int) -> str:
    import cpgen

    return cpgen.generate(pattern="heart", seed=seed, oracle="bitset").puzzle.line


def _questions() -> list[Callable[[], Any]]:
    """Return calls of all kinds whose answers depend on their arguments only."""
    import cpgen

    puzzles = [cpgen.generate(pattern="heart", seed=seed, oracle="bitset").puzzle for seed in SEEDS]
    shared = [cpgen.open_oracle(name) for name in ("bitset", "cpsat")]
    return [
        *(partial(_line, seed) for seed in SEEDS),
        *(partial(cpgen.rate, puzzle) for puzzle in puzzles),
        *(partial(cpgen.explain, puzzle) for puzzle in puzzles[:2]),
        *(partial(oracle.uniqueness, puzzle) for oracle in shared for puzzle in puzzles),
    ]


def threads(rng: Random, folder: Path) -> Iterator[Trial]:
    """Ask from eight threads in random order, sharing oracles and raters."""
    yield from _in_processes(_ask_from_threads, rng, folder)


def interruptions(rng: Random, folder: Path) -> Iterator[Trial]:
    """Interrupt calls at random moments; the next call gives the same answer as always."""
    yield from _in_processes(_interrupt, rng, folder)


def _in_processes(work: Callable[[Random], None], rng: Random, folder: Path) -> Iterator[Trial]:
    while True:
        seed = rng.randrange(1 << 30)
        yield run(lambda: work(Random(seed)), folder).faults(f"{work.__name__} with seed {seed}")  # noqa: B023


def _ask_from_threads(rng: Random) -> None:
    questions = _questions()
    right = [question() for question in questions]
    order = [rng.randrange(len(questions)) for _ in range(CALLS)]
    with ThreadPoolExecutor(THREADS) as pool:
        answers = list(pool.map(lambda number: questions[number](), order))
    if wrong := [number for number, answer in zip(order, answers, strict=True) if answer != right[number]]:
        raise SystemExit(f"other answers in threads: {wrong}")


def _interrupt(rng: Random) -> None:
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    questions = _questions()
    right = [question() for question in questions]
    for number in rng.choices(range(len(questions)), k=CALLS):
        with suppress(KeyboardInterrupt):
            signal.setitimer(signal.ITIMER_REAL, 10 ** rng.uniform(-4, -1.3))
            questions[number]()
            signal.setitimer(signal.ITIMER_REAL, 0)
        if questions[number]() != right[number]:
            raise SystemExit(f"another answer to question {number} after an interruption")


class Client:
    """A connection to a server that this process has started."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process, self.port = process, port

    def ask(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        """Send one request on a new connection."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SLOW_SECONDS)
        try:
            connection.request(method, path, body or None, {"Content-Type": "application/json"} if body else {})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def send(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> tuple[int, str, bytes]:
        """Send one request with any headers on a new connection; return status, content type and body.

        The request is written byte by byte, since http.client refuses what is not HTTP. The answer is read to its end,
        but of an endless stream of events only the beginning.
        """
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close"]
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"] if body else []
        lines += [f"{name}: {value}" for name, value in headers.items()]
        with socket.create_connection(("127.0.0.1", self.port), timeout=SLOW_SECONDS) as connection:
            connection.sendall("\r\n".join([*lines, "", ""]).encode() + body)
            answer = http.client.HTTPResponse(connection, method=method)
            answer.begin()
            kind = answer.headers.get("Content-Type", "")
            return answer.status, kind, b"" if kind.startswith("text/event-stream") else answer.read()

    def job(self, count: int) -> str:
        """Start a job and return its id."""
        status, answer = self.ask("POST", "/api/jobs", json.dumps(JOB | {"count": count}).encode())
        return str(json.loads(answer)["id"]) if status == 201 else ""

    def ended(self, job: str) -> dict[str, Any]:
        """Wait for the end of a job."""
        while True:
            status, answer = self.ask("GET", f"/api/jobs/{job}")
            shown = dict(json.loads(answer))
            if status != 200 or shown["state"] == "ended":
                return shown
            time.sleep(0.05)


@contextmanager
def serving(errors: Path) -> Iterator[Client]:
    """Start a server on a free port."""
    command = [sys.executable, "-m", "cpgen", "serve", "--port", "0", "--jobs", "2", "--json"]
    with (
        errors.open("w") as file,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=file, text=True) as process,
    ):
        try:
            yield Client(process, int(json.loads(process.stdout.readline())["address"].strip("/").rpartition(":")[2]))
        finally:
            process.send_signal(signal.SIGINT)


def server(rng: Random, folder: Path) -> Iterator[Trial]:
    """Send damaged requests while jobs run and are cancelled, and kill workers; the next job works as always."""
    import cpgen

    right = [one.puzzle.line for one in cpgen.generate_many(3, **JOB)]
    while True:
        with serving(folder / "errors") as client:
            for turn in range(4):
                jobs = [client.job(1000) for _ in range(3)]
                with ThreadPoolExecutor(THREADS) as pool:
                    seeds = [rng.randrange(1 << 30) for _ in range(CALLS)]
                    faults = [fault for found in pool.map(partial(_damaged_request, client), seeds) for fault in found]
                if turn % 2:
                    for child in _workers(client.process.pid):
                        with suppress(ProcessLookupError):
                            os.kill(child, signal.SIGKILL)
                for job in filter(None, jobs):
                    client.ask("DELETE", f"/api/jobs/{job}")
                    client.ended(job)
                found = [puzzle["puzzle"] for puzzle in client.ended(client.job(3)).get("puzzles", ())]
                if found != right:
                    faults.append(Fault("wrong", f"a job made {found} instead of {right}"))
                status = Path(f"/proc/{client.process.pid}/status").read_text()
                if (used := int(status.partition("VmRSS:")[2].split()[0]) / 1024) > MOST_MEGABYTES:
                    faults.append(Fault("large", f"a server of {used:.0f} MB"))
                yield faults
        if "Traceback" in (errors := (folder / "errors").read_text()):
            yield [Fault("traceback", errors[-2000:])]


def _damaged_request(client: Client, seed: int) -> Trial:
    rng = Random(seed)
    path, asked = rng.choice(list(REQUESTS.items()))
    body = json.dumps(asked).encode()
    if rng.random() < 0.7:
        body, _ = damaged(body, rng)
    begun = time.monotonic()
    status, answer = client.ask("POST", f"/api/{path}", body or b" ")
    what = f"POST /api/{path} {body!r}: {status} {answer[:300]!r}"
    faults = [] if status in STATUSES else [Fault("wrong", what)]
    return faults if time.monotonic() - begun < SLOW_SECONDS else [*faults, Fault("slow", what)]


SLOW_REQUESTS = {
    "read": {"text": "[" * 500_000},
    "convert": {"text": "..3" * 150_000, "to": "json"},
    "find": {"puzzle": "." * 1296, "layout": "6x6"},
    "explain": {"puzzle": "." * 625, "layout": "5x5"},
    "solve": {"puzzle": "." * 1296, "layout": "6x6", "oracle": "sat", "limit": 30.0},
    "why-not": {"clues": "." * 256, "layout": "4x4", "limit": 5.0},
    "superfluous": {"clues": PUZZLE},
    "book": {"puzzles": [{"puzzle": PUZZLE}] * 2000},
}
"""Requests that take long, or would without limits"""
OTHER_CLIENTS = ("127.0.0.1", "127.0.0.2") if sys.platform == "linux" else ("127.0.0.1",)
"""Addresses of the clients that send them; the requests that have to be answered come from the first"""
PROMPT_SECONDS = 30.0
"""Time in which others are answered meanwhile; idle machines take a tenth"""


def abandoned(rng: Random, folder: Path) -> Iterator[Trial]:
    """Send requests that take long and leave, or stay; others are answered, and no process is left."""
    with serving(folder / "errors") as client:
        while True:
            faults: Trial = []
            staying = []
            for _ in range(rng.randint(3, 20)):
                others = (rng.choice(OTHER_CLIENTS), 0)
                connection = http.client.HTTPConnection("127.0.0.1", client.port, SLOW_SECONDS, others)
                path, asked = rng.choice(list(SLOW_REQUESTS.items()))
                connection.request("POST", f"/api/{path}", json.dumps(asked), {"Content-Type": "application/json"})
                time.sleep(rng.choice((0, 0, 0.1, 0.5)))
                if others[0] != "127.0.0.1" and rng.random() < 0.5:
                    staying.append(connection)
                else:
                    connection.close()
            for path, asked, right in (("check", REQUESTS["check"], 200), ("jobs", JOB | {"count": 1}, 201)):
                begun = time.monotonic()
                status, answer = client.ask("POST", f"/api/{path}", json.dumps(asked).encode())
                seconds = time.monotonic() - begun
                if status != right:
                    faults.append(Fault("wrong", f"POST /api/{path} after abandoned requests: {status} {answer!r}"))
                if seconds > PROMPT_SECONDS:
                    faults.append(Fault("slow", f"POST /api/{path} after abandoned requests took {seconds:.0f} s"))
            for connection in staying:
                connection.close()
            if len(found := _workers(client.process.pid)) > MOST_WORKERS:
                faults.append(Fault("orphan", f"{len(found)} worker processes"))
            yield faults


def _workers(process: int) -> list[int]:
    """Return the worker processes of a server."""
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    children = [int(one) for task in tasks for one in task.read_text().split()]
    return [one for one in children if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]
