"""Child processes that work for this process.

Each has a pipe of its own, with one thread or task here that writes to it and reads from it. So when a process is
killed, even while it writes, only its own work is lost. `concurrent.futures.ProcessPoolExecutor` is not used, because a
killed process breaks its whole pool, and one that dies with the lock of the shared queue can block the others for ever.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from multiprocessing.connection import wait
from threading import Thread
from typing import Any

SPAWN = multiprocessing.get_context("spawn")


class Child:
    """Process at the other end of a pipe; it ignores Ctrl-C, and ends together with this process.

    Args:
        work: Function that it calls with its end of the pipe and the arguments.
    """

    def __init__(self, work: Callable[..., None], *arguments: Any) -> None:
        self.pipe, theirs = SPAWN.Pipe()
        self._process = SPAWN.Process(target=_begin, args=(work, theirs, *arguments), daemon=True)
        with _without_interrupts():
            self._process.start()
        theirs.close()

    @property
    def alive(self) -> bool:
        """True while the process runs; its pipe may close slightly earlier."""
        return self._process.is_alive()

    def kill(self) -> None:
        """Kill the process, and wait until it has ended."""
        self._process.kill()
        self._process.join()


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Make processes that the block starts ignore Ctrl-C, even before their first line runs."""
    restore: Callable[[], object]
    if hasattr(signal, "pthread_sigmask"):  # a Ctrl-C that arrives within the block waits
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        restore = partial(signal.pthread_sigmask, signal.SIG_SETMASK, mask)
    else:  # Windows
        handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
        restore = partial(signal.signal, signal.SIGINT, handler)
    try:
        yield
    finally:
        restore()


def _begin(work: Callable[..., None], *arguments: Any) -> None:
    """Do the work of a new process: ignore Ctrl-C, watch the parent, and call `work`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    work(*arguments)


def _end_with_parent() -> None:
    """End this process as soon as its parent has died, whatever it is doing."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
