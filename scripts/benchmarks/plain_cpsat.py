"""Uniqueness by CP-SAT as one would write it at first, to compare with: a new model for each of the two solves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ortools.sat.python import cp_model

from cpgen import Puzzle

Digits = list[int]
Build = Callable[[cp_model.CpModel, Puzzle, Digits], Callable[[cp_model.CpSolver], Digits]]


def is_unique(puzzle: Puzzle, build: Build) -> bool:
    first = solution(puzzle, build, [])
    return bool(first) and not solution(puzzle, build, first)


def solution(puzzle: Puzzle, build: Build, forbidden: Digits) -> Digits:
    """A solution other than the forbidden one, or nothing; default parameters but for the one worker."""
    model, solver = cp_model.CpModel(), cp_model.CpSolver()
    read = build(model, puzzle, forbidden)
    solver.parameters.num_workers = 1
    return read(solver) if solver.solve(model) == cp_model.OPTIMAL else []


def integers(model: cp_model.CpModel, puzzle: Puzzle, forbidden: Digits) -> Callable[[Any], Digits]:
    size = puzzle.layout.size
    cells = [model.new_int_var(digit or 1, digit or size, "") for digit in puzzle.clues]
    for house in puzzle.layout.houses:
        model.add_all_different([cells[cell] for cell in house.cells])
    if forbidden:
        model.add_forbidden_assignments(cells, [forbidden])
    return lambda solver: [solver.value(cell) for cell in cells]


def booleans(model: cp_model.CpModel, puzzle: Puzzle, forbidden: Digits) -> Callable[[Any], Digits]:
    digits = range(puzzle.layout.size)
    chosen = [[model.new_bool_var("") for _ in digits] for _ in puzzle.clues]
    for literals, clue in zip(chosen, puzzle.clues, strict=True):
        model.add_exactly_one(literals)
        if clue:
            model.add_bool_and(literals[clue - 1])
    for house in puzzle.layout.houses:
        for digit in digits:
            model.add_exactly_one([chosen[cell][digit] for cell in house.cells])
    if forbidden:
        model.add_bool_or([~literals[digit - 1] for literals, digit in zip(chosen, forbidden, strict=True)])
    return lambda solver: [1 + [solver.value(one) for one in literals].index(1) for literals in chosen]
