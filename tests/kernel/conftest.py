"""Fixtures for tests of compiled code."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from cpgen.kernel import code_cache, compiler


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of compiled code, apart from the user's and not yet made."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    code_cache._is_private.cache_clear()
    yield tmp_path / "cpgen" / "compiled"
    code_cache._is_private.cache_clear()


@pytest.fixture
def not_eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries are interpreted first, whatever tests before this one have asked for."""
    monkeypatch.setattr(compiler, "_eager", threading.Event())
    monkeypatch.setattr(compiler, "_interpreted", [0.0])
