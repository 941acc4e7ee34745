"""The pages name nothing that does not exist: links, files, commands, options and Python names."""

from __future__ import annotations

import inspect
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

import cpgen
from cpgen.cli.app import app
from tests.docs.pages import CODE, PAGES, ROOT, commands_of, prose_of, text_of

DOCS = ROOT / "docs"
LINK = re.compile(r"\]\((?!\w+:)([^)#\s]*)")
FILE = re.compile(r"(cpgen|docs|models|scripts|tests)/[\w./*-]+")
SHOWN = re.compile(r"`([\w/.-]+)`:\n\n```")
PARTS = re.compile(r"""(?:'[^']*'|"[^"]*"|[^|;'"])+""")
"""The commands of a line: a bar or semicolon within quotes separates none"""
CALL = re.compile(r"(?<![\w/.-])cpgen (.*)", re.DOTALL)

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def test_start_page_links_to_every_page() -> None:
    linked = set(re.findall(r"\]\((\w+)\.md\)", text_of(DOCS / "README.md")))
    assert linked == {page.stem for page in DOCS.glob("*.md")} - {"README"}


@every_page
def test_links_files_and_commands_exist(page: Path) -> None:
    assert [target for target in LINK.findall(prose_of(page)) if not (page.parent / target).exists()] == []
    named = {code for code in CODE.findall(prose_of(page)) if FILE.fullmatch(code)}
    assert sorted(name for name in named - set(SHOWN.findall(text_of(page))) if not any(ROOT.glob(name))) == []

    assert [fault for line in commands_of(page) for fault in faults(line)] == []


def faults(line: str) -> list[str]:
    """Return the words of a command line that cpgen does not know."""
    found = []
    for part in PARTS.findall(line):
        if call := CALL.search(part):
            command, rest = named(shlex.split(call[1], comments=True))
            known = {name for one in command.params for name in (*one.opts, *one.secondary_opts)} | {"-h", "--help"}
            found += [f"{word} in {line}" for word in rest if re.match(r"--?[a-z]", word) and word not in known]
            if commands_in(command) and rest and re.match(r"[a-z]", rest[0]):
                found.append(f"{rest[0]} in {line}")
    return found


def named(words: list[str]) -> tuple[Any, list[str]]:
    """Return the command that the words name, and the words after its name."""
    command: Any = app
    while words and words[0] in commands_in(command):
        command, words = commands_in(command)[words[0]], words[1:]
    return command, words


def commands_in(command: Any) -> dict[str, Any]:
    """Return the commands of a group, or nothing for a command."""
    names = command.list_commands(None) if hasattr(command, "list_commands") else []
    return {name: command.get_command(None, name) for name in names}


@pytest.mark.parametrize("line", ["cpgen generte", "cpgen study nothing", "x | cpgen draw --nothing"])
def test_unknown_command_is_found(line: str) -> None:
    assert faults(line)


def test_api_page_names_every_public_name() -> None:
    page = text_of(DOCS / "api.md")
    assert [name for name in cpgen.__all__ if not re.search(rf"`[^`]*\b{name}\b", page)] == []


def test_public_names_have_docstrings() -> None:
    assert [name for name in cpgen.__all__ if not inspect.getdoc(getattr(cpgen, name))] == []


def test_changelog_and_citation_name_the_version() -> None:
    release, _, development = cpgen.__version__.partition(".dev")
    heading = rf"## {release} \((unreleased)?(\d{{4}}-\d\d-\d\d)?\)"
    found = re.search("^## .*$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert (re.fullmatch(heading, found[0])[1] is not None) == bool(development)
    assert f"\nversion: {cpgen.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
