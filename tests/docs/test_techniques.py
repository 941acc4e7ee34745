"""docs/techniques.md names every technique, with its picture, and examples are found and drawn."""

from __future__ import annotations

import importlib
import re

from cpgen.rater.techniques import NAMED
from tests.docs.pages import ROOT

PAGE = (ROOT / "docs" / "techniques.md").read_text(encoding="utf-8")
SHOWN = re.compile(r"^### (.+)\n\n\(`([\w-]+)`(?:, (\d{4}))?", re.MULTILINE)
script = importlib.import_module("draw_techniques")


def test_page_has_every_technique_with_code_and_picture() -> None:
    shown = SHOWN.findall(PAGE)
    assert len(shown) == PAGE.count("\n### ")
    assert [name for name in NAMED if f"`{name}`" not in PAGE] == []
    assert all(NAMED[name].code == code for _, name, code in shown)
    assert re.findall(r"techniques/([\w-]+)\.svg", PAGE) == [name for _, name, _ in shown]
    pictures = list((ROOT / "docs" / "techniques").glob("*.svg"))
    assert {picture.stem for picture in pictures} == {name for _, name, _ in shown}
    assert max(picture.stat().st_size for picture in pictures) < 60_000


def test_examples_show_their_technique() -> None:
    best = script.examples(3, boards=0, further=0, seed=1, hardest=0)
    assert {"naked-single", "hidden-single", "full-house"} <= best.keys()
    assert all(example.finding.rule == name for name, example in best.items())
    for example in best.values():
        assert script.scene_of(example).focus or script.scene_of(example).figure.kinds
    page = script.page_of(best)
    assert "No example was found" in page
    assert "No example was found" not in script.page_of(dict.fromkeys(NAMED, best["full-house"]))
    assert {name for _, name, _ in SHOWN.findall(page)} == best.keys()
