"""How are many questions answered at once? In threads, so many of a kind, while the event loop goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from cpgen.web.refusals import BusyError

T = TypeVar("T")


class Lane:
    """So many threads, and so many questions that wait for one.

    Unlike those of `asyncio.to_thread`, the threads do not keep the program from ending.
    """

    def __init__(self, threads: int, waiting: int) -> None:
        self._most = threads + waiting
        self._inside = 0
        self._questions: SimpleQueue[Callable[[], None]] = SimpleQueue()
        for _ in range(threads):
            Thread(target=self._work, daemon=True).start()

    async def answer(self, question: Callable[[], T]) -> T:
        """The answer of a thread; raises BusyError when too many questions are waiting."""
        if self._inside >= self._most:
            raise BusyError("Too many questions are waiting for an answer")
        self._inside += 1
        try:
            answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
            self._questions.put(partial(_settle, answer, question))
            return await answer
        finally:
            self._inside -= 1

    def _work(self) -> None:
        while True:
            self._questions.get()()


def _settle(answer: asyncio.Future[Any], question: Callable[[], Any]) -> None:
    """Finds the answer in a thread and hands it over to the event loop."""
    try:
        put, value = answer.set_result, question()
    except BaseException as error:
        put, value = answer.set_exception, error
    with suppress(RuntimeError):  # the loop is closed
        answer.get_loop().call_soon_threadsafe(lambda: None if answer.done() else put(value))
