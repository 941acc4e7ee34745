"""Arguments of the calls: the options become one checked request, or the request that was given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from cpgen.errors import InputError
from cpgen.messages import shown
from cpgen.requests.series import TimedSeries
from cpgen.schema import Record, build

if TYPE_CHECKING:
    from cpgen.requests.clock import Clock

R = TypeVar("R", bound=Record)
LONG_CALL = ("seed", "budget", "progress", "stop")
"""Names of the options that every call that may take long has besides the fields of its request"""


def requested(
    call: str,
    record_class: type[R],
    count: Any,
    options: dict[str, Any],
    request: R | None = None,
    also: tuple[str, ...] = (),
) -> tuple[R, int, int, Clock]:
    """Return the checked request, the count, the seed and the clock of a call that may take long.

    Args:
        call: Name of the call, for messages.
        record_class: Class of the request.
        count: Number of results, which is checked here.
        options: Options of the caller: those of `LONG_CALL`, and the fields of the request.
        request: A request instead of its fields.
        also: Names of further options, which the message about an unknown one lists.

    Raises:
        InputError: An option is wrong, or both a request and fields of it are given.
    """
    from cpgen.requests.clock import Clock

    functions = {name: options.pop(name, None) for name in ("progress", "stop")}
    require_functions(**functions)
    timed = {name: options.pop(name) for name in ("seed", "budget") if name in options}
    series = build(TimedSeries, {"count": count, **timed})
    made = one_request(call, record_class, options, request, (*LONG_CALL, *also))
    return made, series.count, series.first_seed(), Clock(series.budget, **functions)


def one_request(
    call: str, record_class: type[R], options: dict[str, Any], request: R | None, also: tuple[str, ...]
) -> R:
    """Return `request`, or without one a request made of the options, which are its fields.

    Args:
        call: Name of the call, for messages.
        record_class: Class of the request.
        options: Fields of the request by name.
        request: A request instead of its fields, or None.
        also: Names of further options, which the message about an unknown one lists.

    Raises:
        InputError: Both are given, or an option is wrong.
    """
    if request is not None and options:
        raise InputError(f"Give {call} a request or its fields, not both.")
    return build(record_class, options if request is None else request, call, also)


def require_functions(**functions: Any) -> None:
    """Raise InputError if one of these options, given by name, is neither None nor a function."""
    for name, function in functions.items():
        if function is not None and not callable(function):
            raise InputError(f"{name} is {shown(repr(function))}; it should be a function.")
