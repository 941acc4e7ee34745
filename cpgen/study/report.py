"""What do all reports have? A table of what was asked and where it was measured, plots with captions, headings."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from cpgen.formats.tabular import Row, markdown
from cpgen.study.machine import machine


def setting(asked: Mapping[str, Any]) -> str:
    """What was asked for, and the machine, as a table."""
    return markdown([{"what": name, "value": value} for name, value in {**asked, **machine()}.items()])


def pictured(name: str, captions: Mapping[str, str], drawn: Collection[str]) -> Iterator[str]:
    """The plot of that name, when it was drawn."""
    if name in drawn:
        yield f"![{captions[name]}]({name}.svg)"


def for_people(rows: Sequence[Row]) -> str:
    """A table whose headings are words; nothing when it has no rows."""
    return markdown([{name.replace("_", " "): value for name, value in row.items()} for row in rows]) if rows else ""
