"""Study of the 5×5 boards that five pentominoes tile: a catalogue with one row per board."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from cpgen.boards.pentomino_catalogue import catalogue, layouts, summary, title
from cpgen.layout import Layout
from cpgen.render.svg import board_sheet
from cpgen.study.runner import Journal, Progress, Study, Tables
from cpgen.tabular import Row

SHEET = "sheet.svg"


@dataclass(frozen=True)
class PentominoStudy(Study):
    """Study of one board of each equivalence class, optionally only boards whose corners lie in different pieces.

    Boards are equivalent if the operations named by `up_to` map them to each other: `symmetry`, for instance, means
    turns and reflections.
    """

    up_to: str = "symmetry"
    corners_apart: bool = False

    name = "pentomino"
    key = ("number",)
    timed = False

    @cached_property
    def layouts(self) -> list[Layout]:
        """Boards of the study; raises InputError for an unknown `up_to`."""
        return layouts(self.up_to, self.corners_apart)

    @property
    def conditions(self) -> Row:
        """Settings that a resumed study must share: both, since they select the boards."""
        return {"up_to": self.up_to, "corners_apart": self.corners_apart}

    def measure(self, journal: Journal, progress: Progress) -> Iterator[Row]:
        """Yield a journal row for each board that the journal lacks."""
        for number, layout in enumerate(self.layouts, 1):
            if (number,) not in journal:
                progress(f"{number} of {len(self.layouts)} boards")
                yield {**catalogue([layout])[0], "number": number}

    @property
    def so_far(self) -> str:
        """Progress of the study in words, as shown while it runs."""
        return f"{len(self.rows)} of {len(self.layouts)} boards"

    def tables(self) -> Tables:
        """Return one table with a row per board."""
        return {"figures": self.rows}

    def summary(self) -> str:
        """Return the number of boards and of grids as text."""
        return summary([dict(row) for row in self.rows], title(self.up_to, self.corners_apart))

    def sections(self, drawn: Collection[str]) -> Iterator[str]:
        """Yield the summary and the picture of all boards."""
        yield self.summary()
        yield f"![The boards by their numbers, with their grids]({SHEET})"

    def report(self, drawn: Collection[str] = ()) -> str:
        """Return the report as Markdown, without a table of the machine, on which no result of this study depends."""
        return "\n".join(self.sections(drawn)) + "\n"

    def more_files(self) -> Mapping[str, bytes]:
        """Return the SVG picture of all boards; boards without a grid are marked."""
        captions = [f"{row['number']}: {row['grids']}" for row in self.rows]
        boards = [Layout.parse(row["board"]) for row in self.rows]
        return {SHEET: board_sheet(boards, captions, [not row["grids"] for row in self.rows]).encode()}
