"""Makes a release: scripts/release VERSION [--dry-run] [--no-tests] [--no-trials] [--date DATE]

1. Refuse what cannot be released: a version that is not newer, a tag that exists, changes that are not committed, a
   changelog without an unreleased part, addresses in pyproject.toml that are placeholders.
2. Run scripts/test.
3. In a clone, write the version and the date into the files that name them, commit, tag, and build wheel and source
   archive (`distribution.py`).
4. Try the wheel in fresh environments and from an empty folder: on each Python that is found with the newest packages,
   on the oldest Python also with the oldest packages. List the packages with their licences (CycloneDX).
5. Fetch the commits and the tag from the clone, and put the files into dist/.

Nothing in the checkout changes before step 5, and nothing at all with `--dry-run`. Nothing is pushed: the last lines
say how, and .github/workflows/publish.yml uploads the files of a tag that is pushed.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from distribution import Built, build
from packaging.version import InvalidVersion, Version

ROOT = Path(__file__).resolve().parent.parent
PYTHONS = ("3.11", "3.12", "3.13")
PLACEHOLDER = "OWNER"
"""Part of the addresses in pyproject.toml that stands for the account of the project"""
DIGITS = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
TRIALS = (
    "cpgen --version",
    f"cpgen rate --json {DIGITS}",
    "cpgen generate --pattern heart --grade expert --seed 1 --json",
    "cpgen generate --pattern kamio-a --count 2 --seed 1 --out two.pdf",
    "cpgen generate --kind killer --layout 2x3 --seed 1 --out killer.png",
    "cpgen dig --symmetry rot180 --seed 1",
    "python -c 'import cpgen.web.server'",
)
"""Commands that each fresh environment must run"""
LIST_OF_PACKAGES = """
import importlib.metadata, json
print(json.dumps([
    (one.metadata["Name"], one.version, one.metadata["License-Expression"] or one.metadata["License"] or "",
     [line for line in one.metadata.get_all("Classifier") or () if line.startswith("License")])
    for one in importlib.metadata.distributions()
]))
"""


class RefusedError(Exception):
    """A reason not to make the release, as a sentence."""


def main() -> int:
    asked = arguments()
    try:
        release(asked)
    except RefusedError as reason:
        print(f"error: {reason}", file=sys.stderr)
        return 2
    except subprocess.CalledProcessError as error:
        print(f"error: {' '.join(map(str, error.cmd))} ended with {error.returncode}.", file=sys.stderr)
        print(error.stdout or "", error.stderr or "", sep="", end="", file=sys.stderr)
        return 1
    return 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/release", description=__doc__.splitlines()[0])
    parser.add_argument("version", metavar="VERSION", help="the new version, such as 1.0.0")
    parser.add_argument("--dry-run", action="store_true", help="change nothing, and build into a temporary folder")
    parser.add_argument("--no-tests", action="store_true", help="do not run scripts/test")
    parser.add_argument("--no-trials", action="store_true", help="do not try the wheel in fresh environments")
    parser.add_argument("--date", default=f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d}", help="day of the release")
    return parser.parse_args()


def release(asked: argparse.Namespace) -> None:
    for reason in obstacles(ROOT, asked.version):
        if not asked.dry_run:
            raise RefusedError(reason)
        print(f"A release would be refused: {reason}")
    if not asked.no_tests:
        run(ROOT / "scripts" / "test", cwd=ROOT, shown=True)
    with TemporaryDirectory() as name:
        folder = Path(name)
        clone = folder / "clone"
        run("git", "clone", "--quiet", ROOT, clone, cwd=folder)
        commit(clone, asked.version, asked.date)
        built = build(clone, folder / "dist")
        for fault in built.faults:
            raise RefusedError(fault)
        if not asked.no_trials:
            try_out(built, asked.version, folder)
        begin_next(clone, asked.version)
        for path in sorted((folder / "dist").iterdir()):
            print(f"{path.name}  {path.stat().st_size:,} bytes")
        if asked.dry_run:
            print(f"Version {asked.version} can be released; nothing was changed.")
            return
        branch = run("git", "branch", "--show-current", cwd=clone).strip()
        run("git", "pull", "--quiet", "--ff-only", "--tags", clone, branch, cwd=ROOT)
        shutil.copytree(folder / "dist", ROOT / "dist", dirs_exist_ok=True)
    print(f"Version {asked.version} is tagged, and its files are in dist/. To publish it: git push --follow-tags")


def run(*command: str | Path, cwd: Path, shown: bool = False, **environment: str) -> str:
    """Run a command, and return its output unless it is shown."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | environment
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=not shown, text=True, check=True)
    return done.stdout or ""


def obstacles(checkout: Path, version: str) -> Iterator[str]:
    """Yield the reasons why a version cannot be released from a checkout."""
    try:
        new = Version(version)
    except InvalidVersion:
        raise RefusedError(f"{version!r} is not a version; a version is three numbers, such as 1.0.0.") from None
    if str(new) != version or len(new.release) != 3:
        raise RefusedError(f"{version!r} is not written as three numbers; write {'.'.join(map(str, padded(new)))}.")
    if new <= Version(version_of(checkout)):
        raise RefusedError(f"{version} is not newer than {version_of(checkout)}, the version in cpgen/_version.py.")
    if run("git", "tag", "--list", f"v{version}", cwd=checkout):
        raise RefusedError(f"the tag v{version} exists; choose a newer version.")
    if run("git", "status", "--porcelain", "--untracked-files=no", cwd=checkout):
        yield "there are changes that are not committed; commit them."
    if not re.search(r"^## \S+ \(unreleased\)$", text(checkout, "CHANGELOG.md"), re.MULTILINE):
        yield "CHANGELOG.md has no unreleased part; add one with what is new."
    if PLACEHOLDER in text(checkout, "pyproject.toml"):
        yield f"{PLACEHOLDER} stands for the account in the addresses of pyproject.toml; replace it."


def padded(version: Version) -> tuple[int, ...]:
    return (*version.release, 0, 0)[:3]


def text(checkout: Path, name: str) -> str:
    return (checkout / name).read_text(encoding="utf-8")


def version_of(checkout: Path) -> str:
    return re.findall(r'__version__ = "(.+)"', text(checkout, "cpgen/_version.py"))[0]


def replace(checkout: Path, name: str, pattern: str, by: str) -> None:
    """Replace the first match in a file, which must have one."""
    changed, times = re.subn(pattern, by, text(checkout, name), count=1, flags=re.MULTILINE)
    if not times:
        raise RefusedError(f"{name} has no line {pattern!r}.")
    (checkout / name).write_text(changed, encoding="utf-8")


def commit(clone: Path, version: str, date: str) -> None:
    """Write a version and its date into the files that name them, commit and tag."""
    name_version(clone, version)
    replace(clone, "CITATION.cff", r"^version: .*$", rf"\g<0>\ndate-released: {date}")
    replace(clone, "CHANGELOG.md", r"^## \S+ \(unreleased\)$", f"## {version} ({date})")
    run("git", "commit", "--quiet", "--all", "--message", f"Release {version}", cwd=clone)
    run("git", "tag", "--annotate", "--message", f"cpgen {version}", f"v{version}", cwd=clone)


def begin_next(clone: Path, version: str) -> None:
    """Commit the version that is developed after a release."""
    major, minor, _ = Version(version).release
    following = f"{major}.{minor + 1}.0"
    name_version(clone, f"{following}.dev0")
    replace(clone, "CITATION.cff", r"^date-released: .*\n", "")
    replace(clone, "CHANGELOG.md", r"^## ", f"## {following} (unreleased)\n\n## ")
    run("git", "commit", "--quiet", "--all", "--message", f"Begin {following}", cwd=clone)


def name_version(clone: Path, version: str) -> None:
    replace(clone, "cpgen/_version.py", r'__version__ = ".*"', f'__version__ = "{version}"')
    replace(clone, "CITATION.cff", r"^version: .*$", f"version: {version}")


def try_out(built: Built, version: str, folder: Path) -> None:
    """Run the commands of `TRIALS` in fresh environments, and list the packages of the newest one."""
    found = [path for number in PYTHONS if (path := python_of(number))]
    if not found:
        print(f"The wheel is not tried: no Python {' or '.join(PYTHONS)} with venv was found.")
    oldest = run(sys.executable, ROOT / "scripts" / "needs.py", "--oldest", "print", "web", cwd=folder)
    (folder / "oldest.txt").write_text(oldest, encoding="utf-8")
    for python in found:
        newest = environment_of(python, built.wheel, folder / f"newest-{Path(python).name}")
        trial(newest, version, folder)
        if python == found[0]:
            (built.wheel.parent / f"cpgen-{version}.cdx.json").write_text(materials(newest, version), encoding="utf-8")
            options = ("--constraint", str(folder / "oldest.txt"))
            trial(environment_of(python, built.wheel, folder / "oldest", *options), version, folder)


def python_of(number: str) -> str:
    """Return the command of a Python that can make environments, or an empty text."""
    command = f"python{number}"
    try:
        run(command, "-c", "import ensurepip, venv", cwd=ROOT)
    except (OSError, subprocess.CalledProcessError):  # a shim of pyenv without a version behind it fails, too
        return ""
    return command


def environment_of(python: str, wheel: Path, place: Path, *options: str) -> Path:
    """Make an environment with a wheel and the extras `print` and `web`: by uv, or by pip where there is no uv."""
    run(python, "-m", "venv", "--without-pip" if shutil.which("uv") else "--clear", place, cwd=place.parent)
    own = place / "bin" / "python"
    installer = ("uv", "pip", "install", "--python", own) if shutil.which("uv") else (own, "-m", "pip", "install")
    run(*installer, "--quiet", f"{wheel}[print,web]", *options, cwd=place.parent)
    return place


def trial(environment: Path, version: str, folder: Path) -> None:
    """Run the commands in an environment, from an empty folder and with an empty cache."""
    here, path = folder / f"{environment.name}-trial", f"{environment / 'bin'}{os.pathsep}{os.environ['PATH']}"
    here.mkdir()
    for line in TRIALS:
        printed = run("bash", "-c", line, cwd=here, PATH=path, XDG_CACHE_HOME=str(folder / "cache"))
        if line == TRIALS[0] and printed.split() != ["cpgen", version]:
            raise RefusedError(f"the wheel says that it is {printed.strip()}, not cpgen {version}.")
    print(f"{environment.name}: {len(TRIALS)} commands ran.")


def materials(environment: Path, version: str) -> str:
    """Return the packages of an environment with their licences, as a software bill of materials (CycloneDX 1.6)."""
    listed = json.loads(run(environment / "bin" / "python", "-c", LIST_OF_PACKAGES, cwd=environment))
    own = tomllib.loads(text(ROOT, "pyproject.toml"))["project"]["name"]
    components = [
        {
            "type": "library",
            "name": name,
            "version": number,
            "purl": f"pkg:pypi/{name.lower().replace('_', '-')}@{number}",
            "licenses": [{"license": {"name": licence_of(stated, classified)}}],
        }
        for name, number, stated, classified in sorted(listed)
        if name != own
    ]
    about = {"component": {"type": "application", "name": own, "version": version}}
    bill = {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "metadata": about, "components": components}
    return json.dumps(bill, indent=1) + "\n"


def licence_of(stated: str, classified: list[str]) -> str:
    """Return the name of a package's licence, without its text.

    >>> licence_of("MIT", []), licence_of("", ["License :: OSI Approved :: BSD License"]), licence_of("", [])
    ('MIT', 'BSD License', 'not stated')
    """
    names = [line.rpartition(" :: ")[2] for line in classified]
    return stated if stated and "\n" not in stated else " or ".join(names) or stated.partition("\n")[0] or "not stated"


if __name__ == "__main__":
    sys.exit(main())
