"""Suggestions for an unknown word: the known names that may be meant by it."""

from __future__ import annotations

from collections.abc import Sequence

from cpgen.errors import InputError
from cpgen.messages import Message, field_named, shown
from cpgen.synonyms import named_elsewhere, names_among, words_among

MANY = 20
"""Number of names above which only the nearest are listed"""
CUTOFF = 0.7
"""Similarity of two spellings, from 0 to 1, above which one is suggested for the other"""
SHORT_CUTOFF = 0.5
"""Value of CUTOFF for words of two or three letters, of which one letter may be wrong"""


def nearest(word: str, names: Sequence[str]) -> str:
    """Return the name that a word is a synonym of, else the most similar name; empty if none is similar.

    >>> nearest("expret", ["beginner", "expert"]), nearest("初扱", ["初級", "中級"])
    ('expert', '初級')
    """
    return next(iter([*names_among(word, names), *_nearest_names(word, names, 1)]), "")


def one_of(names: Sequence[str], word: str, what: str) -> InputError:
    """Return an error for an unknown `word` where one of `names` was expected, with the nearest name suggested.

    All names are listed unless there are many. `what` says what was expected, as in `a format`.
    """
    return InputError(Message("not-known", word=shown(word), what=what, hint=name_hint(names, word)))


def name_hint(names: Sequence[str], word: str) -> Message:
    """Return the end of an error message that lists the known names, those that `word` may mean, or both.

    Names that the word is a synonym of come first, then names of similar spelling. Of many names, only those that may
    be meant are listed, and a name of another field comes before those of similar spelling.
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
    """Return the end of an error message that says which field of a request takes a word; None if none does."""
    field, names = named_elsewhere(word)
    if not field:
        return None
    shown_names = (name if " " not in name else repr(name) for name in names)
    near = (Message("field-value", field=field_named(field), value=name) for name in shown_names)
    return Message("hint-elsewhere", near=tuple(near))


def _nearest_names(word: str, names: Sequence[str], most: int) -> list[str]:
    """Return at most `most` names that are spelled like a word or have a synonym that is, the most similar first."""
    from difflib import get_close_matches

    by_word = {**words_among(names), **{name: name for name in names}}
    similar = get_close_matches(word[:100].lower(), by_word, n=most, cutoff=CUTOFF if len(word) > 3 else SHORT_CUTOFF)
    return list(dict.fromkeys(by_word[one] for one in similar))
