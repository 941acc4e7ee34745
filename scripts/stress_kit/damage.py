"""Damaged stores, caches of compiled code and puzzle files: results are right, or an error says what is wrong."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from stress_kit.trials import Ended, Fault, Trial, megabytes, run
from stress_kit.works import puzzles, samples

READING = (
    ("collection", "export", "bad.db", "out.sdm"),
    ("collection", "list", "bad.db"),
    ("collection", "stats", "bad.db"),
    ("collection", "sample", "bad.db", "-n", "5"),
    ("collection", "import", "bad.db", "all.sdm"),
    ("batch", "-o", "bad.db", "--resume"),
)
BLOCK = 4096
BOARDS = ("3x3", "2x2", "latin-5", "2x3+diagonals", "jigsaw-7", "windoku")
FILES = 300
"""Number of damaged files that one process reads"""
SLOW_SECONDS, LARGE_MEGABYTES = 2.0, 300.0


def damaged(content: bytes, rng: Random) -> tuple[bytes, str]:
    """Return the bytes with flipped bits, cut short, or with a wrong or empty block, and a description."""
    found, kind = bytearray(content), rng.randrange(4)
    begin, size = rng.randrange(len(found)), rng.choice((16, 512, BLOCK))
    if kind == 0:
        places = [rng.randrange(len(found)) for _ in range(rng.choice((1, 1, 2, 8, 32)))]
        for place in places:
            found[place] ^= 1 << rng.randrange(8)
        return bytes(found), f"flipped bits at {places}"
    if kind == 1:
        return bytes(found[:begin]), f"only its first {begin} bytes"
    size = min(size, len(found) - begin)
    found[begin : begin + size] = rng.randbytes(size) if kind == 2 else bytes(size)
    return bytes(found), f"{size} {'random' if kind == 2 else 'zero'} bytes at {begin}"


def lines(file: Path) -> set[str]:
    """Return the puzzles in a file of lines."""
    return {line for line in file.read_text().split() if line[:1] in "0123456789."}


def stores(rng: Random, folder: Path) -> Iterator[Trial]:
    """Read damaged stores with every command that reads one."""
    from stress_kit.trials import cpgen

    source, own = samples(folder), folder / "own"
    known, content = lines(source / "all.sdm"), (source / "set.db").read_bytes()
    while True:
        for command in READING:
            shutil.rmtree(own, ignore_errors=True)
            own.mkdir()
            shutil.copy(source / "all.sdm", own)
            bad, how = damaged(content, rng)
            (own / "bad.db").write_bytes(bad)
            what = f"{' '.join(command)} of a store with {how}"
            ended = run(cpgen(*command), own)
            faults = ended.faults(what, (0, 1, 2))
            if (exported := own / "out.sdm").exists():
                if wrong := lines(exported) - known:
                    faults.append(Fault("wrong", f"{what}: {len(wrong)} puzzles that it never held"))
                if ended.code == 0 and lines(exported) != known:
                    faults.append(Fault("lost", f"{what}: puzzles are missing, and exit 0"))
            yield faults


def logs(rng: Random, folder: Path) -> Iterator[Trial]:
    """Remove, cut or damage the log of a killed batch; losses are reported until they are acknowledged."""
    from stress_kit.trials import cpgen

    source, own = samples(folder), folder / "own"
    killed = _killed_store(source / "set.db", folder)
    while True:
        shutil.rmtree(own, ignore_errors=True)
        shutil.copytree(killed, own)
        log = own / "set.db-wal"
        content = log.read_bytes()
        bad, how = (b"", "removed") if rng.random() < 0.3 else damaged(content, rng)
        log.write_bytes(bad)
        if not bad:
            log.unlink()
        what = f"the log of a store: {how}"
        faults, codes, rows_there = [], [], 0
        for words in ((), ("--repair",), (), ("--acknowledge",), ()):
            ended = run(cpgen("collection", "verify", "set.db", *words), own)
            faults += ended.faults(f"verify {' '.join(words)} of {what}", (0, 1))
            codes.append(ended.code)
            if words == ("--repair",):
                rows_there = len(puzzles(own / "set.db"))
        lost = len(puzzles(source / "set.db")) - rows_there
        if codes[1:] != [int(lost > 0)] * 2 + [0, 0]:
            faults.append(Fault("wrong", f"{what}: {lost} rows are lost, and the exit codes are {codes}"))
        yield faults


def _killed_store(store: Path, folder: Path) -> Path:
    """Return a folder with the files of a store whose last puzzles are in its log, as after a kill."""
    from cpgen.collection.store import Store

    found, growing = folder / "killed", folder / "growing.db"
    found.mkdir()
    with Store(store, create=False) as source, Store(growing) as copy:
        for record in source.records():
            copy.add_all([record])
        for path in folder.glob("growing.db*"):
            shutil.copy(path, found / path.name.replace("growing", "set"))
    return found


def caches(rng: Random, folder: Path) -> Iterator[Trial]:
    """Start commands with a damaged cache of compiled code; the results stay the same, and the cache is repaired."""
    cache, good = folder / "cache", folder / "good"
    words = ("dig", "-n", "300", "--seed", "1", "--oracle", "bitset")
    right = _started(words, cache)
    files_in = [path for path in cache.rglob("*") if path.is_file()]
    if right.code or not files_in:
        print(f"skipped: damaged caches (nothing was cached: {right.err[-200:]})")
        return
    shutil.copytree(cache, good)
    while True:
        shutil.rmtree(cache)
        shutil.copytree(good, cache)
        file = rng.choice(files_in)
        bad, how = damaged(file.read_bytes() or b"\0", rng)
        file.write_bytes(bad)
        what = f"cpgen {' '.join(words)} with {file.relative_to(cache)} of the cache with {how}"
        faults = []
        for _ in range(2):
            ended = _started(words, cache)
            faults += ended.faults(what)
            if ended.code == 0 and ended.out != right.out:
                faults.append(Fault("wrong", f"{what}: other puzzles"))
        yield faults


def _started(words: tuple[str, ...], cache: Path) -> Ended:
    """Run cpgen as a fresh process with its own cache folder."""
    command = [sys.executable, "-m", "cpgen", *words]
    own = os.environ | {"XDG_CACHE_HOME": str(cache)}
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", env=own, check=False)
    return Ended(done.returncode, done.stdout, done.stderr)


def files(rng: Random, folder: Path) -> Iterator[Trial]:
    """Read damaged puzzle files of every format on several boards, many in one process."""
    sources = list(written())
    found = folder / "found"
    while True:
        seed = rng.randrange(1 << 30)
        ended = run(lambda: _read_all(sources, Random(seed), found), folder)  # noqa: B023
        reported = [line.split("\t", 1) for line in found.read_text().splitlines()]
        yield [*ended.faults(f"damaged files with seed {seed}"), *(Fault(kind, what) for kind, what in reported)]


def written() -> Iterator[tuple[str, bytes]]:
    """Yield puzzles written in each format that can hold them, with a name for each."""
    import numpy as np

    from cpgen import formats
    from cpgen.errors import InputError
    from cpgen.library import layout_named
    from cpgen.oracles import open_oracle
    from cpgen.puzzle import Puzzle

    for board in BOARDS:
        layout = layout_named(board)
        grid = open_oracle("bitset").complete(Puzzle(layout, (0,) * layout.cell_count), np.random.default_rng(1))
        clues = tuple(digit if cell % 3 else 0 for cell, digit in enumerate(grid))
        for one in formats.FORMATS:
            try:
                text = "".join(formats.write([formats.Entry(Puzzle(layout, clues), grid)], one.name))
            except InputError:  # the format cannot hold this board
                continue
            yield f"{one.name} {board}", text.encode()


def _read_all(sources: list[tuple[str, bytes]], rng: Random, found: Path) -> None:
    """Read damaged files, and write one line per fault."""
    from cpgen import formats
    from cpgen.errors import CpgenError

    with found.open("w", buffering=1) as faults:
        for _ in range(FILES):
            name, content = rng.choice(sources)
            bad, how = damaged(content, rng)
            begun, before = time.process_time(), megabytes()
            try:
                for _ in formats.read(bad):
                    pass
            except CpgenError as error:
                if not str(error).strip():
                    faults.write(f"wrong\tan error without a sentence for {name} with {how}\n")
            except Exception as error:
                faults.write(f"traceback\t{error!r} for {name} with {how}: {bad!r}\n")
            if time.process_time() - begun > SLOW_SECONDS:
                faults.write(f"slow\t{time.process_time() - begun:.1f} s for {name} with {how}\n")
            if megabytes() - before > LARGE_MEGABYTES:
                faults.write(f"large\t{megabytes() - before:.0f} MB for {name} with {how}\n")
