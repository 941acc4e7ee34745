"""Constraints are drawn in the studio: kinds as data, what the server says of a drawing, and strokes on the board."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import structs

from cpgen.constraints import constraint_from_json
from cpgen.constraints.kind_table import HOUSE_KINDS, KINDS
from cpgen.constraints.own_kinds import shipped_kinds
from cpgen.layout import Layout
from cpgen.requests.generate_spec import GenerateSpec
from cpgen.requests.generation_request import resolve
from cpgen.schema import FieldError, build
from cpgen.web.analysis import fill, outlook, superfluous, why_not
from cpgen.web.drawing import drawing, kinds_of_constraints
from cpgen.web.puzzles import rate
from cpgen.web.records.drawing_answers import ConstraintKind
from cpgen.web.records.request_records import (
    DiagnosisRequest,
    DrawingRequest,
    FillRequest,
    JobRequest,
    OutlookRequest,
    RatingRequest,
)
from tests.web.browsing import PHONE, Opener, press, seriously_inaccessible, wait_until
from tests.web.studio_page import choose_board, kept, make, show_sheet

ROWS = [list(enumerate(row, 1)) for row in ("1234", "3412", "2143", "4321")]
"""Each column and digit of the rows of a grid"""
ALL = {one.kind: one for one in kinds_of_constraints()}
LINE = ["r5c5", "r5c6", "r4c6", "r3c6"]
PLACES: dict[str, Any] = {
    "cell": ["r5c5"],
    "cells": LINE,
    "line": LINE,
    "edge": ["r5c5", "r5c6"],
    "corner": ["r5c5", "r5c6", "r6c5", "r6c6"],
    "outside": [f"r{row}c1" for row in range(9, 0, -1)],
    "diagonal": ["r1c3", "r2c2", "r3c1"],
}
"""Cells as each gesture gives them"""
SOME: dict[str, Any] = {"digits": [1], "text": "11", "word": None, "words": None, "number": 1}
KEPT = """() => new Promise((done) => {
  const opening = indexedDB.open("cpgen");
  opening.onsuccess = () => {
    const all = opening.result.transaction("projects").objectStore("projects").getAll();
    all.onsuccess = () => done(all.result[0].plan.constraints);
    opening.result.close();
  };
})"""
"""The lines of the constraints of the first project that is stored"""
KEPT_MARKS = KEPT.replace(".constraints", ".marks")


def test_all_kinds_are_described() -> None:
    assert list(ALL) == [*(kind for kind in KINDS if kind != "any-of"), *HOUSE_KINDS, *shipped_kinds()]
    assert all(set(one.title) == {"en", "ja"} for one in ALL.values())
    assert {one.drawn for one in ALL.values()} == {*PLACES, "board"}
    assert all(bool(one.cells) == (one.drawn != "board") for one in ALL.values())


def _drawn_by_hand(kind: ConstraintKind) -> dict[str, Any]:
    """Return the object that the studio makes of a gesture, with the first value that each kind may have."""
    made: dict[str, Any] = {"kind": kind.kind}
    for value in kind.values:
        first = "?" if value.open else value.choices[0] if value.choices else SOME[value.type]
        first = [first] if value.type == "words" else "a != b" if value.name == "expression" else first
        if first:
            made[value.name] = first if not isinstance(value.default, int | str) else value.default
    cells = PLACES.get(kind.drawn)
    if kind.kind == "extra":
        return {**made, "cells": [f"r{row}c{row}" for row in range(1, 10)]}
    if kind.cells == ("groups",):
        return {**made, "groups": [["r1c1", "r1c2"], ["r5c5", "r5c6"]]}
    if len(kind.cells) == 2:
        return {**made, kind.cells[0]: cells[:1], kind.cells[1]: cells[1:]}
    return {**made, kind.cells[0]: cells} if kind.cells else made


@pytest.mark.parametrize("kind", ALL)
def test_each_kind_can_be_drawn_by_its_gesture(kind: str) -> None:
    given = {key: value for key, value in _drawn_by_hand(ALL[kind]).items() if value != ""}
    found = drawing(DrawingRequest(constraints=(given,)))
    (one,) = found.constraints
    assert one.problem is None, one.problem
    assert {**given, **one.given} == one.given or kind == "extra"
    (again,) = drawing(DrawingRequest(constraints=(one.line,))).constraints
    assert (again.line, again.given, again.name) == (one.line, one.given, one.name)
    assert constraint_from_json(one.given, 9, (0,) * 81 if kind != "disjoint" else BOXES)


BOXES = tuple(row // 3 * 3 + column // 3 for row in range(9) for column in range(9))


def test_a_repeated_constraint_has_a_warning() -> None:
    first, again = drawing(DrawingRequest(constraints=("cage 15: r1c1 r1c2", "cage 15: r1c1 r1c2"))).constraints
    assert (first.problem, first.warning, again.problem) == (None, None, None)
    assert again.warning
    assert again.warning.key == "constraint-twice"


def test_a_wrong_constraint_leaves_the_others() -> None:
    lines = "cage 15: r1c1 r1c2", "cage 99: r2c1 r2c2", "cage 15: r1c1 r1c2", "nothing", "sandwich ? row 3"
    found = drawing(DrawingRequest(constraints=lines))
    keys = [one.problem and one.problem.key for one in found.constraints]
    assert keys == [None, "constraint-in", None, "constraint-in", None]
    assert found.spec == "3x3+cage 15: r1c1 r1c2+sandwich ? row 3"
    assert found.is_open
    assert found.reach[0] > 0.5
    assert len(found.over) >= 3
    assert found.constraints[0].cells == (0, 1)


class Setter:
    """A person who draws on the board of the studio."""

    def __init__(self, page: Any, n: int = 9) -> None:
        self.page, self.n = page, n

    def take(self, group: str, title: str) -> None:
        part = self.page.get_by_role("group", name=group, exact=True)
        part.get_by_role("button", name=title, exact=True).click()
        self.page.locator(".frame.drawn-on").wait_for()

    def point(self, row: float, column: float) -> tuple[float, float]:
        box = self.page.locator(".pattern .cells").bounding_box()
        return box["x"] + column * box["width"] / self.n, box["y"] + row * box["height"] / self.n

    def drag(self, *points: tuple[float, float]) -> None:
        self.page.mouse.move(*self.point(*points[0]))
        self.page.mouse.down()
        for point in points[1:]:
            self.page.mouse.move(*self.point(*point))
        self.page.mouse.up()

    def tap(self, row: float, column: float) -> None:
        self.page.mouse.click(*self.point(row, column))

    def has(self, name: str) -> Any:
        """Return the row of a constraint in the list, when it is there."""
        row = self.page.locator(".drawn li").filter(has_text=name)
        row.wait_for()
        return row

    @property
    def lines(self) -> list[str]:
        """The lines of the project as they are stored."""
        return self.page.evaluate(KEPT)


def test_constraints_are_drawn_by_pointer_and_kept(open_studio: Opener) -> None:
    page = open_studio()
    hand = Setter(page)
    hand.take("Cells", "Killer cage")
    hand.drag((0.5, 0.5), (0.5, 1.5), (1.5, 1.5))
    hand.has("the cage at r1c1")
    page.keyboard.type("15")
    hand.has("the cage of 15 at r1c1")
    press(page, "Enter")
    hand.has("the cage of 15 at r1c1")
    hand.take("Lines", "Thermometer")
    hand.drag((8.5, 0.5), (7.5, 1.5), (6.5, 2.5), (5.5, 2.5))
    hand.has("the thermometer from r9c1")
    hand.take("Between cells", "White dot")
    hand.tap(4.5, 5)
    hand.has("the white dot between r5c5 and r5c6")
    hand.take("Outside the board", "Sandwich")
    hand.tap(2.5, -0.5)
    hand.has("the sandwich ? next to r3c1")
    hand.take("Outside the board", "Little killer")
    hand.tap(-0.5, 4.75)
    hand.has("the little killer ? at r1c6")
    wanted = [
        "cage 15: r1c1 r1c2 r2c2",
        "thermo: r9c1 r8c2 r7c3 r6c3",
        "white 1: r5c5 r5c6",
        "sandwich ? row 3",
        "little ? from r1c6 se",
    ]
    assert hand.lines == wanted
    assert page.locator(".pattern svg.clues circle").count() >= 2
    press(page, "Escape", "Control+z")
    page.locator(".drawn li").nth(4).wait_for(state="detached")
    page.reload()
    hand.has("the thermometer from r9c1")
    assert hand.lines == wanted[:4]


def test_cages_are_drawn_one_after_the_other(open_studio: Opener) -> None:
    page = open_studio()
    hand = Setter(page)
    hand.take("Cells", "Killer cage")
    for row, total in enumerate((5, 6, 7)):
        hand.drag((row + 0.5, 0.5), (row + 0.5, 1.5))
        hand.has(f"the cage at r{row + 1}c1")
        page.keyboard.type(str(total))  # and the next stroke begins in the field
    press(page, "Enter")
    hand.has("the cage of 7 at r3c1")
    assert hand.lines == ["cage 5: r1c1 r1c2", "cage 6: r2c1 r2c2", "cage 7: r3c1 r3c2"]


def write(page: Any, *lines: str) -> None:
    """Give the constraints as text."""
    field = page.locator(".constraints textarea")
    if not field.is_visible():
        page.get_by_text("Constraints as text").click()
    field.fill("\n".join(lines))
    press(page, "Tab")
    page.locator(".drawn li").nth(len(lines) - 1).wait_for()


def test_the_solver_follows_a_drawing(open_studio: Opener) -> None:
    page = open_studio()
    choose_board(page, "2x2", 16)
    page.get_by_label("Solve along").check()
    write(page, "cage 3: r1c1 r1c2", "cage 7: r2c1 r2c2", "cage 7: r3c1 r4c1")
    page.get_by_text("No solution.").wait_for()
    page.get_by_text("These contradict each other:").wait_for()
    assert page.locator(".outlook li").count() >= 1
    page.get_by_role("button", name="Undo").first.click()
    page.get_by_text("solutions or more.").wait_for()
    assert page.get_by_text("These contradict").count() == 0
    write(page, "cage 3: r1c1 r1c2", "cage ?: r2c1 r2c2 r2c3", "sandwich ? row 3")
    page.get_by_text("solutions").first.wait_for()
    page.get_by_role("button", name="Fill in open values").click()
    page.locator(".drawn li").filter(has_text="?").first.wait_for(state="detached")
    page.get_by_role("button", name="Undo").first.click()
    page.locator(".drawn li").filter(has_text="?").nth(1).wait_for()
    write(page, "cage 99: r1c1 r1c2", "cage ?: r2c1 r2c2 r2c3", "sandwich ? row 3")
    page.locator(".drawn .problem").wait_for()
    page.locator(".status .verdict").wait_for(state="detached")
    page.get_by_role("button", name="Undo").first.click()
    page.get_by_text("there is exactly one solution").or_(page.get_by_text("No single digit")).wait_for()
    assert seriously_inaccessible(page, ".constraints") == []
    assert seriously_inaccessible(page, ".outlook") == []


@pytest.mark.parametrize(
    ("line", "ranges"),
    [
        ("cage 3: r1c1 r1c2", {"total": (3, 17)}),
        ("cage: r1c1 r1c2 r1c3", {"total": (6, 24)}),
        ("sum 9: r1c1 r1c2", {"total": (2, 18)}),
        ("little 20 from r1c2 se", {"total": (8, 72)}),
        ("sandwich 10 row 1", {"total": (0, 35)}),
        ("x-sum 10 row 1", {"total": (1, 45)}),
        ("skyscraper 3 row 1", {"count": (1, 9)}),
        ("white: r1c1 r1c2", {"difference": (1, 8)}),
        ("black: r1c1 r1c2", {"ratio": (2, 9)}),
        ("xv 10 r1c1 r1c2", {"total": (2, 18)}),
        ("whisper: r1c1 r1c2", {"difference": (1, 8)}),
        ("lunchbox 5: r1c1 r1c2 r1c3", {"total": (0, 8)}),
        ("thermo: r1c1 r1c2", {}),
        ("windoku", {}),
    ],
)
def test_numbers_outside_their_range_are_refused(line: str, ranges: dict[str, tuple[int, int]]) -> None:
    def drawn(given: str | dict[str, Any]) -> Any:
        return drawing(DrawingRequest(layout="3x3", constraints=(given,))).constraints[0]

    one = drawn(line)
    assert (one.problem, one.ranges) == (None, ranges)
    for name, (least, most) in ranges.items():
        assert [drawn({**one.given, name: number}).problem for number in (least, most)] == [None, None]
        for number in (least - 1, most + 1):
            problem = drawn({**one.given, name: number}).problem
            assert {str(least), str(most), str(number)} <= {*problem.sentence.replace(",", "").rstrip(".").split()}


def test_a_rating_ends_when_the_drawing_changes(open_studio: Opener) -> None:
    page = open_studio()
    held: list[Any] = []
    ended: list[str] = []
    page.route("**/api/rate", lambda route: held.append(route))  # noqa: PLW0108 - append has no signature
    page.on("requestfailed", lambda request: ended.append(request.url))
    choose_board(page, "2x2", 16)
    page.get_by_label("Solve along").check()
    lines = [f"cage {digit}: r{row}c{column}" for row, digits in enumerate(ROWS, 1) for column, digit in digits]
    write(page, *lines)
    page.get_by_text("One solution.").wait_for()
    wait_until(page, lambda: bool(held))
    write(page, *lines[1:])
    wait_until(page, lambda: len(held) >= 2)
    assert [url.rpartition("/")[2] for url in ended].count("rate") == 1
    rated = held[1].fetch().json()
    held[1].fulfill(json=rated | {"outcome": "stopped", "level": 7, "grade": None})
    page.get_by_text("One solution: level 7 or harder, not rated further.").wait_for()


def test_a_link_opens_a_drawing_with_open_values(open_studio: Opener) -> None:
    page = open_studio()
    choose_board(page, "2x2", 16)
    page.locator(".pattern .cell").nth(3).click()
    lines = ["cage ?: r1c1 r1c2", "quad ? at r2c2", "sandwich ? row 3"]
    write(page, *lines)
    address = page.get_by_label("Link to this drawing").input_value()
    wait_until(page, lambda: "x" in page.evaluate(KEPT_MARKS))
    marks = page.evaluate(KEPT_MARKS)
    choose_board(page, "3x3", 81)
    page.evaluate("(address) => (location.href = address)", address)
    page.get_by_text("This is the drawing of the link").wait_for()
    page.locator(".drawn li").nth(2).wait_for()
    wait_until(page, lambda: (page.evaluate(KEPT), page.evaluate(KEPT_MARKS)) == (lines, marks))
    page.evaluate("location.href = '#layout=2x2&drawing=5...............'")
    page.get_by_text("The link does not contain a valid puzzle.").wait_for()
    page.get_by_role("button", name="Undo").first.click()
    page.locator(".drawn li").nth(2).wait_for(state="detached")
    assert page.get_by_role("gridcell").count() == 81


def test_a_rating_is_stopped_when_its_client_is_gone() -> None:
    request = RatingRequest(puzzle="." * 16, layout="2x2+cage 3: r1c1 r1c2")
    assert rate(request, lambda: False).outcome == "stuck"
    assert rate(request, lambda: True).outcome == "stopped"


def test_open_values_are_read_from_a_grid() -> None:
    lines = "cage ?: r1c1 r1c2", "dot? r2c2 r2c3", "sandwich ? row 2", "cage 7: r4c3 r3c4", "diagonals up"
    request = FillRequest(clues="." * 16, layout="2x2", constraints=lines, seed=1)
    filled = fill(request, lambda: False)
    layout = Layout.parse("+".join(["2x2", *filled.constraints]))
    assert not any(one.is_open for one in layout.further)
    assert layout.extras
    assert len(filled.constraints) + filled.left_out == 5
    assert "cage 7: r4c3 r3c4" in filled.constraints
    again = fill(structs.replace(request, again=True, constraints=("cage 7: r1c1 r1c2",)), lambda: False)
    assert again.constraints != ("cage 7: r1c1 r1c2",)


def test_other_values_have_as_many_digits_as_before() -> None:
    lines = "quad 1 2 at r1c1", "quad 3 at r3c3", "quad ? at r2c2"
    read = set()
    for seed in range(12):
        request = FillRequest(clues="." * 16, layout="2x2", constraints=lines, seed=seed, again=True)
        filled = fill(request, lambda: False).constraints
        assert [len(line.partition(" at ")[0].split()) - 1 for line in filled] == [2, 1, 4]
        read.add(filled[1])
    assert len(read) > 1


def test_reasons_name_what_contradicts_and_what_decides() -> None:
    cages = "2x2+cage 3: r1c1 r1c2+cage 7: r2c1 r2c2+cage 7: r3c1 r4c1"
    found = why_not(DiagnosisRequest(clues="." * 16, layout=cages), lambda: False)
    assert (found.solutions, [one.line for one in found.constraints]) == (0, ["cage 3: r1c1 r1c2", "cage 7: r3c1 r4c1"])
    several = DiagnosisRequest(clues="1234341.21434.2.", layout="2x2+cage ?: r4c1 r4c2")
    assert why_not(several, lambda: False).solutions == 1
    several = DiagnosisRequest(clues="1234" + "." * 12, layout="2x2+cage ?: r2c1 r3c1+xv ? r2c3 r2c4")
    found = why_not(several, lambda: False)
    assert found.solutions == 2
    assert all(one.instead in several.layout for one in found.values)
    assert why_not(several, lambda: True).solutions is None


def test_superfluous_constraints_are_listed() -> None:
    layout = "2x2+cage 3: r1c1 r1c2+thermo: r3c2 r3c1"
    found = superfluous(DiagnosisRequest(clues="1234341221434321", layout=layout), lambda: False)
    assert [one.line for one in found.constraints] == ["cage 3: r1c1 r1c2", "thermo: r3c2 r3c1"]
    assert (len(found.clues), found.complete, found.together) == (16, True, False)


def test_an_outlook_with_constraints_has_true_candidates() -> None:
    layout = "2x2+cage 3: r1c1 r1c2+cage ?: r2c1 r2c2"
    found = outlook(OutlookRequest(clues="." * 14 + "3.", layout=layout, limit=1.0), lambda: False)
    assert (found.solutions is None or found.solutions > 1, found.marks[0], found.placed[14]) == (True, "12", ".")
    assert outlook(OutlookRequest(clues="3" + "." * 15, layout=layout, limit=1.0), lambda: False).solutions == 0


def test_an_outlook_can_be_the_number_of_solutions() -> None:
    layout = "2x2+cage 3: r1c1 r1c2+cage ?: r2c1 r2c2"
    request = OutlookRequest(clues="12" + "." * 14, layout=layout, candidates=False, limit=5.0)
    found = outlook(request, lambda: False)
    assert (found.solutions, set(found.marks), found.placed) == (24, {""}, "." * 16)
    assert outlook(request, lambda: True).solutions is None
    classic = outlook(structs.replace(request, clues="123.........4..1", layout="2x2"), lambda: False)
    assert (classic.solutions, set(classic.marks), classic.placed, classic.outcome) == (1, {""}, "." * 16, "solved")


def test_constraints_are_drawn_by_keys(open_studio: Opener) -> None:
    page = open_studio()
    hand = Setter(page)
    hand.take("Lines", "Thermometer")
    page.locator(".pattern .cell").first.focus()
    press(page, "Space", "ArrowRight", "Space", "ArrowDown", "Space", "Enter")
    hand.has("the thermometer from r1c1")
    hand.take("Cells", "Killer cage")
    page.locator(".pattern .cell[tabindex='0']").focus()
    press(page, "Enter", "ArrowDown", "Enter", "Enter", "7")
    total = page.locator(".chosen input").first
    wait_until(page, lambda: page.locator(".chosen input:focus").count() > 0 and total.input_value() == "7")
    press(page, "Enter")
    hand.has("the cage of 7 at r2c2")
    hand.take("Between cells", "Black dot")
    page.locator(".pattern .cell[tabindex='0']").focus()
    press(page, "Enter", "ArrowRight", "Enter")
    hand.has("the black dot between r3c2 and r3c3")
    press(page, "Escape")
    hand.take("Outside the board", "X-sum")
    page.locator(".pattern .cell[tabindex='0']").focus()
    press(page, "ArrowRight", "ArrowRight", "Enter")
    hand.has("the x-sum ? next to r1c2")
    assert hand.lines == ["thermo: r1c1 r1c2 r2c2", "cage 7: r2c2 r3c2", "black 2: r3c2 r3c3", "x-sum ? column 2"]
    press(page, "Delete")
    page.locator(".drawn li").nth(3).wait_for(state="detached")
    press(page, "Escape")
    page.locator(".frame.drawn-on").wait_for(state="detached")
    press(page, "Control+z")
    hand.has("the x-sum ? next to r1c2")


def test_constraints_are_drawn_by_a_finger(open_studio: Opener) -> None:
    page = open_studio(**PHONE)
    hand = Setter(page)
    hand.take("Lines", "Whisper line")
    client = page.context.new_cdp_session(page)
    for kind, points in (
        ("touchStart", [(5.5, 5.5)]),
        ("touchMove", [(5.5, 6.5)]),
        ("touchMove", [(6.5, 7.5)]),
        ("touchEnd", []),
    ):
        touches = [dict(zip("xy", hand.point(*point), strict=True)) for point in points]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
    hand.has("r6c6")
    show_sheet(page, "Tools")
    hand.take("Between cells", "XV")
    page.touchscreen.tap(*hand.point(4.5, 5))
    hand.has("r5c5 and r5c6")
    assert hand.lines == ["whisper 5: r6c6 r6c7 r7c8", "xv ?: r5c5 r5c6"]
    page.get_by_label("Sum", exact=True).fill("10")
    press(page, "Enter")
    hand.has("a sum of 10")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_tools_stand_next_to_the_board_on_its_side(open_studio: Opener) -> None:
    page = open_studio(**PHONE | {"viewport": {"width": 844, "height": 390}})
    hand = Setter(page)
    hand.take("Cells", "Killer cage")
    board = page.locator(".frame.drawn-on").bounding_box()
    tools = page.locator(".rail").bounding_box()
    assert board["x"] + board["width"] <= tools["x"]
    assert 270 < board["height"] < 390


def test_a_constraint_is_extended_and_chosen_on_the_board(open_studio: Opener) -> None:
    page = open_studio()
    hand = Setter(page)
    hand.take("Cells", "Clone")
    hand.drag((0.5, 0.5), (0.5, 1.5))
    hand.drag((4.5, 4.5), (4.5, 5.5))
    hand.has("r1c1")
    page.keyboard.down("Shift")
    hand.drag((7.5, 0.5), (7.5, 1.5))
    page.keyboard.up("Shift")
    page.locator(".sketch .chosen[d*='M0 7h1']").wait_for(state="attached")
    hand.take("Whole board", "Chess moves")
    hand.has("leap")
    page.get_by_role("checkbox", name="knight").click()
    page.locator(".chosen input:checked").nth(1).wait_for()
    page.locator(".rail").get_by_role("button", name="Select", exact=True).click()
    hand.tap(7.5, 1.5)
    page.locator(".chosen").get_by_role("button", name="Remove").click()
    page.locator(".drawn li").nth(1).wait_for(state="detached")
    assert hand.lines == ["leaps king knight"]


def test_puzzles_are_made_on_a_drawing_and_put_back(open_studio: Opener) -> None:
    page = open_studio()
    choose_board(page, "2x2", 16)
    write(page, "cage ?: r1c1 r1c2", "cage ?: r2c1 r3c1", "cage ?: r4c1 r4c2", "diagonals")
    page.get_by_text("Any", exact=True).click()
    make(page, 1)
    (made,) = kept(page)
    assert made["layout"].startswith("2x2+diagonals+cage ")
    page.locator(".result .thumb .clues .dashed").nth(2).wait_for(state="attached")
    page.locator(".constraints textarea").fill("")
    press(page, "Tab")
    page.locator(".drawn").wait_for(state="detached")
    page.get_by_role("button", name="on the board").click()
    page.locator(".drawn li").nth(2).wait_for()
    assert page.evaluate(KEPT) == made["layout"].split("+")[2:]


def test_kinds_are_drawn_at_random_for_each_puzzle(open_studio: Opener) -> None:
    page = open_studio()
    choose_board(page, "2x3", 36)
    page.get_by_label("Draw at random").select_option("killer")
    page.get_by_label("Cells in a cage").fill("2-3")
    page.get_by_text("Any", exact=True).click()
    make(page, 2)
    layouts = [Layout.parse(one["layout"]) for one in kept(page)]
    assert len(set(layouts)) == 2
    for layout in layouts:
        assert {one.kind for one in layout.further} == {"cage"}
        assert max(len(one.cells) for one in layout.further) <= 3


def test_a_job_reads_no_file_for_its_kind() -> None:
    with pytest.raises(FieldError, match="kind"):
        build(JobRequest, {"kind": "/etc/passwd"})


def test_job_draws_several_styles_on_one_board() -> None:
    asked = build(JobRequest, {"kind": "killer+thermo", "layout": "2x3"})
    assert str(asked.kind) == "killer+thermo"
    assert asked.request == resolve(build(GenerateSpec, {"kind": "killer+thermo", "layout": "2x3"}))


@pytest.mark.parametrize("name", ["キラー+thermo", "Killer + Thermometers"])
def test_styles_of_a_job_may_be_titles(name: str) -> None:
    assert str(build(JobRequest, {"kind": name}).kind) == "killer+thermo"


@pytest.mark.parametrize("name", ["killer+/etc/passwd", "killer+nothing", "./killer.toml", "killer+thermo.toml"])
def test_styles_of_a_job_name_no_files(name: str) -> None:
    with pytest.raises(FieldError, match="kind"):
        build(JobRequest, {"kind": name})


def test_any_grade_is_offered_where_one_is_not_found(open_studio: Opener) -> None:
    page = open_studio()
    ended = {"sentence": "The time limit ran out.", "key": "stopped", "values": {}}
    end = {"outcome": "not-found", "sentence": "-", "key": "ran-out-drawn"}
    values = {"found": 0, "count": 1, "seconds": 1, "ended": ended}
    events = f"id: 1\nevent: end\ndata: {json.dumps(end | {'values': values})}\n\n"
    page.route("**/api/jobs", lambda route: route.fulfill(status=201, json={"id": "search"}))
    page.route("**/api/jobs/search/*", lambda route: route.fulfill(content_type="text/event-stream", body=events))
    page.get_by_text("Beginner", exact=True).click()
    page.get_by_label("Puzzles", exact=True).fill("1")
    page.get_by_role("button", name="Generate").click()
    page.get_by_role("button", name="Make 1 of any grade").click()
    page.locator(".jobs").get_by_text("Any × 1", exact=True).wait_for()


@pytest.mark.parametrize(("word", "kind"), [("kropki", "white"), ("ratio", "black"), ("アンチナイト", "leaps")])
def test_pages_have_the_words_by_which_kinds_are_found(word: str, kind: str) -> None:
    assert word in [one for words in ALL[kind].synonyms.values() for one in words]
