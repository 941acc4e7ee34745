"""What does cpgen say to programs? The JSON objects of puzzles, ratings, rounds, hints and solutions."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import TYPE_CHECKING, Any

from cpgen import api
from cpgen._version import __version__
from cpgen.difficulty import GradeModel
from cpgen.generation.request import Generated, Method, Stats
from cpgen.notation import line, symbol
from cpgen.oracles import Uniqueness
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import Explanation, Finding, Round
from cpgen.rater.rating import Rating

if TYPE_CHECKING:
    from cpgen.boards.sets import SetPuzzle
    from cpgen.collection.ledger import CellState
    from cpgen.collection.plan import Cell
    from cpgen.collection.record import Record
    from cpgen.generation.dig_request import Dug
    from cpgen.generation.grids import GridSource, Shuffled
    from cpgen.layout import Layout
    from cpgen.rater.explain import RoundRow
    from cpgen.render.sentences import Narrator

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
        "method": {**method_object(made.method), **place_object(made.seed, made.index)},
        "stats": _stats_object(made.stats, "ratings"),
    }


def method_object(method: Method) -> dict[str, Any]:
    """The part of how a puzzle was made that is asked for."""
    return {
        "generation": method.generation,
        "replacement": method.replacement,
        "oracle": method.oracle,
        "until_match": method.until_match,
    }


def place_object(seed: int, index: int) -> dict[str, Any]:
    """The part of how something was made that brings it back: which one of a seed, and of which cpgen."""
    return {"seed": seed, "index": index, "version": __version__}


def _stats_object(stats: Stats, tries: str) -> dict[str, Any]:
    return {
        "attempts": stats.attempts,
        tries: stats.ratings,
        "oracle_calls": stats.oracle_calls,
        "seconds": round(stats.seconds, 4),
    }


def dug_object(made: Dug) -> dict[str, Any]:
    """The JSON object of a puzzle that was dug."""
    return {
        **rating_object(made.puzzle, made.rating),
        "solution": line(made.solution),
        "minimal": made.minimal,
        "orbit_minimal": made.orbit_minimal,
        "method": {
            "check": str(made.check),
            "way": made.way,
            "symmetry": made.symmetry,
            "source": made.source,
            **place_object(made.seed, made.index),
        },
        "stats": _stats_object(made.stats, "checks"),
    }


def grid_object(layout: Layout, source: GridSource, made: Shuffled, seed: int, index: int) -> dict[str, Any]:
    """The JSON object of a full grid: rows of numbers, for a board may have more digits than there are symbols."""
    size, cells = layout.size, layout.cell_count
    return {
        "layout": layout.spec,
        "grid": [list(made.grid[row : row + size]) for row in range(0, cells, size)],
        "method": {"source": source.name, "operations": dict(made.done), **place_object(seed, index)},
    }


def set_object(made: SetPuzzle) -> dict[str, Any]:
    """The JSON object of a puzzle of a pentomino set."""
    return {
        **graded_object(made.puzzle, made.rating, made.model),
        "solution": line(made.solution),
        "method": place_object(made.seed, made.index),
    }


def cell_object(cell: Cell, state: CellState, version: str) -> dict[str, Any]:
    """The JSON object of a cell of a batch, and of how far it is."""
    data = cell.as_data()
    return {
        **{key: data[key] for key in ("layout", "pattern", "clues", "symmetry", "grade", "model", "count")},
        "target": data.get("target"),
        "method": {**method_object(cell.request.method), "seed": cell.seed, "version": version},
        "found": state.found,
        "repeats": state.repeats,
        "looked_at": state.found + state.repeats,
    }


def record_object(record: Record) -> dict[str, Any]:
    """The JSON object of a puzzle of a collection, which keeps what rules it uses but not how often."""
    return {
        "puzzle": record.puzzle,
        "solution": record.solution,
        "layout": record.layout,
        "clues": record.clues,
        "level": record.level,
        "steps": record.steps,
        "solved": record.solved,
        "uses": list(record.rules),
        "grade": record.grade or None,
        "appropriateness": round(record.appropriateness, 4),
        "model": record.making.model,
        "symmetry": record.symmetry,
        "minimal": record.minimal,
        "canonical": record.canonical,
        "method": {
            "name": record.making.method,
            "oracle": record.making.oracle,
            "source": record.making.source,
            "seed": record.seed,
            "index": record.number,
            "version": record.making.version,
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
        "placed": _pairs(finding.layout, finding.placed),
        "removed": _pairs(finding.layout, finding.removed),
    }


def _pairs(layout: Layout, effects: Iterable[tuple[int, int]]) -> list[list[str]]:
    return [[layout.cell_name(cell), symbol(digit)] for cell, digit in effects]


def told_round_object(one: Round, narrator: Narrator) -> dict[str, Any]:
    """The JSON object of a round, with a sentence for the whole and for each finding."""
    data = round_object(one)
    findings = zip(data["findings"], narrator.sentences(one), strict=True)
    return {
        **data,
        "sentence": narrator.paragraph(one),
        "findings": [{**finding, "sentence": sentence} for finding, sentence in findings],
    }


def table_object(puzzle: Puzzle, row: RoundRow) -> dict[str, Any]:
    """The JSON object of a row of the table of rounds; `open` are the cells open before the round."""
    return {
        "puzzle": puzzle.line,
        "round": row.number,
        "open": row.open_cells,
        "rule": row.rule,
        "complexity": row.complexity,
        "placed": _pairs(puzzle.layout, row.placed),
    }


def hint_object(puzzle: Puzzle, state: str, one: Round | None, narrator: Narrator, full: bool) -> dict[str, Any]:
    """The JSON object of a hint: where to look, and, when it is asked for in full, the round."""
    data: dict[str, Any] = {"puzzle": puzzle.line, "layout": puzzle.layout.spec, "state": state}
    if one:
        data |= {"rule": one.rule, "complexity": one.complexity, "look": narrator.where_to_look(one)}
    return {**data, **told_round_object(one, narrator)} if one and full else data


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
