"""The wheel is complete, and works wherever it is installed."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from cpgen import resources

ROOT = Path(__file__).parent.parent
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    here = "--no-build-isolation"  # works without a network
    subprocess.run([*PIP, "wheel", "--quiet", "--no-deps", here, "-w", folder, ROOT], check=True)
    return next(folder.glob("cpgen_sudoku-*.whl"))


def test_wheel_contains_models_licence_and_command(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        information = next(name for name in names if name.endswith(".dist-info/entry_points.txt"))
        assert "cpgen = cpgen.cli:main" in archive.read(information).decode()
    shipped_files = {path.relative_to(ROOT) for path in (ROOT / "models").rglob("*.*") if path.is_file()}
    assert {f"cpgen/{path.as_posix()}" for path in shipped_files} <= names
    assert any(name.endswith("/LICENSE") for name in names)
    modules = {path.relative_to(ROOT).as_posix() for path in (ROOT / "cpgen").rglob("*.py")}
    assert modules <= names
    pages = {path.relative_to(ROOT).as_posix() for path in (ROOT / "cpgen" / "web").rglob("*") if path.is_file()}
    assert {name for name in pages if not name.endswith(".pyc")} <= names
    assert not any(name.startswith(("tests/", "scripts/")) for name in names)


def test_installed_package_finds_its_models(wheel, tmp_path):
    target, elsewhere = tmp_path / "installed", tmp_path / "elsewhere"
    elsewhere.mkdir()
    subprocess.run([*PIP, "install", "--quiet", "--no-deps", "--target", target, wheel], check=True)
    code = (
        "from cpgen.resources import *; print(models_folder()); print(*names('patterns')); print(*names('difficulty'))"
    )
    env = os.environ | {"PYTHONPATH": str(target)}
    out = subprocess.run(
        [sys.executable, "-c", code], cwd=elsewhere, env=env, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert out[0] == str(target / "cpgen" / "models")
    assert out[1].split() == resources.names("patterns")
    assert out[2].split() == resources.names("difficulty")
    command = [sys.executable, target / "bin" / "cpgen", "patterns", "kamio-a"]
    output = subprocess.run(command, cwd=elsewhere, env=env, capture_output=True, text=True, check=True).stdout
    assert output.startswith("kamio-a\t9\t23\t")
    code = "from cpgen.errors import needs_extra; print(needs_extra('A PDF needs reportlab', 'print'))"
    command = [sys.executable, "-c", code]
    output = subprocess.run(command, cwd=elsewhere, env=env, capture_output=True, text=True, check=True).stdout
    assert output == "A PDF needs reportlab; install it with `pip install 'cpgen-sudoku[print]'`.\n"
