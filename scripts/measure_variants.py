"""Measure uniqueness proofs of the published puzzles with constraints in the tests; print a table by families.

Usage: PYTHONPATH=. python scripts/measure_variants.py [ORACLE...] (default: cpsat bitset sat)

Values are processor times in milliseconds, medians of a family. The first question about a board includes its model or
tables, but not reading the puzzle; the longest is in brackets. The same question again is the search alone. Each value
is the smallest of three processes, with at most 10 s per question.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

VARIANTS = json.loads((Path(__file__).parents[1] / "tests/constraints/variants.json").read_text(encoding="utf-8"))
SECONDS, PROCESSES = 10.0, 3
FAMILIES = {
    "outside clues, lunchboxes": ("sandwich", "x-sum", "skyscraper", "numbered-room", "lunchbox"),
    "counting, indexing": ("counting-circles", "look-and-say", "indexing"),
    "cages, quadruples": ("cage", "sum", "quad"),
    "sums on lines": ("arrow", "little", "region-sum", "zipper", "sum-line"),
    "other lines": ("thermo", "between", "whisper", "renban", "palindrome", "same-values", "entropic"),
    "dots, XV, extreme cells": ("white", "black", "xv", "maximum", "minimum"),
    "chess moves, neighbours, entropy": ("leaps", "non-consecutive", "global-entropy"),
}
"""A puzzle belongs to the first family of which it has a kind"""


def main() -> None:
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(dict(_times(sys.argv[2]))))
        return
    oracles = sys.argv[1:] or ["cpsat", "bitset", "sat"]
    numpy = min(_seconds(["-c", "import numpy"]) for _ in range(5))
    print(f"import numpy: {numpy:.3f} s\n")
    times = {oracle: _measured(oracle) for oracle in oracles}
    print("| family | puzzles |", " | ".join(f"`{oracle}`: first | again" for oracle in oracles), "|")
    print("|---|---|" + "---|---|" * len(oracles))
    members = {family: [name for name in VARIANTS if _family(name) == family] for family in FAMILIES}
    for family, names in (*members.items(), ("**all**", list(VARIANTS))):
        cells = [_cells([times[oracle][name] for name in names if times[oracle][name]]) for oracle in oracles]
        print(f"| {family} | {len(names)} |", " | ".join(cells), "|")
    for oracle in oracles:
        undecided = [name for name in VARIANTS if times[oracle][name] is None]
        print(f"\n{oracle}: {len(undecided)} undecided or refused", *undecided, end="")
        if "cpsat" in times:
            print(
                "; median of the ratios to cpsat", *(f"{_ratio(times, oracle, which):.2g}" for which in (0, 1)), end=""
            )
    print()


def _cells(times: list[list[float]]) -> str:
    if not times:
        return "– | –"
    first, again = zip(*times, strict=True)
    return f"{1000 * median(first):.3g} ({1000 * max(first):.3g}) | {1000 * median(again):.3g}"


def _ratio(times: dict[str, dict[str, list[float] | None]], oracle: str, which: int) -> float:
    """Return the median ratio of the first or the second answers to those of cpsat."""
    pairs = [(times[oracle][name], times["cpsat"][name]) for name in VARIANTS]
    return median(one[which] / cpsat[which] for one, cpsat in pairs if one and cpsat)


def _family(name: str) -> str:
    kinds = {line.replace(":", " ").split()[0] for line in VARIANTS[name]["constraints"]}
    return next(family for family, words in FAMILIES.items() if kinds.intersection(words))


def _measured(oracle: str) -> dict[str, list[float] | None]:
    """Return the smallest times of each puzzle, None for one that is undecided or refused."""
    command = [sys.executable, __file__, "--one", oracle]
    runs = [json.loads(subprocess.run(command, capture_output=True, check=True).stdout) for _ in range(PROCESSES)]
    taken = {name: [run[name] for run in runs if run[name]] for name in VARIANTS}
    return {name: [min(column) for column in zip(*pairs, strict=True)] or None for name, pairs in taken.items()}


def _times(oracle: str) -> Iterator[tuple[str, list[float] | None]]:
    """Yield the processor times of each puzzle in this process, of the first and of the second question."""
    from cpgen import Layout, Puzzle, open_oracle
    from cpgen.errors import CpgenError

    for name in ("variant-01", "variant-04", *VARIANTS):  # the first two load code, and are measured again
        variant = VARIANTS[name]
        layout = Layout.parse(variant["layout"]).with_constraints(*variant["constraints"])
        puzzle, solver = Puzzle.parse(variant["puzzle"], layout), open_oracle(oracle, SECONDS)
        marks = [time.process_time()]
        try:
            for _ in range(2):
                grids = solver.uniqueness(puzzle).grids
                marks.append(time.process_time())
        except CpgenError:
            yield name, None
            continue
        if grids != (tuple(map(int, variant["solution"])),):
            raise SystemExit(f"{oracle} does not find the solution of {name}")
        yield name, [marks[1] - marks[0], marks[2] - marks[1]]


def _seconds(words: list[str]) -> float:
    """Return the processor time of a Python process."""
    import resource

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
