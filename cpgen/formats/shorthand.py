"""SudokuPad's shorthand for JSON, with bare words, single quotes, short keys and gaps:

{id:'x',ce:[[,{v:5},],…],re:[[[0,0],…],…],metadata:{t:'Title'}}
"""

from __future__ import annotations

import json
import re
from typing import Any

from cpgen.errors import InputError

KEYS = {
    "ce": "cells",
    "re": "regions",
    "ca": "cages",
    "l": "lines",
    "a": "arrows",
    "o": "overlays",
    "u": "underlays",
    "v": "value",
    "t": "title",
    "ct": "center",
}
TOKEN = re.compile(r"""\s*(?:([{}\[\],:])|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^{}\[\],:'"\s]+))""", re.DOTALL)
DEEPEST = 40
"""Levels of nesting that are read"""
DAMAGED = "The puzzle in the link is damaged: it is neither JSON nor SudokuPad's shorthand for it."


def value_of_compact(text: str) -> dict[str, Any]:
    """Parse JSON or the shorthand; raise InputError if the text is not an object in one of them."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = _Shorthand(text).whole()
    if not isinstance(value, dict):
        raise InputError(DAMAGED)
    return value


class _Shorthand:
    """A recursive-descent parser of the shorthand."""

    def __init__(self, text: str) -> None:
        self._text = text.strip()
        self._at = 0

    def whole(self) -> Any:
        """Return the value of the whole text."""
        value = self._value(0)
        if self._at != len(self._text):
            raise InputError(DAMAGED)
        return value

    def _next(self) -> tuple[str, str]:
        """Return the kind and the text of the next token: a sign and "", or `text` or `word` and its content."""
        match = TOKEN.match(self._text, self._at)
        if not match:
            raise InputError(DAMAGED)
        self._at = match.end()
        sign, single, double, word = match.groups()
        if sign:
            return sign, ""
        if word is not None:
            return "word", word
        return "text", _unquoted(single if single is not None else double)

    def _peek(self) -> str:
        at = self._at
        sign, _ = self._next()
        self._at = at
        return sign

    def _value(self, depth: int) -> Any:
        if depth > DEEPEST:
            raise InputError(DAMAGED)
        sign, text = self._next()
        if sign == "{":
            return self._object(depth)
        if sign == "[":
            return self._list(depth)
        if sign not in ("text", "word"):
            raise InputError(DAMAGED)
        return text if sign == "text" else _bare_word(text)

    def _object(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while True:
            sign, key = self._next()
            if sign == "}":
                return found
            if sign == ",":
                continue
            if sign not in ("text", "word") or self._next()[0] != ":":
                raise InputError(DAMAGED)
            found[KEYS.get(key, key) if sign == "word" else key] = self._value(depth + 1)

    def _list(self, depth: int) -> list[Any]:
        """Return the values up to the bracket; a gap between commas is an empty object."""
        found: list[Any] = []
        gap = True
        while True:
            sign = self._peek()
            if sign in ("]", ","):
                self._next()
                if gap and (sign == "," or found):
                    found.append({})
                gap = True
                if sign == "]":
                    return found
                continue
            if not gap:
                raise InputError(DAMAGED)
            found.append(self._value(depth + 1))
            gap = False


def _unquoted(text: str) -> str:
    return re.sub(
        r"\\(.)", lambda match: {"n": "\n", "t": "\t", "r": ""}.get(match[1], match[1]), text, flags=re.DOTALL
    )


def _bare_word(word: str) -> Any:
    if word in ("t", "f", "true", "false"):
        return word[0] == "t"
    if re.fullmatch(r"-?\d{1,9}", word, re.ASCII):
        return int(word)
    return word
