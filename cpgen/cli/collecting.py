"""`cpgen collection`: puzzles in a store, each once; added, listed, counted, drawn by lot and handed out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cpgen.cli import handing_out
from cpgen.cli.commands import command
from cpgen.cli.filtering import (
    Clues,
    Grade,
    Level,
    Matching,
    Minimal,
    Needs,
    NoMinimal,
    Steps,
    StoreFile,
    Symmetry,
    Without,
    wanted,
)
from cpgen.cli.help import group
from cpgen.cli.options import Json, LayoutOptions, Model, OracleName
from cpgen.errors import InputError

if TYPE_CHECKING:
    from cpgen.collection.filters import Filter
    from cpgen.collection.importing import Tally
    from cpgen.collection.record import Record
    from cpgen.formats import Piece
    from cpgen.layout import Layout

app = group(
    "Keep puzzles in a store where none stands twice.\n\nA puzzle turned or renamed is the same puzzle.\n\n\b\n"
    "Example: cpgen collection import set.db puzzles.sdm",
)


@app.command("add", rich_help_panel="Put in")
@command
def add(
    *,
    store: StoreFile,
    puzzles: Annotated[list[str], typer.Argument(metavar="PUZZLE...", help="Puzzles of any format that fits a word.")],
    board: LayoutOptions,
    model: Model = None,
    oracle: OracleName = "bitset",
    unchecked: NoMinimal = False,
) -> None:
    """Add puzzles, rated on the way, each once.

    One that is there already, turned or renamed, is not added again.

    \b
    Example: cpgen collection add set.db 1.....3..2.....4
    """
    from cpgen.formats.reading import Piece, reader_of

    pieces = [Piece(0, puzzle, reader_of(puzzle)) for puzzle in puzzles]
    layout = board.layout
    _tell_tally(_taken(store, "the command line", pieces, layout, model, oracle, unchecked))


@app.command("import", rich_help_panel="Put in")
@command
def import_(
    *,
    store: StoreFile,
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Files of any format; - for standard input.")],
    board: LayoutOptions,
    model: Model = None,
    oracle: OracleName = "bitset",
    unchecked: NoMinimal = False,
) -> None:
    """Take in files of others, each puzzle once, rated on the way.

    Puzzles have one solution; what is wrong is named and left out.

    \b
    Example: cpgen collection import set.db puzzles.sdm
    """
    from cpgen.cli.inputs import opened as source_of
    from cpgen.collection.importing import Tally
    from cpgen.formats import pieces

    layout = board.layout
    whole = Tally()
    for file in files:
        with source_of(file) as (name, stream):
            tally = _taken(store, name, pieces(stream, layout), layout, model, oracle, unchecked)
        whole.new, whole.repeats = whole.new + tally.new, whole.repeats + tally.repeats
        whole.refused += tally.refused
    _tell_tally(whole)


def _taken(
    store: str,
    name: str,
    pieces: Iterable[Piece],
    layout: Layout | None,
    model: str | None,
    oracle: str,
    unchecked: bool,
) -> Tally:
    from cpgen.api import named_model
    from cpgen.collection.importing import Importer
    from cpgen.collection.store import Store
    from cpgen.oracles import open_oracle

    def tell(number: int, error: Exception) -> None:
        typer.echo(f"cpgen: {name}{f', line {number}' if number else ''}: {error}", err=True)

    solver = open_oracle(oracle, 60.0)
    with Store(store) as opened:
        grades = named_model(model) if model else None
        return Importer(opened, solver, grades, name, not unchecked, tell).take(pieces, layout)


def _tell_tally(tally: Tally) -> None:
    typer.echo(f"{tally.new} new, {tally.repeats} there already, {tally.refused} refused")
    if tally.refused:
        raise typer.Exit(InputError.exit_code)


@app.command("list", rich_help_panel="Look and choose")
@command
def list_(
    *,
    store: StoreFile,
    grade: Grade = "",
    level: Level = "",
    steps: Steps = "",
    clues: Clues = "",
    needs: Needs = None,
    without: Without = None,
    symmetry: Symmetry = "",
    minimal: Minimal = None,
    matching: Matching = None,
    board: LayoutOptions,
    most: Annotated[int, typer.Option("--most", min=0, metavar="N", help="No more than so many; 0 for all.")] = 0,
    as_json: Json = False,
) -> None:
    """List the puzzles that pass the filter.

    They stand in the order in which they came.

    \b
    Example: cpgen collection list set.db --grade expert --steps 30.. --needs x-wing --symmetry rot180
    """
    from cpgen.collection.store import Store

    layout = board.layout
    chosen = wanted(layout, grade, level, steps, clues, needs, without, symmetry, minimal, matching)
    with Store(store, create=False) as opened:
        for record in opened.records(chosen, most or -1):
            _tell_record(record, as_json)


@app.command("sample", rich_help_panel="Look and choose")
@command
def sample(
    *,
    store: StoreFile,
    count: Annotated[int, typer.Option("--count", "-n", min=1, metavar="N", help="How many.")] = 1,
    seed: Annotated[int | None, typer.Option(min=0, metavar="S", help="The same seed draws the same puzzles.")] = None,
    grade: Grade = "",
    level: Level = "",
    steps: Steps = "",
    clues: Clues = "",
    needs: Needs = None,
    without: Without = None,
    symmetry: Symmetry = "",
    minimal: Minimal = None,
    matching: Matching = None,
    board: LayoutOptions,
    as_json: Json = False,
) -> None:
    """Draw puzzles by lot from those that pass the filter.

    \b
    Example: cpgen collection sample set.db --count 5 --grade expert --needs x-wing
    """
    from cpgen.api import fresh_seed
    from cpgen.collection.store import Store

    layout = board.layout
    chosen = wanted(layout, grade, level, steps, clues, needs, without, symmetry, minimal, matching)
    with Store(store, create=False) as opened:
        for record in opened.sample(count, fresh_seed() if seed is None else seed, chosen):
            _tell_record(record, as_json)


def _tell_record(record: Record, as_json: bool) -> None:
    from cpgen.cli import shown

    if as_json:
        shown.tell_json(record.as_object())
    else:
        parts = (record.puzzle, record.level, record.steps, record.grade or "-", f"{record.appropriateness:.4g}")
        shown.tell("\t".join(map(str, parts)))


@app.command("stats", rich_help_panel="Look and choose")
@command
def stats(
    *,
    store: StoreFile,
    grade: Grade = "",
    level: Level = "",
    steps: Steps = "",
    clues: Clues = "",
    needs: Needs = None,
    without: Without = None,
    symmetry: Symmetry = "",
    minimal: Minimal = None,
    matching: Matching = None,
    board: LayoutOptions,
    as_json: Json = False,
) -> None:
    """Show what there is: boards, grades, symmetries and rules.

    Puzzles are counted by board and grade, by symmetry, and by the rules that they use.

    \b
    Example: cpgen collection stats set.db
    """
    from cpgen.cli import shown
    from cpgen.collection.store import Store

    layout = board.layout
    chosen = wanted(layout, grade, level, steps, clues, needs, without, symmetry, minimal, matching)
    with Store(store, create=False) as opened:
        data = _counted(opened, chosen)
    if as_json:
        shown.tell_json(data)
    else:
        shown.tell(_stats_text(data))


def _counted(store: Any, chosen: Filter) -> dict[str, Any]:
    by_grade = store.table("(SELECT layout FROM boards WHERE id = board), grade", chosen)
    keys = ("layout", "grade", "puzzles", "mean_steps", "least_steps", "most_steps")
    return {
        "puzzles": store.count(chosen),
        "grades": [dict(zip(keys, row, strict=True)) for row in by_grade],
        "symmetries": {row[0]: row[1] for row in store.table("symmetry", chosen)},
        "levels": {row[0]: row[1] for row in store.table("level", chosen)},
        "rules": dict(store.rules(chosen)),
    }


def _stats_text(data: dict[str, Any]) -> str:
    lines = [f"{data['puzzles']} puzzles"]
    for row in data["grades"]:
        span = f"{row['mean_steps']:.1f} steps ({row['least_steps']} to {row['most_steps']})"
        board = row["layout"] if len(row["layout"]) < 25 else row["layout"][:24] + "…"
        lines.append(f"{row['puzzles']:>9}  {row['grade'] or 'not solved by the ladder'} on {board}, {span}")
    for what in ("symmetries", "levels", "rules"):
        lines.append(what)
        lines += [f"{count:>9}  {name}" for name, count in data[what].items()]
    return "\n".join(lines)


app.command("export", rich_help_panel="Take out")(handing_out.export)
