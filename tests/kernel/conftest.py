"""Fixtures for tests of compiled code."""

from __future__ import annotations

from pathlib import Path

import pytest

from cpgen.kernel import compiler


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder for compiled code, which is not the user's and does not exist yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "cpgen" / "compiled"


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin as if nothing had been interpreted yet and numba were not imported."""
    monkeypatch.setattr(compiler, "_interpreted", [0.0])
    monkeypatch.setattr(compiler, "_importing_seconds", lambda: compiler.IMPORTING_SECONDS)
