"""The study of the 5×5 boards of five pentominoes: their catalogue, a board a row, and what the rows show together."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from cpgen.boards.pentomino_catalogue import catalogue, layouts, summary, title
from cpgen.layout import Layout
from cpgen.render.svg import board_sheet
from cpgen.study.engine import Findings, Journal, Progress, Study, Tables
from cpgen.tabular import Row

SHEET = "sheet.svg"


@dataclass(frozen=True)
class PentominoStudy(Study):
    """Which boards: one of those that are the same up to `up_to`, perhaps only those whose corners are apart."""

    up_to: str = "symmetry"
    corners_apart: bool = False

    name = "pentomino"
    key = ("number",)
    timed = False

    @cached_property
    def layouts(self) -> list[Layout]:
        """The boards; raises InputError for an unknown `up_to`."""
        return layouts(self.up_to, self.corners_apart)

    @property
    def conditions(self) -> Row:
        """Which boards they are."""
        return {"up_to": self.up_to, "corners_apart": self.corners_apart}

    def measure(self, journal: Journal, progress: Progress) -> Iterator[Row]:
        """The boards that the journal lacks."""
        for number, layout in enumerate(self.layouts, 1):
            if (number,) not in journal:
                progress(f"{number} of {len(self.layouts)} boards")
                yield {**catalogue([layout])[0], "number": number}

    def findings(self, rows: Sequence[Row]) -> PentominoFindings:
        """The catalogue."""
        return PentominoFindings(self, rows)


@dataclass(frozen=True)
class PentominoFindings(Findings[PentominoStudy]):
    """The catalogue of the boards, and a sheet that shows them."""

    @property
    def so_far(self) -> str:
        """How far the study is."""
        return f"{len(self.rows)} of {len(self.study.layouts)} boards"

    def tables(self) -> Tables:
        """The boards."""
        return {"figures": self.rows}

    def summary(self) -> str:
        """What the rows show together."""
        return summary([dict(row) for row in self.rows], title(self.study.up_to, self.study.corners_apart))

    def sections(self, drawn: Collection[str]) -> Iterator[str]:
        """The summary and the sheet."""
        yield self.summary()
        yield f"![The boards by their numbers, with their grids]({SHEET})"

    def report(self, drawn: Collection[str] = ()) -> str:
        """The sections alone: nothing here depends on the machine."""
        return "\n".join(self.sections(drawn)) + "\n"

    def more_files(self) -> Mapping[str, bytes]:
        """All boards on a sheet, those without a grid marked."""
        captions = [f"{row['number']}: {row['grids']}" for row in self.rows]
        boards = [Layout.parse(row["board"]) for row in self.rows]
        return {SHEET: board_sheet(boards, captions, [not row["grids"] for row in self.rows]).encode()}
