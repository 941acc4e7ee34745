"""Run the command line: as a process, at a terminal, or in this process for long tables of calls."""

from __future__ import annotations

import json
import operator
import os
import pty
import re
import signal
import subprocess
import sys
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import DupFd
from pathlib import Path
from tempfile import TemporaryFile
from types import ModuleType
from typing import Any, NamedTuple

from click.testing import CliRunner

from cpgen.cli import main
from cpgen.cli.app import app

CPGEN = str(Path(sys.executable).with_name("cpgen"))
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "TERM")}
LEFT = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
RIGHT = ".9.....8.8..76...2.....3.....73...1..6..9..4..4...25.....8.....2...49..7.5.....3."
COMPILING = "note: compiling"
FORKS = get_context("forkserver")
FORKS.set_forkserver_preload(["tests.cli.loaded"])
PATIENCE = 300
"""Seconds after which a command counts as hanging, on a busy machine"""


class Ran(NamedTuple):
    """The exit code and the output of a command, without the messages about compiling."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def objects(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.lines]


def without_compiling(text: str) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith(COMPILING))


def run(*arguments: str, stdin: bytes = b"", env: dict[str, str] | None = None) -> Ran:
    """Run the installed command with its streams on pipes."""
    return _ran([CPGEN, *arguments], env or {}, stdin)


def through_shell(line: str) -> Ran:
    """Run a line of shell with the installed command on the path."""
    return _ran(["sh", "-c", line], {"PATH": f"{Path(CPGEN).parent}{os.pathsep}{ENVIRONMENT['PATH']}"})


def _ran(command: list[str], env: dict[str, str], stdin: bytes = b"") -> Ran:
    done = subprocess.run(
        command, input=stdin, capture_output=True, env=ENVIRONMENT | env, timeout=PATIENCE, check=False
    )
    return Ran(done.returncode, done.stdout.decode(), without_compiling(done.stderr.decode()))


def call(*arguments: str, stdin: bytes = b"") -> Ran:
    """Run a command in this process."""
    result = CliRunner().invoke(app, arguments, input=stdin, prog_name="cpgen")
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    return Ran(result.exit_code, result.stdout, without_compiling(result.stderr))


class Stream(int):
    """An open file that can be passed to another process."""

    def __reduce__(self) -> tuple[Any, ...]:
        return operator.methodcaller("detach"), (DupFd(int(self)),)


def begun(*words: str, streams: tuple[int, int, int], **env: str) -> BaseProcess:
    """Start the command in a fork of a process that has already imported its modules."""
    process = FORKS.Process(target=become, args=(words, os.getcwd(), ENVIRONMENT | env, [*map(Stream, streams)]))
    process.start()
    return process


def become(words: tuple[str, ...], folder: str, env: dict[str, str], streams: list[int]) -> None:
    """Turn this process into the command."""
    os.chdir(folder)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.environ.clear()
    os.environ.update(env)
    sys.stdin, sys.stdout = open(0, encoding="utf-8"), open(1, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, encoding="utf-8", errors="backslashreplace")  # noqa: SIM115
    sys.modules["__main__"] = ModuleType("__main__")  # processes that it starts begin as from the command line
    sys.argv = ["cpgen", *words]
    main()


def at_terminal(*arguments: str, watched: str = "stdout", **env: str) -> str:
    """Return what the command writes to the watched stream at a terminal; the other stream is discarded."""
    ours, theirs = pty.openpty()
    with open(os.devnull, "wb") as nowhere:
        out, err = (theirs if watched == name else nowhere.fileno() for name in ("stdout", "stderr"))
        process = begun(*arguments, streams=(theirs, out, err), **{"TERM": "xterm", "COLUMNS": "100"} | env)
    os.close(theirs)
    shown = rest_of(ours).decode().replace("\r\n", "\n")
    process.join()
    return shown


def interrupted(seen: str, *arguments: str) -> Ran:
    """Run the command with stderr at a terminal, and interrupt it when the output there matches a pattern."""
    ours, theirs = pty.openpty()
    # A pipe that nobody reads meanwhile could fill up, and the command would wait for ever.
    with open(os.devnull, "rb") as nothing, TemporaryFile() as out:
        process = begun(*arguments, streams=(nothing.fileno(), out.fileno(), theirs), TERM="xterm", COLUMNS="120")
        os.close(theirs)
        shown = b""
        while not re.search(seen.encode(), shown):
            shown += os.read(ours, 4096)
        os.kill(process.pid, signal.SIGINT)
        shown += rest_of(ours)
        process.join()
        out.seek(0)
        return Ran(process.exitcode, out.read().decode(), shown.decode())


def rest_of(terminal: int) -> bytes:
    """Read a terminal until its other side is closed."""
    parts = []
    with suppress(OSError), open(terminal, "rb", buffering=0) as written:  # Linux says so when the other side is closed
        while part := written.read(4096):
            parts.append(part)
    return b"".join(parts)
