"""Measures commands as a user runs them: by the clock, with start-up and proofs included, as ratios within one run.

Both sides of a ratio run in the same environment, on the same core, with the same number of numerical threads, and in
alternation, so that a change of the machine's speed affects both. A value is the median of the samples. The commands of
one puzzle are compared with `import numpy`, which every user of numpy knows; bulk commands with another program that
does nearly the same, if it is installed, per puzzle.

`--loops` measures Python calls within one process (`bench_loops.py`), where start-up does not count. `--against PATH`
compares every row with another checkout of cpgen; peers are left out.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory, mkdtemp
from urllib.request import Request, urlopen

from bench_loops import LOOPS, PATTERN, PUZZLE

ROOT = Path(__file__).resolve().parent.parent
PYTHON = sys.executable
CPGEN = (PYTHON, "-m", "cpgen")
NUMPY = (PYTHON, "-c", "import numpy")
THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
IDLE = 0.5
"""Load of an idle machine at most, in processes that are ready to run"""
MANY, FEW = 20_000, 500
"""Numbers of puzzles in the files that bulk commands read"""
FOLDER = mkdtemp(prefix="cpgen-bench-")

Measure = Callable[[Path], float]
"""A function that takes one sample with the cpgen in a checkout, in seconds per puzzle"""


@dataclass(frozen=True)
class Row:
    """A measurement: what is run, how often, and what it is compared with."""

    name: str
    measure: Measure
    samples: int = 5
    reference: str = ""
    program: str = ""
    """Program that must be installed"""


# Measurements


def environment(checkout: Path, cache: str = "") -> dict[str, str]:
    """Return the environment of a command; an empty cache folder makes it a first run."""
    own = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    own |= dict.fromkeys(THREADS, "1") | {"PYTHONPATH": str(checkout)}
    return own | {"XDG_CACHE_HOME": cache} if cache else own


def run(words: tuple[str, ...], per: int = 1, cold: bool = False, stdin: Path | None = None) -> Measure:
    """Return a measure of one process, divided by the number of puzzles; `cold` gives it an empty cache."""
    seeds, begun_with = iter(range(1, 1 << 20)), set[Path]()

    def take(checkout: Path) -> float:
        with TemporaryDirectory() as folder, TemporaryDirectory() as cache:
            names = {
                "seed": str(next(seeds)),
                "folder": folder,
                "many": f"{FOLDER}/many.sdm",
                "few": f"{FOLDER}/few.sdm",
                "drawn": f"{FOLDER}/thermometers.txt",
            }
            command = [word.format(**names) for word in words]
            own = environment(checkout, cache if cold else "")
            if not cold and checkout not in begun_with:
                own["CPGEN_COMPILE"] = "now"  # the first run, which does not count, fills the cache of compiled code
            begun_with.add(checkout)
            with open(stdin or os.devnull) as text:
                begun = time.perf_counter()
                done = subprocess.run(command, cwd=folder, env=own, stdin=text, capture_output=True, check=False)
                seconds = time.perf_counter() - begun
            if done.returncode:
                said = done.stderr.decode(errors="replace")[-500:]
                raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}: {said}")
        return seconds / per

    return take


def cpgen(words: str, per: int = 1, cold: bool = False) -> Measure:
    """Return a measure of a cpgen command."""
    return run((*CPGEN, *words.split()), per, cold)


def first_answer(puzzle: bool) -> Measure:
    """Return a measure from the start of `cpgen serve` to its first page, or to the first puzzle of a job."""

    def take(checkout: Path) -> float:
        begun = time.perf_counter()
        command = [*CPGEN, "serve", "--port", "0", "--json"]
        with subprocess.Popen(command, env=environment(checkout), stdout=subprocess.PIPE, text=True) as process:
            try:
                address = json.loads(process.stdout.readline())["address"]
                urlopen(address).read()
                if puzzle:
                    _wait_for_puzzle(address)
                return time.perf_counter() - begun
            finally:
                process.send_signal(signal.SIGINT)

    return take


def _wait_for_puzzle(address: str) -> None:
    asked = json.dumps({"pattern": PATTERN, "grade": "expert", "count": 1}).encode()
    job = json.load(urlopen(Request(f"{address}api/jobs", asked, {"Content-Type": "application/json"})))["id"]
    while not json.load(urlopen(f"{address}api/jobs/{job}"))["found"]:
        time.sleep(0.01)


def loop(name: str) -> Measure:
    """Return a measure of a loop, which the process times itself."""

    def take(checkout: Path) -> float:
        command = [PYTHON, str(Path(__file__).with_name("bench_loops.py")), name]
        done = subprocess.run(command, env=environment(checkout), capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(done.stderr[-500:])
        return float(done.stdout)

    return take


def write_puzzles() -> None:
    """Write the files that commands read: 200 puzzles of this checkout, repeated with renamed digits, and a drawing."""
    words = [*CPGEN, "dig", "-n", "200", "--seed", "1", "--oracle", "bitset"]
    done = subprocess.run(words, env=environment(ROOT), capture_output=True, text=True, check=True)
    lines, rng = done.stdout.split(), Random(1)
    names = ["".join(rng.sample("123456789", 9)) for _ in range(MANY)]
    texts = [lines[k % 200].translate(str.maketrans("123456789", name)) + "\n" for k, name in enumerate(names)]
    Path(FOLDER, "many.sdm").write_text("".join(texts))
    Path(FOLDER, "few.sdm").write_text("".join(texts[:FEW]))
    Path(FOLDER, "thermometers.txt").write_text(THERMOMETERS)


# Rows

GENERATE = f"generate --pattern {PATTERN} --grade expert --seed {{seed}}"
ONE_PUZZLE = {
    "cpgen --help": "--help",
    **{f"cpgen {name}": f"{name} {PUZZLE}" for name in ("rate", "hint", "explain", "draw", "check", "solve")},
    "cpgen generate --grade expert": GENERATE,
    "cpgen dig": "dig --seed {seed}",
    "cpgen generate --kind killer": "generate --kind killer --seed {seed}",
}
THERMOMETERS = """\
thermo: r1c1 r1c2 r1c3 r2c3
thermo: r1c9 r2c9 r3c9 r3c8
thermo: r9c1 r8c1 r7c1 r7c2
thermo: r9c9 r9c8 r9c7 r8c7
thermo: r4c4 r4c5 r4c6
thermo: r6c6 r6c5 r6c4
thermo: r5c1 r5c2 r4c2 r4c1
thermo: r5c9 r5c8 r6c8 r6c9
"""
BULK = (
    ("500 expert puzzles on one pattern", f"{GENERATE} -n 500", 500, "paper"),
    ("500 minimal puzzles by digging", "dig -n 500 --seed {seed}", 500, "qqwing --generate"),
    ("500 with half-turn symmetry", "dig -n 500 --symmetry rot180 --seed {seed}", 500, "qqwing --symmetry rotate180"),
    ("500 with half-turn symmetry, --oracle bitset", "dig -n 500 --symmetry rot180 --oracle bitset --seed {seed}", 500,
     "qqwing --symmetry rotate180"),
    ("100 jigsaws by digging", "dig -n 100 --layout jigsaw-9 --seed {seed}", 100, "sgt-solo --generate 9j"),
    ("20 of 16×16 by digging", "dig -n 20 --layout 4x4 --symmetry rot180 --seed {seed}", 20, "sgt-solo --generate 4x4"),
    ("100 killers", "generate --kind killer -n 100 --seed {seed}", 100, "sgt-solo --generate 3x3kda"),
    *((f"20 killers, {grade}", f"generate --kind killer --grade {grade} -n 20 --seed {{seed}}", 20, "")
      for grade in ("intermediate", "advanced", "expert")),
    ("40 killers on 6×6", "generate --kind killer --layout 2x3 --grade advanced -n 40 --seed {seed}", 40, ""),
    ("10 with all dots", "generate --kind kropki --grade advanced -n 10 --seed {seed}", 10, ""),
    ("10 with arrows, expert", "generate --kind arrow --grade expert -n 10 --seed {seed}", 10, ""),
    ("10 on eight thermometers", "generate --drawing {drawn} --grade advanced -n 10 --seed {seed}", 10, ""),
    ("rating a file of 20,000", "rate {many} --jobs 1 --out {folder}/r.csv", MANY, "qqwing --solve --stats"),
    ("converting a file of 20,000", "convert {many} {folder}/out --to line", MANY, ""),
    ("checking 500 by CP-SAT", "check {few}", FEW, "a plain CP-SAT model"),
)  # fmt: skip


def command_rows() -> Iterator[Row]:
    """Yield the commands of one puzzle, some of them with an empty cache as well, and the bulk commands."""
    numpy = "python -c 'import numpy'"
    yield Row(numpy, run(NUMPY), 15)
    for name, words in ONE_PUZZLE.items():
        yield Row(name, cpgen(words), 7, numpy)
    yield Row("cpgen serve: first page", first_answer(puzzle=False), 5, numpy)
    yield Row("cpgen serve: first puzzle", first_answer(puzzle=True), 3, numpy)
    for name in ("cpgen rate", "cpgen generate --grade expert", "cpgen generate --kind killer", "cpgen dig"):
        yield Row(f"{name}, first run ever", cpgen(ONE_PUZZLE[name], cold=True), 3, numpy)
    for name, words, per, peer in BULK:
        yield Row(name, cpgen(words, per), 3, peer)


def peer_rows() -> Iterator[Row]:
    """Yield what the bulk commands are compared with."""
    qqwing, solo = program("qqwing"), program("sgt-solo")
    generate = (qqwing, "--generate", "500", "--one-line")
    yield Row("paper", cpgen(f"{GENERATE} --generation kamio --replacement kamio -n 3", 3), 3)
    yield Row("qqwing --generate", run(generate, 500), 3, program="qqwing")
    yield Row("qqwing --symmetry rotate180", run((*generate, "--symmetry", "rotate180"), 500), 3, program="qqwing")
    yield Row("sgt-solo --generate 9j", run((solo, "--generate", "100", "9j"), 100), 3, program="sgt-solo")
    yield Row("sgt-solo --generate 4x4", run((solo, "--generate", "20", "4x4"), 20), 3, program="sgt-solo")
    killers = run((solo, "--generate", "100", "3x3kda"), 100)  # advanced, with sets of cells
    yield Row("sgt-solo --generate 3x3kda", killers, 3, program="sgt-solo")
    solved = run((qqwing, "--solve", "--stats", "--csv"), MANY, stdin=Path(FOLDER, "many.sdm"))
    yield Row("qqwing --solve --stats", solved, 3, program="qqwing")
    plain = (PYTHON, str(Path(__file__).with_name("bench_loops.py")), "--plain-cpsat", "{few}")
    yield Row("a plain CP-SAT model", run(plain, FEW), 3)


def loop_rows() -> Iterator[Row]:
    """Yield the loops, each compared with 'a loop of plain Python' so that machines can be compared."""
    for name in LOOPS:
        yield Row(name, loop(name), 3, "" if name == "plain Python" else "plain Python")


def program(name: str) -> str:
    """Return the path of a program, which Debian may keep in a folder for games, or an empty text."""
    return shutil.which(name, path=f"{os.environ.get('PATH', os.defpath)}:/usr/games") or ""


# The run


def sample(rows: list[Row], checkouts: list[Path]) -> dict[tuple[str, Path], list[float]]:
    """Take the samples of all rows in rounds, alternating the order of the checkouts."""
    samples: dict[tuple[str, Path], list[float]] = {(row.name, one): [] for row in rows for one in checkouts}
    failed: set[str] = set()
    for turn in range(1 + max(row.samples for row in rows)):
        for row in rows:
            if turn > row.samples or row.name in failed:
                continue
            if sys.stderr.isatty():
                print(f"\r\x1b[K{turn}: {row.name}", end="", file=sys.stderr, flush=True)
            for checkout in checkouts[:: 1 if turn % 2 else -1]:
                try:
                    seconds = row.measure(checkout)
                except (RuntimeError, OSError) as error:
                    failed.add(row.name)
                    print(f"bench: {row.name} is left out: {error}", file=sys.stderr)
                    break
                if turn:  # the first round fills caches
                    samples[row.name, checkout].append(seconds)
    return {key: taken for key, taken in samples.items() if taken and key[0] not in failed}


@contextmanager
def one_core() -> Iterator[None]:
    """Pin this process and its children to one core, where the system can."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def results(rows: list[Row], values: dict[tuple[str, Path], float], other: Path | None) -> Iterator[dict[str, object]]:
    """Yield one record per row: seconds per puzzle, what it is compared with, and the ratio."""
    for row in rows:
        if (row.name, ROOT) in values:
            key = (row.name, other) if other else (row.reference, ROOT)
            against = "the other checkout" if other else row.reference
            ratio = values[row.name, ROOT] / values[key] if key in values else None
            yield {"name": row.name, "seconds": values[row.name, ROOT], "against": against, "ratio": ratio}


def table(records: list[dict[str, object]]) -> str:
    """Return the results as a Markdown table."""
    lines = ["| command | time | compared with | ratio |", "|---|---|---|---|"]
    for one in records:
        ratio = f"{one['ratio']:.{2 if one['ratio'] < 100 else 3}g} ×" if one["ratio"] else ""
        against = NAMES.get(one["against"], f"`{one['against']}`") if one["ratio"] else ""
        lines.append(f"| {one['name']} | {time_of(one['seconds'])} | {against} | {ratio} |")
    return "\n".join(lines)


NAMES = {
    "paper": "the paper's method in cpgen, per matching puzzle",
    "a plain CP-SAT model": "a plain CP-SAT model, built for each puzzle",
    "plain Python": "a million steps of a Python loop",
    "the other checkout": "the other checkout",
}


def time_of(seconds: float) -> str:
    """Return a time with its unit, as in `2.4 ms`."""
    for factor, unit in ((1, "s"), (1e3, "ms")):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


def machine() -> str:
    """Return a line on the machine, the day and the versions."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    processor = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    found = [f"{name} {version(name)}" for name in ("numba", "numpy", "ortools")]
    for name in filter(program, ("qqwing", "sgt-solo")):
        said = subprocess.run([program(name), "--version"], capture_output=True, text=True, check=False).stdout.split()
        found.append(f"{name} {next((word for word in said if word[0].isdigit()), 'of an unknown version')}")
    load = f", load {os.getloadavg()[0]:.2g}" if hasattr(os, "getloadavg") else ""
    return (
        f"Measured on one core of {processor or platform.machine()}, {platform.system()}, Python "
        f"{platform.python_version()}, {', '.join(found)}, {datetime.now(UTC).date()}{load}. Times are those of the "
        "clock, per command or, in bulk, per puzzle."
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/bench", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--loops", action="store_true", help="measure Python calls instead of commands")
    parser.add_argument("--against", type=Path, metavar="PATH", help="compare with another checkout of cpgen")
    parser.add_argument("--only", default="", metavar="TEXT", help="only rows with TEXT in their name")
    parser.add_argument("--json", action="store_true", help="one JSON object per line")
    asked = parser.parse_args()
    other = asked.against.resolve() if asked.against else None
    if other and not (other / "cpgen" / "__init__.py").exists():
        parser.error(f"{asked.against} is not a checkout of cpgen")
    if hasattr(os, "getloadavg") and os.getloadavg()[0] > IDLE:
        print(
            f"bench: the machine is busy (load {os.getloadavg()[0]:.2g}); the figures may be too high", file=sys.stderr
        )
    about = machine()
    every = {row.name: row for row in (*command_rows(), *peer_rows(), *loop_rows())}
    rows = [row for row in (loop_rows() if asked.loops else command_rows()) if asked.only in row.name]
    if not rows:
        parser.error(f"no row has {asked.only!r} in its name")
    names = {row.name for row in rows} | {row.reference for row in rows if row.reference and not other}
    chosen = [row for row in every.values() if row.name in names and (not row.program or program(row.program))]
    try:
        with one_core():
            write_puzzles()
            taken = sample(chosen, [ROOT, other] if other else [ROOT])
    finally:
        shutil.rmtree(FOLDER)
    records = list(results(rows, {key: median(some) for key, some in taken.items()}, other))
    if asked.json:
        print(*(json.dumps(one) for one in [{"machine": about}, *records]), sep="\n")
    else:
        print(table(records), "", about, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
