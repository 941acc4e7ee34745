"""docs/gallery.md shows a puzzle of every shipped style, which its command makes."""

from __future__ import annotations

import importlib
import re

import pytest

from cpgen import resources
from tests.docs.pages import ROOT

PAGE = (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8")
script = importlib.import_module("draw_gallery")


def test_gallery_has_every_style_with_its_picture() -> None:
    assert {options.split()[1] for options in script.COMMANDS} == set(resources.names("styles"))
    shown = re.findall(r"gallery/([\w-]+)\.svg", PAGE)
    assert len(shown) == len(script.COMMANDS)
    assert {picture.stem for picture in (ROOT / "docs" / "gallery").glob("*.svg")} == set(shown)


@pytest.mark.parametrize("kind", ["killer", "thermo", "kropki-some"])
def test_gallery_is_what_the_command_makes(kind: str) -> None:
    options = next(one for one in script.COMMANDS if one.split()[1] == kind)
    assert script.section(script.made(options)) in PAGE
