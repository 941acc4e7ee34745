"""Which whole numbers are meant by `30..40`?"""

from __future__ import annotations

from typing import NamedTuple

from cpgen.errors import InputError, shown


class Span(NamedTuple):
    """The whole numbers from … to, both included; None is an open end."""

    least: int | None = None
    most: int | None = None

    def holds(self, number: int) -> bool:
        """Whether a number lies in the span."""
        return (self.least is None or self.least <= number) and (self.most is None or number <= self.most)

    def within(self, least: int, most: int) -> tuple[int, int]:
        """The ends, where they are open those given."""
        return least if self.least is None else self.least, most if self.most is None else self.most

    def __str__(self) -> str:
        if self.least == self.most:
            return ".." if self.least is None else str(self.least)
        return "..".join("" if end is None else str(end) for end in self)


ANY = Span()
"""Every number"""


def span(text: str, what: str) -> Span:
    """The span that a text like `30..`, `..40`, `30..40` or `35` tells; raises InputError when it tells none.

    >>> span("30..", "the steps")
    Span(least=30, most=None)
    """
    least, dots, most = text.partition("..")
    if not dots:
        most = least
    found = Span(_end(least, text, what), _end(most, text, what))
    if not text.strip(" .") or (None not in found and found.least > found.most):  # type: ignore[operator]
        raise _no_span(text, what)
    return found


def _end(part: str, text: str, what: str) -> int | None:
    part = part.strip()
    if not part:
        return None
    if not (part.isascii() and part.isdigit() and len(part) < 10):
        raise _no_span(text, what)
    return int(part)


def _no_span(text: str, what: str) -> InputError:
    return InputError(f"{shown(text)} is no span of {what}; write 30.., ..40, 30..40 or 35.")
