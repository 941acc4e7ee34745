"""`cpgen export`: what it writes, what it leaves out, and what it refuses."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cpgen.web.play import page_of, walkthrough_of
from tests.cli.running import LEFT, call

EMPTY, TWICE = "." * 16, "11.............."


@pytest.fixture(scope="module")
def japanese_page(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("export") / "play.html"
    assert call("export", LEFT, "--html", str(file), "--lang", "ja").code == 0
    return file.read_text(encoding="utf-8")


def walkthroughs(page: str) -> list[dict[str, Any]]:
    found = re.search(r'id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    assert "<" not in found[1]
    return json.loads(found[1])["walkthroughs"]


def test_the_page_is_that_of_its_walkthroughs(japanese_page: str) -> None:
    assert japanese_page == page_of([walkthrough_of(LEFT)], "ja")
    assert '<html lang="ja">' in japanese_page


def test_the_page_loads_nothing(japanese_page: str) -> None:
    assert not re.findall(r'(?:src|href)="|@import|url\((?!#)', japanese_page)
    assert "default-src 'none'" in japanese_page


def test_the_page_contains_its_packages(japanese_page: str) -> None:
    packages = re.search(r'<script type="importmap"[^>]*>(.*?)</script>', japanese_page, re.DOTALL)
    assert packages
    inside = json.loads(packages[1])["imports"]
    assert set(re.findall(r'\bfrom "(.*?)"', japanese_page)) <= inside.keys()
    assert all(address.startswith("data:") for address in inside.values())


def test_it_tells_every_round_in_both_languages(tmp_path: Path) -> None:
    (walkthrough,) = walkthroughs(page_of([walkthrough_of(LEFT)], "en"))
    assert (walkthrough["level"], walkthrough["steps"], len(walkthrough["rounds"])) == (6, 34, 34)
    found = walkthrough["rounds"][0]["findings"][0]
    assert found["look"]["en"].startswith("Look at")
    assert "に注目" in found["look"]["ja"]
    assert f"{{{found['placed'][0][1]}}} can only go in" in found["sentence"]["en"]


def test_puzzles_without_one_solution_are_left_out_and_named(tmp_path: Path) -> None:
    file = tmp_path / "play.html"
    ran = call("export", EMPTY, LEFT, TWICE, "--html", str(file))
    assert ran.code == 2
    assert "more than one solution" in ran.err
    assert "appears twice" in ran.err
    assert len(walkthroughs(file.read_text(encoding="utf-8"))) == 1


def test_nothing_is_written_when_no_puzzle_is_left(tmp_path: Path) -> None:
    assert call("export", EMPTY, "--html", str(tmp_path / "play.html")).code == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([LEFT], "The name of the web page is missing"),
        ([LEFT, "--html", "play.pdf"], "'play.pdf' is not a web page"),
        ([LEFT, "--html", "play.html", "--lang", "fr"], "'fr' is not a language"),
        ([LEFT, "--html", "/nowhere/play.html"], "cannot be written"),
    ],
)
def test_refusals(arguments: list[str], sentence: str) -> None:
    ran = call("export", *arguments)
    assert ran.code == 2
    assert sentence in ran.err
