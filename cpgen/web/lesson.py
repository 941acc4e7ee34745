"""What does the play page know about a puzzle? Its solution, how hard it is, and every round of the rater in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import inf
from typing import Any

from cpgen import api
from cpgen.difficulty import model_for
from cpgen.notation import line
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import Finding, Round
from cpgen.rater.rating import Rating
from cpgen.render.sentences import Narrator, looked_at
from cpgen.words import LANGUAGES, words_of

Lesson = dict[str, Any]


def lesson_of(puzzle: Puzzle, seconds: float = inf) -> Lesson:
    """All that a game of the puzzle needs, as data for JSON; `seconds` for its solution where the rater finds none.

    Raises an error when it has not exactly one solution.

    Cells are numbered from 0. The sentences are there in every language, with each digit in braces, as in `{4}`, so
    that the page can put other symbols in its place.
    """
    grades = model_for(puzzle.layout)
    explanation = api.explain(puzzle, grades)
    rating = explanation.rating
    solution = rating.digits if rating.solved else api.only_solution(puzzle, seconds)
    narrators = {name: Narrator(words_of(name), _braced(puzzle.layout.size)) for name in LANGUAGES}
    return {
        "puzzle": puzzle.line,
        "layout": puzzle.layout.spec,
        "solution": line(solution),
        **_rated(rating),
        "grade": grades.nearest(rating).name if rating.solved else None,
        "rounds": [_round(one, narrators) for one in explanation],
    }


def _braced(size: int) -> tuple[str, ...]:
    return tuple(f"{{{digit}}}" for digit in range(1, size + 1))


def _rated(rating: Rating) -> Lesson:
    return {"level": rating.level, "steps": rating.steps, "outcome": rating.outcome}


def _round(one: Round, narrators: dict[str, Narrator]) -> Lesson:
    return {
        "rule": one.rule,
        "complexity": one.complexity,
        "title": {name: narrator.title(one) for name, narrator in narrators.items()},
        "findings": [_finding(one, finding, narrators) for finding in one.findings],
    }


def _finding(one: Round, finding: Finding, narrators: dict[str, Narrator]) -> Lesson:
    alone = replace(one, findings=(finding,))
    return {
        "cells": finding.cells,
        "houses": [house.cells for house in looked_at(finding)],
        "placed": _pairs(finding.placed),
        "removed": _pairs(finding.removed),
        "look": {name: narrator.where_to_look(alone) for name, narrator in narrators.items()},
        "say": {name: narrator.sentence(finding) for name, narrator in narrators.items()},
    }


def _pairs(effects: Iterable[tuple[int, int]]) -> list[list[int]]:
    return [[cell, digit] for cell, digit in effects]
