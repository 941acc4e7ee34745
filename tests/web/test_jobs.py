"""Jobs: their puzzles, events, queue and ends."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

import cpgen
from cpgen.web.play import exercise_of
from tests.web.running import ENDLESS, Studio, hear_work, studio, workers
from tests.web.test_openapi import fits

SMALL = {"layout": "2x3", "pattern": "6x6-wave", "seed": 5, "count": 3}


@pytest.fixture(scope="module")
def narrow() -> Iterator[Studio]:
    """Run a server with one job at a time and one in the queue."""
    with studio("--jobs", "1", "--max-queue", "1") as running:
        yield running


def test_a_seed_gives_the_puzzles_of_the_python_api(server: Studio):
    expected = [made.puzzle.line for made in cpgen.generate_many(3, "kamio-a", "expert", seed=11)]
    job = server.begin(pattern="kamio-a", grade="expert", count=3, seed=11)
    assert server.puzzles(job) == expected
    assert job["seed"] == 11


@pytest.mark.parametrize(
    "asked",
    [
        {"layout": "jigsaw-7"},
        {"layout": "latin-5+diagonals", "clues": 9, "symmetry": "none"},
        {"layout": "pentomino-1", "grade": "初級"},
        {"generation": "zama", "replacement": "anneal", "oracle": "bitset", "pattern": "heart"},
        {"method": "paper", "grade": "advanced"},
    ],
)
def test_every_kind_of_puzzle_can_be_requested(server: Studio, asked):
    job = server.begin(**asked, count=1, seed=1)
    *_, (_, before, puzzle), (_, _, end) = server.events(job)
    assert (before, end["outcome"], end["sentence"]) == ("puzzle", "done", "Found 1 of 1.")
    assert (end["key"], end["values"]) == ("job-done", {"found": 1, "count": 1})
    assert cpgen.check(cpgen.Puzzle.parse(puzzle["puzzle"], cpgen.Layout.parse(puzzle["layout"]))).unique


def test_a_reconnected_client_gets_the_remaining_events(server: Studio):
    job = server.begin(**SMALL)
    heard = [event for event in server.events(job) if event[0]]
    assert [number for number, _, _ in heard] == ["1", "2", "3", "4"]
    again = [event for event in server.events(job, after="2") if event[0]]
    assert again == heard[2:]
    assert [event for event in server.events({"events": f"{job['events']}?after=2"}) if event[0]] == heard[2:]
    assert [event for event in server.events(job, after="x") if event[0]] == heard


def test_the_rest_of_a_job_has_the_same_puzzles(server: Studio):
    whole = server.puzzles(server.begin(**SMALL))
    rest = server.begin(**SMALL | {"count": 2, "after": 1})
    *_, (_, _, end) = server.events(rest)
    assert (server.puzzles(rest), end["sentence"]) == (whole[1:], "Found 2 of 2.")
    practice = {"technique": "naked-pair", "seed": 3, "layout": "2x3"}
    first, second = (
        server.puzzles(server.post("/api/practice", **practice, **one).json()) for one in ({"count": 2}, {"after": 1})
    )
    assert second == first[1:]
    answer = server.post("/api/jobs", pattern="kamio-a", after=1)
    assert (answer.status_code, answer.json()["error"]["key"]) == (400, "after-no-seed")


def test_a_job_says_that_it_waits_for_others(narrow: Studio):
    with narrow.begun(**ENDLESS) as running, narrow.begun(**ENDLESS) as waiting:
        progress = [data for _, kind, data in (next(narrow.events(waiting)),) if kind == "progress"]
        assert [now["waits"] for now in progress] == [True]
        narrow.http.delete(f"/api/jobs/{running['id']}")
        later = (data for _, kind, data in narrow.events(waiting) if kind == "progress")
        assert not next(now for now in later if now["seconds"] > 0)["waits"]
        narrow.http.delete(f"/api/jobs/{waiting['id']}")
        narrow.end(waiting)


def test_the_status_of_a_job_has_its_puzzles(server: Studio):
    job = server.begin(**SMALL)
    puzzles = server.puzzles(job)
    shown = server.get(f"/api/jobs/{job['id']}").json()
    assert (shown["state"], shown["found"], shown["end"]["outcome"]) == ("ended", 3, "done")
    assert [one["puzzle"] for one in shown["puzzles"]] == puzzles


def test_progress_is_reported(server: Studio):
    job = server.begin(**ENDLESS)
    progress = (data for _, kind, data in server.events(job) if kind == "progress")
    now = next(data for data in progress if data["seconds"] > 0)
    assert (now["found"] < job["count"], now["to_compile"]) == (True, 0)
    server.http.delete(f"/api/jobs/{job['id']}")
    assert server.end(job)["outcome"] == "stopped"


def test_a_spent_budget_is_reported_as_not_found(server: Studio):
    job = server.begin(**{**ENDLESS, "budget": 0.3})
    end = server.end(job)
    assert end["outcome"] == "not-found"
    assert end["sentence"].startswith("Found ")


def test_wrong_and_impossible_jobs_are_refused(server: Studio):
    for asked, status, kind in [
        ({"pattern": "11" + "x" * 79}, 400, "input"),
        ({"pattern": "heart", "layout": "2x2"}, 400, "input"),
        ({"layout": "AABB/AABB/AABB/CCCC"}, 400, "input"),
        ({"grade": "impossible"}, 400, "input"),
        ({"layout": "65x2"}, 400, "input"),
        ({"layout": "/etc/passwd"}, 400, "input"),
        ({"pattern": "123456789" + "." * 72}, 422, "impossible"),
        ({"layout": "latin-9", "model": "by-rule", "grade": "intermediate"}, 422, "impossible"),
        ({"pattern": "kamio-a", "level": "3..x"}, 400, "input"),
        ({"pattern": "kamio-a", "needs": ["x-wing"], "level": "..3"}, 422, "impossible"),
        ({"layout": "2x2", "pattern": "1234 3412 2143 4321", "count": 2}, 422, "impossible"),
    ]:
        answer = server.post("/api/jobs", **asked)
        assert (answer.status_code, answer.json()["error"]["kind"]) == (status, kind)
        assert answer.json()["error"]["sentence"].endswith((".", "?"))


def test_a_full_queue_says_when_to_retry(narrow: Studio):
    with narrow.begun(**ENDLESS) as running, narrow.begun(**ENDLESS) as waiting:
        answer = narrow.post("/api/jobs", **SMALL)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (429, "busy")
    assert int(answer.headers["retry-after"]) > 0
    hear_work(narrow.events(running))
    for job in (waiting, running):
        assert narrow.http.delete(f"/api/jobs/{job['id']}").status_code == 202
        assert narrow.end(job)["outcome"] == "stopped"
    assert len(narrow.puzzles(narrow.begin(**SMALL))) == 3


def test_an_unresponsive_worker_is_replaced(narrow: Studio):
    """Use a board on which one call of the oracle takes seconds."""
    deaf = narrow.begin(layout="6x6", grade="any", clues=600, symmetry="none")
    events = narrow.events(deaf)
    next(events)
    with narrow.begun(**SMALL) as next_one:
        narrow.http.delete(f"/api/jobs/{deaf['id']}")
        *_, (_, _, end) = events
    assert end["outcome"] == "stopped"
    assert len(narrow.puzzles(next_one)) == 3


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are looked up in /proc")
def test_a_job_without_listeners_is_stopped(narrow: Studio):
    """Stop its process while the server waits some seconds for a listener."""
    left = narrow.begin(**ENDLESS)
    events = narrow.events(left)
    hear_work(events)
    with narrow.begun(**SMALL) as next_one:
        events.close()
        stopped = workers(narrow.process.pid)
        for worker in stopped:
            os.kill(worker, signal.SIGSTOP)
        assert len(narrow.puzzles(next_one)) == 3
        for worker in stopped:  # the process of the job is killed; the one that answers requests goes on
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGCONT)
    assert narrow.get(f"/api/jobs/{left['id']}").json()["end"]["outcome"] == "stopped"


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are looked up in /proc")
def test_a_dead_worker_ends_only_its_own_job(narrow: Studio):
    events = narrow.events(narrow.begin(**ENDLESS))
    hear_work(events)
    for worker in workers(narrow.process.pid):
        os.kill(worker, signal.SIGKILL)
    *_, (_, _, end) = events
    assert (end["outcome"], end["key"]) == ("error", "process-gone")
    assert end["sentence"] == "The process that made the puzzles is gone; try again."
    assert narrow.end(narrow.begin(**SMALL))["sentence"] == "Found 3 of 3."


def test_unknown_jobs_are_not_found(server: Studio):
    for answer in (server.get("/api/jobs/x"), server.http.delete("/api/jobs/x"), server.get("/api/jobs/x/events")):
        assert (answer.status_code, answer.json()["error"]["kind"]) == (404, "not-found")


def test_exact_targets_are_met(server: Studio):
    wanted = {"level": "4..7", "steps": "..36", "needs": ["naked-single"], "without": ["x-wing", "hidden-pair-region"]}
    job = server.begin(pattern="kamio-a", count=3, seed=2, **wanted)
    made = [data for _, kind, data in server.events(job) if kind == "puzzle"]
    assert len(made) == 3
    for puzzle in made:
        assert 4 <= puzzle["level"] <= 7
        assert puzzle["steps"] <= 36
        assert "naked-single" in puzzle["rules"]
        assert puzzle["rules"].keys().isdisjoint({"x-wing", "hidden-pair-region"})
        assert puzzle["target"]["needs"] == ["naked-single"]
    typical = server.begin(pattern="kamio-a", grade="expert", seed=2, typical=0.95)
    assert [one["appropriateness"] > 0.95 for _, kind, one in server.events(typical) if kind == "puzzle"] == [True]


def test_the_goal_hardest_yields_ever_harder_puzzles(server: Studio):
    for budget in (2, 30):  # the second is for a machine so busy that it finds nothing in the first
        job = server.begin(pattern="kamio-a", grade="hardest", count=1, budget=budget, seed=3)
        *events, (_, _, end) = server.events(job)
        hardness = [(one["level"], one["steps"]) for _, kind, one in events if kind == "puzzle"]
        if hardness:
            break
    assert hardness == sorted(set(hardness))
    level, steps = hardness[-1]
    assert end["outcome"] == "done"
    assert end["sentence"] == f"Found {len(hardness)}, the hardest of level {level} with {steps} steps."


def test_exercises_equal_those_of_the_python_api(server: Studio):
    expected = [exercise_of(one).as_json() for one in cpgen.practice("xy-wing", 2, seed=3, budget=600)]
    answer = server.post("/api/practice", technique="xy-wing", count=2, seed=3, budget=600)
    assert answer.status_code == 201
    *events, (_, _, end) = server.events(answer.json())
    assert [data for _, kind, data in events if kind == "puzzle"] == expected
    assert end["sentence"] == "Found 2 of 2."
    fits(server.get(f"/api/jobs/{answer.json()['id']}").json(), "JobStatus")
    refused = server.post("/api/practice", technique="sword")
    assert (refused.status_code, "swordfish" in refused.json()["error"]["sentence"]) == (400, True)
    assert server.post("/api/practice", count=1).json()["error"]["where"] == "technique"
    assert server.post("/api/practice", technique="xy-wing", grade="hardest").json()["error"]["where"] == "grade"
    assert server.post("/api/practice", technique="locked-pair", layout="latin-9").status_code == 422
