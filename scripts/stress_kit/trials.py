"""Trials: a command of cpgen in a process of its own, and the faults that any command may have."""

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
"""Time after which a process counts as one that never ends"""


@dataclass(frozen=True)
class Fault:
    """A fault: its kind (lost, wrong, traceback, litter, slow, large, hung, orphan), and how to see it again."""

    kind: str
    what: str


Trial = list[Fault]
Stress = Callable[[Random, Path], Iterator[Trial]]
"""An endless stream of trials, which may use the folder"""


@dataclass(frozen=True)
class Ended:
    """The end of a process: its exit code (negative for a signal) and its output."""

    code: int
    out: str
    err: str
    hung: bool = False

    def faults(self, what: str, codes: Sequence[int] = (0,)) -> Trial:
        """Return the faults of a process that should have ended with one of the codes."""
        if "Traceback" in self.out + self.err:
            return [Fault("traceback", f"{what}: {(self.out + self.err)[-2000:]}")]
        if self.hung:
            return [Fault("hung", what)]
        return [] if self.code in codes else [Fault("wrong", f"{what}: exit {self.code} ({self.err[-300:]})")]


def cpgen(*words: str) -> Callable[[], None]:
    """Return the work of a cpgen command, for `run`."""

    def work() -> None:
        from cpgen.cli import main

        sys.argv = ["cpgen", *words]
        main()

    return work


def load_cpgen() -> None:
    """Import what the commands import, so that forked processes start quickly."""
    import cpgen as package
    from cpgen.cli import app

    for module in (package, app):
        for name in dir(module):
            getattr(module, name)
    package.generate(pattern="kamio-a", seed=1, oracle="bitset")


def run(work: Callable[[], None], folder: Path, kill_after: float = HUNG_SECONDS) -> Ended:
    """Run work in a forked process in a folder, and kill it after some seconds."""
    sys.stdout.flush()
    output = [TemporaryFile(), TemporaryFile()]  # noqa: SIM115
    begun, hung = time.monotonic(), False
    process = os.fork()
    if not process:
        _become(work, folder, output)
    while True:
        gone, status = os.waitpid(process, os.WNOHANG)
        if gone:
            break
        if time.monotonic() - begun > kill_after:
            hung = kill_after == HUNG_SECONDS
            os.kill(process, signal.SIGKILL)
        time.sleep(0.002)
    out, err = (_text(file) for file in output)
    return Ended(os.waitstatus_to_exitcode(status), out, err, hung)


def _text(file: IO[bytes]) -> str:
    with file:
        file.seek(0)
        return file.read().decode(errors="replace")


def _become(work: Callable[[], None], folder: Path, output: Sequence[IO[bytes]]) -> None:
    """Do the work as the whole of this forked process, and end it."""
    code = 1
    try:
        os.setsid()
        os.chdir(folder)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for number, file in enumerate(output, 1):
            os.dup2(file.fileno(), number)
        sys.modules["__main__"] = ModuleType("__main__")  # its own children start as from the command line
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


TOUCHES = {
    *("write", "flush", "close", "open", "fsync", "replace", "rename", "unlink", "remove", "link"),
    *("connect", "execute", "executemany", "executescript", "commit", "rollback", "backup"),
}
"""Functions in C that touch files"""


def kill_at(moment: int, work: Callable[[], None], count: Path) -> Callable[[], None]:
    """Return the work, killed just before its moment-th touch of a file; `count` gets the number of touches."""
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
            count.write_text(str(seen))

    return dying


def megabytes() -> float:
    """Return the peak memory of this process."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
