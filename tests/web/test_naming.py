"""What a puzzle is called: the same grade, title and author wherever it is shown, and no private notes elsewhere."""

from __future__ import annotations

from pathlib import Path

from tests.cli.running import LEFT
from tests.web.browsing import WING, Opener
from tests.web.running import Studio
from tests.web.studio_page import read_in

WIDE = {"viewport": {"width": 1400, "height": 900}}


def test_title_author_and_grade_are_shown_everywhere_and_notes_nowhere(
    open_studio: Opener, open_page: Opener, server: Studio, tmp_path: Path
) -> None:
    page = open_studio(**WIDE)
    read_in(page, LEFT)
    page.get_by_role("button", name="Title and note of").click()
    dialog = page.get_by_role("dialog")
    for name, text in (("Title", "First steps"), ("Author", "Mori"), ("Note", "sent to Ken")):
        dialog.get_by_label(name, exact=True).fill(text)
    dialog.get_by_role("button", name="Done").click()
    for view in ("Play", "Explain"):
        page.get_by_role("button", name=view, exact=True).click()
        page.get_by_role("heading", name="First steps · Expert").wait_for()
        assert "by Mori · level 6" in page.locator(".about").inner_text()
        address = page.url
        page.go_back()
        page.locator(".result").wait_for()
    other = open_studio()
    other.goto(address)
    other.get_by_role("heading", name="First steps · Expert").wait_for()
    assert "Mori" in other.locator(".about").inner_text()

    page.get_by_role("button", name="Export …").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save", exact=True).click()
    path = tmp_path / "page.html"
    path.write_bytes(Path(saved.value.path()).read_bytes())
    assert "sent to Ken" not in path.read_text()
    exported = open_page(path.as_uri())
    exported.get_by_role("heading", name="First steps · Expert").wait_for()
    assert "by Mori" in exported.locator(".about").inner_text()
    page.get_by_role("button", name="Export …").click()
    page.get_by_label("Format").select_option("jsonl")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save", exact=True).click()
    text = Path(saved.value.path()).read_text()
    assert "Mori" in text
    assert "sent to Ken" not in text


def test_play_rates_on_the_ladder_of_the_results(server: Studio) -> None:
    rated = server.post("/api/rate", puzzle=WING, ladder="hodoku").json()
    asked = {"puzzle": WING, "grade": rated["grade"], "ladder": "hodoku", "title": "Wing", "author": "Mori"}
    played = server.post("/api/walkthrough", **asked).json()
    assert [played[name] for name in ("level", "steps", "grade", "outcome")] == [
        rated[name] for name in ("level", "steps", "grade", "outcome")
    ]
    assert (played["title"], played["author"], played["outcome"]) == ("Wing", "Mori", "solved")
