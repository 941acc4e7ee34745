"""Prints the packages that cpgen needs, one per line, with those of extras and dependency groups of pyproject.toml.

    needs.py [--oldest] [NAME …]

`--oldest` prints the oldest versions that pyproject.toml allows. (pip reads dependency groups from version 25.1 on, and
Debian 12 has version 23.)
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LISTS: dict[str, list[Any]] = PROJECT["project"]["optional-dependencies"] | PROJECT["dependency-groups"]
"""The extras and the dependency groups"""
OWN = re.compile(rf"{PROJECT['project']['name']}\[(.+)\]")
"""A requirement of cpgen's own extras"""
LEAST = re.compile(r"([\w-]+)>=(\d+(?:\.\d+)*)")


def main() -> None:
    names = [name for name in sys.argv[1:] if name != "--oldest"]
    if unknown := [name for name in names if name not in LISTS]:
        sys.exit(f"{unknown[0]!r} is neither an extra nor a dependency group; there are {', '.join(LISTS)}.")
    print(*map(oldest, needs(*names)) if "--oldest" in sys.argv else needs(*names), sep="\n")


def needs(*names: str) -> list[str]:
    """Return the requirements of cpgen with those of extras and dependency groups, each once."""
    listed = [one for name in names for one in listed_in(name)]
    return list(dict.fromkeys([*PROJECT["project"]["dependencies"], *listed]))


def listed_in(name: str) -> Iterator[str]:
    """Yield the requirements of an extra or a group, and of the extras and groups that it includes."""
    for entry in LISTS[name]:
        if isinstance(entry, dict):
            yield from listed_in(entry["include-group"])
        elif own := OWN.fullmatch(entry):
            for extra in own[1].split(","):
                yield from listed_in(extra)
        else:
            yield entry


def oldest(requirement: str) -> str:
    """Return the oldest versions that a requirement allows.

    >>> oldest("click>=8.1.3,!=8.2.0")
    'click==8.1.3.*'
    """
    found = LEAST.match(requirement)
    assert found, requirement
    return f"{found[1]}=={found[2]}.*"


if __name__ == "__main__":
    main()
