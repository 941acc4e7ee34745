"""How does a study of methods look? Bars of match rates and times, and puzzles over level and steps on the model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from cpgen.difficulty import Grade
from cpgen.formats.tabular import Row
from cpgen.study.cells import titled
from cpgen.study.methods.figures import SURE, TYPICAL, figures, solved_puzzles
from cpgen.study.methods.kamio2022 import Published, table_for
from cpgen.study.methods.plan import Findings
from cpgen.study.plots import pyplot, svg

MOST_STEPS = 80
"""Steps up to which the model is drawn"""
WIDTH = 0.8
"""The place that one grade's bars, or one level's puzzles, take between two ticks"""
WHOLE = 800
"""The area of a disc, in square points, that stands for all puzzles of a method"""


def plots(findings: Findings) -> dict[str, bytes]:
    """The pictures (SVG) by their names in the report; raises InputError without matplotlib."""
    return {
        "match": svg(_bars(findings, "match_percent", "matched, %", lambda one: one.match_percent)),
        "time": svg(_bars(findings, "seconds", "seconds a puzzle", lambda one: one.seconds)),
        "spread": svg(_spread(findings)),
    }


def _bars(findings: Findings, figure_name: str, label: str, published: Callable[[Published], float]) -> Any:
    """A panel a pattern, a group of bars a grade, a bar a method and oracle."""
    patterns = list(findings.plan.patterns)
    figure, panels = pyplot().subplots(
        1, len(patterns), figsize=(1 + 4.5 * len(patterns), 4), sharey=True, squeeze=False, layout="constrained"
    )
    for axis, pattern in zip(panels[0], patterns, strict=True):
        _panel(axis, findings, pattern, figure_name)
        table = table_for(findings.plan, pattern)
        marks = [(place, table[grade]) for place, grade in enumerate(_grades(findings, pattern)) if grade in table]
        if marks:
            axis.plot([place for place, _ in marks], [published(one) for _, one in marks], "kD", label="published")
        axis.set_title(pattern)
        if figure_name == "seconds":
            axis.set_yscale("log")
    panels[0][0].set_ylabel(label)
    _legend(figure, panels[0][0])
    return figure


def _panel(axis: Any, findings: Findings, pattern: str, figure_name: str) -> None:
    methods = findings.plan.methods
    grades = _grades(findings, pattern)
    width = WIDTH / len(methods)
    for number, method in enumerate(methods):
        cells = [cell for cell in findings.plan.cells if (cell.pattern, cell.method) == (pattern, method)]
        told = [(place, figures(findings.of(cell))) for place, cell in enumerate(cells) if findings.of(cell)]
        names = (figure_name, f"{figure_name}_from", f"{figure_name}_to")
        heights, low, high = (np.array([row[name] for _, row in told]) for name in names)
        places = [place - WIDTH / 2 + width * (number + 0.5) for place, _ in told]
        reach = [np.maximum(heights - low, 0), np.maximum(high - heights, 0)]
        axis.bar(places, heights, width, yerr=reach, capsize=2, label=f"{titled(method)}, {method.oracle}")
    axis.set_xticks(range(len(grades)), grades)


def _grades(findings: Findings, pattern: str) -> list[str]:
    return list(dict.fromkeys(cell.grade.name for cell in findings.plan.cells if cell.pattern == pattern))


def _spread(findings: Findings) -> Any:
    """A panel a grade: the model as bands over level and steps, and the puzzles of each method as discs."""
    grades = list(dict.fromkeys(cell.grade for cell in findings.plan.cells))
    figure, panels = pyplot().subplots(
        1,
        len(grades),
        figsize=(2 + 2.5 * len(grades), 4),
        sharex=True,
        sharey=True,
        squeeze=False,
        layout="constrained",
    )
    methods = list(dict.fromkeys(map(titled, findings.plan.methods)))
    for axis, grade in zip(panels[0], grades, strict=True):
        _bands(axis, grade)
        for number, method in enumerate(methods):
            _discs(axis, solved_puzzles(findings, grade, method), WIDTH * ((number + 0.5) / len(methods) - 0.5), method)
        axis.set_title(grade.name)
        axis.set_xlabel("level")
    first = panels[0][0]
    highest = first.get_xlim()[1]
    first.set_xlim(0.4, highest)
    first.set_xticks(range(1, int(highest) + 1))
    first.set_ylabel("steps")
    _legend(figure, first, markerscale=0.6)
    return figure


def _bands(axis: Any, grade: Grade) -> None:
    """For each level, from where to where the steps are that are appropriate above 0.7, and above 0.9."""
    axis.use_sticky_edges = False
    for above, shade in ((TYPICAL, "0.85"), (SURE, "0.7")):
        bands = [(level, good[0] - 0.5, len(good)) for level in grade.levels if (good := _steps(grade, level, above))]
        levels, low, height = zip(*bands, strict=True) if bands else ((), (), ())
        axis.bar(levels, height, 1.0, low, color=shade, label=f"model above {above}", zorder=0)


def _steps(grade: Grade, level: int, above: float) -> list[int]:
    """The steps, of those that are usual, with which the level is so appropriate."""
    return [steps for steps in range(1, MOST_STEPS) if grade.appropriateness(level, steps) > above]


def _legend(figure: Any, axis: Any, markerscale: float = 1.0) -> None:
    """What the colours mean, below the panels."""
    handles, labels = axis.get_legend_handles_labels()
    columns = min(3, len(figure.axes) + 1)
    figure.legend(handles, labels, loc="outside lower center", ncols=columns, fontsize="small", markerscale=markerscale)


def _discs(axis: Any, rows: Sequence[Row], shift: float, label: str) -> None:
    """A disc for each level and steps, its area by the share of the puzzles that have them."""
    spots = Counter((row["level"], row["steps"]) for row in rows)
    levels, steps = ([spot[k] for spot in spots] for k in (0, 1))
    areas = [WHOLE * number / len(rows) for number in spots.values()]
    axis.scatter(np.array(levels) + shift, steps, areas, alpha=0.7, label=label)
