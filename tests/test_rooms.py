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
    "files",
    "schema",
    "kernel",
    "shipped",
    "words",
    "notation",
    "layout",
    "puzzle",
    "pattern",
    "symmetry",
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
    "web",
    "cli",
    "__main__",
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


SOLVERS = {"ortools": "cpsat", "pysat": "sat", "clingo": "asp", "z3": "z3"}


@pytest.mark.parametrize("package", SOLVERS)
def test_a_solver_that_is_not_asked_is_not_loaded(package: str) -> None:
    users = {path.stem.split("_")[0] for path in MODULES if package in packages(path)}
    assert users == {SOLVERS[package]}


def packages(path: Path) -> set[str]:
    """The first names of what a file imports, anywhere in it."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    named = [name.name for node in nodes if isinstance(node, ast.Import) for name in node.names]
    named += [node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
    return {name.partition(".")[0] for name in named}
