"""Functions as commands: options in groups, and errors in one sentence with their exit codes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import MISSING, fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Any, TypeVar, get_type_hints

import typer

from cpgen.cli.completion import with_words
from cpgen.cli.output import warn
from cpgen.errors import CpgenError

F = TypeVar("F", bound=Callable[..., Any])


def command(function: F) -> F:
    """The function as a command: a parameter that is a dataclass becomes an option for each of its fields, all down.

    Errors are reported in one sentence, with their exit code.
    """
    hints = get_type_hints(function, include_extras=True)

    @wraps(function)
    def wrapped(**given: Any) -> Any:
        values = {name: _value(hint, name, given) for name, hint in hints.items() if name != "return"}
        with _errors_reported():
            return function(**values)

    parameters = signature(function).parameters.values()
    options = [option for one in parameters for option in _options(one.name, hints[one.name], one.default)]
    del wrapped.__wrapped__
    wrapped.__signature__ = Signature(options)  # type: ignore[attr-defined]
    wrapped.__annotations__ = {option.name: option.annotation for option in options}
    return wrapped  # type: ignore[return-value]


def _options(name: str, hint: Any, default: Any = Parameter.empty) -> list[Parameter]:
    """The parameter as typer reads it, or, of a group, those of its fields."""
    if not _is_group(hint):
        return [Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=with_words(name, hint))]
    hints = get_type_hints(hint, include_extras=True)
    defaults = {field.name: Parameter.empty if field.default is MISSING else field.default for field in fields(hint)}
    return [option for below, default in defaults.items() for option in _options(below, hints[below], default)]


def _is_group(hint: Any) -> bool:
    """Whether the hint is that of a group; mypy would take the hint for more than it is."""
    return is_dataclass(hint)


def _value(hint: Any, name: str, given: dict[str, Any]) -> Any:
    """The value of the parameter, or the group made of the values of its fields."""
    if not _is_group(hint):
        return given[name]
    hints = get_type_hints(hint, include_extras=True)
    return hint(**{field.name: _value(hints[field.name], field.name, given) for field in fields(hint)})


@contextmanager
def _errors_reported() -> Iterator[None]:
    try:
        yield
    except CpgenError as error:
        warn(error)
        raise typer.Exit(error.exit_code) from None
    except KeyboardInterrupt:
        warn("interrupted.")
        raise typer.Exit(130) from None
    except BrokenPipeError:
        from cpgen.cli.output import close_quietly

        close_quietly()
        raise typer.Exit(0) from None
