"""Packages of others are declared in pyproject.toml, and a missing one is named together with its extra."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from cpgen.errors import InputError, needs_extra, packages_of
from cpgen.render.paper import require_reportlab
from cpgen.render.svg import png_from

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, set[str]] = {
    extra: {re.split(r"[<>=!]", need)[0] for need in needs} for extra, needs in PROJECT["optional-dependencies"].items()
}
sys.path.append(str(ROOT / "scripts"))
script = importlib.import_module("needs")
OUR_OWN = {"cpgen", "llvmlite"}
"""Packages that need no declaration; numba brings the only llvmlite that it works with"""


def imported() -> set[str]:
    """Return the top-level packages of others that the modules of cpgen import."""
    found: set[str] = set()
    for path in (ROOT / "cpgen").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {name.name.partition(".")[0] for name in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module.partition(".")[0])
    return found - set(sys.stdlib_module_names) - OUR_OWN


def test_every_imported_package_is_declared() -> None:
    needed = {re.split(r"[<>=!]", need)[0] for need in PROJECT["dependencies"]}.union(*EXTRAS.values())
    projects = packages_distributions()
    undeclared = {
        name for name in imported() if not needed & {one.lower().replace("_", "-") for one in projects.get(name, [])}
    }
    assert undeclared == set()


def test_the_tests_have_the_packages_of_every_extra_and_group() -> None:
    everything = {need for name in script.LISTS for need in script.needs(name)}
    assert everything == set(script.needs("test"))


def test_the_lock_has_a_version_of_every_need() -> None:
    lines = (ROOT / "scripts" / "lock.txt").read_text(encoding="utf-8").splitlines()
    locked = {line.partition("==")[0] for line in lines if not line.startswith("#")}
    assert {re.split(r"[<>=!]", need)[0] for need in script.needs("test")} <= locked


def test_the_oldest_needs_name_a_version_each() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "needs.py", "--oldest", "web"], capture_output=True, text=True, check=True
    )
    needed = {re.split(r"[<>=!]", need)[0] for need in PROJECT["dependencies"]} | EXTRAS["web"]
    assert {line.partition("==")[0] for line in done.stdout.split()} == needed
    assert "click==8.1.3.*" in done.stdout.split()


@pytest.mark.parametrize(
    ("package", "work"),
    [
        ("fontTools", require_reportlab),
        ("PIL", require_reportlab),
        ("reportlab", require_reportlab),
        ("resvg_py", lambda: png_from("<svg/>")),
    ],
)
def test_a_missing_package_of_print_is_reported(
    package: str, work: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(InputError, match=re.escape("[print]")):
        work()


def test_a_package_deep_inside_an_extra_is_reported() -> None:
    with pytest.raises(InputError) as told, packages_of("web", "It needs more"):
        raise ModuleNotFoundError("No module named 'h11'", name="h11")
    assert str(told.value) == str(needs_extra("It needs more", "web"))


def test_a_missing_module_of_cpgen_is_no_missing_extra() -> None:
    with pytest.raises(ModuleNotFoundError), packages_of("web", "It needs more"):
        raise ModuleNotFoundError("No module named 'cpgen.nosuch'", name="cpgen.nosuch")
