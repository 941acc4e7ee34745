"""What the pages say of cpgen is there: pages, links, files, commands with their options, and names in Python."""

from __future__ import annotations

import inspect
import re
import runpy
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer

import cpgen
from cpgen.cli.app import app
from tests.docs.pages import CODE, PAGES, ROOT, commands_of, prose_of, text_of

DOCS = ROOT / "docs"
LINK = re.compile(r"\]\((?!\w+:)([^)#\s]*)")
TREE = re.compile(r"^```\{toctree\}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"(cpgen|docs|models|scripts|tests)/[\w./*-]+")
SHOWN = re.compile(r"`([\w/.-]+)`:\n\n```")
CPGEN = typer.main.get_command(app)
CALL = re.compile(r"(?<![\w/.-])cpgen (.*)", re.DOTALL)

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def test_every_page_is_in_one_table_of_contents() -> None:
    trees = "".join(TREE.findall(text_of(DOCS / "index.md")))
    listed = [line for line in trees.split() if not line.startswith(":") and (DOCS / f"{line}.md").exists()]
    assert sorted(["index", *listed]) == sorted(page.stem for page in DOCS.rglob("*.md"))


@every_page
def test_links_pictures_files_and_commands_that_a_page_names_are_there(page: Path) -> None:
    assert [target for target in LINK.findall(prose_of(page)) if not (page.parent / target).exists()] == []
    named = {code for code in CODE.findall(prose_of(page)) if FILE.fullmatch(code)}
    assert sorted(name for name in named - set(SHOWN.findall(text_of(page))) if not any(ROOT.glob(name))) == []

    assert [fault for line in commands_of(page) for fault in faults(line)] == []


def faults(line: str) -> list[str]:
    """What a line asks of cpgen that is not there."""
    found = []
    for part in re.split(r"[|;]", line):
        if call := CALL.search(part):
            command, rest = meant(shlex.split(call[1], comments=True))
            known = {name for one in command.params for name in (*one.opts, *one.secondary_opts)} | {"-h", "--help"}
            found += [f"{word} in {line}" for word in rest if re.match(r"--?[a-z]", word) and word not in known]
            if commands_in(command) and rest and re.match(r"[a-z]", rest[0]):
                found.append(f"{rest[0]} in {line}")
    return found


def meant(words: list[str]) -> tuple[Any, list[str]]:
    """The command that the words name, and the words after its name."""
    command: Any = CPGEN
    while words and words[0] in commands_in(command):
        command, words = commands_in(command)[words[0]], words[1:]
    return command, words


def commands_in(command: Any) -> dict[str, Any]:
    """The commands of a group; of a command none."""
    return getattr(command, "commands", {})


@pytest.mark.parametrize("line", ["cpgen generte", "cpgen study nothing", "x | cpgen draw --nothing"])
def test_a_command_that_is_not_there_is_noticed(line: str) -> None:
    assert faults(line)


def test_the_reference_has_every_public_name() -> None:
    site = runpy.run_path(str(DOCS / "conf.py"))
    page = [""]
    site["offer"](None, "api", page)
    shown = re.findall(r"^\.\. auto\w+:: [\w.]+\.(\w+)$", page[0], re.MULTILINE)
    assert sorted(shown) == sorted(name for name in cpgen.__all__ if name != "__version__")


def test_every_public_name_says_what_it_is() -> None:
    assert [name for name in cpgen.__all__ if not inspect.getdoc(getattr(cpgen, name))] == []
