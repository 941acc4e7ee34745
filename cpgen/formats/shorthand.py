"""SudokuPad's shorthand for JSON, with bare words, single quotes, short keys and gaps.

An example: {id:'x',ce:[[,{v:5},],…],re:[[[0,0],…],…],metadata:{t:'Title'}}

The shorthand is translated to JSON token by token. A gap in a list stands for an empty object.
"""

from __future__ import annotations

import json
import re
from typing import Any

from cpgen.errors import InputError
from cpgen.formats.json_fields import json_value
from cpgen.limits import DEEPEST_SHORTHAND
from cpgen.messages import Message

# fmt: off
KEYS = {
    "ce": "cells", "re": "regions", "ca": "cages", "l": "lines", "a": "arrows", "o": "overlays", "u": "underlays",
    "v": "value", "t": "title", "ct": "center",
}
# fmt: on
TOKEN = re.compile(r"""\s*(?:([{}\[\],:])|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^{}\[\],:'"\s]+))""", re.DOTALL)
"""Token: a sign, a text in single or double quotes, or a bare word"""


def value_of_compact(text: str) -> dict[str, Any]:
    """Parse JSON, or SudokuPad's shorthand, to an object; raise InputError if the text is neither."""
    for as_json in (str, _json_of):
        try:
            value = json_value(as_json(text))
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            return value
    raise InputError(Message("shorthand-damaged"))


def _json_of(text: str) -> str:
    """Translate the shorthand to JSON; raise ValueError if it is nested too deeply or has an open quote."""
    parts: list[str] = []
    brackets: list[str] = []  # brackets that are still open
    before, end = "", 0  # the last sign, "" after a text or word; and the end of the last token
    text = text.strip()
    while end < len(text):
        match = TOKEN.match(text, end)
        if not match or len(brackets) > DEEPEST_SHORTHAND:
            raise ValueError
        end = match.end()
        sign, single, double, word = match.groups()
        in_list = brackets[-1:] == ["["]
        if sign in ("]", "}"):
            brackets = brackets[:-1]
        elif sign in ("[", "{"):
            brackets.append(sign)
        is_key = brackets[-1:] == ["{"] and not sign and before in ("{", ",")
        if in_list and (before, sign) in (("[", ","), (",", ","), (",", "]")):
            parts.append("{}")
        if is_key and parts[-1] != "{":
            parts.append(",")  # commas in objects are written here, which drops superfluous ones
        if sign:
            parts += [sign] * (in_list or sign != ",")
        elif word is None:
            parts.append(json.dumps(_unquoted(double if single is None else single)))
        else:
            parts.append(json.dumps(KEYS.get(word, word) if is_key else _value_of(word)))
        before = sign or ""
    return "".join(parts)


def _unquoted(text: str) -> str:
    escapes = {"n": "\n", "t": "\t", "r": ""}
    return re.sub(r"\\(.)", lambda match: escapes.get(match[1], match[1]), text, flags=re.DOTALL)


def _value_of(word: str) -> bool | int | str:
    if word in ("t", "f", "true", "false"):
        return word[0] == "t"
    return int(word) if re.fullmatch(r"-?\d{1,9}", word, re.ASCII) else word
