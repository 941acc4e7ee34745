"""Starting and serving: time and memory of commands, the import, the compiling, and answers of the server."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from load_server import p95, rate, running_jobs, seconds_to_cancel, server

from benchmarks.measuring import Row, Sample, Take, on_all_cores, repeated
from benchmarks.puzzles import LEFT, PATTERN, many_lines

CPGEN = str(Path(sys.executable).with_name("cpgen"))
IMPORT = [sys.executable, "-c", "import cpgen"]
GENERATE = [CPGEN, "generate", "--pattern", PATTERN, "--seed", "1"]
WARM_UP = [sys.executable, str(Path(__file__).parents[1] / "warm_up.py")]


def start_rows() -> Iterator[Row]:
    starts = {
        "cpgen --help": [CPGEN, "--help"],
        "import cpgen": IMPORT,
        "cpgen rate LINE": [CPGEN, "rate", LEFT],
        "cpgen generate": GENERATE,
    }
    for name, command in starts.items():
        yield Row(f"start {name}", partial(start, command), 5, "s")
    yield Row("memory of import cpgen", partial(peak, IMPORT), 3, "MB")
    yield Row("memory of cpgen generate", partial(peak, GENERATE), 3, "MB")
    bitset = [*GENERATE, "--oracle", "bitset"]
    yield Row("memory of cpgen generate --oracle bitset", partial(peak, bitset), 3, "MB")
    for name, command in BULK_COMMANDS.items():
        few, many = (f"memory of {name} FILE of {lines:,} lines" for lines in (10_000, 100_000))
        yield Row(few, partial(peak_in_bulk, command, 10_000), 1, "MB", quick=False)
        yield Row(many, partial(peak_in_bulk, command, 100_000), 1, "MB", quick=False, against=few)
    yield Row("compile the inner loops", compile_all, 1, "s", quick=False)


BULK_COMMANDS = {
    "cpgen rate": ["rate", "{}", "--jobs", "1", "--out", "{}.csv"],
    "cpgen convert": ["convert", "{}", "{}.out", "--to", "line"],
}


def start(command: list[str]) -> Take:
    """The time of a process, as a shell would start it."""
    return repeated(lambda: subprocess.run(command, check=True, capture_output=True))


def peak(command: list[str]) -> Take:
    """The most memory that a process held at once."""
    subprocess.run(command, check=True, capture_output=True)
    return lambda: Sample(most_memory(command))


def peak_in_bulk(command: list[str], lines: int) -> Take:
    """The same of a command that reads a file of so many puzzles."""
    text = many_lines(lines)

    def take() -> Sample:
        with TemporaryDirectory() as folder:
            file = Path(folder, "puzzles.sdm")
            file.write_text(text, encoding="utf-8")
            return Sample(most_memory([CPGEN, *(word.format(file) for word in command)]))

    return take


def most_memory(command: list[str], env: dict[str, str] | None = None) -> float:
    """The largest resident set of a process, in bytes."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, **quiet, env=env) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def compile_all() -> Take:
    """From an empty cache: what the suite compiles before its workers begin, in one process."""

    def take() -> Sample:
        with TemporaryDirectory() as folder:
            started = perf_counter()
            subprocess.run(WARM_UP, check=True, capture_output=True, env=os.environ | {"XDG_CACHE_HOME": folder})
            return Sample(perf_counter() - started)

    return take


JOBS, ASKED = 8, 200


def server_rows() -> Iterator[Row]:
    yield Row("server: p95 of a rating", partial(p95_of_a_rating, 0), 3, "ms")
    yield Row(f"server: p95 of a rating beside {JOBS} jobs", partial(p95_of_a_rating, JOBS), 3, "ms", quick=False)
    yield Row("server: a cancelled job ends", cancelling, 3, "s", quick=False)


def p95_of_a_rating(jobs: int) -> Take:
    """What 95 of 100 answers over HTTP do not exceed, on all processors."""

    def take() -> Sample:
        with server(max(jobs, 1), on_all_cores) as one, running_jobs(one, jobs):
            rate(one)
            return Sample(p95(ASKED, lambda: rate(one)) / 1000)

    return take


def cancelling() -> Take:
    def take() -> Sample:
        with server(1, on_all_cores) as one, running_jobs(one, 1) as names:
            return Sample(seconds_to_cancel(one, names[0]))

    return take
