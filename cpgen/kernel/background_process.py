"""Program of the background process: compile the functions that are requested on standard input, until it is closed.

A request is a pickle of the module and qualified name of an entry's function and the types of its arguments. A line is
printed whenever the process can take the next request: the two names when the code is cached, an empty line at the
start and for what cannot be compiled. Only one background process of a user compiles at a time; the others find the
code that they wait for in the cache.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import sys
import threading
from contextlib import suppress
from importlib import import_module
from typing import Any

from cpgen.kernel import code_cache, compiler
from cpgen.kernel.background import example_of

NICENESS = 5
"""Niceness of the process, so that the work comes first where all processors are busy"""
IDLE_SECONDS = 30.0
"""Seconds without a request after which the process ends, since it takes some 200 MB; a request starts another"""


def main() -> None:
    """Compile the functions requested on standard input; exit immediately when the requesting process has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that works
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    requests: queue.Queue[tuple[Any, ...]] = queue.Queue()
    threading.Thread(target=_read, args=(requests,), daemon=True).start()
    import_module("cpgen.kernel.numba_internals")
    print(flush=True)
    while True:
        try:
            module, name, types = requests.get(timeout=IDLE_SECONDS)
        except queue.Empty:
            os._exit(0)
        import_module(module)
        compiled = ""
        # What cannot be compiled stays interpreted, or shows its error in the process that works.
        with suppress(Exception), code_cache.lock():
            compiler.compile_for(module, name, [example_of(kind) for kind in types])
            compiled = f"{module} {name}"
        print(compiled, flush=True)


def _read(requests: queue.Queue[tuple[Any, ...]]) -> None:
    with suppress(Exception):
        while True:
            requests.put(pickle.load(sys.stdin.buffer))
    os._exit(0)
