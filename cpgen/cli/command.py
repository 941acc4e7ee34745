"""Functions as commands: options from type hints, and errors and warnings as one sentence each.

`@command` reads the hints of a function. `Annotated[type, option(...)]` is one option or argument; a record of
`cpgen.schema` becomes an option for each of its fields; a frozen dataclass is a group of any of these.
"""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import MISSING, fields, is_dataclass
from functools import partial
from inspect import signature
from operator import ge, gt, le
from types import NoneType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import click

from cpgen.cli.completion import completions
from cpgen.cli.help import Argument, Command
from cpgen.cli.naming import as_text
from cpgen.cli.options import DeclaredOption, data_of, file_option, options_of
from cpgen.cli.output import is_quiet, show_error, warn, with_options
from cpgen.errors import CpgenError, CpgenWarning, DrawingsWarning
from cpgen.messages import shown
from cpgen.schema import Record, build

SQUARE = re.compile(r"(\d{1,3})[x×*]\1")
"""A side given as people write the size of a square board, as in `9x9`"""
REQUIRED = MISSING
"""Marker for a parameter without a default"""


def command(function: Callable[..., None], left_out: Iterable[str] = ()) -> Command:
    """Turn a function into a command, with the docstring as its help.

    A parameter of the function itself takes precedence over a record's field of the same name.

    Args:
        function: The function, whose parameters have type hints.
        left_out: Fields of its records that get no option and keep their defaults.
    """
    hints = get_type_hints(function, include_extras=True)
    own = set(hints) - {"return"}
    without = {*own, *left_out}
    parameters: list[click.Parameter] = []
    for parameter in signature(function).parameters.values():
        default = REQUIRED if parameter.default is parameter.empty else parameter.default
        parameters += _parameters(parameter.name, hints[parameter.name], default, without)

    # Commands with --constraints take lines of any kind, `cpgen constraints` lists the kinds, and the spec of a data
    # set may have constraints in its cells: these need to know the user's own kinds.
    if {"constraints", "dataset"} & {function.__name__, *(parameter.name for parameter in parameters)}:
        parameters.append(_kinds_option())

    def run(**given: Any) -> None:
        # Own kinds come last: errors in their files are reported like all others, and reading the options needs them.
        with _errors_reported(), _warnings_reported(), _compiling_hidden_if_quiet(), _own_kinds(given):
            function(**{name: _value(hints[name], name, given, without) for name in own})

    # A field of several records is one option.
    once = list({parameter.name: parameter for parameter in parameters}.values())
    return Command(function.__name__, params=once, callback=run, help=function.__doc__)


def _kinds_option() -> click.Parameter:
    """Return the option --kinds, which names files with the user's own kinds of constraints."""
    declared = file_option("FILE|FOLDER", "Your own kinds of constraints: a TOML file, or all of a folder; repeatable.")
    return _parameter("kinds", Annotated[list[str], declared], None)


@contextmanager
def _own_kinds(values: dict[str, Any]) -> Iterator[None]:
    """Within the block, make the kinds of constraints in the files of --kinds known; remove it from `values`."""
    paths = values.pop("kinds", None) or ()
    if not paths:
        yield
        return
    from cpgen.constraints.own_kinds import kinds_in, use_kinds

    with use_kinds([kind for path in paths for kind in kinds_in(path)]):
        yield


def _parameters(name: str, hint: Any, default: Any, without: Container[str]) -> Iterator[click.Parameter]:
    """Yield the options of a function's parameter: one, or those of all fields if its type is a record or a group.

    Args:
        name: Name of the parameter.
        hint: Its type hint.
        default: Its default, or REQUIRED.
        without: Names of fields of records that get no option here.
    """
    if record_class := _record_of(hint):
        for field_name, field_hint, field_default in options_of(record_class, without):
            yield _parameter(field_name, field_hint, field_default)
    elif isinstance(hint, type) and is_dataclass(hint):
        hints = get_type_hints(hint, include_extras=True)
        for field in fields(hint):
            yield from _parameters(field.name, hints[field.name], field.default, ())
    else:
        yield _parameter(name, hint, default)


def _parameter(name: str, hint: Any, default: Any) -> click.Parameter:
    """Return click's option or argument for a parameter with the hint `Annotated[type, option(...)]`."""
    types = [one for one in get_args(hint.__origin__) or (hint.__origin__,) if one is not NoneType]
    many = get_origin(types[0]) is list or get_origin(hint.__origin__) is list
    value_type, declared = str if many else types[0], hint.__metadata__[0]
    settings: dict[str, Any] = {
        "type": _Number(value_type, declared) if value_type in (int, float) else value_type,
        "help": declared.help,
        "metavar": declared.metavar,
        "required": default is REQUIRED,
        "shell_complete": partial(completions, name, declared.is_file),
        **({} if default is REQUIRED else {"default": default}),
    }
    if declared.is_argument:
        return Argument([name], nargs=-1 if many else 1, **settings)
    flags = declared.names or (f"--{name.replace('_', '-')}",)
    if value_type is bool:
        return click.Option([name, *flags], **{**settings, "is_flag": True, "show_default": default is True})
    is_shown = declared.show_default and default not in (None, "", REQUIRED)
    check = None
    if value_type is str:  # click gets no empty default, so that an empty value is one that was given
        check = partial(_text_given, None if default is REQUIRED else default, declared.is_file)
        # None as click's default tells an option that was left out from one whose value is "".
        settings |= {} if default is REQUIRED else {"default": default or None}
    return click.Option([name, *flags], multiple=many, show_default=is_shown, callback=check, **settings)


def _text_given(default: Any, is_file: bool, context: click.Context, option: click.Parameter, value: Any) -> Any:
    """Return the text given for an option, or the default, as a callback of click.

    An empty value, which is what an unset shell variable leaves, is refused. Texts that can be the name of a file stay
    as Python decoded them; others are decoded as UTF-8.
    """
    if value == "" or (isinstance(value, tuple) and "" in value):
        raise click.BadParameter("has an empty value; give one, or leave the option out.", context, option)
    if value is None:
        return default
    if is_file:
        return value
    return as_text(value) if isinstance(value, str) else tuple(map(as_text, value))


class _Number(click.ParamType):
    """Type of an option's value: a number within bounds, with error messages like those of the records."""

    def __init__(self, value_type: type[int | float], declared: DeclaredOption) -> None:
        self.name = "integer" if value_type is int else "float"
        self.value_type = value_type
        self.bounds = [
            (word, bound, is_within)
            for word, bound, is_within in (
                ("from", declared.least, ge),
                ("above", declared.above, gt),
                ("to", declared.most, le),
            )
            if bound is not None
        ]

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | float:
        """Parse the value of an option as a number; raise UsageError if it is none, or out of bounds."""
        try:
            number = self.value_type(value)
        except ValueError:
            number = None
        if number is None or not all(is_within(number, bound) for _, bound, is_within in self.bounds):
            bounds = "".join(f" {word} {bound}" for word, bound, _ in self.bounds)
            expected = "a whole number" if self.value_type is int else "a number"
            square = SQUARE.fullmatch(str(value))
            example = f", as in {square[1]} for a {square[1]}×{square[1]} board" if square else ""
            self.fail(f"is {shown(str(value))}; it should be {expected}{bounds}{example}.", param, ctx)
        return number


def _record_of(hint: Any) -> type[Record] | None:
    """Return a type hint if it is a subclass of Record, else None."""
    return hint if isinstance(hint, type) and issubclass(hint, Record) else None


def _value(hint: Any, name: str, values: dict[str, Any], without: Container[str]) -> Any:
    """Return the value of a function's parameter from the values of all options.

    Args:
        hint: Type hint of the parameter; a record or a group is made of the values of its fields.
        name: Name of the parameter.
        values: Values of the options by name.
        without: Names of fields of records that have no option.
    """
    if record_class := _record_of(hint):
        return build(record_class, data_of(record_class, values, without))
    # A group has no checks of its own: its options are only passed on together.
    if isinstance(hint, type) and is_dataclass(hint):
        hints = get_type_hints(hint, include_extras=True)
        return hint(**{field.name: _value(hints[field.name], field.name, values, ()) for field in fields(hint)})
    value = values[name]
    return list(value) if isinstance(value, tuple) else value


@contextmanager
def _warnings_reported() -> Iterator[None]:
    """Print the warnings of cpgen on standard error, each sentence once.

    Ignored drawings, and those that are kept, are added up over all puzzles and reported at the end.
    """
    ignored: Counter[str] = Counter()
    kept: Counter[str] = Counter()
    with warnings.catch_warnings():
        others, known = warnings.showwarning, set()

        def show(message: Warning | str, category: type[Warning], *rest: Any) -> None:
            if not issubclass(category, CpgenWarning):
                others(message, category, *rest)
            # Files of many puzzles repeat their drawings; one sum says as much as a line per puzzle.
            elif isinstance(message, DrawingsWarning):
                (kept if message.kept else ignored).update(message.drawings)
            elif str(message) not in known:
                known.add(str(message))
                warn(message)

        # By default Python shows equal warnings once, but the drawings of each must be counted.
        warnings.simplefilter("always", CpgenWarning)
        warnings.showwarning = show  # type: ignore[assignment]
        try:
            yield
        finally:
            if ignored:
                warn(DrawingsWarning(ignored))
            if kept:
                warn(DrawingsWarning(kept, kept=True))


def _compiling_hidden_if_quiet() -> AbstractContextManager[None]:
    if not is_quiet():
        return nullcontext()
    from cpgen.kernel import report_compiling

    return report_compiling(lambda *_: None)


@contextmanager
def _errors_reported() -> Iterator[None]:
    """Within the block, let an error end the command with one sentence and the exit code of the error."""
    try:
        yield
    except CpgenError as problem:
        show_error(with_options(problem.message))
        raise click.exceptions.Exit(problem.exit_code) from None
    except KeyboardInterrupt:
        show_error("interrupted.")
        # 128 + SIGINT, as shells report it.
        raise click.exceptions.Exit(130) from None
    except BrokenPipeError:
        from cpgen.cli.output import close_quietly

        close_quietly()
        raise click.exceptions.Exit(0) from None
