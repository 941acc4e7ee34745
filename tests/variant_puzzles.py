"""The published puzzles of `constraints/variants.json`: 40 by several setters, with their solutions, as facts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cpgen.layout import Layout
from cpgen.puzzle import Grid, Puzzle

VARIANTS: dict[str, dict[str, Any]] = json.loads(
    (Path(__file__).parent / "constraints" / "variants.json").read_text(encoding="utf-8")
)
"""For each name `layout`, `puzzle`, `constraints` (lines) and `solution`"""


def puzzle_of(name: str) -> Puzzle:
    """Return a puzzle with its constraints."""
    variant = VARIANTS[name]
    return Puzzle.parse(variant["puzzle"], Layout.parse(variant["layout"]).with_constraints(*variant["constraints"]))


def solution_of(name: str) -> Grid:
    """Return the published solution."""
    return tuple(map(int, VARIANTS[name]["solution"]))
