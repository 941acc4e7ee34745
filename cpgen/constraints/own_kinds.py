"""Kinds of constraints in files: a rule of the small language with a name, parameters, sentences and a look.

    title = "Product dot"
    rule = "a * b == total"
    look = "dot"

    [says]
    en = "Cells joined by a teal dot contain digits with the product {total}."

    [[parameter]]
    name = "total"
    least = 2
    most = 81

The name of the file is the word of the kind, as in `product-dot 12: r1c1 r1c2`. A line with the word becomes a `Rule`
that carries everything itself, so that nothing else has to know of the file. Kinds are in use inside `with use_kinds`,
for this thread and for this task alone; the files of `models/kinds/` always are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, lru_cache
from keyword import kwlist
from pathlib import Path
from typing import Any

from cpgen import resources
from cpgen.constraints.base import OPEN, Cells, Gesture
from cpgen.constraints.clue_text import Words
from cpgen.constraints.expressions import KNOWN, STOP
from cpgen.constraints.kind_table import HOUSE_KINDS, KINDS
from cpgen.constraints.laws import ALONG, GROUPS, LENGTH, NEIGHBOURS, PARTS, law_of, with_numbers
from cpgen.constraints.rule import CAGE, DOT, HIDDEN, LINE, LONGEST_TEXT, OUTSIDE, SHADE, Rule, require_look, usual_form
from cpgen.constraints.ruled import ELSEWHERE, EVERYWHERE, SORTS
from cpgen.errors import InputError
from cpgen.files import decoded, parse_toml
from cpgen.limits import LARGEST_KIND, MOST_KINDS
from cpgen.messages import Message, shown
from cpgen.synonyms import names_for

NAME = re.compile(r"[a-z]{2,}(-[a-z]+)*")
PARAMETER = re.compile(r"[a-z]{2,}")
SYNONYM = re.compile(r"[^\W\d_][\w'’-]*")
RESERVED = {*KNOWN, *PARTS, *(word.lower() for word in kwlist), LENGTH, STOP, "states", "kind", "cells", "groups"}
"""Words that cannot be names of parameters: those of rules, and the other fields of a constraint"""
KEYS = (
    "title",
    "japanese",
    "rule",
    "form",
    "scope",
    "look",
    "colour",
    "label",
    "synonyms",
    "example",
    "says",
    "parameter",
    "drawing",
)
SAMPLES, SAMPLE_GROUPS = {DOT: "r2c2 r2c3", OUTSIDE: "row 2"}, "r2c2 r2c3 = r4c4 r4c5"
SAMPLE = "r2c2 r2c3 r3c3 r3c4"
"""Cells of examples on a board of 6×6, by look"""
GESTURES: Mapping[str, Gesture] = {
    LINE: "line", DOT: "edge", CAGE: "cells", SHADE: "cells", OUTSIDE: "outside", HIDDEN: "cells"
}  # fmt: skip
"""Gestures with which kinds are drawn, by their look"""
MOST_NUMBER = 10_000
"""Largest number of a parameter"""
MOST_PARAMETERS, MOST_SYNONYMS, LONGEST_WORD = 8, 40, 60
"""Bounds of a kind: its numbers, its further words, and the characters of each of its words"""
PARSED = 512
"""Texts of kinds that are kept parsed, for servers to which the same ones are sent again and again"""


@dataclass(frozen=True)
class Parameter:
    """Number of a kind, from `least` to `most`; a line of text must state it unless there is a default."""

    name: str
    least: int
    most: int
    default: int | None = None


@dataclass(frozen=True)
class OwnKind:
    """Kind of constraint that a file defines.

    Attributes:
        name: Its word in lines of text.
        title: Its title in English.
        japanese: Its title in Japanese.
        expression: The rule, which may use the names of the parameters.
        form: What the names in the rule stand for.
        scope: Where the rule holds if not for listed cells.
        look, colour, label: How it is drawn; the label may use parameters in braces.
        says: Its sentence in English and Japanese, which may use parameters in braces.
        synonyms: Further words for it.
        parameters: Its numbers.
        example: A line of text with it, for a board of 6×6.
    """

    name: str
    title: str
    japanese: str
    expression: str
    form: str
    scope: str = ""
    look: str = ""
    colour: str = ""
    label: str = ""
    says: tuple[str, ...] = ()
    synonyms: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    example: str = ""

    @property
    def sample(self) -> str:
        """Example line of text, or one made up: a number without a default is left open, or is the smallest allowed."""
        if self.example:
            return self.example
        numbers = [one.default if one.default is not None else one.least for one in self.parameters]
        opened = [place for place, one in enumerate(self.parameters) if one.default is None][:1]
        shown = (OPEN if place in opened else number for place, number in enumerate(numbers))
        cells = "" if self.scope else f": {SAMPLE_GROUPS if self.form == GROUPS else SAMPLES.get(self.drawn, SAMPLE)}"
        return " ".join([self.name, *map(str, shown)]) + cells

    @property
    def drawn(self) -> str:
        """Look of the kind, one of LOOKS: its own, or the usual one of its form."""
        return self.look or (LINE if self.form in (NEIGHBOURS, ALONG) else CAGE)

    @property
    def gesture(self) -> Gesture:
        """Gesture with which a person draws it."""
        return "board" if self.scope else GESTURES[self.drawn]

    @property
    def order(self) -> str:
        """Reorderings of the cells that keep the meaning of the rule: `fixed` (none), `reversible` or `any`.

        They are found for the smallest parameter values.
        """
        numbers = {one.name: one.least for one in self.parameters}
        return law_of(self.expression, self.form, *numbers.items()).order_of()

    @property
    def fewest_cells(self) -> int:
        """Smallest number of cells that the rule can be about, at least 2."""
        numbers = {one.name: one.least for one in self.parameters}
        return max(2, law_of(self.expression, self.form, *numbers.items()).arity)

    def rule(self, values: Mapping[str, Any], groups: Sequence[Cells]) -> Rule:
        """Return the rule on lists of cells (`groups`) for parameter values by name, one of which may be open.

        Raises:
            InputError: A value is missing or out of its range, or two are open.
        """
        numbers = {one.name: self._number(one, values.get(one.name)) for one in self.parameters}
        opened = [one for one in self.parameters if numbers[one.name] == OPEN]
        if len(opened) > 1:
            raise InputError(Message("kind-open", kind=self.name))
        return Rule(
            with_numbers(self.expression, numbers.items()),
            self.form,
            tuple(groups),
            self.scope,
            self.look,
            self.colour,
            _filled(self.label, numbers),
            self.title,
            tuple(_filled(sentence, numbers) for sentence in self.says),
            (opened[0].least, opened[0].most) if opened else (),
        )

    def _number(self, one: Parameter, value: Any) -> Any:
        value = one.default if value is None else value
        if value == OPEN or (isinstance(value, int) and one.least <= value <= one.most):
            return value
        if value is None:
            raise InputError(Message("constraint-missing", kind=self.name, key=one.name))
        found = value if isinstance(value, int) else shown(str(value))
        least, most = one.least, one.most
        raise InputError(
            Message("constraint-number", kind=self.name, key=one.name, least=least, most=most, value=found)
        )

    def values_in(self, rule: Rule) -> dict[str, Any] | None:
        """Return the parameter values of a rule that this kind made, by name; None for any other rule."""
        names = {one.name for one in self.parameters}
        parts = re.split(rf"\b({'|'.join(names)})\b", self.expression) if names else [self.expression]
        seen: set[str] = set()
        pattern = ""
        for part in parts:
            pattern += rf"(?P={part})" if part in seen else rf"(?P<{part}>\d+|\?)" if part in names else re.escape(part)
            seen |= {part} & names
        found = re.fullmatch(pattern, rule.expression)
        if not found:
            return None
        values = {name: OPEN if text == OPEN else int(text) for name, text in found.groupdict().items()}
        try:
            return values if self.rule(values, rule.groups) == rule else None
        except InputError:
            return None

    def parse(self, words: Words) -> Rule:
        """Parse the rest of a line of text after the name of the kind: the numbers, then the cells."""
        values = {one.name: words.value() for one in self.parameters}
        return self.rule(values, () if self.scope else words.groups())

    def from_json(self, data: Mapping[str, Any], size: int) -> Rule:
        """Return the rule of a JSON object with the numbers by name, and the cells."""
        known = ("kind", "cells", "groups", *(one.name for one in self.parameters))
        for key in data:
            if key not in known:
                raise InputError(Message("constraint-key", kind=self.name, key=shown(key), known=known[1:]))
        cells = {key: data[key] for key in ("cells", "groups") if key in data}
        plain = Rule.from_json({"kind": "rule", "expression": self.expression, "form": self.form, **cells}, size)
        return self.rule(data, plain.groups)  # type: ignore[attr-defined]


def _filled(text: str, numbers: Mapping[str, Any]) -> str:
    for name, number in numbers.items():
        text = text.replace(f"{{{name}}}", str(number))
    return text


@lru_cache(maxsize=PARSED)
def read_kind(name: str, text: str) -> OwnKind:
    """Parse the file of a kind in TOML; raise InputError, naming the file and the fault, if it is wrong."""
    try:
        return _kind(name, parse_toml(text))
    except InputError as error:
        raise InputError(Message("kind-file", name=shown(name), problem=error.message)) from None
    except ValueError as error:
        raise InputError(Message("kind-file", name=shown(name), problem=str(error))) from None
    except RecursionError:
        raise InputError(Message("kind-file", name=shown(name), problem=Message("kind-deep"))) from None


def _kind(name: str, data: Mapping[str, Any]) -> OwnKind:
    if not NAME.fullmatch(name) or len(name) > LONGEST_WORD:
        raise InputError(Message("kind-name", name=shown(name)))
    for key in data:
        if key not in KEYS:
            raise InputError(Message("kind-key", key=shown(key), known=KEYS))
    parameters = tuple(_parameter(one) for one in _listed(data, "parameter", dict, MOST_PARAMETERS))
    title, says = _text(data, "title", name), data.get("says", {})
    if not isinstance(says, dict) or not all(isinstance(says.get(key, ""), str) for key in ("en", "ja")):
        raise InputError(Message("kind-value", key="says"))
    scope, expression = _text(data, "scope"), _text(data, "rule")
    sentences = [says[key] for key in ("en", "ja") if says.get(key)]
    found = OwnKind(
        name,
        title,
        _text(data, "japanese", title),
        expression,
        _text(data, "form")
        or usual_form(with_numbers(expression, [(one.name, one.least) for one in parameters]), scope),
        scope,
        _text(data, "look"),
        _text(data, "colour"),
        _text(data, "label"),
        tuple(sentences),
        tuple(_listed(data, "synonyms", str, MOST_SYNONYMS)),
        parameters,
        _text(data, "example"),
    )
    _require_sound(found)
    return found


def _require_sound(one: OwnKind) -> None:
    """Raise InputError unless the definition of a kind is consistent.

    Its rule must parse with the extreme parameter values; names must be free, parameters used, and look and scope
    known.
    """
    for end in ("least", "most"):
        law_of(one.expression, one.form, *((part.name, getattr(part, end)) for part in one.parameters))
    require_look(one.look, one.colour, (one.title, one.japanese, one.label, *one.says))
    for word in (one.name, *one.synonyms):
        if not SYNONYM.fullmatch(word) or len(word) > LONGEST_WORD:
            raise InputError(Message("kind-word", word=shown(word)))
        if word.lower() in {*KINDS, *HOUSE_KINDS} or names_for(word, "kinds"):
            raise InputError(Message("kind-taken", word=shown(word)))
    scopes = ("", *(f"{how} {sort}" for how in (EVERYWHERE, ELSEWHERE) for sort in SORTS))
    if one.scope not in scopes or (one.scope and one.form == GROUPS):
        raise InputError(Message("constraint-word", found=shown(one.scope), choices=scopes[1:]))
    if one.example and re.split(r"[\s:]", one.example)[0] != one.name:
        raise InputError(Message("kind-example", name=one.name))
    for part in one.parameters:
        if not re.search(rf"\b{part.name}\b", one.expression):
            raise InputError(Message("kind-unused", name=part.name))
        if sum(other.name == part.name for other in one.parameters) > 1:
            raise InputError(Message("kind-twice", name=part.name))


def _parameter(data: Mapping[str, Any]) -> Parameter:
    name = data.get("name", "")
    if not isinstance(name, str) or not PARAMETER.fullmatch(name) or name in RESERVED:
        raise InputError(Message("kind-parameter", name=shown(str(name))))
    numbers = {key: data[key] for key in ("least", "most", "default") if key in data}
    for key in data:
        if key not in ("name", "least", "most", "default"):
            raise InputError(Message("kind-key", key=shown(key), known=("name", "least", "most", "default")))
    for key, number in numbers.items():
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= MOST_NUMBER:
            raise InputError(Message("kind-number", key=key, most=MOST_NUMBER))
    least, most = numbers.get("least", 0), numbers.get("most", MOST_NUMBER)
    default = numbers.get("default")
    if least > most or (default is not None and not least <= default <= most):
        raise InputError(Message("kind-range", name=name))
    return Parameter(name, least, most, default)


def _text(data: Mapping[str, Any], key: str, default: str = "") -> str:
    value = data.get(key, default)
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise InputError(Message("kind-value", key=key))
    return value


def _listed(data: Mapping[str, Any], key: str, kind: type, most: int) -> list[Any]:
    found = data.get(key, [])
    if not isinstance(found, list) or len(found) > most or not all(isinstance(one, kind) for one in found):
        raise InputError(Message("kind-value", key=key))
    return found


@cache
def shipped_kinds() -> Mapping[str, OwnKind]:
    """Return the kinds that come with cpgen in `models/kinds/`, by name."""
    return {name: read_kind(name, resources.text("kinds", name)) for name in resources.names("kinds")}


@cache
def _shipped_by_word() -> Mapping[str, OwnKind]:
    return _by_word(shipped_kinds().values())


def _by_word(kinds: Iterable[OwnKind]) -> dict[str, OwnKind]:
    """Return kinds by their names and by their synonyms."""
    listed = list(kinds)
    synonyms = {word.lower(): one for one in listed for word in one.synonyms}
    return {**synonyms, **{one.name: one for one in listed}}


_IN_USE: ContextVar[Mapping[str, OwnKind]] = ContextVar("own kinds in use, by word", default={})  # noqa: B039 - never changed


def own_kinds() -> Mapping[str, OwnKind]:
    """Return the kinds defined by files that are in use in this context, shipped ones included, by name."""
    return {**shipped_kinds(), **{one.name: one for one in _IN_USE.get().values()}}


def kinds_in_use() -> tuple[OwnKind, ...]:
    """Return the user's own kinds that are in use in this context, without the shipped ones."""
    return tuple(dict.fromkeys(_IN_USE.get().values()))


def own_kind(word: str) -> OwnKind | None:
    """Return the kind in use that has this name or synonym, or None."""
    if not word[:1].isalpha():  # as in most lines of puzzles
        return None
    plain = word.lower()
    return _IN_USE.get().get(plain) or _shipped_by_word().get(plain)


@contextmanager
def use_kinds(kinds: Sequence[OwnKind]) -> Iterator[None]:
    """Use these kinds, in addition to those in use, inside the `with` block."""
    token = _IN_USE.set({**_IN_USE.get(), **_by_word(kinds)})
    try:
        yield
    finally:
        _IN_USE.reset(token)


def kinds_in(path: str) -> list[OwnKind]:
    """Read the kind in a TOML file, or all kinds in a folder; raise InputError if a file is missing or wrong."""
    try:
        place = Path(path)
        files = sorted(place.glob("*.toml")) if place.is_dir() else [place]
        if not files or len(files) > MOST_KINDS:
            raise InputError(Message("kind-folder", path=shown(path), most=MOST_KINDS))
        return [read_kind(file.stem.lower(), _text_of(file)) for file in files]
    except OSError as error:
        raise InputError(Message("kind-missing", path=shown(path), why=error.strerror or str(error))) from None
    except UnicodeDecodeError:
        raise InputError(Message("kind-file", name=shown(path), problem=Message("kind-text"))) from None
    except ValueError as error:  # a path with a zero byte
        raise InputError(Message("kind-missing", path=shown(path), why=str(error))) from None


def _text_of(file: Path) -> str:
    """Return the text of a file; a limit on its length guards against pipes and devices without an end."""
    with file.open("rb") as stream:
        content = stream.read(LARGEST_KIND + 1)
    if len(content) > LARGEST_KIND:
        raise InputError(Message("kind-file", name=shown(str(file)), problem=Message("kind-large", most=LARGEST_KIND)))
    return decoded(content)
