"""What does a study of oracles look like? Its plots, for a paper or a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cpgen.study.oracles.figures import Curve, filling, medians
from cpgen.study.oracles.findings import Findings
from cpgen.study.plots import pyplot, svg

POINTS = 80
"""Points that a curve is drawn with at most"""
STYLES = ("-", "--", ":", "-.")
COLOURS = 10

CAPTIONS = {
    "cactus": "Cactus plot: the share of the queries put that an oracle answers, each within the time on the left.",
    "distribution": "Times of all queries by oracle: quartiles and median; the whiskers reach from 1 % to 99 %.",
    "filling": "Median time against the share of cells filled, for each question to boards of every filling.",
    "sides": "Median time for half full boards with boxes, against their side n.",
}


def plots(found: Findings) -> dict[str, bytes]:
    """The picture (SVG) of each plot that the workloads have, by name; raises InputError without matplotlib."""
    figures = {name: draw(found) for name, draw in DRAWN.items()}
    return {name: svg(figure) for name, figure in figures.items() if figure is not None}


def _cactus(found: Findings) -> Any:
    figure, axis = _canvas()
    times = {name: _all_times(found, name) for name in found.names}
    curves = {name: _cactus_curve(asked) for name, asked in times.items() if asked}
    _draw(axis, found, curves)
    _label(axis, "queries answered, %", "seconds a query")
    return _with_legend(figure, axis)


def _all_times(found: Findings, name: str) -> list[tuple[float, bool]]:
    """Seconds of every query put to the oracle, and whether it was answered."""
    return [(one.seconds, one.answered) for times in found.times.values() for one in times.get(name, {}).values()]


def _cactus_curve(asked: Sequence[tuple[float, bool]]) -> Curve:
    seconds = sorted(time for time, answered in asked if answered)
    places = sorted({round(place) for place in np.linspace(0, max(0, len(seconds) - 1), POINTS)}) if seconds else []
    return [100 * (place + 1) / len(asked) for place in places], [seconds[place] for place in places]


def _distribution(found: Findings) -> Any:
    figure, axis = _canvas()
    axis.boxplot(
        [[time for time, _ in _all_times(found, name)] for name in found.names], whis=(1, 99), showfliers=False
    )
    axis.set_xticks(range(1, len(found.names) + 1), found.names, rotation=40, ha="right")
    _label(axis, "", "seconds a query")
    return figure


def _filling(found: Findings) -> Any:
    panels = found.at_every_filling()
    if not panels:
        return None
    figure, axes = pyplot().subplots(-(-len(panels) // 2), 2, figsize=(12, 9), sharey=True, layout="constrained")
    for axis, (title, rows) in zip(axes.flat, panels.items(), strict=False):
        _draw(axis, found, medians(rows, filling))
        _label(axis, f"share of cells filled: {title}", "seconds a query, median")
    for axis in axes.flat[len(panels) :]:
        axis.set_axis_off()
    return _with_legend(figure, axes.flat[0])


def _sides(found: Findings) -> Any:
    if "sides" not in found.workloads:
        return None
    figure, axis = _canvas()
    _draw(axis, found, medians(found.rows_of["sides"], lambda row: row["size"]), "o")
    _label(axis, "side n", "seconds a query, median")
    return _with_legend(figure, axis)


def _canvas() -> tuple[Any, Any]:
    figure, axis = pyplot().subplots(figsize=(8, 5), layout="constrained")
    return figure, axis


def _draw(axis: Any, found: Findings, curves: Mapping[str, Curve], marker: str = "") -> None:
    """A line for each oracle, in the colour and style that it has in every plot."""
    for number, name in enumerate(found.names):
        if name in curves:
            style = STYLES[number // COLOURS % len(STYLES)]
            axis.plot(*curves[name], style, color=f"C{number % COLOURS}", label=name, marker=marker, markersize=4)


def _label(axis: Any, across: str, up: str) -> None:
    axis.set_yscale("log")
    axis.set_xlabel(across)
    axis.set_ylabel(up)
    axis.grid(alpha=0.3)


def _with_legend(figure: Any, axis: Any) -> Any:
    figure.legend(*axis.get_legend_handles_labels(), loc="outside right upper", fontsize="small")
    return figure


DRAWN = {"cactus": _cactus, "distribution": _distribution, "filling": _filling, "sides": _sides}
