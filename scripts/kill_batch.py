"""Kills a batch at random moments, resumes it each time, and compares the set with that of an undisturbed run."""

from __future__ import annotations

import argparse
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CPGEN = str(Path(sys.executable).with_name("cpgen"))
GRADES = ("beginner", "intermediate", "advanced", "expert")


def batch(store: Path, count: int, *more: str) -> list[str]:
    """The command that makes the set, or goes on with it."""
    grades = [word for grade in GRADES for word in ("--grade", grade)]
    plan = ["--pattern", "kamio-a", *grades, "--count", str(count), "--seed", "5", "--oracle", "bitset"]
    return [CPGEN, "batch", "--out", str(store), *plan, *more]


def rows(store: Path, table: str = "puzzles") -> list[tuple[object, ...]]:
    """All that a store knows of its puzzles, or of how far its batches are, in order."""
    connection = sqlite3.connect(store)
    try:
        return connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
    except sqlite3.OperationalError:
        return []
    finally:
        connection.close()


def kill_and_resume(store: Path, count: int, kills: int, longest: float, rng: random.Random) -> int:
    """Kills so many runs, begins or resumes after each, and lets the last one end; how many kills hit a live run."""
    hits = 0
    for _ in range(kills):
        more = ["--resume"] if begun(store) else []
        with subprocess.Popen(batch(store, count, *more), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
            time.sleep(rng.uniform(0, longest))
            hits += run.poll() is None
            run.send_signal(signal.SIGKILL)
    more = ["--resume"] if begun(store) else []
    subprocess.run(batch(store, count, *more), check=True, stdout=subprocess.DEVNULL)
    return hits


def begun(store: Path) -> bool:
    """Whether the store knows of the batch."""
    if not store.is_file():
        return False
    connection = sqlite3.connect(store)
    try:
        return bool(connection.execute("SELECT count(*) FROM batches").fetchone()[0])
    except sqlite3.OperationalError:
        return False
    finally:
        connection.close()


def main() -> None:
    asking = argparse.ArgumentParser(description=__doc__)
    asking.add_argument("--kills", type=int, default=50)
    asking.add_argument("--count", type=int, default=300, help="puzzles of each grade")
    asking.add_argument("--longest", type=float, default=4.0, help="seconds until a kill, at most")
    asking.add_argument("--seed", type=int, default=1)
    wanted = asking.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        calm, stormy = Path(folder, "calm.db"), Path(folder, "stormy.db")
        began = time.monotonic()
        subprocess.run(batch(calm, wanted.count), check=True, stdout=subprocess.DEVNULL)
        undisturbed = time.monotonic() - began
        hits = kill_and_resume(stormy, wanted.count, wanted.kills, wanted.longest, random.Random(wanted.seed))
        same = all(rows(calm, table) == rows(stormy, table) for table in ("puzzles", "cells"))
        print(
            f"{wanted.kills} kills, {hits} of a live run; {len(rows(calm))} and {len(rows(stormy))} puzzles, ", end=""
        )
        print("the same, row by row" if same else "NOT the same", f"(undisturbed: {undisturbed:.1f} s)")
    sys.exit(not same)


if __name__ == "__main__":
    main()
