"""Checks that tests notice a wrong line: each mutant of `mutants.toml` is tested in a copy of cpgen.

A mutant is a line, or a part of one that occurs once in its file, and what it becomes. It is killed when one of its
area's tests fails, and survives when none does; one that says why it is equivalent may survive. With --random, so many
comparisons and whole numbers of the area's files are changed instead, drawn with the seed. Compiled functions of the
area are left in Python (`tests/uncompiled.py`), so that no mutant is compiled. Ends with 1 when a mutant survives or
its line is no longer there.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from threading import Event
from time import monotonic

ROOT = Path(__file__).resolve().parent.parent
LIST = Path(__file__).with_suffix(".toml")
COPIED = ("cpgen", "models", "tests", "docs", "pyproject.toml")
PATIENCE, LEAST = 5, 60
"""A mutant whose tests take so many times as long as without it, and so many seconds more, goes on for ever: killed"""
SURVIVED, STALE, EQUIVALENT = "SURVIVED", "STALE: the line is not there once", "equivalent"
OPPOSITES = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
}


@dataclass(frozen=True)
class Area:
    """Files whose mutants the same tests should kill; `in_python` are the modules that are not compiled for it."""

    name: str
    in_python: str
    tests: tuple[str, ...]
    files: tuple[str, ...]
    mutants: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Mutant:
    """The text of a file with one thing wrong; None when the line that should become wrong is not there."""

    area: Area
    file: str
    told: str
    text: str | None
    why_equivalent: str = ""


def areas(wanted: str | None) -> list[Area]:
    found = tomllib.loads(LIST.read_text(encoding="utf-8"))
    return [
        Area(name, data["in_python"], *(tuple(data[key]) for key in ("tests", "files", "mutants")))
        for name, data in found.items()
        if wanted in (None, name)
    ]


def listed(area: Area) -> Iterator[Mutant]:
    """The mutants that the list tells: file, line, what it becomes, what that means, and why it is equivalent if so."""
    for file, line, becomes, meaning, *why in map(tuple, area.mutants):
        text = (ROOT / "cpgen" / file).read_text(encoding="utf-8")
        there = text.count(line) == 1 and line != becomes
        yield Mutant(area, file, meaning, text.replace(line, becomes) if there else None, *why)


def drawn(area: Area, count: int, seed: int) -> list[Mutant]:
    """Random mutants of the area's files: a comparison turned, a whole number one more or less."""
    every = [mutant for file in area.files for mutant in changed(area, file)]
    return random.Random(seed).sample(every, min(count, len(every)))


def changed(area: Area, file: str) -> Iterator[Mutant]:
    text = (ROOT / "cpgen" / file).read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and type(node.value) is int:
            for value in {node.value + 1, max(node.value - 1, 0)} - {node.value}:
                yield at(area, file, text, node, node, str(value))
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in OPPOSITES:
            sign, other = OPPOSITES[type(node.ops[0])]
            segment = ast.get_source_segment(text, node) or ""
            left = ast.get_source_segment(text, node.left) or ""
            rest = segment[len(left) :].replace(sign, other, 1)
            yield at(area, file, text, node, node, left + rest)


def at(area: Area, file: str, text: str, first: ast.expr, last: ast.expr, becomes: str) -> Mutant:
    """The mutant with something else from one node of a line to another."""
    lines = text.splitlines(keepends=True)
    raw = lines[first.lineno - 1].encode()
    whole = raw[: first.col_offset] + becomes.encode() + raw[last.end_col_offset :]
    lines[first.lineno - 1] = whole.decode()
    told = f"line {first.lineno}: {raw.decode().strip()}  →  {whole.decode().strip()}"
    return Mutant(area, file, told, "".join(lines) if first.lineno == last.end_lineno else None)


class Copies:
    """Copies of the project in a temporary folder, one for each job, with compiled code of their own."""

    def __init__(self, folder: Path, jobs: int) -> None:
        self.free: Queue[Path] = Queue()
        for job in range(jobs):
            for name in COPIED:
                copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
                (folder / str(job)).mkdir(exist_ok=True)
                copy(ROOT / name, folder / str(job) / name)
            self.free.put(folder / str(job))

    def seconds_of(self, area: Area) -> float:
        """How long the tests of an area take where nothing is wrong, compiled code made; ends all when one fails."""
        for home in list(self.free.queue):
            began = monotonic()
            if killer := first_failure(home, area, None):
                sys.exit(f"The tests of {area.name} fail without a mutant: {killer}")
        return monotonic() - began

    def judge(self, mutant: Mutant, limit: float, stopped: Event) -> str:
        """What kills the mutant, or why nothing does."""
        if mutant.text is None:
            return STALE
        home = self.free.get()
        try:
            killer = "stopped" if stopped.is_set() else failing(home, mutant, limit)
        finally:
            self.free.put(home)
        return killer or (EQUIVALENT if mutant.why_equivalent else SURVIVED)


def failing(home: Path, mutant: Mutant, limit: float) -> str:
    """The first test that fails with the mutant in the copy, or nothing."""
    path = home / "cpgen" / mutant.file
    before, times = path.read_text(encoding="utf-8"), path.stat()
    try:
        path.write_text(mutant.text or "", encoding="utf-8")
        return first_failure(home, mutant.area, limit)
    finally:
        path.write_text(before, encoding="utf-8")
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))  # compiled code is kept for a file of this age


def first_failure(home: Path, area: Area, limit: float | None) -> str:
    names = {"PYTHONPATH": str(home), "PYTHONDONTWRITEBYTECODE": "1", "UNCOMPILED": area.in_python}
    options = ["-p", "tests.uncompiled", "-p", "no:cacheprovider", "-n", "0", "-x", "-q", "-rfE", "--tb=no"]
    command = [sys.executable, "-m", "pytest", *options, *area.tests]
    environment = os.environ | names | {"KEEP_COMPILED": str(home / "compiled")}
    try:
        done = subprocess.run(
            command, cwd=home, env=environment, capture_output=True, text=True, timeout=limit, check=False
        )
    except subprocess.TimeoutExpired:
        return f"no end within {limit:.0f} s"
    if done.returncode == 0:
        return ""
    found = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", done.stdout, re.MULTILINE)
    return found[1] if found else f"pytest ends with {done.returncode}: {(done.stdout + done.stderr)[-300:]}"


def tell(text: str, end: str = "\n") -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end=end, file=sys.stderr, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description="Do the tests notice when a line is wrong?")
    parser.add_argument("--area", help="only the mutants of this area of mutants.toml")
    parser.add_argument("--random", type=int, metavar="N", help="so many random mutants of each area instead")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    chosen = areas(asked.area)
    if not chosen:
        parser.error(f"{asked.area} is no area of {LIST.name}")
    with tempfile.TemporaryDirectory(prefix="cpgen-mutants-") as folder:
        return judged(chosen, asked, Copies(Path(folder), asked.jobs))


def judged(chosen: list[Area], asked: argparse.Namespace, copies: Copies) -> int:
    """Tells what becomes of each mutant as it is known; 1 when one survived or is stale, 130 after Ctrl-C."""
    stopped, fates = Event(), []
    with ThreadPoolExecutor(asked.jobs) as pool:
        try:
            for area in chosen:
                tell(f"{area.name}: the tests without a mutant …", end="")
                limit = LEAST + PATIENCE * copies.seconds_of(area)
                mutants = drawn(area, asked.random, asked.seed) if asked.random else list(listed(area))
                told = pool.map(lambda one, limit=limit: copies.judge(one, limit, stopped), mutants)
                for mutant, fate in zip(mutants, told, strict=True):
                    fates.append(fate)
                    tell("", end="")
                    print(f"{area.name}  {mutant.file}  {mutant.told}: {fate}", flush=True)
                    tell(f"{area.name}: {len(mutants)} mutants; {len(fates)} judged in all", end="")
        except KeyboardInterrupt:
            stopped.set()
    tell("", end="")
    bad = [fate for fate in fates if fate in (SURVIVED, STALE)]
    spared = fates.count(EQUIVALENT)
    print(f"{len(fates)} mutants: {len(fates) - len(bad) - spared} killed, {spared} equivalent, {len(bad)} not killed")
    return 130 if stopped.is_set() else int(bool(bad))


if __name__ == "__main__":
    sys.exit(main())
