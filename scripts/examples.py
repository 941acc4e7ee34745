"""Examples in a page, and what the page says that they print.

The language of a fenced block determines its kind:

- `console`: lines that begin with `$ ` are typed at a terminal, and the lines below each are its output (first standard
  output, then standard error); a command without lines below it is only run.
- `sh`: commands that are only run. In both, a line that ends in `\\` continues in the next.
- `python`: with `>>>`, a session whose answers are compared; otherwise a program that is only run.
- any other language (`text`, `toml`, `json` …): not an example; a block without a language is a fault.

`…` stands for any text in a line, and alone in a line for any lines. Exit code 0 is expected unless a command ends with
`# exit code N`. The examples of a page share a folder and a Python session. Comments right before a block mark it or,
with a command in backquotes, only the commands that begin with that text:

    <!-- example: slow: about ten minutes -->                run with --slow only
    <!-- example: skip `cpgen serve`: it keeps a port -->    never run
    <!-- example: file `plain.py` -->                        the block is saved under that name
    <!-- example: first `cpgen generate > a.txt` -->         a command that the examples need and readers do not
    <!-- examples: skip: a test runs them -->                at the top of a page: none of its examples is run
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from textwrap import dedent

FENCE = re.compile(r"^(?P<indent> *)(?P<ticks>`{3,})(?P<language>[^`]*)$")
MARK = re.compile(r"<!-- example: (?P<kind>skip|slow|file|first)(?: `(?P<what>[^`]+)`)?(?:: (?P<why>.+?))? -->")
ALL = re.compile(r"^<!-- examples: skip: (?P<why>.+?) -->$", re.MULTILINE)
EXIT = re.compile(r"# exit code (\d+)$")


@dataclass(frozen=True)
class Mark:
    """A comment about the block after it: kind, commands or file, and reason."""

    kind: str
    what: str
    why: str


@dataclass(frozen=True)
class Block:
    """A fenced block with the marks before it; `line` is the number of its first line in the page."""

    line: int
    language: str
    text: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Example:
    """A `command`, `program`, `session` or `file`, and its expected output (None if it is not compared).

    The kind is empty for a block without a language.
    """

    line: int
    kind: str
    text: str
    expected: str | None = None
    code: int = 0
    mark: Mark | None = None


def examples(page: str) -> Iterator[Example]:
    """Yield the examples in the text of a page."""
    skipped = ALL.search(page)
    for block in blocks(page):
        for one in of_block(block):
            yield replace(one, mark=Mark("skip", "", skipped["why"])) if skipped else one


def of_block(block: Block) -> Iterator[Example]:
    """Yield the commands in the marks of a block, then the examples in the block."""
    for mark in block.marks:
        if mark.kind == "first":
            yield Example(block.line, "command", mark.what)
    saved = next((mark for mark in block.marks if mark.kind == "file"), None)
    if saved:
        yield Example(block.line, "file", block.text, mark=saved)
    elif block.language == "python":
        yield Example(block.line, "session" if ">>> " in block.text else "program", block.text, mark=keeping(block))
    elif block.language in ("console", "sh"):
        yield from (console if block.language == "console" else listing)(block)
    elif not block.language:
        yield Example(block.line, "", block.text)


def blocks(page: str) -> Iterator[Block]:
    """Yield the fenced blocks of a page."""
    lines, marks = enumerate(page.splitlines(), 1), []
    for number, line in lines:
        if mark := MARK.fullmatch(line.strip()):
            marks.append(Mark(mark["kind"], mark["what"] or "", mark["why"] or ""))
        elif fence := FENCE.match(line):
            inside = iter(lambda: next(lines)[1], f"{fence['indent']}{fence['ticks']}")
            body = dedent("\n".join(inside))
            yield Block(number + 1, fence["language"].strip(), body, tuple(marks))
            marks = []
        elif line.strip():
            marks = []


def console(block: Block) -> Iterator[Example]:
    """Yield the commands of a console with their output."""
    for at, command, below in spelled(block.text.splitlines(), "$ "):
        yield shell(block, at, command, "\n".join(below).strip("\n") or None)


def listing(block: Block) -> Iterator[Example]:
    """Yield the commands of a listing."""
    lines = [line for line in block.text.splitlines() if not line.startswith("#")]
    for at, command, _ in spelled(lines, ""):
        yield shell(block, at, command, None)


def spelled(lines: list[str], prompt: str) -> Iterator[tuple[int, str, list[str]]]:
    """Yield the line, the text and the following lines of each command; a backslash continues a command."""
    starts = [
        at
        for at, line in enumerate(lines)
        if line.strip() and line.startswith(prompt) and not (at and lines[at - 1].endswith("\\"))
    ]
    for at, after in zip(starts, [*starts[1:], len(lines)], strict=True):
        end = next(place for place in range(at, after) if not lines[place].endswith("\\"))
        yield at, "\n".join(lines[at : end + 1]).removeprefix(prompt), lines[end + 1 : after]


def shell(block: Block, at: int, command: str, expected: str | None) -> Example:
    """Return a command with its exit code and mark."""
    code = EXIT.search(command)
    return Example(block.line + at, "command", command, expected, int(code[1]) if code else 0, keeping(block, command))


def keeping(block: Block, command: str = "") -> Mark | None:
    """Return the mark that prevents a command from being run, if any."""
    kept = (mark for mark in block.marks if mark.kind in ("skip", "slow"))
    return next((mark for mark in kept if command.startswith(mark.what)), None)


def pages(root: Path) -> list[Path]:
    """Return the pages whose examples are checked."""
    return [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
