"""The commands, each a function that reads its arguments, asks `cpgen.api`, and shows the answer.

Modules that take long to import are imported inside the commands, so that help is there at once.
"""

from __future__ import annotations

from collections.abc import Callable

import typer

from cpgen.cli import (
    batching,
    boards,
    collecting,
    converting,
    demo,
    digging,
    digging_tables,
    explaining,
    exporting,
    grids,
    listings,
    making,
    pentomino,
    printing,
    reading,
    serving,
    study,
)
from cpgen.cli.help import group

COMMANDS: dict[str, dict[str, Callable[..., None] | typer.Typer]] = {
    "Make": {
        "demo": demo.demo,
        "generate": making.generate,
        "dig": digging.dig,
        "grid": grids.grid,
    },
    "Judge and explain": {
        "rate": reading.rate,
        "check": reading.check,
        "solve": reading.solve,
        "explain": explaining.explain,
        "hint": explaining.hint,
        "rounds": digging_tables.rounds,
    },
    "Print, play and convert": {
        "draw": printing.draw,
        "book": printing.book,
        "export": exporting.export,
        "serve": serving.serve,
        "convert": converting.convert,
    },
    "What there is": {
        "patterns": listings.patterns,
        "layouts": listings.layouts,
        "grades": listings.grades,
        "oracles": listings.oracles,
        "formats": converting.formats,
        "centres": digging_tables.centres,
    },
    "Large sets": {"batch": batching.batch, "collection": collecting.app},
    "Irregular boards": {"boards": boards.app, "pentomino": pentomino.app},
    "Research": {"study": study.app},
}
"""The commands and groups of commands, under the headings of the help"""

app = group(
    "Sudoku and its relatives: a pattern and a grade in, verified puzzles out.\n\n"
    "`cpgen demo` shows what it can do, `cpgen COMMAND --help` how.\n\n\b\n"
    "Example: cpgen generate --pattern heart --grade advanced",
    name="cpgen",
    epilog="\b\nThe Tab key completes commands, options and values after:\n"
    "  cpgen --install-completion\n"
    "For scripts/cpgen in a clone of the project, before that:\n"
    '  ln -s "$PWD/scripts/cpgen" ~/.local/bin/',
    context_settings={"help_option_names": ["-h", "--help"]},
    invoke_without_command=True,
)


@app.callback()
def _top(version: listings.Version = False) -> None:
    listings.show_version(version)


for heading, commands in COMMANDS.items():
    for name, one in commands.items():
        if isinstance(one, typer.Typer):
            app.add_typer(one, name=name, rich_help_panel=heading)
        else:
            app.command(name, rich_help_panel=heading)(one)
