"""How puzzles, ratings and solutions are shown: drawn for people, lines for pipes, objects for programs."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from cpgen.oracles import Uniqueness
from cpgen.puzzle import Puzzle, line
from cpgen.rater.explain import title_of
from cpgen.render.terminal import draw_board

BOLD, REVERSE, PLAIN = "\x1b[1m", "\x1b[7m", "\x1b[0m"


_drawn = ContextVar("_drawn", default=False)


@contextmanager
def drawing(wanted: bool) -> Iterator[None]:
    """Draws for people in here, if wanted, although standard output is no terminal."""
    before = _drawn.set(wanted)
    yield
    _drawn.reset(before)


def for_people() -> bool:
    """Whether people read standard output: it is a terminal, or `drawing`."""
    return _drawn.get() or sys.stdout.isatty()


def in_colour() -> bool:
    """Whether escape codes are wanted: on a terminal that knows them, unless NO_COLOR is set (no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def tell(text: str) -> None:
    """Writes a line at once."""
    print(text, flush=True)


def tell_json(data: Mapping[str, Any]) -> None:
    """Writes an object on one line at once."""
    tell(json.dumps(data, ensure_ascii=False))


def table(rows: Sequence[Mapping[str, Any]], columns: Sequence[str], as_json: bool) -> None:
    """Shows rows as objects, as a table for people, or apart by tabs for a pipe."""
    if as_json:
        for row in rows:
            tell_json(row)
    elif for_people():
        _draw_table(rows, columns)
    else:
        for row in rows:
            tell("\t".join(str(row[column]) for column in columns))


def _draw_table(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    drawn = Table(*columns, box=box.SIMPLE)
    for row in rows:
        drawn.add_row(*(str(row[column]) for column in columns))
    Console().print(drawn)


def tell_seed(seed: int, as_json: bool) -> None:
    """Tells people the seed that brings the same again."""
    if for_people() and not as_json:
        tell(f"seed {seed}")


def board(puzzle: Puzzle, digits: Sequence[int] = (), marked: Iterable[int] = ()) -> str:
    """The board drawn with its clues in bold, other digits plain, and marked cells in reverse."""
    cells = list(line(digits or puzzle.clues))
    if in_colour():
        codes = {cell: BOLD for cell, digit in enumerate(puzzle.clues) if digit} | dict.fromkeys(marked, REVERSE)
        for cell, code in codes.items():
            cells[cell] = f"{code}{cells[cell]}{PLAIN}"
    return draw_board(puzzle.layout, cells)


def rating_sentence(data: Mapping[str, Any]) -> str:
    """What a rated or generated puzzle's object says, in one line."""
    parts = [f"level {data['level']}", f"{data['steps']} steps", f"{data['clues']} clues"]
    if data["outcome"] == "stuck":
        return " · ".join(["the ladder gets stuck", *parts])
    if data["outcome"] == "contradiction":
        return " · ".join(["contradictory: it has no solution", *parts])
    fit = f"{data['appropriateness']:.2f}" + ("" if data["matches"] else ", no match")
    return " · ".join([f"{data['grade']} ({fit})", *parts])


def rules_lines(rules: Mapping[str, int]) -> str:
    """The rules used, a line each, with the rounds they were used in."""
    return "\n".join(f"{rounds:>4} × {title_of(rule)}" for rule, rounds in rules.items())


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
