"""How does Ctrl-C end a solver that does not listen? It works in another thread, and the one that waits stops it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, wait
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


def aside(work: Callable[[], T], stop: Callable[[], object]) -> T:
    """What `work` returns or raises, from another thread; a Ctrl-C calls `stop` until it ends, and is passed on.

    A future tells the end, since Ctrl-C makes `Thread.join` take a running thread for a dead one.
    """
    future: Future[T] = Future()
    try:
        _start(work, future)
        while not wait((future,), 0.1).done:  # without a timeout, Windows would not hear Ctrl-C here either
            pass
    finally:
        while not future.done():
            stop()
            wait((future,), 0.01)
    return future.result()


def _start(work: Callable[[], T], future: Future[T]) -> None:
    try:
        Thread(target=_run, args=(work, future), daemon=True).start()
    except RuntimeError as error:  # there are no more threads
        future.set_exception(error)


def _run(work: Callable[[], T], future: Future[T]) -> None:
    try:
        future.set_result(work())
    except BaseException as error:
        future.set_exception(error)
