"""The `cpgen` command and the table of its subcommands.

The command NAME under HEADING is the object NAME, or the group `app`, in `cpgen/cli/HEADING/NAME_command.py`. Its
module is imported when the command runs or its own help is shown; the table holds what the help of `cpgen` says of it.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import click

from cpgen._version import __version__
from cpgen.cli.completion import completion_options
from cpgen.cli.help import CommandGroup, quiet_option

COMMANDS = {
    "Make": {
        "demo": "Take a one-minute tour of cpgen.",
        "generate": "Generate puzzles with a given clue pattern and difficulty.",
        "dig": "Make puzzles by removing clues, or remove superfluous clues.",
        "practice": "Make boards to practise a technique.",
        "grid": "Make full grids, without a pattern or a grade.",
        "pentomino": "Make puzzles on 5×5 boards of five pentominoes, no two the same.",
    },
    "Judge": {
        "rate": "Rate how hard puzzles are: level, steps, grade and rules.",
        "check": "Check whether puzzles have exactly one solution.",
        "candidates": "Show the digits that each cell has in some solution.",
        "solve": "Solve puzzles, with a warning when the solution is not unique.",
        "explain": "Explain how a person solves a puzzle, round by round.",
        "hint": "Give a hint for the next step of a puzzle, partly solved or not.",
    },
    "Share": {
        "draw": "Draw a board as SVG or PNG.",
        "book": "Print puzzles as a booklet (PDF), solutions at the end.",
        "export": "Export puzzles as a web page to play them, with hints.",
        "serve": "Serve the studio: make and play puzzles in the browser.",
        "convert": "Convert puzzles from any format to any other.",
    },
    "Look up": {
        "patterns": "List the patterns, draw or check one, or show its runs.",
        "constraints": "List the kinds of constraints, or show one with a picture.",
        "styles": "List the styles in which constraints are drawn, or show one.",
        "layouts": "List layouts; make, count and check boards of irregular regions.",
        "grades": "List the grades of models, and the level names of ladders.",
        "techniques": "List the techniques: names, HoDoKu's codes, and a sentence each.",
        "oracles": "List the oracles: the solvers that prove solutions.",
        "formats": "List the file formats that puzzles are read from and written to.",
        "centres": "List the point-symmetric patterns of the centre region.",
        "cache": "Show the folder and the size of the compiled code, or delete it.",
    },
    "Collect": {
        "batch": "Make a large collection of distinct puzzles.",
        "dataset": "Make a data set of explained puzzles for machine reasoning.",
        "collection": "Keep collections of puzzles without duplicates.",
    },
    "Research": {
        "study": "Rerun the experiments: methods, solvers, patterns, difficulty.",
        "calibrate": "Fit a grade model to graded puzzles, or to a sample.",
    },
}
"""The first sentence of each command's help, by heading and name"""
HEADING_OF = {name: heading for heading, commands in COMMANDS.items() for name in commands}


class Top(CommandGroup):
    """The `cpgen` command itself, which imports a subcommand when it is needed."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands, without importing them."""
        return list(HEADING_OF)

    def get_command(self, ctx: Any, cmd_name: str) -> click.Command | None:
        """Import a command; None if there is none of that name."""
        return _imported(cmd_name) if cmd_name in HEADING_OF else None

    def rows_by_heading(self) -> dict[str, list[tuple[str, str]]]:
        """Return the name and the first sentence of each command, by heading."""
        return {heading: list(commands.items()) for heading, commands in COMMANDS.items()}


@cache
def _imported(name: str) -> click.Command:
    folder = HEADING_OF[name].lower().replace(" ", "_")
    module = import_module(f"cpgen.cli.{folder}.{name}_command")
    command: click.Command = getattr(module, "app", None) or getattr(module, name)
    command.name = name
    return command


app = Top(
    "Sudoku and its relatives: a pattern and a grade in, verified puzzles out.\n\n"
    "`cpgen demo` shows what it can do, `cpgen COMMAND --help` how.\n\n\b\n"
    "Example: cpgen generate --pattern heart --grade advanced",
    name="cpgen",
    params=[quiet_option(), *completion_options()],
    epilog="\b\nThe Tab key completes commands, options and values after:\n"
    "  cpgen --install-completion\n"
    "For scripts/cpgen in a clone of the project, before that:\n"
    '  ln -s "$PWD/scripts/cpgen" ~/.local/bin/',
    context_settings={"help_option_names": ["-h", "--help"]},
)
click.version_option(__version__, "-V", "--version", message="cpgen %(version)s", help="Show the version.")(app)
