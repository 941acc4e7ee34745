"""Kinds of constraints in files that clients send to the server, and those that a page loads as tools."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cpgen.limits import LARGEST_KIND, MOST_KINDS
from cpgen.web.drawing import drawing, kinds_of_constraints
from cpgen.web.records.request_records import DrawingRequest, KindFile, KindsRequest
from cpgen.web.sent_kinds import kinds, with_kinds
from tests.web.browsing import Opener, seriously_inaccessible, wait_until
from tests.web.running import Studio
from tests.web.test_drawing import Setter

DOT = """
title = "Product dot"
japanese = "積の点"
rule = "a * b == total"
look = "dot"
colour = "teal"
label = "{total}"
says = { en = "Dots are products.", ja = "点は積。" }
[[parameter]]
name = "total"
least = 2
most = 72
"""
SENT = [{"name": "product-dot", "text": DOT}]
LAYOUT = "2x3+product-dot 6: r1c1 r1c2"


def test_tools_and_faults_of_files_are_told() -> None:
    files = (KindFile(name="product-dot", text=DOT), KindFile(name="cage", text=DOT), KindFile(name="x", text="["))
    found = kinds(KindsRequest(files=files))
    (tool,) = found.kinds
    assert (tool.kind, tool.drawn, [one.name for one in tool.values]) == ("product-dot", "edge", ["total"])
    assert tool.glyph
    assert tool.glyph.shapes
    assert ["already" in found.problems[0].sentence, len(found.problems)] == [True, 2]


def test_kinds_in_files_of_cpgen_are_tools() -> None:
    assert {"rellik", "anti-taxicab", "difference-line"} <= {one.kind for one in kinds_of_constraints()}


def test_a_drawn_rule_is_given_as_its_kind() -> None:
    request = DrawingRequest(layout="2x3", constraints=("product-dot 6: r1c1 r1c2", "product-dot ?: r2c1 r2c2"))
    with with_kinds([KindFile(name="product-dot", text=DOT)]):
        first, second = drawing(request).constraints
    assert first.given == {"kind": "product-dot", "total": 6, "cells": ["r1c1", "r1c2"]}
    assert (first.ranges, second.given["total"]) == ({"total": (2, 72)}, "?")
    again = drawing(DrawingRequest(layout="2x3", constraints=(first.line,))).constraints[0]
    assert again.given["kind"] == "rule"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("rate", {"puzzle": "." * 36, "layout": LAYOUT}),
        ("outlook", {"clues": "." * 36, "layout": LAYOUT}),
        ("fill", {"clues": "." * 36, "layout": "2x3", "constraints": ["product-dot ?: r1c1 r1c2"]}),
        ("read", {"text": "." * 36, "layout": LAYOUT}),
        ("pattern/check", {"layout": LAYOUT, "grade": "any", "pattern": "6x6-wave"}),
    ],
)
def test_requests_may_bring_kinds_for_themselves(server: Studio, path: str, body: dict[str, Any]) -> None:
    answers = [server.post(f"/api/{path}", **body, **more) for more in ({"kinds": SENT}, {})]
    assert ["error" in answer.text or '"ok":false' in answer.text for answer in answers] == [False, True]


def test_jobs_use_the_kinds_that_are_sent(server: Studio) -> None:
    job = server.begin(layout=LAYOUT, grade="any", clues=8, symmetry="none", seed=1, count=1, kinds=SENT)
    *_, (_, before, puzzle), (_, _, end) = server.events(job)
    assert (before, end["outcome"]) == ("puzzle", "done")
    assert 'rule "a * b == 6"' in puzzle["layout"]


@pytest.mark.parametrize(
    "sent",
    [
        [{"name": "product-dot", "text": "x" * (LARGEST_KIND + 1)}],
        [{"name": "product-dot", "text": DOT}] * (MOST_KINDS + 1),
        [{"name": "../../etc/passwd", "text": DOT}],
        [{"name": "deep", "text": "a = " + "[" * 8000}],
        [{"name": "long", "text": "a = " + "9" * 8000}],
        [{"name": "product-dot", "text": 1}],
        "product-dot",
    ],
)
def test_kinds_beyond_the_limits_are_refused(server: Studio, sent: Any) -> None:
    answer = server.post("/api/drawing", layout="2x3", kinds=sent)
    assert answer.status_code in (400, 422)
    assert answer.json()["error"]["sentence"]


def test_a_page_loads_a_kind_and_draws_with_it(open_studio: Opener) -> None:
    page = open_studio()
    hand = Setter(page)
    page.get_by_text("Own rule", exact=True).click()
    given = {"name": "product-dot.toml", "mimeType": "text/plain", "buffer": DOT.encode()}
    wrong = {"name": "cage.toml", "mimeType": "text/plain", "buffer": DOT.encode()}
    page.get_by_label("Load kinds").set_input_files([given, wrong])
    page.get_by_text(re.compile("is a word for a kind of constraint already")).wait_for()
    assert seriously_inaccessible(page, "#draw") == []
    hand.take("Between cells", "Product dot")
    hand.tap(0.5, 1)
    wait_until(page, lambda: len(hand.lines) == 1)
    page.locator(".chosen input").fill("12")
    wait_until(page, lambda: 'rule "a * b == 12" neighbours as dot teal "12" named "Product dot"' in hand.lines[0])
    page.reload()
    page.get_by_role("group", name="Between cells").get_by_role("button", name="Product dot").wait_for()
    page.get_by_text("Own rule", exact=True).click()
    page.get_by_role("button", name="Forget Product dot").click()
    page.get_by_role("group", name="Between cells").get_by_role("button", name="Product dot").wait_for(state="detached")
