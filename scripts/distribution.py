"""Builds the wheel and the source archive in dist/, and checks their contents and metadata: distribution.py [FOLDER]

The wheel is built twice, from the checkout and from the source archive; both must have the same contents. Files that
git does not track are left out of both, and all that it tracks in cpgen/ and models/ must be in the wheel.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from email.message import Message
from email.parser import Parser
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from package_readme import LINK
from trove_classifiers import classifiers

ROOT = Path(__file__).resolve().parent.parent


class Built(NamedTuple):
    """The two files of a version, and what is wrong with them."""

    wheel: Path
    archive: Path
    faults: list[str]


def main() -> int:
    built = build(ROOT, Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "dist").resolve())
    print(f"{built.wheel}\n{built.archive}")
    for fault in built.faults:
        print(f"fault: {fault}", file=sys.stderr)
    return bool(built.faults)


def build(checkout: Path, folder: Path) -> Built:
    """Build both files of a checkout into a folder, and check them."""
    folder.mkdir(parents=True, exist_ok=True)
    project = tomllib.loads((checkout / "pyproject.toml").read_text(encoding="utf-8"))
    archive = built_from(checkout, folder, "sdist")
    wheel = built_from(checkout, folder, "wheel")
    tracked = [PurePosixPath(line) for line in output("git", "ls-files", cwd=checkout).splitlines()]
    faults = [*faults_of_wheel(wheel, tracked, project), *faults_of_archive(archive, tracked, project)]
    with TemporaryDirectory() as place:
        with tarfile.open(archive) as packed:
            packed.extractall(place, filter="data")
        again = built_from(next(Path(place).iterdir()), Path(place), "wheel")
        if contents(again) != contents(wheel):
            faults.append("the wheel that is built from the source archive differs from that of the checkout.")
    return Built(wheel, archive, faults)


def built_from(source: Path, folder: Path, kind: str) -> Path:
    """Build the `wheel` or the `sdist` of a source tree into a folder, by the hook that pip calls."""
    program = f"import sys, hatchling.build; print(hatchling.build.build_{kind}(sys.argv[1]))"
    return folder / output(sys.executable, "-c", program, folder, cwd=source).splitlines()[-1]


def output(*command: str | Path, cwd: Path) -> str:
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=True).stdout


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def faults_of_wheel(wheel: Path, tracked: list[PurePosixPath], project: dict[str, Any]) -> Iterator[str]:
    """Yield what is missing in a wheel, what does not belong there, and what its metadata lack."""
    files = contents(wheel)
    information = {name.partition("/")[2]: name for name in files if ".dist-info/" in name}
    wanted = {str(path) for path in tracked if path.parts[0] == "cpgen"}
    wanted |= {f"cpgen/{path}" for path in tracked if path.parts[0] == "models"}
    packed = files.keys() - set(information.values())
    yield from (f"the wheel lacks {name}." for name in sorted(wanted - packed))
    yield from (f"the wheel has {name}, which git does not track." for name in sorted(packed - wanted))
    licences = [path for pattern in project["project"]["license-files"] for path in tracked if path.match(pattern)]
    yield from (f"the wheel lacks {path}." for path in licences if f"licenses/{path}" not in information)
    yield from faults_of_metadata(Parser().parsestr(files[information["METADATA"]].decode()), project)


def faults_of_archive(archive: Path, tracked: list[PurePosixPath], project: dict[str, Any]) -> Iterator[str]:
    """Yield the tracked files that a source archive lacks."""
    with tarfile.open(archive) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    listed = project["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    wanted = {str(path) for path in tracked if path.parts[0] in listed}
    yield from (f"the source archive lacks {name}." for name in sorted(wanted - names))


def faults_of_metadata(metadata: Message, project: dict[str, Any]) -> Iterator[str]:
    """Yield the statements about cpgen in a wheel that are missing or wrong."""
    declared = project["project"]
    own = {name: metadata.get_all(name) or [] for name in ("Classifier", "Requires-Dist")}
    for name, value in {"Name": "name", "Requires-Python": "requires-python", "License-Expression": "license"}.items():
        if metadata[name] != declared[value]:
            yield f"{name} is {metadata[name]}, not {declared[value]}."
    yield from (f"{one!r} is not a classifier of PyPI." for one in own["Classifier"] if one not in classifiers)
    needed = {re.split(r"[<>=!; ]", need)[0] for need in own["Requires-Dist"] if "extra ==" not in need}
    if needed != {re.split(r"[<>=!; ]", need)[0] for need in declared["dependencies"]}:
        yield f"the wheel needs {', '.join(sorted(needed))}, which are not the dependencies of pyproject.toml."
    if not metadata.get_payload().startswith("# "):
        yield "the description is not README.md."
    yield from (f"the description has the relative link {link[3]}." for link in LINK.finditer(metadata.get_payload()))


if __name__ == "__main__":
    sys.exit(main())
