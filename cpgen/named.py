"""What does the name of a pattern or a layout stand for? What is shipped under it, or what the text draws.

>>> from cpgen import named
>>> len(named.pattern("kamio-a")), named.layout("windoku").size
(23, 9)
"""

from __future__ import annotations

from cpgen import shipped
from cpgen.errors import InputError, nearest, one_of
from cpgen.layout import Layout
from cpgen.pattern import Pattern


def pattern(text: str) -> Pattern:
    """The shipped pattern of that name, or the pattern drawn in the text; raises InputError when it is neither."""
    names = shipped.names("patterns")
    if text in names:
        return Pattern.parse(shipped.text("patterns", text))
    if _looks_drawn(text):
        return Pattern.parse(text)
    raise one_of(names, text, "a shipped pattern, and not a drawn one")


def layout(text: str) -> Layout:
    """The shipped layout of that name, or the one that the spec tells; raises InputError when it is neither."""
    names = shipped.names("layouts")
    if text in names:
        return Layout.parse(shipped.text("layouts", text))
    try:
        return Layout.parse(text)
    except InputError as error:
        if near := nearest(text, names):
            raise InputError(f"{error} Did you mean {near!r}?") from None
        raise


def _looks_drawn(text: str) -> bool:
    """Whether a text is a drawn pattern rather than a name: it has a dot, several rows, or nothing but x."""
    return "." in text or len(text.split()) > 1 or "/" in text or not set(text) - set("xX0123456789_*")
