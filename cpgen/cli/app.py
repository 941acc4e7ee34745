"""The commands, each a function that reads its arguments, asks `cpgen.api`, and shows the answer.

Modules that take long to import are imported inside the commands, so that help is there at once.
"""

from __future__ import annotations

import typer

from cpgen.cli import (
    batching,
    boards,
    calibrating,
    collecting,
    converting,
    digging,
    digging_tables,
    explaining,
    exporting,
    listings,
    making,
    pentomino,
    printing,
    reading,
    serving,
    study,
)

app = typer.Typer(
    name="cpgen",
    help="Sudoku and its relatives: a clue pattern and a grade in, verified puzzles out.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def _top(version: listings.Version = False) -> None:
    listings.show_version(version)


app.command("generate")(making.generate)
app.command("rate")(reading.rate)
app.command("explain")(explaining.explain)
app.command("hint")(explaining.hint)
app.command("solve")(reading.solve)
app.command("check")(reading.check)
app.command("draw")(printing.draw)
app.command("book")(printing.book)
app.command("export")(exporting.export)
app.command("convert")(converting.convert)
app.command("formats")(converting.formats)
app.command("grid")(digging.grid)
app.command("dig")(digging.dig)
app.command("centres")(digging_tables.centres)
app.command("rounds")(digging_tables.rounds)
app.command("batch")(batching.batch)
app.command("serve")(serving.serve)
app.command("patterns")(listings.patterns)
app.command("layouts")(listings.layouts)
app.command("grades")(listings.grades)
app.command("calibrate")(calibrating.calibrate)
app.command("oracles")(listings.oracles)
app.add_typer(boards.app, name="boards")
app.add_typer(collecting.app, name="collection")
app.add_typer(pentomino.app, name="pentomino")
app.add_typer(study.app, name="study")
