"""How well a trial run sees coming which targets are hard on a pattern: tables for docs/patterns_and_grades.md.

Takes figures.csv of `cpgen study patterns`, and prints Markdown; `scripts/reproduce_patterns` puts it on the page.
"""

from __future__ import annotations

import csv
import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from time import process_time
from typing import Any

from cpgen import resources
from cpgen.difficulty import model_for
from cpgen.errors import ImpossibleError, InputError
from cpgen.feasibility.effort import HARD, fit_for
from cpgen.generation.probe import trial_of
from cpgen.layout import Layout
from cpgen.library import layout_named, pattern_named
from cpgen.pattern import Pattern
from cpgen.requests.puzzle_request import Request, default_clues
from cpgen.schema import build
from cpgen.study.random_patterns import Kind, random_patterns
from cpgen.tabular import Row, markdown

PATTERNS = 12
"""Random patterns of a board, which nothing was fitted to"""
TIMES = 10
"""Trials' worth of work by which it is measured what is hard"""
SEED = 1
TARGETS: tuple[dict[str, Any], ...] = (
    {"level": "5.."},
    {"level": "8.."},
    {"steps": "40.."},
    {"steps": "..14"},
    {"needs": "x-wing"},
    {"needs": "naked-triple"},
    {"grade": "expert", "typical": 0.95},
    {"needs": "xy-wing"},
    {"needs": "swordfish"},
    {"hardest": "xy-chain"},
    {"ladder": "hodoku", "grade": "hard"},
    {"ladder": "explainer", "level": "60.."},
)
BOXES = ("2x2", "2x3", "2x4", "3x4", "4x4")
LATIN = ("latin-5", "latin-9")
ABOUT = """\
## A trial run, for every target and layout

Features only predict the four grades on 9×9. For any target and layout up to 16×16, `generate` and the studio also try:
a few starts of the same method, from a seed of their own, within 9,000 ratings (seven times the typical work on 9×9;
on larger boards fewer, in inverse proportion to the cells; on ladders of other techniques than the thirteen rules, as
many stretches of the walk as take that long). Two puzzles end the trial, and the target is not hard; with fewer, it is.
All of it is counted, so that a trial has the same outcome on any machine; what is easy costs some milliseconds. On
boards beyond 16×16 there is none, since the random grid that a start begins with alone takes longer."""
GRADES = """\
The four grades on 9×9, on the patterns of the study: hard is what took {hard:.0f} ratings a puzzle or more there, with
other seeds. The features know the other patterns, as above; a trial knows none."""
OTHERS = """\
Other targets on 9×9, and other layouts with the first and the last grade of their models, each on {patterns} random
patterns that nothing was fitted to. Hard is here what meets fewer than {times} puzzles in {times} trials' worth of
work, with other seeds. *Seconds* are those of the processor for a trial: the mean, and the longest."""


@dataclass
class Tally:
    """How many cells were hard, which of them were seen coming, false alarms, and what the trials took."""

    cells: int = 0
    hard: int = 0
    seen: int = 0
    alarms: int = 0
    seconds: tuple[float, ...] = ()

    def add(self, is_hard: bool, warned: bool, seconds: float = 0.0) -> None:
        """Counts a cell."""
        self.cells += 1
        self.hard += is_hard
        self.seen += is_hard and warned
        self.alarms += warned and not is_hard
        self.seconds += (seconds,)

    @property
    def row(self) -> Row:
        """The columns."""
        return {
            "hard seen": f"{self.seen} of {self.hard}",
            "false alarms": f"{self.alarms} of {self.cells - self.hard}",
        }

    @property
    def timed_row(self) -> Row:
        """The columns with the times."""
        mean, most = sum(self.seconds) / len(self.seconds), max(self.seconds)
        return {"cells": self.cells, **self.row, "seconds": f"{mean:.2g}", "longest": f"{most:.2g}"}


def tried(request: Request) -> tuple[bool, float] | None:
    """Whether a trial finds the request hard, and its seconds once all is loaded; None where there is no trial."""
    seconds = []
    for _ in range(2):
        began = process_time()
        trial = trial_of(request)
        seconds.append(process_time() - began)
    return None if trial is None else (trial.is_hard, min(seconds))


def on_grades(figures: Iterable[Mapping[str, str]]) -> Iterator[Row]:
    """The table of the four grades: features, and a trial, on patterns held out of the fit and on fresh ones."""
    fit = fit_for("nikoli100")
    assert fit is not None
    bound = HARD * fit.typical
    tallies = {(name, fresh): Tally() for name in ("the fitted features", "a trial") for fresh in (False, True)}
    for cell in figures:
        request = Request(pattern=Pattern.parse(cell["pattern_line"]), grade=cell["grade"], oracle="bitset")
        found = tried(request)
        if cell["why_not"] or found is None:
            continue
        fresh, is_hard = cell["fresh"] == "True", not cell["met"] or int(cell["ratings"]) >= bound * int(cell["met"])
        tallies["the fitted features", fresh].add(is_hard, int(cell["predicted_ratings"]) >= bound)
        tallies["a trial", fresh].add(is_hard, *found)
    for name in ("the fitted features", "a trial"):
        held, fresh_ones = tallies[name, False], tallies[name, True]
        seconds = (*held.seconds, *fresh_ones.seconds)
        yield {
            "by": name,
            **{f"held out: {column}": value for column, value in held.row.items()},
            **{f"fresh: {column}": value for column, value in fresh_ones.row.items()},
            "seconds": f"{sum(seconds) / len(seconds):.2g}" if any(seconds) else "–",
            "longest": f"{max(seconds):.2g}" if any(seconds) else "–",
        }


def patterns_on(layout: Layout) -> list[Pattern]:
    """The random patterns of a layout, with somewhat fewer and more clues than `generate` uses."""
    usual = default_clues(layout, "none")
    kind = Kind(round(usual * 3 / 4), round(usual * 4 / 3))
    return list(random_patterns(layout, PATTERNS, kind, [SEED, 19], "new").values())


def measured(layout: Layout, wishes: Iterable[Mapping[str, Any]]) -> Row | None:
    """A row of the other tables: some targets on a layout; None where no request is possible."""
    tally = Tally()
    for wish in wishes:
        for pattern in patterns_on(layout):
            try:
                request = build(Request, {"layout": layout, "pattern": pattern, "oracle": "bitset", **wish})
            except ImpossibleError:
                continue
            found, truth = tried(request), trial_of(request, SEED, TIMES)
            if found is not None and truth is not None:
                tally.add(truth.met < TIMES, *found)
    return tally.timed_row if tally.cells else None


def on_targets() -> Iterator[Row]:
    """The table of targets on 9×9."""
    for wish in TARGETS:
        if row := measured(Layout.default(9), [wish]):
            yield {"target": ", ".join(f"{name} {value}" for name, value in wish.items()), **row}


def on_layouts() -> Iterator[Row]:
    """The table of layouts, each with the first and the last grade of its model."""
    for name in (*BOXES, *LATIN, *resources.names("layouts")):
        layout = layout_named(name)
        grades = model_for(layout).grades
        try:
            row = measured(layout, [{"grade": grade.name} for grade in (grades[0], grades[-1])])
        except InputError as error:
            print(f"{name}: {error}", file=sys.stderr)
            continue
        if row:
            yield {"layout": f"`{name}`", "side": layout.size, "model": model_for(layout).name, **row}


def main(figures: str) -> None:
    """Prints the section."""
    warnings.simplefilter("ignore")
    for needed in ((), ("xy-wing",)):  # what is compiled is loaded
        trial_of(Request(pattern=pattern_named("kamio-a"), needs=needed, oracle="bitset"))
    fit = fit_for("nikoli100")
    assert fit is not None
    print(ABOUT)
    with open(figures, encoding="utf-8") as file:
        print(f"\n{GRADES.format(hard=HARD * fit.typical)}\n\n{markdown(list(on_grades(csv.DictReader(file))))}")
    print(f"\n{OTHERS.format(patterns=PATTERNS, times=TIMES)}\n\n{markdown(list(on_targets()))}")
    print(f"\n{markdown(list(on_layouts()))}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
