"""How is a plot drawn? By matplotlib, when it is installed, as bytes of a picture."""

from __future__ import annotations

import io
from importlib import import_module
from pathlib import Path
from typing import Any

from cpgen.errors import InputError, one_of

KINDS = ("png", "svg", "pdf")


def kind_of(name: str) -> str:
    """The kind of picture that a file's name asks for; raises InputError when no such plot can be drawn here."""
    kind = Path(name).suffix.lower().removeprefix(".")
    if kind not in KINDS:
        raise one_of(KINDS, kind, "a kind of picture for a plot")
    pyplot()
    return kind


def pyplot() -> Any:
    """The module matplotlib.pyplot, drawing into memory; raises InputError when it is not installed."""
    try:
        import_module("matplotlib").use("agg")
    except ImportError:
        raise InputError("A plot needs matplotlib, which is not installed: pip install 'cpgen[research]'.") from None
    return import_module("matplotlib.pyplot")


def picture(figure: Any, kind: str) -> bytes:
    """A figure of matplotlib as a picture (png, svg or pdf), the same bytes for the same figure; closes it."""
    out = io.BytesIO()
    with pyplot().rc_context({"svg.fonttype": "none", "svg.hashsalt": "cpgen"}):
        figure.savefig(out, format=kind, metadata={"Date": None} if kind == "svg" else None)
    pyplot().close(figure)
    return out.getvalue()
