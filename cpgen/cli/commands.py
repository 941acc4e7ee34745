"""What makes a function a command: options in groups, and errors told in one sentence with their exit codes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Any, TypeVar, get_type_hints

import typer

from cpgen.cli.completing import with_words
from cpgen.errors import CpgenError

F = TypeVar("F", bound=Callable[..., Any])


def command(function: F) -> F:
    """The function as a command: a parameter that is a dataclass becomes an option for each of its fields.

    Errors are told in one sentence, with the exit code that goes with them.
    """
    hints = get_type_hints(function, include_extras=True)
    groups: dict[str, Any] = {name: hint for name, hint in hints.items() if is_dataclass(hint)}

    @wraps(function)
    def wrapped(**given: Any) -> Any:
        for name, group in groups.items():
            given[name] = group(**{field.name: given.pop(field.name) for field in fields(group)})
        with _told():
            return function(**given)

    options = [option for one in signature(function).parameters.values() for option in _options(one, hints[one.name])]
    del wrapped.__wrapped__
    wrapped.__signature__ = Signature(options)  # type: ignore[attr-defined]
    wrapped.__annotations__ = {option.name: option.annotation for option in options}
    return wrapped  # type: ignore[return-value]


def _options(parameter: Parameter, hint: Any) -> list[Parameter]:
    """The parameter as typer reads it, or, of a group, those of its fields."""
    kind = Parameter.KEYWORD_ONLY
    if not is_dataclass(hint):
        return [parameter.replace(kind=kind, annotation=with_words(parameter.name, hint))]
    hints = {name: with_words(name, one) for name, one in get_type_hints(hint, include_extras=True).items()}
    return [Parameter(field.name, kind, default=field.default, annotation=hints[field.name]) for field in fields(hint)]


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except CpgenError as error:
        typer.echo(f"cpgen: {error}", err=True)
        raise typer.Exit(error.exit_code) from None
    except KeyboardInterrupt:
        typer.echo("cpgen: interrupted.", err=True)
        raise typer.Exit(130) from None
    except BrokenPipeError:
        from cpgen.cli import close_quietly

        close_quietly()
        raise typer.Exit(0) from None
