"""Fixtures for tests of compiled code."""

from __future__ import annotations

from pathlib import Path

import pytest

from cpgen.kernel import compiler


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of compiled code, apart from the user's and not yet made."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "cpgen" / "compiled"


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was interpreted yet, and numba not imported."""
    monkeypatch.setattr(compiler, "_interpreted", [0.0])
    monkeypatch.setattr(compiler, "_importing_seconds", lambda: compiler.IMPORTING_SECONDS)
