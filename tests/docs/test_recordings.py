"""The films of the demo and of the studio show what the commands print and the pages look like."""

from __future__ import annotations

import importlib
import re
from html import unescape
from xml.etree import ElementTree as ET

import pytest

from cpgen.cli.make.demo_command import answer_of
from tests.docs.pages import ROOT

script = importlib.import_module("record_demo")
FILM = (ROOT / "docs" / "demo.svg").read_text(encoding="utf-8")
LINES = [unescape(line) for line in re.findall(r"<text[^>]*>([^<]*)</text>", FILM)]
COMMANDS = [line.removeprefix("$ ") for line in LINES if line.startswith("$ ") and len(line) < script.COLUMNS]


@pytest.mark.parametrize("command", COMMANDS)
def test_film_of_the_demo_shows_what_its_commands_print(command: str) -> None:
    printed = [part.rstrip() for line in answer_of(command).text.split("\n") for part in script.broken(line)]
    after = LINES[LINES.index(f"$ {command}") + 1 :]
    shown = [line for line in printed if line]
    assert after[: len(shown)] == shown


def test_film_shows_the_stops_one_after_another() -> None:
    assert len(COMMANDS) >= 4
    assert FILM.count("animation-delay") == FILM.count('<g class="s s') >= len(COMMANDS)
    ET.fromstring(FILM)
    again = script.film([script.Scene(["# A & B", "$ true"], ["1 < 2"])])
    assert [part.text for part in ET.fromstring(again).iter("{http://www.w3.org/2000/svg}text")] == [
        "# A & B",
        "$ true",
        "1 < 2",
    ]


def test_long_lines_are_broken_as_in_a_terminal() -> None:
    assert script.broken("x" * 150) == ["x" * 100, "x" * 50]
    assert script.broken("") == [""]


def test_film_of_the_studio_is_small_and_repeats() -> None:
    image = pytest.importorskip("PIL.Image", reason="There is no Pillow: pip install -e . --group test")
    with image.open(ROOT / "docs" / "studio.gif") as film:
        assert film.n_frames >= 6
        assert film.info["loop"] == 0
    assert (ROOT / "docs" / "studio.gif").stat().st_size < 500_000
