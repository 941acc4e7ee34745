"""Writes docs/wishes.md, what people want and what they type for it, from models/wishes.toml."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cpgen.synonyms import wishes

PAGE = Path(__file__).resolve().parent.parent / "docs" / "wishes.md"
HEAD = """# What I want, and what I type

Each line runs as it stands, and a test runs most of them; `six.txt` is the file that the first table makes. Quotes are
those of a Unix shell; on Windows, write `"` instead of `'`. `cpgen COMMAND --help` lists the other options of a
command. To a word of another program, such as print or difficulty, cpgen answers with its own.
"""


def main() -> None:
    PAGE.write_text(page(), encoding="utf-8")


def page() -> str:
    """Return the page: a table for each heading."""
    parts = [f"## {heading}\n\n{table(listed)}" for heading, listed in wishes().items()]
    return "\n".join([HEAD, *parts])


def table(listed: list[dict[str, Any]]) -> str:
    rows = [f"| {wish['en']} | {wish['ja']} | `{wish['type']}`{ending(wish)} |" for wish in listed]
    return "\n".join(["| I want | 欲しいもの | I type |", "|---|---|---|", *rows, ""])


def ending(wish: dict[str, Any]) -> str:
    return f" (exit code {wish['code']})" if "code" in wish else ""


if __name__ == "__main__":
    main()
