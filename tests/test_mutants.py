"""The wrong lines that `scripts/mutants` tries are made of lines that are there."""

from __future__ import annotations

from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[1] / "scripts"


def test_every_mutant_changes_a_line_that_is_there_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(SCRIPTS)
    import mutants

    areas = mutants.areas(None)
    assert len(areas) > 5
    stale = [(one.file, one.told) for area in areas for one in mutants.listed(area) if one.text is None]
    assert not stale
