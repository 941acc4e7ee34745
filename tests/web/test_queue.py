"""The queue of jobs in the studio: mixes of grades, waiting jobs, reloads, tabs, and climbs."""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import Any

from tests.web.browsing import Opener, seriously_inaccessible
from tests.web.running import ENDLESS, Studio
from tests.web.studio_page import choose_board, kept, make

FOUND = 300_000
"""Time limit in milliseconds for a result that an idle machine finds within seconds"""


def ask_for(page: Any, **counts: str) -> None:
    """Request a number of puzzles of each grade."""
    page.get_by_label("Mix grades").check()
    for grade, count in counts.items():
        page.get_by_label(grade, exact=True).fill(count)
    page.get_by_role("button", name="Generate").click()


def test_queued_jobs_survive_a_reload_and_stop_separately(open_studio: Opener) -> None:
    page = open_studio()
    begun: list[str] = []
    page.context.on("request", lambda asked: begun.append(asked.url) if asked.method == "POST" else None)
    page.get_by_label("Presets").select_option("kamio-a")
    ask_for(page, Beginner="9000", Intermediate="2", Advanced="0", Expert="1")
    page.locator(".result").first.wait_for(timeout=FOUND)
    page.locator(".progress", has_text="left").wait_for()
    assert page.locator(".jobs").get_by_text("Queued.").count() == 2
    assert seriously_inaccessible(page, ".jobs") == []
    page.get_by_role("button", name="Clear").click()
    page.get_by_label("Presets").select_option("heart")
    page.get_by_role("button", name="Generate").click()
    second = page.get_by_role("button", name="Stop: Expert × 1").nth(1)
    with page.expect_navigation():
        second.evaluate("stop => { stop.click(); location.reload(); }")
    other = page.context.new_page()
    other.goto(page.url)
    for one in (page, other):
        one.locator(".jobs li").nth(4).wait_for()
        one.locator(".progress", has_text="of 9000 found").wait_for()
    other.get_by_role("button", name="Stop: Beginner").first.click()
    page.get_by_text("Stopped with").wait_for()
    fourth = page.locator(".jobs li").nth(3)
    fourth.get_by_text("of 9000 found").wait_for(timeout=FOUND)
    fourth.get_by_role("button", name="Stop: Beginner").click()
    page.get_by_text("Found 2 of 2.").nth(1).wait_for(timeout=FOUND)
    ends = page.locator(".outcome").all_inner_texts()
    assert [end.partition(" with")[0] for end in ends if end] == [
        "Stopped",
        "Found 2 of 2.",
        "Found 1 of 1.",
        "Stopped",
        "Found 2 of 2.",
    ]
    assert [url.endswith("/api/jobs") for url in begun].count(True) == 5


def test_a_search_for_the_hardest_ends_at_its_time_limit(open_studio: Opener) -> None:
    page = open_studio()
    page.get_by_label("Presets").select_option("kamio-a")
    page.get_by_role("radio", name="Hardest").check(force=True)
    page.get_by_label("Time limit (s)").fill("3")
    page.get_by_role("button", name="Generate").click()
    page.get_by_text("the hardest of level").wait_for(timeout=FOUND)
    made = list(reversed(kept(page)))
    hardness = [(one["level"], one["steps"]) for one in made]
    level, steps = max(hardness)
    assert (
        f"Found {len(made)}, the hardest of level {level} with {steps} steps." in page.locator(".outcome").inner_text()
    )
    page.get_by_label("Mix grades").check()
    page.get_by_label("Beginner", exact=True).fill("x")
    page.get_by_role("button", name="Generate").click()
    assert page.get_by_text("A whole number from 0 to 10000.").is_visible()
    page.get_by_label("Mix grades").uncheck()
    page.get_by_role("radio", name="Any").check(force=True)
    make(page, 1)


def test_a_job_waits_for_a_full_server(open_studio: Opener, server: Studio) -> None:
    page = open_studio()
    with ExitStack() as listening:
        blocking = [listening.enter_context(server.begun(**ENDLESS)) for _ in range(4)]
        choose_board(page, "2x2", 16)
        page.get_by_label("Puzzles", exact=True).fill("1")
        page.get_by_role("button", name="Generate").click()
        page.get_by_text("Queued.").wait_for()
    for job in blocking:
        server.http.delete(f"/api/jobs/{job['id']}")
    page.get_by_text("Found 1 of 1.").wait_for(timeout=FOUND)


def test_a_request_that_takes_long_has_a_sign(open_studio: Opener) -> None:
    page = open_studio()
    page.locator(".workshop").wait_for()
    held: list[Any] = []
    page.route("**/api/layout?**", lambda route: held.append(route))  # noqa: PLW0108 - append has no signature
    page.get_by_role("checkbox", name="Diagonals").click()
    sign = page.get_by_text("The server is working.")
    sign.wait_for()
    held[0].continue_()
    sign.wait_for(state="detached")
    assert page.get_by_role("checkbox", name="Diagonals").is_checked()


def test_preparing_a_board_tells_how_long_it_takes(open_studio: Opener) -> None:
    page = open_studio()
    page.locator(".workshop").wait_for()
    job = {"id": "slow", "events": "/api/jobs/slow/events", "state": "running", "count": 3}
    idle = {"found": 0, "attempts": 0, "ratings": 0, "seconds": 0.0, "compiling": 0, "to_compile": 0}
    told = [idle, idle | {"compiling": 1, "to_compile": 100}, idle | {"compiling": 5, "to_compile": 100}]
    shown = ["takes a minute or two", "1 of 100 parts", "5 of 100 parts · about"]
    page.route("**/api/jobs", lambda route: route.fulfill(status=201, json=job))
    page.route("**/api/jobs/slow", lambda route: route.fulfill(json=job))
    page.route(
        "**/api/jobs/slow/events?after=0",
        lambda route: route.fulfill(
            content_type="text/event-stream",
            body=f"event: progress\ndata: {json.dumps(told.pop(0) if told else idle)}\n\n",
        ),
    )
    page.get_by_role("button", name="Generate").click()
    for text in shown:
        page.locator(".progress", has_text=text).wait_for()
    assert page.locator(".skeleton").count() == 2
