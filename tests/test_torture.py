"""The short form of `scripts/torture`: a few damaged stores and inputs (`test_batch` kills), and nothing is lost."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[1] / "scripts"
SHORT = {"stores": 1, "inputs": 1}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
def test_a_little_torture_finds_nothing_wrong() -> None:
    turns = [f"--only={name}={turns}" for name, turns in SHORT.items()]
    environment = os.environ | {"PYTHONPATH": f"{SCRIPTS.parent}{os.pathsep}{SCRIPTS}"}
    command = [sys.executable, "-m", "cruelties", "--seed", "1", *turns]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "inputs           1,000  nothing wrong" in done.stdout
