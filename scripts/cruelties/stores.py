"""Stores with flipped bytes, cut short, or with blocks of other bytes: what is handed out is right, or told."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

from cruelties.trials import Fault, Trial, cpgen, run
from cruelties.works import calm

ASKED = (
    ("collection", "export", "bad.db", "out.sdm"),
    ("collection", "list", "bad.db"),
    ("collection", "stats", "bad.db"),
    ("collection", "sample", "bad.db", "-n", "5"),
    ("collection", "import", "bad.db", "all.sdm"),
    ("batch", "-o", "bad.db", "--resume"),
)
BLOCK = 4096


def stores(rng: Random, folder: Path) -> Iterator[Trial]:
    """A damaged store, and a command that reads it."""
    made = calm(folder.parent / "calm")
    known = set(made.lines)
    content = (made.folder / "ready.db").read_bytes()
    own = folder / "own"
    while True:
        for command in ASKED:
            shutil.rmtree(own, ignore_errors=True)
            own.mkdir()
            shutil.copy(made.folder / "all.sdm", own)
            damaged, how = damage(content, rng)
            (own / "bad.db").write_bytes(damaged)
            what = f"{' '.join(command)} of a store with {how}"
            ended = run(cpgen(*command), own)
            faults = [*ended.faults(what)]
            if ended.code not in (0, 1, 2):
                faults.append(Fault("wrong", f"{what}: exit {ended.code} ({ended.err[-300:]})"))
            exported = own / "out.sdm"
            if exported.exists():
                lines = {line for line in exported.read_text().split() if line[:1] in "0123456789."}
                if wrong := lines - known:
                    faults.append(Fault("wrong", f"{what}: {len(wrong)} puzzles that it never held"))
                if ended.code == 0 and lines != known:
                    faults.append(Fault("lost", f"{what}: {len(lines)} of {len(known)} puzzles, and exit 0"))
            yield Trial(1, tuple(faults))


def damage(content: bytes, rng: Random) -> tuple[bytes, str]:
    """The bytes with something wrong, and what that is."""
    found = bytearray(content)
    kind = rng.randrange(4)
    if kind == 0:
        places = [rng.randrange(len(found)) for _ in range(rng.choice((1, 1, 2, 8, 32)))]
        for place in places:
            found[place] ^= 1 << rng.randrange(8)
        return bytes(found), f"flipped bits at {places}"
    if kind == 1:
        end = rng.randrange(len(found))
        return bytes(found[:end]), f"only its first {end} bytes"
    begin = rng.randrange(len(found))
    size = rng.choice((16, 512, BLOCK))
    if kind == 2:
        found[begin : begin + size] = rng.randbytes(len(found[begin : begin + size]))
        return bytes(found), f"{size} random bytes at {begin}"
    begin -= begin % BLOCK
    found[begin : begin + BLOCK] = bytes(len(found[begin : begin + BLOCK]))
    return bytes(found), f"an empty block at {begin}"
