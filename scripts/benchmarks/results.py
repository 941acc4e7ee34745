"""Results: figures by row, each with what is claimed of it, as objects or as lines."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from benchmarks.claims import CLAIMS, Claim
from benchmarks.measuring import Figures, Row, Sample
from cpgen.study.measuring import machine, rounded

Samples = dict[str, list[Sample]]
IDLE = 0.5
"""The most that an idle machine is loaded with before the first sample"""


def figures_of(chosen: list[Row], samples: Samples) -> dict[str, Figures]:
    """The figures of each row that has been measured."""
    measured = {row.name: row.figures(samples[row.name]) for row in chosen if samples.get(row.name)}
    for row in chosen:
        if row.name in measured and row.against in measured:
            measured[row.name] |= ratios(measured[row.name], measured[row.against], row.unit)
    return measured


def ratios(own: Figures, other: Figures, unit: str) -> Figures:
    """How many times slower, or more, a row is than another; of rows that make puzzles, for each that matches."""
    if "matched a second" in own:
        return {"times slower a match": other["matched a second"] / max(own["matched a second"], 1e-9)}
    return {"times slower" if unit in ("s", "ms", "µs") else "times more": own["median"] / other["median"]}


def claims_of(name: str, figures: Figures) -> list[Claim]:
    """What is claimed of the row and can be judged by the figures."""
    return [claim for claim in CLAIMS if claim.row == name and claim.figure in figures]


def objects(chosen: list[Row], samples: Samples) -> Iterator[dict[str, Any]]:
    """An object for each row that has been measured."""
    measured = figures_of(chosen, samples)
    for row in (row for row in chosen if row.name in measured):
        figures = measured[row.name]
        yield {
            "name": row.name,
            "unit": row.unit,
            "samples": len(samples[row.name]),
            "figures": {name.replace(" ", "_"): rounded(value, 5) for name, value in figures.items()},
            "claims": [{**asdict(claim), "holds": claim.holds(figures)} for claim in claims_of(row.name, figures)],
        }


def lines(chosen: list[Row], samples: Samples) -> Iterator[str]:
    """A line for each row, and one below it for each claim: what is claimed, and whether it holds."""
    measured = figures_of(chosen, samples)
    for row in (row for row in chosen if row.name in measured):
        figures = measured[row.name]
        yield f"{row.name:<52} {shown(figures, row.unit)}"
        for claim in claims_of(row.name, figures):
            unit = row.unit if claim.figure in ("median", "min", "mean") else claim.figure
            verdict = "holds" if claim.holds(figures) else "FAILS"
            yield f"  {verdict}: {claim.relation} {claim.bound:g} {unit} ({claim.where})"


def shown(figures: Figures, unit: str) -> str:
    """The figures in words, the median with its unit."""
    rest = [f"{name} {value:.4g}" for name, value in figures.items() if name not in ("median", "min", "a second")]
    rate = [f"{figures['a second']:,.4g} a second"] if figures.get("a second", 0) >= 2 else []
    return " · ".join([f"{figures['median']:.4g} {unit}", f"min {figures['min']:.4g}", *rate, *rest])


def introduce(about: dict[str, Any], as_json: bool) -> None:
    """Prints where and with what it is measured."""
    print(json.dumps(about) if as_json else " · ".join(f"{name} {value}" for name, value in about.items()), flush=True)


def warn(about: dict[str, Any]) -> None:
    """Says on standard error when the machine was not idle before the first sample."""
    if said := warning(about["load"]):
        print(f"bench: {said}", file=sys.stderr)


def header() -> dict[str, Any]:
    """The machine, and how busy it was before."""
    return {**machine(), "load": load()}


def load() -> float | None:
    """How many processes were ready to run, in the mean of the last minute."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


def warning(before: float | None) -> str:
    """What to say when the machine was not idle before the first sample."""
    if before is None or before <= IDLE:
        return ""
    return f"The machine was not idle (load {before:g} before the first sample): figures may be worse than they are."


def failures(chosen: list[Row], samples: Samples) -> int:
    """How many claims fail."""
    measured = figures_of(chosen, samples)
    return sum(not claim.holds(figures) for name, figures in measured.items() for claim in claims_of(name, figures))
