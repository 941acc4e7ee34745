"""How puzzles, ratings and solutions are shown: drawn for people, lines for pipes, objects for programs."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cpgen._version import __version__
from cpgen.difficulty import GradeModel
from cpgen.generation.request import Generated
from cpgen.oracles import Uniqueness
from cpgen.puzzle import Puzzle, line, symbol
from cpgen.rater.explain import TITLES, Finding, Round
from cpgen.rater.rating import Rating
from cpgen.render.terminal import draw_board

BOLD, REVERSE, PLAIN = "\x1b[1m", "\x1b[7m", "\x1b[0m"


def for_people() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout.isatty()


def in_colour() -> bool:
    """Whether escape codes are wanted: on a terminal that knows them, unless NO_COLOR is set (no-color.org)."""
    return for_people() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def tell(text: str) -> None:
    """Writes a line at once."""
    print(text, flush=True)


def tell_json(data: Mapping[str, Any]) -> None:
    """Writes an object on one line at once."""
    tell(json.dumps(data, ensure_ascii=False))


def board(puzzle: Puzzle, digits: Sequence[int] = (), marked: Iterable[int] = ()) -> str:
    """The board drawn with its clues in bold, other digits plain, and marked cells in reverse."""
    cells = list(line(digits or puzzle.clues))
    if in_colour():
        codes = {cell: BOLD for cell, digit in enumerate(puzzle.clues) if digit} | dict.fromkeys(marked, REVERSE)
        for cell, code in codes.items():
            cells[cell] = f"{code}{cells[cell]}{PLAIN}"
    return draw_board(puzzle.layout, cells)


def generated_object(made: Generated) -> dict[str, Any]:
    """The JSON object of a generated puzzle."""
    return {
        **rating_object(made.puzzle, made.rating),
        "solution": line(made.solution),
        "grade": made.grade.name,
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


def rating_sentence(data: Mapping[str, Any]) -> str:
    """What a rated or generated puzzle's object says, in one line."""
    parts = [f"level {data['level']}", f"{data['steps']} steps", f"{data['clues']} clues"]
    if data["outcome"] == "stuck":
        return " · ".join(["the ladder gets stuck", *parts])
    if data["outcome"] == "contradiction":
        return " · ".join(["contradictory: it has no solution", *parts])
    fit = f"{data['appropriateness']:.2f}" + ("" if data["matches"] else ", no match")
    return " · ".join([f"{data['grade']} ({fit})", *parts])


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


def rules_lines(rules: Mapping[str, int]) -> str:
    """The rules used, a line each, with the rounds they were used in."""
    return "\n".join(f"{rounds:>4} × {TITLES[rule]}" for rule, rounds in rules.items())


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


def witness_text(puzzle: Puzzle, witness: Uniqueness) -> str:
    """The answer to a uniqueness question; two solutions are shown with the cells that differ marked."""
    if not witness.grids:
        return f"{puzzle.line} has no solution."
    if witness.unique:
        return f"{puzzle.line} has exactly one solution."
    names = ", ".join(puzzle.layout.cell_name(cell) for cell in witness.differing)
    heading = f"{puzzle.line} has more than one solution; two differ in {len(witness.differing)} cells: {names}"
    draw = (lambda grid: board(puzzle, grid, witness.differing)) if for_people() else line
    return "\n".join([heading, *map(draw, witness.grids)])
