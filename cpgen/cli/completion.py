"""Completion of options' values with the Tab key, in bash, zsh and fish.

Most values are those that the fields of the requests allow; a table has the others. Modules that are slow to import are
imported only for the values that they know.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cpgen import resources
from cpgen.schema import fields

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

VARIABLE = "_CPGEN_COMPLETE"
"""The environment variable by which a shell asks for completions"""
FILES = {"bash": ".bash_completions/cpgen.sh", "zsh": ".zfunc/_cpgen", "fish": ".config/fish/completions/cpgen.fish"}
"""Path of the completion script for each shell, relative to the home folder"""
START_LINES = {
    "bash": (".bashrc", "source ~/.bash_completions/cpgen.sh"),
    "zsh": (".zshrc", "fpath+=~/.zfunc; autoload -Uz compinit; compinit"),
}
"""Start-up file of each shell and the line in it that loads the script; fish needs none"""


def grades() -> list[str]:
    """Return the grades of the shipped models and the level names of the ladders, in both languages, and `any`."""
    named = [grade for data in _shipped("difficulty") for grade in data.get("grade", ())] + _levels()
    return [*dict.fromkeys(word for one in named for word in (one["name"], one["japanese"])), "any", "不問"]


def rules() -> list[str]:
    """Return the names of all rules that occur on shipped ladders."""
    return list(dict.fromkeys(rung["technique"] for data in _shipped("ladders") for rung in data["rungs"]))


def level_names() -> list[str]:
    """Return the names of levels, such as `easy`, that occur on shipped ladders."""
    return list(dict.fromkeys(level["name"] for level in _levels()))


def _levels() -> list[dict[str, Any]]:
    return [level for data in _shipped("ladders") for level in data["levels"]]


def _shipped(folder: str) -> list[dict[str, Any]]:
    import tomllib

    return [tomllib.loads(resources.text(folder, name)) for name in resources.names(folder)]


def _formats() -> list[str]:
    from cpgen.formats.table import FORMATS

    return [format_.name for format_ in FORMATS]


def _imported(module: str, name: str) -> Callable[[], Iterable[str]]:
    """Return a function that imports a module and returns its constant `name`, a collection of names."""
    return lambda: getattr(import_module(module), name)


_layouts, _patterns = partial(resources.names, "layouts"), partial(resources.names, "patterns")
VALUES: dict[str, Callable[[], Iterable[str]]] = {
    "boards": lambda: ("all", "corners-apart", *_layouts()),
    "layouts check board": _layouts,
    "calibrate kind": lambda: ("jigsaw 9", "pentomino 5"),
    "collection export to": lambda: (*_formats(), "parquet"),
    "collection kind": _imported("cpgen.constraints", "KINDS"),
    "constraints name": lambda: (
        *_imported("cpgen.constraints", "KINDS")(),
        *_imported("cpgen.constraints", "HOUSE_KINDS")(),
    ),
    "dig check": lambda: ("unique", "ladder:", "direct"),
    "generate grade": lambda: (*grades(), "hardest"),
    "grade": grades,
    "formats name": _formats,
    "grades name": lambda: dict.fromkeys([*resources.names("difficulty"), *resources.names("ladders")]),
    "kind": partial(resources.names, "styles"),
    "ladder": partial(resources.names, "ladders"),
    "layouts list name": _layouts,
    "level_name": level_names,
    "model": partial(resources.names, "difficulty"),
    "needs": rules,
    "oracle": _imported("cpgen.oracles", "ORACLES"),
    "paper_size": _imported("cpgen.render.trim", "SIZES"),
    "patterns check": _patterns,
    "patterns name": _patterns,
    "style": partial(resources.names, "styles"),
    "styles name": partial(resources.names, "styles"),
    "technique": rules,
    "techniques name": rules,
    "to": _formats,
    "up_to": _imported("cpgen.symmetry.layout_images", "UP_TO"),
    "without": rules,
}
"""Functions that return the possible values of a parameter, by its name; with the path of a command or group in front,
as in `layouts list name`, only of that one"""


JOINED = ("kind", "oracle")
"""Names of parameters that take several values joined by a plus"""


def _values_of_field(name: str) -> list[str]:
    """Return the possible values of the request field of this name: those allowed, or the names of shipped files."""
    # Imported here, since most completions are names of commands and options, and the Tab key should answer at once.
    from cpgen.boards.set_request import SetSpec
    from cpgen.digging.dig_spec import DigSpec
    from cpgen.render.render_requests import BookSettings, PictureRequest
    from cpgen.requests.generate_spec import GenerateSpec

    records = (GenerateSpec, DigSpec, SetSpec, BookSettings, PictureRequest)
    field = next((field_ for record_class in records for field_ in fields(record_class) if field_.name == name), None)
    if field is None:
        return []
    folder = field.extra("folder")
    return resources.names(folder) if folder else list(map(str, field.among))


def values_of(name: str, context: click.Context, incomplete: str) -> list[str]:
    """Return the values of a parameter that begin with `incomplete`.

    Of several oracles or kinds, which are joined by a plus, the last one is completed.
    """
    path = " ".join(context.command_path.split()[1:])
    # The most specific entry counts: of the command, of its group, of any command.
    keys = (f"{path} {name}", f"{path.partition(' ')[0]} {name}", name)
    known = next((VALUES[key] for key in keys if key in VALUES), None)
    before = incomplete[: incomplete.rfind("+") + 1] if name in JOINED else ""
    values = known() if known else _values_of_field(name)
    return [before + value for value in values if (before + value).startswith(incomplete)]


def completions(
    name: str, is_file: bool, context: click.Context, option: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return the completions of a parameter's value, in the form of click's `shell_complete`.

    Without any, a parameter that takes files (`is_file`) lets the shell complete the names of files.
    """
    from click.shell_completion import CompletionItem

    values = values_of(name, context, incomplete)
    if not values and is_file:
        return [CompletionItem(incomplete, type="file")]
    return [CompletionItem(value) for value in values]


def completion_options() -> list[click.Parameter]:
    """Return the options that install and show the completion script of the user's shell."""
    settings: dict[str, Any] = {"is_flag": True, "is_eager": True, "expose_value": False}
    return [
        click.Option(
            ["--install-completion"], help="Install completion for your shell.", callback=_install, **settings
        ),
        click.Option(
            ["--show-completion"], help="Show the completion script of your shell.", callback=_show, **settings
        ),
    ]


def _script(context: click.Context) -> tuple[str, str]:
    """Return the user's shell and its completion script; raise an error for another shell."""
    from click.shell_completion import get_completion_class

    shell = Path(os.environ.get("SHELL", "")).name
    script_class = get_completion_class(shell) if shell in FILES else None
    if script_class is None:
        known = ", ".join(FILES)
        raise click.UsageError(f"There is no completion for the shell {shell!r} in $SHELL; known: {known}.", context)
    return shell, script_class(context.command, {}, "cpgen", VARIABLE).source()


def _show(context: click.Context, option: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        click.echo(_script(context)[1])
        context.exit()


def _install(context: click.Context, option: click.Parameter, wanted: bool) -> None:
    """Write the script below the home folder, and the line that loads it into the shell's start file."""
    if not wanted or context.resilient_parsing:
        return
    shell, script = _script(context)
    path = Path.home() / FILES[shell]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{script}\n", encoding="utf-8")
    if shell in START_LINES:
        name, line = START_LINES[shell]
        start = Path.home() / name
        # Installing again must not add the line twice.
        text = start.read_text(encoding="utf-8") if start.exists() else ""
        if line not in text:
            start.write_text(f"{text}\n{line}\n", encoding="utf-8")
    click.echo(f"Installed {shell} completion in {path}; it works in a new shell.")
    context.exit()
