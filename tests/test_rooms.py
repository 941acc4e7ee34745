"""Imports go one way: only from packages above in docs/architecture.md, and no two modules import each other."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import cpgen

PACKAGE = Path(cpgen.__file__).parent
PAGE = PACKAGE.parent / "docs" / "architecture.md"
PACKAGES = re.findall(r"^\| `cpgen/(\w+)(?:/|\.py)`", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


def name_of(path: Path) -> str:
    """Return the dotted name of the module in a file."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {name_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}
MODULES = [name for name in FILES if name != "cpgen"]


def imported(module: str) -> set[str]:
    """Return the modules of cpgen that a module imports, at the top or inside a function."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(FILES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inside = {f"{node.module}.{name.name}" for name in node.names}
            found |= inside & FILES.keys() or {node.module}
    return found & FILES.keys() - {module}


@cache
def imports() -> dict[str, set[str]]:
    """Return the imports of each module within cpgen."""
    return {module: imported(module) for module in MODULES}


def rank_of(module: str) -> int:
    """Return the position of a module's package in the table."""
    return PACKAGES.index(module.split(".")[1])


def test_every_package_is_in_the_table() -> None:
    assert {module.split(".")[1] for module in MODULES} - {"_version", "__main__"} == set(PACKAGES)


def test_packages_import_only_packages_above() -> None:
    ranked = {module: rank_of(module) for module in MODULES if module.split(".")[1] in PACKAGES}
    assert [
        f"{module} imports {name}"
        for module in ranked
        for name in sorted(imports()[module] & ranked.keys())
        if ranked[name] > ranked[module]
    ] == []


def named(module: str) -> set[str]:
    """Return the modules that a module names in texts to import them later, as in `cpgen.oracles.sat:SatOracle`."""
    tree = ast.parse(FILES[module].read_text(encoding="utf-8"))
    texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return {text.partition(":")[0] for text in texts} & set(MODULES)


def test_packages_name_only_modules_of_packages_above() -> None:
    below = {
        (module, name)
        for module in MODULES
        if module.split(".")[1] in PACKAGES
        for name in named(module)
        if rank_of(name) > rank_of(module)
    }
    assert below == {("cpgen.formats.table", "cpgen.render.latex_writer")}  # a format whose boards are pictures


def test_no_modules_import_each_other() -> None:
    try:
        TopologicalSorter(imports()).prepare()
    except CycleError as error:
        pytest.fail(" → ".join(error.args[1]))


def test_no_two_modules_share_a_name() -> None:
    places = defaultdict(list)
    for module in MODULES:
        places[module.rpartition(".")[2]].append(module)
    assert [modules for modules in places.values() if len(modules) > 1] == []


def test_no_two_public_classes_share_a_name() -> None:
    places = defaultdict(list)
    for module in MODULES:
        for node in ast.parse(FILES[module].read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(module)
    assert {name: modules for name, modules in places.items() if len(modules) > 1} == {}


MAKING = ("requests", "feasibility", "generation", "digging", "drawings", "difficulty", "engine")
"""The packages that a request for puzzles passes through"""


def test_no_two_functions_of_making_share_a_name() -> None:
    places = defaultdict(list)
    for module in MODULES:
        if module.split(".")[1] in MAKING:
            for node in ast.parse(FILES[module].read_text(encoding="utf-8")).body:
                if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                    places[node.name].append(module)
    assert {name: modules for name, modules in places.items() if len(modules) > 1} == {}


def test_no_two_sets_of_results_share_a_name() -> None:
    """A set is assigned together, as in `OPEN, REFUTED = 0, 1`; `ZERO, ONE` have the same values everywhere."""
    values = defaultdict(set)
    for module in MODULES:
        if module.split(".")[1] in MAKING or module == "cpgen.rater.rating":
            for node in ast.parse(FILES[module].read_text(encoding="utf-8")).body:
                if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
                    for name in node.targets[0].elts:
                        values[ast.unparse(name)].add(ast.unparse(node))
    assert {name: found for name, found in values.items() if len(found) > 1} == {}


SOLVERS = {"ortools": "cpsat", "pysat": "sat", "clingo": "asp", "z3": "z3"}


def test_solvers_are_imported_by_their_oracle_only() -> None:
    users = {(package, FILES[module].stem.split("_")[0]) for module in MODULES for package in packages(module)}
    assert {(package, user) for package, user in users if package in SOLVERS} == set(SOLVERS.items())


def packages(module: str) -> Iterator[str]:
    """Yield the top-level packages that a module imports."""
    for node in ast.walk(ast.parse(FILES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]
