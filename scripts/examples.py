"""The examples that a page holds, and what it says that they print.

A fenced block says by its language what it is:

- `console`: lines that begin with `$ ` are typed at a terminal, what follows each is what it prints there (first
  standard output, then standard error); a command with nothing below it is only run.
- `sh`: a listing of commands, each only run. A line that ends in `\\` goes on in the next, in both.
- `python`: with `>>>`, a session whose answers are compared; without, a program that is only run.
- any other language (`text`, `toml`, `json` …) is no example; a block without a language is a fault.

`…` stands for any text in a line, and alone in a line for any lines. Exit code 0 is expected unless a command ends with
`# exit code N`. The examples of a page share one folder and one Python session. Invisible comments right before a block
mark it, or with a command in backquotes only the commands that begin so:

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
    """What a comment says of the block after it: the kind, the commands or the file meant, and why."""

    kind: str
    what: str
    why: str


@dataclass(frozen=True)
class Block:
    """A fenced block with the marks before it; `line` is that of its first line in the page, from 1."""

    line: int
    language: str
    text: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Example:
    """A `command`, `program`, `session` or `file` of a page, and what it is expected to print (None: not compared).

    A block that does not say what it is is `untold`.
    """

    line: int
    kind: str
    text: str
    expected: str | None = None
    code: int = 0
    mark: Mark | None = None


def examples(page: str) -> Iterator[Example]:
    """The examples in the text of a page; a block that does not say what it is comes as one that is wrong."""
    skipped = ALL.search(page)
    for block in blocks(page):
        for one in of_block(block):
            yield replace(one, mark=Mark("skip", "", skipped["why"])) if skipped else one


def of_block(block: Block) -> Iterator[Example]:
    """The examples of a block, after those that its marks put before it."""
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
        yield Example(block.line, "untold", block.text)


def blocks(page: str) -> Iterator[Block]:
    """The fenced blocks of a page; the directives of the site (`{toctree}` …) are none."""
    lines, marks = enumerate(page.splitlines(), 1), []
    for number, line in lines:
        if mark := MARK.fullmatch(line.strip()):
            marks.append(Mark(mark["kind"], mark["what"] or "", mark["why"] or ""))
        elif fence := FENCE.match(line):
            inside = iter(lambda: next(lines)[1], f"{fence['indent']}{fence['ticks']}")
            body = dedent("\n".join(inside))
            if not fence["language"].startswith("{"):
                yield Block(number + 1, fence["language"].strip(), body, tuple(marks))
            marks = []
        elif line.strip():
            marks = []


def console(block: Block) -> Iterator[Example]:
    """The commands of a console, each with what is printed below it."""
    for at, command, below in spelled(block.text.splitlines(), "$ "):
        yield shell(block, at, command, "\n".join(below).strip("\n") or None)


def listing(block: Block) -> Iterator[Example]:
    """The commands of a listing."""
    lines = [line for line in block.text.splitlines() if not line.startswith("#")]
    for at, command, _ in spelled(lines, ""):
        yield shell(block, at, command, None)


def spelled(lines: list[str], prompt: str) -> Iterator[tuple[int, str, list[str]]]:
    """Where each command stands, the command, which a backslash carries on, and the lines below it."""
    starts = [
        at
        for at, line in enumerate(lines)
        if line.strip() and line.startswith(prompt) and not (at and lines[at - 1].endswith("\\"))
    ]
    for at, after in zip(starts, [*starts[1:], len(lines)], strict=True):
        end = next(place for place in range(at, after) if not lines[place].endswith("\\"))
        yield at, "\n".join(lines[at : end + 1]).removeprefix(prompt), lines[end + 1 : after]


def shell(block: Block, at: int, command: str, expected: str | None) -> Example:
    """A command with what is known of it."""
    code = EXIT.search(command)
    return Example(block.line + at, "command", command, expected, int(code[1]) if code else 0, keeping(block, command))


def keeping(block: Block, command: str = "") -> Mark | None:
    """The mark that keeps a command from being run, if there is one."""
    kept = (mark for mark in block.marks if mark.kind in ("skip", "slow"))
    return next((mark for mark in kept if command.startswith(mark.what)), None)


def pages(root: Path) -> list[Path]:
    """The pages whose examples are checked."""
    return [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
