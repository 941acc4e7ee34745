"""The command line and the server reach the rooms of cpgen through `cpgen.api` alone.

The server lies above `cpgen.api` and below the command line, of which only `serve` and `export` use it.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from cpgen import api
from tests.test_rooms import imports

DOORS = {"api", "errors", "schema"}
WITH_WEB = {"cpgen.cli.share.serve", "cpgen.cli.share.export", "cpgen.cli.make.practice"}


def test_commands_and_endpoints_import_only_the_public_doors_and_their_own_room() -> None:
    for module in imports():
        if module.startswith(("cpgen.cli", "cpgen.web")):
            own = {module.split(".")[1]} | ({"web"} if module in WITH_WEB else set())
            assert {name.split(".")[1] for name in imports()[module] - {"cpgen"}} <= DOORS | own, module


def test_type_checkers_see_what_is_offered() -> None:
    body = ast.parse(Path(api.__file__).read_text(encoding="utf-8")).body
    block = next(node.body for node in body if isinstance(node, ast.If))
    seen: dict[str, set[str]] = {}
    for node in block:
        assert isinstance(node, ast.ImportFrom)
        seen.setdefault(str(node.module), set()).update(map(ast.unparse, node.names))
    assert seen == {room: set(names) for room, names in api._ROOMS.items()}


def test_what_is_offered_is_there() -> None:
    assert [name for name in sorted(api._OFFERED) if not hasattr(api, name)] == []


def test_another_name_is_not() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'solvee'"):
        _ = api.solvee  # type: ignore[attr-defined]
