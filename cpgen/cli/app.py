"""The commands under the headings of the help.

The command NAME under HEADING is the function or the group in `cpgen/cli/HEADING/NAME.py`, which is imported when the
command runs or its help is shown.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from cpgen import api
from cpgen.cli.help import Command, Group, first_sentence, group, opening

HEADINGS = {
    "Make": ("demo", "generate", "dig", "practice", "grid"),
    "Judge": ("rate", "check", "solve", "explain", "hint", "rounds"),
    "Share": ("draw", "book", "export", "serve", "convert"),
    "Look up": ("patterns", "layouts", "grades", "oracles", "formats", "centres"),
    "Collect": ("batch", "collection"),
    "Boards": ("boards", "pentomino"),
    "Research": ("study", "calibrate"),
}
"""The commands under each heading; a folder is named as its heading"""


HEADING_OF = {name: heading for heading, names in HEADINGS.items() for name in names}


class Commands(Mapping[str, Any]):
    """The commands by name, each imported when it is looked up."""

    def __getitem__(self, name: str) -> Any:
        return _loaded(name, HEADING_OF[name])

    def __iter__(self) -> Iterator[str]:
        return iter(HEADING_OF)

    def __len__(self) -> int:
        return len(HEADING_OF)


@cache
def _loaded(name: str, heading: str) -> Any:
    module = import_module(f"cpgen.cli.{_folder(heading)}.{name}")
    one = getattr(module, "app", None)
    if one is None:
        one = typer.Typer(add_completion=False, rich_markup_mode=None)
        one.command(name, cls=Command)(getattr(module, name))
    command = typer.main.get_command(one)
    command.name = name
    command.rich_help_panel = heading  # type: ignore[attr-defined]
    command.short_help = first_sentence(command)
    return command


class Top(Group):
    """`cpgen` itself."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = Commands()  # type: ignore[assignment]

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of all commands, without importing them."""
        return list(self.commands)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Writes a section for each heading, without importing the commands."""
        width = max(map(len, HEADING_OF))
        for heading, names in HEADINGS.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(width), _sentence_in_file(name)) for name in names])


def _sentence_in_file(name: str) -> str:
    """The first sentence of a command's help, read off its file: the docstring of its function, or its group's help."""
    path = Path(__file__).parent / _folder(HEADING_OF[name]) / f"{name}.py"
    if not path.exists():
        path = path.with_suffix("") / "__init__.py"
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return opening(ast.get_docstring(node) or "")
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and ast.unparse(node.targets[0]) == "app":
            return opening(ast.literal_eval(node.value.args[0]))
    raise LookupError(f"{path} has no command {name}")


def _folder(heading: str) -> str:
    return heading.lower().replace(" ", "_")


app = group(
    "Sudoku and its relatives: a pattern and a grade in, verified puzzles out.\n\n"
    "`cpgen demo` shows what it can do, `cpgen COMMAND --help` how.\n\n\b\n"
    "Example: cpgen generate --pattern heart --grade advanced",
    cls=Top,
    name="cpgen",
    epilog="\b\nThe Tab key completes commands, options and values after:\n"
    "  cpgen --install-completion\n"
    "For scripts/cpgen in a clone of the project, before that:\n"
    '  ln -s "$PWD/scripts/cpgen" ~/.local/bin/',
    context_settings={"help_option_names": ["-h", "--help"]},
    invoke_without_command=True,
)
Version = Annotated[bool, typer.Option("--version", help="Show the version.", is_eager=True)]


@app.callback()
def _top(version: Version = False) -> None:
    if version:
        typer.echo(f"cpgen {api.__version__}")
        raise typer.Exit
