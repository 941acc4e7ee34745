"""Results: a value by row, each with what is claimed of it, as objects or as lines."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from benchmarks.claims import CLAIMS, Claim
from benchmarks.measuring import UNITS, Row, Samples, Values
from benchmarks.references import versions
from cpgen.study.measuring import machine, rounded

IDLE = 0.5
"""The most that an idle machine is loaded with before the first sample"""


def values_of(chosen: list[Row], samples: Samples) -> Values:
    """The value of each row that has been measured."""
    return {row.name: row.value(samples[row.name]) for row in chosen if samples.get(row.name)}


def judged(values: Values) -> list[Claim]:
    """The claims whose row and reference have been measured."""
    return [claim for claim in CLAIMS if claim.can_be_judged(values)]


def failures(values: Values) -> list[Claim]:
    return [claim for claim in judged(values) if not claim.holds(values)]


def objects(chosen: list[Row], samples: Samples) -> Iterator[dict[str, Any]]:
    """An object for each row that has been measured."""
    values = values_of(chosen, samples)
    for row in (row for row in chosen if row.name in values):
        yield {
            "name": row.name,
            "unit": row.unit,
            "samples": [rounded(sample.amount * UNITS[row.unit], 5) for sample in samples[row.name]],
            "value": rounded(values[row.name] * UNITS[row.unit], 5),
            "claims": [
                asdict(claim) | {"ratio": rounded(claim.ratio(values), 4), "holds": claim.holds(values)}
                for claim in judged(values)
                if claim.row == row.name
            ],
        }


def lines(chosen: list[Row], samples: Samples) -> Iterator[str]:
    """A line for each row, and one below it for each claim: what is claimed, and whether it holds."""
    values = values_of(chosen, samples)
    for row in (row for row in chosen if row.name in values):
        least = min(sample.amount for sample in samples[row.name])
        matched = sum(sample.matches for sample in samples[row.name]) / len(samples[row.name])
        few = "" if matched == 1 else f" · {matched:.0%} as asked for"
        yield f"{row.name:<52} {in_unit(row, values[row.name])} · min {in_unit(row, least)}{few}"
        yield from (f"  {verdict(claim, values)}" for claim in judged(values) if claim.row == row.name)


def in_unit(row: Row, amount: float) -> str:
    return f"{amount * UNITS[row.unit]:.4g} {row.unit}"


def verdict(claim: Claim, values: Values) -> str:
    """Whether a claim holds, in words."""
    holds, ratio, factor = claim.holds(values), rounded(claim.ratio(values)), rounded(claim.factor)
    of = f"times {claim.reference}" if claim.reference else "bytes"
    return f"{'holds' if holds else 'FAILS'}: {ratio:g} {of} (at most {factor:g})"


def introduce(about: dict[str, Any], as_json: bool) -> None:
    """Prints where and with what it is measured."""
    print(json.dumps(about) if as_json else " · ".join(f"{name} {value}" for name, value in about.items()), flush=True)


def warn(about: dict[str, Any]) -> None:
    """Says on standard error when the machine was not idle before the first sample."""
    if said := warning(about["load"]):
        print(f"bench: {said}", file=sys.stderr)


def header() -> dict[str, Any]:
    """The machine, the day, the programs to compare with, and how busy it was before."""
    return {**machine(), **versions(), "load": load()}


def load() -> float | None:
    """How many processes were ready to run, in the mean of the last minute."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


def warning(before: float | None) -> str:
    """What to say when the machine was not idle before the first sample."""
    if before is None or before <= IDLE:
        return ""
    return f"The machine was not idle (load {before:g} before the first sample): figures may be worse than they are."
