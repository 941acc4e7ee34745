"""Imports go one way through the rooms: a room knows those before it in the list, never those after."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import cpgen

PACKAGE = Path(cpgen.__file__).parent
ROOMS = (
    "_version",
    "errors",
    "compiled",
    "shipped",
    "tables",
    "layout",
    "symmetry",
    "puzzle",
    "pattern",
    "oracles",
    "rater",
    "difficulty",
    "generation",
    "boards",
    "formats",
    "render",
    "collection",
    "study",
    "api",
    "objects",
    "web",
    "cli",
)
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def room(module: str) -> int:
    return ROOMS.index(module.split(".")[1])


def imported(path: Path) -> set[str]:
    """The cpgen modules that a file imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "cpgen":
            found |= {f"cpgen.{name.name}" for name in node.names if name.name in ROOMS}
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("cpgen."):
            found.add(node.module)
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names if name.name.startswith("cpgen.")}
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_room_imports_only_rooms_before_it(path: Path) -> None:
    own = room(".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts))
    assert [module for module in sorted(imported(path)) if room(module) > own] == []


def test_only_one_module_imports_each_solver() -> None:
    """A solver that is not asked is not loaded."""
    users = [path.name for path in MODULES if "ortools" in path.read_text(encoding="utf-8").replace("OR-Tools", "")]
    assert users == ["cpsat.py"]
