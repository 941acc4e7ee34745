"""Commands and the studio: how long and in how much memory each runs, with an empty and with a warm cache."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep

from load_server import JOB, Server, p95, rate, running_jobs, seconds_to_cancel, server

from benchmarks.measuring import Row, Sample, Take, all_cores, timed, timed_by_clock
from benchmarks.puzzles import LEFT, PATTERN, many_lines

CPGEN = str(Path(sys.executable).with_name("cpgen"))
NUMPY, IMPORT = ([sys.executable, "-c", f"import {name}"] for name in ("numpy", "cpgen"))
GENERATE = ["generate", "--pattern", PATTERN, "--grade", "expert", "--seed", "{}"]
ONCE = {
    "--help": ["--help"],
    **{name: [name, LEFT] for name in ("rate", "hint", "explain", "draw", "check")},
    "solve": ["solve", LEFT, "--oracle", "cpsat"],
    "generate": GENERATE,
    "dig": ["dig", "--seed", "{}"],
}
"""What is asked for one puzzle; {} is another seed each time"""
DIG = ["dig", "--seed", "{}", "-n"]
MADE = {
    "cpgen dig, minimal": (300, [*DIG, "300"]),
    "cpgen dig, half-turn": (300, [*DIG, "300", "--symmetry", "rot180"]),
    "cpgen dig, half-turn, bitset": (20_000, [*DIG, "20000", "--symmetry", "rot180", "--oracle", "bitset"]),
    "cpgen dig, jigsaws": (100, [*DIG, "100", "--layout", "jigsaw-9"]),
    "cpgen dig, 16×16": (20, [*DIG, "20", "--layout", "4x4", "--symmetry", "rot180"]),
    "cpgen generate, expert": (300, [*GENERATE, "-n", "300"]),
}
"""By row: how many puzzles, and the command that makes them"""
READ = {
    "cpgen rate FILE": (20_000, ["rate", "{}", "--jobs", "1", "--out", "{}.csv"]),
    "cpgen convert FILE": (20_000, ["convert", "{}", "{}.out", "--to", "line"]),
    "cpgen check FILE": (500, ["check", "{}"]),
    "cpgen book --hints": (200, ["book", "{}.pdf", "{}", "--hints"]),
}
"""By row: how many puzzles are in the file {}, and the command that reads them"""
BULK = ("cpgen rate FILE", "cpgen convert FILE")
MEMORY = {"import numpy": NUMPY, "import cpgen": IMPORT, "rate": [CPGEN, *ONCE["rate"]], "generate": [CPGEN, *GENERATE]}
COMPILE = [sys.executable, str(Path(__file__).parents[1] / "warm_up.py")]
CACHES = ("warm", "empty")
JOBS, ASKED = 8, 200
LAUNCHER = """
import os, sys
quiet = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)]
process = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=quiet)
_, status, usage = os.wait4(process, 0)
print(usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024))
sys.exit(status != 0)
"""


def command_rows() -> Iterator[Row]:
    for cache in CACHES:
        for name, words in ONCE.items():
            makes = name in ("generate", "dig")
            yield Row(f"cpgen {name}, {cache} cache", partial(command, words, cache), 5 if makes else 7, "ms")
    for name, (many, words) in MADE.items():
        yield Row(name, partial(command, words, each=many), 3, "ms")
    for name, (many, words) in READ.items():
        yield Row(name, partial(reading, words, many), 3, "µs")
    for name, words in MEMORY.items():
        yield Row(f"memory of {name}", partial(memory, words), 3, "MB")
    for name in BULK:
        for lines in (10_000, 100_000):
            take = partial(memory_in_bulk, READ[name][1], lines)
            yield Row(f"memory of {name} of {lines:,} lines", take, 1, "MB", quick=False)
    yield Row("compiling all that tests call", partial(process, COMPILE, "empty"), 1, "s", quick=False)


def command(words: list[str], cache: str = "warm", each: int = 1) -> Take:
    """The time of a command of cpgen, as a shell would start it, for each of so many puzzles."""
    return process([CPGEN, *words], cache, each)


def process(words: list[str], cache: str = "warm", each: int = 1) -> Take:
    """The same of any program; on all processors, since numpy starts quicker where it finds but one."""
    seeds = count(1)

    def take() -> Sample:
        seed = next(seeds)
        with kept(cache) as environment, all_cores():
            done = timed(lambda: quietly([word.format(seed) for word in words], environment))
        return Sample(done.amount / each)

    if cache == "warm":
        take()
    return take


def quietly(words: list[str], environment: dict[str, str] | None = None) -> None:
    subprocess.run(words, check=True, capture_output=True, env=environment)


@contextmanager
def kept(cache: str) -> Iterator[dict[str, str]]:
    """An environment whose cache of compiled code is the user's (`warm`) or a folder that is empty at first."""
    if cache == "warm":
        yield dict(os.environ)
        return
    with TemporaryDirectory() as folder:
        yield os.environ | {"XDG_CACHE_HOME": folder}


@contextmanager
def file_of(lines: int) -> Iterator[Path]:
    """A file of so many puzzles."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "puzzles.sdm")
        file.write_text(many_lines(lines), encoding="utf-8")
        yield file


def reading(words: list[str], lines: int) -> Take:
    """The time of a command for each puzzle of a file of so many, start-up, reading and writing included."""

    def take() -> Sample:
        with file_of(lines) as file:
            return Sample(timed(lambda: quietly([CPGEN, *(word.format(file) for word in words)])).amount / lines)

    take()
    return take


def memory(words: list[str]) -> Take:
    words = [word.format(1) for word in words]
    quietly(words)
    return lambda: Sample(most_memory(words))


def memory_in_bulk(words: list[str], lines: int) -> Take:
    """The same of a command that reads a file of so many puzzles."""

    def take() -> Sample:
        with file_of(lines) as file:
            return Sample(most_memory([CPGEN, *(word.format(file) for word in words)]))

    return take


def most_memory(words: list[str], environment: dict[str, str] | None = None) -> float:
    """The most memory that a process held at once, in bytes.

    A small launcher starts it: until a process runs its program, the memory of what started it counts as its own.
    """
    started = [sys.executable, "-ISc", LAUNCHER, *words]
    return float(subprocess.run(started, check=True, capture_output=True, env=environment).stdout)


def server_rows() -> Iterator[Row]:
    for cache in CACHES:
        yield Row(f"studio: first page, {cache} cache", partial(studio, cache, first_page), 5, "s")
        yield Row(f"studio: first puzzle, {cache} cache", partial(studio, cache, first_puzzle), 3, "s")
    yield Row("server: p95 of a rating", partial(p95_of_a_rating, 0), 3, "ms")
    yield Row(f"server: p95 of a rating beside {JOBS} jobs", partial(p95_of_a_rating, JOBS), 3, "ms", quick=False)
    yield Row("server: a cancelled job ends", cancelling, 3, "s", quick=False)


def studio(cache: str, until: Callable[[Server], None]) -> Take:
    """From the start of `cpgen serve` until something has come, by the clock, on all processors."""

    def take() -> Sample:
        with kept(cache) as environment, ExitStack() as serving:
            return timed_by_clock(lambda: until(serving.enter_context(server(1, environment))))

    return take


def first_page(one: Server) -> None:
    status, page = one.ask("GET", "/")
    assert status == 200, page


def first_puzzle(one: Server) -> None:
    """Posts a job and waits for its first puzzle."""
    first_page(one)
    status, answer = one.ask("POST", "/api/jobs", JOB | {"count": 1})
    assert status == 201, answer
    while not json.loads(one.ask("GET", f"/api/jobs/{json.loads(answer)['id']}")[1])["found"]:
        sleep(0.02)


def p95_of_a_rating(jobs: int) -> Take:
    """What 95 of 100 answers over HTTP do not exceed, on all processors, once the server rates by compiled code."""

    def take() -> Sample:
        with all_cores(), server(max(jobs, 1)) as one, running_jobs(one, jobs) if jobs else nullcontext():
            p95(ASKED, lambda: rate(one))
            return Sample(p95(ASKED, lambda: rate(one)) / 1000)

    return take


def cancelling() -> Take:
    def take() -> Sample:
        with all_cores(), server(1) as one, running_jobs(one, 1) as names:
            return Sample(seconds_to_cancel(one, names[0]))

    return take
