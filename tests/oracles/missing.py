"""Oracles that cannot be opened on this machine."""

from __future__ import annotations

from cpgen.errors import InputError
from cpgen.oracles import ORACLES, open_oracle


def missing_for(name: str) -> str:
    """Return the reason why an oracle cannot be opened here; empty if it can."""
    try:
        open_oracle(name)
    except InputError as error:
        return str(error)
    return ""


LACKING = {name: lacking for name in ORACLES if (lacking := missing_for(name))}
