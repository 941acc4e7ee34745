"""Constraints: what a board demands of a grid. One module per kind; `KINDS` is the table of kinds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from typing import Any

from cpgen.constraints.base import Constraint
from cpgen.constraints.clue_text import CELL, Words
from cpgen.constraints.declared import declared
from cpgen.constraints.geometry import diagonals, disjoint_groups, windows
from cpgen.constraints.house import EXTRA, House
from cpgen.constraints.kind_table import DATA, HOUSE_KINDS, KINDS
from cpgen.constraints.own_kinds import own_kind, own_kinds
from cpgen.errors import InputError
from cpgen.limits import MOST_CONSTRAINTS
from cpgen.messages import Message, shown
from cpgen.notation import without_comments
from cpgen.suggestions import one_of
from cpgen.synonyms import name_for, names_for

EXAMPLE = '{"kind": "cage", "total": 15, "cells": ["r1c1", "r1c2"]}'
HEAD = re.compile(r"[ \t]*(?:(?!r\d)[^\W\d_][\w'’-]*[?]?[ \t:：]*)+", re.IGNORECASE)
"""The words before the first number, cell or sign of a line"""
GLUED = re.compile(r"[ \t]*([^\W\d_][^\W\d_-]+)(?=\d+[ \t]*[:：])")
"""A word with a number directly after it, before a colon"""
WORD = re.compile(r"[^\s:：]+")
VALUE = re.compile(r"[\s:：]*\d")
LONGEST_NAME = 3
"""Most words of a synonym"""


@cache
def class_of(kind: str) -> type[Constraint]:
    """Return the class of a kind of constraint, such as `cage`.

    Raises InputError, suggesting similar kinds, if unknown.
    """
    if kind not in KINDS:
        raise one_of([*KINDS, *HOUSE_KINDS, *own_kinds()], kind, "a kind of constraint")
    if KINDS[kind] == DATA:
        return declared(kind)
    module, _, name = KINDS[kind].partition(":")
    found: type[Constraint] = getattr(import_module(f"cpgen.constraints.{module}"), name)
    return found


def is_constraint_line(text: str) -> bool:
    """Return True if a line begins with the name of a kind of constraint, or with a synonym and contains cells."""
    text = _apart(text)
    words = text.lstrip(" \t").partition("#")[0].replace(":", " ").split(maxsplit=1)
    if not words or words[0].lower() in {*KINDS, *HOUSE_KINDS} or own_kind(words[0]):
        return bool(words)
    if CELL.search(text.lower()):
        return in_own_words(text) != text
    kind = name_for(text.partition("#")[0], "kinds").partition(" ")[0]
    return kind in HOUSE_KINDS or (kind in KINDS and not class_of(kind).cell_fields)


def read_constraints(lines: str, size: int, regions: tuple[int, ...] = ()) -> list[Constraint]:
    """Parse lines of text, one constraint each, for a board of side `size`; `#` begins a comment.

    `regions` has the region number of each cell, () on a Latin square.

    Raises:
        InputError: A line is wrong (the message shows it), or there are too many.
    """
    parts = [part for line in without_comments(lines) if (part := line.partition("#")[0]).strip()]
    require_few(len(parts))
    return [constraint for part in parts for constraint in parse_constraint(part, size, regions)]


def require_few(number: int) -> None:
    """Raise InputError if `number` constraints are more than a board can have."""
    if number > MOST_CONSTRAINTS:
        raise InputError(Message("constraints-many", count=number, most=MOST_CONSTRAINTS))


def parse_constraint(line: str, size: int, regions: tuple[int, ...] = ()) -> list[Constraint]:
    """Parse one line of text: a constraint, or the extra houses that a word such as `windoku` stands for.

    `size` is the side of the board; `regions` has the region number of each cell, () for a board without regions.
    """
    try:
        words = Words(in_own_words(line), size, lambda inner: _alternative(inner, size, regions))
        kind = words.take()
        if kind in HOUSE_KINDS:
            found: list[Constraint] = [*_houses(kind, words, size, regions)]
        elif own := own_kind(kind):
            found = [own.parse(words)]
        else:
            found = [class_of(kind).parse(words)]
        words.require_end()
        return found
    except InputError as error:
        raise InputError(Message("constraint-in", line=shown(line.strip()), problem=error.message)) from None


def _alternative(line: str, size: int, regions: tuple[int, ...]) -> list[Constraint]:
    """Parse the line of a constraint inside the brackets of `any-of`; the arguments are those of `parse_constraint`.

    Raises InputError for houses, which may not be there.
    """
    found = parse_constraint(line, size, regions)
    if any(isinstance(one, House) for one in found):
        raise InputError(Message("any-of-house", line=shown(line.strip())))
    return found


def _apart(line: str) -> str:
    """Insert the missing blank between the name of a kind and the number after it, as in `cage3: r1c1`."""
    glued = GLUED.match(line)
    if glued and (glued[1].lower() in KINDS or names_for(glued[1], "kinds")):
        return f"{glued[1]} {line[glued.end(1) :].lstrip()}"
    return line


def in_own_words(line: str) -> str:
    """Return the line of a constraint with a synonym at its beginning replaced by cpgen's name of the kind.

    A synonym of several kinds is replaced by a word that is none of them, so that parsing fails.

    >>> in_own_words("killer cage 10: r1c1 r1c2"), in_own_words("anti-knight")
    ('cage 10: r1c1 r1c2', 'leaps knight')
    """
    line = _apart(line)
    head = HEAD.match(line)
    words = [*WORD.finditer(line, 0, head.end())] if head else []
    if not words or (len(words) == 1 and words[0][0].lower() in KINDS):
        return line
    for count in range(min(len(words), LONGEST_NAME), 0, -1):
        named = [word[0] for word in words[:count]]
        rest = line[words[count - 1].end() :]
        names = names_for(" ".join(named), "kinds")
        if len(names) == 1:
            kind, _, value = names[0].partition(" ")
            return (kind if value.isdigit() and VALUE.match(rest) else names[0]) + rest
        if names:
            return "-".join(named) + rest
    return line


def _houses(kind: str, words: Words, n: int, regions: tuple[int, ...]) -> Iterator[House]:
    """Yield the extra houses that a kind of constraint such as `windoku` stands for; some take further words."""
    falling, rising = diagonals(n)
    if kind == "extra":
        groups: Sequence[tuple[int, ...]] = [words.cells()]
    elif kind == "diagonals":
        groups = [falling] if words.next_is("down") else [rising] if words.next_is("up") else [falling, rising]
    else:
        groups = windows(n) if kind == "windoku" else disjoint_groups(regions)
    if not groups:
        raise InputError(Message("constraint-no-houses", kind=kind, size=n))
    for number, cells in enumerate(groups, 1):
        yield House(EXTRA, number, tuple(sorted(cells)))


def constraint_from_json(data: Any, size: int, regions: tuple[int, ...] = ()) -> list[Constraint]:
    """Return the constraints that a JSON object, or a text with one line, describes.

    `size` and `regions` are those of `parse_constraint`.

    Raises:
        InputError: The object has no kind, an unknown kind, or a wrong field.
    """
    if isinstance(data, str):
        return parse_constraint(data, size, regions)
    if not (isinstance(data, dict) and isinstance(data.get("kind"), str)):
        raise InputError(Message("constraint-object", value=shown(repr(data)), example=EXAMPLE))
    if isinstance(data.get("line"), str) and data["line"].startswith(data["kind"]):
        return parse_constraint(data["line"], size, regions)
    if data["kind"] in HOUSE_KINDS:
        names = data.get("cells", [])
        line = " ".join(map(str, names if isinstance(names, list) else [names]))
        return parse_constraint(f"{data['kind']} {line}", size, regions)
    if own := own_kind(data["kind"]):
        return [own.from_json(data, size)]
    return [class_of(data["kind"]).from_json(data, size)]
