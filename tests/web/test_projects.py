"""Projects of the studio: saved at once, equal in all tabs, and never lost."""

from __future__ import annotations

import json
import signal
import subprocess
from pathlib import Path
from typing import Any

from tests.cli.running import CPGEN, ENVIRONMENT, LEFT, RIGHT
from tests.web.browsing import PATIENCE, Opener, press
from tests.web.running import Studio
from tests.web.studio_page import cell, choose_board, clues, drag, kept_count, make, read_in

WIDE = {"viewport": {"width": 1400, "height": 900}}
DAMAGE = """() => new Promise((done) => {
  const opening = indexedDB.open("cpgen");
  opening.onsuccess = () => {
    const writing = opening.result.transaction(["projects", "puzzles"], "readwrite");
    const id = localStorage.getItem("cpgen.project");
    const puzzles = writing.objectStore("puzzles");
    puzzles.put({ project: id, key: "a", list: "tray" });
    puzzles.put({ project: id, key: "b", list: "tray", puzzle: "12", layout: "9999x9999" });
    puzzles.put({ project: id, key: "c", list: "exercises", puzzle: "1...", layout: "latin-2" });
    const projects = writing.objectStore("projects");
    const jobs = { a: null, b: { kind: "make" }, c: { kind: "make", id: "", request: { count: 3 } } };
    projects.get(id).onsuccess = ({ target }) => projects.put({ ...target.result, plan: { marks: 7 }, jobs });
    projects.put({ id: "x", name: 5 });
    writing.oncomplete = () => done(opening.result.close());
  };
})"""
FILL = """(count) => new Promise((done) => {
  const opening = indexedDB.open("cpgen");
  opening.onsuccess = () => {
    const writing = opening.result.transaction("puzzles", "readwrite");
    const project = localStorage.getItem("cpgen.project");
    for (let added = 1; added <= count; added++) {
      const number = [...String(added).padStart(5, "0")].map((digit) => ".123456789"[digit]).join("");
      const puzzle = `${number}${"123456789".repeat(2)}${".".repeat(58)}`;
      const one = { project, key: `3x3 ${puzzle}`, list: "tray", added, puzzle, layout: "3x3", level: 1, steps: 9 };
      writing.objectStore("puzzles").put({ ...one, grade: "beginner", rules: { "naked-single": 9 } });
    }
    writing.oncomplete = () => done(opening.result.close());
  };
})"""
WATCH = """() => {
  window.counts = new Set();
  const count = () => window.counts.add(document.querySelector(".tray .count").textContent);
  const everything = { subtree: true, childList: true, characterData: true };
  new MutationObserver(count).observe(document.querySelector(".tray"), everything);
}"""


def test_a_reload_keeps_everything_and_edits_can_be_undone(open_studio: Opener) -> None:
    page = open_studio(**WIDE)
    page.get_by_text("Rating scale and techniques").click()
    page.get_by_role("combobox", name="Rating scale").select_option("hodoku")
    page.get_by_role("button", name="Draw regions").click()
    page.get_by_role("button", name="Region 5, 9 of 9 cells").click()
    drag(page, cell(page, 1, 1), cell(page, 1, 9))
    page.reload()
    page.get_by_role("button", name="Region 5, 18 of 9 cells").wait_for()
    assert page.get_by_role("radio", name="Unfair").count() == 1
    page.get_by_role("button", name="Region 2, 6 of 9 cells").click()
    drag(page, cell(page, 9, 1), cell(page, 9, 9))
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Region 2, 6 of 9 cells").wait_for()
    page.get_by_role("button", name="Cancel").click()

    page.get_by_label("Symmetry").select_option("none")
    drag(page, cell(page, 5, 1), cell(page, 5, 9))
    assert clues(page) == "9 clues"
    assert cell(page, 5, 9).evaluate("one => one === document.activeElement")
    press(page, "7")
    page.get_by_text("Rating scale and techniques").click()
    page.get_by_role("combobox", name="Rating scale").select_option("")
    page.get_by_role("radio", name="Expert").check(force=True)
    page.get_by_label("Puzzles", exact=True).fill("4")
    page.get_by_text("Fine-tune").click()
    page.get_by_label("Steps").fill("30..")
    page.reload()
    cell(page, 5, 9).wait_for()
    assert "fixed 7" in cell(page, 5, 9).get_attribute("aria-label")
    assert page.get_by_role("radio", name="Expert").is_checked()
    assert [page.get_by_label(name, exact=True).input_value() for name in ("Puzzles", "Steps")] == ["4", "30.."]

    page.get_by_label("Presets").select_option("heart")
    assert page.get_by_label("Presets").input_value() == "heart"
    cell(page, 1, 1).click()
    assert page.get_by_label("Presets").input_value() == ""
    for expected in ("25 clues", "9 clues"):
        press(page, "Control+z")
        assert clues(page) == expected
    press(page, "Control+y")
    assert clues(page) == "25 clues"


def test_a_job_survives_a_reload_and_removal_can_be_undone(open_studio: Opener, server: Studio) -> None:
    page = open_studio(**WIDE)
    choose_board(page, "4x4", 256)
    page.get_by_label("Puzzles", exact=True).fill("99999")
    press(page, "Tab")
    assert page.get_by_text("A whole number from 1 to 10000.").is_visible()
    page.get_by_role("button", name="Generate").click()
    assert page.get_by_label("Puzzles", exact=True).evaluate("one => one === document.activeElement")
    page.get_by_label("Puzzles", exact=True).fill("900")
    page.get_by_label("Seed").fill("abc12xyz")
    press(page, "Tab")
    assert page.get_by_label("Seed").get_attribute("aria-invalid") == "true"
    page.get_by_label("Seed").fill("12")
    with page.expect_response(lambda answer: answer.url.endswith("/api/jobs")) as begun:
        page.get_by_role("button", name="Generate").click()
    job = begun.value.json()
    page.locator(".result").first.wait_for(timeout=300_000)
    page.reload()
    page.get_by_role("button", name="Stop").wait_for()
    page.locator(".progress", has_text="of 900 found").wait_for()
    page.get_by_role("button", name="日本語").click()
    page.get_by_role("button", name="English").click()
    page.get_by_role("button", name="Stop").click()
    page.get_by_text("Stopped with").wait_for()
    assert server.get(f"/api/jobs/{job['id']}").json()["state"] == "ended"
    page.reload()
    page.get_by_text("Stopped with").wait_for()
    first, all_kept = page.locator(".result").first, kept_count(page)
    assert first.bounding_box()["y"] < 850

    remove = page.get_by_role("button", name="Remove")
    assert remove.is_disabled()
    page.get_by_label("Select all").check()
    remove.click()
    page.get_by_text("removed.").wait_for()
    assert page.locator(".result").count() == 0
    page.locator(".message-line").get_by_role("button", name="Undo").click()
    first.wait_for()
    page.wait_for_function(f"() => document.querySelector('.tray .count').textContent === '{all_kept}'")

    first.get_by_role("button", name="Play").click()
    page.locator(".player").wait_for()
    page.go_back()
    first.wait_for()
    assert page.locator(".result .primary").first.evaluate("one => one === document.activeElement")


def test_tabs_show_the_same_and_never_overwrite_each_other(open_studio: Opener) -> None:
    one = open_studio(**WIDE)
    read_in(one, RIGHT)
    other = one.context.new_page()
    other.goto(one.url)
    other.locator(".result").wait_for()
    one.get_by_label("Symmetry").select_option("none")
    other.get_by_role("radio", name="Advanced").check(force=True)
    one.get_by_label("Seed").fill("5")
    press(one, "Tab")
    read_in(other, LEFT)
    cell(one, 1, 1).click()
    for page in (one, other):
        page.locator(".result").nth(1).wait_for()
        page.wait_for_function("() => document.querySelector('[data-field=seed]').value === '5'")
        page.get_by_role("radio", name="Advanced", checked=True).wait_for()
        page.get_by_text("1 clue", exact=True).wait_for()
    one.reload()
    one.locator(".result").nth(1).wait_for()
    assert one.get_by_role("radio", name="Advanced").is_checked()
    assert (one.get_by_label("Symmetry").input_value(), clues(one)) == ("none", "1 clue")


def test_projects_are_named_copied_saved_and_put_away(open_studio: Opener, tmp_path: Path) -> None:
    page = open_studio(**WIDE)
    read_in(page, RIGHT)
    projects = page.get_by_role("button", name="all projects")
    projects.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name", exact=True).fill("Sundays")
    press(page, "Tab")
    with page.expect_download() as saved:
        dialog.get_by_role("button", name="Save Sundays as a file").click()
    dialog.get_by_role("button", name="Duplicate Sundays").click()
    page.get_by_role("button", name="Sundays (copy): all projects").wait_for()
    assert page.locator(".result").count() == 1
    projects.click()
    dialog.get_by_role("button", name="New project").click()
    page.get_by_role("button", name="New project: all projects").wait_for()
    assert page.locator(".result").count() == 0
    projects.click()
    dialog.get_by_role("button", name="Archive Sundays (copy)").click()
    page.get_by_text("Sundays (copy) has been archived.").wait_for()
    page.locator(".message-line").get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Sundays (copy): all projects").wait_for()
    projects.click()
    dialog.get_by_label("From a file").set_input_files(saved.value.path())
    page.get_by_role("button", name="Sundays: all projects").wait_for()
    assert page.locator(".result").count() == 1
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{}")
    projects.click()
    dialog.get_by_label("From a file").set_input_files(wrong)
    dialog.get_by_text("wrong.json is not a cpgen project file.").wait_for()
    assert dialog.locator(".projects li").count() == 4


def test_damaged_records_are_kept_apart_and_errors_name_lines(open_studio: Opener) -> None:
    page = open_studio(**WIDE)
    read_in(page, RIGHT)
    page.evaluate(DAMAGE)
    page.evaluate("localStorage.setItem('cpgen.unwritten', '[{}, 5]')")
    page.reload()
    page.get_by_text("Set aside as unreadable: 1 record.").wait_for()
    assert page.locator(".result").count() == 1
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the unreadable records").click()
    assert len(json.loads(Path(saved.value.path()).read_text())) == 5
    choose_board(page, "2x2", 16)
    make(page, 1)
    page.reload()
    page.locator(".result").nth(1).wait_for()
    assert page.get_by_text("Set aside as unreadable").count() == 0

    page.get_by_role("button", name="Open …").click()
    many = "12" + "." * 79
    page.get_by_role("dialog").get_by_label("Puzzles", exact=True).fill(f"{RIGHT[:-1]}\n{many}\n{LEFT}\n")
    page.get_by_role("button", name="Add to the results").click()
    page.get_by_text("Line 1 is not a puzzle: The puzzle has 80 cells").wait_for()
    assert page.get_by_text("2 puzzles added.").is_visible()
    press(page, "Escape")
    card = page.locator(".result", has_text="Several solutions")
    assert "level" not in card.inner_text()


def test_thousands_arrive_and_the_page_stays_awake(open_studio: Opener) -> None:
    page = open_studio(**WIDE)
    symbols = "123456789"
    grade = {
        "level": 1,
        "steps": 9,
        "clues": 27,
        "grade": "beginner",
        "appropriateness": 0.9,
        "rules": {"naked-single": 9},
    }
    body = []
    for k in range(5000):
        number = f"{k:05d}".translate(str.maketrans("0123456789", ".123456789"))
        puzzle = number + symbols * 2 + "." * (81 - 18 - len(number))
        body.append(f"id: {k + 1}\nevent: puzzle\ndata: {json.dumps({'puzzle': puzzle, 'layout': '3x3', **grade})}\n\n")
    job = {"id": "many", "events": "/api/jobs/many/events", "state": "running", "count": 10000}
    page.route("**/api/jobs", lambda route: route.fulfill(status=201, json=job))
    page.route("**/api/jobs/many", lambda route: route.fulfill(json=job))
    page.route(
        "**/api/jobs/many/events?after=0",
        lambda route: route.fulfill(content_type="text/event-stream", body="".join(body)),
    )
    ending = 'id: 5001\nevent: end\ndata: {"outcome": "stopped", "sentence": "Stopped with 5000 of 10000 found."}\n\n'
    stopped: list[bool] = []
    page.route(
        "**/api/jobs/many/events?after=5000",
        lambda route: route.fulfill(content_type="text/event-stream", body=ending if stopped else ": nothing yet\n\n"),
    )
    page.locator(".workshop").wait_for()
    page.evaluate(WATCH)
    page.get_by_role("button", name="Generate").click()
    page.locator(".result").first.wait_for()
    with page.expect_request(lambda asked: asked.method == "DELETE"):
        page.get_by_role("button", name="Stop").click()
    stopped.append(True)
    page.get_by_text("Stopped with 5000 of 10000 found.").wait_for()
    assert page.locator(".tray .count").inner_text() == "5000"
    assert page.locator(".result").count() < 40
    assert page.evaluate("window.counts.size") > 10
    page.locator(".results").evaluate("one => (one.scrollTop = one.scrollHeight)")
    page.locator('.result[aria-posinset="5000"]').wait_for()
    page.get_by_role("searchbox", name="Find", exact=True).fill(puzzle)
    page.wait_for_function("() => document.querySelectorAll('.result').length === 1")


def test_a_large_project_is_opened_and_copied_whole(open_studio: Opener) -> None:
    page = open_studio(**WIDE)
    page.locator(".workshop").wait_for()
    page.evaluate(FILL, 10_000)
    page.reload()
    page.locator(".tray .count", has_text="10000").wait_for()
    page.locator(".results").evaluate("one => (one.scrollTop = one.scrollHeight)")
    page.locator('.result[aria-posinset="10000"]').wait_for()
    page.get_by_role("button", name="all projects").click()
    page.get_by_role("button", name="Duplicate").click()
    page.get_by_role("button", name="My puzzles (copy): all projects").wait_for()
    page.locator(".tray .count", has_text="10000").wait_for()


def test_a_server_that_has_gone_is_told_and_asked_again(browser: Any) -> None:
    command = [CPGEN, "serve", "--port", "0", "--json"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=ENVIRONMENT, text=True
    ) as one:
        assert one.stdout is not None
        address = json.loads(one.stdout.readline())["address"]
        page = browser.new_page(**WIDE)
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(address)
        choose_board(page, "2x3", 36)
        page.get_by_label("Puzzles", exact=True).fill("9000")
        page.get_by_role("button", name="Generate").click()
        page.locator(".result").first.wait_for(timeout=300_000)
        one.kill()
    page.get_by_text("The server is not responding. The puzzles found so far are kept.").wait_for()
    page.get_by_label("Puzzles", exact=True).fill("2")
    page.get_by_role("button", name="Generate").click()
    page.get_by_text("Queued.").wait_for()
    page.get_by_role("button", name="Try again").click()
    again = [CPGEN, "serve", "--port", address.rsplit(":", 1)[1].strip("/")]
    with subprocess.Popen(again, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=ENVIRONMENT, text=True) as one:
        page.get_by_text("The server does not know this job").wait_for()
        assert page.locator(".result").count() > 0
        page.get_by_text("Found 2 of 2.").wait_for(timeout=300_000)
        with page.expect_response(lambda answer: answer.url.endswith("/api/jobs")) as begun:
            page.get_by_role("button", name="Make the remaining").first.click()
        assert 0 < begun.value.json()["count"] < 9000
        one.send_signal(signal.SIGINT)
    page.close()
