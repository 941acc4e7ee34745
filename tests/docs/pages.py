"""The documentation pages, and the commands and code that they contain."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "scripts"))
examples = importlib.import_module("examples")

PAGES = examples.pages(ROOT)
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"(?<!`)`([^`]+)`(?!`)")


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def prose_of(page: Path) -> str:
    """Return the text outside of the blocks."""
    return FENCED.sub("", text_of(page))


def commands_of(page: Path) -> Iterator[str]:
    """Yield the commands of the examples, and those within sentences."""
    yield from (one.text for one in examples.examples(text_of(page)) if one.kind == "command")
    yield from (code.replace("\n", " ") for code in CODE.findall(prose_of(page)) if code.startswith("cpgen "))
