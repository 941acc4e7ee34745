"""How does a study of patterns look? A heat map of grades and patterns, and the predicted against the measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cpgen.study.patterns.figures import Work, works
from cpgen.study.patterns.fitting import Key, predicted
from cpgen.study.patterns.plan import Findings
from cpgen.study.plots import pyplot, svg

MARKS = ("o", "s", "D", "P", "X", "v", "*", "h")
"""One a grade"""


def plots(findings: Findings) -> dict[str, bytes]:
    """The pictures (SVG) by their names in the report; raises InputError without matplotlib."""
    told = predicted(findings)
    drawn = {"heat": svg(_heat_map(findings))}
    if told:
        drawn["predicted"] = svg(_predicted(findings, told))
    return drawn


def _heat_map(findings: Findings) -> Any:
    """Grades by patterns, by clues and then by twin gaps; colour is log10 of the ratings, and hatched is not met."""
    given = works(findings)
    patterns = {
        work.pattern: (round(work.features.clues * findings.plan.layout.cell_count), work.features.twin_gaps)
        for work in given
    }
    ordered = sorted(patterns, key=patterns.__getitem__)
    grades = [grade.name for grade in findings.plan.wanted]
    values = np.full((len(grades), len(ordered)), np.nan)
    figure, axis = pyplot().subplots(figsize=(12, 1.2 + 0.5 * len(grades)), layout="constrained")
    for work in given:
        row, column = grades.index(work.grade), ordered.index(work.pattern)
        values[row, column] = work.log_ratings
        if not work.met:
            axis.add_patch(
                pyplot().Rectangle((column, row), 1, 1, fill=False, hatch="////", edgecolor="w", lw=0, zorder=2)
            )
    mesh = axis.pcolormesh(values, cmap="viridis_r")
    axis.set_yticks(np.arange(len(grades)) + 0.5, grades)
    axis.invert_yaxis()
    counts = [patterns[name][0] for name in ordered]
    firsts = [column for column, count in enumerate(counts) if count not in counts[:column]]
    axis.set_xticks(firsts, [counts[column] for column in firsts], fontsize="x-small")
    axis.set_xlabel("clues; a column a pattern, those of the same count by their twin gaps")
    figure.colorbar(mesh, ax=axis, label="log10 of ratings a puzzle")
    return figure


def _predicted(findings: Findings, told: Mapping[Key, float]) -> Any:
    """A point a cell, predicted along, measured up; fresh patterns filled, cells that were not met as arrows."""
    figure, axis = pyplot().subplots(figsize=(6, 5.5), layout="constrained")
    given = works(findings)
    for number, grade in enumerate(findings.plan.wanted):
        mine = [work for work in given if work.grade == grade.name]
        for fresh in (False, True):
            _points(axis, [one for one in mine if (one.pattern in findings.plan.fresh) == fresh], told, number, fresh)
    low, high = axis.get_ylim()
    axis.plot([low, high], [low, high], "k:", lw=1)
    axis.set_xlabel("predicted log10 of ratings a puzzle")
    axis.set_ylabel("measured (arrow: not met, lies higher)")
    axis.legend(fontsize="small")
    return figure


def _points(axis: Any, some: Sequence[Work], told: Mapping[Key, float], number: int, fresh: bool) -> None:
    for met in (True, False):
        places = [(told[one.pattern, one.grade], one.log_ratings) for one in some if one.met == met]
        if not places:
            continue
        label = some[0].grade if met and not fresh else None
        colour = f"C{number}"
        face = colour if fresh else "none"
        axis.scatter(
            *zip(*places, strict=True),
            22,
            marker=MARKS[number % len(MARKS)] if met else "^",
            edgecolors=colour,
            facecolors=face,
            label=label,
            alpha=0.8,
        )
