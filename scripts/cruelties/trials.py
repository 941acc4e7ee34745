"""A trial: a command of cpgen in a process of its own, and what was wrong with it."""

from __future__ import annotations

import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryFile
from types import ModuleType
from typing import IO

HUNG_SECONDS = 300.0
"""After so long a process counts as one that never ends"""
ORPHAN_SECONDS = 20.0
"""How long what a killed command has started may take to end"""


@dataclass(frozen=True)
class Fault:
    """What a trial found: `lost`, `doubled`, `wrong`, `traceback`, `litter`, `slow`, `large`, `hung` or `orphan`."""

    kind: str
    what: str
    """What was done, so that it can be done again"""


@dataclass(frozen=True)
class Trial:
    """How many times something was done to cpgen, and what was wrong with that."""

    count: int
    faults: tuple[Fault, ...] = ()


Cruelty = Callable[[Random, Path], Iterator[Trial]]
"""An endless stream of trials, which may use the folder as they like"""


@dataclass(frozen=True)
class Ended:
    """How a command ended: its exit code, below 0 for a signal, what it said, and the megabytes it grew by."""

    code: int
    out: str
    err: str
    megabytes: float

    def faults(self, what: str) -> tuple[Fault, ...]:
        """What no command may do, whatever is done to it."""
        told = self.out + self.err
        found = [Fault("traceback", f"{what}: {told[-2000:]}")] if "Traceback" in told else []
        return (*found, *([Fault("hung", what)] if self.code == -signal.SIGABRT else []))


def cpgen(*words: str) -> Callable[[], None]:
    """The `cpgen` command with these words, for a process of its own."""

    def work() -> None:
        from cpgen.cli import main

        sys.argv = ["cpgen", *words]
        main()

    return work


def prepare() -> None:
    """Loads what the commands load, so that the processes that are forked from this one begin quickly."""
    import cpgen as package
    from cpgen import api
    from cpgen.cli import app

    for module in (package, api, app):
        for name in dir(module):
            getattr(module, name)
    package.generate(pattern="kamio-a", seed=1, oracle="bitset")


def run(work: Callable[[], None], folder: Path, kill_after: float | None = None, limit: float = HUNG_SECONDS) -> Ended:
    """How `work` ends in a process of its own, in that folder; killed after so many seconds, aborted at the limit."""
    sys.stdout.flush()
    said = [TemporaryFile(), TemporaryFile()]  # noqa: SIM115
    before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.monotonic()
    process = os.fork()
    if not process:
        _become(work, folder, said)
    end = kill_after if kill_after is not None else limit
    while True:
        gone, status, used = os.wait4(process, os.WNOHANG)
        if gone:
            break
        if time.monotonic() - began > end:
            os.kill(process, signal.SIGKILL if end == kill_after else signal.SIGABRT)
            end = float("inf")
        time.sleep(0.002)
    out, err = (_text(file) for file in said)
    return Ended(os.waitstatus_to_exitcode(status), out, err, max(0, used.ru_maxrss - before) / 1024)


def _text(file: IO[bytes]) -> str:
    """What a process wrote to a file of ours, which is closed."""
    with file:
        file.seek(0)
        return file.read().decode(errors="replace")


def _become(work: Callable[[], None], folder: Path, said: Sequence[IO[bytes]]) -> None:
    """Does the work as the whole of a new process, which then ends."""
    code = 1
    try:
        os.setsid()
        os.chdir(folder)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for number, file in enumerate(said, 1):
            os.dup2(file.fileno(), number)
        sys.modules["__main__"] = ModuleType("__main__")  # what it starts itself begins as from the command line
        work()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.setprofile(None)
        with suppress(Exception):
            sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def kill_at(moment: int, work: Callable[[], None], touches: Path) -> Callable[[], None]:
    """The work, killed just before its process touches a file for the moment-th time; `touches` gets how often it did.

    Python says which function of C is about to be called: those that write, rename, commit, open or close.
    """
    parent = os.getpid()

    def dying() -> None:
        seen = 0

        def look(frame: object, event: str, called: object) -> None:
            nonlocal seen
            if event == "c_call" and getattr(called, "__name__", "") in TOUCHES and os.getppid() == parent:
                seen += 1
                if seen == moment:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.setprofile(look)
        try:
            work()
        finally:
            sys.setprofile(None)
            touches.write_text(str(seen))

    return dying


TOUCHES = {
    *("write", "flush", "close", "open", "fsync", "replace", "rename", "unlink", "remove", "link"),
    *("connect", "execute", "executemany", "executescript", "commit", "rollback", "backup"),
}
"""Functions of C that touch files"""


def orphans(process_group: int) -> bool:
    """Whether something of an ended command still runs when it should have ended, too; then that is ended here."""
    until = time.monotonic() + ORPHAN_SECONDS
    while time.monotonic() < until:
        try:
            os.killpg(process_group, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.02)
    os.killpg(process_group, signal.SIGKILL)
    return True
