"""Errors: each states in one sentence what is wrong and what would be right.

The sentence is a text, or a `Message`: a key and values from which a sentence is made in any language. The texts of
the keys are in the section `[errors]` of `models/words/`; they are read when the first message is shown.
"""

from __future__ import annotations

import re
import shlex
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from string import Formatter
from typing import Any, Union

from cpgen._version import DISTRIBUTION
from cpgen.paths import models_folder
from cpgen.synonyms import named_elsewhere, names_among, words_among

ENGLISH = "en"
SECTION = "errors."
MANY = 20
"""Number of names above which only the nearest are listed"""
CUTOFF = 0.7
"""Similarity of two spellings, from 0 to 1, above which one may be meant by the other"""
SHORT_CUTOFF = 0.5
"""Similarity for words of two or three letters, of which one may be wrong"""


@cache
def read_texts(language: str) -> dict[str, str]:
    """Read the texts of a language from `models/words/`, by dotted keys such as `rules.x-wing.title`."""
    return flattened(tomllib.loads((models_folder() / "words" / f"{language}.toml").read_text(encoding="utf-8")))


def flattened(table: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """Return nested tables as one table with dotted keys."""
    texts: dict[str, str] = {}
    for key, value in table.items():
        texts |= flattened(value, f"{prefix}{key}.") if isinstance(value, dict) else {f"{prefix}{key}": value}
    return texts


class Message:
    """A sentence or a part of one, as the key of its text and the values of the text's placeholders.

    A value is a number, a text, another message, or a tuple of these. A placeholder may say how its value is written:
    `{cells:cell}` is a number with its noun, as in `1 cell` or `2 cells` (another plural follows a bar, as in
    `{boxes:box|boxes}`), and `{parts:and}` a list, as in `a, b and c`. Values of `rule`, `rules`, `technique`, `grade`,
    `symmetry`, `run` and `runs` are names, for which a page shows titles.
    """

    def __init__(self, key: str, /, **values: Value) -> None:
        self.key, self.values = key, values

    def having(self, **values: Value) -> Message:
        """Return the message with further values."""
        return Message(self.key, **{**self.values, **values})

    def with_fields(self, written: Callable[[str], str]) -> Message:
        """Return the message with the names of fields written in another way, see `field_named`."""
        if self.key == "field":
            return field_named(written(str(self.values["name"])))
        return Message(self.key, **{name: _with_fields(value, written) for name, value in self.values.items()})

    def __str__(self) -> str:
        return self.in_texts(read_texts(ENGLISH))

    def __repr__(self) -> str:
        return f"Message({self.key!r}, {self.values})"

    def in_texts(self, texts: Mapping[str, str]) -> str:
        """Return the sentence in the language of these texts."""
        return fill(texts[SECTION + self.key], self.values, texts)

    def as_json(self) -> dict[str, Any]:
        """Return key and values as an object for JSON."""
        return {"key": self.key, "values": {name: _plain(value) for name, value in self.values.items()}}


def field_named(name: str) -> Message:
    """Return the name of a request's field as a part of a message; the command line writes it as an option."""
    return Message("field", name=name)


def _with_fields(value: Value, written: Callable[[str], str]) -> Value:
    if isinstance(value, Message):
        return value.with_fields(written)
    return tuple(_with_fields(part, written) for part in value) if isinstance(value, tuple) else value


Value = Union[str, int, float, Message, tuple["Value", ...]]  # noqa: UP007 - a forward reference


def _plain(value: Any) -> Any:
    if isinstance(value, Message):
        return value.as_json()
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def fill(text: str, values: Mapping[str, Any], texts: Mapping[str, str]) -> str:
    """Return a text with the values in its placeholders; `texts` are all texts of its language."""
    return "".join(
        literal if name is None else literal + _filled(values[name], form, texts)
        for literal, name, form in _pieces(text)
    )


@lru_cache(maxsize=4096)
def _pieces(text: str) -> tuple[tuple[str, str | None, str], ...]:
    """Split a text at its placeholders: the text before each, its name and its form; None after the last."""
    return tuple((literal, name, form or "") for literal, name, form, _ in Formatter().parse(text))


def _filled(value: Any, form: str, texts: Mapping[str, str]) -> str:
    """Return a value as a part of a sentence: a number with its noun, a message, or a list."""
    if isinstance(value, Message):
        return value.in_texts(texts)
    if not isinstance(value, tuple):
        return counted(value, form) if form and f"{SECTION}list-{form}" not in texts else str(value)
    parts = [_filled(part, "", texts) for part in value]
    comma, last = (texts[f"{SECTION}list-{name}"] for name in ("comma", form or "comma"))
    return last.join([*([comma.join(parts[:-1])] if parts[:-1] else []), *parts[-1:]])


class CpgenError(Exception):
    """Base of cpgen's errors, each with one sentence; `exit_code` is the exit code of the command line."""

    exit_code = 1

    @property
    def message(self) -> Message | str:
        """The sentence as it was given: a message, or a text that is not translated."""
        return self.args[0] if self.args and isinstance(self.args[0], Message) else str(self)


class InputError(CpgenError):
    """Error in the input; the sentence says what is wrong, where, and what would be right."""

    exit_code = 2


class WritingError(CpgenError):
    """Error for a file that cannot be written although its name is valid; the sentence gives the reason."""


class NotFoundError(CpgenError):
    """Error for a search without result within its budget; the sentence says what was tried."""

    exit_code = 3


class ImpossibleError(CpgenError):
    """Error for a request that cannot be met; `marked` are the cells of the board that the sentence mentions."""

    exit_code = 4

    def __init__(self, sentence: Message | str, marked: Iterable[int] = ()) -> None:
        super().__init__(sentence)
        self.marked = tuple(marked)


class CpgenWarning(UserWarning):
    """Base of cpgen's warnings, each with one sentence."""


class NearestWarning(CpgenWarning):
    """Warning that the nearest possible value replaces an impossible one; the sentence explains both."""


class RepeatWarning(CpgenWarning):
    """Warning that a constraint is there twice, and counts once."""


class DrawingsWarning(CpgenWarning):
    """Warning that drawings, which may be constraints, were ignored; `drawings` has their number by kind."""

    def __init__(self, drawings: Mapping[str, int]) -> None:
        super().__init__(f"Ignored {counts(drawings)}, which may be constraints.")
        self.drawings = drawings


class ManySolutionsWarning(CpgenWarning):
    """Warning that a rating assumed one solution of a puzzle that has several."""


@contextmanager
def packages_of(extra: str, what: str) -> Iterator[None]:
    """Raise the error for a missing extra if the block cannot import a package; `what` says what needs it."""
    try:
        yield
    except ImportError as error:
        if (error.name or "").partition(".")[0] == "cpgen":
            raise
        raise needs_extra(what, extra) from error


def needs_extra(what: str, extra: str) -> InputError:
    """Return the error for a missing optional package, with the command that installs its extra."""
    return InputError(Message("needs-extra", what=what, command=_install_command(extra)))


def _install_command(extra: str) -> str:
    """Return the command that installs an extra: in a clone for the running Python, elsewhere from PyPI."""
    root = Path(__file__).parent.parent
    if not ((root / "pyproject.toml").is_file() and (root / "scripts" / "environment").is_file()):
        return f"pip install '{DISTRIBUTION}[{extra}]'"
    python, clone = (_from_here(Path(path)) for path in (sys.executable, root))
    return f"{shlex.quote(python)} -m pip install -e {shlex.quote(f'{clone}[{extra}]')}"


def _from_here(path: Path) -> str:
    """Return the path relative to the current folder if it is inside it, else unchanged."""
    here = path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def shown(text: str, most: int = 40) -> str:
    """Return the text in quotes, shortened if it is long.

    >>> shown("x" * 1000, 5)
    "'xxxxx…'"
    """
    return repr(text if len(text) <= most else text[:most] + "…")


CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""A character that a terminal does not show but obeys: control codes, separators of lines, directions of writing"""


def printable(text: str) -> str:
    """Return the text with control characters as escapes, as in `\\x1b`, so that a terminal can show it.

    >>> printable("a\\x1b[31mb\\n")
    'a\\\\x1b[31mb\\\\n'
    """
    return CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def counted(number: int, noun: str) -> str:
    """Return the number with its noun, as in `1 cell` or `9 cells`; a noun may give its plural, as in `box|boxes`."""
    one, _, many = noun.partition("|")
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def counts(numbers: Mapping[str, int]) -> str:
    """Return numbers with their nouns, as in `1 cage, 2 lines and 3 texts`."""
    *others, last = [counted(number, noun) for noun, number in sorted(numbers.items())]
    return f"{', '.join(others)} and {last}" if others else last


def nearest(word: str, names: Sequence[str]) -> str:
    """Return the name that a word is a synonym of, else the one of the most similar spelling; empty if none is.

    >>> nearest("expret", ["beginner", "expert"]), nearest("初扱", ["初級", "中級"])
    ('expert', '初級')
    """
    return next(iter([*names_among(word, names), *_nearest_names(word, names, 1)]), "")


def one_of(names: Sequence[str], word: str, what: str) -> InputError:
    """Return the error for an unknown `word` where one of `names` was expected, with the nearest name suggested.

    All names are listed unless there are many.
    """
    return InputError(Message("not-known", word=shown(word), what=what, hint=name_hint(names, word)))


def name_hint(names: Sequence[str], word: str) -> Message:
    """Return the end of a sentence that lists the known names, the ones meant by `word`, or both.

    Names that the word is a synonym of come first, then names of similar spelling. Of many names, only the ones meant
    are listed, and a name of another sort comes before those of similar spelling.
    """
    known = ", ".join(names if len(names) <= MANY else [*names[:3], "…"])
    meant = names_among(word, names)
    if not meant and len(names) > MANY and (elsewhere := hint_elsewhere(word)):
        return elsewhere
    near = ", ".join(map(repr, meant or _nearest_names(word, names, 3 if len(names) > MANY else 1)))
    if not near:
        return Message("hint-known", known=known)
    return Message("hint-near", near=near) if len(names) > MANY else Message("hint-near-known", near=near, known=known)


def hint_elsewhere(word: str) -> Message | None:
    """Return the end of a sentence that says which field takes a word; None if it is the name of nothing."""
    field, names = named_elsewhere(word)
    if not field:
        return None
    shown_names = (name if " " not in name else repr(name) for name in names)
    near = (Message("field-value", field=field_named(field), value=name) for name in shown_names)
    return Message("hint-elsewhere", near=tuple(near))


def _nearest_names(word: str, names: Sequence[str], most: int) -> list[str]:
    """Return the names, or names of the synonyms, that are most similar to a word."""
    from difflib import get_close_matches

    by_word = {**words_among(names), **{name: name for name in names}}
    found = get_close_matches(word[:100].lower(), by_word, n=most, cutoff=CUTOFF if len(word) > 3 else SHORT_CUTOFF)
    return list(dict.fromkeys(by_word[one] for one in found))
