"""`cpgen pentomino`: the catalogue of the 5×5 boards, and sets of puzzles on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cpgen.cli.boards import CornersApart, UpTo
from cpgen.cli.commands import command
from cpgen.cli.help import group
from cpgen.cli.options import ClueCount, GradeName, Json, OracleName, SeriesOptions, ShowOptions, option
from cpgen.cli.set_boards import CHOICES, boards_of
from cpgen.cli.symbols import Symbols
from cpgen.errors import CpgenError, InputError

if TYPE_CHECKING:
    from cpgen.boards.sets import SetPuzzle, SetRequest

app = group(
    "The 5×5 boards of five pentominoes, and sets of puzzles on them.\n\n\b\n"
    "Example: cpgen pentomino set --count 3 --seed 1",
)
Out = Annotated[
    str,
    option("FOLDER", "Write boards.csv, boards.parquet, summary.md and sheet.svg there.", "--out", "-o"),
]
BoardsName = Annotated[
    str, option("all|corners-apart|FILE|NAME", "The boards; in a file one a line, or drawn.", "--boards")
]
DistinctBoards = Annotated[bool, typer.Option("--distinct-boards", help="No board twice.")]
WithStuck = Annotated[bool, typer.Option("--with-stuck", help="Puzzles on which the ladder of rules gets stuck, too.")]


@app.command("study", rich_help_panel="Research")
@command
def study(
    *,
    up_to: UpTo = "symmetry",
    corners_apart: CornersApart = False,
    out: Out = "",
    as_json: Json = False,
) -> None:
    """Make the catalogue of the 5×5 boards, all exactly.

    Grids, fewest clues, and puzzles of four clues.

    \b
    Example: cpgen pentomino study --up-to rotation --corners-apart
    """
    from cpgen.boards import catalogue
    from cpgen.cli import shown
    from cpgen.tables import csv_text

    rows = catalogue.catalogue(catalogue.layouts(up_to, corners_apart))
    told = catalogue.summary(rows, catalogue.title(up_to, corners_apart))
    if out:
        _write_all(Path(out), rows, told)
    if as_json:
        for row in rows:
            shown.tell_json(row)
    elif shown.for_people():
        shown.tell(told)
    elif not out:
        shown.tell(csv_text(rows).rstrip())


@dataclass(frozen=True)
class SetOptions:
    """What a set is made of."""

    clues: ClueCount = "4"
    boards: BoardsName = "all"
    distinct_boards: DistinctBoards = False
    grade: GradeName = "any"
    with_stuck: WithStuck = False
    oracle: OracleName = "cpsat"

    @property
    def request(self) -> SetRequest:
        """The request that the options make; raises InputError when they do not go together."""
        from cpgen.boards.sets import FEWEST, SetRequest
        from cpgen.layout import whole_number

        if self.with_stuck and self.grade != "any":
            raise InputError("--with-stuck takes puzzles of no grade; leave out --grade, or leave it out.")
        few = self.clues == "fewest"
        return SetRequest(
            layouts=boards_of(self.boards, self.oracle),
            clues=FEWEST if few else whole_number(self.clues, "the number of clues (or the word fewest)"),
            distinct_boards=self.distinct_boards,
            turned=self.boards in CHOICES,
            grade="" if self.with_stuck else self.grade,
            oracle=self.oracle,
        )


@app.command("set", rich_help_panel="Make")
@command
def make_set(*, asked: SetOptions, series: SeriesOptions, symbols: Symbols = "", showing: ShowOptions) -> None:
    """Make a set of graded puzzles, no two the same.

    The same means: under rotation, reflection and relabelling. They have 4 to 8 clues.

    \b
    Example: cpgen pentomino set --count 10 --distinct-boards --seed 1
    """
    from cpgen.boards.sets import puzzle_set
    from cpgen.cli import shown

    request, named, seed = asked.request, _named(symbols), series.first_seed()
    for one in puzzle_set(request, series.count, seed):
        _show_puzzle(one, named, showing)
    shown.tell_seed(seed, showing.as_json)


def _named(symbols: str) -> tuple[str, ...]:
    """The symbol for an open cell and those for 1 to 5."""
    from cpgen.boards.pentomino import SIDE
    from cpgen.render.board import read_symbols

    return (".", *read_symbols(symbols, SIDE)[:SIDE])


def _show_puzzle(one: SetPuzzle, named: tuple[str, ...], showing: ShowOptions) -> None:
    """Shows a puzzle of a set: an object, a drawn board for people, or a jigsaw line for a pipe."""
    from cpgen.cli import shown
    from cpgen.layout import REGION_LETTERS
    from cpgen.objects import set_object
    from cpgen.render.terminal import draw_board

    data, layout = set_object(one), one.puzzle.layout
    clues, filled = ["".join(named[digit] for digit in digits) for digits in (one.puzzle.clues, one.solution)]
    jigsaw = clues + "".join(REGION_LETTERS[region] for region in layout.regions)
    if showing.as_json:
        shown.tell_json(data | {"symbols": named[1:]})
    elif shown.for_people():
        shown.tell(draw_board(layout, clues))
        shown.tell(shown.rating_sentence(data))
        shown.tell(jigsaw)
        shown.tell(draw_board(layout, filled) + "\n" if showing.solution else "")
    else:
        shown.tell(f"{jigsaw} {filled}" if showing.solution else jigsaw)


def _write_all(folder: Path, rows: Sequence[dict[str, Any]], told: str) -> None:
    """Writes the catalogue as CSV, Parquet (where pyarrow is installed), Markdown and a sheet of boards."""
    from cpgen import tables
    from cpgen.layout import Layout
    from cpgen.render.files import write_whole
    from cpgen.render.sheet import sheet

    captions = [f"{row['number']}: {row['grids']}" for row in rows]
    boards = [Layout.parse(row["board"]) for row in rows]
    files = {
        "boards.csv": tables.csv_text(rows).encode(),
        "summary.md": told.encode(),
        "sheet.svg": sheet(boards, captions, [not row["grids"] for row in rows]).encode(),
    }
    try:
        files["boards.parquet"] = tables.parquet_bytes(rows)
    except CpgenError as error:
        typer.echo(f"cpgen: boards.parquet is left out: {error}", err=True)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"The folder {folder} cannot be made: {error.strerror}.") from error
    for name, content in files.items():
        write_whole(str(folder / name), content)
