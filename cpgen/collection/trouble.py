"""What can go wrong with a store, told in one sentence."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from cpgen.errors import CpgenError


class StoreError(CpgenError):
    """The store cannot be used, or no longer: the sentence says why, and what is safe."""


@contextmanager
def telling(name: str) -> Iterator[None]:
    """Tells what SQLite says in a sentence about the store of that name."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise StoreError(sentence(name, error)) from error


def sentence(name: str, error: sqlite3.DatabaseError) -> str:
    """What an error of SQLite means for a person."""
    text = str(error)
    safe = "what was stored before is safe"
    if "full" in text or "disk I/O" in text:
        return f"The disk of the store {name} is full or cannot be written ({text}); {safe}: make room and go on."
    if "locked" in text or "busy" in text:
        return f"The store {name} is locked by another program that writes to it; {safe}: try again when that is done."
    if "readonly" in text:
        return f"The store {name} cannot be written: the file or its folder is read-only."
    if "unable to open" in text:
        return f"The store {name} cannot be opened: is its folder there, and may it be written?"
    if "not a database" in text or "malformed" in text:
        return f"The file {name} is no store of cpgen, or is damaged ({text})."
    return f"The store {name} cannot be used: {text}."
