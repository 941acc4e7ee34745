"""Commands and groups: help grouped under headings, and usage errors in one sentence with suggestions."""

from __future__ import annotations

import shlex
import sys
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from inspect import cleandoc
from typing import Any

import click

from cpgen import resources
from cpgen.cli.output import QUIET, show_error
from cpgen.messages import shown
from cpgen.suggestions import nearest
from cpgen.synonyms import named_elsewhere, names_for

FIRST = ("pattern", "grade", "count", "layout", "out", "seed", "solution", "clues", "symmetry", "title")
"""The most important options; the first six that a command has come first in a long help"""
SECTIONS = {
    "Pattern and clues": "pattern clues region_clues symmetry in_order along keep grid source centre",
    "Drawing": "kind drawing givens cages one_cell length elements all_shown",
    "Difficulty": "grade level steps score typical needs without hardest only check model ladder",
    "Board": "layout size boxes diagonals constraints kinds",
    "Superfluous clues": "drop list_superfluous",
    "Output": "solution as_json quiet rounds out symbols lang html play pdf font title subtitle author publisher isbn "
    "rights introduction colours theme labels width candidates step",
    "Pages": "paper_size bleed pdf_x per_page large_print compact front sort solutions hints time_line qr certificate",
}
"""The other options of a long help by heading; everything else goes under "Advanced\""""
USUAL = (
    "pattern grade count mark unused layout out to seed kind drawing title per_page large_print paper_size solutions "
    "hints lang html pdf play inputs symmetry clues size solution as_json level needs author front jobs resume budget "
    "drop list_superfluous keep constraints rounds check sort steps added rows marked oracle"
)
"""Options that `--help` shows of a command with many, the most usual first"""
HELP_ALL = "help_all"
MOST_SHOWN = 20
"""Number of options that `--help` shows at most"""
ALL = "cpgen.help.all"
"""Key of a click context under which a request for the help with all options is noted"""
LONGEST_LIST = 12
"""Number of options above which the help lists them under headings"""


class Argument(click.Argument):
    """A positional argument with help, which click's own arguments lack."""

    def __init__(self, *names: Any, help: str, **settings: Any) -> None:
        super().__init__(*names, **settings)
        self.about = help

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        """Return the row of the argument in the help: its name, and what it means."""
        return name_of(self), f"{self.about}  [required]" if self.required else self.about


class Command(click.Command):
    """A command whose help lists arguments and options, many options under headings.

    If there are more than `MOST_SHOWN` options, --help shows the usual ones, and --help-all all of them.
    """

    def __init__(self, name: str | None, **settings: Any) -> None:
        super().__init__(name, context_settings={"allow_extra_args": True}, **settings)
        self.params += [quiet_option(), _help_all_option()]
        self.short_help = first_paragraph(self.help or "")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the parameters into the help: a section of arguments, and the options under headings."""
        parameters = self.get_params(ctx)
        options = {parameter.name: parameter for parameter in parameters if isinstance(parameter, click.Option)}
        if not ctx.meta.get(ALL):
            options = _usual(options)
        arguments = [parameter for parameter in parameters if isinstance(parameter, Argument)]
        sections = _sections(options) if len(options) > LONGEST_LIST else [("Options", list(options.values()))]
        for heading, listed in [("Arguments", arguments), *sections]:
            if rows := [row for parameter in listed if (row := parameter.get_help_record(ctx))]:
                with formatter.section(heading):
                    formatter.write_dl(rows)

    def format_arguments(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write nothing, since `format_options` writes the arguments; click 8.5 calls this, older versions do not."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; refuse a surplus one and suggest the option whose value it may be."""
        try:
            _require_once(self.make_parser(ctx).parse_args(list(args))[2])
            rest = super().parse_args(ctx, args)
        except click.BadOptionUsage as error:  # comes without its context
            raise click.UsageError(_wrong_use(error.option_name, self.get_params(ctx)), ctx) from None
        if rest and not ctx.resilient_parsing:
            raise click.UsageError(_one_too_many(rest[0], ctx), ctx)
        return rest


def _require_once(given: Iterable[click.Parameter]) -> None:
    """Raise UsageError if an option that holds one value, or a flag with an opposite, was given several times."""
    for parameter, times in Counter(given).items():
        if (
            times > 1
            and isinstance(parameter, click.Option)
            and not parameter.multiple
            and not (parameter.is_flag and not parameter.secondary_opts)
        ):
            raise click.UsageError(f"{name_of(parameter)} is given {times} times; give it once.")


def _usual(options: dict[Any, click.Option]) -> dict[Any, click.Option]:
    """Return the options that `--help` shows: the usual ones of many, or all but `--help-all`; by parameter name."""
    others = {name: option for name, option in options.items() if name != HELP_ALL}
    if len(others) <= MOST_SHOWN:
        return others
    usual = USUAL.split()
    ranked = sorted(others, key=lambda name: usual.index(name) if name in usual else len(usual))
    always = [name for name, option in others.items() if {"--quiet", "--help"}.intersection(option.opts)]
    chosen = [name for name in ranked if name not in always][: MOST_SHOWN - 1 - len(always)]
    return {name: option for name, option in options.items() if name in (*chosen, *always, HELP_ALL)}


def _help_all_option() -> click.Option:
    """Return the option that shows the help with all options."""

    def show_all(context: click.Context, option: click.Parameter, is_wanted: bool) -> None:
        if is_wanted and not context.resilient_parsing:
            context.meta[ALL] = True
            click.echo(context.get_help())
            context.exit()

    text = "Show all options and exit."
    return click.Option(["--help-all"], is_flag=True, expose_value=False, is_eager=True, callback=show_all, help=text)


def quiet_option() -> click.Option:
    """Return the option that silences warnings, notes and progress."""

    def note(context: click.Context, option: click.Parameter, is_quiet: bool) -> None:
        context.meta[QUIET] = is_quiet or context.meta.get(QUIET, False)

    text = "Print no warnings, notes or progress."
    return click.Option(["-q", "--quiet"], is_flag=True, expose_value=False, is_eager=True, callback=note, help=text)


def _sections(options: dict[Any, click.Option]) -> Iterator[tuple[str, list[click.Option]]]:
    """Yield each heading of a long help with its options, each option once, and remove these from `options`."""
    first = [name for name in FIRST if name in options][:6]
    for heading, names in {"Most used": " ".join(first), **SECTIONS}.items():
        yield heading, [options.pop(name) for name in names.split() if name in options]
    yield "Advanced", list(options.values())


class CommandGroup(click.Group):
    """A command with subcommands, listed under headings with the first sentence of their help."""

    def __init__(self, help: str, name: str | None = None, **settings: Any) -> None:
        super().__init__(name, help=help, **settings)
        self.short_help = first_paragraph(help)
        self.heading_of: dict[str, str] = {}

    def add(self, name: str, heading: str) -> Callable[[Command], Command]:
        """Return a decorator that adds a command under a heading."""

        def added(command: Command) -> Command:
            self.add_command(command, name)
            self.heading_of[name] = heading
            return command

        return added

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the commands in their order."""
        return list(self.commands)

    def rows_by_heading(self) -> dict[str, list[tuple[str, str]]]:
        """Return the name and the first sentence of each command, by heading."""
        rows: dict[str, list[tuple[str, str]]] = {}
        for name, command in self.commands.items():
            rows.setdefault(self.heading_of[name], []).append((name, command.short_help or ""))
        return rows

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the subcommands into the help, a section for each heading."""
        width = max(map(len, self.list_commands(ctx)))
        for heading, rows in self.rows_by_heading().items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(width), sentence) for name, sentence in rows])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; without any, print the help and exit as for a missing command."""
        if not args and not ctx.resilient_parsing:
            click.echo(ctx.get_help(), err=True)
            ctx.exit(2)
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[Any, Any, list[str]]:
        """Return the command that the first argument names; refuse an unknown name and suggest a similar one."""
        word, path = args[0], ctx.command_path
        if self.get_command(ctx, word) or ctx.resilient_parsing or word.startswith("-"):
            return super().resolve_command(ctx, args)
        # Other commands for lists, such as `cpgen patterns heart`, take a name directly.
        if path == "cpgen layouts" and word in resources.names("layouts"):
            raise click.UsageError(f"'cpgen layouts list {word}' draws this layout.", ctx)
        if word == "help" and args[1:] and self.get_command(ctx, args[1]):
            raise click.UsageError(f"'help' is not a command. Did you mean '{path} {args[1]} --help'?", ctx)
        meant = " or ".join(f"'{command}'" for command in _commands_meant(ctx, word))
        hint = f"Did you mean {meant}?" if meant else f"See `{path} --help`."
        raise click.UsageError(f"{shown(word)} is not a command of {path}. {hint}", ctx)

    def main(self, *args: Any, standalone_mode: bool = True, **settings: Any) -> Any:
        """Run the command as in click; report a wrong call in one sentence, with exit code 2.

        Returns:
            The exit code, unless `standalone_mode` makes it the exit code of the process.
        """
        settings.setdefault("prog_name", "cpgen")  # for `python -m cpgen`, too
        try:
            code = super().main(*args, standalone_mode=False, **settings) or 0  # type: ignore[call-overload]
        except click.UsageError as wrong:
            show_error(_sentence(wrong))
            code = 2
        except click.Abort:
            code = 130
        if standalone_mode:
            sys.exit(code)
        return code


def first_paragraph(text: str) -> str:
    """Return the first paragraph of a text on one line."""
    return " ".join(cleandoc(text).partition("\n\n")[0].split())


def paths(group: click.Group, before: str) -> Iterator[str]:
    """Yield the full names of all commands below a group, each beginning with `before`."""
    context = click.Context(group)
    for name in group.list_commands(context):
        yield f"{before} {name}"
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from paths(command, f"{before} {name}")


def name_of(parameter: click.Parameter) -> str:
    """Return the long name of an option, or the name of an argument in the help."""
    option = max(parameter.opts, key=len)
    return option if option.startswith("-") else str(parameter.metavar or option)


def _commands_meant(ctx: click.Context, word: str) -> list[str]:
    """Return the likely intended commands: of this name in other programs or groups, or of similar spelling."""
    root = ctx.find_root()
    if ctx is root and (here := names_for(word, "commands")):
        return [f"{root.info_name} {name}" for name in here]
    assert isinstance(root.command, click.Group)
    assert isinstance(ctx.command, click.Group)
    everywhere = {path: path.split()[-1] for path in paths(root.command, str(root.info_name))}
    near = nearest(word, ctx.command.list_commands(ctx))
    if near and word not in everywhere.values():
        return [f"{ctx.command_path} {near}"]
    name = nearest(word, list(everywhere.values()))
    return [path for path, last in everywhere.items() if last == name]


def _sentence(error: click.UsageError) -> str:
    """Return a description of a usage error in one sentence."""
    context, path = error.ctx, error.ctx.command_path if error.ctx else ""
    if isinstance(error, click.MissingParameter) and error.param:
        return f"{path} needs {name_of(error.param)}; see `{path} --help`."
    if isinstance(error, click.BadParameter) and error.param:
        return f"{name_of(error.param)} {error.message}"
    if isinstance(error, click.NoSuchOption) and context:
        return _unknown_option(error.option_name, context)
    message = error.format_message()
    return message if message.endswith((".", "?")) else f"{message}."


def _wrong_use(name: str, parameters: list[click.Parameter]) -> str:
    """Return the error message for the option `name`, if it is a flag with a value or lacks its value."""
    if any(
        isinstance(parameter, click.Option) and parameter.is_flag and name in parameter.opts for parameter in parameters
    ):
        return f"{name} takes no value."
    return f"{name} needs a value; give one, or leave the option out."


def _unknown_option(word: str, context: click.Context) -> str:
    path = context.command_path
    meant = " or ".join(map(repr, _options_meant(word, context)))
    hint = f"Did you mean {meant}?" if meant else f"See `{path} --help`."
    return f"{shown(word)} is not an option of {path}. {hint}"


def _options_meant(word: str, context: click.Context) -> list[str]:
    """Return the options that are likely meant by an unknown one.

    That is an option with this name in other programs, one that takes the word as its value, or the most similar name.
    """
    known = [name for option in context.command.get_params(context) for name in (*option.opts, *option.secondary_opts)]
    if here := [name for name in names_for(word, "options") if name in known]:
        return here[-1:]
    if valued := _option_with(word.lstrip("-"), known):
        return [valued]
    near = nearest(word.lstrip("-"), [name[2:] for name in known if name.startswith("--")])
    return [f"--{near}"] if near else []


def _option_with(word: str, known: Container[str]) -> str:
    """Return the option among `known` that takes a word as its value, as in `--grade expert`; "" if there is none."""
    field, names = named_elsewhere(word)
    option = f"--{field}"
    return f"{option} {shlex.quote(names[0])}" if field and option in known else ""


def _one_too_many(word: str, context: click.Context) -> str:
    """Return the error for a surplus argument, with the option that it may belong to."""
    path = context.command_path
    meant = option_meant(word, context)
    hint = f"Did you mean '{meant}'?" if meant else f"See `{path} --help`."
    return f"Unexpected argument {shown(word)}. {hint}"


def option_meant(word: str, context: click.Context) -> str:
    """Return the option of the command that takes an argument as its value, as in `--grade expert`; "" if none does."""
    from cpgen.cli.completion import values_of

    for option in context.command.get_params(context):
        if option.name != "model" and word in values_of(str(option.name), context, word):
            return f"{name_of(option)} {word}"
    return _option_with(word, [name for option in context.command.get_params(context) for name in option.opts])
