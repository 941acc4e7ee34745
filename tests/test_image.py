"""The image and the compose file: valid, and with options that the programs in it have."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    """The services of the compose file."""
    yaml = pytest.importorskip("yaml")
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]


def test_the_compose_file_is_valid() -> None:
    pytest.importorskip("check_jsonschema")
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    checked = subprocess.run([*command, DEPLOY / "compose.yaml"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


def test_the_image_copies_what_is_there_and_not_ignored() -> None:
    kept = (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    copied = [word for line in re.findall(r"^COPY (?!--)(.*)$", DOCKERFILE, re.MULTILINE) for word in line.split()[:-1]]
    assert copied
    for name in copied:
        assert (ROOT / name).exists()
        assert f"!{name}" in kept


def test_the_image_runs_without_root_and_checks_its_health() -> None:
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    assert re.search(r"^USER cpgen$", last, re.MULTILINE)
    assert re.search(r"^HEALTHCHECK ", last, re.MULTILINE)
    assert "apt" not in DOCKERFILE


def test_options_of_the_services_exist(services: dict[str, Any]) -> None:
    commands = {
        "studio-1": ["-m", "cpgen", "serve"],
        "batch": ["-m", "cpgen", "batch"],
        "scheduler": ["-m", "distributed.cli.dask_scheduler"],
        "worker": ["-m", "distributed.cli.dask_worker"],
    }
    pytest.importorskip("distributed")
    for name, command in commands.items():
        wanted = [*services[name].get("entrypoint", []), *services[name].get("command", [])]
        options = {word for word in wanted if word.startswith("--")}
        everything = "--help-all" if "cpgen" in command else "--help"
        told = subprocess.run(
            [sys.executable, "-W", "ignore", *command, everything], capture_output=True, text=True, check=True
        )
        assert options
        assert {option for option in options if not re.search(rf"{option}\b", told.stdout)} == set()


def test_the_proxy_names_the_servers(services: dict[str, Any]) -> None:
    named = re.findall(r"server (studio-\d):8642;", (DEPLOY / "nginx.conf").read_text(encoding="utf-8"))
    assert named == [name for name in services if name.startswith("studio")] == services["proxy"]["depends_on"]
