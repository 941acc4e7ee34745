"""Measures whether the outlook on a drawing holds: is every grade that it calls likely made within ten seconds?

For each of twenty random drawings of few constraints it prints the grades that are likely, unlikely and not tried, the
time of the outlook, and the seconds that a search takes for each likely grade.

    python scripts/measure_outlook.py --count 20
"""

from __future__ import annotations

import argparse
from time import process_time

import numpy as np

import cpgen
from cpgen.drawings.random_drawings import draw
from cpgen.drawings.style import shipped_style
from cpgen.errors import NotFoundError
from cpgen.layout import Layout

STYLES = ("mixed", "thermo", "arrow", "whisper", "renban", "kropki-some", "little-killer")
SECONDS = 10.0
"""Time limit of each search"""


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
    missed = offered = 0
    for seed in range(parser.parse_args().count):
        spec, lines = drawing(seed)
        begun = process_time()
        found = cpgen.outlook(layout=spec, drawing=lines)
        spent = process_time() - begun
        if found is None:
            print(f"{seed:2} {spec} nothing known in {spent:.1f} s: {lines}")
            continue
        times = []
        for grade in found.likely:
            begun = process_time()
            try:
                cpgen.generate(layout=spec, drawing=lines, grade=grade, seed=1, budget=SECONDS)
                times.append(f"{grade} {process_time() - begun:.1f}")
            except NotFoundError:
                missed += 1
                times.append(f"{grade} none")
        offered += len(found.likely)
        print(f"{seed:2} {spec} outlook {spent:.1f} s, {found.model}: {', '.join(times)}; unlikely: {found.unlikely}")
    print(f"{offered} grades offered, {missed} not made within {SECONDS:g} s")


if __name__ == "__main__":
    main()
