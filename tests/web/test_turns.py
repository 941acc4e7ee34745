"""Requests are limited, given up when the client is gone, and shared fairly between clients."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from multiprocessing import active_children
from typing import Any

import pytest
from starlette.requests import ClientDisconnect, Request

from cpgen.answers.answer_base import Answer
from cpgen.web.endpoints import ENDPOINTS, SMALL, Endpoint
from cpgen.web.failures import RefusedError
from cpgen.web.records.request_records import BODY, EmptyRequest
from cpgen.web.turns import MOST_LONG, MOST_WAITING, Turns
from tests.web.running import Studio, in_own_loop

NOTHING = b"{}"


class Done(Answer, frozen=True):
    """An answer."""

    done: bool = True


def endless(request: EmptyRequest) -> Done:
    """Never answer, whoever waits."""
    while True:
        pass


def quick(request: EmptyRequest) -> Done:
    """Answer within milliseconds."""
    return Done()


def patient(request: EmptyRequest, stop: Callable[[], bool]) -> Done:
    """Answer when it has to stop."""
    while not stop():
        pass
    return Done()


def endpoint(answer: Callable[..., Done], path: str = "/test", **more: Any) -> Endpoint:
    """Return an endpoint with a function of this module."""
    one = Endpoint("POST", path, f"tests:{answer.__name__}", **more)
    vars(one)["answer"] = answer
    return one


def client(host: str = "192.0.2.1", *, stays: bool = True) -> Request:
    """Return the request of a client, who has closed the connection unless it stays."""

    async def receive() -> dict[str, str]:
        if stays:
            await asyncio.Event().wait()
        return {"type": "http.disconnect"}

    return Request({"type": "http", "client": (host, 1), "headers": []}, receive)


@pytest.fixture(autouse=True)
def processes() -> Iterator[set[int | None]]:
    """Ids of the processes before a test; a test may leave none behind."""
    before = {one.pid for one in active_children()}
    yield before
    assert {one.pid for one in active_children()} == before


def with_turns(story: Callable[[Turns], Awaitable[None]]) -> None:
    async def told() -> None:
        turns = Turns()
        try:
            await story(turns)
        finally:
            await turns.close()

    in_own_loop(told())


async def answered(turns: Turns, *asked: Any) -> Any:
    return json.loads((await turns.answer(*asked, NOTHING)).body)


async def held(turns: Turns, count: int, host: str) -> list[asyncio.Task[Any]]:
    """Begin endless requests to different endpoints from one client."""
    tasks = [
        asyncio.create_task(turns.answer(client(host), endpoint(endless, f"/{number}"), NOTHING))
        for number in range(count)
    ]
    await asyncio.sleep(0)  # they begin
    return tasks


def test_a_request_that_takes_too_long_is_refused() -> None:
    async def story(turns: Turns) -> None:
        with pytest.raises(RefusedError) as told:
            await answered(turns, client(), endpoint(endless, seconds=0.1))
        assert (told.value.status, told.value.kind) == (422, "too-slow")
        assert await answered(turns, client(), endpoint(quick)) == {"done": True}

    with_turns(story)


def test_the_work_of_a_client_who_left_is_ended(processes: set[int | None]) -> None:
    async def story(turns: Turns) -> None:
        for _ in range(2 * MOST_LONG):
            with pytest.raises(ClientDisconnect):
                await turns.answer(client(stays=False), endpoint(endless), NOTHING)
        assert await answered(turns, client(), endpoint(quick)) == {"done": True}
        assert len({one.pid for one in active_children()} - processes) == 1

    with_turns(story)


def test_a_worker_that_stops_in_time_is_used_again(processes: set[int | None]) -> None:
    async def story(turns: Turns) -> None:
        assert await answered(turns, client(), endpoint(quick)) == {"done": True}
        first = {one.pid for one in active_children()} - processes
        with suppress(RefusedError):
            await answered(turns, client(), endpoint(patient, seconds=0.1, stops=True))
        assert await answered(turns, client(), endpoint(quick)) == {"done": True}
        assert {one.pid for one in active_children()} - processes == first

    with_turns(story)


def test_no_client_occupies_all_workers() -> None:
    async def story(turns: Turns) -> None:
        await held(turns, 2 * MOST_LONG, "192.0.2.1")
        assert await answered(turns, client("192.0.2.2"), endpoint(quick)) == {"done": True}

    with_turns(story)


def test_short_requests_do_not_wait_for_long_ones() -> None:
    short = endpoint(quick, seconds=next(one.seconds for one in ENDPOINTS if one.is_short))

    async def story(turns: Turns) -> None:
        for number in range(MOST_LONG):
            await held(turns, MOST_LONG, f"192.0.2.{number}")
        assert await answered(turns, client("192.0.2.1"), short) == {"done": True}

    with_turns(story)


def test_a_client_with_too_many_requests_is_refused() -> None:
    async def story(turns: Turns) -> None:
        await held(turns, MOST_WAITING, "192.0.2.1")
        with pytest.raises(RefusedError) as told:
            await answered(turns, client("192.0.2.1"), endpoint(quick))
        assert told.value.status == 429
        assert await answered(turns, client("192.0.2.2"), endpoint(quick)) == {"done": True}

    with_turns(story)


def test_every_endpoint_has_limits() -> None:
    for one in ENDPOINTS:
        assert one.in_server or 0 < one.seconds <= 300, one.path
        assert 0 < one.most <= BODY, one.path


def test_requests_about_one_board_have_a_smaller_limit(server: Studio) -> None:
    answer = server.post("/api/check", puzzle="." * SMALL)
    assert (answer.status_code, answer.json()["error"]["values"]) == (413, {"bytes": SMALL})


def test_a_dead_worker_is_reported() -> None:
    async def story(turns: Turns) -> None:
        (task,) = await held(turns, 1, "192.0.2.1")
        while not task.done():  # a process that dies before it has begun is replaced once
            for one in active_children():
                one.kill()
            await asyncio.sleep(0.01)
        with pytest.raises(RefusedError) as told:
            await task
        assert told.value.status == 500
        assert await answered(turns, client(), endpoint(quick)) == {"done": True}

    with_turns(story)
