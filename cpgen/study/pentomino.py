"""What can the 5×5 boards of five pentominoes do? Their catalogue, a board a row, and what the rows say together."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from cpgen.boards.catalogue import catalogue, layouts, summary, title
from cpgen.formats.tabular import Row
from cpgen.layout import Layout
from cpgen.render.svg import board_sheet
from cpgen.study.journal import Journal
from cpgen.study.study import Results, Study, Tell

SHEET = "sheet.svg"


@dataclass(frozen=True)
class Plan:
    """Which boards: one of those that are the same up to `up_to`, perhaps only those whose corners are apart."""

    up_to: str = "symmetry"
    corners_apart: bool = False

    @cached_property
    def layouts(self) -> list[Layout]:
        """The boards; raises InputError for an unknown `up_to`."""
        return layouts(self.up_to, self.corners_apart)

    @property
    def heading(self) -> Mapping[str, Any]:
        """What the rows depend on."""
        return {"study": "pentomino", "up_to": self.up_to, "corners_apart": self.corners_apart}


def study(plan: Plan) -> Study:
    """The study of a plan."""
    return Study(plan.heading, ("number",), partial(carry_out, plan), partial(_results, plan))


def carry_out(plan: Plan, journal: Journal, tell: Tell = lambda text: None) -> None:
    """Adds the boards that the journal lacks; `tell` is told how far it is."""
    for number, layout in enumerate(plan.layouts, 1):
        if (number,) not in journal:
            tell(f"{number} of {len(plan.layouts)} boards")
            journal.add({**catalogue([layout])[0], "number": number})


def _results(plan: Plan, journal: Journal) -> Results:
    rows, heading = [dict(row) for row in journal.rows], title(plan.up_to, plan.corners_apart)
    return Results(
        so_far=f"{len(rows)} of {len(plan.layouts)} boards",
        tables=lambda: {"figures": rows},
        rows=lambda: {"rows": rows},
        summary=partial(summary, rows, heading),
        report=partial(_report, rows, heading),
        plots=dict,
        more=partial(_sheet, rows),
    )


def _report(rows: Sequence[dict[str, Any]], heading: str, drawn: Collection[str]) -> str:
    return f"{summary(rows, heading)}\n![The boards by their numbers, with their grids]({SHEET})\n"


def _sheet(rows: Sequence[Row]) -> dict[str, bytes]:
    """All boards on a sheet, those without a grid marked."""
    captions = [f"{row['number']}: {row['grids']}" for row in rows]
    boards = [Layout.parse(row["board"]) for row in rows]
    return {SHEET: board_sheet(boards, captions, [not row["grids"] for row in rows]).encode()}
