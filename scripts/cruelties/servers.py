"""A server whose requests are damaged, whose jobs are cancelled, and whose workers are killed."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from load_server import PUZZLE, Server, server

from cruelties.inputs import damaged
from cruelties.trials import HUNG_SECONDS, Fault, Trial

REQUESTS = {
    "rate": {"puzzle": PUZZLE},
    "explain": {"puzzle": PUZZLE, "lang": "ja"},
    "hint": {"puzzle": PUZZLE, "digits": "." * 81, "marks": [""] * 81},
    "find": {"puzzle": PUZZLE, "technique": "x-wing"},
    "walkthrough": {"puzzle": PUZZLE},
    "solve": {"puzzle": PUZZLE, "oracle": "bitset", "limit": 1.0},
    "check": {"puzzle": PUZZLE, "oracle": "bitset", "limit": 1.0},
    "read": {"text": f"{PUZZLE}\n{PUZZLE}", "layout": "3x3"},
    "convert": {"text": PUZZLE, "to": "penpa"},
    "export": {"puzzles": [{"puzzle": PUZZLE}], "to": "svg"},
    "book": {"puzzles": [{"puzzle": PUZZLE}], "title": "A title"},
    "pattern/check": {"pattern": "heart", "grade": "expert", "level": "3.."},
    "pattern/runs": {"pattern": "heart"},
    "jobs": {"pattern": "heart", "count": 3, "seed": 1, "oracle": "bitset"},
    "practice": {"technique": "x-wing", "count": 1},
}
JOB = {"pattern": "kamio-a", "grade": "expert", "count": 3, "seed": 1, "oracle": "bitset"}
JOBS = 2
"""Jobs at once"""
TURN = 60
"""Requests of a trial"""
MOST_MEGABYTES = 400.0
"""What a server may need, the compiler and the solvers included"""
SCHEMATHESIS = shutil.which("st", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}") or ""
STATUSES = (200, 201, 202, 400, 404, 405, 413, 415, 422, 429)


def servers(rng: Random, folder: Path) -> Iterator[Trial]:
    """In turn: damaged requests, cancelled jobs, killed workers; now and then on a new server."""
    errors = folder / "server"
    while True:
        with errors.open("w") as file, server(JOBS, errors=file) as one:
            for trial in range(12):
                cruelty = (_damaged_requests, _cancelled, _killed_worker)[trial % 3]
                faults = list(cruelty(one, rng))
                if one.megabytes > MOST_MEGABYTES:
                    faults.append(Fault("large", f"a server of {one.megabytes:.0f} MB"))
                yield Trial(TURN if cruelty is _damaged_requests else 1, tuple(faults))
        if "Traceback" in (told := errors.read_text()):
            yield Trial(0, (Fault("traceback", told[-2000:]),))
        if SCHEMATHESIS:
            yield _by_schema(folder, rng)


def _damaged_requests(one: Server, rng: Random) -> Iterator[Fault]:
    for _ in range(TURN):
        path, asked = rng.choice(list(REQUESTS.items()))
        body = damaged(json.dumps(asked).encode(), rng)
        began = time.monotonic()
        status, answer = one.send("POST", f"/api/{path}", body)
        what = f"POST /api/{path} {body!r}: {status} {answer[:300]!r}"
        if status not in STATUSES:
            yield Fault("wrong", what)
        if status == 201:
            one.ask("DELETE", f"/api/jobs/{json.loads(answer)['id']}")
        if time.monotonic() - began > HUNG_SECONDS / 2:
            yield Fault("slow", what)


def _cancelled(one: Server, rng: Random) -> Iterator[Fault]:
    job = _begin(one, count=1000)
    time.sleep(rng.uniform(0, 1))
    one.ask("DELETE", f"/api/jobs/{job}")
    end = _ended(one, job).get("end") or {}
    if end.get("outcome") != "stopped":
        yield Fault("wrong", f"a cancelled job ended with {end}")
    yield from _still_works(one)


def _killed_worker(one: Server, rng: Random) -> Iterator[Fault]:
    job = _begin(one, count=1000)
    time.sleep(rng.uniform(0, 1))
    for child in _workers(one.process.pid):
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
    one.ask("DELETE", f"/api/jobs/{job}")
    _ended(one, job)
    yield from _still_works(one)


def _begin(one: Server, **asked: Any) -> str:
    """The id of a job that has been asked for."""
    status, answer = one.ask("POST", "/api/jobs", {**JOB, **asked})
    return str(json.loads(answer)["id"]) if status == 201 else ""


def _ended(one: Server, job: str) -> dict[str, Any]:
    """What a job is when it has ended."""
    while True:
        status, answer = one.ask("GET", f"/api/jobs/{job}")
        shown = json.loads(answer)
        if status != 200 or shown["state"] == "ended":
            return dict(shown)
        time.sleep(0.05)


def _still_works(one: Server) -> Iterator[Fault]:
    """Whether the next job makes the puzzles that it always makes."""
    shown = _ended(one, _begin(one))
    found = [puzzle["puzzle"] for puzzle in shown.get("puzzles", ())]
    right = _expected()
    if found != right:
        yield Fault("wrong", f"a job made {found} in place of {right}: {shown.get('end')}")


@cache
def _expected() -> list[str]:
    """The puzzles of the job, made here."""
    import cpgen

    options = {name: value for name, value in JOB.items() if name != "count"}
    return [one.puzzle.line for one in cpgen.generate_many(JOB["count"], **options)]


def _workers(server: int) -> list[int]:
    """The processes that work for a server."""
    tasks = Path(f"/proc/{server}/task").glob("*/children")
    children = [int(one) for task in tasks for one in task.read_text().split()]
    return [one for one in children if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]


def _by_schema(folder: Path, rng: Random) -> Trial:
    """Requests that schemathesis makes of the server's own description, which must not fail the server."""
    with server(JOBS) as one:
        address = f"http://127.0.0.1:{one.port}/api/openapi.json"
        command = [SCHEMATHESIS, "run", address, "-n", "40", "--checks", "not_a_server_error,unsupported_method"]
        command += ["--seed", str(rng.randrange(1 << 30)), "--no-color", "--request-timeout", "60"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    tried = re.findall(r"^ +([0-9]+) generated", done.stdout, re.MULTILINE)
    fault = Fault("wrong", f"schemathesis: {done.stdout[:3000]}")
    return Trial(int(tried[0]) if tried else 0, (fault,) if done.returncode else ())
