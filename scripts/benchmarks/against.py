"""This checkout compared with another in time and memory: paired samples of both, in turns, in one run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks import results
from benchmarks.commands import most_memory
from benchmarks.measuring import progress, timed
from benchmarks.puzzles import LEFT, PATTERN, many_lines
from cpgen.study.measuring import bootstrap, one_core

ROOT = Path(__file__).parents[2]
WORKER = Path(__file__).with_name("worker.py")
MAIN = "import sys; from cpgen.cli import main; sys.exit(main())"
ROUNDS, STARTS, PEAKS = 25, 15, 3
GENERATE = ["generate", "--pattern", PATTERN, "--seed", "1", "--oracle", "bitset"]


@dataclass(frozen=True)
class Measured:
    """The paired samples of one kind: this checkout's and the other's, in seconds or bytes."""

    name: str
    unit: str
    ours: np.ndarray
    theirs: np.ndarray

    @property
    def ratio(self) -> float:
        """How many times the other's this checkout's is, as the median of the pairs."""
        return float(np.median(self.ours / self.theirs))

    @property
    def bounds(self) -> tuple[float, float]:
        """The 95 % interval of the ratio."""
        return bootstrap(lambda pairs: float(np.median(pairs)), self.ours / self.theirs)


class Checkout:
    """A checkout whose code runs in this Python, by way of PYTHONPATH."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.environment = os.environ | {"PYTHONPATH": str(root)}

    def command(self, words: list[str]) -> list[str]:
        """The command line of this checkout."""
        return [sys.executable, "-c", MAIN, *words]

    def can(self, words: list[str]) -> bool:
        """Whether this checkout has the command; it has then compiled what that needs."""
        progress(f"compiling {self.root}")
        done = self._run(words)
        if done.returncode:
            reason = done.stderr.decode().strip().rpartition("\n")[2]
            print(f"bench: left out: {words[0]}; {self.root} cannot do it: {reason}", file=sys.stderr)
        return not done.returncode

    def seconds(self, words: list[str]) -> float:
        return timed(lambda: self._run(words).check_returncode()).amount

    def bytes(self, words: list[str]) -> float:
        return most_memory(self.command(words), self.environment)

    def _run(self, words: list[str]) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            self.command(words), capture_output=True, env=self.environment, cwd=self.root, check=False
        )


class Worker:
    """A process of a checkout that takes samples on request."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        answer = process.stdout.readline()
        if not answer:
            sys.exit("bench: that revision is too old to be compared: it lacks calls of today, as said above.")
        self.kinds: list[str] = json.loads(answer)

    def seconds(self, kind: str) -> float:
        self._process.stdin.write(f"{kind}\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())


def compare(revision: str, as_json: bool) -> int:
    """Measures both and prints a line, or an object, a kind as soon as it is known; 130 after Ctrl-C."""
    about = results.header()
    try:
        with one_core(), worktree(revision) as (other, name):
            results.introduce(about | {"against": name}, as_json)
            for one in measurements(Checkout(ROOT), Checkout(other)):
                progress("")
                print(json.dumps(as_object(one), ensure_ascii=False) if as_json else as_line(one), flush=True)
    except KeyboardInterrupt:
        progress("")
        print("bench: interrupted; this is what was measured so far.", file=sys.stderr)
        return 130
    results.warn(about)
    return 0


@contextmanager
def worktree(revision: str) -> Iterator[tuple[Path, str]]:
    """A checkout of the revision for as long as it is needed, and the revision's short name."""
    name = git("rev-parse", "--short", "--verify", f"{revision}^{{commit}}").strip()
    with TemporaryDirectory(prefix="cpgen-against-") as folder:
        place = Path(folder, name)
        git("worktree", "add", "--detach", str(place), name)
        try:
            yield place, name
        finally:
            git("worktree", "remove", "--force", str(place))


def git(*words: str) -> str:
    done = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"bench: git {words[0]}: {done.stderr.strip()}")
    return done.stdout


def measurements(ours: Checkout, theirs: Checkout) -> Iterator[Measured]:
    """All kinds that both can do, the compiled code of both made first."""
    for name, words in {"--help": ["--help"], "rate LINE": ["rate", LEFT], "generate": GENERATE}.items():
        if all(one.can(words) for one in (ours, theirs)):
            take = partial(Checkout.seconds, words=words)
            yield paired(f"start {name}", "s", take, ours, theirs, STARTS)
    yield from speeds(ours, theirs)
    yield from memories(ours, theirs)


def paired(
    name: str, unit: str, take: Callable[[Checkout], float], ours: Checkout, theirs: Checkout, rounds: int
) -> Measured:
    """So many pairs, each checkout the first in every other one."""
    samples: dict[Checkout, list[float]] = {ours: [], theirs: []}
    for number in range(rounds):
        progress(f"{name}: {number + 1} of {rounds}")
        for one in (ours, theirs) if number % 2 else (theirs, ours):
            samples[one].append(take(one))
    return Measured(name, unit, np.array(samples[ours]), np.array(samples[theirs]))


def speeds(ours: Checkout, theirs: Checkout) -> Iterator[Measured]:
    """What the workers of both measure, turn by turn."""
    with ExitStack() as stack:
        workers = {one: stack.enter_context(working(one)) for one in (ours, theirs)}
        for kind in (kind for kind in workers[ours].kinds if kind in workers[theirs].kinds):
            yield paired(kind, "s", lambda one, kind=kind: workers[one].seconds(kind), ours, theirs, ROUNDS)


@contextmanager
def working(checkout: Checkout) -> Iterator[Worker]:
    progress(f"preparing {checkout.root}")
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    command = [sys.executable, str(WORKER)]
    apart = {"env": checkout.environment, "cwd": checkout.root, "process_group": 0}
    with subprocess.Popen(command, **streams, **apart, text=True) as process:
        try:
            yield Worker(process)
        finally:
            process.kill()


def memories(ours: Checkout, theirs: Checkout) -> Iterator[Measured]:
    """The largest resident sets."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "puzzles.txt")
        file.write_text(many_lines(20_000), encoding="utf-8")
        commands = {
            "memory of generate": GENERATE,
            "memory of rate FILE": ["rate", str(file), "--jobs", "1", "--out", f"{file}.csv"],
        }
        for name, words in commands.items():
            if all(one.can(words) for one in (ours, theirs)):
                yield paired(name, "MB", lambda one, words=words: one.bytes(words) / 1e6, ours, theirs, PEAKS)


def as_object(one: Measured) -> dict[str, object]:
    low, high = one.bounds
    return {
        "name": one.name,
        "unit": one.unit,
        "pairs": len(one.ours),
        "ours": float(np.median(one.ours)),
        "theirs": float(np.median(one.theirs)),
        "ratio": round(one.ratio, 4),
        "low": round(low, 4),
        "high": round(high, 4),
    }


def as_line(one: Measured) -> str:
    low, high = one.bounds
    here, there = float(np.median(one.ours)), float(np.median(one.theirs))
    verdict = "worse" if low > 1.02 else "better" if high < 0.98 else ""
    return (
        f"{one.name:<36} {here:8.4g} against {there:8.4g} {one.unit:<2}  "
        f"ratio {one.ratio:.3f} (95 %: {low:.3f} to {high:.3f}) {verdict}"
    ).rstrip()
