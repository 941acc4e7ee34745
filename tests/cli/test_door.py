"""The command line reaches the rooms of cpgen through `cpgen.api`; only `serve` and `export` need the web room too."""

from __future__ import annotations

from pathlib import Path

import pytest

from cpgen import api
from tests.test_rooms import PACKAGE, imported

CLI = sorted((PACKAGE / "cli").rglob("*.py"))
OFFERED = sorted(api._offered())
WITH_WEB = {"serve.py", "export.py"}


@pytest.mark.parametrize("path", CLI, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_command_imports_only_the_public_door_and_its_own_room(path: Path) -> None:
    doors = {"api", "errors", "schema", "cli"} | ({"web"} if path.name in WITH_WEB else set())
    assert {module.split(".")[1] for module in imported(path)} <= doors


@pytest.mark.parametrize("name", OFFERED)
def test_a_name_that_is_offered_is_there(name: str) -> None:
    assert getattr(api, name) is not None


def test_another_name_is_not() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'solvee'"):
        _ = api.solvee  # type: ignore[attr-defined]
