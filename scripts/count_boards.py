"""Counts all boards of sides 1 to 6 and holds them against the published numbers (OEIS A172477 and its kin)."""

from __future__ import annotations

import sys
from time import perf_counter

from cpgen.boards.all_boards import boards
from cpgen.symmetry.layout_images import UP_TO

PUBLISHED = {"nothing": (1, 2, 10, 117, 4006, 451206), "symmetry": (1, 1, 2, 22, 515, 56734)}


def main() -> int:
    """Prints a line a side; 1 when a number is not the published one."""
    wrong = 0
    for size in range(1, 7):
        started = perf_counter()
        counts = {up_to: len(boards(size, up_to)) for up_to in UP_TO}
        told = " · ".join(f"{count} up to {up_to}" for up_to, count in counts.items())
        print(f"side {size}: {told} ({perf_counter() - started:.2f} s)", flush=True)
        for up_to, published in PUBLISHED.items():
            if counts[up_to] != published[size - 1]:
                print(f"  wrong: {published[size - 1]} are published up to {up_to}", file=sys.stderr)
                wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
