"""Lookup of layouts and patterns by the name under which they are shipped, or by their own text."""

from __future__ import annotations

from cpgen import resources
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.messages import Message
from cpgen.pattern import Pattern, is_drawn
from cpgen.suggestions import hint_elsewhere, nearest, one_of
from cpgen.synonyms import name_for, names_for


def layout_named(text: str) -> Layout:
    """Return the shipped layout of this name, or parse the text as a layout.

    Raises:
        InputError: The text is neither; the message suggests a similar name if there is one.

    >>> layout_named("windoku").size
    9
    """
    names = resources.names("layouts")
    if text in names:
        return Layout.parse(resources.text("layouts", text))
    try:
        return Layout.parse(text)
    except InputError as error:
        if meant := name_for(text, "layouts"):
            return layout_named(meant)
        if hint := _hint(text, names):
            raise InputError(Message("near-layout", error=error.message, hint=hint)) from None
        raise


def _hint(text: str, names: list[str]) -> Message | None:
    """Return a hint for an unknown layout: similar ones of these names, or the field that takes the text; else None."""
    if near := names_for(text, "layouts"):
        return Message("hint-near", near=", ".join(map(repr, near)))
    if elsewhere := hint_elsewhere(text):
        return elsewhere
    near_name = nearest(text, names)
    return Message("hint-near", near=repr(near_name)) if near_name else None


def pattern_named(text: str) -> Pattern:
    """Return the shipped pattern of this name, or parse the text as a drawn pattern.

    Raises:
        InputError: The text is neither.

    >>> len(pattern_named("kamio-a"))
    23
    """
    names = resources.names("patterns")
    if text in names:
        return Pattern.parse(resources.text("patterns", text))
    if is_drawn(text):
        return Pattern.parse(text)
    raise one_of(names, text, "a shipped pattern, and not a drawn one")
