"""Files that `generate --out` and `dig --out` write."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import call

MAKE = {
    "generate": ["generate", "--layout", "2x3", "--count", "3", "--seed", "1"],
    "dig": ["dig", "--layout", "2x2", "--count", "3", "--seed", "1"],
}


@pytest.mark.parametrize("made", MAKE.values(), ids=MAKE)
def test_puzzles_are_written_by_the_file_extension(made: list[str], tmp_path: Path) -> None:
    lines = call(*made).out.splitlines()
    for name, start in (("a.json", b"["), ("a.pdf", b"%PDF"), ("a.epub", b"PK"), ("a.txt", lines[0].encode())):
        ran = call(*made, "-o", str(tmp_path / name))
        assert (ran.code, ran.out) == (0, ""), name
        assert (tmp_path / name).read_bytes().startswith(start)
    objects = json.loads((tmp_path / "a.json").read_text())
    assert [one["puzzle"] for one in objects] == [line.split()[0] for line in lines]
    assert all(one["solution"] and one["method"]["seed"] == 1 and "stats" not in one for one in objects)
    assert call(*made, "-o", str(tmp_path / "a.svg")).code == 0
    assert {one.name for one in tmp_path.glob("*.svg")} == {"a-1.svg", "a-2.svg", "a-3.svg"}


def test_what_was_found_before_the_end_is_written(tmp_path: Path) -> None:
    out = tmp_path / "all.txt"
    small = ["--pattern", "4x4-x", "--count", "1000", "--seed", "1"]
    assert call("generate", *small, "--time-limit", "20", "-o", str(out)).code == 3
    assert 0 < len(out.read_text().splitlines()) < 1000


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["-o", "set.db"], "no known file extension"),
        (["-o", "one.sdk", "--count", "2", "--layout", "3x3"], "holds one puzzle"),
        (["-o", "set.sdm", "--layout", "2x3"], "side 9 only"),
        (["-o", "set.json", "--json"], "leave out options"),
    ],
)
def test_what_a_file_cannot_hold_is_refused_first(more: list[str], words: str) -> None:
    ran = call("generate", *more)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err
