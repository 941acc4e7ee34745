"""Prints published figures next to those that a study measured: compare_published.py STUDY FOLDER

The published ones are in published.toml, the measured ones in the tables of the folder, which also gets published.md.
"""

from __future__ import annotations

import csv
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cpgen.tabular import markdown

GROUPS = tomllib.loads(Path(__file__).with_name("published.toml").read_text(encoding="utf-8"))["group"]


def main() -> None:
    study, folder = sys.argv[1], Path(sys.argv[2])
    table = markdown([*compared(study, folder)])
    (folder / "published.md").write_text(table + "\n", encoding="utf-8")
    print(table)


def compared(study: str, folder: Path) -> Iterator[dict[str, Any]]:
    """Yield a row per published figure of a study."""
    for group in GROUPS:
        if group["study"] == study:
            for *values, published in group["rows"]:
                found = measured(group, values, folder)
                yield {
                    "figure": ", ".join([*values, group["what"]]),
                    "source": group["source"],
                    "published": published,
                    "measured": "not measured" if found is None else f"{found:.4g}",
                    "difference": "" if found is None else difference(published, found, group.get("ratio", False)),
                }


def measured(group: dict[str, Any], values: list[str], folder: Path) -> float | None:
    """Return the figure of the line with these values, or the number of such lines; None if it was not measured."""
    file = folder / group["table"]
    wanted = {**group.get("where", {}), **dict(zip(group["keys"], values, strict=True))}
    lines = csv.DictReader(file.read_text(encoding="utf-8").splitlines()) if file.exists() else []
    found = [line for line in lines if all(line[name] == value for name, value in wanted.items())]
    if "column" not in group:
        return len(found) if file.exists() else None
    figures = [line[group["column"]] for line in found]
    return float(figures[0]) if figures and figures[0] else None


def difference(published: float, found: float, is_ratio: bool) -> str:
    """Return by how much a measured figure differs from the published one.

    >>> difference(96, 98, False), difference(10.64, 0.532, True)
    ('+2', '0.05 ×')
    """
    return f"{found / published:.2g} ×" if is_ratio else f"{found - published:+.3g}"


if __name__ == "__main__":
    main()
