"""Fixtures for tests of compiled code."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from cpgen.kernel import compiler


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of compiled code, apart from the user's and not yet made."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "cpgen" / "compiled"


@pytest.fixture
def not_eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries are interpreted first, whatever tests before this one have asked for."""
    monkeypatch.setattr(compiler, "_eager", threading.Event())
    monkeypatch.setattr(compiler, "_interpreted", [0.0])
