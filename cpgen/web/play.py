"""Puzzles and exercises to play in the browser: as data, and as one HTML file that plays them offline.

A walkthrough is all that a game of a puzzle needs: its solution, how hard it is, and each round of the rater in words.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from hashlib import sha256
from math import inf
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any

from cpgen import api
from cpgen.api import LANGUAGES, Puzzle, words_of
from cpgen.errors import InputError

Walkthrough = dict[str, Any]

FURTHER = ("swordfish", "jellyfish", "xy-wing", "xyz-wing", "w-wing")
"""What a page looks for by itself beside the paper's rules, in `static/play/rules.js`"""

SITES = {"SudokuPad": "sudokupad", "Penpa+": "penpa", "puzz.link": "puzzlink"}
"""Where anybody can play, by the format of their addresses"""
STATIC = Path(__file__).parent / "static"
PAGE = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>cpgen</title>
<style>{style}</style>
</head>
<body>
<div id="page"><noscript>This page needs JavaScript. {puzzles}</noscript></div>
<script type="application/json" id="data">{data}</script>
<script type="module">{script}</script>
</body>
</html>
"""


def walkthrough_of(puzzle: Puzzle, seconds: float = inf) -> Walkthrough:
    """The walkthrough of a puzzle; `seconds` limits the search for its solution when the rater does not find it.

    Cells are numbered from 0. Sentences are given in every language, each digit in braces, as in `{4}`, so that the
    page can show other symbols. Raises ImpossibleError or InputError unless the puzzle has exactly one solution.
    """
    grades = api.model_for(puzzle.layout)
    explanation = api.explain(puzzle, grades)
    rating = explanation.rating
    solution = rating.digits if rating.solved else api.only_solution(puzzle, seconds)
    narrators = _narrators(puzzle.layout.size)
    return {
        "puzzle": puzzle.line,
        "layout": puzzle.layout.spec,
        "solution": api.line(solution),
        "level": rating.level,
        "steps": rating.steps,
        "outcome": rating.outcome,
        "grade": grades.nearest(rating).name if rating.solved else None,
        "ladder": grades.ladder.pairs,
        "rounds": [_round(one, narrators) for one in explanation],
        "elsewhere": list(elsewhere(puzzle)),
    }


def elsewhere(puzzle: Puzzle) -> Iterator[tuple[str, str]]:
    """The sites that can play the puzzle, each with the address that holds it."""
    for site, name in SITES.items():
        with suppress(InputError):
            yield site, api.Writer(api.format_named(name)).add(api.Entry(puzzle)).strip()


def exercise_of(one: api.Exercise) -> Walkthrough:
    """An exercise as a page has it: the board that it begins with, and all that is to be found there."""
    puzzle, state = one.state.puzzle, one.state
    sought = replace(one.answer, findings=one.findings)
    return {
        "puzzle": puzzle.line,
        "layout": puzzle.layout.spec,
        "solution": api.line(one.made.solution),
        "start": {"digits": api.line(state.digits), "marks": state.as_json()["marks"]},
        "sought": _round(sought, _narrators(puzzle.layout.size)),
    }


def _narrators(size: int) -> dict[str, api.Narrator]:
    """Who tells findings in each language, digits in braces."""
    digits = tuple(f"{{{digit}}}" for digit in range(1, size + 1))
    return {name: api.Narrator(words_of(name), digits) for name in LANGUAGES}


def _round(one: api.Round, narrators: dict[str, api.Narrator]) -> dict[str, Any]:
    return {
        "rule": one.rule,
        "complexity": one.complexity,
        "title": {name: narrator.title(one) for name, narrator in narrators.items()},
        "findings": [_finding(one, finding, narrators) for finding in one.findings],
    }


def _finding(one: api.Round, finding: api.Finding, narrators: dict[str, api.Narrator]) -> dict[str, Any]:
    alone = replace(one, findings=(finding,))
    return {
        "cells": finding.cells,
        "houses": [house.cells for house in api.looked_at(finding)],
        "placed": _pairs(finding.placed),
        "removed": _pairs(finding.removed),
        "look": {name: narrator.where_to_look(alone) for name, narrator in narrators.items()},
        "sentence": {name: narrator.sentence(finding) for name, narrator in narrators.items()},
        "parts": [part_of(part) for part in finding.parts] if finding.has_figure else [],
    }


def part_of(part: api.Part) -> dict[str, Any]:
    """A part of a finding as the page has it: its house by the cells, cells numbered from 0."""
    house = {"cells": part.house.cells} if part.house else None
    return {"role": part.role, "house": house, "cells": part.cells, "digits": part.digits, "source": part.source}


def _pairs(effects: Iterable[tuple[int, int]]) -> list[list[int]]:
    return [[cell, digit] for cell, digit in effects]


def play_page(puzzles: Sequence[Puzzle], language: str = "en") -> str:
    """A page of HTML that plays the puzzles with hints, offline and from disk.

    Raises InputError for an unknown language, and the errors of `walkthrough_of`.
    """
    return page_of([walkthrough_of(puzzle) for puzzle in puzzles], language)


def page_of(walkthroughs: Sequence[Walkthrough], language: str) -> str:
    """The page that plays these puzzles or exercises; its security policy allows its own script and nothing else."""
    script, style = script_of("play/main.js"), "".join(map(_source, ("base.css", "play/play.css")))
    first = words_of(language).language
    texts = {"words": page_words("play"), "sentences": sentence_words()}
    data = json.dumps({"language": first, **texts, "walkthroughs": walkthroughs}, ensure_ascii=False)
    policy = f"default-src 'none'; base-uri 'none'; script-src {hash_of(script)}; style-src {hash_of(style)}"
    return PAGE.format(
        language=language,
        policy=policy,
        style=style,
        puzzles=" ".join(one["puzzle"] for one in walkthroughs),
        data=data.replace("<", "\\u003c"),
        script=script,
    )


def page_words(section: str) -> dict[str, dict[str, str]]:
    """The texts of a part of the pages, such as `play` or `studio`, by language and key."""
    return {language: words_of(language).section(section) for language in LANGUAGES}


def sentence_words() -> dict[str, dict[str, str]]:
    """The texts by which a page tells what it finds by itself, by language and key."""
    rules = (*api.shipped_model("nikoli100").ladder.rules, *FURTHER)
    parts = ("houses.", "lists.", "findings.", *(f"rules.{rule}." for rule in rules))
    languages = ((name, words_of(name).texts) for name in LANGUAGES)
    return {name: {key: text for key, text in texts.items() if key.startswith(parts)} for name, texts in languages}


@cache
def hash_of(text: str) -> str:
    """The name of a text by what it says, as a Content-Security-Policy has it."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


# The modules under static/ use a part of JavaScript that makes it simple to join them into one script: imports such as
# `import { a, b as c } from "./x.js"` (or `* as name`) at the top, and `export` before `function`, `class` and `const`.
# Those of others, in static/vendor/, use all of it, and are imported by the script instead.
IMPORT = re.compile(
    r'^import (?:\{(?P<names>[^}]*)\}|\* as (?P<whole>\w+)) from "(?P<module>\.[^"]+)";\n', re.MULTILINE
)
EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
VENDOR = "vendor/"


@cache
def script_of(main: str) -> str:
    """The module `main` (a path below static/) after all that it imports, each of those in a function of its own."""
    parts: dict[str, str] = {}
    body = _body(main, _source(main), parts)
    return "".join(parts.values()) + body


def _body(path: str, source: str, parts: dict[str, str]) -> str:
    """The text of a module that takes what it imports from modules joined before it, which are added to the parts."""
    for found in IMPORT.finditer(source):
        _join(_resolved(path, found["module"]), parts)
    return EXPORT.sub(r"\1", IMPORT.sub(lambda found: _imported(path, found), source))


def _join(path: str, parts: dict[str, str]) -> None:
    """Adds a module after those that it imports, unless it is there."""
    if path in parts:
        return
    if path.startswith(VENDOR):
        parts[path] = f'import * as {_name(path)} from "../{path}";\n'
        return
    source = _source(path)
    exported = ", ".join(name for _, name in EXPORT.findall(source))
    body = _body(path, source, parts)
    parts[path] = f"const {_name(path)} = (() => {{\n{body}return {{ {exported} }};\n}})();\n"


def _imported(importer: str, found: re.Match[str]) -> str:
    """An import statement, rewritten to take the names out of what the imported module's function returned."""
    names = found["whole"] or f"{{{(found['names'] or '').replace(' as ', ': ')}}}"
    return f"const {names} = {_name(_resolved(importer, found['module']))};\n"


def _source(path: str) -> str:
    return (STATIC / path).read_text(encoding="utf-8")


def _resolved(importer: str, module: str) -> str:
    return normpath(join(dirname(importer), module))


def _name(path: str) -> str:
    return "$" + re.sub(r"\W", "_", path.removesuffix(".js"))
