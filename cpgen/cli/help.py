"""Help under headings, and suggestions for unknown commands and options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from cpgen.cli.output import warn
from cpgen.errors import nearest, shown

UsageError: type[Exception] = typer.BadParameter.__bases__[0]
"""What typer raises for a wrong call; it does not export the name"""
EXTRA = re.compile(r"unexpected extra argument.*\((.+)\)")
"""What typer says of words beyond those that a command takes"""
ELSEWHERE = {
    "bench": "study oracles",
    "completion": "--install-completion",
    "create": "generate",
    "difficulty": "rate",
    "gen": "generate",
    "grade": "rate",
    "gui": "serve",
    "help": "--help",
    "image": "draw",
    "jigsaw": "boards random",
    "make": "generate",
    "models": "grades",
    "new": "generate",
    "pdf": "book",
    "play": "export",
    "png": "draw",
    "print": "book",
    "puzzle": "generate",
    "server": "serve",
    "solvers": "oracles",
    "steps": "explain",
    "svg": "draw",
    "symmetry": "patterns",
    "tour": "demo",
    "unique": "check",
    "validate": "check",
    "verify": "check",
    "version": "--version",
    "web": "serve",
}
"""Names of other programs, and the command of cpgen"""
OPTIONS_ELSEWHERE = {
    "-g": "--grade",
    "-j": "--jobs",
    "-n": "--count",
    "-o": "--out",
    "-p": "--pattern",
    "--amount": "--count",
    "--csv": "--out",
    "--difficulty": "--grade",
    "--file": "--out",
    "--format": "--to",
    "--grids": "--count",
    "--hardness": "--grade",
    "--journal": "--out",
    "--language": "--lang",
    "--most": "--count",
    "--number": "--count",
    "--output": "--out",
    "--patience": "--limit",
    "--plot": "--out",
    "--processes": "--jobs",
    "--queries": "--count",
    "--random-seed": "--seed",
    "--size": "--boxes",
    "--solver": "--oracle",
    "--store": "--out",
    "--threads": "--jobs",
    "--time": "--budget",
    "--timeout": "--budget",
    "--workers": "--jobs",
}
"""Names of other programs or of older versions, and the option of cpgen, which is suggested if the command has it"""


FIRST = ("pattern", "grade", "count", "layout", "out", "seed", "solution", "clues", "symmetry", "title")
"""The options that people use most; the first six that a command has stand at the top of a long help"""
SECTIONS = {
    "What": ("pattern", "clues", "region_clues", "symmetry", "in_order", "along", "keep", "grid", "source", "centre"),
    "How hard": (
        *("grade", "level", "steps", "score", "typical", "needs", "without", "hardest", "only", "check", "model"),
        "ladder",
    ),
    "Board": ("layout", "boxes", "latin", "regions", "corners", "diagonals"),
    "Output": (
        *("solution", "as_json", "rounds", "out", "symbols", "lang", "html", "pdf", "font", "title", "subtitle"),
        *("author", "publisher", "isbn", "rights", "introduction", "colours", "theme", "labels", "width"),
        *("candidates", "step"),
    ),
    "Pages": (
        *("paper_size", "bleed", "pdf_x", "per_page", "large_print", "compact", "front", "sort", "solutions", "hints"),
        *("time_line", "qr", "certificate"),
    ),
}
"""The other options of a long help under their headings; what is in none is for the advanced"""
LONG = 12
"""So many options stand in one list"""


class Command(TyperCommand):
    """A command whose options, when they are many, are listed under headings."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Writes the arguments, then the options; of many, those used most first."""
        options = {str(one.name): one for one in self.get_params(ctx) if one.opts[0].startswith("-")}
        if len(options) <= LONG:
            super().format_options(ctx, formatter)
            return
        arguments = [one for one in self.get_params(ctx) if one.name not in options]
        for heading, listed in [("Arguments", arguments), *_sections(options)]:
            if rows := [row for one in listed if (row := one.get_help_record(ctx))]:
                with formatter.section(heading):
                    formatter.write_dl(rows)


def _sections(options: dict[str, Any]) -> Iterator[tuple[str, list[Any]]]:
    """The headings with their options, which are taken away from those given."""
    first = [name for name in FIRST if name in options][:6]
    for heading, names in {"Used most": first, **SECTIONS}.items():
        yield heading, [options.pop(name) for name in names if name in options]
    yield "Advanced", list(options.values())


class CommandsOfGroup(typer.Typer):
    """What registers commands of that class."""

    def command(self, name: str | None = None, **settings: Any) -> Any:
        """As in typer."""
        return super().command(name, cls=Command, **settings)


class Group(TyperGroup):
    """A group of commands, listed under headings with the first sentence of their help."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for command in self.commands.values():
            command.short_help = first_sentence(command)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Writes a section for each heading, in the order of the first commands."""
        width = max(map(len, self.commands))
        for heading in dict.fromkeys(headings(self).values()):
            with formatter.section(heading):
                rows = [(name, one) for name, one in self.commands.items() if headings(self)[name] == heading]
                formatter.write_dl([(name.ljust(width), one.get_short_help_str()) for name, one in rows])

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parses the arguments; without any, shows the help and exits as for a missing command."""
        if not args and not ctx.resilient_parsing:
            typer.echo(ctx.get_help(), err=True)
            raise typer.Exit(2)
        return super().parse_args(ctx, args)

    def make_context(self, *arguments: Any, **settings: Any) -> Any:
        """As in typer, but errors are reported in one sentence."""
        with _errors_reported():
            return super().make_context(*arguments, **settings)

    def invoke(self, ctx: Any) -> Any:
        """As in typer, but errors are reported in one sentence."""
        with _errors_reported():
            return super().invoke(ctx)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:
        """The command of the first argument; for an unknown one, the error suggests the command that was meant."""
        word = args[0]
        if word in self.commands or ctx.resilient_parsing or word.startswith("-"):
            return super().resolve_command(ctx, args)
        if word == "help" and args[1:2] and args[1] in self.commands:
            raise UsageError(f"'help' is not a command. Did you mean '{ctx.command_path} {args[1]} --help'?", ctx)
        meant = " or ".join(f"'{command}'" for command in _meant(ctx, word))
        hint = f"Did you mean {meant}?" if meant else f"See `{ctx.command_path} --help`."
        raise UsageError(f"{shown(word)} is not a command of {ctx.command_path}. {hint}", ctx)


def first_sentence(command: Any) -> str:
    """The first sentence of a command's help, which lists show whole."""
    return opening(command.help or "")


def opening(text: str) -> str:
    """The first paragraph of a text, on one line."""
    return " ".join(text.partition("\n\n")[0].split())


def headings(group: Any) -> dict[str, str]:
    """The heading of each command of a group."""
    return {name: command.rich_help_panel for name, command in group.commands.items()}


def group(help: str, cls: type[Group] = Group, **settings: Any) -> typer.Typer:
    """A command with subcommands."""
    return CommandsOfGroup(cls=cls, help=help, rich_markup_mode=None, pretty_exceptions_enable=False, **settings)


def paths(group: Any, before: str) -> Iterator[str]:
    """The full names of the commands of a group and of its groups, each beginning with `before`."""
    for name, command in group.commands.items():
        yield f"{before} {name}"
        if isinstance(command, Group):
            yield from paths(command, f"{before} {name}")


def _meant(ctx: Any, word: str) -> list[str]:
    """The commands that were probably meant: named so in other programs or groups, or of similar spelling."""
    root = ctx.find_root()
    if word.lower() in ELSEWHERE and ctx is root:
        return [f"{root.info_name} {ELSEWHERE[word.lower()]}"]
    everywhere = list(paths(root.command, root.info_name))
    here = nearest(word, list(ctx.command.commands))
    if here and word not in {path.split()[-1] for path in everywhere}:
        return [f"{ctx.command_path} {here}"]
    last = nearest(word, [path.split()[-1] for path in everywhere])
    return [path for path in everywhere if path.split()[-1] == last]


@contextmanager
def _errors_reported() -> Iterator[None]:
    """Reports a wrong call in one sentence, with exit code 2."""
    try:
        yield
    except UsageError as error:
        warn(f"{_sentence(error)}")
        raise typer.Exit(2) from None


def _sentence(error: Any) -> str:
    """The problem with a call, with the option that was probably meant."""
    if type(error) is typer.BadParameter and error.param:
        return f"{_name_of(error.param)} {error.message}"
    if getattr(error, "param", None):
        return f"{error.ctx.command_path} needs {_name_of(error.param)}; see `{error.ctx.command_path} --help`."
    if extra := EXTRA.search(error.message):
        return _one_too_many(extra[1].split()[0], error.ctx)
    if hasattr(error, "option_name") and not hasattr(error, "possibilities"):
        value = "takes no value" if "not take" in error.message else "needs a value; give one, or leave the option out"
        return f"{error.option_name} {value}."
    if not hasattr(error, "possibilities"):
        message = error.format_message()
        return message if message.endswith((".", "?")) else f"{message}."
    word, command, path = error.option_name, error.ctx.command, error.ctx.command_path
    known = [name for one in command.get_params(error.ctx) for name in (*one.opts, *one.secondary_opts)]
    elsewhere = OPTIONS_ELSEWHERE.get(word.lower(), "")
    near = nearest(word.lstrip("-"), [name[2:] for name in known if name.startswith("--")])
    meant = elsewhere if elsewhere in known else f"--{near}" if near else ""
    hint = f"Did you mean {meant!r}?" if meant else f"See `{path} --help`."
    return f"{shown(word)} is not an option of {path}. {hint}"


def _name_of(parameter: Any) -> str:
    """The name of an option, or of an argument."""
    option = max(parameter.opts, key=len)
    return option if option.startswith("-") else str(parameter.metavar or option)


def _one_too_many(word: str, context: Any) -> str:
    """The problem with a word that the command does not take, with the option that it is a value of."""
    from cpgen.cli.completion import words

    path, options = context.command_path, context.command.get_params(context)
    fitting = (_name_of(one) for one in options if one.name != "model" and word in words(one.name, context, word))
    option = next(fitting, "")
    hint = f"Did you mean '{option} {word}'?" if option else f"See `{path} --help`."
    return f"{shown(word)} is one word too many for {path}. {hint}"
