"""The rules of exported pages, run by Node, find and describe the findings of cpgen."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

from cpgen import resources
from cpgen.difficulty import shipped_ladder
from cpgen.library import layout_named
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import Finding, Round, explain_puzzle, find_in
from cpgen.rater.ladder import RULES, Ladder
from cpgen.render.figure import figure_of
from cpgen.render.sentences import Narrator, looked_at
from cpgen.state import State
from cpgen.translations import LANGUAGES, words_of
from cpgen.web.play import FURTHER, part_of, sentence_words
from cpgen.web.static_files import STATIC
from tests.rater.techniques.boards import found, states

NODE = shutil.which("node")
SCRIPT = """
import { layoutOf } from "./play/layout.js";
import { Board, firstOf } from "./play/rules.js";
import { aboutOf, lookedAt, Narrator } from "./play/sentences.js";
import { readFileSync } from "node:fs";

const { texts, asked } = JSON.parse(readFileSync(0, "utf8"));
const told = asked.map(({ layout: spec, digits, candidates, rules }) => {
  const layout = layoutOf(spec);
  const board = new Board(layout, digits, candidates);
  return rules.map((rule) => {
    const found = firstOf(rule, board);
    if (!found) return null;
    const languages = Object.entries(texts).map(([name, own]) => [name, new Narrator(own, layout)]);
    const each = (tell) => Object.fromEntries(languages.map(([name, narrator]) => [name, tell(narrator)]));
    const houses = lookedAt(layout, { ...aboutOf(found), parts: found.parts }).map(({ cells }) => cells);
    const inOrder = (effects) => effects.sort(([one, own], [other, its]) => one - other || own - its);
    const [placed, removed] = [inOrder(found.placed), inOrder(found.removed)];
    return {
      ...aboutOf(found), houses, placed, removed,
      look: each((narrator) => narrator.look(found)),
      sentence: each((narrator) => narrator.sentence(found)),
    };
  });
});
console.log(JSON.stringify(told));
"""
FIGURES = """
import { hasFigure, kindsOf, linksOf, tints } from "./play/figure.js";
import { readFileSync } from "node:fs";

const figures = JSON.parse(readFileSync(0, "utf8")).map((finding) => ({
  has: hasFigure(finding),
  kinds: Object.fromEntries(kindsOf(finding)),
  links: linksOf(finding),
  tints: Object.fromEntries(Object.entries(tints(finding)).map(([name, cells]) => [name, [...cells]])),
}));
console.log(JSON.stringify(figures));
"""
DIGITS = {name: tuple(f"{{{digit}}}" for digit in range(1, 17)) for name in LANGUAGES}


def answer_of_node(folder: Path, script: str, question: Any) -> list[Any]:
    """Return the answer of a script that imports the page's modules."""
    if NODE is None:
        pytest.skip("There is no Node: apt-get install nodejs")
    shutil.copytree(STATIC, folder, dirs_exist_ok=True)
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    (folder / "ask.js").write_text(script, encoding="utf-8")
    question = json.dumps(question)
    ran = subprocess.run([NODE, "ask.js"], cwd=folder, input=question, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def asked_of_node(folder: Path, asked: list[dict[str, Any]]) -> list[Any]:
    """Return the findings of the page's rules by state and rule."""
    return answer_of_node(folder, SCRIPT, {"texts": sentence_words(), "asked": asked})


def question(state: State, rules: tuple[str, ...]) -> dict[str, Any]:
    return {
        "layout": state.layout.spec,
        "digits": state.digits,
        "candidates": state.candidates,
        "rules": rules,
    }


def told(rule: str, finding: Finding) -> dict[str, Any]:
    """Return a finding as the page represents it."""
    narrators = {name: Narrator(words_of(name), DIGITS[name]) for name in LANGUAGES}
    one = Round(1, rule, 1, (finding,))
    return {
        "cells": list(finding.cells),
        "digits": list(finding.digits),
        "houses": [list(house.cells) for house in looked_at(finding)],
        "placed": sorted(map(list, finding.placed)),
        "removed": sorted(map(list, finding.removed)),
        "look": {name: narrator.where_to_look(one) for name, narrator in narrators.items()},
        "sentence": {name: narrator.sentence(finding) for name, narrator in narrators.items()},
    }


def first_of(state: State, rule: str) -> Finding | None:
    """Return cpgen's first finding of a rule of the paper."""
    pairs = [(RULES[0], 1)] if rule == RULES[0] else [(RULES[0], 1), (rule, 2)]
    return next((one for one in find_in(state, Ladder.of(pairs)) if one.rule == rule), None)


@pytest.mark.parametrize(
    ("shape", "count"), [("3x3", 150), ("2x3", 60), ("jigsaw-9", 40), ("3x3+diagonals", 40), ("latin-6", 40)]
)
def test_the_page_finds_first_what_cpgen_finds_first(tmp_path: Path, shape: str, count: int) -> None:
    boards = [state for state, _ in states(layout_named(shape), count, 5)]
    answers = asked_of_node(tmp_path, [question(state, RULES) for state in boards])
    seen = set()
    for state, answer in zip(boards, answers, strict=True):
        for rule, first in zip(RULES, answer, strict=True):
            expected = first_of(state, rule)
            assert first == (expected and told(rule, expected)), rule
            seen |= {rule} if first else set()
    assert len(seen) > 8


@pytest.mark.parametrize(("shape", "kinds"), [("3x3", 4), ("2x3", 2), ("3x3+diagonals", 4), ("latin-6", 3)])
def test_wings_and_fish_agree_with_cpgen(tmp_path: Path, shape: str, kinds: int) -> None:
    boards = [state for state, _ in states(layout_named(shape), 80, 6)]
    answers = asked_of_node(tmp_path, [question(state, FURTHER) for state in boards])
    seen = set()
    for state, answer in zip(boards, answers, strict=True):
        for rule, first in zip(FURTHER, answer, strict=True):
            every = [told(rule, one) for one in found(state, rule)]
            assert bool(first) == bool(every), rule
            assert not first or first in every
            seen |= {rule} if first else set()
    assert len(seen) >= kinds


def test_the_page_draws_what_pictures_show(tmp_path: Path) -> None:
    known = [line for line in resources.text("puzzles", "hardest").splitlines() if line[:1] != "#"]
    ladder = shipped_ladder("hodoku").ladder
    findings = [one.findings[0] for line in known[:6] for one in explain_puzzle(Puzzle.parse(line), ladder)]
    drawn = [one for one in findings if one.has_figure]
    assert len({one.rule for one in drawn}) > 4
    asked = [
        {"parts": to_builtins(tuple(map(part_of, one.parts))), "placed": one.placed, "removed": one.removed}
        for one in findings
    ]
    for one, shown in zip(findings, answer_of_node(tmp_path, FIGURES, asked), strict=True):
        figure = figure_of(one)
        assert shown["has"] == one.has_figure
        assert shown["kinds"] == {f"{cell},{digit}": kind for (cell, digit), kind in figure.kinds.items()}
        links = [{"source": link.source, "target": link.target, "strong": link.strong} for link in figure.links]
        assert shown["links"] == json.loads(json.dumps(links))
        if one.has_figure:
            assert set(shown["tints"]["look"]) == {cell for house in figure.bases for cell in house}
            assert set(shown["tints"]["cover"]) == {cell for house in figure.covers for cell in house}
