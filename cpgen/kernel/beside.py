"""A second process that does ahead, for the files that it leaves, what this one would come to."""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable
from contextlib import suppress


def beside(work: Callable[[], object]) -> None:
    """Does `work` in a copy of this process, which ends with it and says nothing; where none can be had, nothing.

    A copy needs a second processor, and a process with one thread: what others hold would stay held in it.
    """
    if sys.platform != "linux" or len(os.sched_getaffinity(0)) < 2 or threading.active_count() > 1:
        return
    with warnings.catch_warnings(), suppress(OSError):
        warnings.simplefilter("ignore", DeprecationWarning)  # Python counts threads of libraries, which sleep
        process = os.fork()
        if process:
            atexit.register(_end, process)
        else:
            _do_alone(work)


def _do_alone(work: Callable[[], object]) -> None:
    """Does the work in the copy, and ends it."""
    gc.disable()  # looking for garbage would touch, and so copy, all that is shared
    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        _let_go()
        work()
    finally:
        os._exit(0)


def _let_go() -> None:
    """Closes what the copy shares with the process, whose readers would else wait for both of them."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))


def _end(process: int) -> None:
    with suppress(OSError):
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
