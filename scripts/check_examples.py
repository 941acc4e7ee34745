"""Checks that the examples in README.md and docs/ print what the pages show; `examples.py` defines examples."""

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
from itertools import groupby
from multiprocessing import get_context
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
    "PYTHONSAFEPATH": "1",  # import cpgen from the checkout, not through the link in the page's folder
    "COLUMNS": str(COLUMNS),
    "TERM": "xterm",
    "LC_ALL": "C.UTF-8",
    "NO_COLOR": "1",
}
NO_SHELL = re.compile(r"cpgen( [^|&;<>()$`\\*\n]*)?(> (?P<file>[\w.]+) *(#.*)?)?")
"""Commands that need no shell; they may write to a file"""
FORKS = get_context("fork")
STYLES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
ONCE = re.compile(r"^note: compiling .*\n?", re.MULTILINE)


class Result(NamedTuple):
    """The result of an example; `fault` is empty if nothing is wrong."""

    example: Example
    ran: bool
    fault: str = ""


def main() -> int:
    asked = arguments()
    chosen = [Path(page).resolve() for page in asked.pages] or pages(ROOT)
    if not asked.pages:
        warm_up.main()  # once, for all the commands that are forked from this process
    longest_first = sorted(chosen, key=lambda page: page.stat().st_size if page.exists() else 0, reverse=True)
    with ProcessPoolExecutor(asked.jobs, FORKS) as pool:
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
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="pages to check (README.md and docs/)")
    parser.add_argument("--slow", action="store_true", help="also run the examples marked as slow")
    parser.add_argument("--jobs", "-j", type=int, default=os.cpu_count(), help="number of pages to check together")
    return parser.parse_args()


def named(page: Path) -> str:
    return str(page.relative_to(ROOT) if page.is_relative_to(ROOT) else page)


def summary(checked: dict[Path, list[Result]]) -> str:
    """Return a table of pages, and the examples that were not run with the reasons."""
    rows = [("page", "examples", "ran", "compared", "marked"), *map(row, checked, checked.values())]
    rows.append(("all", *(str(sum(int(one[at]) for one in rows[1:])) for at in range(1, 5))))
    lines = [f"{name:32}" + "".join(f"{count:>10}" for count in counts) for name, *counts in rows]
    for page, results in checked.items():
        left_out = [one.example for one in results if not one.ran]
        for mark, those in groupby(left_out, key=lambda example: example.mark):
            first, *more = those
            where = ", ".join(str(example.line) for example in (first, *more))
            lines.append(f"{mark.kind} {named(page)}:{where}: {beginning(first)}{' …' if more else ''} ({mark.why})")
    return "\n".join(lines)


def beginning(example: Example) -> str:
    """Return the first line of an example without its comment."""
    return example.text.splitlines()[0].partition("  ")[0]


def row(page: Path, results: list[Result]) -> tuple[str, ...]:
    ran = [one.example for one in results if one.ran]
    compared = sum(one.expected is not None or one.kind == "session" for one in ran)
    return (named(page), *map(str, (len(results), len(ran), compared, len(results) - len(ran))))


def check(page: Path, slow: bool) -> list[Result]:
    """Run the examples of a page in order, in a folder of their own."""
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
    """Run an example, and return what is wrong with it, or an empty text."""
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
            return "The block has no language: console, sh, python, text …"


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
    """Run a command at a terminal; return its exit code, its output there, and its standard error."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, COLUMNS, 0, 0))
    with TemporaryFile() as errors:
        process = FORKS.Process(target=become, args=(command, theirs, errors.fileno()))
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
        errors.seek(0)
        err = errors.read()
    if late:
        raise TimeoutError
    return process.exitcode, plain(b"".join(parts)), plain(err)


def become(command: str, terminal: int, errors: int) -> None:
    """Turn this forked process into the command: `cpgen` runs with the modules loaded here, all else in a shell."""
    os.setsid()
    for number, stream in enumerate((os.open(os.devnull, os.O_RDONLY), terminal, errors)):
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
    sys.modules["__main__"] = ModuleType("__main__")  # its own children start as from the command line
    sys.argv = shlex.split(command.partition(">")[0], comments=True)
    cpgen.cli.main()


def piece(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # raised by Linux when the other side is closed
        return b""


def plain(written: bytes) -> str:
    """Return the text without styles and without the message about compiling."""
    return ONCE.sub("", STYLES.sub("", written.decode()).replace("\r\n", "\n"))


def fault_of_program(example: Example, session: dict[str, Any]) -> str:
    try:
        with redirect_stdout(StringIO()):
            exec(compile(example.text, "example", "exec"), session)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def fault_of_session(example: Example, session: dict[str, Any]) -> str:
    report = StringIO()
    test = doctest.DocTestParser().get_doctest(example.text, session, "example", None, example.line - 1)
    runner = doctest.DocTestRunner(Checker(), verbose=False, optionflags=doctest.REPORT_UDIFF)
    runner.run(test, out=report.write, clear_globs=False)
    session.update(test.globs)
    return report.getvalue()


class Checker(doctest.OutputChecker):
    """Compares the answers of a session in the same way as the output of a command."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        return agree(want, got)


def difference(expected: str, printed: str) -> str:
    """Return the difference between expected and printed text, or an empty text."""
    if agree(expected, printed):
        return ""
    ours, theirs = (text.strip("\n").splitlines() for text in (expected, printed))
    return "\n".join(unified_diff(ours, [line.rstrip() for line in theirs], "the page", "printed", lineterm=""))


def agree(expected: str, printed: str) -> bool:
    """Return True if a text is as expected; `…` stands for any text in a line, or alone in a line for any lines."""
    lines = [line.rstrip() for line in expected.strip("\n").splitlines()]
    wanted = "".join("(?:.*\n)*?" if line == "…" else f"{re.escape(line).replace('…', '.*?')}\n" for line in lines)
    got = "".join(f"{line.rstrip()}\n" for line in printed.strip("\n").splitlines())
    return re.fullmatch(wanted, got) is not None


if __name__ == "__main__":
    sys.exit(main())
