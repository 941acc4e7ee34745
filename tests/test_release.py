"""scripts/release makes a release in a clone, changes nothing before all has passed, and refuses what cannot be one."""

from __future__ import annotations

import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT / "scripts"))
script = importlib.import_module("release")
distribution = importlib.import_module("distribution")
NEW = "99.9.0"
PERSON = {f"GIT_{who}_{what}": "a@b.example" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def git(checkout: Path, *words: str) -> str:
    env = os.environ | PERSON
    return subprocess.run(["git", *words], cwd=checkout, env=env, capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a repository with the tracked files as they are now, and an account in the addresses."""
    if not (ROOT / ".git").exists():
        pytest.skip("These files are no checkout: clone the repository with git")
    place = tmp_path_factory.mktemp("release") / "checkout"
    for name in git(ROOT, "ls-files").splitlines():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, place / name)
    project = place / "pyproject.toml"
    project.write_text(project.read_text(encoding="utf-8").replace("OWNER", "someone"), encoding="utf-8")
    git(place, "init", "--quiet", "--initial-branch", "main")
    git(place, "add", "--all")
    git(place, "commit", "--quiet", "--message", "Begin")
    return place


@pytest.fixture(scope="module")
def released(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a clone of the repository in which a version was released."""
    place = tmp_path_factory.mktemp("released") / "checkout"
    git(checkout, "clone", "--quiet", str(checkout), str(place))
    ran = make_release(place)
    assert ran.returncode == 0, ran.stderr
    return place


def make_release(checkout: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, checkout / "scripts" / "release.py", NEW, "--no-tests", "--no-trials"]
    env = os.environ | PERSON
    return subprocess.run(
        [*command, "--date", "2030-01-02", *options], capture_output=True, text=True, check=False, env=env
    )


def test_release_tags_a_dated_version(released: Path) -> None:
    assert git(released, "show", f"v{NEW}:cpgen/_version.py").count(f'"{NEW}"') == 1
    assert f"## {NEW} (2030-01-02)\n" in git(released, "show", f"v{NEW}:CHANGELOG.md")
    citation = git(released, "show", f"v{NEW}:CITATION.cff")
    assert f"\nversion: {NEW}\ndate-released: 2030-01-02\n" in citation


def test_next_version_begins_after_a_release(released: Path) -> None:
    assert script.version_of(released) == "99.10.0.dev0"
    assert git(released, "status", "--porcelain") == ""
    headings = re.findall(r"^## (.*)$", (released / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[:2] == ["99.10.0 (unreleased)", f"{NEW} (2030-01-02)"]
    assert "date-released" not in (released / "CITATION.cff").read_text(encoding="utf-8")


def test_release_leaves_its_files_in_dist(released: Path) -> None:
    names = [f"cpgen_sudoku-{NEW}-py3-none-any.whl", f"cpgen_sudoku-{NEW}.tar.gz"]
    assert sorted(path.name for path in (released / "dist").iterdir()) == names


def test_a_second_release_of_a_version_is_refused(released: Path) -> None:
    with pytest.raises(script.RefusedError, match="is not newer than"):
        list(script.obstacles(released, NEW))


def test_dry_run_changes_nothing(checkout: Path) -> None:
    before = git(checkout, "rev-parse", "HEAD"), git(checkout, "tag"), git(checkout, "status", "--porcelain")
    ran = make_release(checkout, "--dry-run")
    assert ran.returncode == 0, ran.stderr
    assert f"Version {NEW} can be released; nothing was changed." in ran.stdout
    assert (git(checkout, "rev-parse", "HEAD"), git(checkout, "tag"), git(checkout, "status", "--porcelain")) == before
    assert not (checkout / "dist").exists()


@pytest.mark.parametrize(
    ("version", "reason"),
    [
        ("one", "is not a version"),
        ("99", r"write 99\.0\.0"),
        ("v99.0.0", r"write 99\.0\.0"),
        ("0.0.1", "is not newer than"),
    ],
)
def test_a_wrong_version_is_refused(version: str, reason: str) -> None:
    with pytest.raises(script.RefusedError, match=reason):
        list(script.obstacles(ROOT, version))


def test_placeholders_and_open_changes_are_refused(checkout: Path, tmp_path: Path) -> None:
    place = tmp_path / "checkout"
    git(checkout, "clone", "--quiet", str(checkout), str(place))
    for name, old, new in (("pyproject.toml", "someone", "OWNER"), ("CHANGELOG.md", "(unreleased)", "")):
        path = place / name
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    reasons = " ".join(script.obstacles(place, NEW))
    assert all(word in reasons for word in ("not committed", "no unreleased part", "OWNER"))
    ran = make_release(place)
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    assert git(place, "tag") == ""


def test_missing_and_surplus_files_are_found(released: Path, tmp_path: Path) -> None:
    tracked = [PurePosixPath(line) for line in git(released, "ls-files").splitlines()]
    project = distribution.tomllib.loads((released / "pyproject.toml").read_text(encoding="utf-8"))
    wheel, archive = sorted((released / "dist").iterdir())
    assert list(distribution.faults_of_wheel(wheel, tracked, project)) == []
    more = [*tracked, PurePosixPath("cpgen/forgotten.py"), PurePosixPath("models/forgotten.toml")]
    lacking = list(distribution.faults_of_wheel(wheel, more, project))
    assert lacking == ["the wheel lacks cpgen/forgotten.py.", "the wheel lacks cpgen/models/forgotten.toml."]
    assert list(distribution.faults_of_archive(archive, more, project)) == [
        "the source archive lacks cpgen/forgotten.py.",
        "the source archive lacks models/forgotten.toml.",
    ]
    fewer = [path for path in tracked if path.name != "layout.py"]
    [surplus] = distribution.faults_of_wheel(wheel, fewer, project)
    assert surplus == "the wheel has cpgen/layout.py, which git does not track."
    with zipfile.ZipFile(wheel) as packed, tarfile.open(archive) as sources:
        assert not any(name.startswith(("tests/", "scripts/")) for name in packed.namelist())
        assert f"cpgen_sudoku-{NEW}/scripts/release.py" in sources.getnames()


def test_wrong_metadata_are_found(released: Path) -> None:
    project = distribution.tomllib.loads((released / "pyproject.toml").read_text(encoding="utf-8"))
    with zipfile.ZipFile(min((released / "dist").iterdir())) as packed:
        [name] = [name for name in packed.namelist() if name.endswith(".dist-info/METADATA")]
        text = packed.read(name).decode()
    changed = text.replace("Typing :: Typed", "Typing :: None").replace(">=3.11", ">=3.12").replace("click", "clack")
    assert "(https://github.com/someone/cpgen/blob/main/docs/README.md)" in text
    changed += "[dead](docs/dead.md)"
    faults = " ".join(distribution.faults_of_metadata(distribution.Parser().parsestr(changed), project))
    assert all(word in faults for word in ("'Typing :: None'", "Requires-Python is >=3.12", "clack", "docs/dead.md"))


def test_packages_are_listed_with_their_licences() -> None:
    environment = Path(sys.executable).parent.parent
    listed = json.loads(script.materials(environment, NEW))
    licences = {one["name"]: one["licenses"][0]["license"]["name"] for one in listed["components"]}
    assert licences["msgspec"] == "BSD-3-Clause"
    assert "cpgen-sudoku" not in licences
    assert all(name and "\n" not in name for name in licences.values())


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_are_valid(path: Path) -> None:
    pytest.importorskip("check_jsonschema", reason="There is no check-jsonschema: pip install -e . --group test")
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.skipif(not shutil.which("actionlint"), reason="There is no actionlint: see github.com/rhysd/actionlint")
def test_actionlint_has_no_complaint() -> None:
    done = subprocess.run(["actionlint", *WORKFLOWS], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_workflows_call_scripts_that_exist() -> None:
    called = {name for path in WORKFLOWS for name in re.findall(r"run: ((?:scripts|\.ci)/\w+)", path.read_text())}
    assert len(called) >= 5
    assert all(os.access(ROOT / name, os.X_OK) for name in called)
