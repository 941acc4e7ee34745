"""Checks that the examples in README.md and docs/ print what the pages say (`examples.py`: what an example is)."""

from __future__ import annotations

import argparse
import doctest
import fcntl
import os
import pty
import re
import shlex
import signal
import struct
import sys
import termios
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stdout
from difflib import unified_diff
from io import StringIO
from itertools import cycle, groupby, islice
from multiprocessing import get_context
from multiprocessing.queues import SimpleQueue
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from threading import Thread
from types import ModuleType
from typing import Any, NamedTuple

import warm_up
from examples import Example, examples, pages

import cpgen.cli

ROOT = Path(__file__).resolve().parent.parent
COLUMNS = 100
PATIENCE = 300.0
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if name not in ("LANG", "LC_ALL", "PYTHONWARNINGS")},
    "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    "PYTHONPATH": str(ROOT),
    "PYTHONSAFEPATH": "1",  # cpgen from there and not by its link in the folder, where nothing is compiled yet
    "COLUMNS": str(COLUMNS),
    "TERM": "xterm",
    "LC_ALL": "C.UTF-8",
    "NO_COLOR": "1",
}
NO_SHELL = re.compile(r"cpgen( [^|&;<>()$`\\*\n]*)?(> (?P<file>[\w.]+) *(#.*)?)?")
"""A command that needs no shell: it may write to a file"""
FORKS = get_context("fork")
STYLES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
ONCE = re.compile(r"^cpgen: compiling .*\n?", re.MULTILINE)


class Result(NamedTuple):
    """What became of an example; `fault` is empty when all is well."""

    example: Example
    ran: bool
    fault: str = ""


def main() -> int:
    asked = arguments()
    chosen = [Path(page).resolve() for page in asked.pages] or pages(ROOT)
    if not asked.pages:
        warm_up.main()  # once, for all the commands that are forked from here
    longest_first = sorted(chosen, key=lambda page: page.stat().st_size if page.exists() else 0, reverse=True)
    with ProcessPoolExecutor(asked.jobs, FORKS, take, (processors(asked.jobs),)) as pool:
        results = dict(zip(longest_first, pool.map(check, longest_first, [asked.slow] * len(chosen)), strict=True))
    checked = {page: results[page] for page in chosen}
    for page, results in checked.items():
        for one in results:
            if one.fault:
                print(f"{named(page)}:{one.example.line}: {beginning(one.example)}\n{one.fault}\n")
    print(summary(checked))
    return 1 if any(one.fault for results in checked.values() for one in results) else 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/check_examples", description=__doc__)
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="README.md and docs/ when none is named")
    parser.add_argument("--slow", action="store_true", help="run those that only take long, too")
    parser.add_argument("--jobs", "-j", type=int, default=os.cpu_count(), help="pages at a time")
    return parser.parse_args()


def processors(jobs: int) -> SimpleQueue[int]:
    """A processor for each job, so that commands which begin a process on each begin one."""
    left: SimpleQueue[int] = FORKS.SimpleQueue()
    if hasattr(os, "sched_getaffinity"):
        for one in islice(cycle(os.sched_getaffinity(0)), jobs):
            left.put(one)
    return left


def take(left: SimpleQueue[int]) -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {left.get()})


def named(page: Path) -> str:
    return str(page.relative_to(ROOT) if page.is_relative_to(ROOT) else page)


def summary(checked: dict[Path, list[Result]]) -> str:
    """A table of pages, and the examples that were not run, each with its reason."""
    rows = [("page", "examples", "ran", "compared", "marked"), *map(row, checked, checked.values())]
    rows.append(("all", *(str(sum(int(one[at]) for one in rows[1:])) for at in range(1, 5))))
    told = [f"{name:32}" + "".join(f"{count:>10}" for count in counts) for name, *counts in rows]
    for page, results in checked.items():
        left_out = [one.example for one in results if not one.ran]
        for mark, those in groupby(left_out, key=lambda example: example.mark):
            first, *more = those
            where = ", ".join(str(example.line) for example in (first, *more))
            told.append(f"{mark.kind} {named(page)}:{where}: {beginning(first)}{' …' if more else ''} ({mark.why})")
    return "\n".join(told)


def beginning(example: Example) -> str:
    """The first line of an example without its comment."""
    return example.text.splitlines()[0].partition("  ")[0]


def row(page: Path, results: list[Result]) -> tuple[str, ...]:
    ran = [one.example for one in results if one.ran]
    compared = sum(one.expected is not None or one.kind == "session" for one in ran)
    return (named(page), *map(str, (len(results), len(ran), compared, len(results) - len(ran))))


def check(page: Path, slow: bool) -> list[Result]:
    """The results of a page's examples, run in their order in a folder of their own."""
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        for name in ("cpgen", "models", "scripts"):  # for examples that set PYTHONPATH, and for scripts/…
            Path(name).symlink_to(ROOT / name)
        try:
            return list(results(page.read_text(encoding="utf-8"), slow))
        finally:
            os.chdir(ROOT)


def results(page: str, slow: bool) -> Iterator[Result]:
    session: dict[str, Any] = {"__name__": "__main__"}
    for example in examples(page):
        if example.mark and example.mark.kind in ("skip", "" if slow else "slow"):
            yield Result(example, ran=False)
        else:
            yield Result(example, ran=True, fault=fault(example, session))


def fault(example: Example, session: dict[str, Any]) -> str:
    """What is wrong with an example, which is run; empty when nothing is."""
    match example.kind:
        case "command":
            return fault_of_command(example)
        case "session":
            return fault_of_session(example, session)
        case "program":
            return fault_of_program(example, session)
        case "file":
            Path(example.mark.what).write_text(f"{example.text}\n", encoding="utf-8")
            return ""
        case _:
            return "The block does not say what it is: console, sh, python, text …"


def fault_of_command(example: Example) -> str:
    patience = None if example.mark else PATIENCE
    try:
        code, out, err = typed(example.text, patience)
    except TimeoutError:
        return f"It took more than {PATIENCE:.0f} s; mark it as slow."
    if code != example.code:
        return f"The exit code is {code}, not {example.code}.\n{out}{err}".rstrip()
    return difference(example.expected, out + err) if example.expected is not None else ""


def typed(command: str, patience: float | None) -> tuple[int, str, str]:
    """A command at a terminal: its exit code, what it wrote there, and what it wrote to standard error."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, COLUMNS, 0, 0))
    with TemporaryFile() as said:
        process = FORKS.Process(target=become, args=(command, theirs, said.fileno()))
        process.start()
        os.close(theirs)
        parts: list[bytes] = []
        reader = Thread(target=lambda: parts.extend(iter(lambda: piece(ours), b"")))
        reader.start()
        process.join(patience)
        late = process.is_alive()
        if late:
            os.killpg(process.pid, signal.SIGKILL)
            process.join()
        reader.join()
        os.close(ours)
        said.seek(0)
        err = said.read()
    if late:
        raise TimeoutError
    return process.exitcode, plain(b"".join(parts)), plain(err)


def become(command: str, terminal: int, said: int) -> None:
    """Makes this process the command: `cpgen` goes on with what is loaded here, and a shell does the rest."""
    os.setsid()
    for number, stream in enumerate((os.open(os.devnull, os.O_RDONLY), terminal, said)):
        os.dup2(stream, number)
    os.environ.clear()
    os.environ.update(ENVIRONMENT)
    alone = NO_SHELL.fullmatch(command)
    if not alone:
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.execvp("bash", ["bash", "-o", "pipefail", "-c", command])
    if alone["file"]:
        os.dup2(os.open(alone["file"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644), 1)
    sys.stdin, sys.stdout = open(0, encoding="utf-8"), open(1, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, encoding="utf-8", errors="backslashreplace")  # noqa: SIM115
    sys.modules["__main__"] = ModuleType("__main__")  # what it starts itself begins as from the command line
    sys.argv = shlex.split(command.partition(">")[0], comments=True)
    cpgen.cli.main()


def piece(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # Linux says so when the other side is closed
        return b""


def plain(written: bytes) -> str:
    """The text without styles, and without what a first run says of compiling."""
    return ONCE.sub("", STYLES.sub("", written.decode()).replace("\r\n", "\n"))


def fault_of_program(example: Example, session: dict[str, Any]) -> str:
    try:
        with redirect_stdout(StringIO()):
            exec(compile(example.text, "example", "exec"), session)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def fault_of_session(example: Example, session: dict[str, Any]) -> str:
    told = StringIO()
    test = doctest.DocTestParser().get_doctest(example.text, session, "example", None, example.line - 1)
    runner = doctest.DocTestRunner(Checker(), verbose=False, optionflags=doctest.REPORT_UDIFF)
    runner.run(test, out=told.write, clear_globs=False)
    session.update(test.globs)
    return told.getvalue()


class Checker(doctest.OutputChecker):
    """Compares the answers of a session as those of a command."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        return agree(want, got)


def difference(expected: str, printed: str) -> str:
    """How what was printed differs from what is expected; empty when it does not."""
    if agree(expected, printed):
        return ""
    ours, theirs = (text.strip("\n").splitlines() for text in (expected, printed))
    return "\n".join(unified_diff(ours, [line.rstrip() for line in theirs], "the page", "printed", lineterm=""))


def agree(expected: str, printed: str) -> bool:
    """Whether a text is as expected, where `…` is any text in a line, or any lines when alone in one."""
    lines = [line.rstrip() for line in expected.strip("\n").splitlines()]
    wanted = "".join("(?:.*\n)*?" if line == "…" else f"{re.escape(line).replace('…', '.*?')}\n" for line in lines)
    got = "".join(f"{line.rstrip()}\n" for line in printed.strip("\n").splitlines())
    return re.fullmatch(wanted, got) is not None


if __name__ == "__main__":
    sys.exit(main())
