"""Measures whether the outlook on a drawing holds: is every grade that it calls likely made within ten seconds?

For three thermometers with four cages, and for random drawings of few constraints, it prints the processor time of the
outlook and of the search for each likely grade, the other grades, and what the outlook says would help. A drawing
without an outlook has no grid; then it prints how a request is refused.

    python scripts/measure_outlook.py --count 20
"""

from __future__ import annotations

import argparse
from math import inf
from time import process_time

import numpy as np

import cpgen
from cpgen.drawings.random_drawings import draw
from cpgen.drawings.style import shipped_style
from cpgen.errors import CpgenError, NotFoundError
from cpgen.layout import Layout

STYLES = ("mixed", "thermo", "arrow", "whisper", "renban", "kropki-some", "little-killer")
SECONDS, BUDGET = 10.0, 60.0
"""Processor time in which a grade should be made, and the time limit of a search, on a machine with other work"""
EXAMPLE = (
    "thermo r1c1 r2c2 r3c3 r4c4; thermo r9c1 r8c2 r7c3 r6c3; thermo r1c9 r2c8 r3c8 r4c8; "
    "cage ?: r1c2 r1c3; cage ?: r5c5 r5c6 r6c6; cage ?: r8c8 r8c9 r9c9; cage ?: r3c5 r4c5 r4c6"
)
"""A drawing of three thermometers and four cages"""


def drawing(seed: int) -> tuple[str, str]:
    """Return a board and three to nine constraints of one to three styles on it, with open values."""
    rng = np.random.default_rng([seed, 60])
    spec = "2x3" if seed % 4 == 3 else "3x3"
    layout, lines = Layout.parse(spec), list[str]()
    for name in rng.permutation(STYLES)[: rng.integers(1, 4)].tolist():
        found = draw(shipped_style(name), layout, rng).layout.further
        kept = rng.permutation(len(found))[: rng.integers(2, 5)]
        lines += [found[k].text(layout.size) for k in kept.tolist()]
    return spec, "; ".join(lines)


def main() -> None:
    """Print a row for each drawing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20)
    drawings = [("3x3", EXAMPLE), *map(drawing, range(parser.parse_args().count))]
    rows = [_measure(number, spec, lines) for number, (spec, lines) in enumerate(drawings)]
    times = [seconds for row in rows for seconds in row]
    print(f"{len(times)} grades offered, {sum(seconds > SECONDS for seconds in times)} not made within {SECONDS:g} s")


def _measure(number: int, spec: str, lines: str) -> list[float]:
    """Print the row of a drawing; return the processor time of the search for each likely grade."""
    begun = process_time()
    found = cpgen.outlook(layout=spec, drawing=lines)
    spent = process_time() - begun
    if found is None:
        print(f"{number:2} {spec} no outlook after {spent:.1f} s: {_refusal(spec, lines)}")
        return []
    times = [_time_of(spec, lines, grade) for grade in found.likely]
    made = ", ".join(f"{grade} {seconds:.1f}" for grade, seconds in zip(found.likely, times, strict=True))
    print(f"{number:2} {spec} {found.model}, outlook {spent:.1f} s: {made or '-'}. {found.sentence}", flush=True)
    return times


def _time_of(spec: str, lines: str, grade: str) -> float:
    """Return the processor time in which a grade is made; infinity if it is not."""
    begun = process_time()
    try:
        cpgen.generate(layout=spec, drawing=lines, grade=grade, seed=1, budget=BUDGET)
    except NotFoundError:
        return inf
    return process_time() - begun


def _refusal(spec: str, lines: str) -> str:
    """Return the sentence with which a request for any grade is refused, or that it is made after all."""
    try:
        cpgen.generate(layout=spec, drawing=lines, grade="any", seed=1, budget=BUDGET)
    except CpgenError as error:
        return str(error)
    return "made after all"


if __name__ == "__main__":
    main()
