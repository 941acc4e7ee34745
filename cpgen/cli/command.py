"""Functions as commands: options in groups, and errors in one sentence with their exit codes."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import MISSING, fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import typer

from cpgen.cli.completion import with_words
from cpgen.cli.options import Given, data_of, options_of, with_number
from cpgen.cli.output import warn
from cpgen.errors import CpgenError, CpgenWarning, DrawingsWarning
from cpgen.schema import Record

F = TypeVar("F", bound=Callable[..., Any])


def command(function: F) -> F:
    """The function as a command: a parameter that is a record or a group becomes an option for each of its fields.

    An option that is a parameter of the function itself is not taken from a record's field of the same name. Errors
    are reported in one sentence, with their exit code.
    """
    hints = get_type_hints(function, include_extras=True)
    own = set(hints) - {"return"}

    @wraps(function)
    def wrapped(**given: Any) -> Any:
        with _errors_reported(), _warnings_reported():
            return function(**{name: _value(hints[name], name, given, own) for name in own})

    parameters = signature(function).parameters.values()
    options = [option for one in parameters for option in _options(one.name, hints[one.name], one.default, own)]
    del wrapped.__wrapped__
    wrapped.__signature__ = Signature(options)  # type: ignore[attr-defined]
    wrapped.__annotations__ = {option.name: option.annotation for option in options}
    return wrapped  # type: ignore[return-value]


def _options(name: str, hint: Any, default: Any, own: set[str]) -> list[Parameter]:
    """The parameter as typer reads it, or, of a record or a group, those of its fields but the command's own."""
    if kind := _record_of(hint):
        return [one.replace(annotation=_ready(one.name, one.annotation)) for one in options_of(kind, own)]
    if not _is_group(hint):
        return [Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=_ready(name, hint))]
    hints = get_type_hints(hint, include_extras=True)
    defaults = {field.name: Parameter.empty if field.default is MISSING else field.default for field in fields(hint)}
    return [option for below, default in defaults.items() for option in _options(below, hints[below], default, set())]


def _ready(name: str, hint: Any) -> Any:
    return with_words(name, with_number(hint))


def _record_of(hint: Any) -> type[Record] | None:
    """The kind of record that a hint is, or of which it is what was given; None for other hints."""
    kind = get_args(hint)[0] if get_origin(hint) is Given else hint
    return kind if isinstance(kind, type) and issubclass(kind, Record) else None


def _is_group(hint: Any) -> bool:
    """Whether the hint is that of a group; mypy would take the hint for more than it is."""
    return is_dataclass(hint)


def _value(hint: Any, name: str, given: dict[str, Any], own: set[str]) -> Any:
    """The value of the parameter, or the record or group made of the values of its fields."""
    if kind := _record_of(hint):
        wanted = Given(kind, data_of(kind, given, own))
        return wanted if get_origin(hint) is Given else wanted.record()
    if not _is_group(hint):
        return given[name]
    hints = get_type_hints(hint, include_extras=True)
    return hint(**{field.name: _value(hints[field.name], field.name, given, set()) for field in fields(hint)})


@contextmanager
def _warnings_reported() -> Iterator[None]:
    """Meanwhile, what there is to know of a result is reported on standard error, each sentence once.

    Drawings that are left out are counted, and reported at the end.
    """
    drawings: Counter[str] = Counter()
    with warnings.catch_warnings():
        others, known = warnings.showwarning, set()

        def show(message: Warning | str, category: type[Warning], *rest: Any) -> None:
            if not issubclass(category, CpgenWarning):
                others(message, category, *rest)
            elif isinstance(message, DrawingsWarning):
                drawings.update(message.drawings)
            elif str(message) not in known:
                known.add(str(message))
                warn(message)

        warnings.simplefilter("always", CpgenWarning)
        warnings.showwarning = show  # type: ignore[assignment]
        try:
            yield
        finally:
            if drawings:
                warn(DrawingsWarning(drawings))


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
