"""The study of methods: patterns, grades, methods and oracles compared, next to the paper's figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import erf, log, sqrt
from typing import Any

import numpy as np

from cpgen.difficulty import Grade, GradeModel, model_for
from cpgen.errors import counted
from cpgen.layout import Layout
from cpgen.pattern import Pattern
from cpgen.study.engine import Journal, Progress, Tables, fingerprint, for_people
from cpgen.study.factorial import (
    CELL,
    COUNTS,
    Cell,
    CellFindings,
    CellStudy,
    Method,
    cell_of,
    figures_of,
    method_title,
    named_figures,
    percent_text,
    seconds_text,
)
from cpgen.study.kamio2022 import Published, published_part, table_for
from cpgen.study.plots import pyplot
from cpgen.tabular import Row, markdown

SURE, TYPICAL = 0.9, 0.7
SPREAD = (
    *("puzzles", "levels", "matching_levels", "level_mean", "level_sd", "steps_mean", "steps_sd", "correlation"),
    *("percent_above_0_7", "percent_above_0_9"),
)
SPREAD_READING = """\
The model's rows are the normal distributions of the grades, with the levels that can match; their shares above 0.7 and
0.9 are those of puzzles spread exactly so. A method's rows are about the different puzzles that the ladder solves, of
all patterns and oracles together, with how many have each level, and how many of these match. A method that continues
until a puzzle matches is above 0.7 by definition; the question is how it fills that region."""
MOST_STEPS = 80
"""Steps up to which the model is drawn"""
WIDTH = 0.8
"""The place that one grade's bars, or one level's puzzles, take between two ticks"""
WHOLE = 800
"""The area of a disc, in square points, that represents all puzzles of a method"""


@dataclass(frozen=True)
class MethodStudy(CellStudy):
    """Which cells, how many puzzles of each, from which seed, and how many seconds a puzzle may take.

    Patterns have the names that tables show; no layout means the default one for a pattern, no model the layout's
    own, and no grades all of the model's.
    """

    patterns: Mapping[str, Pattern]
    methods: tuple[Method, ...]
    grades: tuple[str, ...] = ()
    layout: Layout | None = None
    model: GradeModel | None = None
    count: int = 25
    seed: int = 1
    limit: float = 60.0

    name = "methods"
    key = (*CELL, "index")

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells; raises InputError for what does not go together."""
        layouts = {name: self.layout or Layout.default(pattern.size) for name, pattern in self.patterns.items()}
        return tuple(
            cell_of(name, self.patterns[name], grade, layout, method, self.model or model_for(layout), self.limit)
            for name, layout in layouts.items()
            for grade in self._grades(layout)
            for method in self.methods
        )

    def _grades(self, layout: Layout) -> dict[Grade, None]:
        model = self.model or model_for(layout)
        return dict.fromkeys(map(model.grade, self.grades) if self.grades else model.grades)

    @property
    def conditions(self) -> Row:
        """The cells, the seed and the limit."""
        grades = list(dict.fromkeys(cell.grade for cell in self.cells))
        return {
            "patterns": {name: pattern.line for name, pattern in self.patterns.items()},
            "layout": self.layout.spec if self.layout else "default",
            "grades": [grade.name for grade in grades],
            "meaning": fingerprint(grades),
            "methods": [f"{method_title(method)}, {method.oracle}" for method in self.methods],
            "seed": self.seed,
            "limit": self.limit,
        }

    def measure(self, journal: Journal, progress: Progress) -> Iterator[Row]:
        """The puzzles that the journal lacks."""
        return self.timed_rows(journal, progress, self.limit)

    def findings(self, rows: Sequence[Row]) -> MethodFindings:
        """Match rate, time and spread of every cell."""
        return MethodFindings(self, rows)


@dataclass(frozen=True)
class MethodFindings(CellFindings[MethodStudy]):
    """The figures of every cell, and how level and steps of its puzzles are spread against the model's."""

    title = "Methods compared"
    reading = """\
Every cell is one pattern, grade, method and oracle. The cells are worked in turn, one puzzle each, on one core, so
that a busy moment of the machine falls on all of them; the compiling of inner loops is left out of the times. A puzzle
*matches* when the ladder solves it with an appropriateness above the model's threshold (the paper's: 0.7). Methods are
generation phase × replacement phase; they continue until the puzzle matches, but an *unchecked* one takes the first
puzzle with one solution, as the paper does. Times are seconds, *cpu* those of the processor; a puzzle that reaches the
limit is no match and counts with the limit. Brackets hold 95 % intervals: Wilson's for match rates, the bootstrap's
for times and ratios."""
    captions = {  # noqa: RUF012
        "match": "Match rate by cell; a diamond is the published figure",
        "time": "Seconds a puzzle by cell; a diamond is the published figure",
        "spread": "Puzzles by level and steps; bands are where the model's appropriateness is above 0.7 and 0.9",
    }

    @cached_property
    def figures(self) -> list[Row]:
        """The figures of every cell, one row each; of a cell without rows, why, and nothing else."""
        return [{**cell.names, **figures_of(self.of(cell)), "why_not": self.why_not(cell)} for cell in self.study.cells]

    def why_not(self, cell: Cell) -> str:
        """Why no puzzle of a cell matches, empty when one does or none was tried."""
        rows = self.of(cell)
        if cell.why or not rows or any(row["matches"] for row in rows):
            return cell.why
        late = sum(row["puzzle"] is None for row in rows)
        parts = [
            (late, f"reached the limit of {self.study.limit:g} s"),
            (len(rows) - late, "made a puzzle off the grade"),
        ]
        return f"No start of {len(rows)} matched: {', '.join(f'{number} {what}' for number, what in parts if number)}."

    @cached_property
    def spread(self) -> list[Row]:
        """Of each grade, how level and steps are spread in the model, and in the different puzzles of each method."""
        rows: list[Row] = []
        for grade in self.grades:
            if grade.steps is not None:
                rows.append(_model_row(grade))
            puzzles = {method: self.solved_puzzles(grade, method) for method in self.methods}
            rows += [{"grade": grade.name, "of": method, **_spread(made)} for method, made in puzzles.items() if made]
        return rows

    @property
    def grades(self) -> list[Grade]:
        """The grades of all cells."""
        return list(dict.fromkeys(cell.grade for cell in self.study.cells))

    @property
    def methods(self) -> list[str]:
        """The titles of the methods, whatever their oracle."""
        return list(dict.fromkeys(map(method_title, self.study.methods)))

    def solved_puzzles(self, grade: Grade, method: str) -> list[Row]:
        """The different puzzles that a method, whatever the oracle, made for a grade and that the ladder solves."""
        cells = (cell for cell in self.study.cells if cell.grade == grade and method_title(cell.method) == method)
        return list({row["puzzle"]: row for cell in cells for row in self.of(cell) if row["solved"]}.values())

    def tables(self) -> Tables:
        """The figures of every cell, and the spread."""
        return {"figures": self.figures, "spread": self.spread}

    @property
    def settings(self) -> Row:
        """The settings of the study, in words."""
        study = self.study
        return {
            "puzzles a cell": study.count,
            "patterns": "; ".join(f"`{name}`, {counted(len(one), 'clue')}" for name, one in study.patterns.items()),
            "grades": ", ".join(dict.fromkeys(grade.name for grade in self.grades)),
            "methods": "; ".join(self.methods),
            "oracles": ", ".join(dict.fromkeys(method.oracle for method in study.methods)),
            "seed": study.seed,
            "limit a puzzle": f"{study.limit:g} s",
        }

    def sections(self, drawn: Collection[str]) -> Iterator[str]:
        """The paper's tables next to ours, all cells, and the spread."""
        yield from published_part(self)
        yield self.picture("match", drawn)
        yield self.picture("time", drawn)
        yield "## All cells"
        yield self.summary()
        if self.spread:
            yield "## Level and steps, against the model"
            yield SPREAD_READING
            yield for_people([{name.replace("_0_", " 0."): row[name] for name in row} for row in self.spread])
        yield self.picture("spread", drawn)

    def summary(self) -> str:
        """The figures of all cells as a table, and why cells are not met."""
        both = list(zip(self.study.cells, self.figures, strict=True))
        unmet = [{"cell": cell, "why": row["why_not"]} for cell, row in both if row["why_not"]]
        parts = ["Cells that are not met:", markdown(unmet)] if unmet else []
        return "\n\n".join([markdown([_in_words(cell, row) for cell, row in both]), *parts])

    def plots(self) -> dict[str, Any]:
        """Bars of match rates and times, and puzzles over level and steps on the model."""
        return {
            "match": _bars(self, "match_percent", "matched, %", lambda one: one.match_percent),
            "time": _bars(self, "seconds", "seconds a puzzle", lambda one: one.seconds),
            "spread": _spread_plot(self),
        }


def _in_words(cell: Cell, row: Row) -> Row:
    """The figures of a cell as people read them."""
    return {
        "pattern": row["pattern"],
        "grade": row["grade"],
        "method": method_title(cell.method),
        "oracle": row["oracle"],
        "puzzles": row["puzzles"],
        "matched %": percent_text(row),
        "seconds": seconds_text(row),
        "median": row["seconds_median"],
        "95th": row["seconds_95th"],
        "cpu": row["cpu_seconds"],
        "seconds a match": row["seconds_a_match"],
        **{name.replace("_", " "): row[name] for name in (*COUNTS, "level", "steps")},
        "out of time": row["out_of_time"],
    }


def _model_row(grade: Grade) -> Row:
    assert grade.level is not None
    assert grade.steps is not None
    exact = grade.level.sd == 0
    values = (
        *(None, ", ".join(map(str, grade.levels)), ", ".join(map(str, grade.levels))),
        *(grade.level.mean, grade.level.sd, grade.steps.mean, grade.steps.sd),
        None if exact else grade.correlation,
        *(100 * share_above(value, 1 if exact else 2) for value in (TYPICAL, SURE)),
    )
    return {"grade": grade.name, "of": "model", **named_figures(SPREAD, values)}


def _spread(rows: Sequence[Row]) -> dict[str, Any]:
    levels, steps, typical = (np.array([row[name] for row in rows]) for name in ("level", "steps", "appropriateness"))
    many = len(rows) > 1
    values = (
        *(len(rows), _tally(levels.tolist()), _tally(row["level"] for row in rows if row["matches"])),
        *(levels.mean(), levels.std(ddof=1) if many else None, steps.mean(), steps.std(ddof=1) if many else None),
        np.corrcoef(levels, steps)[0, 1] if many and levels.std() and steps.std() else None,
        *(100 * np.mean(typical > value) for value in (TYPICAL, SURE)),
    )
    return named_figures(SPREAD, values)


def _tally(levels: Iterable[int]) -> str:
    """Each level with how many puzzles have it."""
    return ", ".join(f"{level} ({number})" for level, number in sorted(Counter(levels).items()))


def share_above(appropriateness: float, dimensions: int) -> float:
    """The share of a normal distribution of 1 or 2 dimensions where the appropriateness is above a value.

    >>> round(share_above(0.7, 2), 3), round(share_above(0.7, 1), 3)
    (0.3, 0.602)
    """
    return 1 - appropriateness if dimensions == 2 else erf(sqrt(-log(appropriateness)))


def _bars(findings: MethodFindings, figure_name: str, label: str, published: Callable[[Published], float]) -> Any:
    """A panel a pattern, a group of bars a grade, a bar a method and oracle."""
    patterns = list(findings.study.patterns)
    size = (1 + 4.5 * len(patterns), 4)
    figure, panels = pyplot().subplots(1, len(patterns), figsize=size, sharey=True, squeeze=False, layout="constrained")
    for axis, pattern in zip(panels[0], patterns, strict=True):
        grades = list(dict.fromkeys(cell.grade.name for cell in findings.study.cells if cell.pattern == pattern))
        _panel(axis, findings, pattern, figure_name)
        table = table_for(findings.study, pattern)
        marks = [(place, published(table[grade])) for place, grade in enumerate(grades) if grade in table]
        if marks:
            axis.plot(*zip(*marks, strict=True), "kD", label="published")
        axis.set_xticks(range(len(grades)), grades)
        axis.set_title(pattern)
        if figure_name == "seconds":
            axis.set_yscale("log")
    panels[0][0].set_ylabel(label)
    _legend(figure, panels[0][0])
    return figure


def _panel(axis: Any, findings: MethodFindings, pattern: str, figure_name: str) -> None:
    """The bars of a pattern, with their intervals."""
    width = WIDTH / len(findings.study.methods)
    names = (figure_name, f"{figure_name}_from", f"{figure_name}_to")
    for number, method in enumerate(findings.study.methods):
        cells = [cell for cell in findings.study.cells if (cell.pattern, cell.method) == (pattern, method)]
        tried = [(place, figures_of(rows)) for place, cell in enumerate(cells) if (rows := findings.of(cell))]
        heights, low, high = (np.array([row[name] for _, row in tried]) for name in names)
        places = [place - WIDTH / 2 + width * (number + 0.5) for place, _ in tried]
        reach = [np.maximum(heights - low, 0), np.maximum(high - heights, 0)]
        axis.bar(places, heights, width, yerr=reach, capsize=2, label=f"{method_title(method)}, {method.oracle}")


def _spread_plot(findings: MethodFindings) -> Any:
    """A panel a grade: the model as bands over level and steps, and the puzzles of each method as discs."""
    grades, methods = findings.grades, findings.methods
    size = (2 + 2.5 * len(grades), 4)
    figure, panels = pyplot().subplots(
        1, len(grades), figsize=size, sharex=True, sharey=True, squeeze=False, layout="constrained"
    )
    for axis, grade in zip(panels[0], grades, strict=True):
        _bands(axis, grade)
        for number, method in enumerate(methods):
            shift = WIDTH * ((number + 0.5) / len(methods) - 0.5)
            _discs(axis, findings.solved_puzzles(grade, method), shift, method)
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
    """The steps, up to the most that are drawn, with which the level is so appropriate."""
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
