"""Study of methods: compare patterns, grades, methods and oracles with each other and with Kamio (2022)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import erf, log, sqrt
from typing import Any

import numpy as np

from cpgen.difficulty import Grade, GradeModel, model_for_grade
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.messages import Message
from cpgen.pattern import Pattern
from cpgen.requests.generate_spec import GenerateSpec
from cpgen.requests.generation_request import resolve
from cpgen.study.factorial import (
    CELL,
    COUNTS,
    FAST,
    CellStudy,
    StudyCell,
    StudyMethod,
    figures_of,
    four_digits,
    method_title,
    percent_text,
    seconds_text,
    study_cell,
)
from cpgen.study.kamio2022 import published_part, table_for
from cpgen.study.measuring import canvas
from cpgen.study.runner import Journal, Progress, Tables, fingerprint, for_people
from cpgen.tabular import Row, markdown

SURE, TYPICAL = 0.9, 0.7
SPREAD_READING = """\
The model's rows are the normal distributions of the grades, with the levels that can match. A method's rows describe
the different puzzles that the ladder solves, of all patterns and oracles together."""
WIDTH = 0.8
"""Share of the distance between two ticks that is filled by a grade's bars"""


@dataclass(frozen=True)
class MethodStudy(CellStudy):
    """Study of every combination of a pattern or drawing with a grade and a method.

    `patterns` and `drawings` are keyed by the names shown in the tables. Without a layout, each pattern is put on the
    default board of its size, and a drawing on 9×9 with boxes. Without a model, the layout's own is used, and without
    grades all of the model's. A puzzle may take `limit` seconds.
    """

    patterns: Mapping[str, Pattern]
    methods: tuple[StudyMethod, ...]
    drawings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Request fields (`kind` or `drawing`) of each drawing; only the fast method makes puzzles on drawings"""
    grades: tuple[str, ...] = ()
    layout: Layout | None = None
    model: GradeModel | None = None
    count: int = 25
    seed: int = 1
    limit: float = 60.0

    name = "methods"
    key = (*CELL, "index")
    title = "Methods compared"
    reading = """\
Every cell is one pattern, grade, method and oracle. The cells are worked in turn, one puzzle each, on one core, so
that background load affects all of them equally; compilation is left out of the times. A puzzle *matches* when the
ladder solves it with an appropriateness above the model's threshold (the paper's: 0.7). Methods are generation phase ×
replacement phase (*drawing × local-search* on drawings); they continue until the puzzle matches, but an *unchecked* one
takes the first puzzle with one solution, as the paper does. Times are seconds, *cpu* is processor time; a puzzle that
reaches the limit is no match and counts with the limit. Brackets hold 95 % intervals: Wilson's for match rates, the
bootstrap's for times and ratios."""
    captions = {"match": "Match rate by cell; a diamond is the published figure"}  # noqa: RUF012

    @cached_property
    def cells(self) -> tuple[StudyCell, ...]:
        """All study cells; raises InputError for an invalid combination."""
        layouts = {name: self.layout or Layout.default(pattern.size) for name, pattern in self.patterns.items()}
        classic = [
            study_cell(
                name, {"pattern": pattern}, grade, layout, method, self._model_of(grade.name, layout), self.limit
            )
            for name, layout in layouts.items()
            if (pattern := self.patterns[name])
            for grade in self._grades(layout)
            for method in self.methods
        ]
        return (*classic, *self._drawn_cells())

    def _drawn_cells(self) -> Iterator[StudyCell]:
        """Yield a study cell for each drawing, grade and method that makes puzzles on drawings."""
        methods = [method for method in self.methods if method_title(method) == method_title(FAST)]
        if self.drawings and not methods:
            raise InputError(Message("study-drawn-fast"))
        layout = self.layout or Layout.default(9)
        for name, what in self.drawings.items():
            model = self.model or resolve(GenerateSpec(layout=layout, **what)).model
            for grade in dict.fromkeys(map(model.grade, self.grades)) if self.grades else model.grades:
                for method in methods:
                    yield study_cell(name, what, grade, layout, method, model, self.limit)

    def _grades(self, layout: Layout) -> dict[Grade, None]:
        if not self.grades:
            return dict.fromkeys(self._model_of("", layout).grades)
        return dict.fromkeys(self._model_of(word, layout).grade(word) for word in self.grades)

    def _model_of(self, word: str, layout: Layout) -> GradeModel:
        return self.model or model_for_grade(layout, word)

    @property
    def conditions(self) -> Row:
        """Settings that a resumed study must share: all of them except the number of puzzles."""
        return {
            "patterns": {name: pattern.line for name, pattern in self.patterns.items()},
            **({"drawings": list(self.drawings)} if self.drawings else {}),
            "layout": self.layout.spec if self.layout else "default",
            "grades": [grade.name for grade in self.all_grades],
            "meaning": fingerprint(self.all_grades),
            "methods": list(map(str, self.methods)),
            "seed": self.seed,
            "limit": self.limit,
        }

    def measure(self, journal: Journal, progress: Progress) -> Iterator[Row]:
        """Yield the journal row of each start that is missing."""
        return self.timed_rows(journal, progress, self.limit)

    @cached_property
    def figures(self) -> list[Row]:
        """Table with the statistics of every study cell, and the reason `why_not` if none of its puzzles matches."""
        return [{**cell.names, **figures_of(self.rows_of(cell)), "why_not": self.why_not(cell)} for cell in self.cells]

    def why_not(self, cell: StudyCell) -> str:
        """Return the reason why no puzzle of a study cell matches; empty if one does or none was tried."""
        rows = self.rows_of(cell)
        if cell.why or not rows or any(row["matches"] for row in rows):
            return cell.why
        late = sum(row["puzzle"] is None for row in rows)
        parts = [(late, f"reached the limit of {self.limit:g} s"), (len(rows) - late, "made a puzzle off the grade")]
        return f"No start of {len(rows)} matched: {', '.join(f'{number} {what}' for number, what in parts if number)}."

    @cached_property
    def spread(self) -> list[Row]:
        """Table of the distribution of level and steps: for each grade, a row for the model and one per method."""
        rows: list[Row] = []
        for grade in self.all_grades:
            if grade.steps is not None:
                rows.append(_model_row(grade))
            puzzles = {method: self.solved_puzzles(grade, method) for method in self.method_titles}
            rows += [{"grade": grade.name, "of": method, **_spread(made)} for method, made in puzzles.items() if made]
        return rows

    @property
    def all_grades(self) -> list[Grade]:
        """Grades of all study cells, each once."""
        return list(dict.fromkeys(cell.grade for cell in self.cells))

    @property
    def method_titles(self) -> list[str]:
        """Phases of the methods of all study cells as titles, each once."""
        return list(dict.fromkeys(cell.method_title for cell in self.cells))

    def solved_puzzles(self, grade: Grade, method: str) -> list[Row]:
        """Return a journal row for each different puzzle that the ladder solves, of one grade and method title."""
        cells = (cell for cell in self.cells if cell.grade == grade and cell.method_title == method)
        return list({row["puzzle"]: row for cell in cells for row in self.rows_of(cell) if row["solved"]}.values())

    def tables(self) -> Tables:
        """Return two tables: the statistics of every study cell, and the distributions of level and steps."""
        return {"figures": self.figures, "spread": self.spread}

    def sections(self, drawn: Collection[str]) -> Iterator[str]:
        """Yield the comparison with the paper, the table of all study cells, and the distributions, in Markdown.

        `drawn` are the names of the plots in the folder of the report; others are left out.
        """
        yield from published_part(self)
        yield self.picture("match", drawn)
        yield "## All cells"
        yield self.summary()
        if self.spread:
            yield "## Level and steps, against the model"
            yield SPREAD_READING
            yield for_people([{name.replace("_0_", " 0."): row[name] for name in row} for row in self.spread])

    def summary(self) -> str:
        """Return a Markdown table of the statistics of all study cells, then the reasons for those without matches."""
        both = list(zip(self.cells, self.figures, strict=True))
        unmet = [{"cell": cell, "why": row["why_not"]} for cell, row in both if row["why_not"]]
        parts = ["Cells that are not met:", markdown(unmet)] if unmet else []
        return "\n\n".join([markdown([_in_words(cell, row) for cell, row in both]), *parts])

    def plots(self) -> dict[str, Any]:
        """Return one plot, a bar chart of the match rates."""
        return {"match": _bars(self)}


def _in_words(cell: StudyCell, row: Row) -> Row:
    return {
        "pattern": row["pattern"],
        "grade": row["grade"],
        "method": cell.method_title,
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
    levels, dimensions = ", ".join(map(str, grade.levels)), 1 if grade.level.sd == 0 else 2
    return {"grade": grade.name, "of": "model"} | four_digits(
        {
            "puzzles": None,
            "levels": levels,
            "matching_levels": levels,
            "level_mean": grade.level.mean,
            "level_sd": grade.level.sd,
            "steps_mean": grade.steps.mean,
            "steps_sd": grade.steps.sd,
            "correlation": grade.correlation if dimensions == 2 else None,
            "percent_above_0_7": 100 * share_above(TYPICAL, dimensions),
            "percent_above_0_9": 100 * share_above(SURE, dimensions),
        }
    )


def _spread(rows: Sequence[Row]) -> dict[str, Any]:
    levels, steps, typical = (np.array([row[name] for row in rows]) for name in ("level", "steps", "appropriateness"))
    many = len(rows) > 1
    return four_digits(
        {
            "puzzles": len(rows),
            "levels": _tally(levels.tolist()),
            "matching_levels": _tally(row["level"] for row in rows if row["matches"]),
            "level_mean": float(levels.mean()),
            "level_sd": float(levels.std(ddof=1)) if many else None,
            "steps_mean": float(steps.mean()),
            "steps_sd": float(steps.std(ddof=1)) if many else None,
            "correlation": float(np.corrcoef(levels, steps)[0, 1]) if many and levels.std() and steps.std() else None,
            "percent_above_0_7": float(100 * np.mean(typical > TYPICAL)),
            "percent_above_0_9": float(100 * np.mean(typical > SURE)),
        }
    )


def _tally(levels: Iterable[int]) -> str:
    """Return each level with its number of puzzles, in ascending order, as in `4 (2), 6 (1)`."""
    return ", ".join(f"{level} ({number})" for level, number in sorted(Counter(levels).items()))


def share_above(appropriateness: float, dimensions: int) -> float:
    """Return the share (0 to 1) of a normal distribution in 1 or 2 dimensions whose appropriateness exceeds a value.

    Appropriateness (Kamio 2022) is exp(-d²/2) with d the Mahalanobis distance from the mean; d² is chi-squared
    distributed.

    >>> round(share_above(0.7, 2), 3), round(share_above(0.7, 1), 3)
    (0.3, 0.602)
    """
    return 1 - appropriateness if dimensions == 2 else erf(sqrt(-log(appropriateness)))


def _bars(study: MethodStudy) -> Any:
    """Return a bar chart of the match rates: a panel per pattern, a group of bars per grade, a bar per method."""
    patterns = list(dict.fromkeys(cell.pattern for cell in study.cells))
    figure, panels = canvas(1 + 4.5 * len(patterns), 4, 1, len(patterns), sharey=True, squeeze=False)
    for axis, pattern in zip(panels[0], patterns, strict=True):
        grades = list(dict.fromkeys(cell.grade.name for cell in study.cells if cell.pattern == pattern))
        _panel(axis, study, pattern)
        table = table_for(study, pattern)
        marks = [(place, table[grade].match_percent) for place, grade in enumerate(grades) if grade in table]
        if marks:
            axis.plot(*zip(*marks, strict=True), "kD", label="published")
        axis.set_xticks(range(len(grades)), grades)
        axis.set_title(pattern)
    first = panels[0][0]
    first.set_ylabel("matched, %")
    columns = min(3, len(patterns) + 1)
    figure.legend(*first.get_legend_handles_labels(), loc="outside lower center", ncols=columns, fontsize="small")
    return figure


def _panel(axis: Any, study: MethodStudy, pattern: str) -> None:
    """Draw the bars of one pattern, with their 95 % intervals, on matplotlib axes."""
    width = WIDTH / len(study.methods)
    names = ("match_percent", "match_percent_from", "match_percent_to")
    for number, method in enumerate(study.methods):
        cells = [cell for cell in study.cells if (cell.pattern, cell.method) == (pattern, method)]
        if not cells:  # a drawing, which is not made with all methods
            continue
        tried = [(place, figures_of(rows)) for place, cell in enumerate(cells) if (rows := study.rows_of(cell))]
        heights, low, high = (np.array([row[name] for _, row in tried]) for name in names)
        places = [place - WIDTH / 2 + width * (number + 0.5) for place, _ in tried]
        reach = [np.maximum(heights - low, 0), np.maximum(high - heights, 0)]
        axis.bar(places, heights, width, yerr=reach, capsize=2, label=f"{cells[0].method_title}, {method.oracle}")
