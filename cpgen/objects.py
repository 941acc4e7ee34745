"""What does cpgen say to programs? The JSON objects of puzzles, ratings, rounds, hints and solutions."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from cpgen import api
from cpgen._version import __version__
from cpgen.difficulty import GradeModel
from cpgen.generation.request import Generated
from cpgen.oracles import Uniqueness
from cpgen.puzzle import Puzzle, line, symbol
from cpgen.rater.explain import Explanation, Finding, Round
from cpgen.rater.rating import Rating

if TYPE_CHECKING:
    from cpgen.render.sentences import Teller

OPEN, SOLVED, NONE, MANY = "open", "already-solved", "no-solution", "many-solutions"
"""How a board stands"""


def generated_object(made: Generated) -> dict[str, Any]:
    """The JSON object of a generated puzzle."""
    return {
        **rating_object(made.puzzle, made.rating),
        "solution": line(made.solution),
        "grade": made.grade.name,
        "target": None if made.target.only_a_grade else made.target.as_data(),
        "appropriateness": round(made.appropriateness, 4),
        "matches": made.matches,
        "method": {
            "generation": made.method.generation,
            "replacement": made.method.replacement,
            "oracle": made.method.oracle,
            "until_match": made.method.until_match,
            "seed": made.seed,
            "index": made.index,
            "version": __version__,
        },
        "stats": {
            "attempts": made.stats.attempts,
            "ratings": made.stats.ratings,
            "oracle_calls": made.stats.oracle_calls,
            "seconds": round(made.stats.seconds, 4),
        },
    }


def rating_object(puzzle: Puzzle, rating: Rating) -> dict[str, Any]:
    """The part of a puzzle's JSON object that the rater knows."""
    return {
        "puzzle": puzzle.line,
        "solution": line(rating.digits) if rating.solved else None,
        "layout": puzzle.layout.spec,
        "clues": puzzle.clue_count,
        "level": rating.level,
        "steps": rating.steps,
        "solved": rating.solved,
        "outcome": rating.outcome,
        "rules": dict(rating.rules),
    }


def graded_object(puzzle: Puzzle, rating: Rating, model: GradeModel) -> dict[str, Any]:
    """The JSON object of a rated puzzle, with the grade that it is most typical of (none unless solved)."""
    grade = model.nearest(rating) if rating.solved else None
    return {
        **rating_object(puzzle, rating),
        "grade": grade.name if grade else None,
        "appropriateness": round(grade.appropriateness(rating.level, rating.steps), 4) if grade else None,
        "matches": bool(grade and grade.matches(rating)),
        "model": model.name,
    }


def round_object(one: Round) -> dict[str, Any]:
    """The JSON object of a round; cells are named r1c1, and effects are cell and digit."""
    return {
        "round": one.number,
        "rule": one.rule,
        "complexity": one.complexity,
        "findings": [_finding_object(finding) for finding in one.findings],
    }


def _finding_object(finding: Finding) -> dict[str, Any]:
    name = finding.layout.cell_name
    return {
        "houses": [str(house) for house in finding.houses],
        "cells": [name(cell) for cell in finding.cells],
        "digits": [symbol(digit) for digit in finding.digits],
        "placed": [[name(cell), symbol(digit)] for cell, digit in finding.placed],
        "removed": [[name(cell), symbol(digit)] for cell, digit in finding.removed],
    }


def told_round_object(one: Round, teller: Teller) -> dict[str, Any]:
    """The JSON object of a round, with a sentence for the whole and for each finding."""
    data = round_object(one)
    findings = zip(data["findings"], teller.sentences(one), strict=True)
    return {
        **data,
        "sentence": teller.paragraph(one),
        "findings": [{**finding, "sentence": sentence} for finding, sentence in findings],
    }


def hint_object(puzzle: Puzzle, state: str, one: Round | None, teller: Teller, full: bool) -> dict[str, Any]:
    """The JSON object of a hint; `round` only when the whole was asked for."""
    data: dict[str, Any] = {"puzzle": puzzle.line, "layout": puzzle.layout.spec, "state": state}
    if one:
        data |= {"rule": one.rule, "complexity": one.complexity, "look": teller.where_to_look(one)}
    if one and full:
        data["round"] = told_round_object(one, teller)
    return data


def state_of(puzzle: Puzzle, explanation: Explanation, seconds: float = inf) -> str:
    """Whether the board is open with one solution, full, or has no solution or many, found out in so many seconds."""
    if explanation.rating.outcome == "contradiction":
        return NONE
    if explanation.rating.solved:
        return OPEN if 0 in puzzle.clues else SOLVED
    witness = api.check(puzzle, "bitset", seconds)
    return OPEN if witness.unique else MANY if witness.grids else NONE


def witness_object(puzzle: Puzzle, witness: Uniqueness) -> dict[str, Any]:
    """The JSON object of a uniqueness question; `solutions` has at most two."""
    return {
        "puzzle": puzzle.line,
        "layout": puzzle.layout.spec,
        "clues": puzzle.clue_count,
        "unique": witness.unique,
        "solution": line(witness.grids[0]) if witness.unique else None,
        "solutions": [line(grid) for grid in witness.grids],
        "differing": [puzzle.layout.cell_name(cell) for cell in witness.differing],
    }
