"""docs/constraints.md names every kind of constraint, with its picture; its examples satisfy the constraints."""

from __future__ import annotations

import importlib
import re

from cpgen.constraints.kind_table import HOUSE_KINDS, KINDS
from tests.docs.pages import ROOT

PAGE = (ROOT / "docs" / "constraints.md").read_text(encoding="utf-8")
script = importlib.import_module("draw_constraints")


def test_page_has_every_kind_with_its_picture() -> None:
    assert [kind for kind in (*KINDS, *HOUSE_KINDS) if f"`{kind}" not in PAGE] == []
    shown = re.findall(r"constraints/([\w-]+)\.svg", PAGE)
    assert set(shown) == {script.kind_of_example(line) for line in script.lines_shown()}
    assert {kind for kind in KINDS if not kind.endswith("?")} <= set(shown)
    pictures = list((ROOT / "docs" / "constraints").glob("*.svg"))
    assert {picture.stem for picture in pictures} == set(shown)
    assert max(picture.stat().st_size for picture in pictures) < 20_000


def test_page_is_what_the_script_writes() -> None:
    assert script.page() == PAGE


def test_examples_satisfy_their_constraints() -> None:
    for line in script.lines_shown():
        puzzle = script.solved(line)
        assert puzzle.is_solved_by(puzzle.clues)
