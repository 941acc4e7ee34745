"""Which colour has a role, in light, in dark and on paper, and which regions share one?"""

from __future__ import annotations

from collections.abc import Mapping

from cpgen.errors import one_of
from cpgen.layout import Layout

TINTS = 6
"""Soft colours for regions; a map needs four, and the quick way of colouring it at most six"""

Theme = Mapping[str, str]

LIGHT: Theme = {
    "paper": "#ffffff",
    "tint-0": "#dce9fb",
    "tint-1": "#fdeccb",
    "tint-2": "#d9f0de",
    "tint-3": "#f8dde6",
    "tint-4": "#e7e0fa",
    "tint-5": "#f6f3bf",
    "shade": "#e6e7ea",
    "look": "#e4effc",
    "focus": "#ffedad",
    "thin": "#b4bac4",
    "thick": "#1b1f27",
    "diagonal": "#dde1e7",
    "clue": "#14171d",
    "digit": "#2563a8",
    "new": "#c2410c",
    "candidate": "#697280",
    "key": "#0f7a43",
    "gone": "#cf3a2b",
    "strike": "#cf3a2b",
    "label": "#868e9a",
    "title": "#14171d",
}
DARK: Theme = {
    "paper": "#16191f",
    "tint-0": "#20324d",
    "tint-1": "#3f3726",
    "tint-2": "#1e3c2b",
    "tint-3": "#48263a",
    "tint-4": "#352c54",
    "tint-5": "#41401c",
    "shade": "#2b3038",
    "look": "#1d3050",
    "focus": "#57480f",
    "thin": "#4b525d",
    "thick": "#d5d9e0",
    "diagonal": "#363d47",
    "clue": "#f3f5f7",
    "digit": "#86b8f2",
    "new": "#ffb277",
    "candidate": "#98a2b0",
    "key": "#63d698",
    "gone": "#ff8371",
    "strike": "#ff8371",
    "label": "#7d8693",
    "title": "#f3f5f7",
}
PRINT: Theme = {
    **LIGHT,
    "shade": "#e4e4e4",
    "look": "#efefef",
    "focus": "#dddddd",
    "thin": "#8c8c8c",
    "thick": "#000000",
    "diagonal": "#cfcfcf",
    "clue": "#000000",
    "digit": "#5a5a5a",
    "new": "#000000",
    "candidate": "#5a5a5a",
    "key": "#000000",
    "gone": "#7a7a7a",
    "strike": "#000000",
    "label": "#7a7a7a",
    "title": "#000000",
}
THEMES: Mapping[str, Theme] = {"light": LIGHT, "dark": DARK, "print": PRINT}
AUTO = "auto"
"""The theme that follows the screen of whoever looks: light or dark, and light on paper"""


def require_theme(name: str) -> str:
    """The name of a theme as it is; raises InputError naming those that exist."""
    names = [*THEMES, AUTO]
    if name not in names:
        raise one_of(names, name, "a theme")
    return name


def tints(layout: Layout) -> list[int]:
    """A colour's number for each region, neighbours different: the region with most colours beside it goes first."""
    beside = _neighbours(layout)
    chosen: dict[int, int] = {}
    while len(chosen) < len(beside):
        taken = {region: {chosen[other] for other in others & chosen.keys()} for region, others in beside.items()}
        region = max(beside.keys() - chosen.keys(), key=lambda r: (len(taken[r]), len(beside[r]), -r))
        chosen[region] = min(set(range(len(beside) + 1)) - taken[region]) % TINTS
    return [chosen[region] for region in sorted(chosen)]


def _neighbours(layout: Layout) -> dict[int, set[int]]:
    """For each region, those that it shares a line with."""
    n, regions = layout.size, layout.regions
    beside: dict[int, set[int]] = {region: set() for region in regions}
    for cell, region in enumerate(regions):
        right = [cell + 1] if (cell + 1) % n else []
        below = [cell + n] if cell + n < n * n else []
        for other in (*right, *below):
            if regions[other] != region:
                beside[region].add(regions[other])
                beside[regions[other]].add(region)
    return beside
