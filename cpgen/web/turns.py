"""Turns of requests at the worker processes: fair between clients, limited in time, and given up without a client."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from starlette.requests import ClientDisconnect, Request

from cpgen.kernel import INTERPRETED
from cpgen.messages import Message
from cpgen.web.answering import WARM_UP, Data, answer, make_file
from cpgen.web.endpoints import Endpoint
from cpgen.web.failures import BusyError, RefusedError
from cpgen.web.kept_jobs import LOG
from cpgen.web.workers import Task, Worker, WorkerPool

MOST_LONG, MOST_SHORT = 4, 1
"""Numbers of requests that run at a time: of those that may take seconds, and of those that take milliseconds"""
MOST_OF_CLIENT = MOST_LONG - 1
"""Number of long requests of one client that run at a time, so that no client can occupy all workers"""
START_SECONDS = 120.0
"""Time limit for the start of a worker, which loads code"""
MOST_WAITING = 50
"""Number of unanswered requests of one client"""

Heard = Callable[[Any], object]


class Turns:
    """The workers that answer requests, and the clients that wait for them.

    A request waits until no other one of its client to the same endpoint runs, then until the client has a free turn,
    then until there is a free worker. Each wait is first come, first served, so that the requests of a busy client wait
    for each other and not in the way of other clients.
    """

    def __init__(self) -> None:
        self.workers = WorkerPool(() if INTERPRETED else WARM_UP)
        self._unanswered: Counter[str] = Counter()
        self._semaphores: WeakValueDictionary[tuple[Any, ...], asyncio.Semaphore] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[Any]] = set()

    async def answer(self, http: Request, endpoint: Endpoint, data: Data) -> Any:
        """Return the answer of a worker to a request; raise ClientDisconnect as soon as the client is gone."""
        work = self._begin(http, endpoint, partial(answer, endpoint, data))
        gone = asyncio.create_task(_disconnect(http))
        try:
            await asyncio.wait((work, gone), return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                raise ClientDisconnect
            return work.result()
        finally:
            work.cancel()
            gone.cancel()

    def begin_file(self, http: Request, endpoint: Endpoint, data: Data, heard: Heard) -> asyncio.Task[Any]:
        """Begin to make a file; `heard` is called with the share that is done. Cancel the task to stop it."""
        return self._begin(http, endpoint, partial(make_file, endpoint, data), heard)

    def _begin(self, http: Request, endpoint: Endpoint, task: Task, heard: Heard | None = None) -> asyncio.Task[Any]:
        work = asyncio.create_task(self._carry_out(client_of(http), endpoint, task, heard))
        self._tasks.add(work)  # the event loop alone does not keep it
        work.add_done_callback(self._tasks.discard)
        return work

    async def close(self) -> None:
        """Give up all requests and end all workers."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.workers.close()

    async def _carry_out(self, client: str, endpoint: Endpoint, task: Task, heard: Heard | None) -> Any:
        if self._unanswered[client] >= MOST_WAITING:
            raise BusyError(Message("workers-busy"))
        self._unanswered[client] += 1
        try:
            async with self._turn(client, endpoint), self.workers.borrowed() as worker:
                return await _result(worker, endpoint, task, heard)
        finally:
            # `-=` also forgets clients without requests, so that the counter does not grow with each address.
            self._unanswered -= Counter((client,))

    @asynccontextmanager
    async def _turn(self, client: str, endpoint: Endpoint) -> AsyncIterator[None]:
        """Wait until a client may use a worker for a request to an endpoint; the turn is reserved within the block.

        A client has a limited number of turns, and one request at a time to each endpoint.
        """
        short = endpoint.is_short
        limits = {
            (client, endpoint.method, endpoint.path): 1,
            (client, short): MOST_SHORT if short else MOST_OF_CLIENT,
            (short,): MOST_SHORT if short else MOST_LONG,
        }
        # Narrow limits come first: a client that waits for its own turn holds none of the common places.
        async with AsyncExitStack() as held:
            for key, most in limits.items():
                semaphore = self._semaphores.setdefault(key, asyncio.Semaphore(most))
                await held.enter_async_context(semaphore)
            yield


def client_of(http: Request) -> str:
    """Return the address of a client, by which it is told from others."""
    return http.client.host if http.client else ""


async def _disconnect(http: Request) -> None:
    """Wait until the client has closed the connection."""
    while (await http.receive())["type"] != "http.disconnect":
        pass


async def _result(worker: Worker, endpoint: Endpoint, task: Task, heard: Heard | None) -> Any:
    """Let a worker do a task, and return the data of its last event.

    `heard` is called with the data of each event about progress, such as the share of a file that is done.

    Raises:
        RefusedError: The task takes too long, or its process dies.
    """
    now = asyncio.get_running_loop().time
    try:
        async with asyncio.timeout(START_SECONDS) as limit:
            async for event in worker.run(task):
                match event.kind:
                    case "end":
                        return event.data
                    case "progress" if heard:
                        heard(event.data)
                    case "defect":
                        LOG.error("%s", event.data)
                    # Starting a process and compiling are not the work of the request; its time begins anew.
                    case "begun" | "compiling":
                        limit.reschedule(now() + endpoint.seconds)
    except TimeoutError:
        raise RefusedError(422, Message("takes-too-long", seconds=f"{endpoint.seconds:g}"), "too-slow") from None
    raise RefusedError(500, Message("worker-gone"))
