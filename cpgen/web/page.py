"""How do puzzles become a page to play them? One file that needs nothing else, not even a network."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from hashlib import sha256

from cpgen.puzzle import Puzzle
from cpgen.web.inline import script_of, style_of
from cpgen.web.lesson import Lesson, lesson_of
from cpgen.words import words_of

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
<script type="application/json" id="lessons">{lessons}</script>
<script type="module">{script}</script>
</body>
</html>
"""


def play_page(puzzles: Sequence[Puzzle], language: str = "en") -> str:
    """A page of HTML that plays the puzzles with hints, offline and from disk.

    Raises InputError for an unknown language, and what `lesson_of` raises when a puzzle has not one solution.
    """
    return page_of([lesson_of(puzzle) for puzzle in puzzles], language)


def page_of(lessons: Sequence[Lesson], language: str) -> str:
    """The page that plays these lessons; it may run nothing but its own script and reach nothing else."""
    script, style = script_of("play/main.js"), style_of("base.css", "play/play.css")
    data = json.dumps({"language": words_of(language).language, "lessons": lessons}, ensure_ascii=False)
    policy = f"default-src 'none'; base-uri 'none'; script-src {_hash(script)}; style-src {_hash(style)}"
    return PAGE.format(
        language=language,
        policy=policy,
        style=style,
        puzzles=" ".join(lesson["puzzle"] for lesson in lessons),
        lessons=data.replace("<", "\\u003c"),
        script=script,
    )


@cache
def _hash(text: str) -> str:
    """How a Content-Security-Policy names an inline text."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
