"""Firefox: draw a pattern in the studio, make and play a puzzle; play an exported page from the disk."""

from __future__ import annotations

from pathlib import Path

from tests.cli.running import RIGHT, call
from tests.web.firefox import firefox
from tests.web.running import Studio

PLAIN = "[...document.querySelectorAll('.player .cell')].map((one) => one.textContent)"


def test_a_pattern_is_drawn_and_a_puzzle_made_and_played(server: Studio, tmp_path: Path) -> None:
    with firefox(tmp_path) as page:
        page.open(server.address)
        page.wait_for("document.querySelectorAll('.pattern .cell').length === 81")
        page.stroke(".cell[data-cell='0']", ".cell[data-cell='8']")
        page.wait_for("document.querySelectorAll('.pattern .cell.picked').length === 18")
        page.press("Control", "z")
        page.wait_for("document.querySelector('.pattern .cell.picked') === null")
        page.click(".start .primary")
        page.wait_for("document.querySelector('.outcome')?.textContent === 'Found 3 of 3.'")
        page.open(server.address)
        page.wait_for("document.querySelectorAll('.result').length === 3")
        page.click(".on-these button:nth-child(2)")
        page.wait_for("document.querySelector('.facing img')?.naturalWidth === 1000")
        page.press("Escape")
        page.wait_for("document.querySelector('dialog') === null")
        page.click(".result .primary")
        page.wait_for("document.querySelector('.player') !== null")
        clues = page.ask(PLAIN)
        empty = clues.index("")
        page.click(f".player .cell[data-cell='{empty}']")
        page.press("3")
        page.wait_for(f"{PLAIN}[{empty}] === '3'")
        page.press("Control", "z")
        page.wait_for(f"{PLAIN}[{empty}] === ''")
        assert page.complaints == []


def test_an_exported_page_is_played_from_the_disk(tmp_path: Path) -> None:
    file = tmp_path / "play.html"
    assert call("export", RIGHT, "--html", str(file)).code == 0
    profile = tmp_path / "profile"
    profile.mkdir()
    with firefox(profile) as page:
        page.open(file.as_uri())
        page.wait_for("document.querySelectorAll('.player .cell').length === 81")
        empty = page.ask(PLAIN).index("")
        page.click(f".cell[data-cell='{empty}']")
        page.press("3")
        page.wait_for(f"{PLAIN}[{empty}] === '3'")
        page.click(".hint-button")
        page.wait_for("document.querySelector('.card.hint') !== null")
        page.click(".bar .tools button[title='Settings']")
        page.wait_for("document.querySelector('dialog[open]') !== null")
        page.press("Escape")
        page.wait_for("document.activeElement.title === 'Settings'")
        page.open(file.as_uri())
        page.wait_for(f"{PLAIN}[{empty}] === '3'")
        assert page.complaints == []
