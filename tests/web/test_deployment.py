"""A server for many: jobs that survive a restart, limits behind a proxy, metrics and logs."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

import cpgen
from cpgen.schema import build
from cpgen.web.kept_jobs import KeptJobs
from cpgen.web.records.request_records import JobRequest
from cpgen.web.workers import Event
from tests.cli.running import LEFT, run
from tests.web.running import ENDLESS, Studio, studio

LONG = {"pattern": "kamio-a", "grade": "expert", "count": 10_000, "seed": 11}
PRACTICE = {"technique": "naked-pair", "seed": 3, "layout": "2x3"}
METRIC = re.compile(r'[a-z_]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? [0-9.e+-]+')


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[KeptJobs]:
    with closing(KeptJobs(str(tmp_path))) as jobs:
        yield jobs


def made(events: Iterator[tuple[str, str, dict[str, Any]]], count: int) -> list[tuple[str, str]]:
    """Return number and puzzle of the next events that have one."""
    found = ((number, data["puzzle"]) for number, kind, data in events if kind == "puzzle")
    return [next(found) for _ in range(count)]


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL])
def test_a_job_continues_after_a_restart(ending: signal.Signals, tmp_path: Path) -> None:
    expected = [one.puzzle.line for one in cpgen.generate_many(4, "kamio-a", "expert", seed=11)]
    with studio("--keep-jobs", str(tmp_path), ending=ending) as server:
        job = server.begin(**LONG)
        events = server.events(job)
        assert made(events, 2) == [("1", expected[0]), ("2", expected[1])]
    with studio("--keep-jobs", str(tmp_path)) as server:
        assert made(server.events(job, after="2"), 2) == [("3", expected[2]), ("4", expected[3])]
        assert server.get(f"/api/jobs/{job['id']}").json()["count"] == LONG["count"]


def test_listeners_hear_no_end_when_a_kept_job_is_suspended(tmp_path: Path) -> None:
    with studio("--keep-jobs", str(tmp_path)) as server:
        events = server.events(server.begin(**ENDLESS))
        next(events)
        server.process.send_signal(signal.SIGINT)
        assert {kind for _, kind, _ in events} <= {"progress", "puzzle"}


def test_ended_jobs_are_there_after_a_restart(tmp_path: Path) -> None:
    with studio("--keep-jobs", str(tmp_path)) as server:
        jobs = [server.begin(**LONG | {"count": 2}), server.post("/api/practice", **PRACTICE).json()]
        before = [[event for event in server.events(job) if event[0]] for job in jobs]
    with studio("--keep-jobs", str(tmp_path)) as server:
        assert [[event for event in server.events(job) if event[0]] for job in jobs] == before
        assert server.get(f"/api/jobs/{jobs[0]['id']}").json()["end"]["outcome"] == "done"


def test_an_unfinished_line_of_a_kept_job_is_dropped(kept: KeptJobs, tmp_path: Path) -> None:
    kept.begin("one", JobRequest(pattern="kamio-a", seed=3))
    kept.add("one", Event("puzzle", {"puzzle": LEFT}))
    with (tmp_path / "one.jsonl").open("ab") as file:
        file.write(b'{"puzzle": {"puz')
    (tmp_path / "two.jsonl").write_text("no job")
    (found,) = kept.read()
    assert (found.id, found.request.seed, found.events) == ("one", 3, [Event("puzzle", {"puzzle": LEFT})])
    assert (tmp_path / "one.jsonl").read_bytes().endswith(b"}\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["lock", "one.jsonl"]


def test_a_kept_job_has_its_own_kinds(kept: KeptJobs) -> None:
    text = 'rule = "a * b == total"\n[[parameter]]\nname = "total"\nleast = 2\nmost = 20'
    asked = {"layout": "2x2", "drawing": "product-dot ?: r1c1 r1c2", "kinds": [{"name": "product-dot", "text": text}]}
    request = build(JobRequest, asked)
    kept.begin("one", request)
    assert [one.request for one in kept.read()] == [request]


def test_a_job_is_forgotten_when_its_file_misses_an_event(kept: KeptJobs, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> str:
        raise OSError(28, "No space left on device")

    kept.begin("one", JobRequest(pattern="kamio-a", seed=3))
    with monkeypatch.context() as patch:
        patch.setattr("cpgen.web.kept_jobs.json_text", full)
        kept.add("one", Event("puzzle", {"puzzle": LEFT}))
    kept.add("one", Event("puzzle", {"puzzle": LEFT}))
    assert list(kept.read()) == []


def test_a_folder_of_jobs_belongs_to_one_server(tmp_path: Path) -> None:
    with studio("--keep-jobs", str(tmp_path)):
        second = run("serve", "--port", "0", "--keep-jobs", str(tmp_path))
    assert (second.code, "Another server keeps its jobs in" in second.err) == (2, True)


@pytest.mark.parametrize(("options", "other"), [(("--trust-proxy", "127.0.0.0/8"), 201), ((), 429)])
def test_jobs_of_a_client_are_limited_by_its_address(options: tuple[str, ...], other: int) -> None:
    statuses = []
    with studio("--client-jobs", "1", *options) as server, ExitStack() as listening:
        for client in ("10.0.0.1", "10.0.0.1", "10.0.0.2", "9.9.9.9, 10.0.0.2"):
            answer = server.http.post("/api/jobs", json=ENDLESS, headers={"X-Forwarded-For": client})
            statuses.append(answer.status_code)
            if answer.status_code == 201:  # a job without listeners is stopped
                listening.enter_context(server.http.stream("GET", answer.json()["events"]))
    assert statuses == [201, 429, other, 429]


def test_a_proxy_is_an_address() -> None:
    refused = run("serve", "--port", "0", "--trust-proxy", "nginx")
    assert (refused.code, "'nginx' is not the address of a proxy" in refused.err) == (2, True)


def test_metrics_count_requests_and_jobs() -> None:
    with studio("--metrics") as server:
        server.end(server.begin(**LONG | {"count": 2}))
        server.get("/api/nowhere")
        answer = server.get("/metrics")
    lines = answer.text.splitlines()
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert all(line.startswith(("# HELP ", "# TYPE ")) or METRIC.fullmatch(line) for line in lines)
    for line in (
        'cpgen_requests_total{method="POST",path="/api/jobs",status="201"} 1',
        'cpgen_requests_total{method="GET",path="/api/jobs/{id}/events",status="200"} 1',
        'cpgen_requests_total{method="GET",path="other",status="404"} 1',
        'cpgen_request_seconds_count{path="/api/jobs"} 1',
        'cpgen_jobs{state="running"} 0',
        'cpgen_jobs_ended_total{outcome="done"} 1',
        "cpgen_puzzles_total 2",
    ):
        assert line in lines


def test_metrics_are_off_by_default(server: Studio) -> None:
    assert server.get("/metrics").status_code == 404


def test_logs_are_lines_of_json() -> None:
    with studio("--log") as server:
        job = server.begin(**LONG | {"count": 1})
        server.end(job)
    *lines, _ = server.err.splitlines()
    records = [json.loads(line) for line in lines]
    assert {one["event"] for one in records} == {"request", "job"}
    assert not any(job["id"] in line for line in lines)
    (ended,) = (one for one in records if one["event"] == "job")
    assert (ended["outcome"], ended["found"], ended["client"]) == ("done", 1, "127.0.0.1")
    begun = next(one for one in records if one.get("path") == "/api/jobs")
    assert (begun["method"], begun["status"], begun["level"]) == ("POST", 201, "info")
