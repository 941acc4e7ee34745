"""How is a plot drawn? By matplotlib, when it is installed, as an SVG picture."""

from __future__ import annotations

import io
from importlib import import_module
from typing import Any

from cpgen.errors import InputError


def pyplot() -> Any:
    """The module matplotlib.pyplot, drawing into memory; raises InputError when it is not installed."""
    try:
        import_module("matplotlib").use("agg")
    except ImportError:
        raise InputError("A plot needs matplotlib, which is not installed: pip install 'cpgen[research]'.") from None
    return import_module("matplotlib.pyplot")


def picture(figure: Any) -> bytes:
    """A figure of matplotlib as SVG, the same bytes for the same figure; closes it."""
    out = io.BytesIO()
    with pyplot().rc_context({"svg.fonttype": "none", "svg.hashsalt": "cpgen"}):
        figure.savefig(out, format="svg", metadata={"Date": None})
    pyplot().close(figure)
    return out.getvalue()
