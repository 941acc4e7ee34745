"""docs/promises.md lists what stays: each text is read, each object has its fields, each call its parameters."""

from __future__ import annotations

import inspect
import re

import pytest

import cpgen
from cpgen.constraints import parse_constraint
from cpgen.layout import Layout
from tests.cli.running import call
from tests.docs.pages import ROOT, examples

PAGE = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")
LISTS = {block.language.partition(" ")[2]: block.text for block in examples.blocks(PAGE)}
OBJECTS = dict(re.findall(r"^cpgen (.+)\n((?: +.+\n?)+)", LISTS["objects"], re.MULTILINE))
TYPES = {"text": str, "number": (int, float), "yes/no": bool, "list": list, "object": dict}


@pytest.mark.parametrize("line", LISTS["puzzles"].splitlines())
def test_puzzles_are_read_and_written_as_before(line: str) -> None:
    assert cpgen.convert(cpgen.read(line), "line") == f"{line}\n"


@pytest.mark.parametrize("line", LISTS["constraints"].splitlines())
def test_constraints_are_read_and_written_as_before(line: str) -> None:
    board = Layout.boxes(3, 3)
    assert [one.text(9) for one in parse_constraint(line, 9, board.regions)] == [line]


@pytest.mark.parametrize("command", OBJECTS)
def test_objects_keep_their_fields(command: str) -> None:
    ran = call(*command.split())
    assert ran.objects
    for kind, names in re.findall(r"([\w/ ]+): ([^;]+)", " ".join(OBJECTS[command].split())):
        word, _, null = kind.strip().partition(" or ")
        allowed = (TYPES[word], type(None)) if null else TYPES[word]
        for one in ran.objects:
            for name in names.split(", "):
                assert isinstance(one[name], allowed), name  # type: ignore[arg-type]
                assert word == "yes/no" or not isinstance(one[name], bool), name


def test_puzzles_name_their_provenance() -> None:
    for command in ("generate --pattern 4x4-x", "dig --layout 2x2", "grid --layout 2x2", "pentomino"):
        [made] = call(*command.split(), "--seed", "1", "--json").objects
        assert {"seed", "index", "version"} <= made["method"].keys()


@pytest.mark.parametrize("line", LISTS["calls"].splitlines())
def test_calls_keep_their_parameters(line: str) -> None:
    name, _, inside = line.removesuffix(")").partition("(")
    promised = [one.lstrip("*") for one in inside.split(", ") if one]
    found = list(inspect.signature(inspect.unwrap(getattr(cpgen, name))).parameters)
    assert [one for one in found if one in promised] == promised


def test_every_public_name_is_promised() -> None:
    calls = re.findall(r"^\w+", LISTS["calls"], re.MULTILINE)
    assert {*calls, *LISTS["types"].split(), "__version__"} == set(cpgen.__all__)
