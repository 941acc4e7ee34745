"""Measure by how much `cpgen generate` exceeds its time limit, for styles and sizes of boards; print a table.

Usage: PYTHONPATH=. python scripts/measure_limits.py [--limit SECONDS] [--boards 3x3,5x5] [--styles killer,thermo]

A value is the time of the whole command beyond the limit, in seconds, less the start of the interpreter (the time of
`cpgen --version`). A puzzle that is found in time shows `ok`. Compiling counts; run the script twice for the times with
cached code, on a machine that does nothing else. A command that is still working after another `PATIENCE` seconds is
ended and shown as `>`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

PATIENCE = 60.0
"""Seconds beyond the limit after which a command is ended"""
BOARDS = "2x2,2x3,3x3,4x4,5x5,6x6"
COMMAND = [sys.executable, "-m", "cpgen"]
STYLES = sorted(path.stem for path in (Path(__file__).parents[1] / "models/styles").glob("*.toml"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--limit", type=float, default=3.0)
    parser.add_argument("--boards", default=BOARDS)
    parser.add_argument("--styles", default=",".join(STYLES))
    given = parser.parse_args()
    boards, start, worst = given.boards.split(","), _seconds(["--version"]), 0.0
    print("| style |", " | ".join(boards), "|")
    print("|---|" + "---|" * len(boards))
    for style in given.styles.split(","):
        cells = []
        for board in boards:
            asked = ["--kind", style, *_board(board), "--grade", "any", "--seed", "1", "--json"]
            over = _seconds(["generate", *asked, "--time-limit", str(given.limit)]) - start - given.limit
            worst = max(worst, over)
            cells.append("ok" if over < 0 else f"{'>' * (over >= PATIENCE)}{over:.1f}")
        print(f"| {style} |", " | ".join(cells), "|", flush=True)
    print(f"\nlargest: {worst:.1f} s beyond {given.limit:g} s (start of the interpreter: {start:.1f} s)")


def _board(board: str) -> list[str]:
    """Return the options for boxes; a board of 36 digits has to be named by its size."""
    return ["--size", "36"] if board == "6x6" else ["--layout", board]


def _seconds(arguments: list[str]) -> float:
    """Return the time that a command takes, or `PATIENCE` beyond a generous limit if it does not end."""
    begun = time.monotonic()
    limit = float(arguments[-1]) if "--time-limit" in arguments else 0.0
    process = subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        process.wait(limit + PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    return time.monotonic() - begun


if __name__ == "__main__":
    main()
